"""Texts that put one act in the place of another: `whenever you would draw a card, you may gain 1 wood instead`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from rulewright.compiler.abilities.continuous_effects import ContinuousEffect
from rulewright.compiler.ir.expressions import TRUE, Expr, Lit, both, either
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Scope, refuse
from rulewright.compiler.services.limits import Limits
from rulewright.compiler.statements.context import Context
from rulewright.language import nodes as N

ONE = (N.Article(word="a"), N.Quantity(kind="count", low=1))


@dataclass(slots=True)
class Replacement:
    """One such text: what it waits for, what is done instead, and whether somebody may choose."""

    spoken: ContinuousEffect
    event: N.Perform
    act: N.Act
    may: bool
    flag: int  # position of its use flags, or 0

    @classmethod
    def of(cls, limits: Limits, spoken: ContinuousEffect) -> Replacement:
        """Read a text. Raises MeaningError where it says more than is heard."""
        trigger = spoken.node
        assert isinstance(trigger, N.Trigger) and isinstance(trigger.event, N.Does)
        event, then = trigger.event.act, trigger.then
        assert isinstance(event, N.Perform)
        if trigger.event.subject != N.Pronoun(word="you"):
            raise refuse(trigger.event, "only what you would do yourself can be replaced", code="RW0602")
        if spoken.more:
            raise refuse(spoken.more[0], "nothing can go on from what is done instead", code="RW0602")
        for slot in event.slots:
            value = slot.value
            named = isinstance(value, N.NounPhrase) and not value.adjectives and not value.filters
            if not named or (slot.name == "object" and getattr(value, "determiner", None) not in (None, *ONE)):
                raise refuse(value, "what is replaced can only be named by its kind", code="RW0602")
        may = isinstance(then, N.Does) and then.modal == "may" and then.subject == N.Pronoun(word="you")
        act = then.act if isinstance(then, N.Does) and may else then
        if not isinstance(act, N.Act):
            raise refuse(then, "an act is expected after “instead”", code="RW0602")
        return cls(spoken, event, act, may, limits.flag(f"replace_{spoken.number}", spoken.limits))

    def act_for(self, node: N.Perform) -> N.Act:
        """The act that replaces another: what the text names by a pronoun is what that one named.

        What it names without saying how much is as much as there would have been: "whenever you would gain wood,
        gain cards instead".
        """
        if not isinstance(self.act, N.Perform):
            return self.act
        slots = tuple(replace(slot, value=self._stands_for(slot, node)) for slot in self.act.slots)
        return N.Perform(verb=self.act.verb, slots=slots)

    def _stands_for(self, slot: N.Slot, node: N.Perform) -> N.Phrase | N.Amount:
        """What a part of the act that is done instead means, by the act that would have been done."""
        value, would = slot.value, node.slot(slot.name)
        if isinstance(value, N.Pronoun):
            return would or value
        waited_for = self.event.slot(slot.name)
        if slot.name != "object" or not _bare(value) or not _bare(waited_for):
            return value
        assert isinstance(value, N.NounPhrase)
        match would:
            case N.AsMany(number=number):
                return N.AsMany(noun=str(value.noun), number=number, adjectives=value.adjectives)
            case N.NounPhrase(determiner=N.Article(word="a") | N.Quantity(article=None) as many, plural=plural):
                return replace(value, determiner=many, plural=plural)
        raise refuse(value, "how many this is must be known, since a text replaces each of them", code="RW0602")


def _bare(thing: N.Node | None) -> bool:
    """Whether something is named without saying how many of it are meant."""
    return isinstance(thing, N.NounPhrase) and thing.determiner is None and isinstance(thing.noun, str)


class Replacements:
    """The texts that replace acts, in one program."""

    def __init__(self, c: Context) -> None:
        s = c.services
        self.source = s.source
        self.layout = s.layout
        self.report = s.report
        self.limits = s.limits
        self.continuous = s.continuous
        self.activity = s.activity
        self.x = c.x
        self.objects = c.objects
        self._read: dict[str, list[Replacement]] = {}
        self._under_way: list[Replacement] = []  # what is done instead is not replaced by the same text again

    def check(self) -> None:
        """Read all of them, and note what cannot be carried out."""
        for verb, texts in self.continuous.replacements.items():
            for spoken in texts:
                with self.report.recorded(spoken.path):
                    self._read.setdefault(verb, []).append(Replacement.of(self.limits, spoken))

    def of(self, node: N.Perform) -> list[Replacement]:
        """Texts that put something in the place of this act."""
        deed = self.source.deed_of(node)
        return [
            other for other in self._read.get(node.verb if deed is None else deed[0], [])
            if other not in self._under_way
            and all(self._same_kind(other.event, node, slot) for slot in ("object", "from"))
        ]  # fmt: skip

    def _same_kind(self, event: N.Perform, node: N.Perform, slot: str) -> bool:
        wanted, given = event.slot(slot), node.slot(slot)
        if wanted is None:
            return True
        a = given.noun if isinstance(given, N.NounPhrase | N.AsMany) else None
        b = wanted.noun if isinstance(wanted, N.NounPhrase) else None
        if not isinstance(a, str) or not isinstance(b, str):
            return False
        return self.source.fits(a, b) or self.source.fits(b, a)  # the latter has to be looked at in play

    def instead(self, p: Flow, node: N.Perform, scope: Scope) -> bool:
        """Write an act with what texts may put in its place; False where none does."""
        others = self.of(node)
        if others:
            self.carry_out(p, node, others, scope)
        return bool(others)

    def carry_out(self, p: Flow, node: N.Perform, others: list[Replacement], scope: Scope) -> None:
        """An act, or what texts put in its place; where they only may, somebody chooses.

        A text that replaces one of several is asked for each of them, but only while it speaks: the same text in the
        box leaves the act whole.
        """
        thing, act = node.slot("object"), partial(p.perform, node, scope, replaceable=False)
        if not isinstance(thing, N.Phrase) or self.objects.quantity(thing, scope).one:
            self._instead_of_all(p, node, others, scope, act)
            return
        of_one = [other for other in others if other.event.slot("object") is not None and self._one(other.event)]
        of_all = [other for other in others if other not in of_one]
        whole = partial(self._instead_of_all, p, node, of_all, scope, act)
        if not of_one:
            whole()
            return
        noun = thing.noun if isinstance(thing, N.NounPhrase | N.AsMany) else None
        if not isinstance(noun, str) or self.objects.quantity(thing, scope).every:
            raise refuse(thing, "how many this is must be known, since a text replaces each of them", code="RW0602")
        single = N.NounPhrase(noun=noun, determiner=ONE[1])
        slots = tuple(replace(slot, value=single) if slot.name == "object" else slot for slot in node.slots)
        one = replace(node, slots=slots)
        singly = partial(p.times, thing, scope, lambda inner: self.carry_out(p, one, others, inner))
        p.branch(either(*(self.activity.active(other.spoken, scope.you) for other in of_one)), singly, whole)

    def _instead_of_all(
        self, p: Flow, node: N.Perform, others: list[Replacement], scope: Scope, otherwise: Callable[[], None]
    ) -> None:
        """What texts put in the place of an act as a whole, or otherwise the act."""
        choices = [other for other in others if other.may]

        def asked() -> None:
            if not choices:
                otherwise()
                return
            titles = (node, *(other.act for other in choices))
            tests = [TRUE, *(self._holds(other, node, scope) for other in choices)]
            bodies: list[Callable[[], None]] = [otherwise]
            bodies += [partial(self._instead, p, other, node, scope) for other in choices]
            with p.told_as_written(*titles[1:]):  # they speak to whoever acts, whose turn it may not be
                p.alternatives(titles, tests, bodies, False, node, scope)

        body: Callable[[], None] = asked
        for other in reversed([other for other in others if not other.may]):
            done = partial(self._instead, p, other, node, scope)
            body = partial(p.branch, self._holds(other, node, scope), done, body)
        body()

    @staticmethod
    def _one(node: N.Perform) -> bool:
        thing = node.slot("object")
        return isinstance(thing, N.NounPhrase) and thing.determiner in ONE

    def _holds(self, other: Replacement, node: N.Perform, scope: Scope) -> Expr:
        """Whether a text speaks to the acting seat, of this act, now."""
        x = self.x
        tests = [self.activity.active(other.spoken, scope.you)]
        for slot in other.event.slots:
            kind, given = getattr(slot.value, "noun", ""), node.slot(slot.name)
            if isinstance(given, N.NounPhrase) and not self.source.fits(str(given.noun), kind):
                if self.x.phrases.open(given):
                    what = f"a text replaces a {kind.replace('_', ' ')}, and whether this is one is not known"
                    raise refuse(given, what, code="RW0602")
                tests += x.filters.kind_test(kind, x.references.ref(given, scope))
        if other.spoken.condition is not None:
            with self.report.recorded(other.spoken.path):
                speaking = self._speaking(other, scope)
                tests.append(self.x.conditions.condition(other.spoken.condition, speaking))
        if other.flag:
            tests.append(expr("not n[{} + {}]", other.flag, scope.you))
        return both(*tests)

    def _instead(self, p: Flow, other: Replacement, node: N.Perform, scope: Scope) -> None:
        if other.flag:
            p.add(*self.limits.used(other.flag, scope.you))
        self._under_way.append(other)
        try:
            with self.report.recorded(other.spoken.path), p.told_as_written():
                p.act(other.act_for(node), self._of_its_card(p, other, scope))
        finally:
            self._under_way.remove(other)

    def _speaking(self, other: Replacement, scope: Scope) -> Scope:
        """A scope in which "you" is whoever acts, and "this card" the only copy of the one whose text it is."""
        inner = scope.child()
        copies = self.layout.instances(other.spoken.component) if other.spoken.component else []
        inner.spoken_to, inner.this = None, Lit(copies[0]) if len(copies) == 1 else None
        return inner

    def _of_its_card(self, p: Flow, other: Replacement, scope: Scope) -> Scope:
        """The same where something is done: of several copies "this card" is the first that speaks."""
        inner = self._speaking(other, scope)
        if inner.this is None and other.spoken.component:
            inner.this = this = p.variable()
            p.set(this, -1)
            copies = self.layout.instances(other.spoken.component)
            speaks = self.activity.active_copies(other.spoken, scope.you)
            for card, test in reversed(list(zip(copies, speaks, strict=True))):
                with p.when(test):
                    p.set(this, card)
        return inner


def as_replacement(node: N.Statement) -> N.Statement:
    """`Instead of drawing a card, you may …` and `you may … instead of drawing a card` wait for what you would do."""
    match node:
        case N.Instead(of=N.Perform() as act, then=then):
            pass
        case N.Does(act=N.RatherThan(act=other, instead_of=N.Perform() as act)) as said:
            then = replace(said, act=other)
        case _:
            return node
    return N.Trigger(timing="whenever", event=N.Does(subject=N.Pronoun(word="you"), act=act, tense="would"), then=then)
