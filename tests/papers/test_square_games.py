"""The small two-player games of the papers, by hand-made positions and invariants."""

import random
from dataclasses import asdict
from typing import Any

import pytest

from ai.contract.games import read_game
from ai.contract.rules import IllegalMoveError, ParameterError, PositionError
from game.games.lattice.square_board import EMPTY, FIRST, SECOND, BoardParameters, BoardState
from tests.games import after, position, refused
from tests.plugins import papers  # noqa: F401 - a fixture
from tests.rules import naive

pytestmark = pytest.mark.usefixtures("papers")

ATARI_GO = "nogo:taking_wins=true"
GAMES = ("breakthrough", "knightthrough", "domineering", "nogo", ATARI_GO)

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


def begun(game: str, **facts: object) -> Any:
    spec, usual = read_game(game)
    return spec.new_game(spec.parameters(**asdict(usual) | facts), 0)


def read(game: str, text: str, columns: int = 5, rows: int = 5) -> BoardState:
    spec, _ = read_game(game)
    return spec.state_from_text(text, begun(game, columns=columns, rows=rows).parameters)


def names(state: BoardState) -> set[str]:
    return {state.move_to_string(move) for move in state.legal_moves}


@pytest.mark.parametrize("game", ["domineering", "nogo", ATARI_GO])
@pytest.mark.parametrize("size", [(5, 5), (4, 8), (8, 4), (8, 8)])
@pytest.mark.parametrize("seed", range(3))
def test_the_kernel_alone_plays_as_the_plain_rules(game, size, seed):
    chooser, won = random.Random(seed), False
    state = begun(game, columns=size[0], rows=size[1])
    while True:
        mark, cells = state.current_player + 1, state.cells
        expected = [] if won else naive_moves(game, size, cells, mark)
        assert list(state.legal_moves) == expected
        assert state.is_terminal == (not expected)
        if not expected:
            assert state.returns[state.current_player] == -1.0  # the last to move has won
            return
        move = chooser.choice(expected)
        covered = naive.domino(size[0], move, mark) if game == "domineering" else (move,)
        expected = tuple(mark if cell in covered else held for cell, held in enumerate(cells))
        state = state.play(move)
        assert state.cells == expected
        won = game == ATARI_GO and naive.takes(*size, expected, move)


def naive_moves(game: str, size: tuple[int, int], cells: tuple[int, ...], mark: int) -> list[int]:
    if game == "domineering":
        return naive.domino_moves(*size, cells, mark)
    return naive.liberty_moves(*size, cells, mark, taking_wins=game == ATARI_GO)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(8))
def test_misere_reverses_exactly_the_result(game, seed):
    chooser, one, other = random.Random(seed), begun(game), begun(game, misere=True)
    while not one.is_terminal:
        assert one.legal_moves == other.legal_moves
        assert one.returns == other.returns == (0.0, 0.0)
        move = chooser.choice(one.legal_moves)
        one, other = one.play(move), other.play(move)
    assert other.is_terminal
    assert one.returns == tuple(-value for value in other.returns)
    assert set(one.returns) == {1.0, -1.0}


@pytest.mark.parametrize("name", ["breakthrough", "knightthrough"])
def test_pieces_only_go_forward_and_never_multiply(name):
    chooser = random.Random(1)
    for board in (BoardParameters(), BoardParameters(4, 8), BoardParameters(8, 4)):
        state = position(name, (), board)
        while not state.is_terminal:
            start, target = divmod(move := chooser.choice(state.legal_moves), 64)
            mark = state.current_player + 1
            ahead = target // board.columns - start // board.columns
            assert (ahead > 0) == (mark == FIRST)
            before, state = state.cells, state.play(move)
            assert state.cells.count(mark) == before.count(mark)
            taken = before[target] == 3 - mark
            assert state.cells.count(3 - mark) == before.count(3 - mark) - taken
        far = (state.cells[-board.columns :], state.cells[: board.columns])
        assert FIRST in far[0] or SECOND in far[1] or not {FIRST, SECOND} <= set(state.cells)


def test_breakthrough_takes_diagonally_only() -> None:
    legal = names(read("breakthrough", ENDGAME, 4, 8))
    assert {"a6-b7", "a5-b6"} <= legal
    assert not {"a6-a7", "a5-a6"} & legal
    assert len(position("breakthrough").legal_moves) == 13


def test_a_race_is_won_on_the_far_row_or_by_the_last_capture() -> None:
    state = read("breakthrough", ". . . . .\n. X . . .\n. . . . .\n. . . O .\n. . . . .")
    assert after(state, "b4-c5").returns == after(state, "b4-b5").returns == (1.0, -1.0)
    taken = read("breakthrough", ". . . . .\n. . . . .\n. O . . .\n. . X . .\n. . . . .")
    assert after(taken, "c2-b3").returns == (1.0, -1.0)
    with refused(IllegalMoveError, "b4-b3 is not legal here"):
        state.move_from_string("b4-b3")


def test_knightthrough_jumps() -> None:
    legal = names(position("knightthrough"))
    assert "c2-d4" in legal  # takes
    assert "a1-c2" not in legal  # its own piece
    assert position("knightthrough", "c2-d4 e4-c3 d4-b5").winner == 0


def test_dominoes_lie_upright_for_the_first_and_across_for_the_second() -> None:
    assert len(position("domineering").legal_moves) == 20
    state = position("domineering", "c2")
    assert [i for i, held in enumerate(state.cells) if held] == [7, 12]
    assert "d2" in names(state)
    assert not {"b2", "e2"} & names(state)


def test_nogo_forbids_taking_and_having_no_liberty_and_is_lost_by_who_cannot_move() -> None:
    state = read("nogo", ". O . . .\nO X . . .\n. O . . .\n. . . . .\n. X . . .")
    assert "c4" in names(state)
    assert "a5" not in names(state)  # no liberty for X
    assert "c4" not in names(after(state, "e1"))  # would take b4
    full = read("nogo", "X X O O\n. X O .\nX X O O\nX X O O\nmoves 0", 4, 4)
    assert (names(full), full.winner) == (set(), 1)


def test_atari_go_is_won_by_taking_and_forbids_suicide_but_for_a_capture() -> None:
    state = read(ATARI_GO, ". O . . .\nO X O . .\n. . . . .\n. . . . .\n. X . . .\nmoves 1")
    assert not state.is_terminal
    won = after(state, "b3")
    assert (won.returns, won.legal_moves) == ((-1.0, 1.0), ())
    assert won.cells[16] == FIRST  # what is taken stays to be seen
    suicide = read(ATARI_GO, ". O . . .\nO . . . .\n. . . . .\n. . . . .\n. . . . .")
    assert "a5" not in names(suicide)
    capture = read(ATARI_GO, ". O X . .\nO X . . .\nX . . . .\n. . . . .\n. . . . .")
    assert after(capture, "a5").winner == 0


def test_positions_are_checked() -> None:
    empty = ". . . . .\n" * 5
    for text, told in (
        (". . . .\n" * 5, r"^line 1, column 1: this row has 4 cells"),
        (f"{empty}moves 99999", r"^no game lasts 99.999 moves"),
        (f"{empty}moves 0\nlast a1", r"cannot have been the last move$"),
        (f"{empty}moves 1\nlast z9", r"cannot have been the last move$"),
    ):
        with pytest.raises(PositionError, match=told):
            read("nogo", text)
    for wrong in ((3, 5), (5, 9)):
        with pytest.raises(ParameterError, match="must be 4 to 8"):
            BoardParameters(*wrong)
    assert read("nogo", empty).cells.count(EMPTY) == 25
