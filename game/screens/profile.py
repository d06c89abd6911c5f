"""What a game tells the controller about itself."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from ai.contract.rules import Parameters, State
from ai.search.messages import SearchInfo
from game.games.registry import window_game
from game.store.settings import Settings

DEMO_SECONDS: Final = 1.1


@dataclass(frozen=True, slots=True)
class Pace:
    """An analysis slow enough to watch, where a search at full speed is over in no time.

    Attributes:
        seconds: How long a step takes at least.
        total: Simulations after which the analysis rests.
    """

    searcher: str
    simulations: int = 50
    seconds: float = 0.1
    total: int = 5_000

    @property
    def rate(self) -> float:
        return self.simulations / self.seconds


@dataclass(frozen=True, slots=True)
class Profile:
    """What the controller must know of a game.

    Attributes:
        searcher: What analyses it, unless the player chose another searcher, grades its moves
            and plays the demo on its card.
        parameters: Parameters of a new game, if settings of their names do not say them.
        demo_seconds: How long a demo move takes at speed 1.
        pace: How to analyse games with these parameters slowly, if at all.
        agreed_draw: The move that ends a game of the AI with itself, where nothing is left to play
            for.
        seed: The seed of new games, None for a random one.
        target_seconds: How long the AI looks for the score that a one-player game is measured
            by; 0 for none.
        pasted: Parameters to read a pasted text with, from the text and the present ones.
    """

    game: str
    searcher: str
    parameters: Callable[[Settings], Parameters] | None = None
    demo_seconds: float = DEMO_SECONDS
    pace: Callable[[Parameters], Pace | None] = lambda _: None
    agreed_draw: Callable[[State, SearchInfo], int | None] = lambda _state, _info: None
    seed: Callable[[Settings], int | None] = lambda _: None
    target_seconds: float = 0.0
    pasted: Callable[[str, Any], Parameters] = lambda _, usual: usual

    def parameters_of(self, settings: Settings) -> Parameters:
        if self.parameters is not None:
            return self.parameters(settings)
        return settings.parameters_of(window_game(self.game))
