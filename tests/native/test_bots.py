"""Bots play native games as they play Python's: the same choices from the same seeds."""

from __future__ import annotations

import pytest

import rulewright
from rulewright import native
from rulewright.native.library import compiler
from rulewright.play.bots.budget import Budget
from rulewright.play.bots.greedy import GreedyBot
from rulewright.play.bots.mcts import MctsBot
from rulewright.play.bots.restricted import RestrictedBot
from rulewright.runtime.game import Game
from rulewright.runtime.rules import Rules
from rulewright.runtime.sight import Imagination, homes_seen, sight

pytestmark = pytest.mark.skipif(compiler() is None, reason="no C compiler is installed here")


@pytest.fixture(autouse=True)
def quickly_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CFLAGS", "-O0")


def choices(rules: Rules, kind: str, most: int) -> list[str]:
    """The first choices of a game between two bots."""
    made = {
        "mcts": lambda seed: MctsBot(seed, Budget(30)),
        "greedy": GreedyBot,
        "restricted": lambda seed: RestrictedBot(GreedyBot(seed), "market"),
    }[kind]
    game, bots = rules.new_game(2, 4, log=False), [made(seed) for seed in range(2)]
    found = []
    while game.seat is not None and len(found) < most:
        number = bots[game.seat].choose(game, len(found))
        found.append(game.option_id(number))
        game.choose_number(number)
    return found


@pytest.mark.parametrize("kind", ["greedy", "mcts", "restricted"])
@pytest.mark.parametrize("name", ["tic_tac_toe", "tests/games/orchard", "tests/games/salt_roads"])
def test_bots_choose_alike(name: str, kind: str) -> None:
    assert choices(rulewright.load(name), kind, 12) == choices(native.load(name), kind, 12)


def test_the_same_luck_imagines_the_same() -> None:
    games = [load("tests/games/orchard").new_game(2, 4, log=False) for load in (rulewright.load, native.load)]
    imagined = []
    for game in games:
        seen = sight(game, game.chooser)
        imagined.append(Imagination(game.program, seen, homes_seen(game.program.layout, seen)))
    for luck in range(5):
        one, other = (each.game(luck) for each in imagined)
        assert one.hash() == other.hash()
        assert _played_on(one) == _played_on(other)
        assert one.hash() == other.hash()
        assert one.values == other.values
        assert one.turn == other.turn and one.winner == other.winner


def _played_on(game: Game) -> list[object]:
    """What is asked until 20 choices are made, the first option each time."""
    asked: list[object] = []

    def first(block: int, values: list[object], again: bool) -> object:
        asked.append((block, tuple(values), again))
        return values[0] if len(asked) < 20 else None

    game.play_on(0, first)
    return asked
