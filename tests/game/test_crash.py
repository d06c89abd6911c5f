import faulthandler
import logging
import subprocess
import sys
import threading
from pathlib import Path

import pygame
import pytest

from game import crash
from game.paths import Paths, default_paths

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return default_paths({"PLAYOUT_HOME": str(tmp_path)})


def an_error() -> Exception:
    try:
        return int("no number")
    except ValueError as error:
        return error


def test_a_report_holds_the_error_the_versions_and_the_end_of_the_log(paths: Paths) -> None:
    paths.log.mkdir(parents=True)
    paths.log_file.write_text("".join(f"line {n}\n" for n in range(200)))
    report = crash.write_report(paths, an_error())
    assert report is not None
    text = report.read_text()
    assert "ValueError: invalid literal" in text
    assert "an_error" in text
    assert f"pygame-ce {pygame.version.ver}" in text
    assert "line 199" in text
    assert "line 100\n" not in text


def test_old_reports_make_room(paths: Paths) -> None:
    paths.log.mkdir(parents=True)
    for day in range(10, 30):
        (paths.log / f"crash-202001{day}-000000.txt").touch()
    crash.write_report(paths, an_error())
    assert len(list(paths.log.glob("crash-*.txt"))) == crash.KEPT_REPORTS


def test_a_disk_that_takes_nothing_does_not_make_it_worse(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    paths = default_paths({"PLAYOUT_HOME": str(tmp_path / "file")})
    assert crash.write_report(paths, an_error()) is None


def test_the_dialog_does_what_its_buttons_say(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[object] = []
    answers = iter(["Open folder", "Copy", "Restart"])
    monkeypatch.setattr(crash, "_ask", lambda text: done.append(text) or next(answers))
    monkeypatch.setattr(crash, "open_folder", lambda folder: done.append(folder))
    monkeypatch.setattr(crash, "_copy", lambda text: done.append("copied"))
    assert crash.show(paths, an_error())
    assert done[1] == paths.log
    assert done[3] == "copied"
    assert "Your games are saved" in str(done[0])


def test_without_a_screen_nobody_is_asked(paths: Paths) -> None:
    pygame.display.init()
    assert not crash.show(paths, an_error())
    assert len(list(paths.log.glob("crash-*.txt"))) == 1


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
    answer = subprocess.run([sys.executable, "-c", words], cwd=ROOT, check=False)
    assert answer.returncode == 0
