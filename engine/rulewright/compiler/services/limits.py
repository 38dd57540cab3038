"""Where it is noted what has been used: once per turn, per round or per game, and for the next card."""

from __future__ import annotations

from rulewright.compiler.ir.quote import Hole, stmts
from rulewright.compiler.ir.statements import Body
from rulewright.compiler.layout.layout import Layout
from rulewright.compiler.scope import refuse
from rulewright.compiler.source import Source
from rulewright.compiler.times import PER_ROUND, PER_TURN, TWICE
from rulewright.language.nodes import Node


class Limits:
    """The flags of one program, each a row of positions, one a seat.

    twice: those of what may be used twice; turn_flags, round_flags: those that a turn or a round sets back.
    next_flags: where it is kept for each seat what holds for the next card it plays.
    """

    def __init__(self, source: Source, layout: Layout) -> None:
        self._source = source
        self._layout = layout
        self._flags: dict[str, int] = {}
        self.twice: set[int] = set()
        self.turn_flags: list[int] = []
        self.round_flags: list[int] = []
        self.next_flags = {what: layout.reserve(layout.players) for what in ("double", "convert")}

    def flag(self, name: str, limits: tuple[str, ...]) -> int:
        """Positions (one a seat) that say whether something limited may not be done again; 0 without a limit.

        What may be used twice has positions behind them for whether it was used once.
        """
        if not limits:
            return 0
        players = self._layout.players
        if name not in self._flags:
            twice = bool(TWICE.intersection(limits))
            flag = self._flags[name] = self._layout.reserve(players * (2 if twice else 1))
            if twice:
                self.twice.add(flag)
            self.must_end(limits)
            if PER_TURN.intersection(limits):
                self.turn_flags += [flag, *([flag + players] if twice else [])]
            if PER_ROUND.intersection(limits):
                self.round_flags += [flag, *([flag + players] if twice else [])]
        return self._flags[name]

    def set_back_with(self, flag: int, row: int) -> None:
        """Set a row of numbers, one a seat, back when a flag is."""
        for flags in (self.turn_flags, self.round_flags):
            if flag in flags:
                flags.append(row)

    def must_end(self, limits: tuple[str, ...], node: Node | None = None) -> None:
        """Refuse a limit per turn or round where nothing begins one: it would be a limit per game."""
        if PER_TURN.intersection(limits) and not self._source.turn_verb:
            found = "nothing says what a turn is, so this limit per turn would be a limit per game"
            hint = "Name the verb that is one turn of a player, under `turn:` in ruleset.yaml."
            raise refuse(node, found, hint, code="RW0604")
        if PER_ROUND.intersection(limits) and not self._source.round_verb:
            found = "nothing says what a round is, so this limit per round would be a limit per game"
            hint = "Say it of a turn, or name the verb that is one round, under `round:` in ruleset.yaml."
            raise refuse(node, found, hint, code="RW0604")

    def used(self, flag: int, seat: Hole) -> Body:
        """The statement that notes one use of something limited."""
        return stmts("USE(s, {}, {})" if flag in self.twice else "n[{} + {}] = 1", flag, seat)
