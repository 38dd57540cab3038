"""Assignments in a probe: a slot, a name or a number of the state gets a value."""

from __future__ import annotations

from typing import Final

from rulewright.compiler.ir.expressions import (
    STATE,
    Binary,
    Call,
    Cell,
    Compare,
    Expr,
    Field,
    IfElse,
    Lit,
    Name,
    Slot,
)  # fmt: skip
from rulewright.compiler.ir.statements import If, Return, Set, Stmt
from rulewright.compiler.passes.effects.locations import ANYTHING
from rulewright.compiler.passes.lookahead.code import Code
from rulewright.compiler.passes.lookahead.outcomes import give_up, havoc
from rulewright.compiler.passes.lookahead.state import AbstractState, Local
from rulewright.compiler.verdicts import CANNOT

RESULTS: Final = frozenset({"result", "winners"})  # of the state: no probe asks for them

_ATTEMPTED: Final = IfElse(Field("attempts"), Lit(0), Lit(1))  # a probe looks at something attempted
_RESULT: Final = Field("result")


class Assignments:
    """Writes the assignments of one probe."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self._names = 0

    def set(self, stmt: Set, state: AbstractState, out: list[Stmt]) -> bool:
        """Write an assignment; whether the probe reads on."""
        target, op = stmt.target, stmt.op
        value = self.code.at(stmt.value, state)
        if isinstance(target, Cell):
            cell = Cell(self.code.with_constants(target.index, state))
            return self._set_cell(cell, op, value, state, out)
        if target == Slot(0):
            if not isinstance(value, Lit) or not isinstance(value.value, int) or op:
                return give_up(out)
            state.label = value.value
        elif isinstance(target, Field):
            if target.name not in RESULTS:
                return give_up(out)
        elif isinstance(target, Slot | Name):
            local: Local = target.number if isinstance(target, Slot) else target.name
            if value == _ATTEMPTED:
                value = Lit(0)
            elif value == _RESULT and state.paid:
                state.paid = False
                return self._set_amount(local, target, state, out)
            elif op:
                value = self.code.with_constants(Binary(target, op, value), state)
            self._set_local(local, target, value, state, out)
        else:
            return give_up(out)
        return True

    def _set_amount(self, local: Local, target: Expr, state: AbstractState, out: list[Stmt]) -> bool:
        """A slot or a name gets what was paid: another way to pay could have paid more."""
        state.drop(frozenset((local,)))
        state.unknown -= {local}
        state.taint_local(local, True)
        out.append(Set(target, Call("PAID_AMOUNT", (STATE,))))
        return True

    def _set_local(self, local: Local, target: Expr, value: Expr, state: AbstractState, out: list[Stmt]) -> None:
        """A slot or a name gets a value."""
        known = self.code.known(value, state)
        state.drop(frozenset((local,)))
        if not known:
            state.unknown |= {local}
            state.taint_local(local, False)
            return
        state.taint_local(local, self.code.tainted(value, state))
        state.unknown -= {local}
        if isinstance(local, int) and isinstance(value, Lit) and type(value.value) is int:
            state.constants = {**state.constants, local: value}
        out.append(Set(target, value))

    def _set_cell(self, cell: Cell, op: str, value: Expr, state: AbstractState, out: list[Stmt]) -> bool:
        """A number of the state gets a value."""
        row, symbolic = self.code.row(cell), state.symbolic or {}
        known = state.symbolic is not None and row != ANYTHING
        known = known and self.code.known(cell.index, state) and self.code.known(value, state)
        if known and cell not in symbolic:  # its new value follows from the old one, unless this has changed
            known = state.havocked.isdisjoint(row | ANYTHING) and all(self.code.apart(cell, old) for old in symbolic)
        before: Expr = symbolic.get(cell, cell)
        after = Binary(before, op, value) if op else value
        if state.inert:
            if not known:
                return give_up(out)
            out.append(If(Compare(before, "!=", after), (Return(Lit(CANNOT)),)))
        elif known:
            self._names += 1
            name = Name(f"c{self._names}")
            out.append(Set(name, after))
            state.symbolic = {**symbolic, cell: name}
            state.changed |= row
            tainted = self.code.tainted(before, state) or self.code.tainted(value, state)
            state.taint_local(name.name, tainted)
            if tainted:
                state.taint(row)
        else:
            return havoc(self.code, row, state, out)
        return True
