"""What a node reads, writes, calls and leads to: gathered from its parts once, and kept with it.

A fact is a pair of its kind and what it is about, such as `(READS_SLOT, 3)`. What a fact means for a position (which
pieces lie in a cell, what a function of the runtime changes) is told by `passes/effects/`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from rulewright.compiler.ir.expressions import (
    Call,
    Cell,
    Collection,
    Comprehension,
    Expr,
    Field,
    Item,
    Lit,
    Method,
    Name,
    Node,
    Part,
    Slot,
    Star,
)  # fmt: skip
from rulewright.compiler.ir.statements import Attempt, Body, Enter, Fail, Finish, For, Jump, Set, Settle

READS_NAME: Final = "reads name"  # a local, parameter or constant that the node does not bind itself
READS_SLOT: Final = "reads slot"
READS_CELL: Final = "reads cell"  # with the index of the number
READS_FIELD: Final = "reads field"  # of the state
CALLS: Final = "calls"  # a function by its name
CALLS_METHOD: Final = "calls method"  # of a value that is not the state
SETS_NAME: Final = "sets name"
SETS_SLOT: Final = "sets slot"
SETS_CELL: Final = "sets cell"
SETS_FIELD: Final = "sets field"
JUMPS: Final = "jumps"  # to a block of the same procedure
ENTERS: Final = "enters"  # a procedure by its name, "" for a payment
TRIES: Final = "tries"  # a block, on a copy of the state
FAILS: Final = "fails"

Facts = frozenset[tuple[str, Any]]
NOTHING: Final[Facts] = frozenset()


def facts(node: Node | Body) -> Facts:
    """All facts of a node, or of the statements of a body together."""
    if type(node) is tuple:
        return NOTHING.union(*map(facts, node))
    try:
        return node._facts  # type: ignore[union-attr, no-any-return]
    except AttributeError:
        found = _OWN.get(type(node), _all)(node)  # type: ignore[arg-type]
        object.__setattr__(node, "_facts", found)
        return found


def names(node: Node | Body) -> set[str]:
    """The names that a node reads and does not bind itself."""
    return {what for kind, what in facts(node) if kind is READS_NAME}


def slots(node: Node | Body) -> set[int]:
    """The slots of the frame that a node reads."""
    return {what for kind, what in facts(node) if kind is READS_SLOT}


def cells(node: Node | Body) -> set[Expr]:
    """The indices of the state's numbers that a node reads."""
    return {what for kind, what in facts(node) if kind is READS_CELL}


def fields(node: Node | Body) -> set[str]:
    """The fields of the state that a node reads."""
    return {what for kind, what in facts(node) if kind is READS_FIELD}


def calls(node: Node | Body) -> set[str]:
    """The functions that a node calls."""
    return {what for kind, what in facts(node) if kind is CALLS}


def methods(node: Node | Body) -> set[str]:
    """The methods that a node calls, of values that are not the state."""
    return {what for kind, what in facts(node) if kind is CALLS_METHOD}


def set_names(node: Node | Body) -> set[str]:
    """The names that a node gives a value."""
    return {what for kind, what in facts(node) if kind is SETS_NAME}


def set_slots(node: Node | Body) -> set[int]:
    """The slots of the frame that a node gives a value."""
    return {what for kind, what in facts(node) if kind is SETS_SLOT}


def set_cells(node: Node | Body) -> set[Expr]:
    """The indices of the state's numbers that a node gives a value."""
    return {what for kind, what in facts(node) if kind is SETS_CELL}


def set_fields(node: Node | Body) -> set[str]:
    """The fields of the state that a node gives a value."""
    return {what for kind, what in facts(node) if kind is SETS_FIELD}


def jumps(node: Node | Body) -> set[int]:
    """The blocks of the same procedure that a node goes to."""
    return {what for kind, what in facts(node) if kind is JUMPS}


def tried(node: Node | Body) -> set[int]:
    """The blocks that a node runs on a copy of the state, to see whether they fail."""
    return {what for kind, what in facts(node) if kind is TRIES}


def enters(node: Node | Body) -> set[str]:
    """The procedures whose frames a node begins; "" is a payment."""
    return {what for kind, what in facts(node) if kind is ENTERS}


def fails(node: Node | Body) -> bool:
    """Whether an act can fail at a node itself, apart from what it calls."""
    return (FAILS, "") in facts(node)


@cache
def _one(kind: str, what: Any) -> Facts:
    return frozenset(((kind, what),))


def _all(node: Node) -> Facts:
    """The facts of a node's parts."""
    found = NOTHING
    for part in node.inside():
        more = facts(part)
        if more and more is not found:
            found = found | more if found else more
    return found


def _of_call(node: Call) -> Facts:
    match node:
        case Call("CAN", (_, Lit(int(label)))):
            return frozenset(((CALLS, "CAN"), (TRIES, label), (READS_NAME, "s")))
    return _all(node) | _one(CALLS, node.function)


def _of_comprehension(node: Comprehension) -> Facts:
    return _all(node) - {(READS_NAME, name) for loop in node.loops for name in loop.names}


def _of_set(node: Set) -> Facts:
    match node:
        case Set(Slot(0), Lit(int(label)), ""):  # where the frame goes on
            return frozenset(((JUMPS, label), (SETS_SLOT, 0)))
        case Set(target, value, op):
            return facts(value).union(_inside(target), _set(target), facts(target) if op else NOTHING)
    raise AssertionError(node)


def _of_for(node: For) -> Facts:
    return _all(node).union(*(_one(SETS_NAME, name) for name in node.names))


def _of_enter(node: Enter) -> Facts:
    return _all(node) | {(ENTERS, node.procedure), (JUMPS, node.then), (SETS_FIELD, "stack")}


_OWN: dict[type[Node], Callable[[Any], Facts]] = {
    Lit: lambda node: NOTHING,
    Name: lambda node: _one(READS_NAME, node.name),
    Slot: lambda node: _one(READS_SLOT, node.number),
    Field: lambda node: _one(READS_FIELD, node.name),
    Cell: lambda node: facts(node.index) | _one(READS_CELL, node.index),
    Call: _of_call,
    Method: lambda node: _all(node) | _one(CALLS_METHOD, node.name),
    Comprehension: _of_comprehension,
    Set: _of_set,
    For: _of_for,
    Jump: lambda node: _one(JUMPS, node.label),
    Enter: _of_enter,
    Finish: lambda node: _one(SETS_FIELD, "stack"),
    Attempt: lambda node: _one(SETS_FIELD, "attempts"),
    Settle: lambda node: _one(SETS_FIELD, "attempts"),
    Fail: lambda node: _one(FAILS, ""),
}
"""What classes of nodes say beside, or instead of, what their parts do."""


def _inside(target: Expr) -> Facts:
    """What is read to find the place that gets a value."""
    match target:
        case Cell(index):
            return facts(index)
        case Item(of, index):
            return facts(of) | facts(index)
        case Collection(_, items):
            return NOTHING.union(*map(_inside, items))
        case Star(of):
            return _inside(of)
    return NOTHING


def _set(target: Expr) -> Facts:
    """What gets a value."""
    match target:
        case Name(name):
            return _one(SETS_NAME, name)
        case Slot(number):
            return _one(SETS_SLOT, number)
        case Cell(index):
            return _one(SETS_CELL, index)
        case Field(name):
            return _one(SETS_FIELD, name)
        case Part(Name("f"), Lit(int(low)), Lit(int(high)), None):
            return frozenset((SETS_SLOT, slot) for slot in range(low, high))
        case Item(of, _) | Star(of):
            return _set(of)
        case Collection(_, items):
            return NOTHING.union(*map(_set, items))
    raise TypeError(f"no place for a value: {target!r}")
