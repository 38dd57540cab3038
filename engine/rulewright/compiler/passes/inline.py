"""Inlining: a call of a short function of the lexicon becomes the expression that the function returns.

Before and after, everything means the same: the functions are pure, and an argument is only copied where it costs
nothing to evaluate twice. What goes through a list is not inlined.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from rulewright.compiler.ir.expressions import NUMBERS, STATE, Call, Comprehension, Expr, Item, Lit, Name, Node, Slot
from rulewright.compiler.ir.facts import CALLS, facts
from rulewright.compiler.ir.rewrite import replaced, walk
from rulewright.compiler.ir.statements import Body, Function, Return, Set, Stmt

SHORT = 70  # nodes that the expression of a function may have
LONGEST = 800  # nodes that a statement may have when something is inlined into it
ROUNDS = 3  # inlined expressions may call others
_OF_THE_LEXICON = ("st_", "adj_", "is_", "rel_", "num_", "joins_")


def short_functions(functions: Mapping[str, Function]) -> dict[str, tuple[tuple[str, ...], Expr]]:
    """Parameters (after the state) and expression of each function that can be inlined."""
    found = {}
    for name, of in functions.items():
        told = _returned(of.body)
        if told is not None and name.startswith(_OF_THE_LEXICON) and of.params[:1] == ("s",):
            nodes = list(walk(told))
            if len(nodes) <= SHORT and not any(isinstance(part, Comprehension) for part in nodes):
                found[name] = of.params[1:], told
    return found


def _returned(body: Body) -> Expr | None:
    """The one expression that a body returns."""
    match body:
        case (Return(value),):
            return value
        case (Set(Name("v"), value, ""), Return(Name("v"))):
            return value
    return None


def inliner(short: Mapping[str, tuple[tuple[str, ...], Expr]]) -> Callable[[Body], Body]:
    """What inlines the calls of short functions in the statements of a body."""
    called = frozenset((CALLS, name) for name in short)

    def change(node: Node) -> Node:
        """A node with the calls that stand in it inlined, but not those that come in with them."""
        if facts(node).isdisjoint(called):
            return node
        node = node.with_inside(change)
        match node:
            case Call(called_name, (given, *args), ()) if called_name in short and given == STATE:
                params, told = short[called_name]
                if len(params) == len(args) and all(map(_simple, args)):
                    return replaced(told, dict(zip(map(Name, params), args, strict=True)))
        return node

    return lambda body: tuple([_inlined(stmt, change) for stmt in body])


def _inlined(stmt: Stmt, change: Callable[[Node], Node]) -> Stmt:
    for _ in range(ROUNDS):
        new = cast(Stmt, change(stmt))
        if new is stmt or sum(1 for _ in walk(new)) > LONGEST:
            return stmt
        stmt = new
    return stmt


def _simple(arg: Expr) -> bool:
    """Whether an argument may be evaluated more than once."""
    match arg:
        case Name() | Slot() | Lit():
            return arg != NUMBERS
        case Item(of, index):
            return _simple(of) and _simple(index)
    return False
