"""What docs/editors.md tells to copy is there and is what editors read."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from lsprotocol import types

from rulewright.lsp.server import CHECK, RUN, TRY
from tests.lsp.client import Editor

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
VSCODE = ROOT / "tools" / "editors" / "vscode"


def test_the_page_names_files_and_commands_that_are_there(editor: Editor) -> None:
    for name in re.findall(r"\]\(\.\./([^)]+)\)", PAGE):
        assert (ROOT / name).is_file()
    offered = editor.capabilities.execute_command_provider
    assert isinstance(offered, types.ExecuteCommandOptions)
    assert set(offered.commands) == {RUN, TRY, CHECK} and all(f"`{name}`" in PAGE for name in offered.commands)


def test_helix_starts_the_server() -> None:
    settings = tomllib.loads((ROOT / "tools" / "editors" / "helix.toml").read_text(encoding="utf-8"))
    assert settings["language-server"]["rulewright"] == {"command": "rulewright", "args": ["lsp"]}


def test_the_schemas_of_the_extension_are_there() -> None:
    package = json.loads((VSCODE / "package.json").read_text(encoding="utf-8"))
    for entry in package["contributes"]["yamlValidation"]:
        assert (ROOT / entry["url"]).is_file()


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_the_extension_runs_its_tests() -> None:
    names = {**os.environ, "RULEWRIGHT": str(Path(sys.executable).with_name("rulewright"))}
    done = subprocess.run(["node", "--test"], cwd=VSCODE, env=names, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout
