"""Train a small policy by playing against chance, and say how often it wins: numpy only.

Usage: tools/policy GAME [--games N] [--tried N] [--seed N] [--python]. The policy is linear: each action has weights
over what a seat sees, and one that is the same whatever it sees. It plays every seat with the same weights, since
observations are told from who looks.

It learns by REINFORCE (R. J. Williams, 1992). A win alone, after hundreds of choices, tells little of each of them, so
a choice is judged by how the game ended and by how the lead grew from that choice on, and against what came of choices
so late in a game before. What it has learned it tries as it has learned it, by drawing: who always takes the likeliest
action may take the same one for ever.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np

import rulewright
from rulewright import native
from rulewright.ai.playing import Playing, Table
from rulewright.native.library import compiler
from rulewright.play.bots.worth import Worth
from rulewright.runtime.sight import sight
from rulewright.simulate.comparison import Mean

LONGEST = 5_000
"""Choices after which a game counts for nothing."""
_STRETCH = 10  # own choices that are judged against the same mean
_BACK = 0.02  # of a mean, by each game

Step = tuple[Any, Any, list[int], int, float]
"""What was seen, the chances of the legal actions, these, the place of the one that was taken, and the lead then."""


class Spread:
    """The mean of numbers and how far they lie from it, of late."""

    def __init__(self) -> None:
        self.mean, self.square, self.count = 0.0, 0.0, 0

    def add(self, number: float) -> None:
        """Note a number."""
        self.count += 1
        share = max(_BACK, 1 / self.count)
        self.mean += share * (number - self.mean)
        self.square += share * (number * number - self.square)

    @property
    def deviation(self) -> float:
        """The standard deviation; 1 where there is none."""
        return sqrt(max(0.0, self.square - self.mean * self.mean)) or 1.0


class Policy:
    """Chances of actions, from what a seat sees."""

    def __init__(self, table: Table, seed: int, rate: float = 0.05) -> None:
        self.table = table
        self.weights = np.zeros((len(table.actions), len(table.observations) + 1))
        self.rate = rate
        self.draw = np.random.default_rng(seed)
        self.worth = Worth(table.rules.program(table.players + table.rules.absent))
        self._leads = Spread()
        self._earned: dict[int, Spread] = defaultdict(Spread)  # by how many stretches of own choices went before

    def chances(self, game: Any) -> tuple[Any, Any, list[int]]:
        """What is seen (scaled), the chances of the options' actions, and these, in the order of the options."""
        seen = np.array(self.table.observations.vector(sight(game, game.chooser)))
        seen = np.sign(seen) * np.log1p(np.abs(seen))
        seen = np.append(seen / max(1.0, float(np.linalg.norm(seen))), 1.0)
        actions = self.table.actions.numbers(game)
        merits = self.weights[actions] @ seen
        merits = np.exp(merits - merits.max())
        return seen, merits / merits.sum(), actions

    def act(self, state: Playing) -> int:
        """An action, drawn."""
        _, chances, actions = self.chances(state.game)
        return actions[int(self.draw.choice(len(actions), p=chances))]

    def learn(self, steps: list[Step], won: float, lead: float) -> None:
        """Make what was done in a game likelier than it was, or less so.

        won: 1 for a win, -1 for a loss; lead: how much the seat had more than others at the end.
        """
        self._leads.add(lead)
        for number, (seen, chances, actions, at, before) in enumerate(steps):
            earned = won + (lead - before) / self._leads.deviation
            usual = self._earned[number // _STRETCH]
            better = (earned - usual.mean) / usual.deviation if usual.count > _STRETCH else 0.0
            usual.add(earned)
            change = -chances
            change[at] += 1
            self.weights[actions] += self.rate * max(-2.0, min(2.0, better)) * np.outer(change, seen)


def play(table: Table, policy: Policy, seed: int, learn: bool) -> float:
    """One game of the policy in a seat that changes, all others by chance; what it earned."""
    state, luck = table.new_state(seed), np.random.default_rng(seed)
    game, own, steps = state.game, seed % table.players, list[Step]()
    for _ in range(LONGEST):
        if state.is_terminal():
            break
        if game.chooser != own:
            game.step(int(luck.integers(len(game.legal))))
            continue
        seen, chances, actions = policy.chances(game)
        at = int(policy.draw.choice(len(actions), p=chances))
        if learn:
            steps.append((seen, chances, actions, at, policy.worth.of_all(game)[own]))
        game.step(at)
    earned = state.returns()[own]
    if learn:
        policy.learn(steps, earned, policy.worth.of_all(game)[own])
    return earned


def trained(
    table: Table, games: int, seed: int = 1, rate: float = 0.1, tell: Callable[[int, float], None] | None = None
) -> Policy:
    """A policy that has played so many games. tell: is told of each, and what was earned."""
    policy = Policy(table, seed, rate)
    for number in range(games):
        earned = play(table, policy, seed * 1_000_000 + number, learn=True)
        if tell is not None:
            tell(number, earned)
    return policy


def earnings(table: Table, policy: Policy, games: int, seed: int = 2) -> Mean:
    """What it earns in a game on average: 1 for a win, -1 for a loss, in games that it never learned from."""
    found = Mean()
    for number in range(games):
        found.add(play(table, policy, seed * 1_000_000 + number, learn=False))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--tried", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=0.1)
    parser.add_argument("--python", action="store_true", help="play by Python where there is a C compiler, too")
    chosen = parser.parse_args()
    load = rulewright.load if chosen.python or compiler() is None else native.load
    table = Table(load(chosen.game))
    start, late = time.process_time(), Spread()

    def tell(number: int, earned: float) -> None:
        late.add(earned)
        if (number + 1) % 100 == 0:
            print(f"{number + 1} games, {late.mean:+.2f} a game of late", flush=True)

    policy = trained(table, chosen.games, chosen.seed, chosen.rate, tell)
    spent = time.process_time() - start
    found = earnings(table, policy, chosen.tried)
    between = f"{found.value - found.half:+.2f} to {found.value + found.half:+.2f}"
    print(f"{found.value:+.2f} a game against chance ({between}), in {chosen.tried} games")
    print(f"after {chosen.games} to learn from, {spent:.0f} s of the processor")


if __name__ == "__main__":
    main()
