"""A piece in the place of another: one goes home, and another comes from home to where it stood.

Both are of one player, where the words do not say whose the other is. Whose that is must be told where somebody else's
is replaced: “by its owner's Y”, “by your Y”.
"""

from __future__ import annotations

from rulewright.compiler.expressions.phrases import noun_words
from rulewright.compiler.ir.expressions import Expr, Lit
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.scope import Scope, refuse
from rulewright.compiler.statements.moves.pieces.meant import pieces_of
from rulewright.compiler.statements.moves.pieces.piece_moves import PieceMoves
from rulewright.compiler.statements.objects import object_of
from rulewright.language import nodes as N
from rulewright.meaning.rules.picking import referent

SAY_WHOSE = "Say whose it is: “by its owner's …” or “by your …”."
SAY_BOTH = "Say both moves: “return … to its owner's …, then put … into …”."
ONE_BY_ONE = "Say it of each: “for each …, replace it by …”."


class ReplacedPieces:
    """Writes what replaces a piece by another."""

    def __init__(self, moves: PieceMoves) -> None:
        self.moves, self.p, self.x = moves, moves.p, moves.x

    def replace(self, node: N.Perform, scope: Scope) -> None:
        """`Replace their X there by a Y`: X goes home, a Y from home takes its place."""
        new = node.slot("by")
        if not isinstance(new, N.NounPhrase) or not isinstance(new.noun, str):
            raise refuse(node, "replace it by what?")
        noun, (kind, owner, place) = self._replaced(node, new, scope)
        whose = self._whose(node, new, owner, scope)
        new_kind, home = Lit(self.x.pieces.kinds(new)[0]), self.x.pieces.home(new.noun, whose)
        old_home = self.x.pieces.home(noun, owner)
        self._comes_from_home(node, new, home, scope)
        self.p.unfollowed()
        cell, new_cell = (self.moves.tables.piece_cell(*one) for one in ((kind, owner, place), (new_kind, whose, home)))
        self.p.fail_if(expr("{} < 1 or {} < 1", cell, new_cell))

        def change() -> None:
            self.p.emit("MOVE_PIECES(s, {}, {}, {}, {}, 1, {})", kind, owner, place, old_home, scope.you)
            self.p.emit("MOVE_PIECES(s, {}, {}, {}, {}, 1, {})", new_kind, whose, home, place, scope.you)

        def pieces() -> Expr:
            away = expr("({}, {}, {}, {}, 1)", kind, owner, place, old_home)
            return expr("[{}, ({}, {}, {}, {}, 1)]", away, new_kind, whose, home, place)

        self.moves.up.telling.of_pieces(self.p, node.verb, pieces, scope, change)

    def _whose(self, node: N.Perform, new: N.NounPhrase, owner: Expr, scope: Scope) -> Expr:
        """Whose piece takes the place of another: its owner's, or that of who is named.

        Raises:
            MeaningError: RW0601 where somebody else's may be replaced and nothing tells; more is said of the other.
        """
        if any(not isinstance(item, N.OfYours) for item in new.filters):
            raise refuse(
                new, f"a {noun_words(new)} that replaces another comes from where its owner keeps them", SAY_BOTH
            )
        det = new.determiner
        if det == N.Article(word="your") or new.filters:
            return scope.spoken_to or scope.you
        named = det.owner if isinstance(det, N.Possessive) else None
        if isinstance(named, N.NounPhrase) and named.noun == "owner":
            return owner
        said = named if named is not None else det
        if isinstance(said, N.Phrase) or said in (N.Article(word="their"), N.Article(word="its")):
            assert isinstance(said, N.Node)
            found = self.x.references.bound(said, scope)
            if found is None or found.type != "player":
                raise refuse(new, f"whose {noun_words(new)} is meant?", SAY_WHOSE)
            return found.expr
        if self._may_be_of_others(object_of(node), scope):
            raise refuse(new, f"whose {noun_words(new)} is meant?", SAY_WHOSE)
        return owner

    def _may_be_of_others(self, phrase: N.Phrase, scope: Scope) -> bool:
        """Whether a piece that was spoken of may be of another player than whoever acts."""
        key = self.moves.resolution.of(phrase) if self.moves.spoken_of(phrase, scope) is not None else None
        if key is None:
            return False
        described, owner = self.moves.resolution.owner(key)
        to = referent(owner) if owner is not None else None
        if to is None:
            return described
        seat = (scope.spoken_to or scope.you) if to.introduced == "you" else None
        known = scope.refs.get((key[0], to.id))
        return (known.expr if seat is None and known is not None else seat) != scope.you

    def _replaced(self, node: N.Perform, new: N.NounPhrase, scope: Scope) -> tuple[str, tuple[Expr, Expr, Expr]]:
        """What is replaced: its noun, and its (kind, owner, place); where it could be several, one is chosen."""
        phrase = object_of(node)
        known = self.moves.spoken_of(phrase, scope)
        if known is not None:
            kinds = self.x.pieces.kinds(N.NounPhrase(noun=known.noun))
            kind = Lit(kinds[0]) if len(kinds) == 1 else expr("{}[0]", known.expr)
            return known.noun, (kind, expr("{}[1]", known.expr), expr("{}[2]", known.expr))
        if not self.moves.objects.how_many(phrase, scope).one:
            raise refuse(node, "one piece is replaced at a time", ONE_BY_ONE)
        old = pieces_of(phrase)
        groups = self.moves.meant.groups(old, None, node, scope)
        if groups.single is not None:
            return str(old.noun), groups.single
        if groups.owner != scope.you:
            raise refuse(new, f"whose {noun_words(new)} is meant?", SAY_BOTH)
        kind, _, place = self.moves.meant.chosen(groups, phrase, node, scope)
        return str(old.noun), (kind, scope.you, place)

    def _comes_from_home(self, node: N.Perform, new: N.NounPhrase, home: Expr, scope: Scope) -> None:
        """Refuse “by a Y from a place” that is not where its owner keeps them."""
        source = node.slot("from")
        if source is None:
            return
        assert isinstance(source, N.Phrase)
        self.x.pieces.must_lie(new, N.At(preposition="in", phrase=source))
        if not self.moves.source.is_zone(source) or self.x.references.zone(source, scope) != home:
            what = f"a {noun_words(new)} that replaces another comes from where its owner keeps them"
            raise refuse(source, what, SAY_BOTH)
