"""Pieces and where they lie: their kinds, owners and places, how many there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeGuard

from rulewright.compiler.expressions.anaphora import BESIDE, References, place_of
from rulewright.compiler.expressions.phrases import Phrases, must_be_inside, noun_words
from rulewright.compiler.expressions.recursion import Recursion
from rulewright.compiler.expressions.sources import Sources
from rulewright.compiler.ir.expressions import Collection, Expr, Lit, Name, both, total
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.things import Things
from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.scope import MeaningError, Ref, Scope, refuse
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N
from rulewright.language.records import dataclass
from rulewright.meaning import model as m


@dataclass(frozen=True, slots=True)
class EverybodyBut:
    """Whose pieces are meant: those of all seats except one."""

    seat: Expr


Owner = Expr | EverybodyBut | None  # None: anybody
UNTOLD = frozenset(("active", "empty", "first", "full", "last", "new", "next", "single", "unused"))
"""Adjectives of the core that nothing tells of pieces."""

OTHER_THAN = ("another", "the_other", "all_other", "each_other")
PLACED = (N.At, N.There, N.NextTo, N.Within, N.Related)  # filters that say where pieces are
ANOTHER = N.NounPhrase(determiner=N.Article(word="another"), noun="player")
ANYBODY = tuple(N.NounPhrase(determiner=N.Article(word=word), noun="player") for word in ("a", "any"))
OTHERS = (ANOTHER, *ANYBODY)


class Pieces:
    """Says which pieces a phrase means."""

    def __init__(self, s: Services, up: Recursion, phrases: Phrases, references: References, sources: Sources) -> None:
        self.source = s.source
        self.layout = s.layout
        self.module = s.module
        self.tables = s.tables
        self.texts = s.texts
        self.up = up
        self.phrases = phrases
        self.references = references
        self.sources = sources

    def kinds(self, phrase: N.NounPhrase) -> list[int]:
        """The kinds of piece that a phrase names."""
        if isinstance(phrase.noun, str) and self.source.entry(phrase.noun).get("type") == "role":
            return self.kinds(replace(phrase, noun=self.source.entry(phrase.noun)["of"]))
        nouns = phrase.noun.nouns if isinstance(phrase.noun, N.NounGroup) else (N.BareNoun(noun=phrase.noun),)
        worth = next((item.value for item in phrase.filters if isinstance(item, N.Worth)), None)
        found = []
        for bare in nouns:
            for kind in self.layout.kinds_of_piece[bare.noun]:
                if worth is None or self.layout.piece_kinds[kind].worth == worth:
                    found.append(kind)
        if worth is not None and not found:
            raise refuse(phrase, f"there is no {noun_words(phrase)} worth {worth}", code="RW0603")
        return found

    def kind_named(self, phrase: N.Phrase | N.Amount | None, scope: Scope) -> Expr:
        """One kind of piece, as a number: of a noun, or of a role or slot that names a kind."""
        noun = phrase.noun if isinstance(phrase, N.NounPhrase) else None
        if isinstance(noun, str):
            if noun in scope.names and scope.names[noun].type == "piece":
                return scope.names[noun].expr
            kinds = self.layout.kinds_of_piece.get(noun, [])
            if len(kinds) == 1 or (kinds and self.source.entry(noun).get("supply")):  # a noun's own kind comes first
                return Lit(kinds[0])
        raise refuse(phrase, "which kind of piece?")

    def named_kind(self, phrase: N.NounPhrase, scope: Scope) -> Expr | None:
        """The kind of piece that "the building" means where a role or slot says so."""
        det = phrase.determiner
        if isinstance(phrase.noun, str) and isinstance(det, N.Article | N.Quantity):
            ref = scope.names.get(phrase.noun)
            if ref is not None and ref.type == "piece":
                return ref.expr
        return None

    def owners(self, phrase: N.NounPhrase, scope: Scope) -> Owner:
        """Whose pieces are meant."""
        det = phrase.determiner
        if isinstance(det, N.Possessive):
            if det.owner == ANOTHER:
                return EverybodyBut(scope.you)
            return self.references.ref(det.owner, scope).expr
        word = det.word if isinstance(det, N.Article) else det.article if isinstance(det, N.Quantity) else None
        for item in phrase.filters:
            if isinstance(item, N.OfYours):
                return scope.you
            if self.had(item):
                return self._who_has(item.subject, scope)
            if isinstance(item, N.Of) and self.source.is_somebody(item.phrase):
                return self._who_has(item.phrase, scope)
        if word in ("your", "their"):
            return self.references.possessor(phrase, scope)
        return None

    def _who_has(self, who: N.Phrase, scope: Scope) -> Owner:
        """Whose pieces are meant by `… you have`, `… any player has`, `… another player has`."""
        if who == ANOTHER:
            return EverybodyBut(scope.you)
        return None if who in ANYBODY else self.references.ref(who, scope).expr

    def had(self, item: N.Filter) -> TypeGuard[N.Relative]:
        """Whether a filter says who has something: `… you have`, `… another player has`, `… that player has`."""
        if not isinstance(item, N.Relative):
            return False
        who = item.subject
        named = isinstance(who, N.NounPhrase) and (
            who.noun in BESIDE or (self.source.is_somebody(who) and not self.phrases.open(who))
        )
        if not (isinstance(item.subject, N.Pronoun) or item.subject in OTHERS or named):
            return False
        return item == N.Relative(subject=item.subject, verb="have")

    def hear(self, phrase: N.NounPhrase) -> None:
        """Refuse what says more of pieces than their kind, whose they are and where."""
        if not UNTOLD.isdisjoint(phrase.adjectives):
            raise refuse(phrase, "pieces are told apart by kind, owner and place only", code="RW0604")
        told = (*PLACED, N.Worth, N.OfYours, N.Participle)
        for item in phrase.filters:
            somebodys = isinstance(item, N.Of) and self.source.is_somebody(item.phrase)
            if not isinstance(item, told) and not self.had(item) and not somebodys:
                raise refuse(item, "pieces are told apart by kind, owner and place only", code="RW0604")
        det = phrase.determiner
        word = det.word if isinstance(det, N.Article) else det.article if isinstance(det, N.Quantity) else ""
        if word in ("your", "their") or any(isinstance(f, N.OfYours) or self.had(f) for f in phrase.filters):
            self.must_be_somebodys(phrase)

    def must_be_somebodys(self, phrase: N.NounPhrase, scope: Scope | None = None) -> None:
        """Refuse pieces that nobody owns, said to be somebody's, in places of which nothing says whose they are.

        scope: of a clause about a place ("where you have …").
        """
        if any(self.layout.piece_kinds[kind].owned for kind in self.kinds(phrase)):
            return
        said = [item.phrase for item in phrase.filters if isinstance(item, N.At)]
        placed = said or any(isinstance(item, N.There | N.NextTo | N.Within) for item in phrase.filters)
        about = None if scope is None or placed else scope.place
        anybodys = any(isinstance(place, N.NounPhrase) and self._of_nobody(place) for place in said)
        if anybodys or (about is not None and about.type in ("space", "card")):
            what = f"nobody owns a {noun_words(phrase)}: whose it is depends on where it lies"
            kind = self.layout.piece_kinds[self.kinds(phrase)[0]].noun
            hint = self._where_hint(kind, kind.replace("_", " ")) or "Say in whose places: “… in fields you control”."
            raise refuse(phrase, what, hint, code="RW0603")

    def must_tell_whose(self, phrase: N.NounPhrase, scope: Scope) -> None:
        """Refuse to count pieces that players own where nothing says whose, or where they lie."""
        det = phrase.determiner
        whose = isinstance(det, N.Possessive) or (isinstance(det, N.Article) and det.word in ("your", "their", "its"))
        if whose or phrase.filters or phrase.adjectives or scope.place is not None:
            return
        if any(self.layout.piece_kinds[kind].owned for kind in self.kinds(phrase)):
            hint = "Say “… you have”, or “… any player has” for those of everybody."
            raise refuse(phrase, f"whose {noun_words(phrase)} is meant?", hint)

    def _of_nobody(self, place: N.NounPhrase) -> bool:
        """Whether a phrase names spaces or cards, and nobody with them: neither whose they are nor which was meant."""
        det = place.determiner
        named = isinstance(det, N.Article) and det.word in ("your", "their", "that", "this", "the", "its")
        if not isinstance(place.noun, str) or isinstance(det, N.Possessive):
            return False
        kind = self.source.type_of(place.noun)
        told = any(self._tells_whose(node) for item in place.filters for node in item.walk())
        if kind == "zone":
            return self.source.entry(place.noun).get("of") is None and not told
        return kind in ("space", "region", "card") and not named and not told

    def _tells_whose(self, node: N.Node) -> bool:
        """Whether a word of a description says of whom or of which thing it is: “in your row”, “that”."""
        if isinstance(node, N.NounPhrase):
            det = node.determiner
            which = isinstance(det, N.Article) and det.word in ("your", "their", "that", "this", "its")
            return which or (isinstance(node.noun, str) and self.source.type_of(node.noun) == "player")
        return isinstance(node, N.Pronoun | N.OfYours | N.Possessive)

    def places(self, phrase: N.NounPhrase, scope: Scope) -> tuple[str, Expr | None]:
        """Where the pieces of a phrase are: ("one", place), ("each", iterable of places), or ("", None)."""
        found = [self._places(phrase, item, scope) for item in phrase.filters if isinstance(item, PLACED)]
        if len(found) < 2:
            return found[0] if found else ("", None)
        first, *others = (expr("({},)", place) if how == "one" else place for how, place in found)
        spot = self.module.fresh()  # where all of them say that they are
        return "each", Things(spot, first, [expr("{} in {}", spot, other) for other in others]).picked()

    def _places(self, phrase: N.NounPhrase, item: N.Filter, scope: Scope) -> tuple[str, Expr]:
        """Where a filter says that pieces are, as `places` tells it."""
        match item:
            case N.At():
                return self._places_at(phrase, item, scope)
            case N.There():
                place = self.references.known(item, scope, "there")
                return "each" if place.type == "region" else "one", place.expr
            case N.NextTo(phrase=other) if self._is_one(other):
                return "each", self.sources.around(self.references.ref(other, scope))
        assert isinstance(item, N.NextTo | N.Within | N.Related)
        return "each", self._spaces(phrase, item, scope)

    def _is_one(self, place: N.Phrase) -> bool:
        """Whether a phrase names one place: no pieces, no place that is left open, and not all that somebody has."""
        several = self.phrases.is_piece(place) or self.phrases.spaces_of_somebody(place)
        return not several and not self.phrases.open(place)

    def _spaces(self, phrase: N.NounPhrase, item: N.NextTo | N.Within | N.Related, scope: Scope) -> Expr:
        """The spaces that pieces “next to a …” can lie in."""
        kinds = as_list(self.source.entry(self.layout.piece_kinds[self.kinds(phrase)[0]].noun).get("in"))
        spaces = [kind for kind in kinds if self.source.type_of(kind) == "space"]
        borders = [kind for kind in kinds if self.source.type_of(kind) == "border"]
        if borders and not spaces and isinstance(item, N.NextTo) and self.phrases.is_piece(item.phrase):
            return self._borders_beside(borders, item.phrase, scope)
        if len(spaces) != 1:
            raise refuse(item, "where these pieces are cannot be told like this", "Say “in a …” of a space.")
        return self.up.selections.list_of(N.NounPhrase(noun=spaces[0], plural=True, filters=(item,)), scope)

    def _borders_beside(self, kinds: Sequence[str], pieces: N.Phrase, scope: Scope) -> Expr:
        """The borders of which one of the two spaces has such pieces: a fence next to a hut begins or ends there."""
        if isinstance(pieces, N.PartOf) and pieces.quantity == N.Quantity(kind="count", low=1):
            pieces = pieces.whole
        det = pieces.determiner if isinstance(pieces, N.NounPhrase) else None
        single = not isinstance(det, N.Quantity) or (det.kind, det.low) == ("count", 1)
        if not isinstance(pieces, N.NounPhrase) or not single or det == N.Article(word="no"):
            raise refuse(pieces, "where these pieces are cannot be told like this", "Say “next to a …”.")
        lying = self.layout.piece_kinds[self.kinds(pieces)[0]].noun
        spaces = [kind for kind in as_list(self.source.entry(lying).get("in")) if self.source.type_of(kind) == "space"]
        if len(spaces) != 1:
            raise refuse(pieces, "where these pieces are cannot be told like this", "Say “in a …” of a space.")
        with_them = N.NounPhrase(noun=spaces[0], plural=True, filters=(N.With(phrase=pieces),))
        there = self.up.selections.list_of(with_them, scope)
        every = [self.up.selections.list_of(N.NounPhrase(noun=kind, plural=True), scope) for kind in kinds]
        border, end, kind_of = self.module.fresh(), self.module.fresh(), self.module.fresh()
        ends = Things(end, expr("ENDS[{}]", border), [expr("{} in {}", end, there)])
        listed = expr("[{} for {} in (*{},) for {} in {}]", border, kind_of, every, border, kind_of)
        return Things(border, listed, [expr("{} > 0", ends.counted())]).picked()

    def _places_at(self, phrase: N.NounPhrase, item: N.At, scope: Scope) -> tuple[str, Expr]:
        """The places that a filter names, as `places` tells them."""
        self.must_lie(phrase, item)
        where = item.phrase
        if self.source.is_zone(where):
            zones = self.references.zones_of(where, scope) or []
            return ("one", zones[0]) if len(zones) == 1 else ("each", Collection("tuple", tuple(zones)))
        if not self.phrases.open(where) or isinstance(where, N.Pronoun):
            ref = self.references.ref(where, scope)
            must_be_inside(item, ref)
            return "each" if ref.type == "region" else "one", place_of(ref)
        among = self.up.selections.list_of(where, scope)
        kind = self.source.type_of(str(where.noun)) if isinstance(where, N.NounPhrase) else ""
        must_be_inside(item, Ref(among, kind, noun_words(where)))
        if kind == "region":  # in any of several: each of their spaces once
            region, spot = self.module.fresh(), self.module.fresh()
            return "each", expr("{{{} for {} in {} for {} in {}}}", spot, region, among, spot, region)
        return "each", expr("[CARD0 + c for c in {}]", among) if kind == "card" else among

    def must_lie(self, phrase: N.NounPhrase, at: N.At) -> None:
        """Refuse a place where such pieces never are: then the words "in …" were meant for another noun."""
        where = at.phrase
        if not isinstance(where, N.NounPhrase) or not isinstance(where.noun, str):
            return
        place = self.source.entry(where.noun).get("of") if self.source.type_of(where.noun) == "region" else where.noun
        if place and not self._may_lie(phrase, str(place)):
            hint = "Put these words next to the noun they belong to."
            raise self._never_lies(at if at.span is not None else where, phrase, where.noun, hint)

    def must_lie_on(self, phrase: N.NounPhrase, who: Ref) -> None:
        """Refuse that a card or a space has such pieces, where they never are on one.

        Raises:
            MeaningError: RW0603.
        """
        if who.noun and not self._may_lie(phrase, who.noun):
            raise self._never_lies(phrase, phrase, who.noun, "Say where there is one, or who has one.")

    def _may_lie(self, phrase: N.NounPhrase, place: str) -> bool:
        allowed = as_list(self.source.entry(self._noun(phrase)).get("in"))
        return any(self.source.fits(place, kind) or self.source.fits(kind, place) for kind in allowed)

    def _noun(self, phrase: N.NounPhrase) -> str:
        return self.layout.piece_kinds[self.kinds(phrase)[0]].noun

    def _never_lies(self, at: N.Node, phrase: N.NounPhrase, place: str, hint: str) -> MeaningError:
        piece = self._noun(phrase).replace("_", " ")
        return refuse(at, f"a {piece} never lies in a {place.replace('_', ' ')}", hint, code="RW0603")

    def piece_count(self, phrase: N.NounPhrase, scope: Scope, owner: Expr | None = None) -> Expr:
        """How many pieces a phrase names; `owner` where the sentence's subject owns them."""
        kinds = self.kinds(phrase)
        who: Owner = owner if owner is not None else self.owners(phrase, scope)
        self.hear(phrase)
        how, place = self.places(phrase, scope)
        if not how and scope.place is not None:
            how, place = "each" if scope.place.type == "region" else "one", scope.place.expr
        named = self.named_kind(phrase, scope)
        left_out = self.left_out(phrase, scope)
        if named is not None and how == "one" and isinstance(who, Expr) and not left_out:
            return expr("n[IX[{}][{}][{}]]", named, who, place)
        count = total(*(self._kind_count(kind, who, how, place) for kind in kinds))
        for piece in left_out:
            among = self._is_among(piece.expr, kinds, who, how, place)
            counted = among if piece.when is None else both(piece.when, among)
            count = expr("max({} - (1 if {} else 0), 0)", count, counted)
        return count

    def units(self, phrase: N.NounPhrase, scope: Scope, once: bool = False) -> Expr:
        """Each piece that a phrase names, by itself, as (kind, owner, place): as often as there are such pieces there.

        once: those that lie together once, since they are alike.

        Raises:
            MeaningError: RW0604 of pieces in a zone, where they are only counted, and of “other” pieces.
        """
        zoned = [item for item in phrase.filters if isinstance(item, N.At) and self.source.is_zone(item.phrase)]
        if zoned or self.left_out(phrase, scope):
            what = "which of the pieces in a zone is meant is not told: they are all alike"
            raise refuse((*zoned, phrase)[0], what, "Say how many of them are put where.", code="RW0604")
        self.hear(phrase)
        who, (how, place) = self.owners(phrase, scope), self.places(phrase, scope)
        if not how and scope.place is not None:
            how, place = "each" if scope.place.type == "region" else "one", scope.place.expr
        several = "if {} > 0" if once else "for u in range({})"
        listed = f"[({{}}, o, p) for o in {{}} for p in {{}} {several}]"
        found = []
        for kind in self.kinds(phrase):
            info = self.layout.piece_kinds[kind]
            spots = place
            if not how or place is None:
                on_the_map = tuple(spot for spot in info.places if spot >= self.layout.zone_count)
                spots = Name(self.module.constant(on_the_map, f"P_{info.name}"))
            elif how == "one":
                spots = expr("({},)", place)
            found.append(expr(listed, kind, self._rows(who, info.owned), spots, self.tables.piece_cell(kind, "o", "p")))
        return total(*found)

    @staticmethod
    def _rows(who: Owner, owned: bool) -> Expr:
        """The seats whose pieces of a kind are meant."""
        match who:
            case _ if not owned:
                return expr("(0,)")
            case None:
                return Name("SEATS")
            case EverybodyBut(seat):
                return expr("[o for o in SEATS if o != {}]", seat)
        return expr("({},)", who)

    def origin(self, phrase: N.NounPhrase) -> N.NounPhrase | None:
        """“A field” of pieces in a field: what then is that field."""
        at = next((item.phrase for item in phrase.filters if isinstance(item, N.At)), None)
        if not isinstance(at, N.NounPhrase) or not isinstance(at.noun, str) or at.plural:
            return None
        return at if self.source.type_of(at.noun) == "space" and self.phrases.open(at) else None

    def left_out(self, phrase: N.NounPhrase, scope: Scope) -> list[Ref]:
        """The pieces that a phrase is other than, each as its (kind, owner, place): `another hut`, `other huts`."""
        det = phrase.determiner
        said = isinstance(det, N.Article) and det.word in OTHER_THAN
        if not said and "other" not in phrase.adjectives:
            return []
        node = det if said and det is not None else scope.said(phrase)
        meant = self.texts.resolution.meant(node)
        found = []
        for thing in meant.others if isinstance(meant, m.Selection) else (None,):
            key = self.texts.resolution.key(node, thing) if thing is not None else None
            old = scope.refs.get(key) if key is not None else None
            if old is None or old.type != "pieces":
                hint = "Say how many there are: “if there are 2 … there”."
                raise refuse(phrase, f"other than which {noun_words(phrase)}?", hint, code="RW0604")
            found.append(old)
        return found

    def _is_among(self, piece: Expr, kinds: list[int], who: Owner, how: str, place: Expr | None) -> Expr:
        """Whether a piece, as its (kind, owner, place), is one of those that are counted."""
        tests = [expr("{}[0] in {}", piece, Collection("tuple", tuple(Lit(kind) for kind in kinds)))]
        owned = any(self.layout.piece_kinds[kind].owned for kind in kinds)
        if owned and who is not None:
            seat = who.seat if isinstance(who, EverybodyBut) else who
            tests.append(expr("{}[1] != {}" if isinstance(who, EverybodyBut) else "{}[1] == {}", piece, seat))
        if not how or place is None:
            tests.append(expr("{}[2] >= {}", piece, self.layout.zone_count))
        else:
            tests.append(expr("{}[2] == {}" if how == "one" else "{}[2] in {}", piece, place))
        return both(*tests)

    def _kind_count(self, kind: int, who: Owner, how: str, place: Expr | None) -> Expr:
        """How many pieces of one kind there are, in one place, each of several, or wherever on the map."""
        info = self.layout.piece_kinds[kind]
        if not how or place is None:
            on_the_map = tuple(spot for spot in info.places if spot >= self.layout.zone_count)
            if isinstance(who, Expr) and not (info.owned and on_the_map):
                return self.tables.piece_cell(kind, who if info.owned else 0, self.home(info.noun, who))
            how, place = "each", Name(self.module.constant(on_the_map, f"P_{info.name}"))
        if how == "one":
            return self._cell(kind, who, place)
        spot = self.module.fresh()
        return expr("sum([{} for {} in {}])", self._cell(kind, who, spot), spot, place)

    def _cell(self, kind: int, who: Owner, place: Expr) -> Expr:
        """How many pieces of a kind there are in one place."""
        if not self.layout.piece_kinds[kind].owned:
            return self.tables.piece_cell(kind, 0, place)
        match who:
            case None:
                rows = range(self.layout.players + 1)
                return total(*(self.tables.piece_cell(kind, row, place) for row in rows))
            case EverybodyBut(seat):
                o = self.module.fresh()
                return expr("sum({} for {} in SEATS if {} != {})", self.tables.piece_cell(kind, o, place), o, o, seat)
            case seat:
                return self.tables.piece_cell(kind, seat, place)

    def has_home(self, noun: str) -> bool:
        """Whether seats have a zone for their pieces of a kind: what is put somewhere comes from there."""
        zones = [self.source.entry(where) for where in as_list(self.source.entry(noun).get("in"))]
        return any(zone.get("type") == "zone" and zone.get("of") == "player" for zone in zones)

    def home(self, noun: str, seat: Expr) -> Expr:
        """The zone of a seat where its pieces of a kind are kept: the first of the noun's places that seats have."""
        for where in as_list(self.source.entry(noun).get("in")):
            if self.source.entry(where).get("type") == "zone" and self.source.entry(where).get("of") == "player":
                return self.references.zone_of(where, seat)
        called = noun.replace("_", " ")
        raise refuse(None, f"a seat has no place for its {called}s", self._where_hint(noun, called), code="RW0604")

    def _where_hint(self, noun: str, called: str) -> str:
        """Where pieces that nobody owns are somebody's: in the spaces that are, or on cards in a zone that is."""
        for where in as_list(self.source.entry(noun).get("in")):
            verb, place = self.source.entry(where).get("owned by"), where.replace("_", " ")
            if verb:
                return f"Say where they lie: “for each {called} in a {place} you {str(verb).replace('_', ' ')}”."
            if self.source.type_of(where) == "card":
                own = [name for name, entry in self.source.nouns.items() if entry.get("of") == "player"]
                zone = next((name for name in own if self.source.type_of(name) == "zone"), "zone")
                return f"Say where they lie: “for each {called} on a {place} in your {zone.replace('_', ' ')}”."
        return ""
