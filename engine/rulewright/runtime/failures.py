"""Where something fails that is not offered: the block in which no way goes on, found on copies of a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.runtime.machine import FAIL
from rulewright.runtime.state import State

if TYPE_CHECKING:
    from rulewright.runtime.machine import Machine

SEARCH = 400
"""Positions that are looked at."""
FUEL = 20_000
"""Blocks that are run."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Where a trial came to an end.

    Attributes:
        block: that failed, or that had nothing to offer for its question.
        asked: whether it is a question without an answer.
        state: the position there; depth: how many choices had been made by then.
    """

    block: int
    asked: bool
    state: State
    depth: int


def failure(machine: Machine, s: State, value: Any) -> Failure | None:
    """Where what a raw option begins fails, on the way that leads furthest; None where a way leads through.

    Args:
        s: a position in which a block asks; value: one of the block's raw options, or what it could offer.
    """
    trial = s.ahead()
    offered = machine.decisions[s.stack[-1][0]].kind == "offer"
    depth = len(trial.attempts) if offered else 0
    machine.apply(trial, value)
    if offered:
        machine.blocks[trial.stack[-1][0]](trial, trial.stack[-1])  # the block after an offer begins the attempt
    return _Search(machine, depth).through(trial, 0)


class _Search:
    """Goes all ways, first to last, as far as it is allowed to."""

    def __init__(self, machine: Machine, depth: int) -> None:
        self.machine = machine
        self.depth = depth
        self.left = SEARCH
        self.fuel = FUEL

    def through(self, s: State, made: int) -> Failure | None:
        """The furthest failure from a position on; None where a way leads through, or where it is not known."""
        blocks = self.machine.blocks
        while len(s.attempts) > self.depth and s.stack and s.over is None:
            block = s.stack[-1][0]
            options = blocks[block](s, s.stack[-1])
            self.fuel -= 1
            if self.fuel < 0:
                return None
            if options is FAIL:
                return Failure(block, False, s, made)
            if options is not None:
                return self._any(s, options, made)
        return None

    def _any(self, s: State, options: list[Any], made: int) -> Failure | None:
        furthest = Failure(s.stack[-1][0], True, s, made)
        for value in options:
            self.left -= 1
            if self.left < 0:
                return furthest
            other = s.copy()
            self.machine.apply(other, value)
            found = self.through(other, made + 1)
            if found is None:
                return None
            if found.depth > furthest.depth:
                furthest = found
        return furthest
