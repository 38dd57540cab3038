"""A game as research programs take one: numbered actions, returns, clones, what a seat knows.

Chance is inside: it follows from the seed that the game began with, so there are no chance nodes. The names of
methods are those of OpenSpiel's states; nothing of OpenSpiel is needed.
"""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any

from rulewright.ai.actions import Actions
from rulewright.ai.observations import Observations
from rulewright.problems import RulewrightError, problem
from rulewright.runtime.game import Game
from rulewright.runtime.rules import Rules
from rulewright.runtime.sight import Sight, sight

TERMINAL = -4
"""Who is to choose when the game is over, as OpenSpiel has it."""


class Table:
    """A ruleset for a number of players: its actions and observations, and new games.

    >>> import rulewright as rw
    >>> table = Table(rw.load("tic_tac_toe"), 2)
    >>> state = table.new_state(seed=7)
    >>> state.apply_action(4)
    >>> state.current_player(), state.legal_actions(), state.action_to_string(0)
    (1, [0, 1, 2, 3, 5, 6, 7, 8], 'a1')
    """

    def __init__(self, rules: Rules, players: int | None = None, games: int | None = None) -> None:
        self.rules = rules
        self.players = players if players is not None else min(rules.players)
        self._games = games

    @cached_property
    def actions(self) -> Actions:
        """The numbers of actions."""
        return Actions.of(self.rules, self.players, *([] if self._games is None else [self._games]))

    @cached_property
    def observations(self) -> Observations:
        """The layout of observations."""
        return Observations(self.rules.program(self.players + self.rules.absent))

    def num_distinct_actions(self) -> int:
        """How many numbers of actions there are."""
        return len(self.actions)

    def num_players(self) -> int:
        """How many seats choose."""
        return self.players

    def new_state(self, seed: int = 0) -> Playing:
        """A game at its first decision."""
        return Playing(self, self.rules.new_game(self.players, seed, log=False))


class Playing:
    """A game in progress."""

    def __init__(self, table: Table, game: Game) -> None:
        self.table = table
        self.game = game
        self._known: list[list[str]] = [[] for _ in range(table.players)]  # by seat, what it saw and did when it chose
        self._numbers: list[int] | None = None

    # ------------------------------------------------------------ playing

    def current_player(self) -> int:
        """The seat that is to choose, from 0; TERMINAL when the game is over."""
        seat = self.game.seat
        return TERMINAL if seat is None else seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not self.game.values

    def is_chance_node(self) -> bool:
        """Never: chance follows from the seed."""
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The numbers of what may be chosen, in ascending order; of another seat than who is to choose, none."""
        if not self.game.values or (player is not None and player != self.game.seat):
            return []
        return sorted(self._offered())

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """By number of an action, 1 where it may be chosen."""
        mask = [0] * len(self.table.actions)
        for number in self.legal_actions(player):
            mask[number] = 1
        return mask

    def _offered(self) -> list[int]:
        if self._numbers is None:
            self._numbers = self.table.actions.numbers(self.game)
        return self._numbers

    def apply_action(self, action: int) -> None:
        """Take an action and run on to the next decision.

        Raises:
            RulewrightError: RW0863 when it may not be chosen now.
        """
        offered = self._offered() if self.game.values else []
        if action not in offered:
            raise RulewrightError(problem("RW0863", found=str(action), offered=", ".join(map(str, sorted(offered)))))
        number = offered.index(action)
        seat = self.current_player()
        self._known[seat] = [*self._known[seat], f"{sight(self.game, seat).to_json()} {self.game.option_id(number)}"]
        self._numbers = None
        self.game.step(number)

    def action_to_string(self, action: int) -> str:
        """The id of the option that an action is now, or of the one that it always is."""
        offered = self._offered() if self.game.values else []
        if action in offered:
            return self.game.option_id(offered.index(action))
        ids = self.table.actions.ids
        return ids[action] if 0 <= action < len(ids) else f"spare {action}"

    def clone(self) -> Playing:
        """An independent game in the same position, with the same chance before it."""
        other = Playing(self.table, self.game.copy())
        other._known = list(self._known)
        other._numbers = self._numbers
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Playing:
        """A clone: rules and programs are shared, as they never change."""
        return self.clone()

    # ------------------------------------------------------------ what comes of it

    def returns(self) -> list[float]:
        """By seat, 1 for a win, -1 for a loss, between them where several win; 0 as long as the game goes on."""
        winners = [seat for seat in self.game.winners if seat < self.table.players]
        players = self.table.players
        if not winners or len(winners) == players or not self.is_terminal():
            return [0.0] * players
        share = 1.0 - (len(winners) - 1) / max(1, players - 1)
        lost = -share * len(winners) / (players - len(winners))
        return [share if seat in winners else lost for seat in range(players)]

    def scores(self) -> list[int]:
        """Points by seat."""
        return self.game.scores

    # ------------------------------------------------------------ what is known

    def sight(self, player: int) -> Sight:
        """What a seat may know now."""
        return sight(self.game, player)

    def observation_tensor(self, player: int) -> list[float]:
        """What a seat sees now, as numbers: `table.observations.fields` tells what each means."""
        return self.table.observations.vector(self.sight(player))

    def observation(self, player: int) -> dict[str, float]:
        """What a seat sees now, by name: what is not 0."""
        return self.table.observations.named(self.sight(player))

    def information_state(self, player: int) -> str:
        """All that a seat has seen whenever it chose, what it chose, and what it sees now: as one text."""
        return "\n".join([*self._known[player], self.sight(player).to_json()])

    def view(self, player: int, lang: str = "en") -> dict[str, Any]:
        """What a table shows to a seat, with names and texts."""
        return self.game.view(player, lang)

    def __str__(self) -> str:
        return json.dumps([self.current_player(), self.game.scores, self.game.hash()])
