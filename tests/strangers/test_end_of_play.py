"""The end of the play is the end of the game, whether a rule says so or nothing is left to do."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from rulewright.ruleset.loader import read_ruleset
from rulewright.runtime.rules import Rules

HERE = Path(__file__).parent
TEXTS = {
    "At the end of the game, gain 2 fame.": 2,
    "At the end of the game, if you have exactly 0 coins, gain 3 fame.": 3,
    "At the end of the game, gain 1 fame for each card in your circle.": 1,
    "At the end of your turn, gain 1 fame.": 2,
}


@pytest.mark.parametrize("end", ["", ", End the game."])
@pytest.mark.parametrize("text", TEXTS)
def test_what_a_text_does_at_the_end_is_done_once(tmp_path: Path, text: str, end: str) -> None:
    shutil.copytree(HERE / "fair", tmp_path / "fair")
    file = tmp_path / "fair" / "procedures" / "game.yaml"
    rules = file.read_text(encoding="utf-8")
    play = "do: [{repeat: 9 times, do: [Each player takes a turn.]}, End the game.]"
    assert play in rules
    shorter = "do: [{repeat: 2 times, do: [Each player takes a turn.]}" + end + "]"
    file.write_text(rules.replace(play, shorter), encoding="utf-8")
    card = {"id": "late", "kind": "charm", "name": "Late", "start": "box", "text": text, "provenance": "original"}
    (tmp_path / "fair" / "components" / "late.yaml").write_text(f"- {json.dumps(card)}\n", encoding="utf-8")
    ruleset, problems = read_ruleset(str(tmp_path / "fair"))
    assert ruleset is not None and not problems
    game = Rules(ruleset).new_game(3, seed=1)
    game.arrange({"seats": [{"zones": {"circle": ["late"]}}]})
    while game.decision is not None:
        game.choose_number(len(game.decision.options) - 1)  # rest
    assert game.view(0)["seats"][0]["numbers"]["fame"] == TEXTS[text]
