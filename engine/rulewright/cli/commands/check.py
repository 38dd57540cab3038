"""`rulewright check`: all that is wrong with rulesets."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from rulewright.cli.rulesets import Packs, named, tell_what_ships
from rulewright.cli.text.reader_language import counted, say
from rulewright.cli.text.report import Format, err, report
from rulewright.editing.findings import findings
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
    """Print all that is wrong with some rulesets, and return it; quick when most of it was checked before."""
    *_, problems = checked(names, form, lang, packs, watch)
    return problems


def checked(
    names: list[str], form: Format, lang: str | None, packs: list[str], watch: bool = False
) -> Iterator[list[Problem]]:
    """Print what is wrong with some rulesets, and yield it, the last time all of it.

    watch: whether it was and will be checked again and again. Then people are told first, and much sooner, that nothing
        is wrong with what they have changed, where that is so.
    """
    start = time.perf_counter()
    what = ", ".join(names)
    with no_garbage():
        problems: list[Problem] = []
        first = watch and form is not Format.JSON  # which is one list
        steps = []
        for name in names:
            tell_what_ships(name)
            steps.append(findings(name, packs, lang, first))
        last = [next(one for one in of_one if one.whole or one.edit) for of_one in steps]
        if any(one.edit for one in last) and not any(one.problems for one in last):
            err.print(say("checked_edit", what=what, seconds=f"{time.perf_counter() - start:.2f}"))
            yield []
        for one, more in zip(last, steps, strict=True):
            *_, whole = (one, *more)
            problems += whole.problems
        report(problems, form)
        seconds = f"{time.perf_counter() - start:.2f}"
        err.print(say("checked", what=what, problems=counted("problems", len(problems)), seconds=seconds))
    yield problems


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
