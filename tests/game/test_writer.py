"""The saving thread under faults: whatever goes wrong at whatever step, nothing is lost."""

import errno
import json
import linecache
import os
import sys
import threading
from functools import partial
from pathlib import Path

import pytest

from game.store import background, files, json_store
from game.store.background import Writer
from game.store.json_store import JsonStore
from tests.waiting import LIMIT_SECONDS, wait_for


def make_writer(write=files.write_json):
    return Writer(lambda: True, write, lambda path, error: None)


def test_saving_never_waits_and_the_latest_wins():
    written, may_write = [], threading.Event()

    def slow(path, data):
        assert may_write.wait(LIMIT_SECONDS)
        written.append(data)

    behind = make_writer(write=slow)
    for number in range(50):
        behind.put(Path("file"), number)
    assert not behind.flush(0.01), "it gives up in bounded time"
    may_write.set()
    assert behind.flush(LIMIT_SECONDS)
    assert written[-1] == 49
    assert len(written) <= 2


@pytest.fixture
def blocked(tmp_path):
    """A file that cannot be written, as there is a file where its folder should be."""
    path = tmp_path / "blocked" / "file.json"
    path.parent.write_text("")
    return path


def test_flush_tells_whether_everything_is_written_and_tries_again(blocked, tmp_path):
    behind = make_writer()
    for number in range(3):  # what is joined to what waits is written with it
        behind.put(blocked, [number], list.__add__)
        behind.put(tmp_path / "good.json", number)
        assert not behind.flush(LIMIT_SECONDS)
        assert files.read_json(tmp_path / "good.json") == number
    blocked.parent.unlink()
    assert behind.flush(LIMIT_SECONDS)
    assert files.read_json(blocked) == [0, 1, 2]


def test_what_could_not_be_written_is_tried_again_without_being_asked(blocked, quick):
    written = threading.Event()
    report = lambda path, error: error or written.set()  # noqa: E731
    behind = Writer(lambda: True, files.write_json, report)
    behind.put(blocked, 1)
    behind.flush(LIMIT_SECONDS)
    blocked.parent.unlink()
    assert written.wait(LIMIT_SECONDS)


def test_a_version_put_while_another_is_written_is_written_too(tmp_path):
    path = tmp_path / "file.json"

    def write(path, data):
        if data == 1:
            behind.put(path, 2)
        files.write_json(path, data)

    behind = make_writer(write=write)
    behind.put(path, 1)
    assert behind.flush(LIMIT_SECONDS)
    assert files.read_json(path) == 2


# Faults at every step.


ERRORS = [
    OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)),
    OSError(errno.EIO, os.strerror(errno.EIO)),
    MemoryError(),
    RuntimeError("can't start new thread"),
]
WATCHED = {files.__file__, background.__file__, json_store.__file__}


class FaultAtLine:
    """Raises an error once, at the n-th line that the saving thread runs in the file layer.

    Left out are the loop that catches errors, and the taking of locks: an error that a trace
    raises where a lock is given back, as no real one can, would leave it taken.
    """

    def __init__(self, number: int, error: Exception) -> None:
        self.left = number
        self.error = error
        self.place = ""

    def __call__(self, frame, event, _):
        code = frame.f_code
        if threading.current_thread().name != "writer" or code.co_filename not in WATCHED:
            return None
        if code.co_name == "_run":
            return None
        line = linecache.getline(code.co_filename, frame.f_lineno)
        if event == "line" and not line.lstrip().startswith("with "):
            self.left -= 1
            if self.left == 0:
                self.place = f"{code.co_name}: {line.strip()}"
                raise self.error
        return self


def is_idle(writer, fault):
    """Whether it has reported what it wrote, too, or stumbled over the fault."""
    return fault.left <= 0 or writer._done == writer._puts


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(background, "RETRY_SECONDS", 0.001)


@pytest.mark.skipif(sys.gettrace() is not None, reason="traces the thread itself")
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: str(error) or type(error).__name__)
def test_an_error_at_any_line_of_a_save_loses_nothing_and_is_told_once(tmp_path, quick, error):
    """Old or new is there, the program goes on saving, and what was not saved is told."""
    number = 0
    while True:
        number += 1
        home = tmp_path / str(number)
        path = home / "file.json"
        files.write_json(path, "old")
        files_of = JsonStore(lambda: None)
        assert files_of.load(path, str) == "old"
        fault = FaultAtLine(number, error)
        threading.settrace(fault)
        try:
            files_of.save(path, "new")
            wait_for(partial(is_idle, files_of._writer, fault))
        finally:
            threading.settrace(None)
        is_through, fault.left = fault.left > 0, 0
        assert json.loads(path.read_text()) in ("old", "new"), fault.place
        assert files_of.flush(LIMIT_SECONDS), fault.place
        assert files.read_json(path) == "new", fault.place
        files_of.save(path, "newer")
        assert files_of.flush(LIMIT_SECONDS), fault.place
        assert files.read_json(path) == "newer", fault.place
        notices = list(iter(files_of.take_notice, None))
        troubles = [notice for notice in notices if "as soon as" in notice]
        assert len(troubles) <= 1, (fault.place, notices)
        if is_through:
            break
    assert number > 30, "the whole save was gone through"


STEPS = {
    "mkdir": (Path, "mkdir"),
    "open": (Path, "open"),
    "fsync": (os, "fsync"),
    "replace": (Path, "replace"),
    "encode": (json, "dumps"),
}


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: str(error) or type(error).__name__)
@pytest.mark.parametrize("step", STEPS)
def test_a_lasting_error_is_told_once_and_over_once_it_is_over(
    tmp_path, quick, monkeypatch, step, error
):
    saved = [tmp_path / "data" / "one.json", tmp_path / "data" / "saves" / "two.json"]
    files_of = JsonStore(lambda: None)
    for path in saved:
        files.write_json(path, "old")
        assert files_of.load(path, str) == "old"

    def fail(*_, **__):
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(*STEPS[step], fail)
        for version in range(3):
            for path in saved:
                files_of.save(path, f"new {version}")
            assert not files_of.flush(LIMIT_SECONDS)
    notices = list(iter(files_of.take_notice, None))
    folders = 1 if getattr(error, "errno", None) == errno.ENOSPC else 2
    assert len(notices) == folders, notices
    assert files_of.flush(LIMIT_SECONDS)
    assert [files.read_json(path) for path in saved] == ["new 2"] * 2
    assert files_of.take_notice() == "Everything is saved again."
    assert files_of.take_notice() is None
    assert not list(tmp_path.rglob("*.tmp"))
