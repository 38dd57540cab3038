"""Answers about a position that are kept until something that they rest on is changed.

Sentences ask the same things of a position again and again: which spaces are yours, what is in reach. A generated
function that reads nothing but the state's numbers and cards is *kept*: `s.answers[k]` holds what it said, by its
arguments. Copies of a state share these answers. Every line that changes what such a function reads gives its state
new, empty ones, so nothing stale is ever found.

Works on the lines of functions and blocks, as `optimize.py` does. What is read or changed is told by name: a table of
the places of one kind of piece (`I_tree`), the row of the state's numbers that a position lies in (`#12`), or `cards`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.compiler.layout import Layout
from rulewright.compiler.optimize import Lines, told_once

CARDS = "cards"
COSTLY = 220  # characters from which the body of a function without a loop is worth keeping

_READS_CARDS = re.compile(r"\bs\.(?:where|zones)\b|\bPLAYABLE\(")
_MOVES_CARDS = re.compile(r"\bs\.(?:move|take_all|shuffle)\(")
_OTHER_STATE = re.compile(r"\bs\.(?!n\b|where\b|zones\b)|\bf\[")
_CALLED = re.compile(r"(?<![\w.])(\w+)\(")
_METHOD = re.compile(r"\.(\w+)\(")
_HARMLESS = frozenset({
    "sum", "len", "min", "max", "any", "all", "sorted", "tuple", "list", "set", "frozenset", "range", "dict", "abs",
    "next", "if", "and", "or", "not", "in", "is", "else", "return", "for", "AROUND", "SHARES", "TOWARDS", "PLAYABLE",
    "UNDER", "BESIDE", "CELL",
})  # fmt: skip
_HARMLESS_METHODS = frozenset({
    "get", "update", "add", "append", "index", "count", "pop", "remove", "fromkeys", "extend"
})  # fmt: skip


class Answers:
    """Which functions of a program are kept, and what empties their answers.

    Args:
        functions: lines by name; constants: what the names in them stand for.
    """

    def __init__(self, functions: Mapping[str, Lines], layout: Layout, constants: Mapping[str, Any]) -> None:
        self.functions = functions
        self.layout = layout
        self.constants = constants
        self._reads: dict[str, frozenset[str] | None] = {}
        self.kept: dict[str, int] = {}
        self.readers: dict[str, tuple[int, ...]] = {}
        for name in functions:
            if self._costly(name) and self.reads(name):
                number = self.kept[name] = len(self.kept)
                for what in self.reads(name) or ():
                    self.readers[what] = (*self.readers.get(what, ()), number)

    # ------------------------------------------------------------ what functions read

    def reads(self, name: str) -> frozenset[str] | None:
        """What a function reads; None where that cannot be told, or where it does more than read."""
        if name not in self._reads:
            self._reads[name] = None  # one that calls itself is not kept
            found: set[str] = set()
            told = all(self._read(line, found) for line in self.functions[name][1:])
            self._reads[name] = frozenset(found) if told else None
        return self._reads[name]

    def _read(self, line: str, found: set[str]) -> bool:
        """Add what a line reads; False where it may do anything else."""
        if line == "    n = s.n":
            return True
        if _OTHER_STATE.search(line) or not _HARMLESS_METHODS.issuperset(_METHOD.findall(line)):
            return False
        if _READS_CARDS.search(line):
            found.add(CARDS)
        for place, written in _cells(line):
            about = self._about(place)
            if written or not about:
                return False
            found |= about
        for called in _CALLED.findall(line):
            if called in self.functions:
                more = self.reads(called)
                if more is None:
                    return False
                found |= more
            elif called not in _HARMLESS:
                return False
        return True

    def _costly(self, name: str) -> bool:
        body = "\n".join(self.functions[name][1:])
        head = self.functions[name][0]
        asked = head.startswith((f"def {name}(s, ", f"def {name}(s):"))
        asked = asked and not name.startswith(("why_", "fits_", "do_"))
        return asked and (len(body) > COSTLY or " for " in body)

    def _about(self, place: str) -> frozenset[str]:
        """What the cell with this position belongs to; empty where that cannot be told."""
        if table := re.match(r"(I_\w+)\[", place):
            return frozenset({table.group(1)})
        if kind := re.match(r"IX\[(\d+)\]", place):
            return frozenset({f"I_{self.layout.piece_kinds[int(kind.group(1))].name}"})
        if row := re.match(r"(\d+)(?: \+ |$)", place):
            return self._row(int(row.group(1)))
        if several := re.match(r"(HELD_\w+)\[", place):
            rows = [self._row(first) for first in self.constants[several.group(1)]]
            return frozenset().union(*rows) if all(rows) else frozenset()
        return frozenset()

    def _row(self, position: int) -> frozenset[str]:
        rows = self.layout.rows
        number = bisect_right(rows, position)
        return frozenset({f"#{rows[number - 1]}"}) if number else frozenset()

    # ------------------------------------------------------------ lines

    def line(self, line: str) -> str:
        """A line, with answers emptied behind everything that it changes."""
        changed: dict[int, list[frozenset[str]]] = {}
        for place, value in _cells(line):
            if value:
                changed.setdefault(_statement_end(line, value), []).append(self._about(place))
        for move in _MOVES_CARDS.finditer(line):
            changed.setdefault(_statement_end(line, move.end()), []).append(frozenset({CARDS}))
        for end, about in sorted(changed.items(), reverse=True):
            if all(about):
                numbers = sorted({k for what in frozenset().union(*about) for k in self.readers.get(what, ())})
            else:  # it might be anything
                numbers = sorted(self.kept.values())
            if numbers:
                line = f"{line[:end]}; a = s.answers; {' = '.join(f'a[{k}]' for k in numbers)} = None{line[end:]}"
        return line

    def function(self, name: str) -> Lines:
        """The lines of a function; of one that is kept, with a look at its earlier answers before them."""
        lines = self.functions[name]
        if name not in self.kept:
            return [self.line(line) for line in lines]
        params = lines[0][lines[0].index("(s") + 2 : -2]
        key = params.removeprefix(", ") or "()"
        if ", " in key:
            key = f"({key})"
        return [
            lines[0],
            f"    told = s.answers[{self.kept[name]}]",
            f"    if told is None: told = s.answers[{self.kept[name]}] = {{}}",
            f"    answer = told.get({key})",
            f"    if answer is None: answer = told[{key}] = new_{name}(s{params})",
            "    return answer",
            "",
            *told_once([f"def new_{name}(s{params}):", *lines[1:]]),
        ]


def _cells(line: str) -> Iterator[tuple[str, int]]:
    """For each `n[…]`: what stands between the brackets, and where the value begins that is written there, or 0."""
    for start in (found.end() for found in re.finditer(r"\bn\[", line)):
        end = _closing(line, start)
        written = re.match(r" ?[-+*]?=(?!=) ?", line[end + 1 :])
        yield line[start:end], end + 1 + written.end() if written else 0


def _closing(text: str, start: int) -> int:
    """Where the bracket is closed that was opened just before `start`."""
    depth = 1
    for at in range(start, len(text)):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if not depth:
            return at
    raise AssertionError(text)


def _statement_end(text: str, start: int) -> int:
    """Where the statement ends that goes on at `start`: at a semicolon outside of brackets, or with the line."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if text[at] == ";" and depth <= 0:
            return at
    return len(text)
