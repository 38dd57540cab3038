"""Patterns of everyday wordings: with all words of a lexicon in their holes, but only where their own words stand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property

HOLE = re.compile(r"<(\w+)(?: (\w+))?>")
_AGAIN = re.compile(r"(?:[*+]|\{\d*,?\d*\})\??")
_PLAIN = re.compile(r"[^\0^$.?*+{}]{3,}")
_PERHAPS = re.compile(r".(?:[*?]|\{)")  # a sign that may be missing
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
        lower = text.lower()
        if not all(words in lower for words in _needed(self.pattern)):
            return iter(())
        outline = _outline(self.pattern)
        return self._whole.finditer(text) if outline is None or outline.search(text) else iter(())


@cache
def _needed(pattern: str) -> tuple[str, ...]:
    """Words of its own that stand wherever a pattern is found, in lower case: those in no group."""
    found, at, depth = "", 0, 0
    for part in _PARTS.finditer(pattern):
        found += pattern[at : part.start()] if not depth else ""
        at = part.end()
        depth += (part[0][0] == "(") - (part[0] == ")")
        found += "" if depth else "\0"
    found += pattern[at:]
    if "|" in found:
        return ()
    return tuple(words.lower() for words in _PLAIN.findall(_PERHAPS.sub("\0", found)))


@dataclass(slots=True)
class _Group:
    """A group of a pattern while it is read.

    Attributes:
        opened: how it begins; at: where it begins in what is written; negative: whether it says what must not stand.
        holes: whether holes are in it; told: whether parts of it have numbers.
    """

    opened: str
    at: int
    negative: bool = False
    holes: bool = False
    told: bool = False


@cache
def _outline(pattern: str) -> re.Pattern[str] | None:
    """A pattern that is found wherever this one is, with anything at all in its holes; None if that cannot be said.

    Anything stands for a group with holes that may come several times, too: anything again and again would be looked
    for in more ways than could ever be tried.
    """
    found, at = "", 0
    inside = [_Group("", 0)]
    for part in _PARTS.finditer(pattern):
        if part.start() < at:  # how often a group may come
            continue
        found += pattern[at : part.start()]
        at = part.end()
        word = part[0]
        if word[0] == "<":  # where it must not stand, nothing is what it must not be
            word = "(?!)" if inside[-1].negative else ".+?"
            for group in inside:
                group.holes = True
        elif word[0] == "(":
            for group in inside:
                group.told |= word == "("
            inside.append(_Group(word, len(found), inside[-1].negative or word in ("(?!", "(?<!")))
        elif word == ")":
            group = inside.pop()
            again = _AGAIN.match(pattern, at)
            if again and group.opened == "(?:" and group.holes and not (group.told or group.negative):
                found, word, at = found[: group.at], ".*?", again.end()
        found += word
    try:
        return re.compile(found + pattern[at:], re.IGNORECASE)
    except re.error:  # a look behind has no length that is known
        return None
