"""Playing, drawing and telling cards apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from typing import Any

from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.program import Program
from rulewright.runtime.state import State
from rulewright.runtime.support.notes import Notes


def hands(program: Program) -> list[list[int]]:
    """By seat, the zones that cards are played from."""
    play = program.ruleset.zones.get("play") or {}
    zones = [program.layout.zone[noun] for noun in as_list(play.get("from"))]
    return [[zone[seat] if len(zone) > 1 else zone[0] for zone in zones] for seat in range(program.players)]


def stacks(program: Program) -> list[int]:
    """The zones that played cards go to: one, or by seat."""
    return program.layout.zone.get(str((program.ruleset.zones.get("play") or {}).get("to")), [])


def refills(program: Program) -> dict[int, int]:
    """The zones of which empty piles are made anew, by pile."""
    layout = program.layout
    return {
        zone: layout.zone[entry["refill"]][seat]
        for noun, entry in layout.nouns.items()
        if entry.get("type") == "zone" and entry.get("refill")
        for seat, zone in enumerate(layout.zone[noun])
    }


def shown(program: Program, zone: int) -> bool:
    """Whether the cards of a zone lie open on the table."""
    layout = program.layout
    visible = layout.nouns[layout.zone_noun[zone]].get("visible") == "public"
    return visible and layout.zone_noun[zone] != program.ruleset.out_of_game


def card_functions(program: Program, notes: Notes) -> dict[str, Any]:
    """`PLAY`, `PLAYABLE`, `DRAW`, `MOVED`, `DRAWN`, `IN_ORDER` and `IN_PLAY`."""
    layout, forget, card_readers = program.layout, notes.forget, notes.of_cards
    of_card = notes.of_card
    played_to, played_from, refill = stacks(program), hands(program), refills(program)

    def play(s: State, you: int, card: int) -> None:
        """Play a card: it goes to where played cards lie."""
        s.move(card, played_to[you if len(played_to) > 1 else 0])
        forget(s, of_card[card])

    def playable(s: State, you: int) -> list[int]:
        """The cards that a seat could play."""
        found: list[int] = []
        for zone in played_from[you]:
            found += s.zones[zone]
        return found

    def draw(s: State, pile: int, zone: int, count: int) -> None:
        """Draw from the top; an empty pile is made anew from the zone that refills it."""
        forget(s, card_readers)
        s.draw(count, pile, zone, refill.get(pile, -1))

    def moved(s: State, before: list[int]) -> list[int]:
        """The cards that lie elsewhere than before."""
        return [card for card, (old, new) in enumerate(zip(before, s.where, strict=True)) if old != new]

    def drawn(s: State, before: list[int]) -> list[int]:
        """The same when cards were drawn: without those of which a pile was made anew."""
        return [card for card in moved(s, before) if s.where[card] not in refill]

    def in_order(s: State, cards: list[int], bottom: int) -> list[int]:
        """Cards that were moved, in the order in which they were: each came onto those before it, or under them."""
        if len(cards) < 2:
            return cards
        found = [(s.where[card], _place(s, card), card) for card in cards]
        return [card for _, _, card in sorted(found, key=lambda one: (one[0], -one[1] if bottom else one[1], one[2]))]

    def in_play(s: State, card: int) -> bool:
        """Whether a card lies open on the table."""
        zone = s.where[card]
        return zone >= layout.zone_count or (zone >= 0 and shown(program, zone))

    return {"PLAY": play, "PLAYABLE": playable, "DRAW": draw, "MOVED": moved, "DRAWN": drawn, "IN_ORDER": in_order,
            "IN_PLAY": in_play}  # fmt: skip


def _place(s: State, card: int) -> int:
    """How many cards lie below a card in its zone; 0 for what lies by itself."""
    zone = s.where[card]
    return s.zones[zone].index(card) if 0 <= zone < len(s.zones) else 0


class Copies:
    """Which cards are copies of others, so that choosing one of them is choosing any.

    Attributes:
        copied: the cards of which there are more.
        component: by card, what it is a copy of; cells: the numbers that are kept of a card or of the pieces on it, and
            what was said of it for a time.
        rows: by zone, whether its cards lie in an open row.
    """

    def __init__(self, program: Program) -> None:
        layout = program.layout
        numbers: dict[tuple[str, int], int] = {}
        issued = layout.issued()
        self.component = [
            numbers.setdefault((card.component, card.owner if number in issued else -1), len(numbers))
            for number, card in enumerate(layout.cards)
        ]
        times = Counter(self.component)
        self.copied = frozenset(card for card, number in enumerate(self.component) if times[number] > 1)
        of_zone = [layout.nouns[noun] for noun in layout.zone_noun[: layout.zone_count]]
        self.rows = [zone.get("order") == "pile" and zone.get("visible") == "public" for zone in of_zone]
        # The numbers that are kept of each card, and those of the pieces on it.
        self.cells: dict[int, list[int]] = {}
        for _, kept in layout.kept_for("card"):
            for card in kept.things[0]:
                self.cells.setdefault(card, []).append(kept.cell(card))
        for card, counters in layout.counted_of.items():
            self.cells.setdefault(card, []).extend(counters)
        for kind in layout.piece_kinds:
            for place in (place for place in kind.places if place >= layout.card_place):
                cells = dict.fromkeys(row[place] for row in kind.index)
                self.cells.setdefault(place - layout.card_place, []).extend(cells)

    def distinct(self, s: State, cards: list[int], placed: Container[int] = ()) -> list[int]:
        """Of copies that lie together, have the same on them and are from one set only the first.

        Args:
            placed: cards of which each place in an open row is another.
        """
        seen = set()
        found = []
        for card in cards:
            if card in self.copied:
                place = s.where[card]
                key = (self.component[card], place, *[s.n[cell] for cell in self.cells.get(card, ())])
                if card in placed and 0 <= place < len(self.rows) and self.rows[place]:
                    key = (*key, s.zones[place].index(card))
                if key in seen:
                    continue
                seen.add(key)
            found.append(card)
        return found
