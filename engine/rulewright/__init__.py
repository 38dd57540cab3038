"""Board games as data: the sentence on the card is the program."""

from rulewright.language.problems import Place, Problem, RulewrightError

__version__ = "0.1.0"

__all__ = ["Place", "Problem", "RulewrightError", "__version__"]
