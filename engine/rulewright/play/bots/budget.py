"""How long a bot may think about a decision."""

from __future__ import annotations

import time
from dataclasses import dataclass

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
