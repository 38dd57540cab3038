"""Random trees: the grammar walked from a rule, building the nodes that a parser would build."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.language.grammar import FIELDS, Alternative, Group, Item, Symbol
from rulewright.language.language import Language
from rulewright.language.nodes import Node

Pairs = list[tuple[str, Any]]
Choose = Callable[[int], int]  # one of n


class Trees:
    """Builds trees; `choose` decides, so that Hypothesis can shrink them."""

    def __init__(self, language: Language, choose: Choose, size: int = 6) -> None:
        self.language, self.choose, self.size = language, choose, size
        self.words: dict[str, list[tuple[str, bool]]] = {}
        lexer = language.lexer
        phrases = list(language.lexicon.phrases())
        nouns = {p.words for p in phrases if p.terminal == "NOUN"}
        both = {p.value for p in phrases if p.words in nouns and p.terminal in lexer.verb_terminals}
        begun = {p.words[:1] for p in phrases if p.terminal == "NOUN" and len(p.words) > 1}
        both |= {p.value for p in phrases if p.terminal == "ADJ" and p.words in begun}  # "first player" is a noun
        for phrase in phrases:  # a verb that is a noun too is told apart by what follows: not here
            if phrase.value not in both:
                self.words.setdefault(phrase.terminal, []).append((phrase.value, phrase.plural))
        self.depths = self._depths()

    def tree(self, rule: str) -> Node:
        """A tree that the rule yields."""
        value, _ = self._value(rule, 0)
        return value

    def _depths(self) -> dict[str, int]:
        """How deep the smallest tree of each rule is: beyond the size limit the smallest is taken."""
        depth: dict[str, int] = {}
        changed = True
        while changed:
            changed = False
            for production in self.language.grammar.productions:
                parts = [0 if s.terminal else depth.get(s.name, 10_000) for s in production.symbols]
                new = 1 + max(parts, default=0)
                if new < depth.get(production.rule, 10_000):
                    depth[production.rule] = new
                    changed = True
        return depth

    def _cost(self, items: tuple[Item, ...]) -> int:
        costs = [0]
        for item in items:
            if isinstance(item, Group):
                costs.append(0 if item.optional else min(self._cost(tuple(b)) for b in item.branches))
            elif not item.terminal:
                costs.append(self.depths[item.rule])
        return max(costs)

    def _has_words(self, alternative: Alternative) -> bool:
        named = [i.name for i in alternative.items if isinstance(i, Symbol) and i.terminal and i.label]
        return all(name in self.words or name == "INT" for name in named)

    def _value(self, rule: str, depth: int) -> tuple[Any, bool]:
        choices = [a for a in self.language.grammar.alternatives[rule] if self._has_words(a)]
        if depth >= self.size:
            least = min(self._cost(a.items) for a in choices)
            choices = [a for a in choices if self._cost(a.items) == least]
        alternative = choices[self.choose(len(choices))]
        pairs, plural, handed = self._items(alternative.items, depth)
        if alternative.alias is None:
            if rule.startswith("_"):
                return [*pairs, *alternative.constants], plural
            return handed[0], plural
        return self._node(alternative, pairs, plural), plural

    def _node(self, alternative: Alternative, pairs: Pairs, plural: bool) -> Node:
        node_class = alternative.node_class
        assert node_class is not None
        made: dict[str, Any] = {}
        for name, value in [*pairs, *alternative.constants]:
            if FIELDS[node_class][name].many:
                made[name] = (*made.get(name, ()), value)
            else:
                made[name] = value
        if "plural" in FIELDS[node_class]:
            made["plural"] = plural
        return self.language.normaliser(node_class(**made), plural)

    def _items(self, items: Any, depth: int) -> tuple[Pairs, bool, list[Any]]:
        pairs: Pairs = []
        plural = False
        handed: list[Any] = []
        for item in items:
            if isinstance(item, Group):
                count = 0 if item.optional and (depth >= self.size or self.choose(2)) else 1
                if item.many and count and depth < self.size:
                    count += self.choose(2)
                for _ in range(count):
                    branch = item.branches[self.choose(len(item.branches))]
                    more, many, values = self._items(branch, depth)
                    pairs, plural, handed = pairs + more, plural or many, handed + values
            elif item.terminal:
                if item.label:
                    value, many = self._word(item)
                    pairs.append((item.label, value))
                    plural = plural or (many and item.label in ("noun", "nouns"))
            else:
                value, many = self._value(item.rule, depth + 1)
                if item.label:
                    pairs.append((item.label, value))
                    plural = plural or (many and item.label in ("noun", "nouns"))
                elif isinstance(value, list):
                    pairs, plural = pairs + value, plural or many
                else:
                    handed.append(value)
        return pairs, plural, handed

    def _word(self, item: Symbol) -> tuple[Any, bool]:
        if item.name == "INT":
            return self.choose(9) + 1, False
        words = self.words[item.name]
        return words[self.choose(len(words))]
