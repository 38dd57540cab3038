"""A position as whoever shows it reads it: a `Game` is one."""

from __future__ import annotations

from typing import Protocol

from rulewright.compiler.program import Program
from rulewright.runtime.labels import Labels
from rulewright.runtime.state import State


class Position(Protocol):
    """What is played, its state, and what its things are called.

    Attributes:
        program: the rules; state: what changes in play; labels: names and sentences for people.
    """

    program: Program
    state: State
    labels: Labels

    @property
    def seats(self) -> int:
        """How many seats there are."""

    @property
    def scores(self) -> list[int]:
        """The score of each seat."""
