"""The walk-through for translators: its files are written and its commands are run, one after the other."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from pathlib import Path

from command_server import command

PAGE = Path(__file__).parents[2] / "docs" / "translating.md"


def test_the_walk_through_works(tmp_path: Path) -> None:
    ran = 0
    for kind, body in re.findall(r"```(yaml|console)\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL):
        if kind == "yaml":
            path = tmp_path / body.split("\n", 1)[0].removeprefix("# ")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(body, encoding="utf-8")
            continue
        for arguments, expected in re.findall(r"^\$ rulewright (.*)\n((?:(?!\$ ).*\n)*)", body, flags=re.MULTILINE):
            arguments, _, fails = arguments.partition("  # exits with ")
            printed = run(arguments, tmp_path, int(fails or 0))
            ran += 1
            for line in expected.splitlines():
                assert line in printed, (arguments, printed)
    assert ran > 8


def run(arguments: str, folder: Path, status: int) -> str:
    """What a command prints; one that is meant to fail says so in the page, all others must not."""
    result = subprocess.run(
        [*command(), *shlex.split(arguments)],
        cwd=folder, capture_output=True, text=True, encoding="utf-8", timeout=600,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "200", "RULEWRIGHT_LANG": "en"},
    )  # fmt: skip
    assert "Traceback" not in result.stderr
    assert result.returncode == status, (arguments, result.stdout + result.stderr)
    return result.stdout + result.stderr
