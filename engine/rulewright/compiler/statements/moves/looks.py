"""Cards that are looked at or revealed: they stay where they are, and are what "them" means."""

from __future__ import annotations

from dataclasses import replace

from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.decisions import Decision
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.moves.cards.carried import first_of
from rulewright.compiler.statements.moves.chosen_sets import ChosenSets
from rulewright.compiler.statements.moves.rest import REST, nouns_in
from rulewright.compiler.statements.moves.transfers import Transfers
from rulewright.compiler.statements.objects import object_of
from rulewright.language import nodes as N


class Looks:
    """Writes what shows cards."""

    def __init__(self, p: Flow, c: Context, transfers: Transfers, sets: ChosenSets) -> None:
        self.p = p
        self.source = c.services.source
        self.objects = c.objects
        self.x = c.x
        self.up = c.up
        self.transfers = transfers
        self.sets = sets
        self.rest = transfers.card_moves.rest
        self.ways = transfers.card_moves.ways

    def look(self, node: N.Perform, scope: Scope) -> None:
        """`Look at the top 3 cards of X`, `at their hand`: they stay where they are, and are what "them" means."""
        phrase = object_of(node)
        cards = self.objects.top_cards(phrase, scope)
        if cards is None and isinstance(phrase, N.NounPhrase) and self.source.is_zone(phrase):
            zone = self.x.references.zone(phrase, scope)
            seen = self.show(node, self._free(node, expr("s.zones[{}]", zone), scope), scope)
            self.x.references.know(node, Ref(seen, "cards", "card"), scope)
            self.rest.begin_shown(zone, nouns_in(phrase), seen, scope)
            return
        if cards is None or not isinstance(phrase, N.NounPhrase):
            raise refuse(node, "look at what?", "Say of which pile: “look at the top 3 cards of …”.")
        seen = self.p.variable()
        for item in phrase.filters:
            if isinstance(item, N.Of | N.At):
                zone = self.x.references.zone(item.phrase, scope)
                self.rest.begin_shown(zone, nouns_in(item.phrase), seen, scope)
        self.p.emit("{} = list({})", seen, self._free(node, cards, scope))
        one = isinstance(phrase, N.NounPhrase) and isinstance(phrase.determiner, N.Article)
        self.x.references.know(phrase, first_of(seen) if one else Ref(seen, "cards", "card"), scope)

    def reveal(self, node: N.Perform, scope: Scope) -> None:
        """`Reveal the top card of the deck`, `reveal a card from your hand`: the log names it, and it stays there."""
        phrase = object_of(node)
        cards, pile = self.objects.top_cards(phrase, scope), None
        if cards is None and not isinstance(phrase, N.Phrases) and self.source.is_zone(phrase):
            cards = expr("s.zones[{}]", self.x.references.zone(phrase, scope))
        source = node.slot("from")
        if cards is None:
            cards = self._from_a_pile(phrase, source, scope)
            pile = source if cards is not None else None
        if cards is None and isinstance(phrase, N.NounPhrase) and self.x.phrases.open(phrase):
            where = (N.At(preposition="in", phrase=source),) if isinstance(source, N.Phrase) else ()
            lying = replace(phrase, filters=(*phrase.filters, *where)) if where else phrase
            lying = self.objects.lying(lying, node.verb, scope)
            items, kind, noun = self.objects.things(lying, scope)
            count = self.objects.quantity(phrase, scope)
            nobody_sees = self.source.entry(str(getattr(source, "noun", ""))).get("visible") == "nobody"
            if kind != "card" or (nobody_sees and not (count.one or count.every)):
                raise refuse(node, "reveal which cards?", "Say “a card”, “all cards”, or “the top 3 cards of …”.")
            cards = self._chosen(items, noun, node, phrase, scope)
        if cards is None and self._several(phrase, scope):
            cards = self.x.selections.list_of(phrase, scope)
        if cards is None:
            cards = expr("[c for c in [{}] if c >= 0]", self.x.references.of_type(phrase, scope, "card").expr)
        seen = self.show(node, self._free(node, cards, scope), scope)
        one = self.objects.quantity(phrase, scope).one
        self.x.references.know(phrase, first_of(seen) if one else Ref(seen, "cards", "card"), scope)
        places = [item.phrase for item in getattr(phrase, "filters", ()) if isinstance(item, N.Of | N.At)]
        for place in (phrase, *places, *([pile] if isinstance(pile, N.Phrase) else ())):
            if self.source.is_zone(place):
                self.rest.begin_shown(self.x.references.zone(place, scope), nouns_in(place), seen, scope)

    def _chosen(self, items: Expr, noun: str, node: N.Perform, phrase: N.NounPhrase, scope: Scope) -> Expr:
        """Those of some cards that are revealed: all of them, or as many as somebody chooses."""
        count = self.objects.how_many(phrase, scope)
        if count.every:
            return items
        free = self.up.telling.touchable(node.verb, items, scope.you)
        if count.one:
            return expr("[{}]", self.p.choice("card", node, self.objects.distinct(free), scope.you, noun))
        return self.sets.some(free, "card", noun, count, node, scope)

    def _from_a_pile(self, phrase: N.Phrase, source: N.Node | None, scope: Scope) -> Expr | None:
        """`Reveal 3 cards from the deck`, which nobody sees: the uppermost; None of what somebody may choose."""
        if not isinstance(source, N.NounPhrase) or not isinstance(phrase, N.NounPhrase | N.AsMany):
            return None
        hidden = isinstance(source.noun, str) and self.source.entry(source.noun).get("visible") == "nobody"
        if not hidden or phrase.noun != "card" or phrase.adjectives or getattr(phrase, "filters", ()):
            return None
        count, zone = self.objects.quantity(phrase, scope), self.x.references.zone(source, scope)
        if count.every or count.low != count.high:
            return None
        return expr("s.zones[{}][::-1][:{}]", zone, count.low)

    def _free(self, node: N.Perform, cards: Expr, scope: Scope) -> Expr:
        """Those of some cards that may be shown; where a text forbids it of all of them, nobody looks at any."""
        free = self.up.telling.touchable(node.verb, cards, scope.you)
        if free is cards:
            return cards
        shown = self.p.variable()
        self.p.emit("{} = {}", shown, free)
        self.p.fail_if(expr("not {} and len({})", shown, cards))
        return shown

    def _several(self, phrase: N.Phrase, scope: Scope) -> bool:
        """Whether a phrase means several cards that were spoken of: "them", "those cards", "those that …"."""
        if isinstance(phrase, N.Pronoun):
            return self.x.references.of_type(phrase, scope, "card", "cards").type == "cards"
        return isinstance(phrase, N.NounPhrase) and self.x.selections.is_spoken_of(phrase)

    def show(self, node: N.Act, cards: Expr, scope: Scope) -> Expr:
        """Name some cards in the log; they are what "them" means. The variable that holds them."""
        shown = self.p.variable()
        self.p.emit("{} = list({})", shown, cards)
        told = self.p.told(Decision("card", node, 0, noun="card"))
        self.p.emit("if s.log is not None: s.log += [({}, {}, c, -1) for c in {}]", scope.you, told, shown)
        self.x.references.know(node, Ref(shown, "cards", "card"), scope)
        scope.names.pop(REST, None)
        if isinstance(node, N.Perform):
            self.ways.shown(node.verb, shown, scope)
        return shown
