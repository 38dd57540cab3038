"""Which of some cards are moved: those that somebody chooses, in the order that they choose, or as chance has it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rulewright.compiler.ir.expressions import Expr, Lit, both
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.things import Things
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.procedures.decisions import Decision
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.moves.cards.carried import Carried
from rulewright.compiler.statements.moves.goals import Goal, Goals
from rulewright.compiler.statements.moves.rest import DRAWN, KEEP
from rulewright.compiler.statements.objects import Quant, object_of
from rulewright.language import nodes as N
from rulewright.language.trees.likeness import Likeness

SO_MANY = "Say so many of them, or up to so many: “2 cards with different …”, “any number of cards with the same …”."


class Picks:
    """Writes who picks which of some cards, and what moves them."""

    def __init__(self, p: Flow, c: Context, goals: Goals, carried: Carried) -> None:
        self.p = p
        self.source = c.services.source
        self.module = c.services.module
        self.x = c.x
        self.objects = c.objects
        self.goals = goals
        self.carried = carried
        self.rest = carried.rest

    @staticmethod
    def chooser(phrase: N.Phrase, scope: Scope) -> Expr:
        """Who chooses which cards: whoever moves them, or “you” where they are of your choice."""
        of_yours = isinstance(phrase, N.NounPhrase) and any(isinstance(item, N.OfChoice) for item in phrase.filters)
        return scope.spoken_to or scope.you if of_yours else scope.you

    def chosen(self, options: Expr, count: Quant, goal: Goal, node: N.Perform, scope: Scope) -> None:
        """Move so many cards, each of them chosen when those before it have been moved."""
        self.p.must_stop()
        count = Quant(self.p.once(count.low), self.p.once(count.high))
        if scope.partial and count.low != Lit(0):
            low = self.p.variable()
            self.p.emit("{} = min({}, len({}))", low, count.low, options)
            if goal.limit is not None:
                self.p.emit("{} = min({}, {})", low, low, goal.room)
            self.p.fail_if(expr("{} < min(1, {})", low, count.low))
            count = Quant(low, low if count.low == count.high else count.high)
        picked, number = self.p.slot(), self.p.slot()
        self.p.set(number, 0)
        if self._may_lie_there(node):  # what was moved already is not chosen again
            there = expr("s.zones[{}]", goal.zone)
            moved = expr("{}[:{}]", there, number) if goal.bottom else expr("{}[len({}) - {}:]", there, there, number)
            options = expr("[c for c in {} if c not in {}]", options, moved)
        head = self.p.block()
        end = self.p.label()
        most = count.high
        if goal.limit is not None:
            most = expr("min({}, {} + {} - len(s.zones[{}]))", most, number, goal.limit, goal.zone)
        self.p.goto_if(expr("{} >= {}", number, most), end)
        asking = Decision("card", node, picked.number, 0, noun="card")
        stop = expr("[-1] if {} >= {} else []", number, count.low)
        offered = expr("{} + {}", stop, self.objects.distinct(options))
        self.p.decide(asking, offered, self.p.asked(self.chooser(object_of(node), scope)))
        self.p.goto_if(expr("{} == -1", picked), end)
        self.carried.move(picked, goal)
        self.rest.take(picked, scope)
        self.p.emit("{} += 1", number)
        self.p.goto(head)
        self.p.start(end)
        if goal.limit is not None and count.low != Lit(0):  # else there is no way out before there are enough
            self.p.fail_if(expr("{} < {}", number, count.low))

    def all(self, cards: Expr, goal: Goal, node: N.Perform, scope: Scope) -> None:
        """Move several cards; where there is room for some of them only, whoever moves them chooses which."""
        if goal.limit is None:
            self.carried.move_each(cards, goal)
            return
        self.p.must_stop()
        listed = self.p.variable()
        self.p.emit("{} = list({})", listed, cards)
        too_many = expr("len({}) > {}", listed, goal.room)
        if not scope.partial:
            self.p.fail_if(too_many)
            self.carried.move_each(listed, goal)
            return
        self.p.fail_if(both(too_many, expr("{} < 1", goal.room)))
        left = expr("[c for c in {} if s.where[c] != {}]", listed, goal.zone)
        as_many = Quant.exactly(goal.room)
        some = partial(self.chosen, left, as_many, goal, node, scope)
        self.p.branch(too_many, some, partial(self.carried.move_each, listed, goal))

    def in_order(self, cards: Expr, goal: Goal, node: N.Perform, scope: Scope) -> None:
        """Move several cards in an order that is chosen: each is chosen when those before it have been moved."""
        self.p.must_stop()
        left, picked = self.p.slot(), self.p.slot()
        self.p.emit("{} = list({})", left, cards)
        full = expr("{} < 1", goal.room) if goal.limit is not None else None
        if full is not None:
            self.p.fail_if(both(left, full) if scope.partial else expr("len({}) > {}", left, goal.room))
        head = self.p.block()
        end = self.p.label()
        self.p.goto_if(expr("not {}", left) if full is None else expr("not {} or {}", left, full), end)
        asking = Decision("card", node, picked.number, 0, noun="card")
        self.p.decide(asking, self.objects.distinct(left), self.p.asked(scope.you))
        self.carried.move(picked, goal)
        self.p.emit("{} = [c for c in {} if c != {}]", left, left, picked)
        self.p.goto(head)
        self.p.start(end)

    def random(self, options: Expr, count: Quant, goal: Goal, node: N.Perform, scope: Scope) -> None:
        """So many of some cards, as chance has it; as many as there are where nothing has to be carried through."""
        if count.low != count.high:
            raise refuse(node, "at random, how many cards it is must be known", code="RW0604")
        pool, card = self.module.fresh(), self.module.fresh()
        self.p.emit("{} = {}", pool, options)
        if scope.partial:
            self.p.fail_if(expr("not {}", pool))
        elif not scope.lenient:
            self.p.fail_if(expr("len({}) < {}", pool, count.low))
        many = count.low
        if goal.limit is not None:
            self.p.fail_if(expr("{} < {}", goal.room, Lit(1) if scope.partial else many))
            many = self.p.once(expr("min({}, {})", many, goal.room))
        one = count.low == Lit(1)
        picked = self.p.variable() if one else None
        if picked is not None:
            self.p.set(picked, -1)
        with self.p.each(card.name, expr("s.pick({}, {})", pool, many)):
            self.carried.move(card, goal)
            if picked is not None:
                self.p.emit("{} = {}", picked, card)
        if picked is not None:
            found = Ref(picked, "card", "card", sure=not scope.lenient)
            self.x.references.know(object_of(node), found, scope)

    def alike(
        self, options: Expr, told: tuple[N.NounPhrase, Likeness], count: Quant, goal: Goal, node: N.Perform,
        scope: Scope, do: Callable[[Expr], None],
    ) -> None:  # fmt: skip
        """Do something with so many cards that all differ or agree in something; each as long as the rest can follow.

        A number falls to what there is, but no card alone is like another.
        """
        thing, likeness = told
        if count.every or count.one or node.adverbs:
            raise refuse(object_of(node), "how many of them differ or agree?", SO_MANY, code="RW0604")
        listed = self.p.variable()
        lying = self.x.likenesses.of(Things(self.module.fresh(), listed, []), thing, likeness, scope)
        self.p.must_stop()
        self.p.set(listed, options)
        low, most = self.p.variable(), self.p.variable()
        can_be = lying.most(self.module.fresh)
        self.p.set(most, can_be if goal.limit is None else expr("min({}, {})", can_be, goal.room))
        self.p.set(low, expr("min({}, {})", count.low, most) if scope.partial else count.low)
        self.p.fail_if(expr("{} < {}", most, low))
        if scope.partial and count.low != Lit(0):
            self.p.fail_if(expr("{} < {}", low, 1 if likeness.differ else 2))
        picked, number, keys = self.p.slot(), self.p.slot(), self.p.variable()
        self.p.set(number, 0)
        self.p.emit("{} = []", keys)
        head = self.p.block()
        end = self.p.label()
        high = count.high if goal.limit is None else expr("min({}, {})", count.high, most)
        self.p.goto_if(expr("{} >= {}", number, low if count.low == count.high else high), end)
        if likeness.differ:
            fits = expr("{} not in {}", lying.key, keys)
        else:
            often = lying.as_often(self.module.fresh)
            fits = expr("{} in {} if {} else {} >= {}", lying.key, keys, number, often, low)
        left = lying.things.narrowed(fits).listed()
        asking = Decision("card", node, picked.number, 0, noun="card")
        stop = expr("[-1] if {} >= {} else []", number, low)
        asked = self.p.asked(self.chooser(object_of(node), scope))
        self.p.decide(asking, expr("{} + {}", stop, self.objects.distinct(left)), asked)
        self.p.goto_if(expr("{} == -1", picked), end)
        self.p.emit("{} = {} + [{}]", keys, keys, lying.key_of(picked))
        self.p.emit("{} = [c for c in {} if c != {}]", listed, listed, picked)
        do(picked)
        self.p.emit("{} += 1", number)
        self.p.goto(head)
        self.p.start(end)

    def keep(self, node: N.Perform, scope: Scope) -> None:
        """`Keep 1 of them`, of cards that were drawn: they stay where they are, and are none of the rest."""
        phrase = object_of(node)
        count = self.objects.quantity(phrase, scope)
        some = isinstance(phrase, N.PartOf) and phrase.whole == N.Pronoun(word="them") and not count.every
        if DRAWN not in scope.done or not some:
            raise refuse(node, "keep which cards?", KEEP, code="RW0604")
        assert isinstance(phrase, N.PartOf) and isinstance(phrase.whole, N.Pronoun)
        drawn = self._antecedent_cards(phrase.whole, scope)
        left = expr("[c for c in {} if c not in {}]", drawn, scope.done[DRAWN])
        self.p.must_stop()
        low, picked, number = self.p.variable(), self.p.slot(), self.p.slot()
        self.p.emit("{} = min({}, len({}))", low, count.low, drawn)
        self.p.set(number, 0)
        head = self.p.block()
        end = self.p.label()
        self.p.goto_if(expr("{} >= {}", number, low if count.low == count.high else count.high), end)
        asking = Decision("card", node, picked.number, 0, noun="card")
        stop = expr("[-1] if {} >= {} else []", number, low)
        self.p.decide(asking, expr("{} + {}", stop, self.objects.distinct(left)), self.p.asked(scope.you))
        self.p.goto_if(expr("{} == -1", picked), end)
        self.rest.take(picked, scope, moved=False)
        self.p.emit("{} += 1", number)
        self.p.goto(head)
        self.p.start(end)

    def _may_lie_there(self, node: N.Perform) -> bool:
        """Whether cards may lie already where they are moved to: "from a hand into your hand", "1 of them"."""
        if any(self.rest.is_part(slot.value) for slot in node.slots):
            return True
        usual = self.goals.defaults(node)
        gone = [self.source.out_of_game] if node.verb == "remove" else []
        named = {"to": as_list(usual.get("to")) or gone, "from": as_list(usual.get("from"))}
        for slot in node.slots:
            found = [item.noun for item in slot.value.walk() if isinstance(item, N.NounPhrase)]
            if slot.name in ("to", "from"):
                named[slot.name] = found
            else:
                named["from"] = [*named["from"], *found]
        return any(noun in named["from"] and self.source.type_of(noun) == "zone" for noun in named["to"])

    def _antecedent_cards(self, phrase: N.Pronoun, scope: Scope) -> Expr:
        return self.x.references.of_type(phrase, scope, "cards").expr
