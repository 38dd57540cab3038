"""Fewer, longer blocks; and which of them can fail.

Works on the lines of blocks as `statements.py` writes them: a jump is `f[0] = N` followed by `return`, on one line
or two.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

Lines = list[str]

_JUMP = re.compile(r"f\[0\] = (\d+)")
_ENDS = "    s.attempts.pop()"
_CALL = re.compile(r"\[E_(\w+), ")
_TAKEN = re.compile(r" +if f\[\d+\] == \d+: f\[0\] = \d+; return$")  # where one has not declined
_MAY_FAIL = re.compile(r"FAIL|\[PAY, |BEGIN\(|START\(")
OFTEN_ASKED = 3  # times a function asks the same before it asks once
OFTEN = 4  # times a row of a table is looked up in a line before it is kept
LONGEST = 120  # lines that a fused block may have


def _target(lines: Lines) -> int | None:
    """Where a block jumps to unconditionally at its end, or None."""
    if len(lines) >= 2 and lines[-1] == "    return":
        found = re.fullmatch(r"    f\[0\] = (\d+)", lines[-2])
        if found:
            return int(found.group(1))
    return None


def fuse(blocks: dict[int, Lines], decisions: set[int], entries: set[int]) -> dict[int, Lines]:
    """Thread jumps through empty blocks and append to each block what it would go on with.

    Args:
        blocks: lines by block; decisions: blocks that return options; entries: where frames and choices begin.

    Returns:
        The blocks that can still be reached.
    """
    alias: dict[int, int] = {}
    for label, lines in blocks.items():
        target = _target(lines)
        if target is not None and len(lines) == 2 and label not in decisions:
            alias[label] = target

    def final(label: int) -> int:
        seen = set()
        while label in alias and label not in seen:
            seen.add(label)
            label = alias[label]
        return label

    threaded = {
        label: [_JUMP.sub(lambda m: f"f[0] = {final(int(m.group(1)))}", line) for line in lines]
        for label, lines in blocks.items()
    }
    fused: dict[int, Lines] = {}
    for label, lines in threaded.items():
        body, seen = list(lines), {label}
        while (target := _target(body)) is not None and target not in seen and target in threaded:
            more = threaded[target]
            # A block that is entered again while something is settled must not drag others along, and who looks ahead
            # to where an attempt ends must not be made to list what could be done next.
            if len(body) + len(more) > LONGEST or any("STATE_CHECK" in line for line in more) or _ENDS in body:
                break
            seen.add(target)
            body = body[:-2] + ([f"    f[0] = {target}"] if target in decisions else []) + more
        fused[label] = body
    reachable: set[int] = set()
    todo = list(entries)
    while todo:
        label = todo.pop()
        if label in reachable or label not in fused:
            continue
        reachable.add(label)
        for line in fused[label]:
            todo += [int(number) for number in _JUMP.findall(line)]
            todo += [int(number) for number in re.findall(r"CAN\(s, (\d+)\)", line)]
    return {label: fused[label] for label in reachable}


_CALL_OF = re.compile(r"\b((?:st|adj|is|rel|num|joins)_\w+)\(s(?:, ([\w\[\], ]+))?\)")
SHORT = 200  # characters that the body of a function written out may have


def inline(functions: dict[str, Lines]) -> dict[str, tuple[list[str], str]]:
    """The functions that are one short expression: parameters (after the state) and the expression."""
    found = {}
    for name, lines in functions.items():
        header = re.fullmatch(r"def \w+\(s(?:, ([\w, ]+))?\):", lines[0])
        body = lines[2].removeprefix("    return ") if len(lines) == 3 else ""
        if len(lines) == 4 and lines[3] == "    return v":
            body = lines[2].removeprefix("    v = ")
        # What goes through a list has names of its own, which could meet those of the place it is written into.
        if header and 0 < len(body) <= SHORT and body not in lines and " for " not in body:
            found[name] = (header.group(1).split(", ") if header.group(1) else [], body)
    return found


def write_out(line: str, short: dict[str, tuple[list[str], str]]) -> str:
    """A line with calls of short functions replaced by what these say."""

    def body(call: re.Match[str]) -> str:
        if call.group(1) not in short:
            return call.group(0)
        params, expression = short[call.group(1)]
        values = dict(zip(params, (call.group(2) or "").split(", "), strict=False))
        if len(values) < len(params):
            return call.group(0)
        return "(" + re.sub(r"\b\w+\b", lambda m: values.get(m.group(0), m.group(0)), expression) + ")"

    if line.startswith("def "):
        return line
    for _ in range(3):  # what is written out may call others
        new = _CALL_OF.sub(body, line)
        if new == line or len(new) > 4000:
            return line
        line = new
    return line


def told_once(lines: Lines) -> Lines:
    """The lines of a number's function, with what it asks again and again of its own arguments asked once."""
    calls = Counter(call for line in lines[1:] for call in re.findall(r"\bst_\w+\(s(?:, p\d)+\)", line))
    often = [call for call, times in calls.items() if times >= OFTEN_ASKED]
    if not often or lines[1] != "    n = s.n":
        return lines
    for number, call in enumerate(often):
        lines = [line.replace(call, f"h{number}") for line in lines]
    return [*lines[:2], *(f"    h{number} = {call}" for number, call in enumerate(often)), *lines[2:]]


def share(lines: Lines) -> Lines:
    """Look a row of a table up once where a line asks for it often: `I_worker[f[1]]` becomes a local."""
    out: Lines = []
    for line in lines:
        indent = line[: len(line) - len(line.lstrip())]
        rows = re.findall(r"\bI_\w+\[(?:\w+(?:\[\d+\])?)\]", line)
        for number, row in enumerate(dict.fromkeys(rows)):
            if rows.count(row) >= OFTEN and " for " not in line:
                out.append(f"{indent}t{number} = {row}")
                line = line.replace(row, f"t{number}")
        out.append(line)
    return out


def safe_blocks(
    blocks: dict[int, Lines], then: dict[int, int], entry_of: dict[str, int],
    started: Callable[[int], set[int]],
) -> tuple[frozenset[int], frozenset[int]]:
    """The blocks from which on there is always a way through their procedure and what it calls.

    Returns:
        These blocks (sure), and those that ask and are followed by such a block, whatever is chosen (safe).

    Args:
        then: for a block that asks, the block that goes on after the choice.
        entry_of: the first block of each procedure by name.
        started: for a block that begins what one of several cards says, the first blocks of all that these may say.
    """
    lines_of: dict[Any, Lines] = dict(blocks)
    follow: dict[Any, set[Any]] = {}
    asks: set[int] = set()
    for label, goes_on in then.items():
        if label not in blocks:
            continue
        if re.search(r"return (\[-1|PENDING)", "".join(blocks[label])):
            # There is always something to choose; where one may decline, it is enough that this leads on.
            after = lines_of["without", label] = list(blocks.get(goes_on, []))
            if after and _TAKEN.match(after[0]):
                del after[0]
            follow[label] = {("without", label)}
        else:  # it may find nothing to choose from: whatever leads to it can fail, but not what comes after it
            asks.add(label)
            follow[label] = {goes_on}
    unsafe: set[Any] = set()
    for label, lines in lines_of.items():
        text = "\n".join(lines)
        goes: set[Any] = {int(number) for number in _JUMP.findall(text)} - {label}
        goes |= {entry_of[name] for name in _CALL.findall(text) if name in entry_of}
        if "START_EACH(" in text and isinstance(label, int):
            goes |= started(label)
        follow[label] = follow.get(label, set()) | goes
        if _MAY_FAIL.search(text):
            unsafe.add(label)
    while more := {
        label for label, goes in follow.items()
        if label not in unsafe and any(target in unsafe or target in asks for target in goes)
    }:  # fmt: skip
        unsafe |= more
    sure = frozenset(set(blocks) - unsafe - asks)
    return sure, frozenset(label for label, goes_on in then.items() if goes_on in sure)
