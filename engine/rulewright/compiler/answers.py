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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.compiler.layout.layout import Layout
from rulewright.compiler.optimize import Lines, told_once
from rulewright.compiler.simplify import closing
from rulewright.compiler.tallies import Tallies

if TYPE_CHECKING:
    from rulewright.compiler.abilities.abilities import Entry

CARDS = "cards"
PAID = "paid"  # those of the cards that move when somebody pays with some
STACK = "stack"  # what is being done just now
FRAMES = "frames"  # to what it is done
COSTLY = 220  # characters from which the body of a function without a loop is worth keeping

_READS_CARDS = re.compile(r"\bs\.(?:where|zones)\b|\b(?:PLAYABLE|IN_PLAY)\(")
_ZONE = re.compile(r"\bs\.zones\[(?:(Z_\w+)\[|(\d+)\])")
_MOVES_CARDS = re.compile(r"\bs\.(?:move|take_all|shuffle)\(")
_CELL = re.compile(r"(I_\w+)\[[^\]]*(?:\[\d+\])?\]\[(?:(Z_\w+)\[.*\]|(\d+))\]")
_BY = re.compile(r"\] ([-+])= (\w+)$")
_FRAME = re.compile(r"\bf\[")
_OTHER_STATE = re.compile(r"\bs\.(?!n\b|where\b|zones\b|tallies\b)")
_CALLED = re.compile(r"(?<![\w.])(\w+)\(")
_METHOD = re.compile(r"\.(\w+)\(")
_INDEX = re.compile(r"\bIX\[(\d+)\]")
_HARMLESS = frozenset({
    "sum", "len", "min", "max", "any", "all", "sorted", "tuple", "list", "set", "frozenset", "range", "dict", "abs",
    "next", "if", "and", "or", "not", "in", "is", "else", "return", "for", "SHARES", "TOWARDS", "PLAYABLE",
    "UNDER", "BESIDE", "CELL", "IN_PLAY", "AMOUNT",
})  # fmt: skip
_HARMLESS_METHODS = frozenset({
    "get", "update", "add", "append", "index", "count", "pop", "remove", "fromkeys", "extend"
})  # fmt: skip
_HARMLESS_HELP = frozenset({"AFFORDABLE", "GROUPS", "FIRSTS", "BY_DISTANCE"})
_ASK_STACK = frozenset({"DURING", "SLOT"})
_SUMMED = re.compile(r"\b(G_\d+)\[")
_TRIGGERED = re.compile(r"\bTRIGGERED\(s, [^,]+, (\d+),")
ANYTHING = frozenset({"*"})  # there is no telling what


class Answers:
    """Which functions of a program are kept, and what empties their answers.

    Args:
        functions: lines by name; constants: what the names in them stand for.
        order: where the number lies that tells in which order the seats come; tables: what can be offered or set off.
        tallies: the sums that are told by place.
        pays_from: the zones that cards leave or reach when somebody pays with them.
    """

    def __init__(
        self,
        functions: Mapping[str, Lines],
        layout: Layout,
        constants: Mapping[str, Any],
        order: int,
        tables: Sequence[Sequence[Entry]] = (),
        tallies: Tallies | None = None,
        pays_from: Iterable[int] = (),
    ) -> None:
        self.functions = functions
        self.layout = layout
        self.constants = constants
        self._helped = dict.fromkeys(_HARMLESS_HELP, ANYTHING) | dict.fromkeys(
            ("ORDER", "FIRST"), self.row(order) or ANYTHING
        )
        self._tables = tables
        self._pays_from = frozenset(pays_from)
        self._tallies = tallies
        self._summed = tallies.tables if tallies else {}
        self._tallied = frozenset().union(*self._summed.values())
        self.pieces = frozenset(f"I_{kind.name}" for kind in layout.piece_kinds)
        self._helped |= {"DURING": frozenset({STACK}), "SLOT": frozenset({STACK, FRAMES})}
        self._asked: dict[str, frozenset[str] | None] = {}
        self._reads: dict[tuple[str, bool], frozenset[str] | None] = {}
        self.kept: dict[str, int] = {}
        self.readers: dict[str, tuple[int, ...]] = {}
        for name in functions:
            if self._costly(name) and self.reads(name):
                number = self.kept[name] = len(self.kept)
                for what in self.reads(name) or ():
                    self.readers[what] = (*self.readers.get(what, ()), number)

    # ------------------------------------------------------------ what functions read

    def reads(self, name: str, stack: bool = False) -> frozenset[str] | None:
        """What a function reads; None where that cannot be told, or where it does more than read.

        stack: it may also ask what is being done just now.
        """
        if (name, stack) not in self._reads:
            self._reads[name, stack] = None  # one that calls itself is not kept
            found: set[str] = set()
            told = all(self._read(line, found, stack=stack) for line in self.functions[name][1:])
            self._reads[name, stack] = frozenset(found) if told else None
        return self._reads[name, stack]

    def piece(self, kind: int) -> str:
        """The table of the places of one kind of piece."""
        return f"I_{self.layout.piece_kinds[kind].name}"

    def plain(self, words: str) -> str:
        """An expression with each place of a piece told in one way only."""
        return _INDEX.sub(lambda kind: name if (name := self.piece(int(kind[1]))) in self.constants else kind[0], words)

    def asked(self, words: str) -> frozenset[str]:
        """What an expression of a block reads beside its frame; ANYTHING where that cannot be told.

        Raises:
            ValueError: it may do more than read.
        """
        if words not in self._asked:  # looks of one block ask the same again, with other things known
            found: set[str] = set()
            told = self._read(words, found, helped=True, stack=True)
            self._asked[words] = None if not told else ANYTHING if "*" in found else frozenset(found)
        asked = self._asked[words]
        if asked is None:
            raise ValueError(words)
        return asked

    def changed(self, line: str) -> frozenset[str]:
        """What a line changes by itself; ANYTHING where that cannot be told."""
        found: set[str] = set()
        for place, value in _cells(line):
            if value:
                found |= self._about(place) or ANYTHING
        if _MOVES_CARDS.search(line):
            found.add(CARDS)
        return ANYTHING if "*" in found else frozenset(found)

    def mentioned(self, line: str) -> set[str]:
        """All that a line could ask of the position, whatever else it does."""
        found = {what for place, _ in _cells(line) for what in self._about(place) or ANYTHING}
        found.update(*(self._summed[name] for name in _SUMMED.findall(line)))
        found |= self._cards(line)
        for called in _CALLED.findall(line):
            if called in self.functions:
                found |= self.reads(called, stack=True) or frozenset()
            else:
                found |= self._help(called, line) or frozenset()
        return found

    def _cards(self, line: str) -> frozenset[str]:
        """What a line reads of where cards are."""
        reads = len(_READS_CARDS.findall(line))
        zones = _ZONE.findall(line)
        if reads == len(zones):  # each of them is known
            told = {int(zone) for _, zone in zones if zone}.union(*(self.constants[name] for name, _ in zones if name))
            if not told & self._pays_from:
                return frozenset({CARDS}) if reads else frozenset()
        return frozenset({CARDS, PAID})

    def _help(self, called: str, line: str) -> frozenset[str] | None:
        """What a function of the runtime reads that a line calls; None where it does more than read."""
        if called == "TRIGGERED":
            found = {CARDS, PAID} | self._helped["ORDER"]
            for table in _TRIGGERED.findall(line):
                for entry in self._tables[int(table)]:
                    reads = self.reads(entry.test)
                    found |= ANYTHING if reads is None else reads
                    found |= (self.row(entry.limit) or ANYTHING) if entry.limit else frozenset()
            return frozenset(found)
        return self._helped.get(called)

    def _read(self, line: str, found: set[str], helped: bool = False, stack: bool = False) -> bool:
        """Add what a line reads; False where it may do anything else.

        helped: it stands in a block, so it may use its frame, and the runtime's help; stack: as for `reads`.
        """
        if line == "    n = s.n":
            return True
        if _OTHER_STATE.search(line) or not _HARMLESS_METHODS.issuperset(_METHOD.findall(line)):
            return False
        if not helped and _FRAME.search(line):
            return False
        found |= self._cards(line)
        found.update(*(self._summed[name] for name in _SUMMED.findall(line)))
        for place, written in _cells(line):
            about = self._about(place)
            if written or not (about or helped):
                return False
            found |= about or ANYTHING
        for called in _CALLED.findall(line):
            if called in self.functions:
                more = self.reads(called, stack)
                if more is None:
                    return False
                found |= more
            elif called not in _HARMLESS:
                more = self._help(called, line) if helped or (stack and called in _ASK_STACK) else None
                if more is None:
                    return False
                found |= more
        return True

    def _costly(self, name: str) -> bool:
        body = "\n".join(self.functions[name][1:])
        head = self.functions[name][0]
        asked = head.startswith((f"def {name}(s, ", f"def {name}(s):"))
        asked = asked and not name.startswith(("why_", "fits_", "do_"))
        return asked and (len(body) > COSTLY or " for " in body)

    def _about(self, place: str) -> frozenset[str]:
        """What the cell with this position belongs to; empty where that cannot be told."""
        if pieces := re.match(r"(I_\w+)\[", place):
            return frozenset({pieces.group(1)})
        if kind := re.match(r"IX\[(\d+)\]", place):
            return frozenset({f"I_{self.layout.piece_kinds[int(kind.group(1))].name}"})
        if place.startswith("IX["):
            return self.pieces
        if row := re.match(r"(\d+)(?: \+ |$)", place):
            return self.row(int(row.group(1)))
        if several := re.match(r"((?:HELD|KIND)_\w+)\[", place):
            table = self.constants[several.group(1)]
            rows = [self.row(first) for first in (table.values() if isinstance(table, dict) else table)]
            return frozenset().union(*rows) if all(rows) else frozenset()
        return frozenset()

    def row(self, position: int) -> frozenset[str]:
        """What the number at a position belongs to; empty where that cannot be told."""
        rows = self.layout.rows
        number = bisect_right(rows, position)
        return frozenset({f"#{rows[number - 1]}"}) if number else frozenset()

    # ------------------------------------------------------------ lines

    def line(self, line: str) -> str:
        """A line, with tallies made anew and answers emptied behind everything that it changes."""
        changed: dict[int, list[frozenset[str]]] = {}
        added: dict[int, str] = {}
        for place, value in _cells(line):
            if value:
                what, end = self._about(place), _statement_end(line, value)
                changed.setdefault(end, []).append(what)
                if (not what or what & self._tallied) and self._counted(place):
                    by = _BY.search(line, 0, end)
                    more = f", {by[1].strip('+')}{by[2]}" if by and by.start() <= value else ""
                    added[end] = f"{added.get(end, '')}; TALLY(s, {place}{more})"
        for move in _MOVES_CARDS.finditer(line):
            changed.setdefault(_statement_end(line, move.end()), []).append(frozenset({CARDS}))
        for end, about in sorted(changed.items(), reverse=True):
            if all(about):
                numbers = sorted({k for what in frozenset().union(*about) for k in self.readers.get(what, ())})
            else:  # it might be anything
                numbers = sorted(self.kept.values())
            emptied = f"; a = s.answers; {' = '.join(f'a[{k}]' for k in numbers)} = None" if numbers else ""
            line = f"{line[:end]}{added.get(end, '')}{emptied}{line[end:]}"
        return line

    def _counted(self, place: str) -> bool:
        """Whether the number in a cell may be one that a tally adds up."""
        told = _CELL.fullmatch(place)
        if self._tallies is None or not self._tallied:
            return False
        if told is None:
            return True
        places = self.constants[told[2]] if told[2] else [int(told[3])]
        return any(row[at] in self._tallies.fed for row in self.constants[told[1]] for at in places)

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
        end = closing(line, start)
        written = re.match(r" ?[-+*]?=(?!=) ?", line[end + 1 :])
        yield line[start:end], end + 1 + written.end() if written else 0


def _statement_end(text: str, start: int) -> int:
    """Where the statement ends that goes on at `start`: at a semicolon outside of brackets, or with the line."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if text[at] == ";" and depth <= 0:
            return at
    return len(text)
