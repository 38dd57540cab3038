"""Invariants: what always holds (`always.yaml`), as tests that only a program has which is asked to be checked.

What is broken in a position, functions tell; what an event breaks stands in the log at once, as a deed called `ALWAYS`.
A position means the same to a program with these tests as to one without: their lines are written into both and taken
out of the one that does not test when its blocks are final, and all that only they need is numbered after all else.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rulewright.compiler.abilities.builtin_events import GOAL, BuiltinEvents
from rulewright.compiler.abilities.matching import Matching, by_anybody
from rulewright.compiler.compiled import ALWAYS, Test
from rulewright.compiler.expressions.definitions import Definitions
from rulewright.compiler.expressions.expressions import Expressions
from rulewright.compiler.ir import facts
from rulewright.compiler.ir.expressions import Expr, Lit, Name, both, negation
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.rewrite import nested
from rulewright.compiler.ir.statements import Body, Function, If, Set, Stmt
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N
from rulewright.ruleset.model import Invariant


class Invariants:
    """The invariants of one program; only if it is to be checked does it test them."""

    def __init__(
        self,
        s: Services,
        x: Expressions,
        definitions: Definitions,
        matching: Matching,
        builtin_events: BuiltinEvents,
        checked: bool,
    ) -> None:
        self.source = s.source
        self.unsupported = s.unsupported
        self.report = s.report
        self.texts = s.texts
        self.module = s.module
        self.x = x
        self.definitions = definitions
        self.matching = matching
        self.builtin_events = builtin_events
        self.checked = checked
        self.listed = tuple(s.ruleset.always.values())
        self.tests: list[Test] = []
        self._unwritten: dict[str, Callable[[], str]] = {}
        self.of_events: dict[str, list[tuple[Invariant, N.Does]]] = {}

    def read(self) -> None:
        """Find the verbs that invariants of events are about."""
        for invariant in self.listed:
            if invariant.event is not None and invariant.event.tree is not None:
                with self.report.recorded(invariant.event.path):
                    for event in _events(invariant.event.tree):
                        self._listen(invariant, event)

    def _listen(self, invariant: Invariant, event: N.Condition) -> None:
        trigger = N.Trigger(timing="whenever", event=event, then=N.Did(word="you"))
        for node in event.walk():
            if isinstance(node, N.NounPhrase) and node.determiner == N.Article(word="this"):
                raise refuse(node, "there is nothing that “this” could be", "Say: a …", code="RW0605")
        for node, what in self.unsupported.parts(trigger):
            raise refuse(node, f"this is understood, but nothing tests “{what.replace('_', ' ')}”", code="RW0605")
        event = by_anybody(trigger, self.source).event
        if not isinstance(event, N.Does) or event != N.Does(subject=event.subject, act=event.act):
            raise refuse(event, "this is nothing that somebody does", code="RW0605")
        if not isinstance(event.act, N.Perform):
            raise refuse(event, "only one act at a time can be tested", code="RW0605")
        deed = self.source.deed_of(event.act)
        told = self._of_the_core(invariant, event) if deed is None else None
        if told is not None:
            verb, act = told
        else:
            act = deed[1] if deed is not None else event.act
            verb = act.verb
            entry = self.source.verbs.get(verb)
            if entry is None or entry.get("state"):
                what = f"nothing tells when somebody does “{verb.replace('_', ' ')}”"
                raise refuse(event, what, "Name a verb of the lexicon that has a `do:`.", code="RW0605")
        subject = event.subject
        if isinstance(subject, N.NounPhrase) and (
            "other" in subject.adjectives or subject.determiner == N.Article(word="another")
        ):
            raise refuse(subject, "“you” is whoever does it, so nobody else can be", "Say: you …", code="RW0605")
        self.of_events.setdefault(verb, []).append((invariant, N.Does(subject=subject, act=act)))

    def _of_the_core(self, invariant: Invariant, event: N.Does) -> tuple[str, N.Perform] | None:
        """What tells of a deed of the core (`you draw a spell`, `you gain wood`), and what is said of it; else None."""
        found = self.builtin_events.event(event)
        if found is None:
            return None
        act, name, _ = found
        if invariant.before and invariant.says is not None:
            what = f"what is so before somebody does “{act.verb.replace('_', ' ')}” is not tested"
            raise refuse(event, what, "Say `whenever` or `never`: they are tested just after it.", code="RW0605")
        return name, act

    def write(self) -> None:
        """Write the functions that test events and positions, after all else of the program."""
        if not self.checked:
            return
        for name in list(self._unwritten):
            self._unwritten[name]()
        for invariant in self.listed:
            if invariant.event is None:
                name = f"always_{invariant.id}"
                self.module.function(name, ("s", "you"), lambda it=invariant: self._broken(it, Scope(Name("you"))))  # type: ignore[misc]
                function = self.module.functions[name]
                of_seats = isinstance(function, Function) and "you" in facts.names(function.body)
                self.tests.append(Test(invariant.id, name, of_seats, invariant.set_up))

    def _broken(self, invariant: Invariant, scope: Scope) -> Expr:
        """Whether it does not hold."""
        if invariant.each is None:
            return self._fails(invariant, scope)
        x, phrase = self.x, self.texts.phrase(invariant.each)
        if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str):
            raise refuse(phrase, "for each what?", code="RW0605")
        things = x.selections.each(phrase, scope)
        inner = scope.child()
        inner.bind(phrase.noun, Ref(things.thing, self.source.type_of(phrase.noun), phrase.noun))
        x.references.know(phrase, inner.names[phrase.noun], inner)
        if self.source.type_of(phrase.noun) == "player":
            inner.you = things.thing
        test = both(*things.tests, self._fails(invariant, inner))
        return expr("any({} for {} in {})", test, things.thing, things.source)

    def _fails(self, invariant: Invariant, scope: Scope) -> Expr:
        """Whether what it says is not so, of one thing if it is about several."""
        condition = self.x.conditions.block_condition
        tests = [condition(invariant.condition, scope)] if invariant.condition is not None else []
        if invariant.says is not None:
            tests.append(negation(condition(invariant.says, scope)))
        return both(*tests)

    def test(self, verb: str, p: Flow, scope: Scope, slots: list[tuple[str, str]], before: bool) -> None:
        """Write what tests what a verb does, before or after it is done."""
        kind = self.source.verbs.get(verb, {}).get("is")
        about = [*self.of_events.get(verb, ()), *(self.of_events.get(str(kind), ()) if kind else ())]
        for number, (invariant, event) in enumerate(about):
            if invariant.before == before:
                args = [scope.names[kind].expr for _, kind in slots]
                name = f"always_{invariant.id}_{verb}_{number}"
                self._unwritten[name] = partial(self._event_test, name, invariant, event, slots)
                p.emit(
                    "if s.log is not None and {}(s, {}, *{}): s.log.append(({}, {}, {}, -1))",
                    name, scope.you, args, scope.you, Lit(ALWAYS), Lit(invariant.id),
                )  # fmt: skip

    def watched(
        self, p: Flow, names: list[str], state: Expr, scope: Scope, do: Callable[[], None],
        cards: Expr | None = None,
    ) -> Callable[[], None]:  # fmt: skip
        """A deed of the core with the tests of what is said of it.

        names: by which it is told; state: what it changes, of the seat `you`; cards: those with which it was done, by
        what the state was `before`, unless it is a number that changes.
        """
        about = [(name, *told) for name in names for told in self.of_events.get(name, ())]
        if not about:
            return do

        def tested() -> None:
            noted, before = f"always_before_{names[0]}", p.variable()
            self._unwritten[noted] = partial(self.module.function, noted, ("s", "you"), lambda: state)
            p.set(before, expr("{}(s, {})", noted, scope.you))
            do()
            for number, (name, invariant, event) in enumerate(about):
                test = f"always_{invariant.id}_{name}_{number}"
                self._unwritten[test] = partial(self._core_test, test, invariant, event, state, cards)
                p.emit(
                    "if s.log is not None and {}(s, {}, {}): s.log.append(({}, {}, {}, -1))",
                    test, scope.you, before, scope.you, Lit(ALWAYS), Lit(invariant.id),
                )  # fmt: skip

        return tested

    def _core_test(self, name: str, invariant: Invariant, event: N.Does, state: Expr, cards: Expr | None) -> str:
        """The function that says whether a deed of the core breaks an invariant: (s, who does it, the state before)."""

        def write() -> Expr:
            scope = Scope(Name("you"))
            if cards is None:
                return both(expr("{} != before", state), self._told_of(invariant, event, [], scope))
            self.definitions.bind_slot(scope, "object", "card", "moved")
            scope.bind("zone", Ref(expr("before[moved]"), "zone", "zone"))
            scope.bind(GOAL, Ref(expr("s.where[moved]"), "zone", "zone"))
            test = self._told_of(invariant, event, [("object", "card"), ("from", "zone"), ("to", GOAL)], scope)
            return expr("any({} for moved in {})", test, cards)

        return self.module.function(name, ("s", "you", "before"), write)

    def kept(self, body: Body) -> Body:
        """A body as the program has it in the end: without tests of invariants, unless it is checked."""
        return body if self.checked else nested(body, self._untested)

    def _untested(self, body: Body) -> Body:
        """A body without the tests that stand in it, and what is noted for them."""
        return tuple(stmt for stmt in body if not self._is_test(stmt))

    def _is_test(self, stmt: Stmt) -> bool:
        """Whether a statement notes that an event breaks an invariant, or what was before the event."""
        asked = stmt.test if isinstance(stmt, If) else stmt.value if isinstance(stmt, Set) else None
        return asked is not None and not facts.calls(asked).isdisjoint(self._unwritten)

    def _event_test(self, name: str, invariant: Invariant, event: N.Does, slots: list[tuple[str, str]]) -> str:
        """The function that says whether a deed breaks an invariant: (s, who does it, slots …)."""

        def write() -> Expr:
            scope = Scope(Name("you"))
            for number, (slot, kind) in enumerate(slots):
                self.definitions.bind_slot(scope, slot, kind, f"a{number}")
            return self._told_of(invariant, event, slots, scope)

        params = ("s", "you", *(f"a{number}" for number in range(len(slots))))
        return self.module.function(name, params, write)

    def _told_of(self, invariant: Invariant, event: N.Does, slots: list[tuple[str, str]], scope: Scope) -> Expr:
        """Whether a deed is the one of which an invariant speaks, and breaks it."""
        act = event.act
        assert isinstance(act, N.Perform) and invariant.event is not None
        self.report.at = invariant.event.path
        tests = self.matching.by(event.subject, act, Name("you"), scope)
        actor = Ref(Name("you"), "player", "player")
        self.x.references.know(event.subject, actor, scope)
        tests += self.matching.matches(act, slots, scope)
        return both(*tests, self._broken(invariant, scope))


def _events(tree: N.Node) -> tuple[N.Condition, ...]:
    """The events that words name: one, or any of several."""
    if isinstance(tree, N.AnyCondition):
        return tree.conditions
    assert isinstance(tree, N.Condition)
    return (tree,)
