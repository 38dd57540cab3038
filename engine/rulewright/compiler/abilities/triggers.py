"""What listens to a deed: the tests of triggers, and what each of them does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from rulewright.compiler.abilities import of_nobody
from rulewright.compiler.abilities.builtin_events import (
    COUNTED,
    HEARD_OF_CARDS,
    OF_CARDS,
    of_a_card,
    of_this_card,
)
from rulewright.compiler.abilities.continuous_effects import ContinuousEffect
from rulewright.compiler.abilities.matching import Matching, asks_who
from rulewright.compiler.abilities.pieces.deeds import TOLD as OF_PIECES
from rulewright.compiler.compiled import Compiled, Entry
from rulewright.compiler.expressions.phrases import some_of
from rulewright.compiler.ir.expressions import TRUE, And, Expr, Name, Slot, both, either, literals, negation
from rulewright.compiler.ir.quote import Hole, expr
from rulewright.compiler.ir.statements import Function, Return
from rulewright.compiler.layout.kept_things import KeptThings
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.procedures.decisions import Decision, Reaction
from rulewright.compiler.procedures.flow import Flow, WriteIn
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.attempts import whole
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.procedure import Procedure, Procedures
from rulewright.compiler.times import OVER
from rulewright.language import nodes as N
from rulewright.language.trees.alternatives import is_toll
from rulewright.language.trees.past import avoided_by
from rulewright.meaning import model as m
from rulewright.meaning.resolution import Key

KEPT = "who was chosen before"
"""A player of whom something that was put off speaks, among the names that it knows."""
LAY = "where cards lay"
"""Where all cards lay before an event, among the names that its effect knows."""
WHO = "whoever does it"
LIES = "where the card lies that was heard of"
"""Who has set a trigger off, among the names that its effect knows."""

FROM_WHERE = "Say from where: “when this card is discarded from …”; or give the text a heading that is active there."
OWN_DEED = expr("actor == you")
TOLD_AFTERWARDS = frozenset(told for verb in HEARD_OF_CARDS for told in of_a_card(f"{verb}_card"))
"""Events of the core that are told when the card lies where it came to."""
COMES = frozenset(of_a_card("come_card"))


class Listening(NamedTuple):
    """What listens to an event, and which of the program's tables it is."""

    table: list[Entry]
    number: int


class Triggers:
    """The triggers of one program. state_triggers: those on something coming true."""

    def __init__(self, c: Context, procedures: Procedures, matching: Matching) -> None:
        s = c.services
        self.source = s.source
        self.layout = s.layout
        self.report = s.report
        self.texts = s.texts
        self.module = s.module
        self.tables = s.tables
        self.limits = s.limits
        self.continuous = s.continuous
        self.activity = s.activity
        self.x = c.x
        self.definitions = c.definitions
        self.offers = c.blocks.offers
        self.procedures = procedures
        self.matching = matching
        self.state_triggers: list[tuple[str, Compiled, int, int]] = []
        self._heard: set[str] = set()  # the verbs of which something tells

    def has_triggers(self, verb: str) -> bool:
        """Whether a text waits for a verb."""
        return bool(self.about(self.continuous.triggers, verb))

    def triggers(
        self, verb: str, p: Flow, scope: Scope, slots: list[tuple[str, str]], stage: str, lay: Expr | None = None,
        noted: tuple[Listening, Expr] | None = None,
    ) -> Callable[[], None] | None:  # fmt: skip
        """Note at this point which triggers fit; the returned function writes what they do.

        The acting seat's come first, then those of the others in turn order; a seat puts its own in order.
        stage: `before` and `end` for triggers of these timings, `whenever` for all others.
        lay: where all cards lay before it was done; without it, where they lie at this point.
        noted: what listens, and which of it fitted, where that was noted before.
        """
        listening = noted[0] if noted is not None else self.listening(verb, p, slots, stage, scope.nobody)
        if listening is None:
            return None
        table = listening.table
        args = [scope.names[kind].expr for _, kind in slots]
        pending, choice = p.slot(), p.slot()
        asked = [*args, lay] if lay is not None and self._asks_where_all_lay(verb, slots) else args
        heard_now = noted[1] if noted is not None else self.heard(listening, scope.you, expr("(*{},)", tuple(asked)))
        p.set(pending, heard_now)
        of_itself = tuple(number for number, entry in enumerate(table) if _of_its_own_card(entry.title))
        # Something limited may be used up meanwhile, by the same thing happening within what is done here.
        limited = ((number, entry.limit) for number, entry in enumerate(table) if entry.limit)
        left = [expr("not (t[1] == {} and n[{} + t[3]])", number, limit) for number, limit in limited]
        moved = [number for number, entry in enumerate(table) if entry.moves_it]
        lies = p.slot() if moved or self._moved_by(verb) else None
        if lies is not None:
            p.set(lies, expr("s.where[{}]", args[0]))
        if moved and stage == "whenever":  # what has been taken away meanwhile is found no more
            left.append(expr("not (t[1] in {} and s.where[{}] != {})", literals(moved), args[0], lies))
        if self._told_who(verb):
            args.append(scope.you)
        tolls = any(is_toll(entry.title) for entry in table if isinstance(entry.title, N.Node))
        if self._asked_whose(verb):
            if lay is None:
                lay = p.variable()
                p.emit("{} = s.where[:]", lay)
            args.append(lay)
        if lies is not None and self._moved_by(verb):
            args.append(lies)

        def run() -> None:
            if of_itself and stage == "whenever":  # what has only now come to where its text speaks hears of itself
                late = expr("[t for t in {} if t[1] in {} and t not in {}]", heard_now, literals(of_itself), pending)
                p.set(pending, expr("{} + {}", pending, late))
            head = p.block()
            end = p.label()
            seat = p.slot()
            if left:
                p.set(pending, expr("[t for t in {} if {}]", pending, both(*left)))
            p.goto_if(expr("not {}", pending), end)
            p.emit("{} = {}[0][3]", seat, pending)
            if tolls:  # what is set off can fail: whoever looks ahead goes on behind it
                p.fail_if(expr("{} < 0", seat))
            p.decide(Decision("trigger", "", choice.number, 0), expr("PENDING({})", pending), seat)
            p.emit("{} = [t for t in {} if t != {}]", pending, pending, choice)
            p.emit("f[0] = {}; TRIGGER(s, {}, {}, (*{},)); return", head, seat, choice, args)
            p.start(end)

        return run

    def listening(
        self, verb: str, p: Flow, slots: list[tuple[str, str]], stage: str = "whenever", nobody: bool = False
    ) -> Listening | None:
        """What listens to a verb, to offer from; None where nothing does. nobody: the rules do it, and no player."""
        table = self.table(verb, slots, stage, nobody)
        if not table:
            return None
        p.must_stop()
        self.brought(p, table)
        self.offers.append(table)
        return Listening(table, len(self.offers) - 1)

    @staticmethod
    def heard(listening: Listening, seat: Expr, args: Expr) -> Expr:
        """Which of what listens fits something that a seat does, as a list."""
        return expr("TRIGGERED(s, {}, {}, {})", seat, listening.number, args)

    def table(self, verb: str, slots: list[tuple[str, str]], stage: str, nobody: bool = False) -> list[Entry]:
        """The triggers of a verb, as a table to offer from. stage, nobody: see `triggers` and `listening`."""
        table = []
        self._heard.add(verb)
        for spoken in self.about(self.continuous.triggers, verb):
            node = spoken.node
            assert isinstance(node, N.Trigger) and isinstance(node.event, N.Does)
            if spoken.cost is not None or stage != self._stage(node, verb) or (nobody and asks_who(spoken)):
                continue
            act = node.event.act
            assert isinstance(act, N.Perform)
            with self.report.recorded(spoken.path):
                self._speaks_there(spoken, act)
                self._same_afterwards(spoken, node)
            name = f"trigger_{verb}_{spoken.number}"
            limit = self.limits.flag(f"trigger_{spoken.number}", spoken.limits)  # whichever verb of a kind sets it off
            # "Once per turn, …, you may …" is over for whoever does it, "…, if …, …" where that was so; the first time
            # for whoever could.
            avoided = avoided_by(node.then, self.source.is_state)
            asks = avoided is None and _asks(node.then, spoken)
            spends = bool(OVER.intersection(spoken.limits)) or not (_offers(node.then) or asks)
            effect = self._effect(verb, name, spoken, node.then, slots, act, 0 if spends else limit)
            held = bool(spoken.component) and not spoken.lasting
            cards = tuple(self.layout.instances(spoken.component)) if held else ()
            zones = self.tables.zones_by_seat(spoken.zones) if held else ()
            cards = spoken.those.listeners if spoken.those is not None else cards
            of_itself = _of_its_own_card(node) or self._may_be_its_own(spoken, act, slots)
            if held and verb in TOLD_AFTERWARDS and of_itself:  # its test tells where it must have lain
                zones = (tuple(range(-1, self.layout.zone_count)),) * self.layout.players
            test = self._trigger_test(name, spoken, node.event, slots, verb)
            own = self._of_own_deeds(test)
            table.append(
                Entry(
                    spoken.said or node,
                    effect,
                    cards,
                    zones,
                    test,
                    limit,
                    spoken.heading,
                    spends=spends,
                    own=own,
                    moves_it=slots[:1] == [("object", "card")] and self._moves_it(spoken, node, act),
                    those=spoken.those.named() if spoken.those is not None else (),
                )
            )
        return table

    def _stage(self, node: N.Trigger, verb: str) -> str:
        """When a trigger is asked: what comes after a turn or a round when that ends, not when it began."""
        if node.timing in ("before", "end"):
            return node.timing
        return "end" if verb in (self.source.turn_verb, self.source.round_verb) else "whenever"

    def _speaks_there(self, spoken: ContinuousEffect, act: N.Perform) -> None:
        """Refuse a text that waits for its card to be discarded, and speaks neither where that lay nor where it comes.

        Raises:
            MeaningError: RW0602.
        """
        if not act.verb.startswith("discard_card") or not spoken.zones or not of_this_card(act):
            return
        usual = self.source.zones.get("discard") or {}
        said = act.slot("from")
        lay = self.layout.includes(str(said.noun)) if isinstance(said, N.NounPhrase) else as_list(usual.get("from"))
        if lay and not {*lay, *as_list(usual.get("to"))} & {*spoken.zones}:
            raise refuse(act, "this card says nothing where it lies before that", FROM_WHERE, code="RW0602")

    def _same_afterwards(self, spoken: ContinuousEffect, node: N.Trigger) -> None:
        """Refuse who does something described by what it changes: deeds of the core are told when they are done.

        Raises:
            MeaningError: RW0602.
        """
        said = spoken.said if isinstance(spoken.said, N.Trigger) else node
        event = said.event
        if not isinstance(event, N.Does) or not isinstance(event.act, N.Perform) or node.timing == "before":
            return
        thing, who = event.act.slot("object"), event.subject
        verb = event.act.verb
        of_cards = verb in OF_CARDS and (verb not in COUNTED or self.source.of_cards(thing))
        if not isinstance(who, N.NounPhrase) or not (of_cards or event.act.verb in COUNTED):
            return
        gained = getattr(thing, "noun", None)
        for part in (part for item in who.filters for part in item.walk()):
            noun = part.noun if isinstance(part, N.NounPhrase) and isinstance(part.noun, str) else ""
            kind = self.source.type_of(noun) if noun else ""
            same = isinstance(gained, str) and (self.source.fits(noun, gained) or self.source.fits(gained, noun))
            if kind == "number" or (kind in ("card", "zone") if of_cards else kind == "resource" and same):
                hint = "What is so afterwards is a condition: “whenever a player …, if they have …”."
                raise refuse(part, "this is changed by what is waited for, and told only afterwards", hint, "RW0602")

    def write_unheard(self, verb: str) -> None:
        """Write what waits for a verb of which nothing tells, as long as no rule and no other text does it."""
        if verb not in self._heard:
            slots = list((self.source.verbs.get(verb) or {}).get("slots", {}).items())
            for stage in ("before", "whenever", "end"):
                self.table(verb, slots, stage)

    def _of_own_deeds(self, test: str) -> bool:
        """Whether a trigger's test begins with its own seat being who acts."""
        match self.module.functions[test]:
            case Function(body=(Return(And((first, *_))),)) | Function(body=(Return(first),)):
                return first == OWN_DEED
        return False

    def _trigger_test(
        self, name: str, spoken: ContinuousEffect, event: N.Does, slots: list[tuple[str, str]], told: str
    ) -> str:  # fmt: skip
        """The function that says whether a deed is what a text listens for: (s, you, card, actor, slots …)."""
        act = event.act
        assert isinstance(act, N.Perform)
        params = ("s", "you", "card", "actor", *(f"a{i}" for i in range(len(slots))))
        if self._asks_where_all_lay(told, slots):
            params = (*params, "before")

        def write() -> Expr:
            self.report.at = spoken.path
            x = self.x
            scope = Scope(Name("you"), Name("card"))
            for number, (slot, kind) in enumerate(slots):
                self.definitions.bind_slot(scope, slot, kind, f"a{number}")
            tests = [self.activity.active(spoken, "you")] if spoken.lasting and spoken.those is None else []
            if spoken.those is not None:
                tests += self._knows_those(spoken.those, Name("card"), scope)
            tests += self._once(spoken, Name("card"))
            if self._of_whoever_was_chosen(spoken) and spoken.kept is not None:
                tests.append(self._kept_so_often(spoken, Name("you"), Name("actor")))
                scope.refs[spoken.kept] = Ref(Name("actor"), "player", "player")
            tests += self.matching.by(event.subject, act, Name("actor"), scope)
            x.references.know(event.subject, Ref(Name("actor"), "player", "player"), scope)
            if spoken.condition is not None:
                tests.append(x.conditions.condition(spoken.condition, scope))
            if spoken.theirs:
                tests.append(self._kept_so_often(spoken, Name("you"), Name("actor")))
            tests += self.matching.matches(act, slots, scope)
            if act.verb not in TOLD_AFTERWARDS or not spoken.zones:
                return both(*tests)
            if _of_its_own_card(spoken.node):  # it hears of its coming and of its leaving
                lay = next(Name(f"a{number}") for number, (slot, _) in enumerate(slots) if slot == "from")
                where = (expr("s.where[card]"), lay)
                tests.append(either(*(self.activity.speaks_from(spoken, zone, Name("you")) for zone in where)))
                return both(*tests)
            # what has only now come to where its text speaks did not hear of it
            of_others = [expr("a0 != card")] if len(spoken.zones) == 1 else []
            if self._may_be_its_own(spoken, act, slots):
                # It spoke before, and speaks still: of two that are exchanged for each other none hears the other.
                for zone in (expr("s.where[card]"), expr("before[card]")):
                    of_others.append(self.activity.speaks_from(spoken, zone, Name("you")))
                return both(*tests, either(both(*of_others), self._of_itself(spoken, act, slots)))
            return both(*tests, *of_others)

        return self.module.function(f"fits_{name}", params, write)

    def _may_be_its_own(self, spoken: ContinuousEffect, act: N.Perform, slots: list[tuple[str, str]]) -> bool:
        """Whether what a text waits for may be done with its own card: that leaves where it speaks, or comes there."""
        thing = act.slot("object")
        if not spoken.component or spoken.lasting or not isinstance(thing, N.NounPhrase) or "other" in thing.adjectives:
            return False
        told_where = any(slot == "from" for slot, _ in slots)
        kind = self.source.ruleset.components[spoken.component].kind
        return told_where and isinstance(thing.noun, str) and self.source.fits(kind, thing.noun)

    def _asks_where_all_lay(self, verb: str, slots: list[tuple[str, str]]) -> bool:
        """Whether the tests of a verb's triggers are told where all cards lay before it was done."""
        return verb in TOLD_AFTERWARDS and any(
            isinstance(spoken.node, N.Trigger)
            and isinstance(spoken.node.event, N.Does)
            and isinstance(spoken.node.event.act, N.Perform)
            and self._may_be_its_own(spoken, spoken.node.event.act, slots)
            for spoken in self.about(self.continuous.triggers, verb)
        )

    def _of_itself(self, spoken: ContinuousEffect, act: N.Perform, slots: list[tuple[str, str]]) -> Expr:
        """The test whether it was done with its own card, which left where it speaks, or comes there."""
        lay = next(Name(f"a{number}") for number, (slot, _) in enumerate(slots) if slot == "from")
        zones = (lay, expr("s.where[card]")) if act.verb in COMES else (lay,)
        where = (self.activity.speaks_from(spoken, zone, Name("you")) for zone in zones)
        return both(expr("a0 == card"), either(*where))

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
        params = [(kind, self.source.type_of(kind)) for _, kind in slots]
        params += [(WHO, "player")] if self._told_who(verb) else []
        params += [(LAY, "zones")] if self._asked_whose(verb) else []
        params += [(LIES, "zone")] if self._moved_by(verb) else []

        def body(p: Procedure, scope: Scope) -> None:
            if verb in OF_PIECES:
                self.matching.pieces.told(act, p, scope)
            for slot, kind in slots if verb not in OF_PIECES else ():
                if kind == "number":
                    self._so_many(spoken, scope.names[kind].expr, scope)
                else:
                    self.told(act, slot, scope.names[kind], scope)
            lay = scope.names.pop(LAY, None)
            scope.lay = (lay.expr,) if lay is not None else ()
            self._lies_there(act, scope.names.pop(LIES, None), scope)
            self._done_by(spoken, scope.names.pop(WHO, None), scope)
            scope.lenient = True
            scope.partial = not (self.source.headings.get(spoken.heading) or {}).get("whole")
            scope.taken = self.limits.used(uses, scope.you) if uses else ()
            self.report.at = spoken.path

            def once(scope: Scope) -> None:
                p.reacting = partial(self._reaction, spoken, scope)
                parts = (then, *spoken.more)
                one = partial(p.sentences.statement, scope=scope)
                if not is_toll(spoken.node):
                    p.partial.priced(parts, scope, lambda: p.sentences.in_order(parts, one, scope, True))
                    return
                # Who cannot pay it cannot do what it is paid for.
                whole(scope, partial(p.sentences.in_order, (then,), one, scope))
                p.sentences.in_order(spoken.more, one, scope, True)

            if spoken.those is not None:
                self._of_those(p, spoken, spoken.those, scope, once)
            elif spoken.lasting:
                self._as_often_as_it_holds(p, spoken, scope, once)
            else:
                once(scope)

        return self.procedures.procedure(name, params, body, this=True, frames=True)

    def _reaction(self, spoken: ContinuousEffect, scope: Scope, asked: Decision) -> Reaction:
        """Whose text asks something, and what its words mean that was spoken of before."""
        return Reaction(
            spoken.component, tuple(self._spoken_of(words, scope) for words in (asked.prompt, *asked.titles))
        )

    def _spoken_of(self, words: object, scope: Scope) -> tuple[tuple[str, int], ...]:
        """Type and slot of what some words mean that was spoken of before."""
        things: dict[tuple[str, int], None] = {}
        for part in words.walk() if isinstance(words, N.Node) else ():
            key, meant = self.texts.resolution.of(part), self.texts.resolution.meant(part)
            ref = scope.refs.get(key) if key is not None and isinstance(meant, m.Known) else None
            if ref is not None and ref.type in ("card", "space", "player") and isinstance(ref.expr, Slot):
                things[ref.type, ref.expr.number] = None
        return tuple(things)

    def _done_by(self, spoken: ContinuousEffect, who: Ref | None, scope: Scope) -> None:
        """Who has done what was heard of, for what goes on to speak of them."""
        if who is not None and spoken.theirs:
            scope.names[KEPT] = who
        elif who is not None:
            ref = Ref(who.expr, "player", "player")
            assert isinstance(spoken.node, N.Trigger) and isinstance(spoken.node.event, N.Does)
            self.x.references.know(spoken.node.event.subject, ref, scope)
            if self._of_whoever_was_chosen(spoken) and spoken.kept is not None:
                scope.refs[spoken.kept] = ref

    def _once(self, spoken: ContinuousEffect, card: Expr | None = None) -> list[Expr]:
        """The test by which a text that nobody has is done once, and not for each player; card: which one, if told."""
        test = of_nobody.once(spoken, self.source)
        if test == TRUE or of_nobody.always_nobodys(spoken, self.source):
            return [test] if test != TRUE else []
        zones = self.tables.zones_by_seat(of_nobody.nobodys_zones(spoken, self.source))[0]
        copies = [card] if card is not None else self.layout.instances(spoken.component)
        nobodys = either(*(expr("s.where[{}] in {}", copy, literals(zones)) for copy in copies))
        return [either(test, negation(nobodys))]

    @staticmethod
    def _of_whoever_was_chosen(spoken: ContinuousEffect) -> bool:
        """Whether a text waits for a time for what a player does who was chosen before."""
        return spoken.kept is not None and not spoken.put_off and not spoken.theirs

    def _kept_so_often(self, spoken: ContinuousEffect, seat: Hole, other: Hole) -> Expr:
        """How often a seat has said something of another player that is put off until that player's turn."""
        players = self.layout.players
        return expr("n[{} + {} * {} + {}]", spoken.lasting + players, seat, players, other)

    @staticmethod
    def _knows_those(those: KeptThings, listener: Expr, scope: Scope) -> list[Expr]:
        """Whether a seat has said something of the things that listen; from here on it is known which these are."""
        number = those.number_of(listener)
        things = those.things(number)
        for key, noun, kind, thing in zip(those.keys, those.nouns, those.types, things, strict=True):
            scope.refs[key] = Ref(thing, kind, noun)
        if those.this >= 0:
            scope.this = things[those.this]
        return [those.counter(scope.you, number)]

    def _of_those(
        self, p: Procedure, spoken: ContinuousEffect, those: KeptThings, scope: Scope, once: WriteIn
    ) -> None:  # fmt: skip
        """What was said of some things, as often as it was said of them; what was put off is over before it is done."""
        assert scope.this is not None
        often = p.variable()
        number = those.number_of(scope.this)
        (counter,) = self._knows_those(those, scope.this, scope)
        p.set(often, counter)
        if those.lies:  # where this moves it is told to whatever goes on from it, and not to the next time
            lies = p.variable()
            p.set(lies, those.lay(scope.you, number))
            card = those.keys[those.card]
            scope.refs[card] = replace(scope.refs[card], lies=lies)
        if spoken.put_off:
            p.emit("n[{} + {}] = n[{} + {}] - {}", spoken.lasting, scope.you, spoken.lasting, scope.you, often)
            p.emit("{} = 0", counter)
        p.loop(expr("range({})", often), "number", "", None, scope, once)

    def _at_their_turn(
        self, p: Procedure, spoken: ContinuousEffect, kept: Key, scope: Scope, once: WriteIn
    ) -> None:  # fmt: skip
        """What was put off until the turn of a player, as often as it was said of that one; it is over before."""
        whose = scope.names.pop(KEPT)
        often = p.variable()
        counted = self._kept_so_often(spoken, scope.you, whose.expr)
        p.set(often, counted)
        p.emit("n[{} + {}] = n[{} + {}] - {}", spoken.lasting, scope.you, spoken.lasting, scope.you, often)
        p.emit("{} = 0", counted)

        def one(inner: Scope) -> None:
            inner.refs[kept] = replace(whose, noun="player")
            once(inner)

        p.loop(expr("range({})", often), "number", "", None, scope, one)

    def _for_each_kept(
        self, p: Procedure, spoken: ContinuousEffect, kept: Key, scope: Scope, once: WriteIn
    ) -> None:  # fmt: skip
        """What was put off and speaks of a player who was chosen then, for each of them as often as it was said."""
        row = expr("{} + {} * {}", spoken.lasting + self.layout.players, scope.you, self.layout.players)
        chosen = p.variable()
        p.set(chosen, expr("[o for o in SEATS for k in range(n[{} + o])]", row))
        for seat in range(self.layout.players):
            p.emit("n[{} + {}] = 0", row, seat)

        def one(inner: Scope) -> None:
            inner.refs[kept] = replace(inner.names.pop(KEPT), noun="player")
            once(inner)

        p.loop(chosen, "player", KEPT, KEPT, scope, one)

    def _as_often_as_it_holds(
        self, p: Procedure, spoken: ContinuousEffect, scope: Scope, once: WriteIn
    ) -> None:  # fmt: skip
        """What was said for a time twice is done twice; what was put off is over before it is done."""
        often = p.variable()
        cell = expr("n[{} + {}]", spoken.lasting, scope.you)
        if spoken.kept is not None and spoken.theirs:
            self._at_their_turn(p, spoken, spoken.kept, scope, once)
            return
        if spoken.kept is not None and self._of_whoever_was_chosen(spoken):
            p.set(often, self._kept_so_often(spoken, scope.you, scope.refs[spoken.kept].expr))
            p.loop(expr("range({})", often), "number", "", None, scope, once)
            return
        if spoken.kept is not None:
            self._for_each_kept(p, spoken, spoken.kept, scope, once)
            p.emit("{} = 0", cell)
            return
        p.set(often, self.activity.times(spoken, scope.you))
        if spoken.put_off:
            p.emit("{} = 0", cell)
        p.loop(expr("range({})", often), "number", "", None, scope, once)

    @staticmethod
    def _so_many(spoken: ContinuousEffect, many: Expr, scope: Scope) -> None:
        """How much it was that a text waits for can be asked: `the number of gems gained this way`, `the result`."""
        said = spoken.said
        assert isinstance(said, N.Trigger) and isinstance(said.event, N.Does | N.Passive)
        thing: N.Node | None
        if isinstance(said.event, N.Passive):
            verb, thing = said.event.verb, said.event.subject
        else:
            assert isinstance(said.event.act, N.Perform)
            verb, thing = said.event.act.verb, said.event.act.slot("object")
        assert isinstance(thing, N.NounPhrase)
        if verb == "roll":
            scope.names["result"] = Ref(many, "number", "result")
            return
        way = N.Participle(verb=verb)
        scope.done[N.NounPhrase(noun=thing.noun, filters=(way,))] = many

    def told(self, act: N.Perform, slot: str, ref: Ref, scope: Scope) -> None:
        """What an event says of a slot: what it calls by a noun, or leaves open, can be meant from then on."""
        value, references = act.slot(slot), self.x.references
        if ref.type == "zone" and isinstance(value, N.NounPhrase):
            owner = references.owner_of(ref.expr)
            if self.source.type_of(str(value.noun)) == "player":  # from whom a card is taken
                ref = owner
            elif isinstance(value.determiner, N.Possessive):  # from whose hand it is
                references.know(value.determiner.owner, owner, scope)
        if isinstance(value, N.NounPhrase) and isinstance(value.noun, str):
            references.know(value, Ref(ref.expr, ref.type, value.noun), scope)
            references.know_beside(value, ref, scope)
        elif isinstance(value, N.PartOf) and isinstance(whole := some_of(value), N.NounPhrase):  # one of your fields
            references.know(value, Ref(ref.expr, ref.type, str(whole.noun)), scope)
        elif value is None:
            references.know_slot(act, slot, ref, scope)

    def _lies_there(self, act: N.Perform, lies: Ref | None, scope: Scope) -> None:
        """The card that was heard of lies where it did then, for what goes on to move it."""
        thing = act.slot("object")
        key = self.texts.resolution.of(thing) if thing is not None else None
        ref = scope.refs.get(key) if key is not None else None
        if lies is not None and key is not None and ref is not None:
            scope.refs[key] = replace(ref, lies=lies.expr)

    def _moved_by(self, verb: str) -> bool:
        """Whether a text that hears of a verb goes on to move the card that it has heard of."""
        slots = (self.source.verbs.get(verb) or {}).get("slots") or {}
        if verb not in TOLD_AFTERWARDS or slots.get("object", "card") != "card":
            return False
        for spoken in self.about(self.continuous.triggers, verb):
            event = spoken.node.event if isinstance(spoken.node, N.Trigger) else None
            thing = event.act.slot("object") if isinstance(event, N.Does) and isinstance(event.act, N.Perform) else None
            key = self.texts.resolution.of(thing) if thing is not None else None
            assert isinstance(spoken.node, N.Trigger)
            for part in (part for one in (spoken.node.then, *spoken.more) for part in one.walk()):
                it = part.slot("object") if isinstance(part, N.Perform) and part.verb in HEARD_OF_CARDS else None
                if key is not None and it is not None and self.texts.resolution.of(it) == key:
                    return True
        return False

    def _moves_it(self, spoken: ContinuousEffect, node: N.Trigger, act: N.Perform) -> bool:
        """Whether all that a text does begins with moving the card that it has heard of."""
        thing, of = act.slot("object"), self.texts.resolution.of
        key = of(thing) if thing is not None else None
        if key is None or any(not (isinstance(one, N.If) and isinstance(one.condition, N.Did)) for one in spoken.more):
            return False

        def moves(one: N.Node) -> bool:
            match one:
                case N.Does(act=done):
                    return moves(done)
                case N.Sequence(acts=(first, *_)):
                    return moves(first)
                case N.Cost(cost=cost, effect=effect):
                    return moves(cost) or moves(effect)
                case N.Perform(verb=verb) if verb in HEARD_OF_CARDS:
                    it = one.slot("object")
                    return it is not None and of(it) == key
            return False

        return moves(node.then)

    def _told_who(self, verb: str) -> bool:
        """Whether the effects of a verb's triggers are told who does it, because one speaks of "them"."""
        return any(
            isinstance(spoken.node, N.Trigger)
            and isinstance(spoken.node.event, N.Does)
            and spoken.node.event.subject != N.Pronoun(word="you")
            and (spoken.theirs or spoken.kept is not None or any(map(self._of_them, (spoken.node.then, *spoken.more))))
            for spoken in self.about(self.continuous.triggers, verb)
        )

    def _asked_whose(self, verb: str) -> bool:
        """Whether the effects of a verb's triggers are told where cards lay, because one speaks of the owner of one."""
        return any(
            isinstance(spoken.node, N.Trigger)
            and any(map(self.x.references.asks_whose, (spoken.node.then, *spoken.more)))
            for spoken in self.about(self.continuous.triggers, verb)
        )

    def _of_them(self, sentence: N.Node) -> bool:
        """Whether a sentence speaks of a player who was spoken of before."""
        type_of = self.source.type_of
        for part in sentence.walk():
            match part:
                case N.Pronoun(word="they" | "them") | N.Article(word="their") | N.Quantity(article="their"):
                    return True
                case N.NounPhrase(determiner=N.Article(word="that"), noun=str(noun)) if type_of(noun) == "player":
                    return True
        return False

    @staticmethod
    def brought(p: Flow, table: Sequence[Entry]) -> None:
        """Note what these entries may bring."""
        for entry in table:
            p.gained = p.gained or entry.procedure.gained
            p.dealt = p.dealt or entry.procedure.dealt
            p.raised |= entry.procedure.raised

    def about(self, table: dict[str, list[ContinuousEffect]], verb: str) -> list[ContinuousEffect]:
        """The texts of a table that speak of a verb, or of the kind that it is."""
        return [*table.get(verb, []), *table.get(str(self.source.verbs.get(verb, {}).get("is")), [])]

    def write_states(self) -> None:
        """Triggers on something coming true: a test, an effect, a flag that remembers."""
        for spoken in self.continuous.states:
            trigger = spoken.node
            assert isinstance(trigger, N.Trigger)
            tests = [self.activity.active(spoken, "you")]
            with self.report.recorded(spoken.path):
                tests += self._once(spoken)
                if spoken.condition is not None:
                    tests.append(self.x.conditions.condition(spoken.condition, Scope(Name("you"))))
                tests.append(self.x.conditions.condition(trigger.event, Scope(Name("you"))))
            test = self.module.function(f"state_{spoken.number}", ("s", "you"), partial(both, *tests))
            effect = self._effect("", f"state_effect_{spoken.number}", spoken, trigger.then, [], N.Perform(verb=""))
            flag = self.layout.reserve(self.layout.players)
            once = self.limits.flag(f"state_once_{spoken.number}", spoken.limits)
            held = spoken.component and not spoken.lasting
            card = (self.layout.instances(spoken.component) or [-1])[0] if held else -1
            self.state_triggers.append((test, effect, flag, card))
            self.module.namespace.setdefault("ONCE", {})[len(self.state_triggers) - 1] = once


def _offers(then: N.Statement) -> bool:
    """Whether a trigger only offers something."""
    return isinstance(then, N.Does) and then.modal == "may"


def _asks(then: N.Statement, spoken: ContinuousEffect) -> bool:
    """Whether all that a trigger does hangs on a condition."""
    return isinstance(then, N.If | N.Unless) and getattr(then, "otherwise", None) is None and not spoken.more


def _of_its_own_card(node: N.Node | None) -> bool:
    """Whether a text waits for what is done with the card on which it stands: `when you play this card`."""
    event = node.event if isinstance(node, N.Trigger) else None
    act = event.act if isinstance(event, N.Does) else None
    named = [slot.value for slot in act.slots] if isinstance(act, N.Perform) else []
    named += [event.subject] if isinstance(event, N.Passive) else []
    return any(getattr(phrase, "determiner", None) == N.Article(word="this") for phrase in named)
