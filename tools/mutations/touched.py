"""Which scenarios a mutant can touch: those that run a function of the program which the mutant makes another one.

The programs of ruleset and mutant are compared function by function. Numbers of blocks move when a step is added or
left out, so blocks are compared in pairs, from the entries on: two belong together where the same way leads to both.
What runs only functions that are the same in both programs cannot come out otherwise. Where more than functions differ
(what there is, where it lies, what is paid with what), every scenario counts as touched.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulewright.compiler.program import Program

_FUNCTION = re.compile(r"^def (\w+)\(", re.M)
_BLOCK = re.compile(r"b(\d+)")
_JUMP = re.compile(r"(f\[0\] = |CAN\(s, )(\d+)")
_TABLE = re.compile(r"((?:TRIGGERED|ENTRIES|OFFER)\(s, [^,]+, )(\d+)")
_ANSWERS = re.compile(r"; a = s\.answers; (?:a\[\d+\] = )+None|(?<=s\.answers\[)\d+")
_TILES = frozenset({"UNDER", "BESIDE", "CELL"})
_THINGS = ("player", "card", "space", "border", "region", "zone", "piece", "resource")
_SAID = ("means", "deeds", "en")  # of a word for things: its meaning is in functions


class Watch:
    """Notes which functions of a linked program run.

    Attributes:
        seen: their names.
    """

    def __init__(self, program: Program) -> None:
        self.seen: set[str] = set()
        names = program.names
        for name in _FUNCTION.findall(program.text):
            names[name] = self._noted(name, names[name])
            if block := _BLOCK.fullmatch(name):
                program.blocks[int(block.group(1))] = names[name]

    def _noted(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*given: Any) -> Any:
            self.seen.add(name)
            return function(*given)

        return noted


class Code:
    """The functions of a program, without the numbers that would move if it had others."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.functions: dict[str, tuple[str, list[Any]]] = {}
        self.jumps: dict[str, list[int]] = {}
        starts = [*_FUNCTION.finditer(program.text)]
        ends = [*(found.start() for found in starts[1:]), len(program.text)]
        for found, end in zip(starts, ends, strict=True):
            text = program.text[found.end() : end]
            self.jumps[found.group(1)] = [int(number) for _, number in _JUMP.findall(text)]
            tables = [self._offered(int(number)) for _, number in _TABLE.findall(text)]
            plain = _ANSWERS.sub("", _TABLE.sub(r"\1", _JUMP.sub(r"\1", text)))
            self.functions[found.group(1)] = _renamed(plain), tables

    def following(self, name: str) -> list[int]:
        """The blocks of its own procedure that a block leads to."""
        asking = self.program.decisions.get(int(name[1:])) if _BLOCK.fullmatch(name) else None
        return self.jumps[name] + ([asking.then] if asking is not None else [])

    def reached(self, seen: set[str]) -> frozenset[str]:
        """What has run, with the blocks that would have run next."""
        return frozenset(seen | {f"b{label}" for name in seen for label in self.following(name)})

    def constants(self) -> dict[str, Any]:
        """The values that functions name, without entries, which are compared as blocks."""
        values = {name: value for name, value in self.program.constants.items() if not name.startswith("E_")}
        for name, value in values.items():
            if name.startswith("EACH_"):  # (entry, name of what a frame has at its end) by card
                values[name] = {card: [pad for _, pad in entries] for card, entries in value.items()}
        return values

    def _offered(self, table: int) -> list[Any]:
        return [
            (replace(entry, procedure=None), entry.procedure.name, entry.procedure.needs)
            for entry in self.program.offers[table]
        ]

    def frame(self) -> list[Any]:
        """What there is beside functions and constants."""
        b, layout = self.program, self.program.layout
        paid_by = [entry["paid by"] for entry in layout.nouns.values() if "paid by" in entry]
        return [
            layout.names, layout.size, layout.rows, layout.zone, layout.space_kind, layout.neighbours, layout.ahead,
            layout.border_ends, layout.border_kind, layout.links, layout.regions, layout.piece_kinds, layout.held,
            layout.kept, layout.flags,
            [(card.component, card.kind, card.owner, card.start, card.holds) for card in layout.cards],
            [[card.attributes.get(key) for key in paid_by] for card in layout.cards],
            {noun: {key: value for key, value in entry.items() if key not in _SAID}
             for noun, entry in layout.nouns.items() if entry.get("type") in _THINGS},
            b.turn_flags, b.round_flags, b.ways, b.pay_prompts, b.endings, b.resources,
            [(test, effect.name, flag, card) for test, effect, flag, card in b.state_triggers],
            [compiled.name for compiled in b.start], self._offered(b.pay_table),
        ]  # fmt: skip

    def tiles(self) -> list[Any]:
        """What is printed on tiles and their shapes; what is printed on other cards stands among the constants."""
        layout = self.program.layout
        tiled = {noun: entry for noun, entry in layout.nouns.items() if "cells" in entry}
        tiles = [card.attributes for noun in tiled for card in layout.cards if card.kind in layout.kinds(noun)]
        shapes = {tile.get(entry["shape"]) for entry in tiled.values() for tile in tiles}
        return tiles + [card.attributes for card in layout.cards if card.component in shapes]


def changed(code: Code, other: Code) -> frozenset[str] | None:
    """The functions of a program that are others in another program, or None where everything may be."""
    if code.frame() != other.frame():
        return None
    values, new = code.constants(), other.constants()
    differ = {name for name in values if name not in new or values[name] != new[name]}
    if code.tiles() != other.tiles():
        differ |= _TILES
    names = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(differ)))})\b") if differ else None
    found = set()

    def same(name: str, twin: str) -> bool:
        text = code.functions[name][0]
        return code.functions[name] == other.functions.get(twin) and not (names and names.search(text))

    for name in code.functions:
        if not _BLOCK.fullmatch(name) and not same(name, name):
            found.add(name)
    entries = [code.program.compiled, other.program.compiled]
    pairs = [(entries[0][name].entry, entries[1][name].entry) for name in entries[0] if name in entries[1]]
    known = set()
    while pairs:
        pair = pairs.pop()
        name, twin = f"b{pair[0]}", f"b{pair[1]}"
        if pair in known or name not in code.functions:
            continue
        known.add(pair)
        if twin in other.functions and same(name, twin) and _asks(code, pair[0]) == _asks(other, pair[1]):
            pairs += zip(code.following(name), other.following(twin), strict=True)
        else:
            found.add(name)
    return frozenset(found)


def _asks(code: Code, label: int) -> list[Any]:
    """What is known of a block beside its lines."""
    program = code.program
    asking = program.decisions.get(label)
    return [
        program.owner[label], label in program.sure, label in program.safe,
        asking and replace(asking, then=0),
    ]  # fmt: skip


def _renamed(text: str) -> str:
    """A function with its local names numbered from 0."""
    known: dict[str, str] = {}
    return re.sub(r"\bx\d+\b", lambda found: known.setdefault(found.group(), f"x{len(known)}"), text)
