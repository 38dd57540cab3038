"""What listens to a deed: the table of a verb's triggers, whose come first, and what is true all of a sudden."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from rulewright.compiler.abilities.builtin_events import of_this_card
from rulewright.compiler.abilities.continuous_effects import ContinuousEffect
from rulewright.compiler.abilities.matching import Matching, asks_who
from rulewright.compiler.abilities.triggers.effects import Effects
from rulewright.compiler.abilities.triggers.fits import Fits, of_its_own_card
from rulewright.compiler.abilities.triggers.how_often import HowOften
from rulewright.compiler.abilities.triggers.in_its_place import InItsPlace
from rulewright.compiler.abilities.triggers.told import TOLD_AFTERWARDS, Told
from rulewright.compiler.abilities.triggers.told_too_late import ToldTooLate
from rulewright.compiler.compiled import Compiled, Entry
from rulewright.compiler.ir.expressions import Expr, Name, both, literals
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.procedures.decisions import Decision
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.procedure import Procedures
from rulewright.compiler.times import FIRST, NTH, OVER
from rulewright.language import nodes as N
from rulewright.language.trees.alternatives import is_toll
from rulewright.language.trees.past import avoided_by

OF_ANY_SUCH = "Say it of any: “the second time each turn, whenever you discard a card, …”."
FROM_WHERE = "Say from where: “when this card is discarded from …”; or give the text a heading that is active there."


class Listening(NamedTuple):
    """What listens to an event, and which of the program's tables it is.

    firsts: of what listens for the first time in a turn or round, the test whether this is such a deed, by number.
    counted: of what listens for the second or a later one, the same, and where such deeds are counted.
    once: of what hears of several events of one deed once, where it is counted that it has heard of any.
    """

    table: list[Entry]
    number: int
    firsts: dict[int, str]
    counted: dict[int, tuple[str, int]]
    once: dict[int, int]


class Triggers:
    """The triggers of one program. state_triggers: those on something coming true."""

    def __init__(self, c: Context, procedures: Procedures, matching: Matching) -> None:
        s = c.services
        self.source = s.source
        self.layout = s.layout
        self.report = s.report
        self.module = s.module
        self.tables = s.tables
        self.limits = s.limits
        self.continuous = s.continuous
        self.activity = s.activity
        self.x = c.x
        self.offers = c.blocks.offers
        how_often = HowOften(s)
        self.told = Told(s, c.x)
        self.too_late = ToldTooLate(s.source)
        self.in_its_place = InItsPlace(s.source, s.texts)
        self.fits = Fits(c, matching, self.told, how_often)
        self.effects = Effects(s, procedures, matching, self.told, how_often)
        self.state_triggers: list[tuple[str, Compiled, int, int]] = []
        self._firsts: dict[str, str] = {}  # by the test of a trigger on the first time, what such a deed is
        self._counted: dict[str, tuple[str, int]] = {}  # of one on a later time, and where such deeds are counted
        self._once: dict[str, int] = {}  # by the test of a trigger on one of several events that are heard once
        self._rows: dict[int, int] = {}  # by text, where it is counted that it has heard of one of them
        self._heard: set[str] = set()  # the verbs of which something tells

    def has_triggers(self, verb: str) -> bool:
        """Whether a text waits for a verb."""
        return bool(self.told.about(self.continuous.triggers, verb))

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
        heard_within = self._heard_before(p, listening)
        args = [scope.names[kind].expr for _, kind in slots]
        pending, choice = p.slot(), p.slot()
        asked = [*args, lay] if lay is not None and self.fits.asks_where_all_lay(verb, slots) else args
        heard_now = noted[1] if noted is not None else self.heard(listening, scope.you, expr("(*{},)", tuple(asked)))
        self._hear_now(p, listening, pending, heard_now, scope.you, args)
        of_itself = tuple(number for number, entry in enumerate(table) if of_its_own_card(entry.title))
        # Something limited may be used up meanwhile, by the same thing happening within what is done here.
        limited = ((number, entry.limit) for number, entry in enumerate(table) if entry.limit)
        left = [expr("not (t[1] == {} and n[{} + t[3]])", number, limit) for number, limit in limited]
        moved = [number for number, entry in enumerate(table) if entry.moves_it]
        lies = p.slot() if moved or self.told.moved_by(verb) else None
        if lies is not None:
            p.set(lies, expr("s.where[{}]", args[0]))
        if moved and stage == "whenever":  # what has been taken away meanwhile is found no more
            left.append(expr("not (t[1] in {} and s.where[{}] != {})", literals(moved), args[0], lies))
        tolls = any(is_toll(entry.title) for entry in table if isinstance(entry.title, N.Node))
        args += self._told_besides(p, verb, slots, scope, args, lay, lies)

        def run() -> None:
            if of_itself and stage == "whenever":  # what has only now come to where its text speaks hears of itself
                late = expr("[t for t in {} if t[1] in {} and t not in {}]", heard_now, literals(of_itself), pending)
                p.set(pending, expr("{} + {}", pending, late))
            for row, before, numbers in heard_within:
                self._heard_once(p, pending, row, before, numbers)
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

    def _told_besides(
        self, p: Flow, verb: str, slots: list[tuple[str, str]], scope: Scope, args: Sequence[Expr], lay: Expr | None,
        lies: Expr | None,
    ) -> list[Expr]:  # fmt: skip
        """What the effects of a verb's triggers are told beside what was done: who did it, and where cards lay."""
        told: list[Expr] = []
        if self.told.told_who(verb):
            told.append(scope.you)
        if self.told.asked_whose(verb):
            if lay is None:
                lay = p.variable()
                p.emit("{} = s.where[:]", lay)
            told.append(lay)
        if lies is not None and self.told.moved_by(verb):
            told.append(lies)
        if (at := self.told.asked_where(verb, slots)) is not None:
            was = p.slot()
            p.set(was, expr("{}[{}]", expr("s.where") if lay is None else lay, args[at]))
            told.append(was)
        return told

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
        firsts = {at: self._firsts[entry.test] for at, entry in enumerate(table) if entry.test in self._firsts}
        counted = {at: self._counted[entry.test] for at, entry in enumerate(table) if entry.test in self._counted}
        once = {at: self._once[entry.test] for at, entry in enumerate(table) if entry.test in self._once}
        return Listening(table, len(self.offers) - 1, firsts, counted, once)

    @staticmethod
    def _hear_now(
        p: Flow, listening: Listening, pending: Expr, heard_now: Expr, actor: Expr, args: Sequence[Expr]
    ) -> None:  # fmt: skip
        """Note what hears of a deed; for what waits for the first time in a turn or round, that this was the first.

        What has heard it notes that when it is done.
        """
        p.set(pending, heard_now)
        for number, test in listening.firsts.items():
            flag = listening.table[number].limit
            heard = expr("any(t[1] == {} and t[3] == o for t in {})", number, pending)
            first = expr("not {} and {}(s, o, {}, *{})", heard, Name(test), actor, tuple(args))
            p.emit("for o in SEATS: n[{} + o] = 1 if {} else n[{} + o]", flag, first, flag)
        for test, row in listening.counted.values():
            such = expr("{}(s, o, {}, *{})", Name(test), actor, tuple(args))
            p.emit("for o in SEATS: n[{} + o] = n[{} + o] + (1 if {} else 0)", row, row, such)

    def _heard_before(self, p: Flow, listening: Listening) -> list[tuple[int, Expr, list[int]]]:
        """For each text that hears of one deed once, of several events: where it is counted that it has heard of any,
        how often that was before this deed, and which of what listens it is.
        """
        found: list[tuple[int, Expr, list[int]]] = []
        for row in dict.fromkeys(listening.once.values()):
            before = p.slot()
            p.set(before, expr("tuple([n[{} + o] for o in SEATS])", row))
            found.append((row, before, [at for at, one in listening.once.items() if one == row]))
        return found

    @staticmethod
    def _heard_once(p: Flow, pending: Expr, row: int, before: Expr, numbers: list[int]) -> None:
        """Leave out what has heard of something that was done within this deed; count that it hears of it now."""
        such = expr("t[1] in {}", literals(tuple(numbers)))
        p.set(pending, expr("[t for t in {} if not ({} and n[{} + t[3]] != {}[t[3]])]", pending, such, row, before))
        for first, later in pairwise(numbers):  # of two events that are one deed the first is heard
            twin = expr("any(u[1] == {} and u[2] == t[2] and u[3] == t[3] for u in {})", first, pending)
            p.set(pending, expr("[t for t in {} if not (t[1] == {} and {})]", pending, later, twin))
        heard = expr("any(t[1] in {} and t[3] == o for t in {})", literals(tuple(numbers)), pending)
        p.emit("for o in SEATS: n[{} + o] = n[{} + o] + (1 if {} else 0)", row, row, heard)

    @staticmethod
    def heard(listening: Listening, seat: Expr, args: Expr) -> Expr:
        """Which of what listens fits something that a seat does, as a list."""
        return expr("TRIGGERED(s, {}, {}, {})", seat, listening.number, args)

    def table(self, verb: str, slots: list[tuple[str, str]], stage: str, nobody: bool = False) -> list[Entry]:
        """The triggers of a verb, as a table to offer from. stage, nobody: see `triggers` and `listening`."""
        table = []
        self._heard.add(verb)
        for spoken in self.told.about(self.continuous.triggers, verb):
            node = spoken.node
            assert isinstance(node, N.Trigger) and isinstance(node.event, N.Does)
            if spoken.cost is not None or stage != self._stage(node, verb) or (nobody and asks_who(spoken)):
                continue
            act = node.event.act
            assert isinstance(act, N.Perform)
            with self.report.recorded(spoken.path):
                self._speaks_there(spoken, act)
                self.too_late.refuse_it(spoken, node)
                self.in_its_place.refuse_it(spoken, node)
            name = f"trigger_{verb}_{spoken.number}"
            limit = self.limits.flag(f"trigger_{spoken.group}", spoken.limits)  # whichever verb sets it off
            # "Once per turn, …, you may …" is over for whoever does it, "…, if …, …" where that was so; the first time
            # for whoever could.
            avoided = avoided_by(node.then, self.source.is_state)
            asks = avoided is None and _asks(node.then, spoken)
            spends = bool(OVER.intersection(spoken.limits)) or not (_offers(node.then) or asks)
            nth = next((NTH[one] for one in spoken.limits if one in NTH), 0)
            effect = self.effects.effect(verb, name, spoken, node.then, slots, act, 0 if spends or nth else limit)
            held = bool(spoken.component) and not spoken.lasting
            cards = tuple(self.layout.instances(spoken.component)) if held else ()
            zones = self.tables.zones_by_seat(spoken.zones) if held else ()
            cards = spoken.those.listeners if spoken.those is not None else cards
            of_itself = of_its_own_card(node) or self.fits.may_be_its_own(spoken, act, slots)
            if held and verb in TOLD_AFTERWARDS and of_itself:  # its test tells where it must have lain
                zones = (tuple(range(-1, self.layout.zone_count)),) * self.layout.players
            time = (limit, nth) if nth else None
            test = self.fits.test(name, spoken, node.event, slots, verb, time)
            own = self.fits.of_own_deeds(test)
            with self.report.recorded(spoken.path):
                self._noted_besides(test, name, spoken, slots, act, time)
            table.append(
                Entry(
                    spoken.said or node,
                    effect,
                    cards,
                    zones,
                    test,
                    0 if nth else limit,
                    spoken.heading,
                    spends=spends,
                    own=own,
                    moves_it=slots[:1] == [("object", "card")] and self.told.moves_it(spoken, node, act),
                    those=spoken.those.named() if spoken.those is not None else (),
                )
            )
        return table

    def _noted_besides(
        self, test: str, name: str, spoken: ContinuousEffect, slots: list[tuple[str, str]], act: N.Perform,
        time: tuple[int, int] | None,
    ) -> None:  # fmt: skip
        """What is noted of a deed for a trigger, by its test: that it was the first, or one of so many, or heard."""
        if FIRST.intersection(spoken.limits) and (first := self.fits.of_the_time(name, spoken, slots)):
            self._firsts[test] = first
        if spoken.once:
            if spoken.group not in self._rows:
                self._rows[spoken.group] = self.layout.reserve(self.layout.players)
            self._once[test] = self._rows[spoken.group]
        if time is not None:
            self._counted[test] = self._such(name, spoken, slots, act), time[0]

    def _such(self, name: str, spoken: ContinuousEffect, slots: list[tuple[str, str]], act: N.Perform) -> str:
        """The test whether a deed is one of those of which a text waits for the second or a later one.

        Raises:
            MeaningError: RW0604 where it speaks of its own card, or of what was chosen before.
        """
        such = self.fits.of_the_time(name, spoken, slots)
        if not such:
            raise refuse(act, "how often this has been done is not counted", OF_ANY_SUCH, code="RW0604")
        return such

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

    def write_unheard(self, verb: str) -> None:
        """Write what waits for a verb of which nothing tells, as long as no rule and no other text does it."""
        if verb not in self._heard:
            slots = list((self.source.verbs.get(verb) or {}).get("slots", {}).items())
            for stage in ("before", "whenever", "end"):
                self.table(verb, slots, stage)

    @staticmethod
    def brought(p: Flow, table: Sequence[Entry]) -> None:
        """Note what these entries may bring."""
        for entry in table:
            p.gained = p.gained or entry.procedure.gained
            p.dealt = p.dealt or entry.procedure.dealt
            p.raised |= entry.procedure.raised

    def write_states(self) -> None:
        """Triggers on something coming true: a test, an effect, a flag that remembers."""
        for spoken in self.continuous.states:
            trigger = spoken.node
            assert isinstance(trigger, N.Trigger)
            tests = [self.activity.active(spoken, "you")]
            with self.report.recorded(spoken.path):
                tests += self.fits.once(spoken)
                if spoken.condition is not None:
                    tests.append(self.x.conditions.condition(spoken.condition, Scope(Name("you"))))
                tests.append(self.x.conditions.condition(trigger.event, Scope(Name("you"))))
            test = self.module.function(f"state_{spoken.number}", ("s", "you"), partial(both, *tests))
            effect = self.effects.effect(
                "", f"state_effect_{spoken.number}", spoken, trigger.then, [], N.Perform(verb="")
            )
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
