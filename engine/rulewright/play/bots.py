"""Bots: whatever can choose an option without a human. They know no game, only decisions, scores and views.

What a bot draws at random follows from its seed and the number of choices made so far, never from a generator that runs
along: the same seats and seed play the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from rulewright.runtime.game import Game, Option

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
        return mix(self.seed, turn) % len(options(game))


class GreedyBot:
    """Plays its turn out many times on copies and takes the way that leaves it best off.

    The first step of each try goes through all options in turn, the rest of the turn is drawn at random; a try ends
    when another seat chooses. The best try is a plan, followed as long as its options are offered. What is good is
    judged without knowing the game: the score above all, then pieces on the map.

    It looks ahead on exact copies, so it foresees shuffles of its own turn: a yardstick, not a fair opponent.
    """

    def __init__(self, seed: int, tries: int = 48, steps: int = 40) -> None:
        self.seed = seed
        self.tries = tries
        self.steps = steps
        self._plan: list[str] = []

    def choose(self, game: Game, turn: int) -> int:
        """The next option of the plan, or the first of a new one."""
        offered = [option.id for option in options(game)]
        if len(offered) == 1:
            return 0
        if not self._plan or self._plan[-1] not in offered:
            self._plan = self._search(game, turn)
        return offered.index(self._plan.pop())

    def _search(self, game: Game, turn: int) -> list[str]:
        """The ids of the options of the best try found, last step first."""
        assert game.decision is not None
        seat, count = game.decision.seat, len(game.decision.options)
        best: list[str] = []
        best_value = float("-inf")
        for attempt in range(max(self.tries, count)):
            copy = game.copy()
            way: list[str] = []
            while copy.decision is not None and copy.decision.seat == seat and len(way) < self.steps:
                offered = copy.decision.options
                number = mix(self.seed, turn, attempt, len(way)) % len(offered) if way else attempt % count
                way.append(offered[number].id)
                copy.choose_number(number)
            value = worth(copy, seat)
            if value > best_value:
                best, best_value = way, value
        best.reverse()
        return best


def options(game: Game) -> Sequence[Option]:
    """What is offered in a game that is going on."""
    assert game.decision is not None
    return game.decision.options


def worth(game: Game, seat: int) -> float:
    """How well off a seat is, for any game: its lead, then what it has that others lack."""
    scores = list(game.scores)
    others = [score for other, score in enumerate(scores) if other != seat]
    lead = scores[seat] - (max(others) if others else 0)
    if game.decision is None:
        return lead * 1000
    return lead + 0.1 * _presence(game, seat)


def _presence(game: Game, seat: int) -> float:
    """Own pieces on the map less those of the strongest other seat."""
    count = [0] * len(game.scores)
    for space in game.view(seat)["map"]["spaces"]:
        for piece in space["pieces"]:
            if piece["owner"] is not None:
                count[piece["owner"]] += piece["count"]
    others = [pieces for other, pieces in enumerate(count) if other != seat]
    return count[seat] - (max(others) if others else 0)


BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "greedy": GreedyBot}

