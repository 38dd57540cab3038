"""Goods for goods: to exchange so much of one resource for so much of another is to pay for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulewright.language import nodes as n
from rulewright.language.lexicon.word_list import WordList


def goods_for_goods(lexicon: WordList, node: n.Perform) -> n.Cost | None:
    """“Exchange 2 gems for 1 pearl” is a price, “pay 2 gems to gain 1 pearl”; None for things with a place."""
    given, got = node.slot("object"), node.slot("for")
    if len(node.slots) != 2 or not (_is_counted(lexicon, given) and _is_counted(lexicon, got)):
        return None
    pay, gain = (
        n.Perform(verb=verb, slots=(n.Slot(name="object", value=what),), span=node.span)
        for verb, what in (("pay", given), ("gain", got))
        if isinstance(what, n.Phrase)
    )
    return n.Cost(cost=pay, effect=gain, span=node.span)


def lying_apart(node: n.Perform) -> n.Perform:
    """“Swap 2 of your barns in different fields” is “… in fields”: what changes places lies in different ones."""
    thing = node.slot("object")
    whole = thing.whole if isinstance(thing, n.PartOf) else thing
    if node.verb != "swap" or not isinstance(whole, n.NounPhrase):
        return node
    filters = tuple(_in_any(item) for item in whole.filters)
    apart = replace(whole, filters=filters)
    value: n.Phrase = replace(thing, whole=apart) if isinstance(thing, n.PartOf) else apart
    return replace(
        node, slots=tuple(replace(slot, value=value) if slot.value is thing else slot for slot in node.slots)
    )


def _in_any(item: n.Filter) -> n.Filter:
    match item:
        case n.At(phrase=n.NounPhrase(adjectives=("different", *others)) as place):
            return replace(item, phrase=replace(place, adjectives=tuple(others)))
    return item


def spoken_of(node: n.Node) -> n.Node:
    """A node in which an exchange is only waited for, asked about or forbidden: nothing is paid there."""
    match node:
        case n.Does(act=n.Cost()) if node.modal in ("cannot", "need_not") or node.tense != "present" or node.negated:
            said: n.Node = _exchanging(node)
            return said
        case n.Trigger() | n.Until():
            return replace(node, event=_exchanging(node.event))
        case n.If() | n.Unless() | n.While():
            return replace(node, condition=_exchanging(node.condition))
    return node


def _exchanging(clause: Any) -> Any:
    """An event or condition in which an exchange was read as a price, as an exchange again."""
    match clause:
        case n.Does(act=n.Cost(cost=n.Perform() as pay, effect=n.Perform() as gain)):
            given, got = pay.slot("object"), gain.slot("object")
            slots = tuple(n.Slot(name=name, value=what) for name, what in (("object", given), ("for", got)) if what)
            return replace(clause, act=n.Perform(verb="exchange", slots=slots, span=pay.span))
        case n.AllConditions() | n.AnyCondition():
            return replace(clause, conditions=tuple(map(_exchanging, clause.conditions)))
    return clause


def _is_counted(lexicon: WordList, what: n.Node | None) -> bool:
    """Whether a phrase names so much of a resource, or of several."""
    if isinstance(what, n.Phrases):
        return what.conjunction == "and" and all(_is_counted(lexicon, item) for item in what.items)
    noun = what.noun if isinstance(what, n.NounPhrase) else None
    return isinstance(noun, str) and noun in lexicon.nouns and lexicon.nouns[noun].type == "resource"
