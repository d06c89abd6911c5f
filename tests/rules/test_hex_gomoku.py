from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.contract.rules import IllegalMoveError, ParameterError, PositionError
from game.games.hex_gomoku.rules import HexParameters, HexState, geometry, new_game, state_from_text
from tests.games import position, refused
from tests.rules.naive import hex_points, hex_winner

USUAL, SWAP_SIZE = HexParameters(), HexParameters(4, "swap")


def played(names: str, parameters: HexParameters = USUAL) -> HexState:
    return position("hex", names, parameters)


@pytest.mark.parametrize("side", range(3, 9))
def test_geometry_agrees_with_a_plain_listing(side: int) -> None:
    board = geometry(side)
    points = hex_points(side)
    assert [(row + 1, number) for row, number in board.cells] == points
    assert len(board.cells) == 3 * side * (side - 1) + 1
    assert len(board.lines) == 3 * (2 * side - 1)
    assert sorted(cell for line in board.lines for cell in line) == sorted(
        list(range(len(points))) * 3
    )
    for line in board.lines:
        steps = {(d - b, c - a) for (b, a), (d, c) in pairwise(board.cells[i] for i in line)}
        assert steps in ({(0, 1)}, {(1, 0)}, {(1, -1)})
    assert geometry(side) is board


def test_counts_of_the_usual_board() -> None:
    board = geometry(6)
    assert len(board.lines) == 33
    assert sum(max(0, len(line) - 4) for line in board.lines) == 141
    assert board.names[:6] == tuple(f"a{i}" for i in range(6, 12))
    assert board.names[-6:] == tuple(f"k{i}" for i in range(1, 7))
    assert [name for name in board.names if name[0] == "f"] == [f"f{i}" for i in range(1, 12)]
    assert board.names[45] == "f6"


sizes = st.builds(
    HexParameters,
    side=st.integers(3, 7),
    opening=st.sampled_from(["free", "swap"]),
    in_a_row=st.integers(4, 5),
)


@pytest.mark.thorough
@given(sizes, st.randoms(use_true_random=False), st.booleans())
@settings(max_examples=120)
def test_winner_agrees_with_a_scan_of_all_windows(size, rng, crowded):
    points = hex_points(size.side)
    state = new_game(size, 0)
    while True:
        stones = dict(zip(points, state.cells, strict=True))
        winners = hex_winner(stones, size.in_a_row)
        assert winners == (set() if state.winning_colour is None else {state.winning_colour})
        assert state.is_terminal == (bool(winners) or 0 not in state.cells)
        if state.is_terminal:
            break
        # Moves in a corner of the list make long rows, and so overlines, likely.
        moves = state.legal_moves[:6] if crowded else state.legal_moves
        state = state.play(rng.choice(moves))
    if not state.winning_line:
        assert (state.returns, state.winner) == ((0, 0), None)
        return
    assert len(state.winning_line) == size.in_a_row
    assert state.last_move in state.winning_line
    assert state.returns[state.winner] == 1


BLACK_WINS = "f4 a6 f5 a7 f6 a8 f7 a9 f8"


@pytest.mark.parametrize(
    ("names", "size", "line", "seat", "colour"),
    [
        (BLACK_WINS, USUAL, "f4 f5 f6 f7 f8", 0, 1),
        ("a6 f4 a7 f5 a8 f6 a9 f7 k1 f8", USUAL, "f4 f5 f6 f7 f8", 1, 2),
        ("f3 a6 f4 a7 f5 a8 f7 b7 f8 b8 f6", USUAL, "", None, None),  # six are no win
        (
            "f3 a6 f4 a7 f5 a9 f7 b7 f8 b8 e6 b10 d6 c11 c6 k1 b6 k2 f6",
            *(USUAL, "b6 c6 d6 e6 f6", 0, 1),  # five are, beside six
        ),
        ("d1 swap a4 d2 a5 d3 a6 d4 a7 d5", SWAP_SIZE, "d1 d2 d3 d4 d5", 1, 1),
    ],
)
def test_exactly_five_win_for_who_sits_there_whatever_the_colour(names, size, line, seat, colour):
    state = played(names, size)
    assert " ".join(map(state.move_to_string, state.winning_line)) == line
    assert (state.winner, state.winning_colour) == (seat, colour)
    assert state.returns == {None: (0, 0), 0: (1, -1), 1: (-1, 1)}[seat]
    assert state.is_terminal == (state.legal_moves == ()) == bool(line)


def test_swap_changes_seats_not_stones() -> None:
    first = played("d4", SWAP_SIZE)
    assert first.current_player == 1
    assert first.legal_moves[-1] == first.swap_move == 37
    after = first.play(first.move_from_string("swap"))
    assert after.swapped
    assert after.cells == first.cells
    assert (after.colour_to_place, after.current_player, after.move_count) == (2, 0, 2)
    assert after.last_move == 37
    assert after.move_to_string(37) == "swap"
    assert 37 not in after.legal_moves
    assert after.encode()[:5].tolist() == [4, 5, 1, 1, 37]
    white = after.play(0)
    assert (white.colour_to_place, white.current_player) == (1, 1)


def test_the_players_may_agree_to_a_draw() -> None:
    before = played("d4 swap a4 d5", SWAP_SIZE)
    after = before.play(before.move_from_string("draw"))
    assert (after.is_terminal, after.returns, after.winner) == (True, (0, 0), None)
    assert (after.legal_moves, after.cells) == ((), before.cells)
    assert before.draw_move not in before.legal_moves
    assert after.encode().tolist() != before.encode().tolist()
    assert state_from_text(after.to_text(), SWAP_SIZE) == after
    assert not played("d4", SWAP_SIZE).play(before.draw_move).can_swap
    won = played(BLACK_WINS)
    for over in (after, won):
        with refused(IllegalMoveError, "the game is over"):
            over.play(over.draw_move)
    text = won.to_text().replace("last f8", "last draw")
    with pytest.raises(PositionError, match="the game was won"):
        state_from_text(text, USUAL)


def test_without_a_swap_the_opening_goes_on() -> None:
    state = played("d4 a4", SWAP_SIZE)
    assert (state.swapped, state.current_player) == (False, 0)
    assert 37 not in state.legal_moves


ONLY_THEN = "a swap is possible only right after the first stone"


@pytest.mark.parametrize(
    ("names", "size", "move", "sentence"),
    [
        ("f6", USUAL, "F6", "f6 is taken"),
        ("f6", USUAL, "swap", "this game has no swap"),
        ("f6", USUAL, "a1", "'a1' is not a cell of this board"),
        ("", SWAP_SIZE, "swap", ONLY_THEN),
        ("d4 a4", SWAP_SIZE, "swap", ONLY_THEN),
        ("d4 swap", SWAP_SIZE, "swap", ONLY_THEN),
        (BLACK_WINS, USUAL, "k1", "the game is over"),
    ],
)
def test_illegal_moves(names, size, move, sentence):
    with refused(IllegalMoveError, sentence):
        played(names, size).move_from_string(move)
    with refused(IllegalMoveError, "cell 91 is outside the board"):
        played("f6").play(91)  # the swap's number, in a game without one


def test_text_shows_the_hexagon() -> None:
    state = played("d4 swap c4", SWAP_SIZE)
    assert state.to_text() == (
        "   . . . .\n"
        "  . . . . .\n"
        " . . O . . .\n"
        ". . . X . . .\n"
        " . . . . . .\n"
        "  . . . . .\n"
        "   . . . .\n"
        "swapped\n"
        "last c4\n"
    )
    just_swapped = played("d4 swap", SWAP_SIZE)
    assert just_swapped.to_text().endswith("swapped\nlast swap\n")
    for each in (state, just_swapped):
        assert state_from_text(each.to_text(), SWAP_SIZE) == each


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((2,), "side must be 3 to 8, not 2"),
        ((9,), "side must be 3 to 8, not 9"),
        ((6, "pie"), "opening must be 'free' or 'swap', not 'pie'"),
        ((6, "free", 6), "in_a_row must be 4 to 5, not 6"),
    ],
)
def test_bad_parameters(arguments, sentence):
    with refused(ParameterError, sentence):
        HexParameters(*arguments)


EMPTY_ROWS = ["   . . . .", "  . . . . .", " . . . . . .", ". . . . . . .", " . . . . . ."]
EMPTY_ROWS += ["  . . . . .", "   . . . ."]


def changed(**rows: str) -> str:
    lines = list(EMPTY_ROWS)
    for name, row in rows.items():
        lines[ord(name) - ord("a")] = row
    return "\n".join(lines) + "\n"


FIRST = "line 1, column 4:"
MUST = "but black must have as many as white or one more, unless a line 'turn' says who is to move"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (changed(a="  . . ."), "line 1, column 3: this row has 3 cells instead of 4"),
        ("\n".join(EMPTY_ROWS[:6]), "line 6, column 1: the text ends after 6 of 7 rows"),
        (changed() + ". .\n", "line 8, column 1: the board has only 7 rows"),
        (changed(b="  . . # ."), "line 2, column 3: this row has 2 cells instead of 5"),
        (changed(b="  . . q . ."), "line 2, column 7: 'q' is not a cell; use X, O or ."),
        (changed(b="  . X X . ."), f"{FIRST} black has 2 and white 0, {MUST}"),
        (changed(b="  O . . . ."), f"{FIRST} black has 0 and white 1, {MUST}"),
        (changed(b="  X X X X X", c=" O O O O O ."), f"{FIRST} both black and white have won"),
        (
            changed(b="  X X X X X", c=" O O O O . O"),
            f"{FIRST} black has won, but white moved last",
        ),
        (
            changed(b="  O O O O O", c=" X X X X . X", d="X . . . . . ."),
            f"{FIRST} white has won, but black moved last",
        ),
        (changed() + "swapped\n", "line 8, column 1: nobody can swap before the first stone"),
        (changed() + "swapped twice\n", "line 8, column 9: nothing may follow 'swapped'"),
        (changed() + "last d4\n", "line 8, column 6: white moved last, but not at d4"),
        (changed() + "last swap\n", "line 8, column 6: 'swap' is not a cell of this board"),
        (
            changed(b="  X X X X X", c=" O O O O . .", d="X . . . . . O") + "last d1\n",
            f"{FIRST} the game was over before the last move",
        ),
    ],
)
def test_malformed_positions(text, sentence):
    with refused(PositionError, sentence):
        state_from_text(text, SWAP_SIZE)


def test_swapped_text_needs_the_swap_opening() -> None:
    text = played("d4 swap", SWAP_SIZE).to_text()
    with refused(PositionError, "line 8, column 1: this game has no swap"):
        state_from_text(text, HexParameters(4))
