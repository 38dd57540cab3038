"""What the probes of one game note while the machine finds out which options can be carried through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, TypeVar

Position = TypeVar("Position")


class Lookahead(Generic[Position]):
    """What probes share while the machine finds out whether one option can be carried through.

    A position shares it with the copies on which the machine looks ahead. Every game has one of its own, so that games
    may be played at the same time, in threads.

    Attributes:
        tried: how many options were probed; nested: how many choices the probe is in.
        within: the procedures that the probe is in, with their frames.
        asked: the position whose options are probed one by one; it does not change meanwhile.
        ways: the ways to pay, by what decides them; they hold for one position only.
        of: this position.
        amount: of the last payment that was probed; after: the position after it.
        depth: how many trials there are within one another.
        left: how many positions may still be looked at in them, for one option.
        unasked: how many were looked at in trials of acts since somebody was last asked.
        drawn: whether chance was asked, in play or in a trial.
        fired: what was set off in play, as (table, entry); None where nobody asks.
    """

    __slots__ = (
        "after",
        "amount",
        "asked",
        "depth",
        "drawn",
        "fired",
        "left",
        "nested",
        "of",
        "tried",
        "unasked",
        "ways",
        "within",
    )

    def __init__(self) -> None:
        self.tried = self.nested = 0
        self.within: list[tuple[str, list[Any]]] = []
        self.asked: Position | None = None
        self.ways: dict[Any, Once] = {}
        self.of: Position | None = None
        self.amount = 0
        self.after: Position | None = None
        self.depth = 0
        self.left = 0
        self.unasked = 0
        self.drawn = False
        self.fired: set[tuple[int, int]] | None = None

    def ask(self, s: Position) -> None:
        """Begin to look at the options of a decision."""
        self.asked, self.of = s, None

    def begin(self, s: Position) -> None:
        """Begin to look at another position, or at one that may have changed."""
        self.ways.clear()
        self.of = s if s is self.asked else None


class Once:
    """What an iterator brings, for all who ask: each thing is found when somebody comes to it, and only once."""

    def __init__(self, source: Iterator[Any]) -> None:
        self.source = source
        self.found: list[Any] = []

    def __iter__(self) -> Iterator[Any]:
        yield from self.found
        for thing in self.source:
            self.found.append(thing)
            yield thing
