"""Every rule is proved by a scenario, or it is told why none can prove it; every text in the game is shown by one.

A ruleset takes this upon itself by having the file untestable.yaml. The files are read as plain YAML, so that a fault
of the loader cannot hide a fault of the data.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

RULESETS = Path(__file__).parents[2] / "rulesets"
UNPROVED = Path(__file__).with_name("unproved.yaml")
FOLDERS = sorted(path.parent for path in RULESETS.glob("*/untestable.yaml"))


def read(path: Path) -> Any:
    return yaml.load(path.read_text(encoding="utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def told(folder: Path) -> list[str]:
    """The numbers of the rules in rules.md."""
    return re.findall(r"^\s*- \*\*([A-Z]+-\d+)\*\*", (folder / "rules.md").read_text(encoding="utf-8"), re.MULTILINE)


@cache
def cited(folder: Path) -> set[str]:
    """The numbers that scenarios cite."""
    scenarios = [item for path in folder.glob("**/scenarios/*.yaml") for item in read(path) or ()]
    return {rule for scenario in scenarios for rule in scenario.get("rules", ())}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_rule_is_proved_or_excused(folder: Path) -> None:
    rules, excused = told(folder), read(folder / "untestable.yaml")
    assert rules
    still_to_do = read(UNPROVED).get(folder.name, [])
    assert [rule for rule in rules if rule not in cited(folder) and rule not in excused] == still_to_do


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_excuses_are_needed_and_reasoned(folder: Path) -> None:
    rules, excused = told(folder), read(folder / "untestable.yaml")
    assert sorted(set(excused) - set(rules)) == [], "no such rule"
    assert sorted(set(excused) & cited(folder)) == [], "a scenario proves it after all"
    assert [rule for rule, reason in excused.items() if len(reason.split()) < 3] == []


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_scenarios_cite_rules_that_are_there(folder: Path) -> None:
    assert sorted(cited(folder) - set(told(folder))) == []


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_text_is_shown(folder: Path) -> None:
    components = [item for path in folder.glob("**/components/*.yaml") for item in read(path)]  # of its packs too
    shown = {
        name for path in folder.glob("**/scenarios/*.yaml") for item in read(path) for name in item.get("shows", ())
    }
    assert [
        item["id"] for item in components if "text" in item and not item.get("later") and item["id"] not in shown
    ] == []
