"""Draw a map that is laid out in columns and rows, as squares or as hexagons, in letters and signs.

Colours only repeat what the letters say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.text import Text

COLOURS = ("red", "blue", "green", "yellow", "magenta", "cyan")
WIDTH = 120
_TINTS = ("yellow", "green", "blue", "cyan", "magenta", "red", "white")
_MARKS = "'*+^"
_SLOPE = "_.-'"
_LEGIBLE = 8  # from one side of a cell to the other, where what stands in it needs so much

Cell = tuple[int, int]
Sign = tuple[str, str]  # a character and its style


class Drawing:
    """A map, drawn from a view.

    Args:
        view: see `runtime.view`.
        options: by the id of a space, the number of the option that it is.
        width: how many signs a line may have.
        whole: what does not fit stands in one part all the same, in cells as narrow as can be read.

    Attributes:
        spaces: ids of the spaces that are drawn: all that have a column and a row.
    """

    def __init__(
        self, view: Mapping[str, Any], options: Mapping[str, int], width: int = WIDTH, whole: bool = False
    ) -> None:
        self.options = options
        self.width = width
        self.names: Mapping[str, str] = view.get("names", {})
        cells: dict[Cell, dict[str, Any]] = {}
        for space in view["map"]["spaces"]:
            column, row = (space["attributes"].get(key) for key in ("column", "row"))
            if isinstance(column, int) and isinstance(row, int):
                if (column, row) in cells:
                    cells = {}  # two maps, one over the other
                    break
                cells[column, row] = space
        self.kinds = {space["kind"] for space in cells.values()}
        self.cells = cells = self._cropped(cells)
        self.hexagons = _hexagons(cells)
        flags = [name for space in cells.values() for name, value in space["attributes"].items() if value is True]
        self.flags = dict(zip(dict.fromkeys(flags), _MARKS, strict=False))
        words = [word for space in cells.values() for word in space["words"][:1]]
        self.tints = dict(zip(dict.fromkeys(words), _TINTS * (1 + len(words) // len(_TINTS)), strict=False))
        pieces = [item["piece"] for space in cells.values() for item in space["pieces"]]
        pieces += [card for space in cells.values() for card in space["cards"]]
        kinds = dict.fromkeys([*(piece for seat in view["seats"] for piece in seat["pieces"]), *pieces])
        self.shorts = short_names({piece: self._name(piece) for piece in kinds})
        self.used = dict.fromkeys(pieces)
        self.height = 3 if any(words) else 2
        self.pitch = 0
        self.parts: list[range] = []  # of its columns: what does not fit side by side is drawn one after the other
        if cells:
            self._measure(cells, whole)
        self.lines = self._lines(cells)
        self.spaces = {space["id"] for space in self.cells.values()}

    def _cropped(self, cells: dict[Cell, dict[str, Any]]) -> dict[Cell, dict[str, Any]]:
        """Where something is said of other cells, without those of which nothing is; rows keep their shift."""
        if any(space["words"] for space in cells.values()):
            cells = {at: space for at, space in cells.items()
                     if space["words"] or space["pieces"] or space["id"] in self.options}  # fmt: skip
        left = min((column for column, _ in cells), default=1) - 1
        top = min((row for _, row in cells), default=1) - 1
        top -= top % 2
        return {(column - left, row - top): space for (column, row), space in cells.items()}

    # ------------------------------------------------------------ what stands in a cell

    def _name(self, noun: str) -> str:
        return self.names.get(noun, noun.replace("_", " "))

    def _head(self, space: Mapping[str, Any]) -> list[Sign]:
        signs = _signs(space["cell"], "bold")
        signs += _signs("".join(self.flags.get(key, "") for key in space["attributes"] if space["attributes"][key]), "")
        if space["id"] in self.options:
            signs += _signs(f">{self.options[space['id']]}", "bold reverse")
        return signs

    def _said(self, space: Mapping[str, Any]) -> list[Sign]:
        words = space["words"]
        return _signs(shortened(words, self.pitch - 1), self.tints.get(words[0] if words else "", ""))

    def _pieces(self, space: Mapping[str, Any]) -> list[Sign]:
        """`1:WA C`: pieces of seat 1, then those of nobody."""
        owners: dict[int | None, str] = {}
        for item in space["pieces"]:
            count = "" if item["count"] == 1 else str(item["count"])
            owners[item["owner"]] = owners.get(item["owner"], "") + self.shorts[item["piece"]] + count
        if space["cards"]:
            owners[None] = owners.get(None, "") + "".join(self.shorts[card] for card in space["cards"])
        signs: list[Sign] = []
        for owner in sorted(owners, key=lambda owner: (owner is None, owner or 0)):
            mark = "" if owner is None else f"{owner + 1}:"
            style = "" if owner is None else f"bold {COLOURS[owner % len(COLOURS)]}"
            signs += _signs((" " if signs else "") + mark + owners[owner], style)
        return signs

    # ------------------------------------------------------------ drawing

    def _lines(self, cells: Mapping[Cell, Mapping[str, Any]]) -> dict[Cell, list[list[Sign]]]:
        return {at: [self._head(space), self._said(space), self._pieces(space)] for at, space in cells.items()}

    def _measure(self, cells: Mapping[Cell, Mapping[str, Any]], whole: bool) -> None:
        """Find out how far apart the sides of a cell are, and which columns fit beside each other."""
        wanted = max(max(len(line) for lines in self._lines(cells).values() for line in lines) + 1, 6)
        columns = max(column for column, _ in cells)
        half = 1 if self.hexagons else 0
        for parts in range(1, 2 if whole else columns + 1):
            size = -(-columns // parts)
            self.pitch = min(wanted, 2 * (self.width - 1) // (2 * size + half))
            self.pitch -= self.pitch % 2 if self.hexagons else 0
            if self.pitch >= min(wanted, _LEGIBLE) - half:
                break
        self.pitch = max(self.pitch, _LEGIBLE) if whole else self.pitch
        self.parts = [range(first, min(first + size, columns + 1)) for first in range(1, columns + 1, size)]

    def __iter__(self) -> Iterator[Text]:
        """The lines, and what the letters mean."""
        yield from self.rows()
        yield from self.legend()

    def rows(self) -> Iterator[Text]:
        """The lines of the map, part by part."""
        for columns in self.parts:
            yield from self._part(columns)

    def legend(self) -> Iterator[Text]:
        """What the letters mean, in one line, if there are any."""
        legend = [f"{self.shorts[piece]} {self._name(piece)}" for piece in self.used]
        legend += [f"{mark} {self._name(flag)}" for flag, mark in self.flags.items()]
        if legend:
            yield Text(", ".join(legend), "dim")

    def _part(self, columns: range) -> Iterator[Text]:
        canvas: dict[Cell, Sign] = {}
        for (column, row), lines in self.lines.items():
            if column not in columns:
                continue
            left = (column - columns[0]) * self.pitch + (self.pitch // 2 if self.hexagons and row % 2 == 0 else 0)
            top = (row - 1) * (self.height + 1)
            self._frame(canvas, left, top)
            shown = lines if self.height == 3 else [lines[0], lines[2]]
            for number, line in enumerate(shown, 1):
                for place, sign in enumerate(clipped(line, self.pitch - 1), 1):
                    canvas[left + place, top + number] = sign
        heights = [y for _, y in canvas]
        for y in range(min(heights, default=0), max(heights, default=-1) + 1):
            width = max((x for x, height in canvas if height == y), default=-1)
            text = Text()
            for x in range(width + 1):
                text.append(*canvas.get((x, y), (" ", "")))
            text.rstrip()
            yield text

    def _frame(self, canvas: dict[Cell, Sign], left: int, top: int) -> None:
        bottom = top + self.height + 1
        for y in range(top + 1, bottom):
            canvas[left, y] = canvas[left + self.pitch, y] = ("|", "dim")
        half = self.pitch // 2
        for x in range(self.pitch + 1):
            if not self.hexagons:
                corner = x in (0, self.pitch)
                canvas[left + x, top] = canvas[left + x, bottom] = ("+" if corner else "-", "dim")
            elif x < self.pitch:
                step = x if x < half else self.pitch - 1 - x
                level = round(step * (len(_SLOPE) - 1) / max(1, half - 1))
                canvas[left + x, top] = (_SLOPE[level], "dim")
                canvas[left + x, bottom] = (_SLOPE[len(_SLOPE) - 1 - level], "dim")


def short_names(names: Mapping[str, str]) -> dict[str, str]:
    """The shortest beginnings that tell names apart: the initials of several words, one or more letters of one.

    >>> short_names({"a": "wagon", "b": "well", "c": "big well", "d": "bag well"})
    {'a': 'Wa', 'b': 'We', 'c': 'BiW', 'd': 'BaW'}
    """
    found: dict[str, str] = {}
    for noun, name in names.items():
        words = name.split()
        others = [other.split() for key, other in names.items() if key != noun and other != name]
        letters = 1
        while letters < len(name) and _short(words, letters) in {_short(other, letters) for other in others}:
            letters += 1
        found[noun] = _short(words, letters)
    return found


def _short(words: Sequence[str], letters: int) -> str:
    """So many letters of the first word, then of the last, with the initials of the others."""
    first = words[0] if words else ""
    more = max(1, letters - len(first) + 1)
    return "".join(
        word[: letters if number == 0 else more if number == len(words) - 1 else 1].capitalize()
        for number, word in enumerate(words)
    )


def shortened(words: Sequence[str], width: int) -> str:
    """Words in so many signs, each losing its end where they do not fit; a width below 1 is no limit.

    >>> shortened(["orchard", "fenced"], 7)
    'orc fen'
    """
    text = " ".join(words)
    if len(words) < 2 or width < 1 or len(text) <= width:
        return text
    return " ".join(word[: max(1, (width + 1) // len(words) - 1)] for word in words)


def _signs(text: str, style: str) -> list[Sign]:
    return [(letter, style) for letter in text]


def clipped(line: Sequence[Sign], width: int) -> list[Sign]:
    """A line of at most so many signs; a full stop tells that some are missing."""
    return list(line) if len(line) <= width else [*line[: width - 1], (".", line[width - 1][1])]


def _hexagons(cells: Mapping[Cell, Mapping[str, Any]]) -> bool:
    """Whether cells are hexagons whose even rows are shifted to the right: they touch two of each row beside them."""
    where = {space["id"]: cell for cell, space in cells.items()}
    slanting = False
    for (column, row), space in cells.items():
        for other in space["neighbours"]:
            x, y = where.get(other, (column, row))
            if y != row:
                if x - column not in ((-1, 0) if row % 2 else (0, 1)):
                    return False
                slanting |= x != column
    return slanting
