"""The examples in docstrings of the engine print what they say."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

ENGINE = Path(__file__).parents[2] / "engine"
MODULES = [
    ".".join(path.relative_to(ENGINE).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted(ENGINE.rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    done = doctest.testmod(importlib.import_module(name))
    assert done.attempted > 0 and done.failed == 0


def test_the_public_names_have_examples() -> None:
    assert {"rulewright", "rulewright.ruleset.loader", "rulewright.runtime.rules"} <= set(MODULES)
