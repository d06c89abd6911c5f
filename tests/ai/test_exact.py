import pytest

from ai.contract.games import game_spec
from ai.kinds import SearcherOptions
from ai.search.messages import ExactValue, Proof, StopReason
from game.games.tictactoe.exact import ExactSearcher, exact_values
from game.games.tictactoe.rules import TicTacToeParameters
from tests.games import after
from tests.thinking import think


def position(*names, parameters=None):
    start = game_spec("tictactoe").new_game(parameters or TicTacToeParameters(), 0)
    return after(start, names)


def minimax(state, known):
    """Return (result for the player to move, plies to the end), over the pure rules."""
    if state.is_terminal:
        return int(state.returns[state.current_player]), 0
    if state.cells not in known:
        values = [minimax(state.play(move), known) for move in state.legal_moves]
        values = [(-result, plies + 1) for result, plies in values]
        known[state.cells] = max(values, key=lambda v: (v[0], -v[0] * v[1]))
    return known[state.cells]


def test_every_position_has_the_value_of_minimax():
    known = {}
    start = position()
    assert minimax(start, known) == (0, 9)
    seen, waiting = {start.cells}, [start]
    names = {1: Proof.WIN, 0: Proof.DRAW, -1: Proof.LOSS}
    while waiting:
        state = waiting.pop()
        values = exact_values(state)
        assert [value.move for value in values] == list(state.legal_moves)
        for value in values:
            after = state.play(value.move)
            result, plies = minimax(after, known)
            assert (value.proof, value.distance) == (names[-result], plies + 1)
            if after.cells not in seen and not after.is_terminal:
                seen.add(after.cells)
                waiting.append(after)
    assert len(seen) == 4520  # the 5,478 reachable positions without the finished ones


def test_large_boards_and_other_games_have_no_exact_values():
    assert exact_values(position(parameters=TicTacToeParameters(4, 4, 4))) is None
    hexagon = game_spec("hex")
    assert exact_values(hexagon.new_game(hexagon.parameters(), 0)) is None


def test_the_end_of_a_larger_game_is_solved():
    state = position(*("a1", "b1", "a2", "b2", "c3", "d4"), parameters=TicTacToeParameters(4, 4, 4))
    assert len(exact_values(state)) == 10


def test_the_searcher_wins_at_once_and_says_why():
    result = think(ExactSearcher("tictactoe"), position("a1", "a2", "b1", "b2"))
    assert (result.move, result.reason) == (2, StopReason.PROVEN)
    assert result.info.candidates[0].line == (2,)
    assert (result.info.value, result.info.proof, result.info.distance) == (1.0, Proof.WIN, 1)
    assert ExactValue(2, Proof.WIN, 1) in result.info.exact


def test_it_resists_as_long_as_it_can():
    lost = position("a1", "b1", "a3")  # b2 or c3 come too late unless a2 is taken
    values = {value.move: value for value in exact_values(lost)}
    move = think(ExactSearcher("tictactoe"), lost).move
    assert values[move].distance == max(value.distance for value in values.values())


def test_equal_moves_are_chosen_by_the_seed():
    chosen = {
        think(ExactSearcher("tictactoe", SearcherOptions(seed=seed)), position()).move
        for seed in range(40)
    }
    assert len(chosen) > 5
    again = [
        think(ExactSearcher("tictactoe", SearcherOptions(seed=7)), position()).move
        for _ in range(2)
    ]
    assert again[0] == again[1]


def test_two_perfect_players_draw():
    players = [
        ExactSearcher("tictactoe", SearcherOptions(seed=1)),
        ExactSearcher("tictactoe", SearcherOptions(seed=2)),
    ]
    for _ in range(50):
        state = position()
        while not state.is_terminal:
            state = state.play(think(players[state.current_player], state).move)
        assert state.returns == (0.0, 0.0)


def test_it_says_what_it_cannot_do():
    with pytest.raises(ValueError, match="solves tictactoe, not hex"):
        ExactSearcher("hex")
    with pytest.raises(ValueError, match="16 are empty"):
        think(ExactSearcher("tictactoe"), position(parameters=TicTacToeParameters(4, 4, 4)))
