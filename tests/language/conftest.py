"""The example language that the tests of this folder share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from rulewright.language.language import Language
from rulewright.language.lexicon import Lexicon

HERE = Path(__file__).parent


def load(name: str) -> Any:
    """A YAML file of this folder."""
    return yaml.safe_load((HERE / name).read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def language() -> Language:
    """English with the words of lexicon.yaml."""
    return Language(Lexicon.from_mapping(load("lexicon.yaml")))
