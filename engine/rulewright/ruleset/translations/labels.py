"""Labels of choices and titles: whether a language tells them apart, and gives each its own name.

A title that is no sentence is free, so nothing proves it. Mistakes show all the same: options of one choice that
English tells apart have one name; two titles have the words of each other; of two options, one has words of the other,
which has none of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from itertools import combinations

from rulewright.language.lexicon import Lexicon
from rulewright.problems import Problem, problem
from rulewright.ruleset import blocks as b
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.translations.sources import sources
from rulewright.ruleset.translations.text_locations import parts
from rulewright.ruleset.translations.titles import proved_titles, title_problems
from rulewright.ruleset.words_of_trees import WordId, words_in

_Word = WordId | tuple[str, str]
"""A word of the lexicon, or a number."""

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
    yield from _exchanged_titles(ruleset, lang, known)
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


def _exchanged_titles(ruleset: Ruleset, lang: str, known: _Known) -> Iterator[Problem]:
    """Two titles of parts of the rules that have the words of each other; labels of choices are looked at as such."""
    texts = ruleset.content.data["locale"].get(lang, {}).get("texts", {})
    given, proved = dict(parts(texts)), proved_titles(ruleset, lang)
    titles = [
        (source.text, str(given[path]), path)
        for source in sources(ruleset)
        if source.tree is None and source.context.endswith(".title") and source.context not in proved
        if (path := tuple(source.context.split("."))) in given
    ]
    about = {title: known.in_english(title) for title, *_ in titles}
    said = {label: known.in_own(label) for _, label, _ in titles}
    for (title, label, _), (other, second, path) in combinations(titles, 2):
        if _swapped(about[title], said[label], about[other], said[second]):
            place = ruleset.place(("locale", lang, "texts", *path))
            yield problem("RW0843", place=place, found=label, other=second, first=title, second=other)


def _swapped(here: Set[_Word], first: Set[_Word], there: Set[_Word], last: Set[_Word]) -> bool:
    """Whether each of two labels names what the other alone is about, and nothing that its own is.

    here, there: what the two are about; first, last: what their labels name.
    """
    mine, theirs = here - there, there - here
    return bool(first & theirs and last & mine and not first & mine and not last & theirs)


class _Known:
    """Which words of the lexicon a text names, by how its words begin."""

    def __init__(self, ruleset: Ruleset, lang: str) -> None:
        self._english, self._own = (ruleset.language(of).lexicon for of in ("en", lang))
        self._beginnings = [_beginnings(lexicon) for lexicon in (self._english, self._own)]

    def in_english(self, text: str) -> set[_Word]:
        """The words that an English text names, and its numbers."""
        return _named(text, self._beginnings[0]) | _numbers(text, self._english)

    def in_own(self, text: str) -> set[_Word]:
        """The words that a text of the language names, and its numbers."""
        return _named(text, self._beginnings[1]) | _numbers(text, self._own)

    def exchanged(self, one: b.Branch, label: str, other: b.Branch, second: str) -> bool:
        """Whether the labels of two branches seem to be each other's.

        By the words of the titles, or by those of what the branches do; or one label has words of the other's title,
        which that one has not.
        """
        here, there = self.in_english(one.title), self.in_english(other.title)
        first, last = self.in_own(label), self.in_own(second)
        if _swapped(here, first, there, last) or _swapped(self._about(one), first, self._about(other), last):
            return True
        mine, theirs = here - there, there - here
        lost = theirs and first >= theirs and not last & theirs and not first & mine
        gained = mine and last >= mine and not first & mine and not last & theirs
        return bool(lost or gained)

    def _about(self, branch: b.Branch) -> set[_Word]:
        trees = (part.tree for part in b.walk(branch.do) if isinstance(part, b.Words) and part.tree is not None)
        return self.in_english(branch.title).union(*map(words_in, trees))


def _beginnings(lexicon: Lexicon) -> dict[str, set[_Word]]:
    """The words of a lexicon by how their forms begin; of a form of several words, by all of them."""
    found: dict[str, set[_Word]] = {}
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


def _numbers(text: str, lexicon: Lexicon) -> set[_Word]:
    """The numbers that a text has, in figures or as words."""
    known = lexicon.core.get("numbers", {})
    return {
        ("number", str(known.get(word, word)))
        for word in re.findall(r"\w+", text.casefold())
        if word in known or word.isdecimal()
    }


def _named(text: str, beginnings: Mapping[str, set[_Word]]) -> set[_Word]:
    lower = text.casefold()
    return {
        word
        for stem, words in beginnings.items()
        if stem in lower and re.search(rf"\b{re.escape(stem)}", lower)
        for word in words
    }
