"""Writes one probe: goes through a block with an abstract state, and keeps what can be evaluated without a run.

Each statement has a rule: it is evaluated, followed on a copy, noted in the abstract state, or passed over as no matter
to a probe. A statement without a rule ends the probe with UNKNOWN.
"""

from __future__ import annotations

from typing import Final

from rulewright.compiler.ir.expressions import (
    FAIL,
    FRAME,
    STATE,
    Call,
    Compare,
    Lit,
    Name,
    Part,
    Slot,
    negation,
)  # fmt: skip
from rulewright.compiler.ir.facts import enters, jumps
from rulewright.compiler.ir.quote import stmts
from rulewright.compiler.ir.statements import (
    Attempt,
    Body,
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
)  # fmt: skip
from rulewright.compiler.passes.lookahead.acts import Acts
from rulewright.compiler.passes.lookahead.assignments import Assignments
from rulewright.compiler.passes.lookahead.calls import Abilities, Calls, Request
from rulewright.compiler.passes.lookahead.code import Code
from rulewright.compiler.passes.lookahead.ends import Ends
from rulewright.compiler.passes.lookahead.outcomes import answer, give_up, havoc, unless_can
from rulewright.compiler.passes.lookahead.state import AbstractState
from rulewright.compiler.passes.lookahead.statement_kinds import given, is_note, is_plain, leaves
from rulewright.compiler.verdicts import UNKNOWN

ROUNDS: Final = 3  # that a probe goes through a loop whose end it does not know; `f[0]` of its frame counts them
DEEPEST: Final = 6  # levels of tests within which the body of a function is still written out


class ProbeWriter:
    """Writes the probe of one block.

    Args:
        code: the program; name: of the probe; start: the block.
        block: names the probe of another block; abilities: of all that a card may say, by where the list of it stands.
    """

    def __init__(self, code: Code, name: str, start: int, block: Request, abilities: Abilities) -> None:
        self.code = code
        self.effects = code.effects
        self.start = start
        self.block = block
        self._assignments = Assignments(code)
        self._calls = Calls(code, start, block, abilities)
        self._acts = Acts(code, self._calls)
        self._ends = Ends(code, name, block)
        self._depth = 0

    def write(self, state: AbstractState) -> Body:
        """The body of the probe. state: before the block; it is changed."""
        out: list[Stmt] = []
        if self._body(self.code.body(self.start), state, out):
            self._leave(state, out)
        return tuple(out)

    # ------------------------------------------------------------ statements

    def _body(self, body: Body, state: AbstractState, out: list[Stmt]) -> bool:
        """Go through statements; whether a run can come to what follows them."""
        return all(self._statement(stmt, state, out) for stmt in body)

    def _within(self, body: Body, state: AbstractState) -> tuple[Body, bool]:
        """The same one level deeper: what is written there, and whether a run can come to what follows."""
        out: list[Stmt] = []
        self._depth += 1
        through = self._body(body, state, out)
        self._depth -= 1
        return tuple(out), through

    def _leave(self, state: AbstractState, out: list[Stmt]) -> bool:
        return self._ends.leave(state, out, nested=self._depth > 0)

    def _statement(self, stmt: Stmt, state: AbstractState, out: list[Stmt]) -> bool:
        match stmt:
            case Set():
                return self._assignments.set(stmt, state, out)
            case If():
                return self._if(stmt, state, out)
            case Fail():
                return answer(state.failure, out)
            case Return(options):
                return self._ends.ask(options, state, out)
            case Finish():
                state.finished = True
                return True
            case Attempt():
                return True
            case Settle():  # who asks only whether this much can be carried through does not ask what fails later
                state.uncertain = True
                return True
            case Jump(label):
                state.label = label
                return self._leave(state, out)
            case Leave():
                return self._leave(state, out)
            case Enter(procedure, args, then):
                state.label = then
                told = self._calls.procedure(procedure, args, state) if procedure else self._calls.payment(args, state)
                return self._leave(state, out) if told else give_up(out)
            case Do(call):
                return self._acts.do(call, state, out)
            case For((_,), _, _):
                return self._for(stmt, state, out)
        return give_up(out)

    # ------------------------------------------------------------ tests and loops

    def _if(self, stmt: If, state: AbstractState, out: list[Stmt]) -> bool:
        if is_note(stmt):
            return True
        match stmt.test:
            case Compare(Call() as call, "is", fail) if fail == FAIL:
                if stmt.then != (Fail(),) or stmt.otherwise:
                    return give_up(out)
                return self._do_fallible(call, state, out)
        test = self.code.at(stmt.test, state)
        if isinstance(test, Lit):
            return self._body(stmt.then if test.value else stmt.otherwise, state, out)
        if stmt.then == (Fail(),) and state.symbolic and not self.code.known(test, state):
            test = self.code.written_out(stmt.test, state)
        if not self.code.known(test, state):
            return self._either(stmt, state, out)
        state.uncertain |= self.code.tainted(test, state)
        ends = []
        branches = []
        for body in (stmt.then, stmt.otherwise):
            branch = state.but()
            written, through = self._within(body, branch)
            branches.append(written)
            if through:
                ends.append(branch)
        then, otherwise = branches
        out.append(If(test, then, otherwise) if then or not otherwise else If(negation(test), otherwise))
        if any(not branch.same_way(state) for branch in ends):
            return give_up(out)  # no block is written so
        state.join(ends)
        return bool(ends)

    def _either(self, stmt: If, state: AbstractState, out: list[Stmt]) -> bool:
        """A test whose answer is not known: explore both ways. None may fail, and no failure is one of the run."""
        if state.inert:
            return give_up(out)
        if is_plain(stmt):
            return self._skip(stmt, state, out)
        match stmt:
            case If(_, (Jump(label),), ()):
                if self.effects.repeated(self.start):  # or a probe might never come out of the loop
                    out += stmts(f"f[0] += 1\nif f[0] > {ROUNDS}: return {UNKNOWN}")
                if label not in self.code.infallible:
                    probe = self.block(label, state)
                    out.append(unless_can(Call(probe, (STATE, Part(FRAME)))))
                state.uncertain = True
                return True
        if jumps(stmt) or enters(stmt) or leaves(stmt):
            return give_up(out)
        slots = given(stmt)
        ends = []
        for body in (stmt.then, stmt.otherwise):
            branch = state.but(uncertain=True, straying=True)
            if not self._body(body, branch, out):
                return False
            branch.unknown |= slots
            ends.append(branch)
            state.havoc_locals(slots)  # both ways are written one after the other: the second finds what the first set
        if any(not branch.same_way(state) for branch in ends):
            return give_up(out)
        state.join(ends)
        return True

    def _skip(self, stmt: Stmt, state: AbstractState, out: list[Stmt]) -> bool:
        """Pass over a statement that can neither fail nor go elsewhere."""
        state.havoc_locals(given(stmt))
        return havoc(self.code, self.effects.changed((stmt,)), state, out)

    def _do_fallible(self, call: Call, state: AbstractState, out: list[Stmt]) -> bool:
        """Write out a function that may fail."""
        args = tuple(self.code.with_constants(arg, state) for arg in call.args[1:])
        simple = all(isinstance(arg, Slot | Lit | Name) and self.code.known(arg, state) for arg in args)
        if not simple or self._depth > DEEPEST - 1:
            return give_up(out)
        body = self.code.inlined(call.function, args)
        if leaves(*body):
            return give_up(out)
        return self._body(body, state, out)

    def _for(self, stmt: For, state: AbstractState, out: list[Stmt]) -> bool:
        if is_plain(stmt):
            return self._skip(stmt, state, out)
        source = self.code.at(stmt.of, state)
        if not self.code.known(source, state) or jumps(stmt):
            return give_up(out)
        state.uncertain |= self.code.tainted(source, state)
        # What one round changes, or leaves unknown, the next one finds.
        if not havoc(self.code, self.effects.changed((stmt,)), state, out):
            return False
        slots = given(stmt)
        state.drop(slots)
        while True:
            within = state.but(symbolic=None)
            written, _ = self._within(stmt.body, within)
            if not within.same_way(state):
                return give_up(out)
            if state.covers(within):
                break
            state.taint(within.tainted)
            state.tainted_locals |= within.tainted_locals
            state.unknown |= within.unknown
            state.uncertain |= within.uncertain
        out.append(For(stmt.names, source, written))
        return True
