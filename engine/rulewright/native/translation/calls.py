"""Calls: of the program's own functions, the runtime, the state, and of what Python brings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rulewright.compiler.ir.expressions import Call, Expr, Field, Method, Name, Star
from rulewright.compiler.ir.rewrite import walk
from rulewright.compiler.ir.statements import Function
from rulewright.native.problems import CannotTranslate
from rulewright.native.translation.builtins import BUILTINS, Builtins
from rulewright.native.translation.module import ASKED, RUNTIME, Code, bare
from rulewright.native.translation.writer import Raw

_DRAWING = frozenset(("s.random", "s.pick", "s.shuffle", "s.draw", "s.move"))


class Calls(Builtins):
    """Writes calls."""

    def call(self, expr: Call) -> Code:
        """A call, by what is called."""
        name, args, options = expr.function, expr.args, dict(expr.options)
        if name in BUILTINS and self.local(name) is None:
            return self.builtin(name, args, options)
        if name.startswith("s."):
            return self.of_state(name[2:], args, options)
        known = self.local(name)
        if known is not None:
            return "v", self.indirect(known, args)
        if name in self.module.functions:
            return "v", self.direct(self.module.functions[name], args)
        if name == "TALLY":
            if len(args) == 2:
                return "v", f"(tally_anew({self.state(args[0])}, {self.i(args[1])}), NONE)"
            return "v", f"(tally_by({self.state(args[0])}, {self.i(args[1])}, {self.i(args[2])}), NONE)"
        if name == "END":
            return "v", f"(end_game({self.state(args[0])}, {self.v(args[1])}), NONE)"
        if name in ASKED:
            return "v", f"rt_asked({ASKED[name]}, {len(args)}, (V[]){{{', '.join(map(self.v, args))}}})"
        if name in RUNTIME:
            takes_state, least, most = RUNTIME[name]
            given = list(args[1:] if takes_state else args) + [value for _, value in expr.options]
            given = self.spread(given, most)
            if not least <= len(given) <= most:
                raise CannotTranslate(f"the arguments of {name}")
            told = [self.state(args[0])] if takes_state else []
            told += [self.v(arg) for arg in given] + ["0"] * (most - len(given))
            return "v", self.ordered(f"rt_{name}", told, given)
        raise CannotTranslate(f"the function {name}")

    def spread(self, args: Sequence[Expr], most: int) -> list[Expr]:
        """Arguments of which one stands for all that are missing."""
        found: list[Expr] = []
        for arg in args:
            if not isinstance(arg, Star):
                found.append(arg)
                continue
            held = self.v(arg.of)
            found += [Raw(f"ITEM_I({held}, {at})") for at in range(most - len(args) + 1)]
        return found

    def ordered(self, function: str, told: Sequence[str], args: Iterable[Expr]) -> str:
        """A call whose arguments are worked out from left to right where one of them draws or takes away."""
        if sum(map(_changing, args)) == 0 or len(told) < 3:
            return f"{function}({', '.join(told)})"
        names = [self.fresh() for _ in told]
        lines = "".join(f"__typeof__({code}) {name} = {code}; " for name, code in zip(names, told, strict=True))
        return f"({{ {lines}{function}({', '.join(names)}); }})"

    def direct(self, of: Function, args: Sequence[Expr]) -> str:
        """A call of a function of the program."""
        params = list(of.params)
        told: list[str] = []
        if not bare(of):
            told.append(self.state(args[0]))
            params, args = params[1:], args[1:]
        star = bool(params) and params[-1].startswith("*")
        fixed = len(params) - star
        before, rest = list(args[:fixed]), list(args[fixed:])
        spread = next((at for at, arg in enumerate(args) if isinstance(arg, Star)), None)
        if spread is not None and (spread != len(args) - 1 or (star and spread < fixed)):
            raise CannotTranslate(f"the arguments of {of.name}")
        if star:
            told += map(self.v, before)
            match rest:
                case [Star(passed)]:
                    told.append(f"tuple_from({self.v(passed)})")
                case _:
                    told.append(self.collection("tuple", rest))
        elif spread is not None:
            passed = args[spread]
            assert isinstance(passed, Star)
            told += map(self.v, args[:spread])
            told += [f"ITEM_I({self.v(passed.of)}, {at})" for at in range(len(params) - spread)]
        else:
            told += map(self.v, args)
            if len(args) != len(params):
                raise CannotTranslate(f"the arguments of {of.name}")
        return self.ordered(f"fn_{of.name}", told, args)

    def indirect(self, function: str, args: Sequence[Expr]) -> str:
        """A call of a function that is a value."""
        if not args or any(isinstance(arg, Star) for arg in args):
            raise CannotTranslate("a call of a value")
        told = ", ".join(map(self.v, args[1:])) or "0"
        return f"call({function}, {self.state(args[0])}, {len(args) - 1}, (V[]){{{told}}})"

    def of_state(self, name: str, args: Sequence[Expr], options: Mapping[str, Expr]) -> Code:
        """A call of a method of the state."""
        match name, args:
            case "random", (below,):
                return "i", f"chance(s, {self.i(below)})"
            case "pick", (cards, number):
                return "v", f"pick(s, {self.v(cards)}, {self.i(number)})"
            case "shuffle", (zone,):
                return "v", f"(shuffle(s, {self.i(zone)}), NONE)"
            case "take_all", (source, target):
                return "v", f"(take_all(s, {self.i(source)}, {self.i(target)}), NONE)"
            case "draw", (number, source, target):
                return "v", f"(draw_cards(s, {self.i(number)}, {self.i(source)}, {self.i(target)}, -1), NONE)"
            case "move", (card, zone, *more):
                bottom = [*more, *options.values()]
                under = self.b(bottom[0]) if bottom else "0"
                return "v", f"(move_card(s, {self.i(card)}, {self.i(zone)}, {under}), NONE)"
        raise CannotTranslate(f"s.{name}")

    def method(self, of: Expr, name: str, args: Sequence[Expr]) -> Code:
        """A call of a method of a value."""
        match name, args:
            case "append", (item,):
                if of == Field("stack"):
                    x = self.fresh("x")
                    return "v", f"({{ V {x} = {self.v(item)}; push(s->stack, {x}); NONE; }})"
                x = self.fresh("x")
                return "v", f"({{ V {x} = {self.v(of)}; push((V)list_of({x}), {self.v(item)}); NONE; }})"
            case "pop", ():
                return "v", f"pop_last({self.v(of)})"
            case "get", (key,):
                return "v", f"get({self.v(of)}, {self.memo_key(of, key)}, NONE)"
            case "get", (key, otherwise):
                return "v", f"get({self.v(of)}, {self.v(key)}, {self.v(otherwise)})"
            case "add", (item,):
                return "v", f"(put({self.v(of)}, {self.v(item)}, NONE), NONE)"
            case "update", (items,):
                return "v", f"(update({self.v(of)}, {self.v(items)}), NONE)"
            case "count", (item,):
                return "i", f"count_of({self.v(of)}, {self.v(item)})"
            case "index", (item,):
                return "i", f"index_of({self.v(of)}, {self.v(item)})"
            case "difference", (items,):
                return "v", f"minus({self.v(of)}, set_from({self.v(items)}))"
            case "fromkeys", (items,) if of == Name("dict"):
                return "v", f"keys_from({self.v(items)})"
        raise CannotTranslate(f".{name}()")


def _changing(expr: Expr) -> bool:
    """Whether to work an expression out changes anything."""
    return any(
        (isinstance(node, Call) and node.function in _DRAWING) or (isinstance(node, Method) and node.name == "pop")
        for node in walk(expr)
    )
