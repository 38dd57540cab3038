"""What is said instead of what a wording matches: its groups as they stand, in another form, or as a fragment says it.

`\\1` is a group; `\\1:base` is its word in another form (`word_forms`), `\\1:more` what the fragment `more` of
`grammar/wordings.<lang>.yaml` says for it, and `\\2:of1` the noun `\\2` in the number that `\\1` tells.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from rulewright.language.parsing.rewording.patterns import HOLE
from rulewright.language.parsing.rewording.rules import fragments, single
from rulewright.language.parsing.rewording.word_forms import WordForms
from rulewright.language.parsing.words import Word, split

JOINED = "~"
"""Between two groups that are written as one word."""
GROUP = re.compile(r"\\(\d)(?::(?:of(\d)|(\w+)))?")
"""A group in what is said instead, the group that tells its number, or its form."""


class Instead:
    """Writes what is said instead, in the words of one lexicon."""

    def __init__(self, forms: WordForms) -> None:
        self._forms = forms
        self._lang = forms.lexicon.lang

    @cached_property
    def _fragments(self) -> dict[str, list[tuple[re.Pattern[str], str]]]:
        """By name: patterns of what is written, each with what is said for it."""
        return {
            name: [(re.compile(HOLE.sub(self._forms.hole, said), re.IGNORECASE), text) for said, text in ways]
            for name, ways in fragments(self._lang).items()
        }

    @cached_property
    def _single(self) -> re.Pattern[str]:
        return re.compile(single(self._lang), re.IGNORECASE)

    def words(
        self, instead: str, found: re.Match[str], words: Sequence[Word], places: Sequence[tuple[int, int, int]]
    ) -> list[Word] | None:
        """The words of a body with a match said otherwise; None if a group has not the form that is asked for.

        places: where each word stands in the text in which the match was found.
        """
        inside = [word for start, stop, word in places if start >= found.start() and stop <= found.end()]
        if not inside:
            return None
        first, last = words[inside[0]].start, words[inside[-1]].end
        new: list[Word] = []
        at = 0
        for hole in GROUP.finditer(instead):
            between = instead[at : hole.start()]
            new += [Word(word.text, first, last) for word in split(between.removesuffix(JOINED))]
            at = hole.end()
            left, right = found.span(int(hole[1]))
            if left < 0:
                continue
            kept = [words[word] for start, stop, word in places if start >= left and stop <= right]
            if hole[2] or hole[3]:
                form = self._form(found, hole, " ".join(word.text for word in kept))
                if form is None:
                    return None
                begins, ends = (kept[0].start, kept[-1].end) if kept else (first, last)
                kept = [Word(word.text, begins, ends) for word in split(form)]
            if between.endswith(JOINED) and new and kept:
                new[-1] = Word(new[-1].text + kept[0].text, new[-1].start, kept[0].end)
                kept = kept[1:]
            new += kept
        new += [Word(word.text, first, last) for word in split(instead[at:])]
        said = [*words[: inside[0]], *new, *words[inside[-1] + 1 :]]
        while said and said[0].text in ",":
            said = said[1:]
        return said or None

    def _form(self, found: re.Match[str], hole: re.Match[str], text: str) -> str | None:
        """A group in the form that a hole asks for. text: the words of the group."""
        if hole[2]:
            alone = self._single.fullmatch(found[int(hole[2])] or "")
            return self._forms.form(text, "one" if alone else "many")
        if hole[3] in self._fragments:
            return self._fragment(found[int(hole[1])], hole[3])
        return self._forms.form(text, hole[3])

    def _fragment(self, text: str, name: str) -> str | None:
        """What a fragment says for a text; None where it says nothing for it."""
        for pattern, instead in self._fragments[name]:
            if found := pattern.fullmatch(text):
                parts, at = "", 0
                for hole in GROUP.finditer(instead):
                    kept = found[int(hole[1])] or ""
                    told = self._form(found, hole, kept) if kept and (hole[2] or hole[3]) else kept
                    if told is None:
                        return None
                    parts += instead[at : hole.start()] + told
                    at = hole.end()
                return parts + instead[at:]
        return None
