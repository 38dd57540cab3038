"""What is done instead of an act: written in its place, or called where it is itself in the place of another.

A text may replace what another does instead, and be replaced by it: written out, each order of them would stand in the
program. So what a text does instead of something that is already done instead is a procedure of its own, which is told
which texts were asked before (`under_way.py`); the program grows with the texts, not with their orders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from functools import cached_property

from rulewright.compiler.abilities.replacing.speaking import Speaking
from rulewright.compiler.abilities.replacing.texts import YOU, Replacement
from rulewright.compiler.abilities.replacing.under_way import UnderWay
from rulewright.compiler.ir.expressions import FALSE, Expr
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.attempts import not_done
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.procedure import Procedure, Procedures
from rulewright.language import nodes as N
from rulewright.language.records import dataclass

ACTOR = "who would have acted"
MANY, CARD, PARTNER = "how many there would have been", "to which card", "to or from whom"
"""What such a procedure is told: nothing in a game is called so."""

BETWEEN = ("pay", "give", "take", "gain")
"""Verbs with which something passes between players."""


@dataclass(frozen=True, slots=True)
class WouldBe:
    """What is known of an act in whose place something is done: what is done instead may speak of it.

    many: how much there would have been. card: to which card, if only some are waited for. partner: the slot and the
    seat of whom it would have been given to or taken from, where what is done instead says nothing of that.
    """

    many: Expr | None = None
    card: Ref | None = None
    partner: tuple[str, Expr] | None = None

    def told(self) -> list[tuple[str, str, Expr]]:
        """What a procedure is told: name, type and value."""
        return [
            *([(MANY, "number", self.many)] if self.many is not None else []),
            *([(CARD, "card", self.card.expr)] if self.card is not None else []),
            *([(PARTNER, "player", self.partner[1])] if self.partner is not None else []),
        ]

    def within(self, names: Mapping[str, Ref]) -> WouldBe:
        """The same within a procedure that was told."""
        return WouldBe(
            names[MANY].expr if self.many is not None else None,
            names[CARD] if self.card is not None else None,
            (self.partner[0], names[PARTNER].expr) if self.partner is not None else None,
        )


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
        self._names: dict[tuple[object, ...], str] = {}

    def by_you(self, p: Flow, other: Replacement, node: N.Perform, scope: Scope, card: Ref | None) -> None:
        """What a text does instead of what whoever has it would do; card: to which card, if it waits for some only."""
        would = self._as_often_as_it_holds(p, other, self.would_be(other, node, scope, card), scope, scope.you)
        act = other.act_for(node) if card is None else other.act
        self.used(p, other, scope.you)
        if not self.under_way.nested(p) or (card is None and other.takes_over(node)):
            with self.under_way.in_place(p, other, scope.you), p.told_as_written(), self._not_it(p, other, node):
                self._own(p, other, act, scope, would)
            return

        def body(q: Procedure, inner: Scope, told: WouldBe) -> None:
            self._own(q, other, act, inner, told)

        with self._not_it(p, other, node):
            self._call(p, other, act, scope, scope.you, would, [], body)

    def used(self, p: Flow, other: Replacement, seat: Expr) -> None:
        """Note that a text that speaks so often was heard; nobody has done anything by that."""
        if other.flag:
            with not_done(p, FALSE):
                if other.used_by_saying:
                    p.emit("n[{} + {}] += 1", other.spoken.used_up, seat)
                else:
                    p.add(*self.limits.used(other.flag, seat))

    def over(self, p: Flow, other: Replacement, seat: Expr) -> None:
        """Note that a text for the first, or the next, time only was declined: so it is, however often it was said."""
        if not other.used_by_saying:
            self.used(p, other, seat)
            return
        with not_done(p, FALSE):
            p.emit("n[{} + {}] = n[{} + {}]", other.spoken.used_up, seat, other.spoken.lasting, seat)

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
        with not_done(p, FALSE):
            p.emit("{} = 0", self._lost)
        yield
        lost = p.variable()
        p.emit("{} = {}; {} = 0", lost, self._lost, self._lost)
        for one in asked:
            p.emit("{} = {} if {} else {}", one.before, one.changed, lost, one.before)
            if one.replaced is not None:
                p.emit("{} = int({} or {})", one.replaced, one.replaced, lost)

    def _own(self, p: Flow, other: Replacement, act: N.Act, scope: Scope, would: WouldBe) -> None:
        with self.report.recorded(other.spoken.path):
            inner = self._of_its_card(p, other, scope)
            act = self._know(other, act, would, inner)
            self._as_whole(other, inner, scope)
            p.act(act, inner)
            self._then(p, other, inner, scope)

    @staticmethod
    def _then(p: Flow, other: Replacement, inner: Scope, around: Scope) -> None:
        """What is done when something was done instead, as far as possible: “If you do, …”."""
        for sentence in other.more:
            inner.lenient, inner.partial, inner.owed = True, True, around.owed
            p.act(sentence, inner)

    @staticmethod
    def _as_whole(other: Replacement, inner: Scope, around: Scope) -> None:
        """What may be done instead is whole or not done; what stands for a payment is whole where that must be."""
        inner.lenient = inner.partial = not other.may and (other.event.verb != "pay" or around.lenient)
        inner.must = inner.must and not inner.lenient  # as far as possible, also where a rule must do what it replaces
        inner.owed = inner.owed or other.may

    def _call(
        self, p: Flow, other: Replacement, act: N.Act, scope: Scope, seat: Expr, would: WouldBe, actor: list[Expr],
        write: Callable[[Procedure, Scope, WouldBe], None],
    ) -> None:  # fmt: skip
        """Call the procedure that does what a text says, which is written when first asked for."""
        told = [*would.told(), *((ACTOR, "player", one) for one in actor)]
        key = (other.number, repr(act), scope.owed, scope.lenient, tuple(name for name, _, _ in told))
        name = self._names.setdefault(key, f"instead_{len(self._names)}")
        before = self.under_way.told_of(other)
        params = [*((one, "number") for one in before), *((what, kind) for what, kind, _ in told)]

        def body(q: Procedure, inner: Scope) -> None:
            inner.owed, inner.lenient = scope.owed, scope.lenient
            with self.under_way.called(q, other, [inner.names[one].expr for one in before]):
                write(q, inner, would.within(inner.names))

        write_it = self.procedures.one_of_many if self.under_way.comes_again(other) else self.procedures.procedure
        procedure = write_it(name, params, body)
        with self._perhaps_not(p):
            p.call(procedure, seat, [*self.under_way.with_it(p, other, seat), *(value for _, _, value in told)])

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
        self, p: Flow, other: Replacement, node: N.Perform, scope: Scope, speaker: Expr, would: WouldBe
    ) -> None:
        """What a text does instead of what somebody else would do: as much of it as can be done."""
        self.used(p, other, speaker)
        would = self._as_often_as_it_holds(p, other, would, scope, speaker)
        with self._not_it(p, other, node):
            self._by_another(p, other, scope, speaker, would)

    def in_a_verb(
        self, p: Flow, other: Replacement, scope: Scope, speaker: Expr, slots: Sequence[tuple[str, str]]
    ) -> None:
        """What a text does instead of a verb that is told what it is done to; slots: what it is told."""
        self.used(p, other, speaker)
        self._by_another(p, other, scope, speaker, WouldBe(), slots)

    def _by_another(
        self, p: Flow, other: Replacement, scope: Scope, speaker: Expr, would: WouldBe,
        slots: Sequence[tuple[str, str]] = (),
    ) -> None:  # fmt: skip
        if slots or not (other.of_each_seat or self.under_way.nested(p)):
            with self.under_way.in_place(p, other, speaker):
                self._others(p, other, scope, (speaker, scope.you), would, slots)
            return

        def body(q: Procedure, inner: Scope, told: WouldBe) -> None:
            self._others(q, other, inner, (inner.you, inner.names[ACTOR].expr), told, ())

        self._call(p, other, other.act, scope, speaker, would, [scope.you], body)

    def _others(
        self, p: Flow, other: Replacement, scope: Scope, seats: tuple[Expr, Expr], would: WouldBe,
        slots: Sequence[tuple[str, str]],
    ) -> None:  # fmt: skip
        """seats: whose text it is, and who would have acted."""
        speaker, actor = seats
        inner = scope.child()
        inner.you, inner.spoken_to = speaker, None
        inner.this = self.speaking.only_copy(other)
        self._as_whole(other, inner, scope)
        self.x.references.know(other.who, Ref(actor, "player", "player"), inner)
        for slot, kind in slots:
            self._told(other.event, slot, inner.names[kind], inner)
        with self.report.recorded(other.spoken.path):
            act = self._know(other, other.act, would, inner)
            p.act(act if other.doer == YOU else N.Does(subject=other.doer, act=act), inner)
            self._then(p, other, inner, scope)

    def _know(self, other: Replacement, act: N.Act, would: WouldBe, scope: Scope) -> N.Act:
        """Let what is done instead speak of what would have been done; the act, with whom it passes to or from."""
        thing = other.event.slot("object")
        if would.card is not None and isinstance(thing, N.NounPhrase):
            self.x.references.know(thing, Ref(would.card.expr, "card", str(thing.noun)), scope)
        if would.many is not None:
            self._know_amount(other, would.many, scope)
        if would.partner is None or not isinstance(act, N.Perform):
            return act
        slot, seat = would.partner
        that = N.NounPhrase(determiner=N.Article(word="that"), noun="player")
        scope.stand_in(that, Ref(seat, "player", "player"))
        return replace(act, slots=(*act.slots, N.Slot(name=slot, value=that)))

    def _told(self, act: N.Perform, slot: str, ref: Ref, scope: Scope) -> None:
        """What an event says of a slot can be meant by what is done instead."""
        value = act.slot(slot)
        if isinstance(value, N.NounPhrase) and isinstance(value.noun, str):
            self.x.references.know(value, Ref(ref.expr, ref.type, value.noun), scope)
        elif value is None:
            self.x.references.know_slot(act, slot, ref, scope)

    def would_be(self, other: Replacement, node: N.Perform, scope: Scope, card: Ref | None) -> WouldBe:
        """What is known of an act in whose place a text does something; card: to which card, if that is asked."""
        return WouldBe(self._as_many(other, node, scope), card, self._partner(other, node, scope))

    def _as_many(self, other: Replacement, node: N.Perform, scope: Scope) -> Expr | None:
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
        self, p: Flow, other: Replacement, would: WouldBe, scope: Scope, seat: Expr
    ) -> WouldBe:  # fmt: skip
        """How much is left to the last of several texts that reckon with how much there would have been.

        What was said for a time twice holds twice: “gain 1 less” leaves 2 less. Each goes on from what the one before
        it leaves; the last is done as the only one would be.
        """
        thing = other.act.slot("object") if isinstance(other.act, N.Perform) else None
        if would.many is None or not other.all_at_once or not isinstance(thing, N.AsMany):
            return would
        left, number = p.variable(), thing.number
        p.set(left, would.many)

        def one(inner: Scope) -> None:
            inner.you, inner.spoken_to = seat, None
            self._know_amount(other, left, inner)
            p.set(left, expr("max(0, {})", self.x.amounts.amount(number, inner)))

        often = expr("range({} - 1)", self.activity.times(other.spoken, seat))
        p.loop(often, "number", "", None, scope.child(), one)
        return replace(would, many=left)

    def _know_amount(self, other: Replacement, many: Expr, scope: Scope) -> None:
        waited_for = other.event.slot("object")
        noun = waited_for.noun if isinstance(waited_for, N.NounPhrase) else ""
        scope.done[N.NounPhrase(noun=noun, filters=(N.Participle(verb=other.event.verb),))] = many

    def partner_first(self, p: Flow, others: list[Replacement], node: N.Perform, scope: Scope) -> N.Perform:
        """The same act with whom something is given to or taken from, chosen first if what is done instead needs it."""
        slots = (_from_whom(node) if other.from_you else _passes_on(other, node) for other in others)
        slot = next((one for one in slots if one is not None), None)
        whom = slot.value if slot is not None else None
        if slot is None or not isinstance(whom, N.NounPhrase) or self.source.type_of(str(whom.noun)) != "player":
            return node
        if not self.x.phrases.open(whom) or not self.objects.quantity(whom, scope).one:
            return node
        items, kind, noun = self.objects.things(whom, scope)
        chosen = Ref(p.choice(kind, node, items, scope.you, noun), kind, noun)
        self.x.references.know(whom, chosen, scope)
        that = N.NounPhrase(determiner=N.Article(word="that"), noun=noun)
        scope.stand_in(that, chosen)
        return replace(node, slots=tuple(replace(one, value=that) if one is slot else one for one in node.slots))

    def _partner(self, other: Replacement, node: N.Perform, scope: Scope) -> tuple[str, Expr] | None:
        """Whom something would have been given to or taken from, where the same is done of less, more or else."""
        slot = _passes_on(other, node)
        if slot is None or not isinstance(slot.value, N.Phrase):
            return None
        if isinstance(slot.value, N.NounPhrase) and self.x.phrases.open(slot.value):
            return None  # each of several, of whom each is asked by itself
        ref = self.x.references.ref(slot.value, scope)
        return (slot.name, ref.expr) if ref.type == "player" else None


def _passes_on(other: Replacement, node: N.Perform) -> N.Slot | None:
    """To or from whom something passes, where a text does the same of less, more or else and says nothing of that."""
    act = other.act
    if not isinstance(act, N.Perform) or act.verb != node.verb or node.verb not in BETWEEN:
        return None
    return next((one for one in node.slots if one.name in ("to", "from") and act.slot(one.name) is None), None)


def _from_whom(node: N.Perform) -> N.Slot | None:
    return next((one for one in node.slots if one.name == "from"), None)
