"""Statements of the typed program in C, and the functions that they make."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.compiler.ir.expressions import Binary, Call, Cell, Collection, Expr, Field, Item, Lit, Name, Part, Slot
from rulewright.compiler.ir.rewrite import walk
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
)
from rulewright.native.problems import CannotTranslate
from rulewright.native.translation.builtins import BUILTINS
from rulewright.native.translation.expressions import SUMS, Expressions, is_number
from rulewright.native.translation.module import Module, prototype
from rulewright.native.translation.writer import Raw


def definition(of: Function, module: Module) -> str:
    """The C of a function.

    Raises:
        CannotTranslate: it has something in it that C knows nothing of.
    """
    return Statements(of, module).written()


class Statements(Expressions):
    """Writes statements, and the function around them."""

    def written(self) -> str:
        """The function."""
        body = self.body(self.of.body)
        declared = "".join(f"    V v_{name} = NONE;\n" for name in self.assigned)
        guard = "    deep();\n" if _calls(self.of.body) else ""
        return f"{prototype(self.of)}\n{{\n{guard}{declared}{body}    return NONE;\n}}\n"

    def body(self, body: Body, indent: str = "    ") -> str:
        """Statements, one after the other."""
        return "".join(f"{indent}{line}\n" for stmt in body for line in self.statement(stmt))

    def block(self, body: Body) -> str:
        """Statements in braces."""
        return "{\n" + self.body(body, "        ") + "    }"

    def statement(self, stmt: Stmt) -> list[str]:
        """The lines of a statement."""
        match stmt:
            case Set(target, value, op):
                return [self.assignment(target, value, op)]
            case Do(call):
                return [f"(void){self.expr(call)[1]};"]
            case If(test, then, otherwise):
                more = f" else {self.block(otherwise)}" if otherwise else ""
                return [f"if ({self.test(test)}) {self.block(then)}{more}"]
            case For(names, of, body):
                return [self.for_each(names, of, body)]
            case While(test, body):
                return [f"while ({self.test(test)}) {self.block(body)}"]
            case Break():
                return ["break;"]
            case Return(value):
                return [f"return {self.v(value)};"]
            case Leave():
                return ["return NONE;"]
            case Fail():
                return ["return FAIL;"]
            case Jump(label):
                return [f"SET_SLOT(v_f, 0, INT({label}));", "return NONE;"]
            case Enter(procedure, args, then):
                return self.enter(procedure, args, then)
            case Finish():
                return ["finish(s);"]
            case Attempt():
                return ["push(s->attempts, INT(SEQ(s->stack)->len - 1));"]
            case Settle():
                return ["pop_last(s->attempts);"]
            case Forget():
                single, stretches = stmt.whole().stretches()
                return [
                    *(f"s->answers[{number}] = NONE;" for number in single),
                    *(f"for (int i = {first}; i < {behind}; i++) s->answers[i] = NONE;" for first, behind in stretches),
                ]
        raise CannotTranslate(type(stmt).__name__)

    def enter(self, procedure: str, args: Sequence[Expr], then: int) -> list[str]:
        """Begin a frame of another procedure."""
        x = self.fresh("x")
        first = Name(f"E_{procedure}") if procedure else Name("PAY")
        frame = self.collection("list", (first, *args))
        pad = f"constants[{self.module.table(f'PAD_{procedure}')}]" if procedure else "0"
        return [f"SET_SLOT(v_f, 0, INT({then}));", f"{{ V {x} = {frame}; enter(s, {x}, {pad}); }}", "return NONE;"]

    def for_each(self, names: Sequence[str], of: Expr, body: Body) -> str:
        """A loop."""
        head, scope, unpacked, end = self.loop(names, of)
        # the names live on after the loop, and its body may change what is gone through
        told = "".join(f"v_{name} = {scope[name]}; " for name in names)
        return f"{head} {{ {unpacked} {told}\n{self.body(body, '        ')}    }} {end}"

    def changed(self, target: Expr, op: str, value: Expr) -> str:
        """What stands in a place after `op=`: a list is made longer by whatever can be gone through."""
        if op == "+" and not is_number(value):
            return f"added({self.v(target)}, {self.v(value)})"
        return self.v(Binary(target, op, value))

    def assignment(self, target: Expr, value: Expr, op: str) -> str:
        """Give a place a value."""
        x = self.fresh("x")
        match target:
            case Name("n"):
                return ";"
            case Name("s"):
                return f"s = {self.state(value)};"
            case Name(name):
                if op:
                    return f"v_{name} = {self.changed(target, op, value)};"
                return f"v_{name} = {self.v(value)};"
            case Slot(number):
                told = self.changed(target, op, value) if op else self.v(value)
                return f"{{ V {x} = {told}; SET_SLOT(v_f, {number}, {x}); }}"
            case Cell(index):
                if not op:
                    return (
                        f"{{ int64_t {x} = {self.i(value)}; set_cell(s, &s->n[{self.place(index, 'N_SIZE')}], {x}); }}"
                    )
                act = SUMS.get(op)
                at = self.fresh("at")
                told = f"{act}(s->n[{at}], {x})" if act else f"(s->n[{at}] {op} {x})"
                return (
                    f"{{ int64_t {at} = {self.place(index, 'N_SIZE')}, {x} = {self.i(value)}; "
                    f"set_cell(s, &s->n[{at}], {told}); }}"
                )
            case Field("log" | "stack" as name) if op == "+":
                return f"extend(s->{name}, {self.v(value)});"
            case Field("winner") if not op:
                return f"s->winner = {self.i(value)};"
            case Field("result" | "over" as name) if not op:
                return f"s->{name} = {self.v(value)};"
            case Item(Field("answers" | "zones" as name), index) if not op:
                size = {"answers": "MEMOS", "zones": "ZONES"}[name]
                return f"{{ V {x} = {self.v(value)}; s->{name}[{self.place(index, size)}] = {x}; }}"
            case Item(Field("tallies" | "where" as name), index) if not op:
                size = {"tallies": "TALLIES", "where": "CARDS"}[name]
                return f"{{ int64_t {x} = {self.i(value)}; set_cell(s, &s->{name}[{self.place(index, size)}], {x}); }}"
            case Item(of, index) if not op:
                return f"{{ V {x} = {self.v(value)}; SET_ITEM({self.v(of)}, {self.memo_key(of, index)}, {x}); }}"
            case Part(of, Lit(int(low)), Lit(int(high)), None) if not op:
                return f"{{ V {x} = {self.v(value)}; SET_SLICE({self.v(of)}, {low}, {high}, {x}); }}"
            case Collection(_, items) if not op and all(isinstance(item, Name) for item in items):
                names = [f"v_{item.name}" for item in items if isinstance(item, Name)]
                return f"{{ V {x} = {self.v(value)}; {self.unpacked(x, names, False, declare=False)} }}"
            case Collection(_, items) if not op:
                held = self.fresh("u")
                told = " ".join(self.assignment(item, Raw(f"{held}->items[{at}]"), "") for at, item in enumerate(items))
                check = f'if ({held}->len != {len(items)}) raise_(E_OTHER, "not as many to unpack");'
                return f"{{ V {x} = {self.v(value)}; Seq *{held} = sequence({x}); {check} {told} }}"
        raise CannotTranslate(f"giving a value to {type(target).__name__}")


def _calls(body: Body) -> bool:
    """Whether statements call anything that may call back."""
    return any(isinstance(node, Call) and node.function not in BUILTINS for stmt in body for node in walk(stmt))
