"""The walk-through for translators: its files are written and its commands are run, one after the other."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "translating.md"


def test_the_walk_through_works(tmp_path: Path) -> None:
    ran = 0
    for kind, body in re.findall(r"```(yaml|console)\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL):
        if kind == "yaml":
            path = tmp_path / body.split("\n", 1)[0].removeprefix("# ")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(body, encoding="utf-8")
            continue
        for command, expected in re.findall(r"^\$ rulewright (.*)\n((?:(?!\$ ).*\n)*)", body, flags=re.MULTILINE):
            printed = run(command, tmp_path)
            ran += 1
            for line in expected.splitlines():
                assert line in printed, (command, printed)
    assert ran > 8


def run(command: str, folder: Path) -> str:
    result = subprocess.run(
        [sys.executable, "-c", "from rulewright.cli import main; main()", *shlex.split(command)],
        cwd=folder, capture_output=True, text=True, encoding="utf-8", timeout=120,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "200", "RULEWRIGHT_LANG": "en"},
    )  # fmt: skip
    assert "Traceback" not in result.stderr
    return result.stdout + result.stderr
