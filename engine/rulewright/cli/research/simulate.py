"""`rulewright simulate`: many games between bots, and what they tell."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import track
from rich.table import Table

from rulewright import __version__, disk
from rulewright.cli.rulesets import Packs, load, settings, speaking
from rulewright.cli.text.reader_language import bot_named, say
from rulewright.cli.text.report import err, out
from rulewright.language.problems import RulewrightError, problem
from rulewright.play import journal
from rulewright.play.seats import HUMAN, SeatsError, seat_kinds
from rulewright.play.session import LIMIT
from rulewright.runtime.rules import Rules
from rulewright.simulate.games import Plan, Played, play_many
from rulewright.simulate.statistics import Group, Summary, summarize

_TAKEN = 25
"""Of the options taken, how many are printed; --out writes all."""


def simulate(
    game: Annotated[str, typer.Argument(help="The name of a ruleset, or its folder.")],
    count: Annotated[int, typer.Option("-n", min=1, metavar="NUMBER", help="How many games.")] = 100,
    players: Annotated[int | None, typer.Option("--players", "-p", metavar="NUMBER", help="How many play.")] = None,
    seats: Annotated[
        str, typer.Option(metavar="KINDS", help="Kinds of bots, with commas; they rotate over the seats.")
    ] = "random",
    jobs: Annotated[
        int, typer.Option(min=1, metavar="NUMBER", help="Processes; they do not change the results.")
    ] = os.cpu_count() or 1,
    seed: Annotated[int, typer.Option(min=0, metavar="NUMBER", help="Of all chance.")] = 1,
    limit: Annotated[
        int, typer.Option(min=1, metavar="NUMBER", help="Choices after which a game between bots is given up.")
    ] = LIMIT,
    setting: Annotated[
        list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="An option of the ruleset.")
    ] = None,
    packs: Packs = None,
    by: Annotated[
        str, typer.Option("--by", metavar="KIND", help="A kind of component: how often who holds one at the end wins.")
    ] = "",
    lang: Annotated[str | None, typer.Option(metavar="LANGUAGE", help="The language of all that is said.")] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Test what must always hold (always.yaml) after every choice.")
    ] = False,
    folder: Annotated[
        Path | None, typer.Option("--out", metavar="FOLDER", help="A folder for games.jsonl and summary.json.")
    ] = None,
) -> None:
    """Play many games between bots and print what happened."""
    loading = partial(load, game, settings(setting or []), packs)
    rules = loading()
    if by and by not in rules.ruleset.lexicon["nouns"]:
        raise RulewrightError(problem("RW0225", found=by))
    kinds = seat_kinds(rules, players, [kind.strip() for kind in seats.split(",")])
    if HUMAN in kinds:
        raise SeatsError(problem("RW0801", found=HUMAN))
    start = time.perf_counter()
    given = [*(f"--set {one}" for one in setting or ()), *(f"--pack {pack}" for pack in packs or ())]
    again = " ".join(["rulewright play", game, "--seats {seats} --seed {seed} --journal FILE", *given])
    plan = Plan(loading, kinds, seed, limit, speaking(rules.ruleset, lang), checked=check, again=again)
    played = play_many(plan, count, max(1, min(jobs, count // 8)))
    games = list(track(played, say("playing"), count, console=err, transient=True, disable=not err.is_terminal))
    seconds = time.perf_counter() - start
    summary = summarize(games)
    _print(summary)
    if summary.given_up:
        out.print(say("games_given_up", count=summary.given_up, games=summary.games, limit=limit))
    if by:
        _of_kind(by, rules, summary)
    decisions = sum(game.decisions for game in games)
    err.print(say("speed", seconds=f"{seconds:.1f}", rate=f"{decisions / seconds:,.0f}", seed=seed))
    if folder is not None:
        _write(folder, games, summary)
        _write_journals(folder, games, rules)
    if summary.failures:
        raise typer.Exit(1)


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
    out.print(_grid([say("col_end"), say("col_games")], [[end, str(number)] for end, number in summary.ends.items()]))
    seats = [replace(group, name=say("col_of_seat", number=number)) for number, group in enumerate(summary.seats, 1)]
    bots = [replace(group, name=bot_named(group.name)) for group in summary.kinds]
    for name, groups in (("col_seat", seats), ("col_bot", bots)):
        out.print(_groups(say(name), groups))
    rows = [[item.option, str(item.times), str(item.seats), f"{item.win_rate:.0%}"] for item in summary.taken[:_TAKEN]]
    out.print(_grid([say(f"col_{title}") for title in ("taken", "times", "by_seats", "of_them_won")], rows))
    if len(summary.taken) > _TAKEN:
        out.print(say("more_options", count=len(summary.taken) - _TAKEN))
    for failure in summary.failures[:_TAKEN]:
        out.print(failure)


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
    return _grid([name, *(say(f"col_{title}") for title in titles)], rows)


def _grid(titles: list[str], rows: Iterable[list[str]]) -> Table:
    """A table without lines, numbers to the right."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), title_justify="left")
    for index, title in enumerate(titles):
        table.add_column(title, justify="left" if index == 0 else "right")
    for row in rows:
        table.add_row(*row)
    return table


def _write(folder: Path, games: list[Played], summary: Summary) -> None:
    disk.make_folder(folder)
    lines = (json.dumps(game.to_dict(), ensure_ascii=False) + "\n" for game in games)
    disk.write(folder / "games.jsonl", "".join(lines))
    disk.write(folder / "summary.json", _json(summary.to_dict()))


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
