"""`rulewright replay`: play a journal again and verify every position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulewright.cli.rulesets import Packs, speaking, started, tell_changes
from rulewright.cli.table.table import result
from rulewright.cli.text.reader_language import say
from rulewright.cli.text.report import err, out
from rulewright.play import journal
from rulewright.play.seats import HUMAN


def replay(
    file: Annotated[Path, typer.Argument(help="A journal, as `play --journal` writes it.")],
    ruleset: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="The ruleset's folder, if it does not ship.")
    ] = None,
    to: Annotated[int | None, typer.Option(min=0, metavar="NUMBER", help="Stop after so many choices.")] = None,
    lang: Annotated[str | None, typer.Option(metavar="LANGUAGE", help="The language of the log.")] = None,
    packs: Packs = None,
) -> None:
    """Play a journal again; the first position that differs is an error."""
    kept = journal.read(file)
    game = started(kept.header, ruleset, packs)
    tell_changes(kept.header, game.rules)
    lang = speaking(game.rules.ruleset, lang)
    made = journal.replay(kept, game, to)
    shown_to = [seat for seat, kind in enumerate(kept.header.seats) if kind == HUMAN] if kept.sealed else []
    for line in filter(None, game.log_lines(lang, seats=shown_to)):
        out.print(line)
    if game.decision is None:
        result(game, out, lang)
    err.print(say("replayed", made=made, count=len(kept.choices), hash=kept.header.told(game.hash())))
