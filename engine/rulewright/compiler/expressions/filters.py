"""Filters and predicates: what a thing must be, have, do or lie near to be meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.compiler.expressions.amounts import COMPARISONS
from rulewright.compiler.expressions.selections import quantifier
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.language import nodes as N

if TYPE_CHECKING:
    from rulewright.compiler.expressions.expressions import Expressions


class Filters:
    """Says whether a thing is meant."""

    def __init__(self, x: Expressions) -> None:
        self.x = x
        self.b = x.b
        self.layout = x.layout

    def adjective(self, word: str, ref: Ref, scope: Scope) -> list[str]:
        """The conditions an adjective sets; those of the core that only colour the phrase set none."""
        entry = self.b.source.adjectives.get(word)
        if entry is None:
            if word == "last" and ref.type == "player":
                return [f"{ref.expr} == (FIRST(s) - 1) % PLAYERS"]
            if word == "first" and ref.type == "player":
                return [f"{ref.expr} == FIRST(s)"]
            if word == "empty":
                return [f"not {self._pieces_at(ref)}" if ref.type != "zone" else f"not s.zones[{ref.expr}]"]
            if word in ("different", "face_up", "extra", "own"):
                return []
            raise refuse(None, f"“{word.replace('_', ' ')}” cannot be tested here", code="RW0606")
        return [f"{self.b.definitions.adjective(word)}(s, {ref.expr}, {scope.you})"]

    def _pieces_at(self, ref: Ref) -> str:
        """How many pieces of any kind lie on a space or border."""
        domain = self.layout.borders if ref.type == "border" else self.layout.spaces
        terms = []
        for number, kind in enumerate(self.layout.piece_kinds):
            if not any(place in domain for place in kind.places):
                continue
            for row in range(self.layout.players if kind.owned else 1):
                terms.append(f"n[{self.b.piece_table(number)}[{row}][{ref.expr}]]")
        return f"({' + '.join(terms) or '0'})"

    def filter(self, item: N.Filter, ref: Ref, scope: Scope) -> list[str]:
        """The conditions a filter sets on a thing."""
        if isinstance(item, N.Relative):
            return [self._relative(item, ref, scope)]
        if isinstance(item, N.NextTo) and ref.type == "space":
            return [self._next_to(ref, item.phrase, scope)]
        if isinstance(item, N.Within) and ref.type == "space":
            return [self._within(item, ref, scope)]
        if isinstance(item, N.NextTo) and ref.type == "card" and self.x.selections.can_lie(ref.noun):
            return [self._next_to(Ref(f"ON_MAP[s.where[{ref.expr}]]", "space", "space"), item.phrase, scope)]
        if isinstance(item, N.With):
            return [self._with(item, ref, scope)]
        if isinstance(item, N.Where):
            if ref.type == "region":
                hint = "Say “for each region, if you have a piece in it, …”."
                raise refuse(item, "what is true somewhere in a region is not looked for like this", hint)
            inner = scope.child()
            inner.place = ref
            return [self.x.conditions.condition(item.clause, inner)]
        if isinstance(item, N.Related):
            return [self._related(item, ref, scope)]
        if isinstance(item, N.OtherThan):
            return [f"{ref.expr} != {self.x.references.ref(item.phrase, scope).expr}"]
        if isinstance(item, N.Adjective):
            return self.adjective(item.word, ref, scope)
        if isinstance(item, N.That):
            test = self.predicate(ref, item.predicate, scope)
            return [f"not ({test})" if item.negated else test]
        if isinstance(item, N.ThatHas):
            return [self._with(N.With(phrase=item.object), ref, scope)]
        if isinstance(item, N.OfChoice):
            return []
        if isinstance(item, N.Participle):
            raise refuse(item, "what was done this way is only counted", "Say “for each …”.", code="RW0604")
        if isinstance(item, N.At):
            if ref.type == "card" and self.x.selections.is_zone(item.phrase):
                zones = self.x.references.zones_of(item.phrase, scope) or []
                return [f"s.where[{ref.expr}] in ({', '.join(zones)},)"]
            if ref.type == "card" and self.x.selections.can_lie(ref.noun):
                return [self.x.selections.lies(ref.expr, item.phrase, scope)]
            if ref.type == "space":
                where = self.x.references.ref(item.phrase, scope)
                return [f"{ref.expr} in {f'ENDS[{where.expr}]' if where.type == 'border' else where.expr}"]
        if isinstance(item, N.Of):
            other = self.x.references.ref(item.phrase, scope)
            if ref.type == "card" and other.type == "space":
                return [self._card_of(ref, other)]
            if ref.type == "space" and other.type == "region":
                return [f"{ref.expr} in {other.expr}"]
        if isinstance(item, N.Whose):
            return [self._whose(item, ref, scope)]
        if isinstance(item, N.Measured):
            call = self.x.amounts.value(N.NounPhrase(noun=item.noun), self.with_recent(scope, ref))
            return [f"{call} {COMPARISONS[item.relation]} {self.x.amounts.amount(item.number, scope)}"]
        raise refuse(item, f"this description does not fit a {ref.noun.replace('_', ' ')}", code="RW0603")

    @staticmethod
    def with_recent(scope: Scope, ref: Ref) -> Scope:
        """A scope in which a thing was mentioned last."""
        inner = scope.child()
        inner.mention(ref)
        return inner

    def _card_of(self, card: Ref, space: Ref) -> str:
        """Whether a card carries a space as its attribute."""
        table = []
        for info in self.layout.cards:
            spaces = [
                v for k, v in info.attributes.items() if isinstance(v, str) and v in self.layout.ids and k != "id"
            ]
            table.append(self.layout.ids[spaces[0]] if spaces else -1)
        return f"{self.b.constant(tuple(table), 'CARD_SPACE')}[{card.expr}] == {space.expr}"

    def _whose(self, item: N.Whose, ref: Ref, scope: Scope) -> str:
        inner = self.with_recent(scope, ref)
        phrase = N.NounPhrase(determiner=N.Article(word="its"), noun=item.noun)
        if self.x.type_of(item.noun) == "number":
            value = self.x.amounts.value(phrase, inner)
            if isinstance(item.clause, N.Compare):
                return f"{value} {COMPARISONS[item.clause.relation]} {self.x.amounts.amount(item.clause.number, scope)}"
            raise refuse(item, "a number can only be compared here", code="RW0606")
        thing = self.x.references.ref(phrase, inner)
        if isinstance(item.clause, N.Relative):
            return self._relative(item.clause, thing, scope)
        return self.predicate(thing, item.clause, scope)

    def _relative(self, item: N.Relative, ref: Ref, scope: Scope) -> str:
        verb = self.b.source.verbs.get(item.verb)
        if verb is None or not verb.get("state"):
            raise refuse(item, f"“{item.verb}” is not a condition that can be tested", code="RW0606")
        if isinstance(item.subject, N.Pronoun) and item.subject.word == "nobody":
            o = self.x.fresh()
            test = f"not {self.x.selections.some(o, 'SEATS', [self.x.conditions.state_verb(item.verb, o, [ref.expr])])}"
        elif self.x.selections.open(item.subject) and isinstance(item.subject, N.NounPhrase):
            var, source, conditions = self.x.selections.each(item.subject, scope)
            noun = str(item.subject.noun)
            self.x.conditions.must_be_player(item.subject, Ref(var, self.x.type_of(noun), noun), item.verb)
            verb_holds = self.x.conditions.state_verb(item.verb, var, [ref.expr])
            test = self.x.selections.quantified(item.subject, var, source, conditions, verb_holds)
        else:
            subject = self.x.references.ref(item.subject, scope)
            self.x.conditions.must_be_player(item.subject, subject, item.verb)
            test = self.x.conditions.state_verb(item.verb, subject.expr, [ref.expr])
        return f"not {test}" if item.negated else test

    def _next_to(self, ref: Ref, phrase: N.Phrase, scope: Scope, near: Callable[[str], str] | None = None) -> str:
        """Whether a space is next to what a phrase names; near: what stands for its neighbours instead."""
        near = near or self.x.selections.near
        if not self.x.selections.open(phrase) and not (
            isinstance(phrase, N.NounPhrase) and self.x.pieces.is_piece(phrase)
        ):
            other = self.x.references.ref(phrase, scope)
            spot = f"ON_MAP[s.where[{other.expr}]]" if other.type == "card" else other.expr
            return f"{ref.expr} in {near(spot)}"
        if not isinstance(phrase, N.NounPhrase):
            raise refuse(phrase, "next to what?")
        if self.x.pieces.is_piece(phrase):
            x = self.x.fresh()
            inner = scope.child()
            inner.place = Ref(x, "space", "space")
            count = self.x.pieces.piece_count(phrase, inner)
            if quantifier(phrase) == "number":
                return self.x.conditions.enough(phrase, f"sum({count} for {x} in {near(ref.expr)})")
            return f"any(({count}) > 0 for {x} in {near(ref.expr)})"
        var, source, conditions = self.x.selections.each(phrase, scope)
        noun = phrase.noun if isinstance(phrase.noun, str) else "space"
        if self.x.selections.can_lie(noun):
            lies = f"s.where[{var}] in {near(ref.expr)}"
            return self.x.selections.quantified(phrase, var, source, conditions, lies)
        if quantifier(phrase) != "some":
            return self.x.selections.quantified(phrase, var, source, conditions, f"{var} in {near(ref.expr)}")
        return f"any({' and '.join([f'{self.b.member(noun)}[{var}]', *conditions])} for {var} in {near(ref.expr)})"

    def _within(self, item: N.Within, ref: Ref, scope: Scope) -> str:
        """`within 2 of X`: so many steps or fewer from it, X itself among them."""
        if self.layout.links:
            raise refuse(item, "distances change while borders join spaces at times only", code="RW0604")
        if not isinstance(item.distance, N.Number):
            raise refuse(item, "only a number that is written out can be a distance here", code="RW0604")
        around = {space: {space} for space in self.layout.spaces}
        for _ in range(item.distance.value):
            for found in around.values():
                found.update(*(self.layout.neighbours[space] for space in tuple(found)))
        rows = tuple(tuple(sorted(around.get(place, ()))) for place in range(len(self.layout.names)))
        table = self.b.constant(rows, f"WITHIN_{item.distance.value}")
        return self._next_to(ref, item.phrase, scope, lambda space: f"{table}[{space}]")

    def _with(self, item: N.With, ref: Ref, scope: Scope) -> str:
        phrase = item.phrase
        inner = scope.child()
        if ref.type == "player":
            test = self.x.conditions.owns(phrase, ref, scope)
            return f"not {test}" if item.negated else test
        if isinstance(phrase, N.NounPhrase) and self.x.pieces.is_piece(phrase):
            place = f"CARD0 + {ref.expr}" if ref.type == "card" else ref.expr
            inner.place = Ref(place, "region" if ref.type == "region" else "space", "space")
            count = f"({self.x.pieces.piece_count(phrase, inner)})"
            det = phrase.determiner
            if isinstance(det, N.Article) and det.word in ("most", "fewest") and ref.type == "space":
                spot = self.x.fresh()
                inner.place = Ref(spot, "space", "space")
                sign = ">=" if det.word == "most" else "<="
                theirs = self.x.pieces.piece_count(phrase, inner)
                test = f"all({count} {sign} ({theirs}) for {spot} in {self.x.domain(ref.noun)})"
            else:
                test = self.x.conditions.enough(phrase, count)
            return f"not {test}" if item.negated else test
        if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str) and self.x.selections.can_lie(phrase.noun):
            test = self.x.conditions.enough(phrase, self.x.selections.lying(phrase, ref, scope))
            return f"not {test}" if item.negated else test
        if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str) and ref.type == "card":
            entry = self.x.entry(phrase.noun)
            if entry.get("type") == "resource":
                test = f"SYMBOLS(s, {ref.expr}, {self.b.resource(phrase.noun)}) > 0"
                return f"not {test}" if item.negated else test
        raise refuse(
            item,
            "with what?",
            "Of a place say which pieces or cards lie there, of a player what they have, of numbers “whose … is …”.",
        )

    def _related(self, item: N.Related, ref: Ref, scope: Scope) -> str:
        name = self.b.definitions.relation(item.relation)
        if not self.x.selections.open(item.phrase):
            return f"{name}(s, {ref.expr}, {self.x.references.ref(item.phrase, scope).expr}, {scope.you})"
        if not isinstance(item.phrase, N.NounPhrase):
            raise refuse(item, "related to what?")
        var, source, conditions = self.x.selections.each(item.phrase, scope)
        if ref.type == "player" and var != ref.expr:
            conditions = [f"{var} != {ref.expr}", *conditions]
        related = f"{name}(s, {ref.expr}, {var}, {scope.you})"
        return self.x.selections.quantified(item.phrase, var, source, conditions, related)

    def predicate(self, ref: Ref, predicate: N.Predicate, scope: Scope) -> str:
        """Whether something is what a predicate says."""
        if isinstance(predicate, N.IsPhrase):
            phrase = predicate.phrase
            if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str):
                if not self.x.selections.open(phrase):
                    return f"{ref.expr} == {self.x.references.ref(phrase, scope).expr}"
                filters = list(phrase.filters)
                conditions = self.kind_test(phrase.noun, ref)
                conditions += self.x.selections.derived(phrase.noun, ref, phrase, scope, filters)
                for word in phrase.adjectives:
                    conditions += self.adjective(word, ref, scope)
                for item in filters:
                    conditions += self.filter(item, ref, scope)
                return " and ".join(conditions) or "True"
            raise refuse(predicate, "this cannot be tested", code="RW0606")
        if isinstance(predicate, N.Compare):
            return f"{ref.expr} {COMPARISONS[predicate.relation]} {self.x.amounts.amount(predicate.number, scope)}"
        if isinstance(predicate, N.Filter):
            return " and ".join(self.filter(predicate, ref, scope)) or "True"
        raise refuse(predicate, "this cannot be tested", code="RW0606")

    def kind_test(self, noun: str, ref: Ref) -> list[str]:
        """The tests by which a thing is of a kind."""
        if self.x.type_of(noun) == "card" and noun != "card":
            return [f"{self.b.member(noun)}[{ref.expr}]"]
        if self.x.type_of(noun) in ("space", "border") and self.x.type_of(noun) != noun:
            base = noun
            while self.x.entry(base).get("means") and self.x.entry(base).get("is"):
                base = self.x.entry(base)["is"]
            return [f"{self.b.member(base)}[{ref.expr}]"]
        return []
