"""`rulewright check`: all that is wrong with rulesets."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from rulewright.cli.rulesets import Packs, named, tell_what_ships
from rulewright.cli.text.reader_language import counted, say
from rulewright.cli.text.report import Format, err, report
from rulewright.editing.findings import all_findings
from rulewright.garbage import collected, no_garbage
from rulewright.problems import Problem
from rulewright.ruleset.files.discovery import find_ruleset


def check(
    games: Annotated[
        list[str] | None,
        typer.Argument(help="Names of rulesets or folders; this folder, or all that ship, if none is given."),
    ] = None,
    form: Annotated[
        Format, typer.Option("--format", metavar="human|json|github", help="How findings are printed.")
    ] = Format.HUMAN,
    lang: Annotated[
        str | None, typer.Option(metavar="LANGUAGE", help="A language whose texts must all say the same as English.")
    ] = None,
    packs: Packs = None,
    watch: Annotated[bool, typer.Option(help="Check again whenever a file changes, until interrupted.")] = False,
) -> None:
    """Check rulesets: files, references, texts and scenarios, all problems in one run."""
    names = named(games or [])
    problems = check_once(names, form, lang, packs or [], watch)
    while watch:
        _wait_for_change([*(find_ruleset(name) for name in names), *map(Path, packs or ())])
        err.print()
        problems = check_once(names, form, lang, packs or [], watch)
    if problems:
        raise typer.Exit(2 if all(problem.code == "RW0220" for problem in problems) else 1)


def check_once(
    names: list[str], form: Format, lang: str | None, packs: list[str], watch: bool = False
) -> list[Problem]:
    """Print all that is wrong with some rulesets, and return it; quick when most of it was checked before.

    watch: whether they are checked again and again.
    """
    start = time.perf_counter()
    problems: list[Problem] = []
    with no_garbage():
        for name in names:
            tell_what_ships(name)
            problems += all_findings(name, packs, lang, watch).problems
        report(problems, form)
        seconds = f"{time.perf_counter() - start:.2f}"
        counts = counted("problems", len(problems))
        err.print(say("checked", what=", ".join(names), problems=counts, seconds=seconds))
    return problems


def _wait_for_change(folders: list[Path]) -> None:
    """Return when a file below one of the folders was written, added or taken away."""
    before = _states(folders)
    collected()
    while _states(folders) == before:
        time.sleep(0.2)


def _states(folders: list[Path]) -> dict[Path, tuple[int, int]]:
    """Size and time of every file."""
    states = {}
    for path in (path for folder in folders for path in folder.rglob("*")):
        with suppress(OSError):  # it went while we looked
            states[path] = (path.stat().st_size, path.stat().st_mtime_ns)
    return states
