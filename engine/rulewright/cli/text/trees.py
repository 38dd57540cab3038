"""Show a tree: as indented lines, as brackets in its text, and as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from rulewright.language.nodes import Node


def lines(node: Node, label: str = "", depth: int = 0) -> Iterator[str]:
    """One line a node, what stands below it indented; fields that are empty are left out.

    >>> from rulewright.language.nodes import Number, Plus
    >>> print("\\n".join(lines(Plus(left=Number(value=2), right=Number(value=3)))))
    Plus
      left: Number value=2
      right: Number value=3
    """
    plain = [f"{name}={_word(value)}" for name, value in _plain_fields(node)]
    yield "  " * depth + (f"{label}: " if label else "") + " ".join([type(node).__name__, *plain])
    for name, child in node.children():
        yield from lines(child, name, depth + 1)


def brackets(node: Node, text: str) -> str:
    """The text with brackets around what each node below the root covers, so that one sees what belongs to what."""
    covered = {(part.span.start, part.span.end) for part in node.walk() if part.span and part is not node}
    spans = [(start, end) for start, end in covered if " " in text[start:end].strip()]
    opening: dict[int, int] = {}
    closing: dict[int, int] = {}
    for start, end in spans:
        opening[start] = opening.get(start, 0) + 1
        closing[end] = closing.get(end, 0) + 1
    signs = [
        "]" * closing.get(place, 0) + "[" * opening.get(place, 0) + text[place : place + 1]
        for place in range(len(text) + 1)
    ]
    return "".join(signs)


def data(node: Node) -> dict[str, Any]:
    """The tree as plain data: `node` is the class, other keys are its fields; empty ones are left out."""
    result: dict[str, Any] = {"node": type(node).__name__}
    for item in fields(node):
        value = getattr(node, item.name)
        if item.name != "span" and not _empty(value):
            result[item.name] = _data(value)
    return result


def _data(value: Any) -> Any:
    if isinstance(value, Node):
        return data(value)
    return [_data(part) for part in value] if isinstance(value, tuple) else value


def _plain_fields(node: Node) -> Iterator[tuple[str, Any]]:
    """Fields that hold no nodes and are not empty."""
    for item in fields(node):
        value = getattr(node, item.name)
        holds = value if isinstance(value, tuple) else (value,)
        if item.name != "span" and not _empty(value) and not any(isinstance(part, Node) for part in holds):
            yield item.name, value


def _empty(value: Any) -> bool:
    return value is None or value is False or value == ()


def _word(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
