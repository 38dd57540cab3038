"""A session: one game at a table, with its journal and the way back."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.play.bots import Bot
from rulewright.play.journal import Writer
from rulewright.play.protocol import Game


class Session:
    """A game, who sits where (None: a human), and where it is written down.

    Choices go through the session so that they can be journalled and taken back.
    """

    def __init__(self, game: Game, seats: Sequence[Bot | None], writer: Writer | None = None, made: int = 0) -> None:
        self.game = game
        self.seats = seats
        self.writer = writer
        self.made = made
        self._before: list[tuple[int, Game]] = []  # a copy before each choice of a human

    @property
    def human(self) -> bool:
        """Whether a human is to choose."""
        return self.game.decision is not None and self.seats[self.game.decision.seat] is None

    def choose(self, option: str) -> None:
        """Make the choice of whoever is to choose."""
        decision = self.game.decision
        assert decision is not None
        if self.seats[decision.seat] is None:
            self._before.append((self.made, self.game.copy()))
        self.game.choose(option)
        self.made += 1
        if self.writer is not None:
            self.writer.choice(decision.seat, option, self.game.hash())
            if self.game.decision is None:
                self.writer.end(self.game)

    def bot_chooses(self) -> None:
        """Let the bot of the seat to choose take an option."""
        decision = self.game.decision
        assert decision is not None
        bot = self.seats[decision.seat]
        assert bot is not None
        self.choose(bot.choose(self.game, self.made))

    def undo(self) -> bool:
        """Go back to before the last choice of a human; False when there was none."""
        if not self._before:
            return False
        self.made, self.game = self._before.pop()
        if self.writer is not None:
            self.writer.undo(self.made)
        return True

    def run(self) -> None:
        """Let bots play to the end of the game, or to the next choice of a human."""
        while self.game.decision is not None and not self.human:
            self.bot_chooses()
