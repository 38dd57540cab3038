"""Listing functions: a list of those of many things that fit, or a sum over them, becomes a function of the module, so
that its answer can be memoised and equal lists are asked once.

Before and after, blocks offer the same. Sound, because such a list only reads the state and what it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rulewright.compiler.ir.expressions import (
    STATE,
    TRUE,
    Call,
    Collection,
    Compare,
    Comprehension,
    Expr,
    Item,
    Lit,
    Loop,
    Method,
    Name,
    Node,
    Not,
    Or,
    Slot,
    Star,
    both,
)
from rulewright.compiler.ir.facts import calls, names, slots
from rulewright.compiler.ir.rewrite import bottom_up, conjuncts, replaced, walk
from rulewright.compiler.ir.statements import Body, Function, Return, Set, Stmt
from rulewright.language.records import replace

_MANY: Final = ("among_", "those_")
_ACTOR: Final = 1  # the slot of a frame that tells who acts
WORTH: Final = 12  # nodes of what is asked of many things whoever acts, from which on a function lists those that fit


def extract(blocks: Mapping[int, Body], functions: dict[str, Function]) -> dict[int, Body]:
    """Blocks that call listing functions, which are added to the functions."""
    named: dict[Expr, str] = {}

    def function(params: int, listed: Expr, called: str = "list") -> str:
        if listed not in named:
            name = named[listed] = f"{called}_{len(named)}"
            functions[name] = Function(name, ("s", *(f"p{number}" for number in range(params))), (Return(listed),))
        return named[listed]

    def change(node: Node) -> Node:
        match node:
            case Comprehension("list", Name(item), (Loop((name,), of, _, _), *_)) if (
                item == name and _many(of) and _of_one(node)
            ):
                used = _used(node)
                params: dict[Expr, Expr] = {given: Name(f"p{number}") for number, given in enumerate(used)}
                plain = _with_item(replaced(node, params), name)
                return Call(function(len(used), plain), (STATE, *used))
            case Call("sum" | "len", (Comprehension(_, _, (Loop((name,), of, _, _), *_)) as counted,)) if _many(
                of
            ) and _of_one(node):
                used = _used(node)
                params = {given: Name(f"p{number}") for number, given in enumerate(used)}
                total = replace(node, args=(_with_item(replaced(counted, params), name),))
                return Call(function(len(used), total, "told"), (STATE, *used))
            case Call("any", (Comprehension("generator", _, (Loop((name,), of, _, False),)) as some,)) if _many(
                of
            ) and _of_one(node):
                return _any(node, some, function, functions)
            # What such things say, one after the other.
            case Comprehension(
                "list", Collection("tuple", (Name("c"), Star(Name("e")))),
                (Loop(("c",), Call(listed, (Name("s"), Slot() as slot))), Loop(("e",), Method(Name(), "get"))),
            ) if listed.startswith("list_"):  # fmt: skip
                return Call(function(1, replaced(node, {slot: Name("p0")})), (STATE, slot))
        return node

    return {
        label: tuple(bottom_up(stmt, change) if _lists(stmt) else stmt for stmt in body)
        for label, body in blocks.items()
    }


def _any(
    node: Call, some: Comprehension, function: Callable[[int, Expr], str], functions: Mapping[str, Function]
) -> Call:
    """Whether there are any of many things: what is asked of them whoever acts is asked by a function of its own.

    What else is asked (whether it is another place than this one, say) is asked of those that the function lists.
    """
    (loop,) = some.loops
    (name,) = loop.names
    parts = conjuncts(both(*loop.tests, some.value))
    first = [part for part in parts if slots(part) <= {_ACTOR} and not _locals(part) - {name}]
    rest = [part for part in parts if part not in first]
    if not rest or sum(_size(part, functions) for part in first) < WORTH:
        return node
    listed = Comprehension("list", Name(name), (replace(loop, tests=tuple(first)),))
    used = _used(listed)
    params: dict[Expr, Expr] = {given: Name(f"p{number}") for number, given in enumerate(used)}
    among = Call(function(len(used), _with_item(replaced(listed, params), name)), (STATE, *used))
    return Call("any", (Comprehension("generator", both(*rest), (Loop((name,), among),)),))


def _size(node: Node, functions: Mapping[str, Function]) -> int:
    """How much is asked by a test, with the functions that it calls, but not with those that they call."""
    bodies = (functions[name].body for name in calls(node) if name in functions)
    return sum(1 for _ in walk(node)) + sum(1 for body in bodies for _ in walk(body))


def _locals(node: Node) -> set[str]:
    return {name for name in names(node) if Name(name).is_local}


def stopping_early(
    functions: Mapping[str, Function], blocks: Mapping[int, Body]
) -> tuple[dict[str, Function], dict[int, Body]]:
    """Functions and blocks that ask whether there are any of what a function counts without counting all of them.

    Sound, because such a function only counts: it is 0 as long as nothing fits.
    """
    counting = {name: counted for name, of in functions.items() if (counted := _counted(of.body)) is not None}
    whether: dict[str, Function] = {}

    def change(node: Node) -> Node:
        match node:
            case Compare(Call(name, args, ()), "==" | ">" | ">=" as asked, Lit(int(number))) if (
                name in counting and number == (asked == ">=")
            ):
                some = f"some_{name}"
                told = Return(Call("any", (replace(counting[name], value=TRUE),)))
                whether[some] = Function(some, functions[name].params, (told,))
                return Not(Call(some, args)) if asked == "==" else Call(some, args)
        return node

    def better(body: Body) -> Body:
        return tuple(stmt if calls(stmt).isdisjoint(counting) else bottom_up(stmt, change) for stmt in body)

    found = {name: replace(of, body=better(of.body)) for name, of in functions.items()}
    changed = {label: better(body) for label, body in blocks.items()}
    return {**found, **{name: replace(of, body=better(of.body)) for name, of in whether.items()}}, changed


def _counted(body: Body) -> Comprehension | None:
    """What a function counts that does nothing else."""
    match body:
        case (Set(Name("v"), value, ""), Return(Name("v"))) | (Return(value),):
            match value:
                case Call("sum", (Comprehension("generator", Lit(1)) as counted,), ()):
                    return counted
    return None


def _lists(stmt: Stmt) -> bool:
    """Whether a list can stand in a statement that becomes a function."""
    return any(name.startswith("K_") for name in names(stmt)) or any(name.startswith(_MANY) for name in calls(stmt))


def _many(of: Expr) -> bool:
    """Whether a list goes through all things of a kind, also of those that are there now or that an adjective tells."""
    match of:
        case Name(table):
            return table.startswith("K_")
        case Call("list", (inner,)):
            return _many(inner)
        case Call(called):
            return called.startswith(_MANY)
    return False


def _used(node: Node) -> list[Expr]:
    """What a function of an expression must be given: slots and locals that it reads, or single items of these."""
    free, known = names(node), slots(node)
    found: dict[Expr, None] = {}

    def look(part: Node) -> None:
        if isinstance(part, Expr) and (_given(part, free, known) or _one_of(part, free, known)):
            found[part] = None
            return
        for inner in part.inside():
            look(inner)

    look(node)
    return list(found)


def _given(part: Node, free: set[str], known: set[int]) -> bool:
    """Whether an expression is a slot or a local from outside."""
    if isinstance(part, Slot):
        return part.number in known
    return isinstance(part, Name) and part.name in free and part.is_local


def _one_of(part: Expr, free: set[str], known: set[int]) -> bool:
    """Whether an expression is one item of what a slot or local holds, such as where a piece lies."""
    match part:
        case Item(Or((held, Collection())), Lit()) | Item(held, Lit()):
            return _given(held, free, known)
    return False


def _of_one(node: Node) -> bool:
    """Whether an expression reads its slots and locals as one thing each, and goes through none of them.

    What is given to a function stands in its memo: a list, which can change, cannot.
    """
    free, known = names(node), slots(node)
    for part in walk(node):
        match part:
            case Loop(_, held, _, _) | Star(held) | Compare(_, "in" | "not in", held):
                through: tuple[Expr, ...] = (held,)
            case Call("list" | "set" | "len" | "sum" | "max" | "min" | "sorted", args):
                through = args
            case _:
                continue
        if any(_given(held, free, known) for held in through):
            return False
    return True


def _with_item(node: Comprehension, name: str) -> Comprehension:
    """The same list with its item called `x`, so that equal lists are equal."""
    first, *rest = node.loops
    item: dict[Expr, Expr] = {Name(name): Name("x")}
    loops = [replace(first, names=("x",), tests=tuple(replaced(test, item) for test in first.tests))]
    for loop in rest:
        tests = tuple(replaced(test, item) for test in loop.tests)
        loops.append(replace(loop, of=replaced(loop.of, item), tests=tests))
    return Comprehension(node.kind, replaced(node.value, item), tuple(loops))
