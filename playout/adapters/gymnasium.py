"""A game for one as an environment of Gymnasium; needs the extra ``gymnasium``."""

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ai.extras import library
from playout._games import Game
from playout.adapters._numbers import numbers_of

with library("gymnasium"):
    import gymnasium
    from gymnasium import spaces

Array = NDArray[np.int64]


class PlayoutEnv(gymnasium.Env[Array, np.int64]):
    """One player's game: a reward is what a move adds to the score.

    ``info["action_mask"]`` tells the legal moves, int8[moves]. Another one changes nothing.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}

    def __init__(self, game: Game, render_mode: str | None = None) -> None:
        """Make an environment; raise `ValueError` for a game for two."""
        if game.players != 1:
            raise ValueError(f"{game.name} is for two: see playout.adapters.pettingzoo")
        self.render_mode = render_mode
        self._game, self._numbers = game, numbers_of(game)
        self._position = game.start()
        bounds = np.iinfo(np.int64)
        shape = self._position.array().shape
        self.action_space = spaces.Discrete(len(self._numbers.names))
        self.observation_space = spaces.Box(bounds.min, bounds.max, shape, np.int64)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin a game; the seed makes the board."""
        super().reset(seed=seed, options=options)
        self._position = self._game.start(int(self.np_random.integers(2**31)))
        return self._position.array(), self._info()

    def step(self, action: np.int64) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Play the move of a number."""
        before = self._position
        if int(action) in self._numbers.legal(before):
            self._position = before.play(self._numbers.names[int(action)])
        reward = self._position.returns[0] - before.returns[0]
        return self._position.array(), reward, self._position.is_over, False, self._info()

    def render(self) -> str:
        """Return the position as text."""
        return self._position.text

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._numbers.mask(self._position)}
