"""Bots: players that choose options without a human. They know no game, only decisions, scores and views.

What a bot draws at random follows from its seed and the number of choices made so far, never from a generator that runs
along: the same seats and seed play the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from rulewright.compiler.program import Program
from rulewright.runtime.game import Game
from rulewright.runtime.state import State

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

    def choose(self, game: Game, turn: int) -> int:
        """The next option of the plan, or the first of a new one."""
        if len(game.values) == 1:
            return 0
        if not self._plan or self._plan[-1] not in game.values:
            self._plan = self._search(game, turn)
        return game.values.index(self._plan.pop())

    def _search(self, game: Game, turn: int) -> list[Any]:
        """The values of the best try found, last step first."""
        seat = _chooser(game)
        self._worth = Worth(game.program)
        start = mix(self.seed, turn)
        if game.program.ruleset.result.get("value"):
            return self._climb(game, seat, start)[::-1]
        ways: dict[str, tuple[list[Any], Game]] = {}
        for attempt in range(self.tries):
            way, _, after = self._try(game, seat, mix(start, attempt), [start + attempt])
            ways.setdefault(repr(way), (way, after))
        found = list(ways.values())
        if len(found) > 1 and self._near_the_end(found[0][1], turn):
            best = self._by_endings(found, seat, turn)
        else:
            best = max(found, key=lambda one: self._worth.of(one[1], seat))
        return best[0][::-1]

    def _climb(self, game: Game, seat: int, start: int) -> list[Any]:
        """The best of many ways: the first begin with each option in turn, the others like the best so far."""
        best: list[Any] = []
        most = 0.0
        numbers: list[int] = []  # of the options taken on the best way
        fresh = max(self.tries, 2 * len(game.values))
        for attempt in range(fresh + self.tries * self.more):
            luck = mix(start, attempt)
            begin = [start + attempt] if attempt < fresh else numbers[: luck % max(1, len(numbers))]
            way, taken, after = self._try(game, seat, luck, begin)
            worth = self._worth.of(after, seat)
            if not best or worth > most:
                best, most, numbers = way, worth, taken
        return best

    def _try(self, game: Game, seat: int, luck: int, begin: Sequence[int]) -> tuple[list[Any], list[int], Game]:
        """One way through the turn: values and numbers of the options taken, and the game after it.

        begin: numbers of the options that it begins with. What others choose in the seat's turn is drawn.
        """
        copy = game.copy()
        way: list[Any] = []
        taken: list[int] = []
        own_turn = turn_of(game.program, game.state) == seat
        while copy.values and len(way) < self.steps:
            if _chooser(copy) != seat:
                if not own_turn or turn_of(copy.program, copy.state) != seat:
                    break
                copy.step(mix(luck, len(way), 1) % len(copy.values))
                continue
            number = (begin[len(way)] if len(way) < len(begin) else mix(luck, len(way))) % len(copy.values)
            way.append(copy.values[number])
            taken.append(number)
            copy.step(number)
        return way, taken, copy

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

    def _by_endings(self, ways: list[tuple[list[Any], Game]], seat: int, turn: int) -> tuple[list[Any], Game]:
        """The way from which random games end best."""
        totals = [0.0] * len(ways)
        left = list(range(len(ways)))
        while len(left) > 1:
            for number in left:
                copy = ways[number][1].copy()
                self._finish(copy, mix(self.seed, turn, len(left)))
                totals[number] += self._worth.of(copy, seat)
            left.sort(key=lambda number: -totals[number])
            left = left[: (len(left) + 1) // 2]
        return ways[left[0]]


class Worth:
    """Judges positions for seats without knowing the game."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._value = program.ruleset.result.get("value")
        self._counters = [] if self._value else _map_counters(program)

    def of(self, game: Game, seat: int) -> float:
        """What a position is worth to a seat: above all whether it has won."""
        if game.state.winner >= 0:
            return _WON if game.state.winner == seat else -_WON
        if self._value and not game.values:
            return (_WON if seat in game.winners else -_WON) / len(game.winners)
        return self.of_all(game)[seat]

    def of_all(self, game: Game) -> list[float]:
        """By seat, how far it leads, whether the game is over or not."""
        state, seats = game.state, range(game.seats)
        if self._value:
            values = [self._program.number(self._value, state, seat) for seat in seats]
            return [float(_lead(values, seat)) for seat in seats]
        scores = game.scores
        if not game.values:
            return [float(_lead(scores, seat)) for seat in seats]
        pieces = [sum(state.n[position] for position in positions) for positions in self._counters]
        ties = list(zip(*(game.ties(seat) for seat in seats), strict=True))
        found = []
        for seat in seats:
            shares = (_lead(tie, seat) / (1 + sum(map(abs, tie))) / rank for rank, tie in enumerate(ties, 1))
            found.append(float(_lead(scores, seat) + 0.1 * _lead(pieces, seat) + 0.5 * sum(shares)))
        return found


def _chooser(game: Game) -> int:
    """The seat that is to choose."""
    return game.machine.seat(game.state)


def turn_of(program: Program, state: State) -> int:
    """Whose turn it is; -1 where nobody's is."""
    turn = f"verb_{program.ruleset.turn}"
    return next((frame[1] for frame in state.stack if program.owner[frame[0]] == turn), -1)


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
