import pytest

from ai.kinds import SearcherOptions
from ai.search.messages import ExactValue, Proof, StopReason
from game.games.tictactoe.exact import ExactSearcher, exact_values
from game.games.tictactoe.rules import TicTacToeParameters
from tests.games import position
from tests.thinking import think

LARGE = TicTacToeParameters(4, 4, 4)


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
    known, start = {}, position("tictactoe")
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


def test_of_large_boards_only_the_end_is_solved_and_of_other_games_nothing():
    assert len(exact_values(position("tictactoe", "a1 b1 a2 b2 c3 d4", LARGE))) == 10
    assert exact_values(position("tictactoe", (), LARGE)) is None
    assert exact_values(position("hex")) is None
    with pytest.raises(ValueError, match="solves tictactoe, not hex"):
        ExactSearcher("hex")
    with pytest.raises(ValueError, match="16 are empty"):
        think(ExactSearcher("tictactoe"), position("tictactoe", (), LARGE))


def test_the_searcher_wins_at_once_and_says_why_and_resists_as_long_as_it_can():
    result = think(ExactSearcher("tictactoe"), position("tictactoe", "a1 a2 b1 b2"))
    assert (result.move, result.reason) == (2, StopReason.PROVEN)
    assert result.info.candidates[0].line == (2,)
    assert (result.info.value, result.info.proof, result.info.distance) == (1.0, Proof.WIN, 1)
    assert ExactValue(2, Proof.WIN, 1) in result.info.exact
    lost = position("tictactoe", "a1 b1 a3")  # b2 or c3 come too late unless a2 is taken
    distances = {value.move: value.distance for value in exact_values(lost)}
    assert distances[think(ExactSearcher("tictactoe"), lost).move] == max(distances.values())


def test_equal_moves_are_chosen_by_the_seed():
    players = [ExactSearcher("tictactoe", SearcherOptions(seed=seed % 40)) for seed in range(80)]
    chosen = [think(player, position("tictactoe")).move for player in players]
    assert len(set(chosen)) > 5
    assert chosen[:40] == chosen[40:]
