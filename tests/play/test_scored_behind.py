"""A procedure behind the one in which the game is played, such as a final scoring, is none of its set-up."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from rulewright.play.scenarios import Scenario, run
from rulewright.problems import Place
from rulewright.ruleset.loader import read_ruleset
from rulewright.runtime.rules import Rules

FAIR = Path(__file__).parent.parent / "strangers" / "fair"


@pytest.fixture(scope="module")
def scored(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    """The fair, which goes on for ever, with a final scoring and with a rule that must always hold."""
    folder = tmp_path_factory.mktemp("scored") / "fair"
    shutil.copytree(FAIR, folder)
    head = yaml.safe_load((folder / "ruleset.yaml").read_text(encoding="utf-8"))
    head["procedures"] = {"set up": "set_up", "rounds": "play", "scoring": "final"}
    (folder / "ruleset.yaml").write_text(yaml.safe_dump(head), encoding="utf-8")
    rules = yaml.safe_load((folder / "procedures" / "game.yaml").read_text(encoding="utf-8"))
    rules["play"]["do"] = [{"repeat": "forever", "do": ["Each player takes a turn."]}]
    (folder / "procedures" / "game.yaml").write_text(yaml.safe_dump(rules), encoding="utf-8")
    final = {"final": {"title": "Final scoring", "do": ["Each player gains 1 fame."]}}
    (folder / "procedures" / "final.yaml").write_text(yaml.safe_dump(final), encoding="utf-8")
    ruleset, problems = read_ruleset(folder)
    assert ruleset is not None, problems
    return Rules(ruleset)


def test_play_is_no_set_up(scored: Rules) -> None:
    assert scored.ruleset.played == "play"
    assert not scored.new_game(players=3, seed=1).setting_up


@pytest.mark.parametrize("seat", [1, 2])
def test_a_scenario_begins_in_a_turn(scored: Rules, seat: int) -> None:
    data = {"id": "it", "players": 3, "position": {"turn": seat}, "expect": {"seat": seat}}
    problems = run(Scenario(data, lambda path: Place("it.yaml")), scored)
    assert [problem.code for problem in problems] == ([] if seat == 1 else ["RW0826"])
