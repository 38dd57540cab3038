"""Who wins: by seat, by bot, by what a player is, by what is held, and with a component or without it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from math import ceil
from typing import Any

from rulewright.play.bots.restricted import restriction
from rulewright.play.seats import named as seat_named
from rulewright.simulate.report.drawing import shares
from rulewright.simulate.report.elements import FEW, MOST, Say, change, rate, section, table
from rulewright.simulate.report.findings import Findings, Share
from rulewright.simulate.statistics import Group, wilson

_APART = 0.05
"""From an equal share: how far a win rate must lie to be of interest."""


def groups(found: Findings, say: Say) -> str:
    """Win rates by seat and by bot."""
    summary = found.tally.summary()
    fair = 1 / max(1, found.players)
    seats = [(say("col_of_seat", number=number), group) for number, group in enumerate(summary.seats, 1)]
    bots = [(seat_named(group.name, say), group) for group in summary.kinds]
    parts = [f"<h2>{escape(say('report_seats'))}</h2>"]
    for name, groups in (("col_seat", seats), ("col_bot", bots)):
        if len(groups) < 2:  # bots of one kind win as often as they lose
            continue
        rows = [(title, group.win_rate, group.interval) for title, group in groups]
        parts.append(shares(f"{say('report_seats')}: {say(name)}", rows, fair))
        parts.append(_group_table(say(name), groups, fair, say))
    return "".join(parts)


def needed(found: Findings, say: Say) -> str:
    """What can be told from so many games, and how many a difference of some percent would take."""
    fair = 1 / max(1, found.players)
    games = found.tally.finished
    low, high = wilson(fair * games, games)
    wanted = ceil(1.96**2 * fair * (1 - fair) / _APART**2)
    told = say("report_needed", games=games, half=f"{(high - low) / 2:.1%}", apart=f"{_APART:.0%}", wanted=wanted)
    return f"<p>{escape(told)}</p>"


def identities(found: Findings, about: Mapping[str, Any], say: Say) -> str:
    """Win rates by what a player is."""
    fair = 1 / max(1, found.players)
    parts = []
    for kind, own in found.identities().items():
        title = about["kinds"].get(kind, kind)
        rows = sorted(((named(group.name, about), group) for group in own), key=lambda item: -item[1].win_rate)
        parts.append(f"<h3>{escape(title)}</h3>")
        parts.append(shares(title, [(name, group.win_rate, group.interval) for name, group in rows], fair))
        parts.append(_group_table(title, rows, fair, say))
    return section(say("report_identities"), say("report_identities_how"), *parts) if parts else ""


def named(component: str, about: Mapping[str, Any]) -> str:
    """The name of a component, where it is known."""
    known = about.get("components", {}).get(component)
    return str(known[1]) if known else component


def restricted(found: Findings, about: Mapping[str, Any], say: Say) -> str:
    """What those win more that may choose a component than those that must not."""
    rows = []
    for kind, told in sorted(found.restricted.items()):
        base, component = restriction(kind)
        score = f"{told.scores.value:+.1f} ± {told.scores.half:.1f}"
        used = f"{told.used.rate:.0%}"
        rows.append([named(component, about), base, *change(told.wins, say, 100, "%"), score, used])
    titles = [
        say("report_component"), say("col_bot"), "n", say("report_more_wins"), say("col_between"), "",
        say("report_more_score"), say("report_held_by"),
    ]  # fmt: skip
    return section(say("report_restricted"), say("report_restricted_how"), table(titles, rows)) if rows else ""


def held(found: Findings, about: Mapping[str, Any], say: Say) -> str:
    """Win rates of who holds a component at the end."""
    fair = 1 / max(1, found.players)
    own = [group for group in found.tally.summary().components if group.games >= FEW]
    own.sort(key=lambda group: -abs(group.win_rate - fair))
    if not own:
        return ""
    rows = [(named(group.name, about), group) for group in own[:MOST]]
    told = say("report_held_how", few=FEW)
    return section(say("report_held"), told, _group_table(say("report_component"), rows, fair, say))


def pairs(found: Findings, about: Mapping[str, Any], say: Say) -> str:
    """Win rates of who holds two components together, where they can be told from an equal share."""
    if not found.pairs:
        return ""
    fair = 1 / max(1, found.players)
    known = [(pair, share) for pair, share in found.pairs.items() if share.n >= FEW and share.tells(fair)]
    known.sort(key=lambda item: -abs(item[1].rate - fair))
    rows = [
        [" + ".join(named(name, about) for name in pair), str(share.n), *rate(share, fair, say)]
        for pair, share in known[: MOST // 2]
    ]
    titles = [say("report_pair"), "n", say("col_share"), say("col_between")]
    told = say("report_pairs_how", pairs=len(found.pairs), few=FEW)
    return section(say("report_pairs"), told, table(titles, rows))


def _group_table(name: str, groups: Iterable[tuple[str, Group]], fair: float, say: Say) -> str:
    titles = [name, *(say(f"col_{title}") for title in ("games", "won", "share", "between", "mean"))]
    rows = [
        [
            title, str(group.games), f"{group.wins:g}", *rate(Share(group.wins, group.games), fair, say),
            f"{group.mean_score:.1f}",
        ]
        for title, group in groups
    ]  # fmt: skip
    return table(titles, rows)
