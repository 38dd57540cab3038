"""Cards that are nobody's by themselves, but of which a lexicon says where a player's own lie (`yours: hand`).

"Your red card" is then a red card in your hand, or one in the zone that all players share.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.language import nodes as n
from rulewright.language.lexicon.word_list import WordList, place_word

OWNERS = ("your", "their")


def lies_where_it_is_yours(lexicon: WordList, node: n.NounPhrase) -> n.NounPhrase | None:
    """The phrase with the zone that its noun names; None where it names none, or several things are meant."""
    owner = node.determiner
    if not isinstance(owner, n.Article) or owner.word not in OWNERS or node.plural or not isinstance(node.noun, str):
        return None
    zone = _zone(lexicon, node.noun)
    if zone is None:
        return None
    whose = owner if "player" in lexicon.nouns[zone].of else replace(owner, word="the")
    place = n.NounPhrase(noun=zone, determiner=whose, span=node.span)
    lies = n.At(preposition=place_word(lexicon, zone) or "in", phrase=place, span=node.span)
    return replace(node, determiner=replace(owner, word="a"), filters=(*node.filters, lies))


def _zone(lexicon: WordList, noun: str) -> str | None:
    """Where a player's own cards of a kind lie: as the noun says, or a kind above it."""
    kind, seen = lexicon.nouns.get(noun), set[str]()
    while kind is not None and kind.type == "card" and not kind.entry.get("kept") and kind.id not in seen:
        zone = kind.entry.get("yours")
        if zone in lexicon.nouns:
            return str(zone)
        seen.add(kind.id)
        above = kind.entry.get("is")
        kind = lexicon.nouns.get(above) if isinstance(above, str) else None
    return None
