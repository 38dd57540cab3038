"""What a sentence asks of turns: whose turn it is."""

from __future__ import annotations

from rulewright.language import nodes as n


def turn_asked_of(node: n.Node) -> n.NounPhrase | None:
    """The phrase that says whose turn it is, in a condition that asks so: “it is your turn”, “it is not their turn”."""
    match node:
        case n.Is(
            subject=n.Pronoun(word="it"),
            predicate=n.IsPhrase(
                phrase=n.NounPhrase(noun="turn", adjectives=(), filters=(), index=None, plural=False) as turn
            ),
            modal=None,
            tense="present",
        ):
            det = turn.determiner
            known = isinstance(det, n.Article) and det.word in ("your", "their")
            return turn if known or isinstance(det, n.Possessive) else None
    return None
