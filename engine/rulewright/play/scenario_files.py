"""Find and read the scenarios of a ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rulewright.play.scenario_names import Names
from rulewright.play.scenarios import Scenario
from rulewright.problems import Place, Problem, did_you_mean, problem
from rulewright.ruleset.files.content import Content
from rulewright.ruleset.files.discovery import shown_path
from rulewright.ruleset.files.schemas import check_schema
from rulewright.ruleset.files.yaml_reader import read_yaml
from rulewright.ruleset.model import Ruleset

if TYPE_CHECKING:
    from rulewright.ruleset.packs.selection import Pack


class Read(NamedTuple):
    """The scenarios of a ruleset, all that is wrong with them, and those set aside, by id, each with the pack for it.

    A scenario is set aside that names a pack which is not there, or something that a pack has removed which the
    scenario does not suppose.
    """

    scenarios: list[Scenario]
    problems: list[Problem]
    aside: dict[str, str]


def read_scenarios(ruleset: Ruleset, only: Path | None = None) -> tuple[list[Scenario], list[Problem]]:
    """Read the scenarios of a ruleset and check what they refer to.

    Args:
        only: one of the ruleset's files of scenarios; None: all of them.

    Returns:
        The scenarios, without those that are set aside, and all that is wrong.
    """
    return read_all(ruleset, only)[:2]


def read_all(ruleset: Ruleset, only: Path | None = None) -> Read:
    """Read the scenarios of a ruleset, check what they refer to, and tell which are set aside."""
    content = Content()
    problems: list[Problem] = []
    for path in ruleset.scenarios:
        document = read_yaml(path, shown_path(path), problems)
        broken = check_schema("scenarios", document) if document else []
        problems += broken
        if document is not None and not broken:
            content.add("scenarios", document, problems, taken="RW0824")
    homes: dict[str, Pack] = {}
    removed: dict[str, str] = {}
    if ruleset.content.order is not None:
        from rulewright.ruleset.packs.lessons import removed_things
        from rulewright.ruleset.packs.merge import merge_scenarios
        from rulewright.ruleset.packs.operations import own_scenarios

        known = len(problems)
        merge_scenarios(content, ruleset.content.order, problems)
        if len(problems) > known:  # what packs made of the scenarios need not be of their shape
            return Read([], _taught(ruleset, problems), {})
        homes = {name: pack for pack in ruleset.packs for name in own_scenarios(pack)}
        removed = {str(path[-1]): write.pack for path, write in removed_things(ruleset.content)}
    scenarios = [_scenario(ruleset, content, name, homes.get(name)) for name in content.data["scenarios"]]
    if only is not None:
        scenarios = [scenario for scenario in scenarios if scenario.place(("id",)).file == shown_path(only)]
    there = {pack.id for pack in ruleset.packs}
    rules = ruleset.rule_numbers() or []
    names = Names(ruleset)
    aside: dict[str, str] = {}
    for scenario in scenarios:
        missing = scenario.supposes - there
        wrong = [*_references(scenario, ruleset, rules)]
        wrong += (
            item.at(content.key_place(("scenarios", scenario.id, *path))) for path, item in names.check(scenario.data)
        )
        without = sorted({removed[item.found] for item in wrong if item.found in removed} - scenario.supposes)
        if missing or without:
            aside[scenario.id] = min(missing) if missing else without[0]
        else:
            problems += wrong
    scenarios = [scenario for scenario in scenarios if scenario.id not in aside]
    return Read(scenarios, _taught(ruleset, problems), aside)


def _taught(ruleset: Ruleset, problems: list[Problem]) -> list[Problem]:
    """Problems, told by the packs that brought them about."""
    if not problems or not ruleset.packs:
        return problems
    from rulewright.ruleset.packs.lessons import taught  # only needed when something is wrong

    return taught(ruleset, problems, sentences=False)


def _scenario(ruleset: Ruleset, content: Content, name: str, home: Pack | None) -> Scenario:
    data = content.data["scenarios"][name]
    supposes = set(data.get("packs", ()))
    if home is not None and ruleset.content.order is not None:
        supposes |= {home.id, *ruleset.content.order.needed(home.id)}
    return Scenario(data, partial(_place, content, name), frozenset(supposes), home.id if home is not None else "")


def untestable(folder: Path) -> dict[str, str]:
    """The rules that no scenario can prove, by number, each with its reason (untestable.yaml)."""
    path = folder / "untestable.yaml"
    document = read_yaml(path, shown_path(path), []) if path.is_file() else None
    return document.data if document and not check_schema("untestable", document) else {}


def _place(content: Content, name: str, path: tuple[str | int, ...]) -> Place:
    return content.place(("scenarios", name, *path))


def _references(scenario: Scenario, ruleset: Ruleset, rules: list[str]) -> Iterator[Problem]:
    for index, rule in enumerate(scenario.data.get("rules", ())):
        if rule not in rules:
            place = scenario.place(("rules", index))
            yield problem("RW0825", place=place, found=rule, suggestions=did_you_mean(rule, rules))
    for index, component in enumerate(scenario.data.get("shows", ())):
        if component not in ruleset.components:
            place = scenario.place(("shows", index))
            suggestions = did_you_mean(component, ruleset.components)
            yield problem("RW0823", place=place, found=component, suggestions=suggestions)
