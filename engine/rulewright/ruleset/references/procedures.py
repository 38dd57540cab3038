"""What procedures, invariants and their steps name: headings, times, rules, roles, options and components."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.problems import Problem, problem
from rulewright.ruleset.blocks import (
    Award,
    Choose,
    ChooseNumber,
    ForEach,
    Let,
    Offer,
    OptionIs,
    Path,
    Resolve,
    Step,
    walk,
)
from rulewright.ruleset.references.names import ROLES, Names

_EVENTS: Final = ("whenever", "before", "never")  # which of them an invariant has, if it is of an event


def procedure_problems(names: Names) -> Iterator[Problem]:
    """The problems of names in procedures, their steps apart."""
    for procedure in names.ruleset.procedures.values():
        path: Path = ("procedures", procedure.id)
        if procedure.heading is not None:
            yield from names.known("RW0231", procedure.heading, names.headings, (*path, "heading"))
        for time in procedure.limits or ():
            yield from names.known("RW0232", time, names.limits, (*path, "limit"))
        yield from names.cited(procedure.rules, (*path, "rules"))


def invariant_problems(names: Names) -> Iterator[Problem]:
    """The problems of invariants, their conditions left aside."""
    for invariant in names.ruleset.always.values():
        path: Path = ("always", invariant.id)
        events = [key for key in names.ruleset.content.data["always"][invariant.id] if key in _EVENTS]
        if len(events) > 1:
            place = names.key_place((*path, events[1]))
            yield problem("RW0258", place=place, found=" and ".join(events), expected=_EVENTS)
        yield from names.cited(invariant.rules, (*path, "rules"))


def step_problems(names: Names) -> Iterator[Problem]:
    """Roles, headings, options and components that steps and conditions name, wherever they stand."""
    ruleset = names.ruleset
    for parts in (ruleset.procedures, ruleset.always, *ruleset.words.values()):
        for part in parts.values():
            for found in walk(part):
                if isinstance(found, Step):
                    yield from _step(names, found)
                elif isinstance(found, OptionIs):
                    yield from names.known("RW0233", found.option, ruleset.options, found.path)


def _step(names: Names, step: Step) -> Iterator[Problem]:
    match step.action:
        case Choose(role=str(role)) | ForEach(role=str(role)) | ChooseNumber(role=role):
            yield from names.noun(role, (*step.path, "as"), ROLES)
        case Let(role=role):
            yield from names.noun(role, (*step.path, "let"), ROLES)
        case Award(noun=noun):
            yield from names.noun(noun, (*step.path, "of"), ["number", "resource"])
        case Offer(headings=headings):
            for heading in headings:
                yield from names.known("RW0231", heading, names.headings, (*step.path, "offer"))
        case Resolve(heading=heading, of=of):
            yield from names.known("RW0231", heading, names.headings, (*step.path, "resolve"))
            for index, name in enumerate(of if isinstance(of, tuple) else ()):
                at = (*step.path, "of", index)
                yield from names.known("RW0236", name, names.ruleset.components, at, what="component")
