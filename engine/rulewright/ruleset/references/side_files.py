"""What the files beside the rules name: coverage.yaml, untestable.yaml and layout.yaml."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.problems import Problem
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.references.names import Names


def rule_list_problems(names: Names) -> Iterator[Problem]:
    """The problems of names in coverage.yaml and untestable.yaml."""
    data = names.ruleset.content.data
    components = names.ruleset.components
    covered = {*components, *(component.kind for component in components.values())}
    for name, left in data["coverage"].items():
        path: Path = ("coverage", name)
        yield from names.known("RW0236", name, covered, path, key=True, what="component")
        for index, entry in enumerate(left):
            yield from names.cited([entry["to"]], (*path, index, "to"))
    for rule in data["untestable"]:
        yield from names.cited([rule], ("untestable", rule))


def layout_problems(names: Names) -> Iterator[Problem]:
    """The problems of names in layout.yaml."""
    data, ruleset = names.ruleset.content.data, names.ruleset
    nouns = ruleset.lexicon.get("nouns", {})
    zones = [name for name, entry in nouns.items() if entry.get("type") == "zone"]
    things = {*nouns, *ruleset.components, *data["map"]["spaces"], *_values(names)}
    known = {"looks": things, "numbers": nouns, "zones": zones, "spaces": data["map"]["spaces"], "maps": ["board"]}
    for section, among in known.items():  # goals are named by nobody
        for name in data["layout"][section]:
            path: Path = ("layout", section, name)
            yield from names.known("RW0236", name, among, path, key=True, what=section.rstrip("s"))


def _values(names: Names) -> set[str]:
    """The values that spaces and borders show, and the names of values of numbers."""
    game_map = names.ruleset.map
    printed = [space.attributes for space in game_map.spaces.values()]
    printed += [border.attributes for border in game_map.borders.values()]
    found = {value for attributes in printed for value in attributes.values() if isinstance(value, str)}
    for entry in names.ruleset.lexicon.get("nouns", {}).values():
        found |= {str(value) for value in entry.get("values") or ()}
    return found
