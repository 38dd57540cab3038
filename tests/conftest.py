"""What several test folders share."""

from __future__ import annotations

import gc
import re
import sys
from collections.abc import Iterator

import pytest

from rulewright import garbage
from rulewright.cli.text.reader_language import speak

gc.set_threshold(5_000_000, 1, 3)
garbage._MANY = 10**12
"""A worker keeps rulesets and programs; most of the rest is gone long before so many objects were made, and is never
searched."""
re._MAXCACHE = 20_000
"""Several games in five languages at once ask for more patterns than `re` keeps, and each is made again and again."""
garbage.stays = lambda: None
"""A server under test takes nothing that tests have made for something that stays."""


def pytest_collection_finish() -> None:
    """Do not search what all tests need. Hypothesis has looked for garbage when it began."""
    if "hypothesis" in sys.modules:
        _hypothesis_begins()
    else:
        gc.collect()
    gc.freeze()
    garbage._frozen = True
    gc.callbacks.append(_seen_once)


def _hypothesis_begins() -> None:
    """Hypothesis looks through all objects when it draws for the first time: now there are least."""
    from hypothesis import given, settings, strategies

    @given(strategies.just(None))
    @settings(max_examples=1, database=None, derandomize=True)
    def nothing(_: None) -> None:
        """Draw once."""

    nothing()


def _seen_once(phase: str, told: dict[str, int]) -> None:
    """Freeze what is left whenever all was looked through: games, languages and programs that later tests need, too."""
    if phase == "stop" and told["generation"] == 2:
        gc.freeze()


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """A command that a test runs in its own process sets the language of the user; the next test begins in English."""
    yield
    speak("en")
