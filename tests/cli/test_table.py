"""Humans at the table, line by line, with a small game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from io import StringIO
from pathlib import Path

import loaded
from rich.console import Console

from rulewright.cli.table.table import Table, result
from rulewright.play.bots.bot import RandomBot
from rulewright.play.session import Session
from rulewright.runtime.rules import Rules

NIM = Rules(loaded.ruleset(str(Path(__file__).parent.parent / "games" / "nim")))


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
    table = Table(Session(partial(NIM.new_game, 2, 1), [None, RandomBot(1)]), out, "en", read, journal)
    if table.play():
        result(table.session.game, out)
    return table, stream.getvalue()


def test_options_are_numbered_and_the_position_is_shown() -> None:
    _, printed = played()
    assert "Player 1: Choose a heap with a stone" in printed
    assert "  2 Second heap" in printed
    assert "Third heap>3" in printed and "S7" in printed and "S stone" in printed


def test_answers_may_be_numbers_ids_or_words() -> None:
    for answer in ("3", "c", "Third heap", "third  h"):
        table, _ = played(answer)
        assert table.session.made == ["c"]


def test_a_wrong_answer_is_told_and_asked_again() -> None:
    table, printed = played("9", "heap", "2")
    assert "RW0805" in printed and "RW0806" in printed
    assert table.session.made == ["b"]


def test_after_an_answer_there_is_only_the_answer() -> None:
    _, printed = played("show first", "why", "rules target", "log", "9")
    assert printed.count("Choose a heap with a stone") - printed.count(": Choose a heap with a stone.") <= 2
    assert printed.count("Player 1: Choose a heap with a stone") == 1
    assert "First heap: heap size 3" in printed
    assert "Move one or more stones from the target into the box." in printed
    asked_again = played("9", "")[1]
    assert asked_again.count("Player 1: Choose a heap with a stone") == 2


def test_nobody_reads_files_or_ids_when_they_ask_what_a_word_says() -> None:
    _, printed = played("show target", "show heap", "rules take a turn")
    for inside in (".yaml", "type:", "take_turn", "win_game"):
        assert inside not in printed


def test_undo_goes_back_and_says_when_it_cannot() -> None:
    table, printed = played("undo", "1", "undo", "2")
    assert "nothing to take back" in printed
    assert table.session.made == ["b"]


def test_the_whole_game_is_told() -> None:
    _, printed = played(*["1"] * 40)
    assert "Player 1 chooses a heap with a stone: First heap" in printed
    assert "The game is over: There are no stones in heaps" in printed
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
    table, printed = played("save", "show", "rules", "2")
    assert "save FILE" in printed and "show NAME" in printed and "rules WORD" in printed and "RW0805" not in printed
    assert table.session.made == ["b"]


def test_help_names_every_command() -> None:
    _, printed = played("help", "board", "map", "log")
    for command in ("board", "map", "rules", "log", "undo", "save", "quit"):
        assert f"  {command}" in printed
