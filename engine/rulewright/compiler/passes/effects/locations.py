"""Abstract locations: the parts of a position that an effects analysis tells apart.

A location is a string. `I_tree` is all pieces of one kind, `#12` the row of the state's numbers that begins at position
12, `cards` where cards lie. A set of locations that holds `*` stands for the whole position: there is no telling what.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from rulewright.compiler.ir.expressions import Binary, Expr, Item, Lit, Name
from rulewright.compiler.ir.rewrite import bottom_up

Locations = frozenset[str]

NOWHERE: Final[Locations] = frozenset()
ANYTHING: Final[Locations] = frozenset({"*"})
PAID: Final = "paid"  # where those cards lie that move when somebody pays; who reads them reads `cards`, too
STACK: Final = "stack"  # which procedures are under way
FRAMES: Final = "frames"  # what stands in the frames of these procedures


def joined(*several: Iterable[str]) -> Locations:
    """All of several sets of locations; ANYTHING if one of them is.

    >>> sorted(joined({"cards"}, {"#12"}))
    ['#12', 'cards']
    """
    found = NOWHERE.union(*several)
    return ANYTHING if "*" in found else found


class Numbers:
    """Which location each of a state's numbers belongs to.

    Args:
        rows: the first position of each row that the layout reserved, ascending.
        kinds: the names of the kinds of pieces, by number.
        constants: the module's constants by name: the tables of positions among them.
        sums: by the name of a table of sums (`aggregates.py`), the tables of the pieces that are added up there.
    """

    def __init__(
        self, rows: Sequence[int], kinds: Sequence[str], constants: Mapping[str, Any], sums: Mapping[str, Locations]
    ) -> None:
        self.rows, self.constants, self.sums = rows, constants, sums
        self.kinds = tuple(f"I_{kind}" for kind in kinds)
        self.pieces = frozenset(self.kinds)
        self._tables = {name: frozenset((name,)) for name in self.kinds} | {"IX": self.pieces}
        self._rows: dict[int, Locations] = {}

    def piece(self, kind: Expr) -> Locations:
        """The pieces of a kind by its number; all pieces where that is not a literal."""
        if isinstance(kind, Lit) and isinstance(kind.value, int):
            return frozenset((self.kinds[kind.value],))
        return self.pieces

    def row(self, position: int) -> Locations:
        """The row that a position lies in; ANYTHING where no row was reserved."""
        found = self._rows.get(position)
        if found is None:
            number = bisect_right(self.rows, position)
            found = frozenset((f"#{self.rows[number - 1]}",)) if number else ANYTHING
            self._rows[position] = found
        return found

    def cell(self, index: Expr) -> Locations:
        """What the number at an index, an expression, belongs to; ANYTHING where that cannot be told.

        A sum stays within the row of its first term: `12 + seat` and `HELD_wood[kind] + seat` lie where 12 and the
        entries of the table do.
        """
        match index:
            case Lit(int(position)):
                return self.row(position)
            case Binary(first, "+", _):
                return self.cell(first)
            case Item(Item(Item(Name("IX"), kind), _), _):
                return self.piece(kind)
            case Item(of, _):
                return self._table(of)
        return ANYTHING

    def _table(self, of: Expr) -> Locations:
        """What the numbers belong to whose positions stand in a table."""
        while isinstance(of, Item):
            of = of.of
        if not isinstance(of, Name):
            return ANYTHING
        if of.name not in self._tables:
            self._tables[of.name] = self._rows_of(of.name)
        return self._tables[of.name]

    def _rows_of(self, name: str) -> Locations:
        """The rows that the entries of a constant, a table of positions, lie in."""
        table = self.constants.get(name)
        if not isinstance(table, dict | tuple):
            return ANYTHING
        entries = tuple(table.values()) if isinstance(table, dict) else table
        return joined(*(self.row(entry) if type(entry) is int else ANYTHING for entry in entries))

    def summed(self, index: Expr) -> Locations:
        """The pieces that are added up in the sum at an index of `State.tallies`."""
        while isinstance(index, Item):
            index = index.of
        return self.sums.get(index.name, self.pieces) if isinstance(index, Name) else self.pieces

    def plain(self, expr: Expr) -> Expr:
        """An expression with the table of a kind of pieces named in one way only: `IX[3]` is `I_tree`."""
        return bottom_up(expr, self._named)

    def _named(self, part: Any) -> Any:
        match part:
            case Item(Name("IX"), Lit(int(kind))) if self.kinds[kind] in self.constants:
                return Name(self.kinds[kind])
        return part
