"""The list of games comes from whoever starts a process, and tells what is missing without it."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from ai.contract import games
from ai.contract.games import NoGamesError, all_games, game_of, receive, source
from ai.contract.lazy import Lazy
from ai.contract.rules import RulesError
from game.games import registry

calls: list[str] = []


def hand_in_two() -> None:
    """Hand in the first two games."""
    calls.append("handed in")
    games.hand_in(registry.BUILT_IN[:2], Lazy(f"{__name__}:hand_in_two"))


@pytest.fixture
def _nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_built_in", ())
    monkeypatch.setattr(games, "_source", None)
    calls.clear()


@pytest.mark.usefixtures("_nothing")
@pytest.mark.parametrize("ask", [all_games, source, lambda: game_of("hex")])
def test_without_a_list_a_sentence_says_what_to_do(ask) -> None:
    with pytest.raises(NoGamesError, match="no games were handed in"):
        ask()


@pytest.mark.usefixtures("_nothing")
def test_another_process_receives_the_list_once_by_the_name_of_what_hands_it_in() -> None:
    name = Lazy(f"{__name__}:hand_in_two")
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(receive, [name] * 8))
    assert calls == ["handed in"]
    assert all_games() == registry.BUILT_IN[:2]
    assert source() == name
    with pytest.raises(RulesError):
        game_of(registry.BUILT_IN[2].name)
