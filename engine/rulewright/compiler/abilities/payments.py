"""Paying with cards, and cards that stand in for others: the tables and functions the payment loop asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.compiler.abilities.continuous_effects import Spoken
from rulewright.compiler.ir import facts
from rulewright.compiler.ir.expressions import Expr, Name, both, literals
from rulewright.compiler.ir.quote import expr, stmts
from rulewright.compiler.ir.statements import Body, Function
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.language import nodes as N

if TYPE_CHECKING:
    from rulewright.compiler.builder import Builder


class Payments:
    """The ways to pay in one program."""

    def __init__(self, builder: Builder) -> None:
        self.b = builder

    def write_ways(self) -> None:
        """Functions that list (card, amount) for each way to pay a resource."""
        for spoken in self.b.continuous.ways:
            node = spoken.node
            assert isinstance(node, N.Does) and isinstance(node.act, N.Perform)
            goal = node.act.slot("object") or node.act.slot("as")
            assert isinstance(goal, N.NounPhrase) and isinstance(goal.noun, str)
            det = goal.determiner
            amount = det.low if isinstance(det, N.Quantity) else 1
            flag = self.b.flag(f"way_{spoken.component}_{spoken.number}", spoken.limits)
            scope = Scope(Name("you"))
            tests = [self.b.active(spoken, "you")]
            if flag:
                tests.append(expr("not n[{} + you]", flag))
            self.b.at = spoken.path
            if spoken.condition is not None:
                tests.append(self.b.expressions.conditions.condition(spoken.condition, scope))
            subject = node.subject
            if (
                isinstance(subject, N.NounPhrase)
                and isinstance(subject.determiner, N.Article)
                and subject.determiner.word == "this"
            ):
                cards = self.b.layout.instances(spoken.component)
                rows = self.b.zones_by_seat(spoken.zones)
                where = self.b.constant(tuple(frozenset(row) for row in rows), "ACTS_" + "_".join(spoken.zones))
                listing = expr("[c for c in {} if s.where[c] in {}[you]]", literals(cards), where)
            else:  # a card that is played lies no longer where its own text works
                listing = expr("PLAYABLE(s, you)")
                if own := self.b.layout.instances(spoken.component):
                    listing = expr("[c for c in {} if c not in {}]", listing, literals(own))
            name = f"way_{spoken.number}"
            body = stmts(
                "if not {}: return []\nreturn [(c, {}) for c in {}]", both(*tests), amount, listing
            )
            self.b.functions[name] = Function(name, ("s", "you"), body)
            self.b.ways.append((name, {self.b.resources[goal.noun]}, flag, spoken.condition is not None))

    def write_stand_ins(self) -> None:
        """The function that lists the cards which can be played as the card of a space."""
        x = self.b.expressions
        body = stmts("cards = PLAYABLE(s, you); found = [c for c in cards if CARD_SPACE[c] == place]")
        for spoken in self.b.continuous.stand_ins:
            self.b.at = spoken.path
            node = spoken.node
            assert isinstance(node, N.Does) and isinstance(node.act, N.Perform)
            goal = node.act.slot("object") or node.act.slot("as")
            subject = node.subject
            assert isinstance(goal, N.NounPhrase) and isinstance(subject, N.NounPhrase)
            of = next((item.phrase for item in goal.filters if isinstance(item, N.Of)), None)
            if not isinstance(of, N.NounPhrase):
                raise refuse(node, "the card of what?")
            scope = Scope(Name("you"))
            during = self._during_targets(spoken, scope)
            place = Ref(Name("place"), "space", str(of.noun))
            before: Body = ()
            card_tests: list[Expr] = []
            inner = scope.child()
            own = isinstance(subject.determiner, N.Article) and subject.determiner.word == "this"
            if own:
                card_tests.append(expr("c in {}", literals(self.b.layout.instances(spoken.component))))
            else:
                base = next((item.phrase for item in subject.filters if isinstance(item, N.Of)), None)
                if not isinstance(base, N.NounPhrase):
                    raise refuse(node, "which card?")
                start = Ref(expr("CARD_SPACE[c]"), "space", str(base.noun))
                card_tests.append(expr("{} >= 0", start.expr))
                for item in base.filters:
                    card_tests += x.filters.filter(item, start, inner)
                inner.mention(start)
            place_tests = [self.b.active(spoken, "you")]
            condition = [] if spoken.condition is None else [x.conditions.condition(spoken.condition, scope)]
            if x.selections.open(of):
                tests = x.filters.kind_test(str(of.noun), place)
                for word in of.adjectives:
                    tests += x.filters.adjective(word, place, scope)
                for item in of.filters:
                    tests += x.filters.filter(item, place, inner)
                for test in tests:  # what does not ask about the card is asked once
                    (card_tests if "c" in facts.names(test) else place_tests).append(test)
            else:
                before += during
                card_tests.append(expr("place == {}", x.references.ref(of, scope).expr))
            body += stmts(
                "if {}:\n    {}\n    found += [c for c in cards if c not in found and {}]",
                both(*place_tests, *condition), before, both(*card_tests),
            )  # fmt: skip
        self.b.functions["STANDS_FOR"] = Function("STANDS_FOR", ("s", "you", "place"), (*body, *stmts("return found")))
        if "CARD_SPACE" not in self.b.namespace:
            table = []
            for info in self.b.layout.cards:
                spaces = [
                    v for k, v in info.attributes.items() if isinstance(v, str) and v in self.b.layout.ids and k != "id"
                ]
                table.append(self.b.layout.ids[spaces[0]] if spaces else -1)
            self.b.namespace["CARD_SPACE"] = tuple(table)

    def _during_targets(self, spoken: Spoken, scope: Scope) -> Body:
        """While a verb is under way its slots can be named: `the target`."""
        body: Body = ()
        if spoken.condition is None:
            return body
        for node in spoken.condition.walk():
            if isinstance(node, N.Perform) and node.verb in self.b.source.verbs:
                slots = self.b.source.verbs[node.verb].get("slots") or {}
                for number, kind in enumerate(slots.values()):
                    name = f"d_{node.verb}_{number}"
                    body += stmts("{} = SLOT(s, {}, you, {})", name, self.b.definitions.during(node.verb), 2 + number)
                    scope.names[kind] = Ref(Name(name), self.b.expressions.type_of(kind), kind)
        return body
