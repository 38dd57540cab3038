"""Statistics of many games: results, lengths and balance of a ruleset."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from statistics import fmean
from typing import Any

from rulewright.simulate.games import Played


@dataclass(frozen=True, slots=True)
class Group:
    """Results of a seat, of a kind of bot, or of who holds a component. `wins` counts a win shared by two as half."""

    name: str
    games: int
    wins: float
    mean_score: float
    lowest: int
    highest: int

    @property
    def win_rate(self) -> float:
        """Wins for each game, 0 to 1."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Between what the win rate lies in 19 of 20 such measurements (E. B. Wilson's score interval)."""
        if not self.games:
            return 0.0, 1.0
        z, n = 1.96, self.games
        middle = (self.win_rate + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(self.win_rate * (1 - self.win_rate) / n + z * z / (4 * n * n))
        return max(0.0, middle - half), min(1.0, middle + half)


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
    lengths: tuple[int, int]
    taken: list[Taken]
    failures: list[str]

    def to_dict(self) -> dict[str, Any]:
        """As plain data, for a file."""
        return asdict(self)


def summarize(games: Sequence[Played]) -> Summary:
    """Count what happened in games of one plan; all means are those of finished games.

    What a game that was given up, or broke off, would have come to is not known: only `ends` and `failures` tell of it.
    """
    finished = [game for game in games if game.winners]
    decisions = sum(game.decisions for game in finished)
    return Summary(
        games=len(games),
        finished=len(finished),
        given_up=sum(not game.winners and not game.failure for game in games),
        ends=dict(Counter(_end(game) for game in games).most_common()),
        decisions=decisions / len(finished) if finished else 0.0,
        options=sum(game.options for game in finished) / decisions if decisions else 0.0,
        seats=_groups((f"seat {seat + 1}", game, seat) for game in finished for seat in range(len(game.scores))),
        kinds=_groups((kind, game, seat) for game in finished for seat, kind in enumerate(game.seats)),
        components=_groups(
            (name, game, seat) for game in finished for seat, own in enumerate(game.held) for name in own
        ),
        never=sorted(
            {name for game in finished for name in game.box}.difference(
                name for game in finished for own in game.held for name in own
            )
        ),
        lengths=(min(lengths), max(lengths)) if (lengths := [game.decisions for game in finished]) else (0, 0),
        taken=_taken(finished),
        failures=[f"game {game.index} (seed {game.seed}): {game.failure}" for game in games if game.failure],
    )


def _end(game: Played) -> str:
    if game.failure:
        return "error"
    return game.end if game.winners else "not finished"


def _win(game: Played, seat: int) -> float:
    return 1 / len(game.winners) if seat in game.winners else 0.0


def _groups(rows: Iterable[tuple[str, Played, int]]) -> list[Group]:
    """One group for each name, in order of name."""
    members: dict[str, list[tuple[int, float]]] = {}
    for name, game, seat in rows:
        members.setdefault(name, []).append((game.scores[seat], _win(game, seat)))
    return [
        Group(
            name,
            len(results),
            sum(win for _, win in results),
            fmean(score for score, _ in results),
            min(score for score, _ in results),
            max(score for score, _ in results),
        )
        for name, results in sorted(members.items())
    ]


def _taken(games: Sequence[Played]) -> list[Taken]:
    """Options by how often they were taken."""
    times: Counter[str] = Counter()
    seats: Counter[str] = Counter()
    wins: defaultdict[str, float] = defaultdict(float)
    for game in games:
        for seat, counts in enumerate(game.taken):
            for option, count in counts.items():
                times[option] += count
                seats[option] += 1
                wins[option] += _win(game, seat)
    return [
        Taken(option, count, seats[option], wins[option] / seats[option])
        for option, count in sorted(times.items(), key=lambda item: (-item[1], item[0]))
    ]
