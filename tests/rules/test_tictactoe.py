from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.contract.rules import IllegalMoveError, ParameterError, PositionError
from game.games.tictactoe.rules import (
    TicTacToeParameters,
    TicTacToeState,
    new_game,
    state_from_text,
)
from tests.games import position, refused
from tests.rules.naive import mnk_winner

CLASSIC = TicTacToeParameters()


def played(names: str, parameters: TicTacToeParameters = CLASSIC) -> TicTacToeState:
    return position("tictactoe", names, parameters)


@st.composite
def parameters(draw: st.DrawFn) -> TicTacToeParameters:
    columns, rows = draw(st.integers(3, 9)), draw(st.integers(3, 9))
    return TicTacToeParameters(columns, rows, draw(st.integers(3, min(6, max(columns, rows)))))


@given(parameters(), st.randoms(use_true_random=False))
@settings(max_examples=80)
def test_winner_agrees_with_a_scan_of_all_windows(size, rng):
    state = new_game(size, 0)
    while True:
        stones = {divmod(i, size.columns): mark for i, mark in enumerate(state.cells)}
        winners = mnk_winner(stones, size.in_a_row)
        assert winners == (set() if state.winner is None else {state.winner + 1})
        assert state.is_terminal == (bool(winners) or 0 not in state.cells)
        if state.is_terminal:
            break
        assert state.current_player == state.move_count % 2
        state = state.play(rng.choice(state.legal_moves))
    if state.winner is not None:
        line = state.winning_line
        assert state.last_move in line
        assert len(line) >= size.in_a_row
        assert {state.cells[cell] for cell in line} == {state.winner + 1}
        assert len({b - a for a, b in pairwise(line)}) == 1
        assert state.returns[state.winner] == 1


def test_reachable_positions() -> None:
    seen = {new_game(CLASSIC, 0).cells: new_game(CLASSIC, 0)}
    queue = list(seen.values())
    while queue:
        state = queue.pop()
        for move in state.legal_moves:
            after = state.play(move)
            if after.cells not in seen:
                seen[after.cells] = after
                queue.append(after)
    assert len(seen) == 5478
    ends = [state for state in seen.values() if state.is_terminal]
    results = [state.winner for state in ends]
    assert (results.count(0), results.count(1), results.count(None)) == (626, 316, 16)
    for state in seen.values():
        read = state_from_text(state.to_text(), CLASSIC)
        assert read == state
        without_last = "".join(state.to_text().partition("last")[:1])
        assert state_from_text(without_last, CLASSIC).winner == state.winner


def test_names_start_in_the_lower_left_corner() -> None:
    state = played("a1 c3 b2")
    assert state.cells == (1, 0, 0, 0, 1, 0, 0, 0, 2)
    assert state.to_text() == ". . O\n. X .\nX . .\nlast b2\n"
    assert state.encode().tolist() == [3, 3, 3, 4, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2]


def test_more_than_needed_wins_too() -> None:
    state = played("a1 a2 b1 b2 d1 d2 e1 e2 c1", TicTacToeParameters(5, 5, 4))
    assert state.winning_line == (0, 1, 2, 3, 4)
    assert state.returns == (1, -1)


def test_illegal_moves() -> None:
    for name, sentence in (("a1", "a1 is taken"), ("d1", "'d1' is not a cell of this board")):
        with refused(IllegalMoveError, sentence):
            played("a1").move_from_string(name)
    with refused(IllegalMoveError, "a1 is taken"):
        played("a1").play(0)
    with refused(IllegalMoveError, "the game is over"):
        played("a1 a2 b1 b2 c1").move_from_string("c3")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((2, 3, 3), "columns must be 3 to 15, not 2"),
        ((3, 16, 3), "rows must be 3 to 15, not 16"),
        ((3, 3, 2), "in_a_row must be 3 to 6, not 2"),
        ((15, 15, 7), "in_a_row must be 3 to 6, not 7"),
        ((3, 4, 5), "5 in a row do not fit a board of 3 x 4"),
    ],
)
def test_bad_parameters(arguments, sentence):
    with refused(ParameterError, sentence):
        TicTacToeParameters(*arguments)


FIRST = "line 1, column 1:"
MUST = "but X must have as many as O or one more, unless a line 'turn' says who is to move"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("X O\n", f"{FIRST} this row has 2 cells instead of 3"),
        ("X O .\n. . .\n", "line 2, column 1: the text ends after 2 of 3 rows"),
        ("X O .\n. Y .\n. . .", "line 2, column 3: 'Y' is not a cell; use X, O or ."),
        ("X X .\n. . .\n. . .", f"{FIRST} X has 2 and O 0, {MUST}"),
        ("O . .\n. . .\n. . .", f"{FIRST} X has 0 and O 1, {MUST}"),
        ("X X X\nO O O\n. . .", f"{FIRST} both X and O have won"),
        ("X X X\nO O .\nO . .", f"{FIRST} X has won, but O moved last"),
        ("O O O\nX X .\nX . X", f"{FIRST} O has won, but X moved last"),
        ("X . .\n. . .\n. . .\nlast b2", "line 4, column 6: X moved last, but not at b2"),
        ("X . .\n. . .\n. . .\nturn .", "line 4, column 6: the player to move is X or O"),
        ("X . .\n. . .\n. . .\nlast d4", "line 4, column 6: 'd4' is not a cell of this board"),
        (
            "X X X\nO O .\n. . .\nlast a3\nlast a3",
            "line 5, column 1: there is a second 'last' line",
        ),
        ("X X X\nO O X\nO X O\nlast b1", f"{FIRST} the game was over before the last move"),
    ],
)
def test_malformed_positions(text, sentence):
    with refused(PositionError, sentence):
        state_from_text(text, CLASSIC)
