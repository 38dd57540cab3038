"""Drawings as SVG text: shares with their intervals, bands, columns, and maps. No size is fixed: they fit the page.

The page brings the style: of `circle`, `rect`, `.interval`, `.grid`, `.expected`, and of `.k0` to `.k3`, the lines and
their bands. Each drawing has a title for who cannot see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10

WIDE, LINE, LEFT, RIGHT = 720, 22, 190, 60
_KINDS = 4


def shares(title: str, rows: Sequence[tuple[str, float, tuple[float, float]]], expected: float | None = None) -> str:
    """A point and its interval for each (name, share, (low, high)); a line where all would stand that are alike."""
    high = LINE * (len(rows) + 1)
    wide = WIDE - LEFT - RIGHT
    parts = [_axis(LEFT + wide * tick / 4, high - LINE, f"{tick * 25}%") for tick in range(5)]
    if expected is not None:
        x = LEFT + wide * expected
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{high - LINE}" class="expected"/>')
    for number, (name, share, (low, top)) in enumerate(rows):
        y = LINE * number + LINE / 2
        parts.append(_text(LEFT - 8, y + 4, _short(name), "end"))
        parts.append(
            f'<line x1="{LEFT + wide * low:.1f}" x2="{LEFT + wide * top:.1f}" y1="{y}" y2="{y}" class="interval"/>'
        )
        told = f"{name}: {share:.1%} ({low:.1%} – {top:.1%})"
        parts.append(f'<circle cx="{LEFT + wide * share:.1f}" cy="{y}" r="5"><title>{escape(told)}</title></circle>')
    return _svg(title, high, parts)


def bands(title: str, courses: Sequence[tuple[str, Sequence[Sequence[float]]]], high: int = 220) -> str:
    """For each (name, rows): a line through the middles of rows from left to right, and around it two bands.

    Args:
        courses: each row holds an odd number of values, the lowest first; all courses have one scale.
    """
    values = [value for _, rows in courses for row in rows for value in row]
    if not values:
        return ""
    low, top = min(values), max(values)
    spread = (top - low) or 1
    wide = WIDE - LEFT - RIGHT
    parts = [_text(LEFT - 8, 14, f"{top:.0f}", "end"), _text(LEFT - 8, high - LINE, f"{low:.0f}", "end")]
    for number, (name, rows) in enumerate(courses):
        kind = f"k{number % _KINDS}"

        def point(at: int, value: float, last: int = max(1, len(rows) - 1)) -> str:
            return f"{LEFT + wide * at / last:.1f},{(high - LINE) * (1 - (value - low) / spread) + 6:.1f}"

        for depth in range(len(rows[0]) // 2):
            edge = [point(at, row[-1 - depth]) for at, row in enumerate(rows)]
            edge += [point(at, rows[at][depth]) for at in reversed(range(len(rows)))]
            parts.append(f'<polygon points="{" ".join(edge)}" class="{kind}"/>')
        middle = " ".join(point(at, row[len(row) // 2]) for at, row in enumerate(rows))
        parts.append(f'<polyline points="{middle}" class="{kind}"/>')
        y = 15 + LINE * number
        parts.append(f'<line x1="8" x2="28" y1="{y}" y2="{y}" class="{kind}"/>' + _text(34, y + 5, name, "start"))
    return _svg(title, high, parts)


def heat(title: str, spaces: Sequence[tuple[str, str, int]], box: Sequence[float]) -> str:
    """A map of (name, outline, count): the more, the darker.

    Args:
        box: x, y, width and height of all outlines.
    """
    most = max((count for _, _, count in spaces), default=0) or 1
    parts = [
        f'<path d="{escape(outline)}" fill="hsl(20 80% {95 - 60 * count / most:.0f}%)" stroke="#888">'
        f"<title>{escape(name)}: {count}</title></path>"
        for name, outline, count in spaces
    ]
    return _svg(title, box[3], parts, " ".join(f"{float(side):g}" for side in box), ' class="heat"')


def columns(title: str, values: Sequence[tuple[str, int]], high: int = 180) -> str:
    """A column for each (name, count)."""
    if not values:
        return ""
    most = max(count for _, count in values) or 1
    wide = (WIDE - RIGHT) / len(values)
    parts = []
    for number, (name, count) in enumerate(values):
        tall = (high - 2 * LINE) * count / most
        x = RIGHT / 2 + wide * number
        parts.append(
            f'<rect x="{x:.1f}" y="{high - LINE - tall:.1f}" width="{wide * 0.85:.1f}" height="{tall:.1f}">'
            f"<title>{escape(name)}: {count}</title></rect>"
        )
        if number in (0, len(values) - 1):
            parts.append(_text(x, high - 4, name, "start" if number == 0 else "middle"))
    return _svg(title, high, parts)


Line = tuple[str, Sequence[tuple[float, float]]]
"""A name and the points of a line."""


def growth(title: str, panels: Sequence[tuple[str, Sequence[Line]]], style: str = "", high: int = 240) -> str:
    """Below one another, for each (name, lines): lines through (size, seconds), both on logarithmic scales.

    What grows in proportion is as steep as the dotted line.

    Args:
        style: for a file that stands alone.
    """
    parts = [f"<style>{style}</style>"] if style else []
    for number, (name, lines) in enumerate(panels):
        parts.append(f'<g transform="translate(0 {(high + LINE) * number})">{"".join(_panel(name, lines, high))}</g>')
    return _svg(title, (high + LINE) * len(panels), parts)


def _panel(name: str, lines: Sequence[Line], high: int) -> list[str]:
    points = [(log10(size), log10(cost)) for _, found in lines for size, cost in found]
    left, right = floor(min(x for x, _ in points)), ceil(max(x for x, _ in points))
    low, top = floor(min(y for _, y in points)), ceil(max(y for _, y in points))
    wide, tall = (WIDE - LEFT - RIGHT) / (right - left), (high - 2 * LINE) / (top - low)

    def at(x: float, y: float) -> str:
        return f"{LEFT + wide * (x - left):.1f},{tall * (top - y) + LINE:.1f}"

    parts = [_axis(LEFT + wide * (x - left), high - LINE, f"{10**x:,}") for x in range(left, right + 1)]
    parts += [_text(LEFT - 8, tall * (top - y) + LINE + 4, f"{10.0**y:g} s", "end") for y in range(low, top + 1)]
    steps = min(right - left, top - low)
    parts.append(f'<polyline points="{at(left, low)} {at(left + steps, low + steps)}" class="expected"/>')
    parts.append(_text(8, LINE, name, "start"))
    for number, (line, found) in enumerate(lines):
        kind = f"k{number % _KINDS}"
        parts.append(f'<polyline points="{" ".join(at(log10(x), log10(y)) for x, y in found)}" class="{kind}"/>')
        y = LINE * (number + 2)
        parts.append(f'<line x1="8" x2="28" y1="{y}" y2="{y}" class="{kind}"/>' + _text(34, y + 5, line, "start"))
    return parts


def _axis(x: float, y: float, text: str) -> str:
    return f'<line x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{y}" class="grid"/>' + _text(x, y + 15, text, "middle")


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="currentColor">{escape(text)}</text>'


def _short(name: str) -> str:
    return name if len(name) <= 28 else name[:27] + "…"


def _svg(title: str, high: float, parts: Sequence[str], view: str = "", more: str = "") -> str:
    head = f'viewBox="{view or f"0 0 {WIDE} {high}"}"{more} role="img" xmlns="http://www.w3.org/2000/svg"'
    return f"<svg {head}><title>{escape(title)}</title>{''.join(parts)}</svg>"
