"""Where a page draws the pieces of a space."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.play.presentation.scene import Piece

_ABREAST, _PITCH = 3, 19.0
"""So many pieces stand side by side, so far from each other."""


def spots(pieces: Sequence[Piece], x: float, y: float) -> list[tuple[Piece, float, float]]:
    """Where to draw pieces on a space: in rows around its middle."""
    rows = [pieces[start : start + _ABREAST] for start in range(0, len(pieces), _ABREAST)]
    pitch = _PITCH + (4 if any(piece.count > 1 for piece in pieces) else 0)
    found = []
    for number, row in enumerate(rows):
        down = y + (number - (len(rows) - 1) / 2) * _PITCH
        for place, piece in enumerate(row):
            found.append((piece, round(x + (place - (len(row) - 1) / 2) * pitch, 1), round(down, 1)))
    return found
