"""Bots: whatever can choose an option without a human. They know no game, only decisions, scores and views.

What a bot draws at random follows from its seed and the number of choices made so far, never from a generator that runs
along: the same seats and seed play the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from rulewright.compiler.program import Program
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

    def __init__(self, seed: int, tries: int = 16, steps: int = 40) -> None:
        self.seed = seed
        self.tries = tries
        self.steps = steps
        self._plan: list[str] = []
        self._counters: list[list[int]] = []

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
        self._counters = self._counters or _map_counters(game.program)
        best: list[str] = []
        best_value = float("-inf")
        for attempt in range(max(self.tries, count)):
            copy = game.copy()
            way: list[str] = []
            while copy.decision is not None and copy.decision.seat == seat and len(way) < self.steps:
                offered = copy.decision.options
                number = mix(self.seed, turn, attempt, len(way)) % len(offered) if way else attempt % count
                way.append(offered[number].id)
                copy.step(number)
            value = self._worth(copy, seat)
            if value > best_value:
                best, best_value = way, value
        best.reverse()
        return best

    def _worth(self, game: Game, seat: int) -> float:
        lead = _lead(game.scores, seat)
        if game.decision is None:
            return 1000.0 * lead
        pieces = [sum(game.state.n[position] for position in positions) for positions in self._counters]
        return lead + 0.1 * _lead(pieces, seat)


def options(game: Game) -> Sequence[Option]:
    """What is offered in a game that is going on."""
    assert game.decision is not None
    return game.decision.options


def _lead(values: Sequence[int], seat: int) -> int:
    """How much more a seat has than the best other seat."""
    others = [value for other, value in enumerate(values) if other != seat]
    return values[seat] - max(others, default=0)


def _map_counters(program: Program) -> list[list[int]]:
    """By seat, where the state counts the pieces of that seat that stand on spaces."""
    layout = program.layout
    return [
        [kind.index[seat][space] for kind in layout.piece_kinds if kind.owned for space in layout.spaces
         if kind.index[seat][space]]
        for seat in range(program.players)
    ]


BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "greedy": GreedyBot}

