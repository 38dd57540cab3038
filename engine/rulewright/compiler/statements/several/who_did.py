"""Which of several players did what each of them was to do, and how much of it, or with which card."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

from rulewright.compiler.ir.expressions import Call, Expr, Lit, both, either, negation
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.things import Things
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.ways import Way, Ways
from rulewright.language import nodes as N
from rulewright.language.records import dataclass

WITH_WHAT = "Say it of an act that is done with cards or goods: “each player discards a card”, “each player pays …”."


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is noted of what each of several players does.

    did, did_not: the seats that did it, and those that did not, as bits.
    asked: who did it most, as later sentences ask it; for each of these, the list of those who did, and that of how
        much each of them did, or which number what they did it with has.
    """

    did: Expr
    did_not: Expr
    asked: dict[tuple[str, str | None], tuple[N.DidSo, Expr, Expr]]


class WhoDid:
    """Notes which of several players did what each of them was to do, and how much of it, or with which card."""

    def __init__(self, p: Flow, c: Context, ways: Ways) -> None:
        self.p = p
        self.x = c.x
        self.source = c.services.source
        self.module = c.services.module
        self.resolution = c.services.texts.resolution
        self.ways = ways
        self._outcomes: dict[int, Outcome] = {}

    def of(self, node: N.Node) -> Outcome | None:
        """What is to be noted of what several do; None where nothing later asks for it."""
        return self._outcomes.get(id(node))

    def begin(self, deed: N.Does | None, later: Sequence[N.Node], scope: Scope) -> None:
        """Nobody has done yet what several players do, where later sentences ask who does."""
        if deed is None:
            return
        self.p.must_stop()
        did, did_not = self.p.variable(), self.p.variable()
        self.p.emit("{} = 0; {} = 0", did, did_not)
        scope.done["did so"], scope.done["did not"] = did, did_not
        asked: dict[tuple[str, str | None], tuple[N.DidSo, Expr, Expr]] = {}
        for item in (part for node in later for part in node.walk()):
            if isinstance(item, N.DidSo) and item.rank is not None and (item.rank, item.noun) not in asked:
                who, how = self.p.variable(), self.p.variable()
                self.p.emit("{} = []; {} = []", who, how)
                asked[item.rank, item.noun] = item, who, how
                for word, cell in (("who", who), ("how", how)):
                    scope.done[f"{word} {item.rank} {item.noun}"] = cell
        self._outcomes[id(deed)] = Outcome(did, did_not, asked)

    def counting(self, outcome: Outcome | None, deed: N.Node) -> AbstractContextManager[Way | None]:
        """While one of the players does it: count how much of it, where that is asked."""
        act = deed.act if isinstance(deed, N.Does) else None
        act = act.act if isinstance(act, N.Per) else act
        thing = act.slot("object") if isinstance(act, N.Perform) else None
        if outcome is None or not outcome.asked or not isinstance(act, N.Perform):
            return nullcontext()
        if not isinstance(thing, N.NounPhrase | N.AsMany) or not isinstance(thing.noun, str):
            return nullcontext()
        of_cards = self.source.type_of(thing.noun) == "card"
        counted = N.NounPhrase(noun="card" if of_cards else thing.noun)
        return self.ways.counting(act, counted, of_cards and act.verb != "draw")

    def note(self, outcome: Outcome, deed: N.Node, way: Way | None, scope: Scope, card: Ref | None = None) -> None:
        """One of them did it, or did not. card: what they did it with, where that is known; else what was counted."""
        with self.p.when(scope.done["did"]):
            self.p.emit("{} |= 1 << {}", outcome.did, scope.you)
            for item, who, how in outcome.asked.values():
                if item.noun == "result" and "result" in scope.names:
                    self._told(who, how, scope.names["result"].expr, scope)
                elif item.noun is None and way is not None and card is None:
                    self._told(who, how, way.cell, scope)
                elif item.noun is not None:
                    self._number(item, who, how, self._cards(deed, way, scope, card), scope)
                else:
                    raise refuse(item, "how much of it each of them does is not noted", WITH_WHAT, code="RW0604")
        with self.p.when(negation(scope.done["did"])):
            self.left(outcome, scope)

    def left(self, outcome: Outcome, scope: Scope) -> None:
        """One of them did not do it."""
        self.p.emit("{} |= 1 << {}", outcome.did_not, scope.you)

    def _told(self, who: Expr, how: Expr, value: Expr, scope: Scope) -> None:
        self.p.emit("{} = {} + [{}]; {} = {} + [{}]", who, who, scope.you, how, how, value)

    def _cards(self, deed: N.Node, way: Way | None, scope: Scope, card: Ref | None) -> tuple[Expr, str] | None:
        """The cards with which one of them did it, as a list, and what they are called."""
        if card is not None:
            return expr("[{}]", card.expr), card.noun
        act = deed.act if isinstance(deed, N.Does) else None
        thing = act.slot("object") if isinstance(act, N.Perform) else None
        noun = thing.noun if isinstance(thing, N.NounPhrase) and isinstance(thing.noun, str) else "card"
        if way is not None and way.cards is not None:
            return way.cards, noun
        key = self.resolution.of(thing) if thing is not None else None
        ref = (scope.refs.get(key) or scope.found.get(key)) if key is not None else None
        return (expr("[{}]", ref.expr), noun) if ref is not None and ref.type == "card" else None

    def _number(
        self, item: N.DidSo, who: Expr, how: Expr, cards: tuple[Expr, str] | None, scope: Scope
    ) -> None:  # fmt: skip
        """Note the number that what one of them did it with has: the highest, or lowest, of several."""
        of = as_list(self.source.entry(str(item.noun)).get("of"))
        kinds = [kind for kind in of if self.source.type_of(kind) == "card"]
        if cards is None or not kinds:
            raise refuse(item, "with which cards each of them does it is not noted", WITH_WHAT, code="RW0604")
        listed, noun = cards
        card = self.module.fresh()
        tests: list[Expr] = []
        if not any(self.source.fits(noun, kind) for kind in kinds):
            ref = Ref(card, "card", "card")
            tests = [either(*(both(*self.x.filters.kind_test(kind, ref)) for kind in kinds))]
        called = noun if not tests else kinds[0]
        things = Things(card, listed, tests)
        value = self.x.amounts.number_of(str(item.noun), Ref(card, "card", called), item, scope)
        which = "max" if item.rank == "highest" else "min"
        with self.p.when(expr("len({}) > 0", things.picked())):
            self._told(who, how, Call(which, (things.each(value),), (("default", Lit(0)),)), scope)
