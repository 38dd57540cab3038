"""What the lexicon's verbs, nouns and adjectives mean, as functions of the generated module.

Each is written when first asked for, with everything that texts change about it.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.compiler.abilities.continuous_effects import ContinuousEffect
from rulewright.compiler.expressions.expressions import Expressions
from rulewright.compiler.expressions.numbers import Numbers
from rulewright.compiler.expressions.relations import Relations
from rulewright.compiler.ir.expressions import Call, Collection, Expr, Lit, Name, both
from rulewright.compiler.ir.quote import expr, stmts
from rulewright.compiler.ir.statements import Body
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.scope import Ref, Scope
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N
from rulewright.ruleset import blocks as B


class Definitions:
    """The functions of one program's lexicon. listed: the abilities of its cards, each with the component."""

    def __init__(self, s: Services, x: Expressions, listed: Sequence[tuple[str, N.Ability]]) -> None:
        self.source = s.source
        self.layout = s.layout
        self.report = s.report
        self.texts = s.texts
        self.module = s.module
        self.continuous = s.continuous
        self.activity = s.activity
        self.x = x
        self.listed = listed
        self.relations = Relations(s, x)
        self.numbers = Numbers(s, x, self.relations)

    def state_verb(self, verb: str) -> str:
        """The function that tests a state verb: (s, you, slots …)."""
        entry = self.source.verbs[verb]
        slots = list((entry.get("slots") or {}).items())
        params = ("s", "you", *(f"a{i}" for i in range(len(slots))))

        def write() -> Expr:
            scope = Scope(Name("you"))
            for number, (name, kind) in enumerate(slots):
                self.bind_slot(scope, name, kind, f"a{number}")
            return self.x.conditions.block_condition(self.texts.means("verbs", verb), scope)

        return self.module.function(f"st_{verb}", params, write)

    def bind_slot(self, scope: Scope, name: str, kind: str, param: str) -> None:
        """Bind a verb's slot under its own name and the name of what it takes."""
        ref = Ref(Name(param), self.source.type_of(kind), kind)
        scope.bind(kind, ref)
        scope.names[name] = ref

    def noun_test(self, noun: str) -> str:
        """The function that tests a noun with a condition: (s, thing[, of])."""
        entry = self.source.nouns[noun]
        of = entry.get("of") if entry.get("type") == "player" else None

        def write() -> Expr:
            kind = self.source.type_of(noun)
            scope = Scope(Name("x") if kind == "player" else Lit(0))
            if of:
                scope.bind(of, Ref(Name("of"), self.source.type_of(of), of))
            scope.bind(noun, Ref(Name("x"), kind, str(entry.get("is") or noun)))
            return self.x.conditions.block_condition(self.texts.means("nouns", noun), scope)

        return self.module.function(f"is_{noun}", ("s", "x", "of") if of else ("s", "x"), write)

    def adjective(self, word: str) -> str:
        """The function that tests an adjective: (s, thing, you)."""
        entry = self.source.adjectives[word]

        def write() -> Expr | Body:
            scope = Scope(Name("you"))
            scope.bind(entry["of"], Ref(Name("x"), self.source.type_of(entry["of"]), entry["of"]))
            if entry.get("attribute"):
                base = expr("{}[x]", self._printed(word))
            elif entry.get("ability"):
                base = expr("{}[x]", self._with_ability(word))
            elif entry.get("among"):
                base = expr("x in {}(s, you)", self.among(word))
            else:
                means = self.texts.means("adjectives", word)
                base = self.x.conditions.block_condition(means, self._defining(entry["of"], means, scope))
            changes = self.continuous.adjectives.get(word, [])
            if not changes:
                return base
            changed = (stmt for spoken in changes for stmt in self._adjective_change(spoken, word))
            return (*stmts("v = {}", base), *changed, *stmts("return v"))

        return self.module.function(f"adj_{word}", ("s", "x", "you"), write)

    def _defining(self, noun: str, said: object, scope: Scope) -> Scope:
        """The scope of words that define what players are: “you” is the player of whom it is asked (R1)."""
        if self.source.type_of(noun) != "player" or not B.of_you_alone(said, noun):
            return scope
        inner = scope.child()
        inner.you = Name("x")
        return inner

    def _adjective_change(self, spoken: ContinuousEffect, word: str) -> Body:
        """What one text makes of an adjective: those things have it, or have it no longer."""
        node = spoken.node
        assert isinstance(node, N.Does) and isinstance(node.act, N.Perform)
        subject, goal = node.subject, node.act.slot("object")
        assert isinstance(subject, N.NounPhrase) and isinstance(goal, N.NounPhrase)
        kind = self.source.adjectives[word]["of"]
        scope = Scope(Name("you"))
        scope.bind(kind, Ref(Name("x"), self.source.type_of(kind), kind))
        tests = [self.activity.active(spoken, "you")]
        with self.report.recorded(spoken.path):
            if spoken.condition is not None:
                tests.append(self.x.conditions.condition(spoken.condition, scope))
        other = subject.adjectives[0] if word in goal.adjectives else ""
        was = expr("{}[x]", self._printed(other or word))
        return stmts("if {}: v = {}", both(was, *tests), bool(other))

    def _printed(self, word: str) -> str:
        """An adjective as map and cards show it, before any text changes it; a list holds each of its values."""
        entry = self.source.adjectives[word]
        layout = self.layout
        if self.source.type_of(entry["of"]) == "card":
            things = [card.attributes for card in layout.cards]
        else:
            things = [layout.attributes.get(number, {}) for number in range(len(layout.names))]
        shown = (as_list(thing.get(entry.get("attribute"))) for thing in things)
        return self.module.constant(tuple(entry.get("value", True) in values for values in shown), "ADJ_" + word)

    def _with_ability(self, word: str) -> str:
        """For each card whether it has an ability with the heading that an adjective names."""
        heading = self.source.adjectives[word]["ability"]
        having = {component for component, ability in self.listed if ability.heading == heading}
        cards = tuple(card.component in having for card in self.layout.cards)
        return self.module.constant(cards, "ADJ_" + word)

    def order(self, word: str) -> str:
        """The function of what an adjective such as “cheapest” orders by, lowest for the first: (s, thing, you)."""
        entry = self.source.adjectives[word]

        def write() -> Expr:
            scope = Scope(Name("you"))
            scope.bind(entry["of"], Ref(Name("x"), self.source.type_of(entry["of"]), entry["of"]))
            parts = []
            for which, amount in self.texts.word("adjectives", word).order:
                inner = self._defining(entry["of"], amount, scope)
                value = self.x.amounts.amount(self.texts.amount(amount, inner), inner)
                parts.append(expr("-{}", value) if which == "highest" else value)
            return Collection("tuple", tuple(parts))

        return self.module.function(f"order_{word}", ("s", "x", "you"), write)

    def relation(self, name: str) -> str:
        """The function that tests a relation: (s, one, other, you)."""
        return self.relations.relation(name)

    def closure(self, name: str) -> str:
        """The function that lists what a relation reaches, without where it starts: (s, from, you)."""
        return self.relations.closure(name)

    def among(self, word: str) -> str:
        """The function that lists the things of an adjective that is told by which they are: (s, you)."""
        entry = self.texts.word("adjectives", word)

        def write() -> Expr:
            listed = self.x.selections.list_of(self.texts.phrase(entry.among), Scope(Name("you")))
            return Call("tuple", (listed,))

        return self.module.function(f"among_{word}", ("s", "you"), write)

    def number(self, noun: str) -> str:
        """The function of a number: (s, what it is of …), with everything that texts change about it."""
        return self.numbers.number(noun)

    def during(self, verb: str) -> str:
        """The procedures that are under way while somebody does a verb."""
        names = {verb} | {name for name, entry in self.source.verbs.items() if entry.get("is") == verb}
        free = {f"free_{name}" for name in names if self.source.unpaid(name) is not None}
        return self.module.constant(frozenset({f"verb_{name}" for name in names} | free), f"DUR_{verb}")
