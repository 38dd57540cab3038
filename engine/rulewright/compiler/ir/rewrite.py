"""Going through nodes and making others of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar, cast

from rulewright.compiler.ir.expressions import Comprehension, Expr, Loop, Name, Node
from rulewright.compiler.ir.statements import Body, Stmt

N = TypeVar("N", bound=Node)


def parts(node: Node) -> Iterator[Node]:
    """The nodes that a node holds, one level down."""
    for name in node.__match_args__:  # type: ignore[attr-defined]
        yield from _within(getattr(node, name))


def _within(value: Any) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif type(value) is tuple:
        for item in value:
            yield from _within(item)


def walk(node: Node | Body) -> Iterator[Node]:
    """A node, or a body, with all that it holds; outer before inner."""
    todo: list[Node] = [node] if isinstance(node, Node) else list(reversed(node))
    while todo:
        here = todo.pop()
        yield here
        todo += reversed(list(parts(here)))


def rebuilt(node: N, change: Callable[[Node], Node]) -> N:
    """A node with each part changed; the same object where nothing is."""
    before = [getattr(node, name) for name in node.__match_args__]  # type: ignore[attr-defined]
    after = [_changed(value, change) for value in before]
    if all(new is old for new, old in zip(after, before, strict=True)):
        return node
    return type(node)(*after)


def _changed(value: Any, change: Callable[[Node], Node]) -> Any:
    if isinstance(value, Node):
        return change(value)
    if type(value) is tuple and value:
        items = [_changed(item, change) for item in value]
        return value if all(new is old for new, old in zip(items, value, strict=True)) else tuple(items)
    return value


def bottom_up(node: N, change: Callable[[Node], Node]) -> N:
    """A node with `change` applied to each part and then to itself."""
    return cast(N, change(rebuilt(node, lambda part: bottom_up(part, change))))


def body_bottom_up(body: Body, change: Callable[[Node], Node]) -> Body:
    """The same for the statements of a body."""
    return cast(Body, _changed(body, lambda stmt: bottom_up(stmt, change)))


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
        return rebuilt(part, change)

    return cast(N, change(node))


def replaced_in(body: Body, values: Mapping[Expr, Expr]) -> Body:
    """The same for the statements of a body."""
    return tuple(replaced(stmt, values) for stmt in body)


def _comprehension(node: Comprehension, values: Mapping[Expr, Expr]) -> Comprehension:
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


def ends(body: Body) -> Stmt | None:
    """The last statement of a body."""
    return body[-1] if body else None
