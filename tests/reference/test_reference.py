"""The engine offers what the reference finds by trying everything: a sample; `tools/oracle` compares more."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from sample import sample

from rulewright.runtime.machine import Machine
from rulewright.runtime.rules import load
from tests.reference.acts import Acts
from tests.reference.carried import unknown_fields
from tests.reference.oracle import Findings, compare
from tests.reference.state import State

GAMES = sorted(path.parent for path in (Path(__file__).parents[1] / "games").glob("*/ruleset.yaml"))
# What the reference does not carry yet, so that these games cannot be compared.
LEFT_OUT = {
    "almanac": ("a sentence that holds: Perform(",),
    "conjurers": ("a sentence that holds: Instead(", "what has been done: ", "listening for play"),
}
SMALL = 25


def agree(name: str | Path, positions: int, share: float, **asked: Any) -> Findings:
    found = compare(load(name), positions, share=share, **asked)
    assert not found.disagreements
    assert not found.not_carried
    assert found.positions >= positions
    return found


@pytest.mark.parametrize("game", [path for path in GAMES if path.name not in LEFT_OUT], ids=lambda path: path.name)
def test_small_games_offer_all_options_and_no_others(game: Path) -> None:
    agree(game, SMALL, 0.3)


@pytest.mark.parametrize("name", LEFT_OUT)
def test_games_that_are_left_out_say_why(name: str) -> None:
    found = compare(load(next(path for path in GAMES if path.name == name)), SMALL)
    assert not found.positions
    assert all(told.startswith(LEFT_OUT[name]) for told in found.not_carried)


def test_each_player_is_asked_for_itself(tmp_path: Path) -> None:
    walk = shutil.copytree(next(path for path in GAMES if path.name == "walk"), tmp_path / "walk")
    tricks = walk / "components" / "tricks.yaml"
    text = tricks.read_text(encoding="utf-8")
    text = text.replace(
        "That player loses 2 coins. Gain 2 coins.", "Each player other than you gains 2 coins or draws a card."
    )
    text = text.replace("Each other player discards a card.", "Each other player discards up to 2 cards.")
    tricks.write_text(text, encoding="utf-8")
    agree(walk, SMALL, 0.5)


def test_tic_tac_toe() -> None:
    agree("tic_tac_toe", SMALL, 0.3)


def test_mythotopia() -> None:
    agree("mythotopia", sample(few=2, all=6), 0.3, players=[2])


def test_age_of_innovation() -> None:
    agree("age_of_innovation", sample(few=2, all=6), 0.3, players=[2])


def test_monumental() -> None:
    agree("monumental", 6, 0.3, players=[2])


@pytest.mark.parametrize("built", [False, True], ids=["fixed map", "built map"])
def test_civ_new_dawn(built: bool) -> None:
    agree("civ_new_dawn", sample(few=1, all=3), 0.3, players=[2], options={"built_map": built})


def test_an_option_that_is_lost_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    legal = Machine.legal
    monkeypatch.setattr(Machine, "legal", lambda self, s, raw, wanted=None: legal(self, s, raw)[:4])
    found = compare(load("tic_tac_toe"), SMALL, share=1.0)
    assert "only the reference ['a3', 'b2'" in found.disagreements[0]


def test_a_choice_that_does_something_else_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    hold = State.hold
    monkeypatch.setattr(State, "hold", lambda self, noun, seat, count: hold(self, noun, seat, count + 1))
    found = compare(load(next(path for path in GAMES if path.name == "walk")), SMALL)
    assert "coin of seat 0" in found.disagreements[0]


def test_no_part_of_a_sentence_or_step_is_unknown_to_the_reference() -> None:
    assert not list(unknown_fields())


def test_what_is_not_carried_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Acts, "_has_meaning", lambda self, node: False)
    found = compare(load(next(path for path in GAMES if path.name == "nim")), SMALL)
    assert found.positions < SMALL
    assert list(found.not_carried) == ["the verb take_turn"]
