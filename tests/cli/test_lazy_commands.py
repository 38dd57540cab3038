"""Commands are imported when they are needed, and all of them are known."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import rulewright.cli.commands as commands
import rulewright.cli.research as research
import rulewright.cli.sentences as sentences
from rulewright.cli.app import FUNCTIONS, ROOMS


def test_every_module_is_a_command() -> None:
    folders = [Path(folder.__path__[0]) for folder in (commands, sentences, research)]
    modules = {path.stem for folder in folders for path in folder.glob("[!_]*.py")}
    assert {name.replace("-", "_") for name in FUNCTIONS} == modules
    for folder in folders[1:]:
        own = {name for name, room in ROOMS.items() if room == folder.name}
        assert own == {path.stem for path in folder.glob("[!_]*.py")}


@pytest.mark.parametrize("arguments", [["--version"], ["show", "no_such_game"]])
def test_a_command_imports_no_other(arguments: list[str]) -> None:
    code = (
        "import sys\nfrom rulewright.cli import main\n"
        "try: main()\nfinally: print(*(name for name in sys.modules if name.startswith('rulewright.cli.commands.')))"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True)
    expected = [f"rulewright.cli.commands.{arguments[0]}"] if arguments[0] != "--version" else []
    assert done.stdout.splitlines()[-1].split() == expected
