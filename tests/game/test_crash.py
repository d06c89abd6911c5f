import faulthandler
import logging
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest
from numba import njit
from numba.core.errors import NumbaError, UnsupportedBytecodeError

from ai.errors import in_short, place_of
from game.store.files import Paths, default_paths
from game.ui.elements import Role
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


def test_the_window_says_what_it_shows_and_the_worst_at_once(paths: Paths) -> None:
    pygame.display.init()
    pygame.font.init()
    window = crash.CrashWindow("**Oh**: no\nSaved.", "line 1\nline 2\n", {"copy": lambda: None})
    told = [(each.role, each.name) for each in window.describe().walk()]
    assert told == [
        (Role.WINDOW, "Playout has to close"),
        (Role.HEADING, "Playout has to close"),
        *((Role.TEXT, line) for line in ("Oh: no Saved.", "line 1", "line 2")),
        *((Role.BUTTON, name) for name in ("Open folder", "Copy report", "Close", "Restart")),
        (Role.ALERT, "Playout has to close. Oh: no Saved."),
    ]
    for event in (press(pygame.K_c, pygame.KMOD_CTRL), press(pygame.K_ESCAPE)):
        pygame.event.post(event)
    assert window.ask() == "close"
    assert [each.name for each in window.describe().children if each.role is Role.STATUS] == [
        "Copied."
    ]


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


STATE = np.zeros(3, np.int64)
HERE = Path(__file__).name


def missing(state):  # type: ignore[no-untyped-def]
    return state[0] + undefined  # type: ignore[name-defined]  # noqa: F821


def plain(state):  # type: ignore[no-untyped-def]
    return state


def attribute(state):  # type: ignore[no-untyped-def]
    x = 1
    return state.left + x


def types(state):  # type: ignore[no-untyped-def]
    if state[0]:
        return 1, True
    return "a"


def call(state):  # type: ignore[no-untyped-def]
    return plain(state)


def imported(state):  # type: ignore[no-untyped-def]
    import math

    return math.pi * state[0]


inner = njit(missing)


def outer(state):  # type: ignore[no-untyped-def]
    return inner(state)


def line_of(function: Callable[..., object], below: int) -> str:
    return f"({HERE}, line {function.__code__.co_firstlineno + below})"


@pytest.mark.parametrize(
    ("function", "reason", "place"),
    [
        (missing, "NameError: name 'undefined' is not defined", 1),
        (attribute, "Unknown attribute 'left' of type array(int64, 1d, C)", 2),
        (types, "Can't unify return type from the following types", None),
        (call, "Untyped global name 'plain': Cannot determine Numba type of", 1),
        (imported, "Use of unsupported opcode (IMPORT_NAME) found", 1),
        (outer, "NameError: name 'undefined' is not defined", 1),  # in what it calls
    ],
)
def test_numba_s_refusal_says_why_and_where(
    function: Callable[..., object], reason: str, place: int | None
) -> None:
    with pytest.raises((NumbaError, UnsupportedBytecodeError)) as caught:
        njit(function)(STATE)
    told = in_short(caught.value)
    assert "\n" not in told
    assert told.startswith(f"numba cannot compile it: {reason}")
    assert told.endswith(f"({HERE}, line {told.split()[-1]}") or function is outer
    if place is not None:
        where = line_of(function, place)
        called = f"(in missing(), called in {where[1:]}"
        assert told.endswith(called if function is outer else where)


def test_a_refusal_in_colours_says_the_same() -> None:
    told = in_short(NumbaError("\x1b[1m\x1b[1mno such\x1b[0m attribute\x1b[0m\n"))
    assert told == "numba cannot compile it: no such attribute"


@pytest.fixture
def kernel(tmp_path: Path) -> dict[str, Any]:
    """Functions of a module of a plug-in."""
    source = (
        "def divide(x):\n    return 1 // x\n\n\ndef outer(x):\n    return sorted([x], key=divide)\n"
    )
    names = {"__name__": "playout_games.mine.kernel"}
    exec(compile(source, str(tmp_path / "kernel.py"), "exec"), names)
    return names


def test_another_error_says_the_last_line_of_the_game(kernel: dict[str, Any]) -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        kernel["outer"](0)
    told = in_short(caught.value)
    assert told == "ZeroDivisionError: integer division or modulo by zero (kernel.py, line 2)"
    assert place_of(kernel["outer"]) == "kernel.py, line 5"
    assert place_of(njit(missing)).startswith(f"{HERE}, line ")
    assert place_of(sys) == ""
    assert in_short(ValueError("first\nsecond")) == "ValueError: first", "elsewhere, so no place"
    assert in_short(KeyError()) == "KeyError"


def test_an_instruction_without_a_line_is_placed_in_its_function() -> None:
    bare = compile("raise ValueError('no')", "kernel.py", "exec").replace(co_linetable=b"")
    with pytest.raises(ValueError, match="no") as caught:
        exec(bare, {"__name__": "playout_games.mine.kernel"})
    assert in_short(caught.value) == "ValueError: no (kernel.py, line 1)"
