"""Texts that put one act in the place of another: `whenever you would draw a card, you may gain 1 wood instead`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cached_property, partial

from rulewright.compiler.abilities.builtin_events import AT_ONCE, COUNTED, OF_CARDS
from rulewright.compiler.abilities.continuous_effects import ContinuousEffect
from rulewright.compiler.abilities.matching import Matching
from rulewright.compiler.expressions.filters import compared
from rulewright.compiler.ir.expressions import TRUE, Expr, Lit, Name, Slot, both, either, negation
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.things import Things
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.procedures.decisions import InsteadOf
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.services.limits import Limits
from rulewright.compiler.source import Source
from rulewright.compiler.statements.attempts import found_only_when, not_done, spoken_of_later
from rulewright.compiler.statements.context import Context
from rulewright.compiler.times import FIRST
from rulewright.language import nodes as N

ONE = (N.Article(word="a"), N.Quantity(kind="count", low=1))
YOU = N.Pronoun(word="you")
THEY = (N.Pronoun(word="they"), N.NounPhrase(noun="player", determiner=N.Article(word="that")))


@dataclass(slots=True)
class Replacement:
    """One such text: whom and what it waits for, what is done instead by whom, and whether they may choose.

    inside: whether what is done is known better than by its kind, so that the verb itself asks the text.
    """

    spoken: ContinuousEffect
    who: N.Phrase
    event: N.Perform
    act: N.Act
    doer: N.Phrase
    may: bool
    flag: int  # position of its use flags, or 0
    inside: bool = False

    @property
    def own(self) -> bool:
        """Whether it waits for what you would do yourself."""
        return self.who == YOU

    @classmethod
    def of(cls, source: Source, limits: Limits, spoken: ContinuousEffect) -> Replacement:
        """Read a text. Raises MeaningError where it says more than is heard."""
        trigger = spoken.node
        assert isinstance(trigger, N.Trigger) and isinstance(trigger.event, N.Does)
        who, event, then = trigger.event.subject, trigger.event.act, trigger.then
        assert isinstance(event, N.Perform)
        if spoken.more:
            raise refuse(spoken.more[0], "nothing can go on from what is done instead", code="RW0602")
        entry = source.verbs.get(event.verb) or {}
        own_verb = bool(entry.get("do")) or event.verb in source.deeds
        told = next((slot.value for slot in event.slots if not _is_named(event, slot)), None)
        inside = own_verb and (told is not None or who != YOU)
        if told is not None and not inside:
            hint = "A verb of the game with that meaning (`do:`) is told which one it is; or name its kind only."
            raise refuse(told, "what is replaced can only be named by its kind", hint, code="RW0602")
        place = event.slot("from")
        if not inside and isinstance(place, N.NounPhrase) and source.entry(str(place.noun)).get("of") == "player":
            hint = "Say it without, or of a verb of the game with that meaning (`do:`): “a card in your …”."
            raise refuse(place, "whose it is, is not known before it is done", hint, code="RW0602")
        may, doer, act = _done_by(then)
        if not isinstance(act, N.Act) or (doer != YOU and (who == YOU or doer not in THEY)):
            raise refuse(then, "an act is expected after “instead”", code="RW0602")
        flag = limits.flag(f"replace_{spoken.number}", spoken.limits)
        found = cls(spoken, who, event, act, doer, may, flag, inside)
        again = next((one for one in act.walk() if isinstance(one, N.Perform) and one.verb == event.verb), None)
        if inside and again is not None:
            raise refuse(again, "this would be replaced again, and again", "Say another act.", code="RW0602")
        return found

    def act_for(self, node: N.Perform) -> N.Act:
        """The act that replaces another: what the text names by a pronoun is what that one named.

        What it names without saying how much is as much as there would have been: "whenever you would gain wood,
        gain cards instead".
        """
        if not isinstance(self.act, N.Perform) or not self.own:
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


def _done_by(then: N.Statement) -> tuple[bool, N.Phrase, N.Node]:
    """Whether somebody may do what is done instead, who does it, and what it is."""
    if isinstance(then, N.Does) and then.modal in (None, "may"):
        plain = N.Does(subject=then.subject, act=then.act, modal=then.modal)
        return (then.modal == "may", then.subject, then.act) if then == plain else (False, YOU, then)
    return False, YOU, then


def _of_the_same(text: Replacement) -> bool:
    """Whether a text does with the same thing what can be done where the act itself can: "take it from the box"."""
    act = text.act
    thing = act.slot("object") if isinstance(act, N.Perform) else None
    return isinstance(thing, N.Pronoun) and isinstance(act, N.Perform) and act.verb == text.event.verb


def _is_named(event: N.Perform, slot: N.Slot) -> bool:
    """Whether a part of what is waited for is named by its kind alone; of what is counted also by how much it is."""
    value = slot.value
    if not isinstance(value, N.NounPhrase) or value.adjectives or value.filters:
        return False
    many = value.determiner
    counted = isinstance(many, N.Quantity) and many.kind in AT_ONCE and many.article is None
    return slot.name != "object" or many in (None, *ONE) or (counted and event.verb in COUNTED)


def _bare(thing: N.Node | None) -> bool:
    """Whether something is named without saying how many of it are meant."""
    return isinstance(thing, N.NounPhrase) and thing.determiner is None and isinstance(thing.noun, str)


def _as_asked(node: N.Perform) -> N.Perform:
    """An act as an option: “gain silk”, where as much of it is meant as was chosen right before."""
    thing = node.slot("object")
    number = thing.number if isinstance(thing, N.AsMany) else None
    if not isinstance(thing, N.AsMany) or not isinstance(number, N.CountOf):
        return node
    if not any(part == N.Participle(verb=node.verb) for part in number.walk()):
        return node
    bare = N.NounPhrase(noun=thing.noun, plural=True)
    return replace(node, slots=tuple(replace(s, value=bare) if s.name == "object" else s for s in node.slots))


AT_MOST = 6
"""So many texts may replace a verb by the same verb: what follows from them is written out for each order."""

ALL_OF_A_KIND = "Replace what is said there, in general, or let that text name the kind."

IN_A_NUMBER = "Put it into a number of the game, “… is 1 higher”, or let a verb of the game have its own text replaced."


class Replacements:
    """The texts that replace acts, in one program."""

    def __init__(self, c: Context, matching: Matching) -> None:
        s = c.services
        self.matching = matching
        self.ruleset = s.ruleset
        self.source = s.source
        self.layout = s.layout
        self.report = s.report
        self.module = s.module
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
                    self._read.setdefault(verb, []).append(Replacement.of(self.source, self.limits, spoken))
                    self._not_too_many(verb, spoken.node)

    def _not_too_many(self, verb: str, text: N.Statement) -> None:
        """Refuse texts that replace what each other does instead, in any order, where there are too many orders.

        Raises:
            MeaningError: RW0604.
        """
        again = [
            other for other in self._read[verb]
            if any(isinstance(part, N.Perform) and part.verb == verb for part in other.act.walk())
        ]  # fmt: skip
        if len(again) > AT_MOST:
            raise refuse(text, "too many texts replace what each of the others does instead", IN_A_NUMBER, "RW0604")

    def of(self, node: N.Perform) -> list[Replacement]:
        """Texts that put something in the place of this act."""
        deed = self.source.deed_of(node)
        return [
            other for other in self._read.get(node.verb if deed is None else deed[0], [])
            if other not in self._under_way and not other.inside
            and all(self._same_kind(other.event, node, slot) for slot in ("object", "from"))
        ]  # fmt: skip

    def replaceable(self, node: N.Node) -> bool:
        """Whether something may be done in the place of an act, which is not done then."""
        acts = [part for part in node.walk() if isinstance(part, N.Perform)]
        core = any(not self._still_done(other, act) for act in acts for other in self.of(act))
        return core or self.of_verbs(node) is not None

    def of_verbs(self, node: N.Node) -> Expr | None:
        """Where it is noted that something was done in the place of a verb of the game; None where nothing can be."""
        acts = (part for part in node.walk() if isinstance(part, N.Perform))
        verbs = [act.verb if (deed := self.source.deed_of(act)) is None else deed[0] for act in acts]
        return self._in_a_verb if any(map(self.inside, verbs)) else None

    @cached_property
    def _in_a_verb(self) -> Expr:
        return expr("n[{}]", self.layout.reserve(1))

    def _still_done(self, other: Replacement, node: N.Perform) -> bool:
        """Whether an act has been done all the same: paid with something else, or done so often, or to another one."""
        act = other.act
        if node.verb == "pay":
            return True
        if not isinstance(act, N.Perform) or act.verb != node.verb or not (other.own or other.doer in THEY):
            return False
        thing, would = act.slot("object"), node.slot("object")
        done, asked = getattr(thing, "noun", None), getattr(would, "noun", None)
        if isinstance(thing, N.Pronoun) or not isinstance(asked, str):
            return True
        return isinstance(done, str) and self.source.fits(done, asked)

    def _same_kind(self, event: N.Perform, node: N.Perform, slot: str) -> bool:
        wanted, given = event.slot(slot), node.slot(slot)
        if wanted is None:
            return True
        if given is None and slot == "from" and isinstance(wanted, N.NounPhrase) and self.source.is_zone(wanted):
            return wanted.noun in as_list((self.source.zones.get(node.verb) or {}).get("from"))
        a = given.noun if isinstance(given, N.NounPhrase | N.AsMany) else None
        b = wanted.noun if isinstance(wanted, N.NounPhrase) else None
        if not isinstance(a, str) or not isinstance(b, str):
            return False
        return self.source.fits(a, b) or self.source.fits(b, a)  # the latter has to be looked at in play

    def instead(self, p: Flow, node: N.Perform, scope: Scope) -> bool:
        """Write an act with what texts may put in its place; False where none does."""
        each = self._of_each_kind(node)
        if any(map(self.of, each)):
            for one in each:
                p.perform(one, scope)
            return True
        others = self.of(node)
        if others:
            self.carry_out(p, node, others, scope)
        return bool(others)

    def carry_out(self, p: Flow, node: N.Perform, others: list[Replacement], scope: Scope) -> None:
        """An act, or what texts put in its place; where they only may, somebody chooses.

        A text that replaces one of several is asked for each of them, but only while it speaks: the same text in the
        box leaves the act whole.
        """
        noun, thing = self._of_kinds(node, others, scope), node.slot("object")
        if noun:
            p.gain_by_kind(noun, node, scope)
            return
        if isinstance(thing, N.NounPhrase | N.AsMany) and self._apart(thing, others):
            what = "of which kinds these are must be known, since a text replaces some"
            raise refuse(thing, what, "Say how much of each kind: “1 … and 1 …”.", code="RW0602")
        act = partial(p.perform, node, scope, replaceable=False)
        if not isinstance(thing, N.Phrase) or self.objects.quantity(thing, scope).one:
            if any(self._open_card(other, node) for other in others):
                node = p.chosen_first(node, scope)
                act = partial(p.perform, node, scope, replaceable=False)
            self._instead_of_all(p, node, others, scope, act)
            return
        of_one = [other for other in others if other.event.slot("object") is not None and self._one(other.event)]
        of_all = [other for other in others if other not in of_one]
        whole = partial(self._instead_of_all, p, node, of_all, scope, act)
        if not of_one:
            whole()
            return
        general = thing.noun if isinstance(thing, N.NounPhrase | N.AsMany) else None
        if not isinstance(general, str) or self.objects.quantity(thing, scope).every:
            raise refuse(thing, "how many this is must be known, since a text replaces each of them", code="RW0602")
        single = N.NounPhrase(noun=general, determiner=ONE[1])
        slots = tuple(replace(slot, value=single) if slot.name == "object" else slot for slot in node.slots)
        one = replace(node, slots=slots)
        singly = partial(p.times, thing, scope, lambda inner: self.carry_out(p, one, others, inner))
        speaks = [self.activity.active(other.spoken, scope.you if other.own else None) for other in of_one]
        p.branch(either(*speaks), singly, whole)

    def _of_each_kind(self, node: N.Perform) -> list[N.Perform]:
        """`Gain 1 of each good` as so much of each kind, each by itself; nothing of any other act."""
        thing = node.slot("object")
        whole = thing.whole if isinstance(thing, N.PartOf) else None
        if not isinstance(thing, N.PartOf) or not isinstance(whole, N.NounPhrase) or not isinstance(whole.noun, str):
            return []
        if node.verb not in COUNTED or whole.determiner != N.Article(word="each"):
            return []
        kinds = (N.NounPhrase(noun=kind, determiner=thing.quantity) for kind in self.layout.held_kinds(whole.noun))
        rest = tuple(slot for slot in node.slots if slot.name != "object")
        return [replace(node, slots=(N.Slot(name="object", value=kind), *rest)) for kind in kinds]

    def _of_kinds(self, node: N.Perform, others: list[Replacement], scope: Scope) -> str:
        """What is gained of kinds that somebody chooses, of which texts replace single kinds; "" for anything else."""
        thing = node.slot("object")
        if node.verb != "gain" or not isinstance(thing, N.NounPhrase | N.AsMany) or not isinstance(thing.noun, str):
            return ""
        kinds = self.layout.held_kinds(thing.noun)
        waited_for = [getattr(other.event.slot("object"), "noun", None) for other in others]
        count = self.objects.quantity(thing, scope)
        filters = thing.filters if isinstance(thing, N.NounPhrase) else ()
        plain = not thing.adjectives and all(isinstance(item, N.OfChoice) for item in filters)
        known = not count.every and count.low == count.high
        return thing.noun if known and plain and all(noun in kinds for noun in waited_for) else ""

    def _apart(self, thing: N.NounPhrase | N.AsMany, others: list[Replacement]) -> bool:
        """Whether so many different goods are asked for of which texts replace some: none would be known."""
        if thing.adjectives != ("different",) or not self.layout.held_kinds(str(thing.noun)):
            return False
        waited_for = [(other.event, getattr(other.event.slot("object"), "noun", thing.noun)) for other in others]
        return any(noun != thing.noun or self._one(event) for event, noun in waited_for)

    def _open_card(self, other: Replacement, node: N.Perform) -> bool:
        """Whether an act is done to a card of which only the choice tells whether a text waits for it."""
        thing, waited_for = node.slot("object"), other.event.slot("object")
        if node.verb not in OF_CARDS - {"draw", "play"} or not isinstance(thing, N.NounPhrase):
            return False
        kind = waited_for.noun if isinstance(waited_for, N.NounPhrase) else ""
        if not isinstance(thing.noun, str) or not isinstance(kind, str) or "random" in node.adverbs:
            return False
        if thing.index is not None or thing.determiner not in ONE or self.source.deed_of(node) is not None:
            return False
        places = (part for slot in node.slots if slot.name != "object" for part in slot.value.walk())
        if any(isinstance(part, N.Article) and part.word in ("each", "each_other", "all") for part in places):
            return False
        return self.source.of_cards(thing) and bool(kind) and not self.source.fits(thing.noun, kind)

    def _instead_of_all(
        self, p: Flow, node: N.Perform, others: list[Replacement], scope: Scope, otherwise: Callable[[], None]
    ) -> None:
        """What texts put in the place of an act as a whole, or otherwise the act."""
        if not spoken_of_later(p):
            self._one_of_them(p, node, others, scope, otherwise)
            return
        names, refs, was = dict(scope.names), dict(scope.refs), p.variable()
        p.emit("{} = 0", was)

        def itself() -> None:
            otherwise()
            p.emit("{} = 1", was)

        self._one_of_them(p, node, others, scope, itself)
        found_only_when(p, was, names, refs, scope)  # where something else is done, nothing was found by it

    def _one_of_them(
        self, p: Flow, node: N.Perform, others: list[Replacement], scope: Scope, otherwise: Callable[[], None]
    ) -> None:
        """What texts put in the place of an act as a whole, where they speak and are not declined, or the act."""
        choices = [other for other in others if other.may and other.own]

        def asked() -> None:
            if not choices:
                otherwise()
                return
            titles = (_as_asked(node), *(other.act for other in choices))
            tests = [TRUE, *(self._holds(other, node, scope) for other in choices)]
            bodies: list[Callable[[], None]] = [partial(self._declined, p, choices, node, scope, otherwise)]
            for other in choices:
                done = partial(self._instead, p, other, node, scope)
                left = [one for one in choices if one is not other]
                bodies.append(partial(self._declined, p, left, node, scope, done))
            of_it = all(map(_of_the_same, choices))
            with nullcontext() if of_it else p.carried_through(), p.told_as_written(*titles[1:]):
                told = InsteadOf(("", *(other.spoken.component for other in choices)))
                p.alternatives(titles, tests, bodies, False, node, scope, instead=told)  # they speak to whoever acts

        body: Callable[[], None] = asked
        for other in reversed([other for other in others if other not in choices]):
            body = partial(self._one_text, p, other, node, scope, body)
        body()

    def _declined(
        self, p: Flow, others: list[Replacement], node: N.Perform, scope: Scope, body: Callable[[], None]
    ) -> None:
        """What is done where texts of who acts are declined: of those for the first time only, it is over."""
        for other in others:
            if FIRST.intersection(other.spoken.limits):
                with p.when(self._holds(other, node, scope)):
                    p.add(*self.limits.used(other.flag, scope.you))
        body()

    def _one_text(
        self, p: Flow, other: Replacement, node: N.Perform, scope: Scope, otherwise: Callable[[], None]
    ) -> None:
        """What one text puts in the place of an act of yours or of another player, or otherwise the act."""
        if other.own:
            done = partial(self._instead, p, other, node, scope)
            p.branch(self._holds(other, node, scope), done, otherwise)
            return
        speaker = self._speaker(p, other, scope, [])
        test = both(expr("{} >= 0", speaker), *self._fits(other, node, scope))
        many = self._as_many(other, node, scope)

        def for_another() -> None:
            with nullcontext() if self._still_done(other, node) else not_done(p):
                self._for_another(p, other, scope, speaker, many)

        self._replaced(p, other, test, speaker, node, scope, for_another, otherwise)

    def _replaced(
        self,
        p: Flow,
        other: Replacement,
        test: Expr,
        speaker: Expr,
        node: N.Perform,
        scope: Scope,
        done: Callable[[], None],
        otherwise: Callable[[], None],
        thing: tuple[str, int] = ("", 0),
    ) -> None:
        """One of two: what a text says, where it speaks and is not declined, or what there would have been.

        What others may do instead, or what a text says that not all see, is told to nobody before: what would have
        been done must be possible without it.
        """
        if not other.may:
            if not other.own and self._unseen(other):
                self._where_possible(p, test, done, otherwise)
            else:
                p.branch(test, done, otherwise)
            return
        chooser = expr("{} if {} >= 0 else {}", speaker, speaker, scope.you) if other.doer == YOU else scope.you

        def declined() -> None:
            if FIRST.intersection(other.spoken.limits):
                with p.when(test):
                    p.add(*self.limits.used(other.flag, speaker))
            otherwise()

        of_others = other.doer == YOU and not other.own
        first = p.label()
        with p.carried_through_by_itself(test, first) if of_others else p.carried_through():
            p.goto_if(negation(test), first)  # nobody is asked, and nothing is told of what nobody could choose
            titles, bodies = (_as_asked(node), other.act), [declined, done]
            told = InsteadOf(("", other.spoken.component), thing, of_others)
            p.alternatives(titles, [TRUE, test], bodies, False, node, scope, chooser, first=first, instead=told)

    def _unseen(self, other: Replacement) -> bool:
        """Whether a text speaks from where not everybody sees it."""
        return any(self.source.entry(zone).get("visible", "public") != "public" for zone in other.spoken.zones)

    @staticmethod
    def _where_possible(p: Flow, test: Expr, done: Callable[[], None], otherwise: Callable[[], None]) -> None:
        """What a text says instead, where it speaks and what it replaces is possible; or that."""
        first, instead, end = p.label(), p.label(), p.label()
        with p.carried_through_by_itself(test, first):
            p.goto_if(test, instead)
            p.goto(first)
            p.start(first)
            otherwise()
            p.goto(end)
            p.start(instead)
            done()
            p.goto(end)
            p.start(end)

    def _speaker(self, p: Flow, other: Replacement, scope: Scope, slots: list[tuple[str, str]]) -> Expr:
        """The seat whose text speaks of what is done now; -1 where none does. slots: what the verb is told."""
        copies = self.layout.instances(other.spoken.component) if other.spoken.component else []
        if len(copies) > 1 or not other.spoken.component or other.spoken.lasting:
            what = "which of several players has this text is not known where it replaces what another player does"
            raise refuse(other.spoken.node, what, "Put it on a card of which there is one copy.", code="RW0602")
        seat = self.module.fresh()
        inner = scope.child()
        inner.you, inner.spoken_to, inner.this = seat, None, Lit(copies[0])
        with self.report.recorded(other.spoken.path):
            tests = [self.activity.active(other.spoken, seat)]
            tests += self.matching.by(other.who, other.event, scope.you, inner)
            self.x.references.know(other.who, Ref(scope.you, "player", "player"), inner)
            if other.spoken.condition is not None:
                tests.append(self.x.conditions.condition(other.spoken.condition, inner))
            if slots:
                tests += self.matching.matches(other.event, slots, inner)
            if other.flag:
                tests.append(expr("not n[{} + {}]", other.flag, seat))
            speaker = p.variable()
            p.set(speaker, Things(seat, Name("SEATS"), tests).first())
            return speaker
        return Lit(-1)

    def _for_another(
        self, p: Flow, other: Replacement, scope: Scope, speaker: Expr, many: Expr | None = None,
        slots: Sequence[tuple[str, str]] = (),
    ) -> None:  # fmt: skip
        """What a text does instead of what somebody else would do: as much of it as can be done."""
        actor = scope.you
        inner = scope.child()
        inner.you, inner.spoken_to = speaker, None
        inner.this = Lit(self.layout.instances(other.spoken.component)[0])
        inner.lenient = inner.partial = not other.may
        inner.owed = inner.owed or other.may
        self.x.references.know(other.who, Ref(actor, "player", "player"), inner)
        for slot, kind in slots:
            self._told(other.event, slot, inner.names[kind], inner)
        if many is not None:
            self._know_amount(other, many, inner)
        if other.flag:
            p.add(*self.limits.used(other.flag, speaker))
        self._under_way.append(other)
        try:
            with self.report.recorded(other.spoken.path):
                p.act(other.act if other.doer == YOU else N.Does(subject=other.doer, act=other.act), inner)
        finally:
            self._under_way.remove(other)

    def _told(self, act: N.Perform, slot: str, ref: Ref, scope: Scope) -> None:
        """What an event says of a slot can be meant by what is done instead."""
        value = act.slot(slot)
        if isinstance(value, N.NounPhrase) and isinstance(value.noun, str):
            self.x.references.know(value, Ref(ref.expr, ref.type, value.noun), scope)
        elif value is None:
            self.x.references.know_slot(act, slot, ref, scope)

    def inside(self, verb: str) -> list[Replacement]:
        """The texts that a verb of the game asks before it is done."""
        kind = str((self.source.verbs.get(verb) or {}).get("is"))
        texts = [*self._read.get(verb, []), *self._read.get(kind, [])]
        return [other for other in texts if other.inside and other not in self._under_way]

    def in_the_verb(
        self, verb: str, p: Flow, scope: Scope, slots: list[tuple[str, str]], otherwise: Callable[[], None]
    ) -> None:
        """What a verb does, or what texts that wait for it put in its place; the first text that speaks does."""
        body = otherwise
        for other in reversed(self.inside(verb)):
            body = partial(self._in_its_place, p, other, scope, slots, body)
        body()

    def _in_its_place(
        self, p: Flow, other: Replacement, scope: Scope, slots: list[tuple[str, str]], otherwise: Callable[[], None]
    ) -> None:
        speaker = self._speaker(p, other, scope, slots)

        def done() -> None:
            self._for_another(p, other, scope, speaker, slots=slots)
            p.emit("{} = 1", self._in_a_verb)

        test = expr("{} >= 0", speaker)
        refs = [scope.names[kind] for slot, kind in slots if slot == "object"]
        thing = next(((ref.type, ref.expr.number) for ref in refs if isinstance(ref.expr, Slot)), ("", 0))
        self._replaced(p, other, test, speaker, other.event, scope, done, otherwise, thing)

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

    def _know_amount(self, other: Replacement, many: Expr, scope: Scope) -> None:
        waited_for = other.event.slot("object")
        noun = waited_for.noun if isinstance(waited_for, N.NounPhrase) else ""
        scope.done[N.NounPhrase(noun=noun, filters=(N.Participle(verb=other.event.verb),))] = many

    def _fits(self, other: Replacement, node: N.Perform, scope: Scope) -> list[Expr]:
        """The tests whether an act is done to what a text waits for, and to as much of it."""
        x = self.x
        tests: list[Expr] = []
        for slot in other.event.slots:
            kind, given = getattr(slot.value, "noun", ""), node.slot(slot.name)
            if isinstance(given, N.NounPhrase | N.AsMany) and not self.source.fits(str(given.noun), kind):
                if isinstance(given, N.AsMany) or x.phrases.open(given):
                    self._not_known(other, slot.value, kind)
                    continue
                tests += x.filters.kind_test(kind, x.references.ref(given, scope))
            many = slot.value.determiner if isinstance(slot.value, N.NounPhrase) else None
            if isinstance(many, N.Quantity) and many not in ONE and isinstance(given, N.Phrase):
                count = self.objects.quantity(given, scope)
                if count.every or count.low != count.high:
                    raise refuse(given, "how many this is must be known, since a text waits for so many", code="RW0602")
                tests.append(compared(count.low, AT_ONCE[many.kind], Lit(many.low or 0)))
        return tests

    def _not_known(self, other: Replacement, waited_for: N.Node, kind: str) -> None:
        """Refuse a text that replaces one kind of what some other text speaks of in general: it is told where it is.

        The place is that of the text that replaces; the other one is named as the reason.
        """
        at = self.report.at
        component = self.ruleset.components.get(str(at[1])) if at[:1] == ("components",) else None
        name = component.name if component is not None else " ".join(str(part) for part in at[:2])
        with self.report.recorded(other.spoken.path):
            what = f"this replaces {kind.replace('_', ' ')}, and “{name}” does not tell whether it is some of that"
            raise refuse(waited_for, what, ALL_OF_A_KIND, code="RW0602")

    @staticmethod
    def _one(node: N.Perform) -> bool:
        thing = node.slot("object")
        return isinstance(thing, N.NounPhrase) and thing.determiner in ONE

    def _holds(self, other: Replacement, node: N.Perform, scope: Scope) -> Expr:
        """Whether a text speaks to the acting seat, of this act, now."""
        tests = [self.activity.active(other.spoken, scope.you), *self._fits(other, node, scope)]
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
        many = self._as_many(other, node, scope)
        self._under_way.append(other)
        try:
            still = self._still_done(other, node)
            undone = nullcontext() if still else not_done(p)
            with self.report.recorded(other.spoken.path), p.told_as_written(), undone:
                inner = self._of_its_card(p, other, scope)
                if many is not None:
                    self._know_amount(other, many, inner)
                inner.lenient = inner.partial = not other.may  # what may be done is whole, or not done at all
                inner.owed = inner.owed or other.may
                p.act(other.act_for(node), inner)
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
