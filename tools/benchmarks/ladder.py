"""How strong kinds of bots are, one against the other, in Elo: fitted to games of all pairs, with intervals.

Usage: tools/ladder GAME [KIND …] [--games N] [--seed N] [--native]; by default random, greedy and mcts:200.
Two kinds differ by 400 points when one wins ten of eleven games. The first kind has 0. A shared win is half a win for
each. The intervals are where a figure lies in 19 of 20 samples of the same games, drawn with replacement (bootstrap).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log10

import rulewright
from rulewright import native
from rulewright.play.bots.bot import mix
from rulewright.play.seats import seated
from rulewright.runtime.rules import Rules

SAMPLES = 400
LIMIT = 5_000
"""Choices after which a game is given up."""
Result = tuple[int, int, float]
"""Two kinds by number, and what the first of them won: 1, 0 or a half."""


def ratings(kinds: int, results: Sequence[Result]) -> list[float]:
    """Elo of each kind, the first 0: Bradley and Terry's model, by Hunter's MM algorithm (2004).

    A tenth of a drawn game of each pair is added, so that who won all or nothing has a figure, too.
    """
    won = [[0.0 if one == other else 0.05 for other in range(kinds)] for one in range(kinds)]
    for one, other, share in results:
        won[one][other] += share
        won[other][one] += 1 - share
    strength = [1.0] * kinds
    for _ in range(500):
        for one in range(kinds):
            rivals = [other for other in range(kinds) if other != one]
            met = sum((won[one][o] + won[o][one]) / (strength[one] + strength[o]) for o in rivals)
            strength[one] = max(1e-9, sum(won[one]) / met) if met else strength[one]
        total = sum(strength)
        strength = [one * kinds / total for one in strength]
    return [400 * log10(one / strength[0]) for one in strength]


def intervals(kinds: int, results: Sequence[Result], seed: int = 1) -> list[tuple[float, float]]:
    """The interval of each kind's Elo."""
    samples = []
    for number in range(SAMPLES):
        drawn = [results[mix(seed, number, at) % len(results)] for at in range(len(results))]
        samples.append(ratings(kinds, drawn))
    found = []
    for kind in range(kinds):
        ordered = sorted(sample[kind] for sample in samples)
        found.append((ordered[SAMPLES // 40], ordered[-1 - SAMPLES // 40]))
    return found


@dataclass(slots=True)
class Thought:
    """How many decisions a kind made, and how long it thought about them, in seconds of the processor."""

    decisions: int = 0
    seconds: float = 0.0


def play(
    rules: Rules, kinds: Sequence[str], games: int, seed: int, thought: dict[str, Thought] | None = None
) -> list[Result]:
    """The results of so many games of each pair of kinds; seats are exchanged from game to game.

    thought: of each kind, to which is added what it thought. A game that is given up tells nothing.
    """
    results = []
    thought = {} if thought is None else thought
    for one, other in combinations(range(len(kinds)), 2):
        seats = [kinds[one], kinds[other]] + [kinds[other]] * (min(rules.players) - 2)
        for index in range(games):
            seated_so = [seats[(seat + index) % len(seats)] for seat in range(len(seats))]
            winners = _winners(rules, seated_so, mix(seed, index) % 2**31, thought)
            if winners:
                results.append((one, other, sum(kind == kinds[one] for kind in winners) / len(winners)))
    return results


def _winners(rules: Rules, kinds: Sequence[str], seed: int, thought: dict[str, Thought]) -> list[str]:
    """Of which kinds they are that win a game; nobody's where it is given up."""
    game, bots = rules.new_game(len(kinds), seed, log=False), seated(kinds, seed)
    for turn in range(LIMIT):
        seat = game.seat
        if seat is None:
            return [kinds[winner] for winner in game.winners]
        bot, start = bots[seat], time.process_time()
        assert bot is not None
        number = bot.choose(game, turn)
        spent = thought.setdefault(kinds[seat], Thought())
        spent.decisions += 1
        spent.seconds += time.process_time() - start
        game.step(number)
    return []


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("kinds", nargs="*", default=["random", "greedy", "mcts:200"])
    parser.add_argument("--games", type=int, default=20, help="of each pair")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--native", action="store_true", help="play by a program that a C compiler builds first")
    chosen = parser.parse_args()
    rules = (native.load if chosen.native else rulewright.load)(chosen.game)
    thought: dict[str, Thought] = {}
    results = play(rules, chosen.kinds, chosen.games, chosen.seed, thought)
    figures = zip(chosen.kinds, ratings(len(chosen.kinds), results), intervals(len(chosen.kinds), results), strict=True)
    for kind, elo, (low, high) in figures:
        spent = thought[kind]
        each = 1000 * spent.seconds / spent.decisions
        print(f"{kind:12} {elo:+7.0f}   {low:+.0f} to {high:+.0f}   {each:.1f} ms a decision")
    for one, other in combinations(range(len(chosen.kinds)), 2):
        shares = [share for first, second, share in results if (first, second) == (one, other)]
        print(f"{chosen.kinds[one]} won {sum(shares):g} of {len(shares)} games against {chosen.kinds[other]}")


if __name__ == "__main__":
    main()
