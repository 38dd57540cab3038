"""What every part of writing a function needs: fresh names, local names, and the kind that an expression has in C."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from rulewright.compiler.ir.expressions import And, Collection, Expr, Item, Lit, Name, Not, Or
from rulewright.compiler.ir.statements import Body, For, Function, If, Set, While
from rulewright.native.translation.module import Code, Kind, Module


class Raw(Expr):
    """C that stands for an expression."""

    __slots__ = ("code",)

    def __init__(self, code: str) -> None:
        self.code = code


class Writer:
    """Writes one function: what its parts have in common. An expression becomes C in `Expressions.expr`."""

    def __init__(self, of: Function, module: Module) -> None:
        self.of, self.module = of, module
        self.numbers = count()
        self.params = [name.lstrip("*") for name in of.params]
        self.assigned: dict[str, None] = {}
        self.scopes: list[dict[str, str]] = [{name: f"v_{name}" for name in self.params}]
        for name in _assigned(of.body):
            if name not in ("s", "n") and name not in self.scopes[0]:
                self.assigned[name] = None
                self.scopes[0][name] = f"v_{name}"

    def expr(self, expr: Expr) -> Code:
        """An expression: its kind, and its C."""
        raise NotImplementedError

    def fresh(self, prefix: str = "t") -> str:
        """A name that nothing else in the function has."""
        return f"{prefix}{next(self.numbers)}_"

    def v(self, expr: Expr) -> str:
        """As a value."""
        kind, code = self.expr(expr)
        return f"INT({code})" if kind == "i" else f"BOOL({code})" if kind == "b" else code

    def i(self, expr: Expr) -> str:
        """As an integer."""
        kind, code = self.expr(expr)
        return f"AS_INT({code})" if kind == "v" else f"({code})" if kind == "b" else code

    def b(self, expr: Expr) -> str:
        """As a truth value."""
        kind, code = self.expr(expr)
        return f"truth({code})" if kind == "v" else f"({code} != 0)" if kind == "i" else code

    def state(self, expr: Expr) -> str:
        """As a state."""
        return "s" if expr == Name("s") else f"AS_STATE({self.v(expr)})"

    def local(self, name: str) -> str | None:
        """What a name of the function is called in C; None for other names."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return None

    def boxed(self, kind: Kind, code: str) -> str:
        """An expression of some kind as a value."""
        return f"INT({code})" if kind == "i" else f"BOOL({code})" if kind == "b" else code

    def test(self, expr: Expr) -> str:
        """An expression of which only the truth is asked: `and` and `or` need not keep what they were decided by."""
        match expr:
            case And(parts):
                return "(" + " && ".join(map(self.test, parts)) + ")"
            case Or(parts):
                return "(" + " || ".join(map(self.test, parts)) + ")"
            case Not(of):
                return f"(!{self.test(of)})"
        return self.b(expr)

    def is_slice(self, index: Expr) -> bool:
        """Whether an index is a slice: an item of a table of slices."""
        of = index
        while isinstance(of, Item):
            of = of.of
        if not isinstance(of, Name) or self.local(of.name) is not None:
            return False
        value = self.module.constants.get(of.name)
        while isinstance(value, tuple | list | dict) and value:
            value = next(iter(value.values() if isinstance(value, dict) else value))
        return isinstance(value, slice)

    def place(self, index: Expr, size: str) -> str:
        """An index, checked against a size that C knows."""
        if isinstance(index, Lit) and isinstance(index.value, int) and index.value >= 0:
            return str(index.value)
        return f"AT({self.i(index)}, {size})"


def _assigned(body: Body) -> Iterable[str]:
    for stmt in body:
        match stmt:
            case Set(target, _, _):
                for item in target.items if isinstance(target, Collection) else (target,):
                    if isinstance(item, Name):
                        yield item.name
            case If(_, then, otherwise):
                yield from _assigned(then)
                yield from _assigned(otherwise)
            case For(names, _, inner):
                yield from names
                yield from _assigned(inner)
            case While(_, inner):
                yield from _assigned(inner)
