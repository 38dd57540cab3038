"""What is done this way: how much of an act there was, where later words of its text ask for it.

“Each other player discards a card. Draw a card for each one discarded this way.” Of each such phrase there is a
counter for all sentences or acts before it that it reaches back to (`meaning/reach.py`), whoever acts and however
often. It counts what is really done and fits the phrase: a card that moves, a piece, what somebody has less or more of
than before, a thing that a verb of the lexicon is done to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace

from rulewright.compiler.expressions.phrases import WHOSE, counted_things, done_this_way, noun_words
from rulewright.compiler.ir.expressions import Call, Collection, Expr, Lit, both, literal, literals, total
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.things import Things
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.language import nodes as N
from rulewright.language.records import dataclass
from rulewright.meaning.reach import asked_later

COUNTED = (
    "put", "move", "return", "take", "remove", "discard", "draw", "gain", "lose", "pay", "give", "play", "reveal"
)  # fmt: skip
"""Verbs of the core of which it is counted how much is done."""


def shuffles_into(act: N.Node | None) -> bool:
    """Whether cards are put into a pile that is shuffled then."""
    return isinstance(act, N.Perform) and act.verb == "shuffle" and act.slot("to") is not None


@dataclass(frozen=True, slots=True)
class Way:
    """What is counted: a verb, the things it is done to, and where.

    cards: the list of them, where that is asked.
    """

    verb: str
    things: N.NounPhrase
    cell: Expr
    cards: Expr | None = None

    @property
    def whose(self) -> bool:
        """Whether it is noted whose each of them is: the cell lists the seats."""
        return self.things.determiner == WHOSE


class Ways:
    """Counts, in one procedure, what is done with the verbs that later words ask for."""

    def __init__(self, p: Flow, c: Context) -> None:
        self.p = p
        self.source = c.services.source
        self.layout = c.services.layout
        self.module = c.services.module
        self.x = c.x
        self.resolution = c.services.texts.resolution
        self._open: list[Way] = []
        self._doing: tuple[str, Scope] | None = None

    @contextmanager
    def asked(
        self, part: N.Node, later: Sequence[N.Node], scope: Scope, earlier: Sequence[N.Node] = ()
    ) -> Iterator[None]:  # fmt: skip
        """While a part of a text is written, count what the parts after it ask of it.

        earlier: the parts before it; what they do is counted together with it where the same is asked of both.
        """
        known = len(self._open)
        before = {
            place
            for number, other in enumerate(earlier, 1)
            for place, _, _ in asked_later(other, [*earlier[number:], part, *later])
        }
        here = dict(scope.done)
        for (verb, asked), goes_on in _asked(part, later, before).items():
            counts = all(self._counts(act) for act in part.walk() if isinstance(act, N.Perform) and act.verb == verb)
            if not goes_on or not counts:
                scope.done.pop(asked, None)
                scope.done.pop(replace(asked, plural=True), None)
            if counts and not goes_on:
                self._begin(asked, later, scope)
            if asked in scope.done:
                others = tuple(item for item in asked.filters if not isinstance(item, N.Participle))
                listed = scope.done.get(replace(asked, plural=True)) if self._lists(asked, later) else None
                self._open.append(Way(verb, replace(asked, filters=others), scope.done[asked], listed))
        after = dict(scope.done)
        for own in filter(None, map(_asks, part.walk())):  # what the part itself asks is of what was done before it
            keys = (own, replace(own, plural=True), replace(own, determiner=WHOSE))
            scope.done.update({key: here[key] for key in keys if key in here})
        try:
            yield
        finally:
            for key in here.keys() - after.keys():
                scope.done.pop(key, None)
            scope.done.update({key: cell for key, cell in after.items() if here.get(key) != cell})
            del self._open[known:]

    @contextmanager
    def counting(self, act: N.Perform, things: N.NounPhrase, listed: bool) -> Iterator[Way | None]:
        """While an act is written, count how much of it is done, by whomever; None where that is not counted.

        listed: whether the cards are to be listed, too.
        """
        if not self._counts(act):
            yield None
            return
        cell, cards = self.p.variable(), self.p.variable() if listed else None
        self.p.must_stop()
        self.p.set(cell, Lit(0))
        if cards is not None:
            self.p.emit("{} = []", cards)
        way = Way(act.verb, things, cell, cards)
        self._open.append(way)
        try:
            yield way
        finally:
            self._open.remove(way)

    def _begin(self, asked: N.NounPhrase, later: Sequence[N.Node], scope: Scope) -> None:
        """Nothing is counted yet."""
        listed = self._lists(asked, later)
        cell = scope.done[asked] = self.p.variable()
        if asked.determiner == WHOSE:
            if listed:
                what = "of the cards themselves it is not noted whose they were"
                raise refuse(asked, what, "Say it of all of them: “the … this way”, or count them.", code="RW0604")
            self.p.must_stop()
            self.p.emit("{} = []", cell)
        else:
            self.p.set(cell, Lit(0))
        if listed:
            self.p.must_stop()
            cards = scope.done[replace(asked, plural=True)] = self.p.variable()
            self.p.emit("{} = []", cards)

    def _lists(self, asked: N.NounPhrase, later: Sequence[N.Node]) -> bool:
        """Whether what follows speaks of the cards that something is done to, and not of their number alone."""
        if any(isinstance(item, N.Participle) and item.verb == "reveal" for item in asked.filters):
            later = tuple(_next_deed(later))  # what was revealed lies anywhere once something else was done
        key = done_this_way(asked)
        named = (phrase for node in later for phrase in (*_named(node), *self._gone_through(node)))
        return key is not None and self.source.type_of(str(asked.noun)) == "card" and key in map(done_this_way, named)

    def _gone_through(self, node: N.Node) -> Iterator[N.NounPhrase]:
        """The phrases of which each thing is spoken of: “for each card discarded this way, … it …”."""
        for part in node.walk():
            each = part.each if isinstance(part, N.ForEach) else None
            if not isinstance(part, N.ForEach) or not isinstance(each, N.NounPhrase):
                continue
            if self.resolution.of(each) in self.resolution.spoken_of(part.then):
                yield each

    def _counts(self, act: N.Perform) -> bool:
        """Whether it is counted how much of an act is done."""
        if self.source.deed_of(act) is not None:
            return False
        if self.source.defines(act.verb, act):
            return "object" in (self.source.verbs[act.verb].get("slots") or {})
        return act.verb in COUNTED or shuffles_into(act)

    @contextmanager
    def doing(self, verb: str, scope: Scope) -> Iterator[None]:
        """While an act is written: what moves is moved by this verb."""
        before, self._doing = self._doing, (verb, scope)
        try:
            yield
        finally:
            self._doing = before

    def moved_card(self, card: Expr, zone: Expr) -> None:
        """Count a card that is moved into a zone now; it is whose it was, or if that was nobody's, whose it becomes."""
        if self._doing is not None:
            before, after = expr("ZONE_OWNER[s.where[{}]]", card), expr("ZONE_OWNER[{}]", zone)
            seat = expr("({} if {} >= 0 else {})", before, before, after)
            self.done_to(self._doing[0], Ref(card, "card", "card"), self._doing[1], seat)

    def moved_pieces(self, kind: Expr, many: Expr, owner: Expr) -> None:
        """Count so many pieces of a kind, and of an owner, that are moved now."""
        for way in self._of(self._doing[0]) if self._doing is not None else ():
            if self.source.type_of(str(way.things.noun)) != "piece":
                continue
            self._plain(way)
            kinds, known = self.x.pieces.kinds(way.things), literal(kind)
            if way.whose and not all(self.layout.piece_kinds[one].owned for one in kinds):
                raise refuse(way.things, f"nobody owns a {noun_words(way.things)}", code="RW0603")
            if known is None:
                with self.p.when(expr("{} in {}", kind, literals(tuple(kinds)))):
                    self._count(way, many, owner)
            elif known in kinds:
                self._count(way, many, owner)

    def drawn(self, zone: Expr, draw: Callable[[], None]) -> None:
        """Count the cards that come into a zone by what is written."""
        ways = list(self._of("draw"))
        before = self.p.variable() if ways else None
        if before is not None:
            self.p.emit("{} = len(s.zones[{}])", before, zone)
        draw()
        for way in ways:
            if way.cards is not None:
                raise refuse(way.things, "cards that are drawn are not listed", "Say “those cards”.", code="RW0604")
            if way.things.noun != "card":
                raise refuse(way.things, "of cards that are drawn it is not counted what they are", code="RW0604")
            self._plain(way)
            self._count(way, expr("len(s.zones[{}]) - {}", zone, before), expr("ZONE_OWNER[{}]", zone))

    def done_to(self, verb: str, ref: Ref, scope: Scope, seat: Expr | None = None) -> None:
        """Count a thing to which something is done now; seat: whose it is, where that is known."""
        for way in self._of(verb):
            noun = str(way.things.noun)
            if self.source.type_of(noun) != ref.type:
                continue
            tests = self._tests(way, ref, scope)
            with self.p.when(both(*tests)) if tests else nullcontext():
                self._count(way, Lit(1), seat)
                if way.cards is not None:
                    self.p.emit("{} = {} + [{}]", way.cards, way.cards, ref.expr)

    def shown(self, verb: str, cards: Expr, scope: Scope) -> None:
        """Count several cards to which something is done at once; each is whose it is where it lies."""
        for way in self._of(verb):
            if self.source.type_of(str(way.things.noun)) != "card":
                continue
            card = self.module.fresh()
            found = Things(card, cards, self._tests(way, Ref(card, "card", "card"), scope))
            if way.whose:
                self.p.emit(
                    "{} = {} + {}",
                    way.cell,
                    way.cell,
                    Call("list", (found.each(expr("ZONE_OWNER[s.where[{}]]", card)),)),
                )
            else:
                self.p.emit("{} += {}", way.cell, found.counted())
            if way.cards is not None:
                self.p.emit("{} = {} + {}", way.cards, way.cards, Call("list", (found.each(card),)))

    def _tests(self, way: Way, ref: Ref, scope: Scope) -> list[Expr]:
        """What must be so of a thing for it to be counted."""
        noun = str(way.things.noun)
        tests = [] if self.source.fits(ref.noun, noun) else self.x.filters.kind_test(noun, ref)
        for word in way.things.adjectives:
            tests += self.x.filters.adjective(word, Ref(ref.expr, ref.type, noun), scope)
        for item in way.things.filters:
            _must_not_be_of_yours(item)
            tests += self.x.filters.filter(item, Ref(ref.expr, ref.type, noun), scope)
        return tests

    def changed(self, verb: str, seat: Expr, change: Callable[[], None], giver: Expr | None = None) -> None:
        """Count by how much what a seat has is changed by what is written; giver: who had it before."""
        noted = [(way, has) for way in self._of(verb) if (has := self._has(way, seat)) is not None]
        before = [self.p.once(has) for _, has in noted]
        change()
        for (way, has), old in zip(noted, before, strict=True):
            self._count(way, expr("abs({} - {})", has, old), seat if giver is None else giver)

    def _has(self, way: Way, seat: Expr) -> Expr | None:
        """How much of what is counted a seat has; None of what nobody has so much of."""
        noun = str(way.things.noun)
        kinds = self.layout.held_kinds(noun) or ((noun,) if noun in self.layout.held else ())
        if kinds:
            self._plain(way)
            stand_in = str(self.source.entry(noun).get("substitute", "")) if way.verb == "pay" else ""
            rows = (*kinds, *((stand_in,) if stand_in in self.layout.held else ()))
            return total(*(expr("n[{} + {}]", self.layout.held[row], seat) for row in rows))
        if self.source.entry(noun).get("kept") and self.source.type_of(noun) == "number":
            self._plain(way)
            return self.x.amounts.kept_cell(noun, [seat])
        return None

    def paid(self, noun: str, many: Expr, seat: Expr) -> None:
        """Count so much of a noun that a seat has paid."""
        for way in self._of("pay"):
            if way.things.noun == noun:
                self._plain(way)
                self._count(way, many, seat)

    def _count(self, way: Way, many: Expr, seat: Expr | None) -> None:
        """Count so many things of a seat."""
        if not way.whose:
            self.p.emit("{} += {}", way.cell, many)
        elif seat is None:
            what = "whose the things are with which this was done is not noted"
            raise refuse(way.things, what, "Say it without whose: “each … this way”.", code="RW0604")
        else:
            one = Things(self.module.fresh(), expr("range({})", many), [])
            seats = Collection("list", (seat,)) if many == Lit(1) else Call("list", (one.each(seat),))
            self.p.emit("{} = {} + {}", way.cell, way.cell, seats)

    def counts(self, verb: str) -> bool:
        """Whether it is counted here to what something is done by a verb."""
        return any(self._of(verb))

    def _of(self, verb: str) -> Iterator[Way]:
        return (way for way in self._open if way.verb == verb)

    @staticmethod
    def _plain(way: Way) -> None:
        """Refuse a description of what is counted only by its number."""
        for item in way.things.filters:
            _must_not_be_of_yours(item)
            raise refuse(item, "this is not told of what was done this way", code="RW0603")
        if way.things.adjectives:
            raise refuse(way.things, "this is not told of what was done this way", code="RW0603")


def _must_not_be_of_yours(item: N.Filter) -> None:
    """Refuse “each hut of yours returned this way”: whose it is stands before what it is."""
    if isinstance(item, N.OfYours):
        what = "this is not told of what was done this way"
        raise refuse(item, what, "Say “each of your … this way”.", code="RW0603")


def _next_deed(later: Sequence[N.Node]) -> Iterator[N.Node]:
    """What is done right after a part: the act, and the loop that goes through what it is done to."""
    for node in later[0].walk() if later else ():
        if isinstance(node, N.ForEach | N.Perform):
            yield node
        if isinstance(node, N.Perform):
            return


def _named(node: N.Node) -> Iterator[N.NounPhrase]:
    """The phrases that name the things themselves, and not how many there are."""
    for part in node.walk():
        thing: N.Node | None = None
        match part:
            case N.Of(phrase=thing) | N.PartOf(whole=thing):
                pass
            case N.Perform():
                thing = part.slot("object")
        if isinstance(thing, N.NounPhrase):
            yield thing


def _asks(node: N.Node) -> N.NounPhrase | None:
    """What is counted of a phrase that asks what was done "this way"; else None."""
    return counted_things(node) if isinstance(node, N.NounPhrase) and done_this_way(node) is not None else None


def _asked(
    part: N.Node, later: Sequence[N.Node], before: set[tuple[int, int]]
) -> dict[tuple[str, N.NounPhrase], bool]:  # fmt: skip
    """What later parts ask of the verbs of one, and whether they ask the same of a part before it."""
    found: dict[tuple[str, N.NounPhrase], bool] = {}
    theirs = {id(phrase) for node in later for inner in node.walk() for phrase in _had(inner)}
    for place, phrase, item in asked_later(part, later):
        found.setdefault((item.verb, counted_things(phrase, id(phrase) in theirs)), place in before)
    return found


def _had(node: N.Node | None) -> Iterator[N.NounPhrase]:
    """What somebody is said to have: “each player with 2 huts returned this way”."""
    match node:
        case N.With(phrase=thing) | N.ThatHas(object=thing) | N.Has(object=thing):
            pass
        case _:
            return
    while isinstance(thing, N.MoreThan):
        thing = thing.phrase
    for one in thing.items if isinstance(thing, N.Phrases) else (thing,):
        if isinstance(one, N.NounPhrase):
            yield one
