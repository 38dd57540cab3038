"""Python source of nodes: made once, at the end, and never read again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

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
    Forget,
    Function,
    If,
    Jump,
    Leave,
    Return,
    Set,
    Settle,
    Stmt,
    While,
)  # fmt: skip

_BINDS = {"|": 7, "^": 8, "&": 9, "<<": 10, ">>": 10, "+": 11, "-": 11, "*": 12, "//": 12, "%": 12}
_TEST, _OR, _AND, _NOT, _COMPARED, _NEGATIVE, _ATOM = 2, 3, 4, 5, 6, 13, 15
_BRACKETS = {"tuple": "()", "list": "[]", "set": "{}", "generator": "()", "dict": "{}"}


def text(expr: Expr) -> str:
    """The source of an expression.

    >>> text(Not(And((Name("a"), Name("b")))))
    'not (a and b)'
    """
    return _within(expr, 0)


def operand(expr: Expr) -> str:
    """The source of an expression, in brackets where it is more than one operand."""
    return _within(expr, _ATOM)


def lines(body: Body, indent: int = 1) -> list[str]:
    """The source of statements, `pass` for none."""
    margin = "    " * indent
    found = [line for stmt in body for line in _statement(stmt, indent)]
    return found or [f"{margin}pass"]


def function(of: Function) -> list[str]:
    """The source of a function."""
    return [f"def {of.name}({', '.join(of.params)}):", *lines(of.body)]


def module(functions: Iterable[Function], tables: Mapping[str, Expr]) -> str:
    """The source of a module: functions of a state, which have its numbers at hand as `n`, and tables of its own."""
    found: list[str] = []
    for of in functions:
        head, *body = function(of)
        found += [head, *(["    n = s.n"] if of.params[:1] == ("s",) else []), *body, ""]
    found += [f"{name} = {text(table)}" for name, table in tables.items()]
    return "\n".join(found)


def _within(expr: Expr, binds: int) -> str:
    """The source of an expression where what stands around it binds so much."""
    own, found = _written(expr)
    return f"({found})" if own < binds else found


def _listed(items: Iterable[Expr]) -> str:
    return ", ".join(_within(item, _TEST) for item in items)


def _written(expr: Expr) -> tuple[int, str]:
    """How much an expression binds, and its source."""
    match expr:
        case Name(name):
            return _ATOM, name
        case Lit(value):
            return (_NEGATIVE if isinstance(value, int) and value < 0 else _ATOM), repr(value)
        case Slot(number):
            return _ATOM, f"f[{number}]"
        case Cell(index):
            return _ATOM, f"n[{text(index)}]"
        case Field(name):
            return _ATOM, f"s.{name}"
        case Item(of, index):
            return _ATOM, f"{_within(of, _ATOM)}[{text(index)}]"
        case Part(of, low, high, step):
            told = ":".join("" if part is None else text(part) for part in (low, high))
            return _ATOM, f"{_within(of, _ATOM)}[{told}{'' if step is None else ':' + text(step)}]"
        case Call(called, args, options):
            if len(args) == 1 and not options and isinstance(args[0], Comprehension) and args[0].kind == "generator":
                return _ATOM, f"{called}{text(args[0])}"
            named = [f"{name}={_within(value, _TEST)}" for name, value in options]
            return _ATOM, f"{called}({', '.join([*(_within(arg, _TEST) for arg in args), *named])})"
        case Method(of, name, args):
            return _ATOM, f"{_within(of, _ATOM)}.{name}({_listed(args)})"
        case And(parts):
            return _AND, " and ".join(_within(part, _AND + 1) for part in parts)
        case Or(parts):
            return _OR, " or ".join(_within(part, _OR + 1) for part in parts)
        case Not(of):
            return _NOT, f"not {_within(of, _NOT)}"
        case Compare(left, op, right):
            return _COMPARED, f"{_within(left, _COMPARED + 1)} {op} {_within(right, _COMPARED + 1)}"
        case Binary(left, op, right):
            binds = _BINDS[op]
            return binds, f"{_within(left, binds)} {op} {_within(right, binds + 1)}"
        case Negative(of):
            return _NEGATIVE, f"-{_within(of, _NEGATIVE)}"
        case IfElse(test, then, otherwise):
            return _TEST, f"{_within(then, _OR)} if {_within(test, _OR)} else {_within(otherwise, _TEST)}"
        case Collection("tuple", (item,)):
            return _ATOM, f"({_within(item, _TEST)},)"
        case Collection("set", ()):
            return _ATOM, "set()"
        case Collection(kind, items):
            return _ATOM, f"{_BRACKETS[kind][0]}{_listed(items)}{_BRACKETS[kind][1]}"
        case Table(items):
            pairs = (f"{_within(key, _TEST)}: {_within(value, _TEST)}" for key, value in items)
            return _ATOM, f"{{{', '.join(pairs)}}}"
        case Star(of):
            return _ATOM, f"*{_within(of, 7)}"
        case Comprehension(kind, value, loops, key):
            told = f"{_within(key, _TEST)}: " if key is not None else ""
            told += _within(value, _TEST) + "".join(map(_loop, loops))
            return _ATOM, f"{_BRACKETS[kind][0]}{told}{_BRACKETS[kind][1]}"
    raise TypeError(f"no expression of the program: {expr!r}")


def _loop(loop: Loop) -> str:
    names = ", ".join(loop.names[:-1] + (("*" if loop.starred else "") + loop.names[-1],))
    tests = "".join(f" if {_within(test, _OR)}" for test in loop.tests)
    return f" for {names} in {_within(loop.of, _OR)}{tests}"


def _statement(stmt: Stmt, indent: int) -> list[str]:
    margin = "    " * indent
    match stmt:
        case Set(target, value, op):
            return [f"{margin}{text(target)} {op}= {text(value)}"]
        case Do(call):
            return [margin + text(call)]
        case If(test, then, otherwise):
            more: list[str] = []
            if len(otherwise) == 1 and isinstance(otherwise[0], If):
                first, *rest = _statement(otherwise[0], indent)
                more = [f"{margin}el{first.lstrip()}", *rest]
            elif otherwise:
                more = [f"{margin}else:", *lines(otherwise, indent + 1)]
            return [f"{margin}if {text(test)}:", *lines(then, indent + 1), *more]
        case For(names, of, body):
            return [f"{margin}for {', '.join(names)} in {text(of)}:", *lines(body, indent + 1)]
        case While(test, body):
            return [f"{margin}while {text(test)}:", *lines(body, indent + 1)]
        case Break():
            return [f"{margin}break"]
        case Return(value):
            return [f"{margin}return {text(value)}"]
        case Leave():
            return [f"{margin}return"]
        case Fail():
            return [f"{margin}return FAIL"]
        case Jump(label):
            return [f"{margin}f[0] = {label}", f"{margin}return"]
        case Enter(procedure, args, then):
            frame = f"[E_{procedure}, {_listed(args)}] + PAD_{procedure}" if procedure else f"[PAY, {_listed(args)}]"
            return [f"{margin}f[0] = {then}", f"{margin}s.stack.append({frame})", f"{margin}return"]
        case Finish():
            return [f"{margin}s.stack.pop()"]
        case Attempt():
            return [f"{margin}s.attempts.append(len(s.stack) - 1)"]
        case Settle():
            return [f"{margin}s.attempts.pop()"]
        case Forget():
            return [f"{margin}{'; '.join(('a = s.answers', *_emptied(stmt)))}", *_emptied_of_card(stmt, margin)]
    raise TypeError(f"no statement of the program: {stmt!r}")


def _emptied_of_card(stmt: Forget, margin: str) -> list[str]:
    """What empties the memos that rest on one card."""
    return [f"{margin}for memo in READERS[{text(stmt.card)}]: a[memo] = None"] if stmt.card is not None else []


def _emptied(stmt: Forget) -> Iterator[str]:
    """The assignments that empty memos."""
    single, stretches = stmt.stretches()
    if single:
        yield f"{' = '.join(f'a[{number}]' for number in single)} = None"
    for first, behind in stretches:
        yield f"a[{first}:{behind}] = [None] * {behind - first}"
