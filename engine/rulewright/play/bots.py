"""Bots: players that choose options without a human. They know no game, only decisions, scores and sights.

What a bot draws at random follows from its seed and the number of choices made so far, never from a generator that runs
along: the same seats and seed play the same game.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Protocol

from rulewright.runtime.game import Game

_MASK = (1 << 64) - 1


class Bot(Protocol):
    """Chooses for a seat."""

    def choose(self, game: Game, turn: int) -> int:
        """The position of an option in the game's decision; turn is the number of choices made so far."""


def mix(*numbers: int) -> int:
    """A well-spread 64-bit number made of the given ones (splitmix64), the same on every machine."""
    state = 0
    for number in numbers:
        state = (state + number + 0x9E3779B97F4A7C15) & _MASK
        state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
        state ^= state >> 31
    return state


class RandomBot:
    """Takes any option, all alike."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, game: Game, turn: int) -> int:
        """An option drawn from the seed and the number of choices so far."""
        assert game.decision is not None
        return mix(self.seed, turn) % len(game.decision.options)


PLAYOUTS = 400
"""Of a decision, where no budget is named."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a decision may be thought about: playouts, or seconds where they are given."""

    playouts: int = PLAYOUTS
    seconds: float | None = None

    @classmethod
    def of(cls, text: str) -> Budget:
        """A budget as seats name it: `200`, `0.5s`, or nothing. Raises ValueError for anything else."""
        if not text:
            return cls()
        if text.endswith("s"):
            seconds = float(text[:-1])
            if not 0 < seconds <= 3600:
                raise ValueError(text)
            return cls(10**9, seconds)
        if not text.isdecimal() or not 0 < int(text) <= 10**7:
            raise ValueError(text)
        return cls(int(text))


class Purse:
    """What is left of a budget. Something is tried in any case."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._start = time.monotonic()
        self._playouts = 0

    @property
    def used(self) -> float:
        """The share that is used: 1 or more when nothing is left."""
        budget = self._budget
        played = self._playouts / budget.playouts
        return played if budget.seconds is None else max(played, (time.monotonic() - self._start) / budget.seconds)

    @property
    def empty(self) -> bool:
        """Whether nothing is left."""
        return self._playouts > 0 and self.used >= 1

    def pay(self, playouts: int = 1) -> None:
        """For playouts, or for what takes as long."""
        self._playouts += playouts
