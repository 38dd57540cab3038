"""Pieces that change places: two of them, or all that lie in two places."""

from __future__ import annotations

from dataclasses import replace

from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.moves.pieces.meant import MOVE_ONE, Groups, pieces_of
from rulewright.compiler.statements.moves.pieces.piece_moves import PieceMoves
from rulewright.compiler.statements.objects import object_of
from rulewright.language import nodes as N

TWO = N.Quantity(kind="count", low=2)
WHICH = "Say “swap 2 of …”, of two kinds or players, “swap all … in 2 …”, or “exchange … for …” of one for another."


class Swaps:
    """Writes what lets pieces on the map change places."""

    def __init__(self, moves: PieceMoves) -> None:
        self.moves, self.p, self.x = moves, moves.p, moves.x
        self.module = moves.meant.module

    def swap(self, node: N.Perform, scope: Scope) -> None:
        """`Swap 2 of your pieces`, `swap all pieces in 2 fields`."""
        phrase = object_of(node)
        what = pieces_of(phrase) if self.x.phrases.is_piece(phrase) else None
        if what is not None and _many(phrase) == TWO:
            self._two(what, phrase, node, scope)
            return
        places = _in_two_places(what) if what is not None else None
        every = _many(phrase) in (N.Article(word="the"), N.Article(word="all"))
        if what is None or places is None or not every:
            raise refuse(phrase, "which of them change places is not told", WHICH, code="RW0604")
        self._all(what, places, node, scope)

    def _two(self, what: N.NounPhrase, phrase: N.Phrase, node: N.Perform, scope: Scope) -> None:
        """Two pieces in different places; where they are alike nothing would change."""
        groups = self.moves.meant.groups(what, None, node, scope)
        if len(groups.kinds) == 1 and isinstance(groups.owner, Expr):
            alike = "two of one kind are alike: nothing would change"
            raise refuse(phrase, alike, MOVE_ONE, code="RW0604")
        present = self.moves.meant.present(groups)
        one, other = self.module.fresh(), self.module.fresh()

        def beside(piece: Expr) -> Expr:
            unlike = expr("{}[2] != {}[2] and {}[:2] != {}[:2]", other, piece, other, piece)
            return expr("[{} for {} in {} if {}]", other, other, present, unlike)

        first = self.p.choice(
            "pieces", node, expr("[{} for {} in {} if {}]", one, one, present, beside(one)), scope.you
        )
        second = self.p.choice("pieces", node, beside(first), scope.you)
        self._change(node, expr("[(*{}, {}[2], 1), (*{}, {}[2], 1)]", first, second, second, first), scope)

    def _all(self, what: N.NounPhrase, places: N.NounPhrase, node: N.Perform, scope: Scope) -> None:
        """All pieces in two places, each lot of which goes to where the other lay."""
        one_of_any = replace(places, determiner=N.Article(word="a"), plural=False)
        spot = scope.make(one_of_any, places) if places.determiner == TWO else places
        items, kind, noun = self.moves.objects.things(spot, scope)
        if kind != "space":
            raise refuse(places, "only what lies on the map changes places", WHICH, code="RW0604")
        bare = replace(
            what, determiner=None, filters=tuple(item for item in what.filters if not isinstance(item, N.At))
        )
        first = self.p.choice(kind, node, items, scope.you, noun)
        there = scope.child()
        there.place = Ref(first, kind, noun)
        groups = self.moves.meant.groups(bare, None, node, there)
        at = self.module.fresh()
        any_there = expr(
            "[1 for k in (*{},) for o in {} for p in ({}, {}) if n[IX[k][o][p]]]",
            groups.kinds,
            groups.rows(),
            first,
            at,
        )
        others = expr("[{} for {} in {} if {} != {} and {}]", at, at, items, at, first, any_there)
        second = self.p.choice(kind, node, others, scope.you, noun)
        moved = [self._lot(groups, first, second), self._lot(groups, second, first)]
        self._change(node, expr("{} + {}", *moved), scope)

    @staticmethod
    def _lot(groups: Groups, place: Expr, goal: Expr) -> Expr:
        """All pieces of some groups in a place, each with where it goes and how many there are."""
        lot = "[(k, o, {}, {}, n[IX[k][o][{}]]) for k in (*{},) for o in {} if n[IX[k][o][{}]]]"
        return expr(lot, place, goal, place, groups.kinds, groups.rows(), place)

    def _change(self, node: N.Perform, pieces: Expr, scope: Scope) -> None:
        """Move each lot of pieces to where it goes, all at once."""
        self.p.unfollowed()
        lots = self.p.once(pieces)
        self.p.fail_if(expr("not {}", lots))
        group = self.module.fresh()

        def change() -> None:
            with self.p.each(group.name, lots):
                self.p.emit("MOVE_PIECES(s, *{}, {})", group, scope.you)

        self.moves.up.telling.of_pieces(self.p, "exchange", lambda: lots, scope, change)


def _many(phrase: N.Phrase) -> N.Determiner | None:
    if isinstance(phrase, N.PartOf):
        return phrase.quantity
    return phrase.determiner if isinstance(phrase, N.NounPhrase) else None


def _in_two_places(what: N.NounPhrase) -> N.NounPhrase | None:
    """The places in two of which things are said to lie: “in 2 dry fields”, “in 2 of your fields”."""
    place = next((item.phrase for item in what.filters if isinstance(item, N.At)), None)
    if isinstance(place, N.PartOf) and place.quantity == TWO and isinstance(place.whole, N.NounPhrase):
        return place.whole
    return place if isinstance(place, N.NounPhrase) and place.determiner == TWO else None
