"""Filters and predicates: what a thing must be, have, do or lie near to be meant."""

from __future__ import annotations

from dataclasses import replace

from rulewright.compiler.expressions.amounts import COMPARISONS, Amounts
from rulewright.compiler.expressions.anaphora import References, is_one_piece, on_map, place_of
from rulewright.compiler.expressions.likenesses import told_of_all
from rulewright.compiler.expressions.phrases import (
    Phrases,
    enough,
    must_be_had_by_a_player,
    must_be_inside,
    must_be_player,
    quantifier,
    some_of,
)
from rulewright.compiler.expressions.pieces import Pieces
from rulewright.compiler.expressions.recursion import Recursion
from rulewright.compiler.expressions.selections import Selections
from rulewright.compiler.ir.expressions import Call, Collection, Compare, Expr, Name, both, either, negation, total
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.things import Things
from rulewright.compiler.scope import MeaningError, Ref, Scope, refuse
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N
from rulewright.language.trees.likeness import told_of_a_set
from rulewright.language.trees.past import is_past

# Types of things of which none is ever one of another, and what several things of one type are called.
APART = {"card", "space", "border", "player", "piece", "region", "zone"}
ONE_OF = {"cards": "card", "pieces": "piece"}
ONE_AFTER_ANOTHER = "Let them do it one after another: “each player may …. If they do, …”."
BEHIND_IT = "Ask it of a card, behind the sentence that moves it: “put a card into your hand. If it was in the …, …”."
PARITY = {"even": 0, "odd": 1}
"""What is left of a number that is so described, where it is divided by 2."""
UNTESTED = ("different", "face_up", "face_down", "extra", "own")  # adjectives of the core of which no state tells


class Filters:
    """Says whether a thing is meant."""

    def __init__(
        self,
        s: Services,
        up: Recursion,
        phrases: Phrases,
        references: References,
        pieces: Pieces,
        selections: Selections,
        amounts: Amounts,
    ) -> None:
        self.source = s.source
        self.layout = s.layout
        self.module = s.module
        self.tables = s.tables
        self.up = up
        self.phrases = phrases
        self.references = references
        self.pieces = pieces
        self.selections = selections
        self.amounts = amounts

    def adjective(self, word: str, ref: Ref, scope: Scope) -> list[Expr]:
        """The conditions an adjective sets; those of the core that only colour the phrase set none."""
        entry = self.source.adjectives.get(word)
        if entry is None:
            if word == "last" and ref.type == "player":
                return [expr("{} == (FIRST(s) - 1) % PLAYERS", ref.expr)]
            if word == "first" and ref.type == "player":
                return [expr("{} == FIRST(s)", ref.expr)]
            if word == "empty" and ref.type in ("zone", "space", "border"):
                return [negation(expr("s.zones[{}]", ref.expr) if ref.type == "zone" else self._pieces_at(ref))]
            if word in PARITY and ref.type == "number":
                return [expr("{} % 2 == {}", ref.expr, PARITY[word])]
            if word == "different" and ref.type not in ("space", "border", "region", "player"):
                raise told_of_all(None)
            if word in ("different", "face_up", "extra", "own"):
                return []
            raise refuse(None, f"“{word.replace('_', ' ')}” cannot be tested here", code="RW0606")
        return [expr("{}(s, {}, {})", self.up.definitions.adjective(word), ref.expr, scope.you)]

    def _pieces_at(self, ref: Ref) -> Expr:
        """How many pieces of any kind lie on a space or border."""
        domain = self.layout.borders if ref.type == "border" else self.layout.spaces
        terms = []
        for number, kind in enumerate(self.layout.piece_kinds):
            if any(place in domain for place in kind.places):
                table = self.tables.piece_table(number)
                rows = range(self.layout.players if kind.owned else 1)
                terms += [expr("n[{}[{}][{}]]", table, row, ref.expr) for row in rows]
        return total(*terms)

    def filter(self, item: N.Filter, ref: Ref, scope: Scope) -> list[Expr]:
        """The conditions a filter sets on a thing."""
        if told_of_a_set(item) is not None:
            raise told_of_all(item)
        match item:
            case N.OfChoice():
                return []
            case N.Adjective(word=word):
                return self.adjective(word, ref, scope)
            case N.At() | N.Of() | N.NextTo() | N.Within():
                return [self._placed(item, ref, scope)]
            case N.Where():
                return [self._where(item, ref, scope)]
            case N.OtherThan():
                return [expr("{} != {}", ref.expr, self.references.ref(item.phrase, scope).expr)]
            case N.That():
                test = self.predicate(ref, item.predicate, scope)
                return [negation(test) if item.negated else test]
            case N.ThatHas():
                return [self._with(N.With(phrase=item.object), ref, scope)]
            case N.With():
                return [self._with(item, ref, scope)]
            case N.Relative():
                return [self._relative(item, ref, scope)]
            case N.Related():
                return [self._related(item, ref, scope)]
            case N.Whose():
                test = self._whose(item, ref, scope)
                return [*self._has_number(item, ref, scope), negation(test)] if item.negated else [test]
            case N.Participle():
                raise refuse(item, "what was done this way is only counted", "Say “for each …”.", code="RW0604")
            case N.DidSo():
                return [self._did_so(item, ref, scope)]
            case N.Measured():
                value = self.amounts.number_of(item.noun, ref, item, scope)
                numbers = (item.number, *item.or_else)
                return [either(*(compared(value, item.relation, self.amounts.amount(x, scope)) for x in numbers))]
        raise misfit(item, ref)

    def _did_so(self, item: N.DidSo, ref: Ref, scope: Scope) -> Expr:
        """Whether a player is one of those who did, or did not do, what each of several was to do, or did it most."""
        if item.rank is not None:
            who, how = (scope.done.get(f"{word} {item.rank} {item.noun}") for word in ("who", "how"))
            if who is None or how is None:
                raise refuse(item, "nothing tells of whom this is asked", ONE_AFTER_ANOTHER, code="RW0604")
            most = expr("BY_RANK({}, {}, {})", who, how, {"highest": "max", "lowest": "min"}[item.rank])
            is_one = expr("{} in {}", ref.expr, most)
            return both(is_one, expr("len({}) == 1", most)) if item.alone else is_one
        seats = scope.done.get("did not" if item.negated else "did so")
        if seats is None:
            raise refuse(item, "nothing tells of whom this is asked", ONE_AFTER_ANOTHER, code="RW0604")
        return expr("{} >> {} & 1", seats, ref.expr)

    def _placed(self, item: N.At | N.Of | N.NextTo | N.Within, ref: Ref, scope: Scope) -> Expr:
        """Whether a thing is where a filter says: in, of, next to or within so many steps of something."""
        piece = is_one_piece(ref)
        movable = piece or ref.was is not None or (ref.type == "card" and self.phrases.can_lie(ref.noun))
        match item:
            case N.NextTo() if ref.type == "space":
                return self._next_to(ref, item.phrase, scope)
            case N.Within() if ref.type == "space":
                return self._within(item, ref, scope)
            case N.NextTo() if movable:
                return self._next_to(Ref(on_map(ref), "space", "space"), item.phrase, scope)
            case N.Within() if movable:
                return self._within(item, Ref(on_map(ref), "space", "space"), scope)
            case N.At(preposition="in_or_next_to") if ref.type == "space" or movable:
                one = N.Within(distance=N.Number(value=1), phrase=item.phrase, span=item.span)
                return self._within(one, Ref(on_map(ref), "space", "space"), scope)
            case N.At() if piece:
                return self._piece_in(item, ref, scope)
            case N.At() if ref.type == "card" and self.source.is_zone(item.phrase):
                return self.in_zones(ref, item.phrase, scope)
            case N.At() if movable:
                return self.selections.lies(ref.expr, item.phrase, scope)
            case N.At() if ref.type == "space":
                where = self.references.ref(item.phrase, scope)
                must_be_inside(item, where)
                if where.type not in ("border", "region"):
                    raise misfit(item, ref)
                spaces = expr("ENDS[{}]", where.expr) if where.type == "border" else where.expr
                return expr("{} in {}", ref.expr, spaces)
            case N.Of():
                other = self.references.ref(item.phrase, scope)
                if ref.type == "card" and other.type == "space":
                    return self._card_of(ref, other)
                if other.type == "number" and self.source.has_values(other.noun):
                    return compared(self.amounts.number_of(other.noun, ref, item, scope), "equal", other.expr)
                if ref.type == "space" and other.type == "region":
                    return expr("{} in {}", ref.expr, other.expr)
        raise misfit(item, ref)

    def in_zones(self, card: Ref, zones: N.Phrase, scope: Scope) -> Expr:
        """Whether a card is in one of the zones that a phrase names."""
        found = self.references.zones_of(zones, scope) or []
        return expr("s.where[{}] in {}", card.expr, Collection("tuple", tuple(found)))

    def was_in_zones(self, node: N.Is, card: Ref, zones: N.Phrase, scope: Scope) -> Expr:
        """Whether a card was in one of the zones that a phrase names, before what was said before was done."""
        if card.type != "card" or not scope.lay:
            raise refuse(node, "where this was is not noted", BEHIND_IT, code="RW0604")
        found = Collection("tuple", tuple(self.references.zones_of(zones, scope) or []))
        return either(*(expr("{}[{}] in {}", before, card.expr, found) for before in scope.lay))

    def _where(self, item: N.Where, ref: Ref, scope: Scope) -> Expr:
        """`… where you have a piece next to X`: what says where the piece is tells of the place."""
        if ref.type == "region":
            hint = "Say “for each region, if you have a piece in it, …”."
            raise refuse(item, "what is true somewhere in a region is not looked for like this", hint)
        if ref.type == "player" or (ref.type == "card" and not self.phrases.can_lie(ref.noun)):
            raise misfit(item, ref)  # it is nowhere on the map
        inner = scope.child()
        inner.place = ref
        clause = item.clause
        if not isinstance(clause, N.Has | N.Exists) or not isinstance(clause.object, N.NounPhrase):
            return self.up.conditions.condition(clause, inner)
        tests, alone = self.of_its_place(clause.object, ref, scope)
        return both(*tests, self.up.conditions.condition(replace(clause, object=alone) if tests else clause, inner))

    def knowing(self, scope: Scope, ref: Ref, node: N.Node) -> Scope:
        """A scope inside another in which a node of the text means a thing."""
        inner = scope.child()
        self.references.know(node, ref, inner)
        return inner

    def _card_of(self, card: Ref, space: Ref) -> Expr:
        """Whether a card carries a space as its attribute."""
        table = []
        for info in self.layout.cards:
            spaces = [
                v for k, v in info.attributes.items() if isinstance(v, str) and v in self.layout.ids and k != "id"
            ]
            table.append(self.layout.ids[spaces[0]] if spaces else -1)
        return expr("{}[{}] == {}", self.module.constant(tuple(table), "CARD_SPACE"), card.expr, space.expr)

    def _whose(self, item: N.Whose, ref: Ref, scope: Scope) -> Expr:
        """`… whose price is at least 3`, `… whose owner is you`"""
        if item.noun == "result" and self.source.fits(ref.noun, "die"):  # a die is known by what it shows
            return self._compared_with(item, ref.expr, scope)
        inner = scope.child()
        phrase = N.NounPhrase(determiner=N.Article(word="its"), noun=item.noun)
        inner.stand_in(phrase.determiner, ref)
        if self.source.type_of(item.noun) == "number":
            value = self.amounts.value(phrase, inner)
            return self._compared_with(item, value, scope)
        thing = self.references.ref(phrase, inner)
        if isinstance(item.clause, N.Relative):
            return self._relative(item.clause, thing, scope)
        return self.predicate(thing, item.clause, scope)

    def _has_number(self, item: N.Whose, ref: Ref, scope: Scope) -> list[Expr]:
        """Whether a thing has the number at all of which something is denied."""
        if self.source.type_of(item.noun) != "number" or self.source.fits(ref.noun, "die"):
            return []
        tests = self.amounts.having(item.noun, ref)
        if self.source.entry(item.noun).get("values"):
            value = self.amounts.number_of(item.noun, ref, item, scope)
            tests.append(expr("{} not in {}", value, self.amounts.no_values(item.noun)))
        return tests

    def _compared_with(self, item: N.Whose, value: Expr, scope: Scope) -> Expr:
        """Whether the number of a thing compares so with another; what has no named value is like nothing in it."""
        match item.clause:
            case N.Compare(relation=relation, number=number):
                return compared(value, relation, self.amounts.amount(number, scope))
            case N.IsPhrase(phrase=N.Amount() as number):
                same = compared(value, "equal", self.amounts.amount(number, scope))
                if isinstance(number, N.Value) and self.source.entry(item.noun).get("values"):
                    return both(same, expr("{} not in {}", value, self.amounts.no_values(item.noun)))
                return same
            case N.Adjective(word=word) if word in PARITY:
                return expr("{} % 2 == {}", value, PARITY[word])
        raise refuse(item, "a number can only be compared here", code="RW0606")

    def _relative(self, item: N.Relative, ref: Ref, scope: Scope) -> Expr:
        """`… that you control`: a state verb whose object the thing is; `… you have drawn this turn`."""
        verb = self.source.verbs.get(item.verb)
        if not is_past(item) and (verb is None or not verb.get("state")):
            raise refuse(item, f"“{item.verb}” is not a condition that can be tested", code="RW0606")

        def done_by(who: Expr) -> Expr:
            if is_past(item):
                return self.up.history.done_to(item, ref, who)
            return self.selections.state_verb(item.verb, who, [ref.expr])

        if isinstance(item.subject, N.Pronoun) and item.subject.word == "nobody":
            o = self.module.fresh()
            test = negation(self.selections.some(Things(o, Name("SEATS"), [done_by(o)])))
        elif self.phrases.open(item.subject) and isinstance(item.subject, N.NounPhrase):
            them = self.selections.each(item.subject, scope)
            noun = str(item.subject.noun)
            must_be_player(item.subject, Ref(them.thing, self.source.type_of(noun), noun), item.verb)
            test = self.selections.quantified(item.subject, them, done_by(them.thing))
        else:
            subject = self.references.ref(item.subject, scope)
            must_be_player(item.subject, subject, item.verb)
            test = done_by(subject.expr)
        return negation(test) if item.negated else test

    def _next_to(self, ref: Ref, phrase: N.Phrase, scope: Scope, steps: int | None = None) -> Expr:
        """Whether a space is next to what a phrase names; steps: at most so many steps from it instead."""
        phrase = some_of(phrase)
        ways = steps is None and not self.layout.links
        pieces = isinstance(phrase, N.NounPhrase) and self.phrases.is_piece(phrase)
        if not self.phrases.open(phrase) and not pieces and not self.phrases.spaces_of_somebody(phrase):
            return expr("{} in {}", ref.expr, self.selections.sources.around(self.references.ref(phrase, scope), steps))
        if not isinstance(phrase, N.NounPhrase):
            raise refuse(phrase, "next to what?")
        around = self.selections.sources.around(ref, steps)
        if pieces and quantifier(phrase) == "each":
            hint = "Speak of the places: “next to each … with a …”."
            raise refuse(phrase, "next to what?", hint, code="RW0604")
        if pieces:
            spots = Things(self.module.fresh(), around, [])
            inner = scope.child()
            inner.place = Ref(spots.thing, "space", "space")
            tests, alone = self.of_its_place(phrase, inner.place, scope)
            spots.tests.extend(tests)
            count = self.pieces.piece_count(alone, inner)
            if quantifier(phrase) == "number":
                return enough(phrase, Call("sum", (spots.each(count),)))
            return Call("any", (spots.each(expr("{} > 0", count)),))
        things = self.selections.each(phrase, scope)
        noun = phrase.noun if isinstance(phrase.noun, str) else "space"
        if self.source.type_of(noun) in ("region", "border"):
            return self._next_to_a_region(ref, phrase, things, around, steps)
        if self.phrases.can_lie(noun):
            lies = expr("s.where[{}] in {}", things.thing, around)
            return self.selections.quantified(phrase, things, lies)
        beside = self.selections.sources.beside(noun, ref.expr, things) if ways else None
        if quantifier(phrase) == "some" and beside is not None:
            return self.selections.some(beside)
        # Where a list says more of its things than the tests do, they are looked for in this list.
        if quantifier(phrase) != "some" or things.source != self.tables.domain(noun):
            return self.selections.quantified(phrase, things, expr("{} in {}", things.thing, around))
        fits = both(expr("{}[{}]", self.tables.member(noun), things.thing), *things.tests)
        return Call("any", (Things(things.thing, around, []).each(fits),))

    def _next_to_a_region(
        self, ref: Ref, phrase: N.NounPhrase, things: Things, around: Expr, steps: int | None
    ) -> Expr:
        """Whether a space is next to as many regions as a phrase asks for: next to one of its spaces, and not in it."""
        if self.source.type_of(str(phrase.noun)) == "border":
            raise refuse(phrase, "what is next to a border is not told", "Name the spaces at its ends.", code="RW0604")
        spot = self.module.fresh()
        touches = Call("any", (Things(spot, things.thing, []).each(expr("{} in {}", spot, around)),))
        apart = expr("{} not in {}", ref.expr, things.thing)
        return self.selections.quantified(phrase, things, touches if steps is not None else both(apart, touches))

    def _within(self, item: N.Within, ref: Ref, scope: Scope) -> Expr:
        """`within 2 of X`: so many steps or fewer from it, X itself among them."""
        if not isinstance(item.distance, N.Number):
            raise refuse(item, "only a number that is written out can be a distance here", code="RW0604")
        if self.layout.links and item.distance.value != 1:
            raise refuse(item, "distances change while borders join spaces at times only", code="RW0604")
        return self._next_to(ref, item.phrase, scope, item.distance.value)

    def _with(self, item: N.With, ref: Ref, scope: Scope) -> Expr:
        """`… with a piece`, `… without cards`."""
        tests: list[Expr] = []
        if isinstance(item.phrase, N.NounPhrase):
            must_be_had_by_a_player(item.phrase, ref)
            tests, alone = self.of_its_place(item.phrase, ref, scope)
            item = replace(item, phrase=alone)
        test = self._has(item, ref, scope)
        return both(*tests, negation(test) if item.negated else test)

    def of_its_place(self, phrase: N.NounPhrase, ref: Ref, scope: Scope) -> tuple[list[Expr], N.NounPhrase]:
        """What is said of where the pieces of a place lie, as tests of the place; and the phrase without it.

        `a field with 2 huts next to a lake`: such huts lie next to a lake where the field does.
        """
        if ref.type != "space" or not self.phrases.is_piece(phrase):
            return [], phrase
        placed = [
            item
            for item in phrase.filters
            if isinstance(item, N.NextTo | N.Within | N.At) and not self._in_a_zone(item)
        ]
        tests = []
        for item in placed:
            if isinstance(item, N.At) and self.phrases.open(item.phrase):
                tests.append(expr("{} in {}", ref.expr, self.selections.list_of(item.phrase, scope)))
            else:
                tests.append(self._placed(item, ref, scope))
        return tests, replace(phrase, filters=tuple(item for item in phrase.filters if item not in placed))

    def _in_a_zone(self, item: N.NextTo | N.Within | N.At) -> bool:
        return isinstance(item, N.At) and self.source.is_zone(item.phrase)

    def _has(self, item: N.With, ref: Ref, scope: Scope) -> Expr:
        """Whether a player has, or a place or card carries, what a phrase names."""
        phrase = item.phrase
        if ref.type == "player":
            return self.up.conditions.owns(phrase, ref, scope)
        if isinstance(phrase, N.NounPhrase) and self.phrases.is_piece(phrase):
            if ref.type in ("card", "space", "border"):
                self.pieces.must_lie_on(phrase, ref)
            return self._carries(phrase, ref, scope)
        if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str):
            if self.phrases.can_lie(phrase.noun):
                return enough(phrase, self.selections.lying(phrase, ref, scope))
            if ref.type == "card" and self.source.entry(phrase.noun).get("type") == "resource":
                return expr("SYMBOLS(s, {}, {}) > 0", ref.expr, self.tables.resources[phrase.noun])
        raise refuse(
            item,
            "with what?",
            "Of a place say which pieces or cards lie there, of a player what they have, of numbers “whose … is …”.",
        )

    def _piece_in(self, item: N.At, ref: Ref, scope: Scope) -> Expr:
        """Whether one piece lies in a space, in one of several, or in a region."""
        place = expr("{}[2]", ref.expr)
        if not self.phrases.open(item.phrase):
            where = self.references.ref(item.phrase, scope)
            if where.type not in ("space", "region", "zone", "card"):
                raise misfit(item, ref)
            return expr("{} in {}" if where.type == "region" else "{} == {}", place, place_of(where))
        if not isinstance(item.phrase, N.NounPhrase) or self.source.type_of(str(item.phrase.noun)) != "space":
            raise misfit(item, ref)
        return expr("{} in {}", place, self.selections.list_of(item.phrase, scope))

    def _carries(self, phrase: N.NounPhrase, ref: Ref, scope: Scope) -> Expr:
        """Whether as many pieces lie on a thing as a phrase asks for."""
        inner = scope.child()
        place = place_of(ref)
        inner.place = Ref(place, "region" if ref.type == "region" else "space", "space")
        return enough(phrase, self.pieces.piece_count(phrase, inner))

    def _related(self, item: N.Related, ref: Ref, scope: Scope) -> Expr:
        """`… connected to X`: a relation of the lexicon."""
        name = self.up.definitions.relation(item.relation)
        if not self.phrases.open(item.phrase):
            other = self.references.ref(item.phrase, scope)
            return expr("{}(s, {}, {}, {})", name, ref.expr, other.expr, scope.you)
        if not isinstance(item.phrase, N.NounPhrase):
            raise refuse(item, "related to what?")
        things = self.selections.each(item.phrase, scope)
        if ref.type == "player" and things.thing != ref.expr:
            things.tests.insert(0, expr("{} != {}", things.thing, ref.expr))
        related = expr("{}(s, {}, {}, {})", name, ref.expr, things.thing, scope.you)
        return self.selections.quantified(item.phrase, things, related)

    def predicate(self, ref: Ref, predicate: N.Predicate, scope: Scope) -> Expr:
        """Whether something is what a predicate says."""
        match predicate:
            case N.IsPhrase(phrase=N.Phrases(conjunction="or", items=items)):
                return either(*(self.predicate(ref, N.IsPhrase(phrase=item), scope) for item in items))
            case N.IsPhrase(phrase=N.NounPhrase(noun=N.NounGroup(conjunction="or", nouns=nouns)) as phrase):
                ways = [replace(phrase, noun=bare.noun, adjectives=bare.adjectives) for bare in nouns]
                return either(*(self.predicate(ref, N.IsPhrase(phrase=way), scope) for way in ways))
            case N.IsPhrase(phrase=N.NounPhrase(noun=str() as noun) as phrase):
                self._can_be(noun, ref, phrase)
                if not self.phrases.open(phrase):
                    return expr("{} == {}", ref.expr, self.references.ref(phrase, scope).expr)
                filters = list(phrase.filters)
                tests = self.kind_test(noun, ref)
                tests += self.selections.derived(noun, ref, phrase, scope, filters)
                for word in phrase.adjectives:
                    tests += self.adjective(word, ref, scope)
                for item in filters:
                    tests += self.filter(item, ref, scope)
                return both(*tests)
            case N.Adjective(word=word) if word in UNTESTED and word not in self.source.adjectives:
                hint = "Say in what: “have different …”." if word == "different" else ""
                raise refuse(predicate, f"nothing tells whether something is {word.replace('_', ' ')}", hint, "RW0606")
            case N.Compare():
                return compared(ref.expr, predicate.relation, self.amounts.amount(predicate.number, scope))
            case N.Filter():
                return both(*self.filter(predicate, ref, scope))
        raise refuse(predicate, "this cannot be tested", code="RW0606")

    def _can_be(self, noun: str, ref: Ref, phrase: N.NounPhrase) -> None:
        """Refuse that a thing is one of another type: no card is ever a piece, so nothing would come of it.

        Raises:
            MeaningError: RW0603.
        """
        types = {ONE_OF.get(ref.type, ref.type), self.source.type_of(noun)}
        if len(types) == 2 and types <= APART:
            raise misfit(phrase, ref)

    def kind_test(self, noun: str, ref: Ref) -> list[Expr]:
        """The tests by which a thing is of a kind."""
        if self.source.type_of(noun) == "card" and noun != "card":
            return [expr("{}[{}]", self.tables.member(noun), ref.expr)]
        if self.source.type_of(noun) in ("space", "border") and self.source.type_of(noun) != noun:
            return [expr("{}[{}]", self.tables.member(self.tables.base(noun)), ref.expr)]
        return []


def compared(value: Expr, relation: str, other: Expr) -> Expr:
    """Whether two numbers are in a relation: `equal`, `at_least`, `lower_than` …"""
    return Compare(value, COMPARISONS[relation], other)


def misfit(item: N.Filter | N.NounPhrase, ref: Ref) -> MeaningError:
    """The error for a description that a thing cannot have."""
    return refuse(item, f"this description does not fit “{ref.noun.replace('_', ' ')}”", code="RW0603")
