"""Nodes from templates: `expr("n[{} + {}] > 0", row, seat)` is the tree of these words with the holes filled.

A template is a string of the compiler's own source, so it is read once and kept; what fills a hole is a node, a number
(a literal) or a string (a name), and is never read. So a template says at a glance what comes out, and nothing that was
generated is parsed again.

Holes: `{}` takes one expression, name or literal; `*{}` in a call or collection all of a sequence; `{}` as the function
of a call its name; `{}` as a statement of its own a statement or a body.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import cache
from keyword import iskeyword
from string import Formatter
from textwrap import dedent
from typing import Any

from rulewright.compiler.ir.expressions import (
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
    return _Reader(holes).expr(_expression(template))


def stmts(template: str, *holes: Hole | Stmt | Body) -> Body:
    """The statements that a template stands for.

    >>> stmts("if {}: return FAIL", Name("x"))
    (If(test=Name(name='x'), then=(Fail(),), otherwise=()),)

    Raises:
        ValueError: the template holds something outside of the closed set.
    """
    return _Reader(holes).body(_statements(template))


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


@cache
def _expression(template: str) -> ast.expr:
    tree = ast.parse(_with_names(template), mode="eval")
    _note_holes(tree)
    return tree.body


@cache
def _statements(template: str) -> list[ast.stmt]:
    tree = ast.parse(dedent(_with_names(template)))
    _note_holes(tree)
    return tree.body


def _note_holes(tree: ast.AST) -> bool:
    """Whether a tree has a hole. What reads it is noted; an expression without one is `whole`, to be read only once."""
    holes = [_note_holes(part) for part in ast.iter_child_nodes(tree)]
    vars(tree)["read"] = getattr(_Reader, f"_{type(tree).__name__}", None)
    if isinstance(tree, ast.Name) and tree.id.startswith(_HOLE):
        vars(tree)["hole"] = int(tree.id.removeprefix(_HOLE))
        return True
    if isinstance(tree, ast.Starred) and isinstance(tree.value, ast.Name):
        vars(tree)["several"] = vars(tree.value).get("hole")
    if isinstance(tree, ast.expr):
        vars(tree)["whole"] = not any(holes)
    return any(holes)


class _Reader:
    """Turns Python's tree of one template into nodes."""

    def __init__(self, holes: Sequence[Any]) -> None:
        self.holes = holes

    def expr(self, tree: ast.expr) -> Expr:
        """The node of one expression."""
        kept = tree.__dict__
        if "hole" in kept:
            value = self.holes[kept["hole"]]
            return value if isinstance(value, Expr) else as_expr(value)
        if "node" in kept:
            return kept["node"]  # type: ignore[no-any-return]
        read = kept["read"]
        if read is None:
            raise ValueError(f"no expression of the program: {ast.unparse(tree)}")
        found: Expr = read(self, tree)
        if kept["whole"]:
            kept["node"] = found
        return found

    def _hole(self, name: str) -> Any:
        if not name.startswith(_HOLE):
            raise KeyError(name)
        return self.holes[int(name[len(_HOLE) :])]

    def _name(self, name: str) -> str:
        """A name, given as a string where there is a hole."""
        if not name.startswith(_HOLE):
            return name
        value = self._hole(name)
        if isinstance(value, Name):
            return value.name
        if isinstance(value, str):
            return value
        raise ValueError(f"a name was expected, not {value!r}")

    def _Name(self, tree: ast.Name) -> Expr:
        return Name(tree.id)

    def _Constant(self, tree: ast.Constant) -> Expr:
        assert tree.value is None or isinstance(tree.value, int | str), tree.value
        return Lit(tree.value)

    def _Attribute(self, tree: ast.Attribute) -> Expr:
        if isinstance(tree.value, ast.Name) and tree.value.id == "s":
            return Field(tree.attr)
        raise ValueError(f"no part of the state: {ast.unparse(tree)}")

    def _Subscript(self, tree: ast.Subscript) -> Expr:
        if isinstance(tree.slice, ast.Slice):
            parts = (tree.slice.lower, tree.slice.upper, tree.slice.step)
            return Part(self.expr(tree.value), *(None if part is None else self.expr(part) for part in parts))
        index = self.expr(tree.slice)
        of = tree.value.id if isinstance(tree.value, ast.Name) else ""
        if of == "n":
            return Cell(index)
        if of == "f" and isinstance(index, Lit) and isinstance(index.value, int):
            return Slot(index.value)
        return Item(self.expr(tree.value), index)

    def _Call(self, tree: ast.Call) -> Expr:
        args = self.items(tree.args)
        options = tuple((str(option.arg), self.expr(option.value)) for option in tree.keywords)
        if isinstance(tree.func, ast.Name):
            return Call(self._name(tree.func.id), args, options)
        if isinstance(tree.func, ast.Attribute) and not options:
            if isinstance(tree.func.value, ast.Name) and tree.func.value.id == "s":
                return Call(f"s.{tree.func.attr}", args)
            return Method(self.expr(tree.func.value), tree.func.attr, args)
        if isinstance(tree.func, ast.Attribute) and isinstance(tree.func.value, ast.Name):
            return Call(f"{tree.func.value.id}.{tree.func.attr}", args, options)
        raise ValueError(f"no call of the program: {ast.unparse(tree)}")

    def _BoolOp(self, tree: ast.BoolOp) -> Expr:
        return (And if isinstance(tree.op, ast.And) else Or)(tuple(map(self.expr, tree.values)))

    def _UnaryOp(self, tree: ast.UnaryOp) -> Expr:
        of = self.expr(tree.operand)
        if isinstance(tree.op, ast.Not):
            return Not(of)
        if isinstance(tree.op, ast.USub):
            return Lit(-of.value) if isinstance(of, Lit) and isinstance(of.value, int) else Negative(of)
        raise ValueError(f"no operator of the program: {ast.unparse(tree)}")

    def _Compare(self, tree: ast.Compare) -> Expr:
        left, tests = self.expr(tree.left), []
        for op, value in zip(tree.ops, tree.comparators, strict=True):
            right = self.expr(value)
            tests.append(Compare(left, _COMPARE[type(op)], right))
            left = right
        return tests[0] if len(tests) == 1 else And(tuple(tests))

    def _BinOp(self, tree: ast.BinOp) -> Expr:
        return Binary(self.expr(tree.left), _BINARY[type(tree.op)], self.expr(tree.right))

    def _IfExp(self, tree: ast.IfExp) -> Expr:
        return IfElse(self.expr(tree.test), self.expr(tree.body), self.expr(tree.orelse))

    def _Tuple(self, tree: ast.Tuple | ast.List | ast.Set) -> Expr:
        return Collection(_COLLECTIONS[type(tree)], self.items(tree.elts))

    _List = _Set = _Tuple

    def _Dict(self, tree: ast.Dict) -> Expr:
        return Table(tuple((self.expr(key), self.expr(value))
                           for key, value in zip(tree.keys, tree.values, strict=True) if key is not None))  # fmt: skip

    def _Starred(self, tree: ast.Starred) -> Expr:
        return Star(self.expr(tree.value))

    def _ListComp(self, tree: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Expr:
        loops = []
        for loop in tree.generators:
            names, starred = self._targets(loop.target)
            loops.append(Loop(names, self.expr(loop.iter), tuple(map(self.expr, loop.ifs)), starred))
        value = tree.value if isinstance(tree, ast.DictComp) else tree.elt
        key = self.expr(tree.key) if isinstance(tree, ast.DictComp) else None
        return Comprehension(_COMPREHENSIONS[type(tree)], self.expr(value), tuple(loops), key)

    _SetComp = _GeneratorExp = _DictComp = _ListComp

    def _targets(self, tree: ast.expr) -> tuple[tuple[str, ...], bool]:
        """The names that an item is given, and whether the last takes what is left."""
        if isinstance(tree, ast.Name):
            return (self._name(tree.id),), False
        assert isinstance(tree, ast.Tuple), ast.unparse(tree)
        last = tree.elts[-1]
        starred = isinstance(last, ast.Starred)
        parts = [*tree.elts[:-1], last.value if isinstance(last, ast.Starred) else last]
        return tuple(self._name(part.id) for part in parts if isinstance(part, ast.Name)), starred

    def items(self, trees: Sequence[ast.expr]) -> tuple[Expr, ...]:
        """Items of a call or collection, those of a sequence that fills a hole among them."""
        found: list[Expr] = []
        for tree in trees:
            several = tree.__dict__.get("several")
            if several is not None and isinstance(value := self.holes[several], list | tuple):
                found += map(as_expr, value)
                continue
            found.append(self.expr(tree))
        return tuple(found)

    # ------------------------------------------------------------ statements

    def body(self, trees: Sequence[ast.stmt]) -> Body:
        """The nodes of statements."""
        found: list[Stmt] = []
        for tree in trees:
            read = tree.__dict__["read"]
            if read is None:
                raise ValueError(f"no statement of the program: {ast.unparse(tree)}")
            told = read(self, tree)
            found += told if isinstance(told, tuple | list) else [told]
        return recognised(found)

    def _Expr(self, tree: ast.Expr) -> Stmt | Body:
        if isinstance(tree.value, ast.Name) and tree.value.id.startswith(_HOLE):
            value = self._hole(tree.value.id)
            if isinstance(value, Stmt):
                return value
            if isinstance(value, tuple | list):
                return tuple(value)
        return Do(self.expr(tree.value))

    def _Pass(self, tree: ast.Pass) -> Body:
        return ()

    def _Break(self, tree: ast.Break) -> Stmt:
        return Break()

    def _Return(self, tree: ast.Return) -> Stmt:
        if tree.value is None:
            return Leave()
        value = self.expr(tree.value)
        return Fail() if value == Name("FAIL") else Return(value)

    def _Assign(self, tree: ast.Assign) -> Body:
        value = self.expr(tree.value)
        found = []
        for target in map(self.expr, tree.targets):
            found.append(Set(target, value))
            value = target  # of several, the next take what the first has
        return tuple(found)

    def _AugAssign(self, tree: ast.AugAssign) -> Stmt:
        return Set(self.expr(tree.target), self.expr(tree.value), _BINARY[type(tree.op)])

    def _If(self, tree: ast.If) -> Stmt:
        return If(self.expr(tree.test), self.body(tree.body), self.body(tree.orelse))

    def _For(self, tree: ast.For) -> Stmt:
        names, _ = self._targets(tree.target)
        return For(names, self.expr(tree.iter), self.body(tree.body))

    def _While(self, tree: ast.While) -> Stmt:
        return While(self.expr(tree.test), self.body(tree.body))


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
