"""When a text speaks: while its card lies where it must, for whoever has it."""

from __future__ import annotations

from rulewright.compiler.abilities.continuous_effects import ContinuousEffect
from rulewright.compiler.ir.expressions import TRUE, Expr, either
from rulewright.compiler.ir.quote import Hole, expr
from rulewright.compiler.layout.layout import Layout
from rulewright.compiler.services.module import Module
from rulewright.compiler.services.tables import Tables


class Activity:
    """Writes the tests by which the continuous sentences of one program speak."""

    def __init__(self, layout: Layout, module: Module, tables: Tables) -> None:
        self._layout = layout
        self._module = module
        self._tables = tables

    def active(self, spoken: ContinuousEffect, seat: Hole) -> Expr:
        """Whether a text speaks: for a seat that has it, or (without a seat) for anybody."""
        return either(*self.active_copies(spoken, seat))

    def active_copies(self, spoken: ContinuousEffect, seat: Hole) -> list[Expr]:
        """The same for each copy of the card alone."""
        if spoken.lasting:
            row = spoken.lasting
            if spoken.ended:
                return [self.times(spoken, seat) if seat is not None else self._held_by_any(spoken)]
            return [expr("n[{} + {}]", row, seat) if seat is not None else expr("sum(n[{} + o] for o in SEATS)", row)]
        if not spoken.component:
            return [TRUE]
        cards = self._layout.instances(spoken.component)
        return [self.speaks_from(spoken, expr("s.where[{}]", card), seat) for card in cards]

    def _held_by_any(self, spoken: ContinuousEffect) -> Expr:
        return expr("sum(n[{} + o] - n[{} + o] for o in SEATS)", spoken.lasting, spoken.used_up)

    @staticmethod
    def times(spoken: ContinuousEffect, seat: Hole) -> Expr:
        """How often a seat has said what holds for a time, without what is used up."""
        if spoken.used_up:
            return expr("n[{} + {}] - n[{} + {}]", spoken.lasting, seat, spoken.used_up, seat)
        return expr("n[{} + {}]", spoken.lasting, seat)

    def speaks_from(self, spoken: ContinuousEffect, zone: Expr, seat: Hole) -> Expr:
        """Whether a text speaks, for a seat or for anybody, where its card lies in a zone."""
        zones = self._tables.zones_by_seat(spoken.zones)
        name = "_".join(spoken.zones)
        if not spoken.owned or seat is None:
            every = self._module.constant(frozenset(z for row in zones for z in row), f"ACT_{name}")
            return expr("{} in {}", zone, every)
        rows = self._module.constant(tuple(frozenset(row) for row in zones), f"ACTS_{name}")
        return expr("{} in {}[{}]", zone, rows, seat)
