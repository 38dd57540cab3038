"""Texts that put one act in the place of another: `whenever you would draw a card, you may gain 1 wood instead`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from functools import cached_property, partial

from rulewright.compiler.abilities.builtin_events import COUNTED, OF_CARDS
from rulewright.compiler.abilities.matching import NOBODY_NAMED, NOT_OF_THEM, Matching
from rulewright.compiler.abilities.replacing.done_instead import DoneInstead
from rulewright.compiler.abilities.replacing.speaking import Speaking
from rulewright.compiler.abilities.replacing.texts import ONE, YOU, Replacement, as_asked, of_the_same
from rulewright.compiler.abilities.replacing.under_way import IN_A_NUMBER, UnderWay
from rulewright.compiler.expressions.anaphora import LEFT_OVER
from rulewright.compiler.ir.expressions import FALSE, TRUE, Expr, Slot, both, either, negation
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.decisions import InsteadOf
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import SETS, Ref, Scope, refuse
from rulewright.compiler.statements.attempts import (
    found_only_when,
    one_of_two,
    spoken_of_in_steps,
    spoken_of_later,
)
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.objects import draws_known
from rulewright.compiler.statements.procedure import Procedures
from rulewright.compiler.times import FIRST, OVER
from rulewright.language import nodes as N
from rulewright.meaning.resolution import Key
from rulewright.ruleset import blocks as B

WOULD_IF = "Say “whenever another player with … would …, they … instead”."
AT_MOST = 6
"""So many texts may do something else with what an act is done to (“take it from …”): written out for each order."""


class Replacements:
    """The texts that replace acts, in one program."""

    def __init__(self, c: Context, procedures: Procedures, matching: Matching) -> None:
        s = c.services
        self.source = s.source
        self.words = s.source.ruleset.words["verbs"]
        self.layout = s.layout
        self.report = s.report
        self.limits = s.limits
        self.continuous = s.continuous
        self.objects = c.objects
        self.references = c.x.references
        self.matching = matching
        self.under_way = UnderWay(s.layout.players)
        self.speaking = Speaking(c, matching, self.under_way)
        self.done = DoneInstead(c, procedures, self.speaking, self.under_way)
        self._read: dict[str, list[Replacement]] = {}

    def check(self) -> None:
        """Read all of them, and note what cannot be carried out."""
        for verb, texts in self.continuous.replacements.items():
            for spoken in texts:
                with self.report.recorded(spoken.path):
                    text = Replacement.of(self.source, self.limits, spoken)
                    if (they := self.matching.who_is_so(text.who, spoken.condition)) is not None:
                        raise refuse(they, NOT_OF_THEM, WOULD_IF, code="RW0604")
                    self._not_too_many(verb, text)
                    self.speaking.whose(text)
                    self._read.setdefault(verb, []).append(text)
        texts_read = self._numbered()
        for text in texts_read:
            with self.report.recorded(text.spoken.path):
                self._not_by_way_of_verbs(text)
        with self.report.recorded():
            self.under_way.learn(texts_read, self._asked_again)

    def _numbered(self) -> list[Replacement]:
        """All of them, each with a number of its own; those that come again by each copy of their card."""
        for read in self._read.values():
            read[:] = [one for text in read for one in self._by_copy(text)]
        texts_read = [text for read in self._read.values() for text in read]
        for number, text in enumerate(texts_read):
            text.number = number
        return texts_read

    def _by_copy(self, text: Replacement) -> list[Replacement]:
        """A text for each copy of its card, where one of them may replace what another does instead.

        What is limited by use is, as elsewhere, for all copies that somebody has.
        """
        spoken = text.spoken
        if spoken.limits and not FIRST.intersection(spoken.limits):
            return [text]
        copies = self.layout.instances(spoken.component) if spoken.component else []
        if len(copies) < 2 or spoken.lasting or text.inside:
            return [text]
        if not text.of_this_card and (of_the_same(text) or not self._leads_back(text)):
            return [text]
        flags = [self.limits.flag(f"replace_{spoken.number}_{copy}", spoken.limits) for copy in range(1, len(copies))]
        return [replace(text, copy=copy, flag=flag) for copy, flag in enumerate((text.flag, *flags))]

    def _leads_back(self, text: Replacement) -> bool:
        """Whether what a text does instead may be replaced by that text, by itself or by way of others."""
        found = self._next(text)
        for other in found:  # which grows meanwhile
            found += [one for one in self._next(other) if not any(one is known for known in found)]
        return any(one is text for one in found)

    def _next(self, text: Replacement) -> list[Replacement]:
        acts = text.acts()
        return list({id(one): one for act in acts for one in self.of(act)}.values())

    def _not_by_way_of_verbs(self, text: Replacement) -> None:
        """Refuse what is done instead by a verb of the game that does what would be replaced: it would never end.

        Raises:
            MeaningError: RW0602.
        """
        if text.spoken.limits:
            return
        acts = text.acts()
        called = list(dict.fromkeys(act.verb for act in acts))
        for verb in called:  # which grows meanwhile
            word = self.words.get(verb)
            said = B.walk(word.do) if word is not None and word.do is not None else ()
            trees = (part.tree for part in said if isinstance(part, B.Words))
            done = [part for tree in trees if tree is not None for part in tree.walk() if isinstance(part, N.Perform)]
            called += [act.verb for act in done if act.verb not in called]
            for act in done:
                if self._verb(act) == text.event.verb and not text.inside and self.speaking.may_wait_for(text, act):
                    at = next((one for one in acts if one.verb == verb), text.spoken.node)
                    raise refuse(at, "this would be replaced again, and again", "Say another act.", code="RW0602")

    def _asked_again(self, text: Replacement) -> list[Replacement]:
        """The texts that may replace what a text does instead."""
        acts = text.acts()
        verbs = dict.fromkeys(self._verb(act) for act in acts)
        return [other for verb in verbs for other in self._read.get(verb, []) if not other.inside]

    def _verb(self, node: N.Perform) -> str:
        deed = self.source.deed_of(node)
        return node.verb if deed is None else deed[0]

    def _not_too_many(self, verb: str, text: Replacement) -> None:
        """Refuse texts that do the same thing otherwise, each what another would do, where there are too many orders.

        Raises:
            MeaningError: RW0604.
        """
        again = [other for other in self._read.get(verb, []) if of_the_same(other)]
        if of_the_same(text) and len(again) >= AT_MOST:
            what = "too many texts replace what each of the others does instead"
            raise refuse(text.spoken.node, what, IN_A_NUMBER, "RW0604")

    def of(self, node: N.Perform) -> list[Replacement]:
        """Texts that put something in the place of this act."""
        texts = self._about(self._verb(node))
        return [other for other in texts if not other.inside and self.speaking.may_wait_for(other, node)]

    def speak(self, p: Flow, node: N.Perform, scope: Scope) -> list[Expr]:
        """Whether each text that makes an act possible by what it puts in its place speaks now.

        What others may do instead, and what a text says that not all see, makes nothing possible.
        """
        asked = (other for other in self._asked_here(p, node, scope) if other.own or not self._told_to_nobody(other))
        return [self._speaks(p, other, node, scope) for other in asked]

    def _told_to_nobody(self, other: Replacement) -> bool:
        """Whether nobody is told beforehand what a text of another player puts in the place of an act."""
        return other.doer == YOU if other.may else self.speaking.unseen(other)

    def _speaks(self, p: Flow, other: Replacement, node: N.Perform, scope: Scope) -> Expr:
        if other.own:
            return self.speaking.holds(p, other, node, scope)
        if other.from_you:  # who has none, from whom it could be taken, is asked nothing
            return FALSE
        speaker = self.speaking.speaker(p, other, scope, [], self.speaking.which(other, node, scope))
        return both(expr("{} >= 0", speaker), *self.speaking.fits(other, node, scope))

    def replaceable(self, node: N.Node) -> bool:
        """Whether something may be done in the place of an act, which is not done then."""
        acts = [part for part in node.walk() if isinstance(part, N.Perform)]
        core = any(not other.still_does(act, self.source) for act in acts for other in self.of(act))
        return core or self.of_verbs(node) is not None

    def of_verbs(self, node: N.Node) -> Expr | None:
        """Where it is noted that something was done in the place of a verb of the game; None where nothing can be."""
        verbs = (self._verb(act) for act in node.walk() if isinstance(act, N.Perform))
        return self._in_a_verb if any(map(self.inside, verbs)) else None

    @cached_property
    def _in_a_verb(self) -> Expr:
        return expr("n[{}]", self.layout.reserve(1))

    def instead(self, p: Flow, node: N.Perform, scope: Scope) -> bool:
        """Write an act with what texts may put in its place; False where none does."""
        node = self._card_by_card(node)
        each = self._of_each_kind(node)
        if any(self._asked_here(p, one, scope) for one in each):
            for one in each:
                p.perform(one, scope)
            return True
        others = self._asked_here(p, node, scope)
        if others:
            self.carry_out(p, node, others, scope)
        return bool(others)

    def _card_by_card(self, node: N.Perform) -> N.Perform:
        """`Discard your hand` as what is done with all cards in it, where a text may put something in its place."""
        thing = node.slot("object")
        whole = isinstance(thing, N.NounPhrase) and self.source.is_zone(thing)
        if not whole or not isinstance(thing, N.NounPhrase) or not self.of(node):
            return node
        lying = N.At(preposition="in", phrase=thing, span=thing.span)
        cards = N.NounPhrase(noun="card", determiner=N.Article(word="all"), filters=(lying,), span=thing.span)
        return replace(
            node, slots=tuple(replace(slot, value=cards) if slot.name == "object" else slot for slot in node.slots)
        )

    def _asked_here(self, p: Flow, node: N.Perform, scope: Scope) -> list[Replacement]:
        """The texts that may speak here: what the rules do by themselves is done by nobody of whom one could."""
        texts = [other for other in self.of(node) if not self.under_way.is_known(p, other, node)]
        return [other for other in texts if other.who in NOBODY_NAMED] if scope.nobody else texts

    def carry_out(self, p: Flow, node: N.Perform, others: list[Replacement], scope: Scope) -> None:
        """An act, or what texts put in its place; where they only may, somebody chooses.

        A text that replaces one of several is asked for each of them, but only while it speaks: the same text in the
        box leaves the act whole.
        """
        if any(other.from_you for other in others) and p.in_each_place(node, scope):
            return
        node = self.done.partner_first(p, others, node, scope)
        noun, thing = self._of_kinds(node, others, scope), node.slot("object")
        if noun:
            p.gain_by_kind(noun, node, scope)
            return
        if isinstance(thing, N.NounPhrase | N.AsMany) and self._apart(thing, others):
            what = "of which kinds these are must be known, since a text replaces some"
            raise refuse(thing, what, "Say how much of each kind: “1 … and 1 …”.", code="RW0602")
        act = partial(p.perform, node, scope, replaceable=False)
        if not isinstance(thing, N.Phrase) or not self._several(thing, scope):
            if any(other.described for other in others) and p.in_each_place(node, scope):
                return
            before = dict(scope.refs)
            if any(other.described or self.speaking.open_card(other, node) for other in others):
                node = p.chosen_first(node, scope)
                act = partial(p.perform, node, scope, replaceable=False)
            known = {key: ref for key, ref in scope.refs.items() if ref.type != "card" or before.get(key) == ref}
            self._instead_of_all(p, node, others, scope, act, known)
            return
        of_one = [other for other in others if other.described or self._one(other.event)]
        of_all = [other for other in others if other not in of_one]
        whole = partial(self._instead_of_all, p, node, of_all, scope, act)
        if not of_one:
            whole()
            return
        singly = self._singly(p, node, thing, others, scope)
        speaks = [self.speaking.active(other, scope.you if other.own else None) for other in of_one]
        one_of_two(p, either(*speaks), singly, whole, scope)

    def _several(self, thing: N.Phrase, scope: Scope) -> bool:
        if isinstance(thing, N.Pronoun):
            ref = self.references.bound(thing, scope)
            return thing.word in LEFT_OVER or (ref is not None and ref.type == SETS["card"])
        if isinstance(thing, N.PartOf) and isinstance(thing.whole, N.Pronoun):
            return True  # which one it is has to be known before a text speaks
        return not self.objects.quantity(thing, scope).one

    def _singly(
        self, p: Flow, node: N.Perform, thing: N.Phrase, others: list[Replacement], scope: Scope
    ) -> Callable[[], None]:
        """An act for one after another of what it is done to, where a text replaces each of them."""
        general = thing.noun if isinstance(thing, N.NounPhrase | N.AsMany) else None
        known = isinstance(general, str) and not self.objects.quantity(thing, scope).every
        known = known and self.objects.top_cards(thing, scope) is None
        single = N.NounPhrase(noun=general if isinstance(general, str) else "", determiner=ONE[1])
        slots = tuple(replace(slot, value=single) if slot.name == "object" else slot for slot in node.slots)
        one = replace(node, slots=slots)
        of_cards = node.verb in OF_CARDS - {"draw", "play"} or draws_known(node)
        if of_cards and (not known or self._which_first(p, one, thing, others)):
            return partial(p.each_card, node, scope, lambda one, inner: self.carry_out(p, one, others, inner))
        each = p.done_to_each(node, scope, lambda one, inner: self.carry_out(p, one, others, inner))
        if each is not None and self.source.defines(node.verb, node):
            return each
        if not isinstance(general, str) or not known:
            raise refuse(thing, "how many this is must be known, since a text replaces each of them", code="RW0602")
        return partial(p.times, thing, scope, lambda inner: self.carry_out(p, one, others, inner))

    def _which_first(self, p: Flow, one: N.Perform, thing: N.Phrase, others: list[Replacement]) -> bool:
        """Whether all cards must be known before one is asked for: a text waits for some, or more is said of them."""
        told = spoken_of_later(p) and self.source.of_cards(thing)
        return told or any(other.described or self.speaking.open_card(other, one) for other in others)

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
        plain = thing.adjectives in ((), ("different",)) and all(isinstance(item, N.OfChoice) for item in filters)
        known = not count.every and count.low == count.high
        return thing.noun if known and plain and all(noun in kinds for noun in waited_for) else ""

    def _apart(self, thing: N.NounPhrase | N.AsMany, others: list[Replacement]) -> bool:
        """Whether so many different goods are asked for of which texts replace some: none would be known."""
        if thing.adjectives != ("different",) or not self.layout.held_kinds(str(thing.noun)):
            return False
        waited_for = [(other.event, getattr(other.event.slot("object"), "noun", thing.noun)) for other in others]
        return any(noun != thing.noun or self._one(event) for event, noun in waited_for)

    def _instead_of_all(
        self, p: Flow, node: N.Perform, others: list[Replacement], scope: Scope, otherwise: Callable[[], None],
        known: dict[Key, Ref] | None = None,
    ) -> None:  # fmt: skip
        """What texts put in the place of an act as a whole, or otherwise the act.

        known: what was spoken of before the act; else what is known now.
        """
        if not (spoken_of_later(p) or spoken_of_in_steps(p)):
            self._one_of_them(p, node, others, scope, otherwise)
            return
        names, refs, was = dict(scope.names), dict(scope.refs if known is None else known), p.variable()
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
            titles = (as_asked(node), *(other.act for other in choices))
            tests = [TRUE, *(self._offered(p, other, choices, node, scope) for other in choices)]
            bodies: list[Callable[[], None]] = [partial(self._declined, p, choices, node, scope, otherwise)]
            for other in choices:
                done = partial(self.done.by_you, p, other, node, scope, self.speaking.card(other, node, scope))
                left = [one for one in choices if one.spoken is not other.spoken]  # another copy is asked again
                bodies.append(partial(self._declined, p, left, node, scope, done))
            of_it = all(map(of_the_same, choices))
            with nullcontext() if of_it else p.carried_through(), p.told_as_written(*titles[1:]):
                thing = self._thing([self.speaking.card(other, node, scope) for other in choices])
                told = InsteadOf(("", *(other.spoken.component for other in choices)), thing)  # to whoever acts
                p.alternatives(titles, tests, bodies, False, titles[0], scope, instead=told)

        body: Callable[[], None] = asked
        for other in reversed([other for other in others if other not in choices]):
            body = partial(self._one_text, p, other, node, scope, body)
        body()

    def _offered(self, p: Flow, other: Replacement, choices: list[Replacement], node: N.Perform, scope: Scope) -> Expr:
        """Whether a text is offered: of several copies of a card the first that speaks, the others after it."""
        before = [one for one in choices[: choices.index(other)] if one.spoken is other.spoken]
        holds = [self.speaking.holds(p, one, node, scope) for one in (*before, other)]
        return both(*map(negation, holds[:-1]), holds[-1])

    def _declined(
        self, p: Flow, others: list[Replacement], node: N.Perform, scope: Scope, body: Callable[[], None]
    ) -> None:
        """What is done where texts of who acts are declined: those for the first, or the next, time only are over."""
        for other in others:
            if OVER.intersection(other.spoken.limits):
                with p.when(self.speaking.holds(p, other, node, scope)):
                    self.done.over(p, other, scope.you)
        body()

    def _one_text(
        self, p: Flow, other: Replacement, node: N.Perform, scope: Scope, otherwise: Callable[[], None]
    ) -> None:
        """What one text puts in the place of an act of yours or of another player, or otherwise the act."""
        if other.own:
            done = partial(self.done.by_you, p, other, node, scope, self.speaking.card(other, node, scope))
            p.branch(self.speaking.holds(p, other, node, scope), done, otherwise)
            return
        card = self.speaking.card(other, node, scope)
        which, whom = self.speaking.which(other, node, scope), self.speaking.from_whom(other, node, scope)
        speaker = self.speaking.speaker(p, other, scope, [], which, whom)
        test = both(expr("{} >= 0", speaker), *self.speaking.fits(other, node, scope))
        would = self.done.would_be(other, node, scope, card)
        done = partial(self.done.by_another, p, other, node, scope, speaker, would)
        self._replaced(p, other, test, speaker, node, scope, done, otherwise, self._thing([card]))

    @staticmethod
    def _thing(cards: list[Ref | None]) -> tuple[str, int]:
        """Type and slot of the card that something would be done to, where it is known and asked about."""
        found = ((card.type, card.expr) for card in cards if card is not None)
        return next(((kind, slot.number) for kind, slot in found if isinstance(slot, Slot)), ("", 0))

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
        been done must be possible without it. thing: type and slot of what the act is done to.
        """
        if not other.may:
            if not other.own and self.speaking.unseen(other):
                self._where_possible(p, test, done, otherwise)
            else:
                p.branch(test, done, otherwise)
            return
        chooser = expr("{} if {} >= 0 else {}", speaker, speaker, scope.you) if other.doer == YOU else scope.you

        def declined() -> None:
            if OVER.intersection(other.spoken.limits):
                with p.when(test):
                    self.done.over(p, other, speaker)
            otherwise()

        of_others = other.doer == YOU and not other.own
        first = p.label()
        yours = p.told_as_written(other.act) if other.doer == YOU else nullcontext()  # who has the text is asked
        with p.carried_through_by_itself(test, first) if of_others else p.carried_through(), yours:
            p.goto_if(negation(test), first)  # nobody is asked, and nothing is told of what nobody could choose
            titles, bodies = (as_asked(node), other.act), [declined, done]
            told = InsteadOf(("", other.spoken.component), thing, of_others)
            p.alternatives(titles, [TRUE, test], bodies, False, titles[0], scope, chooser, first=first, instead=told)

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

    def inside(self, verb: str) -> list[Replacement]:
        """The texts that a verb of the game asks before it is done."""
        return [other for other in self._about(verb) if other.inside]

    def _about(self, verb: str) -> list[Replacement]:
        """The texts that wait for a verb, or for what it also is."""
        kind = str((self.source.verbs.get(verb) or {}).get("is"))
        return [*self._read.get(verb, []), *self._read.get(kind, [])]

    def in_the_verb(
        self, verb: str, p: Flow, scope: Scope, slots: list[tuple[str, str]], otherwise: Callable[[], None]
    ) -> None:
        """What a verb does, or what texts that wait for it put in its place; the first text that speaks does."""

        def itself() -> None:
            otherwise()
            p.emit("{} = 0", self._in_a_verb)  # whatever was done in the place of verbs that it called

        body: Callable[[], None] = itself if self.inside(verb) else otherwise
        for other in reversed(self.inside(verb)):
            body = partial(self._in_its_place, p, other, scope, slots, body)
        body()

    def _in_its_place(
        self, p: Flow, other: Replacement, scope: Scope, slots: list[tuple[str, str]], otherwise: Callable[[], None]
    ) -> None:
        speaker = self.speaking.speaker(p, other, scope, slots)

        def done() -> None:
            self.done.in_a_verb(p, other, scope, speaker, slots)
            p.emit("{} = 1", self._in_a_verb)

        test = expr("{} >= 0", speaker)
        thing = self._thing([scope.names[kind] for slot, kind in slots if slot == "object"])
        self._replaced(p, other, test, speaker, other.event, scope, done, otherwise, thing)

    @staticmethod
    def _one(node: N.Perform) -> bool:
        thing = node.slot("object")
        return isinstance(thing, N.NounPhrase) and thing.determiner in ONE
