"""Train a small policy by playing against chance, and say how often it wins: numpy only.

Usage: tools/policy GAME [--games N] [--seed N]. The policy is linear (one row of weights an action, over the
observation and a constant) and learns by REINFORCE (R. J. Williams, 1992): what it did in games that it won becomes
likelier. It plays every seat with the same weights, since observations are told from who looks.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

import rulewright
from rulewright.ai.playing import Playing, Table
from rulewright.simulate.comparison import Mean

LONGEST = 5_000
"""Choices after which a game counts for nothing."""


class Policy:
    """Chances of actions, from what a seat sees."""

    def __init__(self, table: Table, seed: int, rate: float = 0.05) -> None:
        self.weights = np.zeros((len(table.actions), len(table.observations) + 1))
        self.rate = rate
        self.draw = np.random.default_rng(seed)
        self._mean = 0.0

    def chances(self, state: Playing) -> tuple[Any, Any, list[int]]:
        """What is seen (scaled), the chances of the legal actions, and these."""
        seen = np.append(state.observation_tensor(state.current_player()), 1.0)
        seen = np.sign(seen) * np.log1p(np.abs(seen))
        seen /= max(1.0, float(np.linalg.norm(seen)))
        legal = state.legal_actions()
        merits = self.weights[legal] @ seen
        merits = np.exp(merits - merits.max())
        return seen, merits / merits.sum(), legal

    def act(self, state: Playing, best: bool = True) -> int:
        """The likeliest action, or one drawn."""
        _, chances, legal = self.chances(state)
        at = int(chances.argmax()) if best else int(self.draw.choice(len(legal), p=chances))
        return legal[at]

    def learn(self, steps: list[tuple[Any, Any, list[int], int]], earned: float) -> None:
        """Make what was done in a game likelier, or less so, than it was."""
        better = earned - self._mean
        self._mean += 0.01 * better
        for seen, chances, legal, at in steps:
            change = -chances
            change[at] += 1
            self.weights[legal] += self.rate * better * np.outer(change, seen)


def play(table: Table, policy: Policy, seed: int, learn: bool) -> float:
    """One game of the policy in a seat that changes, all others by chance; what it earned."""
    state, luck = table.new_state(seed), np.random.default_rng(seed)
    own, steps = seed % table.players, []
    for _ in range(LONGEST):
        if state.is_terminal():
            break
        if state.current_player() != own:
            state.apply_action(int(luck.choice(state.legal_actions())))
        elif learn:
            seen, chances, legal = policy.chances(state)
            at = int(policy.draw.choice(len(legal), p=chances))
            steps.append((seen, chances, legal, at))
            state.apply_action(legal[at])
        else:
            state.apply_action(policy.act(state))
    earned = state.returns()[own]
    if learn:
        policy.learn(steps, earned)
    return earned


def trained(table: Table, games: int, seed: int = 1, rate: float = 0.5) -> Policy:
    """A policy that has played so many games."""
    policy = Policy(table, seed, rate)
    for number in range(games):
        play(table, policy, seed * 1_000_000 + number, learn=True)
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
    chosen = parser.parse_args()
    table = Table(rulewright.load(chosen.game))
    start = time.process_time()
    policy = trained(table, chosen.games, chosen.seed)
    spent = time.process_time() - start
    found = earnings(table, policy, chosen.tried)
    between = f"{found.value - found.half:+.2f} to {found.value + found.half:+.2f}"
    print(f"{found.value:+.2f} a game against chance ({between}), in {chosen.tried} games")
    print(f"after {chosen.games} to learn from, {spent:.0f} s of the processor")


if __name__ == "__main__":
    main()
