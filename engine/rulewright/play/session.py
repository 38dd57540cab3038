"""A session: one game at a table, with its journal and undo."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rulewright.play.bots.bot import Bot
from rulewright.play.journal import Writer
from rulewright.problems import RulewrightError, problem
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
        self._humans = sum(bot is None for bot in seats)
        self._replay(list(made))

    def _replay(self, made: list[str]) -> None:
        self.game = self._start()
        self.made: list[str] = []
        self._by_humans: list[tuple[int, int]] = []  # choices made before each choice of a human, and whose it was
        for option in made:
            self._choose(option)

    @property
    def human(self) -> bool:
        """Whether a human is to choose."""
        return self.game.decision is not None and self.seats[self.game.decision.seat] is None

    def _choose(self, option: str) -> None:
        if self.human:
            assert self.game.decision is not None
            self._by_humans.append((len(self.made), self.game.decision.seat))
        self.game.choose(option)
        self.made.append(option)

    def choose(self, option: str) -> None:
        """Make the choice of whoever is to choose. Raises RulewrightError when the option is not offered."""
        assert self.game.decision is not None
        seat, human = self.game.decision.seat, self.human
        self._choose(option)
        if self.writer is not None:
            self.writer.choice(seat, option, self.game.hash(), human)
            if self.game.decision is None:
                self.writer.end(self.game)

    def bot_chooses(self) -> None:
        """Let the bot of the seat to choose take an option."""
        assert self.game.decision is not None
        bot = self.seats[self.game.decision.seat]
        assert bot is not None
        self.choose(self.game.decision.options[bot.choose(self.game, len(self.made))].id)

    def undo(self) -> bool:
        """Go back to before the last choice of a human; False when there was none.

        Raises:
            RulewrightError: RW0715 where several humans play and this would take back what another one chose, what
                chance has decided, or a look at hidden cards.
        """
        if not self._by_humans:
            return False
        count, seat = self._by_humans[-1]
        now, made, by_humans = self.game, self.made, self._by_humans
        self._replay(made[:count])
        reason = self._not_taken_back(self.game, now, seat) if self._humans > 1 else ""
        if reason:
            self.game, self.made, self._by_humans = now, made, by_humans
            raise RulewrightError(problem("RW0715", reason=reason))
        if self.writer is not None:
            self.writer.undo(count)
        return True

    @staticmethod
    def _not_taken_back(before: Game, now: Game, seat: int) -> str:
        """Why what a seat chose is not taken back at a table of several humans; "" where nothing is against it."""
        if now.seat != seat:
            return "another player is to choose"
        if now.state.rng != before.state.rng:
            return "chance has decided something"
        options = [option.card for option in now.decision.options] if now.decision is not None else []
        if now.secrets.shown(before.state, now.state, options, seat):
            return "hidden cards have been seen"
        return ""

    def run(self) -> None:
        """Let bots play to the end of the game, or to the next choice of a human."""
        while self.game.decision is not None and not self.human:
            self.bot_chooses()
