"""Where a page draws the pieces of a space, and its words."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.play.presentation.scene import Piece

_ABREAST, _PITCH = 3, 19.0
"""So many pieces stand side by side, so far from each other; of those with numbers, which need more room, one fewer."""
_WIDE, _HIGH, _SIGN, _PER_LINE = 50.0, 17.0, 0.56, 12
"""Room for words on a space; how wide a sign is on average, of its height; signs of a line before it is broken."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of words: its baseline below the top of the words, and how wide it is drawn, 0 for as wide as it is."""

    text: str
    down: float
    width: float


def lettering(words: str) -> tuple[float, list[Line]]:
    """Words as they fit on a space, whole: the height of the letters, and the lines.

    >>> lettering("One and another")
    (8.5, [Line(text='One and', down=8.5, width=0.0), Line(text='another', down=17.0, width=0.0)])
    """
    lines = textwrap.wrap(words, _PER_LINE, break_long_words=False, break_on_hyphens=False)
    size = round(min(8.5, _HIGH / max(1, len(lines))), 1)
    return size, [
        Line(line, round(size * number, 1), _WIDE if len(line) * size * _SIGN > _WIDE else 0.0)
        for number, line in enumerate(lines, 1)
    ]


def spots(pieces: Sequence[Piece], x: float, y: float) -> list[tuple[Piece, float, float]]:
    """Where to draw pieces on a space: in rows around its middle."""
    numbered = any(piece.count > 1 for piece in pieces)
    abreast, pitch = (_ABREAST - 1, _PITCH + 4) if numbered else (_ABREAST, _PITCH)
    rows = [pieces[start : start + abreast] for start in range(0, len(pieces), abreast)]
    found = []
    for number, row in enumerate(rows):
        down = y + (number - (len(rows) - 1) / 2) * _PITCH
        for place, piece in enumerate(row):
            found.append((piece, round(x + (place - (len(row) - 1) / 2) * pitch, 1), round(down, 1)))
    return found
