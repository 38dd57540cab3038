"""Reading the texts of a ruleset: words in, trees out, and every problem placed inside its YAML file.

Trees are kept in the cache under the lexicon that they were read with, so that after an edit only what was changed is
read again.
"""

from __future__ import annotations

import json
import pickle
import re
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rulewright import cache
from rulewright.language.nodes import Node
from rulewright.language.problems import Place, Problem, RulewrightError, problem
from rulewright.ruleset.blocks import Path, WordsKind
from rulewright.ruleset.files.content import Content

if TYPE_CHECKING:
    from rulewright.language.language import Language

_KIND = "trees"
_THIS = "this card"
_TIMES = re.compile(
    r"forever|any number of times|one or more times|(up to )?[0-9]+ times?|[0-9]+ (or|to) [0-9]+ times|[0-9]+"
)


LANGUAGES = 8  # that are kept
_languages: dict[str, Language] = {}


def _english(name: str, words: Any) -> Language:
    """English with the words of a lexicon, kept by its name for who reads texts with it again (`check --watch`)."""
    from rulewright.language.language import Language  # not needed for a ruleset that comes from the cache
    from rulewright.language.lexicon import Lexicon

    if name not in _languages:
        made = Language(Lexicon.from_mapping(words))
        while len(_languages) >= LANGUAGES:
            del _languages[next(iter(_languages))]
        _languages[name] = made
    return _languages[name]


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
        self._read: dict[tuple[str, str], Node] = {}
        self._taken: set[int] = set()

    @cached_property
    def _name(self) -> str:
        return cache.name_of("en", json.dumps(self.content.data["lexicon"]))

    @cached_property
    def _known(self) -> dict[tuple[str, str], Node]:
        """Trees that were read before with the same lexicon, by kind and text."""
        return cache.revived(_KIND, self._name, pickle.loads) or {}

    def remember(self) -> None:
        """Keep all trees that were read so far."""
        if self._read.keys() != self._known.keys():
            cache.store(_KIND, self._name, pickle.dumps(self._read, protocol=5))

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
