"""The program on the page about playing runs, and plays a game to its end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "playing.md"


PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
SCORES, WINNERS = r"\[[01], [01]\]", r"\[[01]?\]"


def test_the_bot_on_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    exec(PROGRAMS[0], {})
    assert re.fullmatch(rf"{WINNERS} {SCORES}\n", capsys.readouterr().out)


def test_the_program_by_ids_on_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    exec(PROGRAMS[1], {})
    assert re.match(rf"{SCORES} \[.*\]\n", capsys.readouterr().out)


def test_the_program_by_numbers_on_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    exec(PROGRAMS[2], {})
    assert re.match(rf"{SCORES} \[", capsys.readouterr().out)
