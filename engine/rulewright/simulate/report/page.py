"""The page: one HTML file that needs no other, with tables and drawings; each figure stands with its n and interval."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from html import escape
from typing import Any

from rulewright.language.interface import said
from rulewright.simulate.report.drawing import columns, lines, shares
from rulewright.simulate.report.findings import LONGEST, Findings, Mean, Share, Thing
from rulewright.simulate.statistics import Group

MOST = 60
"""Rows of a table of things, at most."""
FEW = 20
"""Of fewer seats or games nothing is said."""

_STYLE = """
body { font: 16px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
body { color: #1c1c1c; background: #fff }
table { border-collapse: collapse; margin: .5rem 0 1.5rem } th, td { padding: .15rem .8rem .15rem 0; text-align: right }
th { border-bottom: 1px solid #999; font-weight: 600 } th:first-child, td:first-child { text-align: left }
svg { max-width: 45rem; width: 100%; height: auto; font-size: 13px } circle, rect { fill: #1b6ca8 }
.interval { stroke: #1b6ca8; stroke-width: 2 } .grid { stroke: #ddd }
.expected { stroke: #c0562b; stroke-dasharray: 4 3 }
.unknown { color: #767676 } .heat { padding: .2rem .5rem; margin: .1rem; color: #000; line-height: 2 }
@media (prefers-color-scheme: dark) {
  body { color: #eee; background: #1a1a1a } .grid { stroke: #444 } .unknown { color: #999 }
}
"""

Say = Callable[..., str]


def page(found: Findings, plan: Mapping[str, Any], lang: str, changes: Mapping[str, Mean] | None = None) -> str:
    """The page of what games tell.

    Args:
        plan: what was played, as `plan.json` has it.
        changes: what another plan changes (`findings.paired`), if there is one.
    """
    say = partial(_said, lang)
    title = say("report_title", game=str(plan.get("game", "")))
    parts = [f"<h1>{escape(title)}</h1>", _overview(found, plan, say)]
    if changes is not None:
        parts.append(_changes(changes, say))
    if found.tally.finished:
        parts += [
            _groups(found, say), _held(found, say), _pairs(found, say), _lengths(found, say), _curves(found, say),
            _things(found, say), _sources(found, say), _never(found, say), _heat(found, say),
        ]  # fmt: skip
    body = "\n".join(part for part in parts if part)
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    return (
        f'<!doctype html>\n<html lang="{lang}"><head>{head}<style>{_STYLE}</style></head>\n<body>{body}</body></html>\n'
    )


def _said(lang: str, key: str, **words: object) -> str:
    return said(key, lang, **words)


def _overview(found: Findings, plan: Mapping[str, Any], say: Say) -> str:
    summary = found.tally.summary()
    told = say(
        "games_played", games=summary.games, finished=summary.finished, decisions=f"{summary.decisions:.1f}",
        low=summary.lengths[0], high=summary.lengths[1], options=f"{summary.options:.1f}",
    )  # fmt: skip
    seats = ", ".join(map(str, plan.get("kinds", ())))
    played = say("report_plan", version=str(plan.get("version", "")), seats=seats, seed=str(plan.get("seed", "")))
    ends = _table([say("col_end"), say("col_games")], [[end, str(count)] for end, count in summary.ends.items()])
    return f"<p>{escape(told)}</p><p>{escape(played)}</p><p>{escape(say('report_how'))}</p>{ends}"


def _groups(found: Findings, say: Say) -> str:
    summary = found.tally.summary()
    fair = 1 / max(1, found.players)
    seats = [(say("col_of_seat", number=number), group) for number, group in enumerate(summary.seats, 1)]
    bots = [(group.name, group) for group in summary.kinds]
    parts = [f"<h2>{escape(say('report_seats'))}</h2>"]
    for name, groups in (("col_seat", seats), ("col_bot", bots)):
        parts.append(shares([(title, group.win_rate, group.interval) for title, group in groups], fair))
        parts.append(_group_table(say(name), groups, fair, say))
    return "".join(parts)


def _group_table(name: str, groups: Iterable[tuple[str, Group]], fair: float, say: Say) -> str:
    titles = [name, *(say(f"col_{title}") for title in ("games", "won", "share", "between", "mean"))]
    rows = [
        [
            title, str(group.games), f"{group.wins:g}", *_rate(Share(group.wins, group.games), fair, say),
            f"{group.mean_score:.1f}",
        ]
        for title, group in groups
    ]  # fmt: skip
    return _table(titles, rows)


def _held(found: Findings, say: Say) -> str:
    fair = 1 / max(1, found.players)
    groups = [group for group in found.tally.summary().components if group.games >= FEW]
    groups.sort(key=lambda group: -abs(group.win_rate - fair))
    if not groups:
        return ""
    table = _group_table(say("report_component"), ((group.name, group) for group in groups[:MOST]), fair, say)
    return f"<h2>{escape(say('report_held'))}</h2><p>{escape(say('report_held_how', few=FEW))}</p>{table}"


def _pairs(found: Findings, say: Say) -> str:
    fair = 1 / max(1, found.players)
    pairs = [(pair, share) for pair, share in found.pairs.items() if share.n >= FEW and share.tells(fair)]
    pairs.sort(key=lambda item: -abs(item[1].rate - fair))
    rows = [[" + ".join(pair), str(share.n), *_rate(share, fair, say)] for pair, share in pairs[: MOST // 2]]
    titles = [say("report_pair"), "n", say("col_share"), say("col_between")]
    chance = say("report_pairs_how", pairs=len(found.pairs), few=FEW)
    return f"<h2>{escape(say('report_pairs'))}</h2><p>{escape(chance)}</p>{_table(titles, rows)}" if found.pairs else ""


def _lengths(found: Findings, say: Say) -> str:
    low, high = min(found.lengths), max(found.lengths)
    step = max(1, -(-(high - low + 1) // LONGEST))
    classes = dict.fromkeys(range(low, high + 1, step), 0)
    for length, count in found.lengths.items():
        classes[low + (length - low) // step * step] += count
    return f"<h2>{escape(say('report_lengths'))}</h2>" + columns([(str(name), n) for name, n in classes.items()])


def _curves(found: Findings, say: Say) -> str:
    if not found.detailed:
        return f'<p class="unknown">{escape(say("report_no_detail"))}</p>'
    curves = [
        (say(name), [mean.value for mean in found.curves[won]])
        for name, won in (("report_winners", True), ("report_others", False)) if found.curves[won][0].n
    ]  # fmt: skip
    titles = [say("report_part"), *(name for name, _ in curves)]
    parts = range(0, len(found.curves[True]), 5)
    rows = [
        [f"{part / (len(found.curves[True]) - 1):.0%}"]
        + [f"{own[part].value:.1f} ± {own[part].half:.1f}" for own in found.curves.values() if own[0].n]
        for part in parts
    ]
    told = say("report_curves_how", n=found.detailed)
    return f"<h2>{escape(say('report_curves'))}</h2><p>{escape(told)}</p>{lines(curves)}{_table(titles, rows)}"


def _things(found: Findings, say: Say) -> str:
    fair = 1 / max(1, found.players)
    things = sorted(found.things.items(), key=lambda item: (-item[1].taken, item[0]))
    titles = [say("col_taken")]
    titles += [
        say(f"col_{name}") for name in ("offered", "times", "of_offered", "by_seats", "share", "between", "first")
    ]
    rows = [
        [
            name, str(thing.offered or ""), str(thing.taken), _of_offered(thing), str(thing.takers.n),
            *_rate(thing.takers, fair, say), f"{thing.when.value:.0%}" if thing.when.n else "",
        ]
        for name, thing in things[:MOST] if thing.taken
    ]  # fmt: skip
    more = say("more_options", count=len(things) - MOST) if len(things) > MOST else ""
    told = say("report_things_how")
    return f"<h2>{escape(say('report_things'))}</h2><p>{escape(told)}</p>{_table(titles, rows)}<p>{escape(more)}</p>"


def _of_offered(thing: Thing) -> str:
    return f"{thing.taken / thing.offered:.0%}" if thing.offered else ""


def _sources(found: Findings, say: Say) -> str:
    def each(thing: Thing, won: bool) -> float:
        return thing.points[won] / max(1, found.seats[won])

    sources = [(name, thing) for name, thing in found.things.items() if any(thing.points.values())]
    sources.sort(key=lambda item: -max(each(item[1], True), each(item[1], False)))
    rows = [[name, f"{each(thing, True):.2f}", f"{each(thing, False):.2f}"] for name, thing in sources[: MOST // 2]]
    if not rows:
        return ""
    titles = [say("report_source"), say("report_winners"), say("report_others")]
    told = say("report_sources_how", winners=found.seats[True], others=found.seats[False])
    return f"<h2>{escape(say('report_sources'))}</h2><p>{escape(told)}</p>{_table(titles, rows)}"


def _never(found: Findings, say: Say) -> str:
    untaken = sorted(name for name, thing in found.things.items() if thing.offered and not thing.taken)
    never = found.tally.summary().never
    parts = []
    for key, names in (("report_untaken", untaken), ("report_unheld", never)):
        if names:
            told = say(key, count=len(names), n=found.tally.finished)
            parts.append(f"<details><summary>{escape(told)}</summary><p>{escape(', '.join(names))}</p></details>")
    return f"<h2>{escape(say('report_never'))}</h2>" + "".join(parts) if parts else ""


def _heat(found: Findings, say: Say) -> str:
    if not found.places:
        return ""
    most = max(found.places.values())
    cells = [
        f'<span class="heat" style="background:hsl(20 80% {95 - 45 * count / most:.0f}%)">{escape(name)} {count}</span>'
        for name, count in sorted(found.places.items())
    ]
    told = say("report_heat_how", n=found.detailed)
    return f"<h2>{escape(say('report_heat'))}</h2><p>{escape(told)}</p><p>{''.join(cells)}</p>"


def _changes(changes: Mapping[str, Mean], say: Say) -> str:
    rows = []
    for name, mean in changes.items():
        percent = name.startswith(("seat ", "bot "))
        scale, sign = (100, "%") if percent else (1, "")
        low, high = (mean.value - mean.half) * scale, (mean.value + mean.half) * scale
        known = "" if mean.n >= FEW and not low <= 0 <= high else say("report_unknown")
        title = name if percent else say(f"report_change_{name}")
        rows.append([title, str(mean.n), f"{mean.value * scale:+.2f}{sign}", f"{low:+.2f} … {high:+.2f}", known])
    titles = [say("report_figure"), "n", say("report_change"), say("col_between"), ""]
    told = say("report_changes_how")
    return f"<h2>{escape(say('report_changes'))}</h2><p>{escape(told)}</p>{_table(titles, rows)}"


def _rate(share: Share, fair: float, say: Say) -> list[str]:
    """A share and its interval; where it cannot be told from what is fair, that is said."""
    low, high = share.interval
    between = say("span", low=f"{low:.0%}", high=f"{high:.0%}")
    return [f"{share.rate:.1%}", between if share.tells(fair) else f"{between} {say('report_unknown')}"]


def _table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(title)}</th>" for title in titles)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
