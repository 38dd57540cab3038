"""What has happened in a game, choice by choice: the lines of its log and what changed, for one reader."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.play.presentation.changes import Amount, Changes, changes
from rulewright.play.presentation.positions import Positions

KEPT = 256
"""Choices of which a story keeps what they changed, for each reader that asked."""

if TYPE_CHECKING:
    from rulewright.runtime.game import Game
    from rulewright.runtime.state import State


@dataclass(frozen=True, slots=True)
class Event:
    """One choice and all that followed from it.

    number: how many choices had been made after it; seat: whose it was; lines: what the log says; bits: what the reader
    may know of what changed.
    """

    number: int
    seat: int
    lines: tuple[str, ...]
    bits: Changes

    def of(self, seat: int) -> tuple[Amount, ...]:
        """The amounts of a seat."""
        return tuple(amount for amount in self.bits.amounts if amount.seat == seat)


@dataclass
class Story:
    """The positions of a game, one after each choice: what replays and the log are told from."""

    states: Sequence[State] = ()
    seats: list[int] = field(default_factory=list)
    logged: list[int] = field(default_factory=list)
    secret: list[bool] = field(default_factory=list)

    def begin(self, game: Game) -> None:
        """A game that has just been started."""
        self._positions = Positions(game)
        self._bits: OrderedDict[tuple[int, int | None, str], Changes] = OrderedDict()
        self.states, self.seats, self.secret = self._positions, [], []
        self.logged = [len(game.state.log or ())]

    def choice(self, seat: int, secret: bool, game: Game) -> None:
        """A choice of a seat was made: the last one in the game's journal."""
        self._positions.add(game.journal[-1], game.state)
        self.logged.append(len(game.state.log or ()))
        self.seats.append(seat)
        self.secret.append(secret)

    def told(self, game: Game) -> int:
        """How many choices may be told of.

        While seats choose in secret, nothing that any of them may have chosen since the seat that is asked now was
        asked before: what it chose last, and all before that, has been carried out.
        """
        count, decision = len(self.seats), game.decision
        if decision is not None and decision.secret:
            while count and self.secret[count - 1] and self.seats[count - 1] == decision.seat:
                count -= 1
            while count and self.secret[count - 1] and self.seats[count - 1] != decision.seat:
                count -= 1
        return count

    def events(
        self, game: Game, viewers: Sequence[int], lang: str, start: int = 0, end: int | None = None
    ) -> list[Event]:
        """What happened from a choice on, as all of some seats may know it (no seats: what all may know)."""
        last = self.told(game) if end is None else min(end, self.told(game))
        found = []
        lines = game.log_lines(lang, self.logged[start], viewers) if start < last else []
        for number in range(start, last):
            first, after = (self.logged[at] - self.logged[start] for at in (number, number + 1))
            told = tuple(line for line in lines[first:after] if line)
            viewer = viewers[0] if len(viewers) == 1 else None
            found.append(Event(number + 1, self.seats[number], told, self._changed(game, number, viewer, lang)))
        return found

    def _changed(self, game: Game, number: int, viewer: int | None, lang: str) -> Changes:
        """What a choice changed, as a reader may know it."""
        key = number, viewer, lang
        bits = self._bits.get(key)
        if bits is None:
            bits = changes(game, self.states[number], self.states[number + 1], viewer, lang)
            while len(self._bits) >= KEPT:
                self._bits.popitem(last=False)
        self._bits[key] = bits
        self._bits.move_to_end(key)
        return bits

    def at(self, game: Game, number: int) -> Game:
        """The game as it was after so many choices; nothing can be chosen in it."""
        other = game.copy()
        other.state = self.states[number].copy()
        other.values = []
        return other

    def cut(self, count: int) -> None:
        """Only the first choices stand; the others were taken back."""
        self._positions.cut(count)
        self._bits.clear()
        del self.logged[count + 1 :], self.seats[count:], self.secret[count:]
