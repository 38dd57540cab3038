"""Common subexpressions: what is evaluated several times is evaluated once, into a local.

Before and after, everything means the same: only what reads the state without changing it is shared, within statements
that change nothing in between, and only where it is evaluated in any case: what a guard prevents stays prevented.
"""

from __future__ import annotations

from collections import Counter

from rulewright.compiler.ir.expressions import Call, Comprehension, Expr, Item, Name, Node, Slot
from rulewright.compiler.ir.rewrite import always_evaluated, nested, parts, replaced, replaced_in, walk
from rulewright.compiler.ir.statements import Body, Do, If, Return, Set, Stmt

OFTEN_ASKED = 3  # times a function asks the same before it asks once
OFTEN = 4  # times a row of a table is looked up in a statement before it is kept


def ask_once(body: Body) -> Body:
    """The body of a number's function, with what it asks again and again of its own arguments asked once."""
    calls = Counter(node for stmt in body for node in walk(stmt) if isinstance(node, Call) and _is_state(node))
    number = 0
    for call, times in calls.items():
        if times < OFTEN_ASKED:
            continue
        for at, stmt in enumerate(body):
            if call in set(walk(stmt)):
                if call in always_evaluated(_first(stmt)):
                    name = Name(f"h{number}")
                    number += 1
                    rest = replaced_in(body[at:], {call: name})
                    body = (*body[:at], Set(name, call), *rest)
                break
    return body


def _is_state(call: Call) -> bool:
    """Whether a call asks a condition of the lexicon of the function's own arguments."""
    match call.args:
        case (Name("s"), *args):
            return call.function.startswith("st_") and all(isinstance(arg, Name) for arg in args)
    return False


def _first(stmt: Stmt) -> Expr | Stmt:
    """What of a statement is evaluated whenever it is reached."""
    return stmt.test if isinstance(stmt, If) else stmt


def share_rows(body: Body) -> Body:
    """Statements that look a row of a table up once where they would do so often: `I_worker[f[1]]` becomes a local."""
    return nested(body, lambda inner: tuple(new for stmt in inner for new in _shared(stmt)))


def _shared(stmt: Stmt) -> Body:
    whole: Expr | Stmt
    match stmt:
        case Set() | Do() | Return():
            whole = stmt
        case If(test):
            whole = test
        case _:
            return (stmt,)
    rows = Counter(_rows(whole))
    often = [row for row, times in rows.items() if times >= OFTEN]
    sure = set(always_evaluated(whole)) if often else set()
    before: list[Stmt] = []
    for number, row in enumerate(often):
        if row in sure:
            name = Name(f"t{number}")
            before.append(Set(name, row))
            if isinstance(stmt, If):
                stmt = If(replaced(stmt.test, {row: name}), stmt.then, stmt.otherwise)
            else:
                stmt = replaced(stmt, {row: name})
    return (*before, stmt)


def _rows(node: Node) -> list[Expr]:
    """The rows of tables of pieces that a node looks up, apart from those within comprehensions."""
    found: list[Expr] = []

    def look(part: Node) -> None:
        match part:
            case Comprehension():
                return
            case Item(Name(table), Name() | Slot()) if table.startswith("I_"):
                found.append(part)
        for inner in parts(part):
            look(inner)

    look(node)
    return found
