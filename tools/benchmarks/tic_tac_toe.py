"""Tic-tac-toe from YAML in random play, beside the same game written by hand and OpenSpiel's Python game."""

from __future__ import annotations

import argparse
import gc
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from statistics import median
from typing import Any

import rulewright as rw
from benchmarks.peers.tic_tac_toe import TicTacToe
from benchmarks.rows import Row, clock_of
from rulewright import native

GAMES = 3000

Play = Callable[[random.Random, Counter[str]], None]


def by_numbers(load: Callable[[str], rw.Rules] = rw.load) -> Play:
    """A function that plays one game of the ruleset by `legal` and `step`."""
    rules = load("tic_tac_toe")

    def play(chance: random.Random, seen: Counter[str]) -> None:
        draw = chance.random
        game = rules.new_game(2, log=False)
        while legal := game.legal:
            seen["decisions"] += 1
            seen["options"] += len(legal)
            game.step(int(draw() * len(legal)))
        seen[f"winner {game.winner}"] += 1

    return play


def by_ids(load: Callable[[str], rw.Rules] = rw.load) -> Play:
    """A function that plays one game of the ruleset by `decision.options` and `choose`."""
    rules = load("tic_tac_toe")

    def play(chance: random.Random, seen: Counter[str]) -> None:
        draw = chance.random
        game = rules.new_game(2)
        while (decision := game.decision) is not None:
            options = decision.options
            seen["decisions"] += 1
            seen["options"] += len(options)
            game.choose(options[int(draw() * len(options))].id)
        seen[f"winner {game.winner}"] += 1

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
    """Moves per second of each, in whole games from their start, and the ratios of each round."""
    clock, told = clock_of(arguments.processor)
    peers: dict[str, Play] = {
        "from YAML, by numbers": by_numbers(), "from YAML, by ids": by_ids(), "written by hand": hand_written_play
    }  # fmt: skip
    own = list(peers)[:2]
    if arguments.native:
        peers |= {
            "from YAML, native, by numbers": by_numbers(native.load),
            "from YAML, native, by ids": by_ids(native.load),
        }
        own += list(peers)[-2:]
    if spiel := open_spiel_play():
        peers["OpenSpiel's Python game"] = spiel
    seen = {name: Counter[str]() for name in peers}
    speeds: dict[str, list[float]] = {name: [] for name in peers}
    for turn in range(arguments.repeat):
        for name, play in peers.items():
            speeds[name].append(_speed(play, seen[name], turn, clock))
    for name, figures in seen.items():
        games = sum(number for what, number in figures.items() if what.startswith("winner"))
        beside = {
            "from": min(speeds[name]),
            "to": max(speeds[name]),
            "decisions per game": figures["decisions"] / games,
            "options": figures["options"] / figures["decisions"],
            "first wins": figures["winner 0"] / games,
            "draws": figures["winner -1"] / games,
            **told,
        }
        budget, aim = (120_000, 280_000) if name.startswith("from YAML") else (None, None)
        yield Row("tic_tac_toe", name, median(speeds[name]), "moves/s", budget, aim, True, beside)
    for one, other in product(own, (name for name in peers if name not in own)):
        ratios = [a / b for a, b in zip(speeds[one], speeds[other], strict=True)]
        budget = 2 if "OpenSpiel" in other else None
        beside = {"from": min(ratios), "to": max(ratios), **told}
        yield Row("tic_tac_toe", f"{one}, beside {other}", median(ratios), "×", budget, None, True, beside)
    if not spiel:
        print("# OpenSpiel is not there: pip install 'rulewright[bench]'")


def _speed(play: Play, seen: Counter[str], seed: int, clock: Callable[[], float]) -> float:
    """Moves per second by a clock."""
    chance = random.Random(seed)
    before = seen["decisions"]
    gc.collect()
    start = clock()
    for _ in range(GAMES):
        play(chance, seen)
    return (seen["decisions"] - before) / (clock() - start)
