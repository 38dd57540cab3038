"""What asks what has been done: since a turn, a round or the game began, or just before."""

from __future__ import annotations

from rulewright.language import nodes as N

SINCE = ("this_turn", "this_round", "this_game")


def is_past(node: N.Node) -> bool:
    """Whether a condition or a filter asks what has been done since then.

    >>> is_past(N.Passive(subject=N.Pronoun(word="it"), verb="play", tense="perfect", time="this_turn"))
    True
    """
    match node:
        case N.Does(tense="perfect", act=N.Perform(adverbs=adverbs)):
            return any(word in SINCE for word in adverbs)
        case N.Passive(tense="perfect", time=str()) | N.Relative(tense="perfect", time=str()):
            return True
    return False


def asks_if_done(node: N.Node) -> bool:
    """Whether a sentence goes on from what the one before did: "if you do, …", "unless you do, …" (R18)."""
    if not isinstance(node, N.If | N.Unless) or not isinstance(node.condition, N.Condition):
        return False
    return any(isinstance(part, N.Did) for part in node.condition.walk())
