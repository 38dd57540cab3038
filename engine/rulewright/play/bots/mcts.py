"""A bot that searches a tree of what may come, from what its seat may know (Monte Carlo search over information sets).

The search is given a sight (`runtime/sight.py`), not a game: it cannot know hidden cards, piles or chance. Playouts
begin in positions that the sight allows.

At the root, all options that are left are tried in the same position and with the same luck, then in another one; from
time to time the worse half is left out (sequential halving; T. Pepels and others, *Minimizing Simple and Cumulative
Regret in Monte-Carlo Tree Search*, 2014). Below, after P. Cowling, E. Powley and D. Whitehouse, *Information Set Monte
Carlo Tree Search* (2012): one tree, over the choices of all seats; of the choices open in a playout the one with the
highest upper bound is taken, counted among the playouts in which it was open. Beyond the tree, playouts prefer what
went well in playouts before, whatever the position (H. Finnsson and Y. Björnsson, *Simulation-Based Approach to General
Game Playing*, 2008): of a few options drawn, the one with the best mean.

Where a seat chooses several times in a row, its next search begins with the part of the tree below what it chose.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import log, sqrt
from typing import Any

from rulewright.compiler.program import Program
from rulewright.play.bots.bot import mix
from rulewright.play.bots.budget import Budget, Purse
from rulewright.play.bots.planning import Planning
from rulewright.play.bots.worth import Worth
from rulewright.problems import RulewrightError
from rulewright.runtime.game import Game
from rulewright.runtime.sight import Imagination, Sight, homes_seen, sight

_NEAR = 150  # choices of each seat within which a game must end for playouts to go to its end
_STEPS = 40  # of a playout that stops with the turn
_CURIOUS = 1.0  # how much rarely tried choices are preferred, in standard deviations of what playouts came to
_PATIENCE = 10  # playouts in which a choice may fail before it is left alone
_BITS = (24, 36, 48)  # of what is drawn: by each an option beyond the tree; the one is taken that went best before
_FADES = 0.5  # what remains of what is known of options from one decision to the next
_WIN = 0.5  # how much winning counts, and not by how much
_AGAIN = 20  # decisions after which it is asked anew whether the end is near
_MASK = (1 << 64) - 1
_FACTOR = 6364136223846793005  # of a linear congruential generator with 64 bits (D. Knuth, MMIX)


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

    def child(self, block: int, value: Any) -> _Node:
        """Where a choice leads from here."""
        found = self.children.get((block, value))
        if found is None:
            found = self.children[block, value] = _Node(self.seats, open=1)
        return found


class Habits:
    """How well options went in playouts, by seat, whatever the position; what is older counts less."""

    def __init__(self) -> None:
        self._known: dict[Any, list[float]] = {}  # by (seat, block, value): how often, and what it came to in all

    def fade(self) -> None:
        """Let what is known count less; forget what has counted little for long."""
        self._known = {
            key: [count * _FADES, total * _FADES] for key, (count, total) in self._known.items() if count > 0.1
        }

    def pick(self, seat: int, block: int, values: list[Any], luck: int) -> Any:
        """Of a few options drawn, one never taken or the one that went best. luck: 64 bits, the upper ones mixed."""
        size, best, most = len(values), None, -1.0
        find = self._known.get
        for bits in _BITS:
            value = values[(luck >> bits) % size]
            known = find((seat, block, value))
            if known is None:
                return value
            mean = known[1] / known[0]
            if mean > most:
                best, most = value, mean
        return best

    def learn(self, taken: list[tuple[int, int, Any]], values: list[float]) -> None:
        """Note what a playout came to, by seat, for all that was taken in it."""
        for key in taken:
            known = self._known.setdefault(key, [0.0, 0.0])
            known[0] += 1
            known[1] += values[key[0]]


class Search:
    """One search from one sight.

    Args:
        homes: what the seat remembers of cards that it does not see now (`homes_seen`).
        seed: of all that the search draws.
        habits: what is known of options from searches before.
        to_the_end: whether playouts go to the end of the game and not of the turn; None: it is found out.
        root: what a search before has found about this choice, if it came to it.
    """

    def __init__(
        self, program: Program, seen: Sight, homes: dict[int, int], seed: int,
        habits: Habits | None = None, to_the_end: bool | None = None, root: _Node | None = None,
    ) -> None:  # fmt: skip
        self._program = program
        self._seat = seen.seat
        self._block = seen.block
        self._values = list(seen.values)
        self._seed = seed
        self._imagination = Imagination(program, seen, homes)
        self._worth = Worth(program)
        self.habits = habits or Habits()
        self.root = root or _Node(program.players)
        self._rounds = 0
        self._leads, self._margin = 0, 0.0  # how many were told, and their sizes in all
        self._mean, self._square = 0.0, 0.0  # of what playouts came to for the seat
        self.to_the_end = self._ends_soon() if to_the_end is None else to_the_end

    def run(self, budget: Budget) -> int:
        """The place of the choice among the sight's values that looks best."""
        self._purse = Purse(budget)
        left = sorted(range(len(self._values)), key=lambda number: mix(self._seed, number))
        while not self._purse.empty:
            halvings = max(1, (len(left) - 1).bit_length())
            until = self._purse.used + (1 - self._purse.used) / halvings
            while True:
                self._try_all(left)
                if self._purse.empty or self._purse.used >= until:
                    break
            left.sort(key=self._promise, reverse=True)
            if len(left) > 2 or self._purse.empty:
                left = left[: (len(left) + 1) // 2]
        return left[0]

    def _try_all(self, numbers: Sequence[int]) -> None:
        """A playout for each of some options, all with the same luck."""
        self._rounds += 1
        luck = mix(self._seed, self._rounds)
        for number in numbers:
            if self._purse.empty:
                return
            self._purse.pay()
            with suppress(RulewrightError):  # the position that was imagined is none that can be
                self._playout(number, luck)

    def _promise(self, number: int) -> float:
        node = self.root.children.get((self._block, self._values[number]))
        if node is None or not node.visits:
            return -1.0
        mean = node.totals[self._seat] / node.visits
        # Until the end of its own turn the seat can make come true what it found best.
        return mean if self.to_the_end else (mean + node.best) / 2

    def below(self, number: int) -> _Node | None:
        """What is known of choices after one of the options."""
        return self.root.children.get((self._block, self._values[number]))

    def _ends_soon(self) -> bool:
        """Whether a random game comes to its end in few choices."""
        for luck in range(3):
            game = self._imagination.game(mix(self._seed, luck, 7))
            left = _NEAR * game.seats

            def choose(block: int, values: list[Any], again: bool, luck: int = luck) -> Any:
                nonlocal left
                left -= 1
                return values[mix(self._seed, luck, left) % len(values)] if left >= 0 else None

            try:
                game.play_on(mix(self._seed, luck) % len(self._values), choose)
            except RulewrightError:
                continue
            return left >= 0
        return False

    def _playout(self, number: int, luck: int) -> None:
        game, value = self._imagination.game(luck), self._values[number]
        playout = _Playout(self, game, luck)
        playout.go(self._seat, self._block, value, self.root.child(self._block, value))
        game.play_on(number, playout.choose)
        values = self._outcome(game, playout.stopped)
        self._learn(playout.path, values)
        self.habits.learn(playout.taken, values)

    def pick(self, node: _Node, block: int, values: list[Any], seat: int, luck: int) -> tuple[Any, _Node]:
        """A choice that was never tried, or the one with the highest upper bound."""
        fresh = []
        best, most = None, float("-inf")
        curious = _CURIOUS * self._deviation()
        for value in values:
            child = node.children.get((block, value))
            if child is None:
                fresh.append(value)
                continue
            child.open += 1
            if not child.visits:  # each playout has failed so far: what was imagined could not be
                if child.open < _PATIENCE:
                    fresh.append(value)
                continue
            bound = child.totals[seat] / child.visits + curious * sqrt(log(child.open) / child.visits)
            if bound > most:
                best, most = value, bound
        if fresh or best is None:
            fresh = fresh or values
            best = fresh[luck % len(fresh)]
        return best, node.child(block, best)

    def _deviation(self) -> float:
        """The standard deviation of what playouts came to, from 0 (lost) to 1 (won)."""
        told = self._leads
        return 0.5 if told < 4 else max(0.01, sqrt(max(0.0, self._square / told - (self._mean / told) ** 2)))

    def done(self, game: Game, seat: int, step: int) -> bool:
        """Whether a playout has come as far as it goes."""
        if self.to_the_end:
            return step >= _NEAR * self._program.players
        return step >= _STEPS or (seat != self._seat and game.turn != self._seat)

    def _outcome(self, game: Game, stopped: bool) -> list[float]:
        """By seat, from 0 (lost) to 1 (won); how large a lead is, is measured by those of playouts before."""
        leads = self._worth.of_all(game)
        self._leads += 1
        self._margin += max(map(abs, leads))
        usual = self._margin / self._leads or 1.0
        by_lead = [0.5 + 0.5 * lead / (abs(lead) + usual) for lead in leads]
        if stopped:
            return by_lead
        winners = game.winners
        wins = [1 / len(winners) if seat in winners else 0.0 for seat in range(game.seats)]
        return [_WIN * win + (1 - _WIN) * value for win, value in zip(wins, by_lead, strict=True)]

    def _learn(self, path: list[_Node], values: list[float]) -> None:
        own = values[self._seat]
        self._mean += own
        self._square += own * own
        for node in path:
            node.visits += 1
            for seat, value in enumerate(values):
                node.totals[seat] += value
            node.best = max(node.best, own)


class _Playout:
    """One way through the tree and beyond it: `choose` is asked at each decision (`Machine.play_on`)."""

    def __init__(self, search: Search, game: Game, luck: int) -> None:
        self._search = search
        self._game = game
        self._luck = mix(luck)  # a generator that runs along: its upper bits are well mixed
        self._pick = search.habits.pick
        self._node: _Node | None = search.root  # where the playout stands in the tree; None beyond it
        self._before: _Node | None = None
        self.path = [search.root]
        self.taken: list[tuple[int, int, Any]] = []
        self.stopped = False

    def choose(self, block: int, values: list[Any], again: bool) -> Any:
        """The next choice, or None when the playout has come far enough."""
        search, taken = self._search, self.taken
        if again:
            taken.pop()
            self._node = self._before
            if self._node is not None:
                self.path.pop()
        seat = self._game.chooser
        if taken and not again and search.done(self._game, seat, len(taken)):
            self.stopped = True
            return None
        luck = self._luck = (self._luck * _FACTOR + 1) & _MASK
        self._before = node = self._node
        if node is None:
            value = self._pick(seat, block, values, luck)
            taken.append((seat, block, value))
        else:
            value, child = search.pick(node, block, values, seat, luck >> 32)
            self.go(seat, block, value, child)
        return value

    def go(self, seat: int, block: int, value: Any, child: _Node) -> None:
        """Take a choice, to where it leads in the tree."""
        self.path.append(child)
        self._node = child if child.visits else None
        self.taken.append((seat, block, value))


class MctsBot:
    """Searches at each decision; remembers with whom it saw cards last, and what went well in its searches."""

    def __init__(self, seed: int, budget: Budget | None = None) -> None:
        self.seed = seed
        self.budget = budget or Budget()
        self._homes: dict[int, int] = {}
        self._habits = Habits()
        self._near = False  # whether the end of the game was near when it was asked last
        self._far = 0  # decisions in which it is not asked
        self._planning: Planning | None = None  # where the ruleset names a value
        self._below: tuple[int, _Node | None] = (-1, None)  # what is known of the decision after so many choices

    def choose(self, game: Game, turn: int) -> int:
        """The position of an option; a choice in secret is drawn."""
        if len(game.values) == 1:
            return 0
        return self.think(game.program, sight(game, game.chooser), turn)

    def think(self, program: Program, seen: Sight, turn: int) -> int:
        """The same from a sight: all that it knows of the position."""
        self._homes |= homes_seen(program.layout, seen)
        seed = mix(self.seed, turn)
        if not seen.can_imagine:
            return seed % len(seen.values)
        if program.ruleset.result.get("value"):
            self._planning = self._planning or Planning(program)
            imagination = Imagination(program, seen, self._homes)
            return self._planning.choose(imagination, seen.seat, seen.values, seed, self.budget)
        known = self._near or (False if self._far else None)
        root = self._below[1] if self._below[0] == turn else None
        search = Search(program, seen, self._homes, seed, self._habits, known, root)
        self._near = search.to_the_end
        self._far = max(0, self._far - 1) if known is not None else _AGAIN
        chosen = search.run(self.budget)
        self._below = turn + 1, search.below(chosen)
        self._habits.fade()
        return chosen
