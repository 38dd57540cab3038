"""Whole games: copies of states, decisions per second, verified replays."""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import mean, median
from typing import Any

import rulewright as rw
from benchmarks.rows import Row, seconds, side_by_side
from rulewright.play.bots import RandomBot
from rulewright.play.journal import Writer, header_for, read, replay
from rulewright.play.session import Session
from rulewright.ruleset.files import shipped_rulesets

COPIES = 2000
LIMIT = 20_000
"""Decisions after which a game is given up."""

BUDGETS = {("age_of_innovation", 4): (25_000, 50_000)}
"""Decisions per second that a game must reach and aims for."""


def playable(arguments: argparse.Namespace) -> Iterator[rw.Ruleset]:
    """The rulesets that were asked for, or all that ship and can be played."""
    for name in arguments.ruleset or shipped_rulesets():
        try:
            rules = rw.load(name)
            rules.new_game(max(rules.players), 1)
        except rw.RulewrightError as error:
            if arguments.ruleset:
                raise
            print(f"# {name} cannot be played yet: {len(error.problems)} problems")
            continue
        yield rules


def halfway(rules: rw.Ruleset, players: int) -> Any:
    """A game that has been going on for a while."""
    chance = random.Random(2)
    game = rules.new_game(players, 2)
    for _ in range(150):
        if len(game.values) > 0:
            before = game.copy()
            game.step(int(chance.random() * len(game.values)))
    return game if game.values else before


def copy_rows(arguments: argparse.Namespace) -> Iterator[Row]:
    """The time to copy a state in the middle of a game, with most players."""
    for rules in playable(arguments):
        state = halfway(rules, max(rules.players)).state

        def copies(copy: Any = state.copy) -> None:
            for _ in range(COPIES):
                copy()

        figure = side_by_side([copies], arguments.repeat * 5)[0] / COPIES * 1e6
        beside = {"integers": len(state.n), "zones": len(state.zones), "cards": len(state.where)}
        yield Row("copy", f"{rules.id}, {max(rules.players)} players", figure, "µs", 5, 1, beside=beside)


def decision_rows(arguments: argparse.Namespace) -> Iterator[Row]:
    """Random games: decisions per second with the full list of legal options, and how long single ones take."""
    for rules in playable(arguments):
        for players in rules.players:
            yield from _decisions(rules, players, arguments.games)


def _decisions(rules: rw.Ruleset, players: int, games: int) -> Iterator[Row]:
    rules.program(players)
    taken: list[float] = []
    speeds: list[float] = []
    options = 0
    scores: list[int] = []
    ends: Counter[str] = Counter()
    for seed in range(games):
        times, met, game = _random_game(rules, players, seed)
        # The same game again: what a decision takes is the less of two times, since others use this machine too.
        times = list(map(min, times, _random_game(rules, players, seed)[0]))
        taken += times
        options += met
        speeds.append(len(times) / sum(times))
        scores += game.scores
        ends["not finished" if game.values else str(game.end_reason)] += 1
    name = f"{rules.id}, {players} players"
    budget, aim = BUDGETS.get((rules.id, players), (None, None))
    beside = {
        "decisions per game": len(taken) / games, "options": options / len(taken), "mean score": mean(scores),
        "games": games, **{f"“{end}”": number for end, number in ends.items()},
    }  # fmt: skip
    yield Row("decisions", name, median(speeds), "decisions/s", budget, aim, True, beside)
    taken.sort()
    yield Row("decisions", f"{name}: 99th percentile", taken[int(len(taken) * 0.99)] * 1000, "ms", 1, 0.3)
    yield Row("decisions", f"{name}: worst", taken[-1] * 1000, "ms", 10, 3, beside={"median µs": median(taken) * 1e6})


def _random_game(rules: rw.Ruleset, players: int, seed: int) -> tuple[list[float], int, rw.Game]:
    """Play a game; the time of each decision, how many options there were in all, and the game at its end."""
    clock = time.process_time
    chance = random.Random(seed)
    game = rules.new_game(players, seed)
    game.state.log = None
    times: list[float] = []
    options = 0
    own = _own_time(clock)
    while (values := game.values) and len(times) < LIMIT:
        options += len(values)
        number = int(chance.random() * len(values))
        start = clock()
        game.step(number)
        times.append(max(0.0, clock() - start - own))
    return times, options, game


def _own_time(clock: Callable[[], float]) -> float:
    """What asking a clock takes and would count as the game's: half a microsecond, where a decision takes forty."""
    start = time.perf_counter()
    for _ in range(1000):
        clock()
    return (time.perf_counter() - start) / 1000


def replay_rows(arguments: argparse.Namespace) -> Iterator[Row]:
    """A journal of a whole game between random bots, played again with every hash compared."""
    for rules in playable(arguments):
        players = 4 if 4 in rules.players else max(rules.players)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "game.jsonl"
            count = _journal(rules, players, path)
            journal = read(path)
            times = []
            for _ in range(arguments.repeat):
                game = rules.new_game(players, 1)
                times.append(seconds(partial(replay, journal, game)))
        budget = (25, 12) if players == 4 else (None, None)
        beside = {"decisions": count, "µs per decision": median(times) / count * 1e6}
        name = f"{rules.id}, {players} players, random bots"
        yield Row("replay", name, median(times) * 1000, "ms", *budget, beside=beside)


def _journal(rules: rw.Ruleset, players: int, path: Path) -> int:
    """Write the journal of a game between random bots; how many choices it has."""
    with path.open("w", encoding="utf-8") as stream:
        writer = Writer(stream)
        writer.header(header_for(rules, rules.new_game(players, 1), 1, ["random"] * players, {}, rw.__version__))
        session = Session(partial(rules.new_game, players, 1), [RandomBot(seat) for seat in range(players)], writer)
        session.run()
    return len(session.made)
