"""What games tell that were played in detail, counted one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations
from math import sqrt

from rulewright.simulate.games import Played
from rulewright.simulate.statistics import Tally, wilson

PARTS = 20
"""Into so many parts the way of a game is divided."""
LONGEST = 30
"""Classes of lengths."""


@dataclass(slots=True)
class Share:
    """A share with the number of what it was counted of."""

    wins: float = 0.0
    n: int = 0

    def add(self, win: float) -> None:
        """Count one more."""
        self.wins += win
        self.n += 1

    @property
    def rate(self) -> float:
        """From 0 to 1."""
        return self.wins / self.n if self.n else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Between what it lies in 19 of 20 such measurements."""
        return wilson(self.wins, self.n)

    def tells(self, expected: float) -> bool:
        """Whether so many games tell it from a share that is expected."""
        low, high = self.interval
        return not low <= expected <= high


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
class Thing:
    """What may be chosen: in how many decisions it was offered, how often and when it was taken, what came of it."""

    offered: int = 0
    taken: int = 0
    takers: Share = field(default_factory=Share)
    when: Mean = field(default_factory=Mean)  # the first time, as a share of the game
    points: dict[bool, int] = field(default_factory=lambda: {True: 0, False: 0})  # of winners, of others


class Findings:
    """All that is counted."""

    def __init__(self) -> None:
        self.tally = Tally()
        self.players = 0
        self.detailed = 0
        self.things: dict[str, Thing] = {}
        self.pairs: dict[tuple[str, str], Share] = {}
        self.places: Counter[str] = Counter()
        self.curves = {True: [Mean() for _ in range(PARTS + 1)], False: [Mean() for _ in range(PARTS + 1)]}
        self.seats = {True: 0, False: 0}  # of winners, of others
        self.lengths: Counter[int] = Counter()

    def add(self, game: Played) -> None:
        """Count a game."""
        self.tally.add(game)
        if not game.winners:
            return
        self.players = len(game.scores)
        self.lengths[game.decisions] += 1
        for seat in range(len(game.scores)):
            won = seat in game.winners
            win = 1 / len(game.winners) if won else 0.0
            self.seats[won] += 1
            self._count_things(game, seat, win)
            for pair in combinations(game.held[seat] if seat < len(game.held) else [], 2):
                self.pairs.setdefault(pair, Share()).add(win)
        if game.curve:
            self.detailed += 1
            self._follow(game)

    def _count_things(self, game: Played, seat: int, win: float) -> None:
        for name, count in game.taken[seat].items():
            thing = self.things.setdefault(name, Thing())
            thing.taken += count
            thing.takers.add(win)
            if game.first:
                thing.when.add(game.first[seat].get(name, 0) / max(1, game.decisions))
        if game.offered:
            for name, count in game.offered[seat].items():
                self.things.setdefault(name, Thing()).offered += count
            for name, gained in game.points[seat].items():
                self.things.setdefault(name, Thing()).points[win > 0] += gained
            self.places.update(game.places[seat])

    def _follow(self, game: Played) -> None:
        """Where the scores of winners and of others were in each part of the game."""
        at = 0
        for part in range(PARTS + 1):
            while at + 1 < len(game.curve) and game.curve[at + 1][0] * PARTS <= part * game.decisions:
                at += 1
            for seat, score in enumerate(game.curve[at][1:]):
                self.curves[seat in game.winners][part].add(score)


def paired(first: Iterable[Played], second: Iterable[Played]) -> dict[str, Mean]:
    """What differs between two plans with the same seeds and seats, game by game: second minus first.

    Games that did not end in both are left out. By name: `length`, `score` (of all seats), `spread` (the lead of the
    winner), and `seat N` and `bot KIND`: their share of wins.
    """
    found: dict[str, Mean] = {}
    for one, other in zip(first, second, strict=False):
        if not one.winners or not other.winners or one.seed != other.seed:
            continue
        before, after = _figures(one), _figures(other)
        for name in before.keys() & after.keys():
            found.setdefault(name, Mean()).add(after[name] - before[name])
    return {name: found[name] for name in sorted(found)}


def _figures(game: Played) -> dict[str, float]:
    ordered = sorted(game.scores, reverse=True)
    figures: dict[str, float] = {
        "length": game.decisions,
        "score": sum(game.scores) / len(game.scores),
        "spread": ordered[0] - ordered[1] if len(ordered) > 1 else 0,
    }
    for seat, kind in enumerate(game.seats):
        win = 1 / len(game.winners) if seat in game.winners else 0.0
        figures[f"seat {seat + 1}"] = win
        figures[f"bot {kind}"] = figures.get(f"bot {kind}", 0.0) + win
    return figures
