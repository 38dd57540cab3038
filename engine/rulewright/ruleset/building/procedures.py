"""Procedures and invariants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.ruleset.building.plain_data import as_tuple
from rulewright.ruleset.building.steps import Steps
from rulewright.ruleset.model import Invariant, Procedure


def procedure(steps: Steps, name: str, entry: Mapping[str, Any]) -> Procedure:
    """A procedure from its entry."""
    path = ("procedures", name)
    return Procedure(
        id=name,
        title=entry.get("title", name),
        heading=entry.get("heading"),
        limits=as_tuple(entry["limit"]) if "limit" in entry else None,
        condition=steps.optional_condition(entry, "if", path),
        do=steps.block(entry.get("do", []), (*path, "do")),
        text=steps.words(entry["text"], "text", (*path, "text")) if "text" in entry else None,
        rules=tuple(entry.get("rules", ())),
    )


def invariant(steps: Steps, name: str, entry: Mapping[str, Any]) -> Invariant:
    """What always holds, from its entry."""
    path = ("always", name)
    event = next((key for key in ("whenever", "before", "never") if key in entry), None)
    return Invariant(
        id=name,
        says=steps.optional_condition(entry, "says", path),
        event=steps.words(entry[event], "event", (*path, event)) if event is not None else None,
        before=event in ("before", "never"),
        each=steps.optional_words(entry, "for each", "phrase", path),
        condition=steps.optional_condition(entry, "if", path),
        set_up=entry.get("set up", False),
        rules=tuple(entry.get("rules", ())),
    )
