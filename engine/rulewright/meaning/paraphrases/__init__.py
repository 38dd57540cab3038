"""A Meaning said back, printed from the Meaning alone: every choice, every antecedent, every default in words."""

from rulewright.meaning.model import Meaning
from rulewright.meaning.paraphrases import numbers, sentences, steps, things
from rulewright.meaning.paraphrases.speaker import Speaker, has_frames
from rulewright.ruleset.model import Ruleset

__all__ = ["numbers", "paraphrase", "sentences", "steps", "things"]


def paraphrase(meaning: Meaning, ruleset: Ruleset, lang: str = "en") -> str:
    """A Meaning in words, an ability a line; in English where a language has no frames for it."""
    speaker = Speaker(ruleset.language(lang if has_frames(lang) else "en").lexicon)
    return speaker.smoothed(speaker.tell(meaning))
