"""Who has more, fewer, as many, or the most: of something, of a number, or of places where they have it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.compiler.expressions.amounts import Amounts
from rulewright.compiler.expressions.anaphora import BESIDE, References
from rulewright.compiler.expressions.conditions.holdings import Holdings
from rulewright.compiler.expressions.filters import Filters
from rulewright.compiler.expressions.phrases import Phrases, extreme
from rulewright.compiler.expressions.pieces import Pieces
from rulewright.compiler.expressions.selections import Selections
from rulewright.compiler.ir.expressions import Call, Compare, Expr, Name, both
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.things import Things
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N

BESIDE_OTHERS = {"more": ">", "fewer": "<", "just_as_many": "==", "at_least_as_many": ">="}
"""How a number stands to another."""
BESIDE_TWICE = {"twice_as_many": ">=", "over_twice_as_many": ">", "just_twice_as_many": "=="}
"""How a number stands to twice another."""


class Comparing:
    """Compares what one has with a number, and with what others have."""

    def __init__(
        self, s: Services, phrases: Phrases, references: References, pieces: Pieces, selections: Selections,
        amounts: Amounts, filters: Filters, holdings: Holdings,
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
        self.holdings = holdings

    def has_more(self, phrase: N.MoreThan, who: Ref, scope: Scope, inner: Scope) -> Expr:
        """`more points than you`, `fewer cards than each other player`, `more than 3 pieces`.

        inner: the scope in which "you" is who has more.
        """

        def held(them: Ref) -> Expr:
            mine = them is who
            return (
                self.holdings.amount_held(phrase.phrase, who, inner)
                if mine
                else self.holdings.held_by(them, phrase.phrase, inner)
            )

        return self.more(phrase, who, scope, inner, held)

    def more(
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
        elif {"highest", "lowest"}.intersection(phrase.adjectives):
            what = "only of a number it is known which is the highest"
            raise refuse(phrase, what, "Say “the most …”.", code="RW0606")
        if who.type == "player":
            return self.holdings.held_by(who, bare, scope)
        if who.type == "space" and self.phrases.is_piece(bare):
            inner = scope.child()
            inner.place = who
            if self.filters.of_its_place(bare, who, scope)[0]:
                hint = "Say of the places where they are, and compare their number: “… with more … than …”."
                raise refuse(phrase, "where these pieces are is their place itself", hint, code="RW0604")
            return self.pieces.piece_count(bare, inner)
        raise refuse(phrase, "only of players and places it is known who has the most", code="RW0606")

    def has_most(self, phrase: N.NounPhrase, who: Ref, scope: Scope) -> Expr:
        """`the most points`, `the fewest cards`, `the highest size`: of all players, ties included.

        Who has none does not have the most, even where nobody has any.
        """
        if who.type != "player":
            raise refuse(phrase, "only of players it is known who has the most", code="RW0606")
        return self.most(phrase, who, lambda them: self.rank(phrase, them, scope))

    def most(self, phrase: N.NounPhrase, who: Ref, held: Callable[[Ref], Expr]) -> Expr:
        """Whether a player has, or holds, the most or the fewest of what players have. held: how many one has."""
        them = Things(self.module.fresh(), Name("SEATS"), [])
        mine, theirs = held(who), held(Ref(them.thing, "player", "player"))
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

    @staticmethod
    def places_compared(phrase: N.NounPhrase) -> tuple[N.At, N.MoreThan] | None:
        """`horses in more fields than you`: what is compared is in how many places they are."""
        return next(
            ((f, f.phrase) for f in phrase.filters if isinstance(f, N.At) and isinstance(f.phrase, N.MoreThan)), None
        )

    def has_in_more_places(
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
            seen = inner if them is who else self.holdings.seen_by(them, scope)
            found = self.selections.each(all_places, seen)
            there = seen.child()
            there.place = Ref(found.thing, self.source.type_of(str(places.noun)), str(places.noun))
            return found.narrowed(expr("{} > 0", self.pieces.piece_count(bare, there, them.expr))).counted()

        return self.more(more, who, scope, inner, held)


def beside(relation: str, mine: Expr, theirs: Expr) -> Expr:
    """Whether one number is more, less, as much as another, or as much as twice another, or half."""
    if relation == "half_as_many":
        return Compare(expr("2 * {}", mine), "<=", theirs)
    if relation in BESIDE_TWICE:
        return Compare(mine, BESIDE_TWICE[relation], expr("2 * {}", theirs))
    return Compare(mine, BESIDE_OTHERS[relation], theirs)
