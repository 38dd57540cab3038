"""How many pieces of a kind are moved, and in which numbers of the state they are counted."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.compiler.ir.expressions import Expr, Item, Lit, literal
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Scope
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.moves.pieces.meant import NOBODY, Group
from rulewright.compiler.statements.objects import Quant
from rulewright.compiler.statements.ways import Ways
from rulewright.language import nodes as N


class Counted:
    """Writes how many pieces are moved, and the numbers that this changes."""

    def __init__(self, p: Flow, c: Context, ways: Ways) -> None:
        self.p = p
        self.source = c.services.source
        self.layout = c.services.layout
        self.module = c.services.module
        self.tables = c.services.tables
        self.ways = ways

    def so_many(
        self, one: Group, count: Quant, noun: str, node: N.Perform, scope: Scope, room: Expr | None = None
    ) -> Expr:
        """How many of a group are moved; the act fails where there are too few, or room for too few."""
        cell = self.tables.piece_cell(one.kind, one.owner, one.place)
        if room is not None:
            cell = expr("min({}, {})", cell, room)
        if count.low != count.high:
            numbers = expr("list(range({}, min({}, {}) + 1))", count.low, count.high, cell)
            return self.p.choice("number", node, numbers, scope.you, noun)
        if scope.partial and count.low != Lit(1):
            many = self.p.once(expr("min({}, {})", count.low, cell))
            self.p.fail_if(expr("{} < 1", many))
            return many
        if scope.lenient and scope.tally is None:  # nobody asks whether any was moved
            return expr("min({}, {})", count.low, cell)
        if not self._unlimited(one):
            self.p.need(self._cells(one), count.low, scope.you)
            self.p.fail_if(expr("{} < {}", cell, count.low))
        return count.low

    def shift(self, group: Group, target: Expr, many: Expr, you: Expr, goal: N.Phrase | None) -> None:
        """Move pieces of one kind; where all is known beforehand, by two additions."""
        kind = literal(group.kind)
        self.ways.moved_pieces(group.kind, many, you if group.owner == NOBODY else group.owner)
        if kind is None:
            self.p.unfollowed()
            pieces = (group.kind, group.owner, group.place)
            self.p.emit("MOVE_PIECES(s, *{}, {}, {}, {})", pieces, target, many, you)
            return
        row, to = group.owner, self.row_there(group, target, you, goal)
        if not self.layout.piece_kinds[kind].owned:
            row = Lit(0)
        elif row == NOBODY:
            row = Lit(self.layout.players)
        self.p.brings(self._cells(Group(group.kind, to, target)))
        if literal(many) is None:  # how many there are may depend on the very numbers that change
            once = self.module.fresh()
            self.p.set(once, many)
            many = once
        source, goal_cell = self.tables.piece_cell(kind, row, group.place), self.tables.piece_cell(kind, to, target)
        self.p.emit("{} -= {}; {} += {}", source, many, goal_cell, many)

    def row_there(self, group: Group, target: Expr, you: Expr, goal: N.Phrase | None) -> Expr:
        """In which row pieces are counted where they come to: whose they are there."""
        kind = literal(group.kind)
        if kind is None:
            return group.owner
        if not self.layout.piece_kinds[kind].owned:
            return Lit(0)
        noun = goal.noun if isinstance(goal, N.NounPhrase) and isinstance(goal.noun, str) else ""
        entry = self.source.entry(noun)
        to = you if group.owner == NOBODY else group.owner
        if entry.get("type") == "zone" and entry.get("of") != "player":
            to = Lit(self.layout.players)
        match target:
            case Item(table, seat) if table in self.tables.zone_tables:  # what lies in a seat's zone is that seat's
                to = seat
        return to

    def _unlimited(self, group: Group) -> bool:
        """Whether there are as many of a kind in a zone as are needed."""
        kind = literal(group.kind)
        match group.place:
            case Item(table, _) if table in self.tables.zone_tables:
                place: int | None = self.tables.zone_tables[table][0]
            case at:
                place = literal(at)
        if kind is None or place is None:
            return False
        return self.layout.piece_kinds[kind].endless(self.layout, place)

    def _cells(self, group: Group) -> tuple[int, ...] | None:
        """Where pieces of a kind are counted, by the seat that acts; None where that is not known beforehand."""
        kind = literal(group.kind)
        if kind is None:
            return None
        match group.place:
            case Lit(int(place)):
                places: Sequence[int] = [place] * self.layout.players
            case Item(table, seat) if table in self.tables.zone_tables and self.p.own(seat):
                places = self.tables.zone_tables[table]
            case _:
                return None
        info = self.layout.piece_kinds[kind]
        if info.owned and not self.p.own(group.owner):
            return None
        cells = tuple(info.index[seat][places[seat]] for seat in range(self.layout.players))
        return cells if all(cells) else None
