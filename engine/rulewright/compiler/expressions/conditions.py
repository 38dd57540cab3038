"""Conditions: whether something is so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.compiler.expressions.amounts import RESULT, Amounts
from rulewright.compiler.expressions.anaphora import BESIDE, References
from rulewright.compiler.expressions.filters import PARITY, Filters, compared
from rulewright.compiler.expressions.likenesses import Likenesses
from rulewright.compiler.expressions.phrases import (
    EVERYBODY,
    Phrases,
    done_this_way,
    enough,
    extreme,
    is_described,
    must_be_had_by_a_player,
    must_be_player,
    noun_words,
    quantifier,
)
from rulewright.compiler.expressions.pieces import Pieces
from rulewright.compiler.expressions.recursion import Recursion
from rulewright.compiler.expressions.selections import UNROLLED, Selections
from rulewright.compiler.ir.expressions import (
    FALSE,
    And,
    Call,
    Collection,
    Compare,
    Expr,
    Lit,
    Name,
    Or,
    both,
    either,
    literals,
    negation,
    total,
)  # fmt: skip
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.things import Things
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.scope import DICE, SETS, Ref, Scope, of_nobody, refuse
from rulewright.compiler.services.services import Services
from rulewright.compiler.syntax_trees import IsNotSo
from rulewright.language import nodes as N
from rulewright.language.trees.likeness import Likeness, parted, says_likeness
from rulewright.language.trees.past import is_past, turn_asked_of
from rulewright.ruleset import blocks as B

Test = Callable[[Ref, Scope], Expr]  # what is asked of a subject


BESIDE_OTHERS = {"more": ">", "fewer": "<", "just_as_many": "==", "at_least_as_many": ">=", "twice_as_many": ">="}
"""How a number stands to another, of which it is so many times as much in `twice_as_many`."""


def beside(relation: str, mine: Expr, theirs: Expr) -> Expr:
    """Whether one number is more, less, as much as another."""
    return Compare(mine, BESIDE_OTHERS[relation], expr("2 * {}", theirs) if relation == "twice_as_many" else theirs)


AWAY = "out_of_the_game"
"""The adjective of what has left the game, wherever it lies then."""


class Conditions:
    """Says whether something is so."""

    def __init__(
        self,
        s: Services,
        up: Recursion,
        phrases: Phrases,
        references: References,
        pieces: Pieces,
        selections: Selections,
        amounts: Amounts,
        filters: Filters,
        likenesses: Likenesses,
    ) -> None:
        self.source = s.source
        self.layout = s.layout
        self.options = s.options
        self.texts = s.texts
        self.module = s.module
        self.up = up
        self.phrases = phrases
        self.references = references
        self.pieces = pieces
        self.selections = selections
        self.amounts = amounts
        self.filters = filters
        self.likenesses = likenesses

    def block_condition(self, data: B.Condition, scope: Scope) -> Expr:
        """A condition as it stands in a block."""
        match data:
            case B.Words():
                tree = self.texts.tree(data, scope)
                assert isinstance(tree, N.Statement)
                return self.condition(tree, scope)
            case B.AllOf():
                return And(tuple(self.block_condition(item, scope) for item in data.conditions))
            case B.AnyOf():
                return Or(tuple(self.block_condition(item, scope) for item in data.conditions))
            case B.Not():
                return negation(self.block_condition(data.condition, scope))
            case B.OptionIs():
                return Lit(self.options.get(data.option) == data.value)
            case B.After():
                return self.up.suppose(data, scope)

    def condition(self, node: N.Condition | N.Statement, scope: Scope) -> Expr:
        """A condition as an expression that is true or false."""
        match node:
            case N.AllConditions():
                return both(*(self.condition(item, scope) for item in node.conditions))
            case N.AnyCondition():
                return either(*(self.condition(item, scope) for item in node.conditions))
            case IsNotSo():
                return negation(self.condition(node.condition, scope))
            case N.Does() | N.Passive() if is_past(node):
                return self.up.history.condition(node, scope)
            case N.Does():
                return self._does(node, scope)
            case N.Has():
                return self._has(node, scope)
            case N.Exists():
                return self._exists(node, scope)
            case N.Is():
                return self._is(node, scope)
            case N.Did():
                return scope.done.get("did", FALSE)
        raise refuse(node, "this cannot be tested", code="RW0606")

    def each_subject(self, phrase: N.Phrase, scope: Scope, test: Test) -> Expr:
        """A test of a subject: one seat, nobody, anybody, or each of several."""
        if isinstance(phrase, N.Pronoun) and phrase.word == "nobody":
            o = self.module.fresh()
            does = test(Ref(o, "player", "player"), scope)
            return negation(self.selections.some(Things(o, Name("SEATS"), [does])))
        if isinstance(phrase, N.NounPhrase) and self.phrases.open(phrase):
            things = self.selections.each(phrase, scope)
            one = Ref(things.thing, self.source.type_of(str(phrase.noun)), str(phrase.noun))
            result = test(one, self.filters.knowing(scope, one, phrase))
            return self.selections.quantified(phrase, things, result)
        if isinstance(phrase, N.PartOf) and (some := self._set_of(phrase.whole, scope)) is not None:
            things, kind, noun = some
            many = N.NounPhrase(determiner=phrase.quantity, noun=noun, plural=True)
            return self.selections.quantified(many, things, test(Ref(things.thing, kind, noun), scope))
        ref = self.references.ref(phrase, scope)
        return test(ref, self.filters.knowing(scope, ref, phrase) if ref.expr != scope.you else scope)

    def some_of_those(self, node: N.If | N.Unless, scope: Scope) -> list[Expr]:
        """The tests that there are any of what was spoken of, where all, or none, of nothing would be so.

        `If all of them are beasts`, `unless 1 of them is a beast`: of nothing that was found it is not asked.
        """
        tests: list[Expr] = []
        for part in node.condition.walk():
            if (dice := self._dice(part, scope)) is not None:
                tests.append(expr("len({}) > 0", dice))
            whole = part.whole if isinstance(part, N.PartOf) else None
            if not isinstance(part, N.PartOf) or not isinstance(whole, N.Pronoun):
                continue
            each = quantifier(N.NounPhrase(determiner=part.quantity, noun="card")) == "each"
            if (each or isinstance(node, N.Unless)) and (some := self._set_of(whole, scope)) is not None:
                tests.append(expr("{} > 0", some[0].counted()))
        return tests

    def _dice(self, part: N.Node, scope: Scope) -> Expr | None:
        """The dice that were rolled of which a phrase speaks; None of anything else."""
        key = self.selections.set_of(part) if isinstance(part, N.NounPhrase) else None
        ref = scope.refs.get(key) if key is not None else None
        return ref.expr if ref is not None and ref.type == DICE else None

    def _set_of(self, whole: N.Phrase, scope: Scope) -> tuple[Things, str, str] | None:
        """The things of which a condition asks so many, their type and noun: “2 of them”, “one of your fields”.

        None for what cannot be told apart, or is not several things.
        """
        if isinstance(whole, N.NounPhrase) and not self.phrases.is_piece(whole) and whole.plural:
            things, noun = self.selections.each(whole, scope), self.phrases.kind(whole)
            return things, self.source.type_of(noun), noun
        ref = self.references.several(whole, scope)
        if ref is not None:
            kind = next(one for one, several in SETS.items() if ref.type == several)
            return Things(self.module.fresh(), self.selections.list_of(whole, scope), []), kind, ref.noun
        return None

    def _does(self, node: N.Does, scope: Scope) -> Expr:
        """Whether somebody does something: a state verb, or a verb that is under way."""
        act = node.act
        if isinstance(act, N.Choice | N.Sequence):
            acts = [part for part in act.acts if isinstance(part, N.Act)]
            parts = [self._does(replace(node, act=part, negated=False), scope) for part in acts]
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
            return _unless(node.negated, self._holds(act, who, inner))

        return self.each_subject(node.subject, scope, holds)

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
            elif isinstance(value, N.NounPhrase) and (told := self._told_of_all(value)) is not None:
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

    def _has(self, node: N.Has, scope: Scope) -> Expr:
        """Whether somebody or something has something."""
        likeness = says_likeness(node.object)
        if likeness is not None:
            return self._all_alike(node.subject, likeness, node.negated, scope)

        def test(who: Ref, inner: Scope) -> Expr:
            return _unless(node.negated, self.owns(node.object, who, inner))

        return self.each_subject(node.subject, scope, test)

    def owns(self, phrase: N.Phrase, who: Ref, scope: Scope) -> Expr:
        """Whether a seat or place has what a phrase says."""
        if isinstance(phrase, N.Phrases):
            parts = [self.owns(item, who, scope) for item in phrase.items]
            return either(*parts) if phrase.conjunction == "or" else both(*parts)
        if isinstance(phrase, N.PartOf) and (kinds := self._of_each_kind(phrase)):
            return both(*(self.owns(kind, who, scope) for kind in kinds))
        inner = self._having(who, scope)
        if isinstance(phrase, N.MoreThan):
            self._can_have_so_many(phrase.phrase, who, compared=True)
            return self._has_more(phrase, who, scope, inner)
        if isinstance(phrase, N.AsMany):
            hint = "Say “exactly as many … as …”, or “at least as many … as …”."
            raise refuse(phrase, "exactly so many, or at least?", hint, code="RW0604")
        if not isinstance(phrase, N.NounPhrase):
            raise refuse(phrase, "have what?")
        must_be_had_by_a_player(phrase, who)
        if (more := self._places_compared(phrase)) is not None:
            return self._has_in_more_places(phrase, *more, who, scope, inner)
        if (value := self._value_called_out(phrase, scope)) is not None:
            return compared(self.amounts.number_of(value.noun, who, phrase, scope), "equal", value.expr)
        self._of_all_its_kinds(phrase, who)
        if who.type == "player" and (told := self._told_of_all(phrase)) is not None:
            return self._has_alike(phrase, *told, who, inner)
        if extreme(phrase) and not (who.type == "space" and self.phrases.is_piece(phrase)):
            return self._has_most(phrase, who, inner)
        self._can_have_so_many(phrase, who)
        if who.type == "space":
            inner.place = who
            tests, alone = self.filters.of_its_place(phrase, who, inner)
            return both(*tests, enough(phrase, self.pieces.piece_count(alone, inner)))
        spread = self._spread(phrase)
        if spread is None and quantifier(phrase) == "each":
            if self.source.type_of(str(phrase.noun)) != "space":
                raise refuse(
                    phrase, "have each of what?", "Say “if you have no … without …”, or a number.", code="RW0604"
                )
            bare = replace(phrase, determiner=None, plural=True)
            return expr("{} == {}", self._amount_held(bare, who, inner), self.selections.each(bare, inner).counted())
        if spread is None:
            return enough(phrase, self._amount_held(phrase, who, inner))
        at, places = spread
        region = self._open_region(places)
        if region is not None:
            return self._in_some_region(phrase, at, places, region, who, scope)
        bare = N.NounPhrase(noun=phrase.noun, filters=tuple(f for f in phrase.filters if f is not at), plural=True)
        if isinstance(places.noun, str) and self.source.type_of(places.noun) == "region":
            return self._in_regions(bare, places, who, inner)
        spots = self.selections.each(places, inner)
        there = inner.child()
        there.place = Ref(spots.thing, "space", "space")
        has = expr("{} > 0", self.pieces.piece_count(bare, there, who.expr))
        return self._everywhere(places, spots, has)

    def _of_all_its_kinds(self, phrase: N.NounPhrase, who: Ref) -> None:
        """Refuse `different buildings` where it is told what is in each of several places, or what a place has.

        Raises:
            MeaningError: RW0604.
        """
        told = parted(phrase) if isinstance(phrase.noun, str) and self.likenesses.has_kinds(phrase) else None
        if told is not None and (who.type != "player" or self._spread(phrase) is not None):
            hint = "Say it of all of them together: “if you have 2 different …”, “the number of different …”."
            raise refuse(phrase, "of how many kinds are those of each place?", hint, code="RW0604")

    def _can_have_so_many(self, phrase: N.Phrase, who: Ref, compared: bool = False) -> None:
        """Refuse so many of a number that whoever has it has once, or of one that they never have.

        `A card with 2 prices`, `they all have one rank`, `a player has 2 ranks` where cards have one. What is kept on a
        thing or counted there is so many (`this card has 2 charges`), and what has no plural, too (`it has 2 stamina`).
        compared: of a number that one has in something (`more skill in a craft`) it is told in what.
        """
        noun = phrase.noun if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str) else ""
        entry = self.source.entry(noun)
        if not entry.get("held") and entry.get("type") != "number":
            return
        holders = ["player"] if entry.get("held") else [self.source.type_of(kind) for kind in as_list(entry.get("of"))]
        told = compared and isinstance(phrase, N.NounPhrase) and len(phrase.filters) == len(holders) - 1
        if who.type not in holders or (len(holders) > 1 and "player" in holders and not told):
            raise of_nobody(phrase, noun)
        so_many = any(entry.get(key) for key in ("kept", "count", "for")) or not self._counts(noun)
        if who.type != "player" and (entry.get("values") or not so_many or who.type == "space"):
            hint = "Say “if its … is 2” of how high it is, and “if they have the same …” of several that are alike."
            raise refuse(
                phrase, f"is the {noun_words(phrase)} so high, or are there so many of it?", hint, code="RW0604"
            )

    def _counts(self, noun: str) -> bool:
        """Whether a noun has a plural."""
        word = self.source.ruleset.language("en").lexicon.nouns.get(noun)
        return word is None or word.counts

    def _told_of_all(self, phrase: N.NounPhrase) -> tuple[N.NounPhrase, Likeness] | None:
        """A phrase of cards or spaces without what it tells of all of them together, and that; else None."""
        told = parted(phrase) if isinstance(phrase.noun, str) else None
        return told if told is not None and self.source.type_of(str(phrase.noun)) in ("card", "space") else None

    def _value_called_out(self, phrase: N.NounPhrase, scope: Scope) -> Ref | None:
        """The value of a number that somebody chose before: `it has that price`; None for what a phrase describes."""
        if not isinstance(phrase.noun, str) or not self.source.has_values(phrase.noun):
            return None
        found = self.references.bound(phrase, scope)
        return found if found is not None and (found.type, found.noun) == ("number", phrase.noun) else None

    def _has_alike(self, phrase: N.NounPhrase, alone: N.NounPhrase, likeness: Likeness, who: Ref, scope: Scope) -> Expr:
        """`2 cards with the same price in your hand`, `3 fields with different crops`: whether somebody has them."""
        made = scope.make(alone, phrase)
        noun = str(phrase.noun)
        if self.source.type_of(noun) == "space":
            things = self._owned_spaces(made, noun, who, scope)
        else:
            self._lie_somewhere(made)
            things = self.selections.each(made, scope)
        return self.likenesses.enough(phrase, self.likenesses.of(things, alone, likeness, scope))

    def _all_alike(self, subject: N.Phrase, likeness: Likeness, negated: bool, scope: Scope) -> Expr:
        """`all cards in your hand have different prices`, `they have the same price`: each other one, or each alike.

        Of what was spoken of, one alone neither agrees with others nor differs from them.
        """
        several = subject if isinstance(subject, N.NounPhrase) else N.NounPhrase(noun="card", plural=True)
        spoken_of = isinstance(subject, N.Pronoun) or self.selections.is_spoken_of(several)
        if isinstance(subject, N.Pronoun) and self.references.ref(subject, scope).type == "cards":
            things = Things(self.module.fresh(), self.references.ref(subject, scope).expr, [])
        elif isinstance(subject, N.NounPhrase) and isinstance(subject.noun, str) and self._all_of_them(subject):
            things = self.selections.each(several, scope)
        else:
            hint = "Say “all cards in … have different …” or “… have the same …”."
            raise refuse(subject, "which of them differ or agree?", hint, code="RW0604")
        all_of = self.likenesses.all_of(self.likenesses.of(things, several, likeness, scope), things)
        told = negation(all_of) if negated else all_of
        return both(expr("{} > 1", things.counted()), told) if spoken_of else told

    def _all_of_them(self, phrase: N.NounPhrase) -> bool:
        """Whether a phrase means all that it describes, or all that was spoken of: `all cards`, `the cards`."""
        words = [N.Article(word=word) for word in ("all", "the", "your")]
        every = phrase.determiner in words or phrase.determiner is None or self.selections.is_spoken_of(phrase)
        return every and (phrase.plural or phrase.determiner == words[0])

    @staticmethod
    def _having(who: Ref, scope: Scope) -> Scope:
        """A scope in which a seat has something; “you” in what it has is still who is spoken to.

        Where it is that seat itself, “your hand” becomes the hand of whoever it is compared with.
        """
        if who.type != "player":
            return scope.child()
        if who.expr != (scope.spoken_to or scope.you):
            return scope.acting(who.expr)
        inner = scope.child()
        inner.you, inner.spoken_to = who.expr, None
        return inner

    def _everywhere(self, places: N.NounPhrase, spots: Things, has: Expr) -> Expr:
        """Whether as many places as their phrase asks for have something: a number of them, or each."""
        if isinstance(places.determiner, N.Quantity):
            return enough(places, spots.narrowed(has).counted())
        return self.selections.every(spots, has)

    def _has_more(self, phrase: N.MoreThan, who: Ref, scope: Scope, inner: Scope) -> Expr:
        """`more points than you`, `fewer cards than each other player`, `more than 3 pieces`.

        inner: the scope in which "you" is who has more.
        """

        def held(them: Ref) -> Expr:
            mine = them is who
            return self._amount_held(phrase.phrase, who, inner) if mine else self._held_by(them, phrase.phrase, inner)

        return self._more(phrase, who, scope, inner, held)

    def _of_each_kind(self, phrase: N.PartOf) -> tuple[N.NounPhrase, ...]:
        """`1 of each good`: so much of each kind of a resource."""
        whole = phrase.whole
        if not isinstance(whole, N.NounPhrase) or not isinstance(whole.noun, str) or is_described(whole):
            return ()
        if whole.determiner != N.Article(word="each"):
            return ()
        return tuple(N.NounPhrase(noun=kind, determiner=phrase.quantity) for kind in self.layout.held_kinds(whole.noun))

    def _does_to_more(self, verb: str, phrase: N.MoreThan, who: Ref, scope: Scope) -> Expr:
        """`control more fields than each other player`, `control more than 3 fields`."""

        what = phrase.phrase
        if not isinstance(what, N.NounPhrase):
            raise refuse(phrase, "have what?")

        def held(them: Ref) -> Expr:
            things = self.selections.each(what, scope)
            return things.narrowed(self.selections.state_verb(verb, them.expr, [things.thing])).counted()

        return self._more(phrase, who, scope, self._having(who, scope), held)

    def _more(
        self, phrase: N.MoreThan, who: Ref, scope: Scope, inner: Scope, held: Callable[[Ref], Expr]
    ) -> Expr:  # fmt: skip
        """Whether somebody has more or fewer than others have, or than a number. held: how many one has."""
        mine = held(who)
        match phrase.number:
            case N.Value(phrase=N.Pronoun() as other):  # "more of them than you"
                return beside(phrase.relation, mine, held(self.references.ref(other, scope)))
            case N.Value(phrase=N.NounPhrase(noun=str() as noun) as other) if noun in BESIDE:  # of whoever has the text
                return beside(phrase.relation, mine, held(self.references.ref(other, scope)))
            case N.Value(phrase=N.NounPhrase(noun=str() as noun) as other) if self.source.type_of(noun) == "player":
                return self._compared_with(other, held, mine, phrase.relation, who, inner)
        return beside(phrase.relation, mine, self.amounts.amount(phrase.number, scope))

    def rank(self, phrase: N.NounPhrase, who: Ref, scope: Scope) -> Expr:
        """How much somebody or something has of what the phrase asks the most, fewest, highest or lowest of."""
        bare = replace(phrase, determiner=None)
        entry = self.source.entry(phrase.noun) if isinstance(phrase.noun, str) else {}
        if entry.get("type") == "number":
            bare = replace(bare, adjectives=())
            if who.type not in {self.source.type_of(kind) for kind in as_list(entry.get("of"))}:
                noun, one = str(phrase.noun).replace("_", " "), who.noun.replace("_", " ")
                raise refuse(phrase, f"a {one} has no {noun}", "Name a number that it has.", code="RW0606")
            if who.type != "player":
                return self.amounts.number_of(str(phrase.noun), who, phrase, scope)
        elif phrase.adjectives:
            what = "only of a number it is known which is the highest"
            raise refuse(phrase, what, "Say “the most …”.", code="RW0606")
        if who.type == "player":
            return self._held_by(who, bare, scope)
        if who.type == "space" and self.phrases.is_piece(bare):
            inner = scope.child()
            inner.place = who
            if self.filters.of_its_place(bare, who, scope)[0]:
                hint = "Say of the places where they are, and compare their number: “… with more … than …”."
                raise refuse(phrase, "where these pieces are is their place itself", hint, code="RW0604")
            return self.pieces.piece_count(bare, inner)
        raise refuse(phrase, "only of players and places it is known who has the most", code="RW0606")

    def _has_most(self, phrase: N.NounPhrase, who: Ref, scope: Scope) -> Expr:
        """`the most points`, `the fewest cards`, `the highest size`: of all players, ties included.

        Who has none does not have the most, even where nobody has any.
        """
        if who.type != "player":
            raise refuse(phrase, "only of players it is known who has the most", code="RW0606")
        them = Things(self.module.fresh(), Name("SEATS"), [])
        theirs = self.rank(phrase, Ref(them.thing, "player", "player"), scope)
        mine = self.rank(phrase, who, scope)
        relation = ">=" if extreme(phrase) == "max" else "<="
        found: Expr = Call("all", (them.each(Compare(mine, relation, theirs)),))
        return both(expr("{} > 0", mine), found) if self.phrases.needs_some(phrase) else found

    def _compared_with(
        self, other: N.NounPhrase, held: Callable[[Ref], Expr], mine: Expr, relation: str, who: Ref, scope: Scope
    ) -> Expr:
        """`more points than each other player`, `fewer cards than the opponent`."""
        if not self.phrases.open(other):
            return beside(relation, mine, held(self.references.ref(other, scope)))
        them = self.selections.each(other, scope)
        theirs = held(Ref(them.thing, "player", "player"))
        different = expr("{} != {}", them.thing, who.expr)
        if different not in them.tests:
            them.tests.append(different)
        return self.selections.quantified(other, them, beside(relation, mine, theirs))

    def _held_by(self, them: Ref, what: N.Phrase, scope: Scope) -> Expr:
        """How much another seat has of something: "your hand", or "their hand" of who has more, is theirs there."""
        return self._amount_held(what, them, self._seen_by(them, scope))

    @staticmethod
    def _seen_by(them: Ref, scope: Scope) -> Scope:
        """A scope in which another seat has something: what is yours, or of who has more, is theirs there."""
        inner = scope.child()
        for key, ref in scope.refs.items():
            if ref.type == "player" and ref.expr == scope.you:
                inner.refs[key] = them
        inner.you = them.expr
        return inner

    def _spread(self, phrase: N.NounPhrase) -> tuple[N.At, N.NounPhrase] | None:
        """`horses in 3 different fields`, `horses in each field`: the quantity stands with the places."""
        for item in phrase.filters:
            if isinstance(item, N.At) and isinstance(item.phrase, N.NounPhrase):
                det = item.phrase.determiner
                if isinstance(det, N.Quantity) or (isinstance(det, N.Article) and det.word in EVERYBODY):
                    return item, item.phrase
        return None

    @staticmethod
    def _places_compared(phrase: N.NounPhrase) -> tuple[N.At, N.MoreThan] | None:
        """`horses in more fields than you`: what is compared is in how many places they are."""
        return next(
            ((f, f.phrase) for f in phrase.filters if isinstance(f, N.At) and isinstance(f.phrase, N.MoreThan)), None
        )

    def _has_in_more_places(
        self, phrase: N.NounPhrase, at: N.At, more: N.MoreThan, who: Ref, scope: Scope, inner: Scope
    ) -> Expr:
        """`horses in more fields than each other player`: in how many fields one has any, and in how many others do."""
        places = more.phrase
        one = phrase.determiner in (None, N.Article(word="a"), N.Article(word="any"))
        on_the_map = isinstance(places, N.NounPhrase) and self.source.type_of(str(places.noun)) in ("space", "region")
        owned = self.phrases.is_piece(phrase) and self.layout.piece_kinds[self.pieces.kinds(phrase)[0]].owned
        if not isinstance(places, N.NounPhrase) or not (one and on_the_map and owned) or who.type != "player":
            hint = "Say “… have pieces in more spaces than …” of pieces that players own, with no number before them."
            raise refuse(phrase, "what is compared here?", hint, code="RW0604")
        others = tuple(item for item in phrase.filters if item is not at)
        bare = replace(phrase, determiner=None, filters=others, plural=True)
        all_places = replace(places, determiner=None, plural=True)

        def held(them: Ref) -> Expr:
            seen = inner if them is who else self._seen_by(them, scope)
            found = self.selections.each(all_places, seen)
            there = seen.child()
            there.place = Ref(found.thing, self.source.type_of(str(places.noun)), str(places.noun))
            return found.narrowed(expr("{} > 0", self.pieces.piece_count(bare, there, them.expr))).counted()

        return self._more(more, who, scope, inner, held)

    def _in_regions(self, bare: N.NounPhrase, places: N.NounPhrase, who: Ref, scope: Scope) -> Expr:
        """`pieces in each region`: in some space of each region. bare: the pieces, without the places."""
        regions = self.selections.each(places, scope)
        spots = Things(self.module.fresh(), regions.thing, [])
        there = scope.child()
        there.place = Ref(spots.thing, "space", "space")
        has = expr("{} > 0", self.pieces.piece_count(bare, there, who.expr))
        return self._everywhere(places, regions, Call("any", (spots.each(has),)))

    def _open_region(self, places: N.NounPhrase) -> N.Of | None:
        """`each space of a line`: the filter with a region that is left open."""
        for item in places.filters:
            if not isinstance(item, N.Of):
                continue
            phrase = item.phrase
            if not isinstance(phrase, N.NounPhrase) or not isinstance(phrase.noun, str):
                continue
            if self.source.type_of(phrase.noun) == "region" and self.phrases.open(phrase):
                return item
        return None

    def _in_some_region(
        self, phrase: N.NounPhrase, at: N.At, places: N.NounPhrase, of: N.Of, who: Ref, scope: Scope
    ) -> Expr:
        """Whether there is a region for which the rest of the phrase is true."""
        assert isinstance(of.phrase, N.NounPhrase)
        found = self.selections.each(of.phrase, scope)
        noun = str(of.phrase.noun)
        that = N.NounPhrase(determiner=N.Article(word="that"), noun=noun)
        named = N.Of(phrase=that)
        spaces = replace(places, filters=tuple(named if item is of else item for item in places.filters))
        there = replace(at, phrase=spaces)
        whole = replace(phrase, filters=tuple(there if item is at else item for item in phrase.filters))

        def test(region: Expr) -> Expr:
            inner = scope.child()
            inner.bind(noun, Ref(region, "region", noun))
            inner.stand_in(that, inner.names[noun])
            return self.owns(whole, who, inner)

        regions = self.module.namespace.get(found.source.name) if isinstance(found.source, Name) else None
        if isinstance(regions, tuple) and len(regions) <= UNROLLED and not found.tests:
            return either(*(test(literals(region)) for region in regions))
        return self.selections.some(found.narrowed(test(found.thing)))

    def _amount_held(self, phrase: N.Phrase, who: Ref, scope: Scope) -> Expr:
        """How much or many of something a seat or place has."""
        if isinstance(phrase, N.NounPhrase) and done_this_way(phrase) is not None:
            return self.amounts.done_to_those_of(phrase, "==", who.expr, scope)
        kinds = self.likenesses.of_each_kind(phrase, scope) if isinstance(phrase, N.NounPhrase) else None
        if kinds is not None:
            return total(*(expr("min(1, {})", self._amount_held(kind, who, scope)) for kind in kinds))
        if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str):
            entry = self.source.entry(phrase.noun)
            if entry.get("held"):
                return self.amounts.held(phrase, who.expr, scope)
            if entry.get("type") == "number":
                return self.amounts.number_held(phrase, who, scope)
        if isinstance(phrase, N.NounPhrase) and self.phrases.is_piece(phrase):
            info = self.layout.piece_kinds[self.pieces.kinds(phrase)[0]]
            placed = any(isinstance(item, N.At | N.There | N.NextTo | N.Within) for item in phrase.filters)
            if who.type == "player":
                self.pieces.must_be_somebodys(phrase, scope)
            mine = info.owned or (who.type == "player" and not placed and scope.place is None)
            return self.pieces.piece_count(phrase, scope, who.expr if mine else None)
        noun = phrase.noun if isinstance(phrase, N.NounPhrase) else None
        on_the_map = isinstance(noun, str) and self.source.type_of(noun) in ("space", "border", "region")
        if isinstance(noun, str) and on_the_map and who.type == "player":
            return self._spaces_owned(phrase, noun, who, scope)
        cards = isinstance(noun, str) and self.source.type_of(noun) == "card"
        if cards and isinstance(phrase, N.NounPhrase):
            self._lie_somewhere(phrase)
        return self.amounts.count(phrase, scope)

    def _lie_somewhere(self, phrase: N.NounPhrase) -> None:
        """Refuse cards without a zone: every such card of the box would be counted, whoever has it."""
        if not any(isinstance(item, N.At | N.Of) and self.source.is_zone(item.phrase) for item in phrase.filters):
            raise refuse(
                phrase,
                f"where does one have {noun_words(phrase)}s?",
                "Say “in your …” after the cards, of several kinds after each.",
            )

    def _spaces_owned(self, phrase: N.Phrase, noun: str, who: Ref, scope: Scope) -> Expr:
        """How many spaces somebody has."""
        return self._owned_spaces(phrase, noun, who, scope).counted()

    def _owned_spaces(self, phrase: N.Phrase, noun: str, who: Ref, scope: Scope) -> Things:
        """The spaces that are said to be somebody's, by the verb that the noun's entry names."""
        of: str = noun
        while of and not self.source.entry(of).get("owned by"):
            of = self.source.entry(of).get("is", "")
        if not of or not isinstance(phrase, N.NounPhrase):
            hint = "Say what players do with it, in a verb of the game: “you control …”."
            raise refuse(phrase, f"nobody has a {noun_words(phrase)}", hint, code="RW0606")
        verb = self.source.entry(of)["owned by"]
        things = self.selections.each(scope.make(replace(phrase, determiner=None, plural=True), phrase), scope)
        return things.narrowed(self.selections.state_verb(verb, who.expr, [things.thing]))

    def _exists(self, node: N.Exists, scope: Scope) -> Expr:
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
        if (told := self._told_of_all(phrase)) is not None:
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

    def _is(self, node: N.Is, scope: Scope) -> Expr:
        """Whether something is what is said of it: a number, in a zone, of a kind, so described."""
        subject, predicate = node.subject, node.predicate
        if (turn := turn_asked_of(node)) is not None:
            return _unless(node.negated, self._turn(turn, scope))
        if isinstance(predicate, N.IsPhrase) and isinstance(predicate.phrase, N.Amount):
            predicate = N.Compare(relation="equal", number=predicate.phrase)
        if isinstance(predicate, N.Compare):
            amount = self._subject_amount(subject, scope)
            result = compared(amount, predicate.relation, self.amounts.amount(predicate.number, scope))
            return _unless(node.negated, result)
        if isinstance(predicate, N.Adjective) and predicate.word in PARITY and self._is_number(subject, scope):
            even = expr("{} % 2 == {}", self._subject_amount(subject, scope), PARITY[predicate.word])
            return _unless(node.negated, even)
        if isinstance(subject, N.Amount):
            raise refuse(node, "a number can only be compared", code="RW0606")
        if predicate == N.Adjective(word="different") and "different" not in self.source.adjectives:
            return self._all_alike(subject, Likeness(True, "", predicate), node.negated, scope)
        if isinstance(predicate, N.At) and self.source.is_zone(predicate.phrase):
            card = self.references.ref(subject, scope)
            if node.tense == "past":
                return _unless(node.negated, self.filters.was_in_zones(node, card, predicate.phrase, scope))
            return _unless(node.negated, self.filters.in_zones(card, predicate.phrase, scope))

        def check(who: Ref, inner: Scope) -> Expr:
            return _unless(node.negated, self.filters.predicate(who, predicate, inner))

        return self.each_subject(subject, scope, check)

    def _turn(self, turn: N.NounPhrase, scope: Scope) -> Expr:
        """Whether it is the turn of whoever a phrase names."""
        verb = self.source.turn_verb
        if not verb:
            raise refuse(turn, "no verb is a turn here", "Name the verb that is one turn: `turn:` in ruleset.yaml.")
        during = self.up.definitions.during(verb)

        def on_turn(who: Ref, inner: Scope) -> Expr:
            return expr("DURING(s, {}, {})", during, who.expr)

        if isinstance(turn.determiner, N.Possessive):
            return self.each_subject(turn.determiner.owner, scope, on_turn)
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


def _unless(negated: bool, test: Expr) -> Expr:
    """A test, or what it denies: of “a card is not red” each card by itself, of which one must be so."""
    return negation(test) if negated else test


def _with_slot(act: N.Perform, name: str, value: N.Phrase) -> N.Perform:
    """An act with something else in one of its slots."""
    return replace(act, slots=tuple(replace(slot, value=value) if slot.name == name else slot for slot in act.slots))
