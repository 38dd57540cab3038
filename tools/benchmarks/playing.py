"""Whole games: copies of states, decisions per second, verified replays."""

from __future__ import annotations

import argparse
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import mean, median
from typing import Any

import rulewright as rw
from benchmarks.rows import Row, clock_of, seconds, side_by_side
from benchmarks.tic_tac_toe import hand_written_play
from rulewright import native
from rulewright.play.bots.bot import RandomBot
from rulewright.play.journal import Writer, header_for, read, replay
from rulewright.play.session import Session
from rulewright.ruleset.files.discovery import shipped_rulesets

COPIES = 2000
WRITTEN_GAMES = 1000  # of tic-tac-toe as written by hand, beside each game that is measured
LIMIT = 20_000
"""Decisions after which a game is given up."""

BUDGETS = dict.fromkeys(("civ_new_dawn", "monumental", "mythotopia"), (10_000, 20_000))
"""Decisions per second that a game must reach and aims for. Age of Innovation has to be compared with a program of the
same game written by hand, and there is none here."""

CALIBRATED = {"age_of_innovation": {"by numbers": 45 / 196, "by ids": 35 / 196}}
"""How many decisions must be made in the time of a move of the hand-written tic-tac-toe: budgets that were set on a
machine where it made 196,000 moves a second."""

WRITTEN = "written by hand"
"""The way to play that others are compared with: tic-tac-toe."""


def playable(arguments: argparse.Namespace) -> Iterator[rw.Rules]:
    """The rulesets that were asked for, or all that ship and can be played."""
    for name in arguments.ruleset or shipped_rulesets():
        try:
            rules = native.load(name) if arguments.native else rw.load(name)
            rules.new_game(max(rules.players), 1)
        except rw.RulewrightError as error:
            if arguments.ruleset:
                raise
            print(f"# {name} cannot be played yet: {len(error.problems)} problems")
            continue
        yield rules


def called(rules: rw.Rules) -> str:
    """The name of a ruleset in a row, and whether native programs play it."""
    return f"{rules.id}, native" if isinstance(rules, native.NativeRules) else rules.id


def halfway(rules: rw.Rules, players: int) -> Any:
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
    """Whole random games with the full list of legal options: decisions per second; then how long single ones take."""
    for rules in playable(arguments):
        for players in rules.players:
            rules.new_game(players)  # what is compiled or built first is not played yet
            yield from _speeds(rules, players, arguments.games, arguments.processor)
            yield from _single(rules, players, arguments.games, arguments.processor)


def by_ids(rules: rw.Rules, players: int, seed: int) -> int:
    """Play a random game as `docs/playing.md` begins: options as objects, chosen by their ids. How many decisions."""
    chance = random.Random(seed)
    game = rules.new_game(players, seed)
    made = 0
    while (decision := game.decision) is not None and made < LIMIT:
        game.choose(chance.choice(decision.options).id)
        made += 1
    return made


def by_numbers(rules: rw.Rules, players: int, seed: int) -> int:
    """Play a random game by `legal` and `step`: numbers in, numbers out. How many decisions."""
    chance = random.Random(seed).random
    game = rules.new_game(players, seed, log=False)
    made = 0
    while (legal := game.legal) and made < LIMIT:
        game.step(int(chance() * len(legal)))
        made += 1
    return made


WAYS = {"by numbers": by_numbers, "by ids": by_ids}
"""The two documented ways to play by program."""


def _speeds(rules: rw.Rules, players: int, games: int, processor: bool) -> Iterator[Row]:
    """Whole games, from starting them to their end: both ways, and tic-tac-toe as written by hand, in turns."""
    clock, told = clock_of(processor)
    ways = {**{name: partial(play, rules, players) for name, play in WAYS.items()}, WRITTEN: _written}
    speeds: dict[str, list[float]] = {name: [] for name in ways}
    for seed in range(games):
        for name, play in ways.items():
            start = clock()
            made = play(seed)
            speeds[name].append(made / (clock() - start))
    for name in WAYS:
        found = speeds[name]
        budget, aim = BUDGETS.get(rules.id, (None, None))
        what = f"{called(rules)}, {players} players, {name}"
        yield Row(
            "decisions", what, median(found), "decisions/s", budget, aim, True,
            {"from": min(found), "to": max(found), "whole games": games, **told},
        )  # fmt: skip
        ratios = [own / written for own, written in zip(found, speeds[WRITTEN], strict=True)]
        yield Row(
            "decisions", f"{what}, beside tic-tac-toe written by hand", median(ratios), "×",
            CALIBRATED.get(rules.id, {}).get(name), None, True,
            {"from": min(ratios), "to": max(ratios), "moves/s by hand": median(speeds[WRITTEN]), **told},
        )  # fmt: skip


def _written(seed: int) -> int:
    """Play tic-tac-toe as written by hand for some milliseconds. How many moves."""
    chance, seen = random.Random(seed), Counter[str]()
    for _ in range(WRITTEN_GAMES):
        hand_written_play(chance, seen)
    return seen["decisions"]


def _single(rules: rw.Rules, players: int, games: int, processor: bool) -> Iterator[Row]:
    """How long single decisions take, by numbers; what asking the clock takes is in it."""
    clock, told = clock_of(processor)
    taken: list[float] = []
    options = 0
    scores: list[int] = []
    ends: Counter[str] = Counter()
    for seed in range(games):
        times, met, game = _random_game(rules, players, seed, clock)
        taken += times
        options += met
        scores += game.scores
        ends["not finished" if game.values else str(game.end_reason)] += 1
    taken.sort()
    name = f"{called(rules)}, {players} players: one decision"
    beside = {
        "decisions per game": len(taken) / games, "options": options / len(taken), "mean score": mean(scores),
        "games": games, **{f"“{end}”": number for end, number in ends.items()}, **told,
    }  # fmt: skip
    nearly_all = taken[int(len(taken) * 0.99)]
    yield Row("decisions", f"{name}, 99th percentile", nearly_all * 1000, "ms", 1, 0.3, beside=beside)
    yield Row("decisions", f"{name}, worst", taken[-1] * 1000, "ms", 10, 3, beside={"median µs": median(taken) * 1e6})


def _random_game(
    rules: rw.Rules, players: int, seed: int, clock: Callable[[], float]
) -> tuple[list[float], int, rw.Game]:
    """Play a game; the time of each decision, how many options there were in all, and the game at its end."""
    chance = random.Random(seed)
    game = rules.new_game(players, seed, log=False)
    times: list[float] = []
    options = 0
    while (legal := game.legal) and len(times) < LIMIT:
        options += len(legal)
        number = int(chance.random() * len(legal))
        start = clock()
        game.step(number)
        times.append(clock() - start)
    return times, options, game


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
        name = f"{called(rules)}, {players} players, random bots"
        yield Row("replay", name, median(times) * 1000, "ms", *budget, beside=beside)


def _journal(rules: rw.Rules, players: int, path: Path) -> int:
    """Write the journal of a game between random bots; how many choices it has."""
    with path.open("w", encoding="utf-8") as stream:
        writer = Writer(stream)
        writer.header(header_for(rules, rules.new_game(players, 1), 1, ["random"] * players, {}, rw.__version__))
        session = Session(partial(rules.new_game, players, 1), [RandomBot(seat) for seat in range(players)], writer)
        session.run()
    return len(session.made)
