"""`rulewright lsp`: the language server."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

import typer

from rulewright.problems import RulewrightError, problem


def lsp(
    lang: Annotated[
        str | None, typer.Option(metavar="LANGUAGE", help="The language of all that is said; by default the editor's.")
    ] = None,
) -> None:
    """Answer an editor: what is wrong under the words, completion, meaning, renaming. Editors start it themselves.

    It speaks the Language Server Protocol over standard input and output, beside a server for YAML.
    """
    if find_spec("pygls") is None:
        raise RulewrightError(problem("RW0834", found="pygls"))
    from rulewright.lsp.serving import serve

    serve(lang)
