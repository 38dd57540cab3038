"""The program on the page about playing runs, and plays a game to its end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "playing.md"


def test_the_bot_on_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    exec(program, {})
    assert re.fullmatch(r"\[[01]\] \[[01], [01]\]\n", capsys.readouterr().out)
