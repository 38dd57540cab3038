"""Tic-tac-toe from YAML in random play, beside the same game written by hand and OpenSpiel's Python game."""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import rulewright as rw
from benchmarks.peers.tic_tac_toe import TicTacToe
from benchmarks.rows import Row, side_by_side

GAMES = 3000

Play = Callable[[random.Random, Counter[str]], None]


def rulewright_play() -> Play:
    """A function that plays one game from the ruleset."""
    first = rw.load("tic_tac_toe").new_game(2)
    first.state.log = None

    def play(chance: random.Random, seen: Counter[str]) -> None:
        draw = chance.random
        game = first.copy()
        while values := game.values:
            seen["decisions"] += 1
            seen["options"] += len(values)
            game.step(int(draw() * len(values)))
        seen[f"winner {game.state.winner}"] += 1

    return play


def hand_written_play(chance: random.Random, seen: Counter[str]) -> None:
    """Play one game of the hand-written program."""
    draw = chance.random
    game = TicTacToe()
    while not game.over:
        moves = game.legal_moves()
        seen["decisions"] += 1
        seen["options"] += len(moves)
        game.play(moves[int(draw() * len(moves))])
    seen[f"winner {game.winner}"] += 1


def open_spiel_play() -> Play | None:
    """A function that plays one game of OpenSpiel's Python implementation; None when it is not installed."""
    try:
        import pyspiel
        from open_spiel.python.games import tic_tac_toe  # noqa: F401 - registers the game
    except ImportError:
        return None
    game: Any = pyspiel.load_game("python_tic_tac_toe")

    def play(chance: random.Random, seen: Counter[str]) -> None:
        draw = chance.random
        state = game.new_initial_state()
        while not state.is_terminal():
            moves = state.legal_actions()
            seen["decisions"] += 1
            seen["options"] += len(moves)
            state.apply_action(moves[int(draw() * len(moves))])
        returns = state.returns()
        seen[f"winner {0 if returns[0] > 0 else 1 if returns[1] > 0 else -1}"] += 1

    return play


def rows(arguments: argparse.Namespace) -> Iterator[Row]:
    """Moves per second of each, and the ratios."""
    peers: dict[str, Play] = {"from YAML": rulewright_play(), "written by hand": hand_written_play}
    if spiel := open_spiel_play():
        peers["OpenSpiel's Python game"] = spiel
    seen = {name: Counter[str]() for name in peers}

    def many(name: str) -> Callable[[], None]:
        def run() -> None:
            chance = random.Random(1)
            for _ in range(GAMES):
                peers[name](chance, seen[name])

        return run

    times = side_by_side([many(name) for name in peers], arguments.repeat)
    speed: dict[str, float] = {}
    for name, time in zip(peers, times, strict=True):
        figures = seen[name]
        games = sum(number for what, number in figures.items() if what.startswith("winner"))
        speed[name] = figures["decisions"] / games * GAMES / time
        beside = {
            "decisions per game": figures["decisions"] / games,
            "options": figures["options"] / figures["decisions"],
            "first wins": figures["winner 0"] / games,
            "draws": figures["winner -1"] / games,
        }
        budget, aim = (120_000, 280_000) if name == "from YAML" else (None, None)
        yield Row("tic_tac_toe", name, speed[name], "moves/s", budget, aim, True, beside)
    own = speed.pop("from YAML")
    for name, other in speed.items():
        budget = 2 if "OpenSpiel" in name else None
        yield Row("tic_tac_toe", f"from YAML beside {name}", own / other, "×", budget, None, True)
    if not spiel:
        print("# OpenSpiel is not there: pip install 'rulewright[bench]'")
