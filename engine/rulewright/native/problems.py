"""What a native program cannot do."""

from __future__ import annotations


class CannotTranslate(Exception):
    """A program has something in it that is known to Python only."""
