"""What the map names: kinds and attributes of spaces, borders and regions, and the spaces that they join."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rulewright.problems import Problem, problem
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.model import BORDER_KEYS, REGION_KEYS, SPACE_KEYS
from rulewright.ruleset.references.attribute_values import AttributeValues
from rulewright.ruleset.references.names import Names

GRID_KEYS: Final = frozenset(("column", "row", "players", "by option"))  # what every space of a grid has


def map_problems(names: Names, values: AttributeValues) -> Iterator[Problem]:
    """The problems of names on the map."""
    yield from _spaces(names, values)
    yield from _borders(names, values)
    yield from _regions(names, values)
    for name, entry in names.ruleset.content.data["map"]["adjacent"].items():
        yield from _known_spaces(names, entry["between"], ("map", "adjacent", name, "between"))


def _spaces(names: Names, values: AttributeValues) -> Iterator[Problem]:
    for space in names.ruleset.map.spaces.values():
        path: Path = ("map", "spaces", space.id)
        yield from names.noun(space.kind, (*path, "kind"), ["space"])
        yield from values.problems(space.kind, space.attributes, path, SPACE_KEYS | GRID_KEYS)
        if "by option" in space.attributes:
            chosen = space.attributes["by option"]["option"]
            yield from names.known("RW0233", chosen, names.ruleset.options, (*path, "by option", "option"))


def _borders(names: Names, values: AttributeValues) -> Iterator[Problem]:
    between: dict[frozenset[str], str] = {}
    for border in names.ruleset.map.borders.values():
        path: Path = ("map", "borders", border.id)
        yield from names.noun(border.kind, (*path, "kind"), ["border"])
        yield from values.problems(border.kind, border.attributes, path, BORDER_KEYS)
        yield from _known_spaces(names, border.between, (*path, "between"))
        first = between.setdefault(frozenset(border.between), border.id)
        if first != border.id:
            place = names.place((*path, "between"))
            yield problem("RW0230", place=place, found=" – ".join(border.between), first=first)


def _regions(names: Names, values: AttributeValues) -> Iterator[Problem]:
    for region in names.ruleset.map.regions.values():
        path: Path = ("map", "regions", region.id)
        yield from names.noun(region.kind, (*path, "kind"), ["region"])
        yield from values.problems(region.kind, region.attributes, path, REGION_KEYS)
        yield from _known_spaces(names, region.spaces, (*path, "spaces"))


def _known_spaces(names: Names, spaces: Iterable[str], path: Path) -> Iterator[Problem]:
    for index, space in enumerate(spaces):
        yield from names.known("RW0229", space, names.ruleset.map.spaces, (*path, index))
