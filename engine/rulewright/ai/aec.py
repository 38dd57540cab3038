"""A game as a PettingZoo environment (AEC): agents take turns, with masks of actions. Needs the extra `ai`.

The observation of an agent is {"observation": row of numbers, "action_mask": by action, 1 where it may be taken};
what each number means stands in `table.observations.fields`, what each action is in `table.actions.ids`. Rewards are
given at the end: 1 for a win, -1 for a loss, as `Playing.returns` has it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from rulewright.ai.playing import Playing, Table
from rulewright.runtime.rules import Rules

LIMIT = 20_000
"""Choices after which a game is cut off, as `rulewright simulate` does."""


class Environment(AECEnv):  # type: ignore[misc]
    """One ruleset for a number of players.

    >>> import rulewright as rw
    >>> env = Environment(rw.load("tic_tac_toe"))
    >>> env.reset(seed=7)
    >>> env.agent_selection, int(env.last()[0]["action_mask"].sum())
    ('seat_0', 9)

    Args:
        limit: choices after which the game is cut off: all agents are truncated then.
    """

    def __init__(
        self, rules: Rules, players: int | None = None, render_mode: str | None = None, limit: int = LIMIT
    ) -> None:
        super().__init__()
        self.table = Table(rules, players)
        self.metadata = {"name": f"{rules.id}_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.limit = limit
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.players)]
        numbers = spaces.Box(-np.inf, np.inf, (len(self.table.observations),), np.float32)
        mask = spaces.Box(0, 1, (len(self.table.actions),), np.int8)
        space = spaces.Dict({"observation": numbers, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(len(self.table.actions)) for agent in self.possible_agents}
        self._seed = 0

    def observation_space(self, agent: str) -> Any:
        """What an agent's observations look like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent's actions look like."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; without a seed, the one after the last."""
        self._seed = seed if seed is not None else self._seed + 1
        self.state_of_game: Playing = self.table.new_state(self._seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._made = 0
        self._select()

    def _select(self) -> None:
        seat = self.state_of_game.current_player()
        self.agent_selection = self.possible_agents[max(seat, 0)]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know, and what it may do."""
        seat = self.possible_agents.index(agent)
        state = self.state_of_game
        return {
            "observation": np.asarray(state.observation_tensor(seat), np.float32),
            "action_mask": np.asarray(state.legal_actions_mask(seat), np.int8),
        }

    def step(self, action: int | None) -> None:
        """Let the agent that is to choose take an action."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self.state_of_game.apply_action(int(action))
        self._made += 1
        self._clear_rewards()
        if self.state_of_game.is_terminal():
            for each, earned in zip(self.possible_agents, self.state_of_game.returns(), strict=True):
                self.rewards[each] = earned
                self.terminations[each] = True
        elif self._made >= self.limit:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            print(self.render())

    def render(self) -> str | None:
        """Who is to choose, and the scores, as text."""
        if self.render_mode is None:
            return None
        return f"{self.agent_selection}: {self.state_of_game.scores()}"

    def close(self) -> None:
        """Nothing is held open."""
