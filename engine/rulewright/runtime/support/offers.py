"""What is offered from tables of procedures and abilities, and how it begins."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from typing import Any

from rulewright.compiler.compiled import Entry
from rulewright.compiler.program import Program
from rulewright.runtime.state import State
from rulewright.runtime.support.notes import Notes


class OfferTable:
    """Index of the entries of a table by card; considers only usable cards."""

    def __init__(self, entries: Sequence[Entry], players: int) -> None:
        self.entries = entries
        self.of_card: dict[int, list[int]] = {}
        for number, entry in enumerate(entries):
            for card in entry.cards if entry.zones else ():
                self.of_card.setdefault(card, []).append(number)
        self.zones = [sorted({zone for entry in entries if entry.zones for zone in entry.zones[seat]})
                      for seat in range(players)]  # fmt: skip
        self._last: list[tuple[list[tuple[int, ...]], dict[int, list[int]]]] = [([], {})] * players

    def lying(self, s: State, you: int) -> dict[int, list[int]]:
        """The cards of each entry that lie where a seat can use them, in their order."""
        piles = [s.zones[zone] for zone in self.zones[you]]
        last, here = self._last[you]
        if last != piles:
            here = {}
            for zone, pile in zip(self.zones[you], piles, strict=True):
                for card in pile:
                    for number in self.of_card.get(card, ()):
                        if zone in self.entries[number].zones[you]:
                            insort(here.setdefault(number, []), card)
            self._last[you] = piles, here
        return here


def offer_functions(program: Program, notes: Notes) -> dict[str, Any]:
    """`ENTRIES`, `OFFER`, `START` (also `BEGIN`) and `START_EACH`."""
    names, use = program.names, notes.use
    sorted_tables = [OfferTable(entries_of, program.players) for entries_of in program.offers]
    listing = [f"offered_{table}" for table in range(len(program.offers))]

    def entries(s: State, you: int, table: int, args: tuple[Any, ...] = ()) -> list[Any]:
        """(entry, card) for everything in a table that may be tried now."""
        found: list[Any] = names[listing[table]](s, you, sorted_tables[table].lying(s, you), *args)
        return found

    def offer(s: State, you: int, table: int, may_end: bool) -> list[Any]:
        """The same for a seat that is asked what to do; -1 is to do nothing more."""
        found = entries(s, you, table)
        if may_end:
            found.append(-1)
        return found

    beginnings: dict[tuple[int, int], tuple[int, int, Any]] = {}  # by table and number: limit, first block, pad

    def start(s: State, you: int, choice: Any, args: tuple[Any, ...] = ()) -> None:
        """Begin what was chosen from a table."""
        table, number, card = choice
        begun = beginnings.get((table, number))
        if begun is None:
            entry = program.offers[table][number]
            pad = names[entry.procedure.pad_name]
            begun = beginnings[table, number] = entry.spends and entry.limit, entry.procedure.entry, pad
        limit, first, pad = begun
        if limit:
            use(s, limit, you)
        s.stack.append([first, you, *args, card, *pad])

    def start_each(s: State, you: int, ability: Any) -> None:
        """Begin what one card says: (card, entry, name of what its frame ends with)."""
        card, entry, pad_name = ability
        s.stack.append([entry, you, card, *names[pad_name]])

    return {"ENTRIES": entries, "OFFER": offer, "BEGIN": start, "START": start, "START_EACH": start_each}
