"""Statistics of many games: results, lengths and balance of a ruleset."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from math import sqrt
from types import MappingProxyType
from typing import Any

from rulewright.simulate.games import Played
from rulewright.simulate.sequential import ConfidenceSequence

BROKE_OFF, NOT_FINISHED = "error", "not finished"
"""Ends of games that have none."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Between what a share lies in 19 of 20 such measurements (E. B. Wilson's score interval, 1927)."""
    if not games:
        return 0.0, 1.0
    z, n, rate = 1.96, games, wins / games
    middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class Group:
    """Results of a seat, of a kind of bot, or of who holds a component. `wins` counts a win shared by two as half.

    known: between what the win rate lies, where the run was to stop as soon as that is narrow enough.
    """

    name: str
    games: int
    wins: float
    mean_score: float
    lowest: int
    highest: int
    known: tuple[float, float] | None = None

    @property
    def win_rate(self) -> float:
        """Wins for each game, 0 to 1."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Between what the win rate lies: `known`, or in 19 of 20 such measurements (E. B. Wilson's score interval)."""
        return self.known or wilson(self.wins, self.games)


@dataclass(frozen=True, slots=True)
class Taken:
    """How often an option was taken, and the share of wins among the seats that took it in a game."""

    option: str
    times: int
    seats: int
    win_rate: float


@dataclass(frozen=True, slots=True)
class Summary:
    """All of it."""

    games: int
    finished: int
    given_up: int
    ends: dict[str, int]
    decisions: float
    options: float
    seats: list[Group]
    kinds: list[Group]
    components: list[Group]
    never: list[str]
    unoffered: list[str]
    unfired: list[str]
    lengths: tuple[int, int]
    taken: list[Taken]
    failures: list[str]

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for a file."""
        return asdict(self)


class Tally:
    """What is counted of games, one after the other: all means are those of finished games.

    What a game that was given up, or broke off, would have come to is not known: only `ends` and `failures` tell of it.

    Args:
        until: half of the intervals of win rates by seat and by bot at which the run is to stop; they hold whenever one
            looks then (`simulate/sequential.py`). 0 where the number of games was fixed before.
    """

    def __init__(self, until: float = 0) -> None:
        self.until = until
        self._known: dict[str, ConfidenceSequence] = {}
        self.games = self.finished = self.given_up = 0
        self._ends: Counter[str] = Counter()
        self._decisions = self._options = 0
        self._lengths = (0, 0)
        self._groups: tuple[dict[str, _Sum], ...] = ({}, {}, {})  # by seat, kind of bot, component
        self._boxes: set[str] = set()
        self._idle: dict[str, set[str] | None] = {"unoffered": None, "unfired": None}  # in none of the games
        self._taken: dict[str, _Sum] = {}
        self._failures: list[str] = []

    def add(self, game: Played) -> None:
        """Count a game."""
        self.games += 1
        self._ends[_end(game)] += 1
        if game.failure:
            self._failures.append(f"game {game.index} (seed {game.seed}): {game.failure}")
        elif not game.winners:
            self.given_up += 1
        if not game.winners:
            return
        self.finished += 1
        self._decisions += game.decisions
        self._options += game.options
        low, high = self._lengths
        self._lengths = (min(low or game.decisions, game.decisions), max(high, game.decisions))
        seats, kinds, components = self._groups
        for seat, score in enumerate(game.scores):
            seats.setdefault(f"seat {seat + 1}", _Sum()).add(score, game.share(seat))
        for seat, kind in enumerate(game.seats):
            kinds.setdefault(kind, _Sum()).add(game.scores[seat], game.share(seat))
        for seat, own in enumerate(game.held):
            for name in own:
                components.setdefault(name, _Sum()).add(game.scores[seat], game.share(seat))
        if self.until:
            self._look(game)
        self._boxes.update(game.box)
        for kind, before in self._idle.items():
            told = getattr(game, kind)
            if told is not None:
                self._idle[kind] = {*told} if before is None else before & {*told}
        for seat, counts in enumerate(game.taken):
            for option, count in counts.items():
                known = self._taken.setdefault(option, _Sum())
                known.add(game.scores[seat], game.share(seat))
                known.times += count

    def _look(self, game: Played) -> None:
        """Add to what is known of win rates: of a kind of bot, its share of a game for each seat that it has in it."""
        figures = {f"seat {seat + 1}": game.share(seat) for seat in range(len(game.seats))}
        for kind in set(game.seats):
            own = [seat for seat, other in enumerate(game.seats) if other == kind]
            figures[kind] = sum(game.share(seat) for seat in own) / len(own)
        for name, share in figures.items():
            self._known.setdefault(name, ConfidenceSequence(self.until, low=0)).add(share)

    @property
    def known(self) -> bool:
        """Whether the win rate of each seat and bot is known as well as is wanted."""
        return bool(self._known) and all(sequence.half <= self.until for sequence in self._known.values())

    def summary(self) -> Summary:
        """What there is to tell."""
        taken = [
            Taken(option, one.times, one.games, one.wins / one.games)
            for option, one in sorted(self._taken.items(), key=lambda item: (-item[1].times, item[0]))
        ]
        return Summary(
            games=self.games,
            finished=self.finished,
            given_up=self.given_up,
            ends=dict(self._ends.most_common()),
            decisions=self._decisions / self.finished if self.finished else 0.0,
            options=self._options / self._decisions if self._decisions else 0.0,
            seats=_groups(self._groups[0], self._known),
            kinds=_groups(self._groups[1], self._known),
            components=_groups(self._groups[2]),
            never=sorted(self._boxes.difference(self._groups[2])),
            unoffered=sorted(self._idle["unoffered"] or ()),
            unfired=sorted(self._idle["unfired"] or ()),
            lengths=self._lengths,
            taken=taken,
            failures=self._failures,
        )


def summarize(games: Iterable[Played]) -> Summary:
    """Count what happened in games of one plan."""
    tally = Tally()
    for game in games:
        tally.add(game)
    return tally.summary()


@dataclass(slots=True)
class _Sum:
    games: int = 0
    wins: float = 0.0
    total: int = 0
    lowest: int = 0
    highest: int = 0
    times: int = 0

    def add(self, score: int, win: float) -> None:
        self.lowest = min(self.lowest, score) if self.games else score
        self.highest = max(self.highest, score) if self.games else score
        self.games += 1
        self.wins += win
        self.total += score


def _end(game: Played) -> str:
    if game.failure:
        return BROKE_OFF
    return game.end if game.winners else NOT_FINISHED


def _groups(sums: dict[str, _Sum], known: Mapping[str, ConfidenceSequence] = MappingProxyType({})) -> list[Group]:
    """One group for each name, in order of name."""
    return [
        Group(
            name, one.games, one.wins, one.total / one.games, one.lowest, one.highest,
            _between(known[name]) if name in known else None,
        )
        for name, one in sorted(sums.items())
    ]  # fmt: skip


def _between(sequence: ConfidenceSequence) -> tuple[float, float]:
    return max(0.0, sequence.value - sequence.half), min(1.0, sequence.value + sequence.half)
