"""`rulewright simulate`: many games between bots, and what they tell."""

from __future__ import annotations

import hashlib
import json
import os
import threading
import time
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import track
from rich.table import Table

from rulewright import __version__, disk
from rulewright.cli.rulesets import Packs, load, settings, speaking
from rulewright.cli.text.reader_language import say
from rulewright.cli.text.report import err, out
from rulewright.play import journal
from rulewright.play.seats import HUMAN, SeatsError, named, seat_kinds
from rulewright.play.session import LIMIT
from rulewright.problems import RulewrightError, problem
from rulewright.runtime.rules import Rules
from rulewright.simulate.about import about, write_about
from rulewright.simulate.games import Plan, Played, play_many
from rulewright.simulate.results import Results, games_of
from rulewright.simulate.statistics import Group, Summary, Tally

_TAKEN = 25
"""Of the options taken, how many are printed; --out writes all."""
_USUAL = 100
"""Games, where nothing is said of how many."""
AS_MANY_AS_IT_TAKES = 10_000_000
"""The same with `--until`."""
TOLD_AFTER = 10
"""Seconds after which it is said how far it is, where no bar can show it."""
PROCESSES = os.cpu_count() or 1


Players = Annotated[int | None, typer.Option("--players", "-p", metavar="NUMBER", help="How many play.")]
Kinds = Annotated[str, typer.Option(metavar="KINDS", help="Kinds of bots, with commas; they rotate over the seats.")]
Jobs = Annotated[int, typer.Option(min=1, metavar="NUMBER", help="Processes; they do not change the results.")]
Seed = Annotated[int, typer.Option(min=0, metavar="NUMBER", help="Of all chance.")]
Setting = Annotated[list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="An option of the ruleset.")]
Until = Annotated[
    float, typer.Option(min=0, metavar="PERCENT", help="Stop as soon as win rates are known to so many percent.")
]
Count = Annotated[
    int | None,
    typer.Option("-n", min=1, metavar="NUMBER", help="How many games; with --until, how many at most."),
]
Folder = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="FOLDER", help="A folder for the results; if it has some of these games, it goes on."
    ),
]


Limit = Annotated[
    int, typer.Option(min=1, metavar="NUMBER", help="Choices after which a game between bots is given up.")
]
By = Annotated[
    str, typer.Option("--by", metavar="KIND", help="A kind of component: how often who holds one at the end wins.")
]
Lang = Annotated[str | None, typer.Option(metavar="LANGUAGE", help="The language of all that is said.")]
Check = Annotated[bool, typer.Option("--check", help="Test what must always hold (always.yaml) after every choice.")]
Detail = Annotated[
    bool, typer.Option("--detail", help="Note what is offered, when it is taken and what it brings, for reports.")
]
Parquet = Annotated[
    bool, typer.Option("--parquet", help="Write games.parquet and things.parquet into the folder, too.")
]
Native = Annotated[
    bool, typer.Option("--native", help="Play by a program that a C compiler builds first: the same games, faster.")
]
Cluster = Annotated[
    str, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster at this address; `local` starts one here.")
]


def simulate(
    game: Annotated[str, typer.Argument(help="The name of a ruleset, or its folder.")],
    count: Count = None,
    players: Players = None,
    seats: Kinds = "random",
    jobs: Jobs = PROCESSES,
    seed: Seed = 1,
    limit: Limit = LIMIT,
    setting: Setting = None,
    packs: Packs = None,
    by: By = "",
    lang: Lang = None,
    check: Check = False,
    folder: Folder = None,
    detail: Detail = False,
    parquet: Parquet = False,
    until: Until = 0,
    native: Native = False,
    cluster: Cluster = "",
) -> None:
    """Play many games between bots and print what happened."""
    loading = partial(load, game, settings(setting or []), packs, native)
    rules = loading()
    if by and by not in rules.ruleset.lexicon["nouns"]:
        raise RulewrightError(problem("RW0225", found=by))
    kinds = seat_kinds(rules, players, [kind.strip() for kind in seats.split(",")])
    if HUMAN in kinds:
        raise SeatsError(problem("RW0801", found=HUMAN))
    compiled = rules.new_game if native and not check else partial(rules.program, checked=check)
    compiled(len(kinds))  # before processes begin: what is refused is told once, not by each game
    start = time.perf_counter()
    given = [*(f"--set {one}" for one in setting or ()), *(f"--pack {pack}" for pack in packs or ())]
    again = " ".join(["rulewright play", game, "--seats {seats} --seed {seed} --journal FILE", *given])
    told = speaking(rules.ruleset, lang)
    plan = Plan(loading, kinds, seed, limit, told, checked=check, again=again, detailed=detail)
    _needs("pyarrow", "sim", parquet)
    _needs("ray", "cluster", bool(cluster))
    if not rules.ruleset.result.get("value") and any(kind != "random" for kind in kinds):
        err.print(say("no_value"))
    count = count or (AS_MANY_AS_IT_TAKES if until else _USUAL)
    run = Run(plan, count, jobs, cluster, until / 100)
    with ExitStack() as open_files:
        if folder is not None:
            run.results = open_files.enter_context(Results(folder, record(rules, plan)))
            write_about(folder, about(rules, len(kinds), told))
            run.go_on(games_of(folder))
        run.play()
    seconds = time.perf_counter() - start
    summary = run.tally.summary()
    _print(summary)
    _print_ends(run, summary, until / 100)
    if by:
        _of_kind(by, rules, summary)
    err.print(say("speed", seconds=f"{seconds:.1f}", rate=f"{run.decisions / seconds:,.0f}", seed=seed))
    if folder is not None:
        _write(folder, run, summary, rules, parquet)
    if run.stopped:
        err.print(say("simulation_stopped", games=summary.games, count=count))
    if summary.failures or run.stopped:
        raise typer.Exit(1)


class Run:
    """Plays what is missing of a plan's games and counts all of them.

    Args:
        until: half of the widest interval of a win rate, 0 to 1, at which it stops; 0 for never.
    """

    def __init__(self, plan: Plan, count: int, jobs: int, cluster: str, until: float) -> None:
        self.plan, self.count, self.jobs, self.cluster = plan, count, jobs, cluster
        self.tally = Tally(until)
        self.results: Results | None = None
        self.broken: list[Played] = []
        self.decisions = 0
        self.stopped = False

    def go_on(self, games: Iterable[Played]) -> None:
        """Count games that were played before."""
        for game in games:
            self._count(game)

    def _count(self, game: Played) -> None:
        self.tally.add(game)
        if game.made:
            self.broken.append(game)

    def play(self) -> None:
        """Play the others, until all are played, enough is known, or somebody interrupts."""
        first = self.tally.games
        if first >= self.count or self.tally.known:
            return
        if self.cluster:
            from rulewright.simulate.cluster import play_on_cluster

            played = play_on_cluster(self.plan, first, self.count, self.cluster)
        else:
            played = play_many(self.plan, self.count, max(1, min(self.jobs, (self.count - first) // 8)), first)
        total = self.count - first if self.count < AS_MANY_AS_IT_TAKES else None
        shown = track(played, say("playing"), total, console=err, transient=True, disable=not err.is_terminal)
        over = threading.Event()
        if not err.is_terminal:  # where a bar shows it, nothing need be said
            threading.Thread(target=self._tell, args=(over, time.perf_counter()), daemon=True).start()
        try:
            for game in shown:
                self._count(game)
                self.decisions += game.decisions
                if self.results is not None:
                    self.results.add(game)
                if self.tally.known:
                    return
        except KeyboardInterrupt:
            self.stopped = True
        finally:
            over.set()

    def _tell(self, over: threading.Event, start: float) -> None:
        """Say from time to time how far it is, until it is over; also while the first game is still played."""
        while not over.wait(TOLD_AFTER):
            count = self.count if self.count < AS_MANY_AS_IT_TAKES else "…"
            seconds = f"{time.perf_counter() - start:.0f}"
            err.print(say("played_so_far", games=self.tally.games, count=count, seconds=seconds))


def _needs(module: str, extra: str, wanted: bool) -> None:
    if wanted and find_spec(module) is None:
        raise RulewrightError(problem("RW0836", found=module, extra=extra))


def record(rules: Rules, plan: Plan) -> dict[str, Any]:
    """What decides how the games of a plan go, and what is told of them."""
    always = rules.ruleset.content.data.get("always") if plan.checked else None  # in no ruleset's hash
    return {
        "format": 1, "engine": __version__, "game": rules.id, "version": rules.version, "content": rules.hash,
        "packs": [pack.record() for pack in rules.ruleset.packs], "options": dict(rules.options),
        "kinds": list(plan.kinds), "seed": plan.seed, "limit": plan.limit, "lang": plan.lang,
        "checked": plan.checked, "always": _digest(always), "detailed": plan.detailed,
    }  # fmt: skip


def _digest(data: object) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True, default=str).encode()).hexdigest()


def _print(summary: Summary) -> None:
    out.print(
        say(
            "games_played",
            games=summary.games,
            finished=summary.finished,
            decisions=f"{summary.decisions:.1f}",
            low=summary.lengths[0],
            high=summary.lengths[1],
            options=f"{summary.options:.1f}",
        )
    )
    out.print(grid([say("col_end"), say("col_games")], [[end, str(number)] for end, number in summary.ends.items()]))
    seats = [replace(group, name=say("col_of_seat", number=number)) for number, group in enumerate(summary.seats, 1)]
    bots = [replace(group, name=named(group.name, say)) for group in summary.kinds]
    for name, groups in (("col_seat", seats), ("col_bot", bots)):
        out.print(_groups(say(name), groups))
    rows = [[item.option, str(item.times), str(item.seats), f"{item.win_rate:.0%}"] for item in summary.taken[:_TAKEN]]
    out.print(grid([say(f"col_{title}") for title in ("taken", "times", "by_seats", "of_them_won")], rows))
    if len(summary.taken) > _TAKEN:
        out.print(say("more_options", count=len(summary.taken) - _TAKEN))
    for key, names in (("never_offered", summary.unoffered), ("never_fired", summary.unfired)):
        if names:
            out.print(say(key, count=len(names), games=summary.finished))
            out.print("\n".join(f"  {name}" for name in names))
    for failure in summary.failures[:_TAKEN]:
        out.print(failure)


def _print_ends(run: Run, summary: Summary, until: float) -> None:
    """Print whether enough is known, and how many games were given up."""
    if until:
        key = "simulation_known" if run.tally.known else "simulation_open"
        out.print(say(key, games=summary.finished, half=f"{until:.1%}"))
    if summary.given_up:
        out.print(say("games_given_up", count=summary.given_up, games=summary.games, limit=run.plan.limit))


def _of_kind(kind: str, rules: Rules, summary: Summary) -> None:
    """Print how those did who held a component of a kind, and which of them nobody ever held."""
    kinds = rules.program(max(rules.ruleset.players)).layout.kinds(kind)
    own = {name for name, component in rules.ruleset.components.items() if component.kind in kinds}
    out.print(_groups(kind, [group for group in summary.components if group.name in own]))
    never = [name for name in summary.never if name in own]
    out.print(say("held_by_nobody", names=", ".join(never) or say("no_names")))


def _groups(name: str, groups: list[Group]) -> Table:
    rows = [
        [
            group.name,
            str(group.games),
            f"{group.wins:g}",
            f"{group.win_rate:.1%}",
            say("span", low=f"{group.interval[0]:.0%}", high=f"{group.interval[1]:.0%}"),
            f"{group.mean_score:.1f}",
            say("span", low=group.lowest, high=group.highest),
        ]
        for group in groups
    ]
    titles = ("games", "won", "share", "between", "mean", "scores")
    return grid([name, *(say(f"col_{title}") for title in titles)], rows)


def grid(titles: list[str], rows: Iterable[list[str]]) -> Table:
    """A table without lines, numbers to the right."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), title_justify="left")
    for index, title in enumerate(titles):
        table.add_column(title, justify="left" if index == 0 else "right")
    for row in rows:
        table.add_row(*row)
    return table


def _write(folder: Path, run: Run, summary: Summary, rules: Rules, parquet: bool) -> None:
    """Write what the games told, and journals of those that broke, beside the results."""
    disk.write(folder / "summary.json", _json(summary.to_dict()))
    _write_journals(folder, run.broken, rules)
    if parquet:
        from rulewright.simulate.tables import write

        write(folder, games_of(folder))


def _write_journals(folder: Path, games: list[Played], rules: Rules) -> None:
    """Write a journal of each game that broke what must always hold: `broken-3.jsonl` of game 3."""
    for game in games:
        if game.made:
            begun = rules.new_game(len(game.seats), game.seed)
            header = journal.header_for(rules, begun, game.seed, game.seats, dict(rules.options), __version__)
            with journal.create(folder / f"broken-{game.index}.jsonl", header, force=True) as file:
                writer = journal.Writer(file=file)
                for option in game.made:
                    seat = begun.seat
                    begun.choose(option)
                    writer.choice(seat if seat is not None else -1, option, begun.hash())


def _json(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
