"""Copies of a card as options: which of them are one option, and which are told apart by where they lie."""

from __future__ import annotations

from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.services.services import Services
from rulewright.ruleset.words_of_trees import words_in


class Copies:
    """Tells the copies of the cards of one program apart."""

    def __init__(self, s: Services) -> None:
        self.ruleset = s.ruleset
        self.layout = s.layout
        self.module = s.module

    def distinct(self, options: Expr) -> Expr:
        """Cards of which copies that lie together are one option."""
        components = [card.component for card in self.layout.cards]
        if len(set(components)) == len(components):
            return options
        if "PLACED" not in self.module.namespace:
            self.module.constant(self._placed(), "PLACED")
        placed = self.module.namespace["PLACED"]
        return expr("DISTINCT(s, {}, PLACED)", options) if placed else expr("DISTINCT(s, {})", options)

    def _placed(self) -> frozenset[int]:
        """Cards of which the rules ask how far from the top of their pile they lie: their place may make a difference.

        What only decides between several cards (the order of an adjective) asks of no card that somebody has chosen.
        """
        places = {noun: entry for noun, entry in self.layout.nouns.items() if entry.get("rank") == "pile"}
        kinds = [kind for noun, entry in places.items() if self._asked(noun) for kind in as_list(entry["of"])]
        return frozenset(card for kind in kinds for card in self.layout.cards_of(kind))

    def _asked(self, number: str) -> bool:
        """Whether any text asks for a number, but to put things in an order."""
        ordered = [words for word in self.ruleset.words["adjectives"].values() for _, words in word.order]
        orders = {id(words) for words in ordered}
        return any(
            id(words) not in orders and words.tree is not None and ("nouns", number) in words_in(words.tree)
            for words in self.ruleset.all_words
        )
