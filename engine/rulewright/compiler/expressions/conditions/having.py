"""Whether somebody or something has what a phrase says: `you have 2 gems`, `it has a horse in each of its fields`."""

from __future__ import annotations

from dataclasses import replace

from rulewright.compiler.expressions.amounts import Amounts
from rulewright.compiler.expressions.anaphora import References
from rulewright.compiler.expressions.conditions.alike import Alike
from rulewright.compiler.expressions.conditions.comparing import Comparing
from rulewright.compiler.expressions.conditions.holdings import Holdings
from rulewright.compiler.expressions.conditions.subjects import Subjects, unless
from rulewright.compiler.expressions.filters import Filters, compared
from rulewright.compiler.expressions.likenesses import Likenesses
from rulewright.compiler.expressions.phrases import (
    EVERYBODY,
    Phrases,
    enough,
    extreme,
    is_described,
    must_be_had_by_a_player,
    noun_words,
    quantifier,
)
from rulewright.compiler.expressions.pieces import Pieces
from rulewright.compiler.expressions.selections import UNROLLED, Selections
from rulewright.compiler.ir.expressions import Call, Expr, Name, both, either, literals
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.things import Things
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.scope import Ref, Scope, of_nobody, refuse
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N
from rulewright.language.trees.likeness import parted, says_likeness


class Having:
    """Tests who has what."""

    def __init__(
        self, s: Services, phrases: Phrases, references: References, pieces: Pieces, selections: Selections,
        amounts: Amounts, filters: Filters, likenesses: Likenesses, subjects: Subjects, holdings: Holdings,
        comparing: Comparing, alike: Alike,
    ) -> None:  # fmt: skip
        self.source = s.source
        self.layout = s.layout
        self.module = s.module
        self.phrases = phrases
        self.references = references
        self.pieces = pieces
        self.selections = selections
        self.amounts = amounts
        self.filters = filters
        self.likenesses = likenesses
        self.subjects = subjects
        self.holdings = holdings
        self.comparing = comparing
        self.alike = alike

    def has(self, node: N.Has, scope: Scope) -> Expr:
        """Whether somebody or something has something."""
        likeness = says_likeness(node.object)
        if likeness is not None:
            return self.alike.all_alike(node.subject, likeness, node.negated, scope)

        def test(who: Ref, inner: Scope) -> Expr:
            return unless(node.negated, self.owns(node.object, who, inner))

        return self.subjects.each_subject(node.subject, scope, test)

    def owns(self, phrase: N.Phrase, who: Ref, scope: Scope) -> Expr:
        """Whether a seat or place has what a phrase says."""
        if isinstance(phrase, N.Phrases):
            parts = [self.owns(item, who, scope) for item in phrase.items]
            return either(*parts) if phrase.conjunction == "or" else both(*parts)
        if isinstance(phrase, N.PartOf) and (kinds := self._of_each_kind(phrase)):
            return both(*(self.owns(kind, who, scope) for kind in kinds))
        inner = self.holdings.having(who, scope)
        if isinstance(phrase, N.MoreThan):
            self._can_have_so_many(phrase.phrase, who, compared=True)
            return self.comparing.has_more(phrase, who, scope, inner)
        if isinstance(phrase, N.AsMany):
            hint = "Say “exactly as many … as …”, or “at least as many … as …”."
            raise refuse(phrase, "exactly so many, or at least?", hint, code="RW0604")
        if not isinstance(phrase, N.NounPhrase):
            raise refuse(phrase, "have what?")
        must_be_had_by_a_player(phrase, who)
        self._can_be_on(phrase, who)
        if who.type in ("card", "space") and isinstance(phrase.noun, str) and self.phrases.can_lie(phrase.noun):
            return enough(phrase, self.selections.lying(phrase, who, inner))
        if (more := self.comparing.places_compared(phrase)) is not None:
            return self.comparing.has_in_more_places(phrase, *more, who, scope, inner)
        if (value := self._value_called_out(phrase, scope)) is not None:
            return compared(self.amounts.number_of(value.noun, who, phrase, scope), "equal", value.expr)
        self._of_all_its_kinds(phrase, who)
        if who.type == "player" and (told := self.alike.told_of_all(phrase)) is not None:
            return self.alike.has_alike(phrase, *told, who, inner)
        if extreme(phrase) and not (who.type == "space" and self.phrases.is_piece(phrase)):
            return self.comparing.has_most(phrase, who, inner)
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
            return expr(
                "{} == {}", self.holdings.amount_held(bare, who, inner), self.selections.each(bare, inner).counted()
            )
        if spread is None:
            return enough(phrase, self.holdings.amount_held(phrase, who, inner))
        at, places = spread
        if who.type == "player" and self.phrases.is_piece(phrase):
            self.pieces.must_be_somebodys(phrase, scope)
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

    def _can_be_on(self, phrase: N.NounPhrase, who: Ref) -> None:
        """Refuse that a card or a space has what never is on one: a piece of elsewhere, a card, a space, a player.

        Raises:
            MeaningError: RW0603, RW0606.
        """
        if who.type not in ("card", "space", "border") or not isinstance(phrase.noun, str):
            return
        if self.phrases.is_piece(phrase):
            self.pieces.must_lie_on(phrase, who)
        elif self.phrases.can_lie(phrase.noun):
            return
        elif self.source.type_of(phrase.noun) in ("card", "space", "border", "region", "player", "zone"):
            hint = "Say what there is where: “if there is a … in …”, or what somebody has."
            what, one = noun_words(phrase), (who.noun or who.type).replace("_", " ")
            raise refuse(phrase, f"a {one} has no {what}", hint, code="RW0606")

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

    def _value_called_out(self, phrase: N.NounPhrase, scope: Scope) -> Ref | None:
        """The value of a number that somebody chose before: `it has that price`; None for what a phrase describes."""
        if not isinstance(phrase.noun, str) or not self.source.has_values(phrase.noun):
            return None
        found = self.references.bound(phrase, scope)
        return found if found is not None and (found.type, found.noun) == ("number", phrase.noun) else None

    def _of_each_kind(self, phrase: N.PartOf) -> tuple[N.NounPhrase, ...]:
        """`1 of each good`: so much of each kind of a resource."""
        whole = phrase.whole
        if not isinstance(whole, N.NounPhrase) or not isinstance(whole.noun, str) or is_described(whole):
            return ()
        if whole.determiner != N.Article(word="each"):
            return ()
        return tuple(N.NounPhrase(noun=kind, determiner=phrase.quantity) for kind in self.layout.held_kinds(whole.noun))

    def _spread(self, phrase: N.NounPhrase) -> tuple[N.At, N.NounPhrase] | None:
        """`horses in 3 different fields`, `horses in each field`: the quantity stands with the places."""
        for item in phrase.filters:
            if isinstance(item, N.At) and isinstance(item.phrase, N.NounPhrase):
                det = item.phrase.determiner
                if isinstance(det, N.Quantity) or (isinstance(det, N.Article) and det.word in EVERYBODY):
                    return item, item.phrase
        return None

    def _everywhere(self, places: N.NounPhrase, spots: Things, has: Expr) -> Expr:
        """Whether as many places as their phrase asks for have something: a number of them, or each."""
        if isinstance(places.determiner, N.Quantity):
            return enough(places, spots.narrowed(has).counted())
        return self.selections.every(spots, has)

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
