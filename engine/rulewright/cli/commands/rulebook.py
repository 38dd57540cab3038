"""`rulewright rulebook`: the rules of a game as a document, from what runs."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from rulewright import disk
from rulewright.cli.rulesets import Packs, readable, speaking
from rulewright.cli.text.reader_language import say
from rulewright.cli.text.report import err, out
from rulewright.ruleset.rulebook.rulebook import rulebook
from rulewright.ruleset.rulebook.steps import Line

_MARKS = {"title": "# ", "chapter": "\n## ", "section": "\n### ", "text": ""}
_TAGS = {"title": "h1", "chapter": "h2", "section": "h3", "text": "p"}


def rulebook_command(
    game: Annotated[str, typer.Argument(help="The name of a ruleset, or its folder.")],
    lang: Annotated[str | None, typer.Option(metavar="LANGUAGE", help="The language of the document.")] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="A file: .md, or .html for HTML.")
    ] = None,
    internal: Annotated[
        bool, typer.Option("--internal", help="With words that only the program needs, and what always holds.")
    ] = False,
    packs: Packs = None,
) -> None:
    """Print the rules of a game for its players, from set-up to the last component, as Markdown or HTML."""
    ruleset = readable(game, packs)
    lang = speaking(ruleset, lang)
    lines = rulebook(ruleset, lang, internal)
    if output is None:
        out.print("\n".join(markdown(lines)))
        return
    text = "\n".join(page(lines, lang) if output.suffix == ".html" else markdown(lines))
    disk.write(output, text + "\n")
    err.print(say("file_written", file=output))


def markdown(lines: Iterable[Line]) -> Iterator[str]:
    """The document in Markdown."""
    listed = False
    for line in lines:
        step = line.kind == "step"
        if step and not listed or line.kind == "text":
            yield ""
        listed = step
        yield f"{'  ' * line.depth}- {line.text}" if step else f"{_MARKS[line.kind]}{line.text}"


def page(lines: Iterable[Line], lang: str) -> Iterator[str]:
    """The document in HTML, without anything from elsewhere."""
    yield f'<!doctype html>\n<html lang="{lang}">\n<meta charset="utf-8">'
    yield "<style>body{max-width:46rem;margin:2rem auto;font:1rem/1.5 serif}h1,h2,h3{font-family:sans-serif}</style>"
    depth = -1
    for line in lines:
        if line.kind == "step":
            while depth < line.depth:
                yield "<ul>"
                depth += 1
            while depth > line.depth:
                yield "</ul>"
                depth -= 1
            yield f"<li>{_inline(line.text)}</li>"
            continue
        while depth >= 0:
            yield "</ul>"
            depth -= 1
        if line.kind == "title":
            yield f"<title>{html.escape(line.text)}</title>"
        yield f"<{_TAGS[line.kind]}>{_inline(line.text)}</{_TAGS[line.kind]}>"
    yield "</ul>" * (depth + 1) + "</html>"


def _inline(text: str) -> str:
    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", html.escape(text))
    return re.sub(r"\*(.+?)\*", r"<i>\1</i>", text)
