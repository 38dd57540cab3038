"""Verbs as events: what forbids them, what may be played into them, what listens to them, what may replace them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from rulewright.compiler.abilities.builtin_events import COUNTED, OF_CARDS
from rulewright.compiler.abilities.continuous_effects import ContinuousEffect
from rulewright.compiler.compiled import Compiled, Entry
from rulewright.compiler.ir.expressions import And, Collection, Expr, Lit, Name, both, literals
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.statements import Function, Return
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.decisions import Decision
from rulewright.compiler.statements.procedure import Procedure
from rulewright.language import nodes as N

if TYPE_CHECKING:
    from rulewright.compiler.builder import Builder


WHO = "whoever does it"
"""Who has set a trigger off, among the names that its effect knows."""

OWN_DEED = expr("actor == you")


class Events:
    """The verbs of one program."""

    def __init__(self, builder: Builder) -> None:
        self.b = builder

    def own_deeds(self, verb: str) -> list[str]:
        """The nouns that give a verb a meaning of their own; a kind comes before the kinds of it."""
        nouns = self.b.source.nouns
        found = [noun for noun in nouns if verb in (nouns[noun].get("deeds") or {})]
        return sorted(found, key=lambda noun: sum(self.b.expressions.fits(noun, other) for other in found))

    def check(self) -> None:
        """Refuse sentences about deeds that nothing tells of: they would silently do nothing."""
        told = {name for name, entry in self.b.source.verbs.items() if not entry.get("state")} | {"end"}
        said = self.b.continuous
        for table, heard in ((said.triggers, told), (said.bans, told), (said.replacements, told | OF_CARDS | COUNTED)):
            for verb, texts in table.items():
                for spoken in texts:
                    if verb not in heard and not (verb == "pay" and spoken.cost is not None):
                        self.b.at = spoken.path
                        self.b.record(
                            refuse(
                                spoken.node,
                                f"nothing tells when somebody does “{verb.replace('_', ' ')}”",
                                code="RW0602",
                            )
                        )
        self.b.replacements.check()

    def verb(self, verb: str) -> Compiled:
        """The procedure of a verb, with its bans, interjections and triggers."""
        name = f"verb_{verb}"
        if name in self.b.compiled:
            return self.b.compiled[name]
        entry = self.b.source.verbs[verb]
        if entry.get("later"):
            raise refuse(
                None,
                f"the meaning of “{verb.replace('_', ' ')}” follows later",
                "Give the verb a `do:`.",
                code="RW0604",
            )
        # An amount is called by its slot, which is a role noun of a number.
        slots = [(slot, slot if kind == "amount" else kind) for slot, kind in (entry.get("slots") or {}).items()]
        params = [(kind, self._param_type(kind)) for _, kind in slots]
        deed = self.b.source.deeds.get(verb)
        do = deed if deed is not None else self.b.definitions.word("verbs", verb).do

        def body(p: Procedure, scope: Scope) -> None:
            for number, (slot, kind) in enumerate(slots):
                scope.names[slot] = scope.names[kind]
                del number
            if entry.get("logged"):
                args = Collection("tuple", tuple(scope.names[kind].expr for _, kind in slots))
                # With the parts of a number, where the lexicon names one.
                told = self._parts_of(entry["logged"]) if isinstance(entry["logged"], str) else -1
                p.log("({}, {}, {}, {})", scope.you, Lit(verb), args, told)
            self.bans(verb, p, scope, slots)
            self.b.invariants.test(verb, p, scope, slots, before=True)
            self._interject(verb, p, scope, slots)
            if verb == self.b.source.turn_verb:  # what is limited is known only when all is compiled
                p.emit("RESET(s, TURN_FLAGS, ({},))", scope.you)
            if verb == self.b.source.round_verb:
                p.emit("RESET(s, ROUND_FLAGS, SEATS)")
            self._ended(verb, "start", p, scope)
            before = self.triggers(verb, p, scope, slots, "before")
            if before is not None:
                before()
            after = self.triggers(verb, p, scope, slots, "whenever")
            noted = self.b.history.note(verb, p, scope, slots)
            p.steps.block(do, scope)
            noted()
            self.b.invariants.test(verb, p, scope, slots, before=False)
            if after is not None:
                after()
            last = self.triggers(verb, p, scope, slots, "end")
            if last is not None:
                last()
            self._ended(verb, "end", p, scope)

        watched = any(
            verb in table or entry.get("is") in table for table in (self.b.continuous.triggers, self.b.continuous.bans)
        )
        return self.b.procedure(name, params, body, frames=watched or verb == self.b.source.turn_verb)

    def _parts_of(self, noun: str) -> Expr:
        """The parts of a number, for the log."""
        if self.b.source.nouns[noun].get("of"):
            raise refuse(
                None,
                f"the log cannot tell whose {noun.replace('_', ' ')} it is",
                "Name a number that is `of` nothing.",
                code="RW0603",
            )
        self.b.definitions.number(noun)
        return expr("tuple({}(s) or ())", f"why_{noun}")

    def _ended(self, verb: str, when: str, p: Procedure, scope: Scope) -> None:
        """What was to hold until now is over."""
        for what, name in (("turn", self.b.source.turn_verb), ("round", self.b.source.round_verb)):
            for cells, own in self.b.ends_at.get((what, when), []) if verb == name else []:
                if own:
                    p.emit("n[{} + {}] = 0", cells, scope.you)
                else:
                    p.emit("for o in SEATS: n[{} + o] = 0", cells)

    def _param_type(self, kind: str) -> str:
        """The type of a slot's value: of a resource it is how much."""
        found = self.b.expressions.type_of(kind)
        return "number" if found == "resource" else found

    def _spoken_about(self, table: dict[str, list[ContinuousEffect]], verb: str) -> list[ContinuousEffect]:
        return [*table.get(verb, []), *table.get(str(self.b.source.verbs.get(verb, {}).get("is")), [])]

    def bans(self, verb: str, p: Procedure, scope: Scope, slots: list[tuple[str, str]]) -> None:
        """`You cannot …`, `Nobody may …`: the act fails."""
        for spoken in self._spoken_about(self.b.continuous.bans, verb):
            node = spoken.node
            assert isinstance(node, N.Does) and isinstance(node.act, N.Perform)
            w = self.b.expressions.fresh()
            inner = scope.child()
            inner.you = w
            tests = [self.b.active(spoken, w)]
            with self.b.recorded(spoken.path):
                tests += self.b.matching.by(node.subject, scope.you, inner)
                if spoken.condition is not None:
                    tests.append(self.b.expressions.conditions.condition(spoken.condition, inner))
                tests += self.b.matching.matches(node.act, slots, inner)
            p.fail_if(expr("any({} for {} in SEATS)", both(*tests), w))

    def triggers(
        self, verb: str, p: Procedure, scope: Scope, slots: list[tuple[str, str]], stage: str
    ) -> Callable[[], None] | None:
        """Note at this point which triggers fit; the returned function writes what they do.

        The acting seat's come first, then those of the others in turn order; a seat puts its own in order.
        stage: `before` and `end` for triggers of these timings, `whenever` for all others.
        """
        table = self._trigger_table(verb, slots, stage)
        if not table:
            return None
        p.must_stop()
        self._brought(p, table)
        self.b.offers.append(table)
        args = [scope.names[kind].expr for _, kind in slots]
        pending, choice = p.slot(), p.slot()
        heard_now = expr("TRIGGERED(s, {}, {}, (*{},))", scope.you, len(self.b.offers) - 1, tuple(args))
        p.set(pending, heard_now)
        of_itself = tuple(number for number, entry in enumerate(table) if self._of_its_own_card(entry))
        if self._told_who(verb):
            args.append(scope.you)

        def run() -> None:
            if of_itself and stage == "whenever":  # what has only now come to where its text speaks hears of itself
                late = expr("[t for t in {} if t[1] in {} and t not in {}]", heard_now, literals(of_itself), pending)
                p.set(pending, expr("{} + {}", pending, late))
            head = p.block()
            end = self.b.label(p)
            seat = p.slot()
            p.goto_if(expr("not {}", pending), end)
            p.emit("{} = {}[0][3]", seat, pending)
            p.decide(Decision("trigger", "", choice.number, 0), expr("PENDING({})", pending), seat)
            p.emit("{} = [t for t in {} if t != {}]", pending, pending, choice)
            p.emit("f[0] = {}; TRIGGER(s, {}, {}, (*{},)); return", head, seat, choice, args)
            p.start(end)

        return run

    @staticmethod
    def _of_its_own_card(entry: Entry) -> bool:
        """Whether a text waits for what is done with the card on which it stands: `when you play this card`."""
        node = entry.title
        event = node.event if isinstance(node, N.Trigger) else None
        act = event.act if isinstance(event, N.Does) else None
        named = [slot.value for slot in act.slots] if isinstance(act, N.Perform) else []
        named += [event.subject] if isinstance(event, N.Passive) else []
        return any(getattr(phrase, "determiner", None) == N.Article(word="this") for phrase in named)

    def heard(self, verb: str) -> bool:
        """Whether a text waits for a verb."""
        return bool(self._spoken_about(self.b.continuous.triggers, verb))

    def before_the_end(self, p: Procedure, scope: Scope) -> None:
        """What happens at the end of the game, before it is over."""
        triggers = self.triggers("end", p, scope, [], "before")
        if triggers is not None:
            triggers()

    def _trigger_table(self, verb: str, slots: list[tuple[str, str]], stage: str) -> list[Entry]:
        table = []
        for spoken in self._spoken_about(self.b.continuous.triggers, verb):
            node = spoken.node
            assert isinstance(node, N.Trigger) and isinstance(node.event, N.Does)
            if spoken.cost is not None or stage != (node.timing if node.timing in ("before", "end") else "whenever"):
                continue
            act = node.event.act
            assert isinstance(act, N.Perform)
            name = f"trigger_{verb}_{spoken.number}"
            limit = self.b.flag(f"trigger_{spoken.number}", spoken.limits)  # whichever verb of a kind sets it off
            # "Once per turn, …, you may …" is over for whoever does it, the first time for whoever could.
            spends = "first_time_each_turn" in spoken.limits or not _offers(node.then)
            effect = self._effect(verb, name, spoken, node.then, slots, act, 0 if spends else limit)
            held = bool(spoken.component) and not spoken.lasting
            cards = tuple(self.b.layout.instances(spoken.component)) if held else ()
            zones = self.b.zones_by_seat(spoken.zones) if held else ()
            test = self._trigger_test(name, spoken, node.event, slots)
            own = self._of_own_deeds(test)
            table.append(
                Entry(spoken.said or node, effect, cards, zones, test, limit, spoken.heading, spends=spends, own=own)
            )
        return table

    def _of_own_deeds(self, test: str) -> bool:
        """Whether a trigger's test begins with its own seat being who acts."""
        match self.b.functions[test]:
            case Function(body=(Return(And((first, *_))),)) | Function(body=(Return(first),)):
                return first == OWN_DEED
        return False

    def _trigger_test(self, name: str, spoken: ContinuousEffect, event: N.Does, slots: list[tuple[str, str]]) -> str:
        """The function that says whether a deed is what a text listens for: (s, you, card, actor, slots …)."""
        act = event.act
        assert isinstance(act, N.Perform)
        params = ("s", "you", "card", "actor", *(f"a{i}" for i in range(len(slots))))

        def write() -> Expr:
            self.b.at = spoken.path
            x = self.b.expressions
            scope = Scope(Name("you"), Name("card"))
            for number, (slot, kind) in enumerate(slots):
                self.b.definitions.bind_slot(scope, slot, kind, f"a{number}")
            tests = [self.b.active(spoken, "you")] if spoken.lasting else []
            tests += self.b.matching.by(event.subject, Name("actor"), scope)
            x.references.know(event.subject, Ref(Name("actor"), "player", "player"), scope)
            if spoken.condition is not None:
                tests.append(x.conditions.condition(spoken.condition, scope))
            tests += self.b.matching.matches(act, slots, scope)
            return both(*tests)

        return self.b.function(f"fits_{name}", params, write)

    def _effect(
        self,
        verb: str,
        name: str,
        spoken: ContinuousEffect,
        then: N.Statement,
        slots: list[tuple[str, str]],
        act: N.Perform,
        uses: int = 0,
    ) -> Compiled:
        """What a trigger does: as much of it as can be done.

        uses: position of the flags of what is limited, noted only by whoever takes what is optional.
        """
        params = [(kind, self.b.expressions.type_of(kind)) for _, kind in slots]
        params += [(WHO, "player")] if self._told_who(verb) else []

        def body(p: Procedure, scope: Scope) -> None:
            for slot, kind in slots:
                self._told(act, slot, scope.names[kind], scope)
            who = scope.names.pop(WHO, None)
            if who is not None:
                ref = Ref(who.expr, "player", "player")
                assert isinstance(spoken.node, N.Trigger) and isinstance(spoken.node.event, N.Does)
                self.b.expressions.references.know(spoken.node.event.subject, ref, scope)
            scope.lenient = True
            scope.taken = self.b.used(uses, scope.you) if uses else ()
            self.b.at = spoken.path
            p.sentences.in_order((then, *spoken.more), lambda sentence: p.sentences.statement(sentence, scope), scope)

        return self.b.procedure(name, params, body, this=True, frames=True)

    def _told(self, act: N.Perform, slot: str, ref: Ref, scope: Scope) -> None:
        """What an event says of a slot: what it calls by a noun, or leaves open, can be meant from then on."""
        value, references = act.slot(slot), self.b.expressions.references
        if isinstance(value, N.NounPhrase) and isinstance(value.noun, str):
            references.know(value, Ref(ref.expr, ref.type, value.noun), scope)
            for item in value.filters:  # a field with a worker: that worker is there
                if isinstance(item, N.With) and isinstance(item.phrase, N.NounPhrase) and ref.type == "space":
                    references.know(item.phrase, Ref(ref.expr, "space", str(item.phrase.noun)), scope)
        elif value is None:
            references.know_slot(act, slot, ref, scope)

    def _told_who(self, verb: str) -> bool:
        """Whether the effects of a verb's triggers are told who does it, because one speaks of "them"."""
        return any(
            isinstance(spoken.node, N.Trigger)
            and isinstance(spoken.node.event, N.Does)
            and spoken.node.event.subject != N.Pronoun(word="you")
            and any(map(self._of_them, (spoken.node.then, *spoken.more)))
            for spoken in self._spoken_about(self.b.continuous.triggers, verb)
        )

    def _of_them(self, sentence: N.Node) -> bool:
        """Whether a sentence speaks of a player who was spoken of before."""
        type_of = self.b.expressions.type_of
        for part in sentence.walk():
            match part:
                case N.Pronoun(word="they" | "them") | N.Article(word="their") | N.Quantity(article="their"):
                    return True
                case N.NounPhrase(determiner=N.Article(word="that"), noun=str(noun)) if type_of(noun) == "player":
                    return True
        return False

    @staticmethod
    def _brought(p: Procedure, table: Sequence[Entry]) -> None:
        """Note what these entries may bring."""
        for entry in table:
            p.gained = p.gained or entry.procedure.gained
            p.raised |= entry.procedure.raised

    def _interject(self, verb: str, p: Procedure, scope: Scope, slots: list[tuple[str, str]]) -> None:
        """Cards that may be played into a deed as it begins."""
        table = self.interjections(verb, slots)
        if not table:
            return
        p.must_stop()
        self._brought(p, table)
        choice = p.slot()
        number = len(self.b.offers)
        self.b.offers.append(table)
        head = p.block()
        end = self.b.label(p)
        args = [scope.names[kind].expr for _, kind in slots]
        options = expr("[-1, *ENTRIES(s, {}, {}, (*{},))]", scope.you, number, args)
        p.decide(Decision("entry", "", choice.number, 0), options, p.asked(p.you))
        p.goto_if(expr("{} == -1", choice), end)
        p.emit("f[0] = {}; START(s, {}, {}, (*{},)); return", head, scope.you, choice, args)
        p.start(end)

    def interjections(self, verb: str, slots: list[tuple[str, str]]) -> list[Entry]:
        """What may be played into a deed as it begins, as a table to offer from."""
        table = []
        for spoken in self._spoken_about(self.b.continuous.triggers, verb):
            node = spoken.node
            if spoken.cost is None or not isinstance(node, N.Trigger) or not isinstance(node.event, N.Does):
                continue
            act = node.event.act
            assert isinstance(act, N.Perform)
            if verb == "pay" and not self._any_resource(act):
                what = "only paying any resource is listened for, not paying this one"
                self.b.at = spoken.path
                self.b.record(refuse(act.slot("object") or act, what, code="RW0602"))
                continue
            if verb == "pay":
                act = replace(act, slots=())
            name = f"interject_{verb}_{spoken.number}"
            params = [(kind, self.b.expressions.type_of(kind)) for _, kind in slots]
            test = self._entry_test(name, spoken, node, act, slots)

            def body(
                p: Procedure,
                scope: Scope,
                spoken: ContinuousEffect = spoken,
                node: N.Trigger = node,
                act: N.Perform = act,
            ) -> None:
                for slot, kind in slots:
                    self._told(act, slot, scope.names[kind], scope)
                p.steps.block(spoken.cost, scope)
                self.b.at = spoken.path
                for sentence in (node.then, *spoken.more):
                    p.sentences.statement(sentence, scope)

            procedure = self.b.procedure(name, params, body, this=True, frames=True)
            cards = tuple(self.b.layout.instances(spoken.component))
            table.append(
                Entry(
                    node,
                    procedure,
                    cards,
                    self.b.zones_by_seat(spoken.zones),
                    test,
                    self.b.flag(name, spoken.limits),
                    spoken.heading,
                )
            )
        return table

    def _any_resource(self, act: N.Perform) -> bool:
        """Whether an act names any of the resources whose payment can be changed: nothing tells them apart."""
        thing = act.slot("object")
        noun = thing.noun if isinstance(thing, N.NounPhrase) and not thing.filters else None
        kinds = [name for name, entry in self.b.source.nouns.items() if entry.get("is") == "resource"]
        return isinstance(noun, str) and all(self.b.expressions.fits(kind, noun) for kind in kinds)

    def _entry_test(
        self, name: str, spoken: ContinuousEffect, node: N.Trigger, act: N.Perform, slots: list[tuple[str, str]]
    ) -> str:
        """The function that says whether an interjection would do anything: (s, you, card, slots …)."""
        params = ("s", "you", "card", *(f"a{i}" for i in range(len(slots))))

        def write() -> Expr:
            self.b.at = spoken.path
            scope = Scope(Name("you"), Name("card"))
            for number, (slot, kind) in enumerate(slots):
                self.b.definitions.bind_slot(scope, slot, kind, f"a{number}")
            tests = (
                [self.b.expressions.conditions.condition(spoken.condition, scope)]
                if spoken.condition is not None
                else []
            )
            tests += self.b.matching.matches(act, slots, scope)
            if isinstance(node.then, N.If) and node.then.otherwise is None:
                tests.append(self.b.expressions.conditions.condition(node.then.condition, scope))
            for part in node.then.walk():
                if isinstance(part, N.Perform) and part.verb in ("double", "count_as"):
                    kind = "double" if part.verb == "double" else "convert"
                    tests.append(expr("not n[{} + you]", self.b.next_flags[kind]))
            return both(*tests)

        return self.b.function(f"may_{name}", params, write)

    def write_states(self) -> None:
        """Triggers on something coming true: a test, an effect, a flag that remembers."""
        for spoken in self.b.continuous.states:
            trigger = spoken.node
            assert isinstance(trigger, N.Trigger)
            tests = [self.b.active(spoken, "you")]
            with self.b.recorded(spoken.path):
                if spoken.condition is not None:
                    tests.append(self.b.expressions.conditions.condition(spoken.condition, Scope(Name("you"))))
                tests.append(self.b.expressions.conditions.condition(trigger.event, Scope(Name("you"))))
            test = self.b.function(f"state_{spoken.number}", ("s", "you"), partial(both, *tests))
            effect = self._effect("", f"state_effect_{spoken.number}", spoken, trigger.then, [], N.Perform(verb=""))
            flag = self.b.layout.reserve(self.b.players)
            once = self.b.flag(f"state_once_{spoken.number}", spoken.limits)
            held = spoken.component and not spoken.lasting
            card = (self.b.layout.instances(spoken.component) or [-1])[0] if held else -1
            self.b.state_triggers.append((test, effect, flag, card))
            self.b.namespace.setdefault("ONCE", {})[len(self.b.state_triggers) - 1] = once


def _offers(then: N.Statement) -> bool:
    """Whether a trigger only offers something."""
    return isinstance(then, N.Does) and then.modal == "may"
