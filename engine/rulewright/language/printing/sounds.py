"""How words are written beside each other: elision, the article before a vowel, contractions, euphony."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from rulewright.language.lexicon import core_words
from rulewright.language.lexicon.elision import Elision


class Sounds:
    """The rules of one language, from the core's words: `article`, `contractions`, `euphony`, `elision`."""

    def __init__(self, core: Mapping[str, Any]) -> None:
        self._elision = Elision(core.get("elision", {}))
        article = core.get("article")
        self._rules: list[tuple[str, str]] = [
            *([(rf"\b{article['form']}(?= {article['before']})", article["becomes"])] if article else ()),
            *(drawn := [*_contractions(core.get("contractions", {}))]),
            *((str(pattern), str(becomes)) for pattern, becomes in core.get("euphony", ())),
            *drawn,  # "de la área", "de el área", "del área"
        ]

    def written(self, text: str, noted: dict[str, str] | None = None) -> str:
        """A text as its words are written beside each other.

        noted: gets what is changed: patterns, and what stands there instead.
        """
        text = self._elision.said(text)
        for pattern, becomes in self._rules:
            found = re.search(pattern, text)
            if found:
                if noted is not None:
                    noted[pattern] = found.expand(becomes)
                text = re.sub(pattern, becomes, text)
        return self._elision.said(text)


def _contractions(declared: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Each contraction with a small letter and, where a sentence begins with it, with a capital."""
    for written, words in declared.items():
        yield rf"\b{words}\b", str(written)
        yield rf"\b{str(words)[:1].upper()}{str(words)[1:]}\b", f"{str(written)[:1].upper()}{str(written)[1:]}"


@cache
def sounds_of(lang: str) -> Sounds:
    """The rules of a language that has a words file."""
    return Sounds(core_words(lang))
