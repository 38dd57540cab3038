"""What differs between two positions of a game, as data: amounts, pieces and cards, as far as a seat may know.

Only the integers that differ are looked at, so that every option of a decision can be tried on a copy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, count
from operator import ne
from typing import TYPE_CHECKING, Any

from rulewright.compiler.layout.layout import as_list
from rulewright.language.interface import said
from rulewright.runtime.secrets import sees

if TYPE_CHECKING:
    from rulewright.compiler.program import Program
    from rulewright.runtime.game import Game
    from rulewright.runtime.state import State

NOBODY = -1
STRETCH = 128
"""So many numbers are compared at once."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of somebody (`seat`, from 0; NOBODY) before and after.

    of: of which thing, where of several; said: what it is now, where its values have names.
    """

    noun: str
    name: str
    seat: int
    before: int
    after: int
    of: str = ""
    said: str = ""

    @property
    def by(self) -> int:
        """How much is gained; below 0, lost."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Move:
    """Pieces or cards that go from somewhere to somewhere; `source` and `target` are ids of places, or "".

    id: of the piece or card; "" for cards whose faces the reader may not know.
    """

    kind: str  # piece or card
    id: str
    name: str
    count: int
    owner: int
    source: str
    target: str
    source_name: str
    target_name: str


@dataclass(frozen=True, slots=True)
class Changes:
    """What differs: amounts first, then what moved."""

    amounts: tuple[Amount, ...] = ()
    moves: tuple[Move, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.amounts or self.moves)


class Meanings:
    """What the integers of a program's state stand for: made once for a program."""

    def __init__(self, program: Program) -> None:
        self.program = program

    @cached_property
    def amounts(self) -> dict[int, tuple[str, int, str]]:
        """By position: the noun, whose it is, and of which thing."""
        layout = self.program.layout
        found: dict[int, tuple[str, int, str]] = {}
        for noun, first in layout.held.items():
            found |= {first + seat: (noun, seat, "") for seat in range(layout.players)}
        for noun, kept in layout.kept.items():
            entry = layout.nouns[noun]
            of = as_list(entry.get("of"))
            if entry.get("type") != "number" or entry.get("shown", True) in (False, "false"):
                continue
            if not of:
                found[kept.first] = (noun, NOBODY, "")
            elif of == ["player"]:
                found |= {kept.cell(seat): (noun, seat, "") for seat in kept.things[0]}
            elif of[0] == "player" and len(of) == 2:
                kind = layout.type_of(of[1])
                found |= {
                    kept.cell(seat, thing): (noun, seat, self.thing(kind, thing))
                    for seat in kept.things[0] for thing in kept.things[1]
                }  # fmt: skip
        return found

    @cached_property
    def pieces(self) -> dict[int, tuple[int, int, int]]:
        """By position: the number of the kind of piece, its owner (NOBODY), and the place."""
        layout = self.program.layout
        found: dict[int, tuple[int, int, int]] = {}
        for number, kind in enumerate(layout.piece_kinds):
            for row, places in enumerate(kind.index):
                owner = row if kind.owned and row < layout.players else NOBODY
                for place, position in enumerate(places):
                    if position and not kind.endless(layout, place):
                        found[position] = (number, owner, place)
        return found

    def thing(self, kind: str, thing: int) -> str:
        """The id of a thing that a number is of."""
        layout = self.program.layout
        return layout.cards[thing].component if kind == "card" else layout.names[thing]


def meanings(program: Program) -> Meanings:
    """What the integers of a program's state stand for."""
    known = getattr(program, "_meanings", None)
    if known is None:
        known = Meanings(program)
        program._meanings = known  # type: ignore[attr-defined]
    return known


def changes(game: Game, before: State, after: State, viewer: int | None, lang: str) -> Changes:
    """What differs between two positions of a game.

    Args:
        viewer: the seat that reads it; None: what all may know.
    """
    known = meanings(game.program)
    amounts = []
    flows: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for position in differing(before.n, after.n):
        if (amount := known.amounts.get(position)) is not None:
            noun, seat, of = amount
            was, now = before.n[position], after.n[position]
            said = _value(game, noun, now, lang)
            amounts.append(Amount(noun, named(game, noun, of, lang), seat, was, now, of, said))
        elif (piece := known.pieces.get(position)) is not None:
            number, owner, place = piece
            flows.setdefault((number, owner), []).append((place, after.n[position] - before.n[position]))
    moves = [
        move for (number, owner), flow in flows.items() for move in _pieces(game, number, owner, flow, viewer, lang)
    ]
    moves += _cards(game, before, after, viewer, lang)
    return Changes(tuple(amounts), tuple(moves))


def differing(before: Sequence[int], after: Sequence[int]) -> Iterator[int]:
    """The positions at which two rows of numbers of one length differ; most stretches of them do not."""
    for first in range(0, len(before), STRETCH):
        old, new = before[first : first + STRETCH], after[first : first + STRETCH]
        if old != new:
            yield from compress(count(first), map(ne, old, new))


def named(game: Game, noun: str, of: str, lang: str) -> str:
    """What a number is called, with the thing that it is of."""
    titles = game.labels.titles(lang)
    name = titles.get(noun, noun.replace("_", " "))
    return said("of", lang, what=name, whose=titles.get(of, of.replace("_", " "))) if of else name


def _value(game: Game, noun: str, value: int, lang: str) -> str:
    """What a number that stands for one of several names is called; "" where it is a number."""
    kept = game.program.layout.kept.get(noun)
    names = kept.names if kept is not None else ()
    name = str(names[value - 1]) if 1 <= value <= len(names) else ""
    return game.labels.titles(lang).get(name, name.replace("_", " "))


def _pieces(
    game: Game, number: int, owner: int, flow: list[tuple[int, int]], viewer: int | None, lang: str
) -> Iterator[Move]:
    """Moves that explain where more and where fewer pieces of a kind lie, first between places of the same seat."""
    labels, layout, kind = game.labels, game.program.layout, game.program.layout.piece_kinds[number]
    by = dict(flow)
    name = labels.worth(labels.noun(kind.noun, lang), kind.worth, lang)

    def whose(place: int) -> int:
        return layout.zone_owner[place] if place < layout.zone_count else NOBODY

    pairs = [(one, other) for one in by for other in by if by[one] < 0 < by[other]]
    pairs.sort(key=lambda pair: whose(pair[0]) != whose(pair[1]))
    flows = []
    for one, other in pairs:
        some = min(-by[one], by[other])
        if some > 0:
            by[one] += some
            by[other] -= some
            flows.append((one, other, some))
    flows += [(place, -1, -left) if left < 0 else (-1, place, left) for place, left in by.items() if left]
    for source, target, some in flows:
        yield Move(
            "piece", kind.name, name, some, owner, *(_id(game, place) for place in (source, target)),
            *(_place(game, place, viewer, lang) for place in (source, target)),
        )  # fmt: skip


def _cards(game: Game, before: State, after: State, viewer: int | None, lang: str) -> Iterator[Move]:
    """Cards that lie elsewhere; those that the viewer saw in neither place only by their number."""
    layout = game.program.layout
    unknown: dict[tuple[int, int], int] = {}
    for card in compress(count(), map(ne, before.where, after.where)):
        source, target = before.where[card], after.where[card]
        if sees(layout, source, viewer) or sees(layout, target, viewer):
            places = (source, target)
            yield Move(
                "card", game.labels.ids.card(card), game.labels.card(card, lang), 1, NOBODY,
                *(_id(game, place) for place in places), *(_place(game, place, viewer, lang) for place in places),
            )  # fmt: skip
        else:
            unknown[source, target] = unknown.get((source, target), 0) + 1
    for (source, target), some in unknown.items():
        yield drawn(game, source, target, some, viewer, lang)


def drawn(game: Game, source: int, target: int, count: int, viewer: int | None, lang: str) -> Move:
    """A move of cards whose faces the viewer does not know."""
    places = (source, target)
    return Move(
        "card", "", said("card" if count == 1 else "cards", lang), count, NOBODY,
        *(_id(game, place) for place in places), *(_place(game, place, viewer, lang) for place in places),
    )  # fmt: skip


def _id(game: Game, place: int) -> str:
    return "" if place < 0 else place_id(game, place)


def _place(game: Game, place: int, viewer: int | None, lang: str) -> str:
    """What a place is called; zones of the viewer without whose they are."""
    layout = game.program.layout
    if 0 <= place < layout.zone_count and layout.zone_owner[place] == viewer:
        return game.labels.noun(layout.zone_noun[place], lang)
    return "" if place < 0 else game.labels.place(place, lang)


def place_id(game: Game, place: int) -> str:
    """The id of a place: `zone`, `zone.seat`, a space's or border's id, or a card's."""
    layout = game.program.layout
    if place >= layout.card_place:
        return game.labels.ids.card(place - layout.card_place)
    told: Any = game.labels.ids.place(place)
    return str(told)
