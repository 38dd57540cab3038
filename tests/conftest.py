"""What several test folders share."""

from __future__ import annotations

import gc

gc.set_threshold(100_000, 20, 50)
"""A worker keeps rulesets and programs; searching them all again and again for garbage takes a tenth of the time."""


def pytest_collection_finish() -> None:
    """Do not search what all tests need."""
    gc.collect()
    gc.freeze()
