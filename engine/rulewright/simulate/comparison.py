"""What a change does: two plans with the same seeds and seats, game by game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import sqrt

from rulewright.simulate.games import Played
from rulewright.simulate.sequential import ConfidenceSequence

SHARES = ("seat ", "bot ")
"""The names of figures that are shares of wins begin like this."""


@dataclass(slots=True)
class Mean:
    """A mean with its interval."""

    total: float = 0.0
    squares: float = 0.0
    n: int = 0

    def add(self, value: float) -> None:
        """Count one more."""
        self.total += value
        self.squares += value * value
        self.n += 1

    @property
    def value(self) -> float:
        """The mean; 0 of nothing."""
        return self.total / self.n if self.n else 0.0

    @property
    def half(self) -> float:
        """Half of the interval in which it lies in 19 of 20 such measurements (normal approximation)."""
        if self.n < 2:
            return float("inf")
        variance = max(0.0, (self.squares - self.total * self.total / self.n) / (self.n - 1))
        return 1.96 * sqrt(variance / self.n)


@dataclass(slots=True)
class Comparison:
    """What differs between two plans, game by game: second minus first.

    Attributes:
        until: half of the interval of each share of wins, 0 to 1, at which enough is known; 0 for never.
        means: by name, `length`, `score` (of all seats), `spread` (the lead of the winner), and `seat N` and
            `bot KIND`: their shares of wins. Games that did not end in both are left out.
        sequences: of the shares, intervals that hold whenever one looks at them; only where it is to stop.
    """

    until: float = 0.0
    means: dict[str, Mean] = field(default_factory=dict)
    sequences: dict[str, ConfidenceSequence] = field(default_factory=dict)

    def add(self, one: Played, other: Played) -> None:
        """Count a game that was played by both plans."""
        if not one.winners or not other.winners or one.seed != other.seed:
            return
        before, after = _figures(one), _figures(other)
        for name in before.keys() & after.keys():
            change = after[name] - before[name]
            self.means.setdefault(name, Mean()).add(change)
            if self.until and name.startswith(SHARES):
                self.sequences.setdefault(name, ConfidenceSequence(self.until)).add(change)

    @property
    def known(self) -> bool:
        """Whether every share of wins is known as well as is wanted."""
        return bool(self.sequences) and all(sequence.half <= self.until for sequence in self.sequences.values())

    def changes(self) -> dict[str, Mean]:
        """The means, in order of name."""
        return {name: self.means[name] for name in sorted(self.means)}


def paired(first: Iterable[Played], second: Iterable[Played]) -> dict[str, Mean]:
    """What differs between the games of two plans with the same seeds and seats."""
    found = Comparison()
    for one, other in zip(first, second, strict=False):
        found.add(one, other)
    return found.changes()


def _figures(game: Played) -> dict[str, float]:
    ordered = sorted(game.scores, reverse=True)
    figures: dict[str, float] = {
        "length": game.decisions,
        "score": sum(game.scores) / len(game.scores),
        "spread": ordered[0] - ordered[1] if len(ordered) > 1 else 0,
    }
    several = len(set(game.seats)) > 1
    for seat, kind in enumerate(game.seats):
        win = game.share(seat)
        figures[f"seat {seat + 1}"] = win
        if several:
            figures[f"bot {kind}"] = figures.get(f"bot {kind}", 0.0) + win
    return figures
