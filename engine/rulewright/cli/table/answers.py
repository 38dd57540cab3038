"""What a table answers beside choosing: what a thing says, why, the rules of a word, a copy of the journal."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from rulewright import disk
from rulewright.cli.commands.why_not import told
from rulewright.cli.table.board import Board
from rulewright.cli.table.lookup import Lookup
from rulewright.language.interface import said
from rulewright.play.presentation.searching import fitting
from rulewright.play.presentation.why_not import missing, why_not
from rulewright.problems import RulewrightError
from rulewright.ruleset.rulebook.rulebook import rulebook
from rulewright.runtime.game import Game

COMMANDS = ("help", "board", "map", "show", "why", "rules", "log", "undo", "save", "quit")
"""What a human at the table can say beside choosing; `do_…` of the interface is what each is called."""

_MOST_RULES = 40
"""So many lines of the rulebook are told of a word."""


class Answers:
    """Answers in a language. journal: where the game is written down, if it is."""

    def __init__(self, lang: str, journal: Path | None) -> None:
        self.lang = lang
        self.journal = journal
        self._rulebooks: dict[int, list[tuple[str, str]]] = {}

    def command(self, words: str) -> tuple[str, str]:
        """A command of the table, called as the reader's language or as English calls it, and what stands behind it."""
        words = "help" if words == "?" else words
        for command in COMMANDS:
            for name in (said(f"do_{command}", self.lang), command):
                if f"{words.casefold()} ".startswith(f"{name} "):
                    return command, words[len(name) :].strip()
        return "", ""

    def help(self, command: str = "") -> str:
        """All commands, or how one is used."""
        lines = said("help", self.lang).rstrip().splitlines()
        name = said(f"do_{command}", self.lang) if command else ""
        return "\n".join(line for line in lines if not name or line.strip().startswith(f"{name} "))

    def show(self, words: str, board: Board, game: Game) -> Iterator[RenderableType]:
        """What a card, space or zone says; of any other word the rules."""
        found = list(Lookup(board, game).show(words))
        yield from found or self.rules(words, game)

    def rules(self, words: str, game: Game) -> Iterator[RenderableType]:
        """The rules and cards in which a word stands, by chapters."""
        key = id(game.rules)
        if key not in self._rulebooks:
            lines = rulebook(game.rules.ruleset, self.lang, internal=True)
            self._rulebooks[key] = [(line.kind, line.text.replace("*", "")) for line in lines]
        found = list(fitting(self._rulebooks[key], words))
        if not found:
            yield Text(said("nothing", self.lang, name=words))
        for kind, text in found[:_MOST_RULES]:
            deep = {"chapter": 0, "section": 2}.get(kind, 4)
            line = Text(text, "bold" if deep < 4 else "")
            line.highlight_regex(rf"(?i){re.escape(words)}" if words else "$^", "underline")
            yield Padding(line, (0, 0, 0, deep))
        if len(found) > _MOST_RULES:
            yield Text("…")

    def why(self, words: str, board: Board, game: Game) -> Iterator[RenderableType]:
        """`NUMBER`, `NUMBER 2`, `NUMBER SPACE`: what a number is made of, then of whom or what, if not of the asker.

        `CARD`, `SPACE`, `ACTION`: why it cannot be chosen; nothing: why all that is not offered is not.

        Raises:
            RulewrightError: nothing is called so.
        """
        seat = board.seat
        if not words:
            yield from told(missing(game, seat, self.lang), self.lang)
            return
        try:
            parts = Lookup(board, game).why(words)
        except RulewrightError as no_number:
            try:
                found = why_not(game, seat, words, self.lang)
            except RulewrightError:
                raise no_number from None
            yield from told(found, self.lang)
            return
        for label, by in parts:
            yield f"  {by:+}  {label}"
        yield f"  = {sum(by for _, by in parts)}"

    def save(self, words: str) -> str:
        """Copy the journal to `FILE`, or `FILE --force` to write over one that is there; how to go on with it.

        Raises:
            RulewrightError: it cannot be written.
        """
        path = Path(words.removesuffix(" --force").rstrip())
        if self.journal is None:
            return said("unwritten", self.lang)
        disk.write(path, disk.read(self.journal), new=not words.endswith(" --force"))
        spoken = "" if self.lang == "en" else f" --lang {self.lang}"
        return f"{said('saved', self.lang)} rulewright play --resume {shlex.quote(str(path))}{spoken}"
