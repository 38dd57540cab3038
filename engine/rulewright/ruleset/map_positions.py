"""Where to draw the spaces of a map: by the places in their grid, or by the graph.

The layouts of networkx need numpy, which Rulewright does without. Only its planar embedding is plain Python; it gives
the start, from which springs between neighbours and repulsion between all spaces (Fruchterman and Reingold, 1991)
spread the spaces. Nothing is drawn at random, so there is no seed, and only sums, products and square roots are used,
which are the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil, sqrt
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx as nx

Position = tuple[float, float]
"""To the right and down, in steps between neighbours."""

Cell = tuple[int, tuple[int, int], int]
"""The number of a grid, the column and row in it, and how many turns of it make a whole one."""

_ROW = sqrt(3) / 2  # from one row of hexagons to the next
_GAP = 1.5  # from one part of the map to the next
_MOST_ROUNDS = 300
_MOST_FORCES = 2_000_000  # so many pairs of spaces are looked at, which takes about a second


def positions(graph: nx.Graph[str], cells: Mapping[str, Cell]) -> dict[str, Position]:
    """Return where to draw each space; see `GameMap.layout`.

    Args:
        graph: which spaces are adjacent; its nodes are all spaces.
        cells: the cells of the spaces that lie in grids.
    """
    import networkx as nx

    joined: nx.Graph[str] = nx.Graph()
    joined.add_nodes_from(graph)
    joined.add_edges_from(graph.edges)
    first: dict[int, str] = {}
    for space, (grid, _, _) in cells.items():  # a grid is drawn whole, though its spaces may not be connected
        joined.add_edge(first.setdefault(grid, space), space)
    numbers = {space: number for number, space in enumerate(graph)}
    parts = [sorted(part, key=numbers.__getitem__) for part in nx.connected_components(joined)]
    parts.sort(key=lambda part: (-len(part), numbers[part[0]]))
    placed = _side_by_side([_part(graph, cells, part) for part in parts])
    return {space: (round(placed[space][0], 3), round(placed[space][1], 3)) for space in graph}


def _part(graph: nx.Graph[str], cells: Mapping[str, Cell], spaces: Sequence[str]) -> dict[str, Position]:
    """Place the spaces of one part: those of grids where they lie, what is beside the grids around them."""
    lying = _in_grids(cells, spaces)
    if len(lying) == len(spaces):
        return lying
    part: nx.Graph[str] = graph.subgraph(spaces)
    found = _embedded(graph, spaces) if not lying else _beside(spaces, lying)
    neighbours = {space: [other for other in spaces if part.has_edge(space, other)] for space in spaces}
    found = _spread(found, neighbours, lying)
    lengths = [sqrt(_square(found[one], found[other])) for one in spaces for other in neighbours[one]]
    scale = 1.0 if lying or not lengths else median(lengths) or 1.0
    return {space: (x / scale, y / scale) for space, (x, y) in found.items()}


def _in_grids(cells: Mapping[str, Cell], spaces: Iterable[str]) -> dict[str, Position]:
    """The places of spaces in their grids; several grids stand side by side."""
    grids: dict[int, dict[str, Position]] = {}
    for space in spaces:
        if space in cells:
            grid, (right, down), turns = cells[space]
            place = (right + down / 2, down * _ROW) if turns == 6 else (float(right), float(down))
            grids.setdefault(grid, {})[space] = place
    return _side_by_side([grids[grid] for grid in sorted(grids)], wrap=False)


def _embedded(graph: nx.Graph[str], spaces: Sequence[str]) -> dict[str, Position]:
    """A start in which no two lines meet, where the graph allows it; else a square spiral in the order of the files."""
    import networkx as nx

    numbered: nx.Graph[int] = nx.Graph()  # sets of numbers are gone through in the same order in every process
    numbered.add_nodes_from(range(len(spaces)))
    numbers = {space: number for number, space in enumerate(spaces)}
    edges = (sorted((numbers[one], numbers[other])) for one, other in graph.subgraph(spaces).edges)
    numbered.add_edges_from((one, other) for one, other in sorted(edges))
    is_planar, embedding = nx.check_planarity(numbered)
    if not is_planar:
        return {space: _spiral(number) for number, space in enumerate(spaces)}
    assert isinstance(embedding, nx.PlanarEmbedding)
    points: Mapping[int, tuple[int, int]] = nx.combinatorial_embedding_to_pos(embedding)
    scale = sqrt(len(spaces)) / max(1, *(max(point) for point in points.values()))
    return {space: (points[number][0] * scale, points[number][1] * scale) for space, number in numbers.items()}


def _beside(spaces: Iterable[str], lying: Mapping[str, Position]) -> dict[str, Position]:
    """A start for spaces next to grids: in a row below them, from where springs draw them to their neighbours."""
    bottom = max(y for _, y in lying.values()) + 1
    free = [space for space in spaces if space not in lying]
    return {**lying, **{space: (float(number), bottom) for number, space in enumerate(free)}}


def _spiral(number: int) -> Position:
    """The place of a number in a square spiral around the middle.

    >>> [_spiral(number) for number in range(5)]
    [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (-1.0, 1.0)]
    """
    x = y = 0
    right, down, side = 1, 0, 1
    while number:
        for _ in range(2):
            step = min(side, number)
            x, y, number = x + right * step, y + down * step, number - step
            right, down = -down, right
        side += 1
    return float(x), float(y)


def _spread(
    start: Mapping[str, Position], neighbours: Mapping[str, Sequence[str]], lying: Mapping[str, Position]
) -> dict[str, Position]:
    """Draw neighbours to each other and all spaces apart, in shorter and shorter steps; what lies stays there."""
    found = dict(start)
    free = [space for space in start if space not in lying]
    rounds = min(_MOST_ROUNDS, _MOST_FORCES // (len(free) * len(start)))
    for number in range(rounds):
        longest = (1 - number / rounds) * 0.5
        moved = {}
        for space in free:
            x, y = found[space]
            right = down = 0.0
            for name, (x2, y2) in found.items():
                if name != space:
                    square = (x - x2) * (x - x2) + (y - y2) * (y - y2) + 1e-9
                    push = (1 + 0.6 / square) / square  # the second part counts for what is nearer than a step
                    right += (x - x2) * push
                    down += (y - y2) * push
            for name in neighbours[space]:
                length = sqrt(_square(found[space], found[name]))
                right -= (x - found[name][0]) * length
                down -= (y - found[name][1]) * length
            force = sqrt(right * right + down * down)
            step = min(1.0, longest / force) if force else 0.0
            moved[space] = (x + right * step, y + down * step)
        found.update(moved)
    return found


def _side_by_side(parts: Sequence[Mapping[str, Position]], wrap: bool = True) -> dict[str, Position]:
    """Set parts beside each other, each from its upper left corner on, in several rows if they `wrap`."""
    sizes = [(_extent(part, 0), _extent(part, 1)) for part in parts]
    square = sum((width + _GAP) * (height + _GAP) for (_, width), (_, height) in sizes)
    limit = max([ceil(sqrt(square) * 1.5), *(width for (_, width), _ in sizes)]) if wrap else float("inf")
    found: dict[str, Position] = {}
    left = top = bottom = 0.0
    for part, ((x, width), (y, height)) in zip(parts, sizes, strict=True):
        if left and left + width > limit:
            left, top = 0.0, bottom
        found.update({space: (at[0] - x + left, at[1] - y + top) for space, at in part.items()})
        left += width + _GAP
        bottom = max(bottom, top + height + _GAP)
    return found


def _extent(part: Mapping[str, Position], axis: int) -> tuple[float, float]:
    """Where a part begins along an axis, and how long it is."""
    values = [at[axis] for at in part.values()]
    return min(values), max(values) - min(values)


def _square(one: Position, other: Position) -> float:
    """The square of the distance between two positions."""
    return (one[0] - other[0]) * (one[0] - other[0]) + (one[1] - other[1]) * (one[1] - other[1])
