"""What a player was asked to do, as it is told of that player: "a card from your hand" is one "from their hand"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from rulewright.language import nodes as n
from rulewright.language.rewriting import rewritten

_N = TypeVar("_N", bound=n.Node)


class _OfSomebodyElse(Exception):
    """The tree tells of others, too, or of what is yours in words that have no third person."""


def third_person(act: _N) -> _N | None:
    """An act or another tree with "you" and "your" told of somebody.

    None where "they" or "their" would then be two players. "Of your choice" is left out: what was chosen is told
    behind it.

    >>> hand = n.NounPhrase(determiner=n.Article(word="your"), noun="hand")
    >>> told = third_person(n.Perform(verb="shuffle", slots=(n.Slot(name="object", value=hand),)))
    >>> told.slots[0].value.determiner.word
    'their'
    """
    try:
        told: _N = rewritten(act, _told)
    except _OfSomebodyElse:
        return None
    return told


def _told(node: Any, _: Any) -> Any:
    match node:
        case n.Article(word="your"):
            return replace(node, word="their")
        case n.Pronoun(word="you"):
            return replace(node, word="they")
        case n.Quantity(article="your"):
            return replace(node, article="their")
        case n.Article(word="their") | n.Quantity(article="their") | n.Pronoun(word="they") | n.OfYours():
            raise _OfSomebodyElse
        case n.NounPhrase(filters=filters) if any(isinstance(item, n.OfChoice) for item in filters):
            return replace(node, filters=tuple(item for item in filters if not isinstance(item, n.OfChoice)))
    return node
