"""The bot that plays its turn out many times and takes the way that leaves it best off.

It tries its turn in positions that it takes for possible (`runtime/sight.py`), so it foresees no shuffle and no die,
and knows no card that its seat does not see. A way that looks good in one of these positions has to look good in the
others.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Final

from rulewright.play.bots.bot import mix
from rulewright.play.bots.worth import Worth
from rulewright.problems import RulewrightError
from rulewright.runtime.game import Game
from rulewright.runtime.sight import Imagination, homes_seen, sight

_WORLDS: Final = 3
"""Positions that are imagined for a plan."""
_TRIED: Final = 3
"""Times that positions are imagined, where some turn out to be none that can be."""
_PATIENCE: Final = 20
"""Plans that are made before it is asked again whether the end is near."""


class GreedyBot:
    """Makes a plan for its turn (`Turns`) and follows it as long as its options are offered.

    A choice that is made in secret it draws, as the others' choices may stand in the position then.

    Args:
        seed: of all that it draws.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._turns = Turns(seed)
        self._homes: dict[int, int] = {}  # of cards, with whom they were seen last

    def choose(self, game: Game, turn: int) -> int:
        """The next option of the plan, or the first of a new one."""
        if not self._turns.has_plan_for(game):
            if len(game.values) == 1:
                return 0
            if not self._plan(game, turn):
                return mix(self.seed, turn) % len(game.values)
        return self._turns.next(game)

    def _plan(self, game: Game, turn: int) -> bool:
        """Make a plan from what the seat may know; False where it can imagine no position that can be."""
        seen = sight(game, game.chooser)
        self._homes |= homes_seen(game.program.layout, seen)
        if not seen.can_imagine:
            return False
        imagination = Imagination(game.program, seen, self._homes)
        for first in range(0, _TRIED * _WORLDS, _WORLDS):
            with suppress(RulewrightError):
                lucks = (mix(self.seed, turn, number) for number in range(first, first + _WORLDS))
                self._turns.plan([game.like(imagination.game(luck)) for luck in lucks], turn)
                return True
        return False


class Turns:
    """Plans for turns, and the one that is followed.

    The first steps of the tries are different options, the rest of the turn is drawn at random; a try ends with the
    turn. Tries take turns among the positions that are given. The best way is the one that leaves the seat best off in
    the mean of all of them.

    Where the ruleset names a number that tells how well off somebody is (`value`, under `result`), the lead in it is
    what a way is worth, and later tries begin like the best one found so far.

    Elsewhere, where the end of the game is near enough, ways are compared by how games end that go on from them at
    random: one game for each, then another for each of the better half, and so on. Otherwise what is good is judged
    without knowing the game: the score above all, then pieces on the map and what decides between equals.

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
        """The next option of the plan, or the first of a plan made in just this position: for imagined games."""
        if not self.has_plan_for(game):
            if len(game.values) == 1:
                return 0
            self.plan([game], turn)
        return self.next(game)

    def follow(self, plan: Sequence[Any]) -> None:
        """Take these options next, the last one first, as long as they are offered."""
        self._plan = list(plan)

    def has_plan_for(self, game: Game) -> bool:
        """Whether the next step of the plan is offered."""
        return bool(self._plan) and self._plan[-1] in game.values

    def next(self, game: Game) -> int:
        """The number of the option that is the next step of the plan."""
        return game.values.index(self._plan.pop())

    def plan(self, worlds: Sequence[Game], turn: int) -> None:
        """Follow the best try found in these positions from now on."""
        self.follow(self.best_try(worlds, turn).way[::-1])

    def best_try(self, worlds: Sequence[Game], turn: int) -> Try:
        """The best way through the turn that it found.

        worlds: positions in which the same is asked, one or several.
        """
        program = worlds[0].program
        if self._worth is None or self._worth.program is not program:
            self._worth = Worth(program)
        search = _Search(self, self._worth, list(map(Stop, worlds)), turn)
        if program.ruleset.result.get("value"):
            return search.climb()
        found = search.ways()
        if len(found) > 1 and self._near_the_end(found[0].after, turn):
            return search.by_endings(found)
        return max(found, key=search.mean)

    def finish(self, game: Game, luck: int) -> None:
        """Play on at random, not for ever."""
        for count in range(self.near * game.seats):
            if not game.values:
                break
            game.step(mix(luck, count) % len(game.values))

    def _near_the_end(self, game: Game, turn: int) -> bool:
        """Whether a random game gets to the end soon; not asked again for a while when it did not."""
        if self._far:
            self._far -= 1
            return False
        copy = game.copy()
        self.finish(copy, mix(self.seed, turn))
        if copy.values:
            self._far = _PATIENCE
        return not copy.values


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
    """One way through a turn.

    way, numbers: values and numbers of the options that the seat took.
    stops: all positions on it, the first one where it began.
    world: the number of the position in which it was tried.
    luck: what was drawn on it.
    """

    way: list[Any]
    numbers: list[int]
    stops: list[Stop]
    world: int
    luck: int

    @property
    def after(self) -> Game:
        """The game after it."""
        return self.stops[-1].game


class _Search:
    """The search for one plan."""

    def __init__(self, turns: Turns, worth: Worth, roots: list[Stop], turn: int) -> None:
        self._turns = turns
        self._worth = worth
        self._roots = roots
        self._turn = turn
        self._start = mix(turns.seed, turn)
        self._seat = roots[0].game.chooser

    def ways(self) -> list[Try]:
        """Different ways through the turn."""
        found: dict[str, Try] = {}
        for attempt in range(self._turns.tries):
            one = self._try(attempt % len(self._roots), mix(self._start, attempt), [self._start + attempt])
            found.setdefault(repr(one.way), one)
        return list(found.values())

    def climb(self) -> Try:
        """The best of many ways: the first begin with each option in turn, the others like the best so far."""
        best: list[Try] = []  # the best way in each of the positions
        chosen: Try | None = None
        fresh = max(self._turns.tries, 2 * len(self._roots[0].game.values))
        for attempt in range(fresh + self._turns.tries * self._turns.more):
            world, luck = attempt % len(self._roots), mix(self._start, attempt)
            numbers = best[world].numbers if best else []
            begin = [self._start + attempt] if attempt < fresh else numbers[: luck % max(1, len(numbers))]
            one = self._try(world, luck, begin)
            if not best or self._of(one) > self._of(best[world]):
                everywhere = [self._in(number, one) for number in range(len(self._roots))]
                if not best or sum(map(self._of, everywhere)) > sum(map(self._of, best)):
                    best, chosen = everywhere, one
            _forget(one.stops, best[world].stops)
        assert chosen is not None
        return chosen

    def by_endings(self, ways: Sequence[Try]) -> Try:
        """The way from which random games end best."""
        totals = [0.0] * len(ways)
        left = list(range(len(ways)))
        world = 0
        while len(left) > 1:
            for number in left:
                copy = self._in(world % len(self._roots), ways[number]).after.copy()
                self._turns.finish(copy, mix(self._turns.seed, self._turn, len(left)))
                totals[number] += self._worth.of(copy, self._seat)
            left.sort(key=lambda number: -totals[number])
            left = left[: (len(left) + 1) // 2]
            world += 1
        return ways[left[0]]

    def mean(self, one: Try) -> float:
        """What a way leads to in all positions."""
        return sum(self._of(self._in(world, one)) for world in range(len(self._roots)))

    def _of(self, one: Try) -> float:
        """What a way leads to where it was tried."""
        last = one.stops[-1]
        if last.worth is None:
            last.worth = self._worth.of(last.game, self._seat)
        return last.worth

    def _in(self, world: int, one: Try) -> Try:
        """The same way in another position, as far as its options are offered there."""
        return one if one.world == world else self._try(world, one.luck, (), one.way)

    def _try(self, world: int, luck: int, begin: Sequence[int], way: Sequence[Any] = ()) -> Try:
        """One way through the turn.

        begin: numbers of the options that it begins with; way: the options to take, where they are offered.
        What others choose in the seat's turn is drawn.
        """
        seat = self._seat
        stop = self._roots[world]
        found = Try([], [], [stop], world, luck)
        taken = found.way
        own_turn = stop.game.turn == seat
        while (values := stop.game.values) and len(taken) < self._turns.steps:
            if stop.game.chooser == seat:
                step = len(taken)
                if step < len(way) and way[step] in values:
                    number = values.index(way[step])
                else:
                    number = (begin[step] if step < len(begin) else mix(luck, step)) % len(values)
                taken.append(values[number])
                found.numbers.append(number)
            elif own_turn and stop.game.turn == seat:
                number = mix(luck, len(taken), 1) % len(values)
            else:
                break
            stop = stop.after(number)
            found.stops.append(stop)
        return found


def _forget(stops: Sequence[Stop], best: Sequence[Stop]) -> None:
    """Let go of what lies beyond the first stop that the best way does not share: positions take memory."""
    for stop, other in zip_longest(stops, best):
        if stop is not other:
            if stop is not None:
                stop.next.clear()
            return
