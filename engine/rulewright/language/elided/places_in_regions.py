"""Pieces that are moved into or out of a region: into a place in it, of which the sentence does not speak.

"Put a hut into the moor" puts it into a field in the moor: who does it chooses which, where there are several.
"""

from __future__ import annotations

from rulewright.language import nodes as n
from rulewright.language.lexicon import place_word
from rulewright.language.lexicon.word_list import WordList
from rulewright.language.records import replace

_ONE = ("the", "this", "that", "a", "any", "another")
_ENDS = ("from", "to")
_WHOLE = ("map", "board")
"""All places: what is put there is put on the map, wherever that is."""


def into_places_of(lexicon: WordList, node: n.Perform) -> n.Perform:
    """An act from or to a region, from or to a place in it; each of several pieces has a place of its own."""
    several = _are_several(node.slot("object"))

    def said(slot: n.Slot) -> n.Slot:
        match slot.value:
            case n.NounPhrase(determiner=n.Article(word=word), noun=str(noun), plural=False) as region if (
                slot.name in _ENDS and word in _ONE and (kind := _kind_of_places(lexicon, noun))
            ):
                inside = n.At(preposition=place_word(lexicon, noun) or "in", phrase=region, span=region.span)
                one = None if several else n.Article(word="a")
                place = n.NounPhrase(determiner=one, noun=kind, filters=(inside,), plural=several, span=region.span)
                return replace(slot, value=place)
        return slot

    return replace(node, slots=tuple(map(said, node.slots)))


def _kind_of_places(lexicon: WordList, noun: str) -> str:
    """The spaces of which a region is made; "" of what is no region, or of several kinds of them."""
    word = lexicon.nouns.get(noun)
    named = word is not None and word.type == "region" and noun not in _WHOLE
    return word.of[0] if word is not None and named and len(word.of) == 1 else ""


def _are_several(thing: n.Node | None) -> bool:
    match thing:
        case n.PartOf(quantity=many) | n.NounPhrase(determiner=n.Quantity() as many):
            return (many.kind, many.low, many.high) != ("count", 1, None)
        case n.NounPhrase(determiner=n.Article(word="all" | "each" | "all_other" | "both")):
            return True
        case n.NounPhrase():
            return thing.plural
    return False
