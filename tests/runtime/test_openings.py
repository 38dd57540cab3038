"""How games begin: what no seed decides is done once, and no game shares anything with another."""

import pytest

from rulewright.runtime.machine import Machine
from rulewright.runtime.rules import load


def test_where_nothing_asks_chance_the_way_to_the_first_decision_is_gone_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load("tic_tac_toe")
    first = rules.new_game(2, 1)
    runs: list[int] = []
    advance = Machine.advance

    def counted(self: Machine, *given: object) -> list[object]:
        runs.append(1)
        return advance(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(Machine, "advance", counted)
    again, other = rules.new_game(2, 1), rules.new_game(2, 2, log=False)
    assert not runs
    assert again.hash() == first.hash() != other.hash(), "the seed is part of a position"
    assert again.state.log == [] and other.state.log is None
    again.choose("b2")
    other.step(0)
    assert [option.id for option in rules.new_game(2, 1).decision.options] == [  # type: ignore[union-attr]
        option.id
        for option in first.decision.options  # type: ignore[union-attr]
    ]


def test_where_something_does_each_game_goes_it() -> None:
    rules = load("mythotopia")
    dealt = [tuple(rules.new_game(2, seed).state.zones) for seed in (1, 2, 1)]
    assert dealt[0] == dealt[2] != dealt[1]


def test_chance_that_only_a_trial_asks_counts_too() -> None:
    state = load("tic_tac_toe").new_game(2).state
    trial = state.ahead()
    assert not state.lookahead.drawn
    trial.random(6)
    assert state.lookahead.drawn
