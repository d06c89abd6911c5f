"""What screens say of themselves to those who do not see them, held against what is drawn."""

import re
from collections import Counter

import pygame
import pytest

from ai.contract.games import game_spec
from game.screens.entry import make_board_view
from game.ui.boards.view import BoardContent
from game.ui.elements import Act, Element, Role, Said, nested, text
from game.ui.layout import Box
from game.ui.overlay import build_overlay
from game.ui.text import plain
from game.ui.theme import TILES
from tests.fakes import info_for
from tests.pictures import BREAKTHROUGH_MOVES, HEX_ENDING, HEX_MOVES
from tests.rig import skin
from tests.ui.screens import NAMES, shown

CONTROLS = {
    *(Role.BUTTON, Role.SWITCH, Role.SLIDER, Role.SPIN_BUTTON, Role.TAB, Role.FIELD),
    *(Role.LIST_ITEM, Role.CELL, Role.IMAGE, Role.HEADING, Role.DIALOG, Role.WINDOW),
}


@pytest.mark.parametrize("name", NAMES)
def test_every_control_has_a_name_and_every_element_a_place(name, sketched, sketch):
    screen = sketched(name)
    sketch.frame(screen.scene, screen.surface)
    assert [*problems(screen.scene.describe())] == []


def problems(window):
    """Yield what is wrong with the description of a screen."""
    for element in window.walk():
        where = f"{element.role} {element.key!r} {element.name!r}"
        if element.role in CONTROLS and not element.name and not _is_empty_cell(element):
            yield f"{where} has no name"
        if element.box.within(window.box) != element.box and all(element.box.size):
            yield f"{where} stands at {element.box}"
        for key, count in Counter(child.key for child in element.children).items():
            if count > 1:
                yield f"{where} has {count} children {key!r}"
        if "**" in element.name + element.value:
            yield f"{where} has marks"


def _is_empty_cell(element):
    return element.role is Role.CELL and Act.PRESS not in element.acts


@pytest.mark.parametrize("name", NAMES)
def test_every_text_that_is_drawn_is_said(name, sketched, sketch):
    screen = sketched(name)
    sketch.frame(screen.scene, screen.surface)
    assert [*left_out(screen.scene, sketch)] == []


def left_out(scene, sketch):
    """Yield the texts that are drawn and not said, but for those in boards, graphs and signs."""
    told = [*scene.describe().walk()]
    said = f" {' | '.join(map(bare, (p for e in told for p in (e.name, e.value, e.shortcut))))} "
    pictures = [each.box for each in told if each.role in (Role.GRID, Role.IMAGE)]
    for written in sketch.texts:
        if written.layer in ("board", "sprite"):
            continue
        if scene.dialog is not None and written.owner is not scene.dialog:
            continue  # nothing counts that lies under a dialog
        if any(box.contains(written.ink.centre) for box in pictures):
            continue
        whole, *cut = plain(written.words).split("…")
        if whole and f" {bare(whole)}{'' if cut else ' '}" not in said:
            yield written.words


def bare(words):
    """Return words without what stands between them."""
    return " ".join(re.findall(r"\w+", words))


# Boards.

HEX_WON = [*HEX_MOVES, *HEX_ENDING]


def grid_of(game, state, **shown):
    """Return what a board says of a position."""
    view = make_board_view(game, labels=True)
    view.resize(pygame.Rect(0, 0, 700, 640), skin())
    return view.describe(BoardContent(state, **shown), game_spec(game))


def after(game, moves):
    spec = game_spec(game)
    state = spec.new_game(spec.parameters(), 1)
    for move in moves:
        state = state.play(state.move_from_string(move))
    return state


def names_in(grid):
    """Return the names of the cells by how they begin."""
    cells = [each for each in grid.walk() if each.role is Role.CELL]
    assert all({Act.PRESS, Act.FOCUS} == each.acts for each in cells)
    return {each.name.partition(",")[0]: each.name for each in cells}


def test_a_hex_board_names_its_cells():
    names = names_in(grid_of("hex", after("hex", HEX_MOVES)))
    assert names["F1"] == "F1, empty"
    assert names["F6"] == "F6, black"
    assert names["C9"] == "C9, white, last move"


def test_a_board_that_has_no_place_yet_has_no_cells():
    view, state = make_board_view("hex"), after("hex", HEX_MOVES)
    assert view.describe(BoardContent(state), game_spec("hex")).children == ()


def test_a_won_row_is_told():
    state = after("hex", HEX_WON)
    names = names_in(grid_of("hex", state))
    last = state.move_label(state.last_move)
    assert names[last].endswith("last move, in the winning row")
    assert sum("in the winning row" in name for name in names.values()) == 5


def test_small_boards_name_their_cells_by_their_pieces():
    names = names_in(grid_of("tictactoe", after("tictactoe", ("a3", "c3"))))
    assert (names["a3"], names["c3"]) == ("a3, cross", "c3, nought, last move")
    assert names["b2"] == "b2, empty"
    state = after("breakthrough", BREAKTHROUGH_MOVES)
    names = names_in(grid_of("breakthrough", state, chosen=10))
    assert names["c4"] == "c4, white, last move"
    assert names["a3"] == "a3, white, chosen"
    assert names["b1"] == "b1, black"


def test_a_samegame_board_tells_groups_and_what_they_earn():
    state = after("samegame", ())
    group = max(state.groups(), key=len)
    colour = TILES[state.colour_at(*divmod(group[0], state.parameters.rows))].name
    names = names_in(grid_of("samegame", state))
    size = len(group)
    told = f"{colour}, group of {size}, plus {(size - 2) ** 2}"
    assert {names[state.move_label(cell)] for cell in group} == {
        f"{state.move_label(cell)}, {told}" for cell in group
    }
    single = next(name for name in names.values() if name.endswith("single tile"))
    assert single.count(",") == 2
    later = state.play(group[0])
    assert "A15, empty" in names_in(grid_of("samegame", _emptied(later))).values()


def _emptied(state):
    """Return a position in which the upper left corner is free."""
    while len(state.columns[0]) == state.parameters.rows:
        state = state.play(next(group[0] for group in state.groups() if group[0] < 15))
    return state


def test_what_the_ai_thinks_is_told_of_each_cell():
    state = after("hex", HEX_MOVES[:4])
    moves = state.legal_moves[:4]
    overlay = build_overlay(info_for(moves, 200_000, 0.54), one_player=False)
    shown = {"overlay": overlay, "region": (5,), "must_block": (6,), "cursor": 7}
    grid = grid_of("hex", state, **shown, line=(moves[0], 90))
    names = names_in(grid)
    first, second = (state.move_label(move) for move in moves[:2])
    assert names[first] == f"{first}, empty, first choice, 54 %, step 1"
    assert names[second] == f"{second}, empty, second choice, 52 %"
    assert names[state.move_label(5)].endswith("empty, in the region of the hint")
    assert names[state.move_label(6)].endswith("empty, must be taken at once")
    focused = [each.name for each in grid.walk() if each.is_focused]
    assert focused == [names[state.move_label(7)]]


def test_a_candidate_of_a_moving_piece_tells_where_it_comes_from():
    state = after("breakthrough", ())
    move = state.legal_moves[0]
    overlay = build_overlay(info_for((move,), 200_000, 0.54), one_player=False)
    names = names_in(grid_of("breakthrough", state, overlay=overlay))
    name = state.move_label(move)
    assert names[name[-2:]] == f"{name[-2:]}, empty, {name}, first choice, 54 %"


@pytest.mark.parametrize("game", ["hex", "tictactoe", "breakthrough", "samegame"])
def test_cells_stand_in_rows_where_they_are_drawn(game):
    state = after(game, ())
    grid = grid_of(game, state)
    view = make_board_view(game, labels=True)
    view.resize(pygame.Rect(0, 0, 700, 640), skin())
    assert grid.name == game_spec(game).title
    for at, row in enumerate(grid.children):
        assert [cell.place for cell in row.children] == [(at, n) for n in range(len(row.children))]
        assert len({cell.box.y for cell in row.children}) == 1
        assert all(view.cell_at(state, cell.box.centre) == int(cell.key) for cell in row.children)


def test_a_description_follows_the_board():
    view = make_board_view("tictactoe", labels=True)
    view.resize(pygame.Rect(0, 0, 300, 300), skin())
    spec = game_spec("tictactoe")
    states = [after("tictactoe", ("a1", "b2")[:moves]) for moves in (0, 1, 2)]
    told = [view.describe(BoardContent(state), spec) for state in states]
    assert [sum("empty" in each.name for each in grid.walk()) for grid in told] == [9, 8, 7]
    assert view.describe(BoardContent(states[2], hover=4), spec) is told[2]
    view.resize(pygame.Rect(50, 0, 300, 300), skin())
    assert (
        view.describe(BoardContent(states[2]), spec).children[0].box.x > told[2].children[0].box.x
    )


# Panels.


def test_a_table_has_rows_and_columns(tmp_path):
    rig = shown("hex analyse", tmp_path)
    rig.frame(0.5)
    table = next(e for e in rig.scene.describe().walk() if e.name == "Candidates")
    head, *rows = table.children
    assert [cell.name for cell in head.children] == ["Move", "Win", "Loss", "Visits", "Then"]
    assert all(Act.PRESS in row.acts for row in rows)
    first = [cell.name for cell in rows[0].children]
    assert first[:4] == ["A, A6", "60.0 %", "", "86k"]
    assert [cell.place for cell in rows[0].children] == [(1, column) for column in range(5)]


def test_what_is_pressed_in_a_list_is_called_by_its_words(tmp_path):
    rig = shown("hex play", tmp_path)
    rig.frame(0.5)
    moves = next(e for e in rig.scene.describe().walk() if e.role is Role.LIST)
    last = moves.children[-1]
    assert (moves.name, last.role, last.name, last.is_on) == ("Moves", Role.LIST_ITEM, "C9", True)
    rig.click(last.box.centre)
    assert rig.scene.session.record.cursor == 20


def test_a_setting_is_called_by_its_title(tmp_path):
    rig = shown("settings ai", tmp_path)
    rig.frame(0.5)
    controls = [e for e in rig.scene.describe().walk() if e.role in CONTROLS and e.acts]
    told = {each.name: each.value for each in controls}
    assert told["Memory for the tree"].endswith("MB")


def test_nothing_counts_beside_a_dialog(tmp_path):
    rig = shown("hex opponents", tmp_path)
    rig.frame(0.5)
    window = rig.scene.describe()
    assert [each.role for each in window.children if each.role is not Role.STATUS] == [Role.DIALOG]
    dialog = window.children[0]
    assert dialog.name == "Opponents"
    rows = [each for each in dialog.children if each.is_on is not None]
    assert sum(bool(row.is_on) for row in rows) == 1
    assert sum(row.is_focused for row in rows) == 1


def test_what_cannot_be_seen_has_no_place(tmp_path):
    rig = shown("help", tmp_path)
    rig.frame(0.5)
    groups = [e for e in rig.scene.describe().children if e.role is Role.GROUP]
    assert not all(groups[-1].box.size) or not all(groups[-2].box.size)
    assert all(groups[0].box.size)


def test_a_notice_is_a_status(tmp_path):
    rig = shown("hex play", tmp_path)
    rig.scene.toasts.show("Position copied.")
    rig.frame(0.1)
    told = rig.scene.describe().children
    assert told[-1].role is Role.STATUS
    assert told[-1].name == "Position copied."
    assert [each.name for each in told if each.key == "notice"] == ["Position copied."]


def test_an_equal_frame_is_described_by_the_same_elements(tmp_path):
    rig = shown("hex play", tmp_path)
    rig.frame(0.5)
    first = rig.scene.describe()
    assert rig.scene.describe() == first
    grids = [
        next(e for e in w.children if e.role is Role.GRID) for w in (first, rig.scene.describe())
    ]
    assert grids[0] is grids[1]


def test_parts_belong_to_what_they_lie_in():
    ground = Element(Role.BUTTON, "row", "tip", Box(0, 0, 100, 20), acts=frozenset((Act.PRESS,)))
    inside, outside = text("F6", Box(5, 5, 20, 10)), text("later", Box(5, 25, 20, 10))
    parts = [Said(ground, holds=True), Said(inside), Said(outside), Said(text("too", outside.box))]
    button, after_it = nested(parts)
    assert (button.name, after_it.name) == ("F6", "later, too")
    assert nested([Said(ground, holds=True)])[0].name == "tip"
