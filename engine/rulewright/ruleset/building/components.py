"""Components and options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.ruleset.building.plain_data import by_players, frozen, other_keys
from rulewright.ruleset.building.steps import Steps
from rulewright.ruleset.model import COMPONENT_KEYS, Component, Option


def option(name: str, entry: Mapping[str, Any]) -> Option:
    """An option from its entry."""
    return Option(
        id=name,
        type=entry["type"],
        title=entry["title"],
        default=entry["default"],
        values=tuple(entry.get("values", ())),
        minimum=entry.get("minimum", 0),
        maximum=entry.get("maximum", 0),
        rule=entry.get("rule", ""),
    )


def component(steps: Steps, entry: Mapping[str, Any]) -> Component:
    """A component from its entry."""
    path = ("components", entry["id"])
    return Component(
        id=entry["id"],
        kind=entry["kind"],
        name=entry.get("name", entry["id"]),
        attributes=other_keys(entry, COMPONENT_KEYS),
        copies=by_players(entry.get("copies", 1)),
        per_player=entry.get("per player", False),
        start=entry.get("start"),
        holds=frozen({piece: by_players(count) for piece, count in entry.get("holds", {}).items()}),
        text=steps.words(entry["text"], "text", (*path, "text")) if entry.get("text") else None,
        rules=tuple(entry.get("rules", ())),
        provenance=entry.get("provenance", "unknown"),
        later=entry.get("later", False),
    )
