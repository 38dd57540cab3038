"""Patterns of everyday wordings: with all words of a lexicon in their holes, but only where their own words stand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, cached_property

HOLE = re.compile(r"<(\w+)(?: (\w+))?>")
_PARTS = re.compile(r"\\.|\[(?:\\.|[^\]])*\]|\((?:\?(?:<?[!=]|:))?|\)|<\w+(?: \w+)?>")


class Pattern:
    """A regular expression with holes for words of a lexicon.

    It is made when a text has its other words: to write hundreds of words into hundreds of patterns takes seconds.
    """

    def __init__(self, pattern: str, words: Callable[[re.Match[str]], str]) -> None:
        self.pattern, self._words = pattern, words

    @cached_property
    def _whole(self) -> re.Pattern[str]:
        return re.compile(HOLE.sub(self._words, self.pattern), re.IGNORECASE)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Where it stands in a text."""
        outline = _outline(self.pattern)
        return self._whole.finditer(text) if outline is None or outline.search(text) else iter(())


@cache
def _outline(pattern: str) -> re.Pattern[str] | None:
    """A pattern that is found wherever this one is, with anything at all in its holes; None if that cannot be said."""
    found, at, inside = "", 0, [False]
    for part in _PARTS.finditer(pattern):
        found += pattern[at : part.start()]
        at = part.end()
        word = part[0]
        if word[0] == "<":  # where it must not stand, nothing is what it must not be
            word = "(?!)" if inside[-1] else ".+?"
        elif word[0] == "(":
            inside.append(inside[-1] or word in ("(?!", "(?<!"))
        elif word == ")":
            inside.pop()
        found += word
    try:
        return re.compile(found + pattern[at:], re.IGNORECASE)
    except re.error:  # a look behind has no length that is known
        return None
