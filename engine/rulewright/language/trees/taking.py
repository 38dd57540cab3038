"""What goes somewhere, told from where it was: "put 1 of your cards in your hand on the map" takes 1 card from there.

A language whose `blocks` have `taken_from` tells steps of a rulebook and lines of a log so. Nobody reads them back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.language import nodes as n

YOURS = n.Article(word="your")


def taken_from_its_place(act: n.Node, patterns: Sequence[str], told_of_you: bool) -> n.Node:
    """An act with where its object is as its slot `from`; as it is if a slot says that, or its verb has none.

    patterns: those of the verb. told_of_you: whether what is yours is said to be.
    """
    if not isinstance(act, n.Perform) or not any("{from" in pattern for pattern in patterns):
        return act
    if act.slot("from") is not None or act.slot("to") is None:
        return act
    thing = act.slot("object")
    known = False
    match thing:
        case n.PartOf(whole=n.NounPhrase(determiner=determiner, plural=True) as whole, quantity=number):
            if determiner != YOURS or number.kind not in ("count", "any_number", "some"):
                return act
            yours = (n.OfYours(),) if told_of_you else ()
            several = number.kind != "count" or number.low != 1
            thing = replace(whole, determiner=number, filters=(*whole.filters, *yours), plural=several)
            known = True
        case n.NounPhrase(determiner=n.Quantity(kind="count", article=None)):
            known = True
    if not known or not isinstance(thing, n.NounPhrase):
        return act
    place = next((part for part in thing.filters if isinstance(part, n.At)), None)
    if place is None or place.preposition not in ("in", "on") or isinstance(place.phrase, n.Pronoun):
        return act
    rest = replace(thing, filters=tuple(part for part in thing.filters if part is not place))
    slots = [replace(slot, value=rest) if slot.name == "object" else slot for slot in act.slots]
    slots.insert(1, n.Slot(name="from", value=place.phrase))
    return replace(act, slots=tuple(slots))
