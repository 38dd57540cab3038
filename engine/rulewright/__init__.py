"""Board games as data: the sentence on the card is the program.

>>> import rulewright as rw
>>> game = rw.load("tic_tac_toe").new_game(players=2, seed=7)
>>> game.decision.seat, len(game.decision.options)
(0, 9)
"""

from rulewright.problems import Place, Problem, RulewrightError
from rulewright.runtime.game import Decision, Game, Option
from rulewright.runtime.rules import Rules, load
from rulewright.version import __version__

__all__ = ["Decision", "Game", "Option", "Place", "Problem", "Rules", "RulewrightError", "__version__", "load"]
