"""Known cards carried to a zone: those of them that no text forbids to be moved, as many as there is room for."""

from __future__ import annotations

from rulewright.compiler.ir.expressions import TRUE, Expr, Name, both, either, negation
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.moves.goals import Goal
from rulewright.compiler.statements.moves.rest import Rest
from rulewright.compiler.statements.objects import Quant
from rulewright.compiler.statements.ways import Ways
from rulewright.language import nodes as N


class Carried:
    """Writes the moves of cards that are known. batch: where those are listed that are moved, where anything asks."""

    def __init__(self, p: Flow, c: Context, rest: Rest, ways: Ways) -> None:
        self.p = p
        self.x = c.x
        self.rest = rest
        self.ways = ways
        self.up = c.up
        self.batch: Expr | None = None

    def move(self, card: Expr | str, goal: Goal) -> None:
        """Move one card."""
        self.ways.moved_card(Name(card) if isinstance(card, str) else card, goal.zone)
        self.p.emit("s.move({}, {}, *{})", card, goal.zone, [TRUE] if goal.bottom else [])
        if self.batch is not None:
            self.p.emit("{} = {} + [{}]", self.batch, self.batch, card)

    def move_each(self, cards: Expr, goal: Goal) -> None:
        """Move several cards, one after another."""
        with self.p.each("c", cards):
            self.move("c", goal)

    def move_known(self, card: Expr, lay: Expr | None, goal: Goal, node: N.Perform, scope: Scope) -> None:
        """Move one definite card, if there is one; lay: where it must still lie."""
        self.fail_if_full(goal)
        self._fail_if_forbidden(card, node, goal, scope)
        there = expr("{} >= 0", card)
        with self.p.when(there if lay is None else both(there, expr("s.where[{}] == {}", card, lay))):
            self.move(card, goal)
            self.rest.take(card, scope)

    def move_taken(self, goal: Goal, scope: Scope, card: Expr) -> None:
        """Move one card that belongs to none of the rest from now on."""
        self.move(card, goal)
        self.rest.take(card, scope)

    def move_top(self, phrase: N.Phrase, top: Expr, count: Quant, goal: Goal, scope: Scope) -> None:
        """Move what lies on top of a pile; one card is "it" then. An effect of which nothing can be done fails.

        So does what a text does as a whole, and a price, where fewer cards lie there: how many do, everybody sees.
        """
        if not count.one:
            if scope.partial:
                self.p.fail_if(expr("not {}", top))
            elif as_a_whole(scope) and not count.every:
                self.p.fail_if(expr("len({}) < {}", top, count.low))
            self.move_each(self._fitting(top, goal, scope), goal)
            return
        card = self.p.variable()
        self.p.emit("{} = next(iter({}), -1)", card, top)
        if scope.partial or as_a_whole(scope):
            self.p.fail_if(expr("{} < 0", card))
        if goal.limit is not None:
            self.p.fail_if(expr("{} >= 0 and {} < 1", card, goal.room))
        with self.p.when(expr("{} >= 0", card)):
            self.move(card, goal)
        self.x.references.know(phrase, perhaps(card), scope)

    def _fitting(self, cards: Expr, goal: Goal, scope: Scope) -> Expr:
        """The first of some cards, as many as there is room for."""
        if goal.limit is None:
            return cards
        listed = self.p.variable()
        self.p.emit("{} = list({})", listed, cards)
        if scope.partial:
            self.p.fail_if(expr("{} < 1", goal.room))
        else:
            self.p.fail_if(expr("len({}) > {}", listed, goal.room))
        return expr("{}[:{}]", listed, self.p.once(goal.room))

    def fail_if_full(self, goal: Goal) -> None:
        """Fail where there is no room for one more card."""
        if goal.limit is not None:
            self.p.fail_if(expr("{} < 1", goal.room))

    def free(self, cards: Expr, node: N.Perform, goal: Goal, scope: Scope, asked: bool = False) -> Expr:
        """Those of some cards that no text forbids to be moved so; where it forbids it of all of them, the act fails.

        asked: whether somebody chooses, who has no choice then.
        """
        free = self.up.telling.touchable(node.verb, cards, scope.you, goal.zone)
        if free is not cards and not asked:
            self.p.fail_if(expr("len({}) and not {}", cards, free))
        return free

    def _fail_if_forbidden(self, card: Expr, node: N.Perform, goal: Goal, scope: Scope) -> None:
        forbidden = self.up.telling.untouchable(node.verb, card, scope.you, goal.zone)
        if forbidden is not None:
            self.p.fail_if(both(expr("{} >= 0", card), forbidden))

    def fail_if_not_there(self, card: Expr, node: N.Perform, scope: Scope) -> None:
        """A card that was spoken of is moved only from where the sentence says: `put it from the shop into …`."""
        source = node.slot("from")
        zones = self.x.references.zones_of(source, scope) if isinstance(source, N.Phrase) else None
        if zones:
            there = either(*(expr("s.where[{}] == {}", card, zone) for zone in zones))
            self.p.fail_if(both(expr("{} >= 0", card), negation(there)))


def first_of(cards: Expr) -> Ref:
    """The first of some cards, which may be none."""
    return perhaps(expr("({} or [-1])[0]", cards))


def perhaps(card: Expr) -> Ref:
    """A card that was looked for, or -1 where none was found: what speaks of it is done only where there is one."""
    return Ref(card, "card", "card", sure=False, when=expr("{} >= 0", card))


def as_a_whole(scope: Scope) -> bool:
    """Whether all of it is done or nothing: what stands under a heading that is whole, and a price."""
    return not scope.partial and (scope.owed or scope.unseen is not None)
