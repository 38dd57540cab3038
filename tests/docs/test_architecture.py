"""What docs/architecture.md says of the house is so."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs import DOCS, ROOT

PACKAGE = ROOT / "engine" / "rulewright"
PAGE = (DOCS / "architecture.md").read_text(encoding="utf-8")
LAYERS = re.findall(r"^cli -> .+$", PAGE, flags=re.MULTILINE)[0].split(" -> ")


def imported(source: str) -> Iterator[str]:
    """The parts of the package that a file imports."""
    for node in ast.walk(ast.parse(source)):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        yield from (name.split(".")[1] for name in names if name.startswith("rulewright."))


def test_the_layers_are_the_folders() -> None:
    assert sorted(LAYERS) == sorted(folder.name for folder in PACKAGE.iterdir() if any(folder.glob("*.py")))


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("*/**/*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_run_downwards(path: Path) -> None:
    above = LAYERS[: LAYERS.index(path.relative_to(PACKAGE).parts[0])]
    assert not set(imported(path.read_text(encoding="utf-8"))) & set(above)


def test_an_import_upwards_is_seen() -> None:
    assert list(imported("from rulewright.runtime import game\nimport rulewright.cli.app")) == ["runtime", "cli"]
