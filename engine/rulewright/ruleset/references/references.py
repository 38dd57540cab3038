"""Checking that everything a ruleset names is there, and is what it must be."""

from __future__ import annotations

from collections.abc import Iterator, Set

from rulewright.problems import Problem
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.references.attribute_values import AttributeValues
from rulewright.ruleset.references.attributes import Attributes
from rulewright.ruleset.references.components import component_problems
from rulewright.ruleset.references.head import head_problems
from rulewright.ruleset.references.locales import locale_problems
from rulewright.ruleset.references.map import map_problems
from rulewright.ruleset.references.names import Names
from rulewright.ruleset.references.nouns import noun_problems
from rulewright.ruleset.references.procedures import invariant_problems, procedure_problems, step_problems
from rulewright.ruleset.references.side_files import layout_problems, rule_list_problems
from rulewright.ruleset.references.value_names import value_name_problems
from rulewright.ruleset.references.words import circle_problems, word_problems


def check_references(ruleset: Ruleset) -> list[Problem]:
    """Return every name in a ruleset that leads nowhere or to the wrong kind of thing."""
    return list(_looked_up(ruleset)[0])


def named_words(ruleset: Ruleset) -> Set[tuple[str, str]]:
    """Return the words of the lexicon that something names by id: section and id."""
    return _looked_up(ruleset)[1]


def _looked_up(ruleset: Ruleset) -> tuple[list[Problem], Set[tuple[str, str]]]:
    """What is wrong with the names of a ruleset, and the words that they lead to: both are found on one way."""
    if "references" not in ruleset.derived:
        names = Names(ruleset)
        ruleset.derived["references"] = list(_problems(names)), names.named
    known: tuple[list[Problem], Set[tuple[str, str]]] = ruleset.derived["references"]
    return known


def _problems(names: Names) -> Iterator[Problem]:
    """Go through the ruleset, part by part."""
    attributes = Attributes(names)
    values = AttributeValues(names, attributes)
    yield from head_problems(names)
    yield from circle_problems(names)
    yield from noun_problems(names, attributes)
    yield from word_problems(names, attributes)
    yield from component_problems(names, values)
    yield from map_problems(names, values)
    yield from procedure_problems(names)
    yield from value_name_problems(names)
    yield from invariant_problems(names)
    yield from step_problems(names)
    yield from locale_problems(names)
    yield from rule_list_problems(names)
    yield from layout_problems(names)
