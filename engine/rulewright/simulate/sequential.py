"""When enough is known: an interval of a mean that holds however often it is looked at, so that a run may stop on it.

The interval of a fixed number of games is no rule for stopping: who looks after every game and stops when 0 lies
outside stops wrongly far more often than in one of twenty runs. This is the predictable plug-in empirical Bernstein
confidence sequence of I. Waudby-Smith and A. Ramdas, *Estimating means of bounded random variables by betting* (2023),
theorem 2: with a chance of at least 1 - alpha the mean lies in the intervals after 1, 2, 3 … games, in all of them. It
asks only that figures are bounded. Its weights are free as long as each is fixed before its game; here they are those
that make it narrowest where it is to stop.
"""

from __future__ import annotations

from math import log, log1p

ALPHA = 0.05
_MOST = 0.5  # a weight, at most: beyond it single games count too much
_GUESS = 0.25  # the variance that is taken for likely before any game


class ConfidenceSequence:
    """The mean of bounded figures, with an interval that holds at all times together.

    Args:
        half: half of the interval's width for which it is made; others come out wider than they might.
        alpha: the chance that the mean ever lies outside, at most.
        low, high: what figures lie between.
    """

    def __init__(self, half: float, alpha: float = ALPHA, low: float = -1, high: float = 1) -> None:
        self.n = 0
        self._low, self._width = low, high - low
        self._half = half / self._width  # figures are moved to 0 … 1, where all of this is reckoned
        self._need = log(2 / alpha)
        self._sum, self._squares = 0.5, _GUESS
        self._weights = self._weighted = self._noise = 0.0

    def add(self, value: float) -> None:
        """One more figure."""
        x = (value - self._low) / self._width
        mean, variance = self._sum / (self.n + 1), self._squares / (self.n + 1)  # of those before
        weight = min(_MOST, self._half / variance)
        self._weights += weight
        self._weighted += weight * x
        self._noise += (x - mean) ** 2 * (-log1p(-weight) - weight)
        self.n += 1
        self._sum += x
        self._squares += (x - self._sum / (self.n + 1)) ** 2

    @property
    def value(self) -> float:
        """The mean, each figure with its weight."""
        return self._low + self._width * self._weighted / self._weights if self.n else self._low + self._width / 2

    @property
    def half(self) -> float:
        """Half of the interval's width."""
        return self._width * (self._need + self._noise) / self._weights if self.n else float("inf")
