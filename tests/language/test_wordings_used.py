"""Everyday wordings at work: texts that are read by them are printed as they were, and most wordings have such a text.

`wordings_used.yaml` lists texts by game, each with its normal form. A wording that no text makes use of may match
nothing, or another may always be taken first: whoever adds one adds a text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from plain import read_plain

from rulewright.language import reader
from rulewright.language.parsing.rewording.patterns import Pattern
from rulewright.language.parsing.rewording.rules import rules
from rulewright.language.parsing.rewording.wordings import Wordings, _key
from rulewright.language.parsing.words import Word
from rulewright.language.remembered import Remembered
from rulewright.problems import TextError
from rulewright.ruleset.loader import load_ruleset
from tests.strangers.trial import pack, path

TEXTS: dict[str, list[list[str]]] = read_plain(Path(__file__).with_name("wordings_used.yaml"))
KNOWN = 0.4
"""So many of all wordings have a text, at least: more, as time goes by."""

Key = tuple[str, ...]


class Taken:
    """Which wordings led to what was read."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.patterns: set[str] = set()
        self._made: dict[Key, tuple[Key, str]] = {}  # by a text, of which other it was made, and by which pattern
        found, applied, said_otherwise = Pattern.finditer, Wordings._applied, reader.said_otherwise
        last = ""

        def finditer(pattern: Pattern, text: str) -> Iterator[Any]:
            nonlocal last
            for match in found(pattern, text):
                last = pattern.pattern
                yield match

        def each(wordings: Wordings, compiled: Any, words: Sequence[Word], stuck: int) -> Iterator[list[Word]]:
            for said in applied(wordings, compiled, words, stuck):
                self._made.setdefault(_key(said), (_key(words), last))
                yield said

        def otherwise(*told: Any) -> list[list[Word]]:
            readable = said_otherwise(*told)
            self._trace(_key(readable[0])) if readable else None
            return readable

        patch.setattr(Pattern, "finditer", finditer)
        patch.setattr(Wordings, "_applied", each)
        patch.setattr(reader, "said_otherwise", otherwise)
        patch.setattr(Remembered, "get", lambda *told: None)
        patch.setattr(Remembered, "put", lambda *told: None)

    def forget(self) -> None:
        """Of which text another was made, before the next one is read."""
        self._made.clear()

    def _trace(self, text: Key) -> None:
        seen: set[Key] = set()
        while text in self._made and text not in seen:
            seen.add(text)
            text, pattern = self._made[text]
            self.patterns.add(pattern)


@cache
def read() -> tuple[dict[tuple[str, str], str], frozenset[str]]:
    """What each text is printed as, by game and text, and the patterns of the wordings that led there."""
    printed: dict[tuple[str, str], str] = {}
    with pytest.MonkeyPatch.context() as patch:
        taken = Taken(patch)
        for game, texts in TEXTS.items():
            language = load_ruleset(path(game), pack(game)).language("en")
            for text, _ in texts:
                taken.forget()
                try:
                    printed[game, text] = language.print(language.parse(text))
                except TextError as error:
                    printed[game, text] = ", ".join(problem.code for problem in error.problems)
    return printed, frozenset(taken.patterns)


@pytest.mark.parametrize("game", sorted(TEXTS))
def test_what_is_read_by_wordings_is_printed_as_it_was(game: str) -> None:
    assert [text for text, normal in TEXTS[game] if read()[0][game, text] != normal] == []


def test_most_wordings_are_used_in_a_text() -> None:
    patterns = {rule.pattern for rule in rules("en")}
    unused = patterns - read()[1]
    assert len(unused) <= (1 - KNOWN) * len(patterns), sorted(unused)


def test_no_text_is_listed_twice() -> None:
    for texts in TEXTS.values():
        assert len({text for text, _ in texts}) == len(texts)
