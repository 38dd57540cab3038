"""How strong kinds of bots are, one against the other, in Elo: fitted to games of all pairs, with intervals.

Usage: tools/ladder GAME [KIND …] [--games N] [--seed N]; by default random, greedy and mcts:200.
Two kinds differ by 400 points when one wins ten of eleven games. The first kind has 0. A shared win is half a win for
each. The intervals are where a figure lies in 19 of 20 samples of the same games, drawn with replacement (bootstrap).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from itertools import combinations
from math import log10

import rulewright
from rulewright.play.bots import mix
from rulewright.simulate.games import Plan, play_one

SAMPLES = 400
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


def play(game: str, kinds: Sequence[str], games: int, seed: int) -> list[Result]:
    """The results of so many games of each pair of kinds; seats are exchanged from game to game."""
    rules = rulewright.load(game)
    results = []
    for one, other in combinations(range(len(kinds)), 2):
        seats = [kinds[one], kinds[other]] + [kinds[other]] * (min(rules.players) - 2)
        plan = Plan(partial(rulewright.load, game), seats, seed)
        for index in range(games):
            played = play_one(plan, rules, index)
            if played.winners:
                shares = [played.seats[seat] == kinds[one] for seat in played.winners]
                results.append((one, other, sum(shares) / len(shares)))
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("kinds", nargs="*", default=["random", "greedy", "mcts:200"])
    parser.add_argument("--games", type=int, default=20, help="of each pair")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    results = play(chosen.game, chosen.kinds, chosen.games, chosen.seed)
    figures = zip(chosen.kinds, ratings(len(chosen.kinds), results), intervals(len(chosen.kinds), results), strict=True)
    for kind, elo, (low, high) in figures:
        print(f"{kind:12} {elo:+7.0f}   {low:+.0f} to {high:+.0f}   ({len(results)} games in all)")


if __name__ == "__main__":
    main()
