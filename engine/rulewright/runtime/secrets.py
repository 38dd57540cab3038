"""Who sees what lies where, and may know which card a line of the log names: whoever saw it there, or sees it now."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import compress, count
from operator import ne
from typing import Any, Protocol

from rulewright.compiler.compiled import ALWAYS
from rulewright.compiler.layout.layout import Layout
from rulewright.compiler.program import Program
from rulewright.runtime.state import State


@dataclass(slots=True)
class _Open:
    """A card that somebody named and that has not moved yet: the line, and how deep the stack was then."""

    line: int
    card: int
    place: int
    depth: int


class _Position(Protocol):
    """What is asked of positions: where cards lie, what is going on, and the log."""

    @property
    def where(self) -> list[int]: ...
    @property
    def stack(self) -> Sequence[Any]: ...
    @property
    def log(self) -> list[tuple[Any, ...]] | None: ...


class Secrets:
    """Which seats may know the cards in the lines of one game's log."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._cardless = not program.layout.cards
        self._known: dict[int, set[int]] = {}  # by line; of a line that is not there all may know all
        self._open: list[_Open] = []
        self._deepest = 0  # of those that are open

    def note(self, before: _Position, now: _Position, first: int) -> None:
        """Note who may know the cards in what was logged between two positions, from a line on."""
        if self._cardless or now.log is None or (len(now.log) == first and not self._open):
            return
        for line, (seat, block, value, _) in enumerate(now.log[first:], first):
            for card in self._cards(block, value):
                self._known.setdefault(line, {seat}).update(self._seeing(before.where[card]))
                self._open.append(_Open(line, card, before.where[card], len(before.stack)))
                self._deepest = max(self._deepest, len(before.stack))
        if len(now.stack) >= self._deepest and now.where == before.where:
            return  # no card has moved, and all is under way still
        still = []
        for one in self._open:
            if now.where[one.card] != one.place:
                self._known[one.line].update(self._seeing(now.where[one.card]))
            elif len(now.stack) >= one.depth:  # what it was named for may be under way still
                still.append(one)
        self._open = still
        self._deepest = max((one.depth for one in still), default=0)

    def shown(
        self, before: State, now: State, options: Iterable[int | None], seat: int, known: Collection[int | None] = ()
    ) -> bool:
        """Whether a seat has been shown a card since a position that it did not see there.

        options: the cards among what may be chosen now; known: cards that it knew all the same.
        """
        first = len(before.log or ())
        named = [card for _, block, value, _ in (now.log or ())[first:] for card in self._cards(block, value)]
        hidden = self._program.machine.hidden[seat]
        moved = compress(count(), map(ne, before.where, now.where))
        seen = (card for card in moved if now.where[card] not in hidden)
        some = (card for card in (*seen, *named, *options) if card is not None and card not in known)
        return any(before.where[card] in hidden for card in some)

    def may_know(self, line: int, seats: Collection[int]) -> bool:
        """Whether all of these seats may know the cards in a line."""
        return line not in self._known or self._known[line].issuperset(seats)

    def _seeing(self, place: int) -> list[int]:
        return [seat for seat, hidden in enumerate(self._program.machine.hidden) if place not in hidden]

    def _cards(self, block: int | str, value: Any) -> list[int]:
        """The cards that a line names, by which nothing is done that shows them: those that were chosen, not used."""
        if block == ALWAYS:
            return []
        if not isinstance(block, str):
            return [value] if self._program.decisions[block].kind == "card" and value != -1 else []
        slots = self._program.verbs[block]
        return [thing for slot, thing in zip(slots, value, strict=True) if slot.type == "card"]


def sees(layout: Layout, place: int, viewer: int | None) -> bool:
    """Whether a seat sees the cards in a zone; what lies on spaces and cards all see, what lies nowhere nobody."""
    visible = layout.nouns[layout.zone_noun[place]].get("visible", "public") if 0 <= place < layout.zone_count else ""
    if visible == "owner":
        return viewer is not None and layout.zone_owner[place] == viewer
    return visible == "public" or place >= layout.zone_count
