import faulthandler
import logging
import sys
import threading
from pathlib import Path

import pygame
import pytest

from game.store.files import Paths, default_paths
from game.window import crash
from tests.processes import python
from tests.rig import down, move, press, up


def an_error() -> Exception:
    try:
        return int("no number")
    except ValueError as error:
        return error


def test_a_report_holds_the_error_the_versions_and_the_end_of_the_log(paths: Paths) -> None:
    paths.log.mkdir(parents=True)
    paths.log_file.write_text("".join(f"line {n}\n" for n in range(200)))
    for day in range(10, 30):
        (paths.log / f"crash-202001{day}-000000.txt").touch()
    report = crash.write_report(paths, an_error())
    assert report is not None
    text = report.read_text()
    assert "ValueError: invalid literal" in text
    assert "an_error" in text
    assert f"pygame-ce {pygame.version.ver}" in text
    assert "line 199" in text
    assert "line 100\n" not in text
    assert len(list(paths.log.glob("crash-*.txt"))) == crash.KEPT_REPORTS, "old ones make room"


def test_a_disk_that_takes_nothing_does_not_make_it_worse(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    paths = default_paths({"PLAYOUT_HOME": str(tmp_path / "file")})
    assert crash.write_report(paths, an_error()) is None


@pytest.mark.parametrize(
    ("last", "restarts"),
    [
        (press(pygame.K_RETURN), True),
        (press(pygame.K_ESCAPE), False),
        (pygame.event.Event(pygame.QUIT), False),
    ],
)
def test_the_dialog_does_what_its_buttons_say(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, last: pygame.event.Event, restarts: bool
) -> None:
    done: list[object] = []
    real = crash.CrashWindow.ask

    def ask(window: crash.CrashWindow) -> crash.Answer:
        """Open the folder by a click, copy the report by a Russian key, and answer."""
        at, copy = window.group.widget("open").box.centre, press(ord("с"), pygame.KMOD_CTRL)
        copy = pygame.event.Event(copy.type, {**copy.dict, "scancode": pygame.KSCAN_C})
        for event in (move(at), down(at), up(at), copy, last):
            pygame.event.post(event)
        return real(window)

    monkeypatch.setattr(crash, "WITHOUT_SCREEN", ())  # the dummy driver will do
    monkeypatch.setattr(crash, "open_folder", done.append)
    monkeypatch.setattr(crash, "_copy", done.append)
    monkeypatch.setattr(crash.CrashWindow, "ask", ask)
    assert crash.show(paths, an_error()) is restarts
    assert done[0] == paths.log
    assert "ValueError: invalid literal" in str(done[1])


def test_a_window_that_fails_leaves_the_question_to_the_system(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    pygame.display.init()
    assert not crash.show(paths, an_error()), "without a screen nobody is asked"
    assert len(list(paths.log.glob("crash-*.txt"))) == 1
    asked: list[str] = []

    def fail(*_: object) -> bool:
        raise FileNotFoundError("the fonts")

    monkeypatch.setattr(crash, "_ask", fail)
    monkeypatch.setattr(
        pygame.display, "message_box", lambda _, text, **__: asked.append(text) or 1
    )
    assert crash.show(paths, an_error())
    assert "Your games are saved" in asked[0]


def test_what_nobody_catches_is_logged(
    paths: Paths, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    try:
        crash.install(paths)
        with caplog.at_level(logging.ERROR):
            thread = threading.Thread(target=lambda: 1 / 0)
            thread.start()
            thread.join()
            sys.excepthook(ValueError, an_error(), None)
    finally:
        faulthandler.enable(sys.__stderr__)
    assert "A thread failed" in caplog.text
    assert "ZeroDivisionError" in caplog.text
    assert "Uncaught error" in caplog.text


def test_the_program_runs_without_streams(tmp_path: Path) -> None:
    words = "import sys; sys.stdout = sys.stderr = None; import main; main.main(['--version'])"
    python("-c", words)
