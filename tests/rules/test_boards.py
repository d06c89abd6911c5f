import pytest

from ai.contract.rules import PositionError
from game.games.samegame.named_boards import standard_boards
from game.games.samegame.reader import read_boards
from game.games.samegame.rules import SameGameParameters, new_game
from tests.games import refused

ROWS = "0 1 2 .\n0 1 2 -\n0 1 2 0\n0 1 2 0\n"


def test_standard_boards() -> None:
    boards = standard_boards()
    assert [board.number for board in boards] == list(range(1, 21))
    for board in boards:
        size = board.state.parameters
        assert (size.columns, size.rows, size.colours, size.leftover) == (15, 15, 5, "js-games")
        assert board.state.tiles_left == 225
        assert board.state.score == 0
        assert board.title == f"Board {board.number}"
    first = boards[0].state
    assert [first.colour_at(column, 14) for column in range(5)] == [3, 1, 1, 4, 1]
    assert [first.colour_at(column, 0) for column in range(5)] == [1, 0, 1, 0, 1]


def test_one_board_or_several_of_several_sizes() -> None:
    (board,) = read_boards("# mine\n" + ROWS, SameGameParameters(leftover="none"))
    assert board.state.parameters == SameGameParameters(4, 4, 3, "none")
    assert (board.number, board.title) == (1, "Board 1")
    assert board.state.columns == ((0,) * 4, (1,) * 4, (2,) * 4, (0,) * 2)
    text = f"position 3 Three stripes # for tests\n{ROWS}\nPOSITION 1\r\n" + "8 0 8 0 8\n" * 6
    one, other = read_boards(text)
    assert (one.number, one.title) == (3, "Three stripes")
    assert (other.number, other.title) == (1, "Board 1")
    assert (other.state.parameters.rows, other.state.parameters.colours) == (6, 9)
    (single,) = read_boards("0 0 0 0\n" * 4)
    assert single.state.parameters.colours == 2, "one colour counts as two"
    apart = "position 7\n. 0 1 2\n1 0 1 2\n1 0 1 2\n1 2 2 0\n"
    assert read_boards(apart.replace(" ", "").replace("n7", "n 7")) == read_boards(apart)


NO_TILE = "is not a tile; use 0 to 8, or . for an empty cell"
SHORTER = "this row has 3 cells, but the first one has 4"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1, column 1: there is no board in this text"),
        ("# nothing\n\n", "line 1, column 1: there is no board in this text"),
        (f"position\n{ROWS}", "line 1, column 1: 'position' needs a number after it"),
        (f"position one\n{ROWS}", "line 1, column 10: 'one' is not a whole number"),
        (f"position -1\n{ROWS}", "line 1, column 10: '-1' is not a whole number"),
        (f"position 1\nposition 2\n{ROWS}", "line 1, column 1: no rows follow this line"),
        (f"position 1\n{ROWS}position 1\n{ROWS}", "line 6, column 10: there is a second board 1"),
        (f"{ROWS}position 1\n{ROWS}", "line 5, column 10: there is a second board 1"),
        ("0 1 0\n" * 4, "line 1, column 1: a board has 4 to 30 columns, not 3"),
        ("0 " * 31 + "\n", "line 1, column 1: a board has 4 to 30 columns, not 31"),
        ("0 1 0 1\n" * 3, "line 3, column 1: a board has 4 to 30 rows, not 3"),
        ("0 1 0 1\n" * 31, "line 31, column 1: a board has 4 to 30 rows, not 31"),
        (f"{ROWS}0 1 2\n", f"line 5, column 1: {SHORTER}"),
        (f"{ROWS}0 1 9 1\n", f"line 5, column 5: '9' {NO_TILE}"),
        (f"{ROWS}0 1 ² 1\n", f"line 5, column 5: '²' {NO_TILE}"),
        ("0101\n01x1\n", "line 2, column 1: a board has 4 to 30 rows, not 2"),
        ("0101\n" * 3 + " 01x1\n", f"line 4, column 4: 'x' {NO_TILE}"),
        ("0101\n" * 3 + "010\n", f"line 4, column 1: {SHORTER}"),
        (f"{ROWS}0 1 2 .\n", "line 4, column 7: this tile floats above a hole"),
        ("  0 0 . 1\n" * 4, "line 1, column 9: this tile stands to the right of an empty column"),
        (". . . .\n" * 4, "line 1, column 1: this board has no tiles"),
        ("hello world\n", "line 1, column 1: a board has 4 to 30 columns, not 2"),
    ],
)
def test_bad_boards(text, sentence):
    with refused(PositionError, sentence):
        read_boards(text)


@pytest.mark.parametrize("moves", [0, 1, 7])
def test_a_position_copied_from_a_game_is_a_board(moves):
    state = new_game(SameGameParameters(7, 6, 3), 5)
    for _ in range(moves):
        state = state.play(state.legal_moves[-1])
    (board,) = read_boards(state.to_text())
    copied = (board.state.columns, board.state.points, board.state.move_count)
    assert copied == (state.columns, state.points, state.move_count)
