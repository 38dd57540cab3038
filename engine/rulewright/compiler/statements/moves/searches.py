"""What is done again and again until something is so: `draw cards until you draw a spell`."""

from __future__ import annotations

from dataclasses import replace

from rulewright.compiler.expressions.anaphora import LEFT_OVER
from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.moves.cards.carried import first_of, perhaps
from rulewright.compiler.statements.moves.looks import Looks
from rulewright.compiler.statements.moves.rest import REST, nouns_in
from rulewright.compiler.statements.objects import object_of
from rulewright.language import nodes as N


class Searches:
    """Writes what goes on until a condition is true."""

    def __init__(self, p: Flow, c: Context, looks: Looks) -> None:
        self.p = p
        self.x = c.x
        self.module = c.services.module
        self.looks = looks

    def until(self, node: N.Until, scope: Scope) -> None:
        """`Reveal cards from the deck until you reveal a spell`; `draw a card until you have 5 cards in your hand`.

        What is revealed stays where it is, so each time it is the next card of the pile. Other acts are done as long as
        the condition is not true, they can be carried through and they change anything.
        """
        act, event = node.act, node.event
        does = event.act if isinstance(event, N.Does) else None
        if isinstance(act, N.Perform) and isinstance(does, N.Perform) and act.verb == does.verb in ("draw", "reveal"):
            found = does.slot("object")
            if not isinstance(found, N.NounPhrase) or does.slots != (N.Slot(name="object", value=found),):
                raise refuse(event, "until which card?", "Say it as “draw cards until you draw a spell”.")
            fit = self.x.selections.list_of(replace(found, determiner=None, plural=True), scope)
            until = self._draw_until if act.verb == "draw" else self._reveal_until
            until(act, found, fit, self._how_many(found), scope)
            return
        if isinstance(act, N.Perform) and act.verb == "draw":  # "draw cards until": one after the other
            plain = N.NounPhrase(noun="card", plural=True)
            one = replace(plain, determiner=N.Article(word="a"), plural=False)
            act = replace(act, slots=tuple(replace(s, value=one) if s.value == plain else s for s in act.slots))
        again, end = self.p.block(), self.p.label()
        before = self.p.variable()
        self.p.goto_if(self.x.conditions.condition(event, scope), end)
        self.p.emit("{} = [*s.n, *s.where]", before)

        def once() -> None:
            inner = scope.child()
            inner.lenient = inner.partial = False
            self.p.act(act, inner)

        self.p.if_possible(once, lambda: None)
        self.p.goto_if(expr("{} == [*s.n, *s.where]", before), end)
        self.p.goto(again)
        self.p.start(end)

    @staticmethod
    def _how_many(found: N.NounPhrase) -> int:
        """How many cards end a search."""
        det = found.determiner
        if isinstance(det, N.Quantity) and det.kind == "count" and det.low and det.article is None:
            return det.low
        if isinstance(det, N.Article) and det.word in ("a", "any"):
            return 1
        raise refuse(found, "until how many of them?", "Say “until you reveal a …” or “until you reveal 2 …”.")

    def _draw_until(self, act: N.Perform, wanted: N.Phrase, fit: Expr, many: int, scope: Scope) -> None:
        """Draw one card after another until so many fit, or there are no more; one is "it", several are "them".

        The rest are those that do not fit.
        """
        one = N.NounPhrase(noun="card", determiner=N.Quantity(kind="count", low=1))
        slots = tuple(replace(slot, value=one) if slot.name == "object" else slot for slot in act.slots)
        drawn = self.p.variable()
        found = self.p.variable() if many > 1 else None
        others = self.p.variable() if self.p.told_later(*LEFT_OVER) else None
        for several in (found, others):
            if several is not None:
                self.p.emit("{} = []", several)
        again, end = self.p.block(), self.p.label()
        self.p.emit("{} = s.where[:]", drawn)
        self.p.perform(replace(act, slots=slots), scope.child())
        self.p.emit("{} = DRAWN(s, {})", drawn, drawn)
        if others is not None:
            self.p.emit("{} = {} + [c for c in {} if c not in {}]", others, others, drawn, fit)
        if found is None:
            self.p.goto_if(expr("not {} or {}[0] in {}", drawn, drawn, fit), end)
        else:
            self.p.emit("{} = {} + [c for c in {} if c in {}]", found, found, drawn, fit)
            self.p.goto_if(expr("not {} or len({}) >= {}", drawn, found, many), end)
        self.p.goto(again)
        self.p.start(end)
        self.x.references.know(wanted, first_of(drawn) if found is None else Ref(found, "cards", "card"), scope)
        if others is not None:
            self.looks.transfers.card_moves.draws.begin_rest(act, scope)
            scope.names[REST] = Ref(others, "cards", "card")

    def _reveal_until(self, act: N.Perform, wanted: N.NounPhrase, fit: Expr, many: int, scope: Scope) -> None:
        """Cards of a pile from the top until so many fit, or all: one is "it", several are "them"."""
        source = act.slot("from")
        if isinstance(source, N.NounPhrase) and source.noun == "top":
            source = next((item.phrase for item in source.filters if isinstance(item, N.Of)), None)
        if not isinstance(source, N.Phrase):
            raise refuse(act, "reveal cards of which pile?", "Say “reveal cards from the deck until …”.")
        zone = self.x.references.zone(source, scope)
        last, fits = self.p.variable(), self.module.fresh()
        self.p.emit("{} = {}", fits, fit)
        if many == 1:
            self.p.emit("{} = next((k for k, c in enumerate(s.zones[{}][::-1]) if c in {}), HUGE)", last, zone, fits)
        else:
            places = expr("[k for k, c in enumerate(s.zones[{}][::-1]) if c in {}]", zone, fits)
            self.p.emit("{} = next(iter({}[{}:]), HUGE)", last, places, many - 1)
        seen = self.looks.show(act, expr("s.zones[{}][::-1][:{} + 1]", zone, last), scope)
        self.x.references.know(object_of(act), Ref(seen, "cards", "card"), scope)
        if many == 1:
            one = expr("{}[-1] if {} < HUGE else -1", seen, last)
            self.x.references.know(wanted, perhaps(one), scope)
        else:
            several = self.p.variable()
            self.p.emit("{} = [c for c in {} if c in {}]", several, seen, fits)
            self.x.references.know(wanted, Ref(several, "cards", "card"), scope)
        self.looks.rest.begin(zone, nouns_in(source), scope)
        self.looks.rest.begin_found(expr("[c for c in {} if c in {}]", seen, fits), str(wanted.noun), scope)
        if many > 1:
            scope.names[REST] = Ref(seen, "cards", "card")
