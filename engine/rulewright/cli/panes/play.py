"""A session with the story of all that happened in it, as panes need it."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.language.interface import said
from rulewright.play.presentation.story import Event, Story
from rulewright.play.presentation.table import Table, table
from rulewright.play.session import Session
from rulewright.runtime.game import Game


class Play:
    """Whose turn it is at one keyboard, what that seat may see, and what happened.

    Attributes:
        seat: the human who looks; None while the keyboard is to be handed over.
    """

    def __init__(self, session: Session, start: Game, lang: str) -> None:
        self.session = session
        self.lang = lang
        self.humans = [seat for seat, bot in enumerate(session.seats) if bot is None]
        self.seat: int | None = self.humans[0] if len(self.humans) == 1 else None
        self.story = Story()
        self._replayed(start)

    def _replayed(self, game: Game) -> None:
        """The story of what was chosen before, on a game as it began."""
        self.story.begin(game)
        for option in self.session.made:
            self._choose(game, option)

    def _choose(self, game: Game, option: str) -> None:
        decision = game.decision
        assert decision is not None
        game.choose(option)
        self.story.choice(decision.seat, decision.secret, game)

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.session.game

    @property
    def curtain(self) -> int | None:
        """To whom the keyboard is to be handed over; None where whoever is asked looks already."""
        turn = self.game.seat
        return turn if turn in self.humans and turn != self.seat else None

    @property
    def viewer(self) -> int | None:
        """The seat whose cards may be on the screen: nobody's, while the keyboard is handed over."""
        return self.seat if self.curtain is None else None

    @property
    def bots(self) -> bool:
        """Whether a bot is to choose."""
        return self.game.decision is not None and not self.session.human

    def shown(self) -> Table:
        """The table as whoever looks sees it."""
        return table(self.game, self.viewer, self.lang, may_choose=self.session.human)

    def events(self, most: int) -> list[Event]:
        """What happened last, the newest first."""
        readers: Sequence[int] = range(self.game.seats) if self.viewer is None else [self.viewer]
        count = self.story.told(self.game)
        return self.story.events(self.game, readers, self.lang, max(0, count - most))[::-1]

    def choose(self, option: str) -> None:
        """Make a choice for whoever is asked. Raises RulewrightError."""
        self._noted(lambda: self.session.choose(option))

    def bot_chooses(self) -> None:
        """Let the bot that is asked choose."""
        self._noted(self.session.bot_chooses)

    def _noted(self, choose: object) -> None:
        decision = self.game.decision
        assert decision is not None and callable(choose)
        choose()
        self.story.choice(decision.seat, decision.secret, self.game)

    def undo(self) -> str:
        """Take back the last choice of a human; why not, where there is none. Raises RulewrightError (RW0715)."""
        if not self.session.undo():
            return said("undo", self.lang)
        self.story.cut(len(self.session.made))
        return ""
