"""Reading the texts of a ruleset: words in, trees out, and every problem placed inside its YAML file.

Trees are kept in the cache under the lexicon that they were read with, so that after an edit only what was changed is
read again. A process that reads a ruleset again (`check --watch`, an editor) has the ruleset as it was before, too.
"""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rulewright import cache
from rulewright.language.ambiguous_verbs import blamed
from rulewright.language.nodes import Node
from rulewright.problems import GrammarError, LexiconError, Place, Problem, RulewrightError, problem
from rulewright.ruleset.blocks import Path, Words, WordsKind
from rulewright.ruleset.files.content import Content

if TYPE_CHECKING:
    from rulewright.language.language import Language
    from rulewright.ruleset.model import Ruleset

_KIND = "trees"
_THIS = "this card"
_TIMES = re.compile(
    r"forever|any number of times|one or more times|(up to )?[0-9]+ times?|[0-9]+ (or|to) [0-9]+ times|[0-9]+"
)


LANGUAGES = 8  # that are kept
_languages: dict[str, Language] = {}

FEW = 10
"""Texts that are read again by the next process rather than all trees written after each edit."""
_stored: dict[str, frozenset[tuple[str, str]]] = {}
"""By the name of their lexicon, kinds and texts of the trees that lie in the cache."""

Trees = dict[tuple[str, str], Node]
"""Trees by kind and text."""

RULESETS = 4  # that are kept
_rulesets: dict[str, Ruleset] = {}
"""By the name of their lexicon, rulesets of which every text was read, the last of each."""


def _english(name: str, words: Any) -> Language:
    """English with the words of a lexicon, kept by its name for who reads texts with it again (`check --watch`)."""
    from rulewright.language.language import Language  # not needed for a ruleset that comes from the cache
    from rulewright.language.lexicon import Lexicon

    if name not in _languages:
        try:
            made = Language(Lexicon.from_mapping(words), name=name)
        except GrammarError:
            if (told := blamed(words, "en", {})) is not None:
                raise LexiconError(told) from None
            raise
        while len(_languages) >= LANGUAGES:
            del _languages[next(iter(_languages))]
        _languages[name] = made
    return _languages[name]


def _trees(several: Iterable[Words]) -> Trees:
    return {(words.kind, words.text): words.tree for words in several if words.tree is not None}


class TextReader:
    """Parses the words of one ruleset; `problems` takes what it cannot read.

    Attributes:
        languages: takes the languages, once they are made.
        given: trees of texts that are written in another language, by path.
    """

    def __init__(self, content: Content, problems: list[Problem]) -> None:
        self.content = content
        self.problems = problems
        self.languages: dict[str, Language] = {}
        self.given: dict[Path, Node] = {}
        self._read: Trees = {}
        self._taken: set[int] = set()

    @cached_property
    def _name(self) -> str:
        return cache.name_of("en", json.dumps(self.content.data["lexicon"]))

    @cached_property
    def before(self) -> Ruleset | None:
        """The last ruleset that this process has read with the same lexicon, unless a text is in another language."""
        return _rulesets.get(self._name) if not self.given else None

    @cached_property
    def _known(self) -> Trees:
        """Trees that were read before with the same lexicon, by kind and text."""
        if self.before is None:
            return cache.revived(_KIND, self._name, pickle.loads) or {}
        known = _trees(self.before.all_words)
        self._taken.update(map(id, known.values()))
        return known

    def remember(self, ruleset: Ruleset) -> None:
        """Keep the trees of a ruleset, all of whose texts were read, and why texts are refused.

        A few trees more or less do not matter.
        """
        if "en" in self.languages:
            self.languages["en"].remembered.keep()
        trees = _trees(words for words in ruleset.all_words if words.path not in self.given)
        known = _stored.get(self._name) or self._known.keys()
        if len(trees.keys() ^ known) > (FEW if self.before is not None else 0):
            cache.store(_KIND, self._name, pickle.dumps(trees, protocol=5))
            known = trees.keys()
        _stored[self._name] = frozenset(known)

    def keep(self, ruleset: Ruleset) -> None:
        """Keep a ruleset with which nothing is wrong, for who reads it again; of its reader nothing is needed more."""
        if self.given:
            return
        _rulesets.pop(self._name, None)
        while len(_rulesets) >= RULESETS:
            del _rulesets[next(iter(_rulesets))]
        _rulesets[self._name] = ruleset
        vars(self).clear()

    @cached_property
    def language(self) -> Language | None:
        """English with the words of the ruleset; None when its lexicon is not right."""
        try:
            self.languages["en"] = _english(self._name, self.content.data["lexicon"])
        except RulewrightError as error:
            self.problems += (self._in_lexicon(item) for item in error.problems)
        return self.languages.get("en")

    def check_lexicon(self) -> None:
        """Find what is wrong with the lexicon; nothing is when trees were read with it before."""
        if not self._known:
            self.language  # noqa: B018

    def _in_lexicon(self, item: Problem) -> Problem:
        """A problem of the lexicon at the word that it names, or else at the start of the file."""
        if item.place.file:
            return item
        for named in (item.found, *reversed([*item.words.values()])):  # of two words the later one
            for section, words in self.content.data["lexicon"].items():
                if named in words:
                    return item.at(self.content.key_place(("lexicon", section, named)))
        files = [source[0] for path, source in self.content.sources.items() if path[0] == "lexicon"]
        return item.at(files[0].place() if files else Place())

    def __call__(self, text: str, kind: WordsKind, path: Path) -> Node | None:
        """Parse some words; None when they cannot be read, or when the lexicon cannot."""
        if kind == "times":
            if not _TIMES.fullmatch(text):
                self.problems.append(problem("RW0242", place=self.content.place(path), found=text))
            return None
        if path in self.given:
            return self.given[path]
        tree = self._known.get((kind, text)) or self._read.get((kind, text)) or self._parse(text, kind, path)
        if tree is not None:
            self._read[kind, text] = tree
        return self._own(tree) if tree is not None else None

    def _own(self, tree: Node) -> Node:
        """A tree for one place alone: what its words refer to depends on where they stand."""
        if id(tree) in self._taken:
            return tree.copy()
        self._taken.add(id(tree))
        return tree

    def _parse(self, text: str, kind: WordsKind, path: Path) -> Node | None:
        if self.language is None:
            return None
        try:
            return self.language.parse(text, "block_sentence" if kind == "sentence" else kind)
        except RulewrightError as error:
            found = [self._by_name(item, text, kind, path) for item in error.problems]
            self.problems += (item.at(self.content.text_place(path, item.offset, item.end or None)) for item in found)
            return None

    def _by_name(self, item: Problem, text: str, kind: WordsKind, path: Path) -> Problem:
        """A problem with "this card" as what was meant, where a text calls its own card by its name."""
        component = self.content.data["components"].get(path[1]) if path[0] == "components" else None
        name = str((component or {}).get("name", ""))
        if not name or not text[item.offset :].casefold().startswith(name.casefold()) or self.language is None:
            return item
        try:
            self.language.parse(re.sub(re.escape(name), _THIS, text, flags=re.IGNORECASE), kind)
        except RulewrightError:
            return item
        return replace(item, found=text[item.offset :][: len(name)], end=item.offset + len(name), suggestions=(_THIS,))
