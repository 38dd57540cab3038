"""The page: one HTML file that needs no other, with tables and drawings; each figure stands with its n and interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from html import escape
from typing import Any

from rulewright.language.interface import said
from rulewright.simulate.comparison import SHARES, Mean
from rulewright.simulate.report import players
from rulewright.simulate.report.drawing import bands, columns, heat
from rulewright.simulate.report.elements import MOST, SHORT, Say, change, rate, section, table
from rulewright.simulate.report.findings import LONGEST, PARTS, Course, Findings, Thing
from rulewright.simulate.statistics import BROKE_OFF, NOT_FINISHED

_STYLE = """
body { font: 16px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
body { color: #1c1c1c; background: #fff }
table { border-collapse: collapse; margin: .5rem 0 1.5rem } th, td { padding: .15rem .8rem .15rem 0; text-align: right }
th { border-bottom: 1px solid #999; font-weight: 600 } th:first-child, td:first-child { text-align: left }
svg { max-width: 45rem; width: 100%; height: auto; font-size: 13px } circle, rect { fill: #1b6ca8 }
.k0, .k1, .k2, .k3 { fill: none; stroke: #1b6ca8; stroke-width: 2 } .k1 { stroke: #c0562b; stroke-dasharray: 6 3 }
.k2 { stroke: #4b7f3f } .k3 { stroke: #7a4b91 } polygon[class] { stroke: none; fill-opacity: .15 }
polygon.k0 { fill: #1b6ca8 } polygon.k1 { fill: #c0562b } polygon.k2 { fill: #4b7f3f } polygon.k3 { fill: #7a4b91 }
.interval { stroke: #1b6ca8; stroke-width: 2 } .grid { stroke: #ddd }
.expected { stroke: #c0562b; stroke-dasharray: 4 3 }
.wide { overflow-x: auto } .unknown { color: #767676 } .heat { max-height: 90vh }
@media (prefers-color-scheme: dark) {
  body { color: #eee; background: #1a1a1a } .grid { stroke: #444 } .unknown { color: #999 }
}
"""


def page(
    found: Findings, plan: Mapping[str, Any], lang: str,
    changes: Mapping[str, Mean] | None = None, about: Mapping[str, Any] | None = None,
) -> str:  # fmt: skip
    """The page of what games tell.

    Args:
        plan: what was played, as `plan.json` has it.
        changes: what another plan changes (`comparison.paired`), if there is one.
        about: names, kinds and the map (`simulate/about.py`); without it, ids are told and no map is drawn.
    """
    say, about = partial(_said, lang), about or {}
    title = say("report_title", game=str(plan.get("game", "")))
    parts = [f"<h1>{escape(title)}</h1>", _overview(found, say), _played(plan, say)]
    if changes is not None:
        parts.append(_changes(changes, say))
    if found.tally.finished:
        parts += [
            players.groups(found, say), players.needed(found, say), players.identities(found, about, say),
            players.restricted(found, about, say), players.held(found, about, say), players.pairs(found, about, say),
            _lengths(found, say), _courses(found, say), _things(found, say), _sources(found, say),
            _never(found, about, say), _heat(found, about, say),
        ]  # fmt: skip
    body = "\n".join(part for part in parts if part)
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
    return (
        f'<!doctype html>\n<html lang="{lang}"><head>{head}<style>{_STYLE}</style></head>\n<body>{body}</body></html>\n'
    )


def short(found: Findings, lang: str, about: Mapping[str, Any]) -> str:
    """What tells most, for a page around it that brings the style. about: as for `page`."""
    say = partial(_said, lang)
    parts = [_overview(found, say)]
    if found.tally.finished:
        parts += [
            players.groups(found, say), players.needed(found, say), players.identities(found, about, say),
            _courses(found, say, stocks=False), _lengths(found, say), _things(found, say, SHORT),
            _never(found, about, say), _heat(found, about, say),
        ]  # fmt: skip
    return "\n".join(part for part in parts if part)


def _said(lang: str, key: str, **words: object) -> str:
    return said(key, lang, **words)


def _overview(found: Findings, say: Say) -> str:
    summary = found.tally.summary()
    told = say(
        "games_played", games=summary.games, finished=summary.finished, decisions=f"{summary.decisions:.1f}",
        low=summary.lengths[0], high=summary.lengths[1], options=f"{summary.options:.1f}",
    )  # fmt: skip
    named = {BROKE_OFF: say("report_end_error"), NOT_FINISHED: say("report_end_none")}
    rows = [[named.get(end, end), str(count)] for end, count in summary.ends.items()]
    ends = table([say("col_end"), say("col_games")], rows)
    return f"<p>{escape(told)}</p>{ends}{_failed(summary.failures, say)}<p>{escape(say('report_how'))}</p>"


def _failed(failures: Sequence[str], say: Say) -> str:
    """The games that broke off, the first of them with their reasons."""
    if not failures:
        return ""
    reasons = "".join(f'<p lang="en">{escape(one)}</p>' for one in failures[:SHORT])
    return f"<details><summary>{escape(say('report_failed', count=len(failures)))}</summary>{reasons}</details>"


def _played(plan: Mapping[str, Any], say: Say) -> str:
    seats = ", ".join(map(str, plan.get("kinds", ())))
    played = say("report_plan", version=str(plan.get("version", "")), seats=seats, seed=str(plan.get("seed", "")))
    return f"<p>{escape(played)}</p>"


def _lengths(found: Findings, say: Say) -> str:
    low, high = min(found.lengths), max(found.lengths)
    step = max(1, -(-(high - low + 1) // LONGEST))
    classes = dict.fromkeys(range(low, high + 1, step), 0)
    for length, count in found.lengths.items():
        classes[low + (length - low) // step * step] += count
    title = say("report_lengths")
    return f"<h2>{escape(title)}</h2>" + columns(title, [(str(name), n) for name, n in classes.items()])


def _courses(found: Findings, say: Say, stocks: bool = True) -> str:
    if not found.detailed:
        return f'<p class="unknown">{escape(say("report_no_detail"))}</p>'
    title = say("report_curves")
    parts = [section(title, say("report_curves_how", n=found.detailed), _course(title, found.score, say))]
    if found.stocks and stocks:
        parts.append(f"<h2>{escape(say('report_stocks'))}</h2>")
        parts += [
            f"<h3>{escape(name)}</h3>{_course(name, course, say)}" for name, course in sorted(found.stocks.items())
        ]
    return "".join(parts)


def _course(title: str, course: Course, say: Say) -> str:
    """Bands of winners and of others over the parts of a game, and their means as a table."""
    own = {won: spreads for won, spreads in course.of.items() if spreads[0].n}
    names = {won: say("report_winners" if won else "report_others") for won in own}
    drawn = bands(title, [(names[won], [spread.bands() for spread in spreads]) for won, spreads in own.items()])
    rows = []
    for part in range(0, PARTS + 1, 5):
        row = [f"{part / PARTS:.0%}"]
        for spreads in own.values():
            mean, between = spreads[part].mean(), spreads[part].bands()
            row += [f"{mean.value:.1f} ± {mean.half:.1f}", say("span", low=between[0], high=between[-1])]
        rows.append(row)
    titles = [say("report_part")]
    for name in names.values():
        titles += [name, say("report_most")]
    return drawn + table(titles, rows)


def _things(found: Findings, say: Say, most: int = MOST) -> str:
    fair = 1 / max(1, found.players)
    things = sorted(found.things.items(), key=lambda item: (-item[1].taken, item[0]))
    titles = [say("col_taken")]
    titles += [
        say(f"col_{name}") for name in ("offered", "times", "of_offered", "by_seats", "share", "between", "first")
    ]
    rows = [
        [
            name, str(thing.offered or ""), str(thing.taken), _of_offered(thing), str(thing.takers.n),
            *rate(thing.takers, fair, say), f"{thing.when.value:.0%}" if thing.when.n else "",
        ]
        for name, thing in things[:most] if thing.taken
    ]  # fmt: skip
    more = say("more_options", count=len(things) - most) if len(things) > most else ""
    told = say("report_things_how")
    return f"<h2>{escape(say('report_things'))}</h2><p>{escape(told)}</p>{table(titles, rows)}<p>{escape(more)}</p>"


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
    return f"<h2>{escape(say('report_sources'))}</h2><p>{escape(told)}</p>{table(titles, rows)}"


def _never(found: Findings, about: Mapping[str, Any], say: Say) -> str:
    untaken = sorted(name for name, thing in found.things.items() if thing.offered and not thing.taken)
    never = sorted(players.named(component, about) for component in found.tally.summary().never)
    parts = []
    unoffered = sorted(found.unoffered or ())
    for key, names in (("report_unoffered", unoffered), ("report_untaken", untaken), ("report_unheld", never)):
        if names:
            told = say(key, count=len(names), n=found.detailed or found.tally.finished)
            parts.append(f"<details><summary>{escape(told)}</summary><p>{escape(', '.join(names))}</p></details>")
    return f"<h2>{escape(say('report_never'))}</h2>" + "".join(parts) if parts else ""


def _heat(found: Findings, about: Mapping[str, Any], say: Say) -> str:
    """The map with how often each space was chosen; the spaces that were chosen most as a table, too."""
    if not found.places:
        return ""
    known = about.get("spaces", {})
    spaces = [(name, outline, found.places[space]) for space, (name, outline) in known.items()]
    drawn = heat(say("report_heat"), spaces, about["box"]) if spaces else ""
    rows = [[known.get(space, [space])[0], str(count)] for space, count in found.places.most_common(MOST)]
    titles = [say("report_space"), say("col_times")]
    more = f"<details><summary>{escape(titles[0])}</summary>{table(titles, rows)}</details>"
    return section(say("report_heat"), say("report_heat_how", n=found.detailed), drawn, more)


def _changes(changes: Mapping[str, Mean], say: Say) -> str:
    rows = []
    for name, mean in changes.items():
        percent = name.startswith(SHARES)
        title = name if percent else say(f"report_change_{name}")
        rows.append([title, *change(mean, say, *((100, "%") if percent else (1, "")))])
    titles = [say("report_figure"), "n", say("report_change"), say("col_between"), ""]
    return section(say("report_changes"), say("report_changes_how"), table(titles, rows))
