"""`rulewright migrate`: write words that were renamed as they are called now."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rulewright import disk
from rulewright.cli.rulesets import Packs, readable
from rulewright.cli.text.report import report
from rulewright.problems import RulewrightError, problem
from rulewright.ruleset.translations.renaming import with_new_words
from rulewright.ruleset.translations.text_locations import homes


def migrate(
    game: Annotated[str, typer.Argument(help="The name of a ruleset, or its folder.")] = ".",
    packs: Packs = None,
) -> None:
    """Rewrite texts that call a word as it was called before (`was` in the lexicon); with packs, only theirs.

    What a text means stays the same, or it is left as it is and named.
    """
    ruleset = readable(game, packs)
    files, left = with_new_words(ruleset)
    folders = [folder.resolve() for folder in (homes(ruleset)[1:] if packs else homes(ruleset)[:1])]
    paths = {Path(file): text for file, text in files.items()}
    own = {path: text for path, text in paths.items() if any(path.resolve().is_relative_to(at) for at in folders)}
    zipped = [problem("RW0807", file=path, reason="it lies in a zip") for path in own if not path.is_file()]
    if zipped:
        raise RulewrightError(*zipped)
    for path, text in own.items():
        _rewrite(path, text)
        print(path)
    if left:
        report(old.problem(ruleset) for old in left)
        raise typer.Exit(1)


def _rewrite(path: Path, text: str) -> None:
    """Exchange the text of a file in one step; its line ends and the mark at its start stay as they are."""
    raw = disk.read(path)
    mark = raw[:3] if raw.startswith(b"\xef\xbb\xbf") else b""
    disk.write(path, mark + (text.replace("\n", "\r\n") if b"\r\n" in raw else text).encode())
