"""Procedures: blocks of steps and sentences as step functions over an explicit stack.

A procedure becomes a row of *blocks*: Python functions of the state `s` and the frame `f` that run without stopping,
set `f[0]` to the block to go on with, push the frame of a procedure they call, or return the options that somebody
must choose from. Where nothing can stop, no frame is made: the whole becomes one plain function (`inline`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial, reduce
from operator import and_
from typing import TYPE_CHECKING, Any

from rulewright.compiler.compiled import Compiled
from rulewright.compiler.ir.expressions import (
    FAIL,
    NONE,
    TRUE,
    Call,
    Collection,
    Compare,
    Expr,
    Lit,
    Name,
    Slot,
    Star,
    both,
    literal,
    negation,
)  # fmt: skip
from rulewright.compiler.ir.facts import fails
from rulewright.compiler.ir.quote import Hole, expr
from rulewright.compiler.ir.statements import (
    Attempt,
    Body,
    Do,
    Enter,
    Fail,
    If,
    Return,
    Settle,
)  # fmt: skip
from rulewright.compiler.scope import Ref, Scope
from rulewright.compiler.statements.acts import Acts
from rulewright.compiler.statements.calls import Calls
from rulewright.compiler.statements.card_moves import CardMoves
from rulewright.compiler.statements.code import Code
from rulewright.compiler.statements.decisions import STOP_OR_GO, Decision
from rulewright.compiler.statements.partial import Partial
from rulewright.compiler.statements.piece_moves import PieceMoves
from rulewright.compiler.statements.resources import HUGE, Resources
from rulewright.compiler.statements.sentences import Sentences
from rulewright.compiler.statements.steps import Steps
from rulewright.compiler.statements.transfers import Transfers
from rulewright.language import nodes as N
from rulewright.ruleset import blocks as B

if TYPE_CHECKING:
    from rulewright.compiler.builder import Builder

OVER = expr("s.over is not None")
UNKNOWN = NONE  # the options of a menu, until it is known what each of them costs
Write = Callable[[], None]  # writes something into the procedure
WriteIn = Callable[[Scope], None]  # the same in a scope
Prompt = N.Node | str


class Suspends(Exception):
    """Raised inside an inline attempt when a statement needs to stop."""


class Procedure(Code):
    """One procedure being compiled.

    params: the expressions' names of its arguments by noun or role; they stand in the frame's slots 2, 3, …
    """

    def __init__(self, builder: Builder, name: str, params: list[tuple[str, str]], this: bool = False) -> None:
        super().__init__(2 + len(params) + (1 if this else 0))
        self.b = builder
        self.x = builder.expressions
        self.steps = Steps(self)
        self.sentences = Sentences(self)
        self.partial = Partial(self)
        self.acts = Acts(self)
        self.resources = Resources(self)
        self.calls = Calls(self)
        self.transfers = Transfers(self)
        self.card_moves = CardMoves(self)
        self.piece_moves = PieceMoves(self)
        self.name = name
        self.params = params
        self.this = this
        self.roles: dict[str, Expr] = {}  # a named thing has one place, in whichever branch it gets its name
        self.entry = -1
        self.can_fail = False
        # What every way through it costs at least: what is paid with cards by noun, `card` for the cards themselves;
        # and of what is counted, by its positions for each seat, as long as nothing before could bring some.
        self.needs: Counter[Any] = Counter()
        self.raised: set[Any] = set()
        self.gained = False  # whether something before could bring anything
        self.cause: N.Node | B.Condition | None = None  # the condition that what is being compiled follows from

    def log(self, entry: str, *holes: Hole) -> None:
        """Add an entry to the log, where there is one; `entry` is a template."""
        self.emit("if s.log is not None: s.log.append({})", expr(entry, *holes))

    def pick(self, target: Expr, items: Hole) -> None:
        """One of some things, as chance has it; the act fails where there is none."""
        pool = self.x.fresh()
        self.emit("{} = {}", pool, items)
        self.fail_if(expr("not {}", pool))
        self.emit("{} = {}[s.random(len({}))]", target, pool, pool)

    def settle_states(self, seat: Expr) -> None:
        """Let what has just come true have its effect; the block is entered again after it."""
        self.emit("if STATE_CHECK(s, {}): return", seat)

    def block(self) -> int:
        """Start a new block and go on there; the statements so far belong to the one before."""
        label = self.b.label(self)
        self.goto(label)
        self.start(label)
        return label

    def own(self, seat: Expr) -> bool:
        """Whether a seat is the one whose procedure this is."""
        return seat == self.you

    def fail_if(self, test: Expr) -> None:
        """The whole act fails where a test holds."""
        self.can_fail = True
        self.add(If(test, (Fail((self.b.at, *self.b.span)),)))

    def need(self, cell: tuple[int, ...] | None, count: Expr, seat: Expr) -> None:
        """Note that a seat needs so much of what is counted in a cell, if that is known beforehand."""
        number = literal(count)
        if cell is not None and number is not None and self.own(seat) and not self.gained and cell not in self.raised:
            self.needs[cell] += number

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
        scope = Scope(self.you)
        for number, (name, kind) in enumerate(self.params):
            scope.bind(name, Ref(self._argument(number), kind, name))
        if self.this:
            scope.this = self._argument(len(self.params))
        return scope

    def _argument(self, number: int) -> Expr:
        return Name(f"a{number}") if self.inline else Slot(2 + number)

    def as_function(self, write: Callable[[Procedure, Scope], None]) -> Body | None:
        """The body of a plain function, or None where what is written must be able to stop."""
        self.inline = True
        self.body = []
        try:
            write(self, self.scope())
        except Suspends:
            self.inline = False
            self.body = []
            self.can_fail = False
            return None
        return tuple(self.body)

    def either(self, bodies: Sequence[Write], always: bool) -> list[Write]:
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

    def perhaps(self, body: Write) -> None:
        """A body that may run or not, or more than once: it needs nothing for certain."""
        before = self.needs.copy()
        body()
        self.needs = before

    def often(self, body: Write, times: int) -> None:
        """A body that runs so many times."""
        before = self.needs
        self.needs = Counter()
        body()
        if not self.gained and not self.raised & set(self.needs):  # else what it brings may pay for the next time
            before.update({key: times * count for key, count in self.needs.items()})
        self.needs = before

    def branch(self, test: Expr, then: Write, otherwise: Write = lambda: None) -> None:
        """Do one of two things; inline where neither can stop."""
        then, otherwise = self.either([then, otherwise], True)
        if self.attempt_inline(lambda: self._inline_if(test, then, otherwise)):
            return
        self.must_stop()
        other, end = self.b.label(self), self.b.label(self)
        self.goto_if(negation(test), other)
        then()
        self.goto(end)
        self.start(other)
        otherwise()
        self.goto(end)
        self.start(end)

    def _inline_if(self, test: Expr, then: Write, otherwise: Write) -> None:
        with self.gathered() as first:
            then()
        with self.gathered() as second:
            otherwise()
        self.add(If(test, tuple(first), tuple(second)))

    def attempt_inline(self, write: Write, sure: bool = False) -> bool:
        """Try to write something without a stop into the present block; False when it needs one.

        sure: also False when it can fail.
        """
        if self.inline and not sure:
            write()
            return True
        before = len(self.body)
        keep = (
            self.slots, self.needs.copy(), dict(self.roles), self.gained, set(self.raised), self.can_fail,
        )  # fmt: skip
        self.b.no_stop += 1
        try:
            write()
            if sure and fails(tuple(self.body[before:])):
                raise Suspends
            return True
        except Suspends:
            del self.body[before:]
            self.slots, self.needs, self.roles, self.gained, self.raised, self.can_fail = keep
            return False
        finally:
            self.b.no_stop -= 1

    def must_stop(self) -> None:
        """Say that what follows can stop: refused while writing inline."""
        if self.inline or self.b.no_stop:
            raise Suspends

    def repeat(self, low: int, high: int, scope: Scope, body: WriteIn, prompt: Prompt = "") -> None:
        """Run a body at least `low` and at most `high` times; in between somebody chooses whether to go on."""
        if low < high:
            with self.carried_through():
                self._repeated(low, high, scope, body, prompt)
        else:
            self._repeated(low, high, scope, body, prompt)

    def _repeated(self, low: int, high: int, scope: Scope, body: WriteIn, prompt: Prompt) -> None:
        self.must_stop()
        count = self.variable()
        self.set(count, 0)
        head = self.block()
        end = self.b.label(self)
        if low < high:
            stop, then = self.b.label(self), self.b.label(self)
            self.goto_if(expr("{} >= {}", count, low), stop)
            self.goto(then)
            self.start(stop)
            choice = self.slot()
            self.goto_if(expr("{} >= {}", count, high), end)
            # Going on is an option only where it can be carried through; stopping comes first.
            asking = Decision("menu", prompt, choice.number, 0, STOP_OR_GO)
            self.decide(asking, expr("[0, 1]"), self.asked(scope.you))
            self.goto_if(expr("{} == 0", choice), end)
            self.goto(then)
            self.start(then)
        elif high < HUGE:
            self.goto_if(expr("{} >= {}", count, high), end)
        self.emit("{} += 1", count)
        if low > 0:
            body(scope.child())
        else:
            self.perhaps(lambda: body(scope.child()))
        self.goto_if(OVER, end)
        self.goto(head)
        self.start(end)

    @staticmethod
    def in_turn(items: Expr, kind: str) -> Expr:
        """Players one after another in turn order; other things as they come."""
        return expr("ORDER(s, {})", items) if kind == "player" else items

    def loop(
        self, items: Expr, kind: str, noun: str, name: str | None, scope: Scope, body: WriteIn,
        phrase: N.Node | None = None, acting: bool = False,
    ) -> None:  # fmt: skip
        """Run a body for each item of a list.

        phrase: what names the things in the text, if anything does.
        acting: whether players act in it, each in turn, unless they are named; otherwise "you" is who it was.
        """

        def bound(item: Expr) -> Scope:
            inner = scope.child()
            ref = Ref(item, kind, noun)
            inner.bind(name or noun, ref)
            inner.names[noun] = ref
            if phrase is not None:
                self.x.references.know(phrase, ref, inner)
            if acting and kind == "player" and name is None:
                inner.you = item
            return inner

        def inline() -> None:
            item = self.x.fresh()
            times = literal(items.args[0]) if isinstance(items, Call) and items.function == "range" else None
            with self.each(item.name, items):
                if times is not None:
                    self.often(lambda: body(bound(item)), times)
                else:
                    self.perhaps(lambda: body(bound(item)))

        if self.attempt_inline(inline):
            return
        self.must_stop()
        queue, place, item = self.slot(), self.slot(), self.slot()
        self.emit("{} = list({}); {} = 0", queue, items, place)
        head = self.block()
        end = self.b.label(self)
        self.goto_if(expr("{} >= len({}) or s.over is not None", place, queue), end)
        self.emit("{} = {}[{}]; {} += 1", item, queue, place, place)
        self.perhaps(lambda: body(bound(item)))
        self.goto(head)
        self.start(end)

    def target(self, name: str | None) -> Expr:
        """Where a named thing is kept; the first player's name outlasts the procedure."""
        if name is not None and name == self.b.source.first_player:
            return expr("n[{}]", self.b.first_player)
        if name is None:
            return self.variable()
        if name not in self.roles:
            self.roles[name] = self.variable()
        return self.roles[name]

    def choose(
        self, kind: str, prompt: Prompt, options: Expr, target: Expr, chooser: Expr, noun: str = "",
        secret: bool = False,
    ) -> None:  # fmt: skip
        """Stop until somebody has chosen one of the options (an expression of a list) into a variable."""
        self.must_stop()
        seat = self.asked(chooser)
        hidden = secret or self.b.secret > 0
        slot = target if isinstance(target, Slot) else self.slot()  # a choice goes into the frame that asks for it
        self.decide(Decision(kind, prompt, slot.number, 0, secret=hidden, noun=noun), options, seat)
        if slot != target:
            self.set(target, slot)

    def choice(self, kind: str, prompt: Prompt, options: Expr, chooser: Expr, noun: str = "") -> Slot:
        """Stop until somebody has chosen one of the options: the slot that holds it then."""
        self.must_stop()
        target = self.slot()
        self.choose(kind, prompt, options, target, chooser, noun)
        return target

    def asked(self, chooser: Expr) -> Slot:
        """The slot of the frame that holds who is asked."""
        if isinstance(chooser, Slot):
            return chooser
        self.must_stop()
        seat = self.slot()
        self.set(seat, chooser)
        return seat

    def decide(self, decision: Decision, options: Expr, seat: Slot) -> None:
        """A block that returns options; the next one runs with the choice in its slot."""
        self.must_stop()
        label = self.block()
        then = self.b.label(self)
        decision.then = then
        decision.seat = seat.number
        self.b.decisions[label] = decision
        self.can_fail = True
        self.add(Return(options))
        self.start(then)

    @contextmanager
    def carried_through(self) -> Iterator[None]:
        """Where nothing has been begun, what is chosen here must itself be carried through."""
        self.must_stop()
        alone = self.variable()
        self.emit("{} = 0 if s.attempts else 1", alone)
        self.add(If(alone, (Attempt(),)))
        yield
        self.add(If(alone, (Settle(),)))

    def alternatives(
        self, titles: tuple[Any, ...], tests: Sequence[Expr], bodies: Sequence[Write], optional: bool, prompt: Prompt,
        scope: Scope, chooser: Expr | None = None, resolved: tuple[tuple[tuple[str, int], ...], ...] = (),
    ) -> None:  # fmt: skip
        """A choice between bodies, by "you" if nobody else is named; with `optional` also none of them."""
        self.must_stop()
        choice = self.slot()
        asking = len(self.blocks)
        seat = self.asked(chooser or scope.you)
        self.decide(Decision("menu", prompt, choice.number, 0, titles, resolved), UNKNOWN, seat)
        needs: list[Counter[str]] = [Counter() for _ in bodies]
        bodies = self.either([partial(self._counted, body, needs[n]) for n, body in enumerate(bodies)], not optional)
        end = self.b.label(self)
        labels = [self.b.label(self) for _ in bodies]
        for number, label in enumerate(labels):
            self.goto_if(expr("{} == {}", choice, number), label)
        self.goto(end)
        for label, body in zip(labels, bodies, strict=True):
            self.start(label)
            body()
            self.goto(end)
        self.start(end)
        # Only now is it known what each of them costs at least: what cannot be paid is not even tried.
        picks: list[Expr] = [Lit(-1)] if optional else []
        for number, test in enumerate(tests):
            if needs[number]:
                least = self.b.constant(needs[number], "NEEDS")
                test = both(test, expr("AFFORDABLE(s, {}, {})", scope.you, least))
            picks.append(Lit(number) if test == TRUE else Star(expr("[{}] if {} else []", number, test)))
        self.blocks[asking][1][-1] = Return(Collection("list", tuple(picks)))

    def _counted(self, body: Write, needs: Counter[str]) -> None:
        """Write a body and note what it needs."""
        body()
        needs.clear()
        needs.update(self.needs)

    def if_possible(self, do: Write, otherwise: Write) -> None:
        """Run a body if it can be carried through, and only otherwise the other."""
        self.must_stop()
        body, other, end = self.b.label(self), self.b.label(self), self.b.label(self)
        self.goto_if(expr("not CAN(s, {})", body), other)
        self.add(Attempt())
        self.goto(body)
        self.start(body)
        self.perhaps(do)
        self.add(Settle())
        self.goto(end)
        self.start(other)
        self.perhaps(otherwise)
        self.goto(end)
        self.start(end)

    def because(self, condition: N.Node | B.Condition, body: Write) -> None:
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

    def call(self, procedure: Compiled, seat: Expr, args: Sequence[Expr]) -> None:
        """Run another procedure to its end: a plain call, or a frame on the stack."""
        still = procedure.counted - self.raised if self.own(seat) and not self.gained else set()
        self.needs += Counter(
            {key: count for key, count in procedure.needs.items() if isinstance(key, str) or key in still}
        )
        self.gained = self.gained or procedure.gained
        self.raised |= procedure.raised
        if procedure.function is not None:
            called = expr("{}(s, {}, *{})", procedure.function, seat, args)
            if procedure.can_fail:
                self.fail_if(Compare(called, "is", FAIL))
            else:
                self.add(Do(called))
            return
        self.must_stop()
        then = self.b.label(self)
        self.add(Enter(procedure.name, (seat, *args), then))
        self.start(then)
