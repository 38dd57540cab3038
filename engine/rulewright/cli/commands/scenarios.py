"""`rulewright scenarios`: run what designers expect of their rules."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from rulewright.cli.rulesets import Packs, load, named
from rulewright.cli.text.reader_language import say
from rulewright.cli.text.report import Format, err, report
from rulewright.play.scenario_files import read_all
from rulewright.play.scenarios import Scenario, run
from rulewright.problems import Problem, RulewrightError, mistake, problem
from rulewright.ruleset.loader import load_ruleset
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.packs.pack_files import pack_not_found
from rulewright.runtime.rules import Rules


def scenarios(
    games: Annotated[
        list[str] | None,
        typer.Argument(help="Names of rulesets, folders, or files of scenarios; all if none is given."),
    ] = None,
    wanted: Annotated[
        str | None,
        typer.Option("--id", metavar="ID", help="Run the scenario with this id, or else those whose id holds this."),
    ] = None,
    packs: Packs = None,
    only: Annotated[
        str | None,
        typer.Option("--only", metavar="PACK", help="Run only the scenarios that this pack adds or changes."),
    ] = None,
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
        ruleset = load_ruleset(folder, packs or ())
        home = _pack(ruleset, only) if only is not None else None
        found, broken, aside = read_all(ruleset, file)
        problems += broken
        rulesets: dict[str, Rules] = {}
        for scenario in _chosen(found, wanted, home) if not broken else ():
            ran += 1
            wrong = _run(scenario, folder, packs, rulesets)
            failed += bool(wrong)
            problems += (item for item in wrong if item not in problems)  # what breaks all is told once
        tell_aside(aside)
    if not ran and not problems and (wanted is not None or only is not None or games):
        raise RulewrightError(problem("RW0803", found=wanted or only or ", ".join(games or ())))
    report(problems, form)
    err.print(say("scenarios_ran", passed=ran - failed, count=ran))
    if problems:
        raise typer.Exit(1)


def _pack(ruleset: Ruleset, name: str) -> str:
    """The id of a loaded pack that is named by its id or path. Raises RulewrightError."""
    for pack in ruleset.packs:
        if name == pack.id or Path(name).resolve() == pack.path.resolve():
            return pack.id
    raise RulewrightError(pack_not_found(name, [pack.id for pack in ruleset.packs]))


def _chosen(scenarios: Sequence[Scenario], wanted: str | None, home: str | None) -> list[Scenario]:
    """Those of a pack, and of these the one with an id, or else those whose ids hold the words."""
    found = [scenario for scenario in scenarios if home in (None, scenario.home)]
    if wanted is None:
        return found
    exact = [scenario for scenario in found if scenario.id == wanted]
    return exact or [scenario for scenario in found if wanted in scenario.id]


def tell_aside(aside: Mapping[str, str]) -> None:
    """Tell which scenarios are not run, and for which packs."""
    for pack in dict.fromkeys(aside.values()):
        err.print(say("set_aside", pack=pack, names=", ".join(name for name in aside if aside[name] == pack)))


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
