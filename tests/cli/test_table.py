"""Humans at the table, with a game by hand."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from fake import Nim
from rich.console import Console

from rulewright.cli.table.table import Table, result
from rulewright.play.bots import RandomBot
from rulewright.play.session import Session


def played(*answers: str, journal: Path | None = None) -> tuple[Table, str]:
    """A table where seat 1 gave these answers and then left, and what it printed."""
    waiting: Iterator[str] = iter(answers)

    def read(prompt: str) -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    stream = StringIO()
    out = Console(file=stream, width=100, highlight=False, soft_wrap=True, markup=False)
    table = Table(Session(Nim, [None, RandomBot(1)]), out, "en", read, journal)
    if table.play():
        result(table.session.game, out)
    return table, stream.getvalue()


def test_options_are_numbered_and_the_position_is_shown() -> None:
    _, printed = played()
    assert "Player 1: How many stones?" in printed
    assert "  2 Take 2" in printed
    assert "12 stone" in printed


def test_answers_may_be_numbers_ids_or_words() -> None:
    for answer in ("3", "take3", "Take 3", "take  3"):
        table, _ = played(answer)
        assert table.session.game.taken[0] == 3


def test_a_wrong_answer_is_told_and_asked_again() -> None:
    table, printed = played("9", "take", "2")
    assert "RW0805" in printed and "RW0806" in printed
    assert table.session.game.taken[0] == 2


def test_undo_goes_back_and_says_when_it_cannot() -> None:
    table, printed = played("undo", "1", "undo", "2")
    assert "nothing to take back" in printed
    assert table.session.game.taken[0] == 2


def test_the_whole_game_is_told() -> None:
    _, printed = played(*["1"] * 12)
    assert printed.count("Player 1 takes 1.") == printed.count("Player 1: How many stones?")
    assert "The game is over: No stones are left" in printed
    assert "1.  Player" in printed


def test_saving_copies_the_journal(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    kept.write_text("a line\n", encoding="utf-8")
    copy = tmp_path / "copy.jsonl"
    _, printed = played(f"save {copy}", journal=kept)
    assert copy.read_text(encoding="utf-8") == "a line\n"
    assert f"--resume {copy}" in printed
    assert "RW0807" in played(f"save {tmp_path / 'no' / 'where'}", journal=kept)[1]
    assert "not written down" in played(f"save {copy}")[1]


def test_a_command_without_what_it_needs_tells_how_it_is_used() -> None:
    table, printed = played("save", "show", "2")
    assert "save FILE" in printed and "show NAME" in printed and "RW0805" not in printed
    assert table.session.game.taken[0] == 2


def test_help_names_every_command() -> None:
    _, printed = played("help", "board", "map", "log")
    for command in ("board", "map", "log", "undo", "save", "quit"):
        assert f"  {command}" in printed
