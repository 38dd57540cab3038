"""Peephole optimisation: replace short sequences of statements by shorter ones that do the same.

Before and after, functions and blocks mean the same; only what is written changes. `simplify` comes first: a test that
was made just before is left out, a function that cannot fail is not asked whether it failed, and a loop that moves one
piece at a time becomes one bulk move. `compact` comes last: whether one of several neighbouring cards lies somewhere is
one search; statements of which each is for another card, say, are passed over together where it is none of these, and
those of them that say the same of their cards are one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from rulewright.compiler.ir.expressions import (
    FAIL,
    Binary,
    Call,
    Cell,
    Collection,
    Compare,
    Comprehension,
    Expr,
    Field,
    Item,
    Lit,
    Loop,
    Method,
    Name,
    Node,
    Not,
    Or,
    Part,
    Slot,
    both,
    either,
)  # fmt: skip
from rulewright.compiler.ir.facts import READS_NAME, calls, cells, facts, fails, fields, names
from rulewright.compiler.ir.quote import stmts
from rulewright.compiler.ir.rewrite import bottom_up, conjuncts, nested, replaced, walk
from rulewright.compiler.ir.statements import Body, Do, Fail, For, Function, If, Jump, Return, Set, Stmt
from rulewright.compiler.passes.inline import inliner, short_functions
from rulewright.language.records import replace

_FAIL = (Fail(),)
FEW: Final = 3  # statements that are for one value each; fewer are not worth a test of their own


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
        {label: _at_once(label, nested(nested(body, _untested), better), functions) for label, body in blocks.items()},
    )


def _at_once(label: int, body: Body, functions: Mapping[str, Function]) -> Body:
    """A block that goes round as long as a counter is lower than a number, and adds the same each time, adds it all."""
    match body:
        case (
            If(Not(Compare(Slot() as counter, "<", Slot() | Lit() as end)), (Jump(),) as out, ()),
            *more,
            Set(Slot() as counted, Binary(Slot() as before, "+", Lit(1)), ""),
            Jump(again),
        ) if counter == counted == before and counter != end and again == label:
            changed = {counter, *(stmt.target for stmt in more if isinstance(stmt, Set))}
            if end not in changed and all(_adds(stmt, changed, functions) for stmt in more):
                first = stmts("k = max(0, {0} - {1})", end, counter)
                added = [stmts("{0} = {0} + k * {1}", stmt.target, stmt.value.right)[0] for stmt in more]  # type: ignore[attr-defined]
                return (*first, *added, *stmts("{0} = {0} + k", counter), *out)
    return body


def _adds(stmt: Stmt, changed: set[Expr], functions: Mapping[str, Function]) -> bool:
    """Whether a statement adds to a slot what stays the same while these slots change."""
    match stmt:
        case Set(Slot() as target, Binary(first, "+", price), "") if first == target:
            within = set(_called_by(price, functions))
            return not any(part in changed for part in walk(price)) and within <= functions.keys() | {"max", "min"}
    return False


def _called_by(expr: Expr, functions: Mapping[str, Function]) -> set[str]:
    """The functions that an expression calls, with those that these call."""
    found: set[str] = set()
    todo = calls(expr)
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo |= calls(functions[name].body) if name in functions else set()
    return found


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
    """Moving one piece so many times is moving so many pieces; none are moved where there are too few.

    So is paying the same so many times.
    """
    match stmt:
        case For(
            (name,),
            Call("range", (times,)),
            (If(Compare(Cell() as paid, "<", price), then, ()), Set(Cell() as lessened, less, "-")),
        ) if then == _FAIL and paid == lessened and price == less and _same_each_time(price, paid, name, functions):
            lacking = If(both(Compare(times, ">", Lit(0)), Compare(paid, "<", Name("k"))), then)
            return stmts("k = max(0, {0}) * {1}\n{2}\n{3} -= k", times, price, lacking, paid)
        case For(_, Call("range", (times,)), (single,)):
            moved = _single_move(single, functions)
            if moved is not None and moved[0] != moved[1]:
                lacking = If(Compare(moved[0], "<", Name("k")), _failing(single))
                return stmts("k = max(0, {0})\n{3}\n{1} -= k\n{2} += k", times, *moved, lacking)
    return (stmt,)


def _same_each_time(price: Expr, paid: Cell, item: str, functions: Mapping[str, Function]) -> bool:
    """Whether a price stays the same while it is paid again and again."""
    called = {name: functions[name] for name in _called_by(price, functions) if name in functions}
    (told,) = inliner(short_functions(called))((Return(price),))
    assert isinstance(told, Return)
    price = told.value
    if item in names(price) | names(paid) or calls(price) - {"max", "min"} or not fields(price) <= {"n"}:
        return False
    match paid.index:
        case Binary(Lit() as first, "+", seat):
            return all(
                isinstance(index, Binary) and isinstance(index.left, Lit) and index.left != first
                and (index.op, index.right) == ("+", seat)
                for index in cells(price)
            )  # fmt: skip
    return not cells(price)


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


# ------------------------------------------------------------ compact


def compact(body: Body, constants: Mapping[str, Any]) -> Body:
    """Statements with fewer tests. constants: what the names of the module stand for."""

    def change(node: Node) -> Node:
        match node:
            case Or(parts):
                return either(*_searches(parts))
            case Call("sum", (Comprehension("generator", Lit(1), (Loop((name,), Name(cards), (test,)),)),), ()):
                return _counted(test, name, constants.get(cards, ())) or node
        return node

    return nested(tuple(bottom_up(stmt, change) if "where" in fields(stmt) else stmt for stmt in body), _by_value)


def _searches(tests: Sequence[Expr]) -> Iterator[Expr]:
    """Tests whether one of several cards lies in a place, those of neighbouring cards as one search."""

    def neighbours(numbered: tuple[int, Expr]) -> tuple[Any, ...]:
        number, test = numbered
        match test:
            case Compare(Item(Field("where"), Lit(int(card))), "==", Name() | Slot() | Lit() as place):
                return card - number, place
        return (number, None)

    for (_, place), group in groupby(enumerate(tests), neighbours):
        some = [test for _, test in group]
        if place is None or len(some) < FEW:
            yield from some
        else:
            first = some[0].left.index.value  # type: ignore[attr-defined]
            yield Compare(place, "in", _places(first, len(some)))


def _counted(test: Expr, name: str, cards: Any) -> Expr | None:
    """How many of some cards lie in a place, where these cards are neighbours; None where they are not."""
    match test:
        case Compare(Item(Field("where"), Name(card)), "==", Name() | Slot() | Lit() as place) if (
            card == name and place != Name(name)
        ):
            if len(cards) >= FEW and list(cards) == [*range(cards[0], cards[0] + len(cards))]:
                return Method(_places(cards[0], len(cards)), "count", (place,))
    return None


def _places(first: int, count: int) -> Expr:
    """Where some neighbouring cards lie."""
    return Part(Field("where"), Lit(first), Lit(first + count))


def _by_value(body: Body) -> Body:
    """Statements, with a test before those of which each is for another value of the same number."""
    found: list[Stmt] = []
    for number, group in groupby(body, _asked_number):
        some = tuple(group)
        if number is None or len(some) < FEW:
            found += some
        else:
            every = dict.fromkeys(value for stmt in some for value in _values(stmt, number))
            found.append(If(_one_of(number, every), _alike(some, number, len(every))))
    return tuple(found)


def _asked_number(stmt: Stmt) -> Expr | None:
    """The number that a statement asks for a known value, and that stays the same whatever the statement does."""
    match stmt:
        case If(test, (Set(Name(), value),), ()) if not calls(value):
            for part in conjuncts(test):
                match part:
                    case Compare(Lit(int()), "==", Cell(Binary(Lit(), "+", Name())) as number):
                        return number
    return None


def _values(stmt: Stmt, number: Expr) -> list[Expr]:
    assert isinstance(stmt, If)
    return [part.left for part in conjuncts(stmt.test) if isinstance(part, Compare) and part.right == number]


def _one_of(number: Expr, values: Iterable[Expr]) -> Expr:
    return Compare(number, "in", Collection("set", tuple(values)))


def _alike(some: Body, number: Expr, count: int) -> Body:
    """Statements for one value each, where those that say the same of their values (of copies of a card) are one.

    Sound, since the number has one of the values: it does not matter in which order statements for others stand.

    Args:
        count: how many values the number may have here.
    """
    found: list[tuple[If, list[Expr], Stmt]] = []  # what is said of the number, for which values; the first as it was
    for stmt in some:
        values = _values(stmt, number)
        said = _said_of(stmt, number, values)
        at = next((at for at, (other, _, _) in enumerate(found) if other == said), None)
        if at is None or any(value in later for _, later, _ in found[at:] for value in values):
            found.append((said, values, stmt))
        else:
            found[at][1].extend(values)

    def written(said: If, values: list[Expr], first: Stmt) -> Stmt:
        if len(values) == 1:
            return first
        return If(both(*(() if len(values) == count else (_one_of(number, values),)), said.test), said.then)

    return tuple(written(*one) for one in found)


def _said_of(stmt: Stmt, number: Expr, values: list[Expr]) -> If:
    """What a statement for a value says of the number when it has this value; itself where it is for several."""
    assert isinstance(stmt, If)
    if len(values) > 1:
        return stmt
    rest = (part for part in conjuncts(stmt.test) if part != Compare(values[0], "==", number))
    return replaced(If(both(*rest), stmt.then), {values[0]: number})
