"""What a rulebook says otherwise than its sentences, which are made of the words of the core one by one.

A language lists patterns and what is said instead (`rephrased` of its words). They are tried in order on each line of
the rules, and again while they find anything. They turn grammar, not meaning: nothing proves them, so a game has none
of its own, and what players' cards say is left alone.
"""

from __future__ import annotations

import re

from rulewright.language.lexicon import core_words
from rulewright.language.printing.sounds import sounds_of

AGAIN = 8
"""So often one pattern is tried on one line."""


class Rephrasing:
    """The patterns of one language. They see words that are drawn together apart: "de el" for "del"."""

    def __init__(self, lang: str) -> None:
        core = core_words(lang)
        drawn = core.get("contractions", {}).items()
        self._apart = [(rf"\b{re.escape(one)}\b", str(words)) for one, words in drawn if " " not in one]
        self._pairs = [(re.compile(said), instead) for said, instead in core.get("rephrased", ())]
        self._written = sounds_of(lang).written

    def said(self, text: str) -> str:
        """A line as the rulebook says it."""
        if not self._pairs:
            return text
        told = text
        for pattern, words in self._apart:
            told = re.sub(pattern, words, told)
        before = told
        for said, instead in self._pairs:
            told = self._replaced(said, instead, told)
        return text if told == before else self._written(told)

    def _replaced(self, said: re.Pattern[str], instead: str, text: str) -> str:
        for _ in range(AGAIN):
            other = said.sub(instead, text)
            if other == text:
                break
            text = other
        return text
