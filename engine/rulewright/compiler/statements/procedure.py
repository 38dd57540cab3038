# mypy: disable-error-code="arg-type, assignment"
"""Procedures: blocks of steps and sentences as step functions over an explicit stack.

A procedure becomes a row of *blocks*: Python functions of the state `s` and the frame `f` that run without stopping,
set `f[0]` to the block to go on with, push the frame of a procedure they call, or return the options that somebody
must choose from. Where nothing can stop, no frame is made: the whole becomes one plain function (`inline`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial, reduce
from operator import and_
from typing import TYPE_CHECKING, Any

from rulewright.compiler.scope import Ref, Scope
from rulewright.compiler.statements.acts import Acts
from rulewright.compiler.statements.calls import Calls
from rulewright.compiler.statements.card_moves import CardMoves
from rulewright.compiler.statements.decisions import STOP_OR_GO, Decision
from rulewright.compiler.statements.piece_moves import PieceMoves
from rulewright.compiler.statements.resources import HUGE, Resources
from rulewright.compiler.statements.sentences import Sentences
from rulewright.compiler.statements.steps import Steps
from rulewright.compiler.statements.transfers import Transfers
from rulewright.language import nodes as N
from rulewright.ruleset import blocks as B

if TYPE_CHECKING:
    from rulewright.compiler.builder import Builder


class Suspends(Exception):
    """Raised inside an inline attempt when a statement needs to stop."""


class Procedure:
    """One procedure being compiled.

    params: the expressions' names of its arguments by noun or role; they stand in the frame's slots 2, 3, …
    """

    def __init__(self, builder: Builder, name: str, params: list[tuple[str, str]], this: bool = False) -> None:
        self.b = builder
        self.x = builder.expressions
        self.steps = Steps(self)
        self.sentences = Sentences(self)
        self.acts = Acts(self)
        self.resources = Resources(self)
        self.calls = Calls(self)
        self.transfers = Transfers(self)
        self.card_moves = CardMoves(self)
        self.piece_moves = PieceMoves(self)
        self.name = name
        self.inline = False
        self.lines: list[str] = []
        self.indent = 1
        self.blocks: list[tuple[int, list[str]]] = []
        self.slots = 2 + len(params) + (1 if this else 0)
        self.params = params
        self.this = this
        self.locals = 0
        self.roles: dict[str, str] = {}  # a named thing has one place, in whichever branch it gets its name
        self.entry = -1
        self.can_fail = False
        # What every way through it costs at least: what is paid with cards by noun, `card` for the cards themselves;
        # and of what is counted, by its positions for each seat, as long as nothing before could bring some.
        self.needs: Counter[Any] = Counter()
        self.raised: set[Any] = set()
        self.gained = False  # whether something before could bring anything
        self.cause: Any = None  # the condition that what is being compiled follows from

    def emit(self, line: str) -> None:
        """Add a line of code."""
        self.lines.append("    " * self.indent + line)

    @contextmanager
    def nested(self) -> Iterator[None]:
        """Lines one level deeper."""
        self.indent += 1
        yield
        self.indent -= 1

    def variable(self) -> str:
        """A place for a value that lasts as long as the procedure: a frame's slot, or a local."""
        if self.inline:
            self.locals += 1
            return f"v{self.locals}"
        self.slots += 1
        return f"f[{self.slots - 1}]"

    def block(self) -> int:
        """Start a new block and go on there; the lines so far belong to the one before."""
        label = self.b.label(self)
        self.goto(label)
        self.start(label)
        return label

    def start(self, label: int) -> None:
        """Begin writing the block with this label."""
        self.lines = []
        self.blocks.append((label, self.lines))
        self.indent = 1

    def goto(self, label: int) -> None:
        """Go on at a block."""
        self.emit(f"f[0] = {label}")
        self.emit("return")

    def own(self, seat: str) -> bool:
        """Whether a seat is the one whose procedure this is."""
        return str(seat) == ("you" if self.inline else "f[1]")

    def fail_if(self, test: str) -> None:
        """The whole act fails where a test holds."""
        self.can_fail = True
        self.emit(f"if {test}: return FAIL")

    def need(self, cell: tuple[int, ...] | None, count: str, seat: str) -> None:
        """Note that a seat needs so much of what is counted in a cell, if that is known beforehand."""
        if cell is not None and str(count).isdigit() and self.own(seat) and not self.gained and cell not in self.raised:
            self.needs[cell] += int(str(count))

    def brings(self, cell: tuple[int, ...] | None) -> None:
        """Note that what is counted in a cell goes up, whosever it is; without a cell that it could be anything."""
        if cell is None:
            self.gained = True
        else:
            self.raised.add(cell)

    def unfollowed(self) -> None:
        """Note that what comes now may bring and take anything."""
        self.gained = True

    def scope(self) -> Scope:
        """The scope a procedure begins with."""
        you = "you" if self.inline else "f[1]"
        scope = Scope(you)
        for number, (name, kind) in enumerate(self.params):
            expr = f"a{number}" if self.inline else f"f[{2 + number}]"
            scope.bind(name, Ref(expr, kind, name))
        if self.this:
            scope.this = f"a{len(self.params)}" if self.inline else f"f[{2 + len(self.params)}]"
        return scope

    def as_function(self, body: Any) -> list[str] | None:
        """The lines of a plain function, or None where the body must be able to stop."""
        self.inline = True
        self.lines = []
        self.indent = 1
        try:
            self.emit("n = s.n")
            body(self, self.scope())
        except Suspends:
            self.inline = False
            self.lines = []
            self.can_fail = False
            return None
        return self.lines

    def either(self, bodies: list[Any], always: bool) -> list[Any]:
        """Bodies of which one runs (or, unless `always`, none): together they need what each of them needs."""
        before = self.needs.copy()
        needs: dict[int, Counter[Any]] = {}

        def counted(number: int) -> None:
            self.needs = Counter()
            bodies[number]()
            needs[number] = self.needs  # a body may be written twice: first inline, then as blocks
            self.needs = before.copy()
            if always and len(needs) == len(bodies):
                self.needs += reduce(and_, needs.values())

        return [partial(counted, number) for number in range(len(bodies))]

    def perhaps(self, body: Any) -> None:
        """A body that may run or not, or more than once: it needs nothing for certain."""
        before = self.needs.copy()
        body()
        self.needs = before

    def often(self, body: Any, times: int) -> None:
        """A body that runs so many times."""
        before = self.needs
        self.needs = Counter()
        body()
        if not self.gained and not self.raised & set(self.needs):  # else what it brings may pay for the next time
            before.update({key: times * count for key, count in self.needs.items()})
        self.needs = before

    def branch(self, test: str, then: Any, otherwise: Any) -> None:
        """Run one of two bodies (functions without arguments); inline where neither can stop."""
        then, otherwise = self.either([then, otherwise or (lambda: None)], True)
        if self.attempt_inline(lambda: self._inline_if(test, then, otherwise)):
            return
        self.must_stop()
        other, end = self.b.label(self), self.b.label(self)
        self.emit(f"if not ({test}):")
        with self.nested():
            self.goto(other)
        then()
        self.goto(end)
        self.start(other)
        if otherwise is not None:
            otherwise()
        self.goto(end)
        self.start(end)

    def _inline_if(self, test: str, then: Any, otherwise: Any) -> None:
        self.emit(f"if {test}:")
        with self.nested():
            self.emit("pass")
            then()
        if otherwise is not None:
            self.emit("else:")
            with self.nested():
                self.emit("pass")
                otherwise()

    def attempt_inline(self, write: Any, sure: bool = False) -> bool:
        """Try to write something without a stop into the present block; False when it needs one.

        sure: also False when it can fail.
        """
        if self.inline and not sure:
            write()
            return True
        keep = (
            len(self.lines), self.indent, self.slots, self.needs.copy(), dict(self.roles), self.gained,
            set(self.raised), self.can_fail,
        )  # fmt: skip
        self.b.no_stop += 1
        try:
            write()
            if sure and any("return FAIL" in line for line in self.lines[keep[0] :]):
                raise Suspends
            return True
        except Suspends:
            del self.lines[keep[0] :]
            self.indent, self.slots, self.needs, self.roles, self.gained, self.raised, self.can_fail = keep[1:]
            return False
        finally:
            self.b.no_stop -= 1

    def must_stop(self) -> None:
        """Say that what follows can stop: refused while writing inline."""
        if self.inline or self.b.no_stop:
            raise Suspends

    def repeat(self, low: int, high: int, scope: Scope, body: Any, prompt: Any = "") -> None:
        """Run a body at least `low` and at most `high` times; in between somebody chooses whether to go on."""
        if low < high:
            with self.carried_through():
                self._repeated(low, high, scope, body, prompt)
        else:
            self._repeated(low, high, scope, body, prompt)

    def _repeated(self, low: int, high: int, scope: Scope, body: Any, prompt: Any) -> None:
        self.must_stop()
        count = self.variable()
        self.emit(f"{count} = 0")
        head = self.block()
        end = self.b.label(self)
        if low < high:
            stop, then = self.b.label(self), self.b.label(self)
            self.emit(f"if {count} >= {low}:")
            with self.nested():
                self.goto(stop)
            self.goto(then)
            self.start(stop)
            choice = self.variable()
            self.emit(f"if {count} >= {high}: f[0] = {end}; return")
            # Going on is an option only where it can be carried through; stopping comes first.
            asking = Decision("menu", prompt, self.slot_of(choice), 0, STOP_OR_GO)
            self.decide(asking, "[0, 1]", self.asked(scope.you))
            self.emit(f"if {choice} == 0: f[0] = {end}; return")
            self.goto(then)
            self.start(then)
        elif high < HUGE:
            self.emit(f"if {count} >= {high}: f[0] = {end}; return")
        self.emit(f"{count} += 1")
        if low > 0:
            body(scope.child())
        else:
            self.perhaps(lambda: body(scope.child()))
        self.emit(f"if s.over is not None: f[0] = {end}; return")
        self.goto(head)
        self.start(end)

    def loop(self, items: str, kind: str, noun: str, name: str | None, scope: Scope, body: Any) -> None:
        """Run a body for each item of a list; for players "you" is each of them in turn (unless they are named)."""
        known = [*scope.names.values(), *scope.recent]

        def bound(expr: str) -> Scope:
            inner = scope.child()
            ref = Ref(expr, kind, noun)
            inner.bind(name or noun, ref)
            inner.names[noun] = ref
            if name is not None and any(self.x.fits(other.noun, noun) for other in known):
                inner.doubtful[noun] = f"the {name.replace('_', ' ')}"
            if kind == "player" and name is None:
                inner.you = expr
            return inner

        def inline() -> None:
            item = self.x.fresh()
            self.emit(f"for {item} in {items}:")
            times = re.fullmatch(r"range\(\(?(\d+)\)?\)", str(items))
            with self.nested():
                self.emit("pass")
                if times:
                    self.often(lambda: body(bound(item)), int(times.group(1)))
                else:
                    self.perhaps(lambda: body(bound(item)))

        if self.attempt_inline(inline):
            return
        self.must_stop()
        queue, place, item = self.variable(), self.variable(), self.variable()
        self.emit(f"{queue} = list({items}); {place} = 0")
        head = self.block()
        end = self.b.label(self)
        self.emit(f"if {place} >= len({queue}) or s.over is not None: f[0] = {end}; return")
        self.emit(f"{item} = {queue}[{place}]; {place} += 1")
        self.perhaps(lambda: body(bound(item)))
        self.goto(head)
        self.start(end)

    def target(self, name: str | None) -> str:
        """Where a named thing is kept; the first player's name outlasts the procedure."""
        if name is not None and name == self.b.source.first_player:
            return f"n[{self.b.first_player}]"
        if name is None:
            return self.variable()
        if name not in self.roles:
            self.roles[name] = self.variable()
        return self.roles[name]

    def choose(
        self, kind: str, prompt: Any, options: str, target: str, chooser: str, noun: str = "", secret: bool = False
    ) -> None:
        """Stop until somebody has chosen one of the options (an expression of a list) into a variable."""
        self.must_stop()
        seat = self.asked(chooser)
        hidden = secret or self.b.secret > 0
        target, chooser = str(target), str(chooser)
        slot = target if target.startswith("f[") else self.variable()  # a choice goes into the frame that asks for it
        self.decide(Decision(kind, prompt, self.slot_of(slot), 0, secret=hidden, noun=noun), options, seat)
        if slot != target:
            self.emit(f"{target} = {slot}")

    def asked(self, chooser: str) -> str:
        """The slot of the frame that holds who is asked."""
        chooser = str(chooser)
        if re.fullmatch(r"f\[\d+\]", chooser):
            return chooser
        seat = self.variable()
        self.emit(f"{seat} = {chooser}")
        return seat

    @staticmethod
    def slot_of(variable: str) -> int:
        """The slot number of a frame's variable."""
        variable = str(variable)
        assert variable.startswith("f["), variable
        return int(variable[2:-1])

    def decide(self, decision: Decision, options: str, seat: str = "f[1]") -> None:
        """A block that returns options; the next one runs with the choice in its slot."""
        self.must_stop()
        label = self.block()
        then = self.b.label(self)
        decision.then = then
        decision.seat = self.slot_of(seat)
        self.b.decisions[label] = decision
        self.can_fail = True
        self.emit(f"return {options}")
        self.start(then)

    @contextmanager
    def carried_through(self) -> Iterator[None]:
        """Where nothing has been begun, what is chosen here must itself be carried through."""
        self.must_stop()
        alone = self.variable()
        self.emit(f"{alone} = 0 if s.attempts else 1")
        self.emit(f"if {alone}: s.attempts.append(len(s.stack) - 1)")
        yield
        self.emit(f"if {alone}: s.attempts.pop()")

    def alternatives(
        self, titles: tuple[Any, ...], tests: list[str], bodies: list[Any], optional: bool, prompt: Any, scope: Scope,
        chooser: str = "", resolved: tuple[tuple[tuple[str, int], ...], ...] = (),
    ) -> None:  # fmt: skip
        """A choice between bodies, by "you" if nobody else is named; with `optional` also none of them."""
        self.must_stop()
        choice = self.variable()
        asking = len(self.blocks)
        seat = self.asked(chooser or scope.you)
        self.decide(Decision("menu", prompt, self.slot_of(choice), 0, titles, resolved), "OPTIONS", seat)
        needs: list[Counter[str]] = [Counter() for _ in bodies]
        bodies = self.either([partial(self._counted, body, needs[n]) for n, body in enumerate(bodies)], not optional)
        end = self.b.label(self)
        labels = [self.b.label(self) for _ in bodies]
        for number, label in enumerate(labels):
            self.emit(f"if {choice} == {number}: f[0] = {label}; return")
        self.goto(end)
        for label, body in zip(labels, bodies, strict=True):
            self.start(label)
            body()
            self.goto(end)
        self.start(end)
        # Only now is it known what each of them costs at least: what cannot be paid is not even tried.
        picks = ["-1"] if optional else []
        for number, test in enumerate(tests):
            if needs[number]:
                test = f"{test} and AFFORDABLE(s, {scope.you}, {self.b.constant(needs[number], 'NEEDS')})"
            picks.append(str(number) if str(test) == "True" else f"*([{number}] if {test} else [])")
        lines = self.blocks[asking][1]
        lines[-1] = lines[-1].replace("OPTIONS", f"[{', '.join(picks)}]")

    def _counted(self, body: Any, needs: Counter[str]) -> None:
        """Write a body and note what it needs."""
        body()
        needs.clear()
        needs.update(self.needs)

    def if_possible(self, do: Any, otherwise: Any) -> None:
        """Run a body if it can be carried through, and only otherwise the other."""
        self.must_stop()
        body, other, end = self.b.label(self), self.b.label(self), self.b.label(self)
        self.emit(f"if not CAN(s, {body}): f[0] = {other}; return")
        self.emit("s.attempts.append(len(s.stack) - 1)")
        self.goto(body)
        self.start(body)
        self.perhaps(do)
        self.emit("s.attempts.pop()")
        self.goto(end)
        self.start(other)
        self.perhaps(otherwise)
        self.goto(end)
        self.start(end)

    def because(self, condition: Any, body: Any) -> None:
        """Compile a body, knowing what it follows from."""
        before, self.cause = self.cause, condition
        body()
        self.cause = before

    def reason(self) -> str:
        """Why the game is over: the condition that it followed from, or else the card or the act that ends it."""
        if isinstance(self.cause, B.Words) and self.cause.tree is not None:
            text, tree = self.cause.text, self.cause.tree
        elif isinstance(self.cause, N.Node):
            text, tree = self.b.ruleset.print(self.cause, kind="condition"), self.cause
        elif self.b.at[:1] == ("components",):
            return self.b.ruleset.components[str(self.b.at[1])].name
        else:
            procedure = self.b.ruleset.procedures.get(str(self.b.at[1])) if self.b.at[:1] == ("procedures",) else None
            return procedure.title if procedure and procedure.heading else ""
        self.b.endings[text] = tree
        return text

    def call(self, procedure: Any, seat: str, args: list[str]) -> None:
        """Run another procedure to its end: a plain call, or a frame on the stack."""
        given = "".join(f", {arg}" for arg in args)
        still = procedure.counted - self.raised if self.own(seat) and not self.gained else set()
        self.needs += Counter(
            {key: count for key, count in procedure.needs.items() if isinstance(key, str) or key in still}
        )
        self.gained = self.gained or procedure.gained
        self.raised |= procedure.raised
        if procedure.function is not None:
            if procedure.can_fail:
                self.fail_if(f"{procedure.function}(s, {seat}{given}) is FAIL")
            else:
                self.emit(f"{procedure.function}(s, {seat}{given})")
            return
        self.must_stop()
        then = self.b.label(self)
        self.emit(f"f[0] = {then}")
        self.emit(f"s.stack.append([{procedure.entry_name}, {seat}{given}] + {procedure.pad_name})")
        self.emit("return")
        self.start(then)
