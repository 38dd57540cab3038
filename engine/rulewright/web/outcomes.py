"""What becomes of a component's scenarios: as its file has its text, and as the text on the workbench has it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulewright.language.interface import said, told
from rulewright.play.scenario_files import read_scenarios
from rulewright.play.scenarios import Scenario, arranged, run
from rulewright.problems import Problem, RulewrightError, mistake
from rulewright.ruleset.model import Ruleset
from rulewright.runtime.rules import Rules

MOST_RUN = 24
"""Scenarios of one component that are run at once."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a scenario: what was offered first, and in words what was not as expected."""

    offered: tuple[str, ...]
    wrong: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A scenario with its result.

    Attributes:
        place: its file and line.
        before: what comes of it without the edit; the same as `now` where nothing was edited.
    """

    id: str
    place: str
    now: Result
    before: Result

    @property
    def changed(self) -> bool:
        """Whether the edit changes what comes of it or what is offered in it."""
        return self.now != self.before

    @property
    def offers(self) -> list[tuple[str, str]]:
        """What is offered, each with a sign: + only with the edit, - only without, nothing where both offer it."""
        now, before = self.now.offered, self.before.offered
        return [(one, "" if one in before else "+") for one in now] + [(one, "-") for one in before if one not in now]


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The scenarios of a component that were run, and how many more there are."""

    rows: tuple[Outcome, ...]
    more: int

    @property
    def passed(self) -> int:
        """How many came out as expected."""
        return sum(not one.now.wrong for one in self.rows)

    @property
    def changed(self) -> int:
        """How many the edit changes."""
        return sum(one.changed for one in self.rows)


def outcomes(ruleset: Ruleset, edited: Ruleset, component: str, lang: str) -> Outcomes:
    """Run the scenarios that show a component, name it, or lay it out.

    Args:
        edited: the ruleset with the text that is tried; `ruleset` itself where nothing was edited.

    Raises:
        RulewrightError: the scenarios cannot be read.
    """
    scenarios, problems = read_scenarios(ruleset)
    if not scenarios and problems:
        raise RulewrightError(*problems)
    found = [one for one in scenarios if component in set(_words(one.data))]
    found.sort(key=lambda one: component not in one.data.get("shows", ()))
    ready: dict[tuple[bool, str], Rules] = {}
    rows = []
    for scenario in found[:MOST_RUN]:
        before = _result(scenario, _rules(ready, ruleset, False, scenario), lang)
        now = before if edited is ruleset else _result(scenario, _rules(ready, edited, True, scenario), lang)
        place = scenario.place(("id",))
        rows.append(Outcome(scenario.id, f"{place.file}:{place.line}", now, before))
    rows.sort(key=lambda row: (not row.changed, not row.now.wrong))
    return Outcomes(tuple(rows), len(found) - len(rows))


def _rules(ready: dict[tuple[bool, str], Rules], ruleset: Ruleset, edited: bool, scenario: Scenario) -> Rules:
    key = (edited, repr(sorted(scenario.options.items())))
    if key not in ready:
        ready[key] = Rules(ruleset, scenario.options)
    return ready[key]


def _result(scenario: Scenario, rules: Rules, lang: str) -> Result:
    problems: list[Problem]
    offered: tuple[str, ...] = ()
    try:
        decision = arranged(scenario.data, rules).decision
        offered = tuple(dict.fromkeys(option.text(lang) for option in decision.options)) if decision else ()
        problems = run(scenario, rules)
    except RulewrightError as error:
        problems = list(error.problems)
    except Exception as error:
        problems = [mistake(error)]
    return Result(offered, tuple(_in_words(told(one, lang), lang) for one in problems))


def _in_words(found: Problem, lang: str) -> str:
    """What came out otherwise: what it is, what was expected, and the hint."""
    expected = said("expected", lang, words=", ".join(found.expected)) if found.expected else ""
    return " ".join(filter(None, (found.message, expected, found.hint)))


def _words(data: Any) -> Iterator[str]:
    """All words of a scenario's data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _words(key)
            yield from _words(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _words(value)
