"""Starts of the window that a plug-in hangs or kills: the next one does without it, and says so."""

import os
import shutil
import signal
import sys

import pygame
import pytest
from filelock import FileLock

from ai.contract.games import plugged
from ai.errors import CtrlC
from ai.plugged import loading
from game.games import plugins
from game.games.registry import window_games
from game.screens.base import OpenScene
from game.screens.help import AboutScene
from game.screens.home.screen import HomeScene
from game.window import launch, recovery
from tests.library.test_own_searchers import FIRST, own
from tests.plugins import edit, folder, home, listening, loaded
from tests.processes import python
from tests.rig import context_of, down, frames, move, up, window

__all__ = ["folder", "home", "listening", "loaded", "own"]

DYING = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
INTERRUPTED = "import signal; signal.raise_signal(signal.SIGINT)"
SIGN = "        theme = self.skin.theme\n"


def marks(home) -> set[str]:
    """Return what is marked."""
    return {os.fsdecode(each.read_bytes()) for each in (home / "data" / "starting").glob("*")}


def leave_mark(folder) -> None:
    """Leave a mark as a start does that dies."""
    loading.mark(folder)
    loading._marks.clear()


def at_import(folder, line: str) -> None:
    edit(folder, "game.py", "GAME = ", f"{line}\nGAME = ")


def titles() -> set[str]:
    return {game.rules.title for game in window_games()}


@pytest.fixture
def context(home, worker):
    return context_of(home, worker, motion="off")


# The mark.


def test_a_mark_is_there_while_a_plugin_is_imported(loaded, home, folder) -> None:
    look = f"import pathlib; [each] = pathlib.Path({str(home / 'data' / 'starting')!r}).iterdir()"
    at_import(folder, look)
    other = folder.with_name("other")
    other.mkdir()
    (other / "game.py").write_text(f"{look}; raise SystemExit(3)\n", "utf-8")
    assert loaded(other, folder, for_window=True).name == "pebbles"
    assert [gone.why for gone in plugins.left_out] == ["SystemExit: 3 (game.py, line 1)"]
    assert marks(home) == set()


@pytest.mark.skipif(sys.platform == "win32", reason="it is killed by a signal")
@pytest.mark.parametrize("file", ["game.py", "screen.py"])
def test_a_start_that_dies_of_a_plugin_is_known_by_the_next(loaded, home, folder, file) -> None:
    text = (folder / file).read_text("utf-8")
    (folder / file).write_text(f"{DYING}\n{text}", "utf-8")
    words = ("main.py", "--game", str(folder))
    environment = {"PLAYOUT_HOME": str(home), "SDL_VIDEODRIVER": "dummy"}
    python(*words, code=-signal.SIGKILL, **environment)
    assert marks(home) == {str(folder)}
    assert loaded(folder, for_window=True) is None
    (gone,) = plugins.left_out
    assert (
        gone.sentence == f"The game in {folder} is disabled: the last start with it hung or died."
    )
    assert marks(home) == {str(folder)}, "until it is tried again"


def test_ctrl_c_ends_a_start_that_hangs_and_the_next_one_does_without_it(
    listening, loaded, home, folder
) -> None:
    at_import(folder, INTERRUPTED)
    with pytest.raises(CtrlC):
        loaded(folder, for_window=True)
    assert marks(home) == {str(folder)}
    assert loaded(folder, for_window=True) is None


def test_a_command_marks_nothing_and_loads_what_is_marked(listening, loaded, home, folder) -> None:
    at_import(folder, INTERRUPTED)
    with pytest.raises(CtrlC):
        loaded(folder)
    assert marks(home) == set()
    edit(folder, "game.py", INTERRUPTED, "")
    leave_mark(folder)
    assert loaded(folder).name == "pebbles"
    assert marks(home) == {str(folder)}


def test_where_nothing_can_be_written_all_is_loaded(loaded, home, folder) -> None:
    home.parent.mkdir(exist_ok=True)
    home.write_text("no folder")
    assert loaded(folder, for_window=True).name == "pebbles"


def test_a_searcher_is_marked_too(own, listening, monkeypatch) -> None:
    (own / "bad.py").write_text(INTERRUPTED)
    (own / "first.py").write_text(FIRST)
    with pytest.raises(CtrlC):
        loading.load_all(for_window=True)
    monkeypatch.delenv(loading.VARIABLE)
    loading.load_all(for_window=True)
    assert [each.kind.name for each in plugged] == ["first"]
    (gone,) = plugins.left_out
    assert (gone.folder, gone.what, gone.is_marked) == (own / "bad.py", "searcher", True)
    (own / "bad.py").write_text(FIRST.replace('"first"', '"mended"'))
    assert recovery.load_again(gone)
    assert [each.kind.name for each in plugged] == ["first", "mended"]


# The first frame.


def test_a_mark_stays_until_a_frame_is_drawn(loaded, home, folder, context) -> None:
    loaded(folder, for_window=True)
    recovery.load_windows(tuple(plugins.loaded))
    assert marks(home) == {str(folder)}
    with window(context, OpenScene("home"), size=(800, 600)) as app:
        assert marks(home) == {str(folder)}
        frames(app, 1)
        assert marks(home) == set()


def test_a_start_that_fails_by_itself_blames_nobody(home, folder, monkeypatch) -> None:
    def fail(*_, **__):
        loading.mark(folder)
        raise RuntimeError

    monkeypatch.setattr(launch, "_run", fail)
    monkeypatch.setattr(launch, "set_up_logging", lambda *_, **__: None)
    monkeypatch.setattr(launch.crash, "show", lambda *_: marks(home))
    monkeypatch.setattr(launch.pygame, "quit", lambda: None)
    assert launch.run(lock=FileLock(home.with_name("lock"))) == 1
    assert marks(home) == set()


def test_ctrl_c_in_the_first_frame_blames_who_was_drawing(
    listening, loaded, home, folder, context
) -> None:
    other = folder.with_name("heaps")
    shutil.copytree(folder, other, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("rules.py", "game.py", "screen.py", "kernel.py"):
        text = (other / file).read_text("utf-8")
        (other / file).write_text(text.replace("pebbles", "heaps").replace("Pebbles", "Heaps"))
    hanging = "        import signal; signal.raise_signal(signal.SIGINT)\n"
    edit(other, "screen.py", SIGN, hanging + SIGN)
    loaded(folder, other, for_window=True)
    assert len(plugins.loaded) == 2
    recovery.load_windows(tuple(plugins.loaded))
    with window(context, OpenScene("home"), size=(800, 600)) as app:
        app.run()
    assert marks(home) == {str(other)}


# Trying again.


def about(app) -> AboutScene:
    app.execute(OpenScene("about"))
    frames(app)
    return app.scene


def click_again(app) -> None:
    scene = about(app)
    (button,) = [each for each in scene.group.widgets if each.name.startswith("try again")]
    scene.content.reveal(button)
    frames(app)
    for event in (move(button.box.centre), down(button.box.centre), up(button.box.centre)):
        pygame.event.post(event)
        frames(app, 1)


def test_what_was_left_out_is_tried_again_by_a_click(loaded, home, folder, context) -> None:
    leave_mark(folder)
    loaded(folder, for_window=True)
    (gone,) = plugins.left_out
    assert recovery.report(context.storage.paths, gone).endswith("Try it again in About.")
    with window(context, OpenScene("home"), size=(800, 600)) as app:
        frames(app)
        click_again(app)
        assert isinstance(app.scene, HomeScene)
        assert "Pebbles" in titles()
        assert plugins.left_out == []
        assert marks(home) == set()
        assert not any(each.name.startswith("try again") for each in about(app).group.widgets)
    assert loaded(folder, for_window=True).name == "pebbles"


def test_what_does_not_load_when_it_is_tried_again_is_told(loaded, home, folder, context) -> None:
    at_import(folder, "1 / 0")
    leave_mark(folder)
    loaded(folder, for_window=True)
    with window(context, OpenScene("home"), size=(800, 600)) as app:
        frames(app)
        click_again(app)
        assert "ZeroDivisionError: division by zero (game.py, line 8)" in app.scene.toasts.text
        assert "Pebbles" not in titles()
        assert marks(home) == set()
        assert (context.storage.paths.log / "game-pebbles.txt").exists()
