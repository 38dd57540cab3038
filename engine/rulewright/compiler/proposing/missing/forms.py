"""The forms of words that no lexicon has, as their ends let one guess (`grammar/missing.<lang>.yaml`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import yaml

from rulewright.resources import data_dir


@cache
def guessing(lang: str) -> Mapping[str, Any]:
    """What a language tells about words that are missing; nothing where it has no such file."""
    file = data_dir("grammar") / f"missing.{lang}.yaml"
    return yaml.safe_load(file.read_text(encoding="utf-8")) if file.is_file() else {}


def noun_forms(told: Mapping[str, Any], written: str, plural: Sequence[Sequence[str]]) -> Iterator[tuple[str, str]]:
    """What one and several of a thing may be called, of which one form is written: the likeliest first.

    >>> list(noun_forms(guessing("en"), "rubies", [["([^aeiou])y$", r"\\1ies"], ["$", "s"]]))
    [('ruby', 'rubies'), ('rubies', 'rubiess')]
    """
    ways = [re.sub(pattern, ending, written) for pattern, ending in told["singular"] if re.search(pattern, written)]
    regular = [one for one in ways if _replaced(plural, one) == written]
    yield from ((one, written) for one in [*regular, *ways[-1:]][:1])
    yield written, _replaced(plural, written)


def verb_forms(told: Mapping[str, Any], written: str) -> Iterator[tuple[str, ...]]:
    """The forms that a verb may have of which one is written: its first form, he …s, …ing, has …ed.

    >>> next(verb_forms(guessing("en"), "moored"))
    ('moor', 'moors', 'mooring', 'moored')
    >>> [next(verb_forms(guessing("en"), one))[0] for one in ("forges", "plugging", "baked", "carries", "hex")]
    ['forge', 'plug', 'bake', 'carry', 'hex']
    """
    first, *rest = written.split(" ")
    seen = set()
    for line in told["first_forms"]:
        match = re.match(line["of"], first)
        for way in line["is"] if match else ():
            base = match.expand(way) if match else ""
            forms = (base, *(_replaced(told["forms"][name], base) for name in ("s", "ing", "ed")))
            if first in forms and base not in seen:
                seen.add(base)
                yield tuple(" ".join((form, *rest)) for form in forms)


def _replaced(lines: Sequence[Sequence[str]], word: str) -> str:
    """A word with the first ending that fits it exchanged."""
    return next((re.sub(pattern, ending, word, count=1) for pattern, ending in lines if re.search(pattern, word)), word)
