import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.contract.rules import IllegalMoveError, ParameterError, PositionError
from game.games.samegame.rules import SameGameParameters, SameGameState, new_game, state_from_text
from game.games.state import SplitMix64
from tests.games import refused
from tests.rules.naive import Grid, samegame_end, samegame_groups, samegame_remove

SMALL = SameGameParameters(4, 4, 3)


def board(text: str, parameters: SameGameParameters = SMALL) -> SameGameState:
    return state_from_text(text, parameters)


def grid_of(state: SameGameState) -> Grid:
    size = state.parameters
    return [
        [state.colour_at(column, row) for column in range(size.columns)]
        for row in reversed(range(size.rows))
    ]


parameters_strategy = st.builds(
    SameGameParameters,
    columns=st.integers(4, 7),
    rows=st.integers(4, 7),
    colours=st.integers(2, 5),
    leftover=st.sampled_from(["js-games", "none"]),
)


@given(parameters_strategy, st.integers(0, 2**64), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_games_agree_with_the_naive_rules(parameters, seed, rng):
    state = new_game(parameters, seed)
    grid = grid_of(state)
    points = 0
    while True:
        groups = samegame_groups(grid)
        height = parameters.rows
        cells = sorted(sorted(x * height + height - 1 - y for y, x in g) for g in groups)
        assert [list(group) for group in state.groups()] == cells
        if not groups:
            break
        assert state.score == points
        group = rng.choice(groups)
        cells_of_group = [x * height + height - 1 - y for y, x in group]
        tiles = state.tiles_left
        state = state.play(rng.choice(cells_of_group))
        assert state.last_move == min(cells_of_group)
        assert state.tiles_left == tiles - len(group)
        grid = samegame_remove(grid, group)
        points += (len(group) - 2) * (len(group) - 2)
        assert grid_of(state) == grid
        assert all(state.columns), "an empty column was kept"
    points += samegame_end(grid, parameters.leftover == "js-games")
    assert state.returns == (points,)
    assert state.score == points
    assert state.is_terminal


def test_gravity_and_closing_of_columns() -> None:
    state = board("0 1 0 2\n0 1 2 0\n2 1 0 2\n0 1 2 1").play(4)
    assert state.to_text() == "points 4\nmoves 1\nlast B1\n0 0 2 .\n0 2 0 .\n2 0 2 .\n0 2 1 .\n"
    state = state.play(7)
    assert state.points == 4 + 1
    assert state.last_move == 2
    assert state.to_text().splitlines()[3:] == [". . 2 .", ". 2 0 .", "2 0 2 .", "0 2 1 ."]


def test_clear_bonus_and_deduction() -> None:
    almost = ". . . .\n" * 3 + "0 0 1 1"
    state = board(almost).play(0)
    assert (state.score, state.cleared) == (0, False)
    state = state.play(0)
    assert (state.score, state.cleared, state.points) == (1000, True, 0)
    assert state.legal_moves == ()


GROUPS = "0 . . .\n0 1 . .\n1 1 1 .\n2 1 0 0"


def test_groups_and_counts() -> None:
    state = board(GROUPS)
    assert state.groups() == ((1, 4, 5, 6, 9), (2, 3), (8, 12))
    assert state.group_at(2, 1) == (1, 4, 5, 6, 9)
    assert state.group_at(0, 0) == (0,)
    assert state.group_at(1, 3) == state.group_at(9, 9) == state.group_at(-1, 0) == ()
    assert state.colour_counts == (4, 5, 1)
    assert state.tiles_left == 10
    assert state.legal_moves == (1, 2, 8)
    assert {state.play(cell) for cell in (1, 4, 5, 6, 9)} == {state.play(1)}
    assert state.move_from_string("c2") == 1
    assert state.move_to_string(9) == "C2"


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (0, "A1 is a single tile"),
        (7, "B4 is empty"),
        (15, "D4 is empty"),
        (16, "cell 16 is outside the board"),
    ],
)
def test_illegal_moves(move, sentence):
    with refused(IllegalMoveError, sentence):
        board(GROUPS).play(move)


def test_column_names() -> None:
    state = new_game(SameGameParameters(30, 30, 2), 0)
    names = [state.move_to_string(cell) for cell in range(900)]
    assert len(set(names)) == 900
    assert [names[30 * column] for column in (0, 25, 26, 29)] == ["A1", "Z1", "AA1", "AD1"]
    assert names[-1] == "AD30"


def test_splitmix64_reference_stream() -> None:
    # The published stream for seed 1234567; `below` takes its upper bits.
    published = (6457827717110365317, 3203168211198807973, 9817491932198370423)
    stream = SplitMix64(1234567)
    for number in published:
        assert stream.below(1 << 20) == number >> 32 + 12


def test_board_of_a_seed_never_changes_and_has_a_move() -> None:
    state = new_game(SameGameParameters(5, 4, 3), 42)
    assert state.to_text() == "1 2 1 0 2\n0 0 0 1 0\n0 2 1 1 1\n2 0 1 1 0\n"
    size = SameGameParameters(4, 4, 9)  # of which many are drawn again
    assert not any(new_game(size, seed).is_terminal for seed in range(300))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"columns": 3}, "columns must be 4 to 30, not 3"),
        ({"rows": 31}, "rows must be 4 to 30, not 31"),
        ({"colours": 1}, "colours must be 2 to 9, not 1"),
        ({"colours": 10}, "colours must be 2 to 9, not 10"),
        ({"rows": True}, "rows must be 4 to 30, not True"),
        ({"columns": "15"}, "columns must be 4 to 30, not '15'"),
        ({"leftover": "all"}, "leftover must be 'js-games' or 'none', not 'all'"),
    ],
)
def test_bad_parameters(arguments, sentence):
    with refused(ParameterError, sentence):
        SameGameParameters(**arguments)


ROW, ROWS = "0 1 0 1\n", "0 1 0 1\n" * 4


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0 1 0\n", "line 1, column 1: this row has 3 cells instead of 4"),
        (ROW * 2, "line 2, column 1: the text ends after 2 of 4 rows"),
        (ROW * 5, "line 5, column 1: the board has only 4 rows"),
        (
            f"{ROW}{ROW}0 1 3 1\n{ROW}",
            "line 3, column 5: '3' is not a tile; use 0 to 2, or . for an empty cell",
        ),
        (f"{ROW}. 1 0 1\n{ROW}{ROW}", "line 1, column 1: this tile floats above a hole"),
        ("0 . 0 1\n" * 4, "line 1, column 5: this tile stands to the right of an empty column"),
        (f"points x\n{ROWS}", "line 1, column 8: 'x' is not a whole number"),
        (f"points\n{ROWS}", "line 1, column 1: 'points' needs one word after it"),
        (f"moves 1\nmoves 1\n{ROWS}", "line 2, column 1: there is a second 'moves' line"),
        (f"{ROWS}last E1\n", "line 5, column 6: 'E1' is not a cell of this board"),
    ],
)
def test_malformed_positions(text, sentence):
    with refused(PositionError, sentence):
        board(text)
