"""What the play layer needs of a game and its ruleset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, Self


class Option(Protocol):
    """One thing that may be chosen."""

    @property
    def id(self) -> str:
        """Stable: the same option has the same id in every language and every run."""

    def text(self, lang: str = "en") -> str:
        """The option as a reader of this language sees it."""


class Decision(Protocol):
    """Somebody must choose one of the options."""

    @property
    def seat(self) -> int:
        """Who chooses, counted from 0."""

    @property
    def options(self) -> Sequence[Option]:
        """All that is legal, never empty."""

    def prompt(self, lang: str = "en") -> str:
        """The question."""


class Game(Protocol):
    """A game in progress."""

    @property
    def decision(self) -> Decision | None:
        """What is to be chosen now; None when the game is over."""

    @property
    def scores(self) -> Sequence[int]:
        """Points by seat."""

    @property
    def ranking(self) -> Sequence[Any]:
        """Seats from the winner down."""

    @property
    def end_reason(self) -> str | None:
        """Why the game is over."""

    def choose(self, option_id: str) -> None:
        """Take an option and run on to the next decision."""

    def hash(self) -> str:
        """Of the whole state."""

    def copy(self) -> Self:
        """An independent game in the same state."""

    def view(self, seat: int) -> dict[str, Any]:
        """What this seat may know, as plain data."""

    def log_lines(self, lang: str = "en") -> list[str]:
        """What has happened, for readers."""

    def arrange(self, position: Mapping[str, Any]) -> None:
        """Change the position (scenarios only)."""


class Ruleset(Protocol):
    """A loaded ruleset, packs and options included."""

    @property
    def id(self) -> str:
        """Its name."""

    @property
    def version(self) -> str:
        """Its version."""

    @property
    def hash(self) -> str:
        """Two rulesets with the same hash play the same games."""

    @property
    def players(self) -> Sequence[int]:
        """Numbers of players that it can be played with."""

    def new_game(self, players: int, seed: int = 0) -> Game:
        """A game at its first decision."""
