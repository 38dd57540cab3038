"""A session: one game at a table, with its journal and the way back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rulewright.play.bots import Bot
from rulewright.play.journal import Writer
from rulewright.runtime.game import Game

LIMIT = 20_000
"""Choices after which a game between bots is given up as endless."""


class Session:
    """A game, who sits where (None: a human), and where it is written down.

    Choices go through the session so that they can be journalled and taken back.

    Args:
        start: makes the game as it began; going back plays it again from there.
        made: choices already made, as ids of options.
    """

    def __init__(
        self,
        start: Callable[[], Game],
        seats: Sequence[Bot | None],
        writer: Writer | None = None,
        made: Iterable[str] = (),
    ) -> None:
        self._start = start
        self.seats = seats
        self.writer = writer
        self._replay(list(made))

    def _replay(self, made: list[str]) -> None:
        self.game = self._start()
        self.made: list[str] = []
        self._by_humans: list[int] = []  # how many choices had been made before each choice of a human
        for option in made:
            self._choose(option)

    @property
    def human(self) -> bool:
        """Whether a human is to choose."""
        return self.game.decision is not None and self.seats[self.game.decision.seat] is None

    def _choose(self, option: str) -> None:
        if self.human:
            self._by_humans.append(len(self.made))
        self.game.choose(option)
        self.made.append(option)

    def choose(self, option: str) -> None:
        """Make the choice of whoever is to choose. Raises RulewrightError when the option is not offered."""
        assert self.game.decision is not None
        seat = self.game.decision.seat
        self._choose(option)
        if self.writer is not None:
            self.writer.choice(seat, option, self.game.hash())
            if self.game.decision is None:
                self.writer.end(self.game)

    def bot_chooses(self) -> None:
        """Let the bot of the seat to choose take an option."""
        assert self.game.decision is not None
        bot = self.seats[self.game.decision.seat]
        assert bot is not None
        self.choose(self.game.decision.options[bot.choose(self.game, len(self.made))].id)

    def undo(self) -> bool:
        """Go back to before the last choice of a human; False when there was none."""
        if not self._by_humans:
            return False
        count = self._by_humans[-1]
        self._replay(self.made[:count])
        if self.writer is not None:
            self.writer.undo(count)
        return True

    def run(self) -> None:
        """Let bots play to the end of the game, or to the next choice of a human."""
        while self.game.decision is not None and not self.human:
            self.bot_chooses()
