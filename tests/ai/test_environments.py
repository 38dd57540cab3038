"""The environments pass the suites of the libraries whose interfaces they have."""

from __future__ import annotations

import warnings
from functools import partial
from pathlib import Path

import loaded
import pytest

from rulewright.ai.playing import Table

GAMES = ["tic_tac_toe", str(Path(__file__).parents[1] / "games" / "goofspiel")]


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo(name: str) -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from rulewright.ai.aec import Environment

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of observations that are dictionaries
        api_test(Environment(loaded.rules(name)), num_cycles=100)
        seed_test(partial(Environment, loaded.rules(name)), num_cycles=20)


def test_an_environment_is_cut_off_at_its_limit() -> None:
    pytest.importorskip("pettingzoo")
    from rulewright.ai.aec import Environment

    env = Environment(loaded.rules("tic_tac_toe"), limit=3, render_mode="ansi")
    env.reset(seed=1)
    for _ in range(3):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert env.render() == f"{env.agent_selection}: [0, 0]"


def test_rewards_are_won_and_lost() -> None:
    pytest.importorskip("pettingzoo")
    from rulewright.ai.aec import Environment

    env, total = Environment(loaded.rules("tic_tac_toe")), {"seat_0": 0.0, "seat_1": 0.0}
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, ended, cut, _ = env.last()
        total[agent] += reward
        env.step(None if ended or cut else int(observation["action_mask"].argmax()))
    assert total == {"seat_0": 1.0, "seat_1": -1.0}  # the first row, a column or diagonal of whoever begins


@pytest.mark.parametrize("name", GAMES)
def test_openspiel(name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from rulewright.ai.openspiel import register

    game = pyspiel.load_game(register(Table(loaded.rules(name), games=1)), {"seed": 3})
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert len(clone.history()) == 2 and len(state.history()) == 1
    assert state.information_state_string(0) != clone.information_state_string(0)
