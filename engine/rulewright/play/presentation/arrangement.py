"""How a game is laid out on a screen: what its `layout.yaml` says, and what is done without one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.ruleset.model import Ruleset

FILLS = ("#e6d5a0", "#a9c79a", "#a3c6dc", "#d6a48f", "#b5aabf", "#cfcdc6", "#c9a878", "#e3b7c6", "#9fcfc4", "#d9dfa5")
"""Of values that a map is coloured by, where nobody gives them a colour: light enough for dark signs on them."""
SHAPES = ("disc", "square", "shield", "rhomb", "arch", "hexagon")
"""Of seats, beside their colours."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a thing is drawn: its colour, a path in a box of 16 by 16, or letters."""

    colour: str = ""
    path: str = ""
    letters: str = ""


@dataclass(frozen=True)
class Arrangement:
    """The layout of a ruleset.

    Attributes:
        data: what `layout.yaml` says, by its parts.
    """

    data: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def hidden(self) -> frozenset[str]:
        """Numbers that a table does not show: bookkeeping."""
        return frozenset(self._numbers.get("hidden", ()))

    @property
    def _numbers(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.data.get("numbers", {})
        return found

    @property
    def primary(self) -> list[str] | None:
        """The numbers that are shown of every seat; None: what it holds."""
        return self._numbers.get("primary")

    @property
    def secondary(self) -> list[str] | None:
        """The numbers that are shown small; None: all others that are kept."""
        return self._numbers.get("secondary")

    @property
    def map(self) -> Mapping[str, Any]:
        """Where spaces lie, and what they are coloured by."""
        found: Mapping[str, Any] = self.data.get("map", {})
        return found

    def zone(self, noun: str) -> Mapping[str, Any]:
        """How a zone lies on the table."""
        found: Mapping[str, Any] = self.data.get("zones", {}).get(noun, {})
        return found

    def look(self, thing: str) -> Look:
        """How a thing is drawn."""
        entry = self.data.get("looks", {}).get(thing, {})
        return Look(entry.get("colour", ""), entry.get("path", ""), entry.get("letters", ""))


def arrangement(ruleset: Ruleset) -> Arrangement:
    """The layout of a ruleset, with what its packs have changed."""
    return Arrangement(ruleset.content.data.get("layout", {}))
