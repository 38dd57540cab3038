"""Tells of pieces that have been moved, where a text listens: of each of them by itself, when all lie where they come.

What is said where a piece leaves is asked before it leaves; of all other deeds it is asked when they are done.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.compiler.abilities.events import Events
from rulewright.compiler.abilities.pieces.deeds import ANYHOW, GOAL, LAY, OWNER, PIECE, SLOTS, told_as
from rulewright.compiler.ir.expressions import Expr, Lit
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope
from rulewright.compiler.services.services import Services
from rulewright.compiler.source import OF_A_PIECE

LEAVES = told_as("leave")
IN_TUPLE = (PIECE, OWNER, LAY, GOAL)
MANY = 4


class PieceTelling:
    """Writes what the triggers of one program hear of pieces. told: the verbs that tell of what texts listen for."""

    def __init__(self, s: Services, told: set[str], events: Events) -> None:
        self.layout = s.layout
        self.told = told
        self.events = events
        self.triggers = events.triggers
        self.history = events.history

    def moved(self, p: Flow, verb: str, pieces: Callable[[], Expr], scope: Scope, do: Callable[[], None]) -> None:
        """Move pieces, then tell of each of them.

        pieces: what is moved, as a list of (kind, row of the owner, place, where it comes to, how many).
        """
        heard = [name for name in map(told_as, (verb, *ANYHOW)) if name in self.told]
        if not heard:
            do()
            return
        if any(map(self.triggers.has_triggers, heard)):
            p.must_stop()
        slots = list(SLOTS.items())
        moved = p.variable()
        p.set(moved, self._with_owners(pieces(), scope))
        leaving = self.triggers.listening(LEAVES, p, slots, nobody=scope.nobody) if LEAVES in heard else None
        left = p.variable() if leaving is not None else None
        if leaving is not None and left is not None:
            args = expr("(k, o, a, b)")
            p.set(left, expr("[{} for k, o, a, b, m in {}]", self.triggers.heard(leaving, scope.you, args), moved))
        do()

        def tell(inner: Scope) -> None:
            at = inner.names["number"].expr
            group = inner.child()
            for number, name in enumerate(IN_TUPLE):
                group.bind(name, Ref(expr("{}[{}][{}]", moved, at, number), OF_A_PIECE[name], name))

            def one(each: Scope) -> None:
                for name in heard:
                    self.history.note(name, p, each, slots)()
                    for uses in self.history.first_uses(name, None, p, each, slots).values():
                        for use in uses:
                            use()
                    before = (leaving, expr("{}[{}]", left, at)) if name == LEAVES and leaving is not None else None
                    triggers = self.triggers.triggers(name, p, each, slots, "whenever", noted=before)
                    if triggers is not None:
                        triggers()

            p.loop(expr("range({}[{}][{}])", moved, at, MANY), "number", "time", "time", group, one)

        p.loop(expr("range(len({}))", moved), "number", "number", None, scope, tell)

    def _with_owners(self, pieces: Expr, scope: Scope) -> Expr:
        """The same with whose they are: what was nobody's is whose it becomes; what goes nowhere is none."""
        zones = Lit(self.layout.zone_count)
        taker = expr("(ZONE_OWNER[b] if b < {} else {})", zones, scope.you)
        owner = expr("(o if o != NOBODY or IX[k][NOBODY][b] else {})", taker)
        return expr("[(k, {}, a, b, m if a != b else 0) for k, o, a, b, m in {}]", owner, pieces)
