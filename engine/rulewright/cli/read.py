"""`rulewright read`: what a sentence means, and how it is said in other languages."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from rulewright.cli import trees
from rulewright.cli.report import out
from rulewright.cli.rulesets import readable
from rulewright.language.language import Language
from rulewright.language.lexicon import Lexicon
from rulewright.language.nodes import Node
from rulewright.language.problems import Place, Problem, RulewrightError


def read(
    game: Annotated[str, typer.Argument(help="The ruleset whose words are used: its name, or its folder.")],
    text: Annotated[str, typer.Argument(help="What a card would say.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the tree and the normal form as JSON.")] = False,
) -> None:
    """Read a text as the engine does: its tree, with brackets, and in its normal form."""
    language = Language(Lexicon.from_mapping(readable(game).lexicon))
    tree = _parsed(language, text)
    normal = language.print(tree)
    if as_json:
        out.print(json.dumps({"text": text, "normal": normal, "tree": trees.data(tree)}, ensure_ascii=False, indent=2))
        return
    for line in trees.lines(tree):
        out.print(line)
    out.print(f"\nread as      {trees.brackets(tree, text)}")
    out.print(f"normal form  {normal}")


def _parsed(language: Language, text: str) -> Node:
    try:
        return language.parse(text)
    except RulewrightError as error:
        raise RulewrightError(*(_placed(problem, text) for problem in error.problems)) from None


def _placed(problem: Problem, text: str) -> Problem:
    """The problem with the line of the text that it is about."""
    before = text[: problem.offset]
    line = before.count("\n")
    column = len(before) - before.rfind("\n")
    length = max(1, problem.end - problem.offset)
    return problem.at(Place("text", line + 1, column, length, (text.split("\n"))[line]))
