"""What nouns are in a language: their kind, their owner, their rank."""

from __future__ import annotations

from rulewright.language import nodes as n
from rulewright.language.lexicon import Lexicon
from rulewright.language.transforms.declared import Declared
from rulewright.language.trees.normal_form import head_noun


class Nouns:
    """What a transform asks of nouns: their kind, whether they are owned, their rank."""

    def __init__(self, lexicon: Lexicon, declared: Declared) -> None:
        self._lexicon = lexicon
        self._declared = declared

    def most(self, adjective: str) -> bool:
        """Whether an adjective has a superlative: "cheapest"."""
        item = self._lexicon.adjectives.get(adjective)
        return adjective in self._declared.superlatives or item is not None and "order" in item.entry

    def rank(self, node: n.NounPhrase) -> str:
        """The article that the first adjective of a phrase stands for: top, bottom, or none."""
        first = node.adjectives[0] if node.adjectives else ""
        card = isinstance(node.noun, str) and self._lexicon.noun_is(node.noun, "card")
        return first if first in self._declared.order.values() else self._declared.order.get(first, "") if card else ""

    def owned(self, node: n.NounPhrase) -> bool:
        """Whether a thing can be a player's."""
        return self._lexicon.is_owned(head_noun(node) or "")

    def is_a(self, phrase: n.Phrase, kind: str) -> bool:
        """Whether the noun of a phrase is of a kind."""
        noun = head_noun(phrase)
        return noun is not None and self._lexicon.noun_is(noun, kind)
