"""Whether somebody does something: a state verb of the game holds (`you control a field`), or a verb is under way."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from rulewright.compiler.expressions.anaphora import References
from rulewright.compiler.expressions.conditions.alike import Alike
from rulewright.compiler.expressions.conditions.comparing import Comparing
from rulewright.compiler.expressions.conditions.holdings import Holdings
from rulewright.compiler.expressions.conditions.subjects import Subjects, unless
from rulewright.compiler.expressions.filters import Filters
from rulewright.compiler.expressions.likenesses import Likenesses
from rulewright.compiler.expressions.phrases import Phrases, must_be_player, quantifier
from rulewright.compiler.expressions.recursion import Recursion
from rulewright.compiler.expressions.selections import Selections
from rulewright.compiler.ir.expressions import Expr, both, either, negation
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N

MOST = (N.Article(word="most"), N.Article(word="fewest"))


class Doing:
    """Tests the verbs of the game that are asked, and not carried out."""

    def __init__(
        self, s: Services, up: Recursion, phrases: Phrases, references: References, selections: Selections,
        filters: Filters, likenesses: Likenesses, subjects: Subjects, holdings: Holdings, comparing: Comparing,
        alike: Alike,
    ) -> None:  # fmt: skip
        self.source = s.source
        self.texts = s.texts
        self.up = up
        self.phrases = phrases
        self.references = references
        self.selections = selections
        self.filters = filters
        self.likenesses = likenesses
        self.subjects = subjects
        self.holdings = holdings
        self.comparing = comparing
        self.alike = alike

    def does(self, node: N.Does, scope: Scope) -> Expr:
        """Whether somebody does something: a state verb, or a verb that is under way."""
        act = node.act
        if isinstance(act, N.Choice | N.Sequence):
            acts = [part for part in act.acts if isinstance(part, N.Act)]
            parts = [self.does(replace(node, act=part, negated=False), scope) for part in acts]
            test = either(*parts) if isinstance(act, N.Choice) else both(*parts)
            return negation(test) if node.negated else test
        if not isinstance(act, N.Perform):
            raise refuse(node, "only a single verb can be tested", code="RW0606")
        verb = self.source.verbs.get(act.verb)
        if verb is None:
            raise refuse(node, f"whether somebody does “{act.verb}” cannot be tested here", code="RW0606")
        if not verb.get("state"):
            test = self._under_way(act, self.references.ref(node.subject, scope).expr, scope)
            return negation(test) if node.negated else test

        def holds(who: Ref, inner: Scope) -> Expr:
            must_be_player(node.subject, who, act.verb)
            return unless(node.negated, self._holds(act, who, inner))

        return self.subjects.each_subject(node.subject, scope, holds)

    def _under_way(self, act: N.Perform, seat: Expr, scope: Scope) -> Expr:
        """Whether a seat is doing something now, with what its slots say."""
        during = self.up.definitions.during(act.verb)
        tests = [expr("DURING(s, {}, {})", during, seat)]
        slots = list((self.source.verbs[act.verb].get("slots") or {}).items())
        kinds = dict(slots)
        for slot in act.slots:
            if slot.name not in kinds or not isinstance(slot.value, N.Phrase):
                raise refuse(slot, f"“{slot.name}” is not told of what is under way", "Say it without.", code="RW0606")
            kind = kinds[str(slot.name)]
            number = 2 + [name for name, _ in slots].index(str(slot.name))
            there = Ref(expr("SLOT(s, {}, {}, {})", during, seat, number), self.source.type_of(kind), kind)
            tests.append(self.filters.predicate(there, N.IsPhrase(phrase=slot.value), scope))
        return both(*tests)

    def _holds(self, act: N.Perform, who: Ref, scope: Scope) -> Expr:
        """Whether a state verb holds for a seat; its object may be one thing or any of several."""
        slots = self.source.verbs[act.verb].get("slots") or {}
        args: list[Expr] = []
        for name, kind in slots.items():
            value = act.slot(name)
            if value is None:
                args.append(self._unsaid(act, name, kind, scope))
            elif isinstance(value, N.Phrases):
                ways = [self._holds(_with_slot(act, name, item), who, scope) for item in value.items]
                return either(*ways) if value.conjunction == "or" else both(*ways)
            elif isinstance(value, N.MoreThan) and len(slots) == 1:
                return self._does_to_more(act.verb, value, who, scope)
            elif isinstance(value, N.NounPhrase) and value.determiner in MOST and len(slots) == 1:
                return self._does_to_most(act.verb, value, who, scope)
            elif isinstance(value, N.NounPhrase) and (told := self.alike.told_of_all(value)) is not None:
                alone, likeness = told
                things = self.selections.each(scope.make(alone, value), scope)
                held = things.narrowed(self.selections.state_verb(act.verb, who.expr, [things.thing]))
                return self.likenesses.enough(value, self.likenesses.of(held, alone, likeness, scope))
            elif isinstance(value, N.NounPhrase) and (at := self._in_so_many_regions(value)) is not None:
                return self._holds_in_regions(act, name, value, at, who, scope)
            elif isinstance(value, N.NounPhrase) and self.phrases.open(value):
                things = self.selections.each(value, scope)
                call = self.selections.state_verb(act.verb, who.expr, [things.thing])
                return self.selections.quantified(value, things, call)
            else:
                assert isinstance(value, N.Phrase)
                args.append(self.references.ref(value, scope).expr)
        return self.selections.state_verb(act.verb, who.expr, args)

    def _in_so_many_regions(self, phrase: N.NounPhrase) -> N.At | None:
        """`a field in each valley`, `fields in 2 different valleys`: the filter with the regions."""
        for item in phrase.filters:
            where = item.phrase if isinstance(item, N.At) else None
            if not isinstance(where, N.NounPhrase) or not isinstance(where.noun, str):
                continue
            several = isinstance(where.determiner, N.Quantity) or quantifier(where) == "each"
            if several and self.source.type_of(where.noun) == "region":
                return item if isinstance(item, N.At) else None
        return None

    def _holds_in_regions(
        self, act: N.Perform, slot: str, value: N.NounPhrase, at: N.At, who: Ref, scope: Scope
    ) -> Expr:
        """Whether a state verb holds of something in each region, or in so many of them."""
        where = at.phrase
        assert isinstance(where, N.NounPhrase) and isinstance(where.noun, str)
        one = value.determiner in (None, N.Article(word="a"), N.Article(word="any"))
        if not one and quantifier(where) != "each":
            hint = "Say “if you hold a … in 2 different …”."
            raise refuse(value, "so many in each of them, or in all of them together?", hint, code="RW0604")
        others = tuple(word for word in where.adjectives if word != "different")
        bare = scope.make(replace(where, determiner=None, plural=True, adjectives=others), where)
        regions = self.selections.each(bare, scope)
        that = N.NounPhrase(determiner=N.Article(word="that"), noun=where.noun)
        inner = scope.child()
        inner.bind(where.noun, Ref(regions.thing, "region", where.noun))
        inner.stand_in(that, inner.names[where.noun])
        filters = tuple(replace(at, phrase=that) if item is at else item for item in value.filters)
        det = N.Article(word="a") if one else value.determiner
        there = inner.make(replace(value, determiner=det, plural=value.plural and not one, filters=filters), value)
        return self.selections.quantified(where, regions, self._holds(_with_slot(act, slot, there), who, inner))

    def _unsaid(self, act: N.Perform, slot: str, kind: str, scope: Scope) -> Expr:
        """What is in a slot that an act leaves open."""
        key = self.texts.resolution.slot(act, slot)
        known = scope.refs.get(key) if key is not None else None
        return (known or self.references.implied(act, kind, scope)).expr

    def _does_to_more(self, verb: str, phrase: N.MoreThan, who: Ref, scope: Scope) -> Expr:
        """`control more fields than each other player`, `control more than 3 fields`."""

        what = phrase.phrase
        if not isinstance(what, N.NounPhrase):
            raise refuse(phrase, "have what?")
        held = partial(self._so_many, verb, what, scope)
        return self.comparing.more(phrase, who, scope, self.holdings.having(who, scope), held)

    def _does_to_most(self, verb: str, phrase: N.NounPhrase, who: Ref, scope: Scope) -> Expr:
        """`control the most dry fields`, `control the fewest fields`: of all players, ties included."""
        bare = scope.make(replace(phrase, determiner=None), phrase)
        return self.comparing.most(phrase, who, partial(self._so_many, verb, bare, scope))

    def _so_many(self, verb: str, what: N.NounPhrase, scope: Scope, them: Ref) -> Expr:
        """To how many of what a phrase describes a player does it."""
        things = self.selections.each(what, scope)
        return things.narrowed(self.selections.state_verb(verb, them.expr, [things.thing])).counted()


def _with_slot(act: N.Perform, name: str, value: N.Phrase) -> N.Perform:
    """An act with something else in one of its slots."""
    return replace(act, slots=tuple(replace(slot, value=value) if slot.name == name else slot for slot in act.slots))
