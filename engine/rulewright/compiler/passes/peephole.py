"""Peephole optimisation: replace short sequences of statements by shorter ones that do the same.

Before and after, functions and blocks mean the same; only what is written changes. Three rules apply: a test that was
made just before is left out, a function that cannot fail is not asked whether it failed, and a loop that moves one
piece at a time becomes one bulk move.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rulewright.compiler.ir.expressions import FAIL, Call, Cell, Compare, Expr, Lit, Name
from rulewright.compiler.ir.facts import READS_NAME, facts, fails
from rulewright.compiler.ir.quote import stmts
from rulewright.compiler.ir.rewrite import conjuncts, nested, replaced
from rulewright.compiler.ir.statements import Body, Do, Fail, For, Function, If, Set, Stmt

_FAIL = (Fail(),)


def simplify(
    functions: Mapping[str, Function], blocks: Mapping[int, Body]
) -> tuple[dict[str, Function], dict[int, Body]]:
    """Functions and blocks with all rules applied."""
    functions = {name: replace(of, body=nested(of.body, _untested)) for name, of in functions.items()}
    infallible = _infallible(functions)

    def better(body: Body) -> Body:
        told = (_in_bulk(_called(stmt, infallible), functions) for stmt in body)
        return tuple(stmt for several in told for stmt in several)

    # A loop is read with the functions as they are here: the one that it calls must still say how it fails.
    return (
        {name: replace(of, body=nested(of.body, better)) for name, of in functions.items()},
        {label: nested(nested(body, _untested), better) for label, body in blocks.items()},
    )


def _untested(body: Body) -> Body:
    return tuple(map(_tested, body))


def _tested(stmt: Stmt) -> Stmt:
    """Within `if n[x] > 0:`, the first statement need not fail where `n[x] < 1`."""
    match stmt:
        case If(test, (If(Compare(Cell(index), "<", Lit(1)), then, ()), *rest), otherwise) if then == _FAIL:
            if any(part == Compare(Cell(index), ">", Lit(0)) for part in conjuncts(test)):
                return If(test, tuple(rest), otherwise)
    return stmt


def _infallible(functions: Mapping[str, Function]) -> frozenset[str]:
    """The functions that cannot fail, because neither they nor those that they ask can."""
    found: set[str] = set()
    while more := {name for name, of in functions.items() if name not in found and not _may_fail(of.body, found)}:
        found |= more
    return frozenset(found)


def _may_fail(body: Body, infallible: set[str]) -> bool:
    def without(body: Body) -> Body:
        return tuple(_called(stmt, frozenset(infallible)) for stmt in body)

    plain = nested(body, without)
    return fails(plain) or (READS_NAME, FAIL.name) in facts(plain)


def _called(stmt: Stmt, infallible: frozenset[str]) -> Stmt:
    """A call of a function that cannot fail, without the question whether it did."""
    called = fallible_call(stmt)
    return Do(called) if called is not None and called.function in infallible else stmt


def fallible_call(stmt: Stmt) -> Call | None:
    """The call of `if call is FAIL: return FAIL`."""
    match stmt:
        case If(Compare(Call() as called, "is", Name("FAIL")), then, ()) if then == _FAIL:
            return called
    return None


def _in_bulk(stmt: Stmt, functions: Mapping[str, Function]) -> Body:
    """Moving one piece so many times is moving so many pieces; none are moved where there are too few."""
    match stmt:
        case For(_, Call("range", (times,)), (single,)):
            moved = _single_move(single, functions)
            if moved is not None and moved[0] != moved[1]:
                lacking = If(Compare(moved[0], "<", Name("k")), _failing(single))
                return stmts("k = max(0, {0})\n{3}\n{1} -= k\n{2} += k", times, *moved, lacking)
    return (stmt,)


def _failing(stmt: Stmt) -> Body:
    """What a call that failed leads to, as it stands: it tells whose words cannot be carried out."""
    return stmt.then if isinstance(stmt, If) else _FAIL


def _single_move(stmt: Stmt, functions: Mapping[str, Function]) -> tuple[Expr, Expr] | None:
    """From which number to which a call moves one piece, failing where there is none."""
    called = fallible_call(stmt)
    if called is None or called.function not in functions:
        return None
    of = functions[called.function]
    match of.body:
        case (
            If(Compare(Cell() as lacking, "<", Lit(1)), then, ()),
            Set(Cell() as source, Lit(1), "-"),
            Set(Cell() as target, Lit(1), "+"),
        ) if then == _FAIL and lacking == source != target:
            values: dict[Expr, Expr] = {Name(name): arg for name, arg in zip(of.params, called.args, strict=True)}
            return replaced(source, values), replaced(target, values)
    return None
