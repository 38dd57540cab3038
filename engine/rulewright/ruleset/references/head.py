"""What ruleset.yaml names: procedures, verbs, zones, the result, options and rulings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.problems import Problem, problem
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.references.names import ROLES, Names


def head_problems(names: Names) -> Iterator[Problem]:
    """The problems of names in ruleset.yaml."""
    yield from _course(names)
    yield from _result(names)
    yield from _zones(names)
    yield from _options(names)
    yield from _rulings(names)


def _course(names: Names) -> Iterator[Problem]:
    """How a game goes: its procedures, turns and rounds, and the order of players."""
    ruleset = names.ruleset
    for name, procedure in ruleset.procedure_order.items():
        yield from names.known("RW0234", procedure, ruleset.procedures, ("ruleset", "procedures", name))
    if ruleset.turn:
        yield from names.known("RW0235", ruleset.turn, names.verbs, ("ruleset", "turn"), what="verb")
    if ruleset.round:
        yield from names.known("RW0235", ruleset.round, names.verbs, ("ruleset", "round"), what="verb")
    if ruleset.turn_order not in ("clockwise", "counterclockwise"):
        yield from names.noun(ruleset.turn_order, ("ruleset", "turn order"), ["number"])
    for key, types in (("first player", ROLES), ("out of the game", ("zone",))):
        yield from names.each_noun(ruleset.content.data["ruleset"], key, ("ruleset",), types)


def _result(names: Names) -> Iterator[Problem]:
    result = names.ruleset.result
    if "score" in result:
        yield from names.noun(result["score"], ("ruleset", "result", "score"), ["number", "resource"])
        yield from names.each_noun(result, "ties", ("ruleset", "result"), ["number", "resource"])
        yield from names.each_noun(result, "value", ("ruleset", "result"), ["number"])
        yield from _of_players(names, result)


def _of_players(names: Names, result: Mapping[str, Any]) -> Iterator[Problem]:
    """What a result is told by must be a number that each player has."""
    for key, named in result.items():
        for name in named if isinstance(named, list) else [named]:
            of = names.nouns.get(name, {}).get("of", "")
            if "number" in names.kinds(str(name)) and of != "player":
                place = names.place(("ruleset", "result", key))
                is_type = f"number of {of}" if of else "number of nobody"
                yield problem("RW0226", place=place, found=name, is_type=is_type, wanted="number of player")


def _zones(names: Names) -> Iterator[Problem]:
    for verb, ends in names.ruleset.zones.items():
        path: Path = ("ruleset", "zones", verb)
        yield from names.known("RW0235", verb, names.verbs, path, key=True, what="verb")
        for end in ends:
            yield from names.each_noun(ends, end, path, ["zone"])


def _options(names: Names) -> Iterator[Problem]:
    for option in names.ruleset.options.values():
        path: Path = ("ruleset", "options", option.id)
        data = names.ruleset.content.data["ruleset"]["options"][option.id]
        if option.type == "choice":
            yield from names.known("RW0241", str(option.default), option.values, (*path, "default"))
        elif option.type == "number" and not data["minimum"] <= data["default"] <= data["maximum"]:
            yield problem("RW0241", place=names.place((*path, "default")), found=str(option.default))
        yield from names.cited([option.rule] if option.rule else (), (*path, "rule"))


def _rulings(names: Names) -> Iterator[Problem]:
    for index, ruling in enumerate(names.ruleset.rulings):
        path: Path = ("ruleset", "rulings", index)
        yield from names.cited([ruling.rule], (*path, "rule"))
        if ruling.where and not names.ruleset.has_file(ruling.where):
            yield problem("RW0238", place=names.place((*path, "where")), found=ruling.where)
