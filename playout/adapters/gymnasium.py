"""A game for one as an environment of Gymnasium; needs the extra ``gymnasium``.

To import this registers them there: ``gymnasium.make("playout/samegame-v0", columns=10)``.
"""

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ai.version import library
from playout._games import Game, game, games
from playout.adapters import numbers_of

with library("gymnasium"):
    import gymnasium
    from gymnasium import spaces

Array = NDArray[np.int64]


class PlayoutEnv(gymnasium.Env[Array, np.int64]):
    """One player's game: a reward is what a move adds to the score.

    The first one has what the board begins with, too, so that they add up to the score.
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
        self._score = 0.0
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
        self._score = 0.0
        return self._position.array(), self._info()

    def step(self, action: np.int64) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Play the move of a number."""
        reward = 0.0
        if int(action) in self._numbers.legal(self._position):
            self._position = self._position.play(self._numbers.names[int(action)])
            reward = self._position.returns[0] - self._score
            self._score += reward
        return self._position.array(), reward, self._position.is_over, False, self._info()

    def render(self) -> str:
        """Return the position as text."""
        return self._position.text

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._numbers.mask(self._position)}


def _made(name: str, render_mode: str | None = None, **parameters: bool | int | str) -> PlayoutEnv:
    return PlayoutEnv(game(name, **parameters), render_mode)


for _name in games():
    if game(_name).players == 1:
        gymnasium.register(f"playout/{_name}-v0", _made, kwargs={"name": _name})
