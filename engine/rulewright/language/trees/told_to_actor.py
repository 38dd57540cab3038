"""What a text that speaks to another asks of somebody: who gives "you" a card is asked to give it to player 2."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulewright.language import nodes as n
from rulewright.language.rewriting import rewritten

SPEAKER = n.NounPhrase(noun="player", index=0)
"""Whom "you" means in the text; which player that is, is known when it is asked."""


def told_to_actor(tree: n.Node, own: Callable[[n.Node], bool]) -> n.Node | None:
    """A tree as it is told to who is asked: "your" is of the speaker, and "their" is yours where it is your own.

    Args:
        own: whether a word means who is asked.

    Returns:
        None where it speaks of the speaker in no words, or in words that have no such form.

    >>> own = n.NounPhrase(determiner=n.Article(word="their"), noun="hand")
    >>> you = n.Slot(name="to", value=n.Pronoun(word="you"))
    >>> whole = n.Perform(verb="give", slots=(n.Slot(name="object", value=own), you))
    >>> told = told_to_actor(whole, lambda word: word is own.determiner)
    >>> told.slots[0].value.determiner.word, told.slots[1].value.index
    ('your', 0)
    """
    found: list[n.Node] = []

    def change(node: Any, was: Any) -> Any:
        match node:
            case n.Pronoun(word="you"):
                found.append(node)
                return SPEAKER
            case n.Article(word="your"):
                found.append(node)
                return n.Possessive(owner=SPEAKER)
            case n.Article(word="their") if own(was):
                return replace(node, word="your")
            case n.Pronoun(word="they" | "them") if own(was):
                return n.Pronoun(word="you")
            case n.NounPhrase(noun="player", determiner=n.Article(word="that"), filters=()) if own(was):
                found.append(node)
                return n.Pronoun(word="you")
            case n.Quantity(article="your") | n.OfYours():
                raise _Unsayable
        return node

    try:
        told: n.Node = rewritten(tree, change)
    except _Unsayable:
        return None
    return told if found else None


class _Unsayable(Exception):
    """The tree says "your" where the language has no word for another's."""


def with_speaker(tree: n.Node, seat: int, determiner: n.Determiner | None = None) -> n.Node:
    """A tree that is told to who is asked, with the player who speaks, by number."""
    speaker = replace(SPEAKER, index=seat + 1, determiner=determiner)
    told: n.Node = rewritten(tree, lambda node, _: speaker if node == SPEAKER else node)
    return told
