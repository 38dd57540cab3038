"""How a probe ends: its block asks, or is left for what it calls and for the block that follows."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.compiler.ir.expressions import (
    FRAME,
    NUMBERS,
    STATE,
    Binary,
    Call,
    Collection,
    Compare,
    Expr,
    Field,
    IfElse,
    Lit,
    Name,
    Star,
)  # fmt: skip
from rulewright.compiler.ir.facts import set_fields, set_names, set_slots
from rulewright.compiler.ir.statements import If, Return, Set, Stmt
from rulewright.compiler.passes.effects.locations import ANYTHING, joined
from rulewright.compiler.passes.lookahead.calls import Request
from rulewright.compiler.passes.lookahead.code import Code
from rulewright.compiler.passes.lookahead.outcomes import answer, found, give_up, unless_can
from rulewright.compiler.passes.lookahead.state import AbstractState, Callee
from rulewright.compiler.procedures.decisions import Decision
from rulewright.compiler.verdicts import CAN


class Ends:
    """Writes the ends of one probe.

    Args:
        code: the program; name: of the probe.
        block: names the probe of another block.
    """

    def __init__(self, code: Code, name: str, block: Request) -> None:
        self.code = code
        self.name = name
        self.block = block

    def ask(self, options: Expr, state: AbstractState, out: list[Stmt]) -> bool:
        """The block asks: it leads through if some option does."""
        if state.label in self.code.infallible and not state.inert:  # something can be chosen, whatever it is
            return answer(CAN, out)
        asked = self.code.decisions.get(state.label)
        if asked is None or asked.kind in ("offer", "pay") or state.call or state.inert:
            return give_up(out)
        known = self.code.at(options, state)
        if not self.code.known(known, state):
            parts = self._known_parts(options, state)
            if not parts:
                return give_up(out)
            state.uncertain = True
            known = parts[0]
            for part in parts[1:]:
                known = Binary(known, "+", part)
        else:
            state.uncertain |= self.code.tainted(known, state)
            if asked.then in self.code.infallible:
                out.append(Return(IfElse(known, Lit(CAN), Lit(state.failure))))
                return False
        out.append(Return(found(self._any(asked, known, state), state)))
        return False

    def _known_parts(self, options: Expr, state: AbstractState) -> list[Expr]:
        """Of a list that is not known as a whole, lists that are surely part of it."""
        match options:
            case Binary(left, "+", right):
                return self._known_parts(left, state) + self._known_parts(right, state)
            case Collection("list", items):
                return [Collection("list", (part,)) for item in items for part in self._known_parts(item, state)]
            case Star(of):
                part = self.code.at(of, state)
                return [Star(part)] if self.code.known(part, state) else []
        part = self.code.at(options, state)
        return [part] if self.code.known(part, state) else []

    def _any(self, asked: Decision, options: Expr, state: AbstractState) -> Expr:
        """What can be seen of the options of a decision."""
        slot = frozenset((asked.slot,))
        after = state.but(unknown=state.unknown - slot)
        after.drop(slot)
        probe = self.block(asked.then, after)
        return Call("PROBE_ANY", (STATE, FRAME, Lit(asked.slot), options, Name(probe)))

    def leave(self, state: AbstractState, out: list[Stmt], nested: bool = False) -> bool:
        """The end of a block: what it calls, then the block that follows.

        nested: whether the probe comes here under a test, or in a loop.
        """
        if state.call and not state.finished:
            state.paid = False  # what is called may pay, too
            call, before = state.call, state.but(call=None)
            state.changed = joined(state.changed, call.changed)
            if state.inert:
                out.append(unless_can(call.call(call.inert)))
                state.changed = before.changed
            elif call.payment:
                return self._leave_payment(call, state, out, nested)
            elif call.probe:
                out.append(Set(Name("r"), call.call(call.probe)))
                out.append(If(Compare(Name("r"), "!=", Lit(CAN)), (Return(found(Name("r"), state)),)))
                if call.changed_otherwise is not None:
                    moved: list[Stmt] = []
                    self.leave(state.but(call=None), moved, nested)
                    out.append(If(Name("moves"), tuple(moved)))
                    state.changed = joined(before.changed, call.changed_otherwise)
            elif call.inert and state.label not in self.code.infallible:
                unchanged: list[Stmt] = []
                self.leave(before, unchanged, nested)
                out.append(If(Compare(call.call(call.inert), "==", Lit(CAN)), tuple(unchanged)))
        if state.finished or (state.label in self.code.infallible and not state.inert):
            return answer(CAN, out)
        probe = self.block(state.label, state)
        if probe == self.name and self._same_again(state, out, nested):
            return answer(CAN, out)
        out.append(Return(found(Call(probe, (STATE, FRAME)), state)))
        return False

    def _same_again(self, state: AbstractState, out: Sequence[Stmt], nested: bool) -> bool:
        """Whether a probe that calls itself would find in the next round what it has found in this one.

        Then what leaves the loop can be carried through in every round, and so can the loop: that it never ends is an
        error of the rules, which no probe looks for.
        """
        if nested or state.straying or state.inert:
            return False
        return not any(set_names(stmt) or set_fields(stmt) or set(set_slots(stmt)) - {0} for stmt in out)

    def _leave_payment(self, call: Callee, state: AbstractState, out: list[Stmt], nested: bool) -> bool:
        """What a block calls is a payment: read on in the positions that it may lead to."""
        assert isinstance(call.frame, Collection)
        _, _, resource, least, most, *_ = call.frame.items
        certain = state.tainted.isdisjoint(self.code.paying | ANYTHING)
        exact = isinstance(resource, Lit) and least == most and certain
        if exact and not self.code.paying.isdisjoint(self.code.effects.asks(state.label)):
            probe = self.block(state.label, state.but(call=None, paid=True))
            paid = Call("PROBE_PAID", (STATE, call.frame, FRAME, Name(probe)))
            out.append(Return(found(paid, state)))
            return False
        before = state.but(uncertain=state.uncertain or not certain)
        out.append(Set(Name("r"), call.call(call.probe)))
        out.append(If(Compare(Name("r"), "!=", Lit(CAN)), (Return(found(Name("r"), before)),)))
        out += [Set(STATE, Call("AFTER_PAYING", (STATE,))), Set(NUMBERS, Field("n"))]
        state.call, state.paid = None, True
        state.taint(self.code.paying)
        return self.leave(state, out, nested)
