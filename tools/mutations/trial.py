"""What notices a mutant: the checks of the ruleset, one of its scenarios, or nothing."""

from __future__ import annotations

import json
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mutations.data import Mutant, Mutations
from rulewright.compiler.program import Program, compile_ruleset
from rulewright.compiler.scope import MeaningError
from rulewright.language.problems import Problem, RulewrightError
from rulewright.play.scenario_files import read_scenarios
from rulewright.play.scenarios import Scenario, run
from rulewright.ruleset.lint import lint
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.references import check_references
from rulewright.runtime.game import Game
from rulewright.runtime.labels import Labels
from rulewright.runtime.programs import link
from rulewright.runtime.rules import Rules

PATIENCE = 30  # seconds for one scenario


@dataclass(frozen=True)
class Outcome:
    """by: `check`, `scenario`, `crash` (the engine failed, which is a defect of its own) or "" for nothing."""

    mutant: Mutant
    by: str
    told: str = ""


class Uncached(Rules):
    """Rules of a mutant: its programs are used once and kept nowhere; games that begin alike are begun once."""

    def __init__(self, ruleset: Ruleset, options: Mapping[str, Any]) -> None:
        super().__init__(ruleset, options)
        self._begun: dict[tuple[int | None, int], Game] = {}

    def new_game(self, players: int | None = None, seed: int = 0, options: Mapping[str, Any] | None = None) -> Game:
        """A game at its first decision."""
        if (players, seed) not in self._begun:
            self._begun[players, seed] = super().new_game(players, seed, options)
        known = self._begun[players, seed]
        game = known.copy()
        game.state.log = list(known.state.log or ())
        return game

    def program(self, players: int, options: Mapping[str, Any] | None = None) -> Program:
        """The compiled program for a number of players."""
        assert not options
        key = (players, "")
        if key not in self._programs:
            program = self._programs[key] = compile_ruleset(self.ruleset, players, self.options)
            link(program)
            program.labels = Labels(program, self.print)
        return self._programs[key]


class TooLong(Exception):
    """A scenario did not end."""


class Court:
    """Tries mutants of one ruleset. own: only by the scenarios that show a part or cite its rules."""

    def __init__(self, mutations: Mutations, own: bool = False) -> None:
        self.mutations = mutations
        self.own = own
        ruleset = mutations.ruleset
        self.scenarios, problems = read_scenarios(ruleset)
        games: dict[str, Rules] = {}
        red = [] if own else [s.id for s in self.scenarios if _run(s, ruleset, games)]
        if problems or red:
            raise SystemExit(f"Before anything is mutated, these scenarios fail: {', '.join(red) or problems}")
        self.known = {problem.code + problem.found for problem in lint(ruleset)}

    def judge(self, mutant: Mutant) -> Outcome:
        """Find out what notices a mutant."""
        problems: list[Problem] = []
        try:
            ruleset = self.mutations.ruleset_of(mutant, problems)
            problems += check_references(ruleset)
            problems += (found for found in lint(ruleset) if found.code + found.found not in self.known)
            if problems:
                return Outcome(mutant, "check", problems[0].code)
            games: dict[str, Rules] = {}
            for scenario in self._in_order(mutant):
                if _run(scenario, ruleset, games):
                    return Outcome(mutant, "scenario", scenario.id)
        except MeaningError as error:  # it is compiled for the players of the first scenario
            return Outcome(mutant, "check", error.problems[0].code)
        except Exception as error:
            return Outcome(mutant, "crash", f"{type(error).__name__}: {error}")
        return Outcome(mutant, "")

    def _in_order(self, mutant: Mutant) -> list[Scenario]:
        """First what shows the part or cites its rules, then the rest."""
        ruleset, name = self.mutations.ruleset, mutant.part
        about = ruleset.components.get(name) if mutant.path[0] == "components" else ruleset.procedures.get(name)
        rules = set(about.rules) if about is not None else set()

        def distance(scenario: Scenario) -> int:
            if name in scenario.data.get("shows", ()):
                return 0
            return 1 if rules & set(scenario.data.get("rules", ())) else 2

        return sorted((s for s in self.scenarios if not self.own or distance(s) < 2), key=distance)


def _run(scenario: Scenario, ruleset: Ruleset, games: dict[str, Rules]) -> bool:
    """Whether a scenario comes out otherwise than expected. Programs are compiled for its players only."""
    key = json.dumps(scenario.options, sort_keys=True)
    if key not in games:
        games[key] = Uncached(ruleset, scenario.options)
    games[key].program(scenario.data.get("players", min(ruleset.players)))  # a MeaningError is for `check` to find
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(PATIENCE)
    try:
        return bool(run(scenario, games[key]))
    except (RulewrightError, TooLong):
        return True
    finally:
        signal.alarm(0)


def _too_long(*_: Any) -> None:
    raise TooLong
