"""Words that a text has and no lexicon: the entries with which it can be read."""

from rulewright.compiler.proposing.missing.entries import Entry, MissingWords, with_entries
from rulewright.compiler.proposing.missing.guesses import Guess

__all__ = ["Entry", "Guess", "MissingWords", "with_entries"]
