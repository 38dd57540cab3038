"""`rulewright why-not`: why something is not offered in a position of a journal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from rulewright.cli.rulesets import Packs, speaking, started
from rulewright.cli.text.report import out
from rulewright.language.interface import said
from rulewright.play import journal
from rulewright.play.presentation.digest import gathered
from rulewright.play.presentation.why_not import Missing, missing
from rulewright.play.presentation.why_not import why_not as asked


def why_not(
    file: Annotated[Path, typer.Argument(help="A journal, as `play --journal` writes it.")],
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME]", help="A card, space or action; without one, all of them.")
    ] = None,
    ruleset: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="The ruleset's folder, if it does not ship.")
    ] = None,
    to: Annotated[int | None, typer.Option(min=0, metavar="NUMBER", help="Stop after so many choices.")] = None,
    lang: Annotated[str | None, typer.Option(metavar="LANGUAGE", help="The language of the answer.")] = None,
    packs: Packs = None,
) -> None:
    """Tell why something cannot be chosen in a position of a journal, as whoever is to choose there may know it."""
    kept = journal.read(file)
    game = started(kept.header, ruleset, packs)
    lang = speaking(game.rules.ruleset, lang)
    journal.replay(kept, game, to)
    viewer = None if kept.sealed else game.seat  # of a game that goes on nobody's cards are told
    found = asked(game, viewer, " ".join(words), lang) if words else missing(game, viewer, lang)
    for line in told(found, lang):
        out.print(line)


def told(found: Iterable[Missing], lang: str) -> Iterator[str]:
    """What is not offered, a line for each reason of some things."""
    lines = [
        f"{', '.join(names)}: {' '.join(filter(None, (reason.words, reason.sentence)))}"
        for names, reasons in gathered(found) for reason in reasons
    ]  # fmt: skip
    yield from dict.fromkeys(lines) or [said("why_not_none", lang)]
