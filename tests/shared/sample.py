"""How much of a long campaign a run of the tests takes: a sample, or with `tools/test --whole` all of it."""

from __future__ import annotations

import os
from typing import TypeVar

WHOLE = "RULEWRIGHT_WHOLE_TESTS" in os.environ

Extent = TypeVar("Extent")


def sample(few: Extent, all: Extent) -> Extent:
    """What a test is to take: `few` as a rule, `all` in a whole run."""
    return all if WHOLE else few
