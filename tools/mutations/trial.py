"""What notices a mutant: the checks of the ruleset, one of its scenarios, or nothing."""

from __future__ import annotations

import json
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from mutations.data import Mutant, Mutations
from mutations.touched import Code, Watch, changed
from rulewright.compiler.pipeline import compile_ruleset
from rulewright.compiler.program import Program
from rulewright.compiler.scope import MeaningError
from rulewright.play.scenario_files import read_scenarios
from rulewright.play.scenarios import Scenario, run
from rulewright.problems import Problem, RulewrightError
from rulewright.ruleset.lint import lint
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.references.references import check_references
from rulewright.runtime.game import Game
from rulewright.runtime.labels import Labels
from rulewright.runtime.programs import link
from rulewright.runtime.rules import Rules

PATIENCE = 30  # seconds for one scenario


@dataclass(frozen=True)
class Outcome:
    """by: `check`, `scenario`, "" for nothing, `crash` (the engine failed, a defect of its own), or `same`: the program
    is the same, so there is nothing to notice.
    """

    mutant: Mutant
    by: str
    told: str = ""


class Uncached(Rules):
    """Rules of a mutant: its programs are used once and kept nowhere; games that begin alike are begun once."""

    def __init__(self, ruleset: Ruleset, options: Mapping[str, Any], program: Program) -> None:
        super().__init__(ruleset, options)
        self._begun: dict[int, Game] = {}
        self._program = program
        link(program)
        program.labels = Labels(program, self.print)

    def new_game(
        self, players: int | None = None, seed: int = 0, options: Mapping[str, Any] | None = None,
        checked: bool = False, log: bool = True,
    ) -> Game:  # fmt: skip
        """A game at its first decision, with a log; a mutant is judged by expectations alone, not by invariants."""
        if seed not in self._begun:
            self._begun[seed] = super().new_game(players, seed, options)
        known = self._begun[seed]
        game = known.copy()
        game.state.log = list(known.state.log or ())
        return game

    def program(self, seats: int, options: Mapping[str, Any] | None = None, checked: bool = False) -> Program:
        """The compiled program, for one number of players."""
        assert not options
        return self._program


class Watched(Uncached):
    """Rules that note what runs; every game is begun anew, so that nothing is known from an earlier one."""

    def __init__(self, ruleset: Ruleset, options: Mapping[str, Any], program: Program) -> None:
        super().__init__(ruleset, options, program)
        self.watch = Watch(program)

    def new_game(
        self, players: int | None = None, seed: int = 0, options: Mapping[str, Any] | None = None,
        checked: bool = False, log: bool = True,
    ) -> Game:  # fmt: skip
        """A game at its first decision, with a log; a mutant is judged by expectations alone, not by invariants."""
        self._begun.clear()
        return super().new_game(players, seed, options)


@dataclass
class Group:
    """The scenarios that are played with the same program.

    ran: what each of them runs of it.
    """

    seats: int
    options: Mapping[str, Any]
    scenarios: list[Scenario]
    code: Code
    ran: list[frozenset[str]]


class TooLong(Exception):
    """A scenario did not end."""


class Court:
    """Tries mutants of one ruleset, each by the scenarios that it can touch."""

    def __init__(self, mutations: Mutations) -> None:
        self.mutations = mutations
        ruleset = mutations.ruleset
        scenarios, problems = read_scenarios(ruleset)
        alike: dict[str, list[Scenario]] = {}
        for scenario in scenarios:
            key = json.dumps([_seats(scenario, ruleset), scenario.options], sort_keys=True)
            alike.setdefault(key, []).append(scenario)
        red: list[str] = []
        self.groups = [self._group(some, red) for some in sorted(alike.values(), key=len, reverse=True)]
        if problems or red:
            raise SystemExit(f"Before anything is mutated, these scenarios fail: {', '.join(red) or problems}")
        self.known = {problem.code + problem.found for problem in lint(ruleset)}

    def _group(self, scenarios: list[Scenario], red: list[str]) -> Group:
        ruleset = self.mutations.ruleset
        seats, options = _seats(scenarios[0], ruleset), Rules(ruleset, scenarios[0].options).options
        code = Code(compile_ruleset(ruleset, seats, options))
        rules = Watched(ruleset, options, code.program)
        ran = []
        for scenario in scenarios:
            rules.watch.seen.clear()
            red += [scenario.id] if _fails(scenario, rules) else []
            ran.append(code.reached(rules.watch.seen))
        return Group(seats, options, scenarios, code, ran)

    def judge(self, mutant: Mutant) -> Outcome:
        """Find out what notices a mutant."""
        problems: list[Problem] = []
        by = "same"
        try:
            ruleset = self.mutations.ruleset_of(mutant, problems)
            problems += check_references(ruleset)
            problems += (found for found in lint(ruleset) if found.code + found.found not in self.known)
            if problems:
                return Outcome(mutant, "check", problems[0].code)
            for group in self.groups:
                program = compile_ruleset(ruleset, group.seats, group.options)
                others = changed(group.code, Code(program))
                if others is not None and not others:
                    continue
                by = ""
                touched = [
                    scenario
                    for scenario, ran in zip(group.scenarios, group.ran, strict=True)
                    if others is None or others & ran
                ]
                rules = Uncached(ruleset, group.options, program) if touched else None
                for scenario in sorted(touched, key=partial(self._distance, mutant)):
                    if rules is not None and _fails(scenario, rules):
                        return Outcome(mutant, "scenario", scenario.id)
        except MeaningError as error:
            return Outcome(mutant, "check", error.problems[0].code)
        except Exception as error:
            return Outcome(mutant, "crash", f"{type(error).__name__}: {error}")
        return Outcome(mutant, by)

    def _distance(self, mutant: Mutant, scenario: Scenario) -> int:
        """First what shows the part or cites its rules, then the rest."""
        ruleset, name = self.mutations.ruleset, mutant.part
        about = ruleset.components.get(name) if mutant.path[0] == "components" else ruleset.procedures.get(name)
        if name in scenario.data.get("shows", ()):
            return 0
        return 1 if about is not None and set(about.rules) & set(scenario.data.get("rules", ())) else 2


def _seats(scenario: Scenario, ruleset: Ruleset) -> int:
    """How many seats a scenario is played by."""
    return int(scenario.data.get("players", min(ruleset.players)))


def _fails(scenario: Scenario, rules: Rules) -> bool:
    """Whether a scenario comes out otherwise than expected."""
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(PATIENCE)
    try:
        return bool(run(scenario, rules))
    except (RulewrightError, TooLong):
        return True
    finally:
        signal.alarm(0)


def _too_long(*_: Any) -> None:
    raise TooLong
