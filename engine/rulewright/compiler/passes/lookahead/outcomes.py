"""How a probe goes on behind a statement: it answers, gives up, or reads on where something has changed."""

from __future__ import annotations

from rulewright.compiler.ir.expressions import Compare, Expr, Lit, Or
from rulewright.compiler.ir.statements import If, Return, Stmt
from rulewright.compiler.passes.lookahead.code import Code
from rulewright.compiler.passes.lookahead.state import AbstractState
from rulewright.compiler.verdicts import CAN, UNKNOWN


def answer(verdict: int, out: list[Stmt]) -> bool:
    """The probe answers here, so a run does not come to what follows: False."""
    out.append(Return(Lit(verdict)))
    return False


def give_up(out: list[Stmt]) -> bool:
    """The probe cannot tell: False, as for `answer`."""
    return answer(UNKNOWN, out)


def havoc(code: Code, changed: frozenset[str], state: AbstractState, out: list[Stmt]) -> bool:
    """A run changes something here, there is no telling how; whether the probe reads on."""
    if state.inert and changed:
        return give_up(out)
    state.havoc(changed, code.rows(state))
    state.uncertain |= "*" in changed  # the game may be over
    return True


def found(verdict: Expr, state: AbstractState) -> Expr:
    """What a probe answers that has seen so much of what follows."""
    return Or((verdict, Lit(UNKNOWN))) if state.uncertain else verdict


def unless_can(verdict: Expr) -> Stmt:
    """Give up unless another probe answers CAN."""
    return If(Compare(verdict, "!=", Lit(CAN)), (Return(Lit(UNKNOWN)),))
