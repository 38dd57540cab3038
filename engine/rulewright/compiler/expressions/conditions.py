# mypy: disable-error-code="no-any-return"
"""Conditions: whether something is so."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulewright.compiler.expressions.amounts import COMPARISONS
from rulewright.compiler.expressions.selections import EVERYBODY, UNROLLED
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.language import nodes as N
from rulewright.ruleset import blocks as B

if TYPE_CHECKING:
    from rulewright.compiler.expressions.expressions import Expressions


class Conditions:
    """Says whether something is so."""

    def __init__(self, x: Expressions) -> None:
        self.x = x
        self.b = x.b
        self.layout = x.layout

    def block_condition(self, data: B.Condition, scope: Scope) -> str:
        """A condition as it stands in a block."""
        match data:
            case B.Words():
                tree = self.b.tree(data)
                assert isinstance(tree, N.Statement)
                return self.condition(tree, scope)
            case B.AllOf():
                return "(" + " and ".join(self.block_condition(item, scope) for item in data.conditions) + ")"
            case B.AnyOf():
                return "(" + " or ".join(self.block_condition(item, scope) for item in data.conditions) + ")"
            case B.Not():
                return f"not {self.block_condition(data.condition, scope)}"
            case B.OptionIs():
                return repr(self.b.options.get(data.option) == data.value)
            case B.After():
                return self.b.hypothetical(data, scope)

    def condition(self, node: N.Condition | N.Statement, scope: Scope) -> str:
        """A condition as an expression that is true or false."""
        if isinstance(node, N.AllConditions):
            return "(" + " and ".join(self.condition(item, scope) for item in node.conditions) + ")"
        if isinstance(node, N.AnyCondition):
            return "(" + " or ".join(self.condition(item, scope) for item in node.conditions) + ")"
        if isinstance(node, N.Does):
            return self._does(node, scope)
        if isinstance(node, N.Has):
            return self._has(node, scope)
        if isinstance(node, N.Exists):
            return self._exists(node, scope)
        if isinstance(node, N.Is):
            return self._is(node, scope)
        if isinstance(node, N.Did):
            return scope.done.get("did", "False")
        raise refuse(node, "this cannot be tested", code="RW0606")

    def _each_subject(self, phrase: N.Phrase, scope: Scope, test: Any) -> str:
        """A test of a subject: one seat, nobody, anybody, or each of several."""
        if isinstance(phrase, N.Pronoun) and phrase.word == "nobody":
            o = self.x.fresh()
            return f"not {self.x.selections.some(o, 'SEATS', [test(Ref(o, 'player', 'player'), scope)])}"
        if isinstance(phrase, N.NounPhrase) and self.x.selections.open(phrase):
            var, source, conditions = self.x.selections.each(phrase, scope)
            inner = self.x.filters.with_recent(scope, Ref(var, self.x.type_of(str(phrase.noun)), str(phrase.noun)))
            result = test(Ref(var, self.x.type_of(str(phrase.noun)), str(phrase.noun)), inner)
            return self.x.selections.quantified(phrase, var, source, conditions, result)
        ref = self.x.references.ref(phrase, scope)
        return str(test(ref, self.x.filters.with_recent(scope, ref) if ref.expr != scope.you else scope))

    def _does(self, node: N.Does, scope: Scope) -> str:
        act = node.act
        if isinstance(act, N.Choice | N.Sequence):
            parts = [self._does(replace(node, act=part, negated=False), scope) for part in act.acts]
            test = "(" + (" or " if isinstance(act, N.Choice) else " and ").join(parts) + ")"
            return f"not {test}" if node.negated else test
        if not isinstance(act, N.Perform):
            raise refuse(node, "only a single verb can be tested", code="RW0606")
        verb = self.b.source.verbs.get(act.verb)
        if verb is None or not verb.get("state"):
            if verb is None and act.verb not in self.b.source.verbs:
                raise refuse(node, f"whether somebody does “{act.verb}” cannot be tested here", code="RW0606")
            seat = self.x.references.ref(node.subject, scope).expr
            return f"DURING(s, {self.b.definitions.during(act.verb)}, {seat})"

        def holds(who: Ref, inner: Scope) -> str:
            self.must_be_player(node.subject, who, act.verb)
            return self._holds(act, who, inner)

        result = self._each_subject(node.subject, scope, holds)
        return f"not {result}" if node.negated else result

    def _holds(self, act: N.Perform, who: Ref, scope: Scope) -> str:
        """Whether a state verb holds for a seat; its object may be one thing or any of several."""
        slots = self.b.source.verbs[act.verb].get("slots") or {}
        args: list[str] = []
        for name, kind in slots.items():
            value = act.slot(name)
            if value is None:
                args.append(self.x.references.implied(kind, scope).expr)
            elif isinstance(value, N.NounPhrase) and self.x.selections.open(value):
                var, source, conditions = self.x.selections.each(value, scope)
                call = self.state_verb(act.verb, who.expr, [var])
                return self.x.selections.quantified(value, var, source, conditions, call)
            else:
                assert isinstance(value, N.Phrase)
                args.append(self.x.references.ref(value, scope).expr)
        return self.state_verb(act.verb, who.expr, args)

    def state_verb(self, verb: str, seat: str, args: list[str]) -> str:
        """The call that tests a state verb."""
        return f"{self.b.definitions.state_verb(verb)}(s, {seat}{''.join(', ' + a for a in args)})"

    def must_be_player(self, node: N.Node, who: Ref, verb: str) -> None:
        """Refuse a thing that would do what only players do."""
        if who.type != "player":
            noun, does = who.noun.replace("_", " "), verb.replace("_", " ")
            what = (
                f"this means a {noun} here, and only players {does} something"
                if who.noun == who.type
                else f"this means the {noun} here, and only players {does} something"
            )
            raise refuse(node, what, "Say who does it: you, they, that player.", code="RW0603")

    def enough(self, phrase: N.NounPhrase, count: str) -> str:
        """Whether a count is what a phrase's determiner asks for."""
        det = phrase.determiner
        if isinstance(det, N.Article) and det.word in ("most", "fewest"):
            raise refuse(phrase, f"the {det.word} of which?", "Compare: “more … than …”.", code="RW0604")
        if isinstance(det, N.Article) and det.word == "no":
            return f"({count} == 0)"
        if isinstance(det, N.Quantity):
            if det.kind == "exactly":
                return f"({count} == {det.low})"
            if det.kind in ("at_most", "up_to"):
                return f"({count} <= {det.low if det.high is None else det.high})"
            if det.kind == "more_than":
                return f"({count} > {det.low})"
            if det.kind == "fewer_than":
                return f"({count} < {det.high})"
            if det.kind == "range":
                return f"({det.low} <= {count} <= {det.high})"
            if det.kind == "either":
                return f"({count} in ({det.low}, {det.high}))"
            if det.low is not None:
                return f"({count} >= {det.low})"
        return f"({count} > 0)"

    def _has(self, node: N.Has, scope: Scope) -> str:
        def test(who: Ref, inner: Scope) -> str:
            return self.owns(node.object, who, inner)

        result = self._each_subject(node.subject, scope, test)
        return f"not {result}" if node.negated else result

    def owns(self, phrase: N.Phrase, who: Ref, scope: Scope) -> str:
        """Whether a seat has what a phrase says."""
        if isinstance(phrase, N.Phrases):
            word = " or " if phrase.conjunction == "or" else " and "
            return "(" + word.join(self.owns(item, who, scope) for item in phrase.items) + ")"
        inner = scope.child()
        if who.type == "player":
            inner.you = who.expr
        if isinstance(phrase, N.MoreThan):
            sign = ">" if phrase.relation == "more" else "<"
            mine = self._amount_held(phrase.phrase, who, inner)
            other = phrase.number.phrase if isinstance(phrase.number, N.Value) else None
            if isinstance(other, N.Pronoun):  # "more of them than you"
                return f"({mine} {sign} {self._held_by(self.x.references.ref(other, scope), phrase.phrase, inner)})"
            if (
                isinstance(other, N.NounPhrase)
                and isinstance(other.noun, str)
                and self.x.type_of(other.noun) == "player"
            ):
                return self._compared_with(other, phrase.phrase, mine, sign, who, inner)
            return f"({mine} {sign} {self.x.amounts.amount(phrase.number, scope)})"
        if not isinstance(phrase, N.NounPhrase):
            raise refuse(phrase, "have what?")
        if isinstance(phrase.determiner, N.Article) and phrase.determiner.word in ("most", "fewest"):
            if who.type != "player":
                raise refuse(phrase, "only of players it is known who has the most", code="RW0606")
            bare, sign = replace(phrase, determiner=None), ">=" if phrase.determiner.word == "most" else "<="
            mine, o = self._amount_held(bare, who, inner), self.x.fresh()
            return f"all({mine} {sign} {self._held_by(Ref(o, 'player', 'player'), bare, inner)} for {o} in SEATS)"
        if who.type == "space":
            inner = scope.child()
            inner.place = who
            return self.enough(phrase, f"({self.x.pieces.piece_count(phrase, inner)})")
        spread = self._spread(phrase)
        if spread is not None:
            at, places = spread
            region = self._open_region(places)
            if region is not None:
                return self._in_some_region(phrase, at, places, region, who, scope)
            x = self.x.fresh()
            there = inner.child()
            if isinstance(places.noun, str) and self.x.type_of(places.noun) == "region":
                return self._in_regions(phrase, at, places, who, inner)
            there.place = Ref(x, "space", "space")
            bare = N.NounPhrase(noun=phrase.noun, filters=tuple(f for f in phrase.filters if f is not at), plural=True)
            var, source, conditions = self.x.selections.each(places, inner, x)
            test = " and ".join([*conditions, f"({self.x.pieces.piece_count(bare, there, who.expr)}) > 0"])
            if isinstance(places.determiner, N.Quantity):
                return self.enough(places, f"sum(1 for {var} in {source} if {test})")
            return self.x.selections.every(
                var, source, conditions, f"({self.x.pieces.piece_count(bare, there, who.expr)}) > 0"
            )
        return self.enough(phrase, self._amount_held(phrase, who, inner))

    def _compared_with(self, other: N.NounPhrase, what: N.Phrase, mine: str, sign: str, who: Ref, scope: Scope) -> str:
        """`more points than each other player`, `fewer cards than the opponent`."""
        if not self.x.selections.open(other):
            return f"({mine} {sign} {self._held_by(self.x.references.ref(other, scope), what, scope)})"
        var, source, conditions = self.x.selections.each(other, scope)
        theirs = self._held_by(Ref(var, "player", "player"), what, scope)
        if f"{var} != {who.expr}" not in conditions:
            conditions.append(f"{var} != {who.expr}")
        return self.x.selections.quantified(other, var, source, conditions, f"{mine} {sign} {theirs}")

    def _held_by(self, them: Ref, what: N.Phrase, scope: Scope) -> str:
        """How much another seat has of something: "your hand" is theirs there."""
        inner = scope.child()
        inner.you = them.expr
        return self._amount_held(what, them, inner)

    def _spread(self, phrase: N.NounPhrase) -> tuple[N.At, N.NounPhrase] | None:
        """`workers in 3 different fields`, `workers in each field`: the quantity stands with the places."""
        for item in phrase.filters:
            if isinstance(item, N.At) and isinstance(item.phrase, N.NounPhrase):
                det = item.phrase.determiner
                if isinstance(det, N.Quantity) or (isinstance(det, N.Article) and det.word in EVERYBODY):
                    return item, item.phrase
        return None

    def _in_regions(self, phrase: N.NounPhrase, at: N.At, places: N.NounPhrase, who: Ref, scope: Scope) -> str:
        """`pieces in each region`: in some space of each region."""
        bare = N.NounPhrase(noun=phrase.noun, filters=tuple(f for f in phrase.filters if f is not at), plural=True)
        var, source, conditions = self.x.selections.each(places, scope)
        spot = self.x.fresh()
        there = scope.child()
        there.place = Ref(spot, "space", "space")
        has = f"any(({self.x.pieces.piece_count(bare, there, who.expr)}) > 0 for {spot} in {var})"
        if isinstance(places.determiner, N.Quantity):
            return self.enough(places, f"sum(1 for {var} in {source} if {' and '.join([*conditions, has])})")
        return self.x.selections.every(var, source, conditions, has)

    def _open_region(self, places: N.NounPhrase) -> N.Of | None:
        """`each space of a line`: the filter with a region that is left open."""
        for item in places.filters:
            if not isinstance(item, N.Of):
                continue
            phrase = item.phrase
            if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str):
                continue
            if self.x.type_of(phrase.noun) == "region" and self.x.selections.open(phrase):
                return item
        return None

    def _in_some_region(
        self, phrase: N.NounPhrase, at: N.At, places: N.NounPhrase, of: N.Of, who: Ref, scope: Scope
    ) -> str:
        """Whether there is a region for which the rest of the phrase is true."""
        assert isinstance(of.phrase, N.NounPhrase)
        var, source, conditions = self.x.selections.each(of.phrase, scope)
        noun = str(of.phrase.noun)
        named = N.Of(phrase=N.NounPhrase(determiner=N.Article(word="that"), noun=noun))
        spaces = replace(places, filters=tuple(named if item is of else item for item in places.filters))
        there = replace(at, phrase=spaces)
        whole = replace(phrase, filters=tuple(there if item is at else item for item in phrase.filters))

        def test(region: str) -> str:
            inner = scope.child()
            inner.bind(noun, Ref(region, "region", noun))
            return self.owns(whole, who, inner)

        regions = self.b.namespace.get(source)
        if isinstance(regions, tuple) and len(regions) <= UNROLLED and not conditions:
            return "(" + " or ".join(test(repr(region)) for region in regions) + ")"
        return f"any({' and '.join([*conditions, test(var)])} for {var} in {source})"

    def _amount_held(self, phrase: N.Phrase, who: Ref, scope: Scope) -> str:
        if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str):
            entry = self.x.entry(phrase.noun)
            if entry.get("held"):
                return self.x.amounts.held(phrase.noun, who.expr)
            if entry.get("type") == "number":
                return f"{self.b.definitions.number(phrase.noun)}(s, {who.expr})"
        if isinstance(phrase, N.NounPhrase) and self.x.pieces.is_piece(phrase):
            info = self.layout.piece_kinds[self.x.pieces.kinds(phrase)[0]]
            placed = any(isinstance(item, N.At | N.There | N.NextTo) for item in phrase.filters)
            mine = info.owned or (who.type == "player" and not placed and scope.place is None)
            return f"({self.x.pieces.piece_count(phrase, scope, who.expr if mine else None)})"
        noun = phrase.noun if isinstance(phrase, N.NounPhrase) else None
        cards = isinstance(noun, str) and self.x.type_of(noun) == "card"
        filters = phrase.filters if isinstance(phrase, N.NounPhrase) else ()
        if cards and not any(
            isinstance(item, N.At | N.Of) and self.x.selections.is_zone(item.phrase) for item in filters
        ):
            # Without a zone every such card of the box would be counted, whoever has it.
            raise refuse(
                phrase, f"where does one have {self.x.references.words(phrase)}s?", "Say “in your …” after the cards."
            )
        return self.x.amounts.count(phrase, scope)

    def _exists(self, node: N.Exists, scope: Scope) -> str:
        phrase = node.object
        if isinstance(phrase, N.MoreThan):
            sign = ">" if phrase.relation == "more" else "<"
            test = (
                f"({self.x.amounts.count(phrase.phrase, scope)} {sign} {self.x.amounts.amount(phrase.number, scope)})"
            )
        elif isinstance(phrase, N.NounPhrase):
            placed = any(isinstance(item, N.At | N.Of | N.NextTo) for item in phrase.filters)
            lying = isinstance(phrase.noun, str) and self.x.selections.can_lie(phrase.noun)
            if lying and scope.place is not None and not placed:
                test = self.enough(phrase, self.x.selections.lying(phrase, scope.place, scope))
            elif self.x.pieces.is_piece(phrase) or isinstance(phrase.determiner, N.Quantity):
                test = self.enough(phrase, self.x.amounts.count(phrase, scope))
            elif isinstance(phrase.determiner, N.Article) and phrase.determiner.word == "no":
                test = f"not {self.x.selections.any_of(phrase, scope)}"
            else:
                test = self.x.selections.any_of(phrase, scope)
        else:
            raise refuse(phrase, "there is what?")
        return f"not {test}" if node.negated else test

    def _is(self, node: N.Is, scope: Scope) -> str:
        subject, predicate = node.subject, node.predicate
        number = None
        if isinstance(predicate, N.Compare):
            number = predicate
        elif isinstance(predicate, N.IsPhrase) and isinstance(predicate.phrase, N.Amount):
            number = N.Compare(relation="equal", number=predicate.phrase)
        if number is not None:
            left = self._subject_amount(subject, scope)
            test = f"({left} {COMPARISONS[number.relation]} {self.x.amounts.amount(number.number, scope)})"
            return f"not {test}" if node.negated else test
        if isinstance(subject, N.Amount):
            raise refuse(node, "a number can only be compared", code="RW0606")
        if isinstance(predicate, N.At) and self.x.selections.is_zone(predicate.phrase):
            ref = self.x.references.ref(subject, scope)
            zones = self.x.references.zones_of(predicate.phrase, scope) or []
            test = f"(s.where[{ref.expr}] in ({', '.join(zones)},))"
            return f"not {test}" if node.negated else test

        def check(who: Ref, inner: Scope) -> str:
            return f"({self.x.filters.predicate(who, predicate, inner)})"

        result = self._each_subject(subject, scope, check)
        return f"not {result}" if node.negated else result

    def _subject_amount(self, subject: N.Phrase | N.Amount, scope: Scope) -> str:
        if isinstance(subject, N.Amount):
            return self.x.amounts.amount(subject, scope)
        if isinstance(subject, N.NounPhrase) and isinstance(subject.noun, str):
            kind = self.x.entry(subject.noun).get("type")
            if subject.noun in scope.names and scope.names[subject.noun].type == "number":
                return scope.names[subject.noun].expr
            if kind in ("number", "resource") or self.x.type_of(subject.noun) == "number":
                return self.x.amounts.value(subject, scope)
            return self.x.amounts.count(subject, scope)
        raise refuse(subject, "a number was expected here", code="RW0606")
