"""Find and read the scenarios of a ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from rulewright.language.problems import Place, Problem, did_you_mean, problem
from rulewright.play.scenario_names import Names
from rulewright.play.scenarios import Scenario
from rulewright.ruleset.content import Content
from rulewright.ruleset.files import shown_path
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.schemas import check_schema
from rulewright.ruleset.yaml_reader import read_yaml


def read_scenarios(ruleset: Ruleset, only: Path | None = None) -> tuple[list[Scenario], list[Problem]]:
    """Read the scenarios of a ruleset and check what they refer to.

    Args:
        only: one of the ruleset's files of scenarios; None: all of them.

    Returns:
        The scenarios, and all that is wrong.
    """
    content = Content()
    problems: list[Problem] = []
    for path in ruleset.scenarios:
        document = read_yaml(path, shown_path(path), problems)
        broken = check_schema("scenarios", document) if document else []
        problems += broken
        if document is not None and not broken:
            content.add("scenarios", document, problems, taken="RW0824")
    if ruleset.content.order is not None:
        from rulewright.ruleset.merge import merge_scenarios

        merge_scenarios(content, ruleset.content.order, problems)
    scenarios = [Scenario(data, partial(_place, content, name)) for name, data in content.data["scenarios"].items()]
    if only is not None:
        scenarios = [scenario for scenario in scenarios if scenario.place(("id",)).file == shown_path(only)]
    rules = ruleset.rule_numbers() or []
    names = Names(ruleset)
    for scenario in scenarios:
        problems += _references(scenario, ruleset, rules)
        problems += (
            item.at(content.key_place(("scenarios", scenario.id, *path))) for path, item in names.check(scenario.data)
        )
    if problems and ruleset.packs:
        from rulewright.ruleset.pack_lessons import taught  # only needed when something is wrong

        problems = taught(ruleset, problems, sentences=False)
    return scenarios, problems


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
