"""Whose a thing is, said with a genitive, and what it is of, said with a preposition."""

from __future__ import annotations

from dataclasses import replace

from rulewright.language import nodes as n
from rulewright.language.lexicon import Lexicon
from rulewright.language.transforms.declared import Declared
from rulewright.language.transforms.nouns import Nouns
from rulewright.language.transforms.phrases import OPEN, place_behind


class Genitives:
    """Exchanges genitives and prepositions."""

    def __init__(self, lexicon: Lexicon, declared: Declared, nouns: Nouns) -> None:
        self._lexicon = lexicon
        self._declared = declared
        self._nouns = nouns

    def swapped(self, node: n.NounPhrase) -> n.NounPhrase:
        """What says whose a thing is as what says what it is of, and the other way, before what is nobody's name."""
        det, filters = node.determiner, node.filters
        if (
            isinstance(det, n.Possessive)
            and self._is_plain(det.owner)
            and not any(isinstance(f, OPEN) for f in filters)
        ):
            of = n.Of(phrase=det.owner, span=det.span)
            return replace(node, determiner=n.Article(word="the"), filters=(*filters, of))
        last = filters[-1] if filters else None
        closed = not any(isinstance(f, OPEN) for f in filters[:-1])
        if det == n.Article(word="the") and isinstance(last, n.Of) and closed and self._is_plain(last.phrase):
            return replace(node, determiner=n.Possessive(owner=last.phrase, span=last.span), filters=filters[:-1])
        return node

    def looks_taken(self, node: n.Perform) -> bool:
        """Whether what is said of somebody behind an object reads as where the verb takes it from."""
        thing = node.slot("object")
        if not isinstance(thing, n.NounPhrase) or not thing.filters:
            return False
        taken = any("{from" in pattern for pattern in self._lexicon.verbs[node.verb].patterns)
        last = thing.filters[-1]
        if not isinstance(last, n.Of) or not self._nouns.is_a(last.phrase, self._declared.genitive):
            return False
        before = thing.determiner == n.Article(word="the")  # behind which no genitive stands
        return taken and node.slot("from") is None and (before or not self._has_genitive(last.phrase))

    def _has_genitive(self, owner: n.Phrase) -> bool:
        """Whether the determiner of an owner has a genitive: "eines Spielers", but "von 2 Spielern"."""
        determiner = owner.determiner if isinstance(owner, n.NounPhrase) else None
        return isinstance(determiner, n.Article) and determiner.word in self._lexicon.classes.get("DETG", {})

    def looks_put(self, node: n.Perform) -> bool:
        """Whether a place behind an object reads as where things go, because nothing tells its case."""
        goes = any("{to" in pattern for pattern in self._lexicon.verbs[node.verb].patterns)
        goal = node.slot("to")
        return goes and self._of_no_case(place_behind(node.slot("object"))) and (goal is None or self._of_no_case(goal))

    def _of_no_case(self, place: n.Node | None) -> bool:
        """Whether a phrase looks the same where something is and where it goes: "in Oasen", "auf 3 Karten"."""
        if not isinstance(place, n.NounPhrase) or place.adjectives or not isinstance(place.noun, str):
            return False
        if place.determiner is not None and not isinstance(place.determiner, n.Quantity):
            return False
        forms = self._lexicon.nouns[place.noun].forms
        counted = place.plural or isinstance(place.determiner, n.Quantity)
        return forms.fitting({"many", "acc"}) == forms.fitting({"many", "dat"}) or not counted

    def _is_plain(self, owner: n.Phrase) -> bool:
        """Whether a phrase is a noun of no such type with an article alone."""
        if not isinstance(owner, n.NounPhrase) or owner.filters or owner.index is not None:
            return False
        return isinstance(owner.determiner, n.Article) and not self._nouns.is_a(owner, self._declared.genitive)
