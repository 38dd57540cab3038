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
from dataclasses import dataclass, replace
from functools import partial, reduce
from operator import and_
from typing import TYPE_CHECKING, Any

from rulewright.compiler.decisions import Decision
from rulewright.compiler.definitions import addressed
from rulewright.compiler.expressions import EVERYBODY
from rulewright.compiler.layout import as_list
from rulewright.compiler.scope import MeaningError, Ref, Scope, refuse
from rulewright.compiler.transfers import Transfers
from rulewright.language import nodes as N
from rulewright.ruleset import blocks as B

if TYPE_CHECKING:
    from rulewright.compiler.builder import Builder

HUGE = 10**6
MOVES = {"put", "move", "return", "take", "remove", "discard", "draw", "reveal"}


class Suspends(Exception):
    """Raised inside an inline attempt when a statement needs to stop."""


@dataclass(slots=True)
class Quant:
    """How many: expressions of the least and the most; `every` for all there are."""

    low: str
    high: str
    every: bool = False

    @property
    def one(self) -> bool:
        """Exactly one."""
        return self.low == "1" and self.high == "1"


class Procedure:
    """One procedure being compiled.

    params: the expressions' names of its arguments by noun or role; they stand in the frame's slots 2, 3, …
    """

    def __init__(self, builder: Builder, name: str, params: list[tuple[str, str]], this: bool = False) -> None:
        self.b = builder
        self.x = builder.expressions
        self.transfers = Transfers(self)
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
        self.exact = True  # whether it can fail for nothing else than these needs

    # ------------------------------------------------------------ emitting

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
        return seat == ("you" if self.inline else "f[1]")

    def fail_if(self, test: str, counted: bool = False) -> None:
        """The whole act fails where a test holds; `counted` where the needs say as much."""
        self.can_fail = True
        self.exact = self.exact and counted
        self.emit(f"if {test}: return FAIL")

    def need(self, cell: tuple[int, ...] | None, count: str, seat: str) -> bool:
        """Note that a seat needs so much of what is counted in a cell; whether that could be noted."""
        known = cell is not None and count.isdigit() and self.own(seat) and not self.gained and cell not in self.raised
        if known:
            self.needs[cell] += int(count)
        return known

    def brings(self, cell: tuple[int, ...] | None) -> None:
        """Note that what is counted in a cell goes up, whosever it is; without a cell that it could be anything."""
        if cell is None:
            self.gained = True
        else:
            self.raised.add(cell)

    def unfollowed(self) -> None:
        """Note that what comes now may bring and take anything."""
        self.gained = True
        self.exact = False

    # ------------------------------------------------------------ whole procedures

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

    # ------------------------------------------------------------ steps of a block

    def steps(self, block: B.Block | None, scope: Scope) -> None:
        """A block, step by step."""
        for step in block.steps if block is not None else ():
            self.b.at = step.path
            try:
                self._step(step.action, scope)
            except MeaningError as error:  # what follows may rest on this step: it is not looked at
                self.b.record(error)
                return

    def _step(self, action: B.Action, scope: Scope) -> None:
        match action:
            case B.Say():
                tree = self.b.tree(action.words)
                for sentence in tree.sentences if isinstance(tree, N.Text) else (tree,):
                    assert isinstance(sentence, N.Statement)
                    self.statement(sentence, scope)
            case B.If():
                then, other = scope.child(), scope.child()
                self.branch(
                    self.x.block_condition(action.condition, scope),
                    lambda: self.because(action.condition, lambda: self.steps(action.then, then)),
                    (lambda: self.steps(action.otherwise, other)) if action.otherwise else None,
                )
                scope.join(then, other)
            case B.While():
                self._while_step(action, scope)
            case B.Repeat():
                self._repeat_step(action, scope)
            case B.ForEach():
                self._each_step(action, scope)
            case B.Secretly():
                self._secret_step(action, scope)
            case B.Choose():
                self._choose_step(action, scope)
            case B.ChooseNumber():
                self._number_step(action, scope)
            case B.Let():
                self._let_step(action, scope)
            case B.SetNumber():
                self._set_step(action, scope)
            case B.Award():
                self._award_step(action)
            case B.OneOf():
                self._one_of_step(action, scope)
            case B.Require():
                self.fail_if(f"not ({self.x.block_condition(action.condition, scope)})")
            case B.IfPossible():
                do = partial(self.steps, action.do, scope.child())
                self.if_possible(do, partial(self.steps, action.otherwise, scope.child()))
            case B.Offer():
                self._offer_step(action, scope)
            case B.Resolve():
                self._resolve_step(action, scope)

    def either(self, bodies: list[Any], always: bool) -> list[Any]:
        """Bodies of which one runs (or, unless `always`, none): together they need what each of them needs."""
        before = self.needs.copy()
        needs: dict[int, Counter[Any]] = {}

        def counted(number: int) -> None:
            self.needs = Counter()
            bodies[number]()
            needs[number] = self.needs  # a body may be written twice: first inline, then as blocks
            self.exact = self.exact and not self.needs
            self.needs = before.copy()
            if always and len(needs) == len(bodies):
                self.needs += reduce(and_, needs.values())

        return [partial(counted, number) for number in range(len(bodies))]

    def perhaps(self, body: Any) -> None:
        """A body that may run or not, or more than once: it needs nothing for certain."""
        before = self.needs.copy()
        body()
        self.exact = self.exact and self.needs == before
        self.needs = before

    def often(self, body: Any, times: int) -> None:
        """A body that runs so many times."""
        before = self.needs
        self.needs = Counter()
        body()
        if self.gained or self.raised & set(self.needs):  # what it brings may pay for the next time
            self.exact = self.exact and not self.needs
        else:
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

    def attempt_inline(self, write: Any) -> bool:
        """Try to write something without a stop into the present block; False when it needs one."""
        if self.inline:
            write()
            return True
        keep = (
            len(self.lines), self.indent, self.slots, self.needs.copy(), dict(self.roles), self.gained,
            set(self.raised), self.exact,
        )  # fmt: skip
        self.b.no_stop += 1
        try:
            write()
            return True
        except Suspends:
            del self.lines[keep[0] :]
            self.indent, self.slots, self.needs, self.roles, self.gained, self.raised, self.exact = keep[1:]
            return False
        finally:
            self.b.no_stop -= 1

    def must_stop(self) -> None:
        """Say that what follows can stop: refused while writing inline."""
        if self.inline or self.b.no_stop:
            raise Suspends
        self.exact = False

    def _while_step(self, step: B.While, scope: Scope) -> None:
        self.must_stop()
        head = self.block()
        end = self.b.label(self)
        self.emit(f"if not ({self.x.block_condition(step.condition, scope)}):")
        with self.nested():
            self.goto(end)
        self.perhaps(lambda: self.steps(step.do, scope.child()))
        self.goto(head)
        self.start(end)

    def _repeat_step(self, step: B.Repeat, scope: Scope) -> None:
        words = step.times.text
        low, high = {"forever": (HUGE, HUGE), "any number of times": (0, HUGE), "one or more times": (1, HUGE)}.get(
            words, (-1, -1)
        )
        if low < 0:
            numbers = [int(word) for word in words.split() if word.isdigit()]
            if not numbers:
                raise refuse(None, f"“{words}” does not say how often", code="RW0606")
            low, high = (0 if words.startswith("up to") else numbers[0]), numbers[-1]
        self.repeat(low, high, scope, lambda inner: self.steps(step.do, inner))

    def repeat(self, low: int, high: int, scope: Scope, body: Any) -> None:
        """Run a body at least `low` and at most `high` times; in between somebody chooses whether to go on."""
        if low < high:
            with self.carried_through():
                self._repeated(low, high, scope, body)
        else:
            self._repeated(low, high, scope, body)

    def _repeated(self, low: int, high: int, scope: Scope, body: Any) -> None:
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
            asking = Decision("menu", "", self.slot_of(choice), 0, ("Stop", "Go on"))
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

    def _each_step(self, step: B.ForEach, scope: Scope) -> None:
        phrase = self.b.tree(step.each)
        if not isinstance(phrase, N.NounPhrase):
            raise refuse(phrase, "for each what?")
        items, kind, noun = self.things(phrase, scope)
        if kind == "player":
            items = f"ORDER(s, {items})"
        if step.reverse:
            items = f"list({items})[::-1]"
        self.loop(items, kind, noun, step.role, scope, lambda inner: self.steps(step.do, inner))

    def loop(self, items: str, kind: str, noun: str, name: str | None, scope: Scope, body: Any) -> None:
        """Run a body for each item of a list; for players "you" is each of them in turn (unless they are named)."""

        def bound(expr: str) -> Scope:
            inner = scope.child()
            ref = Ref(expr, kind, noun)
            inner.bind(name or noun, ref)
            inner.names[noun] = ref
            if kind == "player" and name is None:
                inner.you = expr
            return inner

        def inline() -> None:
            item = self.x.fresh()
            self.emit(f"for {item} in {items}:")
            times = re.fullmatch(r"range\(\(?(\d+)\)?\)", items)
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

    def _choose_step(self, step: B.Choose, scope: Scope) -> None:
        phrase = self.b.tree(step.phrase)
        if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str):
            raise refuse(phrase, "choose what?")
        name, noun = step.role, phrase.noun
        chooser = self.x.ref(self.b.phrase(step.by), scope).expr if step.by is not None else scope.you
        kind = self.x.type_of(noun)
        var, source, conditions = self.x.each(phrase, scope)
        if step.where is not None:
            inner = scope.child()
            inner.bind(name or noun, Ref(var, kind, noun))
            conditions.append(self.x.block_condition(step.where, inner))
        test = f" if {' and '.join(conditions)}" if conditions else ""
        options = f"[{var} for {var} in {source}{test}]"
        target = self.target(name)
        if step.at_random:
            pool = self.x.fresh()
            self.emit(f"{pool} = {options}")
            self.fail_if(f"not {pool}")
            self.emit(f"{target} = {pool}[s.random(len({pool}))]")
            told = self.b.label(self)
            self.b.decisions[told] = Decision(kind, name or noun, 0, noun=noun)
            self.emit(f"if s.log is not None: s.log.append((-1, {told}, {target}, -1))")
        else:
            prompt = N.Perform(verb="choose", slots=(N.Slot(name="object", value=phrase),))
            if kind == "card":
                options = self.distinct(options)
            self.choose(kind, prompt, options, target, chooser, noun, step.secretly)
        ref = Ref(target, kind, noun)
        if name:
            scope.names[name] = ref
        scope.mention(ref)

    def target(self, name: str | None) -> str:
        """Where a named thing is kept; the first player's name outlasts the procedure."""
        if name is not None and name == self.b.source.first_player:
            return f"n[{self.b.first_player}]"
        if name is None:
            return self.variable()
        if name not in self.roles:
            self.roles[name] = self.variable()
        return self.roles[name]

    def distinct(self, options: str) -> str:
        """Cards of which copies that lie together are one option."""
        components = [card.component for card in self.b.layout.cards]
        return f"DISTINCT(s, {options})" if len(set(components)) < len(components) else options

    def choose(
        self, kind: str, prompt: Any, options: str, target: str, chooser: str, noun: str = "", secret: bool = False
    ) -> None:
        """Stop until somebody has chosen one of the options (an expression of a list) into a variable."""
        self.must_stop()
        seat = self.asked(chooser)
        hidden = secret or self.b.secret > 0
        self.decide(Decision(kind, prompt, self.slot_of(target), 0, secret=hidden, noun=noun), options, seat)

    def asked(self, chooser: str) -> str:
        """The slot of the frame that holds who is asked."""
        if re.fullmatch(r"f\[\d+\]", chooser):
            return chooser
        seat = self.variable()
        self.emit(f"{seat} = {chooser}")
        return seat

    @staticmethod
    def slot_of(variable: str) -> int:
        """The slot number of a frame's variable."""
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

    def _number_step(self, step: B.ChooseNumber, scope: Scope) -> None:
        first, last = self.x.amount(self.b.amount(step.low), scope), self.x.amount(self.b.amount(step.high), scope)
        chooser = self.x.ref(self.b.phrase(step.by), scope).expr if step.by is not None else scope.you
        target = self.target(step.role)
        prompt = N.NounPhrase(noun=step.role, determiner=N.Article(word="the"))
        self.choose("number", prompt, f"list(range({first}, {last} + 1))", target, chooser, step.role)
        scope.names[step.role] = Ref(target, "number", step.role)

    def _let_step(self, step: B.Let, scope: Scope) -> None:
        kind = self.x.type_of(step.role)
        tree = self.b.tree(step.value)
        if kind == "number":
            assert isinstance(tree, N.Amount | N.Phrase)
            value = self.x.amount(tree, scope)
        else:
            value = self.x.ref(self.b.phrase(step.value), scope).expr
        target = self.target(step.role)
        self.emit(f"{target} = {value}")
        scope.bind(step.role, Ref(target, kind, step.role))

    def _set_step(self, step: B.SetNumber, scope: Scope) -> None:
        phrase = self.b.phrase(step.number)
        noun = phrase.noun if isinstance(phrase, N.NounPhrase) else ""
        if not isinstance(phrase, N.NounPhrase) or not isinstance(noun, str) or not self.x.entry(noun).get("kept"):
            raise refuse(phrase, "only what is kept can be set", "Give the noun `kept: true`.", code="RW0606")
        args = self.x.arguments(phrase, scope)
        cell = self.x.kept_cell(noun, args)
        if self.x.type_of(noun) != "number":
            thing = "-1" if step.value is None else self.x.ref(self.b.phrase(step.value), scope).expr
            self.emit(f"{cell} = {thing}")
            return
        if step.value is None:
            raise refuse(phrase, "a number cannot be set to nobody", code="RW0606")
        value = self.x.amount(self.b.amount(step.value), scope)
        if step.how == "by":
            value = f"{cell} + {value}"
        elif step.how == "towards":
            names = self.x.entry(noun).get("values") or []
            value = f"TOWARDS({cell}, {value}, {len(names)})"
        self.emit(f"{cell} = {self.limited(noun, args, value)}")

    def _award_step(self, step: B.Award) -> None:
        """Prizes by rank: equals share what their places bring, rounded down."""
        self.unfollowed()
        value = self.x.amount(self.b.amount(step.value), Scope("o"))
        least = self.x.amount(self.b.amount(step.least), Scope("0")) if step.least is not None else "0"
        others = "".join(f", {self.x.amount(self.b.amount(words), Scope('0'))}" for words in step.against)
        shares = self.x.fresh()
        self.emit(f"{shares} = SHARES({step.prizes}, [*[{value} for o in SEATS]{others}], {least})")
        for seat in range(self.b.players):
            amount = f"{shares}[{seat}]"
            if self.x.entry(step.noun).get("kept"):
                cell = self.x.kept_cell(step.noun, [str(seat)])
                self.emit(f"{cell} = {self.limited(step.noun, [str(seat)], f'{cell} + {amount}')}")
            elif self.x.entry(step.noun).get("held"):
                self.emit(f"{self.x.held(step.noun, str(seat))} += {amount}")
            else:
                raise refuse(None, "only what players hold or a kept number can be awarded", code="RW0606")

    def limited(self, noun: str, args: list[str], value: str) -> str:
        """A value for a kept number, within its limits."""
        word = self.b.definitions.word("nouns", noun)
        scope = Scope(args[0] if args else "0")
        if word.most is not None:
            value = f"min({self.x.amount(self.b.amount(word.most), scope)}, {value})"
        if word.least is not None:
            value = f"max({self.x.amount(self.b.amount(word.least), scope)}, {value})"
        return value

    def _one_of_step(self, step: B.OneOf, scope: Scope) -> None:
        tests = [
            "True" if branch.condition is None else self.x.block_condition(branch.condition, scope)
            for branch in step.branches
        ]
        scopes = [scope.child() for _ in step.branches]
        bodies = [
            lambda b=b, inner=inner: self.steps(b.do, inner) for b, inner in zip(step.branches, scopes, strict=True)
        ]
        chooser = self.x.ref(self.b.phrase(step.by), scope).expr if step.by is not None else ""
        titles = tuple(b.title for b in step.branches)
        with self.carried_through():
            self.alternatives(titles, tests, bodies, step.optional, "", scope, chooser)
        if not step.optional:
            scope.join(*scopes)

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
        chooser: str = "",
    ) -> None:  # fmt: skip
        """A choice between bodies, by "you" if nobody else is named; with `optional` also none of them."""
        self.must_stop()
        choice = self.variable()
        asking = len(self.blocks)
        seat = self.asked(chooser or scope.you)
        self.decide(Decision("menu", prompt, self.slot_of(choice), 0, titles), "OPTIONS", seat)
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
            picks.append(str(number) if test == "True" else f"*([{number}] if {test} else [])")
        lines = self.blocks[asking][1]
        lines[-1] = lines[-1].replace("OPTIONS", f"[{', '.join(picks)}]")

    def _counted(self, body: Any, needs: Counter[str]) -> None:
        """Write a body and note what it needs."""
        body()
        needs.clear()
        needs.update(self.needs)

    def _offer_step(self, step: B.Offer, scope: Scope) -> None:
        """Abilities and procedures with certain headings, again and again until the seat ends it."""
        self.must_stop()
        ending = step.end
        may_end = "True"
        if ending is not None and ending.condition is not None:
            may_end = self.x.block_condition(ending.condition, scope)
        choice = self.variable()
        head = self.block()
        end = self.b.label(self)
        # What has come true meanwhile is settled first; the block is entered again after it.
        if self.b.continuous.states:
            self.emit("if STATE_CHECK(s, f[1]): return")
        offer = self.b.abilities.offer(step.headings)
        ends = (ending.title,) if ending is not None else ()
        self.decide(Decision("offer", "", self.slot_of(choice), titles=ends), f"OFFER(s, f[1], {offer}, {may_end})")
        self.emit(f"if {choice} == -1: f[0] = {end}; return")
        # What is begun must be carried through: the machine looks ahead to the matching pop.
        after = self.b.label(self)
        self.emit("s.attempts.append(len(s.stack))")
        self.emit(f"f[0] = {after}")
        self.emit(f"BEGIN(s, f[1], {choice})")
        self.emit("return")
        self.start(after)
        self.emit("s.attempts.pop()")
        self.goto(head)
        self.start(end)

    def _resolve_step(self, step: B.Resolve, scope: Scope) -> None:
        """Abilities with a heading that runs when the rules say so, of named components that are in play."""
        if isinstance(step.of, B.Words):
            self._resolve_each(step.heading, self.b.tree(step.of), scope)
            return
        for ability in self.b.abilities.abilities_with(step):
            self.must_stop()
            label = self.b.label(self)
            self.emit(f"if not IN_PLAY(s, {ability.card}): f[0] = {label}; return")
            self.call(ability.procedure, scope.you, [str(ability.card)])
            self.goto(label)
            self.start(label)

    def _resolve_each(self, heading: str, of: N.Node, scope: Scope) -> None:
        """Carry out the abilities of whichever cards a phrase names now, card by card."""
        if not isinstance(of, N.NounPhrase):
            raise refuse(of, "of which cards?")
        self.must_stop()
        table = self.b.abilities.by_card(heading)
        self.loop(
            f"[(c, *e) for c in {self.x.list_of(of, scope)} for e in {table}.get(c, ())]",
            "ability", "ability", "ability", scope, self._start_ability,
        )  # fmt: skip

    def _start_ability(self, scope: Scope) -> None:
        self.must_stop()
        then = self.b.label(self)
        self.emit(f"f[0] = {then}")
        self.gained = True
        self.emit(f"START_EACH(s, {scope.you}, {scope.names['ability'].expr})")
        self.emit("return")
        self.start(then)

    def _secret_step(self, step: B.Secretly, scope: Scope) -> None:
        """Everybody chooses, then what was chosen happens: nobody knows of the others' choices."""
        self.must_stop()
        queue, place, item, kept = (self.variable() for _ in range(4))
        self.emit(f"{queue} = list(ORDER(s, SEATS)); {place} = 0; {kept} = []")
        head = self.block()
        middle = self.b.label(self)
        self.emit(f"if {place} >= len({queue}): {place} = 0; f[0] = {middle}; return")
        self.emit(f"{item} = {queue}[{place}]; {place} += 1")
        inner = scope.child()
        inner.you = item
        first = self.slots
        self.b.secret += 1
        self.steps(step.do, inner)
        self.b.secret -= 1
        last = self.slots
        self.emit(f"{kept} = {kept} + [f[{first}:{last}]]")
        self.goto(head)
        self.start(middle)
        end = self.b.label(self)
        self.emit(f"if {place} >= len({queue}): f[0] = {end}; return")
        self.emit(f"{item} = {queue}[{place}]; f[{first}:{last}] = {kept}[{place}]; {place} += 1")
        self.steps(step.then, inner)
        self.goto(middle)
        self.start(end)

    # ------------------------------------------------------------ statements

    def statement(self, node: N.Statement, scope: Scope) -> None:
        """A sentence that is carried out now."""
        match node:
            case N.If():
                test = self.x.condition(node.condition, scope)
                other = node.otherwise
                self.branch(
                    test,
                    lambda: self.because(node.condition, lambda: self.statement(node.then, scope.child())),
                    (lambda: self.statement(other, scope.child())) if other is not None else None,
                )
            case N.Unless():
                test = self.x.condition(node.condition, scope)
                self.branch(f"not ({test})", lambda: self.statement(node.then, scope.child()), None)
            case N.ForEach():
                if not isinstance(node.each, N.NounPhrase):
                    raise refuse(node.each, "for each what?")
                items, kind, noun = self.times_each(node.each, scope)
                self.loop(items, kind, noun, None, scope, lambda inner: self.statement(node.then, inner))
            case N.InPlace():
                self._in_place(node, scope)
            case N.Both():
                for clause in node.clauses:
                    self.statement(clause, scope)
            case N.Repeat():
                many = self._count(node.times, scope)
                self.repeat(int(many.low), int(many.high), scope, lambda inner: self.statement(node.act, inner))
            case N.Does():
                self._does(node, scope)
            case N.Act():
                self.act(node, scope)
            case _:
                raise refuse(node, "this sentence holds all the time; it cannot be carried out here", code="RW0604")

    def things(self, phrase: N.NounPhrase, scope: Scope) -> tuple[str, str, str]:
        """(list, type, noun) of what a phrase names, piles included (`each of the top 5 cards of the deck`)."""
        top = self.top_cards(phrase, scope)
        noun = phrase.noun if isinstance(phrase.noun, str) else "thing"
        if top is not None:
            return top, "card", noun
        if self.x.entry(noun).get("type") == "number":  # "for each 3 levels you have": how often they go into it
            det = phrase.determiner
            size = det.low if isinstance(det, N.Quantity) and det.low else 1
            return f"range(({self.x.value(replace(phrase, determiner=None), scope)}) // {size})", "number", noun
        if self.x.is_piece(phrase) or self.x.entry(noun).get("held"):  # what cannot be told apart is counted
            return f"range({self.x.count(phrase, scope)})", "number", noun
        return self.x.list_of(phrase, scope), self.x.type_of(noun), noun

    def _in_place(self, node: N.InPlace, scope: Scope) -> None:
        """`In each field, …`: for each of them, "there" being the field; likewise in one field that is named."""
        place = node.place
        if node.preposition not in ("in", "on", "at") or not isinstance(place, N.NounPhrase):
            raise refuse(node.place, "only what is in one place or in each of several can be done here", code="RW0604")

        def there(inner: Scope, ref: Ref) -> None:
            inner.place = ref if ref.type == "space" else None
            self.statement(node.then, inner)

        if not self.x._open(place):
            inner = scope.child()
            there(inner, self.x.ref(place, scope))
            return
        if not isinstance(place.determiner, N.Article) or place.determiner.word not in EVERYBODY:
            raise refuse(place, "in which of them?", "Say “in each …”, or name the place.", code="RW0604")
        items, kind, noun = self.things(place, scope)
        self.loop(items, kind, noun, None, scope, lambda inner: there(inner, inner.names[noun]))

    def times_each(self, phrase: N.NounPhrase, scope: Scope) -> tuple[str, str, str]:
        """What `for each` goes through; of `for each 2 of them` it is how often so many go into what there is."""
        det = phrase.determiner
        many = isinstance(det, N.Quantity) and det.kind == "count" and det.article is None and (det.low or 1) > 1
        if not isinstance(det, N.Quantity) or not many or self.x.entry(str(phrase.noun)).get("type") == "number":
            return self.things(phrase, scope)
        count = self.x.count(replace(phrase, determiner=None, plural=True), scope)
        return f"range(({count}) // {det.low})", "number", str(phrase.noun)

    def _does(self, node: N.Does, scope: Scope) -> None:
        subject = node.subject
        if node.modal == "may":
            inner = scope.child()
            if not (isinstance(subject, N.Pronoun) and subject.word == "you"):
                seat = self.variable()
                self.must_stop()
                self.emit(f"{seat} = {self.x.ref(subject, scope).expr}")
                inner.you = seat
            self.optional(node.act, inner, scope)
            return
        if node.modal in ("cannot", "need_not") or node.negated:
            raise refuse(node, "this sentence holds all the time; it cannot be carried out here", code="RW0604")
        if isinstance(subject, N.NounPhrase) and self.x._open(subject):
            if isinstance(subject.determiner, N.Article) and subject.determiner.word in ("a", "any", "another"):
                raise refuse(subject, "which of them does it?", "Choose one first: “choose another player. They …”.")
            items, kind, noun = self.things(subject, scope)
            items = f"ORDER(s, {items})" if kind == "player" else items
            if self._secretly(node.act):
                self._all_secretly(node.act, scope)
                return
            self.loop(items, kind, noun, None, scope, lambda inner: self.act(node.act, inner))
            return
        ends = isinstance(node.act, N.Perform) and node.act.verb == "end"
        if ends and isinstance(subject, N.NounPhrase) and subject.noun == "game":
            self.act(N.Perform(verb="end", slots=(N.Slot(name="object", value=subject),)), scope)
            return
        if isinstance(node.act, N.Perform) and node.act.verb == "count_as" and self._symbols(subject):
            self._next_card(node.act, "convert", scope)
            return
        ref = self.x.ref(subject, scope)
        inner = scope.child()
        if ref.expr != scope.you:
            keep = self.variable()
            self.emit(f"{keep} = {ref.expr}")
            inner.you = keep
            inner.mention(Ref(keep, "player", ref.noun))
        self.act(node.act, inner)
        scope.done.update(inner.done)

    def _secretly(self, act: N.Act) -> bool:
        first = act.acts[0] if isinstance(act, N.Sequence) else act
        return isinstance(first, N.Perform) and "secretly" in first.adverbs

    def _all_secretly(self, act: N.Act, scope: Scope) -> None:
        """`Each player secretly chooses X, then …`: all choose before anything happens."""
        acts = list(act.acts) if isinstance(act, N.Sequence) else [act]
        first = acts[0]
        assert isinstance(first, N.Perform)
        phrase = first.slot("object")
        if not isinstance(phrase, N.NounPhrase):
            raise refuse(first, "choose what?")
        self.must_stop()
        queue, place, item, kept, pick = (self.variable() for _ in range(5))
        self.emit(f"{queue} = list(ORDER(s, SEATS)); {place} = 0; {kept} = []")
        head = self.block()
        middle = self.b.label(self)
        self.emit(f"if {place} >= len({queue}): {place} = 0; f[0] = {middle}; return")
        self.emit(f"{item} = {queue}[{place}]; {place} += 1")
        inner = scope.child()
        inner.you = item
        inner.mention(Ref(item, "player", "player"))
        options = self.x.list_of(phrase, inner)
        kind = self.x.type_of(str(phrase.noun))
        self.choose(
            kind,
            N.Perform(verb="choose", slots=(N.Slot(name="object", value=addressed(phrase)),)),
            options,
            pick,
            item,
            str(phrase.noun),
            secret=True,
        )
        self.emit(f"{kept} = {kept} + [{pick}]")
        self.goto(head)
        self.start(middle)
        end = self.b.label(self)
        self.emit(f"if {place} >= len({queue}): f[0] = {end}; return")
        self.emit(f"{item} = {queue}[{place}]; {pick} = {kept}[{place}]; {place} += 1")
        then = inner.child()
        ref = Ref(pick, kind, str(phrase.noun))
        then.mention(ref)
        then.place = ref if kind == "space" else None
        for rest in acts[1:]:
            self.act(rest, then)
        self.goto(middle)
        self.start(end)

    def optional(self, act: N.Act, scope: Scope, outer: Scope) -> None:
        """An act that may be done: offered only where it can be carried through."""
        done = self.variable()
        self.must_stop()
        self.emit(f"{done} = 0")

        inner = scope.child()
        inner.lenient = False

        def body() -> None:
            self.emit(f"{done} = 1")
            self.act(act, inner)

        self.emit("s.attempts.append(len(s.stack) - 1)")
        self.alternatives((act,), ["True"], [body], True, act, scope)
        self.emit("s.attempts.pop()")
        outer.done["did"] = f"({done} == 1)"

    # ------------------------------------------------------------ acts

    def act(self, node: N.Act | N.Statement, scope: Scope) -> None:
        """Something that is done."""
        match node:
            case N.Sequence():
                for part in node.acts:
                    self.act(part, scope)
            case N.Choice():
                bodies = [lambda p=part: self.act(p, scope.child()) for part in node.acts]
                with self.carried_through():
                    self.alternatives(node.acts, ["True"] * len(bodies), bodies, False, "", scope)
            case N.AnyOrder():
                with self.carried_through():
                    self._any_order(node, scope)
            case N.Cost():
                self.act(node.cost, scope)
                self.act(node.effect, scope)
            case N.Per():
                items, kind, noun = (
                    self.times_each(node.each, scope) if isinstance(node.each, N.NounPhrase) else ("", "", "")
                )
                if not items:
                    raise refuse(node, "for each what?")
                self.loop(items, kind, noun, noun, scope, lambda inner: self.act(node.act, inner))
            case N.Perform():
                if not scope.lenient:
                    self.perform(node, scope)
                elif not self.attempt_inline(lambda: self.perform(node, scope)):
                    self._try(node, scope)
            case N.Act():
                raise refuse(node, "this cannot be carried out yet", code="RW0604")
            case N.Statement():
                self.statement(node, scope)

    def _any_order(self, node: N.AnyOrder, scope: Scope) -> None:
        """All of several acts, each as a whole; whoever does them chooses the next one among those that are left."""
        left, choice = self.variable(), self.variable()
        self.emit(f"{left} = {(1 << len(node.acts)) - 1}")
        head = self.block()
        end = self.b.label(self)
        self.emit(f"if not {left}: f[0] = {end}; return")
        options = f"[k for k in range({len(node.acts)}) if {left} >> k & 1]"
        self.decide(Decision("menu", node, self.slot_of(choice), 0, node.acts), options, self.asked(scope.you))
        self.emit(f"{left} ^= 1 << {choice}")
        labels = [self.b.label(self) for _ in node.acts]
        for number, label in enumerate(labels):
            self.emit(f"if {choice} == {number}: f[0] = {label}; return")
        self.goto(end)
        self.gained = True  # what one of them brings may pay for another
        for label, act in zip(labels, node.acts, strict=True):
            self.start(label)
            self.perhaps(partial(self.act, act, scope.child()))
            self.goto(head)
        self.start(end)

    def _try(self, node: N.Perform, scope: Scope) -> None:
        """Do something if it can be carried through, and nothing otherwise."""
        scope.lenient = False
        self.if_possible(partial(self.perform, node, scope), lambda: None)
        scope.lenient = True

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

    def perform(self, node: N.Perform, scope: Scope) -> None:
        """A verb with its slots."""
        verb = node.verb
        value = node.slot("object")
        if verb in ("gain", "lose", "pay", "use") and isinstance(value, N.Phrases) and value.conjunction == "and":
            for item in value.items:
                slots = tuple(N.Slot(name="object", value=item) if s.name == "object" else s for s in node.slots)
                self.perform(N.Perform(verb=verb, slots=slots, adverbs=node.adverbs), scope)
            return
        deed = self.b.events.deed(node)
        if deed is not None:
            self._deed(deed[1], node, scope)
            return
        if self.b.events.defines(verb, node):
            self.call_verb(node, scope)
            return
        if verb in ("gain", "lose", "pay"):
            self._resources(node, scope)
        elif verb == "play":
            self._play(node, scope)
        elif verb in MOVES:
            self.transfers.transfer(node, scope)
        elif verb == "shuffle":
            zones = self.x.zones_of(self.object_of(node), scope)
            if not zones:
                raise refuse(node, "only a zone can be shuffled", code="RW0604")
            for zone in zones:
                self.emit(f"s.shuffle({zone})")
        elif verb == "exchange":
            self.transfers.exchange(node, scope)
        elif verb == "replace":
            self.transfers.replace_piece(node, scope)
        elif verb == "fill":
            phrase = self.object_of(node)
            items, _, _ = self.things(phrase, scope) if isinstance(phrase, N.NounPhrase) else ("", "", "")
            self.unfollowed()
            self.emit(f"for c in {items}: FILL(s, c)")
        elif verb == "end" and self._names(node, "game"):
            self._end_game(scope, "")
        elif verb == "win" and self._names(node, "game"):
            self._end_game(scope, f"s.winner = {scope.you}; ")
        elif verb == "double" and self._symbols(self.object_of(node)):
            self._next_card(node, "double", scope)
        elif verb in ("look_at", "look"):
            self.transfers.look(node, scope)
        elif verb == "roll":
            self._roll(node, scope)
        elif verb == "choose":
            self._choose_act(node, scope)
        elif verb == "do_nothing":
            pass
        else:
            raise refuse(
                node,
                f"“{verb.replace('_', ' ')}” has no meaning that can be run here",
                "Give the verb a `do:` in the lexicon.",
                code="RW0604",
            )

    def because(self, condition: Any, body: Any) -> None:
        """Compile a body, knowing what it follows from."""
        before, self.cause = self.cause, condition
        body()
        self.cause = before

    def _reason(self) -> str:
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

    def _end_game(self, scope: Scope, first: str) -> None:
        """The game is over; what has just come true still counts."""
        self.must_stop()
        self.block()
        if self.b.continuous.states:
            self.emit(f"if STATE_CHECK(s, {scope.you}): return")
        self.b.events.before_the_end(self, scope)
        self.emit(f"{first}END(s, {self._reason()!r})")
        self.emit("return")
        self.start(self.b.label(self))

    def object_of(self, node: N.Perform) -> N.Phrase:
        """What a verb is done to."""
        value = node.slot("object")
        if not isinstance(value, N.Phrase):
            raise refuse(node, f"{node.verb.replace('_', ' ')} what?")
        return value

    @staticmethod
    def _names(node: N.Perform, noun: str) -> bool:
        value = node.slot("object")
        return isinstance(value, N.NounPhrase) and value.noun == noun

    # ------------------------------------------------------------ quantities

    def quantity(self, phrase: N.Phrase, scope: Scope) -> Quant:
        """How many of a phrase's things are meant."""
        if isinstance(phrase, N.AsMany):
            amount = self.x.amount(phrase.number, scope)
            return Quant(amount, amount)
        if isinstance(phrase, N.PartOf):
            return self._count(phrase.quantity, scope)
        if isinstance(phrase, N.NounPhrase):
            det = phrase.determiner
            if isinstance(det, N.Quantity):
                return self._count(det, scope)
            if det is None or phrase.plural or (isinstance(det, N.Article) and det.word in ("all", "each", "both")):
                return Quant("0", str(HUGE), True)
            return Quant("1", "1")
        return Quant("1", "1")

    @staticmethod
    def _count(det: N.Quantity, scope: Scope) -> Quant:
        low, high = det.low, det.high if det.high is not None else det.low
        if det.kind == "any_number":
            return Quant("0", str(HUGE))
        if det.kind == "some":
            return Quant("1", str(HUGE))
        if det.kind in ("each", "all"):
            return Quant("0", str(HUGE), True)
        if det.kind == "up_to":
            return Quant("0", str(high))
        if det.kind == "at_least":
            return Quant(str(low), str(HUGE))
        return Quant(str(low), str(high))

    # ------------------------------------------------------------ resources

    def _resources(self, node: N.Perform, scope: Scope) -> None:
        phrase = self.object_of(node)
        items = phrase.items if isinstance(phrase, N.Phrases) else (phrase,)
        for item in items:
            named = item.whole if isinstance(item, N.PartOf) else item
            noun = named.noun if isinstance(named, N.NounPhrase | N.AsMany) else None
            if not isinstance(noun, str):
                raise refuse(node, f"{node.verb} what?")
            entry = self.x.entry(noun)
            count = self.quantity(item, scope)
            if count.every and isinstance(item, N.NounPhrase) and item.determiner is None:
                count = Quant("1", "1")
            if node.verb == "gain":
                self.brings(self.held_cells(noun) if entry.get("held") else None)
            else:
                self.exact = self.exact and node.verb == "pay"
            if self.b.layout.held_kinds(noun):
                which = self._one_kind(item, scope)
                if which:
                    self._kind_of(noun, which, count.low, node, scope)
                else:
                    self._kinds_of(noun, count, node, scope)
            elif entry.get("held"):
                cell = f"n[{self.b.layout.held[noun]} + {scope.you}]"
                if count.every and node.verb != "gain":
                    count = Quant(cell, cell)
                if node.verb == "gain" and entry.get("limit"):
                    limit = f"{self.b.definitions.number(entry['limit'])}(s, {scope.you})"
                    self.emit(f"{cell} = max({cell}, min({limit}, {cell} + {count.low}))")
                elif node.verb == "gain":
                    self.emit(f"{cell} += {count.low}")
                elif node.verb == "pay" and entry.get("substitute"):
                    self._pay_or(noun, str(entry["substitute"]), count.low, scope)
                elif node.verb == "pay":
                    counted = self.need(self.held_cells(noun), count.low, scope.you)
                    self.fail_if(f"{cell} < {count.low}", counted)
                    self.emit(f"{cell} -= {count.low}")
                else:
                    self.emit(f"{cell} = max(0, {cell} - ({count.low}))")
            elif entry.get("kept"):
                self._kept_change(noun, count, node, scope)
            elif node.verb == "pay":
                self.pay(noun, count, node, scope)
            else:
                raise refuse(node, f"{noun.replace('_', ' ')} cannot be held; it can only be paid", code="RW0604")

    def _one_kind(self, item: N.Phrase, scope: Scope) -> str:
        """`2 fruits of that tree`: the thing that tells the kind; "" where nothing does."""
        for one in item.filters if isinstance(item, N.NounPhrase) else ():
            if isinstance(one, N.Of):
                return self.x.ref(one.phrase, scope).expr
        return ""

    def _kind_of(self, noun: str, which: str, count: str, node: N.Perform, scope: Scope) -> None:
        """Gain, pay or lose the kind of a resource that is of a thing."""
        table = {
            thing: self.b.layout.held[kind] for kind in self.b.layout.held_kinds(noun)
            for of in as_list(self.x.entry(kind).get("of")) for thing in self.b.layout.things_of(of)
        }  # fmt: skip
        cell = f"n[{self.b.constant(table, f'KIND_{noun}')}[{which}] + {scope.you}]"
        if node.verb == "gain":
            self.emit(f"{cell} += {count}")
        else:
            self.fail_if(f"{cell} < {count}")
            self.emit(f"{cell} -= {count}")

    def held_cells(self, noun: str) -> tuple[int, ...] | None:
        """Where it is counted, for each seat, how much of a noun it holds; None where it is counted by kinds."""
        first = self.b.layout.held.get(noun)
        if first is None or self.b.layout.held_kinds(noun):
            return None
        return tuple(range(first, first + self.b.players))

    def _kinds_of(self, noun: str, count: Quant, node: N.Perform, scope: Scope) -> None:
        """`Gain 2 fruits of your choice`: somebody chooses the kinds, one after another in a fixed order."""
        kinds = self.b.layout.held_kinds(noun)
        cells = [f"n[{self.b.layout.held[kind]} + {scope.you}]" for kind in kinds]
        if node.verb != "gain":
            self.fail_if(f"{' + '.join(cells)} < {count.low}")
        self.must_stop()
        done, choice = self.variable(), self.variable()
        self.emit(f"{done} = 0; {choice} = 0")
        head = self.block()
        end = self.b.label(self)
        self.emit(f"if {done} >= {count.low}: f[0] = {end}; return")
        row = f"({', '.join(cells)},)"
        options = f"list(range({choice}, {len(kinds)}))"
        if node.verb != "gain":
            rest = f"sum({row}[k:]) >= {count.low} - {done}"
            options = f"[k for k in range({choice}, {len(kinds)}) if {row}[k] and {rest}]"
        titles = tuple(N.NounPhrase(noun=kind) for kind in kinds)
        self.decide(Decision("menu", node, self.slot_of(choice), 0, titles), options, self.asked(scope.you))
        table = self.b.constant(tuple(self.b.layout.held[kind] for kind in kinds), f"HELD_{noun}")
        sign = "+" if node.verb == "gain" else "-"
        self.emit(f"n[{table}[{choice}] + {scope.you}] {sign}= 1; {done} += 1")
        self.goto(head)
        self.start(end)

    def _pay_or(self, noun: str, substitute: str, amount: str, scope: Scope) -> None:
        """Pay what another resource may stand in for: whoever has both chooses how much of the other is paid."""
        cells = [f"n[{self.b.layout.held[name]} + {scope.you}]" for name in (noun, substitute)]
        self.must_stop()
        due, instead = self.variable(), self.variable()
        self.emit(f"{due} = max(0, {amount})")
        self.fail_if(f"{cells[0]} + {cells[1]} < {due}")
        some = N.NounPhrase(noun=substitute, determiner=N.Quantity(kind="any_number"))
        other = N.Perform(verb="pay", slots=(N.Slot(name="object", value=some),))
        options = f"list(range(max(0, {due} - {cells[0]}), min({due}, {cells[1]}) + 1))"
        self.choose("number", other, options, instead, scope.you, substitute)
        self.emit(f"{cells[0]} -= {due} - {instead}; {cells[1]} -= {instead}")

    def _kept_change(self, noun: str, count: Quant, node: N.Perform, scope: Scope) -> None:
        """`Gain 2 points`: a kept number of a player goes up or down, within its limits."""
        if as_list(self.x.entry(noun).get("of")) != ["player"]:
            raise refuse(node, f"{noun.replace('_', ' ')} is not a number of a player", code="RW0606")
        cell = self.x.kept_cell(noun, [scope.you])
        word = self.b.definitions.word("nouns", noun)
        least = self.x.amount(self.b.amount(word.least), scope) if word.least is not None else ""
        if node.verb == "pay" and least:
            self.fail_if(f"{cell} - ({count.low}) < {least}")
        sign = "+" if node.verb == "gain" else "-"
        self.emit(f"{cell} = {self.limited(noun, [scope.you], f'{cell} {sign} ({count.low})')}")

    def pay(self, noun: str, count: Quant, node: N.Perform, scope: Scope) -> None:
        """Pay with cards: a loop of plays until the amount is reached."""
        self.must_stop()
        paid = self.variable()
        self.can_fail = True
        if count.low.isdigit() and int(count.low) > 0:
            self.needs[noun] += int(count.low)
            self.needs["card"] += 1
        self.gained = True  # what is played meanwhile may bring anything
        self.b.pay_prompts.append(node)
        then = self.b.label(self)
        self.emit(f"f[0] = {then}")
        self.emit(
            f"s.stack.append([PAY, {scope.you}, {self.b.resource(noun)}, {count.low}, {count.high}, 0, -1, "
            f"{len(self.b.pay_prompts) - 1}, 0])"
        )
        self.emit("return")
        self.start(then)
        self.emit(f"{paid} = s.result")
        scope.done["pay"] = paid

    # ------------------------------------------------------------ cards

    def top_cards(self, phrase: N.Phrase, scope: Scope) -> str | None:
        """`the top 3 cards of X`: the cards as a list, topmost first; None for other phrases."""
        if not isinstance(phrase, N.NounPhrase):
            return None
        det = phrase.determiner
        if isinstance(det, N.Quantity) and det.article in ("top", "the_top"):
            many = str(det.low)
        elif isinstance(det, N.Article) and det.word in ("top", "the_top"):
            many = "1"
        else:
            return None
        for item in phrase.filters:
            if isinstance(item, N.Of | N.At):
                return f"s.zones[{self.x.zone(item.phrase, scope)}][:-{many} - 1:-1]"
        raise refuse(phrase, "the top of what?")

    def _play(self, node: N.Perform, scope: Scope) -> None:
        """Play a card: it goes to where the ruleset says played cards lie."""
        phrase = self.object_of(node)
        zones = self.b.source.zones.get("play") or {}
        if isinstance(phrase, N.NounPhrase) and phrase.noun == "card":
            for item in phrase.filters:
                if isinstance(item, N.Of):
                    space = self.x.ref(item.phrase, scope)
                    card = self.variable()
                    self.needs["card"] += 1
                    self.choose("card", node, f"STANDS_FOR(s, {scope.you}, {space.expr})", card, scope.you, "card")
                    self.emit(f"PLAY(s, {scope.you}, {card})")
                    return
        if (
            isinstance(phrase, N.NounPhrase)
            and isinstance(phrase.determiner, N.Article)
            and phrase.determiner.word == "this"
        ):
            ref = self.x.ref(phrase, scope)
            self.emit(f"PLAY(s, {scope.you}, {ref.expr})")
            return
        del zones
        raise refuse(node, "which card is played?")

    def _choose_act(self, node: N.Perform, scope: Scope) -> None:
        """`Choose another player.`: who or what was chosen is then "that player", "it"."""
        phrase = self.object_of(node)
        if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str) or self.x.is_piece(phrase):
            raise refuse(node, "choose what?")
        items, kind, noun = self.things(phrase, scope)
        target = self.variable()
        if "random" in node.adverbs:
            pool = self.x.fresh()
            self.emit(f"{pool} = {items}")
            self.fail_if(f"not {pool}")
            self.emit(f"{target} = {pool}[s.random(len({pool}))]")
        else:
            self.choose(kind, node, items, target, scope.you, noun, "secretly" in node.adverbs)
        scope.bind(noun, Ref(target, kind, noun))

    def _roll(self, node: N.Perform, scope: Scope) -> None:
        """Roll dice: `the result` is their sum. A die has 6 sides unless its noun says otherwise (`sides: 20`)."""
        phrase = self.object_of(node)
        noun = phrase.noun if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str) else "die"
        sides = int(self.x.entry(noun).get("sides", 6))
        count = self.quantity(phrase, scope)
        result = self.variable()
        dice = f"range({count.low})" if count.low == count.high else "range(1)"
        self.emit(f"{result} = sum(s.random({sides}) + 1 for _ in {dice})")
        told = self.b.label(self)
        self.b.decisions[told] = Decision("number", node, 0)
        self.emit(f"if s.log is not None: s.log.append(({scope.you}, {told}, {result}, -1))")
        scope.names["result"] = Ref(result, "number", "result")

    def _symbols(self, phrase: N.Phrase) -> bool:
        """Whether a phrase is of what is printed on the next card you play."""
        if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str):
            return False
        return bool(self.x.entry(phrase.noun).get("for")) and any(
            isinstance(item, N.At) and isinstance(item.phrase, N.NounPhrase) and "next" in item.phrase.adjectives
            for item in phrase.filters
        )

    def _next_card(self, node: N.Perform, what: str, scope: Scope) -> None:
        """`Double … on the next card you play`: holds until then."""
        self.emit(f"n[{self.b.next_card(what)} + {scope.you}] = 1")

    # ------------------------------------------------------------ moving things

    # ------------------------------------------------------------ moving cards

    # ------------------------------------------------------------ calling

    def call_verb(self, node: N.Perform, scope: Scope) -> None:
        """Do what the lexicon says a verb means; to several things, one after another."""
        for slot in node.slots:
            many = self._how_often(slot.value)
            if many is not None:
                self._call_for_each(node, slot, many, scope)
                return
        self._call_once(node, scope)

    def _how_often(self, phrase: N.Node) -> Quant | None:
        """How many things a verb of the lexicon is done to, where it is not one: `harvest 2 dry fields`."""
        if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str):
            return None
        if self.x.type_of(phrase.noun) not in ("space", "card", "player", "border"):
            return None
        det = phrase.determiner
        if isinstance(det, N.Quantity) and det.article is None:
            return None if det.kind == "count" and det.low == 1 else self._count(det, Scope("you"))
        every = isinstance(det, N.Article) and det.word in ("each", "all")
        return Quant("0", str(HUGE), True) if every else None

    def _call_for_each(self, node: N.Perform, slot: N.Slot, many: Quant, scope: Scope) -> None:
        phrase = slot.value
        assert isinstance(phrase, N.NounPhrase)

        def once(value: N.NounPhrase, inner: Scope) -> None:
            slots = tuple(replace(other, value=value) if other is slot else other for other in node.slots)
            self._call_once(replace(node, slots=slots), inner)

        one = replace(phrase, determiner=N.Article(word="a"), plural=False)
        if many.every:
            items, kind, noun = self.things(replace(phrase, determiner=None, plural=True), scope)
            named = N.NounPhrase(determiner=N.Article(word="that"), noun=noun)
            self.loop(items, kind, noun, None, scope, lambda inner: once(named, inner))
        elif many.low == many.high:
            self.loop(f"range({many.low})", "number", "time", "time", scope, lambda inner: once(one, inner))
        else:
            self.repeat(int(many.low), int(many.high), scope, lambda inner: once(one, inner))

    def _call_once(self, node: N.Perform, scope: Scope) -> None:
        entry = self.b.source.verbs[node.verb]
        args = []
        for name in entry.get("slots") or {}:
            value = node.slot(name)
            if self.x.type_of(entry["slots"][name]) == "piece":
                args.append(self.x.kind_named(value, scope))
                continue
            if self.x.type_of(entry["slots"][name]) == "resource":
                args.append(self._how_many(value, scope) if isinstance(value, N.Phrase) else "0")
                continue
            if entry["slots"][name] == "amount" and value is not None:
                args.append(self.x.amount(value, scope))
                continue
            if value is None and name == "place":
                value = self.b.events.place_of(node)
            if value is None:
                kind = (entry.get("slots") or {})[name]
                args.append(self.x._implied(kind, scope).expr)
            elif isinstance(value, N.Amount):
                args.append(self.x.amount(value, scope))
            elif self.x._open(value):
                items, kind, noun = self.things(value, scope) if isinstance(value, N.NounPhrase) else ("", "", "")
                if not items:
                    raise refuse(value, "which one?")
                det = value.determiner if isinstance(value, N.NounPhrase) else None
                if isinstance(det, N.Quantity) and not self.quantity(value, scope).one:
                    raise refuse(value, "this is done to one thing at a time", "Say “3 times, …” or “for each …”.")
                target = self.variable()
                self.choose(kind, node, items, target, scope.you, noun)
                scope.mention(Ref(target, kind, noun))
                args.append(target)
            else:
                args.append(self.x.ref(value, scope).expr)
        self.call(self.b.events.verb(node.verb), scope.you, args)

    def _deed(self, deed: N.Perform, node: N.Perform, scope: Scope) -> None:
        """Do what a noun says a verb of the core does to it: for a resource or a number, once for each of them."""
        phrase = self.object_of(node)
        kind = self.b.source.verbs[deed.verb]["slots"].get("object")
        if kind is None:
            self._times(phrase, scope, lambda inner: self.call_verb(deed, inner))
            return
        place = deed.slot("object")
        that = N.NounPhrase(determiner=N.Article(word="that"), noun=kind)
        named = N.Perform(verb=deed.verb, slots=(N.Slot(name="object", value=that),), adverbs=deed.adverbs)

        def chosen(inner: Scope) -> None:
            every = N.NounPhrase(noun=kind, plural=True)
            target = self.variable()
            self.choose(self.x.type_of(kind), node, self.x.list_of(every, inner), target, scope.you, kind)
            last = inner.child()
            last.bind(kind, Ref(target, self.x.type_of(kind), kind))
            self.call_verb(named, last)

        if place is None:  # of your choice: each time another one may be chosen
            self._times(phrase, scope, chosen)
            return
        assert isinstance(place, N.Phrase)

        def there(inner: Scope) -> None:
            self._times(phrase, inner, lambda last: self.call_verb(named, last))

        if not self.x._open(place):
            inner = scope.child()
            inner.bind(kind, self.x.ref(place, scope))
            there(inner)
            return
        if not isinstance(place, N.NounPhrase):
            raise refuse(place, "which one?")
        items, kind_type, noun = self.things(place, scope)
        det = place.determiner
        if isinstance(det, N.Article) and det.word in ("each", "all", "every"):
            self.loop(items, kind_type, kind, None, scope, there)
            return
        target = self.variable()
        self.choose(kind_type, node, items, target, scope.you, noun)
        inner = scope.child()
        inner.bind(kind, Ref(target, kind_type, kind))
        there(inner)

    def _how_many(self, phrase: N.Phrase, scope: Scope) -> str:
        """How many of a resource or number are meant; one, where none is said."""
        count = self.quantity(phrase, scope)
        return "1" if count.every else count.low

    def _times(self, phrase: N.Phrase, scope: Scope, body: Any) -> None:
        """Do something as many times as a phrase says; within limits somebody chooses."""
        many = self.quantity(phrase, scope)
        if not many.every and many.low != many.high:
            self.repeat(int(many.low), int(many.high), scope, body)
            return
        count = self._how_many(phrase, scope)
        if count == "1":
            body(scope)
        else:
            self.loop(f"range({count})", "number", "time", "time", scope, body)

    def call(self, procedure: Any, seat: str, args: list[str]) -> None:
        """Run another procedure to its end: a plain call, or a frame on the stack."""
        given = "".join(f", {arg}" for arg in args)
        still = procedure.counted - self.raised if self.own(seat) and not self.gained else set()
        self.needs += Counter(
            {key: count for key, count in procedure.needs.items() if isinstance(key, str) or key in still}
        )
        self.exact = self.exact and procedure.exact and still >= procedure.counted
        self.gained = self.gained or procedure.gained
        self.raised |= procedure.raised
        if procedure.function is not None:
            if procedure.can_fail:
                self.fail_if(f"{procedure.function}(s, {seat}{given}) is FAIL", True)  # told by its needs, or above
            else:
                self.emit(f"{procedure.function}(s, {seat}{given})")
            return
        self.must_stop()
        then = self.b.label(self)
        self.emit(f"f[0] = {then}")
        self.emit(f"s.stack.append([{procedure.entry_name}, {seat}{given}] + {procedure.pad_name})")
        self.emit("return")
        self.start(then)
