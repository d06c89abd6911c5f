"""Copies of the window's games under other names: what a screen looks like with more of them."""

from dataclasses import replace

import pytest

from ai.contract import games
from game.games import registry
from game.games.window_game import WindowGame

TITLES = ("Score Four", "Dots and Boxes", "Reversi", "Peg Solitaire")


class Copied:
    """The entry of a copy."""

    def __init__(self, game: WindowGame, name: str) -> None:
        self._game, self._name = game, name

    def load(self):
        entry = self._game.entry.load()
        own = {"board_cards": None, "score_tables": None}
        return replace(entry, profile=replace(entry.profile, game=self._name), **own)


def renamed(setting: str, name: str) -> str:
    return f"{name}_{setting.partition('_')[2]}"


def copied(game: WindowGame, title: str) -> WindowGame:
    name = title.lower().replace(" ", "_")
    return replace(
        game,
        rules=replace(game.rules, name=name, title=title),
        settings=tuple(
            replace(each, name=renamed(each.name, name), at_most=None) for each in game.settings
        ),
        entry=Copied(game, name),
    )


@pytest.fixture
def eight_games(monkeypatch: pytest.MonkeyPatch) -> tuple[WindowGame, ...]:
    """Let the program have eight games: the four that it comes with, and a copy of each."""
    names = ("hex", "breakthrough", "tictactoe", "samegame")
    originals = map(registry.window_game, names)
    more = tuple(copied(game, title) for game, title in zip(originals, TITLES, strict=True))
    monkeypatch.setattr(games, "_built_in", (*registry.BUILT_IN, *more))
    return registry.window_games()
