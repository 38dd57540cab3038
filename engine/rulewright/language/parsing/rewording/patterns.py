"""Patterns of everyday wordings: with all words of a lexicon in their holes, but only where their own words stand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Generic, TypeVar

T = TypeVar("T")

HOLE = re.compile(r"<(\w+)(?: (\w+))?>")
_AGAIN = re.compile(r"(?:[*+]|\{\d*,?\d*\})\??")
_PLAIN = re.compile(r"[^\0^$.?*+{}]{2,}")
_PERHAPS = re.compile(r".(?:[*?]|\{)")  # a sign that may be missing
_ANYTHING = re.compile(r"(?:\.|\[\^[^\]]*\])[*+]")
_EITHER = re.compile(r"(\(\?:|\(|\|)\.\+\?\|\.\+\?(?=[|)])")  # (.+?|.+?)
_TWICE = re.compile(r"(?<!\\)\.\*\?(\)?(?:\((?:\?:)?)?)(?=\.\+\?)")  # .*?.+? and (.*?)(.+?)
_TWICE_AFTER = re.compile(r"(\((?:\?:)?\.\+\?\)(?:\((?:\?:)?)?|(?<!\\)\.\+\?)\.\*\?")  # .+?.*? and (.+?)(.*?)
_BACK = re.compile(r"\\[1-9]")
_PARTS = re.compile(r"\\.|\[(?:\\.|[^\]])*\]|\((?:\?(?:<?[!=]|:))?|\)|<\w+(?: \w+)?>")


_NONE = "(?!)"

AT_MOST = 7
"""So many places in an outline may stand for anything: of more, the ways to be tried grow beyond all measure."""


FEW = 12
"""So many texts are each looked through for those words alone that they have."""


class Pattern:
    """A regular expression with holes for words of a lexicon.

    It is made when a text has its other words: to write hundreds of words into hundreds of patterns takes seconds. Even
    then it has no other words of the lexicon at first than that text.
    """

    def __init__(self, pattern: str, words: Callable[[re.Match[str]], str]) -> None:
        self.pattern, self._words = pattern, words
        self._asked = 0

    @cached_property
    def _whole(self) -> re.Pattern[str]:
        return re.compile(HOLE.sub(self._words, self.pattern), re.IGNORECASE)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        """Where it stands in a text."""
        lower = text.lower()
        if not _may_stand(self.pattern, lower):
            return iter(())
        outline = _outline(self.pattern)
        if outline is not None and not outline.search(text):
            return iter(())
        self._asked += 1
        if self._asked > FEW:
            return self._whole.finditer(text)
        return re.finditer(HOLE.sub(lambda hole: _standing(self._words(hole), lower), self.pattern), text, re.I)


def any_of(words: Iterable[str]) -> str:
    """A regular expression for any of some words, the longest first."""
    longest = sorted(map(re.escape, words), key=lambda text: -len(text))
    return rf"\b(?:{'|'.join(longest)})\b" if longest else _NONE


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
    return _may_stand(pattern, lower) and _compiled(pattern).search(text) is not None


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """There are more of them than `re` keeps."""
    return re.compile(pattern, re.IGNORECASE)


def _may_stand(pattern: str, lower: str) -> bool:
    for ways in _needed(pattern):
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
            needed = _needed(pattern)
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
        for number, way in enumerate(text.split("|")):
            if number:
                self.others.append(self.needed)
                self.needed = []
            self.needed += [frozenset((words.lower(),)) for words in _PLAIN.findall(_PERHAPS.sub("\0", way))]

    def whole(self) -> list[frozenset[str]]:
        """What is needed whichever way it stands."""
        ways = [*self.others, self.needed]
        if len(ways) == 1:
            return self.needed
        best = [max(way, key=lambda words: min(map(len, words)), default=None) for way in ways]
        return [frozenset().union(*(one for one in best if one))] if all(best) else []


@cache
def _needed(pattern: str) -> tuple[frozenset[str], ...]:
    """Words of its own, in lower case: wherever a pattern is found, one of each set stands."""
    inside, at = [_Branch("")], 0
    for part in _PARTS.finditer(pattern):
        if part.start() < at:  # how often a group may come
            continue
        perhaps = _PERHAPS.match(pattern, part.end() - 1) is not None
        inside[-1].run(pattern[at : part.start()])
        at = part.end()
        if part[0][0] == "(":
            inside.append(_Branch(part[0]))
        elif part[0] == ")":
            group = inside.pop()
            if not perhaps and group.opened not in ("(?!", "(?<!"):
                inside[-1].needed += group.whole()
    inside[-1].run(pattern[at:])
    return tuple(inside[-1].whole())


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

    Nor is there one of a pattern that has so many holes that it would be quicker to look for the pattern itself.

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
    found += pattern[at:]
    while (once := _EITHER.sub(r"\1.+?", found)) != found:  # either of two holes is one
        found = once
    if not _BACK.search(found):  # anything, then anything: where the one ends and the other begins makes no difference
        found = _TWICE_AFTER.sub(r"\1", _TWICE.sub(r"\1", found))
    if len(_ANYTHING.findall(found)) > AT_MOST:
        return None
    try:
        return re.compile(found, re.IGNORECASE)
    except re.error:  # a look behind has no length that is known
        return None
