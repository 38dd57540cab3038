"""Words: those of a ruleset's lexicon and of the language core, and their forms."""

from rulewright.language.lexicon.lexicon import Lexicon
from rulewright.language.lexicon.patterns import relation_terminal
from rulewright.language.lexicon.word_list import noun_to, place_word
from rulewright.language.lexicon.words import NOUN_TYPES, WORD, Forms, Phrase, core_words, split_pattern, split_words

__all__ = [
    "NOUN_TYPES",
    "WORD",
    "Forms",
    "Lexicon",
    "Phrase",
    "core_words",
    "noun_to",
    "place_word",
    "relation_terminal",
    "split_pattern",
    "split_words",
]
