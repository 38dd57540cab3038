"""Actions by number: the ids of options, each with one number that means the same in every position of every game.

The list of ids is made in games that random choices play, always the same ones. An option that none of them met takes
one of the numbers that are kept spare for such, by a digest of its id.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from rulewright.problems import RulewrightError, problem
from rulewright.runtime.game import Game
from rulewright.runtime.rules import Rules
from rulewright.runtime.state import State

GAMES = 8
"""Games that tell which options there are."""
CHOICES = 3_000
"""Choices of each, at most."""
SPARE = 16
"""Spare numbers, at least."""


class Actions:
    """The numbers of what may be chosen.

    ids: by number. The last `spare` numbers have no id: they are for options that the list lacks.
    """

    def __init__(self, ids: Sequence[str], spare: int) -> None:
        self.ids = list(ids)
        self.spare = spare
        self._numbers = {option: number for number, option in enumerate(self.ids)}

    @classmethod
    def of(cls, rules: Rules, players: int, games: int = GAMES) -> Actions:
        """The actions of a ruleset for a number of players: the same list whenever and wherever it is made.

        No number is spare where options are spaces only: then all spaces are listed.
        """
        found: set[str] = set()
        most = 0
        for seed in range(games):
            game = rules.new_game(players, seed, log=False)
            draw = State(0, 0, 0, seed).random
            for _ in range(CHOICES):
                if not game.values:
                    break
                found.update(_ids(game))
                most = max(most, len(game.values))
                game.step(draw(len(game.values)))
        program = rules.program(players + rules.absent)
        kinds = {decision.kind for decision in program.decisions.values()}
        if kinds <= {"space", "pay"} and found <= set(program.layout.ids):
            return cls(sorted(program.layout.ids), 0)
        return cls(sorted(found), max(SPARE, most))

    def __len__(self) -> int:
        return len(self.ids) + self.spare

    def numbers(self, game: Game) -> list[int]:
        """The number of each option of the game's decision, in their order; no two are alike.

        Raises:
            RulewrightError: RW0862 where more options are in no list than there are spare numbers.
        """
        options = _ids(game)
        numbers = [self._numbers.get(option, -1) for option in options]
        if -1 not in numbers:
            return numbers
        unlisted = sorted(option for option in options if option not in self._numbers)
        if len(unlisted) > self.spare:
            raise RulewrightError(problem("RW0862", found=unlisted[0], spare=self.spare))
        taken: set[int] = set()
        for option in unlisted:
            number = int.from_bytes(hashlib.blake2b(option.encode(), digest_size=8).digest(), "big") % self.spare
            while number in taken:
                number = (number + 1) % self.spare
            taken.add(number)
            numbers[options.index(option)] = len(self.ids) + number
        return numbers


def _ids(game: Game) -> list[str]:
    """The ids of the options of a game's decision, as `decision.options` has them."""
    return game.labels.ids.all(game.state.stack[-1][0], game.values)
