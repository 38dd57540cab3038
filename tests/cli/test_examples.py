"""The commands in the catalogue of problems: each broken one has exactly its problem, each mended one none."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest
from test_commands import rulewright

from rulewright.cli.commands import lsp, serve
from rulewright.problems import RulewrightError, catalogue
from rulewright.web import trying

EXAMPLE = Path(__file__).parents[1] / "problems" / "ruleset"
# What another program does, how large a file is and where somebody lives, tests/cli/test_files.py tries.
ELSEWHERE = {"RW0828", "RW0829", "RW0831"}
OF_COMMANDS = {
    code: entry
    for code, entry in catalogue().items() if "command" in entry.get("broken", ()) and code not in ELSEWHERE
}  # fmt: skip


def codes(example: dict[str, Any], folder: Path) -> tuple[int, set[str], str]:
    """The status of an example's command, the codes in what it prints, and all that it prints."""
    shutil.copytree(EXAMPLE, folder / "example", dirs_exist_ok=True)
    for name, content in example.get("files", {}).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    result = rulewright(*shlex.split(example["command"]), cwd=folder)
    printed = result.stdout + result.stderr
    return result.returncode, set(re.findall(r"RW\d{4}(?= [A-Z“])", printed)), printed


@pytest.mark.parametrize("code", OF_COMMANDS)
def test_broken(code: str, tmp_path: Path) -> None:
    status, found, printed = codes(OF_COMMANDS[code]["broken"], tmp_path)
    assert status in (1, 2) and code in printed and "Traceback" not in printed
    assert found <= {code}


@pytest.mark.parametrize("code", OF_COMMANDS)
def test_mended(code: str, tmp_path: Path) -> None:
    status, found, printed = codes(OF_COMMANDS[code]["mended"], tmp_path)
    assert status == 0 and "Traceback" not in printed
    assert found <= {code}  # explaining a code prints it


def test_what_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trying, "find_spec", lambda name: None if name == "uvicorn" else object())
    with pytest.raises(RulewrightError) as told:
        serve.serve()
    assert [(found.code, found.found) for found in told.value.problems] == [("RW0832", "uvicorn")]


def test_a_missing_language_server_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lsp, "find_spec", lambda name: None)
    with pytest.raises(RulewrightError) as told:
        lsp.lsp()
    assert [(found.code, found.found) for found in told.value.problems] == [("RW0834", "pygls")]
