"""What no rule of interpretation can make anything of: the problems of a ruleset's texts, each at its place."""

from __future__ import annotations

from rulewright.meaning.corpus import bind
from rulewright.problems import Problem
from rulewright.ruleset.model import Ruleset


def refused(ruleset: Ruleset) -> list[Problem]:
    """The problems of every text that cannot be bound in its place, in the order of the texts."""
    return [
        found.at(ruleset.text_place(bound.words, found.offset, found.end or None))
        for bound in bind(ruleset)
        for found in bound.problems
    ]
