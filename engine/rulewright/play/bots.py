"""Bots: players that choose options without a human. They know no game, only decisions, scores and views.

What a bot draws at random follows from its seed and the number of choices made so far, never from a generator that runs
along: the same seats and seed play the same game.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Protocol

from rulewright.compiler.program import Program
from rulewright.runtime.game import Game

_MASK = (1 << 64) - 1
_PATIENCE = 20
"""Plans that a bot makes before it asks again whether the end is near."""
_WON = 1_000_000.0
"""What a won game is worth."""


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


class GreedyBot:
    """Plays its turn out many times on copies and takes the way that leaves it best off.

    The first steps of the tries are different options, the rest of the turn is drawn at random; a try ends with the
    turn. The best try is a plan, followed as long as its options are offered.

    Where the ruleset names a number that tells how well off somebody is (`value`, under `result`), the lead in it is
    what a way is worth, and later tries begin like the best one found so far.

    Elsewhere, where the end of the game is near enough, ways are compared by how games end that go on from them at
    random: one game for each, then another for each of the better half, and so on. Otherwise what is good is judged
    without knowing the game: the score above all, then pieces on the map and what decides between equals.

    It looks ahead on exact copies, so it foresees shuffles of its own turn: a yardstick, not a fair opponent.

    Args:
        tries: how many ways are tried; with a value of the ruleset, which is quickly asked, `more` times as many.
        steps: of a way, at most.
        near: the end is near when a random game gets there in so many choices of each seat.
    """

    def __init__(self, seed: int, tries: int = 8, steps: int = 40, near: int = 150, more: int = 5) -> None:
        self.seed = seed
        self.tries = tries
        self.steps = steps
        self.near = near
        self.more = more
        self._plan: list[Any] = []  # values of options, the next one last
        self._far = 0  # so many plans are made without asking whether the end is near
        self._worth: Worth | None = None

    def choose(self, game: Game, turn: int) -> int:
        """The next option of the plan, or the first of a new one."""
        if not self.has_plan_for(game):
            if len(game.values) == 1:
                return 0
            self._plan = self.plan(game, turn)
        return game.values.index(self._plan.pop())

    def follow(self, plan: Sequence[Any]) -> None:
        """Take these options next, the last one first, as long as they are offered."""
        self._plan = list(plan)

    def has_plan_for(self, game: Game) -> bool:
        """Whether the next step of its plan is offered."""
        return bool(self._plan) and self._plan[-1] in game.values

    def plan(self, game: Game, turn: int) -> list[Any]:
        """The values of the best try found, last step first."""
        return self.best_try(game, turn).way[::-1]

    def best_try(self, game: Game, turn: int) -> Try:
        """The best way through the turn that it found."""
        seat = game.chooser
        if self._worth is None or self._worth.program is not game.program:
            self._worth = Worth(game.program)
        worth = self._worth
        start, root = mix(self.seed, turn), Stop(game)
        if game.program.ruleset.result.get("value"):
            return self._climb(root, seat, start, worth)
        tries: dict[str, Try] = {}
        for attempt in range(self.tries):
            one = self._try(root, seat, mix(start, attempt), [start + attempt])
            tries.setdefault(repr(one.way), one)
        found = list(tries.values())
        if len(found) > 1 and self._near_the_end(found[0].after, turn):
            return self._by_endings(found, seat, turn, worth)
        return max(found, key=lambda one: worth.of(one.after, seat))

    def _climb(self, root: Stop, seat: int, start: int, worth: Worth) -> Try:
        """The best of many ways: the first begin with each option in turn, the others like the best so far."""
        best: Try | None = None
        most = 0.0
        fresh = max(self.tries, 2 * len(root.game.values))
        for attempt in range(fresh + self.tries * self.more):
            luck = mix(start, attempt)
            numbers = best.numbers if best else []
            begin = [start + attempt] if attempt < fresh else numbers[: luck % max(1, len(numbers))]
            one = self._try(root, seat, luck, begin)
            last = one.stops[-1]
            if last.worth is None:
                last.worth = worth.of(last.game, seat)
            if best is None or last.worth > most:
                best, most, one = one, last.worth, best or one
            _forget(one.stops, best.stops)
        assert best is not None
        return best

    def _try(self, root: Stop, seat: int, luck: int, begin: Sequence[int]) -> Try:
        """One way through the turn.

        begin: numbers of the options that it begins with. What others choose in the seat's turn is drawn.
        """
        found = Try([], [], [root])
        stop, way = root, found.way
        own_turn = root.game.turn == seat
        while (values := stop.game.values) and len(way) < self.steps:
            if stop.game.chooser == seat:
                number = (begin[len(way)] if len(way) < len(begin) else mix(luck, len(way))) % len(values)
                way.append(values[number])
                found.numbers.append(number)
            elif own_turn and stop.game.turn == seat:
                number = mix(luck, len(way), 1) % len(values)
            else:
                break
            stop = stop.after(number)
            found.stops.append(stop)
        return found

    def _near_the_end(self, game: Game, turn: int) -> bool:
        """Whether a random game gets to the end soon; not asked again for a while when it did not."""
        if self._far:
            self._far -= 1
            return False
        copy = game.copy()
        self._finish(copy, mix(self.seed, turn))
        if copy.values:
            self._far = _PATIENCE
        return not copy.values

    def _finish(self, game: Game, luck: int) -> None:
        """Play on at random, not for ever."""
        for count in range(self.near * game.seats):
            if not game.values:
                break
            game.step(mix(luck, count) % len(game.values))

    def _by_endings(self, ways: Sequence[Try], seat: int, turn: int, worth: Worth) -> Try:
        """The way from which random games end best."""
        totals = [0.0] * len(ways)
        left = list(range(len(ways)))
        while len(left) > 1:
            for number in left:
                copy = ways[number].after.copy()
                self._finish(copy, mix(self.seed, turn, len(left)))
                totals[number] += worth.of(copy, seat)
            left.sort(key=lambda number: -totals[number])
            left = left[: (len(left) + 1) // 2]
        return ways[left[0]]


class Stop:
    """A position on the ways that are tried: a copy plays alike each time, so ways that begin alike share it."""

    __slots__ = ("game", "next", "worth")

    def __init__(self, game: Game) -> None:
        self.game = game
        self.worth: float | None = None  # to the seat that tries, once that was asked
        self.next: dict[int, Stop] = {}  # by the number of the option taken

    def after(self, number: int) -> Stop:
        """The position that taking an option leads to."""
        found = self.next.get(number)
        if found is None:
            game = self.game.copy()
            game.step(number)
            found = self.next[number] = Stop(game)
        return found


@dataclass(frozen=True, slots=True)
class Try:
    """One way through a turn: the values and numbers of the options that the seat took, and all stops, the first one
    where it began."""

    way: list[Any]
    numbers: list[int]
    stops: list[Stop]

    @property
    def after(self) -> Game:
        """The game after it."""
        return self.stops[-1].game


def _forget(stops: Sequence[Stop], best: Sequence[Stop]) -> None:
    """Let go of what lies beyond the first stop that the best way does not share: positions take memory."""
    for stop, other in zip_longest(stops, best):
        if stop is not other:
            if stop is not None:
                stop.next.clear()
            return


class Worth:
    """Judges positions for seats without knowing the game."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._value = program.ruleset.result.get("value")
        self._counters = [] if self._value else _map_counters(program)

    def of(self, game: Game, seat: int) -> float:
        """What a position is worth to a seat: above all whether it has won."""
        if game.winner >= 0:
            return _WON if game.winner == seat else -_WON
        if self._value and not game.values:
            return (_WON if seat in game.winners else -_WON) / len(game.winners)
        return self.of_all(game)[seat]

    def of_all(self, game: Game) -> list[float]:
        """By seat, how far it leads, whether the game is over or not."""
        seats = range(game.seats)
        if self._value:
            values = [game.number_of(self._value, seat) for seat in seats]
            return [float(_lead(values, seat)) for seat in seats]
        scores = game.scores
        if not game.values:
            return [float(_lead(scores, seat)) for seat in seats]
        pieces = [sum(game.state.n[position] for position in positions) for positions in self._counters]
        ties = list(zip(*(game.ties(seat) for seat in seats), strict=True))
        found = []
        for seat in seats:
            shares = (_lead(tie, seat) / (1 + sum(map(abs, tie))) / rank for rank, tie in enumerate(ties, 1))
            found.append(float(_lead(scores, seat) + 0.1 * _lead(pieces, seat) + 0.5 * sum(shares)))
        return found


def _lead(values: Sequence[int], seat: int) -> int:
    """How much more a seat has than the best other seat."""
    others = [value for other, value in enumerate(values) if other != seat]
    return values[seat] - max(others, default=0)


def _map_counters(program: Program) -> list[list[int]]:
    """By seat, where the state counts the pieces of that seat that stand on spaces."""
    layout = program.layout
    return [
        [
            kind.index[seat][space]
            for kind in layout.piece_kinds
            if kind.owned
            for space in layout.spaces
            if kind.index[seat][space]
        ]
        for seat in range(program.players)
    ]


BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


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
