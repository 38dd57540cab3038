"""What several test folders share."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from rulewright import garbage
from rulewright.cli.text.reader_language import speak

gc.set_threshold(100_000, 20, 50)
garbage._MANY = 4_000_000
"""A worker keeps rulesets and programs; searching them all again and again for garbage takes a tenth of the time."""


def pytest_collection_finish() -> None:
    """Do not search what all tests need."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """A command that a test runs in its own process sets the language of the user; the next test begins in English."""
    yield
    speak("en")
