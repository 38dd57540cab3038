"""“At most 2 cards” in what is done: whoever does it takes as many as they like up to that, as with “up to 2 cards”."""

from __future__ import annotations

from dataclasses import fields

from rulewright.language import nodes as n
from rulewright.language.lexicon import Lexicon
from rulewright.language.records import replace

ASKED = ("condition", "conditions", "event", "of", "instead_of")
"""The parts of a sentence that ask or tell what is not done here: “if a player has at most 2 cards”."""


def up_to_so_many(node: n.Node, lexicon: Lexicon) -> n.Node:
    """A tree in which no act has a number that only asks.

    >>> most = n.NounPhrase(noun="card", determiner=n.Quantity(kind="at_most", high=2))
    >>> draw = n.Perform(verb="draw", slots=(n.Slot(name="object", value=most),))
    >>> up_to_so_many(draw, Lexicon.from_mapping({})).slot("object").determiner.kind
    'up_to'
    """
    if isinstance(node, n.Perform):
        verb = lexicon.verbs.get(node.verb)
        return node if verb is not None and verb.state else _chosen(node)
    if isinstance(node, n.Does) and (node.modal == "cannot" or node.negated):
        return node
    if not isinstance(node, n.Text | n.Ability | n.Does | n.Statement) or (
        isinstance(node, n.Condition) and not isinstance(node, n.Does)
    ):
        return node
    changed = {}
    for item in fields(node):
        value = getattr(node, item.name)
        if item.name in ASKED:
            continue
        if isinstance(value, n.Node):
            new: object = up_to_so_many(value, lexicon)
        elif isinstance(value, tuple):
            new = tuple(up_to_so_many(part, lexicon) if isinstance(part, n.Node) else part for part in value)
            new = value if all(a is b for a, b in zip(new, value, strict=True)) else new
        else:
            continue
        if new is not value:
            changed[item.name] = new
    return replace(node, **changed) if changed else node


def _chosen(act: n.Perform) -> n.Perform:
    slots = tuple(replace(slot, value=_up_to(slot.value)) if slot.name == "object" else slot for slot in act.slots)
    return act if all(a.value is b.value for a, b in zip(slots, act.slots, strict=True)) else replace(act, slots=slots)


def _up_to(thing: n.Phrase | n.Amount) -> n.Phrase | n.Amount:
    match thing:
        case n.NounPhrase(determiner=n.Quantity(kind="at_most", article=None) as most):
            return replace(thing, determiner=replace(most, kind="up_to"))
        case n.PartOf(quantity=n.Quantity(kind="at_most") as most):
            return replace(thing, quantity=replace(most, kind="up_to"))
        case n.Phrases(items=items):
            new = tuple(item if (limited := _up_to(item)) is item else limited for item in items)
            return thing if all(a is b for a, b in zip(new, items, strict=True)) else replace(thing, items=new)
    return thing
