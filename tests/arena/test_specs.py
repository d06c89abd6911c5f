"""How games and sides are written."""

import pytest

from ai.contract.games import read_game
from ai.contract.rules import RulesError
from ai.kinds import SearcherSpecError
from ai.levels import level
from ai.match.specs import check_side, read_side
from ai.search.messages import Limit
from game.games.hex_gomoku.rules import HexParameters

SECOND = Limit(seconds=1.0)
CLUB = level("club", "tictactoe")


def test_a_game_takes_its_parameters() -> None:
    spec, parameters = read_game("hex:side=5,opening=swap")
    assert spec.name == "hex"
    assert parameters == HexParameters(side=5, opening="swap")
    assert read_game("hex")[1] == HexParameters()


@pytest.mark.parametrize(
    "text", ["chess", "hex:side", "hex:side=x", "hex:side=9", "hex:depth=3", "hex:side=4,side=5"]
)
def test_a_bad_game_is_told_in_a_sentence(text: str) -> None:
    with pytest.raises(RulesError, match=text.partition(":")[0]):
        read_game(text)


@pytest.mark.parametrize(
    ("text", "searcher", "limit"),
    [
        ("mcts", "mcts", SECOND),
        ("mcts:reuse=false@4000", "mcts:reuse=false", Limit(simulations=4000)),
        ("mcts@0.5s", "mcts", Limit(seconds=0.5)),
        ("club", CLUB.searcher, CLUB.limit),
        ("level:Club", CLUB.searcher, CLUB.limit),
        ("level:club@2s", CLUB.searcher, Limit(seconds=2.0)),
    ],
)
def test_a_side_is_a_searcher_or_a_level(text: str, searcher: str, limit: Limit) -> None:
    side = read_side(text, "tictactoe", SECOND)
    assert (side.searcher, side.limit) == (searcher, limit)


@pytest.mark.parametrize("text", ["mcts@", "mcts@0", "mcts@-1", "mcts@1m", "mcts@0s", "nobody"])
def test_a_bad_side_is_told_in_a_sentence(text: str) -> None:
    with pytest.raises(SearcherSpecError):
        read_side(text, "tictactoe", SECOND)


def test_an_unknown_side_hears_of_searchers_and_levels() -> None:
    with pytest.raises(SearcherSpecError, match=r"known searchers: .*mcts.*known levels: .*club"):
        read_side("nobody", "tictactoe", SECOND)
    with pytest.raises(RulesError, match="unknown level 'nobody'"):
        read_side("level:nobody", "tictactoe", SECOND)


@pytest.mark.parametrize("text", ["perfect", "level:perfect", "exact@5"])
def test_a_side_that_cannot_play_the_board_is_told_in_a_sentence(text: str) -> None:
    side = read_side(text, "tictactoe", SECOND)
    check_side(side, "tictactoe", read_game("tictactoe")[1])
    with pytest.raises(SearcherSpecError, match=f"side '{text}': .* up to 10 cells, not of 12"):
        check_side(side, "tictactoe", read_game("tictactoe:columns=4")[1])
