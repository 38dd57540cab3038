"""A map without columns and rows, in letters and signs: the name of each space about where it lies, and what is on it.

Colours only repeat what the letters say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from rich.text import Text

from rulewright.cli.table.maps import COLOURS
from rulewright.play.presentation.changes import NOBODY
from rulewright.play.presentation.scene import Piece, Scene, Space

_TALL = 0.5
"""A sign is about half as wide as it is high."""
_STEPS = sorted(product(range(-3, 4), range(-14, 15)), key=lambda step: abs(step[0]) * 5 + abs(step[1]))
"""Where else a space may stand, nearest first, when another one stands where it lies."""


class Chart:
    """A scene, drawn in so many signs.

    Args:
        options: by the id of a space, the number of the option that it is; shown behind its name.
        width: how many signs a line may have.
    """

    def __init__(self, scene: Scene, options: Mapping[str, int], width: int) -> None:
        self.scene = scene
        self.options = options
        self.width = width
        self._taken: dict[tuple[int, int], tuple[str, str]] = {}

    def __iter__(self) -> Iterator[Text]:
        """The lines, and what the letters mean."""
        yield from self.rows()
        yield from self.legend()

    def rows(self) -> Iterator[Text]:
        """The lines of the map, then borders on which something lies."""
        self._taken.clear()
        left, top, wide, _ = self.scene.box
        scale = self.width / wide
        for space in sorted(self.scene.spaces, key=lambda space: (space.y, space.x)):
            block = [self._head(space), *self._on(space)]
            size = max(len(line) for line in block)
            column = round((space.x - left) * scale - size / 2)
            self._place(block, max(0, min(column, self.width - size)), round((space.y - top) * scale * _TALL), size)
        yield from self._lines()
        yield from self._borders()

    def legend(self) -> Iterator[Text]:
        """What the letters mean, in one line, if there are any."""
        legend = dict.fromkeys(f"{piece.short} {piece.name}" for space in self.scene.spaces for piece in space.pieces)
        if legend:
            yield Text(", ".join(legend), "dim")

    def _head(self, space: Space) -> Text:
        owner = COLOURS[space.owner % len(COLOURS)] if space.owner != NOBODY else ""
        head = Text().append(space.name, f"bold {owner}")
        if space.id in self.options:
            head.append(f">{self.options[space.id]}", "bold reverse")
        return head

    def _on(self, space: Space) -> list[Text]:
        """`1:A2 T`: pieces of seat 1; `2:A3 against 1:A2` in a line where several seats have pieces."""
        owners: dict[int, list[Piece]] = {}
        for piece in space.pieces:
            owners.setdefault(piece.owner, []).append(piece)
        line = Text()
        for owner in sorted(owners, key=lambda owner: (owner == NOBODY, owner)):
            some = " ".join(f"{piece.short}{piece.count if piece.count > 1 else ''}" for piece in owners[owner])
            style = "" if owner == NOBODY else f"bold {COLOURS[owner % len(COLOURS)]}"
            line.append((" " if line else "") + ("" if owner == NOBODY else f"{owner + 1}:") + some, style)
        return [line] if line else []

    def _place(self, block: list[Text], column: int, row: int, size: int) -> None:
        """Set a block where it lies, or as near to it as there is room."""
        for down, across in _STEPS:
            at, line = column + across, row + down
            if 0 <= at <= self.width - size and line >= 0 and self._free(at, line, size, len(block)):
                break
        else:
            at, line = column, max((y for _, y in self._taken), default=0) + 1
        for number, text in enumerate(block):
            start = at + (size - len(text)) // 2
            for place, sign in enumerate(_signs(text)):
                self._taken[start + place, line + number] = sign

    def _free(self, column: int, row: int, width: int, height: int) -> bool:
        """Whether nothing stands there, nor right beside it."""
        return not any(
            (x, y) in self._taken for x in range(column - 2, column + width + 2) for y in range(row, row + height)
        )

    def _lines(self) -> Iterator[Text]:
        rows = [y for _, y in self._taken]
        for y in range(min(rows, default=0), max(rows, default=-1) + 1):
            last = max((x for x, row in self._taken if row == y), default=-1)
            text = Text()
            for x in range(last + 1):
                text.append(*self._taken.get((x, y), (" ", "")))
            yield text

    def _borders(self) -> Iterator[Text]:
        for border in self.scene.borders:
            if border.pieces:
                yield Text(f"{border.name}: {', '.join(piece.name for piece in border.pieces)}")


def _signs(text: Text) -> list[tuple[str, str]]:
    """Each sign of a text with its style."""
    styles = [str(text.style)] * len(text)
    for span in text.spans:
        styles[span.start : span.end] = [str(span.style)] * (span.end - span.start)
    return list(zip(text.plain, styles, strict=True))
