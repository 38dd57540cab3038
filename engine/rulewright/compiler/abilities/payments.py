"""Paying with cards, and cards that stand in for others: the tables and functions the payment loop asks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.compiler.abilities.continuous_effects import ContinuousEffect
from rulewright.compiler.expressions.definitions import Definitions
from rulewright.compiler.expressions.expressions import Expressions
from rulewright.compiler.ir.expressions import Expr, Name, both, literals, negation
from rulewright.compiler.ir.facts import names
from rulewright.compiler.ir.quote import expr, stmts
from rulewright.compiler.ir.statements import Function, If, Set, Stmt
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N


class Payments:
    """The ways to pay in one program."""

    def __init__(self, s: Services, x: Expressions, definitions: Definitions) -> None:
        self.source = s.source
        self.layout = s.layout
        self.report = s.report
        self.module = s.module
        self.tables = s.tables
        self.limits = s.limits
        self.continuous = s.continuous
        self.activity = s.activity
        self.x = x
        self.definitions = definitions
        self.ways: list[tuple[str, set[int], int, bool]] = []

    def write_ways(self) -> None:
        """Functions that list (card, amount) for each way to pay a resource."""
        for spoken in self.continuous.ways:
            node = spoken.node
            assert isinstance(node, N.Does) and isinstance(node.act, N.Perform)
            goal = node.act.slot("object") or node.act.slot("as")
            assert isinstance(goal, N.NounPhrase) and isinstance(goal.noun, str)
            det = goal.determiner
            amount = det.low if isinstance(det, N.Quantity) else 1
            flag = self.limits.flag(f"way_{spoken.component}_{spoken.number}", spoken.limits)
            tests = [self.activity.active(spoken, "you")]
            if flag:
                tests.append(expr("not n[{} + you]", flag))
            self.report.at = spoken.path
            if spoken.condition is not None:
                tests.append(self.x.conditions.condition(spoken.condition, Scope(Name("you"))))
            name = f"way_{spoken.number}"
            body = (
                *stmts("if {}: return []", negation(both(*tests))),
                *stmts("return [(c, {}) for c in {}]", amount, self._paying(spoken, node.subject)),
            )
            self.module.functions[name] = Function(name, ("s", "you"), body)
            self.ways.append((name, {self.tables.resources[goal.noun]}, flag, spoken.condition is not None))

    def _paying(self, spoken: ContinuousEffect, subject: N.Node) -> Expr:
        """The cards of a seat that pay as a text says: the card itself, or all others of the kind that it names."""
        own = self.layout.instances(spoken.component)
        if _this(subject):
            rows = self.tables.zones_by_seat(spoken.zones)
            where = self.module.constant(tuple(frozenset(row) for row in rows), "ACTS_" + "_".join(spoken.zones))
            return expr("[c for c in {} if s.where[c] in {}[you]]", literals(own), where)
        # A card that is played lies no longer where its own text works.
        tests = [expr("c not in {}", literals(own))] if own else []
        if isinstance(subject, N.NounPhrase) and (subject.noun != "card" or subject.adjectives):
            kind = replace(subject, filters=())
            tests += self.x.selections.fits(kind, Scope(Name("you")), Name("c"))
            tests += self.x.filters.kind_test(str(subject.noun), Ref(Name("c"), "card", str(subject.noun)))
        return expr("[c for c in PLAYABLE(s, you) if {}]", both(*tests)) if tests else expr("PLAYABLE(s, you)")

    def write_stand_ins(self) -> None:
        """The function that lists the cards which can be played as the card of a space."""
        body = stmts("cards = PLAYABLE(s, you); found = [c for c in cards if CARD_SPACE[c] == place]")
        body += tuple(map(self._stands_in, self.continuous.stand_ins))
        self.module.functions["STANDS_FOR"] = Function(
            "STANDS_FOR", ("s", "you", "place"), (*body, *stmts("return found"))
        )
        self._card_spaces()

    def _stands_in(self, spoken: ContinuousEffect) -> Stmt:
        """Where a text speaks, the cards are found too that it lets stand in for the card of a space."""
        x = self.x
        self.report.at = spoken.path
        node = spoken.node
        assert isinstance(node, N.Does) and isinstance(node.act, N.Perform)
        goal = node.act.slot("object") or node.act.slot("as")
        subject = node.subject
        assert isinstance(goal, N.NounPhrase) and isinstance(subject, N.NounPhrase)
        of = next((item.phrase for item in goal.filters if isinstance(item, N.Of)), None)
        if not isinstance(of, N.NounPhrase):
            raise refuse(node, "the card of what?")
        scope = Scope(Name("you"))
        during = tuple(self._during_targets(spoken, scope))
        inner = scope.child()
        card_tests = self._standing(spoken, subject, inner)
        place_tests = [self.activity.active(spoken, "you")]
        condition = [] if spoken.condition is None else [x.conditions.condition(spoken.condition, scope)]
        before: tuple[Stmt, ...] = ()
        if self.x.phrases.open(of):
            place = Ref(Name("place"), "space", str(of.noun))
            tests = x.filters.kind_test(str(of.noun), place)
            for word in of.adjectives:
                tests += x.filters.adjective(word, place, scope)
            for item in of.filters:
                tests += x.filters.filter(item, place, inner)
            for test in tests:  # what does not ask about the card is asked once
                (card_tests if "c" in names(test) else place_tests).append(test)
        else:
            before = during
            card_tests.append(expr("place == {}", x.references.ref(of, scope).expr))
        found = stmts("found += [c for c in cards if {}]", both(expr("c not in found"), *card_tests))
        return If(both(*place_tests, *condition), (*before, *found))

    def _standing(self, spoken: ContinuousEffect, subject: N.NounPhrase, scope: Scope) -> list[Expr]:
        """The tests of the cards `c` that a text lets stand in for others."""
        if _this(subject):
            return [expr("c in {}", literals(self.layout.instances(spoken.component)))]
        base = next((item.phrase for item in subject.filters if isinstance(item, N.Of)), None)
        if not isinstance(base, N.NounPhrase):
            raise refuse(spoken.node, "which card?")
        start = Ref(expr("CARD_SPACE[c]"), "space", str(base.noun))
        tests = [expr("CARD_SPACE[c] >= 0")]
        for item in base.filters:
            tests += self.x.filters.filter(item, start, scope)
        self.x.references.know(base, start, scope)
        return tests

    def _card_spaces(self) -> None:
        """The space that each card is the card of; -1 where it is of none."""
        if "CARD_SPACE" not in self.module.namespace:
            table = []
            for info in self.layout.cards:
                spaces = [
                    v for k, v in info.attributes.items() if isinstance(v, str) and v in self.layout.ids and k != "id"
                ]
                table.append(self.layout.ids[spaces[0]] if spaces else -1)
            self.module.namespace["CARD_SPACE"] = tuple(table)

    def _during_targets(self, spoken: ContinuousEffect, scope: Scope) -> Iterator[Stmt]:
        """While a verb is under way its slots can be named: `the target`."""
        for node in spoken.condition.walk() if spoken.condition is not None else ():
            if isinstance(node, N.Perform) and node.verb in self.source.verbs:
                slots = self.source.verbs[node.verb].get("slots") or {}
                for number, (slot, kind) in enumerate(slots.items()):
                    name = Name(f"d_{node.verb}_{number}")
                    during = self.definitions.during(node.verb)
                    yield Set(name, expr("SLOT(s, {}, you, {})", during, 2 + number))
                    scope.names[kind] = Ref(name, self.source.type_of(kind), kind)
                    self.x.references.know_slot(node, slot, scope.names[kind], scope)
                    if (said := node.slot(slot)) is not None:
                        self.x.references.know(said, scope.names[kind], scope)


def _this(phrase: N.Node) -> bool:
    """Whether a phrase is of the card whose text it stands in."""
    return (
        isinstance(phrase, N.NounPhrase)
        and isinstance(phrase.determiner, N.Article)
        and phrase.determiner.word == "this"
    )
