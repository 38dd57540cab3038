"""Who did what is asked of: “as many cards as you discarded”, of cards that you alone have discarded before it.

The language counts what was discarded this way, whoever did it. A wording that says who did it stands for that only
where nobody else has done the same in the text before; elsewhere it is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property

from rulewright.language.parsing.rewording.patterns import HOLE
from rulewright.language.parsing.rewording.word_forms import WordForms


class DoneBy:
    """Tells whether only they did something of whom it is asked."""

    def __init__(self, forms: WordForms, said: Mapping[str, str]) -> None:
        """said: how a language says that somebody else does something, what each of several does, and who “you” is."""
        self._forms, self._said = forms, said

    @cached_property
    def _others(self) -> re.Pattern[str]:
        """What stands before a verb that others do."""
        return self._pattern("others")

    @cached_property
    def _each(self) -> re.Pattern[str]:
        """By what it is known that several do something, each for themselves."""
        return self._pattern("each")

    def _pattern(self, name: str) -> re.Pattern[str]:
        return re.compile(HOLE.sub(self._forms.hole, self._said[name]), re.IGNORECASE)

    def alone(self, found: re.Match[str], verb: int, before: str) -> bool:
        """Whether nobody else did before what somebody is asked of, or is to do.

        found: what a wording matches; verb: its group with the verb; before: the text before the match.
        """
        text = f"{before} {found.string[: found.start(verb)]}"
        asked = re.search(self._said["asked"], text, re.IGNORECASE)
        who = asked[1].lower() if asked else self._said["you"]
        *earlier, here = re.split(r"[.;]", text[: asked.start()] if asked else text)
        now = list(self._doing(found[verb], here.rstrip()))
        before_that = [by for sentence in earlier for by in self._doing(found[verb], sentence)]
        if who == self._said["you"]:
            return not any(now) and not any(before_that)
        if now:
            return now == [True] and not before_that
        shared = self._each.search(here) is not None
        return not before_that or (before_that == [True] and not shared)

    def _doing(self, verb: str, sentence: str) -> Iterator[bool]:
        """For each time that a sentence says to do something: whether others are to.

        What it ends with is not done yet: “discard as many cards as you discarded”.
        """
        base, other = (self._forms.form(verb, form) or verb for form in ("base", "s"))
        for found in re.finditer(rf"\b(?:{re.escape(base)}|{re.escape(other)})\b(?!$)", sentence, re.IGNORECASE):
            yield (found[0].lower() == other != base) or self._others.search(sentence[: found.start()]) is not None
