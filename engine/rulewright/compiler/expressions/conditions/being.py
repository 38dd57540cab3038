"""Whether there is something, and whether it is what is said of it: so many, so described, in a zone, on turn."""

from __future__ import annotations

from rulewright.compiler.expressions.amounts import RESULT, Amounts
from rulewright.compiler.expressions.anaphora import References
from rulewright.compiler.expressions.conditions.alike import Alike
from rulewright.compiler.expressions.conditions.comparing import beside
from rulewright.compiler.expressions.conditions.subjects import Subjects, unless
from rulewright.compiler.expressions.filters import PARITY, Filters, compared
from rulewright.compiler.expressions.likenesses import Likenesses
from rulewright.compiler.expressions.phrases import Phrases, enough
from rulewright.compiler.expressions.recursion import Recursion
from rulewright.compiler.expressions.selections import Selections
from rulewright.compiler.ir.expressions import Collection, Expr, Lit, negation
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N
from rulewright.language.trees.likeness import Likeness
from rulewright.language.trees.past import turn_asked_of

AWAY = "out_of_the_game"
"""The adjective of what has left the game, wherever it lies then."""


class Being:
    """Tests what there is, and what it is."""

    def __init__(
        self, s: Services, up: Recursion, phrases: Phrases, references: References, selections: Selections,
        amounts: Amounts, filters: Filters, likenesses: Likenesses, subjects: Subjects, alike: Alike,
    ) -> None:  # fmt: skip
        self.source = s.source
        self.layout = s.layout
        self.up = up
        self.phrases = phrases
        self.references = references
        self.selections = selections
        self.amounts = amounts
        self.filters = filters
        self.likenesses = likenesses
        self.subjects = subjects
        self.alike = alike

    def exists(self, node: N.Exists, scope: Scope) -> Expr:
        """Whether there is something."""
        test = self._there_is(node.object, scope)
        return negation(test) if node.negated else test

    def _there_is(self, phrase: N.Phrase, scope: Scope) -> Expr:
        """`there is a …`, `there are 2 …`, `there are more … than …`"""
        if isinstance(phrase, N.MoreThan):
            count = self.amounts.count(phrase.phrase, scope)
            other = self.amounts.amount(phrase.number, scope)
            return beside(phrase.relation, count, other)
        if not isinstance(phrase, N.NounPhrase):
            raise refuse(phrase, "there is what?")
        if (told := self.alike.told_of_all(phrase)) is not None:
            alone, likeness = told
            things = self.selections.each(scope.make(alone, phrase), scope)
            return self.likenesses.enough(phrase, self.likenesses.of(things, alone, likeness, scope))
        placed = any(isinstance(item, N.At | N.Of | N.NextTo | N.Within) for item in phrase.filters)
        lying = isinstance(phrase.noun, str) and self.phrases.can_lie(phrase.noun)
        if lying and scope.place is not None and not placed:
            return enough(phrase, self.selections.lying(phrase, scope.place, scope))
        if (gone := self._out_of_the_game(phrase)) is not None:
            cards = self.selections.each(phrase, scope)
            here = cards.narrowed(expr("s.where[{}] not in {}", cards.thing, gone))
            if isinstance(phrase.determiner, N.Quantity):
                return enough(phrase, here.counted())
            found = self.selections.some(here)
            return negation(found) if phrase.determiner == N.Article(word="no") else found
        if self.phrases.is_piece(phrase) or isinstance(phrase.determiner, N.Quantity):
            return enough(phrase, self.amounts.count(phrase, scope))
        found = self.selections.any_of(phrase, scope)
        return negation(found) if phrase.determiner == N.Article(word="no") else found

    def _out_of_the_game(self, phrase: N.NounPhrase) -> Expr | None:
        """The zones of what has left the game, where cards are said to be there and it is not said where; else None."""
        zones = self.layout.zone.get(self.source.out_of_game, [])
        if not zones or not isinstance(phrase.noun, str) or self.source.type_of(phrase.noun) != "card":
            return None
        said = any(isinstance(item, N.At | N.Of | N.Participle | N.There) for item in phrase.filters)
        away = {*phrase.adjectives, *(item.word for item in phrase.filters if isinstance(item, N.Adjective))}
        if said or AWAY in away or self.selections.is_spoken_of(phrase):
            return None
        return Collection("tuple", tuple(Lit(zone) for zone in zones))

    def is_so(self, node: N.Is, scope: Scope) -> Expr:
        """Whether something is what is said of it: a number, in a zone, of a kind, so described."""
        subject, predicate = node.subject, node.predicate
        if (turn := turn_asked_of(node)) is not None:
            return unless(node.negated, self._turn(turn, scope))
        if isinstance(predicate, N.IsPhrase) and isinstance(predicate.phrase, N.Amount):
            predicate = N.Compare(relation="equal", number=predicate.phrase)
        if isinstance(predicate, N.Compare):
            amount = self._subject_amount(subject, scope)
            result = compared(amount, predicate.relation, self.amounts.amount(predicate.number, scope))
            return unless(node.negated, result)
        if isinstance(predicate, N.Adjective) and predicate.word in PARITY and self._is_number(subject, scope):
            even = expr("{} % 2 == {}", self._subject_amount(subject, scope), PARITY[predicate.word])
            return unless(node.negated, even)
        if isinstance(subject, N.Amount):
            raise refuse(node, "a number can only be compared", code="RW0606")
        if predicate == N.Adjective(word="different") and "different" not in self.source.adjectives:
            return self.alike.all_alike(subject, Likeness(True, "", predicate), node.negated, scope)
        if isinstance(predicate, N.At) and self.source.is_zone(predicate.phrase):
            card = self.references.ref(subject, scope)
            if node.tense == "past":
                return unless(node.negated, self.filters.was_in_zones(node, card, predicate.phrase, scope))
            return unless(node.negated, self.filters.in_zones(card, predicate.phrase, scope))

        def check(who: Ref, inner: Scope) -> Expr:
            if who.type == "cards":
                hint = "Say “if all of them are …” or “if one of them is …”."
                raise refuse(subject, "which of these cards is asked about is not told", hint, code="RW0604")
            return unless(node.negated, self.filters.predicate(who, predicate, inner))

        return self.subjects.each_subject(subject, scope, check)

    def _turn(self, turn: N.NounPhrase, scope: Scope) -> Expr:
        """Whether it is the turn of whoever a phrase names."""
        verb = self.source.turn_verb
        if not verb:
            raise refuse(turn, "no verb is a turn here", "Name the verb that is one turn: `turn:` in ruleset.yaml.")
        during = self.up.definitions.during(verb)

        def on_turn(who: Ref, inner: Scope) -> Expr:
            return expr("DURING(s, {}, {})", during, who.expr)

        if isinstance(turn.determiner, N.Possessive):
            return self.subjects.each_subject(turn.determiner.owner, scope, on_turn)
        seat = self.references.possessor(turn, scope)
        if seat is None:
            raise refuse(turn, "whose turn is meant?", "Say “your turn” or “that player's turn”.")
        return on_turn(Ref(seat, "player", "player"), scope)

    def _is_number(self, subject: N.Phrase | N.Amount, scope: Scope) -> bool:
        """Whether a phrase names a number, and no things that can be counted."""
        if not isinstance(subject, N.NounPhrase) or not isinstance(subject.noun, str):
            return isinstance(subject, N.Amount)
        kind = self.source.entry(subject.noun).get("type")
        named = subject.noun in scope.names and scope.names[subject.noun].type == "number"
        named = named or (subject.noun == RESULT and not self.source.entry(RESULT))
        return named or kind in ("number", "resource") or self.source.type_of(subject.noun) == "number"

    def _subject_amount(self, subject: N.Phrase | N.Amount, scope: Scope) -> Expr:
        if isinstance(subject, N.Amount):
            return self.amounts.amount(subject, scope)
        if isinstance(subject, N.NounPhrase) and isinstance(subject.noun, str):
            return (
                self.amounts.value(subject, scope)
                if self._is_number(subject, scope)
                else self.amounts.count(subject, scope)
            )
        raise refuse(subject, "a number was expected here", code="RW0606")
