"""Tiles: cards that are laid over several spaces of a grid, at a space and turned.

The lexicon says of a kind of card which attribute holds what is printed on its cells (`cells`), and which one names the
component that has the same cells with their places (`shape`): steps to the right and down, of hexagons down and right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rulewright.ruleset.files.grids import turned

Place = tuple[int, int, int]


class Board(Protocol):
    """What a layout numbers: spaces by id, and cards with their attributes."""

    ids: dict[str, int]
    nouns: dict[str, dict[str, Any]]
    cards: list[Any]
    neighbours: dict[int, Any]

    def instances(self, component: str, /) -> Sequence[int]:
        """The numbers of the copies of a component."""


class Tiles:
    """Which spaces a tile lies on, for one layout; a tile or space that is not there (-1) covers nothing."""

    def __init__(self, board: Board, cells: Mapping[str, tuple[int, tuple[int, int], int]]) -> None:
        self._board = board
        self._cells = {board.ids[name]: cell for name, cell in cells.items() if name in board.ids}
        self._spaces: dict[Place, int] = {(grid, x, y): space for space, (grid, (x, y), _) in self._cells.items()}
        self._known: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self._edges: dict[tuple[int, ...], tuple[int, ...]] = {}

    def printed(self, card: int) -> dict[str, dict[str, Any]]:
        """What is printed on each cell of a tile; nothing of other cards."""
        if card < 0:
            return {}
        info = self._board.cards[card]
        return info.attributes.get(self.said(info.kind, "cells")) or {}

    def cell(self, tile: int, space: int, at: int, times: int) -> int:
        """The number of the cell, from 0, with which a tile lies on a space; -1 for none."""
        spaces = self._covered(tile, at, times)
        return spaces.index(space) if space in spaces else -1

    def under(self, tile: int, at: int, times: int) -> list[int]:
        """The spaces on which a tile lies, in the order of its cells."""
        return [space for space in self._covered(tile, at, times) if space >= 0]

    def beside(self, tile: int, at: int, times: int) -> tuple[int, ...]:
        """The neighbours of the spaces under a tile that are not under it themselves."""
        spaces = self._covered(tile, at, times)
        if spaces not in self._edges:
            around = {other for space in spaces if space >= 0 for other in self._board.neighbours[space]}
            self._edges[spaces] = tuple(sorted(around.difference(spaces)))
        return self._edges[spaces]

    def _covered(self, tile: int, at: int, times: int) -> tuple[int, ...]:
        """The space under each cell of a tile, in their order; -1 where there is none."""
        key = tile, at, times
        if key not in self._known:
            self._known[key] = self._find(tile, at, times) if tile >= 0 and at in self._cells else ()
        return self._known[key]

    def _find(self, tile: int, at: int, times: int) -> tuple[int, ...]:
        grid, (x, y), turns = self._cells[at]
        steps = (turned(step, times, turns) for step in self._steps(tile))
        return tuple(self._spaces.get((grid, x + right, y + down), -1) for right, down in steps)

    def _steps(self, tile: int) -> list[tuple[int, int]]:
        info = self._board.cards[tile]
        named = info.attributes.get(self.said(info.kind, "shape"))
        key = self.said(info.kind, "cells")
        for card in self._board.instances(str(named)):
            steps = self._board.cards[card].attributes.get(key) or {}
            if steps.keys() >= self.printed(tile).keys():
                return [(int(steps[cell][0]), int(steps[cell][1])) for cell in self.printed(tile)]
        from rulewright.compiler.scope import refuse  # programs from the cache have no such tiles

        raise refuse(None, f"“{info.component}” has no shape with a place for each of its cells", code="RW0603")

    def said(self, kind: str, key: str) -> str:
        """What the lexicon says of a kind of card, or of what it is."""
        while kind:
            entry = self._board.nouns.get(kind, {})
            if key in entry:
                return str(entry[key])
            kind = entry.get("is", "")
        return ""
