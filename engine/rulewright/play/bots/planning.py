"""How the searching bot chooses where the ruleset names a value: by plans for a turn, and by what comes of them.

Positions that the seat takes for possible are imagined, and in each a plan for the turn is made as `greedy` makes one.
Each plan is then played on for some turns, by all seats, who make short plans, and positions are compared by their
value (rollouts, after G. Tesauro and G. Galperin 1996). All plans are played on with the same luck, and from time to
time the worse half is left out. The best one is followed as long as all comes to pass as it was foreseen.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from rulewright.compiler.program import Program
from rulewright.play.bots.bot import mix
from rulewright.play.bots.budget import Budget, Purse
from rulewright.play.bots.greedy import Try, Turns
from rulewright.play.bots.worth import Worth
from rulewright.problems import RulewrightError
from rulewright.runtime.game import Game
from rulewright.runtime.sight import Imagination

_WAYS = 60  # about as many are tried for a plan
_PLANS = 12  # that are made at first, at most, and with this share of the budget:
_SHARE = 0.4
_SHORT = (3, 3)  # tries, and how many times as many more, of plans in games that are played on
_TURNS = 4  # for which they are played on, of all seats together
_STEPS = 400  # the same in choices, at most


@dataclass(frozen=True, slots=True)
class Step:
    """One choice of a plan: the option taken, all options there, and the lead that the seat has before it."""

    value: Any
    values: tuple[Any, ...]
    lead: float


class Planning:
    """Chooses for one seat.

    Args:
        worth: judges positions.
    """

    def __init__(self, program: Program) -> None:
        self._worth = Worth(program)
        self._plan: list[Step] = []  # the next step last

    @property
    def due(self) -> Step | None:
        """The next step of the plan."""
        return self._plan[-1] if self._plan else None

    def choose(self, imagination: Imagination, seat: int, values: Sequence[Any], seed: int, budget: Budget) -> int:
        """The place of the option that looks best.

        imagination: makes positions that the seat takes for possible; values: the options there.
        """
        if not self._goes_on(imagination, seat, values, seed):
            self._plan = Comparison(self._worth, imagination, seat, seed).best(budget)
        if not self._plan:  # no position could be imagined
            return mix(seed) % len(values)
        return values.index(self._plan.pop().value)

    def _goes_on(self, imagination: Imagination, seat: int, values: Sequence[Any], seed: int) -> bool:
        """Whether the next step of the plan is due, and all is as it was foreseen."""
        due = self.due
        if due is None or due.values != tuple(values):
            return False
        with suppress(RulewrightError):
            return self._worth.of(imagination.game(mix(seed, 4)), seat) == due.lead
        return False


class Comparison:
    """Plans for a turn, and which of them leads furthest."""

    def __init__(self, worth: Worth, imagination: Imagination, seat: int, seed: int) -> None:
        self._worth = worth
        self._imagination = imagination
        self._seat = seat
        self._seed = seed
        self._leads, self._margin = 0, 0.0

    def best(self, budget: Budget) -> list[Step]:
        """The steps of the best plan, the next one last; none where no position can be imagined."""
        purse = Purse(budget)
        left = self._plans(purse)
        if not left:
            return []
        totals = [0.0] * len(left)
        numbers = list(range(len(left)))
        luck = 0
        while len(numbers) > 1 and not purse.empty:
            until = purse.used + (1 - purse.used) / (len(numbers) - 1).bit_length()
            while not purse.empty and purse.used < until:
                luck += 1
                for number in numbers:
                    totals[number] += self._played_on(left[number], luck, purse)
            numbers.sort(key=lambda number: -totals[number])
            numbers = numbers[: (len(numbers) + 1) // 2]
        return left[numbers[0]]

    def _plans(self, purse: Purse) -> list[list[Step]]:
        """Different plans, those that were made most often first."""
        found: dict[tuple[Any, ...], list[Step]] = {}
        times: dict[tuple[Any, ...], int] = {}
        for number in range(_PLANS):
            if found and purse.used >= _SHARE:
                break
            game, turns = self._imagination.game(mix(self._seed, number)), Turns(mix(self._seed, number, 1))
            with suppress(RulewrightError):  # the position that was imagined is none that can be
                best = turns.best_try([game], 0)
                way = tuple(best.way)
                times[way] = times.get(way, 0) + 1
                if way not in found:
                    found[way] = self._steps(best)[::-1]
            purse.pay(_WAYS)
        return [found[way] for way in sorted(found, key=lambda way: -times[way])]

    def _steps(self, way: Try) -> list[Step]:
        own = [stop.game for stop in way.stops if stop.game.values and stop.game.chooser == self._seat]
        return [
            Step(value, tuple(game.values), self._worth.of(game, self._seat))
            for value, game in zip(way.way, own, strict=False)
            if len(game.values) > 1
        ]

    def _played_on(self, plan: Sequence[Step], luck: int, purse: Purse) -> float:
        """What comes of a plan, from 0 (lost) to 1 (won), in one game of some turns."""
        purse.pay()  # for a game that ends at once, too
        game = self._imagination.game(mix(self._seed, luck, 2))
        seats = [Turns(mix(self._seed, luck, 3, seat), _SHORT[0], more=_SHORT[1]) for seat in range(game.seats)]
        seats[self._seat].follow([step.value for step in plan])
        try:
            turn, turns, steps = game.turn, 0, 0
            while game.values and turns <= _TURNS and steps < _STEPS:
                own = seats[game.chooser]
                if not own.has_plan_for(game):
                    purse.pay(_WAYS // 3)
                game.step(own.choose(game, steps))
                steps += 1
                if game.turn not in (turn, -1):
                    turn, turns = game.turn, turns + 1
            return self._outcome(game)
        except RulewrightError:  # the position that was imagined is none that can be
            return 0.5

    def _outcome(self, game: Game) -> float:
        lead = self._worth.of(game, self._seat)
        if not game.values:
            return 1.0 if lead > 0 else 0.0
        self._leads += 1
        self._margin += abs(lead)
        usual = self._margin / self._leads or 1.0
        return 0.5 + 0.4 * lead / (abs(lead) + usual)
