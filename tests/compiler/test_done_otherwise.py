"""What waits for a verb hears of kinds of which the lexicon says by itself what doing it is (`deeds`)."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.strangers.trial import problems

from rulewright.play.scenarios import Scenario, run
from rulewright.problems import Place
from rulewright.ruleset.loader import load_ruleset
from rulewright.runtime.rules import Rules

WORKS = Path(__file__).parents[1] / "games" / "works"
GUILD = "Always: whenever you copy a plan, gain 20 points. Whenever you build a construction, gain 3 points."


def _works(folder: Path, text: str) -> Rules:
    """The game of works with a card that says something, in front of everybody."""
    shutil.copytree(WORKS, folder)
    card = {"id": "guild", "kind": "plan", "name": "Guild", "start": "tableau", "per player": True, "text": text}
    (folder / "components" / "guild.yaml").write_text(f"- {json.dumps(card)}\n", encoding="utf-8")
    return Rules(load_ruleset(str(folder)))


@pytest.mark.parametrize(
    ("others", "choose", "points"),
    [
        (["old_mill"], ["Copy", "Old Mill"], 520),  # 500 of the mill itself
        (["gable"], ["Copy", "Gable"], 25),
        ([], ["Build a bridge", "Hill"], 3),
        ([], ["Raise a bridge", "Hill"], 4),  # which builds it
        ([], ["Raise a hut", "Hill"], 4),
    ],
)
def test_kinds_with_a_meaning_of_their_own_are_heard_of(
    tmp_path: Path, others: list[str], choose: list[str], points: int
) -> None:
    data: dict[str, Any] = {
        "id": "guild", "position": {"turn": 1, "zones": {"1": {"tableau": ["guild", *others]}}},
        "choose": choose, "expect": {"numbers": {"1": {"point": f"{points} more"}}},
    }  # fmt: skip
    told = run(Scenario(data, lambda path: Place("guild.yaml")), _works(tmp_path / "works", GUILD))
    assert [problem.message for problem in told] == []


def test_which_of_them_it_is_is_not_told(tmp_path: Path) -> None:
    rules = _works(tmp_path / "works", "Always: whenever you copy a plan, put it into the box.")
    assert [problem.code for problem in problems(rules.ruleset)] == ["RW0602"]
