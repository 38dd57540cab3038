"""Procedures: blocks of steps and sentences as step functions over an explicit stack.

A procedure becomes a row of *blocks*: Python functions of the state `s` and the frame `f` that run without stopping,
set `f[0]` to the block to go on with, push the frame of a procedure they call, or return the options that somebody
must choose from. Where nothing can stop, no frame is made: the whole becomes one plain function (`inline`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from rulewright.compiler.scope import MeaningError, Ref, Scope, refuse
from rulewright.language import nodes as N
from rulewright.ruleset import blocks as B

if TYPE_CHECKING:
    from rulewright.compiler.builder import Builder

HUGE = 10**6
MOVES = {"put", "move", "return", "take", "remove", "discard", "draw", "reveal"}


class Suspends(Exception):
    """Raised inside an inline attempt when a statement needs to stop."""


@dataclass(slots=True)
class Decision:
    """What a stopping block asks: its options are of one kind; the chosen value goes to a frame's slot."""

    kind: str  # space, card, player, border, region, pieces, number, menu, pay, offer
    prompt: Any  # a node, or a title
    slot: int
    then: int
    titles: tuple[str, ...] = ()
    secret: bool = False
    noun: str = ""


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

    def fail_if(self, test: str) -> None:
        """The whole act fails where a test holds."""
        self.can_fail = True
        self.emit(f"if {test}: return FAIL")

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

    def as_blocks(self, body: Any) -> None:
        """Write the body as blocks; the last one ends the procedure."""
        self.entry = self.b.label(self)
        self.start(self.entry)
        body(self, self.scope())
        self.emit("s.stack.pop()")

    # ------------------------------------------------------------ steps of a block

    def steps(self, block: B.Block | None, scope: Scope) -> None:
        """A block, step by step."""
        for step in block.steps if block is not None else ():
            self.b.at = step.path
            self._step(step.action, scope)

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
                    lambda: self.steps(action.then, then),
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
            case B.OneOf():
                self._one_of_step(action, scope)
            case B.Require():
                self.fail_if(f"not ({self.x.block_condition(action.condition, scope)})")
            case B.Offer():
                self._offer_step(action, scope)
            case B.Resolve():
                self._resolve_step(action, scope)

    def branch(self, test: str, then: Any, otherwise: Any) -> None:
        """Run one of two bodies (functions without arguments); inline where neither can stop."""
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
        keep = (len(self.lines), self.indent, self.slots, len(self.blocks))
        self.b.no_stop += 1
        try:
            write()
            return True
        except Suspends:
            del self.lines[keep[0] :]
            self.indent, self.slots = keep[1], keep[2]
            return False
        finally:
            self.b.no_stop -= 1

    def must_stop(self) -> None:
        """Say that what follows can stop: refused while writing inline."""
        if self.inline or self.b.no_stop:
            raise Suspends

    def _while_step(self, step: B.While, scope: Scope) -> None:
        self.must_stop()
        head = self.block()
        end = self.b.label(self)
        self.emit(f"if not ({self.x.block_condition(step.condition, scope)}):")
        with self.nested():
            self.goto(end)
        self.steps(step.do, scope.child())
        self.goto(head)
        self.start(end)

    def _repeat_step(self, step: B.Repeat, scope: Scope) -> None:
        self.must_stop()
        words = step.times.text
        low, high = {"forever": (HUGE, HUGE), "any number of times": (0, HUGE), "one or more times": (1, HUGE)}.get(
            words, (-1, -1)
        )
        if low < 0:
            numbers = [int(word) for word in words.split() if word.isdigit()]
            if not numbers:
                raise refuse(None, f"“{words}” does not say how often")
            low, high = (0 if words.startswith("up to") else numbers[0]), numbers[-1]
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
            self.decide(Decision("menu", "", self.slot_of(choice), 0, ("Stop", "Go on")), "[0, 1]")
            self.emit(f"if {choice} == 0: f[0] = {end}; return")
            self.goto(then)
            self.start(then)
        elif high < HUGE:
            self.emit(f"if {count} >= {high}: f[0] = {end}; return")
        self.emit(f"{count} += 1")
        self.steps(step.do, scope.child())
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
            with self.nested():
                self.emit("pass")
                body(bound(item))

        if self.attempt_inline(inline):
            return
        self.must_stop()
        queue, place, item = self.variable(), self.variable(), self.variable()
        self.emit(f"{queue} = list({items}); {place} = 0")
        head = self.block()
        end = self.b.label(self)
        self.emit(f"if {place} >= len({queue}) or s.over is not None: f[0] = {end}; return")
        self.emit(f"{item} = {queue}[{place}]; {place} += 1")
        body(bound(item))
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
        else:
            prompt = N.Perform(verb="choose", slots=(N.Slot(name="object", value=phrase),))
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

    def choose(
        self, kind: str, prompt: Any, options: str, target: str, chooser: str, noun: str = "", secret: bool = False
    ) -> None:
        """Stop until somebody has chosen one of the options (an expression of a list) into a variable."""
        self.must_stop()
        if chooser != "f[1]":
            seat = self.variable()
            self.emit(f"{seat} = {chooser}")
        else:
            seat = "f[1]"
        hidden = secret or self.b.secret > 0
        self.decide(Decision(kind, prompt, self.slot_of(target), 0, secret=hidden, noun=noun), options, seat)

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
        self.b.decisions[label] = (decision, self.slot_of(seat) if seat != "f[1]" else 1)
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

    def _one_of_step(self, step: B.OneOf, scope: Scope) -> None:
        tests = [
            "True" if branch.condition is None else self.x.block_condition(branch.condition, scope)
            for branch in step.branches
        ]
        scopes = [scope.child() for _ in step.branches]
        bodies = [
            lambda b=b, inner=inner: self.steps(b.do, inner) for b, inner in zip(step.branches, scopes, strict=True)
        ]
        self.alternatives(tuple(b.title for b in step.branches), tests, bodies, step.optional, "", scope)
        if not step.optional:
            scope.join(*scopes)

    def alternatives(
        self, titles: tuple[Any, ...], tests: list[str], bodies: list[Any], optional: bool, prompt: Any, scope: Scope
    ) -> None:
        """A choice between bodies; with `optional` also none of them."""
        self.must_stop()
        choice = self.variable()
        picks = [
            f"*([{number}] if {test} else [])" if test != "True" else str(number) for number, test in enumerate(tests)
        ]
        if optional:
            picks.insert(0, "-1")
        self.decide(Decision("menu", prompt, self.slot_of(choice), 0, titles), f"[{', '.join(picks)}]")
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
        offer = self.b.abilities.offer(step.headings, ending.title if ending is not None else "")
        self.decide(Decision("offer", "", self.slot_of(choice), 0), f"OFFER(s, f[1], {offer}, {may_end})")
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
        for ability in self.b.abilities.abilities_with(step):
            self.must_stop()
            label = self.b.label(self)
            self.emit(f"if not IN_PLAY(s, {ability.card}): f[0] = {label}; return")
            self.call(ability.procedure, scope.you, [str(ability.card)])
            self.goto(label)
            self.start(label)

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
                    lambda: self.statement(node.then, scope.child()),
                    (lambda: self.statement(other, scope.child())) if other is not None else None,
                )
            case N.Unless():
                test = self.x.condition(node.condition, scope)
                self.branch(f"not ({test})", lambda: self.statement(node.then, scope.child()), None)
            case N.ForEach():
                if not isinstance(node.each, N.NounPhrase):
                    raise refuse(node.each, "for each what?")
                items, kind, noun = self.things(node.each, scope)
                self.loop(items, kind, noun, None, scope, lambda inner: self.statement(node.then, inner))
            case N.Both():
                for clause in node.clauses:
                    self.statement(clause, scope)
            case N.Does():
                self._does(node, scope)
            case N.Act():
                self.act(node, scope)
            case _:
                raise refuse(node, "this sentence holds all the time; it cannot be carried out here")

    def things(self, phrase: N.NounPhrase, scope: Scope) -> tuple[str, str, str]:
        """(list, type, noun) of what a phrase names, piles included (`each of the top 5 cards of the deck`)."""
        top = self.top_cards(phrase, scope)
        noun = phrase.noun if isinstance(phrase.noun, str) else "thing"
        if top is not None:
            return top, "card", noun
        return self.x.list_of(phrase, scope), self.x.type_of(noun), noun

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
            raise refuse(node, "this sentence holds all the time; it cannot be carried out here")
        if isinstance(subject, N.NounPhrase) and self.x._open(subject):
            items, kind, noun = self.things(subject, scope)
            items = f"ORDER(s, {items})" if kind == "player" else items
            if self._secretly(node.act):
                self._all_secretly(node.act, scope)
                return
            self.loop(items, kind, noun, None, scope, lambda inner: self.act(node.act, inner))
            return
        if isinstance(subject, N.NounPhrase) and subject.noun == "game" and isinstance(node.act, N.Perform):
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
            N.Perform(verb="choose", slots=(N.Slot(name="object", value=phrase),)),
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
                self.alternatives(node.acts, ["True"] * len(bodies), bodies, False, "", scope)
            case N.Cost():
                self.act(node.cost, scope)
                self.act(node.effect, scope)
            case N.Per():
                items, kind, noun = (
                    self.things(node.each, scope) if isinstance(node.each, N.NounPhrase) else ("", "", "")
                )
                if not items:
                    raise refuse(node, "for each what?")
                self.loop(items, kind, noun, noun, scope, lambda inner: self.act(node.act, inner))
            case N.Perform():
                if not scope.lenient:
                    self.perform(node, scope)
                elif not self.attempt_inline(lambda: self.perform(node, scope)):
                    self._try(node, scope)
            case N.Statement():
                self.statement(node, scope)

    def _try(self, node: N.Perform, scope: Scope) -> None:
        """Do something if it can be carried through, and nothing otherwise."""
        self.must_stop()
        body, end = self.b.label(self), self.b.label(self)
        self.emit(f"if not CAN(s, {body}): f[0] = {end}; return")
        self.emit("s.attempts.append(len(s.stack) - 1)")
        self.goto(body)
        self.start(body)
        scope.lenient = False
        self.perform(node, scope)
        scope.lenient = True
        self.emit("s.attempts.pop()")
        self.goto(end)
        self.start(end)

    def perform(self, node: N.Perform, scope: Scope) -> None:
        """A verb with its slots."""
        verb = node.verb
        if self.b.events.defines(verb, node):
            self.call_verb(node, scope)
            return
        if verb in ("gain", "lose", "pay"):
            self._resources(node, scope)
        elif verb == "play":
            self._play(node, scope)
        elif verb in MOVES:
            self.transfer(node, scope)
        elif verb == "shuffle":
            zones = self.x.zones_of(self._object(node), scope)
            if not zones:
                raise refuse(node, "only a zone can be shuffled")
            for zone in zones:
                self.emit(f"s.shuffle({zone})")
        elif verb == "exchange":
            self._exchange(node, scope)
        elif verb == "replace":
            self._replace(node, scope)
        elif verb == "fill":
            phrase = self._object(node)
            items, _, _ = self.things(phrase, scope) if isinstance(phrase, N.NounPhrase) else ("", "", "")
            self.emit(f"for c in {items}: FILL(s, c)")
        elif verb == "end" and self._names(node, "game"):
            self._end_game(scope, "")
        elif verb == "win" and self._names(node, "game"):
            self._end_game(scope, f"s.winner = {scope.you}; ")
        elif verb == "double" and self._symbols(self._object(node)):
            self._next_card(node, "double", scope)
        elif verb in ("look_at", "look"):
            self._look(node, scope)
        elif verb == "do_nothing":
            pass
        else:
            raise refuse(
                node,
                f"“{verb.replace('_', ' ')}” has no meaning that can be run here",
                "Give the verb a `do:` in the lexicon.",
            )

    def _end_game(self, scope: Scope, first: str) -> None:
        """The game is over; what has just come true still counts."""
        self.must_stop()
        self.block()
        if self.b.continuous.states:
            self.emit(f"if STATE_CHECK(s, {scope.you}): return")
        self.emit(f"{first}END(s)")
        self.emit("return")
        self.start(self.b.label(self))

    def _object(self, node: N.Perform) -> N.Phrase:
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
        phrase = self._object(node)
        items = phrase.items if isinstance(phrase, N.Phrases) else (phrase,)
        for item in items:
            noun = item.noun if isinstance(item, N.NounPhrase | N.AsMany) else None
            if not isinstance(noun, str):
                raise refuse(node, f"{node.verb} what?")
            entry = self.x.entry(noun)
            count = self.quantity(item, scope)
            if count.every and isinstance(item, N.NounPhrase) and item.determiner is None:
                count = Quant("1", "1")
            if entry.get("held"):
                cell = f"n[{self.b.layout.held[noun]} + {scope.you}]"
                if node.verb == "gain":
                    self.emit(f"{cell} += {count.low}")
                elif node.verb == "pay":
                    self.fail_if(f"{cell} < {count.low}")
                    self.emit(f"{cell} -= {count.low}")
                else:
                    self.emit(f"{cell} = max(0, {cell} - ({count.low}))")
            elif node.verb == "pay":
                self.pay(noun, count, node, scope)
            else:
                raise refuse(node, f"{noun.replace('_', ' ')} cannot be held; it can only be paid")

    def pay(self, noun: str, count: Quant, node: N.Perform, scope: Scope) -> None:
        """Pay with cards: a loop of plays until the amount is reached."""
        self.must_stop()
        paid = self.variable()
        self.can_fail = True
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
        phrase = self._object(node)
        zones = self.b.source.zones.get("play") or {}
        if isinstance(phrase, N.NounPhrase) and phrase.noun == "card":
            for item in phrase.filters:
                if isinstance(item, N.Of):
                    space = self.x.ref(item.phrase, scope)
                    card = self.variable()
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

    def _symbols(self, phrase: N.Phrase) -> bool:
        """Whether a phrase is `the … symbols on the next card you play`."""
        if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str):
            return False
        return bool(self.x.entry(phrase.noun).get("for")) and any(
            isinstance(item, N.At) and isinstance(item.phrase, N.NounPhrase) and "next" in item.phrase.adjectives
            for item in phrase.filters
        )

    def _next_card(self, node: N.Perform, what: str, scope: Scope) -> None:
        """`Double the symbols on the next card you play`: holds until then."""
        self.emit(f"n[{self.b.next_card(what)} + {scope.you}] = 1")

    def _look(self, node: N.Perform, scope: Scope) -> None:
        phrase = self._object(node)
        cards = self.top_cards(phrase, scope)
        if cards is None or not isinstance(phrase, N.NounPhrase):
            raise refuse(node, "look at what?")
        for item in phrase.filters:
            if isinstance(item, N.Of | N.At):
                scope.done["look"] = self.x.zone(item.phrase, scope)
        seen = self.variable()
        self.emit(f"{seen} = list({cards})")
        scope.mention(Ref(seen, "cards", "card"))

    # ------------------------------------------------------------ moving things

    def transfer(self, node: N.Perform, scope: Scope) -> None:
        """put, move, return, take, remove, discard, draw: cards or pieces from one place to another."""
        origin = node.slot("from")
        if isinstance(origin, N.NounPhrase) and origin.noun == "game":
            node = N.Perform(verb="remove", slots=tuple(slot for slot in node.slots if slot.name == "object"))
        phrase = self._object(node)
        replaced = self.b.events.replacements(node)
        if replaced:
            self._replaced(node, replaced, scope)
            return
        if isinstance(phrase, N.Phrases):
            for item in phrase.items:
                slots = tuple(N.Slot(name="object", value=item) if s.name == "object" else s for s in node.slots)
                self.transfer(N.Perform(verb=node.verb, slots=slots, adverbs=node.adverbs), scope)
            return
        if self.x.is_piece(phrase) or self._piece_ref(phrase, scope):
            self._move_pieces(node, phrase, scope)
        else:
            self._move_cards(node, phrase, scope)

    def _piece_ref(self, phrase: N.Phrase, scope: Scope) -> bool:
        if isinstance(phrase, N.Pronoun) and phrase.word in ("it", "them"):
            try:
                return self.x.ref(phrase, scope).type == "pieces"
            except MeaningError:
                return False
        return False

    def _replaced(self, node: N.Perform, others: list[Any], scope: Scope) -> None:
        """An act that texts offer a replacement for: somebody chooses between what can be carried through."""
        titles = [node, *(other.act for other in others)]
        tests = ["True", *(other.test(scope) for other in others)]
        acts = [node, *(other.act_for(node) for other in others)]
        bodies = [partial(self._plain_transfer, act, scope) for act in acts]
        self.alternatives(tuple(titles), tests, bodies, False, node, scope)

    def _plain_transfer(self, node: N.Perform, scope: Scope) -> None:
        phrase = self._object(node)
        if self.x.is_piece(phrase):
            self._move_pieces(node, phrase, scope)
        else:
            self._move_cards(node, phrase, scope)

    def _move_pieces(self, node: N.Perform, phrase: N.Phrase, scope: Scope) -> None:
        count = self.quantity(phrase, scope)
        noun_phrase = self._pieces_of(phrase)
        goal = node.slot("to")
        source = node.slot("from")
        groups = self._groups(noun_phrase, source, node, scope)
        table = groups.listing()
        dest_phrase = goal if isinstance(goal, N.Phrase) else None
        # The destination first: it may itself be a choice.
        dest = None
        if (
            isinstance(dest_phrase, N.NounPhrase)
            and dest_phrase.noun not in ("owner",)
            and self.x._open(dest_phrase)
            and not (self.x._is_zone(dest_phrase))
        ):
            items, kind, noun = self.things(dest_phrase, scope)
            dest = self.variable()
            self.choose(kind, node, items, dest, scope.you, noun)
            scope.mention(Ref(dest, kind, noun))
        one = groups.single
        if count.every:
            self._move_every(groups, dest, dest_phrase, node, scope)
            return
        if one is None:
            group = self.variable()
            self.choose("pieces", node, f"[g for g in {table} if n[IX[g[0]][g[1]][g[2]]] > 0]", group, scope.you)
            kind_expr, owner_expr, place_expr = f"{group}[0]", f"{group}[1]", f"{group}[2]"
        else:
            kind_expr, owner_expr, place_expr = one
            group = f"({', '.join(one)})"
        cell = f"n[IX[{kind_expr}][{owner_expr}][{place_expr}]]"
        if count.low == count.high:
            many = count.low
            if scope.lenient:
                many = f"min({many}, {cell})"
            else:
                self.fail_if(f"{cell} < {many}")
        else:
            number = self.variable()
            self.choose(
                "number",
                node,
                f"list(range({count.low}, min({count.high}, {cell}) + 1))",
                number,
                scope.you,
                str(noun_phrase.noun),
            )
            many = number
        target = dest or self._destination(dest_phrase, node, noun_phrase, scope, owner_expr)
        self._shift(kind_expr, owner_expr, place_expr, target, many, scope.you, dest_phrase)
        # Only now are the pieces what "it" means: before, it could be where they go.
        scope.mention(Ref(group, "pieces", str(noun_phrase.noun)))

    def _shift(
        self, kind: str, owner: str, source: str, target: str, many: str, you: str, goal: N.Phrase | None
    ) -> None:
        """Move pieces of one kind; where all is known beforehand, by two additions."""
        if not kind.isdigit() or "[" in owner and "]" in owner and owner.startswith("g"):
            self.emit(f"MOVE_PIECES(s, {kind}, {owner}, {source}, {target}, {many}, {you})")
            return
        info = self.b.layout.piece_kinds[int(kind)]
        table = self.b.piece_table(int(kind))
        row, to = owner, owner
        if not info.owned:
            row = to = "0"
        else:
            noun = goal.noun if isinstance(goal, N.NounPhrase) and isinstance(goal.noun, str) else ""
            entry = self.x.entry(noun)
            nobody = str(self.b.layout.players)
            if owner == "NOBODY":
                row, to = nobody, you
            if entry.get("type") == "zone" and entry.get("of") != "player":
                to = nobody
        self.emit(f"n[{table}[{row}][{source}]] -= {many}; n[{table}[{to}][{target}]] += {many}")

    def _pieces_of(self, phrase: N.Phrase) -> N.NounPhrase:
        if isinstance(phrase, N.PartOf):
            return self._pieces_of(phrase.whole)
        if isinstance(phrase, N.AsMany):
            return N.NounPhrase(noun=phrase.noun)
        if isinstance(phrase, N.NounPhrase):
            return phrase
        raise refuse(phrase, "which pieces?")

    def _groups(self, phrase: N.NounPhrase, source: Any, node: N.Perform, scope: Scope) -> Groups:
        kinds = self.x.kinds(phrase)
        owner = self.x.owners(phrase, scope)
        infos = [self.b.layout.piece_kinds[kind] for kind in kinds]
        owned = infos[0].owned
        if isinstance(source, N.Phrase):
            zones = self.x.zones_of(source, scope) if self.x._is_zone(source) else None
            if zones is not None:
                if len(zones) != 1:
                    raise refuse(source, "from where?")
                place, noun = zones[0], source.noun if isinstance(source, N.NounPhrase) else ""
                entry = self.x.entry(str(noun))
                who = "NOBODY"
                if entry.get("of") == "player" and isinstance(source, N.NounPhrase):
                    who = self.x.possessor(source, scope) or scope.you
                owner = who if owned else "0"
                return Groups(kinds, owner, place, None)
            if not self.x._open(source) or isinstance(source, N.Pronoun):
                ref = self.x.ref(source, scope)
                place = f"CARD0 + {ref.expr}" if ref.type == "card" else ref.expr
                return Groups(kinds, owner if owned else "0", place, None)
            return Groups(kinds, owner if owned else "0", None, self.x.list_of(source, scope))
        how, place_or_list = self.x.places(phrase, scope)
        if how == "one":
            return Groups(kinds, owner if owned else "0", place_or_list, None)
        if how == "each":
            return Groups(kinds, owner if owned else "0", None, place_or_list)
        if not owned and owner is not None:
            return Groups(kinds, "0", self.x.home(infos[0].noun, owner), None)
        if (
            isinstance(phrase.determiner, N.Article)
            and phrase.determiner.word in ("that", "those")
            and scope.place is None
        ):
            for ref in reversed(scope.recent):
                if ref.type == "space":
                    return Groups(kinds, owner if owned else "0", ref.expr, None)
        if scope.place is not None:
            return Groups(kinds, owner if owned else "0", scope.place.expr, None)
        raise refuse(phrase, "where are these pieces?", "Say “from …” or “in …”.")

    def _destination(
        self, phrase: N.Phrase | None, node: N.Perform, what: N.NounPhrase, scope: Scope, owner: str
    ) -> str:
        if phrase is None:
            if node.verb == "take":
                return self.x.home(str(what.noun), scope.you)
            if node.verb == "remove":
                return self.x.zone(N.NounPhrase(noun=self.b.source.out_of_game), scope)
            raise refuse(node, f"{node.verb} it where?")
        if isinstance(phrase, N.NounPhrase) and isinstance(phrase.determiner, N.Possessive):
            inner = phrase.determiner.owner
            if isinstance(inner, N.NounPhrase) and inner.noun == "owner":
                zones = self.b.layout.zone[str(phrase.noun)]
                return f"{self.b.constant(tuple(zones), 'Z_' + str(phrase.noun))}[{owner}]"
        if self.x._is_zone(phrase):
            return self.x.zone(phrase, scope)
        ref = self.x.ref(phrase, scope)
        return f"CARD0 + {ref.expr}" if ref.type == "card" else ref.expr

    def _move_every(
        self, groups: Groups, dest: str | None, phrase: N.Phrase | None, node: N.Perform, scope: Scope
    ) -> None:
        what = self._pieces_of(self._object(node))
        group = self.x.fresh()
        self.emit(f"for {group} in {groups.listing()}:")
        with self.nested():
            target = dest or self._destination(phrase, node, what, scope, f"{group}[1]")
            self.emit(
                f"if n[IX[{group}[0]][{group}[1]][{group}[2]]]: MOVE_PIECES(s, *{group}, {target}, "
                f"n[IX[{group}[0]][{group}[1]][{group}[2]]], {scope.you})"
            )

    def _exchange(self, node: N.Perform, scope: Scope) -> None:
        """`Exchange X for Y`: X goes where Y is, and Y where X was."""
        mine, theirs = self._object(node), node.slot("for")
        if not isinstance(theirs, N.Phrase):
            raise refuse(node, "exchange it for what?")
        first = self._groups(self._pieces_of(mine), None, node, scope).single
        second = self._groups(self._pieces_of(theirs), None, node, scope).single
        if first is None or second is None:
            raise refuse(node, "it is not clear which pieces are exchanged")
        for kind, owner, place in (first, second):
            self.fail_if(f"n[IX[{kind}][{owner}][{place}]] < 1")
        self.emit(f"MOVE_PIECES(s, {', '.join(first)}, {second[2]}, 1, {scope.you})")
        self.emit(f"MOVE_PIECES(s, {', '.join(second)}, {first[2]}, 1, {scope.you})")

    def _replace(self, node: N.Perform, scope: Scope) -> None:
        """`Replace their X there by a Y`: X goes home, a Y from home takes its place."""
        old, new = self._pieces_of(self._object(node)), node.slot("by")
        if not isinstance(new, N.NounPhrase):
            raise refuse(node, "replace it by what?")
        kind, owner, place = self._groups(old, None, node, scope).single or ("", "", "")
        if not kind:
            raise refuse(node, "which piece is replaced?")
        new_kind = str(self.x.kinds(new)[0])
        home = self.x.home(str(new.noun), owner)
        self.fail_if(f"n[IX[{kind}][{owner}][{place}]] < 1 or n[IX[{new_kind}][{owner}][{home}]] < 1")
        self.emit(f"MOVE_PIECES(s, {kind}, {owner}, {place}, {self.x.home(str(old.noun), owner)}, 1, {scope.you})")
        self.emit(f"MOVE_PIECES(s, {new_kind}, {owner}, {home}, {place}, 1, {scope.you})")

    # ------------------------------------------------------------ moving cards

    def _card_target(self, node: N.Perform, scope: Scope) -> tuple[str, bool, str]:
        """(zone, to the bottom, capacity test or "") for cards that a verb moves."""
        goal = node.slot("to")
        defaults = self.b.source.zones.get(node.verb) or {}
        if isinstance(goal, N.NounPhrase) and goal.noun in ("bottom", "top"):
            for item in goal.filters:
                if isinstance(item, N.Of):
                    return self.x.zone(item.phrase, scope), goal.noun == "bottom", ""
        if goal is None:
            if node.verb == "remove":
                goal = N.NounPhrase(noun=self.b.source.out_of_game)
            elif defaults.get("to"):
                goal = N.NounPhrase(determiner=N.Article(word="your"), noun=defaults["to"])
            else:
                raise refuse(node, f"{node.verb} it where?")
        assert isinstance(goal, N.Phrase)
        zone = self.x.zone(goal, scope)
        limit = (
            self.x.entry(goal.noun).get("limit")
            if isinstance(goal, N.NounPhrase) and isinstance(goal.noun, str)
            else None
        )
        room = f"{self.b.definitions.number(limit)}(s, ZONE_OWNER[{zone}]) - len(s.zones[{zone}])" if limit else ""
        return zone, "bottom" in node.adverbs, room

    def _move_cards(self, node: N.Perform, phrase: N.Phrase, scope: Scope) -> None:
        zone, bottom, room = self._card_target(node, scope)
        under = ", True" if bottom else ""
        source = node.slot("from")
        defaults = self.b.source.zones.get(node.verb) or {}
        if isinstance(phrase, N.Pronoun) and phrase.word == "the_rest":
            ref = self._antecedent_cards(scope, node)
            # What is left lies in its order: the last one put back is the topmost.
            self.emit(
                f"for c in [c for c in {ref} if s.where[c] == {scope.done['look']}][::-1]: s.move(c, {zone}{under})"
            )
            return
        top = self.top_cards(phrase, scope)
        if top is not None:
            self.emit(f"for c in {top}: s.move(c, {zone}{under})")
            return
        count = self.quantity(phrase, scope)
        if node.verb == "draw":
            pile = (
                self.x.zone(source, scope)
                if isinstance(source, N.Phrase)
                else self.x.zone(N.NounPhrase(determiner=N.Article(word="your"), noun=defaults["from"]), scope)
            )
            self.emit(f"DRAW(s, {pile}, {zone}, {count.low})")
            return
        if isinstance(phrase, N.PartOf) and isinstance(phrase.whole, N.Pronoun):
            options = self._antecedent_cards(scope, node)
        else:
            what: N.Phrase = phrase
            if isinstance(phrase, N.AsMany):
                what = N.NounPhrase(noun=phrase.noun, adjectives=phrase.adjectives, plural=True)
            if isinstance(source, N.Phrase) and isinstance(what, N.NounPhrase):
                what = N.NounPhrase(
                    determiner=what.determiner,
                    adjectives=what.adjectives,
                    noun=what.noun,
                    filters=(*what.filters, N.At(preposition="in", phrase=source)),
                    plural=what.plural,
                )
            options = self.x.list_of(what, scope)
            if options.startswith("[") and " for " not in options:  # one definite card
                card = options[1:-1]
                if room:
                    self.fail_if(f"{room} < 1")
                self.emit(f"if {card} >= 0: s.move({card}, {zone}{under})")
                return
        if count.every:
            self.emit(f"for c in {options}: s.move(c, {zone}{under})")
            return
        picked = self.variable()
        if count.one:
            if room:
                self.fail_if(f"{room} < 1")
            self.choose("card", node, options, picked, scope.you, "card")
            self.emit(f"s.move({picked}, {zone}{under})")
            return
        number = self.variable()
        self.must_stop()
        self.emit(f"{number} = 0")
        head = self.block()
        end = self.b.label(self)
        most = f"min({count.high}, {number} + {room})" if room else count.high
        self.emit(f"if {number} >= {most}: f[0] = {end}; return")
        stop = f"([-1] if {number} >= {count.low} else []) + "
        self.decide(Decision("card", node, self.slot_of(picked), 0, noun="card"), f"{stop}{options}")
        self.emit(f"if {picked} == -1: f[0] = {end}; return")
        self.emit(f"s.move({picked}, {zone}{under}); {number} += 1")
        self.goto(head)
        self.start(end)
        if count.low not in ("0",):
            self.fail_if(f"{number} < {count.low}")
        scope.done[node.verb] = number

    def _antecedent_cards(self, scope: Scope, node: N.Perform) -> str:
        for ref in reversed(scope.recent):
            if ref.type == "cards":
                return ref.expr
        raise refuse(node, "of which cards?")

    # ------------------------------------------------------------ calling

    def call_verb(self, node: N.Perform, scope: Scope) -> None:
        """Do what the lexicon says a verb means."""
        entry = self.b.source.verbs[node.verb]
        args = []
        for name in entry.get("slots") or {}:
            value = node.slot(name)
            if value is None:
                kind = (entry.get("slots") or {})[name]
                args.append(self.x._implied(kind, scope).expr)
            elif isinstance(value, N.Amount):
                args.append(self.x.amount(value, scope))
            elif self.x._open(value):
                items, kind, noun = self.things(value, scope) if isinstance(value, N.NounPhrase) else ("", "", "")
                if not items:
                    raise refuse(value, "which one?")
                target = self.variable()
                self.choose(kind, node, items, target, scope.you, noun)
                scope.mention(Ref(target, kind, noun))
                args.append(target)
            else:
                args.append(self.x.ref(value, scope).expr)
        self.call(self.b.events.verb(node.verb), scope.you, args)

    def call(self, procedure: Any, seat: str, args: list[str]) -> None:
        """Run another procedure to its end: a plain call, or a frame on the stack."""
        given = "".join(f", {arg}" for arg in args)
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


@dataclass(slots=True)
class Groups:
    """Pieces that are meant: kinds, owner (None: anybody's; "!x": not x's), one place or an iterable of places."""

    kinds: list[int]
    owner: str | None
    place: str | None
    places: str | None

    @property
    def single(self) -> tuple[str, str, str] | None:
        """(kind, owner, place) where there is only one."""
        if (
            len(self.kinds) == 1
            and self.owner is not None
            and not self.owner.startswith("!")
            and self.place is not None
        ):
            return str(self.kinds[0]), self.owner, self.place
        return None

    def listing(self) -> str:
        """All groups as a list expression of (kind, owner, place)."""
        kinds = f"({', '.join(str(k) for k in self.kinds)},)"
        if self.owner is None:
            owners = "ROWS"
        elif self.owner.startswith("!"):
            owners = f"[o for o in SEATS if o != {self.owner[1:]}]"
        else:
            owners = f"({self.owner},)"
        places = self.places if self.places is not None else f"({self.place},)"
        return f"[(k, o, p) for k in {kinds} for o in {owners} for p in {places}]"
