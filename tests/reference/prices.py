"""What a payment is the price of, read from the text by R16 of `docs/interpretation.md` alone.

A text is taken apart into what it does, one thing after another (`Done`); what a payment is follows from what stands
before it, from the condition that it stands under, and from whether the next sentence asks if it was made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rulewright.language import nodes as N

FIRST, LATER, ALONE = "first", "later", "alone"
"""The price of the whole text, before or behind other acts of it; an act of its own."""

BRINGS_TO_LIGHT = {"draw", "reveal", "look_at", "search", "roll"}
COMPUTED = (N.AsMany, N.CountOf, N.Value, N.Times, N.Half)


@dataclass(frozen=True)
class Done:
    """Something that a text does.

    under: whether it hangs on a condition, or is done for each of several things; answered: whether the sentence right
    behind it asks if it was done.
    """

    node: N.Node
    under: bool
    answered: bool


def pays(node: N.Node) -> bool:
    """Whether something is paying, one way or another."""
    if isinstance(node, N.Choice):
        return all(map(pays, node.acts))
    return isinstance(node, N.Perform) and node.verb == "pay"


def may_be_free(price: N.Node | None, type_of: Callable[[str], str]) -> bool:
    """Whether all that a price names may be none: a share or all of what there is, so many as somebody likes, a zone.

    A number with a name may be 0, and so may what is counted otherwise: that is a price of nothing.
    """
    match price:
        case N.Sequence(acts=parts) | N.Phrases(items=parts, conjunction="and"):
            return all(may_be_free(part, type_of) for part in parts)
        case N.Choice(acts=parts) | N.Phrases(items=parts):
            return any(may_be_free(part, type_of) for part in parts)
        case N.Perform():
            return may_be_free(price.slot("object"), type_of)
        case N.PartOf(quantity=quantity):
            return _as_one_likes(quantity)
        case N.AsMany(noun=noun, number=number):
            counted = [part.phrase for part in number.walk() if isinstance(part, N.CountOf)]
            return any(isinstance(phrase, N.NounPhrase) and phrase.noun == noun for phrase in counted)
        case N.NounPhrase(determiner=N.Quantity() as quantity):
            return _as_one_likes(quantity)
        case N.NounPhrase(determiner=None):
            return isinstance(price.noun, str) and type_of(price.noun) == "zone"
        case N.NounPhrase(determiner=N.Article(word=word)) if word in ("all", "each", "all_other", "each_other"):
            return True
        case N.NounPhrase():
            return price.plural or (isinstance(price.noun, str) and type_of(price.noun) == "zone")
    return False


def _as_one_likes(quantity: N.Quantity) -> bool:
    return quantity.kind in ("all", "each", "any_number", "up_to", "at_most", "fewer_than")


def prices(sentences: Sequence[N.Node]) -> Iterator[tuple[N.Node, str]]:
    """What you pay in sentences, and what is done for a price, each with what it is the price of."""
    for text in _texts(sentences):
        for number, one in enumerate(text):
            if isinstance(one.node, N.Cost) or pays(one.node):
                yield one.node, _price(one, text[:number])


def priced(sentences: Sequence[N.Node]) -> dict[int, str]:
    """Of what the payments of sentences are the price, by their keys."""
    return {one: price for node, price in prices(sentences) for one in _keys(node)}


def key(node: N.Node) -> int:
    """By what a payment is known, also where other words of it were exchanged: by the words for what is paid."""
    first = node.acts[0] if isinstance(node, N.Choice) else node
    if isinstance(first, N.Choice):
        return key(first)
    paid = first.slot("object") if isinstance(first, N.Perform) else None
    return id(first if paid is None else paid)


def _keys(node: N.Node) -> Iterator[int]:
    for way in node.acts if isinstance(node, N.Choice) else ():
        yield from _keys(way)
    yield key(node)
    paid = node.slot("object") if isinstance(node, N.Perform) else None
    yield from (id(item) for item in getattr(paid, "items", ()))


def _price(one: Done, before: Sequence[Done]) -> str:
    """What one payment is the price of, by what the text does before it."""
    begun = any(not (isinstance(other.node, N.Perform) and other.node.verb == "choose") for other in before)
    if one.answered:
        return ALONE
    if isinstance(one.node, N.Cost):
        return ALONE if begun or one.under else FIRST
    hangs = one.under or any(isinstance(part, COMPUTED) for part in one.node.walk())
    if hangs and any(_brings_to_light(other.node) for other in before):
        return ALONE
    return LATER if begun else FIRST


def _brings_to_light(node: N.Node) -> bool:
    """Whether something comes to light that nobody knew: by hidden cards or by chance."""
    for part in node.walk():
        if isinstance(part, N.Perform) and (part.verb in BRINGS_TO_LIGHT or "random" in part.adverbs):
            return True
        end = part.word if isinstance(part, N.Article) else part.article if isinstance(part, N.Quantity) else None
        if end in ("top", "bottom"):
            return True
    return False


def _texts(sentences: Sequence[N.Node]) -> list[list[Done]]:
    """What sentences do, in their order; what is done because of something begins a text of its own."""
    found: list[list[Done]] = [[]]
    for one in _one_after_another(sentences, False, False):
        if isinstance(one.node, N.Trigger):
            found.append([])
        else:
            found[-1].append(one)
    return found


def _one_after_another(parts: Sequence[N.Node], under: bool, answered: bool) -> Iterator[Done]:
    for number, part in enumerate(parts):
        asked = any(isinstance(word, N.Did) for later in parts[number + 1 : number + 2] for word in later.walk())
        yield from _done(part, under, answered or asked)


def _done(node: N.Node, under: bool, answered: bool) -> Iterator[Done]:
    match node:
        case N.Trigger(then=then):
            yield Done(node, under, answered)
            yield from _done(then, False, answered)
        case N.If(then=then, otherwise=otherwise):
            yield from _done(then, True, answered)
            if otherwise is not None:
                yield from _done(otherwise, True, answered)
        case N.Unless(then=then) | N.ForEach(then=then) | N.InPlace(then=then):
            yield from _done(then, True, answered)
        case N.Per(act=act) | N.Repeat(act=act):
            yield from _done(act, True, answered)
        case N.Both(clauses=parts) | N.Sequence(acts=parts):
            yield from _one_after_another(parts, under, answered)
        case N.Does(modal=None, subject=N.Pronoun(word="you"), act=act):
            yield from _done(act, under, answered)
        case _:
            yield Done(node, under, answered)
