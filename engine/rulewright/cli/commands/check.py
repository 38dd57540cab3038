"""`rulewright check`: all that is wrong with rulesets."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from rulewright import cache
from rulewright.cli.rulesets import Packs, named, tell_what_ships
from rulewright.cli.text.reader_language import counted, say
from rulewright.cli.text.report import Format, err, report
from rulewright.compiler import trials
from rulewright.compiler.verified import verified
from rulewright.garbage import no_garbage
from rulewright.language.problems import Problem, RulewrightError, mistake
from rulewright.play.scenario_files import read_scenarios
from rulewright.ruleset.files.discovery import find_ruleset
from rulewright.ruleset.files.validated_cache import is_stamped, stamp
from rulewright.ruleset.lint import lint
from rulewright.ruleset.loader import read_ruleset
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.translations.proofs import translations
from rulewright.runtime.rules import Rules

_OF_TEXTS = ("RW03", "RW04")
"""Codes of texts that cannot be read start like this."""


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
    problems = check_once(names, form, lang, packs or [])
    while watch:
        _wait_for_change([*(find_ruleset(name) for name in names), *map(Path, packs or ())])
        err.print()
        problems = check_once(names, form, lang, packs or [])
    if problems:
        raise typer.Exit(2 if all(problem.code == "RW0220" for problem in problems) else 1)


def check_once(names: list[str], form: Format, lang: str | None, packs: list[str]) -> list[Problem]:
    """Print all that is wrong with some rulesets, and return it; quick when most of it was checked before."""
    problems: list[Problem] = []
    start = time.perf_counter()
    for name in names:
        tell_what_ships(name)
        ruleset, found = read_ruleset(name, packs)
        unread = bool(found) and all(one.code.startswith(_OF_TEXTS) for one in found)
        problems += verified(ruleset, found) if ruleset is not None and unread else found
        if ruleset is not None:
            problems += _each_of(ruleset, lint, lambda ruleset: read_scenarios(ruleset)[1])
        if ruleset is not None and not found:
            problems += _each_of(ruleset, compiled)
        elif ruleset is not None and unread:  # one text that cannot be read hides nothing that is wrong with others
            problems += _besides(_each_of(ruleset, compiled), found)
        if ruleset is not None and lang not in (None, "en"):
            problems += _translated(ruleset, lang)
    report(problems, form)
    seconds = f"{time.perf_counter() - start:.2f}"
    err.print(say("checked", what=", ".join(names), problems=counted("problems", len(problems)), seconds=seconds))
    return problems


def _besides(problems: list[Problem], unread: list[Problem]) -> list[Problem]:
    """What is wrong with other texts than those that cannot be read."""
    lines = {(one.place.file, one.place.line) for one in unread}
    return [
        one for one in problems
        if (one.place.file, one.place.line) not in lines and one.code != "RW0719" and "was not read" not in one.message
    ]  # fmt: skip


def _each_of(ruleset: Ruleset, *checks: Callable[[Ruleset], list[Problem]]) -> list[Problem]:
    """What several checks find; a mistake of the program in one of them is a finding and hides no other."""
    problems: list[Problem] = []
    for one in checks:
        try:
            problems += one(ruleset)
        except Exception as error:
            problems.append(mistake(error).at(ruleset.place(("ruleset",))))
    return problems


def compiled(ruleset: Ruleset) -> list[Problem]:
    """What parses but cannot be run, for any number of players; nothing where no procedure runs yet."""
    always = json.dumps(ruleset.content.data["always"])
    new = {}
    for players in ruleset.players if ruleset.procedure_order else ():
        state = cache.name_of("run", ruleset.id, ruleset.hash, always, str(players))
        if not is_stamped(state):
            new[players] = state
    by_players = trials.compiled(ruleset, new, Rules(ruleset).options)
    for players, wrong in by_players.items():
        if not wrong:
            stamp(new[players])
    found = [one for wrong in by_players.values() for one in wrong]
    everywhere = ruleset.place(("ruleset",))
    problems = list(dict.fromkeys(one if one.place.file else one.at(everywhere) for one in found))
    return problems + _not_understood(ruleset, problems)


def _not_understood(ruleset: Ruleset, known: list[Problem]) -> list[Problem]:
    """What the rules of interpretation refuse, where nothing else is wrong already on the same line."""
    state = cache.name_of("meaning", ruleset.id, ruleset.hash, json.dumps(ruleset.content.data["always"]))
    if is_stamped(state):
        return []
    with no_garbage():
        problems = trials.not_understood(ruleset, known)
    if not problems and not known:
        stamp(state)
    return problems


def _translated(ruleset: Ruleset, lang: str) -> list[Problem]:
    """Texts of a language that are missing, cannot be read, or say something else."""
    try:
        return [problem for text in translations(ruleset, lang) for problem in text.problems]
    except RulewrightError as error:
        return list(error.problems)


def _wait_for_change(folders: list[Path]) -> None:
    """Return when a file below one of the folders was written, added or taken away."""
    before = _states(folders)
    while _states(folders) == before:
        time.sleep(0.2)


def _states(folders: list[Path]) -> dict[Path, tuple[int, int]]:
    """Size and time of every file."""
    states = {}
    for path in (path for folder in folders for path in folder.rglob("*")):
        with suppress(OSError):  # it went while we looked
            states[path] = (path.stat().st_size, path.stat().st_mtime_ns)
    return states
