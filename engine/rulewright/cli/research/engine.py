"""`rulewright engine`: games for programs in other languages, over standard input and output."""

from __future__ import annotations

import io
import sys
from typing import Annotated

import typer

from rulewright.ai.lines import serve
from rulewright.cli.text.reader_language import reader


def engine(
    lang: Annotated[str | None, typer.Option(metavar="LANGUAGE", help="The language of all that is said.")] = None,
) -> None:
    """Answer programs in other languages: a JSON object a line on standard input, an answer a line on standard output.

    docs/engine.md tells what can be asked.
    """
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace", newline="\n")
    serve(sys.stdin, sys.stdout, lang or reader())
