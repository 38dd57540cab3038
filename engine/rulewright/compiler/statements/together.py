"""What several players do at the same time: all choose, unseen by the others, before anything happens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.compiler.expressions.phrases import ACTOR
from rulewright.language import nodes as N

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
    usual = (zones.get(act.verb) or {}).get("from")
    if origin is None and isinstance(usual, str):
        origin = N.NounPhrase(determiner=N.Article(word=ACTOR), noun=usual)
    if not isinstance(phrase, N.NounPhrase) or phrase.determiner not in ONE or not isinstance(origin, N.NounPhrase):
        return None
    if phrase.filters or act.verb != "discard":
        return None
    there = N.At(preposition="in", phrase=origin)
    among = N.NounPhrase(determiner=phrase.determiner, adjectives=phrase.adjectives, noun=phrase.noun, filters=(there,))
    choice = N.Perform(verb="choose", slots=(N.Slot(name="object", value=among),), adverbs=("secretly",), span=act.span)
    it = N.Slot(name="object", value=N.Pronoun(word="it"))
    return N.Sequence(acts=(choice, N.Perform(verb=act.verb, slots=(it,), span=act.span)), span=act.span)
