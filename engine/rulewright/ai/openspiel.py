"""A ruleset as a game of OpenSpiel. Needs the package open_spiel.

Chance follows from the parameter `seed`, so to OpenSpiel the game is deterministic.
"""

from __future__ import annotations

from typing import Any

import pyspiel

from rulewright.ai.playing import Playing, Table

LONGEST = 20_000


def _type_of(name: str, table: Table) -> Any:
    return pyspiel.GameType(
        short_name=name,
        long_name=table.rules.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=table.players,
        min_num_players=table.players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seed": 0},
    )


def register(table: Table, name: str = "") -> str:
    """Let `pyspiel.load_game` know a ruleset; the name that it then has there."""
    name = name or f"rulewright_{table.rules.id}_{table.players}"
    kind = _type_of(name, table)

    class Game(pyspiel.Game):  # type: ignore[misc]
        """A ruleset; OpenSpiel makes it of its parameters."""

        def __init__(self, params: Any = None) -> None:
            info = pyspiel.GameInfo(
                num_distinct_actions=len(table.actions),
                max_chance_outcomes=0,
                num_players=table.players,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=LONGEST,
            )
            super().__init__(kind, info, params or {})
            self.seed = int((params or {}).get("seed", 0))

        def new_initial_state(self) -> _State:
            """A game at its first decision."""
            return _State(self, table.new_state(self.seed))

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
            """What makes observations into an array."""
            return _Observer(table)

    pyspiel.register_game(kind, Game)
    return name


class _State(pyspiel.State):  # type: ignore[misc]
    """A game in progress."""

    def __init__(self, game: Any, playing: Playing) -> None:
        super().__init__(game)
        self.playing = playing

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.playing.is_terminal() else self.playing.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.playing.legal_actions(player)

    def _apply_action(self, action: int) -> None:
        self.playing.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.playing.action_to_string(action)

    def is_terminal(self) -> bool:
        return self.playing.is_terminal()

    def returns(self) -> list[float]:
        return self.playing.returns()

    def information_state_string(self, player: int | None = None) -> str:
        return self.playing.information_state(self.current_player() if player is None else player)

    def observation_string(self, player: int | None = None) -> str:
        return self.playing.sight(self.current_player() if player is None else player).to_json()

    def __str__(self) -> str:
        return str(self.playing)


class _Observer:
    """Fills an array with what a seat sees."""

    def __init__(self, table: Table) -> None:
        import numpy as np

        self.tensor: Any = np.zeros(len(table.observations), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: _State, player: int) -> None:
        """Fill it with what a seat sees now."""
        self.tensor[:] = state.playing.observation_tensor(player)

    def string_from(self, state: _State, player: int) -> str:
        """What a seat sees now, as text."""
        return state.playing.sight(player).to_json()
