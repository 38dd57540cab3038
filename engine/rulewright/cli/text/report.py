"""Print problems: for people, for programs, and as annotations of a pull request."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from typing import Any

from rich.console import Console
from rich.text import Text

from rulewright.cli.text.reader_language import reader, say
from rulewright.language.interface import told
from rulewright.problems import Problem

out = Console(highlight=False, soft_wrap=True, emoji=False, markup=False)
err = Console(highlight=False, soft_wrap=True, emoji=False, markup=False, stderr=True)

_MOST = 6
"""Of what was expected, how much is told: whoever needs more reads the docs."""

_LONG = 400
"""So many characters of a line are shown, and of them so many before the place, when the line is longer."""
_BEFORE = 80

_BLANK = "\n\t\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
"""Signs that Python calls unprintable and that no terminal obeys; French has such spaces before its signs."""


class Format(StrEnum):
    """How problems are printed."""

    HUMAN = "human"
    JSON = "json"
    GITHUB = "github"


def report(problems: Iterable[Problem], form: Format = Format.HUMAN, console: Console = out) -> None:
    """Print problems in one of the formats and the reader's language; JSON is one list."""
    problems = [_harmless(told(problem, reader())) for problem in problems]
    if form is Format.JSON:
        console.print(json.dumps([as_data(problem) for problem in problems], ensure_ascii=False, indent=2))
        return
    for problem in problems:
        console.print(_annotation(problem) if form is Format.GITHUB else _for_people(problem))


def _harmless(problem: Problem) -> Problem:
    """A problem without signs that would command a terminal: words of strangers stand in it."""

    def shown(text: str) -> str:
        return "".join(sign if sign.isprintable() or sign in _BLANK else "\N{REPLACEMENT CHARACTER}" for sign in text)

    return replace(
        problem,
        place=replace(problem.place, file=shown(problem.place.file), source=shown(problem.place.source)),
        notes=tuple((key, {name: shown(word) for name, word in words.items()}) for key, words in problem.notes),
        message=shown(problem.message), hint=shown(problem.hint), found=shown(problem.found),
        expected=tuple(map(shown, problem.expected)), suggestions=tuple(map(shown, problem.suggestions)),
    )  # fmt: skip


def as_data(problem: Problem) -> dict[str, Any]:
    """A problem as plain data; its place is flattened into file, line, column and length."""
    place = problem.place
    return {
        "code": problem.code,
        "message": problem.message,
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "length": place.length,
        "found": problem.found,
        "expected": list(problem.expected),
        "suggestions": list(problem.suggestions),
        "hint": problem.hint,
        **({"notes": _notes(problem)} if problem.notes else {}),
    }


def _notes(problem: Problem) -> list[str]:
    return [say(key, **words) for key, words in problem.notes]


def _for_people(problem: Problem) -> Text:
    place = problem.place
    text = Text()
    if place.file:
        text.append(place.file + (f":{place.line}:{place.column}" if place.line else "") + ": ", "bold")
    text.append(problem.code, "bold red")
    text.append(f" {problem.message}\n")
    if place.source:
        margin = f"{place.line:5} | "
        text.append(margin, "dim")
        first = max(0, place.column - 1 - _BEFORE) if len(place.source) > _LONG else 0
        source = place.source[first : first + _LONG]
        text.append(source.replace("\t", " ") + "\n")  # one column a character, so that the caret is right
        text.append("      | ", "dim")
        column = place.column - 1 - first
        length = max(1, min(place.length, len(source) - column))
        text.append(" " * column + "^" * length + "\n", "bold red")
    if problem.suggestions:
        words = say("did_you_mean", words=_either(problem.suggestions))
        text.append(f"        {words}\n", "green")
    if problem.expected:
        text.append(f"        {say('expected', words=_either(problem.expected))}\n")
    if problem.hint:
        text.append(f"        {problem.hint}\n", "cyan")
    for note in _notes(problem):
        text.append(f"        {note}\n")
    text.rstrip()
    return text


def _either(words: tuple[str, ...]) -> str:
    shown = list(words[:_MOST])
    if len(words) > _MOST:
        return say("more", words=", ".join(shown), count=len(words) - _MOST)
    return f" {say('either')} ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def _annotation(problem: Problem) -> str:
    """A GitHub workflow command (docs.github.com, "Workflow commands"), with its escapes."""
    place = problem.place
    where = {"file": place.file, "line": place.line, "col": place.column, "endColumn": place.column + place.length}
    parts = [f"{key}={_escaped(str(value), ',:')}" for key, value in where.items() if place.file and value]
    parts.append(f"title={problem.code}")
    notes = [problem.message]
    if problem.suggestions:
        notes.append(say("did_you_mean", words=_either(problem.suggestions)))
    if problem.expected:
        notes.append(say("expected", words=_either(problem.expected)))
    return f"::error {','.join(parts)}::{_escaped(' '.join([*notes, problem.hint, *_notes(problem)]).strip())}"


def _escaped(text: str, more: str = "") -> str:
    for sign in "%\r\n" + more:
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text
