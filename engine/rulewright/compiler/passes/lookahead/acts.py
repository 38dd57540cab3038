"""Acts in a probe: calls of functions that cannot fail, cards that move, and what another frame goes on with."""

from __future__ import annotations

from typing import Final

from rulewright.compiler.ir.expressions import NUMBERS, STATE, Call, Expr, Field, Method
from rulewright.compiler.ir.statements import Do, Set, Stmt
from rulewright.compiler.passes.lookahead.calls import Calls
from rulewright.compiler.passes.lookahead.code import Code
from rulewright.compiler.passes.lookahead.outcomes import answer, give_up, havoc
from rulewright.compiler.passes.lookahead.state import AbstractState
from rulewright.compiler.passes.lookahead.statement_kinds import NOTES
from rulewright.compiler.verdicts import CAN, UNKNOWN

INFALLIBLE: Final = frozenset({"DRAW", "FILL", "USE", "RESET", "MOVE_PIECES", "s.move", "s.take_all", "s.shuffle"})


class Acts:
    """Writes the acts of one probe. calls: where it is noted what an act begins."""

    def __init__(self, code: Code, calls: Calls) -> None:
        self.code = code
        self._calls = calls

    def do(self, call: Expr, state: AbstractState, out: list[Stmt]) -> bool:
        """Write a call that is made for what it does; whether the probe reads on."""
        if isinstance(call, Method) and isinstance(call.of, Field) and call.of.name in NOTES:
            return True
        if not isinstance(call, Call):
            return give_up(out)
        match call.function:
            case "START_EACH":
                return self._calls.card(call.args[2], state, out)
            case "PLAY" | "s.move":
                return self._move(call, state, out)
            case "END":
                return answer(UNKNOWN if state.straying else CAN, out)
        if call.function not in INFALLIBLE and call.function not in self.code.functions:
            return give_up(out)
        return self._run(call, state, out)

    def _run(self, call: Expr, state: AbstractState, out: list[Stmt]) -> bool:
        """A call that cannot fail, and that no probe makes."""
        return havoc(self.code, self.code.effects.changed((Do(self.code.with_constants(call, state)),)), state, out)

    def _move(self, call: Call, state: AbstractState, out: list[Stmt]) -> bool:
        """A card moves or is played: from here on, the probe reads a copy of the position in which it has."""
        args = tuple(self.code.at(arg, state) for arg in call.args)
        known = all(self.code.known(arg, state) for arg in args)
        if state.inert or state.straying or call.options or not known:
            return self._run(call, state, out)
        after = Call("AFTER_PLAYING", args) if call.function == "PLAY" else Call("AFTER_MOVING", (STATE, *args))
        out += [Set(STATE, after), Set(NUMBERS, Field("n"))]
        return True
