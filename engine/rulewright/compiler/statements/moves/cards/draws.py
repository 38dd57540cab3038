"""Cards that are drawn: from which pile, how many there are to draw, and what speaks of them afterwards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rulewright.compiler.expressions.anaphora import LEFT_OVER
from rulewright.compiler.ir.expressions import Expr, Lit, either, literal
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.moves.cards.carried import first_of
from rulewright.compiler.statements.moves.cards.described import Described, usual
from rulewright.compiler.statements.moves.goals import Goal
from rulewright.compiler.statements.objects import Quant, draws_known, object_of
from rulewright.compiler.statements.resources import Resources
from rulewright.compiler.statements.ways import Ways
from rulewright.language import nodes as N


class Draws:
    """Writes what draws cards."""

    def __init__(self, p: Flow, c: Context, described: Described, resources: Resources, ways: Ways) -> None:
        self.p = p
        self.layout = c.services.layout
        self.module = c.services.module
        self.x = c.x
        self.objects = c.objects
        self.described = described
        self.goals = described.goals
        self.rest = described.rest
        self.resources = resources
        self.ways = ways
        self.up = c.up

    def draw(self, count: Quant, goal: Goal, node: N.Perform, scope: Scope) -> None:
        """Draw so many cards from a pile."""
        pile = self._pile(node, scope)
        if count.every:
            phrase = object_of(node)
            raise refuse(phrase, "how many cards are drawn?", "Say “draw a card” or “draw 2 cards”.")
        there = self._how_many_lie_there(pile) if scope.possible and not scope.partial else None
        if count.low != count.high:
            most = count.high if there is None else expr("min({}, {})", count.high, there)
            count = self.resources.chosen(count.low, most, node, scope)
        many = count.low if goal.limit is None else expr("min({}, {})", count.low, goal.room)
        if goal.limit is not None:
            self.p.fail_if(expr("{} < {}", goal.room, Lit(1) if scope.partial else count.low))
        if there is not None:
            self.p.fail_if(expr("{} < {}", there, count.low))
        draw = partial(self.p.emit, "DRAW(s, {}, {}, {})", pile, goal.zone, many)
        self.ways.drawn(goal.zone, draw)

    def any(self, node: N.Node, scope: Scope) -> Expr | None:
        """Whether there is a card to draw, or a text does something instead now; None of what draws none."""
        if not isinstance(node, N.Perform) or node.verb != "draw" or draws_known(node):
            return None
        there = expr("{} > 0", self._how_many_lie_there(self._pile(node, scope)))
        return either(there, *self.up.replacements.speak(self.p, node, scope))

    def _pile(self, node: N.Perform, scope: Scope) -> Expr:
        """The pile that is drawn from."""
        source = node.slot("from")
        if not isinstance(source, N.Phrase):
            zones = self.goals.defaults(node).get("from")
            if not zones:
                raise refuse(node, "from which zone does it draw?", "Say “draw … from …”, or give the verb `from:`.")
            source = usual(zones)
        return self.x.references.zone(source, scope)

    def _how_many_lie_there(self, pile: Expr) -> Expr:
        """How many cards can be drawn from a pile: those in it, and those of which it is made anew."""
        again, layout = [-1] * self.layout.zone_count, self.layout
        for noun, entry in layout.nouns.items():
            if entry.get("type") == "zone" and entry.get("refill"):
                for zone, other in zip(layout.zone[noun], layout.zone[entry["refill"]], strict=False):
                    again[zone] = other
        if all(other < 0 for other in again):
            return expr("len(s.zones[{}])", pile)
        known = literal(pile)
        if known is not None:
            there = Lit(again[known])
            return expr("len(s.zones[{}]) + len(s.zones[{}])" if again[known] >= 0 else "len(s.zones[{}])", pile, there)
        old = expr("{}[{}]", self.module.constant(tuple(again), "MADE_ANEW_OF"), pile)
        return expr("len(s.zones[{}]) + (len(s.zones[{}]) if {} >= 0 else 0)", pile, old, old)

    def drawn(self, node: N.Perform, scope: Scope, draw: Callable[[], None]) -> None:
        """Draw cards of which more is said: those that come to where they are drawn to are "it" or "them" then."""
        one = self.objects.quantity(object_of(node), scope).one
        if not self.p.told_later(*(("it",) if one else ("them", *LEFT_OVER))) and not self.described.named_later(
            object_of(node)
        ):
            draw()
            return
        zone = self.goals.goal(node, scope).zone
        self.p.must_stop()
        cards = self.p.variable()
        self.p.emit("{} = s.where[:]", cards)
        draw()
        self.p.emit("{} = [c for c in DRAWN(s, {}) if s.where[c] == {}]", cards, cards, zone)
        drawn = first_of(cards) if one else Ref(cards, "cards", "card")
        self.x.references.know(object_of(node), drawn, scope)
        self.begin_rest(node, scope)

    def begin_rest(self, node: N.Perform, scope: Scope) -> None:
        """What was drawn lies where it is drawn to: of it some may be taken, and the rest spoken of."""
        self.rest.begin(self.goals.goal(node, scope).zone, self.goals.nouns(node), scope, drawn=True)
