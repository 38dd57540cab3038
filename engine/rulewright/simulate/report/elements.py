"""What sections of the page are made of: tables, and shares that are told with their intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape

from rulewright.simulate.comparison import Mean
from rulewright.simulate.report.findings import Share

MOST, SHORT = 60, 12
"""Rows of a table of things, at most; and where all is told in short."""
FEW = 20
"""Of fewer seats or games nothing is said."""

Say = Callable[..., str]
"""A text of the interface, by its key, in the language of the page."""


def rate(share: Share, fair: float, say: Say) -> list[str]:
    """A share and its interval; where it cannot be told from what is fair, that is said."""
    low, high = share.interval
    between = say("span", low=f"{low:.0%}", high=f"{high:.0%}")
    return [f"{share.rate:.1%}", between if share.tells(fair) else f"{between} {say('report_unknown')}"]


def change(mean: Mean, say: Say, scale: float = 1, sign: str = "") -> list[str]:
    """How many there were, a difference, its interval, and whether nothing can be told from it."""
    low, high = (mean.value - mean.half) * scale, (mean.value + mean.half) * scale
    known = "" if mean.n >= FEW and not low <= 0 <= high else say("report_unknown")
    return [str(mean.n), f"{mean.value * scale:+.2f}{sign}", f"{low:+.2f} … {high:+.2f}", known]


def section(title: str, told: str, *parts: str) -> str:
    """A heading, a sentence about what stands below it, and that."""
    return f"<h2>{escape(title)}</h2><p>{escape(told)}</p>{''.join(parts)}"


def table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; all but the first column holds figures."""
    head = "".join(f"<th>{escape(title)}</th>" for title in titles)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    found = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="wide" tabindex="0">{found}</div>'  # it scrolls sideways on a phone, by keys too
