"""Calls of what Python brings: `list`, `sum`, `max`, `range` …"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rulewright.compiler.ir.expressions import Call, Cell, Comprehension, Expr, Field, Item, Loop, Name
from rulewright.native.problems import CannotTranslate
from rulewright.native.translation.collections import Collections
from rulewright.native.translation.module import Code

BUILTINS: Final = frozenset(
    ("list", "tuple", "set", "frozenset", "sorted", "len", "bool", "int", "sum", "any", "all", "max", "min", "range",
     "compress", "next", "iter", "abs", "pow", "map", "enumerate")
)  # fmt: skip
"""What Python brings, as far as generated code calls it."""

_EMPTY: Final = {"set": "new_map(SET)", "frozenset": "new_map(SET)", "list": "new_list(4)", "tuple": "new_tuple(0)"}


class Builtins(Collections):
    """Writes calls of what Python brings."""

    def builtin(self, name: str, args: Sequence[Expr], options: Mapping[str, Expr]) -> Code:
        """A call of what Python brings."""
        default = options.get("default", args[1] if name == "next" and len(args) == 2 else None)
        if args and isinstance(args[0], Comprehension) and args[0].kind in ("generator", "list"):
            fold = self.folded(name, args[0], default) if len(args) - (name == "next") <= 1 else None
            if fold is not None:
                return fold
        found = self.number(name, args, default)
        if found is None:
            made = self.made(name, args, options, default)
            if made is None:
                raise CannotTranslate(f"{name} of {len(args)}")
            found = "v", made
        return found

    def number(self, name: str, args: Sequence[Expr], default: Expr | None) -> Code | None:
        """What is told of things: a number, a truth value, the extreme of them."""
        match name, args:
            case "len", (of,):
                return "i", f"length({self.v(of)})"
            case "bool", (of,):
                return "b", self.test(of)
            case "int", (of,):  # of whether something is so
                return "i", f"({self.test(of)} ? 1 : 0)"
            case "sum", (of,):
                return "i", f"sum_of({self.v(of)})"
            case "any", (of,):
                return "b", f"any_of({self.v(of)})"
            case "abs", (of,):
                x = self.fresh("x")
                return "i", f"({{ int64_t {x} = {self.i(of)}; {x} < 0 ? SUB(0, {x}) : {x}; }})"
            case "pow", (base, times):
                return "i", f"power({self.i(base)}, {self.i(times)})"
            case "max" | "min", (of,):
                told = self.v(default) if default is not None else "0"
                return "v", f"extreme_of({self.v(of)}, {int(name == 'max')}, {told})"
            case "max" | "min", (first, *rest):
                sign = ">" if name == "max" else "<"
                best = self.i(first)
                for other in rest:
                    a, b = self.fresh("a"), self.fresh("b")
                    best = f"({{ int64_t {a} = {best}, {b} = {self.i(other)}; {b} {sign} {a} ? {b} : {a}; }})"
                return "i", best
        return None

    def made(
        self, name: str, args: Sequence[Expr], options: Mapping[str, Expr], default: Expr | None
    ) -> str | None:  # fmt: skip
        """A collection that is made of things, or one of them."""
        match name, args:
            case _, () if name in _EMPTY:
                return _EMPTY[name]
            case "list" | "iter", (Comprehension(kind="generator" | "list") as of,):
                return self.comprehension(of)
            case "list" | "iter", (of,):
                return f"list_from({self.v(of)})"
            case "tuple", (of,):
                return f"tuple_from({self.v(of)})"
            case "set" | "frozenset", (of,):
                return f"set_from({self.v(of)})"
            case "sorted", (of,):
                return f"sorted({self.v(of)}, {self.b(options['reverse']) if 'reverse' in options else '0'})"
            case "range", (end,):
                return f"ranged(0, {self.i(end)}, 1)"
            case "range", (start, end, *step):
                return f"ranged({self.i(start)}, {self.i(end)}, {self.i(step[0]) if step else '1'})"
            case "map", (Name("bool"), of):
                truths = Comprehension("list", Call("bool", (Name("one"),)), (Loop(("one",), of),))
                return self.comprehension(truths)
            case "enumerate", (of,):
                return f"enumerated({self.v(of)})"
            case "compress", (things, Cell() | Item(Field("tallies"), _) as tests):
                found = self.fresh("x")
                head, names, unpacked, close = self.loop((found,), Call("compress", (things, tests)))
                each = f"{head} {{ {unpacked} push({found}, {names[found]}); }} {close}"
                return f"({{ V {found} = new_list(4); {each} {found}; }})"
            case "compress", (things, tests):
                return f"compress({self.v(things)}, {self.v(tests)})"
            case "next", (of, _) if default is not None:
                x = self.fresh("x")
                return f"({{ Seq *{x} = items_of({self.v(of)}); {x}->len ? {x}->items[0] : {self.v(default)}; }})"
        return None
