"""How games and sides are written."""

import pytest

from ai.contract.games import all_games, game_names, game_spec, read_game
from ai.contract.rules import RulesError
from ai.kinds import SearcherSpecError
from ai.levels import level
from ai.match.events import GameRecord, parameters_of
from ai.match.specs import check_side, read_side
from ai.search.messages import Limit
from game.games.hex_gomoku.rules import HexParameters
from tests.arena.told import plan, told

SECOND = Limit(seconds=1.0)
CLUB = level("club", "tictactoe")


def test_a_game_takes_its_parameters() -> None:
    spec, parameters = read_game("hex:side=5,opening=swap")
    assert spec.name == "hex"
    assert parameters == HexParameters(side=5, opening="swap")
    assert read_game("hex")[1] == HexParameters()
    with pytest.raises(RulesError, match="chess"):
        read_game("chess")
    for wrong in ("side", "side=x", "side=9", "depth=3", "side=4,side=5"):
        with pytest.raises(RulesError, match="hex"):
            read_game(f"hex:{wrong}")


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


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        *((f"mcts@{limit}", SearcherSpecError, "mcts@") for limit in ("", "0", "-1", "1m", "0s")),
        ("nobody", SearcherSpecError, "known searchers: .*mcts.*known levels: .*club"),
        ("level:nobody", RulesError, "unknown level 'nobody'"),
    ],
)
def test_a_bad_side_is_told_in_a_sentence(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        read_side(text, "tictactoe", SECOND)


@pytest.mark.parametrize("text", ["perfect", "level:perfect", "exact@5"])
def test_a_side_that_cannot_play_the_board_is_told_in_a_sentence(text: str) -> None:
    side = read_side(text, "tictactoe", SECOND)
    check_side(side, "tictactoe", read_game("tictactoe")[1])
    with pytest.raises(SearcherSpecError, match=f"side '{text}': .* up to 10 cells, not of 12"):
        check_side(side, "tictactoe", read_game("tictactoe:columns=4")[1])


COMPARED = [game.name for game in all_games() if game.text.boards or game.rules.players == 2]


@pytest.mark.parametrize("game", COMPARED)
def test_a_games_record_is_replayed_by_its_texts(game: str) -> None:
    (record,) = [each for each in told(plan(game), 1) if isinstance(each, GameRecord)]
    start = game_spec(game).state_from_text(record.start, parameters_of(game, record.parameters))
    assert start.to_text() == record.start
    for side, line in enumerate(record.lines):
        state = start
        for name in line:
            state = state.play(state.move_from_string(name))
        assert state.is_terminal
        if game in game_names(players=1):
            assert round(state.returns[0]) == record.scores[side]
