"""Which pieces a phrase means: of which kinds, whose they are, and where they lie."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rulewright.compiler.expressions.pieces import PLACED, EverybodyBut, Owner
from rulewright.compiler.ir.expressions import Call, Expr, Lit, Name, both, total
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.moves.goals import WHERE, one_place
from rulewright.language import nodes as N
from rulewright.language import records

NOBODY = Name("NOBODY")
"""Whose pieces those are that lie in a zone of all players."""

MOVE_ONE = "Move one of them: “move 1 of your … into a …”."
FROM_WHERE = "Say “from …”. What lies on the map already is moved: “move …”."


@dataclass(slots=True)
class Groups:
    """Pieces that are meant: of which kinds, whose (None: anybody's), in one place or in each of several.

    but: the pieces that they are other than, each as its (kind, owner, place).
    """

    kinds: list[Expr]
    owner: Owner
    place: Expr | None
    places: Expr | None = None
    but: tuple[Ref, ...] = ()

    @property
    def single(self) -> tuple[Expr, Expr, Expr] | None:
        """(kind, owner, place) where there is only one."""
        if len(self.kinds) == 1 and isinstance(self.owner, Expr) and self.place is not None:
            return self.kinds[0], self.owner, self.place
        return None

    def listing(self) -> Expr:
        """All groups as a list expression of (kind, owner, place)."""
        return expr("[(k, o, p) for k in (*{},) for o in {} for p in {}]", self.kinds, self.rows(), self.spots())

    def rows(self) -> Expr:
        """The owners as an iterable."""
        match self.owner:
            case None:
                return Name("ROWS")
            case EverybodyBut(seat):
                return expr("[o for o in SEATS if o != {}]", seat)
            case owner:
                return expr("({},)", owner)

    def spots(self) -> Expr:
        """The places as an iterable."""
        match self.places:
            case None:
                return expr("({},)", self.place)
            case Call("list", (Name() as known,)):  # a constant need not be copied
                return known
            case places:
                return places


@records.dataclass(frozen=True, slots=True)
class Group:
    """Pieces of one kind, owner and place, as expressions."""

    kind: Expr
    owner: Expr
    place: Expr


class Meant:
    """Tells which pieces a phrase means."""

    def __init__(self, p: Flow, c: Context) -> None:
        self.p = p
        self.source = c.services.source
        self.layout = c.services.layout
        self.module = c.services.module
        self.tables = c.services.tables
        self.x = c.x

    def groups(self, phrase: N.NounPhrase, source: Any, node: N.Perform, scope: Scope) -> Groups:
        """Which pieces a phrase names: their kinds, owner and places, and which they are other than."""
        found, but = self._groups(phrase, source, node, scope), tuple(self.x.pieces.left_out(phrase, scope))
        if not but:
            return found
        if found.place is not None:
            found = replace(found, place=None, places=expr("({},)", found.place))
        return replace(found, but=but)

    def _groups(self, phrase: N.NounPhrase, source: Any, node: N.Perform, scope: Scope) -> Groups:
        """The same, without those that they are other than."""
        self.x.pieces.hear(phrase)
        self._not_those(phrase, scope)
        infos = [self.layout.piece_kinds[kind] for kind in self.x.pieces.kinds(phrase)]
        named = self.x.pieces.named_kind(phrase, scope)
        kinds: list[Expr] = [Lit(kind) for kind in self.x.pieces.kinds(phrase)] if named is None else [named]
        whose = self.x.pieces.owners(phrase, scope)
        owned, noun = infos[0].owned, infos[0].noun
        owner = whose if owned else Lit(0)
        if isinstance(source, N.Phrase):
            for item in phrase.filters:
                if isinstance(item, PLACED):
                    hint = "Say it of the place they come from: “from a … next to …”."
                    raise refuse(item, "where these pieces are is told twice", hint, code="RW0603")
            return self._from(source, kinds, owner, phrase, scope)
        how, there = self.x.pieces.places(phrase, scope)
        if how:
            return Groups(kinds, owner, there) if how == "one" else Groups(kinds, owner, None, there)
        if isinstance(whose, EverybodyBut) and not owned:
            raise refuse(phrase, "which of them?", "Choose a player first: “choose another player”.", code="RW0604")
        if isinstance(whose, Expr) and not owned:
            return Groups(kinds, owner, self.x.pieces.home(noun, whose))
        det = phrase.determiner
        if isinstance(det, N.Article) and det.word in ("that", "those") and scope.place is None:
            known = self.x.references.known(phrase, scope, f"{det.word} {noun}")
            if known.type == "space":
                return Groups(kinds, owner, known.expr)
            if known.type == "pieces":
                if owner is None and det.word == "that":  # that one, and none of another player
                    owner = expr("{}[1]", known.expr)
                kinds = kinds if len(kinds) == 1 else [expr("{}[0]", known.expr)]
                return Groups(kinds, owner, expr("{}[2]", known.expr))
            raise refuse(phrase, f"where is {det.word} {noun.replace('_', ' ')}?", WHERE)
        if scope.place is not None:
            place = scope.place.expr
            return Groups(kinds, owner, None, place) if scope.place.type == "region" else Groups(kinds, owner, place)
        if node.verb == "put" and owned and owner in (None, scope.you) and self.x.pieces.has_home(noun):
            return Groups(kinds, scope.you, self.x.pieces.home(noun, scope.you))
        if node.verb == "put" and any(place < self.layout.zone_count for info in infos for place in info.places):
            raise refuse(phrase, f"from where is the {noun.replace('_', ' ')} put?", FROM_WHERE)
        spots = self.module.constant(
            tuple(p for p in infos[0].places if p >= self.layout.zone_count), f"P_{infos[0].name}"
        )
        return Groups(kinds, owner, None, Name(spots))

    def _not_those(self, phrase: N.NounPhrase, scope: Scope) -> None:
        """Refuse `those pieces` where they have no name: only their kind would be known, and other pieces are of it."""
        if self.x.selections.is_spoken_of(phrase) and str(phrase.noun) not in scope.names:
            what = "which of these pieces are meant is not told here"
            raise refuse(phrase, what, "Say how many of them, and where they lie: “2 of your … in it”.")

    def _from(self, source: N.Phrase, kinds: list[Expr], owner: Owner, phrase: N.NounPhrase, scope: Scope) -> Groups:
        """The pieces of some kinds that lie where a sentence says they come from."""
        self.x.pieces.must_lie(phrase, N.At(preposition="in", phrase=source))
        zones = self.x.references.zones_of(source, scope) if self.source.is_zone(source) else None
        if zones is not None:
            if len(zones) != 1:
                raise refuse(source, "from where?")
            who: Expr = NOBODY
            if isinstance(source, N.NounPhrase) and self.source.entry(str(source.noun)).get("of") == "player":
                who = self.x.references.possessor(source, scope) or who
            owned = self.layout.piece_kinds[self.x.pieces.kinds(phrase)[0]].owned
            return Groups(kinds, who if owned else Lit(0), zones[0])
        if not self.x.phrases.open(source) or isinstance(source, N.Pronoun):
            return Groups(kinds, owner, one_place(self.x.references.ref(source, scope), source))
        among = self.x.selections.list_of(source, scope)
        if isinstance(source, N.NounPhrase) and self.source.type_of(str(source.noun)) == "card":
            among = expr("[CARD0 + c for c in {}]", among)
        return Groups(kinds, owner, None, among)

    def present(self, groups: Groups, but: Expr | None = None) -> Expr:
        """Those of the groups in which there is a piece, as a list expression; but: a list of others, one each."""
        listed = "[({}, o, p) for o in {} for p in {} if {} > {}]"
        rows, spots = groups.rows(), groups.spots()
        found = []
        for kind in groups.kinds:
            cell = self.tables.piece_cell(kind, "o", "p")
            tests = (where_found(piece, expr("({}, o, p) == {}", kind, piece.expr)) for piece in groups.but)
            others = total(*(expr("(1 if {} else 0)", test) for test in tests))
            if but is not None:
                others = expr("{} + {}.count(({}, o, p))", others if groups.but else 0, but, kind)
            found.append(expr(listed, kind, rows, spots, cell, others if groups.but or but is not None else 0))
        return total(*found)

    def two_unlike(
        self, one: N.Phrase, other: N.Phrase, node: N.Perform, scope: Scope
    ) -> tuple[tuple[Expr, Expr, Expr], tuple[Expr, Expr, Expr]]:
        """(kind, owner, place) of two pieces that change something by changing places: unlike, and in two places.

        Raises:
            MeaningError: RW0604 where they are always alike.
        """
        mine = self.groups(pieces_of(one), None, node, scope)
        first = mine.single or self.chosen(mine, one, node, scope)
        groups, at = self.groups(pieces_of(other), None, node, scope), self.module.fresh()
        of_one = isinstance(groups.owner, Expr) and groups.owner == mine.owner
        if len(groups.kinds) == 1 and groups.kinds == mine.kinds and of_one:
            raise refuse(other, "two of one kind are alike: nothing would change", MOVE_ONE, code="RW0604")
        unlike = expr("{}[2] != {} and {}[:2] != ({}, {})", at, first[2], at, first[0], first[1])
        if groups.single is None:
            group = self.p.choice(
                "pieces", node, expr("[{} for {} in {} if {}]", at, at, self.present(groups), unlike), scope.you
            )
            self.x.references.know(other, Ref(expr("{}[2]", group), "space", "space"), scope)
            return first, (expr("{}[0]", group), expr("{}[1]", group), expr("{}[2]", group))
        kind, owner, place = groups.single
        self.p.fail_if(expr("{} == {} or ({}, {}) == ({}, {})", place, first[2], kind, owner, first[0], first[1]))
        return first, groups.single

    def chosen(self, groups: Groups, phrase: N.Phrase, node: N.Perform, scope: Scope) -> tuple[Expr, Expr, Expr]:
        """(kind, owner, place) of one that is chosen from some groups."""
        group = self.p.choice("pieces", node, self.present(groups), scope.you)
        self.x.references.know(phrase, Ref(expr("{}[2]", group), "space", "space"), scope)
        return expr("{}[0]", group), expr("{}[1]", group), expr("{}[2]", group)


def pieces_of(phrase: N.Phrase) -> N.NounPhrase:
    """The phrase that names the pieces, without how many of them are meant."""
    if isinstance(phrase, N.PartOf):
        return pieces_of(phrase.whole)
    if isinstance(phrase, N.AsMany):
        return N.NounPhrase(noun=phrase.noun)
    if isinstance(phrase, N.NounPhrase):
        return phrase
    raise refuse(phrase, "which pieces?")


def where_found(piece: Ref, test: Expr) -> Expr:
    """A test of a piece that was spoken of, which holds of none where it was not found."""
    return test if piece.when is None else both(piece.when, test)
