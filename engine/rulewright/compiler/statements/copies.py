"""Copies of a card as options: which of them are one option, and which are told apart by where they lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.layout.layout import as_list
from rulewright.ruleset.words_of_trees import words_in

if TYPE_CHECKING:
    from rulewright.compiler.builder import Builder


def distinct(b: Builder, options: Expr) -> Expr:
    """Cards of which copies that lie together are one option."""
    components = [card.component for card in b.layout.cards]
    if len(set(components)) == len(components):
        return options
    if "PLACED" not in b.namespace:
        b.constant(_placed(b), "PLACED")
    return expr("DISTINCT(s, {}, PLACED)", options) if b.namespace["PLACED"] else expr("DISTINCT(s, {})", options)


def _placed(b: Builder) -> frozenset[int]:
    """Cards of which the rules ask how far from the top of their pile they lie: their place may make a difference.

    What only decides between several cards (the order of an adjective) asks of no card that somebody has chosen.
    """
    places = {noun: entry for noun, entry in b.layout.nouns.items() if entry.get("rank") == "pile"}
    kinds = [kind for noun, entry in places.items() if _asked(b, noun) for kind in as_list(entry["of"])]
    return frozenset(card for kind in kinds for card in b.layout.cards_of(kind))


def _asked(b: Builder, number: str) -> bool:
    """Whether any text asks for a number, but to put things in an order."""
    ordered = [words for word in b.ruleset.words["adjectives"].values() for _, words in word.order]
    orders = {id(words) for words in ordered}
    return any(
        id(words) not in orders and words.tree is not None and ("nouns", number) in words_in(words.tree)
        for words in b.ruleset.all_words
    )
