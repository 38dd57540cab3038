"""Phrases and acts with one part changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeVar, cast

from rulewright.language import nodes as n

OPEN: Final = (n.At, n.Of, n.NextTo, n.Within)
"""Filters that end in a phrase, behind which the next one is said."""
Canonical = Callable[[n.Node], n.Node]
"""Returns the canonical tree of a tree that a grammar has read."""
_N = TypeVar("_N", bound=n.Node)
_F = TypeVar("_F", bound=n.Filter)


def changed(node: _N, name: str, value: n.Node) -> _N:
    """A node with another value in one field."""
    new: dict[str, Any] = {name: value}
    return replace(node, **new)


def is_two(phrase: n.Node) -> bool:
    """Whether a phrase is of two nouns, with nothing behind them."""
    return (
        isinstance(phrase, n.NounPhrase)
        and isinstance(phrase.noun, n.NounGroup)
        and len(phrase.noun.nouns) == 2
        and not phrase.filters
    )


def without_its_end(phrase: n.Phrase) -> n.Phrase:
    """A phrase without the one thing that is said behind it: whose it is, or where something goes."""
    if isinstance(phrase, n.NounPhrase) and len(phrase.filters) == 1 and isinstance(phrase.filters[0], OPEN):
        return replace(phrase, filters=())
    return phrase


def with_last(node: n.Perform, kind: type[_F], change: Callable[[_F], n.Filter], name: str = "object") -> n.Perform:
    """An act with another filter at the end of one of its slots, if the one there is of a kind."""
    found = node.slot(name)
    whole = found.whole if isinstance(found, n.PartOf) else found
    if not isinstance(whole, n.NounPhrase) or not whole.filters or not isinstance(whole.filters[-1], kind):
        return node
    said: n.Phrase = replace(whole, filters=(*whole.filters[:-1], change(whole.filters[-1])))
    if isinstance(found, n.PartOf):
        said = replace(found, whole=said)
    return replace(node, slots=tuple(replace(s, value=said) if s.name == name else s for s in node.slots))


def closed(phrase: n.Node | None) -> bool:
    """Whether nothing can be said behind a phrase that would belong to it."""
    return isinstance(phrase, n.Pronoun) or isinstance(phrase, n.PartOf) and closed(phrase.whole)


def moved(node: n.Perform, name: str, behind: str, item: n.Filter) -> n.Perform:
    """An act with one slot said as a filter behind another."""
    slots = []
    for slot in node.slots:
        if slot.name == behind and isinstance(slot.value, n.Phrase):
            slots.append(replace(slot, value=appended(slot.value, item)))
        elif slot.name != name:
            slots.append(slot)
    return replace(node, slots=tuple(slots))


def appended(phrase: n.Phrase, item: n.Filter) -> n.Phrase:
    """A phrase, or part of one, with one more filter at its very end."""
    if isinstance(phrase, n.PartOf):
        return replace(phrase, whole=appended(phrase.whole, item))
    if isinstance(phrase, n.NounPhrase):
        return with_filter(phrase, item)
    return phrase


def with_filter(node: n.NounPhrase, item: n.Filter) -> n.NounPhrase:
    """A phrase with one more filter at its very end: behind that of the phrase in its last filter, if it has one."""
    last = node.filters[-1] if node.filters else None
    if isinstance(last, OPEN) and isinstance(last.phrase, n.NounPhrase):
        inner = replace(last, phrase=with_filter(last.phrase, item))
        return replace(node, filters=(*node.filters[:-1], inner))
    return replace(node, filters=(*node.filters, item))


def place_behind(thing: n.Node | None) -> n.Node | None:
    """The place with which the words for a thing end: of the last of several, of the number of as many."""
    match thing:
        case n.NounPhrase(filters=(*_, n.At(phrase=phrase))):
            return phrase
        case n.Phrases(items=(*_, last)) | n.PartOf(whole=last) | n.Value(phrase=last) | n.CountOf(phrase=last):
            return place_behind(last)
        case n.AsMany(number=last) | n.MoreThan(number=last) | n.Plus(right=last) | n.Minus(right=last):
            return place_behind(last)
    return None


def nobody(subject: n.Phrase) -> bool:
    """Whether a subject is none at all."""
    if isinstance(subject, n.NounPhrase):
        return subject.determiner == n.Article(word="no")
    return subject == n.Pronoun(word="nobody")


def from_its_place(slot: n.Slot) -> n.Slot:
    """What goes somewhere as a log tells it, from where it was: "mueve 1 pieza de un lugar a otro"."""
    return replace(slot, value=of_its_place(slot.value)) if slot.name == "object" else slot


def of_its_place(thing: _N) -> _N:
    """A thing with "of" for the place where it is."""
    match thing:
        case n.PartOf(whole=whole):
            return cast(_N, replace(thing, whole=of_its_place(whole)))
        case n.NounPhrase(filters=(*others, n.At(preposition="in", phrase=place))):
            return cast(_N, replace(thing, filters=(*others, n.Of(phrase=place))))
    return thing
