"""Nouns that share an article, and in the language have it each."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeVar, cast

from rulewright.language import nodes as n
from rulewright.language.lexicon import Lexicon
from rulewright.language.transforms.declared import Declared
from rulewright.language.transforms.phrases import Canonical, changed, is_two, without_its_end

SHARED: Final[dict[type[n.Node], tuple[str, ...]]] = {
    n.Does: ("subject",),
    n.Is: ("subject",),
    n.Passive: ("subject",),
    n.Slot: ("value",),
    n.Has: ("subject", "object"),
    n.Exists: ("object",),
    n.IsPhrase: ("phrase",),
    n.Of: ("phrase",),
}
"""The fields in which several phrases can stand for nouns that share an article."""
SINGLE: Final = {n.Where: ("clause",), n.That: ("predicate",), n.Whose: ("clause",)}
"""Clauses with one phrase at each place."""
_N = TypeVar("_N", bound=n.Node)


class RepeatedArticles:
    """Says an article before each noun of those that share one."""

    def __init__(self, lexicon: Lexicon, declared: Declared, to_canonical: Canonical) -> None:
        self._lexicon = lexicon
        self._declared = declared
        self._to_canonical = to_canonical

    def with_each_article(self, node: n.Node, _: n.Node) -> n.Node:
        """A node with an article before each noun of those that share one, where several phrases can stand."""
        if (
            isinstance(node, n.At)
            and node.preposition in self._declared.two_places
            and is_two(without_its_end(node.phrase))
        ):
            two = self._each_apart(cast(n.NounPhrase, node.phrase))
            words = self._declared.two_places[node.preposition]
            return replace(node, phrase=replace(two, conjunction=words[two.conjunction])) if two else node
        for name in SHARED.get(type(node), ()):
            value = getattr(node, name)
            single = isinstance(node, n.Slot) and node.name == "place"
            single |= isinstance(node, n.Of) and not is_two(value)
            if isinstance(value, n.NounPhrase) and not single:
                said = self._each_apart(value)
                if said is not None and cast(n.Phrase, self._to_canonical(said)) == self._to_canonical(value):
                    node = changed(node, name, said)
        for name in SINGLE.get(type(node), ()):
            node = changed(node, name, _once_again(getattr(node, name)))
        return node

    def shared(self, node: n.Phrases, was: n.Node) -> n.Phrases | n.NounPhrase:
        """What several phrases mean: nouns that share an article, or phrases between other words.

        was: the phrases as they were read, whose parts are not canonical yet; nor are those of what shares an article.
        """
        if node.conjunction in self._declared.meant_conjunctions:
            return replace(node, conjunction=self._declared.meant_conjunctions[node.conjunction])
        if not isinstance(was, n.Phrases):
            return node
        if node.conjunction in self._declared.meant_conjunctions_of_places:
            conjunction = self._declared.meant_conjunctions_of_places[node.conjunction]
            return sharing(replace(was, conjunction=conjunction)) or node
        return sharing(of_its_owner(was)) or node

    def _each_apart(self, phrase: n.NounPhrase) -> n.Phrases | None:
        """Nouns that share an article as phrases with an article each; not of what is counted beside what is not."""
        if isinstance(phrase.noun, n.NounGroup) and phrase.plural:
            nouns = [self._lexicon.canon.nouns[str(bare.noun)] for bare in phrase.noun.nouns]
            if not all(noun.counts for noun in nouns):
                return None
        return _each_with_its_article(phrase)


def _each_with_its_article(phrase: n.NounPhrase) -> n.Phrases | None:
    """Nouns that share an article as phrases with an article each; None for any other phrase."""
    if not isinstance(phrase.noun, n.NounGroup) or phrase.determiner == n.Article(word="no"):
        return None
    items = [
        n.NounPhrase(
            determiner=phrase.determiner,
            adjectives=bare.adjectives,
            noun=bare.noun,
            index=bare.index,
            plural=phrase.plural,
            span=bare.span,
        )
        for bare in phrase.noun.nouns
    ]
    items[-1] = replace(items[-1], filters=phrase.filters)
    said = n.Phrases(conjunction=phrase.noun.conjunction, items=tuple(items), span=phrase.span)
    return said if sharing(said) == phrase else None


def sharing(phrases: n.Phrases) -> n.NounPhrase | None:
    """Phrases with one article each as nouns that share it, and what is said behind the last; None for any others."""
    items = [item for item in phrases.items if isinstance(item, n.NounPhrase) and isinstance(item.noun, str)]
    if len(items) < len(phrases.items) or not isinstance(items[0].determiner, n.Article):
        return None
    first, last = items[0], items[-1]
    if any(item.filters for item in items[:-1]) or len({(item.determiner, item.plural) for item in items}) > 1:
        return None
    nouns = tuple(n.BareNoun(noun=str(i.noun), adjectives=i.adjectives, index=i.index, span=i.span) for i in items)
    return n.NounPhrase(
        determiner=first.determiner,
        noun=n.NounGroup(conjunction=phrases.conjunction, nouns=nouns, span=phrases.span),
        filters=last.filters,
        plural=first.plural,
        span=phrases.span,
    )


def of_its_owner(phrases: n.Phrases) -> n.Phrases:
    """Phrases of which the last says whose all are, as it says what it is of: "the card of its owner"."""
    *others, last = phrases.items
    if not isinstance(last, n.NounPhrase) or not isinstance(last.determiner, n.Possessive):
        return phrases
    of = n.Of(phrase=last.determiner.owner, span=last.determiner.span)
    return replace(
        phrases, items=(*others, replace(last, determiner=n.Article(word="the"), filters=(*last.filters, of)))
    )


def _once_again(clause: _N) -> _N:
    """A clause with one article before nouns that share it."""
    for name in SHARED.get(type(clause), ()):
        value = getattr(clause, name)
        if isinstance(value, n.Phrases):
            clause = changed(clause, name, sharing(value) or value)
    return clause
