"""What a trigger does when it is set off: as much of it as can be done, as often as it was said."""

from __future__ import annotations

from functools import partial

from rulewright.compiler.abilities.continuous_effects import ContinuousEffect
from rulewright.compiler.abilities.matching import Matching
from rulewright.compiler.abilities.pieces.deeds import TOLD as OF_PIECES
from rulewright.compiler.abilities.triggers.how_often import HowOften
from rulewright.compiler.abilities.triggers.told import Told
from rulewright.compiler.compiled import Compiled
from rulewright.compiler.scope import Scope
from rulewright.compiler.services.services import Services
from rulewright.compiler.statements.attempts import whole
from rulewright.compiler.statements.procedure import Procedure, Procedures
from rulewright.language import nodes as N
from rulewright.language.trees.alternatives import is_toll

LAY = "where cards lay"
"""Where all cards lay before an event, among the names that its effect knows."""

WHO = "whoever does it"
"""Who has set a trigger off, among the names that its effect knows."""

LIES = "where the card lies that was heard of"
"""Where it lay when it was heard of, among the names that its effect knows."""

WAS = "where the card lay that was heard of"
"""Where a card that is on the map, or was, lay before it was done, among the names that its effect knows."""


class Effects:
    """Writes the effects of triggers."""

    def __init__(
        self, s: Services, procedures: Procedures, matching: Matching, told: Told, how_often: HowOften
    ) -> None:
        self.source = s.source
        self.report = s.report
        self.limits = s.limits
        self.procedures = procedures
        self.matching = matching
        self.told = told
        self.how_often = how_often

    def effect(
        self,
        verb: str,
        name: str,
        spoken: ContinuousEffect,
        then: N.Statement,
        slots: list[tuple[str, str]],
        act: N.Perform,
        uses: int = 0,
    ) -> Compiled:
        """What a trigger does: as much of it as can be done.

        uses: position of the flags of what is limited, noted only by whoever takes what is optional.
        """
        params = [(kind, self.source.type_of(kind)) for _, kind in slots]
        params += [(WHO, "player")] if self.told.told_who(verb) else []
        params += [(LAY, "zones")] if self.told.asked_whose(verb) else []
        params += [(LIES, "zone")] if self.told.moved_by(verb) else []
        params += [(WAS, "zone")] if self.told.asked_where(verb, slots) is not None else []

        def body(p: Procedure, scope: Scope) -> None:
            self._know(verb, spoken, slots, act, p, scope)
            if isinstance(spoken.node, N.Trigger) and isinstance(spoken.node.event, N.Does):
                args = tuple(scope.names[kind].expr for _, kind in slots)
                by_you = spoken.node.event.subject == N.Pronoun(word="you")
                scope.under_way = ((verb, args, scope.you if by_you else None),)
            self.told.know_where_it_lies(act, scope.names.pop(LIES, None), scope)
            self.told.know_who(spoken, scope.names.pop(WHO, None), scope)
            scope.lenient = True
            scope.partial = not (self.source.headings.get(spoken.heading) or {}).get("whole")
            scope.taken = self.limits.used(uses, scope.you) if uses else ()
            self.report.at = spoken.path

            def once(scope: Scope) -> None:
                p.reacting = partial(self.told.reaction, spoken, scope)
                parts = (then, *spoken.more)
                one = partial(p.sentences.statement, scope=scope)
                if not is_toll(spoken.node):
                    p.partial.priced(parts, scope, lambda: p.sentences.in_order(parts, one, scope, True))
                    return
                # Who cannot pay it cannot do what it is paid for.
                whole(scope, partial(p.sentences.in_order, (then,), one, scope))
                p.sentences.in_order(spoken.more, one, scope, True)

            if spoken.those is not None:
                self.how_often.of_those(p, spoken, spoken.those, scope, once)
            elif spoken.lasting:
                self.how_often.as_often_as_it_holds(p, spoken, scope, once)
            else:
                once(scope)

        return self.procedures.procedure(name, params, body, this=True, frames=True)

    def _know(
        self, verb: str, spoken: ContinuousEffect, slots: list[tuple[str, str]], act: N.Perform, p: Procedure,
        scope: Scope,
    ) -> None:  # fmt: skip
        """What was done, and to what, can be spoken of; so can where it lay."""
        if verb in OF_PIECES:
            self.matching.pieces.told(act, _said_piece(spoken), p, scope)
        lay, was = scope.names.pop(LAY, None), scope.names.pop(WAS, None)
        scope.lay = (lay.expr,) if lay is not None else ()
        for slot, kind in slots if verb not in OF_PIECES else ():
            ref = scope.names[kind]
            if kind == "number":
                self.told.know_number(spoken, ref.expr, scope)
            else:
                ref = self.told.where_it_was(ref, slots, scope, was.expr if was is not None else None)
                self.told.know_slot(act, slot, ref, scope)


def _said_piece(spoken: ContinuousEffect) -> N.Phrase | None:
    """The piece that a text waits for, as the text has it."""
    event = spoken.said.event if isinstance(spoken.said, N.Trigger) else None
    thing = event.act.slot("object") if isinstance(event, N.Does) and isinstance(event.act, N.Perform) else None
    return thing if isinstance(thing, N.Phrase) else None
