"""Expressions of the typed program in C."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

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
    Method,
    Name,
    Negative,
    Not,
    Or,
    Part,
    Slot,
    Table,
)
from rulewright.native.problems import CannotTranslate
from rulewright.native.translation.calls import Calls
from rulewright.native.translation.module import RUNTIME, Code
from rulewright.native.translation.writer import Raw

_COMPARED: Final = {"==", "!=", "<", "<=", ">", ">="}
SUMS: Final = {"+": "ADD", "-": "SUB", "*": "MUL", "//": "FLOOR", "%": "MOD", "<<": "SHL", ">>": "SHR"}
"""The functions of `c/values.h` that work integers into one."""


class Expressions(Calls):
    """Writes expressions."""

    def expr(self, expr: Expr) -> Code:
        """An expression: its kind, and its C."""
        match expr:
            case Raw():
                return "v", expr.code
            case Lit(value):
                return self.literal(value)
            case Name(name):
                return self.name(name)
            case Slot(number):
                return "v", f"SLOT_(v_f, {number})"
            case Cell(index):
                if self.is_slice(index):
                    return "v", f"numbers_of(s->n, N_SIZE, {self.v(index)})"
                return "i", f"s->n[{self.place(index, 'N_SIZE')}]"
            case Field(name):
                return self.field(name)
            case Item(of, index):
                return self.item(of, index)
            case Part(of, low, high, step):
                return self.part(of, low, high, step)
            case And(parts):
                return self.joined(parts, "&&")
            case Or(parts):
                return self.joined(parts, "||")
            case Not(of):
                return "b", f"(!{self.b(of)})"
            case Compare(left, op, right):
                return "b", self.compared(left, op, right)
            case Binary(left, op, right):
                return self.binary(left, op, right)
            case Negative(of):
                return "i", f"SUB(0, {self.i(of)})"
            case IfElse(test, then, otherwise):
                return self.if_else(test, then, otherwise)
            case Collection(kind, items):
                return "v", self.collection(kind, items)
            case Table(items):
                return "v", self.dictionary(items)
            case Comprehension():
                return "v", self.comprehension(expr)
            case Call():
                return self.call(expr)
            case Method(of, name, args):
                return self.method(of, name, args)
        raise CannotTranslate(type(expr).__name__)

    def literal(self, value: Any) -> Code:
        """A literal."""
        if value is None:
            return "v", "NONE"
        if isinstance(value, bool):
            return "v", "TRUE_" if value else "FALSE_"
        if isinstance(value, str):
            return "v", f"STRING({self.module.string(value)})"
        return "i", f"INT64_C({value})"

    def name(self, name: str) -> Code:
        """What a name means: a local, a function, a constant."""
        if name == "s":
            return "v", "(V)s"
        known = self.local(name)
        if known is not None:
            return "v", known
        if name in ("FAIL", "max", "min"):
            return "v", {"FAIL": "FAIL", "max": "MAXIMUM", "min": "MINIMUM"}[name]
        if name in self.module.functions or name in RUNTIME:
            return "v", f"FUNCTION({self.module.value(name)})"
        value = self.module.constants.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return "i", f"INT64_C({value})"
        return "v", f"constants[{self.module.table(name)}] /* {name} */"

    def field(self, name: str) -> Code:
        """A part of the state."""
        if name in ("over", "result", "log", "stack", "attempts"):
            return "v", f"s->{name}"
        if name in ("winner", "trial"):
            return "i", f"s->{name}"
        if name in ("n", "where", "tallies"):
            size = {"n": "N_SIZE", "where": "CARDS", "tallies": "TALLIES"}[name]
            return "v", f"numbers_between(s->{name}, {size}, NONE, NONE)"
        if name == "zones":
            return "v", "listed(s->zones, ZONES)"
        raise CannotTranslate(f"s.{name} as a whole")

    def item(self, of: Expr, index: Expr) -> Code:
        """An item of a table, a sequence or a part of the state."""
        match of:
            case Field("tallies") if self.is_slice(index):
                return "v", f"numbers_of(s->tallies, TALLIES, {self.v(index)})"
            case Field("tallies"):
                return "i", f"s->tallies[{self.place(index, 'TALLIES')}]"
            case Field("where"):
                return "i", f"s->where[{self.place(index, 'CARDS')}]"
            case Field("zones"):
                return "v", f"s->zones[{self.place(index, 'ZONES')}]"
            case Field("answers"):
                return "v", f"s->answers[{self.place(index, 'MEMOS')}]"
            case Name(name) if self.local(name) is None:
                array = self.module.array(name)
                if array is not None and len(array[1]) == 1:
                    return "i", f"{array[0]}[{self.checked(index, str(array[1][0]))}]"
            case Item(Name(name), row) if self.local(name) is None:
                array = self.module.array(name)
                if array is not None and len(array[1]) == 2:
                    rows, columns = map(str, array[1])
                    return "i", f"{array[0]}[{self.checked(row, rows)}][{self.checked(index, columns)}]"
        kind, code = self.expr(index)
        if kind == "v":
            return "v", f"ITEM({self.v(of)}, {code})"
        return "v", f"ITEM_I({self.v(of)}, {code})"

    def checked(self, index: Expr, size: str) -> str:
        """An index, checked against a size that is known here."""
        if isinstance(index, Lit) and isinstance(index.value, int) and 0 <= index.value < int(size):
            return str(index.value)
        return f"AT({self.i(index)}, {size})"

    def part(self, of: Expr, low: Expr | None, high: Expr | None, step: Expr | None) -> Code:
        """A slice."""
        ends = [self.v(part) if part is not None else "NONE" for part in (low, high, step)]
        if isinstance(of, Field) and of.name in ("where", "tallies"):
            if step is not None:
                raise CannotTranslate(f"a step through s.{of.name}")
            return (
                "v",
                f"numbers_between(s->{of.name}, {'CARDS' if of.name == 'where' else 'TALLIES'}, {ends[0]}, {ends[1]})",
            )
        return "v", f"slice_of({self.v(of)}, {', '.join(ends)})"

    def joined(self, parts: Sequence[Expr], op: str) -> Code:
        """`and` and `or`, whose value is the part that decided."""
        told = [self.expr(part) for part in parts]
        if all(kind == "b" for kind, _ in told):
            return "b", "(" + f" {op} ".join(code for _, code in told) + ")"
        *first, last = parts
        name = self.fresh()
        found = self.v(last)
        for part in reversed(first):
            ends = f"truth({name})" if op == "||" else f"!truth({name})"
            found = f"({{ V {name} = {self.v(part)}; {ends} ? {name} : {found}; }})"
            name = self.fresh()
        return "v", found

    def compared(self, left: Expr, op: str, right: Expr) -> str:
        """A comparison."""
        if op in ("is", "is not"):
            return f"({self.v(left)} {'==' if op == 'is' else '!='} {self.v(right)})"
        if op in ("in", "not in"):
            return ("(!" if op == "not in" else "(") + self.inside(left, right) + ")"
        if op in ("==", "!="):
            (one, a), (other, b) = self.expr(left), self.expr(right)
            if one != "v" and other != "v":
                return f"({a} {op} {b})"
            sign = "" if op == "==" else "!"
            return f"({sign}equal({self.boxed(one, a)}, {self.boxed(other, b)}))"
        if op not in _COMPARED:
            raise CannotTranslate(op)
        return f"({self.i(left)} {op} {self.i(right)})"

    def binary(self, left: Expr, op: str, right: Expr) -> Code:
        """Two values worked into one."""
        (one, a), (other, b) = self.expr(left), self.expr(right)
        if op in "+-*" and "v" in (one, other):
            if is_number(left) or is_number(right):
                return "i", f"{SUMS[op]}({self.i(left)}, {self.i(right)})"
            act = {"+": "plus", "-": "minus", "*": "times"}[op]
            return "v", f"{act}({self.boxed(one, a)}, {self.boxed(other, b)})"
        if op in SUMS:
            return "i", f"{SUMS[op]}({self.i(left)}, {self.i(right)})"
        if op in "&|^":
            return "i", f"({self.i(left)} {op} {self.i(right)})"
        raise CannotTranslate(op)

    def if_else(self, test: Expr, then: Expr, otherwise: Expr) -> Code:
        """One of two values."""
        (one, a), (other, b) = self.expr(then), self.expr(otherwise)
        if one == other:
            return one, f"({self.test(test)} ? {a} : {b})"
        return "v", f"({self.test(test)} ? {self.boxed(one, a)} : {self.boxed(other, b)})"


def is_number(expr: Expr) -> bool:
    """Whether an expression is a number for certain."""
    match expr:
        case Lit(value):
            return isinstance(value, int) and not isinstance(value, bool)
        case Item(Field("where"), _) | Negative():
            return True
        case Call("len" | "sum" | "s.random", _, _):
            return True
        case Binary(left, _, right):
            return is_number(left) or is_number(right)
    return False
