"""The normal form of a tree: removes choices that carry no meaning, so that every language yields the same tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.language import nodes as n
from rulewright.language.lexicon import Lexicon, place_word

# Filters of one noun stand in this order, whatever order a language says them in; the open ones come last.
FILTER_ORDER: tuple[type[n.Filter], ...] = (
    n.OfChoice, n.OfYours, n.Worth, n.Measured, n.Relative, n.Participle, n.Adjective, n.There,
)  # fmt: skip


class Normaliser:
    """Normalises nodes while the parser builds them."""

    def __init__(self, own: Lexicon) -> None:
        lexicon = own.canon
        self.own, self.lexicon = own, lexicon
        self._adverbs = list(lexicon.classes.get("ADVPRE", {})) + list(lexicon.classes.get("ADV", {}))
        self._fixed = {
            word: next(iter(forms.forms))
            for word, forms in lexicon.classes.get("DET", {}).items()
            if len(forms.forms) == 1 and "any" not in forms.forms
        }

        self._merged = dict(self._merges())

    def _merges(self) -> Iterator[tuple[tuple[str, str], str]]:
        """(article, adjective) -> the one article that the two words make: "the other"."""
        articles = {text: word for word, text in self._texts("DET")} | {"the": "the"}
        adjectives = {
            text: a.id for a in self.lexicon.adjectives.values() for ts in a.forms.forms.values() for text in ts
        }
        for word, text in self._texts("DET"):
            first, _, second = text.partition(" ")
            if first in articles and second in adjectives:
                yield (articles[first], adjectives[second]), word

    def _texts(self, name: str) -> Iterator[tuple[str, str]]:
        for word, forms in self.lexicon.classes.get(name, {}).items():
            for texts in forms.forms.values():
                yield from ((word, text) for text in texts)

    def __call__(self, node: n.Node, plural: bool = False, disagreeing: list[n.NounPhrase] | None = None) -> n.Node:
        """Return the normal form of a node whose children are in normal form.

        disagreeing: receives the phrase if its noun and determiner, as read, differ in number.
        """
        match node:
            case n.NounPhrase():
                fixed = self.own_number(node.determiner)
                if disagreeing is not None and fixed and plural != (fixed == "many") and self._shows_number(node):
                    disagreeing.append(node)
                return self._noun_phrase(node)
            case n.PartOf(
                quantity=n.Quantity(kind="all"), whole=n.NounPhrase(determiner=n.Article(word="the")) as whole
            ):  # all of the cards are all cards
                return self._noun_phrase(replace(whole, determiner=n.Article(word="all"), span=node.span))
            case n.PartOf(quantity=n.Quantity(kind="all"), whole=n.Pronoun(word="the_rest" | "the_others")):
                return node.whole
            case n.At() if node.preposition in ("in", "on"):
                return replace(node, preposition=self._place(node.phrase, node.preposition))
            case n.InPlace() if node.preposition in ("in", "on"):
                return replace(node, preposition=self._place(node.place, node.preposition))
            case n.IsPhrase(phrase=n.NounPhrase(noun=str(noun))) if self.lexicon.is_number(noun):
                phrase = node.phrase
                assert isinstance(phrase, n.Phrase)
                return replace(node, phrase=n.Value(phrase=phrase, span=phrase.span))
            case n.Perform():
                verb = self.lexicon.verbs[node.verb]
                slots = tuple(sorted(node.slots, key=lambda s: verb.order(s.name)))
                adverbs = tuple(sorted(node.adverbs, key=self._adverbs.index))
                return replace(node, slots=slots, adverbs=adverbs)
        return node

    def number(self, node: n.Determiner | None) -> str | None:
        """`one` or `many` if the determiner fixes the number of its noun."""
        if isinstance(node, n.Quantity):
            return (
                "one"
                if (node.kind in ("count", "exactly", "at_least", "up_to", "at_most")) and 1 in (node.low, node.high)
                else "many"
            )
        if isinstance(node, n.Article):
            return self._fixed.get(node.word)
        return None

    def own_number(self, node: n.Determiner | None) -> str | None:
        """`one` or `many` if, in the language itself, the noun after the determiner has that number."""
        if isinstance(node, n.Quantity):
            return str(self.own.core["quantity_number"]) if "quantity_number" in self.own.core else self.number(node)
        if isinstance(node, n.Article):
            forms = self.own.classes.get("DET", {}).get(node.word)
            numbers = {name.partition("_")[0] for name in forms.forms} if forms else set()
            return numbers.pop() if len(numbers) == 1 and "any" not in numbers else None
        return None

    def _shows_number(self, node: n.NounPhrase) -> bool:
        free = isinstance(node.determiner, n.Article) and node.determiner.word == "no"  # no card, no cards
        return isinstance(node.noun, str) and self.lexicon.nouns[node.noun].counts and not free

    def _noun_phrase(self, node: n.NounPhrase) -> n.NounPhrase:
        if isinstance(node.determiner, n.Article) and node.adjectives:
            merged = self._merged.get((node.determiner.word, node.adjectives[0]))
            if merged:
                node = replace(node, determiner=replace(node.determiner, word=merged), adjectives=node.adjectives[1:])
        plural = node.plural and self.number(node.determiner) is None
        if isinstance(node.noun, str) and not self.lexicon.nouns[node.noun].counts:
            plural = False
        return replace(node, plural=plural, filters=tuple(sorted(node.filters, key=_filter_rank)))

    def _place(self, phrase: n.Phrase, preposition: str) -> str:
        """In or on, as the noun has it: "in the map" and "on the map" are the same place."""
        noun = head_noun(phrase)
        if noun is None:
            return preposition
        return place_word(self.lexicon, noun) or preposition


def _filter_rank(item: n.Filter) -> int:
    if isinstance(item, n.Relative) and item.verb == "have":
        return len(FILTER_ORDER)
    return FILTER_ORDER.index(type(item)) if type(item) in FILTER_ORDER else len(FILTER_ORDER) + 1


def head_noun(phrase: n.Node) -> str | None:
    """The noun that a phrase names, if it names one."""
    match phrase:
        case n.NounPhrase(noun=str(noun)):
            return noun
        case n.NounPhrase(noun=n.NounGroup(nouns=nouns)):
            return nouns[0].noun
        case n.Phrases(items=items):
            return head_noun(items[0])
        case n.PartOf(whole=whole):
            return head_noun(whole)
        case n.AsMany(noun=noun):
            return noun
        case n.MoreThan(phrase=inner):
            return head_noun(inner)
        case n.Value(phrase=inner):
            return head_noun(inner)
    return None
