"""Documents that were kept are those that were read, and what a changed file says is read again."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.ruleset.loader import load_ruleset

LIGHT = """
import sys, rulewright
game = rulewright.load(sys.argv[1]).new_game(2, 1)
assert game.decision is not None
heavy = ("yaml", "jsonschema", "networkx", "lark", "rapidfuzz", "rulewright.compiler.builder")
print([name for name in heavy if name in sys.modules])
"""


GAMES = Path(__file__).resolve().parents[1] / "games"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    shutil.copytree(GAMES / "orchard", tmp_path / "orchard")
    return tmp_path / "orchard"


def test_what_was_kept_says_the_same_in_the_same_places(folder: Path) -> None:
    read, kept = load_ruleset(folder), load_ruleset(folder)
    assert kept.content.data == read.content.data and kept.hash == read.hash
    for path in [("components", name) for name in read.components]:
        assert kept.place(path) == read.place(path) and kept.place(path).line


def test_a_changed_file_is_read(folder: Path) -> None:
    load_ruleset(folder)
    file = folder / "ruleset.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("title: ", "title: New "), encoding="utf-8")
    assert load_ruleset(folder).title.startswith("New ")
    file.write_text(text, encoding="utf-8")
    assert not load_ruleset(folder).title.startswith("New ")


def test_a_start_from_the_cache_imports_neither_yaml_nor_the_compiler(folder: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    start = [sys.executable, "-c", LIGHT, str(folder)]
    cold, warm = (subprocess.run(start, env=environment, capture_output=True, text=True, check=True) for _ in range(2))
    assert "yaml" in cold.stdout
    assert warm.stdout.strip() == "[]"
