"""Common reads: what a function that only reads asks of the position again and again is asked once.

Each sentence of a number asks for itself: seven kinds are seven looks at what a place is. Nothing changes
while such a function runs, so the first answer holds for the others.

Before and after, functions say the same. Sound, since only what is looked at whatever the answers are is asked at
first (nothing fails that did not fail before), and since such functions change nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from rulewright.compiler.ir.expressions import (
    And,
    Cell,
    Comprehension,
    Expr,
    Field,
    IfElse,
    Item,
    Name,
    Node,
    Or,
    Part,
)
from rulewright.compiler.ir.facts import names, set_names, slots
from rulewright.compiler.ir.rewrite import replaced_in, statements, walk
from rulewright.compiler.ir.statements import Body, Function, If, Return, Set, Stmt
from rulewright.language.records import replace

OFTEN: Final = 3  # looks at the same, from which on it is looked at once
_LOOKS: Final = (Cell, Item, Part)
_READ: Final = frozenset(("where", "tallies"))
_GIVEN: Final = frozenset(("s", "n"))


def asked_once(function: Function) -> Function:
    """A function that only reads, with each look that it repeats made once."""
    if slots(function.body) or not set_names(function.body).isdisjoint(function.params):
        return function
    times = Counter(part for part in walk(function.body) if isinstance(part, _LOOKS) and _is_look(part))
    often = {look for look, number in times.items() if number >= OFTEN}
    if not often:
        return function
    given = _GIVEN.union(function.params)
    first = [
        look
        for look in dict.fromkeys(_certain_of(function.body))
        if look in often and all(name in given or not Name(name).is_local for name in names(look))
    ]
    found: list[Stmt] = []
    body = function.body
    for number, look in enumerate(first):
        kept = Name(f"kept{number}")
        found.append(Set(kept, look))
        body = replaced_in(body, {look: kept})
    return replace(function, body=(*found, *body)) if found else function


def _is_look(node: Node) -> bool:
    """Whether a node looks at one number of the position, or at where some cards lie."""
    match node:
        case Cell():
            return True
        case Item(Field(name), _) | Part(Field(name)):
            return name in _READ
    return False


def _certain_of(body: Body) -> Iterator[Expr]:
    """What is looked at whenever statements run, inner before outer, as far as they certainly run."""
    for stmt in body:
        match stmt:
            case Set(target, value) if isinstance(target, Name):
                yield from _certain(value)
            case If(test, _, _):
                yield from _certain(test)
            case Return(value):
                yield from _certain(value)
                return
            case _:
                return
        if any(isinstance(inner, Return) for inner in statements((stmt,))):
            return


def _certain(expr: Expr) -> Iterator[Expr]:
    """The looks that are made whenever an expression is evaluated."""
    match expr:
        case And(parts) | Or(parts):
            inside: list[Node] = [parts[0]]
        case IfElse(test, _, _):
            inside = [test]
        case Comprehension():
            inside = [expr.loops[0].of]
        case _:
            inside = expr.inside()
    for part in inside:
        if isinstance(part, Expr):
            yield from _certain(part)
    if _is_look(expr):
        yield expr
