"""How the searching bot chooses where the ruleset names a value: by plans for a turn, and by what comes of them.

Positions that the seat takes for possible are imagined, and in each a plan for the turn is made as `greedy` makes one.
Where plans begin differently, games are played on from each beginning for some turns, by all seats, who make short
plans, and positions are compared by their value (rollouts, after G. Tesauro and G. Galperin 1996). All beginnings are
played on with the same luck, and from time to time the worse half is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from rulewright.compiler.program import Program
from rulewright.language.problems import RulewrightError
from rulewright.play.bots import Budget, GreedyBot, Purse, Worth, mix
from rulewright.runtime.game import Game
from rulewright.runtime.sight import Imagination

_WAYS = 60  # about as many are tried for a plan
_PLANS = 5  # that are made at first, at most, and with this share of the budget:
_SHARE = 0.4
_SHORT = (3, 3)  # tries, and how many times as many more, of plans in games that are played on
_TURNS = 4  # for which they are played on, of all seats together
_STEPS = 400  # the same in choices, at most


class Planning:
    """One choice of a seat.

    Args:
        imagination: makes positions that the seat takes for possible; values: the options there.
        seed: of all that is drawn.
    """

    def __init__(self, program: Program, imagination: Imagination, seat: int, values: Sequence[Any], seed: int) -> None:
        self._imagination = imagination
        self._seat = seat
        self._values = values
        self._seed = seed
        self._worth = Worth(program)
        self._leads, self._margin = 0, 0.0

    def run(self, budget: Budget) -> int:
        """The place of the option that looks best."""
        purse = Purse(budget)
        left = self._beginnings(purse)
        totals = dict.fromkeys(left, 0.0)
        luck = 0
        while len(left) > 1 and not purse.empty:
            until = purse.used + (1 - purse.used) / (len(left) - 1).bit_length()
            while not purse.empty and purse.used < until:
                luck += 1
                for number in left:
                    totals[number] += self._played_on(number, luck, purse)
            left.sort(key=lambda number: -totals[number])
            left = left[: (len(left) + 1) // 2]
        return left[0]

    def _beginnings(self, purse: Purse) -> list[int]:
        """The options that plans begin with, those of the most plans first."""
        found: dict[int, int] = {}
        for number in range(_PLANS):
            if found and purse.used >= _SHARE:
                break
            game, bot = self._imagination.game(mix(self._seed, number)), GreedyBot(mix(self._seed, number, 1))
            with suppress(RulewrightError):  # the position that was imagined is none that can be
                first = self._values.index(bot.plan(game, 0)[-1])
                found[first] = found.get(first, 0) + 1
            purse.pay(_WAYS)
        return sorted(found, key=lambda first: -found[first]) or [mix(self._seed) % len(self._values)]

    def _played_on(self, number: int, luck: int, purse: Purse) -> float:
        """What comes of an option, from 0 (lost) to 1 (won), in one game of some turns."""
        purse.pay()  # for a game that ends at once, too
        game = self._imagination.game(mix(self._seed, luck, 2))
        bots = [GreedyBot(mix(self._seed, luck, 3, seat), _SHORT[0], more=_SHORT[1]) for seat in range(game.seats)]
        try:
            game.step(number)
            turn, turns, steps = game.turn, 0, 0
            while game.values and turns <= _TURNS and steps < _STEPS:
                bot = bots[game.chooser]
                if not bot.has_plan_for(game):
                    purse.pay(_WAYS // 3)
                game.step(bot.choose(game, steps))
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
