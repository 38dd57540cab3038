"""The fields of a thing, as packs name them: `attributes.cost`, or `do.2` for the second item of a list."""

from __future__ import annotations

from typing import Any

from rulewright.ruleset.blocks import Path


def _item(holder: Any, step: str) -> int | None:
    """The index in a list that a step means, counted from 1."""
    if isinstance(holder, list) and step.isdecimal() and len(step) < 6 and 1 <= int(step) <= len(holder):
        return int(step) - 1
    return None


def key_of(holder: Any, step: str) -> str | int | None:
    """The key that a step of a field means in what holds it; None where there can be none."""
    return step if isinstance(holder, dict) else _item(holder, step)


def field_of(thing: Any, path: Path, field: str) -> tuple[Any, Any, Path]:
    """What holds a field of a thing, its key there, and its path; None where it is not there."""
    holder: Any = None
    key: str | int | None = None
    value, at = thing, path
    for step in field.split("."):
        holder, key = value, key_of(value, step)
        if key is None or (isinstance(holder, dict) and key not in holder):
            return None, step, (*path, *field.split("."))
        value, at = holder[key], (*at, key)
    return holder, key, at


def plain(value: Any) -> Any:
    """A value without what has no meaning: the line ends and spaces of a text."""
    return " ".join(value.split()) if isinstance(value, str) else value


def shown(value: Any) -> str:
    """A value as messages show it."""
    return "nothing" if value is None else f"“{' '.join(str(value).split())[:80]}”"
