"""What a match writes down is the text that the window, the clipboard and the files use."""

import pytest

from ai.contract.games import all_games, game_names, game_spec
from ai.match.events import GameRecord, parameters_of
from tests.arena.told import plan, told

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
