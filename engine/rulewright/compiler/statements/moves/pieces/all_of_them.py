"""All pieces that a phrase means, wherever each lies: as many as there is room for, or a price that is paid whole."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Scope
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.moves.pieces.destinations import Destinations
from rulewright.compiler.statements.moves.pieces.meant import Groups, pieces_of, where_found
from rulewright.compiler.statements.objects import object_of
from rulewright.compiler.statements.ways import Ways
from rulewright.language import nodes as N


class AllOfThem:
    """Writes what moves all of some pieces."""

    def __init__(self, p: Flow, c: Context, destinations: Destinations, ways: Ways) -> None:
        self.p = p
        self.module = c.services.module
        self.destinations = destinations
        self.ways = ways
        self.up = c.up

    def move(self, groups: Groups, dest: Expr | None, phrase: N.Phrase | None, node: N.Perform, scope: Scope) -> None:
        """Move all pieces of some groups. dest: where they go, where somebody has chosen it."""
        what = pieces_of(object_of(node))
        group = self.module.fresh()
        self.p.unfollowed()

        def goal(group: Expr) -> Expr:
            return dest or self.destinations.place(phrase, node, what, scope, expr("{}[1]", group), groups.owner)

        def meant(group: Expr) -> Expr:
            many = expr("n[IX[{}[0]][{}[1]][{}[2]]]", group, group, group)
            for piece in groups.but:
                one = where_found(piece, expr("{} == {}", group, piece.expr))
                many = expr("max({} - (1 if {} else 0), 0)", many, one)
            return many

        def so_many(group: Expr) -> Expr:
            return expr("min({}, {})", meant(group), room) if room is not None else meant(group)

        room = self.destinations.room(str(what.noun), phrase, dest, scope)
        if room is not None and not scope.partial and (scope.tally is not None or not scope.lenient):
            self._must_all_fit(groups, room, meant, goal)

        if scope.owed and dest is not None:
            self._must_come(groups, dest, meant)

        def move() -> None:
            with self.p.each(group.name, groups.listing()):
                target, many = goal(group), so_many(group)
                self.ways.moved_pieces(expr("{}[0]", group), many, expr("{}[1]", group))
                self.p.emit("if {}: MOVE_PIECES(s, *{}, {}, {}, {})", many, group, target, many, scope.you)

        def pieces() -> Expr:
            g = self.module.fresh()
            those = expr(
                "[{} for {} in {} if {}]", g, g, groups.listing(), so_many(g)
            )  # others may have no place to go
            return expr("[({}[0], {}[1], {}[2], {}, {}) for {} in {}]", g, g, g, goal(g), so_many(g), g, those)

        self.up.telling.of_pieces(self.p, node.verb, pieces, scope, move)

    def _must_come(self, groups: Groups, target: Expr, many: Callable[[Expr], Expr]) -> None:
        """A price of all pieces costs nothing where all of them lie there already: fail then."""
        g = self.module.fresh()
        places = self.p.once(expr("[{}[2] for {} in {} if {}]", g, g, groups.listing(), many(g)))
        self.p.fail_if(expr("len({}) > 0 and {}.count({}) == len({})", places, places, target, places))

    def _must_all_fit(
        self, groups: Groups, room: Expr, many: Callable[[Expr], Expr], goal: Callable[[Expr], Expr]
    ) -> None:
        """A price is paid whole: fail where there is no room for all that come to a place; what lies there stays."""
        g = self.module.fresh()
        coming = expr("sum([{} for {} in {} if {}[2] != {}])", many(g), g, groups.listing(), g, goal(g))
        self.p.fail_if(expr("{} > {}", coming, room))
