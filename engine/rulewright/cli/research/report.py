"""`rulewright report`: what the games of a results folder tell, as one HTML file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulewright import disk
from rulewright.cli.text.reader_language import reader, say
from rulewright.cli.text.report import out
from rulewright.simulate.about import about_of
from rulewright.simulate.comparison import paired
from rulewright.simulate.report.findings import Findings
from rulewright.simulate.report.page import page
from rulewright.simulate.results import games_of, plan_of


def report(
    folder: Annotated[Path, typer.Argument(help="A folder that `simulate --out` wrote.")],
    other: Annotated[
        Path | None, typer.Argument(help="Another one with the same seeds and seats: what it changes is told.")
    ] = None,
    file: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Where the page is written.")] = None,
    lang: Annotated[str | None, typer.Option(metavar="LANGUAGE", help="The language of all that is said.")] = None,
) -> None:
    """Write what many games tell into one HTML file: who wins, what is taken, how scores grow; with intervals."""
    about = about_of(folder)
    found = Findings(about.get("components"))
    for game in games_of(folder):
        found.add(game)
    changes = None if other is None else paired(games_of(folder), games_of(other))
    target = file or folder / "report.html"
    disk.write(target, page(found, plan_of(folder), lang or reader(), changes, about))
    out.print(say("file_written", file=str(target)))
