"""Whether a text that replaces acts speaks of an act: what it waits for, whose text it is, and whether it may again."""

from __future__ import annotations

from rulewright.compiler.abilities.builtin_events import AT_ONCE, OF_CARDS
from rulewright.compiler.abilities.matching import Matching
from rulewright.compiler.abilities.replacing.texts import ONE, YOU, Replacement, counted_of
from rulewright.compiler.abilities.replacing.under_way import UnderWay
from rulewright.compiler.expressions.filters import compared
from rulewright.compiler.ir.expressions import FALSE, Expr, Lit, Name, both
from rulewright.compiler.ir.quote import Hole, expr
from rulewright.compiler.ir.things import Things
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.moves.goals import Goals
from rulewright.language import nodes as N

ALL_OF_A_KIND = "Replace what is said there, in general, or let that text name the kind."

UNTIL = "Say it of any other player: “until the start of your next turn, if another player would …”, “this round, …”."

ONE_COPY = "Give this card one copy, or let it be done for a time: “until the start of your next turn, if …”."

ON_A_CARD = "Write it on a card of which there is one copy, or let it be done for a time: “this round, if …”."


class Speaking:
    """Writes the tests whether texts speak, in one program."""

    def __init__(self, c: Context, matching: Matching, under_way: UnderWay) -> None:
        s = c.services
        self.matching = matching
        self.under_way = under_way
        self.ruleset = s.ruleset
        self.source = s.source
        self.layout = s.layout
        self.report = s.report
        self.module = s.module
        self.activity = s.activity
        self.x = c.x
        self.objects = c.objects
        self.goals = Goals(c)

    def may_wait_for(self, other: Replacement, node: N.Perform) -> bool:
        """Whether a text may wait for an act, by the kinds of what is done to what."""
        slots = ("object",) if other.described else ("object", "from")  # where it lies is asked of the card
        return all(self._same_kind(other.event, node, slot) for slot in slots)

    def _same_kind(self, event: N.Perform, node: N.Perform, slot: str) -> bool:
        wanted, given = event.slot(slot), node.slot(slot)
        if wanted is None:
            return True
        if slot == "object" and (self.source.verbs.get(node.verb) or {}).get("is") in self.source.deeds:
            return True  # the verb says what it is done to
        if slot == "from" and event.slot(slot) == YOU:
            return given is not None  # what is counted is taken from players only
        spoken_of = given.whole if isinstance(given, N.PartOf) else given
        if slot == "object" and isinstance(given, N.Phrase) and self.source.is_zone(given):
            return event.verb in OF_CARDS and self.source.of_cards(wanted)  # “discard your hand”: all cards in it
        if slot == "object" and isinstance(spoken_of, N.Pronoun):
            return event.verb in OF_CARDS and self.source.of_cards(wanted)
        if given is None and slot == "from" and isinstance(wanted, N.NounPhrase) and self.source.is_zone(wanted):
            return wanted.noun in as_list((self.source.zones.get(node.verb) or {}).get("from"))
        some = counted_of(given, self.source)
        a = some.noun if isinstance(some, N.NounPhrase | N.AsMany) else None
        b = wanted.noun if isinstance(wanted, N.NounPhrase) else None
        if not isinstance(a, str) or not isinstance(b, str):
            return False
        return self.source.fits(a, b) or self.source.fits(b, a)  # the latter has to be looked at in play

    def whose(self, other: Replacement) -> None:
        """Refuse a text about what others do, where nothing tells which of several players has it.

        Raises:
            MeaningError: RW0602.
        """
        spoken = other.spoken
        if other.own and not other.inside:
            return
        if spoken.put_off or spoken.kept is not None:
            what = "for how long this waits for what another player does is kept by nobody"
            raise refuse(spoken.node, what, UNTIL, code="RW0602")
        copies = self.layout.instances(spoken.component) if spoken.component else []
        if not spoken.lasting and len(copies) != 1 and not other.of_this_card:
            what = "which of several players has this text is not known where it replaces what another player does"
            raise refuse(spoken.node, what, ONE_COPY if copies else ON_A_CARD, code="RW0602")

    def open_card(self, other: Replacement, node: N.Perform) -> bool:
        """Whether an act is done to a card of which only the choice tells whether a text waits for it."""
        thing, waited_for = node.slot("object"), other.event.slot("object")
        if node.verb not in OF_CARDS - {"draw", "play"} or not isinstance(thing, N.NounPhrase):
            return False
        kind = waited_for.noun if isinstance(waited_for, N.NounPhrase) else ""
        if not isinstance(thing.noun, str) or not isinstance(kind, str):
            return False
        if thing.index is not None or self.source.deed_of(node) is not None:
            return False
        one = thing.determiner in (*ONE, N.Article(word="another"))
        if not one and not (other.described and self.x.phrases.open(thing)):
            return False
        places = (part for slot in node.slots if slot.name != "object" for part in slot.value.walk())
        if any(isinstance(part, N.Article) and part.word in ("each", "each_other", "all") for part in places):
            return False
        known_by_kind = bool(kind) and not other.described and self.source.fits(thing.noun, kind)
        return self.source.of_cards(thing) and bool(kind) and not known_by_kind

    def active(self, other: Replacement, seat: Hole) -> Expr:
        """Whether the card of a text lies where it must, for a seat that has it, or for anybody."""
        if other.copy is None:
            return self.activity.active(other.spoken, seat)
        return self.activity.active_copies(other.spoken, seat)[other.copy]

    def unseen(self, other: Replacement) -> bool:
        """Whether a text speaks from where not everybody sees it."""
        return any(self.source.entry(zone).get("visible", "public") != "public" for zone in other.spoken.zones)

    def speaker(
        self, p: Flow, other: Replacement, scope: Scope, slots: list[tuple[str, str]],
        card: tuple[Ref, Expr] | None = None, whom: Expr | None = None,
    ) -> Expr:  # fmt: skip
        """The seat whose text speaks of what is done now; -1 where none does.

        slots: what the verb is told. card: to which card it is done, of a text that waits for some only. whom: from
        whom something is taken, of a text that waits for what is taken from whoever has it, who must have some.
        """
        seat = self.module.fresh()
        inner = scope.child()
        inner.you, inner.spoken_to, inner.this = seat, None, self.only_copy(other)
        with self.report.recorded(other.spoken.path):
            tests = [self.active(other, seat)]
            tests += self.matching.by(other.who, other.event, scope.you, inner)
            self.x.references.know(other.who, Ref(scope.you, "player", "player"), inner)
            if other.spoken.condition is not None:
                tests.append(self.x.conditions.condition(other.spoken.condition, inner))
            if slots:
                tests += self.matching.matches(other.event, slots, inner)
            if card is not None:
                tests += self.matching.described(other.event, *card, inner)
            if whom is not None:
                tests += [expr("{} == {}", seat, whom), *self._has_any(other, inner)]
            tests += self._left(other, seat)
            tests += self.under_way.not_yet(p, other, seat)
            speaker = p.variable()
            seats = expr("ORDER(s, SEATS)") if other.of_each_seat else Name("SEATS")
            p.set(speaker, Things(seat, seats, tests).first())
            return speaker
        return Lit(-1)

    def from_whom(self, other: Replacement, node: N.Perform, scope: Scope) -> Expr | None:
        """From whom something is taken, where a text waits for what is taken from whoever has it."""
        whom = node.slot("from") if other.from_you else None
        return self.x.references.ref(whom, scope).expr if isinstance(whom, N.Phrase) else None

    def _has_any(self, other: Replacement, scope: Scope) -> list[Expr]:
        """The test whether whoever has a text has any of what would be taken."""
        told = tuple(slot for slot in other.event.slots if slot.name == "object")
        some = self.x.amounts.any_to_lose(N.Perform(verb="lose", slots=told), scope)
        return [] if some is None else [some]

    def only_copy(self, other: Replacement) -> Expr | None:
        """The card whose text it is, where there is one copy of it, and the text is on it all the time."""
        copies = self.layout.instances(other.spoken.component) if other.spoken.component else []
        if other.copy is not None:
            return Lit(copies[other.copy])
        return Lit(copies[0]) if len(copies) == 1 else None

    def fits(self, other: Replacement, node: N.Perform, scope: Scope) -> list[Expr]:
        """The tests whether an act is done to what a text waits for, and to as much of it; to do it to none is not."""
        x, thing = self.x, node.slot("object")
        if isinstance(thing, N.Pronoun):
            return self._is_such(other, self.x.references.ref(thing, scope))
        tests: list[Expr] = []
        if isinstance(thing, N.AsMany):
            tests.append(expr("{} > 0", self.objects.quantity(thing, scope).low))
        some = x.amounts.any_to_lose(node, scope)  # who has none loses nothing
        if some is not None:
            tests.append(some)
        told = [slot for slot in other.event.slots if slot.name == "object" or not other.described]  # see `described`
        for slot in told:
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

    def card(self, other: Replacement, node: N.Perform, scope: Scope) -> Ref | None:
        """The card that an act is done to, for a text that waits for some cards only; None for any other text."""
        thing = node.slot("object")
        if not other.described:
            return None
        if not isinstance(thing, N.Phrase) or (isinstance(thing, N.NounPhrase) and self.x.phrases.open(thing)):
            raise refuse(thing, "which card this is must be known, since a text waits for some only", code="RW0602")
        return self.x.references.ref(thing, scope)

    def which(self, other: Replacement, node: N.Perform, scope: Scope) -> tuple[Ref, Expr] | None:
        """That card, and the zone into which it would come."""
        card = self.card(other, node, scope)
        return None if card is None else (card, self.goals.goal(node, scope).zone)

    def _is_such(self, other: Replacement, thing: Ref) -> list[Expr]:
        """The tests whether what was spoken of is of the kind that a text waits for."""
        waited_for = other.event.slot("object")
        if thing.type != "card" or not isinstance(waited_for, N.NounPhrase):
            return [FALSE]
        kinds = self.x.filters.kind_test(str(waited_for.noun), thing) if isinstance(waited_for.noun, str) else []
        return kinds if thing.sure else [expr("{} >= 0", thing.expr), *kinds]

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
    def _left(other: Replacement, seat: Hole) -> list[Expr]:
        """The tests whether a text that speaks so often may still."""
        if other.used_by_saying:
            return [expr("n[{} + {}] > n[{} + {}]", other.spoken.lasting, seat, other.spoken.used_up, seat)]
        return [expr("not n[{} + {}]", other.flag, seat)] if other.flag else []

    def holds(self, p: Flow, other: Replacement, node: N.Perform, scope: Scope) -> Expr:
        """Whether a text speaks to the acting seat, of this act, now."""
        tests = [self.active(other, scope.you), *self.fits(other, node, scope)]
        card, inner = self.which(other, node, scope), self.scope(other, scope)
        if card is not None:
            with self.report.recorded(other.spoken.path):
                tests += self.matching.described(other.event, *card, inner)
        if other.spoken.condition is not None:
            with self.report.recorded(other.spoken.path):
                tests.append(self.x.conditions.condition(other.spoken.condition, inner))
        tests += self._left(other, scope.you)
        return both(*tests, *self.under_way.not_yet(p, other, scope.you))

    def scope(self, other: Replacement, scope: Scope) -> Scope:
        """A scope in which "you" is whoever acts, and "this card" the only copy of the one whose text it is."""
        inner = scope.child()
        inner.spoken_to, inner.this = None, self.only_copy(other)
        return inner
