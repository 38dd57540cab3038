"""Restricted play: a bot that must not choose a component, so that games tell what the component is worth.

It leaves out each option that is a copy of the component, is offered by it, lies on it or pays with it, unless there is
no other. Bots that look ahead on copies of the game leave these options out of their own choices there, too.
"""

from __future__ import annotations

from typing import Any

from rulewright.compiler.program import Program
from rulewright.play.bots.bot import Bot
from rulewright.runtime.game import Game

MINUS = "-"
"""Between a kind of bot and what it must not choose: `greedy-joker`."""


def restriction(kind: str) -> tuple[str, str]:
    """A kind of bot and the component that it must not choose, if any.

    >>> restriction("mcts:200-joker"), restriction("greedy")
    (('mcts:200', 'joker'), ('greedy', ''))
    """
    base, _, component = kind.partition(MINUS)
    return base, component


class RestrictedBot:
    """A bot that plays without a component."""

    def __init__(self, bot: Bot, component: str) -> None:
        self.bot = bot
        self.component = component

    def choose(self, game: Game, turn: int) -> int:
        """What the bot chooses among the options that are left."""
        fenced = _Fenced.around(game.in_python(), game.chooser, self.component)
        return game.values.index(fenced.values[self.bot.choose(fenced, turn)])


class _Fenced(Game):
    """A game in which a seat is not offered a component."""

    fenced: int
    component: str

    @classmethod
    def around(cls, game: Game, seat: int, component: str) -> _Fenced:
        """What was a game that nobody else has, with a component left out."""
        own = cls.__new__(cls)
        own.__dict__.update(game.__dict__)
        own.fenced, own.component = seat, component
        own._leave_out()
        return own

    def like(self, other: Game) -> _Fenced:
        return _Fenced.around(other.in_python(), self.fenced, self.component)

    def copy(self) -> _Fenced:
        other = super().copy()
        own = _Fenced.__new__(_Fenced)
        own.__dict__.update(other.__dict__)
        own.fenced, own.component = self.fenced, self.component
        return own

    def step(self, number: int) -> None:
        super().step(number)
        self._leave_out()

    def _leave_out(self) -> None:
        if len(self.values) < 2 or self.machine.seat(self.state) != self.fenced:
            return
        block = self.state.stack[-1][0]
        left = [value for value in self.values if component_of(self.program, block, value) != self.component]
        self.values = left or self.values


def component_of(program: Program, block: int, value: Any) -> str:
    """The component that an option of a block is, comes from, lies on or pays with; "" where it is about none."""
    layout, kind = program.layout, program.decisions[block].kind
    if value == -1 or kind in ("number", "player", "menu", "region"):
        return ""
    if kind == "card":
        card = value
    elif kind in ("offer", "entry", "trigger"):
        card = value[2]
    elif kind == "pay":
        card = value[3] if value[0] == 1 else value[2]
    elif kind == "pieces":
        card = value[2] - layout.card_place
    else:
        card = value - layout.card_place
    return layout.cards[card].component if 0 <= card < len(layout.cards) else ""
