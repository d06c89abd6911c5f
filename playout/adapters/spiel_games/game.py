"""OpenSpiel's games as one game here, of which a parameter says which it is."""

from dataclasses import dataclass
from functools import lru_cache

import pyspiel

from ai.contract.game import Game
from ai.contract.rules import ParameterError, Parameters
from ai.errors import did_you_mean
from game.games.kernel_state import KernelState, kernel_game

NAME = "open_spiel"
_TYPE = pyspiel.GameType
_REQUIRED = (
    ("dynamics", _TYPE.Dynamics.SEQUENTIAL),
    ("chance_mode", _TYPE.ChanceMode.DETERMINISTIC),
    ("information", _TYPE.Information.PERFECT_INFORMATION),
    ("utility", _TYPE.Utility.ZERO_SUM),
    ("reward_model", _TYPE.RewardModel.TERMINAL),
)


@lru_cache(maxsize=64)
def loaded(game: str) -> pyspiel.Game:
    """Return the game that OpenSpiel calls so; raise `ParameterError` for none of ours."""
    if game.partition("(")[0] not in pyspiel.registered_names():
        hint = did_you_mean(game, pyspiel.registered_names())
        raise ParameterError(f"game must be a game of OpenSpiel, not {game!r}{hint}")
    try:
        spiel_game = pyspiel.load_game(game)
    except pyspiel.SpielError as error:
        raise ParameterError(f"OpenSpiel has no game {game!r}: {error}") from None
    kind = spiel_game.get_type()
    if spiel_game.num_players() != 2 or any(
        getattr(kind, name) != value for name, value in _REQUIRED
    ):
        raise ParameterError(
            f"game must be for two, of perfect information and without chance, of which one wins "
            f"what the other loses, at the end; not {game!r}"
        )
    return spiel_game


@dataclass(frozen=True, slots=True)
class SpielParameters(Parameters):
    """Which game it is, as OpenSpiel writes it: ``breakthrough(columns=6,rows=6)``."""

    game: str = "connect_four"

    def __post_init__(self) -> None:
        name = str(loaded(self.game)).removesuffix("()")  # equal games have equal names
        object.__setattr__(self, "game", name)


class SpielPosition(KernelState):
    """One position. A move is called by OpenSpiel's number of the action."""

    __slots__ = ()

    @classmethod
    def move_names(cls, parameters: SpielParameters) -> tuple[str, ...]:
        """Return the numbers, and the word for the move of who only waits."""
        return (*map(str, range(loaded(parameters.game).num_distinct_actions())), "pass")

    def theirs(self) -> pyspiel.State:
        """Return the position as OpenSpiel has it."""
        state = loaded(self.parameters.game).new_initial_state()
        waits = len(self._names) - 1
        for move in self.history:
            if move != waits:
                state.apply_action(move)
        return state


GAME = Game(
    kernel_game(
        SpielPosition, SpielParameters, name=NAME, title="OpenSpiel", sides=("First", "Second")
    )
)
