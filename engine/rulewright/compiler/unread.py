"""What looks would find out for nothing is left out of them (see `foresight.py`).

A look is made of the lines of blocks, and most of what these work out is for what comes after the place where a look
knows enough. What is written into a slot that nobody reads goes, and a question to which all answers lead to the same.
Expressions of looks only read, so nothing is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rulewright.compiler.optimize import Lines

_SLOT = re.compile(r"\bf\[(\d+)\]")
_WRITTEN = re.compile(r"( +)f\[(\d+)\] = (.*)")
_NAMED = re.compile(r"    (?:f\[\d+\]|[a-z]\d*) = .+")
_ON = re.compile(r"\b(look_\w+)\(s, f(?:\[:\])?\)|\bLOOK_(?:ANY\(s, f, .*|PAID\(s, .*, f), (look_\w+)\)")
_ASKED = re.compile(r"\bSLOT\(s, .*?, (\d+)\)")
_ENDS = re.compile(r"    return \d")


def lean(looks: Mapping[str, Lines], others: Iterable[Lines]) -> dict[str, Lines]:
    """Looks without what they need not find out.

    others: lines that may ask what stands in the frame of what is under way (`SLOT`).
    """
    everywhere = set(_ASKED.findall("\n".join(line for lines in (*looks.values(), *others) for line in lines)))
    found = {name: _folded(lines) for name, lines in looks.items()}
    while True:
        read = {name: slots | everywhere for name, slots in _read(found).items()}
        less = {name: _folded([_without(line, read[name]) for line in lines]) for name, lines in found.items()}
        if less == found:
            return found
        found = less


def _read(looks: Mapping[str, Lines]) -> dict[str, set[str]]:
    """The slots that each look reads, or that are read by those which go on over its frame."""
    read: dict[str, set[str]] = {}
    on: dict[str, set[str]] = {}
    for name, lines in looks.items():
        read[name], on[name] = set(), set()
        for line in lines:
            written = _WRITTEN.fullmatch(line)
            read[name].update(_SLOT.findall(written[3] if written else line))
            on[name].update(other for pair in _ON.findall(line) for other in pair if other)
    changed = True
    while changed:
        changed = False
        for name, others in on.items():
            more = set().union(*(read.get(other, set()) for other in others)) - read[name]
            if more:
                read[name] |= more
                changed = True
    return read


def _without(line: str, read: set[str]) -> str:
    """A line, or nothing in its place if it writes what is not read."""
    written = _WRITTEN.fullmatch(line)
    return f"{written[1]}pass" if written and written[2] not in read else line


def _folded(lines: Lines) -> Lines:
    """Lines that end with an answer, without what comes just before it and leads to the same."""
    out = [line for number, line in enumerate(lines) if line != "    pass" or number == len(lines) - 1]
    while len(out) > 1 and _ENDS.fullmatch(out[-1]):
        if _NAMED.fullmatch(out[-2]) and not out[-2].startswith("    r = "):
            del out[-2]
        elif len(out) > 2 and out[-2] == f"    {out[-1]}" and re.fullmatch(r"    if .*:", out[-3]):
            del out[-3:-1]
        elif out[-2:] == ["    if r != 2: return r", "    return 2"] and out[-3].startswith("    r = "):
            out[-3:] = [out[-3].replace("    r = ", "    return ", 1)]
        else:
            break
    return out
