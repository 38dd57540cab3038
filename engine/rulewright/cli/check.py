"""`rulewright check`: all that is wrong with rulesets."""

from __future__ import annotations

from typing import Annotated

import typer

from rulewright.cli.report import Format, err, report
from rulewright.cli.rulesets import named
from rulewright.compiler.scope import MeaningError
from rulewright.language.problems import Problem
from rulewright.play.scenario_files import read_scenarios
from rulewright.ruleset.lint import lint
from rulewright.ruleset.loader import read_ruleset
from rulewright.ruleset.model import Ruleset
from rulewright.runtime.rules import Rules


def check(
    games: Annotated[
        list[str] | None,
        typer.Argument(help="Names of rulesets or folders; this folder, or all that ship, if none is given."),
    ] = None,
    form: Annotated[Format, typer.Option("--format", help="How findings are printed.")] = Format.HUMAN,
) -> None:
    """Check rulesets: files, references, texts and scenarios, all problems in one run."""
    problems: list[Problem] = []
    names = named(games or [])
    for name in names:
        ruleset, found = read_ruleset(name)
        problems += found
        if ruleset is not None:
            problems += lint(ruleset) + read_scenarios(ruleset)[1]
        if ruleset is not None and not found:
            problems += _compiled(ruleset)
    report(problems, form)
    noun = "problem" if len(problems) == 1 else "problems"
    err.print(f"{', '.join(names)}: {len(problems) or 'no'} {noun}")
    if problems:
        raise typer.Exit(2 if all(problem.code == "RW0220" for problem in problems) else 1)


def _compiled(ruleset: Ruleset) -> list[Problem]:
    """What parses but cannot be run, for any number of players; nothing where no procedure runs yet."""
    problems: list[Problem] = []
    for players in ruleset.players if ruleset.procedure_order else ():
        try:
            Rules(ruleset).program(players)
        except MeaningError as error:
            problems += (problem for problem in error.problems if problem not in problems)
    return problems
