"""`Discard a card or a counter`: things between which whoever does it chooses."""

from __future__ import annotations

from dataclasses import replace

from rulewright.language import nodes as N

ONE_ACT = ("choose", "count_as")
"""Verbs to which several things are one: they are what can be chosen, or what counts."""


def alternatives(node: N.Node) -> N.Choice | None:
    """The acts of which one is done, where an act is done to one thing "or" another; None for what is no such act.

    >>> one, other = N.NounPhrase(noun="card"), N.NounPhrase(noun="counter")
    >>> either = N.Phrases(items=(one, other), conjunction="or")
    >>> found = alternatives(N.Perform(verb="put", slots=(N.Slot(name="object", value=either),)))
    >>> [act.slot("object").noun for act in found.acts]
    ['card', 'counter']
    """
    if not isinstance(node, N.Perform) or node.verb in ONE_ACT:
        return None
    things = next((s.value for s in node.slots if isinstance(s, N.Slot) and s.name == "object"), None)
    if not isinstance(things, N.Phrases) or things.conjunction != "or":
        return None
    acts = tuple(
        replace(
            node,
            slots=tuple(replace(slot, value=item) if slot.name == "object" else slot for slot in node.slots),
        )
        for item in things.items
    )
    return N.Choice(acts=acts, span=node.span)


def is_payment(node: N.Node) -> bool:
    """Whether an act is paying, or a choice between ways to pay.

    >>> is_payment(N.Choice(acts=(N.Perform(verb="pay"), N.Perform(verb="pay"))))
    True
    """
    if isinstance(node, N.Choice):
        return all(map(is_payment, node.acts))
    return isinstance(node, N.Perform) and node.verb == "pay"


def described_last(things: N.Phrases) -> N.Filter | None:
    """The description of which nobody can tell whether the last thing or all have it; None where that is clear.

    >>> here = N.At(preposition="in", phrase=N.Pronoun(word="it"))
    >>> one, other = N.NounPhrase(noun="card"), N.NounPhrase(noun="counter", filters=(here,))
    >>> described_last(N.Phrases(items=(one, other), conjunction="or")) == here
    True
    """
    *others, last = things.items
    if things.conjunction != "or" or not isinstance(last, N.NounPhrase):
        return None
    limits = N.At | N.NextTo | N.Within | N.Related | N.That | N.Measured | N.Whose
    placed = any(isinstance(item, limits) for item in last.filters)
    alone = all(isinstance(item, N.NounPhrase) and not item.filters for item in others)
    return last.filters[0] if placed and alone else None
