"""Ends of piles: `look at the top 2 cards of the deck, then put 1 of them onto the bottom`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.language import nodes as n

ENDS = ("top", "bottom")


def of_the_same_pile(node: n.Sequence, is_zone: Callable[[str], bool]) -> n.Sequence:
    """A sequence in which every end says of which pile it is.

    The bottom is that of the zone that an act before takes from or looks at, if that act names one zone that stays the
    same: "the deck", "your deck". Another player's deck may be another one each time it is named.
    """
    pile: n.NounPhrase | None = None
    acts: list[n.Act] = []
    for act in node.acts:
        if isinstance(act, n.Perform):
            to = act.slot("to")
            if pile is not None and isinstance(to, n.NounPhrase) and to.noun in ENDS and not to.filters:
                end = replace(to, filters=(n.Of(phrase=pile, span=to.span),))
                act = replace(act, slots=tuple(replace(s, value=end) if s.name == "to" else s for s in act.slots))
            pile = _pile(act, is_zone) or pile
        acts.append(act)
    return replace(node, acts=tuple(acts))


def _pile(act: n.Perform, is_zone: Callable[[str], bool]) -> n.NounPhrase | None:
    """The zone that an act takes from, if it names one."""
    thing, source = act.slot("object"), act.slot("from")
    places = [source] if source is not None else []
    if isinstance(thing, n.NounPhrase):
        places += [item.phrase for item in thing.filters if isinstance(item, n.Of | n.At)]
    for place in places:
        if isinstance(place, n.NounPhrase) and isinstance(place.noun, str) and place.noun not in ENDS:
            word = place.determiner.word if isinstance(place.determiner, n.Article) else ""
            if is_zone(place.noun) and word in ("the", "your"):
                return place
    return None
