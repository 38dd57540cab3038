"""The engine offers what the reference finds by trying everything: a sample; `tools/oracle` compares more."""

from pathlib import Path
from typing import Any

import pytest

from rulewright.runtime.machine import Machine
from rulewright.runtime.rules import load
from tests.reference.acts import Acts
from tests.reference.carried import unknown_fields
from tests.reference.oracle import Findings, compare
from tests.reference.state import State

GAMES = sorted(path.parent for path in (Path(__file__).parents[1] / "games").glob("*/ruleset.yaml"))
SMALL = 25


def agree(name: str | Path, positions: int, share: float, **asked: Any) -> Findings:
    found = compare(load(name), positions, share=share, **asked)
    assert not found.disagreements
    assert not found.not_carried
    assert found.positions >= positions
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.name)
def test_small_games_offer_all_options_and_no_others(game: Path) -> None:
    agree(game, SMALL, 0.3)


def test_tic_tac_toe() -> None:
    agree("tic_tac_toe", SMALL, 0.3)


def test_mythotopia() -> None:
    agree("mythotopia", 6, 0.3, players=[2])


def test_age_of_innovation() -> None:
    agree("age_of_innovation", 6, 0.3, players=[2])


def test_an_option_that_is_lost_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    legal = Machine.legal
    monkeypatch.setattr(Machine, "legal", lambda self, s, raw: legal(self, s, raw)[:4])
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
