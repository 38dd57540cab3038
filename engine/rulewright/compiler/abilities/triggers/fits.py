"""Whether a deed is what a text listens for: the test of its trigger."""

from __future__ import annotations

from rulewright.compiler.abilities import of_nobody
from rulewright.compiler.abilities.builtin_events import of_a_card
from rulewright.compiler.abilities.continuous_effects import ContinuousEffect
from rulewright.compiler.abilities.matching import Matching
from rulewright.compiler.abilities.triggers.how_often import HowOften, of_whoever_was_chosen
from rulewright.compiler.abilities.triggers.told import TOLD_AFTERWARDS, Told
from rulewright.compiler.ir.expressions import TRUE, And, Expr, Name, both, either, literals, negation
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.statements import Function, Return
from rulewright.compiler.scope import Ref, Scope
from rulewright.compiler.statements.context import Context
from rulewright.language import nodes as N

OWN_DEED = expr("actor == you")

COMES = frozenset(of_a_card("come_card"))


class Fits:
    """Writes the tests of triggers."""

    def __init__(self, c: Context, matching: Matching, told: Told, how_often: HowOften) -> None:
        s = c.services
        self.source = s.source
        self.layout = s.layout
        self.report = s.report
        self.module = s.module
        self.tables = s.tables
        self.continuous = s.continuous
        self.activity = s.activity
        self.x = c.x
        self.definitions = c.definitions
        self.matching = matching
        self.told = told
        self.how_often = how_often

    def test(
        self, name: str, spoken: ContinuousEffect, event: N.Does, slots: list[tuple[str, str]], told: str,
        time: tuple[int, int] | None = None,
    ) -> str:  # fmt: skip
        """The function that says whether a deed is what a text listens for: (s, you, card, actor, slots …).

        time: where such deeds of the turn or round are counted, and which of them is waited for, if not each.
        """
        act = event.act
        assert isinstance(act, N.Perform)
        params = ("s", "you", "card", "actor", *(f"a{i}" for i in range(len(slots))))
        if self.asks_where_all_lay(told, slots):
            params = (*params, "before")

        def write() -> Expr:
            self.report.at = spoken.path
            x = self.x
            scope = Scope(Name("you"), Name("card"))
            for number, (slot, kind) in enumerate(slots):
                self.definitions.bind_slot(scope, slot, kind, f"a{number}")
            tests = [self.activity.active(spoken, "you")] if spoken.lasting and spoken.those is None else []
            if spoken.those is not None:
                tests += self.how_often.knows_those(spoken.those, Name("card"), scope)
            tests += self.once(spoken, Name("card"))
            if of_whoever_was_chosen(spoken) and spoken.kept is not None:
                tests.append(self.how_often.kept_so_often(spoken, Name("you"), Name("actor")))
                scope.refs[spoken.kept] = Ref(Name("actor"), "player", "player")
            they = self.matching.who_is_so(event.subject, spoken.condition)
            scope.doer = self.matching.texts.resolution.of(they) if they is not None else None
            tests += self.matching.by(they or event.subject, act, Name("actor"), scope)
            x.references.know(event.subject, Ref(Name("actor"), "player", "player"), scope)
            if spoken.condition is not None:
                tests.append(x.conditions.condition(spoken.condition, scope))
            if spoken.theirs:
                tests.append(self.how_often.kept_so_often(spoken, Name("you"), Name("actor")))
            tests += self.matching.matches(act, slots, scope)
            if time is not None:
                tests.append(expr("n[{} + you] == {}", time[0], time[1] - 1))
            if act.verb not in TOLD_AFTERWARDS or not spoken.zones:
                return both(*tests)
            if of_its_own_card(spoken.node):  # it hears of its coming and of its leaving
                lay = next(Name(f"a{number}") for number, (slot, _) in enumerate(slots) if slot == "from")
                where = (expr("s.where[card]"), lay)
                tests.append(either(*(self.activity.speaks_from(spoken, zone, Name("you")) for zone in where)))
                return both(*tests)
            # what has only now come to where its text speaks did not hear of it
            of_others = [expr("a0 != card")] if len(spoken.zones) == 1 else []
            if self.may_be_its_own(spoken, act, slots):
                # It spoke before, and speaks still: of two that are exchanged for each other none hears the other.
                for zone in (expr("s.where[card]"), expr("before[card]")):
                    of_others.append(self.activity.speaks_from(spoken, zone, Name("you")))
                return both(*tests, either(both(*of_others), self._of_itself(spoken, act, slots)))
            return both(*tests, *of_others)

        return self.module.function(f"fits_{name}", params, write)

    def of_the_time(self, name: str, spoken: ContinuousEffect, slots: list[tuple[str, str]]) -> str:
        """The function that says whether a deed is one of which a text waits for the first: (s, you, actor, slots …).

        It is so whether or not the text is in force. "" where the event speaks of its own card, or of what was chosen.
        """
        node = spoken.node
        assert isinstance(node, N.Trigger) and isinstance(node.event, N.Does)
        event, act = node.event, node.event.act
        assert isinstance(act, N.Perform)
        of_this = any(part == N.Article(word="this") for part in event.walk())
        if of_this or spoken.kept is not None or spoken.those is not None:
            return ""

        def write() -> Expr:
            self.report.at = spoken.path
            scope = Scope(Name("you"))
            for number, (slot, kind) in enumerate(slots):
                self.definitions.bind_slot(scope, slot, kind, f"a{number}")
            tests = self.matching.by(event.subject, act, Name("actor"), scope)
            self.x.references.know(event.subject, Ref(Name("actor"), "player", "player"), scope)
            return both(*tests, *self.matching.matches(act, slots, scope))

        params = ("s", "you", "actor", *(f"a{number}" for number in range(len(slots))))
        return self.module.function(f"first_{name}", params, write)

    def of_own_deeds(self, test: str) -> bool:
        """Whether a trigger's test begins with its own seat being who acts."""
        match self.module.functions[test]:
            case Function(body=(Return(And((first, *_))),)) | Function(body=(Return(first),)):
                return first == OWN_DEED
        return False

    def may_be_its_own(self, spoken: ContinuousEffect, act: N.Perform, slots: list[tuple[str, str]]) -> bool:
        """Whether what a text waits for may be done with its own card: that leaves where it speaks, or comes there."""
        thing = act.slot("object")
        if not spoken.component or spoken.lasting or not isinstance(thing, N.NounPhrase) or "other" in thing.adjectives:
            return False
        told_where = any(slot == "from" for slot, _ in slots)
        kind = self.source.ruleset.components[spoken.component].kind
        return told_where and isinstance(thing.noun, str) and self.source.fits(kind, thing.noun)

    def asks_where_all_lay(self, verb: str, slots: list[tuple[str, str]]) -> bool:
        """Whether the tests of a verb's triggers are told where all cards lay before it was done."""
        return verb in TOLD_AFTERWARDS and any(
            isinstance(spoken.node, N.Trigger)
            and isinstance(spoken.node.event, N.Does)
            and isinstance(spoken.node.event.act, N.Perform)
            and self.may_be_its_own(spoken, spoken.node.event.act, slots)
            for spoken in self.told.about(self.continuous.triggers, verb)
        )

    def _of_itself(self, spoken: ContinuousEffect, act: N.Perform, slots: list[tuple[str, str]]) -> Expr:
        """The test whether it was done with its own card, which left where it speaks, or comes there."""
        lay = next(Name(f"a{number}") for number, (slot, _) in enumerate(slots) if slot == "from")
        zones = (lay, expr("s.where[card]")) if act.verb in COMES else (lay,)
        where = (self.activity.speaks_from(spoken, zone, Name("you")) for zone in zones)
        return both(expr("a0 == card"), either(*where))

    def once(self, spoken: ContinuousEffect, card: Expr | None = None) -> list[Expr]:
        """The test by which a text that nobody has is done once, and not for each player; card: which one, if told."""
        test = of_nobody.once(spoken, self.source)
        if test == TRUE or of_nobody.always_nobodys(spoken, self.source):
            return [test] if test != TRUE else []
        zones = self.tables.zones_by_seat(of_nobody.nobodys_zones(spoken, self.source))[0]
        copies = [card] if card is not None else self.layout.instances(spoken.component)
        nobodys = either(*(expr("s.where[{}] in {}", copy, literals(zones)) for copy in copies))
        return [either(test, negation(nobodys))]


def of_its_own_card(node: N.Node | None) -> bool:
    """Whether a text waits for what is done with the card on which it stands: `when you play this card`."""
    event = node.event if isinstance(node, N.Trigger) else None
    act = event.act if isinstance(event, N.Does) else None
    named = [slot.value for slot in act.slots] if isinstance(act, N.Perform) else []
    named += [event.subject] if isinstance(event, N.Passive) else []
    return any(getattr(phrase, "determiner", None) == N.Article(word="this") for phrase in named)
