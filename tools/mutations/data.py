"""Where a ruleset can be changed: its texts, sentences, conditions and figures, with what could stand there instead."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mutations.trees import altered, near
from rulewright.problems import RulewrightError
from rulewright.ruleset.blocks import Path, Words
from rulewright.ruleset.building.building import build_ruleset
from rulewright.ruleset.files.content import Content
from rulewright.ruleset.model import Ruleset

GONE = object()
# What has no meaning for the game, or says what a thing is: to change it would be another ruleset, or none.
SILENT = {
    "id", "name", "title", "rules", "provenance", "kind", "en", "type", "of", "with", "is", "held", "owned", "in",
    "later", "logged", "state", "slots", "default", "visible", "attributes", "values", "attribute", "as", "rounds",
    "colour",
}  # fmt: skip


OPTIONAL = {"if", "where", "limit", "shared", "least", "most", "optional"}


@dataclass(frozen=True)
class Mutant:
    """One change. part: the component, procedure or word it belongs to; value: what stands there instead."""

    part: str
    path: Path
    old: str
    new: str
    value: Any


def parts(ruleset: Ruleset) -> dict[str, Path]:
    """All that can be mutated, by id: components, procedures and words of the lexicon that have a meaning."""
    found: dict[str, Path] = {}
    for section in ruleset.words:
        found |= {name: ("lexicon", section, name) for name in ruleset.words[section]}
    found |= {name: ("procedures", name) for name in ruleset.procedures}
    return found | {c.id: ("components", c.id) for c in ruleset.components.values() if not c.later}


def at(data: Any, path: Path) -> Any:
    """What stands at a path."""
    for key in path:
        data = data[key]
    return data


class Mutations:
    """The mutants of one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.words: dict[Path, Words] = {words.path: words for words in ruleset.all_words}
        self.language = ruleset.language("en")
        self._trees: dict[tuple[str, str], Any] = {}

    def of(self, part: str) -> Iterator[Mutant]:
        """The mutants of a part, each with a different meaning."""
        root = parts(self.ruleset)[part]
        seen = set()
        for path, value, new in self._changes(root, at(self.ruleset.content.data, root)):
            told = (path, new)
            if told not in seen:
                seen.add(told)
                yield Mutant(part, path, _shown(at(self.ruleset.content.data, path)), new, value)

    def _changes(self, path: Path, value: Any) -> Iterator[tuple[Path, Any, str]]:
        words = self.words.get(path)
        if words is not None:
            yield from self._rewordings(path, words)
        elif isinstance(value, dict):
            for key, inner in value.items():
                if key in SILENT:
                    continue
                yield from self._changes((*path, key), inner)
                if key in OPTIONAL and not (key == "if" and "then" in value):
                    yield (*path, key), GONE, "(left out)"
        elif isinstance(value, list):
            for index, inner in enumerate(value):
                yield from self._changes((*path, index), inner)
                if len(value) > 1 and path[0] != "components":
                    yield (*path, index), GONE, "(left out)"
        elif isinstance(value, bool):
            yield path, not value, str(not value).lower()
        elif isinstance(value, int):
            yield from ((path, other, str(other)) for other in near(value))
        elif isinstance(value, str):
            yield from ((path, other, other) for other in self._others(path, value))

    def _rewordings(self, path: Path, words: Words) -> Iterator[tuple[Path, Any, str]]:
        """The same place in other words: those that can be said and are read as they were meant."""
        if words.tree is None:
            return
        for tree in altered(words.tree, self.ruleset.lexicon["nouns"]):
            try:
                text = self.language.print(tree, words.kind)
                if self.language.parse(text, "block_sentence" if words.kind == "sentence" else words.kind) == tree:
                    yield path, text, text
            except (RulewrightError, KeyError):
                continue

    def _others(self, path: Path, value: str) -> Iterator[str]:
        """For a component's attribute: the next value that such components have there."""
        if path[0] != "components" or len(path) < 3:
            return
        components = self.ruleset.components
        alike = [c for c in components.values() if c.kind == components[str(path[1])].kind]
        values = {c.attributes.get(str(path[2])) for c in alike if isinstance(c.attributes.get(str(path[2])), str)}
        told = sorted(map(str, values))
        if len(path) == 3 and len(told) > 1:
            yield told[(told.index(value) + 1) % len(told)]

    # ------------------------------------------------------------ making them

    def ruleset_of(self, mutant: Mutant, problems: list[Any]) -> Ruleset:
        """The ruleset with a mutant in it; what cannot be read goes to the problems."""
        return self.ruleset_with(changed(self.ruleset.content.data, mutant.path, mutant.value), problems)

    def ruleset_with(self, data: Any, problems: list[Any]) -> Ruleset:
        """The ruleset with other data; what cannot be read goes to the problems."""
        content: Content = copy.copy(self.ruleset.content)
        content.data = data

        def read(text: str, kind: Any, path: Path) -> Any:
            if kind == "times":
                return None
            if (kind, text) not in self._trees:
                try:
                    tree = self.language.parse(text, "block_sentence" if kind == "sentence" else kind)
                except RulewrightError as error:
                    problems.extend(error.problems)
                    return None
                self._trees[kind, text] = tree
            return self._trees[kind, text].copy()  # what its words refer to depends on where they stand

        return build_ruleset(content, self.ruleset.folder, self.ruleset.scenarios, {"en": self.language}, read)


def changed(data: Any, path: Path, value: Any) -> Any:
    """Nested data with one thing in it exchanged or left out; the rest is shared."""
    if not path:
        return value
    twin = copy.copy(data)
    if len(path) == 1 and value is GONE:
        del twin[path[0]]
    else:
        twin[path[0]] = changed(data[path[0]], path[1:], value)
    return twin


def _shown(value: Any) -> str:
    return " ".join(value.split()) if isinstance(value, str) else str(value)
