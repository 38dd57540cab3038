"""`rulewright scenarios`: run what designers expect of their rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from rulewright.cli.reader import say
from rulewright.cli.report import Format, err, report
from rulewright.cli.rulesets import Packs, load, named
from rulewright.language.problems import Problem, RulewrightError, mistake, problem
from rulewright.play.scenario_files import read_scenarios
from rulewright.play.scenarios import Scenario, run
from rulewright.ruleset.loader import load_ruleset
from rulewright.runtime.rules import Rules


def scenarios(
    games: Annotated[
        list[str] | None,
        typer.Argument(help="Names of rulesets, folders, or files of scenarios; all if none is given."),
    ] = None,
    only: Annotated[
        str | None, typer.Option("--id", metavar="ID", help="Run the scenarios whose id holds this.")
    ] = None,
    packs: Packs = None,
    form: Annotated[
        Format, typer.Option("--format", metavar="human|json|github", help="How failures are printed.")
    ] = Format.HUMAN,
) -> None:
    """Run scenarios, and tell each expectation that does not hold."""
    problems: list[Problem] = []
    ran = failed = 0
    for name in named(games or []):
        path = Path(name)
        file = path if path.suffix == ".yaml" and path.parent.name == "scenarios" else None
        folder = str(path.parent.parent) if file else name
        found, broken = read_scenarios(load_ruleset(folder, packs or ()), file)
        problems += broken
        rulesets: dict[str, Rules] = {}
        for scenario in found if not broken else ():
            if only is None or only in scenario.id:
                ran += 1
                wrong = _run(scenario, folder, packs, rulesets)
                failed += bool(wrong)
                problems += (item for item in wrong if item not in problems)  # what breaks all is told once
    if not ran and not problems and (only is not None or games):
        raise RulewrightError(problem("RW0803", found=only or ", ".join(games or ())))
    report(problems, form)
    err.print(say("scenarios_ran", passed=ran - failed, count=ran))
    if problems:
        raise typer.Exit(1)


def _run(scenario: Scenario, folder: str, packs: list[str] | None, rulesets: dict[str, Rules]) -> list[Problem]:
    """Run one; rulesets are loaded once for each set of options."""
    key = json.dumps(scenario.options, sort_keys=True)
    try:
        if key not in rulesets:
            rulesets[key] = load(folder, scenario.options, packs)
        return run(scenario, rulesets[key])
    except RulewrightError as error:
        return [item if item.place.file else item.at(scenario.place(("id",))) for item in error.problems]
    except Exception as error:
        return [mistake(error).at(scenario.place(("id",)))]
