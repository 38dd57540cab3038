"""Syntax trees made of others: with one node changed, or turned to whom they speak of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.language import nodes as N
from rulewright.language.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class IsNotSo(N.Condition):
    """The condition of what holds unless something is so, which no sentence says in so many words."""

    condition: N.Condition


def swap(node: Any, old: N.Node, new: N.Node) -> Any:
    """A tree with one node changed for another."""
    return rebuilt(node, lambda part: new if part is old else None)


def addressed(node: Any) -> Any:
    """A tree that speaks of somebody as "they", turned to that somebody: "you", "your"."""

    def change(part: N.Node) -> N.Node | None:
        if part == N.Pronoun(word="they"):
            return N.Pronoun(word="you")
        return N.Article(word="your") if part == N.Article(word="their") else None

    return rebuilt(node, change)


def rebuilt(node: Any, change: Callable[[N.Node], N.Node | None]) -> Any:
    """A tree in which the nodes that a function changes are changed; None keeps a node.

    A part in which nothing changes stays the same node, since what words refer to is known by their nodes.
    """
    if not isinstance(node, N.Node):
        return node
    new = change(node)
    if new is not None:
        return new
    parts: dict[str, Any] = {}
    for name in node.__dataclass_fields__:
        value = getattr(node, name)
        parts[name] = tuple(rebuilt(v, change) for v in value) if isinstance(value, tuple) else rebuilt(value, change)
    same = all(
        part is old or (isinstance(old, tuple) and all(a is b for a, b in zip(part, old, strict=True)))
        for part, old in ((part, getattr(node, name)) for name, part in parts.items())
    )
    return node if same else type(node)(**parts)
