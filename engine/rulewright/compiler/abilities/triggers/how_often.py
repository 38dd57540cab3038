"""How often something is done that was said for a time or put off: once for each time that it was said, and of whom."""

from __future__ import annotations

from dataclasses import replace

from rulewright.compiler.abilities.continuous_effects import ContinuousEffect
from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.ir.quote import Hole, expr
from rulewright.compiler.layout.kept_things import KeptThings
from rulewright.compiler.procedures.flow import WriteIn
from rulewright.compiler.scope import Ref, Scope
from rulewright.compiler.services.services import Services
from rulewright.compiler.statements.procedure import Procedure
from rulewright.meaning.resolution import Key

KEPT = "who was chosen before"
"""A player of whom something that was put off speaks, among the names that it knows."""


class HowOften:
    """Writes what listens for a time as often as it holds."""

    def __init__(self, s: Services) -> None:
        self.layout = s.layout
        self.activity = s.activity

    def kept_so_often(self, spoken: ContinuousEffect, seat: Hole, other: Hole) -> Expr:
        """How often a seat has said something of another player that is put off until that player's turn."""
        players = self.layout.players
        return expr("n[{} + {} * {} + {}]", spoken.lasting + players, seat, players, other)

    @staticmethod
    def knows_those(those: KeptThings, listener: Expr, scope: Scope) -> list[Expr]:
        """Whether a seat has said something of the things that listen; from here on it is known which these are."""
        number = those.number_of(listener)
        things = those.things(number)
        for key, noun, kind, thing in zip(those.keys, those.nouns, those.types, things, strict=True):
            scope.refs[key] = Ref(thing, kind, noun)
        if those.this >= 0:
            scope.this = things[those.this]
        return [those.counter(scope.you, number)]

    def of_those(
        self, p: Procedure, spoken: ContinuousEffect, those: KeptThings, scope: Scope, once: WriteIn
    ) -> None:  # fmt: skip
        """What was said of some things, as often as it was said of them; what was put off is over before it is done."""
        assert scope.this is not None
        often = p.variable()
        number = those.number_of(scope.this)
        (counter,) = self.knows_those(those, scope.this, scope)
        p.set(often, counter)
        if those.lies:  # where this moves it is told to whatever goes on from it, and not to the next time
            lies = p.variable()
            p.set(lies, those.lay(scope.you, number))
            card = those.keys[those.card]
            scope.refs[card] = replace(scope.refs[card], lies=lies)
        if spoken.put_off:
            p.emit("n[{} + {}] = n[{} + {}] - {}", spoken.lasting, scope.you, spoken.lasting, scope.you, often)
            p.emit("{} = 0", counter)
        p.loop(expr("range({})", often), "number", "", None, scope, once)

    def _at_their_turn(
        self, p: Procedure, spoken: ContinuousEffect, kept: Key, scope: Scope, once: WriteIn
    ) -> None:  # fmt: skip
        """What was put off until the turn of a player, as often as it was said of that one; it is over before."""
        whose = scope.names.pop(KEPT)
        often = p.variable()
        counted = self.kept_so_often(spoken, scope.you, whose.expr)
        p.set(often, counted)
        p.emit("n[{} + {}] = n[{} + {}] - {}", spoken.lasting, scope.you, spoken.lasting, scope.you, often)
        p.emit("{} = 0", counted)

        def one(inner: Scope) -> None:
            inner.refs[kept] = replace(whose, noun="player")
            once(inner)

        p.loop(expr("range({})", often), "number", "", None, scope, one)

    def _for_each_kept(
        self, p: Procedure, spoken: ContinuousEffect, kept: Key, scope: Scope, once: WriteIn
    ) -> None:  # fmt: skip
        """What was put off and speaks of a player who was chosen then, for each of them as often as it was said."""
        row = expr("{} + {} * {}", spoken.lasting + self.layout.players, scope.you, self.layout.players)
        chosen = p.variable()
        p.set(chosen, expr("[o for o in SEATS for k in range(n[{} + o])]", row))
        for seat in range(self.layout.players):
            p.emit("n[{} + {}] = 0", row, seat)

        def one(inner: Scope) -> None:
            inner.refs[kept] = replace(inner.names.pop(KEPT), noun="player")
            once(inner)

        p.loop(chosen, "player", KEPT, KEPT, scope, one)

    def as_often_as_it_holds(
        self, p: Procedure, spoken: ContinuousEffect, scope: Scope, once: WriteIn
    ) -> None:  # fmt: skip
        """What was said for a time twice is done twice; what was put off is over before it is done."""
        often = p.variable()
        cell = expr("n[{} + {}]", spoken.lasting, scope.you)
        if spoken.kept is not None and spoken.theirs:
            self._at_their_turn(p, spoken, spoken.kept, scope, once)
            return
        if spoken.kept is not None and of_whoever_was_chosen(spoken):
            p.set(often, self.kept_so_often(spoken, scope.you, scope.refs[spoken.kept].expr))
            p.loop(expr("range({})", often), "number", "", None, scope, once)
            return
        if spoken.kept is not None:
            self._for_each_kept(p, spoken, spoken.kept, scope, once)
            p.emit("{} = 0", cell)
            return
        p.set(often, self.activity.times(spoken, scope.you))
        if spoken.put_off:
            p.emit("{} = 0", cell)
        p.loop(expr("range({})", often), "number", "", None, scope, once)


def of_whoever_was_chosen(spoken: ContinuousEffect) -> bool:
    """Whether a text waits for a time for what a player does who was chosen before."""
    return spoken.kept is not None and not spoken.put_off and not spoken.theirs
