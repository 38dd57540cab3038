"""Playing on to the end: what is taken there is what might have been chosen, and it ends where such a game ends."""

from __future__ import annotations

import random
from typing import Any

import loaded
import pytest

from rulewright.play.bots.mcts import Habits


@pytest.mark.parametrize("name", ["terra_mystica", "age_of_innovation", "tic_tac_toe"])
def test_the_same_choices_one_by_one_lead_to_the_same_end(name: str) -> None:
    game, luck = loaded.rules(name).new_game(seed=3, log=False), random.Random(5)
    game.step(0)
    begin, first = game.copy(), game.values[0]
    taken: list[tuple[int, Any]] = []
    again_asked = 0

    def choose(block: int, values: list[Any], again: bool) -> Any:
        nonlocal again_asked
        if again:
            again_asked += 1
            while taken.pop()[0] != block:  # what was asked after it, before it was seen that it was in vain
                pass
        taken.append((block, values[luck.randrange(len(values))]))
        return taken[-1][1]

    game.machine.apply(game.state, first)
    game.machine.play_on(game.state, choose)
    begin.step(begin.values.index(first))
    for block, value in taken:
        if begin.state.stack[-1][0] == block and value in begin.values:  # elsewhere it was the only one
            begin.step(begin.values.index(value))
    assert begin.values == [] and begin.hash() == game.hash()
    assert name != "terra_mystica" or again_asked


def test_it_stops_where_another_choice_is_asked_for_in_vain() -> None:
    game, asked = loaded.rules("terra_mystica").new_game(seed=3, log=False), 0

    def choose(block: int, values: list[Any], again: bool) -> Any:
        nonlocal asked
        asked += again
        return None if again else values[-1]

    game.play_on(0, choose)
    assert asked and game.values and game.state.over is None


def test_habits_prefer_what_went_well_and_forget() -> None:
    habits = Habits()
    for _ in range(20):
        habits.learn([(0, 7, "good"), (1, 7, "bad")], [0.9, 0.9])
        habits.learn([(0, 7, "bad"), (1, 7, "good")], [0.1, 0.1])
    luck = random.Random(1)
    own = [habits.pick(0, 7, ["good", "bad"], luck.getrandbits(60)) for _ in range(300)]
    other = [habits.pick(1, 7, ["good", "bad"], luck.getrandbits(60)) for _ in range(300)]
    assert own.count("good") > 240 and other.count("bad") > 240
    assert habits.pick(0, 7, ["bad", "new"], 1 << 24 | 1 << 36 | 1 << 48) == "new"  # what was never taken is tried
    for _ in range(20):
        habits.fade()
    forgotten = [habits.pick(0, 7, ["good", "bad"], luck.getrandbits(60)) for _ in range(300)]
    assert 100 < forgotten.count("good") < 200
