"""A tree with some of its nodes changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from rulewright.language import nodes as n


def rewritten(node: Any, change: Callable[[Any, Any], Any]) -> Any:
    """A tree changed bottom-up. `change` gets each node with its changed children, and the original node."""
    changed: dict[str, Any] = {}
    for item in fields(node):
        value = getattr(node, item.name)
        if isinstance(value, n.Node):
            new: Any = rewritten(value, change)
        elif isinstance(value, tuple):
            new = tuple(rewritten(part, change) if isinstance(part, n.Node) else part for part in value)
            new = value if all(a is b for a, b in zip(new, value, strict=True)) else new
        else:
            continue
        if new is not value:
            changed[item.name] = new
    return change(replace(node, **changed) if changed else node, node)
