"""A Meaning said back, printed from the Meaning alone: every choice, every antecedent, every default in words."""

from rulewright.language.lexicon import core_words
from rulewright.meaning.model import Meaning
from rulewright.meaning.paraphrases import numbers, sentences, steps, things
from rulewright.meaning.paraphrases.letters import letters
from rulewright.meaning.paraphrases.marked import speaker_of
from rulewright.meaning.paraphrases.speaker import has_frames
from rulewright.ruleset.model import Ruleset

__all__ = ["in_words_of", "numbers", "paraphrase", "sentences", "steps", "things", "told_in"]


def told_in(ruleset: Ruleset, lang: str) -> str:
    """The language in which a reader is told meanings: English where it has no frames, or the game no words of it."""
    return lang if has_frames(lang) and lang in ruleset.languages else "en"


def paraphrase(meaning: Meaning, ruleset: Ruleset, lang: str = "en") -> str:
    """A Meaning in words, an ability a line, in the language that `told_in` says."""
    speaker = speaker_of(ruleset.language(told_in(ruleset, lang)).lexicon)
    with speaker.telling_apart(letters(meaning)):
        return speaker.smoothed(speaker.tell(meaning))


def in_words_of(ruleset: Ruleset, lang: str, text: str) -> str:
    """What a reader of a language is told of a meaning: marked where it is in another language."""
    told = told_in(ruleset, lang)
    return text if told == lang else f"({core_words(told)['name']}) {text}"
