"""What goes somewhere, told from where it was: "put 1 of your cards in your hand on the map" takes 1 card from there.

A language whose `blocks` have `taken_from` tells steps of a rulebook and lines of a log so. Nobody reads them back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.language import nodes as n

YOURS = n.Article(word="your")


def taken_from_its_place(act: n.Node, patterns: Sequence[str], so_many: bool, told_of_you: bool) -> n.Node:
    """An act with where its object is as its slot `from`, unless a slot says that; as it is if its verb has none.

    patterns: those of the verb. so_many: whether "1 of your cards" is "1 card" of yours. told_of_you: whether what is
    yours is said to be.
    """
    if not isinstance(act, n.Perform) or not any("{from" in pattern for pattern in patterns):
        return act
    thing = _so_many(act.slot("object"), told_of_you) if so_many else act.slot("object")
    if act.slot("to") is None or thing is None:
        return act
    slots = [replace(slot, value=thing) if slot.name == "object" else slot for slot in act.slots]
    if act.slot("from") is not None:
        return replace(act, slots=tuple(slots))
    whole = thing.whole if isinstance(thing, n.PartOf) else thing
    if not isinstance(whole, n.NounPhrase):
        return act
    place = next((part for part in whole.filters if isinstance(part, n.At)), None)
    if place is None or place.preposition not in ("in", "on") or isinstance(place.phrase, n.Pronoun):
        return act
    less: n.Phrase = replace(whole, filters=tuple(part for part in whole.filters if part is not place))
    rest = replace(thing, whole=less) if isinstance(thing, n.PartOf) else less
    slots = [replace(slot, value=rest) if slot.name == "object" else slot for slot in act.slots]
    return replace(act, slots=(slots[0], n.Slot(name="from", value=place.phrase), *slots[1:]))


def _so_many(thing: n.Node | None, told_of_you: bool) -> n.NounPhrase | None:
    """So many things as one phrase: "1 of your cards" is "1 card", of yours; None for what is neither that nor all."""
    match thing:
        case n.NounPhrase(determiner=n.Quantity(kind="count", article=None) | n.Article(word="all")):
            return thing
        case n.PartOf(whole=n.NounPhrase(determiner=determiner, plural=True) as whole, quantity=number):
            if determiner != YOURS or number.kind not in ("count", "any_number", "some"):
                return None
            yours = (n.OfYours(),) if told_of_you else ()
            several = number.kind != "count" or number.low != 1
            return replace(whole, determiner=number, filters=(*whole.filters, *yours), plural=several)
    return None
