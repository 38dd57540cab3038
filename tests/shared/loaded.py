"""Shipped rulesets, loaded once in each process that runs tests. They are immutable; tests must not put options in."""

from __future__ import annotations

from functools import cache

from rulewright.ruleset.loader import load_ruleset
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.rulebook import rulebook as document
from rulewright.ruleset.rulebook.steps import Line
from rulewright.runtime.rules import Rules


@cache
def ruleset(name: str, packs: tuple[str, ...] = ()) -> Ruleset:
    """A ruleset with packs; its languages stay built, too."""
    return load_ruleset(name, packs)


@cache
def rules(name: str, packs: tuple[str, ...] = ()) -> Rules:
    """A ruleset ready to be played; its programs stay compiled, too."""
    return Rules(ruleset(name, packs))


@cache
def rulebook(name: str, lang: str = "en", internal: bool = False, packs: tuple[str, ...] = ()) -> tuple[Line, ...]:
    """The rulebook of a ruleset; in Hungarian it takes a second to write."""
    return tuple(document.rulebook(ruleset(name, packs), lang, internal))
