"""Outlines of spaces as SVG paths, and points on them.

A map does not change while it is played, so each path is taken apart once and not for each picture of it.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin, sqrt

STEP = 60.0
"""From one space to its neighbour."""
_KEPT = 8192
"""Paths, and pairs of paths, of which points are kept: those of many maps."""


@lru_cache(_KEPT)
def outline(at: tuple[float, float], turns: int) -> str:
    """A hexagon with a point above, a square, or a disc.

    >>> outline((0.0, 0.0), 4)
    'M-30.0,-30.0L30.0,-30.0L30.0,30.0L-30.0,30.0Z'
    """
    x, y = at
    if turns == 6:
        radius = STEP / sqrt(3)
        corners = [(x + radius * sin(pi * n / 3), y - radius * cos(pi * n / 3)) for n in range(6)]
    elif turns:
        half = STEP / 2
        corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    else:
        r = STEP * 0.42
        return f"M{x - r:.1f},{y:.1f}a{r:.1f},{r:.1f} 0 1 0 {2 * r:.1f},0a{r:.1f},{r:.1f} 0 1 0 {-2 * r:.1f},0Z"
    return "M" + "L".join(f"{a:.1f},{b:.1f}" for a, b in corners) + "Z"


@lru_cache(_KEPT)
def points(path: str) -> tuple[tuple[float, float], ...]:
    """The points of a path of absolute coordinates.

    >>> points("M0,1L2.5,-3Z")
    ((0.0, 1.0), (2.5, -3.0))
    """
    words = "".join(letter if letter in "0123456789.-" else " " for letter in path).split()
    numbers = [float(word) for word in words]
    return tuple(zip(numbers[::2], numbers[1::2], strict=False))


def middle(path: str) -> tuple[float, float]:
    """The middle of the points of a path of absolute coordinates.

    >>> middle("M0,0L4,0L4,2L0,2Z")
    (2.0, 1.0)
    """
    found = points(path)
    return sum(x for x, _ in found) / len(found), sum(y for _, y in found) / len(found)


@lru_cache(_KEPT)
def shared(path: str, other: str) -> tuple[tuple[float, float], ...]:
    """The points that a path has in common with another, in its order.

    >>> shared("M0,0L4,0L4,2Z", "M4,2L4,0L8,0Z")
    ((4.0, 0.0), (4.0, 2.0))
    """
    known = frozenset(points(other))
    return tuple(point for point in points(path) if point in known)
