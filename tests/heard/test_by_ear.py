"""The program as somebody plays it who knows of its window only what a screen reader is told."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest

from tests.bundle.desktop import Desktop, Program, wait_for
from tests.bundle.player import Player
from tests.heard.listener import ROOT, Listener, Thing, bus, missing, program
from tests.waiting import LIMIT_SECONDS

pytestmark = pytest.mark.thorough


@pytest.fixture
def player(tmp_path):
    return Player(tmp_path / "home", samegame_columns=5, samegame_rows=5)


@contextmanager
def opened(player: Player, command: list[str]) -> Iterator[Listener]:
    """Open a window on a desktop of its own."""
    if lacks := missing():
        pytest.skip(f"needs {', '.join(lacks)}")
    desktop = Desktop()
    try:
        with bus(desktop) as address:
            environment = {**player.environment, **address, "SDL_VIDEO_X11_WMCLASS": "playout"}
            player.program = Program(desktop, command, environment)
            with player.program:
                listener = Listener({**desktop.environment, **address})
                yield listener
                listener.close()
    finally:
        desktop.close()


@pytest.fixture
def ear(player) -> Iterator[Listener]:
    with opened(player, program()) as listener:
        listener.hear("Home", lambda things: _has(things, "push button", "Settings"))
        yield listener


def _has(things: list[Thing], role: str, name: str) -> bool:
    return any(each.role == role and each.name == name for each in things)


def _cells(things: list[Thing]) -> dict[str, str]:
    """Return what is said of each cell of a board, by the cell's name."""
    names = (each.name.partition(", ") for each in things if each.role == "table cell")
    return {cell: words for cell, _, words in names}


def _is_over(things: list[Thing]) -> bool:
    return _has(things, "push button", "Review")


def _may_move(things: list[Thing]) -> bool:
    return _is_over(things) or any("Your turn" in each.name for each in things)


def _play(ear: Listener, title: str, move: Callable[[dict[str, str]], list[str]]) -> list[Thing]:
    """Play a game from Home until it is over; return what is said then.

    Args:
        move: Returns the cells to press, one after the other, of what is said of all cells.
    """
    ear.press("push button", title)
    is_solo = title == "SameGame"
    is_ready = lambda things: bool(_cells(things)) and (is_solo or _may_move(things))  # noqa: E731
    things = ear.hear(title, lambda heard: _has(heard, "heading", title) and is_ready(heard))
    while not _is_over(things):
        before = _cells(things)
        for cell in move(before):
            ear.press("table cell", f"{cell}, ", is_whole=False)
        things = ear.hear("a move", partial(_has_moved, before, is_ready))
    return things


def _has_moved(
    before: dict[str, str], is_ready: Callable[[list[Thing]], bool], things: list[Thing]
) -> bool:
    return _cells(things) != before and is_ready(things)


def _go_home(ear: Listener) -> None:
    ear.press("push button", "Back")
    ear.hear("Home", lambda things: _has(things, "push button", "Arena"))


def _any_empty(cells: dict[str, str]) -> list[str]:
    return [next(cell for cell, words in cells.items() if words == "empty")]


def _any_group(cells: dict[str, str]) -> list[str]:
    return [next(cell for cell, words in cells.items() if "group of" in words)]


def _a_step(cells: dict[str, str]) -> list[str]:
    """Return a piece and where it goes: the foremost that can go anywhere."""
    pieces = sorted(
        (cell for cell, words in cells.items() if words.startswith("black")),
        key=lambda cell: -int(cell[1:]),
    )
    for piece in pieces:
        column, row = ord(piece[0]), int(piece[1:]) + 1
        for aside in (0, 1, -1):
            target = f"{chr(column + aside)}{row}"
            if cells.get(target, "").startswith(("empty", "white") if aside else "empty"):
                return [piece, target]
    raise AssertionError(f"no piece can move: {cells}")


def test_every_game_is_played_a_setting_changed_a_lesson_solved_and_a_game_reviewed(ear, player):
    ear.press("push button", "Settings")
    ear.press("radio button", "Motion")
    ear.press("radio button", "Reduced")
    ear.hear("the setting", lambda things: ("Reduced", ("checked",)) in _tabs(things))
    ear.press("radio button", "Sound")
    ear.set("slider", "Volume", 85.0)
    ear.hear("the volume", lambda things: any(each.value == "85" for each in things))
    _go_home(ear)
    wait_for("the settings' file", lambda: _written_settings(player)["motion"] == "reduced")
    assert _written_settings(player)["master_volume"] == 0.85

    ear.press("push button", "First lessons")
    ear.hear("a lesson", lambda things: "Lesson 1 of 5, SameGame" in _named(things))
    ear.press("table cell", "B1, sky, group of 5, plus 9")
    ear.hear("that it is solved", lambda things: "1 of 1" in _named(things))
    _go_home(ear)

    for title, move in (
        ("SameGame", _any_group),
        ("Breakthrough", _a_step),
        ("Hex Gomoku", _any_empty),
    ):
        _play(ear, title, move)
        _go_home(ear)
    ended = _cells(_play(ear, "Tic-Tac-Toe", _any_empty))

    ear.press("push button", "Review")
    things = ear.hear("the review", lambda heard: _has(heard, "heading", "Review"))
    assert _cells(things).keys() == ended.keys()
    assert any("Mistakes" in name for name in _named(things))
    assert any(each.role == "image" and each.name and each.value for each in things)
    assert player.program.quit() == 0, "it lets go of its reader"


def test_what_comes_up_when_the_program_fails_is_heard_and_answered(player):
    lines = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r})",
        "from game.store.files import default_paths",
        "from game.window import crash",
        "sys.exit(3 if crash.show(default_paths(), ValueError('no number')) else 4)",
    )
    with opened(player, [sys.executable, "-c", "\n".join(lines)]) as ear:
        things = ear.hear(
            "it", lambda heard: _is_told(heard) and _has(heard, "push button", "Restart")
        )
        assert next(each.name for each in things if "focused" in each.states) == "Restart"
        ear.press("push button", "Restart")
        assert player.program.process.wait(LIMIT_SECONDS) == 3


def _is_told(things: list[Thing]) -> bool:
    return any("no number" in each.name for each in things if each.role == "notification")


def _written_settings(player: Player) -> dict[str, Any]:
    settings: dict[str, Any] = json.loads(player.paths.settings_file.read_text("utf-8"))
    return settings


def _tabs(things: list[Thing]) -> list[tuple[str, tuple[str, ...]]]:
    tabs = (each for each in things if each.role == "radio button")
    return [(each.name, tuple(s for s in each.states if s != "focused")) for each in tabs]


def _named(things: list[Thing]) -> list[str]:
    return [each.name for each in things]
