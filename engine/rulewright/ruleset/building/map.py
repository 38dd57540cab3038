"""The map: spaces, borders and regions, and which spaces are next to each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.ruleset.building.plain_data import frozen, other_keys
from rulewright.ruleset.files.content import Content
from rulewright.ruleset.game_map import Border, GameMap, Region, Space
from rulewright.ruleset.model import BORDER_KEYS, REGION_KEYS, SPACE_KEYS


def game_map(content: Content) -> GameMap:
    """The map of a ruleset."""
    data = content.data["map"]
    borders = {name: _border(name, entry) for name, entry in data["borders"].items()}
    return GameMap(
        frozen({name: _space(name, entry) for name, entry in data["spaces"].items()}),
        frozen(borders),
        frozen({name: _region(name, entry) for name, entry in data["regions"].items()}),
        tuple(_neighbours(content, borders)),
        content.directions,
        content.cells,
    )


def _space(name: str, entry: Mapping[str, Any]) -> Space:
    attributes = other_keys(entry, SPACE_KEYS)
    return Space(name, entry["kind"], entry.get("name", name), attributes, entry.get("provenance", "unknown"))


def _border(name: str, entry: Mapping[str, Any]) -> Border:
    one, other = entry["between"][:2]
    attributes = other_keys(entry, BORDER_KEYS)
    return Border(name, entry["kind"], (one, other), attributes, entry.get("provenance", "unknown"))


def _region(name: str, entry: Mapping[str, Any]) -> Region:
    return Region(
        name,
        entry["kind"],
        entry.get("name", name),
        tuple(entry["spaces"]),
        other_keys(entry, REGION_KEYS),
        entry.get("provenance", "unknown"),
    )


def _neighbours(content: Content, borders: Mapping[str, Border]) -> list[tuple[str, str]]:
    """The pairs of spaces that are next to each other: those that are named, and the ends of borders."""
    pairs = [(one, other) for one, other in (entry["between"] for entry in content.data["map"]["adjacent"].values())]
    known = set(pairs)
    nouns = content.data["lexicon"]["nouns"]
    for border in borders.values():
        at_times = nouns.get(border.kind, {}).get("joins")  # its ends are neighbours only while that holds
        if not at_times and known.isdisjoint((border.between, border.between[::-1])):
            known.add(border.between)
            pairs.append(border.between)
    return pairs
