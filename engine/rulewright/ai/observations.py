"""Observations: what a seat may know, as a row of numbers whose meaning is always the same.

They are made of a sight (`runtime/sight.py`) and of nothing else. Seats are counted from who looks: seat +0 is
one's own, +1 the next. So one network can play every seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulewright.compiler.layout.layout import Layout, as_list
from rulewright.compiler.program import Program
from rulewright.runtime.sight import UNSEEN, Sight


@dataclass(frozen=True, slots=True)
class Field:
    """One number of an observation.

    name: the same in every game of the ruleset with so many players. meaning: in English, for people.
    """

    name: str
    meaning: str


class Observations:
    """The layout of a ruleset's observations, for a number of seats.

    fields: what each number means, in order.
    """

    def __init__(self, program: Program) -> None:
        layout = self._layout = program.layout
        self._seats = range(program.players)
        self._blocks = sorted(program.decisions)
        cells = [dict(_cells(layout, viewer)) for viewer in self._seats]
        self._names = list(cells[0])
        # Position 0 of a state is always 0: what one seat has and another has not is nothing there.
        self._cells = [[own.get(name, 0) for name in self._names] for own in cells]
        self._zones = [dict(_zones(layout, viewer)) for viewer in self._seats]
        self._owners = [layout.zone_owner[zone] for zone in range(layout.zone_count)]
        nouns = list(layout.zone)
        self._noun = [float(1 + nouns.index(noun)) for noun in layout.zone_noun]
        self._cards = [self._order_of_cards(viewer) for viewer in self._seats]
        self.fields = list(self._fields())

    def __len__(self) -> int:
        return len(self.fields)

    def _order_of_cards(self, viewer: int) -> list[int]:
        """All cards: those of nobody's set, then those of each seat's, one's own first."""
        count = len(self._seats)
        cards = self._layout.cards
        return sorted(range(len(cards)), key=lambda card: (_relative(cards[card].owner, viewer, count), card))

    def _fields(self) -> Iterator[Field]:
        for seat in self._seats:
            yield Field(f"chooser +{seat}", f"1 where seat +{seat} is to choose, else 0")
        for block in self._blocks:
            yield Field(f"asked {block}", f"1 where one is asked by block {block} of the program, else 0")
        for name in self._names:
            yield Field(name, f"how many, or which: {name}")
        for name in self._zones[0]:
            yield Field(f"cards in {name}", f"how many cards lie there, seen or not: {name}")
        for number, card in enumerate(self._cards[0]):
            info = self._layout.cards[card]
            owner = "" if info.owner < 0 else f" of +{_relative(info.owner, 0, len(self._seats))}"
            named = f"card {number} {info.component}{owner}"
            for seat in self._seats:
                yield Field(f"{named}: with +{seat}", f"1 where one sees it in a zone of seat +{seat}, else 0")
            yield Field(f"{named}: on the table", "1 where one sees it in a zone of nobody, else 0")
            yield Field(f"{named}: on the map", "1 where it lies on a space, a border or a card, else 0")
            yield Field(f"{named}: zone", "1 + the number of the zone among the nouns in which one sees it, else 0")

    def table(self) -> list[dict[str, Any]]:
        """The fields as data: position, name, meaning."""
        return [
            {"position": position, "name": field.name, "meaning": field.meaning}
            for position, field in enumerate(self.fields)
        ]

    def vector(self, seen: Sight) -> list[float]:
        """What a seat sees, as numbers in the order of `fields`."""
        viewer, count = seen.seat, len(self._seats)
        chooser = _relative(seen.chooser, viewer, count) if seen.chooser >= 0 else -1
        found = [float(seat == chooser) for seat in self._seats]
        found += [float(block == seen.block) for block in self._blocks]
        found += [float(seen.numbers[cell]) for cell in self._cells[viewer]]
        found += [float(seen.counts[zone]) for zone in self._zones[viewer].values()]
        nothing = [0.0] * (count + 3)
        for card in self._cards[viewer]:
            place = seen.places[card]
            if place in (UNSEEN, -1):
                found += nothing
                continue
            row = nothing[:]
            if place >= self._layout.zone_count:
                row[count + 1] = 1.0
            else:
                owner = self._owners[place]
                row[count if owner < 0 else _relative(owner, viewer, count)] = 1.0
                row[count + 2] = self._noun[place]
            found += row
        return found

    def named(self, seen: Sight) -> dict[str, float]:
        """The same as data: by name, what is not 0."""
        vector = self.vector(seen)
        return {field.name: value for field, value in zip(self.fields, vector, strict=True) if value}


def _relative(seat: int, viewer: int, count: int) -> int:
    """A seat counted from who looks; -1 for nobody."""
    return (seat - viewer) % count if seat >= 0 else -1


def _place(layout: Layout, place: int, viewer: int) -> str:
    """What a place is called as a seat sees it: zones of players with whose they are."""
    name = layout.names[place]
    if place < layout.zone_count and layout.zone_owner[place] >= 0:
        return f"{name} of +{_relative(layout.zone_owner[place], viewer, layout.players)}"
    if place >= layout.card_place:
        info = layout.cards[place - layout.card_place]
        copy = layout.instances(info.component).index(place - layout.card_place)
        own = f" of +{_relative(info.owner, viewer, layout.players)}" if info.owner >= 0 else ""
        return f"card {name}{own}" if own else f"card {name}.{copy}"
    return name


def _zones(layout: Layout, viewer: int) -> Iterator[tuple[str, int]]:
    """The zones by name, one's own first."""
    for seats in layout.zone.values():
        for offset in range(len(seats)):
            zone = seats[(viewer + offset) % len(seats)]
            yield _place(layout, zone, viewer), zone


def _cells(layout: Layout, viewer: int) -> Iterator[tuple[str, int]]:
    """Where the state keeps each number that a seat sees, by a name that says it as this seat sees it."""
    seats = range(layout.players)
    for noun, first in layout.held.items():
        yield from ((f"{noun} of +{offset}", first + (viewer + offset) % layout.players) for offset in seats)
    for noun, kept in layout.kept.items():
        of = [layout.nouns.get(kind, {}).get("type", kind) for kind in as_list(layout.nouns[noun].get("of"))]
        rows: list[tuple[str, list[int]]] = [(noun, [])]
        for kind, among in zip(of, kept.things, strict=False):
            rows = [
                (f"{name} {_thing(layout, kind, thing, viewer)}", [*things, thing])
                for name, things in rows
                for thing in (_from(among, viewer) if kind == "player" else among)
            ]
        yield from ((name, kept.cell(*things)) for name, things in rows if len(things) == len(kept.things))
    for kind in layout.piece_kinds:
        owned = kind.owned
        for offset in range(layout.players if owned else 1):
            row = (viewer + offset) % layout.players if owned else 0
            for place, cell in enumerate(kind.index[row]):
                if cell and not kind.endless(layout, place):
                    whose = f" of +{offset}" if owned else ""
                    yield f"{kind.name}{whose} in {_place(layout, place, viewer)}", cell


def _from(among: list[int], viewer: int) -> list[int]:
    """Seats in their order from who looks."""
    at = among.index(viewer) if viewer in among else 0
    return among[at:] + among[:at]


def _thing(layout: Layout, kind: str, thing: int, viewer: int) -> str:
    if kind == "player":
        return f"of +{_relative(thing, viewer, layout.players)}"
    if kind == "card":
        return f"of {_place(layout, layout.card_place + thing, viewer)}"
    return f"of {_place(layout, thing, viewer)}"
