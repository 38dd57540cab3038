"""Play whole games, for `compare`: a program of its own, which one engine runs and another process asks.

It imports nothing but `rulewright` and the standard library, so that any engine can run it. Each line of standard input
is a request, each line of standard output its answer, both JSON. Only what the docs call the way to play by program is
used (docs/playing.md), but for replays, which have no documented function.
"""

from __future__ import annotations

import contextlib
import gc
import json
import random
import sys
import time
from pathlib import Path
from typing import Any

import rulewright as rw

LIMIT = 20_000
"""Decisions after which a game is given up."""

_rules: dict[str, Any] = {}


def rules_of(name: str) -> Any:
    if name not in _rules:
        _rules[name] = rw.load(name)
    return _rules[name]


def about(ruleset: str) -> dict[str, Any]:
    """What can be played, and which engine this is."""
    return {"players": list(rules_of(ruleset).players), "engine": str(Path(rw.__file__).resolve().parent)}


def play(ruleset: str, players: int, seed: int) -> dict[str, Any]:
    """Play a random game by ids of options, from `new_game` to the end. The clock on the wall runs all the time."""
    rules = rules_of(ruleset)
    gc.collect()
    decisions = options = 0
    start = time.perf_counter()
    chance = random.Random(seed)
    game = rules.new_game(players, seed)
    while (decision := game.decision) is not None and decisions < LIMIT:
        offered = decision.options
        options += len(offered)
        decisions += 1
        game.choose(chance.choice(offered).id)
    seconds = time.perf_counter() - start
    ended = decision is None
    return {"seconds": seconds, "decisions": decisions, "options": options, "scores": game.scores, "ended": ended}


def replayed(ruleset: str, players: int, journal: str) -> dict[str, Any]:
    """Play a journal again and compare the hash of every position; some engines have no such function."""
    try:
        from rulewright.play.journal import read, replay
    except ImportError as error:
        return {"error": str(error)}
    recorded = read(Path(journal))
    game = rules_of(ruleset).new_game(players, 1)
    gc.collect()
    start = time.perf_counter()
    replay(recorded, game)
    return {"seconds": time.perf_counter() - start}


def command(arguments: list[str]) -> dict[str, Any]:
    """Run a command in this process, with its output thrown away; its exit status."""
    from rulewright.cli import main

    status: object = 0
    with open("/dev/null", "w") as nowhere, contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
        sys.argv = ["rulewright", *arguments]
        gc.collect()
        start = time.perf_counter()
        try:
            main()
        except SystemExit as end:
            status = end.code or 0
        return {"seconds": time.perf_counter() - start, "status": status}


REQUESTS = {"about": about, "play": play, "replay": replayed, "command": command}


def serve() -> None:
    """Answer requests until there are no more."""
    answers = sys.stdout
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = REQUESTS[request.pop("do")](**request)
        except Exception as error:  # whatever an engine of another time does
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        serve()
