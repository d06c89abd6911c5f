"""A game for two as an environment of PettingZoo; needs the extra ``pettingzoo``."""

from typing import Any, ClassVar

import numpy as np

from ai.version import library
from playout._games import Game
from playout.adapters import numbers_of

with library("pettingzoo"):
    from gymnasium import spaces
    from pettingzoo import AECEnv

AGENTS = ("player_0", "player_1")


class PlayoutEnv(AECEnv[str, dict[str, Any], int | None]):
    """A game for two: the winner's reward is 1, the loser's -1, at the end.

    An observation has the position as ``observation`` and its legal moves as ``action_mask``,
    int8[moves], all 0 for the player who is not to move. An illegal move is a `ValueError`.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi"],
        "name": "playout_v0",
        "is_parallelizable": False,
    }

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        """Make an environment; raise `ValueError` for a game for one."""
        super().__init__()
        if game.players != 2:
            raise ValueError(f"{game.name} is for one: see playout.adapters.gymnasium")
        self.render_mode = render_mode
        self._game, self._numbers = game, numbers_of(game)
        self._position = game.start()
        self.possible_agents = list(AGENTS)
        bounds, moves = np.iinfo(np.int64), len(self._numbers.names)
        array = spaces.Box(bounds.min, bounds.max, self._position.array().shape, np.int64)
        mask = spaces.Box(0, 1, (moves,), np.int8)
        seen = spaces.Dict({"observation": array, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(AGENTS, seen)
        self.action_spaces = {agent: spaces.Discrete(moves) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return what an agent may see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return an agent's moves."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begin a game."""
        self._position = self._game.start(seed or 0)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self._position.player]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees."""
        mask = self._numbers.mask(self._position)
        mask *= agent == self.agent_selection
        return {"observation": self._position.array(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the move of a number; None once the game is over."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._position = self._position.play(self._numbers.names[int(action)])
        self.rewards = dict(zip(AGENTS, self._position.returns, strict=True))
        self.terminations = dict.fromkeys(AGENTS, self._position.is_over)
        self.agent_selection = AGENTS[self._position.player]
        self._accumulate_rewards()

    def render(self) -> str:
        """Return the position as text."""
        return self._position.text

    def close(self) -> None:
        """Do nothing: no window is open."""
