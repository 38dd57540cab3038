"""`rulewright read`: what a sentence means, and how it is said in other languages."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from rulewright.cli.rulesets import Packs, readable
from rulewright.cli.text import trees
from rulewright.cli.text.report import out
from rulewright.language.interface import said as words
from rulewright.language.interface import told
from rulewright.language.nodes import Node
from rulewright.language.problems import Place, Problem, RulewrightError
from rulewright.runtime.rules import Rules


def read(
    game: Annotated[str, typer.Argument(help="The ruleset whose words are used: its name, or its folder.")],
    text: Annotated[str, typer.Argument(help="What a card would say.")],
    lang: Annotated[str, typer.Option(metavar="LANGUAGE", help="The language of the text.")] = "en",
    to: Annotated[
        list[str] | None, typer.Option(metavar="LANGUAGE", help="Another language, or all; may be repeated.")
    ] = None,
    packs: Packs = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the tree and the sentences as JSON.")] = False,
) -> None:
    """Read a text as the engine does: its tree, with brackets, its normal form, in other languages, said back."""
    ruleset = Rules(readable(game, packs))
    tree = _parsed(ruleset, text, lang)
    others = ruleset.ruleset.languages if to == ["all"] else to or []
    said = {language: ruleset.print(tree, language) for language in dict.fromkeys([lang, *others])}
    understood, problems = _understood(ruleset, tree, lang)
    if as_json:
        data = {"text": text, "said": said, "understood": understood, "tree": trees.data(tree)}
        out.print(json.dumps(data, ensure_ascii=False, indent=2))
        return
    for line in trees.lines(tree):
        out.print(line)
    out.print(f"\n[] {trees.brackets(tree, text)}")
    for language, sentences in said.items():
        out.print(f"{language} {sentences}")
    if understood is not None:
        out.print(f"\n{words('understood_as', lang, text=understood)}")
    for found in problems:
        out.print(f"\n{words('not_understood', lang, text=found.message)} {found.hint}")


def _understood(ruleset: Rules, tree: Node, lang: str) -> tuple[str | None, list[Problem]]:
    """The Meaning of a text in words; None where it has none, and why."""
    from rulewright.meaning import bind_text, paraphrase  # many classes, which other commands need not make

    try:
        meaning = bind_text(ruleset.ruleset, tree)
    except RulewrightError as error:
        return None, [told(found, lang) for found in error.problems]
    return paraphrase(meaning, ruleset.ruleset, lang), []


def _parsed(ruleset: Rules, text: str, lang: str) -> Node:
    try:
        return ruleset.parse(text, lang)
    except RulewrightError as error:
        raise RulewrightError(*(_placed(problem, text) for problem in error.problems)) from None


def _placed(problem: Problem, text: str) -> Problem:
    """The problem with the line of the text that it is about."""
    before = text[: problem.offset]
    line = before.count("\n")
    column = len(before) - before.rfind("\n")
    length = max(1, problem.end - problem.offset)
    return problem.at(Place("text", line + 1, column, length, (text.split("\n"))[line]))
