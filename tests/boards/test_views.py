import itertools
from dataclasses import replace

import pygame
import pytest

from ai.contract.games import game_spec
from ai.search.messages import Candidate, SearchInfo
from game.games.hex_gomoku.rules import HexParameters
from game.games.samegame.board.overlay import _badges, _marked_groups
from game.games.samegame.board.pictures import Layer
from game.games.samegame.rules import SameGameParameters, SameGameState
from game.games.tictactoe.rules import TicTacToeParameters
from game.screens.entry import make_board_view
from game.store.settings import DEFAULTS
from game.ui.boards.view import BoardContent
from game.ui.layout import Box, TileGeometry, Unit, game_layout
from game.ui.overlay import Values, build_overlay
from game.ui.skin import Skin
from game.ui.text import Fonts
from game.ui.theme import CONTRAST, DARK, LIGHT, MOTION
from tests import games
from tests.boards.contents import (
    full_content,
    hex_position,
    picture,
    played,
    samegame,
    set_to,
    tictactoe,
    view,
)
from tests.rig import skin

GAMES = ("samegame", "tictactoe", "hex")
POSITIONS = [
    ("samegame", SameGameParameters(), 10),
    ("samegame", SameGameParameters(4, 4, 2), 1),
    ("samegame", SameGameParameters(30, 12, 9), 20),
    ("tictactoe", TicTacToeParameters(), 3),
    ("tictactoe", TicTacToeParameters(15, 9, 5), 20),
    ("hex", HexParameters(4), 5),
    ("hex", HexParameters(6), 10),
    ("hex", HexParameters(8), 30),
]


_GRID = 5


def cells_of(game, state):
    if game == "samegame":
        rows = state.parameters.rows
        return [
            column * rows + row
            for column, colours in enumerate(state.columns)
            for row in range(len(colours))
        ]
    return list(range(len(state.cells)))


def hit_map(board, state, area):
    """Return for each cell the pixels of the area that belong to it, five pixels apart."""
    pixels = {}
    for x in range(area.left, area.right, _GRID):
        for y in range(area.top, area.bottom, _GRID):
            cell = board.cell_at(state, (x, y))
            if cell is not None:
                pixels.setdefault(cell, []).append((x, y))
    return pixels


@pytest.mark.parametrize("area", [(0, 0, 400, 300), (13, 57, 701, 640)])
@pytest.mark.parametrize(("game", "parameters", "moves"), POSITIONS)
def test_every_cell_is_under_its_own_pixels(game, parameters, moves, area):
    state, _ = played(game, parameters, moves)
    board = make_board_view(game, labels=True)
    board.resize(pygame.Rect(area), skin(unit=Unit(70.0)))
    pixels = hit_map(board, state, pygame.Rect(area))
    assert set(pixels) >= set(cells_of(game, state))
    for cell in cells_of(game, state):
        xs, ys = zip(*pixels[cell], strict=True)
        middle = (round(sum(xs) / len(xs)), round(sum(ys) / len(ys)))
        assert board.cell_at(state, middle) == cell


@pytest.mark.parametrize(("game", "parameters", "moves"), POSITIONS)
def test_clicks_mean_every_legal_move_and_no_other_and_the_cursor_reaches_every_cell(
    game, parameters, moves
):
    state, _ = played(game, parameters, moves)
    board, cells = view(game), cells_of(game, state)
    assert {board.move_at(state, cell) for cell in cells} - {None} == set(state.legal_moves)
    if game == "samegame":
        for group in state.groups():
            assert {board.move_at(state, cell) for cell in group} == {group[0]}
    seen = queue = {board.step(state, None, 0, 0)}
    while queue:
        steps = itertools.product(queue, ((1, 0), (-1, 0), (0, 1), (0, -1)))
        queue = {board.step(state, cell, *step) for cell, step in steps} - seen
        seen = seen | queue
    assert seen == set(cells)


@pytest.mark.parametrize("game", GAMES)
def test_the_cursor_moves_as_the_screen_does(game):
    state, _ = played(game, game_spec(game).parameters(), 0)
    board = view(game)
    pixels = hit_map(board, state, pygame.Rect(0, 0, 600, 500))

    def middle(cell):
        xs, ys = zip(*pixels[cell], strict=True)
        return sum(xs) / len(xs), sum(ys) / len(ys)

    start = board.step(state, None, 0, 0)
    if game == "samegame":
        start = board.step(state, start, 0, -1)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        there = board.step(state, start, dx, dy)
        (x, y), (new_x, new_y) = middle(start), middle(there)
        assert (new_x - x) * dx + (new_y - y) * dy > 0
        assert dx or board.step(state, there, dx, -dy) == start


def test_the_cursor_of_an_empty_samegame_board_stays_put():
    state = SameGameState(SameGameParameters(), ())
    assert view("samegame").step(state, None, 1, 0) == 0


@pytest.mark.parametrize(
    ("size", "theme"),
    [*itertools.product(((640, 480), (1120, 760)), (DARK, LIGHT, CONTRAST)), ((3840, 2160), DARK)],
)
@pytest.mark.parametrize("game", GAMES)
def test_everything_can_be_drawn_in_every_window_and_theme(game, size, theme):
    area = pygame.Rect(game_layout(size).board)
    board = make_board_view(game, labels=True)
    board.resize(area, skin(theme, size))
    content = full_content(game)
    surface = pygame.Surface(size)
    surface.fill(theme.bg)
    board.draw(surface, content)
    frame = pygame.mask.from_threshold(surface, theme.bg, (1, 1, 1, 255))
    frame.invert()
    painted = frame.get_bounding_rects()
    assert painted
    assert all(area.contains(rect) for rect in painted)


@pytest.mark.parametrize("game", GAMES)
def test_small_boards_can_be_drawn_too(game):
    for size in ((48, 40), (64, 64), (124, 124), (260, 180)):
        picture(view(game, size), full_content(game), size)


@pytest.mark.parametrize("game", GAMES)
def test_every_part_of_a_look_is_seen_and_equal_looks_are_equal_whatever_was_drawn_before(game):
    content, board = full_content(game), view(game)
    first = picture(board, content)
    parts = {"hover": None, "cursor": None, "overlay": None, "line": (), "region": ()}
    for name, nothing in (*parts.items(), ("playable", False)):
        assert picture(board, replace(content, **{name: nothing})) != first, name
    plain = replace(content, **parts, must_block=())
    assert picture(board, plain) == picture(view(game), plain)
    assert picture(board, content) == picture(view(game), content) == first


def test_the_options_of_one_game_are_seen():
    content, board = full_content("hex"), view("hex")
    assert picture(board, content) != picture(board, replace(content, must_block=()))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("move_numbers", value) for value in ("none", "all")),
        *(("metric", value) for value in ("loss", "visits")),
        ("symbols", False),
        ("details", False),
        ("coordinates", False),
    ],
)
def test_a_setting_is_followed_at_once_whatever_was_drawn_before(game, name, value):
    kept, content = view(game), full_content(game)
    before = picture(kept, content)
    name = f"{game}_{name}" if name == "coordinates" else name
    changed = picture(set_to(kept, **{name: value}), content)
    assert changed == picture(view(game, fonts=Fonts(), **{name: value}), content)
    is_seen = {"move_numbers": game == "hex", "symbols": game == "samegame"}
    assert (changed != before) is is_seen.get(name, True)
    assert picture(set_to(kept, **{name: DEFAULTS[name], "details": True}), content) == before


def test_no_stone_has_the_number_of_a_step_of_the_shown_line(monkeypatch):
    written = []
    monkeypatch.setattr(
        Skin, "centred", lambda _, _to, text, centre, *__, **___: written.append((text, centre))
    )
    state, moves = hex_position()
    board, content = view("hex", move_numbers="all"), BoardContent(state, moves=moves)
    board.has_coordinates = False
    picture(board, content)
    stones = dict(written)
    assert {*stones} == {str(number) for number in range(1, len(moves) + 1)}
    written.clear()
    picture(board, replace(content, line=state.legal_moves[:2]))
    assert {text for text, centre in written if centre == stones[text]} == {*stones} - {"1", "2"}


def test_truth_and_estimate_can_be_shown_alone():
    board, content = view("tictactoe"), full_content("tictactoe")
    overlays = [replace(content.overlay, values=values) for values in Values]
    assert len({picture(board, replace(content, overlay=overlay)) for overlay in overlays}) == 4


def steps_of(game):
    """Return pairs of positions one move apart, the last one winning where there is a winner."""
    if game == "samegame":
        state = SameGameState(
            SameGameParameters(6, 6, 3), ((0, 0), (1, 0, 1), (2, 1, 1), (2,), (1, 2, 1))
        )
        return [(state, state.play(move)) for move in state.legal_moves]
    if game == "tictactoe":
        ending = "a1 a2 b2 b3", "a1 a2 b2 b3 c3"
        return [(tictactoe(), tictactoe("b2")), tuple(map(tictactoe, ending))]
    state, _ = hex_position(6)
    row = games.after(hex_position(0)[0], "a6 k1 a7 k2 a8 k3 a9 k4")
    return [(state, state.play(state.legal_moves[20])), (row, row.play(row.legal_moves[0]))]


@pytest.mark.parametrize("motion", ["full", "reduced"])
@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_animations_begin_and_end_with_the_still_pictures(game, backwards, motion):
    board = view(game, motion=motion)
    for before, after in steps_of(game):
        start, end = (after, before) if backwards else (before, after)
        content = BoardContent(end, before=start)
        first, last = picture(board, BoardContent(start)), picture(board, BoardContent(end))
        assert picture(board, replace(content, progress=0.0)) == first
        assert picture(board, replace(content, progress=1.0)) == last
        between = [picture(board, replace(content, progress=i / 7)) for i in range(1, 7)]
        assert first not in between[1:]
        assert len(set(between)) > 2
        assert [picture(board, replace(content, progress=i / 7)) for i in range(1, 7)] == between


@pytest.mark.parametrize(
    ("game", "before", "after"),
    [
        ("samegame", samegame(0, 1), samegame(0, 2)),
        ("tictactoe", tictactoe("a1 b1"), tictactoe()),
        ("hex", hex_position(4)[0], hex_position(9, 2)[0]),
    ],
)
def test_positions_that_are_not_one_move_apart_fade(game, before, after):
    board = view(game)
    assert board.seconds(before, after) == MOTION.cross_fade
    half = picture(board, BoardContent(after, before=before, progress=0.5))
    assert half not in (picture(board, BoardContent(before)), picture(board, BoardContent(after)))


def test_animations_take_the_time_of_the_design():
    for before, after in steps_of("hex"):
        assert view("hex").seconds(before, after) == MOTION.stone_drop
    longest = MOTION.removal + MOTION.fall_longest + MOTION.column_slide
    for before, after in steps_of("samegame"):
        seconds = view("samegame").seconds(before, after)
        assert MOTION.removal <= seconds <= longest
        assert view("samegame").seconds(after, before) == seconds


def test_overlays_wait_until_the_animation_is_over():
    content = full_content("hex")
    before, _ = hex_position(13)
    board = view("hex")
    moving = replace(content, before=before, progress=0.4)
    plain = BoardContent(content.state, before=before, progress=0.4, moves=content.moves)
    assert picture(board, moving) == picture(board, plain)


def test_the_first_stone_takes_the_swap():
    state = game_spec("hex").new_game(HexParameters(opening="swap"), 0).play(45)
    board = view("hex")
    assert board.move_at(state, 45) == state.swap_move
    assert board.caption(BoardContent(state, hover=45)) == "Swap: take black"
    swapped = state.play(state.swap_move)
    assert board.move_at(swapped, 45) is None
    free = game_spec("hex").new_game(HexParameters(), 0).play(45)
    assert board.move_at(free, 45) is None
    assert picture(board, BoardContent(state)) != picture(board, BoardContent(swapped))


def test_captions_name_what_is_under_the_pointer():
    state = SameGameState(SameGameParameters(4, 4, 3), ((0, 0, 1), (0, 2), (2, 1)))
    board = view("samegame")
    assert board.caption(BoardContent(state, hover=1)) == "3 tiles  +1"
    assert board.caption(BoardContent(state, hover=2)) == ""
    assert board.caption(BoardContent(state, hover=15)) == ""
    assert board.caption(BoardContent(state)) == ""
    empty = game_spec("hex").new_game(HexParameters(), 0)
    assert view("hex").caption(BoardContent(empty, hover=45)) == "F6"
    assert view("tictactoe").caption(BoardContent(tictactoe("a1"), hover=8)) == "c3"
    assert view("tictactoe").caption(BoardContent(tictactoe("a1"), hover=0)) == ""


def test_a_finished_game_takes_no_moves():
    won = tictactoe("a1 a2 b2 b3 c3")
    assert view("tictactoe").move_at(won, 8) is None
    assert view("tictactoe").move_at(won, 2) is None
    assert view("hex").move_at(hex_position(0)[0], 400) is None


def test_a_board_must_be_resized_before_it_is_drawn():
    with pytest.raises(RuntimeError, match="resized"):
        make_board_view("hex", labels=True).draw(
            pygame.Surface((9, 9)), BoardContent(hex_position()[0])
        )


@pytest.mark.parametrize("game", ["samegame", "tictactoe", "hex", "breakthrough"])
def test_a_board_keeps_to_the_clip(game):
    """As a card's board that is scrolled half out of sight."""
    board = view(game, (200, 200))
    content = BoardContent(game_spec(game).new_game(game_spec(game).parameters(), 1))
    whole, cut = pygame.Surface((300, 300)), pygame.Surface((300, 300))
    board.resize(pygame.Rect(50, 40, 200, 200), board.skin)
    board.draw(whole, content)
    board.resize(pygame.Rect(50, -60, 200, 200), board.skin)
    cut.set_clip(pygame.Rect(0, 30, 300, 270))
    board.draw(cut, content)
    cut.set_clip(None)
    assert cut.get_bounding_rect().y >= 0
    strip = pygame.Rect(0, 0, 300, 30)
    assert not any(pygame.image.tobytes(cut.subsurface(strip), "RGB"))
    lower = pygame.image.tobytes(cut.subsurface((50, 30, 200, 110)), "RGB")
    assert lower == pygame.image.tobytes(whole.subsurface((50, 130, 200, 110)), "RGB")


def test_badges_of_neighbouring_groups_do_not_hide_each_other():
    """A small group's badge stands on its upper edge, or below where a better one is."""
    text = "0 1 2 3\n0 1 2 3\n2 3 0 1\n2 3 0 1"
    state = game_spec("samegame").state_from_text(text, SameGameParameters(4, 4, 4))
    moves = [move for move in state.legal_moves if move // 4 < 2 and move % 4 >= 2]
    found = tuple(Candidate(move, 500, 90.0 - move, line=(move,)) for move in moves)
    overlay = build_overlay(SearchInfo(candidates=found), one_player=True, top_n=9)
    content = BoardContent(state, overlay=overlay)
    geometry, area = TileGeometry(4, 4, Box(0, 0, 100, 100)), pygame.Rect(0, 0, 100, 100)
    layer = Layer(view("samegame").skin, pygame.Surface(area.size), geometry)
    groups = _marked_groups(content)
    first, second = (picture.get_rect(center=at) for picture, at in _badges(layer, groups))
    assert first.width > geometry.tile, "side by side there is no room for both"
    assert not first.colliderect(second)
    assert first.y < second.y
    assert area.contains(first)
    assert area.contains(second)


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("size", [(480, 440), (640, 600)])
@pytest.mark.parametrize("game", GAMES)
def test_numbers_grow_with_the_scale_as_far_as_their_place_lets_them(
    game, size, scale, monkeypatch
):
    unit = Unit(70.0 * scale)
    board, content, written = view(game, size, unit=unit), full_content(game), []
    draw = Skin.centred

    def noted(self, surface, text, centre, height, colour, **options):
        written.append((text, height))
        draw(self, surface, text, centre, height, colour, **options)

    monkeypatch.setattr(Skin, "centred", noted)
    picture(board, content, size)
    cell = board.cell_box(content.state, 0).height
    numbers = [(text, height) for text, height in written if text.lstrip("WL+−±").isdecimal()]
    assert numbers
    for text, height in numbers:
        assert height >= min(unit.text(12), 0.3 * cell), (text, height, cell)
