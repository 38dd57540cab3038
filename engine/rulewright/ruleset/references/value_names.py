"""Numbers whose values have names: what things show of such a number must be one of these names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulewright.problems import Problem, did_you_mean, problem
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.references.names import Names, listed


def value_name_problems(names: Names) -> Iterator[Problem]:
    """The problems of values that have no such name."""
    board = names.ruleset.map
    parts = (
        (("components",), names.ruleset.components), (("map", "spaces"), board.spaces),
        (("map", "borders"), board.borders),
    )  # fmt: skip
    for noun, entry in names.ruleset.lexicon["nouns"].items():
        attribute, values = str(entry.get("attribute", noun)), [str(value) for value in entry.get("values", ())]
        if entry.get("type") != "number" or not values:
            continue
        if "tile" in entry:
            yield from _on_cells(names, noun, attribute, values)
            continue
        of = {kind for kind, _ in listed(entry.get("of", ()), ())}
        for where, things in parts:
            for thing in things.values():
                if of & {"any", *names.kinds(thing.kind)}:
                    shown = thing.attributes.get(attribute)
                    yield from _shown(names, noun, values, shown, (*where, thing.id, attribute))


def _on_cells(names: Names, noun: str, part: str, values: Sequence[str]) -> Iterator[Problem]:
    """What is printed on the cells of tiles."""
    for tile in names.ruleset.components.values():
        nouns = (names.nouns[kind] for kind in names.kinds(tile.kind)[:-1])
        cells = next((entry["cells"] for entry in nouns if "cells" in entry), "")
        printed = tile.attributes.get(cells)
        for cell, shown in (printed if isinstance(printed, dict) else {}).items():
            if isinstance(shown, dict):
                path = ("components", tile.id, cells, cell, part)
                yield from _shown(names, noun, values, shown.get(part), path)


def _shown(names: Names, noun: str, values: Sequence[str], shown: Any, path: Path) -> Iterator[Problem]:
    if isinstance(shown, str) and shown not in values:
        place, suggestions = names.place(path), did_you_mean(shown, values)
        yield problem("RW0259", place=place, found=shown, noun=noun, expected=values, suggestions=suggestions)
