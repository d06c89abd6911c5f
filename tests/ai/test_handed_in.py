"""The list of games comes from whoever starts a process, and tells what is missing without it."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from ai.contract import games
from ai.contract.game import Lazy
from ai.contract.games import NoGamesError, all_games, game_of, receive, source
from ai.contract.rules import RulesError
from game.games import registry

calls: list[str] = []


def hand_in_two() -> None:
    """Hand in the first two games."""
    calls.append("handed in")
    games.hand_in(registry.BUILT_IN[:2], Lazy(f"{__name__}:hand_in_two"))


def test_another_process_receives_the_list_once_by_the_name_of_what_hands_it_in(monkeypatch):
    monkeypatch.setattr(games, "_built_in", ())
    monkeypatch.setattr(games, "_source", None)
    for ask in (all_games, source, partial(game_of, "hex")):
        with pytest.raises(NoGamesError, match="no games were handed in"):
            ask()
    name = Lazy(f"{__name__}:hand_in_two")
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(receive, [name] * 8))
    assert calls == ["handed in"]
    assert all_games() == registry.BUILT_IN[:2]
    assert source() == name
    with pytest.raises(RulesError):
        game_of(registry.BUILT_IN[2].name)
