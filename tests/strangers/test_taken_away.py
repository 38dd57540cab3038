"""What a text says of a thing that the deed it has heard of took from where it lay."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rulewright.play.scenarios import Scenario, run
from rulewright.problems import Place
from rulewright.ruleset.loader import load_ruleset
from rulewright.runtime.rules import Rules
from tests.strangers.trial import tried

WALL = {
    "id": "long_wall", "kind": "military_wonder", "name": "Long Wall", "era": "ancient", "production_cost": 7,
    "resources": ["marble", "oil"], "start": "military_deck",
    "text": "Whenever you defeat a barbarian, you may lay a control token into a vacant space next to it.\n",
}  # fmt: skip
FIGHT: dict[str, Any] = {
    "id": "wall", "choose": ["Masonry", "fight", "Attack", "3"],
    "position": {
        "turn": 1,
        "numbers": {"1": {"slot.masonry": 5, "slot.foreign_trade": 1}},
        "pieces": {"1": {"l15": {"unreinforced_token": 1}, "masonry": {"trade_token": 3}}},
        "zones": {"1": {"area": ["tech_dial", "america", "terracotta_army", "long_wall"]}},
    },
    "expect": {"offered": ["Long Wall"]},
}  # fmt: skip


def test_next_to_what_was_defeated_is_where_it_lay(tmp_path: Path) -> None:
    pack = tmp_path / "wall"
    (pack / "components").mkdir(parents=True)
    about = {"id": "wall", "title": "Wall", "version": "0.1.0", "base": {"civ_new_dawn": ">=0.1.0"}}
    (pack / "pack.yaml").write_text(json.dumps(about), encoding="utf-8")
    (pack / "components" / "cards.yaml").write_text(f"- {json.dumps(WALL)}\n", encoding="utf-8")
    rules = Rules(load_ruleset("civ_new_dawn", (str(pack),)))
    assert [problem.message for problem in run(Scenario(FIGHT, lambda path: Place("wall.yaml")), rules)] == []


def test_what_has_come_in_the_place_of_another_is_not_taken_for_it() -> None:
    texts = {
        "Whenever you upgrade a focus card, put 1 trade token from the supply onto it.": ["RW0602"],
        "Whenever you upgrade a focus card, advance your tech dial by its level.": ["RW0602"],
        "Before you upgrade a focus card, put 1 trade token from the supply onto it.": [],
        "Whenever a focus card comes into your focus row, put 1 trade token from the supply onto it.": [],
        "Whenever you learn a focus card, put 1 trade token from the supply onto it.": [],
    }
    found = tried("civ_new_dawn", {str(number): {"text": text} for number, text in enumerate(texts)})
    assert {one.text: [problem.code for problem in one.problems] for one in found} == texts
