"""Labels of choices: whether a language tells the options of one choice apart, and gives each its own name.

A title that is no sentence is free, so nothing proves it. Two kinds of mistakes show all the same: options that
English tells apart have one name, and two options whose names have the words of each other's acts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations

from rulewright.language.lexicon import Lexicon
from rulewright.language.problems import Problem, problem
from rulewright.ruleset import blocks as b
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.translations.titles import title_problems
from rulewright.ruleset.words_of_trees import WordId, words_in

SHORTEST = 4
"""Letters that a word must begin with to be taken for a form of another: endings are not compared."""


def label_problems(ruleset: Ruleset, lang: str) -> Iterator[Problem]:
    """What is wrong with the titles of a language.

    RW0842 for equal labels of one choice, RW0843 for exchanged ones, RW0813 for sentences that say something else.

    Raises:
        RulewrightError: the ruleset does not speak the language, or its words are not right.
    """
    texts = ruleset.content.data["locale"].get(lang, {}).get("texts", {})
    yield from title_problems(ruleset, lang)
    titles: Mapping[str, str] = texts.get("titles", {})
    known = _Known(ruleset, lang)
    told: set[tuple[str, str]] = set()
    for part in b.walk((ruleset.procedures, ruleset.words.get("verbs", {}))):
        if not isinstance(part, b.OneOf):
            continue
        named = [branch for branch in part.branches if branch.title in titles]
        for one, other in combinations(named, 2):
            pair = (one.title, other.title)
            if one.title == other.title or pair in told:
                continue
            told.add(pair)
            label, second = (str(titles[title]) for title in pair)
            place = ruleset.place(("locale", lang, "texts", "titles", other.title))
            if label.casefold() == second.casefold():
                yield problem("RW0842", place=place, found=label, first=one.title, second=other.title)
            elif known.exchanged(one, label, other, second):
                yield problem("RW0843", place=place, found=label, other=second, first=one.title, second=other.title)


class _Known:
    """Which words of the lexicon a text names, by how its words begin."""

    def __init__(self, ruleset: Ruleset, lang: str) -> None:
        self.english = _beginnings(ruleset.language("en").lexicon)
        self.own = _beginnings(ruleset.language(lang).lexicon)

    def exchanged(self, one: b.Branch, label: str, other: b.Branch, second: str) -> bool:
        """Whether each of two labels names what the other branch alone is about, and nothing that its own is."""
        here, there = self._about(one), self._about(other)
        mine, theirs = here - there, there - here
        first, last = (_named(text, self.own) for text in (label, second))
        return bool(first & theirs and last & mine and not first & mine and not last & theirs)

    def _about(self, branch: b.Branch) -> set[WordId]:
        trees = (part.tree for part in b.walk(branch.do) if isinstance(part, b.Words) and part.tree is not None)
        return _named(branch.title, self.english).union(*map(words_in, trees))


def _beginnings(lexicon: Lexicon) -> dict[str, set[WordId]]:
    """The words of a lexicon by how their forms begin; of a form of several words, by all of them."""
    found: dict[str, set[WordId]] = {}
    for section, words in (("nouns", lexicon.nouns), ("verbs", lexicon.verbs)):
        for name, word in words.items():
            several = word.forms if isinstance(word.forms, tuple) else (word.forms,)
            for form in {text for forms in several for texts in forms.forms.values() for text in texts}:
                found.setdefault(_stem(form), set()).add((section, name))
    return {stem: words for stem, words in found.items() if len(stem) >= SHORTEST}


def _stem(form: str) -> str:
    """A form without most of what endings change."""
    lower = form.casefold().replace("_", " ").strip()
    return lower[: max(SHORTEST, len(lower) - 2)] if len(lower) >= SHORTEST else ""


def _named(text: str, beginnings: Mapping[str, set[WordId]]) -> set[WordId]:
    lower = text.casefold()
    return {
        word
        for stem, words in beginnings.items()
        if stem in lower and re.search(rf"\b{re.escape(stem)}", lower)
        for word in words
    }
