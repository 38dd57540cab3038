"""Every scenario of every ruleset comes out as its designer expects."""

from __future__ import annotations

from collections import Counter
from functools import cache

import loaded
import pytest
from sample import costly

from rulewright.play.scenario_files import read_scenarios
from rulewright.play.scenarios import Scenario, run
from rulewright.ruleset.files.discovery import shipped_rulesets
from rulewright.runtime.rules import Rules


def all_scenarios() -> list[tuple[str, Scenario]]:
    found = []
    for name in shipped_rulesets():
        scenarios = read_scenarios(loaded.ruleset(name))[0]
        alike = Counter(map(program, scenarios))
        found += [(name, scenario) for scenario in scenarios if alike[program(scenario)] >= LEAST]
    return found


LEAST = costly(few=4, most=1)
"""Scenarios that share a program: to compile one takes as long as to play dozens of them."""


def program(scenario: Scenario) -> tuple[int | None, str]:
    """What decides which program a scenario is played with: its number of players and options."""
    return scenario.data.get("players"), str(sorted(scenario.options.items()))


@cache
def rules(name: str, options: tuple[tuple[str, bool | int | str], ...]) -> Rules:
    """One ruleset serves all its options."""
    return Rules(loaded.ruleset(name), dict(options))


@pytest.mark.parametrize(
    ("name", "scenario"), [pytest.param(*found, id=f"{found[0]}-{found[1].id}") for found in all_scenarios()]
)
def test_scenario(name: str, scenario: Scenario) -> None:
    problems = run(scenario, rules(name, tuple(sorted(scenario.options.items()))))
    told = [
        f"{item.place.file}:{item.place.line}: {item.message} Expected: {'; '.join(item.expected)}" for item in problems
    ]
    assert told == []
