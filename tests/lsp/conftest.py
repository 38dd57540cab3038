"""One language server for the tests of a module, and rulesets to write in."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rulewright.resources import data_dir
from tests.lsp.client import Editor

GAMES = Path(__file__).parents[1] / "games"


@pytest.fixture(scope="module")
def editor() -> Iterator[Editor]:
    """An editor that is open."""
    editor = Editor()
    yield editor
    assert editor.stop() == 0


@pytest.fixture
def copy(tmp_path: Path) -> Callable[[str], Path]:
    """Makes copies of rulesets: shipped ones and small games of the tests."""

    def copied(name: str) -> Path:
        source = GAMES / name if (GAMES / name).is_dir() else data_dir("rulesets") / name
        return shutil.copytree(source, tmp_path / name)

    return copied
