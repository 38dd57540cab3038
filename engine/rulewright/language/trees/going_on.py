"""Sentences that go on from the one before: what is done once, behind what waits for something."""

from __future__ import annotations

from rulewright.language import nodes as N
from rulewright.language.trees.past import is_done

MOMENTS = ("start_of_turn", "end_of_turn", "start_of_round", "end_of_round", "end_of_game")
"""Times at which something happens."""


def waits(node: N.Statement) -> bool:
    """Whether a sentence waits for something and then does it, not instead of it."""
    while isinstance(node, N.While) or (isinstance(node, N.Timed) and node.time not in MOMENTS):
        node = node.then
    replaces = isinstance(node, N.Trigger) and isinstance(node.event, N.Does) and node.event.tense == "would"
    return isinstance(node, N.Timed | N.Trigger) and not replaces


def goes_on(first: N.Statement, second: N.Statement) -> bool:
    """Whether a sentence of a text that holds all the time says what is done then, too.

    By itself it would be done once, and nothing would say when: "At the start of your turn, look at the top card of
    your deck. You may discard it.", "Whenever you draw a card, gain 1 coin. If you have no cards in your hand, …".

    >>> may = N.Does(subject=N.Pronoun(word="you"), act=N.Perform(verb="draw"), modal="may")
    >>> goes_on(N.Timed(time="start_of_turn", then=N.Perform(verb="gain")), may), goes_on(N.Perform(verb="gain"), may)
    (True, False)
    """
    if isinstance(second, N.Does):
        return waits(first) and second.modal == "may" and is_done(second)
    return waits(first) and isinstance(second, N.If | N.Unless) and is_done(second)
