"""Every scenario of every ruleset comes out as its designer expects."""

from __future__ import annotations

from functools import cache

import pytest

import rulewright
from rulewright.play.scenario_files import read_scenarios
from rulewright.play.scenarios import Scenario, run
from rulewright.ruleset.files.discovery import shipped_rulesets
from rulewright.ruleset.loader import read_ruleset


def all_scenarios() -> list[tuple[str, Scenario]]:
    found = []
    for name in shipped_rulesets():
        ruleset, _ = read_ruleset(name)
        if ruleset is not None:
            found += [(name, scenario) for scenario in read_scenarios(ruleset)[0]]
    return found


@cache
def loaded(name: str, options: tuple[tuple[str, bool | int | str], ...]) -> rulewright.Ruleset:
    return rulewright.load(name, options=dict(options))


@pytest.mark.parametrize(
    ("name", "scenario"), [pytest.param(*found, id=f"{found[0]}-{found[1].id}") for found in all_scenarios()]
)
def test_scenario(name: str, scenario: Scenario) -> None:
    problems = run(scenario, loaded(name, tuple(sorted(scenario.options.items()))))
    told = [
        f"{item.place.file}:{item.place.line}: {item.message} Expected: {'; '.join(item.expected)}" for item in problems
    ]
    assert told == []
