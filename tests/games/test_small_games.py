"""Small games written from the docs alone: the language carries games it was not made for."""

import random
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import loaded
import pytest

from rulewright.play.scenario_files import read_scenarios
from rulewright.play.scenarios import run
from rulewright.runtime.game import Game
from rulewright.runtime.rules import Rules

GAMES = sorted(path.parent.name for path in Path(__file__).parent.glob("*/ruleset.yaml"))


def rules(name: str, options: Mapping[str, Any] | None = None) -> Rules:
    """A game with options; it stays compiled."""
    return _rules(name, tuple(sorted((options or {}).items())))


@cache
def _rules(name: str, options: tuple[tuple[str, Any], ...]) -> Rules:
    return Rules(loaded.ruleset(str(Path(__file__).parent / name)), dict(options))


def played(name: str, players: int, seed: int) -> Game:
    game = rules(name).new_game(players, seed=seed)
    choices = random.Random(seed)
    while game.decision is not None:
        game.choose_number(choices.randrange(len(game.values)))
    return game


@pytest.mark.parametrize("name", GAMES)
def test_random_games_end(name: str) -> None:
    for players in rules(name).players:
        for seed in range(5):
            assert played(name, players, seed).end_reason


@pytest.mark.parametrize("name", GAMES)
def test_scenarios_come_out(name: str) -> None:
    scenarios, problems = read_scenarios(rules(name).ruleset)
    assert problems == []
    for scenario in scenarios:
        assert run(scenario, rules(name, scenario.options)) == [], scenario.id


def test_the_winner_of_nim_takes_the_last_stone() -> None:
    game = played("nim", 2, 3)
    last = [entry for entry in game.state.log or [] if entry[0] >= 0][-1]
    assert game.ranking[0] == game.state.winner == last[0]


def test_pig_is_won_with_a_hundred_points() -> None:
    game = played("pig", 3, 1)
    assert max(game.scores) >= 100 > sorted(game.scores)[-2]


def test_goofspiel_shares_out_the_prizes() -> None:
    for seed in range(10):
        game = played("goofspiel", 2, seed)
        in_box = {card["id"] for card in game.view()["common"]["box"]["cards"]}
        ties = sum(value for prize, value in (("p1", 1), ("p2", 2), ("p3", 3)) if prize in in_box)
        assert sum(game.scores) + ties == 6


def test_a_thief_takes_two_coins() -> None:
    game = rules("walk").new_game(2, seed=1)
    while game.decision and game.decision.prompt():
        game.choose_number(0)
    game.arrange({"seats": [{"zones": {"hand": ["thief"]}, "held": {"coin": 1}}, {"held": {"coin": 5}}]})
    seat = game.decision.seat if game.decision else -1
    assert seat == 0
    game.choose("thief:play")
    coins = game.program.layout.held["coin"]
    assert game.state.n[coins : coins + 2] == [3, 3]


def test_a_substitute_is_paid_as_the_payer_chooses() -> None:
    game = rules("toll").new_game(2, seed=1)
    assert game.decision and [option.id for option in game.decision.options] == ["1", "2"]
    assert game.decision.prompt() == "Pay any number of coins instead of paying tickets"
    game.choose("2")
    game.choose("1")
    coins = game.program.layout.held["coin"]
    assert game.state.n[coins : coins + 2] == [0, 1]
    assert game.scores == [5, 5]
    assert game.winners == [1]
    assert game.ranking == [1, 0]
