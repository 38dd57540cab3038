"""How much of what takes long a run of the tests takes: some of it, or more.

`tools/test` is for whoever works on something. `tools/test --most` runs before a change is accepted (`.ci/run`), and
takes what costs much and seldom tells more, too. `tools/test --whole` plays long campaigns to their end as well.
"""

from __future__ import annotations

import os
from typing import TypeVar

WHOLE = "RULEWRIGHT_WHOLE_TESTS" in os.environ
MOST = WHOLE or "RULEWRIGHT_MOST_TESTS" in os.environ

Extent = TypeVar("Extent")


def sample(few: Extent, all: Extent) -> Extent:
    """What a test of a long campaign is to take: `few` as a rule, `all` in a whole run."""
    return all if WHOLE else few


def costly(few: Extent, most: Extent) -> Extent:
    """What a test is to take of what costs much: `few` as a rule, `most` before a change is accepted."""
    return most if MOST else few
