"""Writes one probe: goes through a block with an abstract state, and keeps what can be evaluated without a run.

Each statement has a rule: it is evaluated, followed on a copy, noted in the abstract state, or passed over as no matter
to a probe. A statement without a rule ends the probe with UNKNOWN.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rulewright.compiler.compiled import CARDS
from rulewright.compiler.ir.expressions import (
    FAIL,
    FRAME,
    NUMBERS,
    STATE,
    Binary,
    Call,
    Cell,
    Collection,
    Compare,
    Expr,
    Field,
    IfElse,
    Item,
    Lit,
    Method,
    Name,
    Or,
    Part,
    Slot,
    Star,
    negation,
)  # fmt: skip
from rulewright.compiler.ir.facts import calls, enters, fails, fields, jumps, set_fields, set_names, set_slots
from rulewright.compiler.ir.quote import stmts
from rulewright.compiler.ir.rewrite import statements
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
from rulewright.compiler.passes.effects.locations import ANYTHING, STACK, joined
from rulewright.compiler.passes.lookahead.code import Code
from rulewright.compiler.passes.lookahead.state import NOTHING, AbstractState, Callee, Local
from rulewright.compiler.passes.lookahead.useless import NO_PROBE
from rulewright.compiler.procedures.decisions import Decision
from rulewright.compiler.verdicts import CAN, CANNOT, UNKNOWN

Request = Callable[[int, AbstractState], str]
"""Names the probe of a block in a state."""

ROUNDS: Final = 3  # that a probe goes through a loop whose end it does not know; `f[0]` of its frame counts them
DEEPEST: Final = 6  # levels of tests within which the body of a function is still written out

INFALLIBLE: Final = frozenset({"DRAW", "FILL", "USE", "RESET", "MOVE_PIECES", "s.move", "s.take_all", "s.shuffle"})
ELSEWHERE: Final = frozenset({"START", "START_EACH", "BEGIN", "TRIGGER", "END"})  # what goes on in another frame
RESULTS: Final = frozenset({"result", "winners"})  # of the state: no probe asks for them
NOTES: Final = frozenset({"attempts", "log"})  # of the state: commit points and the record, which a probe needs not

_ATTEMPTED: Final = IfElse(Field("attempts"), Lit(0), Lit(1))  # a probe looks at something attempted
_RESULT: Final = Field("result")


class ProbeWriter:
    """Writes the probe of one block.

    Args:
        code: the program; name: of the probe; start: the block.
        block: names the probe of another block; abilities: of all that a card may say, by where the list of it stands.
    """

    def __init__(
        self, code: Code, name: str, start: int, block: Request, abilities: Callable[[int, AbstractState], str]
    ) -> None:
        self.code = code
        self.effects = code.effects
        self.name = name
        self.start = start
        self.block = block
        self.abilities = abilities
        self._depth = 0
        self._names = 0

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

    def _statement(self, stmt: Stmt, state: AbstractState, out: list[Stmt]) -> bool:
        match stmt:
            case Set():
                return self._set(stmt, state, out)
            case If():
                return self._if(stmt, state, out)
            case Fail():
                return self._answer(state.failure, out)
            case Return(options):
                return self._ask(options, state, out)
            case Finish():
                state.finished = True
                return True
            case Attempt() | Settle():
                return True
            case Jump(label):
                state.label = label
                return self._leave(state, out)
            case Leave():
                return self._leave(state, out)
            case Enter(procedure, args, then):
                state.label = then
                if not (self._enter(procedure, args, state) if procedure else self._enter_payment(args, state)):
                    return self._give_up(out)
                return self._leave(state, out)
            case Do(call):
                return self._do(call, state, out)
            case For((_,), _, _):
                return self._for(stmt, state, out)
        return self._give_up(out)

    def _answer(self, answer: int, out: list[Stmt]) -> bool:
        out.append(Return(Lit(answer)))
        return False

    def _give_up(self, out: list[Stmt]) -> bool:
        return self._answer(UNKNOWN, out)

    def _havoc(self, changed: frozenset[str], state: AbstractState, out: list[Stmt]) -> bool:
        """A run changes something here, there is no telling how."""
        if state.inert and changed:
            return self._give_up(out)
        state.havoc(changed, self.code.rows(state))
        state.uncertain |= "*" in changed  # the game may be over
        return True

    # ------------------------------------------------------------ values

    def _set(self, stmt: Set, state: AbstractState, out: list[Stmt]) -> bool:
        target, op = stmt.target, stmt.op
        value = self.code.at(stmt.value, state)
        if isinstance(target, Cell):
            cell = Cell(self.code.with_constants(target.index, state))
            return self._set_cell(cell, op, value, state, out)
        if target == Slot(0):
            if not isinstance(value, Lit) or not isinstance(value.value, int) or op:
                return self._give_up(out)
            state.label = value.value
        elif isinstance(target, Field):
            if target.name not in RESULTS:
                return self._give_up(out)
        elif isinstance(target, Slot | Name):
            local: Local = target.number if isinstance(target, Slot) else target.name
            if value == _ATTEMPTED:
                value = Lit(0)
            elif value == _RESULT and state.paid:
                state.paid = False
                return self._set_amount(local, target, state, out)
            elif op:
                value = self.code.with_constants(Binary(target, op, value), state)
            self._set_local(local, target, value, state, out)
        else:
            return self._give_up(out)
        return True

    def _set_amount(self, local: Local, target: Expr, state: AbstractState, out: list[Stmt]) -> bool:
        """A slot or a name gets what was paid: another way to pay could have paid more."""
        state.drop(frozenset((local,)))
        state.unknown -= {local}
        state.taint_local(local, True)
        out.append(Set(target, Call("PAID_AMOUNT", (STATE,))))
        return True

    def _set_local(self, local: Local, target: Expr, value: Expr, state: AbstractState, out: list[Stmt]) -> None:
        """A slot or a name gets a value."""
        known = self.code.known(value, state)
        state.drop(frozenset((local,)))
        if not known:
            state.unknown |= {local}
            state.taint_local(local, False)
            return
        state.taint_local(local, self.code.tainted(value, state))
        state.unknown -= {local}
        if isinstance(local, int) and isinstance(value, Lit) and type(value.value) is int:
            state.constants = {**state.constants, local: value}
        out.append(Set(target, value))

    def _set_cell(self, cell: Cell, op: str, value: Expr, state: AbstractState, out: list[Stmt]) -> bool:
        """A number of the state gets a value."""
        row, symbolic = self.code.row(cell), state.symbolic or {}
        known = state.symbolic is not None and row != ANYTHING
        known = known and self.code.known(cell.index, state) and self.code.known(value, state)
        if known and cell not in symbolic:  # its new value follows from the old one, unless this has changed
            known = state.havocked.isdisjoint(row | ANYTHING) and all(self.code.apart(cell, old) for old in symbolic)
        before: Expr = symbolic.get(cell, cell)
        after = Binary(before, op, value) if op else value
        if state.inert:
            if not known:
                return self._give_up(out)
            out.append(If(Compare(before, "!=", after), (Return(Lit(CANNOT)),)))
        elif known:
            self._names += 1
            name = Name(f"c{self._names}")
            out.append(Set(name, after))
            state.symbolic = {**symbolic, cell: name}
            state.changed |= row
            tainted = self.code.tainted(before, state) or self.code.tainted(value, state)
            state.taint_local(name.name, tainted)
            if tainted:
                state.taint(row)
        else:
            return self._havoc(row, state, out)
        return True

    # ------------------------------------------------------------ acts

    def _do(self, call: Expr, state: AbstractState, out: list[Stmt]) -> bool:
        if isinstance(call, Method) and isinstance(call.of, Field) and call.of.name in NOTES:
            return True
        if not isinstance(call, Call):
            return self._give_up(out)
        match call.function:
            case "START_EACH":
                return self._enter_ability(call.args[2], state, out)
            case "PLAY" | "s.move":
                return self._move(call, state, out)
            case "END":
                return self._answer(UNKNOWN if state.straying else CAN, out)
        if call.function not in INFALLIBLE and call.function not in self.code.functions:
            return self._give_up(out)
        return self._run(call, state, out)

    def _run(self, call: Expr, state: AbstractState, out: list[Stmt]) -> bool:
        """A call that cannot fail, and that no probe makes."""
        return self._havoc(self.effects.changed((Do(self.code.with_constants(call, state)),)), state, out)

    def _move(self, call: Call, state: AbstractState, out: list[Stmt]) -> bool:
        """A card moves or is played: from here on, the probe reads a copy of the position in which it has."""
        args = tuple(self.code.at(arg, state) for arg in call.args)
        known = all(self.code.known(arg, state) for arg in args)
        if state.inert or state.straying or call.options or not known:
            return self._run(call, state, out)
        after = Call("AFTER_PLAYING", args) if call.function == "PLAY" else Call("AFTER_MOVING", (STATE, *args))
        out += [Set(STATE, after), Set(NUMBERS, Field("n"))]
        return True

    # ------------------------------------------------------------ tests and loops

    def _if(self, stmt: If, state: AbstractState, out: list[Stmt]) -> bool:
        if _is_note(stmt):
            return True
        match stmt.test:
            case Compare(Call() as call, "is", fail) if fail == FAIL:
                if stmt.then != (Fail(),) or stmt.otherwise:
                    return self._give_up(out)
                return self._do_fallible(call, state, out)
        test = self.code.at(stmt.test, state)
        if isinstance(test, Lit):
            return self._body(stmt.then if test.value else stmt.otherwise, state, out)
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
            return self._give_up(out)  # no block is written so
        state.join(ends)
        return bool(ends)

    def _either(self, stmt: If, state: AbstractState, out: list[Stmt]) -> bool:
        """A test whose answer is not known: explore both ways. None may fail, and no failure is one of the run."""
        if state.inert:
            return self._give_up(out)
        if _is_plain(stmt):
            return self._skip(stmt, state, out)
        match stmt:
            case If(_, (Jump(label),), ()):
                if self.effects.repeated(self.start):  # or a probe might never come out of the loop
                    out += stmts(f"f[0] += 1\nif f[0] > {ROUNDS}: return {UNKNOWN}")
                if label not in self.code.infallible:
                    probe = self.block(label, state)
                    out.append(_unless_can(Call(probe, (STATE, Part(FRAME)))))
                state.uncertain = True
                return True
        if jumps(stmt) or enters(stmt) or any(isinstance(part, Return | Leave) for part in statements((stmt,))):
            return self._give_up(out)
        given = _given(stmt)
        ends = []
        for body in (stmt.then, stmt.otherwise):
            branch = state.but(uncertain=True, straying=True)
            if not self._body(body, branch, out):
                return False
            branch.unknown |= given
            ends.append(branch)
            state.havoc_locals(given)  # both ways are written one after the other: the second finds what the first set
        if any(not branch.same_way(state) for branch in ends):
            return self._give_up(out)
        state.join(ends)
        return True

    def _skip(self, stmt: Stmt, state: AbstractState, out: list[Stmt]) -> bool:
        """Pass over a statement that can neither fail nor go elsewhere."""
        state.havoc_locals(_given(stmt))
        return self._havoc(self.effects.changed((stmt,)), state, out)

    def _do_fallible(self, call: Call, state: AbstractState, out: list[Stmt]) -> bool:
        """Write out a function that may fail."""
        args = tuple(self.code.with_constants(arg, state) for arg in call.args[1:])
        simple = all(isinstance(arg, Slot | Lit | Name) and self.code.known(arg, state) for arg in args)
        if not simple or self._depth > DEEPEST - 1:
            return self._give_up(out)
        body = self.code.inlined(call.function, args)
        if any(isinstance(part, Return | Leave) for part in statements(body)):
            return self._give_up(out)
        return self._body(body, state, out)

    def _for(self, stmt: For, state: AbstractState, out: list[Stmt]) -> bool:
        if _is_plain(stmt):
            return self._skip(stmt, state, out)
        source = self.code.at(stmt.of, state)
        if not self.code.known(source, state) or jumps(stmt):
            return self._give_up(out)
        state.uncertain |= self.code.tainted(source, state)
        # What one round changes, or leaves unknown, the next one finds.
        if not self._havoc(self.effects.changed((stmt,)), state, out):
            return False
        given = _given(stmt)
        state.drop(given)
        while True:
            within = state.but(symbolic=None)
            written, _ = self._within(stmt.body, within)
            if not within.same_way(state):
                return self._give_up(out)
            if state.covers(within):
                break
            state.taint(within.tainted)
            state.tainted_locals |= within.tainted_locals
            state.unknown |= within.unknown
            state.uncertain |= within.uncertain
        out.append(For(stmt.names, source, written))
        return True

    # ------------------------------------------------------------ calls

    def _enter(self, procedure: str, args: Sequence[Expr], state: AbstractState) -> bool:
        """A frame of another procedure; False if that is not one of the program."""
        entry = self.code.entries.get(procedure)
        if entry is None:
            return False
        values: list[Expr] = [Lit(0)]
        constants: dict[int, Lit] = {}
        unknown: set[Local] = set()
        tainted: set[Local] = set()
        for slot, arg in enumerate(args, 1):
            value = self.code.with_constants(arg, state)
            if not self.code.known(value, state):
                value = Lit(None)
                unknown.add(slot)
            elif isinstance(value, Lit) and type(value.value) is int:
                constants[slot] = value
            elif self.code.tainted(value, state):
                tainted.add(slot)
            values.append(value)
        called = AbstractState(
            entry, state.changed, unknown=frozenset(unknown), constants=constants, tainted=state.tainted,
            tainted_locals=frozenset(tainted),
        )  # fmt: skip
        infallible = entry in self.code.infallible
        inert = self.block(entry, called.but(inert=True)) if state.inert or infallible else ""
        probe = "" if infallible or state.inert else self.block(entry, called)
        frame = Binary(Collection("list", tuple(values)), "+", Name(f"PAD_{procedure}"))
        name = Lit(procedure) if STACK in self.effects.asks(entry) else None
        state.call = Callee(probe, frame, self.effects.changes(entry), inert, name)
        return True

    def _enter_payment(self, args: Sequence[Expr], state: AbstractState) -> bool:
        """A payment; False if it cannot be told how it goes."""
        frame = Collection("list", (Name("PAY"), *(self.code.with_constants(arg, state) for arg in args)))
        asked = self.code.substitutes | {CARDS} | ANYTHING
        if state.inert or not state.changed.isdisjoint(asked) or not self.code.known(frame, state):
            return False
        state.call = Callee("PROBE_PAY", frame, NOTHING, payment=True)
        return True

    def _enter_ability(self, ability: Expr, state: AbstractState, out: list[Stmt]) -> bool:
        """A frame of what one card says: (card, entry, default locals)."""
        listed = _listed_in(self.code.body(self.start), ability)
        rows = self.effects.started(self.start, listed) if listed is not None else ()
        if not rows or state.inert or not self.code.known(ability, state):
            return self._give_up(out)
        assert listed is not None
        table = self.abilities(listed, AbstractState(-1, state.changed, tainted=state.tainted))
        if table == NO_PROBE:
            return self._give_up(out)
        row = Item(Name(table), Item(ability, Lit(1)))
        out.append(Set(Collection("tuple", tuple(map(Name, ("probe", "pad", "procedure", "moves")))), row))
        entries = [entry for entry, _ in rows]
        changed = joined(*map(self.effects.changes, entries))
        otherwise = joined(*(self.effects.changes(entry) for entry in entries if not moves_cards(self.code, entry)))
        named = Name("procedure") if any(STACK in self.effects.asks(entry) for entry in entries) else None
        frame = Collection("list", (Lit(0), Slot(1), Item(ability, Lit(0)), Star(Name("pad"))))
        state.call = Callee(
            "probe", frame, changed, procedure=named, changed_otherwise=otherwise if otherwise != changed else None
        )
        return True

    # ------------------------------------------------------------ ends

    def _ask(self, options: Expr, state: AbstractState, out: list[Stmt]) -> bool:
        """The block asks: it leads through if some option does."""
        if state.label in self.code.infallible and not state.inert:  # something can be chosen, whatever it is
            return self._answer(CAN, out)
        asked = self.code.decisions.get(state.label)
        if asked is None or asked.kind in ("offer", "pay") or state.call or state.inert:
            return self._give_up(out)
        known = self.code.at(options, state)
        if not self.code.known(known, state):
            parts = self._known_parts(options, state)
            if not parts:
                return self._give_up(out)
            state.uncertain = True
            known = parts[0]
            for part in parts[1:]:
                known = Binary(known, "+", part)
        else:
            state.uncertain |= self.code.tainted(known, state)
            if asked.then in self.code.infallible:
                out.append(Return(IfElse(known, Lit(CAN), Lit(state.failure))))
                return False
        out.append(Return(_found(self._any(asked, known, state), state)))
        return False

    def _known_parts(self, options: Expr, state: AbstractState) -> list[Expr]:
        """Of a list that is not known as a whole, lists that are surely part of it."""
        match options:
            case Binary(left, "+", right):
                return self._known_parts(left, state) + self._known_parts(right, state)
            case Collection("list", items):
                return [Collection("list", (part,)) for item in items for part in self._known_parts(item, state)]
            case Star(of):
                part = self.code.at(of, state)
                return [Star(part)] if self.code.known(part, state) else []
        part = self.code.at(options, state)
        return [part] if self.code.known(part, state) else []

    def _any(self, asked: Decision, options: Expr, state: AbstractState) -> Expr:
        """What can be seen of the options of a decision."""
        slot = frozenset((asked.slot,))
        after = state.but(unknown=state.unknown - slot)
        after.drop(slot)
        probe = self.block(asked.then, after)
        return Call("PROBE_ANY", (STATE, FRAME, Lit(asked.slot), options, Name(probe)))

    def _leave(self, state: AbstractState, out: list[Stmt]) -> bool:
        """The end of a block: what it calls, then the block that follows."""
        if state.call and not state.finished:
            state.paid = False  # what is called may pay, too
            call, before = state.call, state.but(call=None)
            state.changed = joined(state.changed, call.changed)
            if state.inert:
                out.append(_unless_can(call.call(call.inert)))
                state.changed = before.changed
            elif call.payment:
                return self._leave_payment(call, state, out)
            elif call.probe:
                out.append(Set(Name("r"), call.call(call.probe)))
                out.append(If(Compare(Name("r"), "!=", Lit(CAN)), (Return(_found(Name("r"), state)),)))
                if call.changed_otherwise is not None:
                    moved: list[Stmt] = []
                    self._leave(state.but(call=None), moved)
                    out.append(If(Name("moves"), tuple(moved)))
                    state.changed = joined(before.changed, call.changed_otherwise)
            elif call.inert and state.label not in self.code.infallible:
                unchanged: list[Stmt] = []
                self._leave(before, unchanged)
                out.append(If(Compare(call.call(call.inert), "==", Lit(CAN)), tuple(unchanged)))
        if state.finished or (state.label in self.code.infallible and not state.inert):
            return self._answer(CAN, out)
        probe = self.block(state.label, state)
        if probe == self.name and self._same_again(state, out):
            return self._answer(CAN, out)
        out.append(Return(_found(Call(probe, (STATE, FRAME)), state)))
        return False

    def _same_again(self, state: AbstractState, out: Sequence[Stmt]) -> bool:
        """Whether a probe that calls itself would find in the next round what it has found in this one.

        Then what leaves the loop can be carried through in every round, and so can the loop: that it never ends is an
        error of the rules, which no probe looks for.
        """
        if self._depth or state.straying or state.inert:
            return False
        return not any(set_names(stmt) or set_fields(stmt) or set(set_slots(stmt)) - {0} for stmt in out)

    def _leave_payment(self, call: Callee, state: AbstractState, out: list[Stmt]) -> bool:
        """What a block calls is a payment: read on in the positions that it may lead to."""
        assert isinstance(call.frame, Collection)
        _, _, resource, least, most, *_ = call.frame.items
        certain = state.tainted.isdisjoint(self.code.paying | ANYTHING)
        exact = isinstance(resource, Lit) and least == most and certain
        if exact and not self.code.paying.isdisjoint(self.effects.asks(state.label)):
            probe = self.block(state.label, state.but(call=None, paid=True))
            paid = Call("PROBE_PAID", (STATE, call.frame, FRAME, Name(probe)))
            out.append(Return(_found(paid, state)))
            return False
        before = state.but(uncertain=state.uncertain or not certain)
        out.append(Set(Name("r"), call.call(call.probe)))
        out.append(If(Compare(Name("r"), "!=", Lit(CAN)), (Return(_found(Name("r"), before)),)))
        out += [Set(STATE, Call("AFTER_PAYING", (STATE,))), Set(NUMBERS, Field("n"))]
        state.call, state.paid = None, True
        state.taint(self.code.paying)
        return self._leave(state, out)


# ------------------------------------------------------------ what statements are


def moves_cards(code: Code, entry: int) -> bool:
    """Whether a block, with all that it leads to, may move a card."""
    return not code.effects.changes(entry).isdisjoint({CARDS} | ANYTHING)


def _found(answer: Expr, state: AbstractState) -> Expr:
    """What a probe answers that has seen so much of what follows."""
    return Or((answer, Lit(UNKNOWN))) if state.uncertain else answer


def _unless_can(answer: Expr) -> Stmt:
    return If(Compare(answer, "!=", Lit(CAN)), (Return(Lit(UNKNOWN)),))


def _given(stmt: Stmt) -> frozenset[Local]:
    """The slots and names that get a value somewhere in a statement."""
    return frozenset(set_slots(stmt)) | set_names(stmt)


def _is_note(stmt: If) -> bool:
    """Whether a test is about commit points or the record of what was done, or only leads to these."""
    if not fields(stmt.test).isdisjoint(NOTES):
        return True
    parts = stmt.then + stmt.otherwise
    return bool(parts) and all(not (fields(part) | set_fields(part)).isdisjoint(NOTES) for part in parts)


def _is_plain(stmt: Stmt) -> bool:
    """Whether a statement can neither fail nor go elsewhere."""
    return not (
        fails(stmt) or jumps(stmt) or enters(stmt) or 0 in set_slots(stmt) or calls(stmt) & ELSEWHERE
        or "stack" in fields(stmt) | set_fields(stmt)
        or any(isinstance(part, Return | Leave) for part in statements((stmt,)))
    )  # fmt: skip


def _listed_in(body: Body, ability: Expr) -> int | None:
    """The slot with the list that an ability is taken from."""
    for part in statements(body):
        match part:
            case Set(target, Item(Slot(number), _)) if target == ability:
                return number
    return None
