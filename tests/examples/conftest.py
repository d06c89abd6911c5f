"""The example as the program loads it: a folder that is named."""

import pytest

from game.games import registry
from game.games.game import Game


@pytest.fixture
def connect_four(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The example, in the list of games."""
    from examples.connect_four.game import GAME

    monkeypatch.setattr(registry, "_games", (*registry.all_games(), GAME))
    return GAME
