"""A loop that pays the same price in each of its rounds, as one payment: what a probe can evaluate at once."""

from __future__ import annotations

from rulewright.compiler.ir.expressions import And, Binary, Call, Cell, Compare, Expr, Lit
from rulewright.compiler.ir.facts import READS_NAME, facts
from rulewright.compiler.ir.statements import Body, Fail, For, If, Set, Stmt
from rulewright.compiler.passes.effects.effects import Effects
from rulewright.compiler.passes.effects.locations import ANYTHING


def one_payment(stmt: For, effects: Effects) -> Body | None:
    """The statements that do at once what all rounds of a loop do one by one; None where it is no such loop.

    Each round fails unless a number is at least the price, and lowers the number by it. The price is never negative
    and no round changes it, so all rounds can be paid where the number is at least the sum of their prices.
    """
    match stmt:
        case For(
            (counter,),
            Call("range", (count,), ()),
            (If(Compare(Cell() as cell, "<", price), (Fail() as fail,), ()), Set(target, paid, "-")),
        ) if target == cell and paid == price and _never_negative(price):
            pass
        case _:
            return None
    reads = effects.reads(price)
    changed = effects.changed((stmt,))
    if (READS_NAME, counter) in facts(price) | facts(cell) or ANYTHING in (reads, changed):
        return None
    if reads is None or not reads.isdisjoint(changed) or not _stays(cell, changed, effects):
        return None
    some: Stmt = If(And((Compare(count, ">", Lit(0)), Compare(cell, "<", _times(count, price)))), (fail,))
    return some, Set(cell, Call("max", (Lit(0), _times(count, price))), "-")


def _times(count: Expr, price: Expr) -> Expr:
    return Binary(count, "*", price)


def _never_negative(price: Expr) -> bool:
    match price:
        case Lit(int(amount)):
            return amount >= 0
        case Call("max", parts, ()):
            return Lit(0) in parts
    return False


def _stays(cell: Cell, changed: frozenset[str], effects: Effects) -> bool:
    """Whether the rounds leave it alone which number is meant."""
    reads = effects.reads(cell.index)
    return reads is not None and reads != ANYTHING and reads.isdisjoint(changed)
