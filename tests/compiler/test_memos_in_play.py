"""Answers that a state keeps are those that would be given anew."""

from __future__ import annotations

import random

import loaded
import pytest

DECISIONS = 250


@pytest.mark.parametrize("name", ["mythotopia", "age_of_innovation", "civ_new_dawn", "monumental"])
def test_what_is_kept_is_what_would_be_said_now(name: str) -> None:
    rules = loaded.rules(name)
    players = min(3, max(rules.players))
    program = rules.program(players)
    game = rules.new_game(players, 5)
    chance = random.Random(5)
    compared = 0
    for _ in range(DECISIONS):
        if not game.values:
            break
        game.step(int(chance.random() * len(game.values)))
        for number, told in enumerate(game.state.answers):
            fresh = program.names[f"new_{program.memoised[number]}"]
            for given, answer in (told or {}).items():
                args = given if isinstance(given, tuple) else (given,)
                assert fresh(game.state.copy(), *args) == answer, (program.memoised[number], args)
                compared += 1
    assert compared > 1000
