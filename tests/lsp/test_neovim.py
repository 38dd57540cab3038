"""Neovim without a screen, with the file that docs/editors.md tells to copy; skipped where it is not installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.ruleset.loader import read_ruleset

HERE = Path(__file__).parent
PLUGIN = HERE.parents[1] / "tools" / "editors" / "neovim.lua"


@pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed")
def test_a_word_is_broken_mended_and_renamed(copy: Callable[[str], Path]) -> None:
    game = copy("orchard")
    names = {"RULESET": str(game), "PLUGIN": str(PLUGIN), "PYTHON": sys.executable, "RULEWRIGHT_LANG": "en"}
    command = ["nvim", "--headless", "--clean", "-n", "-c", f"luafile {HERE / 'neovim_test.lua'}"]
    done = subprocess.run(command, env={**os.environ, **names}, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    cards = next((game / "components").glob("*.yaml")).read_text(encoding="utf-8")
    assert "gain 2 olives of the tree" in cards and "gain 1 olive of the tree" in cards and "fruit" not in cards
    assert not read_ruleset(game)[1]
