"""The example language that the tests of this folder share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from plain import read_plain

from rulewright.language.language import Language
from rulewright.language.lexicon import Lexicon

HERE = Path(__file__).parent


def load(name: str) -> Any:
    """A YAML file of this folder."""
    return read_plain(HERE / name)


@pytest.fixture(scope="session")
def language() -> Language:
    """English with the words of lexicon.yaml."""
    return Language(Lexicon.from_mapping(load("lexicon.yaml")))
