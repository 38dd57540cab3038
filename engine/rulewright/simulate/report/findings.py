"""What games tell that were played in detail, counted one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from math import ceil
from typing import Any

from rulewright.play.bots.restricted import restriction
from rulewright.simulate.comparison import Mean
from rulewright.simulate.games import Played
from rulewright.simulate.statistics import Group, Tally, wilson

PARTS = 20
"""Into so many parts the way of a game is divided."""
LONGEST = 30
"""Classes of lengths."""
BANDS = (0.1, 0.25, 0.5, 0.75, 0.9)
"""Shares of seats that have no more than what a band tells."""


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
class Spread:
    """Whole numbers and how often each was there."""

    counts: Counter[int] = field(default_factory=Counter)

    @property
    def n(self) -> int:
        """How many there were."""
        return self.counts.total()

    def mean(self) -> Mean:
        """Their mean with its interval."""
        total = sum(value * count for value, count in self.counts.items())
        return Mean(total, sum(value * value * count for value, count in self.counts.items()), self.n)

    def bands(self) -> list[int]:
        """For each share of BANDS, what at least that share of them does not exceed; 0 of nothing."""
        found, seen = [], 0
        ordered = iter(sorted(self.counts.items()))
        value = 0
        for share in BANDS:
            while seen < ceil(share * self.n):
                value, count = next(ordered)
                seen += count
            found.append(value)
        return found


class Course:
    """How something that seats have goes over the parts of a game: of winners and of others."""

    def __init__(self) -> None:
        self.of = {won: [Spread() for _ in range(PARTS + 1)] for won in (True, False)}


@dataclass(slots=True)
class Restricted:
    """What seats won that might choose a component, less what seats won that must not: each game counts once.

    used: how many of the seats that might choose it held it at the end, of how many.
    """

    wins: Mean = field(default_factory=Mean)
    scores: Mean = field(default_factory=Mean)
    used: Share = field(default_factory=Share)


@dataclass(slots=True)
class Thing:
    """What may be chosen: in how many decisions it was offered, how often and when it was taken, what came of it."""

    offered: int = 0
    taken: int = 0
    takers: Share = field(default_factory=Share)
    when: Mean = field(default_factory=Mean)  # the first time, as a share of the game
    points: dict[bool, int] = field(default_factory=lambda: {True: 0, False: 0})  # of winners, of others


class Findings:
    """All that is counted.

    Args:
        components: by id, kind and name (`simulate/about.py`), where they are known.
    """

    def __init__(self, components: Mapping[str, Any] | None = None) -> None:
        self.tally = Tally()
        self.players = 0
        self.detailed = 0
        self.things: dict[str, Thing] = {}
        self.pairs: dict[tuple[str, str], Share] = {}
        self.places: Counter[str] = Counter()
        self.unoffered: set[str] | None = None  # in none of the games played in detail; None before the first
        self.score = Course()
        self.stocks: dict[str, Course] = {}  # by resource
        self.restricted: dict[str, Restricted] = {}  # by kind of bot
        self._kinds = {name: entry[0] for name, entry in (components or {}).items()}
        self._single: dict[str, Counter[str]] = {}  # by kind, the components of seats that held one of it
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
            win = game.share(seat)
            self.seats[won] += 1
            self._count_things(game, seat, win)
            held = game.held[seat] if seat < len(game.held) else []
            self._count_kinds(held)
            for pair in combinations(held, 2):
                self.pairs.setdefault(pair, Share()).add(win)
        for kind in {kind for kind in game.seats if restriction(kind)[1]}:
            self._restrict(game, kind)
        if game.curve:
            self.detailed += 1
            idle = {*(game.unoffered or ())}
            self.unoffered = idle & (self.unoffered if self.unoffered is not None else idle)
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

    def _count_kinds(self, held: Iterable[str]) -> None:
        kinds: dict[str, list[str]] = {}
        for name in held:
            kinds.setdefault(self._kinds.get(name, ""), []).append(name)
        for kind, names in kinds.items():
            if kind and len(names) == 1:
                self._single.setdefault(kind, Counter())[names[0]] += 1

    def identities(self) -> dict[str, list[Group]]:
        """What a player is: by kind, the components of kinds of which every seat held exactly one in every game.

        Kinds of which all held the same are left out, for they tell no player from another, and of several kinds that
        always go together all but one.
        """
        seats = self.seats[True] + self.seats[False]
        groups = {group.name: group for group in self.tally.summary().components}
        found: dict[str, list[Group]] = {}
        known = set()
        for kind, names in sorted(self._single.items()):
            if len(names) < 2 or names.total() < seats:
                continue
            own = [groups[name] for name in sorted(names)]
            same = tuple(sorted((one.games, one.wins, one.mean_score) for one in own))
            if same not in known:
                known.add(same)
                found[kind] = own
        return found

    def _restrict(self, game: Played, kind: str) -> None:
        """How those did that must not choose a component, against those of the same kind that may."""
        base, component = restriction(kind)
        without = [seat for seat, other in enumerate(game.seats) if other == kind]
        free = [seat for seat, other in enumerate(game.seats) if other == base]
        if not free:
            return

        def share(seats: list[int]) -> float:
            return sum(seat in game.winners for seat in seats) / len(game.winners) / len(seats)

        def score(seats: list[int]) -> float:
            return sum(game.scores[seat] for seat in seats) / len(seats)

        told = self.restricted.setdefault(kind, Restricted())
        told.wins.add(share(free) - share(without))
        told.scores.add(score(free) - score(without))
        for seat in free:
            told.used.add(float(component in game.held[seat]))

    def _follow(self, game: Played) -> None:
        """What winners and others had in each part of the game."""
        at = 0
        for part in range(PARTS + 1):
            while at + 1 < len(game.curve) and game.curve[at + 1][0] * PARTS <= part * game.decisions:
                at += 1
            for seat, score in enumerate(game.curve[at][1:]):
                self.score.of[seat in game.winners][part].counts[score] += 1
            for name, rows in game.stocks.items():
                course = self.stocks.setdefault(name, Course())
                for seat, count in enumerate(rows[at]):
                    course.of[seat in game.winners][part].counts[count] += 1
