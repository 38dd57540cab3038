"""Tuples, lists, sets and dictionaries that are written out or gathered in loops."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.compiler.ir.expressions import (
    Call,
    Cell,
    Collection,
    Comprehension,
    Expr,
    Field,
    Item,
    Loop,
    Name,
    Part,
    Star,
)
from rulewright.native.problems import CannotTranslate
from rulewright.native.translation.module import Code
from rulewright.native.translation.writer import Writer


class Collections(Writer):
    """Writes what gathers values."""

    def collection(self, kind: str, items: Sequence[Expr]) -> str:
        """A tuple, list or set that is written out."""
        name = self.fresh()
        if kind == "tuple" and not any(isinstance(item, Star) for item in items):
            told = "".join(f" {name}i[{at}] = {self.v(item)};" for at, item in enumerate(items))
            made = f"V {name} = new_tuple({len(items)}); V *{name}i = SEQ({name})->items; (void){name}i;"
            return f"({{ {made}{told} {name}; }})"
        made = "new_map(SET)" if kind == "set" else f"new_list({len(items)})"
        lines = [f"V {name} = {made};"]
        for item in items:
            if isinstance(item, Star):
                lines.append(f"{'update' if kind == 'set' else 'extend'}({name}, {self.v(item.of)});")
            else:
                lines.append(
                    f"put({name}, {self.v(item)}, NONE);" if kind == "set" else f"push({name}, {self.v(item)});"
                )
        return f"({{ {' '.join(lines)} {'tuple_from(' + name + ')' if kind == 'tuple' else name}; }})"

    def memo_key(self, memo: Expr, key: Expr) -> str:
        """What is looked up. Nothing else sees a state's memos (`passes/memos/memo.py`), so keys are packed."""
        match memo, key:
            case Name("told"), Collection("tuple", (_, _) | (_, _, _) as items) if not any(
                isinstance(item, Star) for item in items
            ):
                return f"packed{len(items)}({', '.join(map(self.v, items))})"
        return self.v(key)

    def dictionary(self, items: Sequence[tuple[Expr, Expr]]) -> str:
        """A dictionary that is written out."""
        name = self.fresh()
        told = " ".join(f"put({name}, {self.v(key)}, {self.v(value)});" for key, value in items)
        return f"({{ V {name} = new_map(DICT); {told} {name}; }})"

    def comprehension(self, expr: Comprehension) -> str:
        """A collection gathered in loops; of a generator the list of all it would bring."""
        name = self.fresh("c")
        made = {"list": "new_list(4)", "generator": "new_list(4)", "set": "new_map(SET)", "dict": "new_map(DICT)"}[
            expr.kind
        ]

        def note() -> str:
            if expr.kind == "dict":
                assert expr.key is not None
                return f"put({name}, {self.v(expr.key)}, {self.v(expr.value)});"
            return (
                f"put({name}, {self.v(expr.value)}, NONE);"
                if expr.kind == "set"
                else f"push({name}, {self.v(expr.value)});"
            )

        return f"({{ V {name} = {made}; {self.loops(expr.loops, note)} {name}; }})"

    def loops(self, loops: Sequence[Loop], innermost: Callable[[], str]) -> str:
        """Nested loops round what `innermost` writes once all names are known."""
        if not loops:
            return innermost()
        first, *rest = loops
        head, names, unpacked, end = self.loop(first.names, first.of, first.starred)
        self.scopes.append(names)
        tests = " && ".join(map(self.test, first.tests))
        inner = self.loops(rest, innermost)
        self.scopes.pop()
        inner = f"if ({tests}) {{ {inner} }}" if tests else inner
        return f"{head} {{ {unpacked} {inner} }} {end}"

    def loop(self, names: Sequence[str], of: Expr, starred: bool = False) -> tuple[str, dict[str, str], str, str]:
        """A `for` over something: its head, the names it gives, what gives them their values, and what closes it."""
        targets = [self.fresh(f"v_{name}_") for name in names]
        scope = dict(zip(names, targets, strict=True))  # of two of one name the last counts
        match of:
            case Call("range", args, ()) if len(names) == 1 and len(args) <= 2:
                low = self.i(args[0]) if len(args) == 2 else "0"
                at, end = self.fresh("i"), self.fresh("e")
                head = f"{{ int64_t {at} = {low}, {end} = {self.i(args[-1])}; for (; {at} < {end}; {at}++)"
                return head, scope, f"V {scope[names[0]]} = INT({at});", "}"
            case Call("compress", (things, Item(Field("tallies"), cut) | Cell(cut) as numbers), ()) if len(
                names
            ) == 1 and self.is_slice(cut):
                q, at, t = self.fresh("q"), self.fresh("i"), self.fresh("n")
                whole = "s->n, N_SIZE" if isinstance(numbers, Cell) else "s->tallies, TALLIES"
                head = (
                    f"{{ Seq *{q} = items_of({self.v(things)}); uint32_t {t}e = {q}->len; "
                    f"const int64_t *{t} = numbers_at({whole}, {self.v(cut)}, &{t}e); "
                    f"for (uint32_t {at} = 0; {at} < {t}e; {at}++) if ({t}[{at}])"
                )
                return head, scope, f"V {scope[names[0]]} = {q}->items[{at}];", "}"
        q, at = self.fresh("q"), self.fresh("i")
        head = f"{{ Seq *{q} = items_of({self.v(of)}); for (uint32_t {at} = 0; {at} < {q}->len; {at}++)"
        if len(names) == 1 and not starred:
            return head, scope, f"V {scope[names[0]]} = {q}->items[{at}];", "}"
        return head, scope, self.unpacked(f"{q}->items[{at}]", targets, starred, declare=True), "}"

    def unpacked(self, value: str, names: Sequence[str], starred: bool, declare: bool) -> str:
        """Statements that take a sequence apart into names."""
        name = self.fresh("u")
        kind = "V " if declare else ""
        lines = [f"Seq *{name} = sequence({value});"]
        if starred:
            lines.append(f'if ({name}->len < {len(names) - 1}) raise_(E_OTHER, "too few to unpack");')
        else:
            lines.append(f'if ({name}->len != {len(names)}) raise_(E_OTHER, "not as many to unpack");')
        for at, one in enumerate(names):
            last = starred and at == len(names) - 1
            told = f"list_from(slice_of((V){name}, INT({at}), NONE, NONE))" if last else f"{name}->items[{at}]"
            lines.append(f"{kind}{one} = {told};")
        return " ".join(lines)

    def folded(self, function: str, of: Comprehension, default: Expr | None) -> Code | None:
        """A fold of a generator without making a list of it."""
        name, end = self.fresh("a"), self.fresh("l")
        match function:
            case "any" | "all":
                sign, start = ("", "0") if function == "any" else ("!", "1")
                inner = self.loops(
                    of.loops, lambda: f"if ({sign}{self.test(of.value)}) {{ {name} = {1 - int(start)}; goto {end}; }}"
                )
                return "b", f"({{ __label__ {end}; int {name} = {start}; {inner} {end}: ; {name}; }})"
            case "sum":
                inner = self.loops(of.loops, lambda: f"{name} = ADD({name}, {self.i(of.value)});")
                return "i", f"({{ int64_t {name} = 0; {inner} {name}; }})"
            case "max" | "min":
                sign = ">" if function == "max" else "<"
                x, some = self.fresh("x"), self.fresh("s")
                better = f"if (!{some} || {x} {sign} {name}) {{ {name} = {x}; {some} = 1; }}"
                inner = self.loops(of.loops, lambda: f"int64_t {x} = {self.i(of.value)}; {better}")
                empty = (
                    f"{name} = {self.i(default)}" if default is not None else 'raise_(E_OTHER, "an extreme of nothing")'
                )
                return "i", f"({{ int64_t {name} = 0; int {some} = 0; {inner} if (!{some}) {empty}; {name}; }})"
            case "next":
                if default is None:
                    raise CannotTranslate("next without a default")
                inner = self.loops(of.loops, lambda: f"{name} = {self.v(of.value)}; goto {end};")
                return "v", f"({{ __label__ {end}; V {name} = {self.v(default)}; {inner} {end}: ; {name}; }})"
        return None

    def inside(self, item: Expr, of: Expr) -> str:
        """Whether something is in a collection."""
        if isinstance(of, Collection) and not any(isinstance(one, Star) for one in of.items):
            name = self.fresh()
            tests = " || ".join(f"equal({name}, {self.v(one)})" for one in of.items) or "0"
            return f"({{ V {name} = {self.v(item)}; {tests}; }})"
        if isinstance(of, Part) and of.of == Field("where") and of.step is None:
            ends = [self.v(end) if end is not None else "NONE" for end in (of.low, of.high)]
            return f"among(s->where, CARDS, {', '.join(ends)}, {self.v(item)})"
        return f"contains({self.v(of)}, {self.v(item)})"
