"""Grids: maps generated from a number of columns and rows.

Squares are called as on a chess board: a letter for the column, a number for the row (`a1` is the top left corner). The
same names serve hexagons, whose odd rows (the second, fourth …) are shifted half a hexagon to the right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Cell = tuple[int, int]

_SQUARE_SIDES = ((1, 0), (0, 1))
_SQUARE_CORNERS = ((1, 1), (1, -1))
# Of hexagons in axial coordinates (q to the right, r down and right); the other three directions are the opposites.
_HEXAGON_SIDES = ((1, 0), (0, 1), (1, -1))
_HEXAGON_CORNERS = ((1, 1), (-1, 2), (2, -1))  # what lies across the side between two neighbours
# All of them clockwise, from the right.
_AROUND_SQUARE = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
_AROUND_HEXAGON = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


def expand_grid(grid: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the parts of a map that a grid stands for: (`spaces`, `adjacent`, `borders` or `regions`, id, entry).

    Args:
        grid: `columns` and `rows`, or `cells`: a picture, one line a row, of signs that `legend` explains (attributes,
            or another kind) and `.` where there is no space; `prefix` of the ids, `players` for whose numbers the
            spaces are there, `by option` for which others an option may choose it; `kind` of the spaces; `shape`
            (`square` or `hexagon`); `neighbours` of a square (4 or 8);
            `lines`: how many spaces in a row, in any direction, form a region of kind `line`; `across`: the kind of
            the borders between spaces (of the grid's own kind) that meet at a corner only, or of hexagons at the ends
            of a side; `without`: ids of cells that are not there.

    >>> [name for kind, name, _ in expand_grid({"columns": 2, "rows": 2, "kind": "space"}) if kind == "spaces"]
    ['a1', 'b1', 'a2', 'b2']
    """
    cells: dict[Cell, str] = {}
    own: dict[Cell, str] = {}
    legend: Mapping[str, Any] = grid.get("legend", {})
    for cell, name, column, row, sign in _cells(grid):
        cells[cell] = name
        place = {"id": name, "kind": grid["kind"], "column": column + 1, "row": row + 1}
        place |= {key: grid[key] for key in ("players", "by option") if key in grid} | legend.get(sign, {})
        if place["kind"] == grid["kind"]:
            own[cell] = name
        yield "spaces", name, place
    straight = _HEXAGON_SIDES if grid.get("shape") == "hexagon" else _SQUARE_SIDES + _SQUARE_CORNERS
    for cell, name in cells.items():
        for direction in _sides(grid):
            other = cells.get(_move(cell, direction, 1))
            if other:
                yield "adjacent", pair_id(name, other), {"between": [name, other]}
    corners = _HEXAGON_CORNERS if grid.get("shape") == "hexagon" else _SQUARE_CORNERS
    for direction in corners if "across" in grid else ():
        for cell, name in own.items():
            other = own.get(_move(cell, direction, 1))
            if other:
                yield "borders", pair_id(name, other), {"between": [name, other], "kind": grid["across"]}
    length = grid.get("lines", 0)
    for direction in straight if length else ():
        for cell in cells:
            line = [cells.get(_move(cell, direction, step)) for step in range(length)]
            if None not in line:
                name = f"line_{line[0]}_{line[-1]}"
                yield "regions", name, {"id": name, "kind": grid.get("line kind", "line"), "spaces": line}


def grid_directions(grid: Mapping[str, Any]) -> Iterator[tuple[str, str, int]]:
    """Yield in which direction each neighbour of a space lies: numbered clockwise from the right.

    >>> list(grid_directions({"columns": 2, "rows": 1, "kind": "space"}))
    [('a1', 'b1', 1), ('b1', 'a1', 3)]
    """
    cells = {cell: name for cell, name, *_ in _cells(grid)}
    sides = {side for x, y in _sides(grid) for side in ((x, y), (-x, -y))}
    around = _AROUND_HEXAGON if grid.get("shape") == "hexagon" else [side for side in _AROUND_SQUARE if side in sides]
    for cell, name in cells.items():
        for number, direction in enumerate(around, 1):
            if other := cells.get(_move(cell, direction, 1)):
                yield name, other, number


def grid_cells(grid: Mapping[str, Any]) -> Iterator[tuple[str, Cell, int]]:
    """Yield where each space lies, as steps to the right and down (or down and right), and into how many turns it goes.

    >>> list(grid_cells({"columns": 1, "rows": 2, "kind": "space"}))
    [('a1', (0, 0), 4), ('a2', (0, 1), 4)]
    """
    for cell, name, *_ in _cells(grid):
        yield name, cell, 6 if grid.get("shape") == "hexagon" else 4


def turned(cell: Cell, times: int, turns: int) -> Cell:
    """A step after so many turns clockwise, of `turns` to a whole one.

    >>> turned((1, 0), 1, 6), turned((1, 0), 3, 4)
    ((0, 1), (0, -1))
    """
    x, y = cell
    for _ in range(times % turns):
        x, y = -y, x + y if turns == 6 else x
    return x, y


def _cells(grid: Mapping[str, Any]) -> Iterator[tuple[Cell, str, int, int, str]]:
    """The cells that are there: where, the name, column and row from 0, and the sign of a drawn one."""
    hexagons = grid.get("shape") == "hexagon"
    missing = set(grid.get("without", ()))
    drawn = [line.split() for line in grid.get("cells", ())]
    for row in range(len(drawn) or grid["rows"]):
        for column in range(len(drawn[row]) if drawn else grid["columns"]):
            name = grid.get("prefix", "") + cell_name(column + 1, row + 1)
            sign = drawn[row][column] if drawn else ""
            if name not in missing and sign != ".":
                yield (column - row // 2 if hexagons else column, row), name, column, row, sign


def _sides(grid: Mapping[str, Any]) -> tuple[Cell, ...]:
    """The steps to half of a cell's neighbours; those to the others are the opposites."""
    if grid.get("shape") == "hexagon":
        return _HEXAGON_SIDES
    return _SQUARE_SIDES + _SQUARE_CORNERS if grid.get("neighbours", 4) == 8 else _SQUARE_SIDES


def _move(cell: Cell, direction: Cell, steps: int) -> Cell:
    return cell[0] + direction[0] * steps, cell[1] + direction[1] * steps


def cell_name(column: int, row: int) -> str:
    """What people call a cell; both are counted from 1.

    >>> cell_name(2, 3)
    'b3'
    """
    return f"{_letters(column - 1)}{row}"


def _letters(column: int) -> str:
    """a to z, then aa, ab …"""
    return _letters(column // 26 - 1) + chr(97 + column % 26) if column >= 26 else chr(97 + column)


def pair_id(one: str, other: str) -> str:
    """The id of what lies between two spaces, when it has none of its own.

    >>> pair_id("field", "barn")
    'barn--field'
    """
    return "--".join(sorted((one, other)))
