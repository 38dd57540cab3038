"""Where things are: prepositions that a language shares between place, source and owner."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeVar, cast

from rulewright.language import nodes as n
from rulewright.language.lexicon import Lexicon, place_word
from rulewright.language.transforms.declared import Declared
from rulewright.language.transforms.nouns import Nouns
from rulewright.language.transforms.phrases import OPEN, with_last
from rulewright.language.trees.normal_form import head_noun

THINGS: Final = ("card", "piece")
"""What lies in zones."""
PLACES: Final = ("space", "border", "region")
"""What pieces are taken from, and cards are of."""
_N = TypeVar("_N", bound=n.Node)


class Places:
    """Exchanges prepositions of places."""

    def __init__(self, lexicon: Lexicon, declared: Declared, nouns: Nouns) -> None:
        self._lexicon = lexicon
        self._declared = declared
        self._nouns = nouns

    def lying_in(self, node: n.NounPhrase) -> n.NounPhrase:
        """A phrase with "in" for an "of" that can only tell where a thing lies: "una carta de tu mano"."""
        last = node.filters[-1] if node.filters else None
        if not isinstance(last, n.Of) or not self._lies_in(node, last.phrase):
            return node
        preposition = place_word(self._lexicon.canon, head_noun(last.phrase) or "") or "in"
        return replace(
            node, filters=(*node.filters[:-1], n.At(preposition=preposition, phrase=last.phrase, span=last.span))
        )

    def _lies_in(self, phrase: n.NounPhrase, place: n.Phrase) -> bool:
        """Whether "of" a place behind a thing says no more than that it lies there."""
        thing = any(self._nouns.is_a(phrase, kind) for kind in THINGS)
        return thing and self._nouns.is_a(place, "zone") and self.taken_from(phrase, place)

    def near(self, phrase: n.Phrase, preposition: str) -> str:
        """The preposition of a language that has one for both, where the tree has that of the noun."""
        if not self._declared.near:
            return preposition
        noun = head_noun(phrase)
        return self._declared.near if noun and place_word(self._lexicon.canon, noun) == preposition else preposition

    def where(self, phrase: n.Phrase) -> str:
        """The preposition that tells where things lie, with which they are put there, too."""
        return self._declared.near or place_word(self._lexicon.canon, head_noun(phrase) or "") or "in"

    def at_its_place(self, node: n.At | n.InPlace, said: bool) -> n.At | n.InPlace:
        """Where a thing is, with the preposition of the noun in this language, or with that of the tree."""
        noun = head_noun(node.phrase if isinstance(node, n.At) else node.place) or ""
        own = self._lexicon.nouns[noun].place if noun in self._lexicon.nouns else "in"
        if own == "in" or place_word(self._lexicon.canon, noun) == own:
            return node
        before, after = ("in", own) if said else (own, "in")
        return replace(node, preposition=after) if node.preposition == before else node

    def belonging_to_its_zone(self, node: n.NounPhrase) -> n.NounPhrase:
        """A phrase in other words, where "of" would say that its thing lies there."""
        last = node.filters[-1] if node.filters else None
        if not isinstance(last, n.Of) or not self._lies_in(node, last.phrase):
            return node
        apart = n.At(preposition=self._declared.belonging, phrase=last.phrase, span=last.span)
        return replace(node, filters=(*node.filters[:-1], apart))

    def of_its_zone(self, node: _N) -> _N:
        """A phrase that is said with "of" for the zone where its thing lies: "por cada carta de tu mano"."""
        if not self._declared.full or not isinstance(node, n.NounPhrase) or not node.filters:
            return node
        *others, last = node.filters
        if not isinstance(last, n.At) or last.preposition not in ("in", self._declared.near):
            return node
        said = replace(node, filters=(*others, n.Of(phrase=last.phrase)))
        return cast(_N, said) if self._lies_in(node, last.phrase) else node

    def there(self, node: n.Perform, name: str = "object") -> n.Perform:
        """An act one of whose slots tells in other words where a thing is."""
        return with_last(node, n.Filter, self._elsewhere, name)

    def _elsewhere(self, last: n.Filter) -> n.Filter:
        """The last filter of a phrase with the first place that it tells in other words."""
        if isinstance(last, n.At) and last.preposition != self._declared.belonging:
            return replace(last, preposition=self._declared.there.get(last.preposition, self._declared.there["in"]))
        if isinstance(last, OPEN) and isinstance(last.phrase, n.NounPhrase) and last.phrase.filters:
            *before, end = last.phrase.filters
            return replace(last, phrase=replace(last.phrase, filters=(*before, self._elsewhere(end))))
        return last

    def taken_from(self, phrase: n.NounPhrase, place: n.Phrase) -> bool:
        """Whether "of" a place says where things are taken from, and not what they are of."""
        noun, source = head_noun(phrase), head_noun(place)
        if isinstance(place, n.Pronoun) and place.word in (
            "it",
            "them",
        ):  # "toma una carta de ella": no card is one of it
            return noun is not None and any(self._lexicon.noun_is(noun, kind) for kind in ("card", "piece"))
        if noun is None or source is None or source in self._declared.never_from:
            return False
        for owned, owner in ((noun, source), (source, noun)):  # the number of a card, a card of a colour
            item = self._lexicon.nouns[owned]
            if item.type != "zone" and any(kind == "any" or self._lexicon.noun_is(owner, kind) for kind in item.of):
                return False
        if not self._lexicon.noun_is(noun, "piece") and any(self._lexicon.noun_is(source, kind) for kind in PLACES):
            return False
        det = phrase.determiner
        rank = det.word if isinstance(det, n.Article) else det.article if isinstance(det, n.Quantity) else None
        return rank not in self._declared.order.values() and not any(
            word in self._declared.order for word in phrase.adjectives
        )
