"""Memos of a program that outlive a position: what never changes for the same arguments."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final

KEPT: Final = 10_000  # values; a memo that holds as many begins anew, so that no game makes it grow without end


def keep(memo: dict[Hashable, Any], key: Hashable, value: Any) -> Any:
    """Note what a memo has for a key, and give it back."""
    if len(memo) >= KEPT:
        memo.clear()
    memo[key] = value
    return value
