"""Pieces of which there are as many as are needed (`supply: {box: unlimited}`)."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from rulewright.problems import RulewrightError
from rulewright.ruleset.files.discovery import shipped_rulesets
from rulewright.runtime.game import Game
from rulewright.runtime.rules import load


def _game(folder: Path, figure: str) -> Game:
    """Tic-tac-toe with so many marks."""
    shutil.copytree(shipped_rulesets()["tic_tac_toe"], folder / "game")
    path = folder / "game" / "lexicon.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("{box: 9}", f"{{box: {figure}}}"), encoding="utf-8")
    return load(folder / "game").new_game(2, 4)


def _play(game: Game) -> None:
    chance = random.Random(4)
    while game.values:
        game.step(int(chance.random() * len(game.values)))


def test_they_never_run_out(tmp_path: Path) -> None:
    game = _game(tmp_path, "unlimited")
    _play(game)
    assert game.end_reason


def test_of_others_one_can_run_out(tmp_path: Path) -> None:
    with pytest.raises(RulewrightError):
        _play(_game(tmp_path, "2"))


def test_nobody_counts_them(tmp_path: Path) -> None:
    assert not _game(tmp_path, "unlimited").view()["common"]["box"]["pieces"]
    assert _game(tmp_path / "counted", "9").view()["common"]["box"]["pieces"][0]["count"] == 9
