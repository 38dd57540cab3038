"""Ends of piles: `look at the top 2 cards of the deck. Put 1 of them onto the bottom`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.language import nodes as n
from rulewright.language.rewriting import rewritten

ENDS = ("top", "bottom")


def of_the_same_pile(acts: tuple[n.Statement, ...], is_zone: Callable[[str], bool]) -> tuple[n.Statement, ...]:
    """Acts, or sentences one behind the other, in which every end says of which pile it is.

    The bottom is that of the zone of whose end an act before speaks; where none does, of the zone that the act before
    takes from. It must be one zone that stays the same: "the deck", "your deck". Another player's deck may be another
    one each time it is named.
    """
    pile: n.NounPhrase | None = None
    by_its_end = False

    def told(node: n.Node, _: n.Node) -> n.Node:
        nonlocal pile, by_its_end
        if not isinstance(node, n.Perform):
            return node
        to = node.slot("to")
        if pile is not None and isinstance(to, n.NounPhrase) and to.noun in ENDS and not _of_a_pile(to):
            one = to.determiner or n.Article(word="the")
            end = replace(to, determiner=one, filters=(n.Of(phrase=pile, span=to.span),))
            node = replace(node, slots=tuple(replace(s, value=end) if s.name == "to" else s for s in node.slots))
        found = _pile(node, is_zone)
        if found is not None and (_of_an_end(node) or not by_its_end):
            pile, by_its_end = found, by_its_end or _of_an_end(node)
        return node

    return tuple(rewritten(act, told) for act in acts)


def _of_a_pile(end: n.NounPhrase) -> bool:
    """Whether an end says of which pile it is; a genitive does."""
    return bool(end.filters) or isinstance(end.determiner, n.Possessive)


def _of_an_end(act: n.Perform) -> bool:
    """Whether an act speaks of the top or the bottom of a zone: "look at the top card of the deck"."""
    thing = act.slot("object")
    match thing.determiner if isinstance(thing, n.NounPhrase) else None:
        case n.Article(word=word) | n.Quantity(article=word):
            return word in ENDS
    return False


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
