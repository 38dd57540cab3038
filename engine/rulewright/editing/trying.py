"""A text tried in its place: whether it reads and compiles there, how it is understood, how each language says it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.compiler.trials import Trials, Tried
from rulewright.language.nodes import Node
from rulewright.meaning import bind_text, paraphrase
from rulewright.problems import Problem, RulewrightError
from rulewright.ruleset.model import Ruleset


@dataclass(frozen=True, slots=True)
class Trial:
    """What has come of a text.

    Attributes:
        tree: what it says; None when it cannot be read.
        problems: what is wrong with it, at offsets in it.
        understood: its meaning in words; "" while something is wrong with it.
    """

    tree: Node | None
    problems: tuple[Problem, ...] = ()
    understood: str = ""


def try_text(ruleset: Ruleset, text: str, kind: str, lang: str = "en", of: str = "en") -> Trial:
    """Try a text as a component of a kind would say it.

    Args:
        lang: in which its meaning is told; of: in which it is written.
    """
    try:
        tree = ruleset.parse(text, of)
    except RulewrightError as error:
        return Trial(None, error.problems)
    trials: Trials = ruleset.derived.setdefault("trials", Trials(ruleset))  # it knows what is wrong without the text
    problems = tuple(trials.tried([Tried(text, tree, kind)])[0])
    if problems:
        return Trial(tree, problems)
    try:
        return Trial(tree, (), understood(ruleset, tree, kind, lang))
    except RulewrightError as error:
        return Trial(tree, error.problems)


def understood(ruleset: Ruleset, tree: Node, kind: str, lang: str) -> str:
    """What a text means on a component of a kind, in words. Raises RulewrightError where it has no meaning."""
    return paraphrase(bind_text(ruleset, tree, kind), ruleset, lang)


def in_languages(ruleset: Ruleset, tree: Node, kind: str = "text") -> Iterator[tuple[str, str | RulewrightError]]:
    """A tree as each language of a ruleset says it; or why a language cannot."""
    for lang in ruleset.languages:
        try:
            yield lang, ruleset.print(tree, lang, kind)
        except RulewrightError as error:
            yield lang, error
