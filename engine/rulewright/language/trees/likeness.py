"""Sets of things that differ or agree in something: `2 cards with different prices`, `3 cards of the same kind`.

What they differ or agree in is said of all of them together, so it is no test of one thing.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.language import nodes as n
from rulewright.language.nodes import NounPhrase
from rulewright.language.records import dataclass

KINDS = ("kind", "type")
"""Nouns of the core for what a thing is."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """How the things of a set are to each other.

    noun: what they differ or agree in, a number or `kind`; "" for the things themselves, of which copies are the same.
    node: what says so in the text.
    """

    differ: bool
    noun: str
    node: n.Node


def told_of_a_set(item: n.Filter) -> Likeness | None:
    """What a filter tells of all things together: `with different prices`, `of the same kind`; None for others."""
    match item:
        case n.With(negated=False, phrase=n.NounPhrase() as phrase) | n.ThatHas(object=n.NounPhrase() as phrase):
            return _likeness(phrase)
        case n.Of(phrase=n.NounPhrase() as phrase):
            return _likeness(phrase)
    return None


def _likeness(phrase: NounPhrase) -> Likeness | None:
    match phrase:
        case n.NounPhrase(
            noun=str(noun), determiner=None, adjectives=("different",), index=None
        ):  # some have no plural
            return Likeness(True, noun, phrase)
        case n.NounPhrase(noun=str(noun), determiner=n.Article(word="same"), adjectives=(), plural=False, index=None):
            return Likeness(False, noun, phrase)
    return None


def says_likeness(phrase: n.Node) -> Likeness | None:
    """What somebody is said to have: `different prices`, `the same price`; None for anything else."""
    return _likeness(phrase) if isinstance(phrase, n.NounPhrase) and not phrase.filters else None


def parted(phrase: n.Node | None) -> tuple[NounPhrase, Likeness] | None:
    """A phrase without what it tells of all its things together, and that; None where it tells nothing of them.

    What stands behind it describes the things, too: "2 cards with the same price in your hand".
    """
    if not isinstance(phrase, n.NounPhrase) or phrase.determiner == n.Article(word="different"):
        return None
    for place, item in enumerate(phrase.filters):
        likeness = told_of_a_set(item)
        if likeness is not None:
            assert isinstance(likeness.node, n.NounPhrase)
            filters = (*phrase.filters[:place], *likeness.node.filters, *phrase.filters[place + 1 :])
            return replace(phrase, filters=filters), likeness
    if "different" in phrase.adjectives:
        others = tuple(word for word in phrase.adjectives if word != "different")
        return replace(phrase, adjectives=others), Likeness(True, "", phrase)
    return None
