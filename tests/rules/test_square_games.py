"""The small two-player games of the papers, by hand-made positions and invariants."""

import random

import pytest

from ai.contract.games import game_spec
from ai.contract.rules import IllegalMoveError, ParameterError, PositionError
from game.games.lattice.square_board import EMPTY, FIRST, SECOND, BoardParameters, BoardState
from tests.rules import naive

NAMES = ("breakthrough", "knightthrough", "domineering", "nogo", "atari-go")

ENDGAME = """
. O . .
O O O O
X . O O
X . . .
. . . O
. . . .
. . X X
X X X X
"""


def read(name: str, text: str, columns: int = 5, rows: int = 5) -> BoardState:
    state = game_spec(name).state_from_text(text, BoardParameters(columns, rows))
    assert isinstance(state, BoardState)
    return state


def names(state: BoardState) -> list[str]:
    return [state.move_to_string(move) for move in state.legal_moves]


def play(state: BoardState, *moves: str) -> BoardState:
    for move in moves:
        state = state.play(state.move_from_string(move))
    return state


@pytest.mark.parametrize("name", ["domineering", "nogo", "atari-go"])
@pytest.mark.parametrize("size", [(5, 5), (4, 8), (8, 4), (8, 8)])
@pytest.mark.parametrize("seed", range(3))
def test_the_kernel_alone_plays_as_the_plain_rules(
    name: str, size: tuple[int, int], seed: int
) -> None:
    chooser = random.Random(seed)
    state = game_spec(name).new_game(BoardParameters(*size), 0)
    assert isinstance(state, BoardState)
    won = False
    while True:
        mark, cells = state.current_player + 1, state.cells
        expected = [] if won else naive_moves(name, size, cells, mark)
        assert list(state.legal_moves) == expected
        assert state.is_terminal == (not expected)
        if not expected:
            assert state.winner == 1 - state.current_player  # the last to move
            return
        move = chooser.choice(expected)
        covered = naive.domino(size[0], move, mark) if name == "domineering" else (move,)
        after = tuple(mark if cell in covered else held for cell, held in enumerate(cells))
        state = state.play(move)
        assert state.cells == after
        won = name == "atari-go" and naive.takes(*size, after, move)


def naive_moves(name: str, size: tuple[int, int], cells: tuple[int, ...], mark: int) -> list[int]:
    if name == "domineering":
        return naive.domino_moves(*size, cells, mark)
    return naive.liberty_moves(*size, cells, mark, taking_wins=name == "atari-go")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(8))
def test_misere_reverses_exactly_the_result(name: str, seed: int) -> None:
    chooser = random.Random(seed)
    normal, misere = game_spec(name), game_spec(f"misere-{name}")
    one = normal.new_game(normal.parameters(), 0)
    other = misere.new_game(misere.parameters(), 0)
    while not one.is_terminal:
        assert one.legal_moves == other.legal_moves
        assert one.returns == other.returns == (0.0, 0.0)
        move = chooser.choice(one.legal_moves)
        one, other = one.play(move), other.play(move)
    assert other.is_terminal
    assert one.returns == tuple(-value for value in other.returns)
    assert set(one.returns) == {1.0, -1.0}


@pytest.mark.parametrize("name", ["breakthrough", "knightthrough"])
def test_pieces_only_go_forward_and_never_multiply(name: str) -> None:
    chooser = random.Random(1)
    spec = game_spec(name)
    for board in (BoardParameters(), BoardParameters(4, 8), BoardParameters(8, 4)):
        state = spec.new_game(board, 0)
        assert isinstance(state, BoardState)
        while not state.is_terminal:
            start, target = divmod(move := chooser.choice(state.legal_moves), 64)
            mark = state.current_player + 1
            ahead = target // board.columns - start // board.columns
            assert (ahead > 0) == (mark == FIRST)
            after = state.play(move)
            taken = state.cells[target] == 3 - mark
            assert after.cells.count(mark) == state.cells.count(mark)
            assert after.cells.count(3 - mark) == state.cells.count(3 - mark) - taken
            state = after
        far = (state.cells[-board.columns :], state.cells[: board.columns])
        assert FIRST in far[0] or SECOND in far[1] or not {FIRST, SECOND} <= set(state.cells)


def test_breakthrough_takes_diagonally_only() -> None:
    state = read("breakthrough", ENDGAME, 4, 8)
    assert "a6-b7" in names(state)
    assert "a6-a7" not in names(state)
    assert "a5-a6" not in names(state)
    assert "a5-b6" in names(state)
    start = game_spec("breakthrough").new_game(BoardParameters(), 0)
    assert len(start.legal_moves) == 13


def test_a_race_is_won_on_the_far_row_or_by_the_last_capture() -> None:
    state = read("breakthrough", ". . . . .\n. X . . .\n. . . . .\n. . . O .\n. . . . .")
    assert play(state, "b4-c5").returns == (1.0, -1.0)
    assert play(state, "b4-b5").winner == 0
    taken = read("breakthrough", ". . . . .\n. . . . .\n. O . . .\n. . X . .\n. . . . .")
    assert play(taken, "c2-b3").returns == (1.0, -1.0)
    with pytest.raises(IllegalMoveError, match=r"^b4-b3 is not legal here$"):
        state.move_from_string("b4-b3")


def test_knightthrough_jumps() -> None:
    start = game_spec("knightthrough").new_game(BoardParameters(), 0)
    assert isinstance(start, BoardState)
    assert "c2-d4" in names(start)  # takes
    assert "a1-c2" not in names(start)  # its own piece
    assert play(start, "c2-d4", "e4-c3", "d4-b5").winner == 0


def test_dominoes_lie_upright_for_the_first_and_across_for_the_second() -> None:
    start = game_spec("domineering").new_game(BoardParameters(), 0)
    assert isinstance(start, BoardState)
    assert len(start.legal_moves) == 20
    after = play(start, "c2")
    assert [i for i, held in enumerate(after.cells) if held] == [7, 12]
    assert "b2" not in names(after)
    assert "d2" in names(after)
    assert "e2" not in names(after)


def test_nogo_forbids_taking_and_having_no_liberty() -> None:
    state = read("nogo", ". O . . .\nO X . . .\n. O . . .\n. . . . .\n. X . . .")
    assert "c4" in names(state)
    assert "a5" not in names(state)  # no liberty for X
    assert "c4" not in names(play(state, "e1"))  # would take b4


def test_nogo_is_lost_by_who_cannot_move() -> None:
    full = "X X O O\n. X O .\nX X O O\nX X O O\nmoves 0"
    state = read("nogo", full, 4, 4)
    assert names(state) == []
    assert state.winner == 1


def test_atari_go_is_won_by_taking() -> None:
    state = read("atari-go", ". O . . .\nO X O . .\n. . . . .\n. . . . .\n. X . . .\nmoves 1")
    assert not state.is_terminal
    won = play(state, "b3")
    assert won.returns == (-1.0, 1.0)
    assert won.legal_moves == ()
    assert won.cells[16] == FIRST  # what is taken stays to be seen


def test_atari_go_forbids_suicide_but_for_a_capture() -> None:
    suicide = read("atari-go", ". O . . .\nO . . . .\n. . . . .\n. . . . .\n. . . . .")
    assert "a5" not in names(suicide)
    capture = read("atari-go", ". O X . .\nO X . . .\nX . . . .\n. . . . .\n. . . . .")
    assert play(capture, "a5").winner == 0


def test_positions_are_checked() -> None:
    with pytest.raises(PositionError, match=r"^line 1, column 1: this row has 4 cells"):
        read("nogo", ". . . .\n" * 5)
    with pytest.raises(PositionError, match=r"^no game lasts 99999 moves"):
        read("nogo", ". . . . .\n" * 5 + "moves 99999")
    for last in ("moves 0\nlast a1", "moves 1\nlast z9"):
        with pytest.raises(PositionError, match=r"cannot have been the last move$"):
            read("nogo", ". . . . .\n" * 5 + last)
    for wrong in ((3, 5), (5, 9)):
        with pytest.raises(ParameterError, match="must be 4 to 8"):
            BoardParameters(*wrong)
    assert read("nogo", ". . . . .\n" * 5).cells.count(EMPTY) == 25
