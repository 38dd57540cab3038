"""Texts that put one act in the place of another: `whenever you would draw a card, you may gain 1 wood instead`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from functools import partial

from rulewright.compiler.abilities.matching import Matching
from rulewright.compiler.abilities.replacing.done_instead import DoneInstead
from rulewright.compiler.abilities.replacing.speaking import Speaking
from rulewright.compiler.abilities.replacing.texts import ONE, YOU, Replacement, of_the_same
from rulewright.compiler.abilities.replacing.under_way import IN_A_NUMBER, UnderWay
from rulewright.compiler.ir.expressions import TRUE, Expr, Lit, both, either
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Scope, refuse
from rulewright.compiler.statements.attempts import found_only_when, spoken_of_later
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.procedure import Procedures
from rulewright.compiler.times import FIRST
from rulewright.language import nodes as N
from rulewright.ruleset import blocks as B

AT_MOST = 6
"""So many of something are gained one by one where somebody chooses the kind of each.

So many texts may also do something else with what an act would be done to, “take it from the deck instead”: these are
written out for each order.
"""


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
        self.activity = s.activity
        self.objects = c.objects
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
                    self._not_too_many(verb, text)
                    self.speaking.whose(text)
                    self._read.setdefault(verb, []).append(text)
        texts_read = [text for read in self._read.values() for text in read]
        for number, text in enumerate(texts_read):
            text.number = number
        for text in texts_read:
            with self.report.recorded(text.spoken.path):
                self._not_by_way_of_verbs(text)
        with self.report.recorded():
            self.under_way.learn(texts_read, self._asked_again)

    def _not_by_way_of_verbs(self, text: Replacement) -> None:
        """Refuse what is done instead by a verb of the game that does what would be replaced: it would never end.

        Raises:
            MeaningError: RW0602.
        """
        if text.spoken.limits:
            return
        acts = [part for part in text.act.walk() if isinstance(part, N.Perform)]
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
        acts = (part for part in text.act.walk() if isinstance(part, N.Perform))
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
        texts = self._read.get(self._verb(node), [])
        return [other for other in texts if not other.inside and self.speaking.may_wait_for(other, node)]

    def instead(self, p: Flow, node: N.Perform, scope: Scope) -> bool:
        """Write an act with what texts may put in its place; False where none does."""
        others = [other for other in self.of(node) if not self.under_way.is_known(p, other)]
        if others:
            self.carry_out(p, node, others, scope)
        return bool(others)

    def carry_out(self, p: Flow, node: N.Perform, others: list[Replacement], scope: Scope) -> None:
        """An act, or what texts put in its place; where they only may, somebody chooses.

        A text that replaces one of several is asked for each of them, but only while it speaks: the same text in the
        box leaves the act whole.
        """
        noun = self._of_kinds(node, others, scope)
        if noun:
            p.gain_by_kind(noun, node, scope)
            return
        thing, act = node.slot("object"), partial(p.perform, node, scope, replaceable=False)
        if not isinstance(thing, N.Phrase) or self.objects.quantity(thing, scope).one:
            if any(self.speaking.open_card(other, node) for other in others):
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

    def _of_kinds(self, node: N.Perform, others: list[Replacement], scope: Scope) -> str:
        """What is gained of kinds that somebody chooses, of which texts replace single kinds; "" for anything else."""
        thing = node.slot("object")
        if node.verb != "gain" or not isinstance(thing, N.NounPhrase) or not isinstance(thing.noun, str):
            return ""
        kinds = self.layout.held_kinds(thing.noun)
        waited_for = [getattr(other.event.slot("object"), "noun", None) for other in others]
        count = self.objects.quantity(thing, scope)
        few = count.low == count.high and isinstance(count.low, Lit) and count.limits[0] <= AT_MOST
        plain = not thing.adjectives and all(isinstance(item, N.OfChoice) for item in thing.filters)
        return thing.noun if few and plain and all(noun in kinds for noun in waited_for) else ""

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
            titles = (node, *(other.act for other in choices))
            tests = [TRUE, *(self.speaking.holds(p, other, node, scope) for other in choices)]
            bodies: list[Callable[[], None]] = [partial(self._declined, p, choices, node, scope, otherwise)]
            for other in choices:
                done = partial(self.done.by_you, p, other, node, scope)
                left = [one for one in choices if one is not other]
                bodies.append(partial(self._declined, p, left, node, scope, done))
            of_it = all(map(of_the_same, choices))
            with nullcontext() if of_it else p.carried_through(), p.told_as_written(*titles[1:]):
                p.alternatives(titles, tests, bodies, False, node, scope)  # they speak to whoever acts

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
                with p.when(self.speaking.holds(p, other, node, scope)):
                    p.add(*self.limits.used(other.flag, scope.you))
        body()

    def _one_text(
        self, p: Flow, other: Replacement, node: N.Perform, scope: Scope, otherwise: Callable[[], None]
    ) -> None:
        """What one text puts in the place of an act of yours or of another player, or otherwise the act."""
        if other.own:
            done = partial(self.done.by_you, p, other, node, scope)
            p.branch(self.speaking.holds(p, other, node, scope), done, otherwise)
            return
        speaker = self.speaking.speaker(p, other, scope, [])
        test = both(expr("{} >= 0", speaker), *self.speaking.fits(other, node, scope))
        done = partial(self.done.by_another, p, other, scope, speaker, self.done.as_many(other, node, scope))
        self._replaced(p, other, test, speaker, node, scope, done, otherwise)

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
    ) -> None:
        """One of two: what a text says, where it speaks and is not declined, or what there would have been."""
        if not other.may:
            p.branch(test, done, otherwise)
            return
        chooser = expr("{} if {} >= 0 else {}", speaker, speaker, scope.you) if other.doer == YOU else scope.you

        def declined() -> None:
            if FIRST.intersection(other.spoken.limits):
                with p.when(test):
                    p.add(*self.limits.used(other.flag, speaker))
            otherwise()

        with p.carried_through():
            p.alternatives((node, other.act), [TRUE, test], [declined, done], False, node, scope, chooser)

    def inside(self, verb: str) -> list[Replacement]:
        """The texts that a verb of the game asks before it is done."""
        kind = str((self.source.verbs.get(verb) or {}).get("is"))
        texts = [*self._read.get(verb, []), *self._read.get(kind, [])]
        return [other for other in texts if other.inside]

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
        speaker = self.speaking.speaker(p, other, scope, slots)
        done = partial(self.done.by_another, p, other, scope, speaker, slots=slots)
        self._replaced(p, other, expr("{} >= 0", speaker), speaker, other.event, scope, done, otherwise)

    @staticmethod
    def _one(node: N.Perform) -> bool:
        thing = node.slot("object")
        return isinstance(thing, N.NounPhrase) and thing.determiner in ONE
