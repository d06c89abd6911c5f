"""Positions from the clipboard: of any size of board, and of another game."""

import itertools

import pygame
import pytest

from ai.contract.games import game_of, game_spec
from game.screens.base import OpenGame
from game.screens.play.pasted import EMPTY, read_positions
from tests.games import GAMES
from tests.rig import context_of, step, window
from tests.sessions import session_of
from tests.waiting import wait_for

NAMES = [spec.name for spec in GAMES]
OTHER_SIZES = {
    "samegame": {"columns": 7, "rows": 5},
    "tictactoe": {"columns": 5, "rows": 4, "in_a_row": 3},
    "hex": {"side": 4},
    "breakthrough": {"columns": 6, "rows": 5},
}


def position(game, moves=3, **parameters):
    """Return a position a few moves into a game."""
    session = session_of(game, moves, game_spec(game).parameters(**parameters), seed=3)
    return session.state


@pytest.mark.parametrize("game", NAMES)
def test_a_position_brings_its_own_size(rig, game):
    scene = rig.open(game)
    state = position(game, **OTHER_SIZES[game])
    scene.texts.take(state.to_text())
    assert scene.session.state.to_text() == state.to_text()
    rig.frame()


@pytest.mark.parametrize(("own", "other"), list(itertools.permutations(NAMES, 2)))
def test_a_position_of_another_game_is_recognised(rig, monkeypatch, own, other):
    scene = rig.open(own)
    text = position(other).to_text()
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: text, raising=False)
    before = scene.session.state
    rig.key(pygame.K_v, pygame.KMOD_CTRL)
    told = scene.toasts.notice.text
    title = game_of(other).rules.title
    assert told.startswith(f"This is a position of {title}, not of {game_of(own).rules.title}.")
    assert scene.session.state is before


def test_a_damaged_position_is_told_with_its_place(rig):
    scene = rig.open("hex")
    text = "X O\nX\n"
    with pytest.raises(ValueError) as problem:  # noqa: PT011
        read_positions(text, scene.profile, scene.session.record.start.parameters)
    scene.texts.take(text)
    assert scene.toasts.notice.text == (
        f"The clipboard holds no game, and no position of Hex Gomoku: {problem.value}."
    )


def test_rows_of_a_start_in_a_games_file_are_a_position(rig):
    scene = rig.open("hex")
    state = position("hex", side=4)
    scene.texts.take("".join(f"| {row}\n" for row in state.to_text().splitlines()))
    assert scene.session.state.to_text() == state.to_text()


BOARDS = "1,1,2,1,1\r\n" * 4 + "\r\n" + "3,3,2,3,1\r\n" * 4
LEFT_OPEN = "0 0 1 2\n2 1 1 2\n1 2 2 1\n1 1 2 2\n"


def paste(rig, monkeypatch, text):
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: text, raising=False)
    rig.key(pygame.K_v, pygame.KMOD_CTRL)


def test_one_of_several_boards_is_chosen(rig, monkeypatch):
    scene = rig.open("samegame")
    before = scene.session.state
    paste(rig, monkeypatch, BOARDS)
    assert scene.dialog.title == "2 boards in this text"
    rig.send(pygame.TEXTINPUT, text="3")
    rig.key(pygame.K_RETURN)
    assert scene.dialog is not None, "there is no third one"
    assert scene.session.state is before
    rig.key(pygame.K_BACKSPACE)
    rig.send(pygame.TEXTINPUT, text="2")
    rig.key(pygame.K_RETURN)
    assert scene.session.state.to_text() == "3 3 2 3 1\n" * 4


@pytest.mark.parametrize(("answer", "tiles"), [("confirm", 16), (EMPTY, 14), ("cancel", 0)])
def test_what_zero_is_is_asked(rig, monkeypatch, answer, tiles):
    scene = rig.open("samegame")
    before = scene.session.state
    paste(rig, monkeypatch, LEFT_OPEN)
    assert scene.dialog.title == "What is 0 here?"
    button = next(each for each in scene.dialog.group.widgets if each.name == answer)
    scene.dialog.group.focus(button)
    rig.key(pygame.K_RETURN)
    assert scene.dialog is None
    now = scene.session.state
    assert (now.tiles_left == tiles) if tiles else (now is before)


@pytest.mark.parametrize("shown", ["", "samegame", "hex"])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_file_of_a_board_is_played_wherever_it_is_dropped(tmp_path, shown, encoding):
    file = tmp_path / "board.csv"
    file.write_bytes("\r\n".join(["-1,-1,1,2", *["2,1,2,1"] * 4]).encode(encoding))
    with window(context_of(tmp_path), *([OpenGame(shown)] if shown else [])) as app:
        step(app, pygame.event.Event(pygame.DROPFILE, file=str(file)))
        wait_for(lambda: app.scene_name == "samegame", meanwhile=lambda: step(app))
        wait_for(
            lambda: app.scene.session.state.to_text().startswith(". . 1 2\n2 1 2 1\n"),
            meanwhile=lambda: step(app),
        )


def test_a_text_that_would_hold_up_the_window_is_refused(rig, monkeypatch):
    scene = rig.open("samegame")
    paste(rig, monkeypatch, LEFT_OPEN * 20_000)
    assert scene.toasts.notice.text.endswith("a text to play from has at most 500,000 characters.")


def test_a_file_that_is_nothing_is_refused_with_its_name_and_place(tmp_path):
    file = tmp_path / "board.csv"
    file.write_text("1,2,1,2\n" * 4 + "1,2,X,2\n", "utf-8")
    with window(context_of(tmp_path), OpenGame("samegame")) as app:
        step(app, pygame.event.Event(pygame.DROPFILE, file=str(file)))
        wait_for(lambda: app.scene.toasts.passing, meanwhile=lambda: step(app))
        assert app.scene.toasts.passing.text == (
            "board.csv holds no game, and no position of SameGame: line 5, column 5: 'X' is not a "
            "tile; use 0 to 8, or . for an empty cell."
        )
