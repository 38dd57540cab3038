"""`tools/oracle GAME -n 200`: compare the engine's options with those of the reference, in random positions."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from rulewright.runtime.rules import load
from tests.reference.oracle import compare
from tests.reference.sentences.command import say, sentences, small_games

SMALL_GAMES = Path(__file__).parents[1] / "games"


def main() -> int:
    """Compare one game; 1 when the two disagree anywhere, or could not compare what was asked for."""
    parser = argparse.ArgumentParser(prog="tools/oracle", description=__doc__)
    parser.add_argument(
        "games", nargs="*", help="a ruleset by name or path, or a game of tests/games; small: all of these"
    )
    parser.add_argument("-n", type=int, default=200, help="how many positions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, help="only this number of players; all by turns if not given")
    parser.add_argument("--share", type=float, default=0.1, help="the share of a game's decisions that is compared")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="an option of the ruleset")
    parser.add_argument(
        "--sentences", type=int, metavar="N", help="have both carry out so many random sentences, of all games or these"
    )
    parser.add_argument(
        "--disagreements", type=int, metavar="N", help="of sentences: stop after so many (10; with --keep at none)"
    )
    parser.add_argument(
        "--keep", type=Path, metavar="FILE", help="of sentences: count in this file, and go on from there"
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="of sentences: so many processes")
    parser.add_argument("--every", action="store_true", help="of sentences: print whole tables")
    parser.add_argument("--say", metavar="TEXT", help="one sentence, in the position --at PLAYERS:POSITION:CHANCE")
    parser.add_argument("--at", default="2:0:0")
    asked = parser.parse_args()
    if asked.sentences:
        if asked.jobs > 1 and asked.keep is None:
            parser.error("several jobs count in files beside the one that you --keep")
        most = asked.disagreements or (10 if asked.keep is None else sys.maxsize)
        games = small_games() if asked.games == ["small"] else asked.games
        return sentences(games, asked.sentences, asked.seed, most, asked.every, asked.keep, asked.jobs)
    if len(asked.games) != 1:
        parser.error("name one game")
    asked.game = asked.games[0]
    if asked.say:
        return say(asked.game, asked.say, asked.at)
    small = SMALL_GAMES / asked.game
    rules = load(small if small.exists() else asked.game)
    options = {name: _value(value) for name, _, value in (item.partition("=") for item in asked.set)}
    began = time.perf_counter()
    players = [asked.players] if asked.players else None
    found = compare(rules, asked.n, players=players, seed=asked.seed, share=asked.share, options=options)
    for text in found.disagreements:
        print(f"They disagree: {text}")
    for text, times in found.not_carried.items():
        print(f"The reference does not carry: {text} ({times} times)")
    work = f"{found.games} games, {found.decisions} decisions followed, {found.tried} positions tried"
    print(f"{found.positions} of {asked.n} positions compared ({work}, {time.perf_counter() - began:.0f} s):")
    print(f"{len(found.disagreements)} disagreements, {len(found.not_carried)} constructs not carried.")
    return int(bool(found.disagreements or found.not_carried) or found.positions < asked.n)


def _value(text: str) -> bool | int | str:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.lstrip("-").isdigit() else text


if __name__ == "__main__":
    sys.exit(main())
