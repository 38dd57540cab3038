"""Running a scenario of a ruleset as it stands in the editor."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rulewright.editing.project import Project
from rulewright.editing.sheets.sheet import Sheet
from rulewright.play.scenario_files import read_all
from rulewright.play.scenarios import run
from rulewright.problems import Problem, RulewrightError, mistake, problem
from rulewright.ruleset.files.unsaved import unsaved
from rulewright.ruleset.loader import load_ruleset
from rulewright.runtime.rules import Rules


def run_scenario(project: Project, name: str, sheets: Mapping[Path, Sheet]) -> list[Problem]:
    """What comes out otherwise than a scenario expects, or what keeps it from being run."""
    with unsaved({path: sheet.source for path, sheet in sheets.items()}):
        try:
            ruleset = load_ruleset(project.root.ruleset, project.root.packs)
            scenarios, problems, _ = read_all(ruleset)
            scenario = next((one for one in scenarios if one.id == name), None)
            if scenario is None:
                return problems or [problem("RW0803", found=name)]
            return run(scenario, Rules(ruleset, scenario.options))
        except RulewrightError as error:
            return list(error.problems)
        except Exception as error:
            return [mistake(error)]
