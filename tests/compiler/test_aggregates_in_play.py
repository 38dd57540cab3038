"""Aggregates hold what they are sums of, wherever pieces go."""

from __future__ import annotations

import random

import pytest
from playouts.invariants import Invariants

import rulewright as rw


@pytest.mark.parametrize(("ruleset", "players"), [("age_of_innovation", 4), ("mythotopia", 3), ("civ_new_dawn", 2)])
def test_aggregates_stay_right(ruleset: str, players: int) -> None:
    rules = rw.load(ruleset)
    game = rules.new_game(players, 5)
    chance = random.Random(5)
    for _ in range(250):
        if not game.values:
            break
        state = game.state
        assert state.tallies == game.program.sums.of(state.n)
        assert list(state.tallies) == [sum(state.n[cell] for cell in cells) for cells in game.program.sums.made]
        game.step(int(chance.random() * len(game.values)))


def test_pieces_are_counted_together_by_place() -> None:
    game = rw.load("age_of_innovation").new_game(4, 1)
    sums = game.program.sums
    assert len(sums.made) > 1
    at = next(at for at, cells in enumerate(sums.made) if len(cells) > 1)
    numbers = list(game.state.n)
    before = sums.of(numbers)[at]
    for cell in sums.made[at]:
        numbers[cell] += 1
    assert sums.of(numbers)[at] == before + len(sums.made[at])
    assert all(at in dict(sums.fed[cell]) for cell in sums.made[at])


def test_a_soak_finds_one_that_is_wrong() -> None:
    game = rw.load("age_of_innovation").new_game(4, 1)
    watched = Invariants(game)
    assert not list(watched.broken())
    game.state.tallies[1] += 1
    assert any("tally" in what for what in watched.broken())
