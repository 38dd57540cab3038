"""`tools/bench` runs; how fast things are is no test."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import loaded
import pytest
from benchmarks import card, scaling, web
from benchmarks.peers.tic_tac_toe import TicTacToe
from benchmarks.rows import Row

TOOLS = Path(__file__).parents[2] / "tools"


def test_rows_are_printed() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TOOLS), os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, "-m", "benchmarks", "tic_tac_toe", "copy", "--json", "--repeat", "1"]
    command += ["--ruleset", "tic_tac_toe"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert "machine" in rows[0]
    assert {row["bench"] for row in rows[1:]} == {"tic_tac_toe", "copy"}
    assert all(row["figure"] > 0 for row in rows[1:])


def test_cards_do_the_same_as_the_program_written_by_hand() -> None:
    """The comparison itself stops when they do not."""
    rows = list(card.rows(argparse.Namespace(repeat=1)))
    assert len(rows) == 3 and all(row.unit == "× by hand" for row in rows)


def test_a_budget_is_kept_or_missed() -> None:
    assert Row("b", "time", 2, "s", 1).met is False
    assert Row("b", "speed", 2, "moves/s", 1, more_is_better=True).met is True
    assert Row("b", "figure", 2, "s").met is None


def test_the_peer_of_tic_tac_toe_plays_by_the_rules() -> None:
    game = TicTacToe()
    for field in (0, 3, 1, 4, 2):
        assert field in game.legal_moves()
        game.play(field)
    assert game.over and game.winner == 0


def test_answers_of_a_table_are_timed() -> None:
    pytest.importorskip("jinja2", reason="the table in a browser needs the extra [web]")
    row = web._answers(loaded.rules("tic_tac_toe"))
    assert row.unit == "s" and row.figure > 0
    assert row.beside["choices"] >= 5 and row.beside["kB"] > 0


def test_generated_rulesets_are_measured_and_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(TOOLS), os.environ.get("PYTHONPATH", "")]))
    sizes = [scaling.Size(cards=number, texts=4, spaces=9) for number in (20, 40)]
    monkeypatch.setattr(scaling, "GROWING", {"cards": sizes})
    picture = tmp_path / "scaling.svg"
    rows = list(scaling.rows(argparse.Namespace(repeat=1, picture=str(picture))))
    names = [row.what for row in rows]
    assert names[:4] == [f"20 cards: {name}" for name in scaling.UNITS] and len(rows) == 12
    assert all(row.figure > 0 for row in rows[:8])
    drawn = ElementTree.parse(picture).getroot()
    assert len(drawn.findall(".//{*}polyline")) == 5  # four costs, and what would be in proportion


def test_the_power_with_which_a_cost_grows() -> None:
    assert scaling.exponent([1, 10, 100], [5.0, 1.0, 100.0]) == pytest.approx(2)
