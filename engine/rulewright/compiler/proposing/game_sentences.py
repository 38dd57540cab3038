"""What the sentences of a game say, with its things and numbers exchanged, or their clauses put together anew."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from rulewright.compiler.proposing.likeness import Likeness
from rulewright.compiler.proposing.search_budget import SearchBudget
from rulewright.compiler.proposing.texts import Texts
from rulewright.language import nodes as n
from rulewright.language.nodes import field_names
from rulewright.problems import RulewrightError

_LIKE = 10  # sentences of the game that are looked at closely


class GameSentences:
    """Finds what comes near a text among the sentences of one game."""

    def __init__(self, texts: Texts, likeness: Likeness, budget: SearchBudget) -> None:
        self.texts, self.likeness, self.budget = texts, likeness, budget
        self.language, self.lexicon = texts.language, texts.language.lexicon

    def near(self, text: str) -> Iterator[n.Node]:
        """The trees of what comes near a text, the nearest first."""
        wanted = self.likeness.weights(text)
        best = sorted(self.likeness.known, key=lambda item: -self.likeness.likeness(wanted, [], text, item[1]))[:_LIKE]
        nouns = self._nouns(text)
        numbers = [int(number) for number in re.findall(r"\d+", text)]
        for tree, said in [*best, *((tree, self.texts.said(tree) or "") for tree in self._joined(text))]:
            yield tree
            others = [tree, *self._exchanged(tree, nouns, self._nouns(said))]
            for other in others:
                yield other
                if numbers:
                    yield _numbered(other, numbers)

    def _nouns(self, text: str) -> list[str]:
        """The nouns that a text names, in their order."""
        words = [word.text.lower() for word in self.language.lexer.split(text)]
        found = []
        for index in range(len(words)):
            for phrase in self.language.lexer.candidates(words, index, strict=False):
                if phrase.value in self.lexicon.nouns and phrase.terminal.startswith("NOUN"):
                    found.append(phrase.value)
        return list(dict.fromkeys(found))

    def _exchanged(self, tree: n.Node, wanted: list[str], named: list[str]) -> Iterator[n.Node]:
        """A sentence with one thing, or all that can be, exchanged for things of the same type that are wanted."""
        missing = [noun for noun in wanted if noun not in named]
        spare = [noun for noun in named if noun not in wanted]
        pairs = []
        for noun in missing:
            type_ = self.lexicon.nouns[noun].type
            pairs += [(old, noun) for old in spare if self.lexicon.nouns[old].type == type_]
        for old, new in pairs[:6]:
            yield _renamed(tree, {old: new})
        whole: dict[str, str] = {}
        for old, new in pairs:
            if old not in whole and new not in whole.values():
                whole[old] = new
        if len(whole) > 1:
            yield _renamed(tree, whole)

    def _joined(self, text: str) -> Iterator[n.Node]:
        """Clauses of the game's sentences put together: an event or condition of one with what another does."""
        parts = [part for part in re.split(r"[,;:.]| and | then ", text) if part.strip()]
        clauses = sorted((part for part in parts), key=len, reverse=True)[:4]
        if len(clauses) < 2 or not self.budget.left():
            return
        events: dict[n.Node, str] = {}
        acts: dict[n.Node, str] = {}
        for tree, said in self.likeness.known:
            for node in tree.walk():
                if isinstance(node, n.Trigger):
                    events.setdefault(replace(node, then=n.Sequence(acts=())), said.split(",")[0])
                elif isinstance(node, n.If):
                    events.setdefault(replace(node, then=n.Sequence(acts=()), otherwise=None), said.split(",")[0])
                elif isinstance(node, n.Perform) and len(acts) < 600 and node not in acts:
                    acts[node] = self._act_said(node)
        for clause in clauses:
            first = self._nearest(clause, events)
            for other in clauses:
                if other is not clause and self.budget.left():
                    for opening in first:
                        for act in self._nearest(other, acts):
                            yield n.Text(sentences=(replace(opening, then=act),))

    def _act_said(self, node: n.Node) -> str:
        try:
            return self.language.print(n.Text(sentences=(node,)), "text")  # type: ignore[arg-type]
        except RulewrightError:
            return ""

    def _nearest(self, clause: str, among: dict[n.Node, str]) -> list[Any]:
        wanted = self.likeness.weights(clause)
        ranked = sorted(among, key=lambda node: -self.likeness.likeness(wanted, [], clause, among[node]))
        return ranked[:2]


def _changed(node: n.Node, change: Callable[[str, Any], Any]) -> n.Node:
    """A tree with fields changed that hold no nodes."""

    def of(name: str, value: Any) -> Any:
        if isinstance(value, n.Node):
            return _changed(value, change)
        if isinstance(value, tuple) and any(isinstance(part, n.Node) for part in value):
            return tuple(_changed(part, change) for part in value)
        return change(name, value)

    fields = {name: of(name, getattr(node, name)) for name in field_names(type(node)) if name != "span"}
    return type(node)(**fields)


def _renamed(tree: n.Node, names: dict[str, str]) -> n.Node:
    return _changed(tree, lambda name, value: names.get(value, value) if name == "noun" else value)


def _numbered(tree: n.Node, numbers: Iterable[int]) -> n.Node:
    """A tree with its numbers exchanged, in the order of the sentence as far as that is the order of the tree."""
    left = list(numbers)

    def change(name: str, value: Any) -> Any:
        if name in ("low", "high", "value") and isinstance(value, int) and not isinstance(value, bool) and left:
            return left.pop(0)
        return value

    return _changed(tree, change)
