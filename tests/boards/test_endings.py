"""How a finished game ends on its board: what lights up, in which order, and for how long."""

from functools import cache
from itertools import pairwise
from math import inf

import pygame
import pytest

from game.ui.boards.ending import SEAM_STEPS, LitRow, greeting, seam_level, swell, veil_share
from game.ui.boards.view import BoardContent
from game.ui.theme import ENDING, THEMES
from tests.boards.contents import breakthrough, hex_position, picture, samegame, tictactoe, view
from tests.games import after

LONGEST = 1.5
FRAMES = [0.1 + 0.02 * step for step in range(40)]


@cache
def endings():
    """Return a board's name and a finished game for each way in which one ends."""
    empty, even = hex_position(0)[0], hex_position(6)[0]
    return {
        "black row": ("hex", after(empty, "f6 a6 f7 a7 f8 a8 f9 a9 f10")),
        "white row": ("hex", after(empty, "a6 f6 a7 f7 a8 f8 a10 f9 b9 f10")),
        "agreed": ("hex", even.play(even.draw_move)),
        "crosses": ("tictactoe", tictactoe("a3 c3 b2 b3 c1")),
        "noughts": ("tictactoe", tictactoe("a1 a2 b3 b2 a3 c2")),
        "full": ("tictactoe", tictactoe("b2 a1 c1 a3 a2 c2 b3 b1 c3")),
        "reached": ("breakthrough", breakthrough(moves=400)[0]),
    }


@pytest.mark.parametrize("name", endings())
def test_an_ending_begins_with_the_landed_piece_and_is_soon_over(name):
    game, state = endings()[name]
    board = view(game)
    seconds = board.ending_seconds(state)
    assert 0 < seconds <= LONGEST
    landed = picture(board, BoardContent(state, ending=0.13))
    moments = [picture(board, BoardContent(state, ending=at)) for at in FRAMES if at < seconds]
    assert moments[0] == landed, "nothing lights up before the piece has landed"
    last = picture(board, BoardContent(state))
    assert sum(one != other for one, other in pairwise(moments)) > 8
    assert picture(board, BoardContent(state, ending=seconds)) == last
    assert last != landed


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("name", ["agreed", "full"])
def test_a_draw_is_seen_between_the_cells_in_every_theme(name, theme):
    game, state = endings()[name]
    board, pixels = view(game, theme=theme), []
    for seconds in (0.13, inf):
        surface = pygame.Surface((600, 500))
        board.draw(surface, BoardContent(state, ending=seconds))
        pixels.append(pygame.surfarray.array3d(surface).astype(int))
    change = abs(pixels[0] - pixels[1]).sum(axis=2)
    assert (change > 150).mean() > 0.035


@pytest.mark.parametrize(
    ("game", "state"),
    [
        ("hex", hex_position()[0]),
        ("tictactoe", tictactoe("a1")),
        ("breakthrough", breakthrough()[0]),
        ("samegame", samegame()),
    ],
)
def test_a_game_that_goes_on_has_no_ending(game, state):
    assert view(game).ending_seconds(state) == 0.0


def test_a_row_lights_up_from_the_last_piece():
    middles = tuple((10.0 * place, 0.0) for place in range(5))
    row = LitRow(middles, 1, 4.0, is_light=False)
    assert [row.turn_of(index) for index in range(5)] == [1, 0, 1, 2, 3]
    assert row.channel(ENDING.channel[0]) == (middles[1], middles[1])
    assert row.channel(ENDING.channel[1]) == (middles[0], middles[4])
    (left, _), (right, _) = row.channel(0.3)
    assert 0 < left < 10 < right < 40


def test_pieces_swell_one_after_the_other_and_stay_a_little_larger():
    times = [step / 1000 for step in range(1000)]
    begins = [next(t for t in times if swell(t, turn) > 1.0) for turn in range(5)]
    assert [round(b - a, 3) for a, b in pairwise(begins)] == [ENDING.swell_gap] * 4
    for size, most, rest in ((lambda t: swell(t, 2), 1.10, 1.06), (greeting, 1.12, 1.05)):
        assert max(map(size, times)) == pytest.approx(most, abs=0.002)
        assert size(inf) == pytest.approx(rest)


def test_the_veil_comes_gently_and_stays():
    assert veil_share(0.1) == 0.0
    assert 0.5 < veil_share(0.23) < 1.0
    assert veil_share(inf) == 1.0


def test_light_fills_the_seams_of_a_draw_from_the_middle():
    near, far = (10.0, 0.0), (90.0, 0.0)
    levels = [(seam_level(t, near, (0, 0), 100), seam_level(t, far, (0, 0), 100)) for t in FRAMES]
    assert all(one >= other for one, other in levels)
    assert levels[0] == (0, 0)
    assert (SEAM_STEPS, 0) in levels
    assert seam_level(inf, far, (0, 0), 100) == SEAM_STEPS


def test_the_row_of_whoever_won_lies_on_the_other_lightness():
    for name, ground in (("black row", "lit"), ("white row", "shade")):
        game, state = endings()[name]
        board = view(game, move_numbers="none")
        surface = pygame.Surface((600, 500))
        board.draw(surface, BoardContent(state))
        for one, other in pairwise(state.winning_line):
            (x0, y0), (x1, y1) = (board.cell_box(state, cell).centre for cell in (one, other))
            between = (x0 + x1) // 2, (y0 + y1) // 2
            assert surface.get_at(between)[:3] == getattr(board.skin.theme, ground)


def test_no_number_stands_beside_the_row_that_won_unless_all_do():
    game, state = endings()["white row"]
    plain = BoardContent(state, moves=tuple(range(len(state.cells))))
    none, last, every = (
        picture(view(game, move_numbers=numbers), plain) for numbers in ("none", "last", "all")
    )
    assert none == last != every
