"""`rulewright replay`: play a journal again and verify every position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulewright.cli.report import err, out
from rulewright.cli.rulesets import Packs, speaking, started
from rulewright.cli.table import result
from rulewright.play import journal


def replay(
    file: Annotated[Path, typer.Argument(help="A journal, as `play --journal` writes it.")],
    ruleset: Annotated[str | None, typer.Option("--game", help="The ruleset's folder, if it does not ship.")] = None,
    to: Annotated[int | None, typer.Option(min=0, help="Stop after so many choices.")] = None,
    lang: Annotated[str, typer.Option(help="The language of the log.")] = "en",
    packs: Packs = None,
) -> None:
    """Play a journal again; the first position that differs is an error."""
    kept = journal.read(file)
    game = started(kept.header, ruleset, packs)
    if kept.header.content != game.rules.hash:
        err.print("The rules are not those that the journal was written with; positions may differ.")
    speaking(game.rules, lang)
    made = journal.replay(kept, game, to)
    for line in game.log_lines(lang):
        out.print(line)
    if game.decision is None:
        result(game, out)
    err.print(f"{made} of {len(kept.choices)} choices made, every position as it was; now {game.hash()}")
