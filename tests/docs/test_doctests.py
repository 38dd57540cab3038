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


OPTIONAL = {"gymnasium", "numpy", "pettingzoo", "pyspiel"}
"""What interfaces of extras need."""


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        assert error.name in OPTIONAL
        pytest.skip(f"{error.name} is no part of the environment of the tests")
    done = doctest.testmod(module)
    assert done.attempted > 0 and done.failed == 0


def test_the_public_names_have_examples() -> None:
    assert {"rulewright", "rulewright.ruleset.loader", "rulewright.runtime.rules"} <= set(MODULES)
