"""Tic-Tac-Toe's forced wins against exhaustive search, and against every defence by the rules."""

import random

import pytest

from ai.search.limits import CancelFlag
from ai.search.messages import Limit, Proof, StopReason
from ai.searchers import make_searcher
from game.games.lattice.mask_solver import MaskSolver
from game.games.lattice.reading import why
from game.games.lattice.threats import RootProofs
from game.games.tictactoe import kernel
from game.games.tictactoe.adviser import SquareAdviser
from game.games.tictactoe.exact import MOST_EMPTY_CELLS, exact_values
from game.games.tictactoe.rules import TicTacToeParameters, TicTacToeState, new_game
from tests.ai.row_tactics import replays_won
from tests.games import after, position
from tests.thinking import think

FLAG = CancelFlag().array
SMALL = [
    TicTacToeParameters(*board) for board in [(4, 4, 3), (4, 4, 4), (5, 4, 3), (5, 5, 4), (6, 4, 4)]
]


def played(parameters: TicTacToeParameters, names: str) -> TicTacToeState:
    return position("tictactoe", names, parameters)


def quiet_state(rng: random.Random, parameters: TicTacToeParameters) -> TicTacToeState:
    """A position that can be solved, after random marks that won nothing."""
    cells = parameters.columns * parameters.rows
    while True:
        state, marks = new_game(parameters, 0), cells - rng.randint(6, MOST_EMPTY_CELLS)
        while state.stones < marks:
            quiet = [move for move in state.legal_moves if not state.play(move).is_terminal]
            if not quiet:
                break
            state = state.play(rng.choice(quiet))
        if state.stones == marks:
            return state


@pytest.mark.parametrize("parameters", SMALL, ids=str)
def test_no_claim_is_false_and_no_win_is_missed_on_boards_that_can_be_solved(parameters):
    solver, rng, losses = MaskSolver(kernel, parameters), random.Random(11), 0
    for _ in range(12):
        state = quiet_state(rng, parameters)
        truth = {value.move: value for value in exact_values(state) or ()}
        wins = [value.distance for value in truth.values() if value.proof is Proof.WIN]
        win = solver.forced_win(state, FLAG, shorten=20_000)
        assert (win is not None) == bool(wins), state.to_text()
        if win is not None:
            assert truth[win.line[0]].proof is Proof.WIN, state.to_text()
            assert min(wins) <= win.distance, state.to_text()
        proofs = RootProofs.at_once(solver, state)
        proofs.refute(solver, proofs.open_moves, FLAG, 20_000, 9)
        for move, loss in proofs.losses.items():
            losses += 1
            assert truth[move].proof is Proof.LOSS, state.to_text()
            assert truth[move].distance <= loss.distance + 1, state.to_text()
    assert losses


FORCED = [
    (TicTacToeParameters(15, 15, 5), "h8 a1 h9 o1 g9 a15 f10 o15"),
    (TicTacToeParameters(10, 10, 5), "e5 a1 f6 a10 e6 j1 f4 j10"),
    (TicTacToeParameters(6, 6, 4), "c3 a1 d4 f1"),
    (TicTacToeParameters(7, 7, 3), "d4 a1"),
]


@pytest.mark.parametrize(("parameters", "names"), FORCED)
def test_wins_hold_against_every_defence_by_the_rules(parameters, names):
    state, solver = played(parameters, names), MaskSolver(kernel, parameters)
    win = solver.forced_win(state, FLAG, nodes=50_000, shorten=50_000)
    assert replays_won(solver, state, win.distance, set())
    assert after(state, win.line).winner == 0


def test_a_search_plays_a_forced_win_and_stops_one() -> None:
    board, names = FORCED[1]
    state = played(board, names)
    result = think(make_searcher("mcts", "tictactoe"), state, 2000)
    info = result.info
    assert (result.reason, info.proof, info.simulations) == (StopReason.PROVEN, Proof.WIN, 0)
    defended = played(board, "e5 a1 f5 a10 g5")
    advice = SquareAdviser().look(defended, Limit(simulations=20_000), FLAG)
    assert advice.win is None
    assert advice.losses
    held = think(make_searcher("mcts", "tictactoe"), defended, 2000)
    assert defended.move_to_string(held.move) in {"c5", "d5", "h5", "i5"}


def test_it_can_be_said_how_a_line_wins_and_what_must_be_blocked() -> None:
    five = TicTacToeParameters(10, 10, 5)

    def told(names: str) -> str:
        state = played(five, names)
        win = MaskSolver(kernel, five).forced_win(state, FLAG, shorten=20_000)
        return why(state, win.line if win else None)

    assert told("e5 a1 f5 a3 g5 a5 h5 d5") == ""
    assert told("e5 a1 f5 a10 g5 j1") == "Two cells win next: only one can be blocked."
    assert told("e5 a1 f6 a10 e6 j1 f4 j10").startswith("By threes and fours:")
    assert told("e5 d5 f5 a10 g5 j1 h6 j10 h7 c1").startswith("By fours:")
    assert told("e5 d5 f5 a10 g5 j1 h5") == "Block **i5**: X would win there."
    both = told("e5 a1 f5 a10 g5 j1 h5")
    assert both == "X wins at **d5** and **i5**: only one of them can be blocked."


def test_running_out_of_positions_is_no_proof_and_the_classic_board_is_left_to_the_tree() -> None:
    board, names = FORCED[1]
    state, solver = played(board, names), MaskSolver(kernel, board)
    assert solver.forced_win(state, FLAG, nodes=1) is None
    assert solver.gave_up
    assert solver.forced_win(state, FLAG) is not None
    classic = played(TicTacToeParameters(), "b2 a1 a2 c3")
    assert SquareAdviser().look(classic, Limit(simulations=500), FLAG).win is None
