"""Bots: players that choose options without a human. They know no game, only decisions, scores and sights.

What a bot draws at random follows from its seed and the number of choices made so far, never from a generator that runs
along: the same seats and seed play the same game.
"""

from __future__ import annotations

from typing import Protocol

from rulewright.runtime.game import Game

_MASK = (1 << 64) - 1


class Bot(Protocol):
    """Chooses for a seat."""

    def choose(self, game: Game, turn: int) -> int:
        """The position of an option in the game's decision; turn is the number of choices made so far."""


def mix(*numbers: int) -> int:
    """A well-spread 64-bit number made of the given ones (splitmix64), the same on every machine."""
    state = 0
    for number in numbers:
        state = (state + number + 0x9E3779B97F4A7C15) & _MASK
        state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & _MASK
        state ^= state >> 31
    return state


class RandomBot:
    """Takes any option, all alike."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, game: Game, turn: int) -> int:
        """An option drawn from the seed and the number of choices so far."""
        assert game.decision is not None
        return mix(self.seed, turn) % len(game.decision.options)
