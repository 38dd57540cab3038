"""`rulewright compare`: what a change of a ruleset does to the balance, with its interval."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import track

from rulewright.cli.research.simulate import (
    AS_MANY_AS_IT_TAKES,
    PROCESSES,
    Count,
    Folder,
    Jobs,
    Kinds,
    Players,
    Seed,
    Setting,
    Until,
    grid,
    record,
)
from rulewright.cli.rulesets import Packs, load, settings
from rulewright.cli.text.reader_language import say
from rulewright.cli.text.report import err, out
from rulewright.play.seats import HUMAN, SeatsError, seat_kinds
from rulewright.play.session import LIMIT
from rulewright.problems import problem
from rulewright.runtime.rules import Rules
from rulewright.simulate.about import about, write_about
from rulewright.simulate.comparison import SHARES, Comparison
from rulewright.simulate.games import Plan, Played, play_many
from rulewright.simulate.report.elements import FEW
from rulewright.simulate.results import Results, games_of

_USUAL = 1000
"""Pairs of games, where nothing is said of how many."""


def compare(
    before: Annotated[str, typer.Argument(help="The name of a ruleset, or its folder.")],
    after: Annotated[
        str | None, typer.Argument(help="The changed ruleset; without it, the same one, changed by --after-….")
    ] = None,
    count: Count = None,
    players: Players = None,
    seats: Kinds = "random",
    jobs: Jobs = PROCESSES,
    seed: Seed = 1,
    setting: Setting = None,
    packs: Packs = None,
    after_setting: Annotated[
        list[str] | None, typer.Option("--after-set", metavar="OPTION=VALUE", help="An option of the second only.")
    ] = None,
    after_packs: Annotated[
        list[str] | None, typer.Option("--after-pack", metavar="PACK", help="A pack of the second only.")
    ] = None,
    until: Until = 0,
    folder: Folder = None,
) -> None:
    """Play a ruleset and a changed one with the same seeds and seats, and print what the change does."""
    kinds = [kind.strip() for kind in seats.split(",")]
    one = partial(load, before, settings(setting or []), packs)
    changed = settings([*(setting or ()), *(after_setting or ())])
    other = partial(load, after or before, changed, [*(packs or ()), *(after_packs or ())])
    both = []
    for loading in (one, other):
        rules = loading()
        named = seat_kinds(rules, players, kinds)
        if HUMAN in named:
            raise SeatsError(problem("RW0801", found=HUMAN))
        both.append((rules, Plan(loading, named, seed, LIMIT)))
    count = count or (AS_MANY_AS_IT_TAKES if until else _USUAL)
    found = Comparison(until / 100)
    with ExitStack() as open_files:
        sides = [
            _Side(rules, plan, folder / name if folder else None, count, max(1, jobs // 2), open_files)
            for (rules, plan), name in zip(both, ("before", "after"), strict=True)
        ]
        total = count if count < AS_MANY_AS_IT_TAKES else None
        pairs = zip(*(side.games() for side in sides), strict=True)
        shown = track(pairs, say("playing"), total, console=err, transient=True, disable=not err.is_terminal)
        for pair in shown:
            found.add(*pair)
            if found.known:
                break
    _print(found)


class _Side:
    """One of two plans: games that its folder holds, and then those that are played, which are written there."""

    def __init__(
        self, rules: Rules, plan: Plan, folder: Path | None, count: int, jobs: int, open_files: ExitStack
    ) -> None:
        self._plan, self._count, self._jobs, self._folder = plan, count, jobs, folder
        self._results: Results | None = None
        if folder is not None:
            self._results = open_files.enter_context(Results(folder, record(rules, plan)))
            write_about(folder, about(rules, len(plan.kinds), plan.lang))

    def games(self) -> Iterator[Played]:
        there = 0
        if self._folder is not None and self._results is not None:
            for game in games_of(self._folder):
                if there < self._count:
                    yield game
                there += 1
        for game in play_many(self._plan, self._count, self._jobs, there) if there < self._count else ():
            if self._results is not None:
                self._results.add(game)
            yield game


def _print(found: Comparison) -> None:
    rows: list[list[str]] = []
    for name, mean in found.changes().items():
        known: Any = found.sequences.get(name, mean)
        share = name.startswith(SHARES)
        scale, sign = (100, "%") if share else (1, "")
        low, high = (known.value - known.half) * scale, (known.value + known.half) * scale
        unknown = say("report_unknown") if mean.n < FEW or low <= 0 <= high else ""
        title = name if share else say(f"report_change_{name}")
        rows.append([title, str(mean.n), f"{known.value * scale:+.2f}{sign}", f"{low:+.2f} … {high:+.2f}", unknown])
    out.print(grid([say("report_figure"), "n", say("report_change"), say("col_between"), ""], rows))
    if found.sequences:
        pairs = max(sequence.n for sequence in found.sequences.values())
        out.print(say("compare_known" if found.known else "compare_open", pairs=pairs, half=f"{found.until:.1%}"))
