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

    @property
    def goals(self) -> list[str]:
        """How the game ends and is won, in the words of the ruleset."""
        return [entry["text"] for entry in self.data.get("goals", {}).values()]

    @cached_property
    def hidden(self) -> frozenset[str]:
        """Numbers that a table does not show: bookkeeping."""
        return frozenset(self._shown(False))

    @cached_property
    def primary(self) -> list[str]:
        """The numbers that are shown at once, in order."""
        return self._shown("primary")

    @cached_property
    def secondary(self) -> list[str]:
        """The numbers that are shown small, in order."""
        return self._shown("secondary")

    def _shown(self, how: object) -> list[str]:
        return [noun for noun, entry in self.data.get("numbers", {}).items() if entry["shown"] == how]

    @property
    def map(self) -> Mapping[str, Any]:
        """How the map is drawn."""
        found: Mapping[str, Any] = self.data.get("maps", {}).get("board", {})
        return found

    @property
    def spaces(self) -> Mapping[str, Any]:
        """Where spaces lie."""
        found: Mapping[str, Any] = self.data.get("spaces", {})
        return found

    @property
    def drawn(self) -> bool:
        """Whether spaces have outlines of their own."""
        return any("cell" in entry for entry in self.spaces.values())

    def zone(self, noun: str) -> Mapping[str, Any]:
        """How a zone lies on the table."""
        found: Mapping[str, Any] = self.data.get("zones", {}).get(noun, {})
        return found

    def look(self, thing: str) -> Look:
        """How a thing is drawn."""
        looks = self.data.get("looks", {})
        entry = looks.get(thing) or looks.get(thing.rstrip("0123456789").rstrip("_"), {})  # a piece with its worth
        return Look(entry.get("colour", ""), entry.get("path", ""), entry.get("letters", ""))


def arrangement(ruleset: Ruleset) -> Arrangement:
    """The layout of a ruleset, with what its packs have changed."""
    return Arrangement(ruleset.content.data.get("layout", {}))
