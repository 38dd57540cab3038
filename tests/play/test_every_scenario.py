"""Every scenario of every ruleset comes out as its designer expects."""

from __future__ import annotations

from functools import cache

import loaded
import pytest

from rulewright.play.scenario_files import read_scenarios
from rulewright.play.scenarios import Scenario, run
from rulewright.ruleset.files.discovery import shipped_rulesets
from rulewright.runtime.rules import Rules


def all_scenarios() -> list[tuple[str, Scenario]]:
    found = []
    for name in shipped_rulesets():
        found += [(name, scenario) for scenario in read_scenarios(loaded.ruleset(name))[0]]
    return found


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
