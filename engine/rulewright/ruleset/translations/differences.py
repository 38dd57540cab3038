"""What a translation says otherwise than the English text, difference by difference, in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.language.compare import Difference, Place, compare
from rulewright.language.language import Language
from rulewright.language.nodes import Node, Span
from rulewright.problems import Problem, RulewrightError, problem

BETWEEN = 2
"""Words that may be said twice where differences are told as one: *a space of yours*, and not *a* and *of yours*."""


@dataclass(frozen=True, slots=True)
class Otherwise:
    """One difference.

    Attributes:
        found, wanted: what the translation says, in English, and what the English text says; "" for nothing.
        span, english: where it stands in the translation and in the English text.
        instead: what the translation has to say at `span`, where that is known.
    """

    found: str
    wanted: str
    span: Span
    english: Span | None
    instead: str = ""

    def __str__(self) -> str:
        """In English; `grammar/phrases.<lang>.yaml` says the same in other languages.

        >>> print(Otherwise("2", "3", Span(0, 1), None))
        “2” where the English says “3”
        """
        found, wanted = (f"“{words}”" if words else "nothing" for words in (self.found, self.wanted))
        return f"{found} where the English says {wanted}"

    @property
    def length(self) -> int:
        """How many words there are to read."""
        return len(f"{self.found} {self.wanted}".split())

    def problem(self, code: str) -> Problem:
        """It as a problem, at its place in the translation."""
        instead = (self.instead,) if self.instead else ()
        return problem(code, found=str(self), offset=self.span.start, end=self.span.end, suggestions=instead)


@dataclass(frozen=True, slots=True)
class Compared:
    """A translation beside the English text.

    Attributes:
        text, tree, language: the translation, what it means, and its language.
        original, wanted, english: the same of the English text.
        kind: what both are read as.
    """

    text: str
    tree: Node
    language: Language
    original: str
    wanted: Node
    english: Language
    kind: str = "text"

    def differences(self) -> list[Otherwise]:
        """Everything that the translation says otherwise; empty if it says the same."""
        found = compare(self.tree, self.wanted)
        return list(dict.fromkeys(self._told(found, 0))) if found else []

    def _told(self, found: list[Difference], depth: int) -> list[Otherwise]:
        """Differences that share so many places around them: each by itself, or as one where that is hardly longer."""
        if len(found) == 1:
            return [self._alone(found[0])]
        parts: dict[int, list[Difference]] = {}
        for one in found:
            parts.setdefault(id(one[depth + 1]), []).append(one)
        each = [told for part in parts.values() for told in self._told(part, depth + 1)]
        as_one = self._at(found[0][depth]) if len(parts) > 1 else None
        return [as_one] if as_one and as_one.length <= sum(told.length for told in each) + BETWEEN else each

    def _alone(self, around: Difference) -> Otherwise:
        """One difference: at the smallest place at which English shows it."""
        found = next((told for told in map(self._at, reversed(around)) if told), None)
        if found:
            return found
        span, english = around[-1].spans
        span, english = span or Span(0, len(self.text)), english or Span(0, len(self.original))
        return Otherwise(_quoted(self.text, span), _quoted(self.original, english), span, english)

    def _at(self, place: Place) -> Otherwise | None:
        """What differs in a place and nowhere else; None where English does not show it."""
        said = _said(self.english, place.wrong, self.wanted, self.kind)
        if not said or said[0] == said[1]:
            return None
        span, instead = _place(self.text, place.spans[0], _said(self.language, self.tree, place.right, self.kind))
        return Otherwise(*said, span, place.spans[1], instead)


def _quoted(text: str, span: Span) -> str:
    return " ".join(text[span.start : span.end].split())


def _said(language: Language, found: Node, wanted: Node, kind: str) -> tuple[str, str] | None:
    """Two trees in the words of a language, without what both begin and end with; None if it has no words for one."""
    try:
        one, other = (" ".join(language.print(tree, kind).split()) for tree in (found, wanted))
    except RulewrightError:
        return None
    return _without_common(one, other)


def _without_common(one: str, other: str) -> tuple[str, str]:
    """What is different in two texts: without the words with which both begin and end.

    >>> _without_common("Take the card.", "Take a card with a price.")
    ('the card', 'a card with a price')
    """
    first, second = ([*re.finditer(r"\w+|[^\w\s]", text)] for text in (one, other))
    words, others = ([word.group().casefold() for word in found] for found in (first, second))
    least = min(len(words), len(others))
    begin = next((i for i in range(least) if words[i] != others[i]), least)
    left = least - begin
    end = next((i for i in range(left) if words[-1 - i] != others[-1 - i]), left)
    return _cut(one, first, begin, end), _cut(other, second, begin, end)


def _cut(text: str, words: list[re.Match[str]], begin: int, end: int) -> str:
    """A text without its first and last words."""
    kept = words[begin : len(words) - end]
    return text[kept[0].start() : kept[-1].end()] if kept else ""


def _place(text: str, span: Span | None, said: tuple[str, str] | None) -> tuple[Span, str]:
    """Where words stand in a translation, as exactly as they can be found, and what they should be if they are found.

    said: the words as the language prints them, and what it prints where all is right.
    """
    span = span or Span(0, len(text))
    if said and said[0]:
        pattern = r"\s+".join(map(re.escape, said[0].split()))
        for where in (span, Span(0, len(text))):
            found = [*_found(pattern, text, where)]
            if len(found) == 1:
                return found[0], said[1]
    return span, ""


def _found(pattern: str, text: str, where: Span) -> Iterator[Span]:
    for match in re.finditer(rf"(?<!\w){pattern}(?!\w)", text[: where.end], re.IGNORECASE):
        if match.start() >= where.start:
            yield Span(match.start(), match.end())
