"""What several players do at the same time: all choose, unseen by the others, before anything happens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rulewright.compiler.expressions.phrases import ACTOR
from rulewright.language import nodes as N

WITH_A_CARD = ("discard", "put", "move", "return", "remove", "reveal")
"""Verbs of the core that several players do at the same time, each with a card that they choose."""

ONE = (N.Article(word="a"), N.Quantity(kind="count", low=1))


def in_secret(act: N.Act) -> bool:
    """Whether an act begins with a choice that the others do not see."""
    first = act.acts[0] if isinstance(act, N.Sequence) else act
    return isinstance(first, N.Perform) and "secretly" in first.adverbs


def at_once(act: N.Act) -> bool:
    """Whether an act is done by all players at the same time."""
    return isinstance(act, N.Perform) and "together" in act.adverbs


def chosen_first(act: N.Perform, zones: Mapping[str, Any]) -> N.Sequence | None:
    """The same as a choice and what is done with what was chosen; None where there is no such choice.

    zones: those that verbs mean where a sentence names none.
    """
    phrase, origin = act.slot("object"), act.slot("from")
    if act.verb not in WITH_A_CARD or act.adverbs != ("together",):
        return None
    if origin is None and isinstance(phrase, N.NounPhrase):  # "a card in their hand"
        lying = [item for item in phrase.filters if isinstance(item, N.At)]
        origin = lying[0].phrase if len(lying) == 1 else None
        phrase = replace(phrase, filters=tuple(item for item in phrase.filters if item not in lying[:1]))
    usual = (zones.get(act.verb) or {}).get("from")
    if origin is None and isinstance(usual, str):
        origin = N.NounPhrase(determiner=N.Article(word=ACTOR), noun=usual)
    if not isinstance(phrase, N.NounPhrase) or phrase.determiner not in ONE or not isinstance(origin, N.NounPhrase):
        return None
    if any(_left_open(part) for slot in act.slots if slot.name == "to" for part in slot.value.walk()):
        return None  # it would be chosen when others have moved theirs
    there = N.At(preposition="in", phrase=origin)
    among = replace(phrase, filters=(*phrase.filters, there))
    choice = N.Perform(verb="choose", slots=(N.Slot(name="object", value=among),), adverbs=("secretly",), span=act.span)
    it = N.Slot(name="object", value=N.Pronoun(word="it"))
    others = tuple(slot for slot in act.slots if slot.name not in ("object", "from"))
    return N.Sequence(acts=(choice, N.Perform(verb=act.verb, slots=(it, *others), span=act.span)), span=act.span)


def _left_open(part: N.Node) -> bool:
    return isinstance(part, N.Quantity) or (isinstance(part, N.Article) and part.word in ("a", "any", "another"))
