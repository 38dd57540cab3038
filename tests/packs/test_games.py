"""Games that are played with packs: what journals and saves say of them, and what is said of other packs."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

import rulewright as rw
from rulewright.cli.app import app

HERE = Path(__file__).parent
HORSE = HERE / "stronger_horse"


def run(*arguments: str | Path) -> tuple[int, str]:
    """A command's status and all that it prints, errors included."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if isinstance(result.exception, rw.RulewrightError):
        return 1, result.output + str(result.exception)
    return result.exit_code, result.output


def test_a_pack_changes_one_number_of_one_card_and_nothing_else() -> None:
    base, packed = rw.load("mythotopia").ruleset, rw.load("mythotopia", packs=[HORSE]).ruleset
    before, after = base.content.data, packed.content.data
    assert [name for name in before["components"] if before["components"][name] != after["components"][name]] == [
        "cavalry"
    ]
    for kind in ("ruleset", "lexicon", "map", "procedures"):
        assert before[kind] == after[kind]
    assert "2 higher" in after["components"]["cavalry"]["text"]
    assert packed.place(("components", "cavalry", "text")).file.endswith("stronger_horse/pack.yaml")
    assert packed.place(("components", "cavalry", "name")).file.endswith("improvement_cards.yaml")
    assert base.hash != packed.hash


def test_the_changed_number_is_played_with() -> None:
    strengths = []
    for packs in ([], [HORSE]):
        game = rw.load("mythotopia", packs=packs).new_game(players=2, seed=3)
        while game.setting_up:
            game.choose_number(0)
        position = {"zones": {"reserve": ["cavalry"]}, "pieces": {"palmain": {"army": 1}}}
        game.arrange({"seats": [position, {}], "clear": True})
        strengths.append(game.why("combat_strength", 0, "palmain")[-1])
    assert strengths == [("Cavalry", 1), ("Cavalry", 2)]


def test_a_journal_names_its_packs_and_asks_for_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = tmp_path / "game.jsonl"
    status, _ = run("play", "mythotopia", "--pack", HORSE, "--seats", "random", "--seed", "1", "--journal", journal)
    assert status == 0
    header = json.loads(journal.read_text(encoding="utf-8").partition("\n")[0])
    pack = rw.load("mythotopia", packs=[HORSE]).ruleset.packs[0]
    assert header["packs"] == [{"id": "stronger_horse", "version": "1.0.0", "hash": pack.hash}]

    status, printed = run("replay", journal)
    assert status == 1 and "RW0930" in printed and "stronger_horse 1.0.0 is missing" in printed
    assert run("replay", journal, "--pack", HORSE)[0] == 0
    monkeypatch.setenv("RULEWRIGHT_PACKS", str(HERE))
    assert run("replay", journal)[0] == 0


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("version: 1.0.0", "version: 1.1.0", "stronger_horse is 1.1.0, but was 1.0.0"),
        ("2 higher", "3 higher", "stronger_horse 1.0.0 has been changed since"),
        ("id: stronger_horse", "id: other_horse", "stronger_horse 1.0.0 is missing; other_horse 1.0.0 was not there"),
    ],
)
def test_a_saved_game_says_what_differs(tmp_path: Path, old: str, new: str, words: str) -> None:
    saved = rw.load("mythotopia", packs=[HORSE]).new_game(players=2, seed=1).save()
    assert rw.Game.restore(rw.load("mythotopia", packs=[HORSE]), saved).hash()
    changed = shutil.copytree(HORSE, tmp_path / "changed") / "pack.yaml"
    text = changed.read_text(encoding="utf-8")
    changed.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(rw.RulewrightError, match=words):
        rw.Game.restore(rw.load("mythotopia", packs=[changed]), saved)
    with pytest.raises(rw.RulewrightError, match="stronger_horse 1.0.0 is missing"):
        rw.Game.restore(rw.load("mythotopia"), saved)
