"""Cards that change places: one for another, or all of two zones."""

from __future__ import annotations

from functools import partial

from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope, refuse, stands_for_nothing
from rulewright.compiler.statements.context import Context
from rulewright.language import nodes as N

SAY_WHERE = "Say of one of them where else it lies: “a card in your hand for a card in the …”."


class CardExchanges:
    """Writes exchanges of cards in one procedure."""

    def __init__(self, p: Flow, c: Context) -> None:
        self.p = p
        self.source = c.services.source
        self.module = c.services.module
        self.x = c.x
        self.objects = c.objects
        self.up = c.up

    def exchange(self, mine: N.Phrase, theirs: N.Phrase, node: N.Perform, scope: Scope) -> None:
        """The same of two cards, where somebody chooses each that is not named; or of all cards of two zones."""
        first_zone, second_zone = self._all_of_zone(mine, scope), self._all_of_zone(theirs, scope)
        if first_zone is not None and second_zone is not None:
            self.up.telling.of_cards(self.p, node, scope, partial(self._exchange_all, first_zone, second_zone, scope))
            return
        for phrase in (mine, theirs):
            if not self.objects.quantity(phrase, scope).one:
                hint = "Say “a card” of each, or all cards of a zone for all of another: “your hand for their hand”."
                raise refuse(phrase, "one card is exchanged for one other", hint, code="RW0604")
        if isinstance(theirs, N.NounPhrase) and theirs.determiner == N.Article(word="another"):
            raise stands_for_nothing(theirs, "another")  # than this card, or than the one it is exchanged for?
        if (zone := _lies_in(mine)) is not None and zone == _lies_in(theirs):
            raise refuse(theirs, "in one place nothing changes places", SAY_WHERE, code="RW0604")
        cards: list[Ref] = []
        for phrase in (mine, theirs):
            if isinstance(phrase, N.NounPhrase) and self.x.phrases.open(phrase):
                items, kind, noun = self.objects.things(self.objects.lying(phrase, node.verb, scope), scope)
                free = self.up.telling.touchable("exchange", items, scope.you)
                for known in cards:  # in one place nothing would change
                    c = self.module.fresh()
                    free = expr("[{} for {} in {} if s.where[{}] != s.where[{}]]", c, c, free, c, known.expr)
                card = self.p.choice(kind, node, self.objects.distinct(free), scope.you, noun)
                ref = Ref(card, kind, noun)
            else:
                ref = self.x.references.ref(phrase, scope)
            if ref.type != "card":
                raise refuse(phrase, "only cards and pieces can be exchanged", code="RW0604")
            cards.append(ref)
            self.x.references.know(phrase, ref, scope)  # which the other can be compared with
        first, second = (ref.expr for ref in cards)
        self.p.unfollowed()
        self.p.fail_if(expr("{} < 0 or {} < 0 or s.where[{}] == s.where[{}]", first, second, first, second))
        for one, other in ((first, second), (second, first)):
            forbidden = self.up.telling.untouchable("exchange", one, scope.you, expr("s.where[{}]", other))
            if forbidden is not None:
                self.p.fail_if(forbidden)
        there = self.module.fresh()

        def change_places() -> None:
            self.p.emit("{} = s.where[{}]", there, second)
            self.p.emit("s.move({}, s.where[{}]); s.move({}, {})", second, first, first, there)

        self.up.telling.of_cards(self.p, node, scope, change_places)

    def _all_of_zone(self, phrase: N.Phrase, scope: Scope) -> Expr | None:
        """The zone of which all cards are meant: `your hand`, `all cards in your hand`; None for what is none."""
        if self.source.is_zone(phrase):
            return self.x.references.zone(phrase, scope)
        if not isinstance(phrase, N.NounPhrase) or phrase.noun != "card" or phrase.adjectives:
            return None
        if len(phrase.filters) != 1 or not self.objects.quantity(phrase, scope).every:
            return None
        place = phrase.filters[0]
        if not isinstance(place, N.At | N.Of) or not self.source.is_zone(place.phrase):
            return None
        return self.x.references.zone(place.phrase, scope)

    def _exchange_all(self, first: Expr, second: Expr, scope: Scope) -> None:
        """All cards of two zones, each in its order, change places: all of them, or none."""
        self.p.unfollowed()
        for zone, other in ((first, second), (second, first)):
            c = self.module.fresh()
            forbidden = self.up.telling.untouchable("exchange", c, scope.you, other)
            if forbidden is not None:
                self.p.fail_if(expr("any({} for {} in s.zones[{}])", forbidden, c, zone))
        there, cards, card = self.module.fresh(), self.module.fresh(), self.module.fresh()
        self.p.emit("{} = [*s.zones[{}]]; {} = [*s.zones[{}]]", there, second, cards, first)
        with self.p.each(card.name, cards):
            self.p.emit("s.move({}, {})", card, second)
        with self.p.each(card.name, there):
            self.p.emit("s.move({}, {})", card, first)


def _lies_in(phrase: N.Phrase) -> N.Phrase | None:
    """The one zone in which a card is said to lie: “a card in your hand”."""
    filters = phrase.filters if isinstance(phrase, N.NounPhrase) else ()
    places = [item.phrase for item in filters if isinstance(item, N.At)]
    place = places[0] if len(places) == 1 else None
    if not isinstance(place, N.NounPhrase) or place.filters or not isinstance(place.determiner, N.Article):
        return None
    return place if place.determiner.word in ("your", "the") else None
