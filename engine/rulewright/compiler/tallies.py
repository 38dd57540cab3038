"""Sums of pieces by place, which a state keeps beside its numbers.

Whether "a building" lies somewhere takes a sum over many kinds of pieces, and texts ask it of all spaces again and
again. Each such sum is a *tally*: `s.tallies` holds it for every place, in the order of the places, so that a list of
those where something lies comes out of one run through neighbouring numbers. It follows from `s.n` and is neither
saved nor hashed; whatever changes a number that is added up there adds it up anew (`TALLY`).
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from typing import Any

Terms = tuple[tuple[str, str], ...]
"""What is added up: tables of pieces, each with the row that is meant, or "" for the row that is asked for. What counts
several times stands there as often."""


class Tallies:
    """The tallies of one program.

    Attributes:
        tables: by name, the tables of pieces that are added up.
        made: by position in `State.tallies`, the positions of the numbers that are added up there; position 0 stays 0.
        fed: by the position of a number, where it is added up, and how often.
    """

    def __init__(self, names: dict[str, Any]) -> None:
        self._names = names
        self._terms: dict[Terms, str] = {}
        self.tables: dict[str, frozenset[str]] = {}
        self.made: list[tuple[int, ...]] = [()]
        self.fed: dict[int, tuple[tuple[int, int], ...]] = {}

    def __getstate__(self) -> dict[str, Any]:
        return {"made": self.made, "fed": self.fed}

    def name(self, terms: Terms) -> str:
        """The table of a tally: positions by place, or by row and place."""
        if terms not in self._terms:
            name = self._terms[terms] = f"G_{len(self._terms)}"
            self.tables[name] = frozenset(table for table, _ in terms)
            by_row = not terms[0][1]
            rows: dict[tuple[Any, ...], tuple[int, ...]] = {}
            table = []
            for row in range(len(self._names[terms[0][0]]) if by_row else 1):
                lines = tuple(tuple(self._names[name][int(fixed or row)]) for name, fixed in terms)
                if lines not in rows:
                    rows[lines] = self._positions(lines)
                table.append(rows[lines])
            self._names[name] = tuple(table) if by_row else table[0]
        return self._terms[terms]

    def _positions(self, lines: Sequence[Sequence[int]]) -> tuple[int, ...]:
        """Positions by place for the sums of what stands in the same place of some lines; 0 where nothing can lie."""
        line = []
        for cells in zip(*lines, strict=True):
            added = tuple(cell for cell in cells if cell)
            line.append(len(self.made) if added else 0)
            if added:
                for cell, times in Counter(added).items():
                    self.fed[cell] = (*self.fed.get(cell, ()), (len(self.made), times))
                self.made.append(added)
        return tuple(line)

    def span(self, table: str, places: str) -> str | None:
        """The name of what cuts out the numbers of some places, by row where the table has rows.

        table: of a tally or of pieces; places: the name of a list of places. None where they do not stand in a row.
        """
        name = f"CUT_{table}_AT_{places.removeprefix('K_')}"
        if name not in self._names:
            rows = self._names.get(table)
            among = self._names.get(places)
            if not rows or not among or min(among) < 0:
                return None
            by_row = not isinstance(rows[0], int)
            cuts = [_cut([line[place] for place in among]) for line in (rows if by_row else [rows])]
            if not all(cuts):
                return None
            self._names[name] = tuple(cuts) if by_row else cuts[0]
        return name

    def of(self, numbers: Sequence[int]) -> array[int]:
        """All tallies of a state's numbers."""
        return array("q", [sum([numbers[cell] for cell in cells]) for cells in self.made])


def _cut(cells: Sequence[int]) -> slice | None:
    """What cuts out positions that stand side by side, or nothing where nothing can lie; None where they do not."""
    first = cells[0]
    if not any(cells):
        return slice(0, 0)
    return slice(first, first + len(cells)) if first and list(cells) == [*range(first, first + len(cells))] else None

