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


def _switched_on(folder: Path, text: str) -> tuple[Rules | None, list[str]]:
    """The fair, with extra turns switched on in ruleset.yaml, and one card; and what is wrong with it."""
    shutil.copytree(HERE / "fair", folder)
    head = folder / "ruleset.yaml"
    head.write_text(head.read_text(encoding="utf-8") + "extra turns: true\n", encoding="utf-8")
    game = folder / "procedures" / "game.yaml"
    said = game.read_text(encoding="utf-8")
    game.write_text(said.replace("Each player takes a turn.", "Each player has their turns."), encoding="utf-8")
    (folder / "components" / "own.yaml").write_text(json.dumps([_card("own", text)]), encoding="utf-8")
    ruleset, problems = read_ruleset(str(folder))
    assert ruleset is not None
    problems += compiled(ruleset)
    return (None if problems else Rules(ruleset)), [one.code for one in problems]


@pytest.mark.parametrize(
    ("text", "play"),
    [
        ("Work: take another turn.", {"choose": ["Rest"], "expect": {"seat": 1}}),
        ("Work: take an extra turn after this one.", {"choose": ["Rest", "Rest"], "expect": {"seat": 2}}),
        ("Work: take an additional turn.", {"choose": ["Rest"], "expect": {"seat": 1}}),
        ("Work: the player to your left misses a turn.", {"choose": ["Rest"], "expect": {"seat": 3}}),
        ("Work: choose another player. That player skips their next turn.",
         {"choose": ["Player 2", "Rest"], "expect": {"seat": 3}}),
        ("Work: choose another player. That player loses a turn.",
         {"choose": ["Player 3", "Rest", {"seat": 2, "take": "Rest"}], "expect": {"seat": 1}}),
        ("Work: each other player skips their next turn.", {"choose": ["Rest"], "expect": {"seat": 1}}),
        ("Work: skip your next turn.",
         {"choose": ["Rest", {"seat": 2, "take": "Rest"}, {"seat": 3, "take": "Rest"}], "expect": {"seat": 2}}),
        ("Work: skip your next 2 turns. Gain 1 coin.",
         {"choose": ["Rest", {"seat": 2, "take": "Rest"}, {"seat": 3, "take": "Rest"}, {"seat": 2, "take": "Rest"},
                     {"seat": 3, "take": "Rest"}], "expect": {"seat": 2, "numbers": {1: {"coin": 1}}}}),
        ("Work: you may skip a turn to gain 2 coins.",
         {"choose": ["Skip", "Rest", {"seat": 2, "take": "Rest"}, {"seat": 3, "take": "Rest"}],
          "expect": {"seat": 2, "numbers": {1: {"coin": 2}}}}),
        ("Work: take another turn.\nAlways: whenever you take another turn, gain 1 coin.",
         {"expect": {"seat": 1, "numbers": {1: {"coin": 1}}}}),
    ],
)  # fmt: skip
def test_a_game_switches_them_on_with_one_key(text: str, play: dict[str, Any], tmp_path: Path) -> None:
    rules, problems = _switched_on(tmp_path / "fair", text)
    assert rules is not None, problems
    assert [one.message for one in run(_scenario("own", text, play), rules)] == []


def test_what_breaks_off_a_turn_is_refused(tmp_path: Path) -> None:
    assert _switched_on(tmp_path / "fair", "Work: end your turn.")[1] == ["RW0604"]


@pytest.mark.parametrize(
    "text",
    [
        "Work: each other player skips their next turn.",
        "Work: choose another player. That player skips their next turn.",
        "Work: choose another player. That player loses a turn.",
    ],
)
def test_without_the_key_the_refusal_says_what_to_write(text: str, tmp_path: Path) -> None:
    folder = tmp_path / "fair"
    shutil.copytree(HERE / "fair", folder)
    (folder / "components" / "own.yaml").write_text(json.dumps([_card("own", text)]), encoding="utf-8")
    ruleset, problems = read_ruleset(str(folder))
    assert ruleset is not None and not problems
    found = compiled(ruleset)
    assert [one.code for one in found] == ["RW0604"]
    assert "extra turns: true" in (found[0].hint or "")


def test_the_words_are_said_in_each_language(tmp_path: Path) -> None:
    for game, languages in (("rulesets/tic_tac_toe", ("de", "es", "fr", "hu")), ("tests/games/conjurers", ("de",))):
        folder = tmp_path / game.replace("/", "_")
        shutil.copytree(HERE.parent.parent / game, folder)
        head = folder / "ruleset.yaml"
        head.write_text(head.read_text(encoding="utf-8") + "\nextra turns: true\n", encoding="utf-8")
        ruleset, problems = read_ruleset(str(folder))
        assert ruleset is not None and not problems
        for lang in languages:
            language = ruleset.language(lang)
            for text in ("Each other player skips a turn.", "You may skip a turn to take another turn."):
                tree = ruleset.parse(text)
                assert language.parse(language.print(tree)) == tree
