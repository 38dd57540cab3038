"""The parts of a sentence that tell what is done, in the order of the text; not those that ask, or name what is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

from rulewright.language import nodes as n
from rulewright.language.records import replace

NOT_DONE = ("condition", "conditions", "of", "instead_of")


def with_done_parts(node: n.Node, said: Callable[[n.Node], n.Node]) -> n.Node:
    """A node of which each part that is done is what `said` makes of it."""
    changed: dict[str, object] = {}
    for item in fields(node):
        value = getattr(node, item.name)
        if item.name in NOT_DONE or isinstance(node, n.Trigger | n.Until) and item.name == "event":
            continue
        if isinstance(value, n.Node):
            changed[item.name] = said(value)
        elif isinstance(value, tuple) and any(isinstance(one, n.Node) for one in value):
            changed[item.name] = tuple(said(one) if isinstance(one, n.Node) else one for one in value)
    return replace(node, **changed) if changed else node
