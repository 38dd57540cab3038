"""What simulations have shown of things: the report that lies with a ruleset, if one does."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from rulewright.language.interface import said

REPORT = ".report/summary.json"
"""Where a report lies in the folder of a ruleset: `rulewright simulate GAME -n 1000 --out GAME/.report` does it."""
_MOST_BYTES = 20_000_000


def statistics(folder: Path, name: str, lang: str) -> list[str]:
    """What the report of a ruleset tells of a component: who held it, how often they won; how often it was taken.

    >>> statistics(Path("nowhere"), "scout", "en")
    []
    """
    path = folder / REPORT
    try:
        state = path.stat()
        if state.st_size > _MOST_BYTES:
            return []
        report = _read(str(path), state.st_mtime_ns)
    except OSError:
        return []
    lines = []
    held = _named(report.get("components"), "name", name)
    if held is not None and held.get("games"):
        rate = f"{held.get('wins', 0) / held['games']:.0%}"
        score = f"{held.get('mean_score', 0):.1f}"
        key = "played_held_one" if held["games"] == 1 else "played_held"
        lines.append(said(key, lang, games=str(held["games"]), rate=rate, score=score))
    elif name in _listed(report.get("never")):
        lines.append(said("played_never", lang))
    taken = _named(report.get("taken"), "option", name)
    if taken is not None:
        rate = f"{taken.get('win_rate', 0):.0%}"
        key = "played_taken_one" if taken.get("times") == 1 else "played_taken"
        lines.append(said(key, lang, times=str(taken.get("times", 0)), rate=rate))
    return lines


def _named(rows: Any, key: str, name: str) -> dict[str, Any] | None:
    found = (row for row in _listed(rows) if isinstance(row, dict) and row.get(key) == name)
    return next(found, None)


def _listed(rows: Any) -> list[Any]:
    return rows if isinstance(rows, list) else []


@lru_cache(maxsize=8)
def _read(path: str, changed: int) -> dict[str, Any]:
    """A report; nothing of a file that is none. changed: when, so that a new one is read."""
    try:
        report = json.loads(Path(path).read_text(encoding="utf-8"))
    except ValueError:
        return {}
    return report if isinstance(report, dict) else {}
