"""Aggregates: sums of pieces by place that a state keeps beside its numbers.

Whether "a building" lies somewhere takes a sum over many kinds of pieces, and texts ask it of all spaces again and
again. Each such sum is an aggregate: `s.tallies` holds it for every place, in the order of the places. So a list of
those where something lies comes out of one run through neighbouring numbers. It follows from `s.n` and is neither
saved nor hashed; whatever changes a number that is added up there adds it up anew (`TALLY`, see `upkeep.py`).

`gather` replaces sums by aggregates, and `narrow` a search of many places by one run through their numbers. Sound,
because an aggregate always equals its sum when it is read: each change of a number is followed by its `TALLY`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from rulewright.compiler.ir.expressions import (
    TRUE,
    Binary,
    Call,
    Cell,
    Compare,
    Comprehension,
    Expr,
    Field,
    Item,
    Lit,
    Loop,
    Name,
    Node,
    both,
)
from rulewright.compiler.ir.facts import calls, cells, names
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.rewrite import bottom_up, conjuncts, replaced
from rulewright.compiler.ir.statements import Body, Function, Return, Set, Stmt

MANY = 2  # numbers added up from which an aggregate is made of the sum

Terms = tuple[tuple[str, int | None], ...]
"""What is added up: tables of pieces, each with the row that is meant, or None for the row that is asked for. What
counts several times stands there as often."""

Term = tuple[str, Expr, Expr]
"""One number that is added up: its table, its row and its place."""


class Aggregates:
    """The aggregates of one program.

    Attributes:
        tables: by name, the tables of pieces that are added up.
        made: by position in `State.tallies`, the positions of the numbers that are added up there; position 0 stays 0.
        fed: by the position of a number, where it is added up, and how often.
    """

    def __init__(self, constants: dict[str, Any]) -> None:
        self._constants = constants
        self._terms: dict[Terms, str] = {}
        self.tables: dict[str, frozenset[str]] = {}
        self.made: list[tuple[int, ...]] = [()]
        self.fed: dict[int, tuple[tuple[int, int], ...]] = {}

    def name(self, terms: Terms) -> str:
        """The table of an aggregate: positions by place, or by row and place."""
        if terms not in self._terms:
            name = self._terms[terms] = f"G_{len(self._terms)}"
            self.tables[name] = frozenset(table for table, _ in terms)
            by_row = terms[0][1] is None
            rows: dict[tuple[Any, ...], tuple[int, ...]] = {}
            table = []
            for row in range(len(self._constants[terms[0][0]]) if by_row else 1):
                lines = tuple(tuple(self._constants[of][row if fixed is None else fixed]) for of, fixed in terms)
                if lines not in rows:
                    rows[lines] = self._positions(lines)
                table.append(rows[lines])
            self._constants[name] = tuple(table) if by_row else table[0]
        return self._terms[terms]

    def _positions(self, lines: Sequence[Sequence[int]]) -> tuple[int, ...]:
        """Positions by place for the sums of what stands in the same place of some lines; 0 where nothing can lie."""
        line = []
        for together in zip(*lines, strict=True):
            added = tuple(cell for cell in together if cell)
            line.append(len(self.made) if added else 0)
            if added:
                for cell in dict.fromkeys(added):
                    self.fed[cell] = (*self.fed.get(cell, ()), (len(self.made), added.count(cell)))
                self.made.append(added)
        return tuple(line)

    def span(self, table: str, places: str) -> str | None:
        """The name of what cuts out the numbers of some places, by row where the table has rows.

        table: of an aggregate or of pieces; places: the name of a list of places. None where they do not stand side by
            side.
        """
        name = f"CUT_{table}_AT_{places.removeprefix('K_')}"
        if name not in self._constants:
            rows = self._constants.get(table)
            among = self._constants.get(places)
            if not rows or not among or min(among) < 0:
                return None
            by_row = not isinstance(rows[0], int)
            cuts = [_cut([line[place] for place in among]) for line in (rows if by_row else [rows])]
            if not all(cuts):
                return None
            self._constants[name] = tuple(cuts) if by_row else cuts[0]
        return name

    def constant(self, name: str) -> Any:
        """What a name stands for."""
        return self._constants[name]


def _cut(cells: Sequence[int]) -> slice | None:
    """What cuts out positions that stand side by side, or nothing where nothing can lie; None where they do not."""
    first = cells[0]
    if not any(cells):
        return slice(0, 0)
    return slice(first, first + len(cells)) if first and list(cells) == [*range(first, first + len(cells))] else None


# ------------------------------------------------------------ sums


def gather(body: Body, aggregates: Aggregates) -> Body:
    """Statements with an aggregate in the place of each sum of several numbers of one place."""

    def change(node: Node) -> Node:
        if isinstance(node, Binary) and node.op == "+":  # the longest sum, before the sums within it
            told = _gathered(node, aggregates)
            if told is not node:
                return change(told)
            return _sum([part if _term(part) else part.with_inside(change) for part in _addends(node)])
        return node.with_inside(change)

    whole = _weighed(body, aggregates)
    return (
        tuple(cast(Stmt, change(stmt)) if len(cells(stmt)) >= MANY else stmt for stmt in body)
        if whole is None
        else whole
    )


def _gathered(total: Binary, aggregates: Aggregates) -> Expr:
    """A sum with an aggregate in the place of neighbouring addends; the same object where there is none."""
    parts = _addends(total)
    found: list[Expr] = []
    run: list[Expr] = []
    for part in (*parts, None):
        if part is not None and _term(part) is not None:
            run.append(part)
            continue
        told = _aggregate([term for one in run if (term := _term(one))], aggregates) if len(run) >= MANY else None
        found += run if told is None else [told]
        found += [] if part is None else [part]
        run = []
    return total if tuple(found) == parts else _sum(found)


def _weighed(body: Body, aggregates: Aggregates) -> Body | None:
    """A number that is nothing but pieces of one place, each kind so many times, as an aggregate."""
    match body:
        case (Set(Name("v"), Lit(0), ""), *added, Return(Name("v"))) if added:
            terms: list[Term] = []
            for stmt in added:
                match stmt:
                    case Set(Name("v"), Binary(Lit(int(times)), "*", value), "+"):
                        pass
                    case Set(Name("v"), value, "+"):
                        times = 1
                    case _:
                        return None
                for part in _addends(value):
                    term = _term(part)
                    if term is None:
                        return None
                    terms += [term] * times
            told = _aggregate(terms, aggregates) if len(added) >= MANY or len(terms) >= MANY else None
            return None if told is None else (Set(Name("v"), told), Return(Name("v")))
    return None


def _addends(value: Expr) -> tuple[Expr, ...]:
    """What is added up in an expression."""
    match value:
        case Binary(left, "+", right):
            return (*_addends(left), *_addends(right))
    return (value,)


def _sum(parts: Sequence[Expr]) -> Expr:
    total = parts[0]
    for part in parts[1:]:
        total = Binary(total, "+", part)
    return total


def _term(value: Expr) -> Term | None:
    match value:
        case Cell(Item(Item(Name(table), row), place)) if table.startswith("I_"):
            return table, row, place
    return None


def _aggregate(terms: Sequence[Term], aggregates: Aggregates) -> Expr | None:
    """The aggregate of some terms, if they are of one place, and of one row or of rows that are known."""
    rows = {row for _, row, _ in terms}
    places = {place for *_, place in terms}
    known = all(isinstance(row, Lit) for row in rows)
    if len(places) != 1 or (len(rows) > 1 and not known):
        return None
    if len(rows) > 1:
        fixed = tuple((table, int(str(row.value))) for table, row, _ in terms if isinstance(row, Lit))
        return expr("s.tallies[{}[{}]]", aggregates.name(fixed), places.pop())
    name = aggregates.name(tuple((table, None) for table, _, _ in terms))
    return expr("s.tallies[{}[{}][{}]]", name, rows.pop(), places.pop())


# ------------------------------------------------------------ searches


Listed = Mapping[str, tuple[str, str, Expr]]
"""By function that lists some of the places of a kind: the list of all of them, the name of an item, and the test."""


def listings(functions: Mapping[str, Function]) -> Listed:
    """The functions that do nothing but list those places of a kind for which a test holds."""
    found = {}
    for name, of in functions.items():
        match of.body:
            case (
                Return(Call("tuple", (Comprehension("list", Name(item), (Loop((bound,), Name(places), (test,)),)),))),
            ):
                if of.params == ("s",) and item == bound and _is_kind(places):
                    found[name] = places, item, test
    return found


def narrow(body: Body, aggregates: Aggregates, listed: Listed) -> Body:
    """Statements that pick the places where something lies all at once, instead of going through them one by one."""

    def change(node: Node) -> Node:
        match node:
            case Call("sum", (Comprehension(kind, Cell() as value, (loop,), None),), ()):  # nothing adds nothing
                narrowed = _narrowed(loop, aggregates, listed, Compare(value, ">", Lit(0)))
                return node if narrowed is loop else Call("sum", (Comprehension(kind, value, (narrowed,)),))
            case Call("any", (Comprehension("generator", value, (Loop(names, of, tests),)),), ()):
                asked = Loop(names, of, (*tests, value))
                narrowed = _narrowed(asked, aggregates, listed)
                return node if narrowed is asked else Call("any", (Comprehension("generator", TRUE, (narrowed,)),))
            case Comprehension(kind, value, loops, key):
                return Comprehension(kind, value, tuple(_narrowed(loop, aggregates, listed) for loop in loops), key)
        return node

    def concerned(stmt: Stmt) -> bool:
        return any(map(_is_kind, names(stmt))) or not calls(stmt).isdisjoint(listed)

    return tuple(bottom_up(stmt, change) if concerned(stmt) else stmt for stmt in body)


def _is_kind(name: str) -> bool:
    """Whether a name is that of a list of all places of a kind."""
    return name.startswith("K_")


def _narrowed(loop: Loop, aggregates: Aggregates, listed: Listed, known: Expr = TRUE) -> Loop:
    """A loop that goes only through places where something lies, if it asks for that; the same object if not.

    known: holds of all that count, though the loop does not test it.
    """
    if len(loop.names) != 1:
        return loop
    name = loop.names[0]
    match loop.of:
        case Name(places) if _is_kind(places):
            first: tuple[Expr, ...] = ()
        case Call("list", (Call(function),)) | Call(function) if function in listed:
            places, item, test = listed[function]
            first = (replaced(test, {Name(item): Name(name)}),)
        case _:
            return loop
    tests = [part for test in loop.tests for part in conjuncts(test)]
    for number, test in enumerate((*tests, known)):
        picked = _picked(test, name, places, aggregates)
        if picked is not None:
            rest = both(*first, *tests[:number], *tests[number + 1 :])
            return Loop(loop.names, picked, () if rest == TRUE else (rest,))
    return loop


def _picked(test: Expr, name: str, places: str, aggregates: Aggregates) -> Expr | None:
    """Those of some places for which a test holds, if it says that something lies there."""
    match test:
        case Compare(Cell(Item(of, Name(at))), ">", Lit(0)) if at == name:
            numbers: Expr = Name("n")
        case Compare(Item(Field("tallies"), Item(of, Name(at))), ">", Lit(0)) if at == name:
            numbers = Field("tallies")
        case _:
            return None
    match of:
        case Name(table):
            row = None
        case Item(Name(table), row) if name not in names(row):
            pass
        case _:
            return None
    cut = aggregates.span(table, places) if table.startswith(("I_", "G_")) else None
    if cut is None or isinstance(aggregates.constant(cut), slice) != (row is None):
        return None
    chosen = Name(cut) if row is None else Item(Name(cut), row)
    found = Cell(chosen) if numbers == Name("n") else Item(numbers, chosen)
    return Call("compress", (Name(places), found))
