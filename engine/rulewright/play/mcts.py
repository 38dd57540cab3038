"""A bot that searches a tree of what may come, from what its seat may know (Monte Carlo search over information sets).

The search is given a sight (`runtime/sight.py`), not a game: it cannot know hidden cards, piles or chance. Each playout
begins in another position that the sight allows. After P. Cowling, E. Powley and D. Whitehouse, *Information Set Monte
Carlo Tree Search* (2012): one tree, over the choices of all seats; of the choices open in a playout the one with the
highest upper bound is taken (UCB1, counted among the playouts in which it was open).
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from math import log, sqrt
from typing import Any

from rulewright.compiler.program import Program
from rulewright.language.problems import RulewrightError
from rulewright.play.bots import Worth, mix, turn_of
from rulewright.runtime.game import Game
from rulewright.runtime.sight import Imagination, Sight, homes_seen, sight

PLAYOUTS = 400
"""Of a decision, where no budget is named."""
_NEAR = 150  # choices of each seat within which a game must end for playouts to go to its end
_STEPS = 40  # of a playout that stops with the turn
_CURIOUS = 0.7  # how much rarely tried choices are preferred
_PATIENCE = 10  # playouts in which a choice may fail before it is left alone
_SHARE = 0.6  # of the values from 0 to 1: what positions before the end spread over; a win is 1, a loss 0


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a decision may be thought about: playouts, or seconds where they are given."""

    playouts: int = PLAYOUTS
    seconds: float | None = None

    @classmethod
    def of(cls, text: str) -> Budget:
        """A budget as seats name it: `200`, `0.5s`, or nothing. Raises ValueError for anything else."""
        if not text:
            return cls()
        if text.endswith("s"):
            seconds = float(text[:-1])
            if not 0 < seconds <= 3600:
                raise ValueError(text)
            return cls(10**9, seconds)
        if not text.isdecimal() or not 0 < int(text) <= 10**7:
            raise ValueError(text)
        return cls(int(text))


@dataclass(slots=True)
class _Node:
    """Where a choice leads: how often it was tried and open, and by seat what came of it."""

    seats: int
    visits: int = 0
    open: int = 0
    best: float = 0.0
    totals: list[float] = field(default_factory=list)
    children: dict[Any, _Node] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.totals = [0.0] * self.seats


class Search:
    """One search from one sight.

    Args:
        homes: what the seat remembers of cards that it does not see now (`homes_seen`).
        seed: of all that the search draws.
    """

    def __init__(self, program: Program, seen: Sight, homes: dict[int, int], seed: int) -> None:
        self._program = program
        self._seat = seen.seat
        self._values = seen.values
        self._seed = seed
        self._imagination = Imagination(program, seen, homes)
        self._worth = Worth(program)
        self._low, self._high = float("inf"), float("-inf")
        self._root = _Node(program.players)
        self._count = 0
        self._to_the_end = self._ends_soon()

    def run(self, budget: Budget) -> int:
        """The place of the choice among the sight's values that looks best."""
        end = None if budget.seconds is None else time.monotonic() + budget.seconds
        while self._count < budget.playouts and (end is None or time.monotonic() < end or not self._root.children):
            self._count += 1
            try:
                self._playout(mix(self._seed, self._count))
            except RulewrightError:  # the position that was imagined is none that can be
                if self._count > 20 * (self._root.visits + 5):
                    break
        tried = self._root.children
        known = [value for value in self._values if value in tried]
        if not known:
            return mix(self._seed) % len(self._values)
        return self._values.index(max(known, key=lambda value: self._promise(tried[value])))

    def _promise(self, node: _Node) -> float:
        if self._to_the_end:
            return node.visits + node.totals[self._seat] / max(1, node.visits)
        # Until the end of its own turn the seat can make come true what it found best.
        return (node.totals[self._seat] / max(1, node.visits) + node.best) / 2 if node.visits else 0.0

    def _ends_soon(self) -> bool:
        for luck in range(3):
            try:
                game = self._imagination.game(mix(self._seed, luck, 7))
                for step in range(_NEAR * game.seats):
                    if not game.values:
                        return True
                    game.step(mix(self._seed, luck, step) % len(game.values))
                return not game.values
            except RulewrightError:
                continue
        return False

    def _playout(self, luck: int) -> None:
        game = self._imagination.game(luck)
        game.values = list(self._values)
        node, path, step = self._root, [self._root], 0
        while game.values and not self._done(game, step):
            seat = game.machine.seat(game.state)
            value, child = self._pick(node, game, seat, mix(luck, step))
            path.append(child)
            game.step(game.values.index(value))
            node, step = child, step + 1
            if not child.visits:
                break
        while game.values and not self._done(game, step):
            game.step(mix(luck, step) % len(game.values))
            step += 1
        self._learn(path, self._outcome(game))

    def _pick(self, node: _Node, game: Game, seat: int, luck: int) -> tuple[Any, _Node]:
        """A choice that was never tried, or the one with the highest upper bound."""
        block = game.state.stack[-1][0] if node is not self._root else None
        fresh = []
        best, most = None, float("-inf")
        for value in game.values:
            child = node.children.get(value if block is None else (block, value))
            if child is None:
                fresh.append(value)
                continue
            child.open += 1
            if not child.visits:  # each playout has failed so far: what was imagined could not be
                if child.open < _PATIENCE:
                    fresh.append(value)
                continue
            bound = child.totals[seat] / child.visits + _CURIOUS * sqrt(log(child.open) / child.visits)
            if bound > most:
                best, most = value, bound
        if fresh or best is None:
            fresh = fresh or game.values
            best = fresh[luck % len(fresh)]
        key = best if block is None else (block, best)
        child = node.children.get(key)
        if child is None:
            child = _Node(self._program.players, open=1)
            node.children[key] = child
        return best, child

    def _done(self, game: Game, step: int) -> bool:
        if self._to_the_end:
            return step >= _NEAR * game.seats
        return step >= _STEPS or (turn_of(game) != self._seat and game.machine.seat(game.state) != self._seat)

    def _outcome(self, game: Game) -> list[float]:
        """By seat, from 0 (lost) to 1 (won)."""
        if not game.values:
            winners = game.winners
            return [1 / len(winners) if seat in winners else 0.0 for seat in range(game.seats)]
        leads = self._worth.of_all(game)
        self._low, self._high = min(self._low, *leads), max(self._high, *leads)
        spread = (self._high - self._low) or 1.0
        return [(1 - _SHARE) / 2 + _SHARE * (lead - self._low) / spread for lead in leads]

    def _learn(self, path: list[_Node], values: list[float]) -> None:
        for node in path:
            node.visits += 1
            for seat, value in enumerate(values):
                node.totals[seat] += value
            node.best = max(node.best, values[self._seat])


class MctsBot:
    """Searches anew at each decision; remembers with whom it saw cards last, and nothing else."""

    def __init__(self, seed: int, budget: Budget | None = None) -> None:
        self.seed = seed
        self.budget = budget or Budget()
        self._homes: dict[int, int] = {}

    def choose(self, game: Game, turn: int) -> int:
        """The position of an option; a choice in secret is drawn."""
        if len(game.values) == 1:
            return 0
        return self.think(game.program, sight(game, game.machine.seat(game.state)), turn)

    def think(self, program: Program, seen: Sight, turn: int) -> int:
        """The same from a sight: all that it knows of the position."""
        self._homes |= homes_seen(program.layout, seen)
        seed = mix(self.seed, turn)
        if not seen.can_imagine:
            return seed % len(seen.values)
        return Search(program, seen, self._homes, seed).run(self.budget)
