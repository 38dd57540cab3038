"""Whether what is done to a piece is what a text listens for, and what the text can speak of from then on."""

from __future__ import annotations

from dataclasses import replace

from rulewright.compiler.abilities.matching import Matching, each_of, one_of_several, untold
from rulewright.compiler.abilities.pieces.deeds import GOAL, LAY, OWNER, PIECE, PLACES
from rulewright.compiler.expressions.expressions import Expressions
from rulewright.compiler.expressions.phrases import noun_words
from rulewright.compiler.expressions.pieces import EverybodyBut
from rulewright.compiler.ir.expressions import Expr, Lit, Name, both, either, literals
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N

OF_ANY = {"a", "any", "your", "their", "its"}
EACH = "Say “a …”: each of them is told by itself."
WHERE = "Say where it lay or where it comes: “from …”, “into …”."
OF_PLACE = "Say where it lay or where it comes, and whose that is: “from your …”, “into another player's …”."
NOBODY = Name("NOBODY")


class PieceTests:
    """Writes the tests of what is told of pieces, in one program."""

    def __init__(self, s: Services, x: Expressions, matching: Matching) -> None:
        self.source = s.source
        self.layout = s.layout
        self.x = x
        self.matching = matching

    def matches(self, act: N.Perform, scope: Scope) -> list[Expr]:
        """The tests by which what is done to a piece fits what a text says of it.

        Raises:
            MeaningError: RW0602 for what is said of it and not told.
        """
        for word in act.adverbs:
            raise untold(act, word.replace("_", " "))
        self._where_such_lie(act)
        tests: list[Expr] = []
        for slot in act.slots:
            if slot.name == "object":
                ways = [both(*self._piece(one, scope)) for one in each_of(_unparted(slot.value))]
                tests.append(either(*ways))
            elif slot.name in PLACES:
                here, there = (LAY, GOAL) if slot.name == "from" else (GOAL, LAY)
                tests.append(self._place(slot.value, scope.names[here].expr, scope.names[there].expr, scope))
            else:
                raise untold(slot.value, slot.name)
        return tests

    def _where_such_lie(self, act: N.Perform) -> None:
        """Refuse cards on which such pieces never come to lie: nothing would ever be heard of it. RW0603."""
        thing = act.slot("object")
        for slot in act.slots if thing is not None else ():
            card = slot.value if slot.name in PLACES else None
            noun = card.noun if isinstance(card, N.NounPhrase) else None
            for one in each_of(_unparted(thing)) if thing is not None and self._is_card(noun) else ():
                self.x.pieces.must_lie_on(one, Ref(Lit(0), "card", str(noun)))

    def _is_card(self, noun: object) -> bool:
        return isinstance(noun, str) and self.source.type_of(noun) == "card"

    def _piece(self, phrase: N.NounPhrase, scope: Scope) -> list[Expr]:
        """The tests of the piece: of its kind, and whose it is."""
        self._one(phrase)
        nouns = phrase.noun.nouns if isinstance(phrase.noun, N.NounGroup) else ()
        for word in (*phrase.adjectives, *(word for noun in nouns for word in noun.adjectives)):
            raise untold(phrase, word.replace("_", " "))
        for item in phrase.filters:
            if not isinstance(item, N.Worth | N.OfYours) and not self.x.pieces.had(item):
                raise refuse(item, "this is not told of a piece that is moved", WHERE, code="RW0602")
        kinds = self.x.pieces.kinds(phrase)
        return [expr("{} in {}", scope.names[PIECE].expr, literals(tuple(kinds))), *self._whose(phrase, kinds, scope)]

    @staticmethod
    def _one(phrase: N.NounPhrase) -> None:
        """Refuse what is said of several pieces at once, or of one that was spoken of before.

        Raises:
            MeaningError: RW0602.
        """
        det = phrase.determiner
        if phrase.index is not None:
            raise untold(phrase, str(phrase.index))
        if isinstance(det, N.Article) and det.word not in OF_ANY:
            raise untold(det, det.word.replace("_", " "))
        several = isinstance(det, N.Quantity) and (det.kind, det.low) != ("count", 1)
        if several or (det is None and phrase.plural):
            raise refuse(phrase, "of several pieces at once nothing is told", EACH, code="RW0602")

    def _whose(self, phrase: N.NounPhrase, kinds: list[int], scope: Scope) -> list[Expr]:
        """The tests of whose the piece is: `your courier`, `another player's courier`."""
        x, seat, det = self.x, scope.names[OWNER].expr, phrase.determiner
        somebodys = expr("{} < {}", seat, self.layout.players)
        tests: list[Expr] = []
        if isinstance(det, N.Possessive) and isinstance(det.owner, N.NounPhrase) and x.phrases.open(det.owner):
            x.references.know(det.owner, Ref(seat, "player", "player"), scope)
            tests = [somebodys, *x.selections.fits(det.owner, scope, seat)]
        else:
            match x.pieces.owners(phrase, scope):
                case EverybodyBut(you):
                    tests = [somebodys, expr("{} != {}", seat, you)]
                case None:
                    pass
                case owner:
                    tests = [expr("{} == {}", seat, owner)]
        if tests and not all(self.layout.piece_kinds[kind].owned for kind in kinds):
            what = f"nobody owns a {noun_words(phrase)}, so whose it is is not told"
            raise refuse(phrase, what, OF_PLACE, code="RW0602")
        return tests

    def _place(self, value: N.Phrase | N.Amount, place: Expr, other: Expr, scope: Scope) -> Expr:
        """The test of where a piece lay, or where it comes: a zone, a space, a border, a card.

        other: where it comes, or where it lay.
        """
        ways = one_of_several(value)
        if ways:
            return either(*(self._place(way, place, other, scope) for way in ways))
        if isinstance(value, N.Phrase) and (self.source.is_zone(value) or self.source.is_somebody(value)):
            return self.matching.zone(value, Ref(place, "zone", "zone"), scope)
        if not isinstance(value, N.NounPhrase) or not isinstance(value.noun, str):
            raise refuse(value, "this cannot be listened for", code="RW0602")
        kind = self.source.type_of(value.noun)
        there = self._at(place, kind, value.noun)
        if there is None:
            raise refuse(value, "this cannot be listened for", code="RW0602")
        lies, ref = there
        if kind == "region" and self.x.phrases.open(value):
            regions = self.x.selections.each(value, scope)
            return self.x.selections.some(regions.narrowed(expr("{} in {}", place, regions.thing)))
        if kind == "region":
            return both(lies, *self.x.filters.filter(N.At(preposition="in", phrase=value), ref, scope))
        if kind == "space" and value.determiner == N.Article(word="another"):
            self.x.references.know(value, ref, scope)
            bare = replace(value, determiner=N.Article(word="a"))
            return both(lies, expr("{} != {}", place, other), *self.matching.role(bare, ref, None, scope))
        owner, at = self._in_a_zone(value)
        if owner is not None and at is not None:  # a card in a zone of a player who is described
            value = replace(value, filters=tuple(item for item in value.filters if item is not at))
            zone = Ref(expr("s.where[{}]", ref.expr), "zone", "zone")
            assert isinstance(at.phrase, N.Phrase)
            return both(lies, *self.matching.role(value, ref, None, scope), self.matching.zone(at.phrase, zone, scope))
        return both(lies, *self.matching.role(value, ref, None, scope))

    def _in_a_zone(self, value: N.NounPhrase) -> tuple[N.NounPhrase | None, N.At | None]:
        """The player in whose zone a card is said to lie, where one is described, and the filter that says so."""
        for item in value.filters if self.source.type_of(str(value.noun)) == "card" else ():
            where = item.phrase if isinstance(item, N.At) and self.source.is_zone(item.phrase) else None
            whose = where.determiner if isinstance(where, N.NounPhrase) else None
            owner = whose.owner if isinstance(whose, N.Possessive) else None
            if isinstance(item, N.At) and isinstance(owner, N.NounPhrase) and self.x.phrases.open(owner):
                return owner, item
        return None, None

    def _at(self, place: Expr, kind: str, noun: str) -> tuple[Expr, Ref] | None:
        """The test whether a place is a space, a border or a card, and which of them it is then."""
        if kind == "card":
            return expr("{} >= CARD0", place), Ref(expr("{} - CARD0", place), "card", noun)
        among = {"space": self.layout.spaces, "region": self.layout.spaces, "border": self.layout.borders}.get(kind)
        if among is None:
            return None
        test = both(expr("{} >= {}", place, among.start), expr("{} < {}", place, among.stop))
        return test, Ref(place, "border" if kind == "border" else "space", "space" if kind == "region" else noun)

    def told(self, act: N.Perform, said: N.Phrase | None, p: Flow, scope: Scope) -> None:
        """What a text that listened can speak of: the piece, which lies where it came to, its owner, the places.

        said: the piece as the text has it, perhaps with where it lay.
        """
        kind, seat, lay, goal = (scope.names[name].expr for name in (PIECE, OWNER, LAY, GOAL))
        for slot in act.slots:
            value = _unparted(slot.value)
            if not isinstance(value, N.NounPhrase) or not isinstance(value.noun, str):
                continue
            if slot.name == "object":
                piece, row = p.variable(), expr("({} if IX[{}][{}][{}] else NOBODY)", seat, kind, seat, goal)
                p.set(piece, expr("({}, {}, {})", kind, row, goal))
                ref = Ref(piece, "pieces", value.noun, was=lay)
                for phrase in {id(one): one for one in (slot.value, value, said) if one is not None}.values():
                    self.x.references.know(phrase, ref, scope)
                det = value.determiner
                if isinstance(det, N.Possessive):
                    self.x.references.know(det.owner, Ref(seat, "player", "player"), scope)
            else:
                self._know_place(value, lay if slot.name == "from" else goal, scope)

    def _know_place(self, value: N.NounPhrase, place: Expr, scope: Scope) -> None:
        """What a text calls the place, or whose zone it is, can be meant from then on."""
        noun, references = str(value.noun), self.x.references
        owner = value.determiner.owner if isinstance(value.determiner, N.Possessive) else None
        whose = value if self.source.is_somebody(value) else owner if self.source.is_zone(value) else None
        if whose is not None:
            references.know(whose, references.owner_of(place), scope)
            return
        kind = self.source.type_of(noun)
        there = self._at(place, kind, noun) if kind != "region" else None
        if there is None:
            return
        references.know(value, there[1], scope)
        whose, _ = self._in_a_zone(value)
        if whose is not None:
            references.know(whose, references.owner_of(expr("s.where[{}]", there[1].expr)), scope)
        references.know_beside(value, there[1], scope)


def _unparted(value: N.Phrase | N.Amount) -> N.Phrase | N.Amount:
    """`1 of your couriers` as the pieces of which it is one."""
    if isinstance(value, N.PartOf) and value.quantity == N.Quantity(kind="count", low=1):
        return replace(value.whole, plural=False) if isinstance(value.whole, N.NounPhrase) else value
    return value
