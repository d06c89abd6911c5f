"""A later start on the same home hands its file to the window that is open, in real processes."""

import errno
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from multiprocessing.connection import Client, Listener
from pathlib import Path
from queue import Queue

import pytest

import main
from game.store.files import HOME_VARIABLE, Paths, default_paths
from game.window import single_instance
from tests.processes import python
from tests.waiting import LIMIT_SECONDS, wait_for

MAIN = Path(main.__file__).resolve()
FRONT = "Playout is already open: its window comes to the front."
PATIENT = f"""
import sys
import main
from game.window import single_instance
single_instance.PATIENCE_SECONDS = {LIMIT_SECONDS}
sys.exit(main.main(sys.argv[1:]))
"""
LATER = """
import sys
import main
code = main.main(sys.argv[1:])
print(sorted({"pygame", "numba"} & sys.modules.keys()))
sys.exit(code)
"""

Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start the program on a home of the test's, with a window that nobody sees."""
    with ExitStack() as started:

        def run(*words: str) -> "subprocess.Popen[str]":
            process = subprocess.Popen(
                [sys.executable, "-c", PATIENT, "--no-plugins", *words],
                env={**os.environ, HOME_VARIABLE: str(tmp_path / "home")},
                cwd=MAIN.parent,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                text=True,
            )
            started.enter_context(process)
            started.callback(process.kill)
            return process

        yield run


@pytest.fixture
def asked(paths: Paths) -> Iterator["Queue[Path | None]"]:
    """Be the window that is open: yield what later starts ask, all of which is taken."""
    found: Queue[Path | None] = Queue()

    def ask(file: Path | None, taken: Callable[[], None]) -> None:
        found.put(file)
        taken()

    lock = single_instance.claim(paths, None)
    assert lock is not None
    single_instance.listen(paths.address_file, ask)
    wait_for(paths.address_file.exists)
    yield found
    lock.release()


@pytest.mark.xdist_group("kernels")
def test_of_starts_that_race_one_opens_a_window_and_a_killed_one_is_no_obstacle(
    start: Start, tmp_path: Path
) -> None:
    racing = [start() for _ in range(3)]
    wait_for(lambda: sum(each.poll() is None for each in racing) == 1)
    (first,) = [each for each in racing if each.poll() is None]
    for later in racing:
        if later is not first:
            said = later.communicate()[0]
            assert (later.returncode, said.partition(":")[0]) == (0, "Playout is already open")
    first.kill()
    first.wait(LIMIT_SECONDS)
    address_file = tmp_path / "home" / "data" / "playout.address"
    stale = address_file.read_text("utf-8")
    second = start()
    wait_for(lambda: address_file.read_text("utf-8") not in ("", stale))
    later = start("nothing.playout")
    assert "asked to open nothing.playout" in later.communicate(timeout=LIMIT_SECONDS)[0]
    assert later.returncode == 0
    assert second.poll() is None
    second.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)
    assert second.wait(LIMIT_SECONDS) in (0, 1)


def test_a_file_is_handed_over_before_anything_slow_is_imported(
    asked: "Queue[Path | None]", paths: Paths, tmp_path: Path
) -> None:
    home = str(paths.data.parent)
    environment = {"PYTHONPATH": str(MAIN.parent), "cwd": tmp_path}
    said = python("-c", LATER, "--home", home, "a game.playout", **environment).stdout
    assert said.splitlines() == [
        "Playout is already open: its window is asked to open a game.playout.",
        "[]",
    ]
    assert asked.get(timeout=LIMIT_SECONDS) == tmp_path / "a game.playout"
    said = python("-c", LATER, "--scene", "hex", f"--home={home}", **environment).stdout
    assert said.startswith(f"{FRONT} Options count for a new one, which --home FOLDER opens.\n")
    assert asked.get(timeout=LIMIT_SECONDS) is None


def test_nonsense_on_the_socket_keeps_nobody_from_being_heard(
    asked: "Queue[Path | None]", paths: Paths, tmp_path: Path
) -> None:
    address = paths.address_file.read_text("utf-8")
    with Client(address):  # and says nothing
        for nonsense in (b"\0\xff" * 10, b"x" * (single_instance.MOST_BYTES + 1)):
            with Client(address) as other, suppress(OSError):  # it may hang up in the middle
                other.send_bytes(nonsense)
        Client(address).close()
        assert single_instance.claim(paths, tmp_path / "file") is None
    heard = asked.get(timeout=LIMIT_SECONDS)
    if heard != tmp_path / "file":
        assert heard == Path(os.fsdecode(b"\0\xff" * 10))
        assert asked.get(timeout=LIMIT_SECONDS) == tmp_path / "file"


@pytest.mark.parametrize("seen", ["nothing", "no answer"])
def test_a_window_that_does_not_answer_is_told_in_time(
    seen: str, paths: Paths, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(single_instance, "PATIENCE_SECONDS", 0.2)
    monkeypatch.setenv(HOME_VARIABLE, str(paths.data.parent))
    lock = single_instance.claim(paths, None)
    assert lock is not None
    with Listener() as hung:
        if seen == "no answer":
            paths.address_file.write_text(str(hung.address), "utf-8")
        assert main.main([]) == 1
    out, errors = capsys.readouterr()
    assert (out, errors.count("\n")) == ("", 1)
    assert "it is running, but does not answer" in errors
    lock.release()


def test_a_start_while_the_window_ends_becomes_the_window(paths: Paths) -> None:
    """As one that a crash restarts."""
    ending = single_instance.claim(paths, None)
    assert ending is not None
    found: Queue[object] = Queue()
    thread = threading.Thread(target=lambda: found.put(single_instance.claim(paths, None)))
    thread.start()
    assert found.empty()
    ending.release()
    lock = found.get(timeout=LIMIT_SECONDS)
    assert lock is not None
    thread.join()


def test_a_home_with_a_long_path_has_a_socket(paths: Paths, tmp_path: Path) -> None:
    home = tmp_path.joinpath(*("long" * 12 for _ in range(5)))
    long = default_paths({HOME_VARIABLE: str(home)})
    lock = single_instance.claim(long, None)
    assert lock is not None
    single_instance.listen(long.address_file, lambda _, taken: taken())
    assert single_instance.claim(long, None) is None
    lock.release()


@pytest.mark.skipif(os.name != "posix", reason="it is about flock")
def test_where_nothing_can_be_locked_a_window_opens_unless_another_one_answers(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("fcntl.flock", fail)
    lock = single_instance.claim(paths, None)
    assert lock is not None
    assert not lock.is_locked
    assert paths.lock_file.exists()
    single_instance.listen(paths.address_file, lambda _, taken: taken())
    wait_for(lambda: single_instance.claim(paths, None) is None)
