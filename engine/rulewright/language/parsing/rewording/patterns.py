"""Patterns of everyday wordings: with all words of a lexicon in their holes, but only where their own words stand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import Generic, TypeVar

T = TypeVar("T")

HOLE = re.compile(r"<(\w+)(?: (\w+))?>")
_PLAIN = re.compile(r"[^\0^$.?*+{}]{2,}")
_PERHAPS = re.compile(r".(?:[*?]|\{)")  # a sign that may be missing
_MARKS = frozenset("*?{")  # by which it is known
_PARTS = re.compile(r"(\\.|\[(?:\\.|[^\]])*\]|\((?:\?(?:<?[!=]|:))?|\)|<\w+(?: \w+)?>)")


_NONE = "(?!)"

FEW = 12
"""So many ways of writing a pattern, each with those words alone that a text has, are made of it."""

KEPT = 1024
"""So many times it is known which words for a hole a text has: hundreds of patterns ask of the same text."""


class Pattern:
    """A regular expression with holes for words of a lexicon.

    It is made when a text has its other words, and for each of its holes one of the lexicon's: to write hundreds of
    words into hundreds of patterns takes seconds. Even then it has only those words of the lexicon at first that stand
    in the text. What would be found with anything in the holes is not looked for before: of a long sentence it can be
    found in more ways than could ever be tried, and words leave few.
    """

    def __init__(self, pattern: str, words: Callable[[re.Match[str]], str]) -> None:
        self.pattern, self._words = pattern, words
        self._made: dict[str, re.Pattern[str]] = {}  # by how it is written with the words of some texts

    @cached_property
    def _whole(self) -> re.Pattern[str]:
        return re.compile(HOLE.sub(self._words, self.pattern), re.IGNORECASE)

    @cached_property
    def _holes(self) -> tuple[tuple[frozenset[str], tuple[str, ...]], ...]:
        """Of each set one stands wherever this is found: words of its own, and regular expressions for the holes."""
        return tuple(
            (
                frozenset(one for one in ways if one[0] != "<"),
                tuple(HOLE.sub(self._words, one) for one in ways if one[0] == "<"),
            )
            for ways in _needed(self.pattern)
            if any(one[0] == "<" for one in ways)
        )

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Where it stands in a text."""
        lower = text.lower()
        if not may_stand(self.pattern, lower):
            return iter(())
        for words, holes in self._holes:
            if not any(_standing(hole, lower) != _NONE for hole in holes) and not any(word in lower for word in words):
                return iter(())
        if len(self._made) >= FEW:
            return self._whole.finditer(text)
        written = HOLE.sub(lambda hole: _standing(self._words(hole), lower), self.pattern)
        if written not in self._made:
            self._made[written] = re.compile(written, re.IGNORECASE)
        return self._made[written].finditer(text)


def any_of(words: Iterable[str]) -> str:
    """A regular expression for any of some words, the longest first."""
    longest = sorted(map(re.escape, words), key=lambda text: -len(text))
    return rf"\b(?:{'|'.join(longest)})\b" if longest else _NONE


@lru_cache(KEPT)
def _standing(words: str, lower: str) -> str:
    """The same for those of the words only that stand in a text, which is in lower case."""
    found = "|".join(escaped for word, escaped in _each(words) if word in lower)
    return rf"\b(?:{found})\b" if found else _NONE


@cache
def _each(words: str) -> tuple[tuple[str, str], ...]:
    """Each of the words of `any_of`, in lower case and as it stands there."""
    ways = words.removeprefix(r"\b(?:").removesuffix(r")\b").split("|") if words != _NONE else ()
    return tuple((re.sub(r"\\(.)", r"\1", escaped, flags=re.DOTALL).lower(), escaped) for escaped in ways)


def stands(pattern: str, text: str, lower: str) -> bool:
    """Whether a regular expression without holes is found in a text. lower: the text in lower case."""
    return may_stand(pattern, lower) and _compiled(pattern).search(text) is not None


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """There are more of them than `re` keeps."""
    return re.compile(pattern, re.IGNORECASE)


def may_stand(pattern: str, lower: str) -> bool:
    """Whether a text, which is in lower case, has the words that stand wherever a pattern is found."""
    for ways in _words_needed(pattern):
        for words in ways:
            if words in lower:
                break
        else:
            return False
    return True


class ByWords(Generic[T]):
    """What is found by patterns, in order: of hundreds, a text has the words of a few, which need not be gone through.

    Args:
        found: things, each with its pattern.
    """

    def __init__(self, found: Iterable[tuple[T, str]]) -> None:
        self._things: list[T] = []
        self._always: list[int] = []  # where patterns stand that need no certain words
        self._needing: dict[str, list[int]] = {}  # by words that one of is needed, where the patterns stand
        for number, (thing, pattern) in enumerate(found):
            self._things.append(thing)
            needed = _words_needed(pattern)
            if not needed:
                self._always.append(number)
                continue
            for words in max(needed, key=lambda ways: (min(map(len, ways)), -len(ways))):
                self._needing.setdefault(words, []).append(number)

    def __iter__(self) -> Iterator[T]:
        return iter(self._things)

    def among(self, lower: str) -> Iterator[T]:
        """Those that may be found in a text, which is in lower case."""
        numbers = set(self._always)
        for words, needing in self._needing.items():
            if words in lower:
                numbers.update(needing)
        return map(self._things.__getitem__, sorted(numbers))


@cache
def _sure(text: str) -> list[list[frozenset[str]]]:
    """Of each of the ways of a part of a pattern in which no group is, the words that stand for themselves.

    Patterns are made of the same fragments, so the same parts come again and again.
    """
    found: list[list[frozenset[str]]] = []
    for way in text.split("|"):
        sure = way if _MARKS.isdisjoint(way) else _PERHAPS.sub("\0", way)
        found.append([frozenset((words.lower(),)) for words in _PLAIN.findall(sure)])
    return found


@dataclass(slots=True)
class _Branch:
    """One of the ways in which a part of a pattern may stand: what is needed for it, of each set one word.

    opened: how the group begins that it is in.
    """

    opened: str
    needed: list[frozenset[str]] = field(default_factory=list)
    others: list[list[frozenset[str]]] = field(default_factory=list)

    def run(self, text: str) -> None:
        """Take signs that stand for themselves, and those that mean something in a pattern."""
        if not text:
            return
        first, *others = _sure(text)
        self.needed += first
        for way in others:
            self.others.append(self.needed)
            self.needed = [*way]

    def whole(self) -> list[frozenset[str]]:
        """What is needed whichever way it stands."""
        ways = [*self.others, self.needed]
        if len(ways) == 1:
            return self.needed
        best = [max(way, key=_telling, default=None) for way in ways]
        return [frozenset().union(*(one for one in best if one))] if all(best) else []


@cache
def _telling(ways: frozenset[str]) -> int:
    """How much it tells that one of some words stands in a text: nothing much where words of a lexicon may."""
    return min(0 if one[0] == "<" else len(one) for one in ways)


@cache
def _words_needed(pattern: str) -> tuple[frozenset[str], ...]:
    """Words of its own, in lower case: wherever a pattern is found, one of each set stands."""
    return tuple(ways for ways in _needed(pattern) if not any(one[0] == "<" for one in ways))


@cache
def _needed(pattern: str) -> tuple[frozenset[str], ...]:
    """Words of its own, in lower case, and holes: wherever a pattern is found, one of each set stands."""
    first, *behind = _PARTS.split(pattern)
    inside = [_Branch("")]
    inside[-1].run(first)
    for part, text in zip(behind[::2], behind[1::2], strict=True):
        perhaps = text[:1] in _MARKS
        if part[0] == "(":
            inside.append(_Branch(part))
        elif part == ")":
            group = inside.pop()
            if not perhaps and group.opened not in ("(?!", "(?<!"):
                inside[-1].needed += group.whole()
        elif part[0] == "<" and not perhaps:
            inside[-1].needed.append(frozenset((part,)))
        inside[-1].run(text)
    return tuple(inside[-1].whole())
