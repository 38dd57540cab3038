"""Find and read the scenarios of a ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from rulewright.language.problems import Place, Problem, did_you_mean, problem
from rulewright.play.scenario_names import Names
from rulewright.play.scenarios import Scenario
from rulewright.ruleset.files import rule_numbers
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.schemas import check_schema
from rulewright.ruleset.yaml_reader import Document, read_yaml


def read_scenarios(ruleset: Ruleset, only: Path | None = None) -> tuple[list[Scenario], list[Problem]]:
    """Read the scenarios of a ruleset and check what they refer to.

    Args:
        only: one of the ruleset's files of scenarios; None: all of them.

    Returns:
        The scenarios, and all that is wrong.
    """
    found: dict[str, Scenario] = {}
    problems: list[Problem] = []
    rules = rule_numbers(ruleset.folder) or []
    names = Names(ruleset)
    for file in ruleset.scenarios:
        if only is not None and file.resolve() != only.resolve():
            continue
        document = read_yaml(file, _shown(file), problems)
        broken = check_schema("scenarios", document) if document else []
        problems += broken
        if document is None or broken:
            continue
        for index, scenario in enumerate(_scenarios(document)):
            problems += _references(scenario, ruleset, rules)
            problems += (
                item.at(document.key_place((index, *path))) for path, item in names.check(scenario.data)
            )
            if scenario.id in found:
                other = found[scenario.id].place(("id",))
                where = f"{other.file}:{other.line}"
                problems.append(problem("RW0824", place=scenario.place(("id",)), found=scenario.id, other=where))
            found[scenario.id] = scenario
    return list(found.values()), problems


def untestable(folder: Path) -> dict[str, str]:
    """The rules that no scenario can prove, by number, each with its reason (untestable.yaml)."""
    path = folder / "untestable.yaml"
    document = read_yaml(path, _shown(path), []) if path.is_file() else None
    return document.data if document and not check_schema("untestable", document) else {}


def _scenarios(document: Document) -> Iterator[Scenario]:
    for index, data in enumerate(document.data):
        yield Scenario(data, partial(_place, document, index))


def _place(document: Document, index: int, path: tuple[str | int, ...]) -> Place:
    return document.place((index, *path))


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


def _shown(path: Path) -> str:
    """A file as the user knows it: relative to where they are, if it lies there."""
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()
