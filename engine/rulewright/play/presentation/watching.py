"""A position in which an option is tried: it notes how it stood before chance decided or hidden cards came to light."""

from __future__ import annotations

from collections.abc import Collection

from rulewright.runtime.state import State


class Watched(State):
    """A copy of a position, as one seat watches it.

    Attributes:
        certain: the position before chance first decided or the seat first saw a hidden card; None as long as neither
            has happened.
        drawn: the pile, the target and the number of the cards that were drawn then; None where it was something else.
    """

    __slots__ = ("_hidden", "_known", "certain", "drawn")

    def __init__(self, state: State, hidden: Collection[int], known: Collection[int | None]) -> None:
        """Take over a position, which is of no use any more by itself.

        Args:
            hidden: the places in which the seat does not see cards.
            known: cards that it knows though they lie there.
        """
        for name in State.__slots__:
            setattr(self, name, getattr(state, name))
        self._hidden, self._known = hidden, known
        self.certain: State | None = None
        self.drawn: tuple[int, int, int] | None = None

    def _note(self) -> None:
        if self.certain is None:
            self.certain = self.copy()
            self.certain.log = self.log[:] if self.log is not None else None

    def random(self, below: int) -> int:
        """A number by chance."""
        self._note()
        return super().random(below)

    def move(self, card: int, zone: int, bottom: bool = False) -> None:
        """Move a card, perhaps to where the seat sees it for the first time."""
        if self.where[card] in self._hidden and zone not in self._hidden and card not in self._known:
            self._note()
        super().move(card, zone, bottom)

    def take_all(self, source: int, target: int) -> None:
        """Move all cards of a zone, perhaps to where the seat sees them for the first time."""
        if source in self._hidden and target not in self._hidden and self.zones[source]:
            self._note()
        super().take_all(source, target)

    def draw(self, count: int, source: int, target: int, refill: int = -1) -> None:
        """Draw cards: how many there are is known before which."""
        there = len(self.zones[source]) + (len(self.zones[refill]) if refill >= 0 else 0)
        if self.certain is None and source in self._hidden and target not in self._hidden and min(count, there) > 0:
            self._note()
            self.drawn = (source, target, min(count, there))
        super().draw(count, source, target, refill)
