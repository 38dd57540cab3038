"""What components name: their kind, where they start, what they show and hold, and the shapes of tiles."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.problems import Problem
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.model import COMPONENT_KEYS, Component
from rulewright.ruleset.references.attribute_values import AttributeValues, wrong_value
from rulewright.ruleset.references.names import Names
from rulewright.ruleset.references.player_counts import for_all_players, number_of_cards


def component_problems(names: Names, values: AttributeValues) -> Iterator[Problem]:
    """The problems of names in components."""
    pieces = [
        f"{name}_{worth}" if worth else name
        for name in names.nouns
        if "piece" in names.kinds(name)
        for worth in (0, *names.nouns[name].get("worth", ()))
    ]
    for component in names.ruleset.components.values():
        path: Path = ("components", component.id)
        yield from names.noun(component.kind, (*path, "kind"), ["card"])
        if component.kind in names.nouns:
            yield from values.problems(component.kind, component.attributes, path, COMPONENT_KEYS)
            yield from _shape(names, component)
        if component.start is not None:
            yield from names.noun(component.start, (*path, "start"), ["zone"])
        yield from for_all_players(names, component.copies, (*path, "copies"))
        for piece, counts in component.holds.items():
            yield from names.known("RW0236", piece, pieces, (*path, "holds", piece), key=True, what="piece")
            yield from for_all_players(names, counts, (*path, "holds", piece))
        yield from names.cited(component.rules, (*path, "rules"))
    yield from number_of_cards(names)


def _shape(names: Names, component: Component) -> Iterator[Problem]:
    """A tile's shape must have a place for each of its cells: steps to the right and down."""
    nouns = [names.nouns[name] for name in names.kinds(component.kind)[:-1]]
    said = {key: next((noun[key] for noun in nouns if key in noun), "") for key in ("cells", "shape")}
    cells = component.attributes.get(said["cells"])
    shape = names.ruleset.components.get(str(component.attributes.get(said["shape"])))
    if not said["shape"] or shape is None or not isinstance(cells, dict):
        return
    places = shape.attributes.get(said["cells"])
    for cell in cells:
        place = places.get(cell) if isinstance(places, dict) else None
        if not (isinstance(place, list) and len(place) == 2 and all(type(step) is int for step in place)):
            wanted = f"[steps to the right, steps down] for the cell {cell} of {component.id}"
            yield wrong_value(names, place, wanted, ("components", shape.id, said["cells"], cell))
