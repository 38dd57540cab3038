"""Lines for grading: they are drawn from what has the language, and what has it not is told in words."""

from __future__ import annotations

from pathlib import Path

import lines
import pytest

PIG = str(Path(__file__).parents[1] / "games" / "pig")


def drawn(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *args: str) -> tuple[str, str]:
    """What the tool prints, and what it tells beside."""
    monkeypatch.setattr("sys.argv", ["lines", *args])
    lines.main()
    told = capsys.readouterr()
    return told.out, told.err


def test_a_language_of_few_games_is_drawn_from_those(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said, told = drawn(capsys, monkeypatch, "fr", "--each", "2")
    assert {line.split()[1] for line in said.splitlines()} == {"mythotopia", "tic_tac_toe"} and not told


def test_a_game_without_a_journal_for_three_tells_another(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said, _ = drawn(capsys, monkeypatch, "de", "tic_tac_toe", PIG)
    assert "tic_tac_toe log: Spieler" in said  # of its journal for two
    assert "pig rule:" in said and "pig log:" not in said  # which has none


def test_a_game_without_the_language_is_told_and_passed_over(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said, told = drawn(capsys, monkeypatch, "fr", "monumental", "tic_tac_toe", "--each", "1")
    assert "tic_tac_toe" in said and "monumental" not in said
    assert told == "Monumental has no fr; it has en, es, hu.\n"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["fr", "monumental"], "Nothing to draw from: no game that was asked for has fr."),
        (["fr", "no_such_game"], "RW0220: There is no ruleset no_such_game."),
    ],
)
def test_without_anything_to_draw_from_there_is_a_message(
    args: list[str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["lines", *args])
    with pytest.raises(SystemExit) as stopped:
        lines.main()
    assert str(stopped.value.code) == message
