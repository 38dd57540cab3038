"""Where a procedure branches, loops, offers alternatives and calls."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

from rulewright.compiler.compiled import Compiled, IfBegun
from rulewright.compiler.expressions.anaphora import References
from rulewright.compiler.ir.expressions import (
    FAIL,
    NONE,
    TRUE,
    Call,
    Collection,
    Compare,
    Expr,
    Lit,
    Star,
    both,
    literal,
    negation,
)  # fmt: skip
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.statements import (
    Attempt,
    Do,
    Enter,
    If,
    Return,
    Settle,
)  # fmt: skip
from rulewright.compiler.procedures.blocks import Blocks
from rulewright.compiler.procedures.costs import Write
from rulewright.compiler.procedures.decisions import STOP_OR_GO, Decision, InsteadOf
from rulewright.compiler.procedures.writer import Prompt, Writer
from rulewright.compiler.scope import Ref, Scope
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N
from rulewright.ruleset import blocks as B

HUGE = 10**6  # more than there is of anything
OVER = expr("s.over is not None")
UNKNOWN = NONE  # the options of a menu, until it is known what each of them costs
WriteIn = Callable[[Scope], None]  # writes something into the procedure in a scope


class AskedIfDone(NamedTuple):
    """Of an act of which it is asked whether it was done: see `whether_done`.

    before: how all was that it can change; already: whether it was done; replaced: whether something else was done,
    where that is asked.
    """

    before: Expr
    already: Expr
    changed: Expr
    replaced: Expr | None


class Flow(Writer, ABC):
    """One procedure being compiled, without the rooms that write its sentences (`statements/procedure.py` adds them).

    later: what comes after what is written now, as its texts say it.
    cause: the condition that what is being compiled follows from.
    """

    def __init__(
        self, s: Services, references: References, blocks: Blocks, name: str, params: list[tuple[str, str]],
        this: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(s, blocks, name, params, this)
        self.ruleset = s.ruleset
        self.references = references
        self.later: list[Sequence[N.Node]] = []
        self.next_steps: list[N.Node] = []  # of the block that is being written
        self.cause: N.Node | B.Condition | None = None
        self.asked_if_done: list[AskedIfDone] = []  # see `whether_done`

    @abstractmethod
    def act(self, node: N.Act | N.Statement, scope: Scope) -> None:
        """Write something that is done (`Sentences.act`)."""

    @abstractmethod
    def chosen_first(self, node: N.Perform, scope: Scope) -> N.Perform:
        """Write the choice of the card that something is done to (`OneByOne.first`); the act with that card."""

    @abstractmethod
    def in_each_place(self, node: N.Perform, scope: Scope) -> bool:
        """Write an act for each of the places where it says to do it (`OneByOne`); False where it says none."""

    @abstractmethod
    def each_card(self, node: N.Perform, scope: Scope, body: Callable[[N.Perform, Scope], None]) -> None:
        """Write an act for each of its cards, which are known before (`OneByOne.each`)."""

    @abstractmethod
    def perform(self, node: N.Perform, scope: Scope, replaceable: bool = True) -> None:
        """Write a verb with its slots, or (where it is `replaceable`) what texts put in its place (`Acts.perform`)."""

    @abstractmethod
    def done_to_each(
        self, node: N.Perform, scope: Scope, body: Callable[[N.Perform, Scope], None]
    ) -> Callable[[], None] | None:
        """What writes a verb of the lexicon for each of all it is done to, or None (`Calls.done_to_each`)."""

    @abstractmethod
    def times(self, phrase: N.Phrase, scope: Scope, body: WriteIn) -> None:
        """Write something that is done as many times as a phrase says (`Calls.times`)."""

    @abstractmethod
    def gain_by_kind(self, noun: str, node: N.Perform, scope: Scope) -> None:
        """Write a gain of a resource with kinds as one of so many of each kind (`Resources.gain_by_kind`)."""

    def branch(self, test: Expr, then: Write, otherwise: Write = lambda: None) -> None:
        """Do one of two things; inline where neither can stop."""
        then, otherwise = self.either([then, otherwise], True)
        if self.attempt_inline(lambda: self._inline_if(test, then, otherwise)):
            return
        self.must_stop()
        other, end = self.label(), self.label()
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

    def settle_states(self, seat: Expr) -> None:
        """Let what has just come true have its effect; the block is entered again after it."""
        self.emit("if STATE_CHECK(s, {}): return", seat)

    def told_later(self, *words: str) -> bool:
        """Whether something that comes later speaks of what is done now with one of these pronouns."""
        return any(isinstance(node, N.Pronoun) and node.word in words for node in self.coming())

    def to_come(self) -> Iterator[N.Node]:
        """The sentences and acts that come later."""
        return (part for parts in self.later for part in parts)

    def coming(self) -> Iterator[N.Node]:
        """The nodes of all that comes later."""
        return (node for parts in self.later for part in parts for node in part.walk())

    def repeat(
        self, low: int, high: int, scope: Scope, body: WriteIn, prompt: Prompt = "", perhaps: bool = False
    ) -> Expr:
        """Run a body at least `low` and at most `high` times; in between somebody chooses whether to go on.

        Returns how often it has been run. perhaps: as for `carried_through`.
        """
        if low < high:
            with self.carried_through(perhaps):
                return self._repeated(low, high, scope, body, prompt)
        return self._repeated(low, high, scope, body, prompt)

    def _repeated(self, low: int, high: int, scope: Scope, body: WriteIn, prompt: Prompt) -> Expr:
        self.must_stop()
        count = self.variable()
        self.set(count, 0)
        head = self.block()
        end = self.label()
        if low < high:
            stop, then = self.label(), self.label()
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
        return count

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
                self.references.know(phrase, ref, inner)
            if acting and kind == "player" and name is None:
                inner.you = item
            return inner

        def inline() -> None:
            item = self.module.fresh()
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
        end = self.label()
        self.goto_if(expr("{} >= len({}) or s.over is not None", place, queue), end)
        self.emit("{} = {}[{}]; {} += 1", item, queue, place, place)
        self.perhaps(lambda: body(bound(item)))
        self.goto(head)
        self.start(end)

    @contextmanager
    def carried_through_by_itself(self, only_if: Expr, first: int) -> Iterator[None]:
        """The same where what begins at a label must be possible, whatever else is chosen, if a test holds."""
        self.must_stop()
        alone = self.variable()
        self.emit("{} = 1", alone)  # for the trial
        self.fail_if(both(only_if, expr("not CAN(s, {})", first)))
        self.emit("{} = 0 if s.attempts else 1", alone)
        self.add(If(alone, (Attempt(),)))
        yield
        self.add(If(alone, (Settle(),)))

    @contextmanager
    def carried_through(self, perhaps: bool = False) -> Iterator[None]:
        """Where nothing has been begun, what is chosen here must itself be carried through.

        perhaps: if that is possible; a text may forbid every way there is, and then what is forbidden is left undone.
        """
        self.must_stop()
        alone = self.variable()
        self.emit("{} = 0 if s.attempts else 1", alone)
        if perhaps:
            inside, never = self.label(), self.label()
            self.goto_if(expr("not {}", alone), inside)
            self.goto_if(expr("not CAN(s, {})", inside), never)
            self.add(Attempt())
            self.goto(inside)
            self.start(never)
            self.set(alone, 0)
            self.goto(inside)
            self.start(inside)
        else:
            self.add(If(alone, (Attempt(),)))
        yield
        self.add(If(alone, (Settle(),)))

    def must(self, do: Write) -> None:
        """Run a body that must be done; where nothing has been begun and no way leads through, it is left undone."""
        self.must_stop()
        alone = self.variable()
        body, end = self.label(), self.label()
        self.emit("{} = 0 if s.attempts else 1", alone)
        self.goto_if(expr("not {}", alone), body)
        self.goto_if(expr("not CAN(s, {})", body), end)
        self.add(Attempt())
        self.goto(body)
        self.start(body)
        self.once_begun(do)
        self.add(If(alone, (Settle(),)))
        self.goto(end)
        self.start(end)

    def left_undone(self, do: Write) -> None:
        """Run a body that the rules ask for; where nothing has been begun and no way leads through, it is left undone.

        What is chosen in it is as free as without: unlike `must`, it opens no commit point.
        """
        self.must_stop()
        body, end = self.label(), self.label()
        self.goto_if(expr("not (s.attempts or s.trial or CAN(s, {}))", body), end)
        self.goto(body)
        self.start(body)
        self.perhaps(do)
        self.goto(end)
        self.start(end)

    def alternatives(
        self, titles: tuple[Any, ...], tests: Sequence[Expr], bodies: Sequence[Write], optional: bool, prompt: Prompt,
        scope: Scope, chooser: Expr | None = None, resolved: tuple[tuple[tuple[str, int], ...], ...] = (),
        first: int | None = None, instead: InsteadOf | None = None,
    ) -> None:  # fmt: skip
        """A choice between bodies, by "you" if nobody else is named; with `optional` also none of them.

        first: the label of the first body, where somebody asks before whether it can be carried through.
        instead: what is told of a choice between an act and what texts put in its place.
        """
        self.must_stop()
        choice = self.slot()
        asking = len(self.begun)
        seat = self.asked(chooser or scope.you)
        decision = Decision("menu", prompt, choice.number, 0, titles, resolved)
        decision.instead = instead
        self.decide(decision, UNKNOWN, seat)
        needs: list[Counter[str]] = [Counter() for _ in bodies]
        bodies = self.either([partial(self._counted, body, needs[n]) for n, body in enumerate(bodies)], not optional)
        end = self.label()
        labels = [self.label() for _ in bodies]
        labels[:1] = labels[:1] if first is None else [first]
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
                least = self.module.constant(needs[number], "NEEDS")
                test = both(test, expr("AFFORDABLE(s, {}, {})", scope.you, least))
            picks.append(Lit(number) if test == TRUE else Star(expr("[{}] if {} else []", number, test)))
        self.begun[asking][1][-1] = Return(Collection("list", tuple(picks)))
        self.rewritten(self.begun[asking][1])

    def _counted(self, body: Write, needs: Counter[str]) -> None:
        """Write a body and note what it needs."""
        body()
        needs.clear()
        needs.update({key: count for key, count in self.needs.items() if not isinstance(key, IfBegun)})

    def if_possible(self, do: Write, otherwise: Write) -> None:
        """Run a body if it can be carried through, and only otherwise the other."""
        self.must_stop()
        body, other, end = self.label(), self.label(), self.label()
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

    def where_possible(self, tried: Write, do: Write, otherwise: Write) -> None:
        """Run a body if something else could be carried through, and only otherwise the other.

        What is tried stands beside them and is run on a trial only.
        """
        self.must_stop()
        trial, body, other, end = self.label(), self.label(), self.label(), self.label()
        self.goto_if(expr("not CAN(s, {})", trial), other)
        self.goto(body)
        self.start(trial)
        self.perhaps(tried)
        self.add(Settle())
        self.goto(end)
        for label, write in ((body, do), (other, otherwise)):
            self.start(label)
            self.perhaps(write)
            self.goto(end)
        self.start(end)

    def because(self, condition: N.Node | B.Condition, body: Write) -> None:
        """Compile a body, knowing what it follows from."""
        before, self.cause = self.cause, condition
        try:
            body()
        finally:
            self.cause = before

    def reason(self) -> str:
        """Why the game is over: the condition that it followed from, or else the card or the act that ends it."""
        if isinstance(self.cause, B.Words) and self.cause.tree is not None:
            text, tree = self.cause.text, self.cause.tree
        elif isinstance(self.cause, N.Node):
            text, tree = self.ruleset.print(self.cause, kind="condition"), self.cause
        elif self.report.at[:1] == ("components",):
            return self.ruleset.components[str(self.report.at[1])].name
        else:
            procedure = (
                self.ruleset.procedures.get(str(self.report.at[1])) if self.report.at[:1] == ("procedures",) else None
            )
            return procedure.title if procedure and procedure.heading else ""
        self.blocks.endings[text] = tree
        return text

    def call(self, procedure: Compiled, seat: Expr, args: Sequence[Expr]) -> None:
        """Run another procedure to its end: a plain call, or a frame on the stack."""
        self.follows(procedure, seat)
        if procedure.function is not None:
            called = expr("{}(s, {}, *{})", procedure.function, seat, args)
            if procedure.can_fail:
                self.fail_if(Compare(called, "is", FAIL))
            else:
                self.add(Do(called))
            return
        self.must_stop()
        self.can_fail = self.can_fail or procedure.can_fail
        then = self.label()
        self.add(Enter(procedure.name, (seat, *args), then))
        self.start(then)
