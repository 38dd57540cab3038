"""Fold what is known: tests of literals, and what is never come to behind them.

Sentences are written for any game, and probes for any position: with the numbers of this game and the state of that
probe filled in, many a test is of literals only. `peephole.py` does this with the rest of what it shortens.

Before and after, code means the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, cast

from rulewright.compiler.ir.expressions import (
    FALSE,
    TRUE,
    And,
    Collection,
    Compare,
    Expr,
    IfElse,
    Lit,
    Node,
    Not,
    Or,
    Star,
    both,
    either,
    several,
)
from rulewright.compiler.ir.rewrite import nested
from rulewright.compiler.ir.statements import Body, Enter, Fail, Jump, Leave, Return, Stmt
from rulewright.compiler.ir.statements import If as Test

COMPARED: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "==": int.__eq__, "!=": int.__ne__, "<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__
}  # fmt: skip
_LEAVES: Final = (Enter, Fail, Jump, Leave, Return)
_FOLDING: Final = frozenset((Not, IfElse, Compare, And, Or, Collection, Test))


def folded(body: Body) -> Body:
    """Statements without tests whose outcome is known, and without what is never come to."""
    return nested(several(body, _known), _reached)


def folded_test(test: Expr) -> Expr:
    """A test as far as it is known: a literal, where all of it is."""
    return cast(Expr, _known(test))


def _known(node: Node) -> Node:
    """A node with all folded that is known in it. It is remembered of those nodes in which nothing is to be folded:
    code is folded when probes are made of it, and once more when it is written."""
    if not node.held or hasattr(node, "_folded"):
        return node
    new = node.with_inside(_known)
    if type(new) in _FOLDING:
        new = _folded(new)
    if new is node:
        object.__setattr__(node, "_folded", True)
    return new


def _folded(node: Node) -> Node:
    match node:
        case Not(Lit(value)):
            return FALSE if value else TRUE
        case IfElse(Lit(value), then, otherwise):
            return then if value else otherwise
        case Compare(Lit(int(left)), op, Lit(int(right))) if op in COMPARED:
            return Lit(COMPARED[op](int(left), int(right)))
        case And(parts) if TRUE in parts or FALSE in parts:
            return both(*parts)
        case Or(parts) if TRUE in parts or FALSE in parts:
            return either(*parts)
        case Collection("list", items) if any(isinstance(item, Star) for item in items):
            return Collection("list", tuple(one for item in items for one in _taken_apart(item)))
        case Test(Not(Not(test)), then, otherwise):
            return Test(test, then, otherwise)
    return node


def _taken_apart(item: Expr) -> tuple[Expr, ...]:
    """The items of a list that is written out within another."""
    match item:
        case Star(Collection("list" | "tuple", items)):
            return items
    return (item,)


def _reached(body: Body) -> Body:
    """A body without what is never come to, and the chosen way of each test whose outcome is known."""
    if not any(type(stmt) is Test and type(stmt.test) is Lit for stmt in body):
        end = next((number for number, stmt in enumerate(body, 1) if isinstance(stmt, _LEAVES)), len(body))
        return body[:end]
    found: list[Stmt] = []
    for stmt in body:
        match stmt:
            case Test(Lit(value), then, otherwise):
                found += then if value else otherwise
            case _:
                found.append(stmt)
        if found and isinstance(found[-1], _LEAVES):
            break
    return tuple(found)
