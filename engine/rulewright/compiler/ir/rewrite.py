"""Going through nodes and making others of them."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from operator import is_
from typing import TypeVar, cast

from rulewright.compiler.ir.expressions import And, Call, Comprehension, Expr, Loop, Name, Node, several
from rulewright.compiler.ir.statements import Body, For, If, Stmt, While

N = TypeVar("N", bound=Node)


def walk(node: Node | Body) -> Iterator[Node]:
    """A node, or a body, with all that it holds; outer before inner."""
    todo: list[Node] = [node] if isinstance(node, Node) else list(reversed(node))
    while todo:
        here = todo.pop()
        yield here
        if here.held:
            todo += reversed(here.inside())


def calls_one_of(body: Body, functions: Container[str]) -> bool:
    """Whether a body calls one of some functions. Its facts would tell too; whoever needs no others is told sooner."""
    return any(type(part) is Call and part.function in functions for part in walk(body))


def bottom_up(node: N, change: Callable[[Node], Node]) -> N:
    """A node with `change` applied to each part and then to itself."""

    def of(part: Node) -> Node:
        return change(part.with_inside(of))

    return cast(N, of(node))


def replaced(node: N, values: Mapping[Expr, Expr]) -> N:
    """A node with other expressions in the place of some.

    A name that a comprehension binds is its own: it is not replaced within, and gets another name where a value that
    comes in uses the same.
    """
    if not values:
        return node

    def change(part: Node) -> Node:
        if isinstance(part, Expr) and part in values:
            return values[part]
        if isinstance(part, Comprehension):
            return _comprehension(part, values)
        return part.with_inside(change)

    return cast(N, change(node))


def replaced_in(body: Body, values: Mapping[Expr, Expr]) -> Body:
    """The same for the statements of a body."""
    return tuple(replaced(stmt, values) for stmt in body)


def _comprehension(node: Comprehension, values: Mapping[Expr, Expr]) -> Comprehension:
    if not any(part in values for part in walk(node)):
        return node
    bound = [name for loop in node.loops for name in loop.names]
    inner = {old: new for old, new in values.items() if not (isinstance(old, Name) and old.name in bound)}
    coming = {part.name for value in inner.values() for part in walk(value) if isinstance(part, Name)}
    taken = coming | {part.name for part in walk(node) if isinstance(part, Name)} | set(bound)
    other: dict[str, str] = {}
    for name in bound:
        if name in coming:
            other[name] = next(f"{name}_{k}" for k in range(len(taken) + 2) if f"{name}_{k}" not in taken)
            taken.add(other[name])
    renames: dict[Expr, Expr] = {Name(name): Name(new) for name, new in other.items()}
    inner = {**inner, **renames}
    loops = []
    for number, loop in enumerate(node.loops):
        # What the first loop goes through is outside of all names that are bound here.
        of = replaced(loop.of, values if number == 0 else inner)
        names = tuple(other.get(name, name) for name in loop.names)
        loops.append(Loop(names, of, tuple(replaced(test, inner) for test in loop.tests), loop.starred))
    key = replaced(node.key, inner) if node.key is not None else None
    return Comprehension(node.kind, replaced(node.value, inner), tuple(loops), key)


def statements(body: Body) -> Iterator[Stmt]:
    """The statements of a body, and those of the bodies within it; outer before inner."""
    for stmt in body:
        yield stmt
        match stmt:
            case If(_, then, otherwise):
                yield from statements(then)
                yield from statements(otherwise)
            case For(_, _, inner) | While(_, inner):
                yield from statements(inner)


def ends(body: Body) -> Stmt | None:
    """The last statement of a body."""
    return body[-1] if body else None


def conjuncts(test: Expr) -> tuple[Expr, ...]:
    """The tests that must all hold for a test to hold."""
    return tuple(one for part in test.parts for one in conjuncts(part)) if isinstance(test, And) else (test,)


def nested(body: Body, change: Callable[[Body], Body]) -> Body:
    """A body with `change` applied to every body within it, inner before outer, and then to itself.

    Bodies and statements in which nothing changes stay the same objects: what is known of them is kept with them.
    """

    def of(stmt: Stmt) -> Stmt:
        match stmt:
            case If(test, then, otherwise):
                new = nested(then, change), nested(otherwise, change) if otherwise else otherwise
                return stmt if new[0] is then and new[1] is otherwise else If(test, *new)
            case For(names, items, inner):
                body = nested(inner, change)
                return stmt if body is inner else For(names, items, body)
            case While(test, inner):
                body = nested(inner, change)
                return stmt if body is inner else While(test, body)
        return stmt

    new = change(several(body, of))
    return body if len(new) == len(body) and all(map(is_, new, body)) else new
