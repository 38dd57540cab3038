"""Extra turns, and turns that are missed, as a game switches them on in its data (docs/formats.md)."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from plain import read_plain

from rulewright.editing.findings import compiled
from rulewright.play.scenarios import run
from rulewright.ruleset.loader import read_ruleset
from rulewright.runtime.rules import Rules
from tests.strangers.test_kinds import HERE, _card, _scenario

GO_AGAIN = "take another turn|takes another turn|taking another turn|taken another turn"
WORDS = {
    "nouns": {
        "extra_turns": {"type": "number", "of": "player", "kept": True, "least": 0, "en": "extra turn count"},
        "missed_turns": {"type": "number", "of": "player", "kept": True, "least": 0, "en": "missed turn count"},
    },
    "verbs": {
        "go_again": {
            "en": {"pattern": "V", "forms": GO_AGAIN},
            "do": [{"set": "your extra turn count", "by": 1}],
        },
        "miss_turn": {
            "en": {"pattern": "V", "forms": "miss a turn|misses a turn|missing a turn|missed a turn"},
            "do": [{"set": "your missed turn count", "by": 1}],
        },
        "have_turns": {
            "en": {"pattern": "V", "forms": "have your turns|has their turns|having your turns|had your turns"},
            "do": [
                {
                    "if": "your missed turn count is at least 1",
                    "then": [{"set": "your missed turn count", "by": -1}],
                    "else": ["Take a turn."],
                },
                {
                    "while": "your extra turn count is at least 1",
                    "do": [{"set": "your extra turn count", "by": -1}, "Take a turn."],
                },
            ],
        },
    },
}  # fmt: skip


def _with_turns(folder: Path, text: str) -> Rules:
    """The fair, in which players have their turns, with one card."""
    shutil.copytree(HERE / "fair", folder)
    lexicon = read_plain(folder / "lexicon.yaml")
    for section, words in WORDS.items():
        lexicon[section].update(words)
    (folder / "lexicon.yaml").write_text(json.dumps(lexicon), encoding="utf-8")
    game = folder / "procedures" / "game.yaml"
    said = game.read_text(encoding="utf-8")
    assert "Each player takes a turn." in said
    game.write_text(said.replace("Each player takes a turn.", "Each player has their turns."), encoding="utf-8")
    (folder / "components" / "own.yaml").write_text(json.dumps([_card("own", text)]), encoding="utf-8")
    ruleset, problems = read_ruleset(str(folder))
    assert ruleset is not None and not problems
    assert compiled(ruleset) == []
    return Rules(ruleset)


@pytest.mark.parametrize(
    ("text", "play"),
    [
        ("Work: take another turn.", {"choose": ["Rest"], "expect": {"seat": 1}}),
        ("Work: take another turn.", {"choose": ["Rest", "Rest"], "expect": {"seat": 2}}),
        ("Work: the player to your left misses a turn.", {"choose": ["Rest"], "expect": {"seat": 3}}),
        ("Work: choose another player. That player takes another turn.",
         {"choose": ["Player 2", "Rest", {"seat": 2, "take": "Rest"}], "expect": {"seat": 2}}),
        ("Work: this turn, whenever you gain coins, gain 1 fame. Take another turn.",
         {"choose": ["Rest", "Earn"], "expect": {"seat": 1, "numbers": {1: {"coin": 3, "fame": 0}}}}),
    ],
)  # fmt: skip
def test_a_game_has_extra_turns_and_missed_ones(text: str, play: dict[str, Any], tmp_path: Path) -> None:
    rules = _with_turns(tmp_path / "fair", text)
    assert [one.message for one in run(_scenario("own", text, play), rules)] == []
