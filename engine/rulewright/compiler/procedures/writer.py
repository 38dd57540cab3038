"""The blocks of one procedure: where they begin, what they ask, what can be written without a stop.

A procedure becomes a row of *blocks*: Python functions of the state `s` and the frame `f` that run without stopping,
set `f[0]` to the block to go on with, push the frame of a procedure they call, or return the options that somebody
must choose from. Where nothing can stop, no frame is made: the whole becomes one plain function (`inline`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rulewright.compiler.ir.expressions import (
    Expr,
    Name,
    Slot,
)  # fmt: skip
from rulewright.compiler.ir.facts import calls, cells, fails, fields
from rulewright.compiler.ir.quote import Hole, expr
from rulewright.compiler.ir.statements import (
    Body,
    Fail,
    If,
    Return,
)  # fmt: skip
from rulewright.compiler.procedures.blocks import Blocks
from rulewright.compiler.procedures.costs import Costs, Write
from rulewright.compiler.procedures.decisions import Decision, Reaction
from rulewright.compiler.scope import Ref, Scope
from rulewright.compiler.services.report import Suspends
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N
from rulewright.language.trees.told_to_actor import told_to_actor

Prompt = N.Node | str


class Writer(Costs):
    """The code of one procedure as it is written.

    params: the expressions' names of its arguments by noun or role; they stand in the frame's slots 2, 3, …
    roles: a named thing has one place, in whichever branch it gets its name.
    can_fail: whether the act can fail.
    """

    def __init__(
        self, s: Services, blocks: Blocks, name: str, params: list[tuple[str, str]],
        this: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(2 + len(params) + (1 if this else 0))
        self.source = s.source
        self.report = s.report
        self.module = s.module
        self.tables = s.tables
        self.blocks = blocks
        self.name = name
        self.params = params
        self.this = this
        self.roles: dict[str, Expr] = {}
        self.can_fail = False
        self.speaking: tuple[Expr, Callable[[N.Node], bool]] | None = None
        self.reacting: Callable[[Decision], Reaction] | None = None  # of what a text asks that waited for something
        self.as_written: tuple[N.Node, ...] = ()

    def log(self, entry: str, *holes: Hole) -> None:
        """Add an entry to the log, where there is one; `entry` is a template."""
        self.emit("if s.log is not None: s.log.append({})", expr(entry, *holes))

    def pick(self, target: Expr, items: Hole) -> None:
        """One of some things, as chance has it; the act fails where there is none."""
        pool = self.module.fresh()
        self.emit("{} = {}", pool, items)
        self.fail_if(expr("not {}", pool))
        self.emit("{} = {}[s.random(len({}))]", target, pool, pool)

    def label(self) -> int:
        """A new block's number."""
        return self.blocks.label(self.name)

    def told(self, decision: Decision) -> int:
        """The number of a block that asks nothing: by it the log tells what was done as if it had been asked."""
        label = self.label()
        self.blocks.decisions[label] = decision
        return label

    def once(self, number: Expr) -> Expr:
        """A number that is counted now: what is done does not change it."""
        if not (cells(number) or fields(number) or calls(number) - self.source.printed):
            return number
        counted = self.variable()
        self.set(counted, number)
        return counted

    def block(self) -> int:
        """Start a new block and go on there; the statements so far belong to the one before."""
        label = self.label()
        self.goto(label)
        self.start(label)
        return label

    def fail_if(self, test: Expr) -> None:
        """The whole act fails where a test holds."""
        self.can_fail = True
        self.add(If(test, (Fail((self.report.at, *self.report.span)),)))

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

    def as_function(self, write: Callable[[Scope], None]) -> Body | None:
        """The body of a plain function, or None where what is written must be able to stop."""
        self.inline = True
        self.body = []
        try:
            write(self.scope())
        except Suspends:
            self.inline = False
            self.body = []
            self.can_fail = False
            return None
        return tuple(self.body)

    def attempt_inline(self, write: Write, sure: bool = False) -> bool:
        """Try to write something without a stop into the present block; False when it needs one.

        sure: also False when it can fail.
        """
        if self.inline and not sure:
            write()
            return True
        before = len(self.body)
        keep = (
            self.slots, self.needs.copy(), dict(self.roles), self.gained, self.dealt, set(self.raised), self.can_fail,
        )  # fmt: skip
        self.blocks.no_stop += 1
        try:
            write()
            if sure and fails(tuple(self.body[before:])):
                raise Suspends
            return True
        except Suspends:
            del self.body[before:]
            self.rewritten(self.body)
            self.slots, self.needs, self.roles, self.gained, self.dealt, self.raised, self.can_fail = keep
            return False
        finally:
            self.blocks.no_stop -= 1

    def must_stop(self) -> None:
        """Say that what follows can stop: refused while writing inline."""
        if self.inline or self.blocks.no_stop:
            raise Suspends

    def target(self, name: str | None) -> Expr:
        """Where a named thing is kept; the first player's name outlasts the procedure."""
        if name is not None and name == self.source.first_player:
            return expr("n[{}]", self.tables.first_player)
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
        hidden = secret or self.blocks.secret > 0
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

    @contextmanager
    def addressing(self, speaker: Expr, own: Callable[[N.Node], bool]) -> Iterator[None]:
        """While somebody else acts than whom the text calls "you"; own: whether a word means who acts."""
        old, self.speaking = self.speaking, (speaker, own)
        try:
            yield
        finally:
            self.speaking = old

    @contextmanager
    def told_as_written(self, *titles: N.Node) -> Iterator[None]:
        """While who acts is whom a text calls "you": of all that is asked, or of these options alone."""
        speaking, as_written = self.speaking, self.as_written
        self.speaking, self.as_written = (speaking if titles else None), (*as_written, *titles)
        try:
            yield
        finally:
            self.speaking, self.as_written = speaking, as_written

    def _address(self, decision: Decision) -> None:
        """Keep what a decision says as it is told to somebody who is not "you"."""
        speaker, own = self.speaking or (None, None)
        if not isinstance(speaker, Slot) or own is None:
            return
        words = (decision.prompt, *decision.titles)
        told = [
            told_to_actor(part, own) if isinstance(part, N.Node) and part not in self.as_written else None
            for part in words
        ]
        if any(told):
            decision.speaker = speaker.number
            decision.told = tuple(new or part for new, part in zip(told, words, strict=True))

    def decide(self, decision: Decision, options: Expr, seat: Slot) -> None:
        """A block that returns options; the next one runs with the choice in its slot."""
        self.must_stop()
        label = self.block()
        then = self.label()
        decision.then = then
        decision.seat = seat.number
        decision.span = self.report.span
        self._address(decision)
        if self.reacting is not None:
            decision.reaction = self.reacting(decision)
        self.blocks.decisions[label] = decision
        self.can_fail = True
        self.add(Return(options))
        self.start(then)
