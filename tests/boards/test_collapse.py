import itertools

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from game.games.samegame.board.collapse import collapse, grid_of, is_removal, joined_flags
from game.games.samegame.board.overlay import steady_steps
from game.games.samegame.rules import SameGameParameters, SameGameState
from game.ui.boards import tiles
from game.ui.theme import MOTION
from tests.boards.contents import played


def board(*columns, rows=5):
    return SameGameState(SameGameParameters(max(4, len(columns)), rows, 4), tuple(columns))


@st.composite
def removals(draw):
    """Draw a board and what becomes of it by one of its moves."""
    sides = st.integers(4, 9)
    parameters = SameGameParameters(draw(sides), draw(sides), draw(st.integers(2, 4)))
    moves, seed = draw(st.integers(0, 12)), draw(st.integers(0, 10_000))
    before, _ = played("samegame", parameters, moves, seed)
    assume(not before.is_terminal)
    return before, before.play(draw(st.sampled_from(before.legal_moves)))


@settings(max_examples=60)
@given(removals())
def test_tiles_start_where_they_stood_end_where_they_stand_and_never_rise(positions):
    before, after = positions
    motion = collapse(before, after)
    removal, falling, closing = motion.stages
    start = dict(removal.still) | dict.fromkeys(motion.removed, motion.colour)
    assert start == grid_of(before)
    for stage, stands, seconds in (
        (falling, dict(removal.still), MOTION.removal),
        (closing, grid_of(after), motion.seconds),
    ):
        shown = dict(stage.still)
        for flight in stage.flights:
            column, row = motion.place_at(flight, seconds)
            shown[round(column, 9), round(row, 9)] = flight.colour
        assert shown == stands
    for flight in (*falling.flights, *closing.flights):
        places = [motion.place_at(flight, motion.seconds * i / 12) for i in range(13)]
        for (column, row), (later_column, later_row) in itertools.pairwise(places):
            assert later_row <= row
            assert later_column <= column


@settings(max_examples=40)
@given(removals())
def test_phases_are_short_and_what_falls_further_sets_out_later(positions):
    motion = collapse(*positions)
    _, falling, closing = motion.stages
    assert motion.removal_at(MOTION.removal / 2) == 0.5
    assert motion.seconds == MOTION.removal + motion.fall_seconds + motion.slide_seconds
    assert motion.fall_seconds <= 0.25
    assert (motion.fall_seconds > 0) is bool(falling.flights)
    assert motion.slide_seconds == (0.18 if closing.flights else 0.0)
    for track in {flight.track for flight in falling.flights}:
        assert 0.15 <= track.duration <= 0.22
        assert track.delay == pytest.approx(min(0.02 * (track.drop - 1), 0.03))


@settings(max_examples=40)
@given(removals())
def test_tiles_that_are_fused_fall_as_one_and_never_through_others(positions):
    motion = collapse(*positions)
    falling = {flight.start: flight for flight in motion.stages[1].flights}
    for (column, row), flight in falling.items():
        for dx, dy, flag in ((0, 1, tiles.UP), (1, 0, tiles.RIGHT)):
            near = falling.get((column + dx, row + dy))
            is_one = near is not None and near.colour == flight.colour
            goes_along = is_one and near.track.drop == flight.track.drop
            assert bool(flight.joined & flag) is goes_along
            if goes_along:
                ways = {(each.track.delay, each.track.duration) for each in (flight, near)}
                assert len(ways) == 1
        above = falling.get((column, row + 1))
        for i in range(13 if above is not None else 0):
            seconds = MOTION.removal + motion.fall_seconds * i / 12
            low, high = (motion.place_at(each, seconds)[1] for each in (flight, above))
            assert high - low >= 1 - 1e-9


def test_tiles_of_one_colour_stay_fused_only_while_they_move_together():
    before = board((0, 1, 1), (0, 1), (2, 1))
    after = before.play(0)
    motion = collapse(before, after)
    joined = {flight.start: flight.joined for flight in motion.stages[1].flights}
    assert joined[0, 1] == tiles.RIGHT | tiles.UP
    assert joined[0, 2] == tiles.DOWN | tiles.DOWN_RIGHT
    assert dict(motion.stages[1].still) == {(2, 0): 2, (2, 1): 1}
    assert dict(motion.stages[0].still)[0, 1] == 1, "nothing comes apart before it moves"


def test_only_one_removal_counts_as_a_movement():
    before = board((0, 0, 1), (1, 1))
    after = before.play(0)
    assert is_removal(before, after)
    assert not is_removal(after, before)
    assert not is_removal(before, before)
    assert not is_removal(before, board((1,), (1,)))


def test_flags_name_the_neighbours_of_the_same_colour():
    grid = grid_of(board((0, 0), (1, 0), (0,)))
    assert joined_flags(grid, (0, 1)) == tiles.DOWN | tiles.RIGHT
    assert joined_flags(grid, (1, 1)) == tiles.LEFT | tiles.DOWN_LEFT | tiles.DOWN_RIGHT


STEPS = {
    "steady": (((0, 1, 1), (2, 2), (3, 0, 0)), (1, 5, 6), {1: (1, 2), 2: (5, 6)}),
    "aside": (((0, 0, 1), (2, 1), (3, 3)), (0, 10), {1: (0, 1), 2: (10, 11)}),
    "on moved tiles": (((0, 0, 1, 1), (3, 3)), (0, 0, 0), {1: (0, 1)}),
    "no group": (((0, 1, 1), (2, 2)), (0, 1), {}),
    "no cell": (((0, 1, 1), (2, 2)), (1, 99), {1: (1, 2)}),
}


def test_steps_are_shown_until_a_collapse_moves_their_tiles_or_the_line_does_not_fit(subtests):
    for words, (columns, line, steps) in STEPS.items():
        with subtests.test(words):
            assert steady_steps(board(*columns), line) == steps
