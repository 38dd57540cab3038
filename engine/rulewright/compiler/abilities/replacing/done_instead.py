"""What is done instead of an act: written in its place, or called where it is itself in the place of another.

A text may replace what another does instead, and be replaced by it: written out, each order of them would stand in the
program. So what a text does instead of something that is already done instead is a procedure of its own, which is told
which texts were asked before (`under_way.py`); the program grows with the texts, not with their orders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cached_property

from rulewright.compiler.abilities.replacing.speaking import Speaking
from rulewright.compiler.abilities.replacing.texts import YOU, Replacement
from rulewright.compiler.abilities.replacing.under_way import UnderWay
from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.attempts import not_done
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.procedure import Procedure, Procedures
from rulewright.language import nodes as N

BEFORE, MANY, ACTOR, CARD = "asked before", "how many there would have been", "who would have acted", "to which card"
"""What such a procedure is told: nothing in a game is called so."""


class DoneInstead:
    """Writes what texts do in the place of acts, in one program."""

    def __init__(self, c: Context, procedures: Procedures, speaking: Speaking, under_way: UnderWay) -> None:
        s = c.services
        self.procedures = procedures
        self.speaking = speaking
        self.under_way = under_way
        self.source = s.source
        self.layout = s.layout
        self.report = s.report
        self.limits = s.limits
        self.activity = s.activity
        self.x = c.x
        self.objects = c.objects
        self._names: dict[tuple[int, str, bool, bool], str] = {}

    def by_you(self, p: Flow, other: Replacement, node: N.Perform, scope: Scope, card: Ref | None) -> None:
        """What a text does instead of what whoever has it would do; card: to which card, if it waits for some only."""
        many = self._as_often_as_it_holds(p, other, self.as_many(other, node, scope), scope, scope.you)
        act = other.act_for(node) if card is None else other.act
        self.used(p, other, scope.you)
        if not self.under_way.nested(p) or (card is None and other.takes_over(node)):
            with self.under_way.in_place(p, other, scope.you), p.told_as_written(), self._not_it(p, other, node):
                self._own(p, other, act, scope, many, card)
            return

        def body(q: Procedure, inner: Scope, counted: Expr | None) -> None:
            self._own(q, other, act, inner, counted, card and inner.names[CARD])

        with self._not_it(p, other, node):
            self._call(p, other, act, scope, scope.you, [] if many is None else [many], [], card, body)

    def used(self, p: Flow, other: Replacement, seat: Expr) -> None:
        """Note that a text that speaks so often was heard; nobody has done anything by that."""
        if other.flag:
            with not_done(p):
                p.add(*self.limits.used(other.flag, seat))

    def _not_it(self, p: Flow, other: Replacement, node: N.Perform) -> AbstractContextManager[None]:
        """While what is done in the place of an act is written or called: it is not that act, or is it all the same."""
        if not other.still_does(node, self.source):
            return self._no_more(p) if self.under_way.called_here(p) else not_done(p)
        return nullcontext()

    @cached_property
    def _lost(self) -> Expr:
        """Where a called procedure notes that what it does is not the act any more: its caller is asked if it was."""
        return expr("n[{}]", self.layout.reserve(1))

    @contextmanager
    def _no_more(self, p: Flow) -> Iterator[None]:
        with not_done(p):
            yield
        p.emit("{} = 1", self._lost)

    @contextmanager
    def _perhaps_not(self, p: Flow) -> Iterator[None]:
        """While what may tell so is called, where somebody asks whether an act was done."""
        asked = tuple(p.asked_if_done)
        if not asked:
            yield
            return
        with not_done(p):
            p.emit("{} = 0", self._lost)
        yield
        lost = p.variable()
        p.emit("{} = {}; {} = 0", lost, self._lost, self._lost)
        for before, _, changed in asked:
            p.emit("{} = {} if {} else {}", before, changed, lost, before)

    def _own(self, p: Flow, other: Replacement, act: N.Act, scope: Scope, many: Expr | None, card: Ref | None) -> None:
        with self.report.recorded(other.spoken.path):
            inner = self._of_its_card(p, other, scope)
            if card is not None:
                self._know_card(other, card, inner)
            if many is not None:
                self._know_amount(other, many, inner)
            inner.lenient = inner.partial = not other.may  # what may be done is whole, or not done at all
            inner.owed = inner.owed or other.may
            p.act(act, inner)
            self._then(p, other, inner, scope)

    @staticmethod
    def _then(p: Flow, other: Replacement, inner: Scope, around: Scope) -> None:
        """What is done when something was done instead, as far as possible: “If you do, …”."""
        for sentence in other.more:
            inner.lenient, inner.partial, inner.owed = True, True, around.owed
            p.act(sentence, inner)

    def _call(
        self, p: Flow, other: Replacement, act: N.Act, scope: Scope, seat: Expr, many: list[Expr], actor: list[Expr],
        card: Ref | None, write: Callable[[Procedure, Scope, Expr | None], None],
    ) -> None:  # fmt: skip
        """Call the procedure that does what a text says, which is written when first asked for."""
        key = (other.number, repr(act), scope.owed, bool(many))
        name = self._names.setdefault(key, f"instead_{len(self._names)}")
        params = [(BEFORE, "number"), *([(MANY, "number")] if many else []), *([(ACTOR, "player")] if actor else [])]
        params += [(CARD, "card")] if card is not None else []

        def body(q: Procedure, inner: Scope) -> None:
            inner.owed = scope.owed
            with self.under_way.called(q, other, inner.names[BEFORE].expr):
                write(q, inner, inner.names[MANY].expr if many else None)

        write_it = self.procedures.one_of_many if self.under_way.comes_again(other) else self.procedures.procedure
        procedure = write_it(name, params, body)
        with self._perhaps_not(p):
            told = [] if card is None else [card.expr]
            p.call(procedure, seat, [self.under_way.with_it(p, other, seat), *many, *actor, *told])

    def _of_its_card(self, p: Flow, other: Replacement, scope: Scope) -> Scope:
        """The same, where something is done: of several copies "this card" is the first that speaks."""
        inner = self.speaking.scope(other, scope)
        if inner.this is None and other.spoken.component and not other.spoken.lasting:
            inner.this = this = p.variable()
            p.set(this, -1)
            copies = self.layout.instances(other.spoken.component)
            speaks = self.activity.active_copies(other.spoken, scope.you)
            for card, test in reversed(list(zip(copies, speaks, strict=True))):
                with p.when(test):
                    p.set(this, card)
        return inner

    def by_another(
        self, p: Flow, other: Replacement, node: N.Perform, scope: Scope, speaker: Expr, many: Expr | None,
        card: Ref | None,
    ) -> None:  # fmt: skip
        """What a text does instead of what somebody else would do: as much of it as can be done."""
        self.used(p, other, speaker)
        many = self._as_often_as_it_holds(p, other, many, scope, speaker)
        with self._not_it(p, other, node):
            self._by_another(p, other, scope, speaker, many, (), card)

    def in_a_verb(
        self, p: Flow, other: Replacement, scope: Scope, speaker: Expr, slots: Sequence[tuple[str, str]]
    ) -> None:
        """What a text does instead of a verb that is told what it is done to; slots: what it is told."""
        self.used(p, other, speaker)
        self._by_another(p, other, scope, speaker, None, slots)

    def _by_another(
        self, p: Flow, other: Replacement, scope: Scope, speaker: Expr, many: Expr | None,
        slots: Sequence[tuple[str, str]] = (), card: Ref | None = None,
    ) -> None:  # fmt: skip
        if slots or not (other.of_each_seat or self.under_way.nested(p)):
            with self.under_way.in_place(p, other, speaker):
                self._others(p, other, scope, (speaker, scope.you), many, slots, card)
            return

        def body(q: Procedure, inner: Scope, counted: Expr | None) -> None:
            self._others(q, other, inner, (inner.you, inner.names[ACTOR].expr), counted, (), card and inner.names[CARD])

        self._call(p, other, other.act, scope, speaker, [] if many is None else [many], [scope.you], card, body)

    def _others(
        self, p: Flow, other: Replacement, scope: Scope, seats: tuple[Expr, Expr], many: Expr | None,
        slots: Sequence[tuple[str, str]], card: Ref | None,
    ) -> None:  # fmt: skip
        """seats: whose text it is, and who would have acted."""
        speaker, actor = seats
        inner = scope.child()
        inner.you, inner.spoken_to = speaker, None
        inner.this = self.speaking.only_copy(other)
        inner.lenient = inner.partial = not other.may
        inner.owed = inner.owed or other.may
        self.x.references.know(other.who, Ref(actor, "player", "player"), inner)
        for slot, kind in slots:
            self._told(other.event, slot, inner.names[kind], inner)
        if card is not None:
            self._know_card(other, card, inner)
        if many is not None:
            self._know_amount(other, many, inner)
        with self.report.recorded(other.spoken.path):
            p.act(other.act if other.doer == YOU else N.Does(subject=other.doer, act=other.act), inner)
            self._then(p, other, inner, scope)

    def _know_card(self, other: Replacement, card: Ref, scope: Scope) -> None:
        """The card that something would have been done to can be meant by what is done instead."""
        thing = other.event.slot("object")
        if isinstance(thing, N.NounPhrase):
            self.x.references.know(thing, Ref(card.expr, "card", str(thing.noun)), scope)

    def _told(self, act: N.Perform, slot: str, ref: Ref, scope: Scope) -> None:
        """What an event says of a slot can be meant by what is done instead."""
        value = act.slot(slot)
        if isinstance(value, N.NounPhrase) and isinstance(value.noun, str):
            self.x.references.know(value, Ref(ref.expr, ref.type, value.noun), scope)
        elif value is None:
            self.x.references.know_slot(act, slot, ref, scope)

    def as_many(self, other: Replacement, node: N.Perform, scope: Scope) -> Expr | None:
        """How much there would have been, where what is done instead asks for it."""
        thing = node.slot("object")
        if not isinstance(thing, N.Phrase) or not any(
            part == N.Participle(verb=other.event.verb) for part in other.act.walk()
        ):
            return None
        many = self.objects.quantity(thing, scope)
        if many.every or many.low != many.high:
            raise refuse(thing, "how many this is must be known, since a text counts with it", code="RW0602")
        return many.low

    def _as_often_as_it_holds(
        self, p: Flow, other: Replacement, many: Expr | None, scope: Scope, seat: Expr
    ) -> Expr | None:  # fmt: skip
        """How much is left to the last of several texts that reckon with how much there would have been.

        What was said for a time twice holds twice: “gain 1 less” leaves 2 less. Each goes on from what the one before
        it leaves; the last is done as the only one would be.
        """
        act, waited_for = other.act, other.event.slot("object")
        if many is None or other.may or not other.spoken.lasting or not isinstance(act, N.Perform):
            return many
        thing = act.slot("object")
        if not isinstance(thing, N.AsMany) or (act.verb, thing.noun) != (
            other.event.verb, getattr(waited_for, "noun", None),
        ):  # fmt: skip
            return many
        left, number = p.variable(), thing.number
        p.set(left, many)

        def one(inner: Scope) -> None:
            inner.you, inner.spoken_to = seat, None
            self._know_amount(other, left, inner)
            p.set(left, expr("max(0, {})", self.x.amounts.amount(number, inner)))

        often = expr("range({} - 1)", self.activity.times(other.spoken, seat))
        p.loop(often, "number", "", None, scope.child(), one)
        return left

    def _know_amount(self, other: Replacement, many: Expr, scope: Scope) -> None:
        waited_for = other.event.slot("object")
        noun = waited_for.noun if isinstance(waited_for, N.NounPhrase) else ""
        scope.done[N.NounPhrase(noun=noun, filters=(N.Participle(verb=other.event.verb),))] = many
