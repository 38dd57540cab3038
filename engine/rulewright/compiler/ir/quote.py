"""Nodes from templates: `expr("n[{} + {}] > 0", row, seat)` is the tree of these words with the holes filled.

A template is a string of the compiler's own source, so it is read once and kept; what fills a hole is a node, a number
(a literal) or a string (a name), and is never read. So a template says at a glance what comes out, and nothing that was
generated is parsed again.

Holes: `{}` takes one expression, name or literal; `*{}` in a call or collection all of a sequence; `{}` as the function
of a call its name; `{}` as a statement of its own a statement or a body.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import cache
from keyword import iskeyword
from string import Formatter
from textwrap import dedent
from typing import Any

from rulewright.compiler.ir.expressions import (
    FAIL,
    And,
    Binary,
    Call,
    Cell,
    Collection,
    Compare,
    Comprehension,
    Expr,
    Field,
    IfElse,
    Item,
    Lit,
    Loop,
    Method,
    Name,
    Negative,
    Not,
    Or,
    Part,
    Slot,
    Star,
    Table,
)  # fmt: skip
from rulewright.compiler.ir.statements import (
    Attempt,
    Body,
    Break,
    Do,
    Enter,
    Fail,
    Finish,
    For,
    If,
    Jump,
    Leave,
    Return,
    Set,
    Settle,
    Stmt,
    While,
)  # fmt: skip

Hole = Expr | int | str | None | Sequence[Any]

_HOLE = "_hole"
_BINARY: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%", ast.BitXor: "^", ast.BitAnd: "&",
    ast.BitOr: "|", ast.LShift: "<<", ast.RShift: ">>",
}  # fmt: skip
_COMPARE: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.In: "in",
    ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not",
}  # fmt: skip
_COLLECTIONS: dict[type[ast.expr], str] = {ast.Tuple: "tuple", ast.List: "list", ast.Set: "set"}
_COMPREHENSIONS: dict[type[ast.expr], str] = {
    ast.ListComp: "list", ast.SetComp: "set", ast.GeneratorExp: "generator", ast.DictComp: "dict"
}  # fmt: skip


def expr(template: str, *holes: Hole) -> Expr:
    """The expression that a template stands for.

    >>> expr("n[{} + {}]", 12, Slot(1))
    Cell(index=Binary(left=Lit(value=12), op='+', right=Slot(number=1)))

    Raises:
        ValueError: the template is not an expression of the closed set.
    """
    made: Expr = _expression(template)(holes)
    return made


def stmts(template: str, *holes: Hole | Stmt | Body) -> Body:
    """The statements that a template stands for.

    >>> stmts("if {}: return FAIL", Name("x"))
    (If(test=Name(name='x'), then=(Fail(),), otherwise=()),)

    Raises:
        ValueError: the template holds something outside of the closed set.
    """
    made: Body = _statements(template)(holes)
    return made


def as_expr(value: Hole) -> Expr:
    """What fills a hole as an expression: a number is a literal, a string a name."""
    if isinstance(value, Expr):
        return value
    if value is None or isinstance(value, int):
        return Lit(value)
    if isinstance(value, str) and value.isidentifier() and not iskeyword(value):
        return Name(value)
    raise ValueError(f"{value!r} fills no hole")


def _with_names(template: str) -> str:
    """A template with a name for each hole."""
    parts = []
    number = 0
    for text, field, _, _ in Formatter().parse(template):
        parts.append(text)
        if field is not None:
            parts.append(f"{_HOLE}{field or number}")
            number += 1
    return "".join(parts)


Make = Callable[[Sequence[Any]], Any]
"""What makes a node, or several, of what fills the holes of a template: the template is taken apart only once."""


@cache
def _expression(template: str) -> Make:
    return _made(ast.parse(_with_names(template), mode="eval").body)


@cache
def _statements(template: str) -> Make:
    return _body(ast.parse(dedent(_with_names(template))).body)


def _hole(tree: ast.AST) -> int | None:
    """Which hole a name stands for, if it stands for one."""
    if isinstance(tree, ast.Name) and tree.id.startswith(_HOLE):
        return int(tree.id.removeprefix(_HOLE))
    return None


def _made(tree: ast.expr) -> Make:
    """What makes an expression. One without holes is made at once: it is the same each time."""
    hole = _hole(tree)
    if hole is not None:
        return lambda holes: value if isinstance(value := holes[hole], Expr) else as_expr(value)
    read = _EXPRESSIONS.get(type(tree))
    if read is None:
        raise ValueError(f"no expression of the program: {ast.unparse(tree)}")
    make = read(tree)
    if any(_hole(part) is not None for part in ast.walk(tree)):
        return make
    made = make(())
    return lambda holes: made


def _named(name: str) -> Callable[[Sequence[Any]], str]:
    """What makes a name, given as a string where there is a hole."""
    if not name.startswith(_HOLE):
        return lambda holes: name
    hole = int(name.removeprefix(_HOLE))

    def make(holes: Sequence[Any]) -> str:
        value = holes[hole]
        if isinstance(value, Name):
            return value.name
        if isinstance(value, str):
            return value
        raise ValueError(f"a name was expected, not {value!r}")

    return make


def _name(tree: ast.Name) -> Make:
    return lambda holes: Name(tree.id)


def _constant(tree: ast.Constant) -> Make:
    assert tree.value is None or isinstance(tree.value, int | str), tree.value
    value = tree.value
    return lambda holes: Lit(value)


def _attribute(tree: ast.Attribute) -> Make:
    if isinstance(tree.value, ast.Name) and tree.value.id == "s":
        return lambda holes: Field(tree.attr)
    raise ValueError(f"no part of the state: {ast.unparse(tree)}")


def _subscript(tree: ast.Subscript) -> Make:
    of = _made(tree.value)
    if isinstance(tree.slice, ast.Slice):
        ends = (tree.slice.lower, tree.slice.upper, tree.slice.step)
        parts = [None if part is None else _made(part) for part in ends]
        return lambda holes: Part(of(holes), *(None if part is None else part(holes) for part in parts))
    index = _made(tree.slice)
    name = tree.value.id if isinstance(tree.value, ast.Name) else ""
    if name == "n":
        return lambda holes: Cell(index(holes))
    if name != "f":
        return lambda holes: Item(of(holes), index(holes))

    def make(holes: Sequence[Any]) -> Expr:
        at = index(holes)
        return Slot(at.value) if isinstance(at, Lit) and isinstance(at.value, int) else Item(of(holes), at)

    return make


def _call(tree: ast.Call) -> Make:
    args = _items(tree.args)
    given = [(str(option.arg), _made(option.value)) for option in tree.keywords]

    def options(holes: Sequence[Any]) -> tuple[tuple[str, Expr], ...]:
        return tuple([(name, value(holes)) for name, value in given])

    if isinstance(tree.func, ast.Name):
        name = _named(tree.func.id)
        return lambda holes: Call(name(holes), args(holes), options(holes) if given else ())
    if isinstance(tree.func, ast.Attribute) and not given:
        method = tree.func.attr
        if isinstance(tree.func.value, ast.Name) and tree.func.value.id == "s":
            return lambda holes: Call(f"s.{method}", args(holes))
        of = _made(tree.func.value)
        return lambda holes: Method(of(holes), method, args(holes))
    if isinstance(tree.func, ast.Attribute) and isinstance(tree.func.value, ast.Name):
        function = f"{tree.func.value.id}.{tree.func.attr}"
        return lambda holes: Call(function, args(holes), options(holes))
    raise ValueError(f"no call of the program: {ast.unparse(tree)}")


def _bool_op(tree: ast.BoolOp) -> Make:
    kind, parts = (And if isinstance(tree.op, ast.And) else Or), [_made(part) for part in tree.values]
    return lambda holes: kind(tuple([part(holes) for part in parts]))


def _unary_op(tree: ast.UnaryOp) -> Make:
    of = _made(tree.operand)
    if isinstance(tree.op, ast.Not):
        return lambda holes: Not(of(holes))
    if isinstance(tree.op, ast.USub):
        return lambda holes: _negative(of(holes))
    raise ValueError(f"no operator of the program: {ast.unparse(tree)}")


def _negative(of: Expr) -> Expr:
    return Lit(-of.value) if isinstance(of, Lit) and isinstance(of.value, int) else Negative(of)


def _compare(tree: ast.Compare) -> Make:
    first, *others = [_made(part) for part in (tree.left, *tree.comparators)]
    ops = [_COMPARE[type(op)] for op in tree.ops]
    if len(ops) == 1:
        (op,), (second,) = ops, others
        return lambda holes: Compare(first(holes), op, second(holes))

    def make(holes: Sequence[Any]) -> Expr:
        values = [first(holes), *(other(holes) for other in others)]
        return And(tuple(map(Compare, values, ops, values[1:])))

    return make


def _bin_op(tree: ast.BinOp) -> Make:
    left, op, right = _made(tree.left), _BINARY[type(tree.op)], _made(tree.right)
    return lambda holes: Binary(left(holes), op, right(holes))


def _if_exp(tree: ast.IfExp) -> Make:
    test, then, otherwise = _made(tree.test), _made(tree.body), _made(tree.orelse)
    return lambda holes: IfElse(test(holes), then(holes), otherwise(holes))


def _collection(tree: ast.Tuple | ast.List | ast.Set) -> Make:
    kind, items = _COLLECTIONS[type(tree)], _items(tree.elts)
    return lambda holes: Collection(kind, items(holes))


def _dict(tree: ast.Dict) -> Make:
    pairs = [(_made(key), _made(value)) for key, value in zip(tree.keys, tree.values, strict=True) if key is not None]
    return lambda holes: Table(tuple([(key(holes), value(holes)) for key, value in pairs]))


def _starred(tree: ast.Starred) -> Make:
    of = _made(tree.value)
    return lambda holes: Star(of(holes))


def _comprehension(tree: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Make:
    kind = _COMPREHENSIONS[type(tree)]
    loops = [_loop(loop) for loop in tree.generators]
    value = _made(tree.value if isinstance(tree, ast.DictComp) else tree.elt)
    key = _made(tree.key) if isinstance(tree, ast.DictComp) else None
    return lambda holes: Comprehension(
        kind, value(holes), tuple([loop(holes) for loop in loops]), None if key is None else key(holes)
    )


def _loop(tree: ast.comprehension) -> Make:
    names, starred = _targets(tree.target)
    of, tests = _made(tree.iter), [_made(test) for test in tree.ifs]
    return lambda holes: Loop(names(holes), of(holes), tuple([test(holes) for test in tests]), starred)


def _targets(tree: ast.expr) -> tuple[Callable[[Sequence[Any]], tuple[str, ...]], bool]:
    """What makes the names that an item is given, and whether the last takes what is left."""
    if isinstance(tree, ast.Name):
        only = _named(tree.id)
        return lambda holes: (only(holes),), False
    assert isinstance(tree, ast.Tuple), ast.unparse(tree)
    last = tree.elts[-1]
    starred = isinstance(last, ast.Starred)
    parts = [*tree.elts[:-1], last.value if isinstance(last, ast.Starred) else last]
    names = [_named(part.id) for part in parts if isinstance(part, ast.Name)]
    return lambda holes: tuple([name(holes) for name in names]), starred


def _items(trees: Sequence[ast.expr]) -> Make:
    """What makes the items of a call or collection, those of a sequence that fills a hole among them."""
    parts = [(_hole(tree.value) if isinstance(tree, ast.Starred) else None, _made(tree)) for tree in trees]
    if all(several is None for several, _ in parts):
        return lambda holes: tuple([make(holes) for _, make in parts])

    def make_all(holes: Sequence[Any]) -> tuple[Expr, ...]:
        found: list[Expr] = []
        for several, make in parts:
            if several is not None and isinstance(holes[several], list | tuple):
                found += map(as_expr, holes[several])
            else:
                found.append(make(holes))
        return tuple(found)

    return make_all


# ------------------------------------------------------------ statements


def _body(trees: Sequence[ast.stmt]) -> Make:
    """What makes the nodes of statements."""
    makes = []
    for tree in trees:
        read = _STATEMENTS.get(type(tree))
        if read is None:
            raise ValueError(f"no statement of the program: {ast.unparse(tree)}")
        makes.append(read(tree))

    def make_all(holes: Sequence[Any]) -> Body:
        found: list[Stmt] = []
        for make in makes:
            told = make(holes)
            found += told if isinstance(told, tuple | list) else [told]
        return recognised(found)

    return make_all


def _do(tree: ast.Expr) -> Make:
    hole, call = _hole(tree.value), _made(tree.value)
    if hole is None:
        return lambda holes: Do(call(holes))
    return lambda holes: holes[hole] if isinstance(holes[hole], Stmt | tuple | list) else Do(call(holes))


def _return(tree: ast.Return) -> Make:
    if tree.value is None:
        return lambda holes: Leave()
    value = _made(tree.value)
    return lambda holes: Fail() if (told := value(holes)) == FAIL else Return(told)


def _assign(tree: ast.Assign) -> Make:
    first, targets = _made(tree.value), [_made(target) for target in tree.targets]

    def make(holes: Sequence[Any]) -> Body:
        value, found = first(holes), []
        for target in (of(holes) for of in targets):
            found.append(Set(target, value))
            value = target  # of several, the next take what the first has
        return tuple(found)

    return make


def _aug_assign(tree: ast.AugAssign) -> Make:
    target, value, op = _made(tree.target), _made(tree.value), _BINARY[type(tree.op)]
    return lambda holes: Set(target(holes), value(holes), op)


def _if(tree: ast.If) -> Make:
    test, then, otherwise = _made(tree.test), _body(tree.body), _body(tree.orelse)
    return lambda holes: If(test(holes), then(holes), otherwise(holes))


def _for(tree: ast.For) -> Make:
    (names, _), of, body = _targets(tree.target), _made(tree.iter), _body(tree.body)
    return lambda holes: For(names(holes), of(holes), body(holes))


def _while(tree: ast.While) -> Make:
    test, body = _made(tree.test), _body(tree.body)
    return lambda holes: While(test(holes), body(holes))


_EXPRESSIONS: dict[type[ast.expr], Callable[[Any], Make]] = {
    ast.Name: _name, ast.Constant: _constant, ast.Attribute: _attribute, ast.Subscript: _subscript, ast.Call: _call,
    ast.BoolOp: _bool_op, ast.UnaryOp: _unary_op, ast.Compare: _compare, ast.BinOp: _bin_op, ast.IfExp: _if_exp,
    ast.Tuple: _collection, ast.List: _collection, ast.Set: _collection, ast.Dict: _dict, ast.Starred: _starred,
    ast.ListComp: _comprehension, ast.SetComp: _comprehension, ast.GeneratorExp: _comprehension,
    ast.DictComp: _comprehension,
}  # fmt: skip
_STATEMENTS: dict[type[ast.stmt], Callable[[Any], Make]] = {
    ast.Expr: _do, ast.Pass: lambda tree: lambda holes: (), ast.Break: lambda tree: lambda holes: Break(),
    ast.Return: _return, ast.Assign: _assign, ast.AugAssign: _aug_assign, ast.If: _if, ast.For: _for,
    ast.While: _while,
}  # fmt: skip


# ------------------------------------------------------------ statements that say more than their words

_MEANT: dict[Stmt, Stmt] = {
    Do(Method(Field("stack"), "pop")): Finish(),
    Do(Method(Field("attempts"), "pop")): Settle(),
    Do(Method(Field("attempts"), "append", (Binary(Call("len", (Field("stack"),)), "-", Lit(1)),))): Attempt(),
}


def recognised(body: Sequence[Stmt]) -> Body:
    """Statements with jumps, calls and commit points as what they are."""
    found: list[Stmt] = []
    for stmt in body:
        if isinstance(stmt, Do):
            stmt = _MEANT.get(stmt, stmt)
        elif isinstance(stmt, Leave) and found:
            label = _label(found[-1])
            entered = _entered(found[-1])
            if label is not None:
                found.pop()
                stmt = Jump(label)
            elif entered is not None and len(found) > 1 and (then := _label(found[-2])) is not None:
                del found[-2:]
                stmt = Enter(*entered, then)
        found.append(stmt)
    return tuple(found)


def _label(stmt: Stmt) -> int | None:
    """The block that a statement goes to, if it sets where the frame goes on."""
    if isinstance(stmt, Set) and stmt.target == Slot(0) and isinstance(stmt.value, Lit) and not stmt.op:
        assert isinstance(stmt.value.value, int)
        return stmt.value.value
    return None


def _entered(stmt: Stmt) -> tuple[str, tuple[Expr, ...]] | None:
    """The procedure whose frame a statement pushes, and the frame's values after the label."""
    call = stmt.call if isinstance(stmt, Do) else None
    if not isinstance(call, Method) or call.of != Field("stack") or call.name != "append":
        return None
    frame = call.args[0]
    if isinstance(frame, Binary) and isinstance(frame.left, Collection) and isinstance(frame.left.items[0], Name):
        return frame.left.items[0].name.removeprefix("E_"), frame.left.items[1:]
    if isinstance(frame, Collection) and frame.items[0] == Name("PAY"):
        return "", frame.items[1:]
    return None
