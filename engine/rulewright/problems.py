"""Problems: an error in a user's file or sentence, its place, and how to fix it (law 8).

A problem has a stable code; the catalogue `problems.yaml` beside this file tells for each code what it means, with a
broken and a mended example. Nothing here formats for a terminal: that is the command line's work.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

_ARTICLE = re.compile(r"\b([Aa]) (\{(?P<name>\w+)\})")
_VOWEL = re.compile(r"(?!uni|use|one|eu)[aeiou]", re.IGNORECASE)  # as `article` of grammar/words.en.yaml


@dataclass(frozen=True, slots=True)
class Place:
    """Where: a file (as the user named it), line and column (both from 1), and the length of what is marked."""

    file: str = ""
    line: int = 0
    column: int = 0
    length: int = 1
    source: str = ""  # the source line, for the caret


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem. `found` and `expected` are words for the reader; `suggestions` are for "did you mean"."""

    code: str
    message: str
    place: Place = Place()
    hint: str = ""
    found: str = ""
    expected: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    offset: int = 0  # of the first wrong character in a text, before it is placed in a file
    end: int = 0
    words: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)  # that message and hint name
    notes: tuple[tuple[str, Mapping[str, str]], ...] = field(default=(), compare=False, repr=False)
    """What more there is to tell: keys of the interface, each with the words that it names."""

    def at(self, place: Place) -> Problem:
        """The same problem at another place."""
        return replace(self, place=place)


class RulewrightError(Exception):
    """Base of every error that a caller can meet; `problems` says what is wrong."""

    def __init__(self, *problems: Problem) -> None:
        self.problems: tuple[Problem, ...] = problems
        super().__init__("; ".join(f"{p.code}: {p.message}" for p in problems))


@cache
def catalogue() -> dict[str, dict[str, Any]]:
    """Every code with what `problems.yaml` says of it: title, message, hint, a broken and a mended example."""
    return _entries(_text())


@cache
def _text() -> str:
    return Path(__file__).with_name("problems.yaml").read_text(encoding="utf-8")


def _entries(text: str) -> dict[str, dict[str, Any]]:
    import yaml  # slow to import, and only needed when something is wrong

    entries: dict[str, dict[str, Any]] = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return entries


@cache
def _entry(code: str) -> dict[str, Any]:
    """What the catalogue says of one code: the compiler refuses a reading here and there to try another, and to read
    all entries for it would be a hundredth of a cold start."""
    begin = _text().find(f"\n{code}:") + 1
    if not begin:
        raise LookupError(code)
    end = _text().find("\nRW", begin)
    return _entries(_text()[begin : end if end > 0 else None])[code]


def problem(
    code: str,
    *,
    place: Place = Place(),
    found: str = "",
    expected: Iterable[str] = (),
    suggestions: Iterable[str] = (),
    offset: int = 0,
    end: int = 0,
    **words: object,
) -> Problem:
    """Build a problem from its entry in the catalogue.

    Args:
        code: `RW…`; it must stand in the catalogue.
        words: what the message and hint of the entry name in braces, beside `found`.

    Raises:
        LookupError: the catalogue lacks the code, or `words` lacks a name: an error in the program, not in a file.
    """
    entry = _entry(code)
    words["found"] = found
    return Problem(
        code=code,
        message=_filled(entry["message"], words).replace("?.", "?"),
        place=place,
        hint=_filled(entry["hint"], words),
        found=found,
        expected=tuple(expected),
        suggestions=tuple(suggestions),
        offset=offset,
        end=end,
        words={name: str(word) for name, word in words.items()},
    )


def _filled(template: str, words: Mapping[str, object]) -> str:
    """A message of the catalogue with its words; its own "a" becomes "an" before a word that begins so."""

    def sounded(found: re.Match[str]) -> str:
        begins = _VOWEL.match(str(words.get(found["name"], "")))
        return f"{found[1]}n {found[2]}" if begins else found[0]

    return _ARTICLE.sub(sounded, template).format_map(words)


def mistake(error: Exception) -> Problem:
    """The problem of whoever meets a mistake of the program itself.

    Raises:
        Exception: the error, when RULEWRIGHT_TRACEBACK asks to see where it happened.
    """
    if os.environ.get("RULEWRIGHT_TRACEBACK"):
        raise error
    return problem("RW0719", found=f"{type(error).__name__}: {error}")


def did_you_mean(word: str, known: Iterable[str], limit: int = 3) -> list[str]:
    """Return the known words closest to a misspelt one, best first.

    >>> did_you_mean("wagn", ["wagon", "field", "fence"])
    ['wagon']
    """
    from rapidfuzz import fuzz, process, utils  # only needed when something is wrong

    found = process.extract(word, list(known), scorer=fuzz.ratio, processor=utils.default_process, limit=limit)
    return [match for match, score, _ in found if score >= 60]


class TextError(RulewrightError):
    """A text that does not parse, or that parses but does not make sense."""


class LexiconError(RulewrightError):
    """A lexicon with words that are missing, unknown or two things."""


class GrammarError(RulewrightError):
    """A grammar file, or a grammar and a lexicon together, that cannot be used."""
