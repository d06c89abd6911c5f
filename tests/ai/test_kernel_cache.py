"""Whatever stands in the place of the kernels' cache, there is an AI, and only it is executed."""

import os
import pickle
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from filelock import FileLock
from numba import njit

from ai.engine import cache, compile_once, private_files, processor
from ai.engine.stamps import PROJECT
from ai.files import HOME_VARIABLE
from ai.kernels import bits
from tests.ai import generic_example
from tests.processes import forget, python

RUNS: list[str] = []
"""What was executed that nobody asked for."""

posix = pytest.mark.skipif(os.name != "posix", reason="the system tells no owners")


class Planted:
    """Executes something when it is read."""

    def __reduce__(self) -> tuple[Any, ...]:
        return RUNS.append, ("planted",)


@pytest.fixture
def base(tmp_path, monkeypatch):
    """The folder of a cache in which one kernel is, compiled."""
    RUNS.clear()
    base = tmp_path / "kernels"
    monkeypatch.setenv(cache.CACHE_VARIABLE, str(base))
    assert hits() == [0]
    assert hits() == [1]
    cache.note_warm()
    yield base
    for path in base.rglob("*"):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o700)
    monkeypatch.undo()
    forget(cache)


def hits(*names: str) -> list[int]:
    """Call kernels as a new process would; return how often each came out of the cache."""
    forget(cache)
    found = []
    for line, name in enumerate(names or ["constant"], 1000):
        code = generic_example.constant.__code__
        code = code.replace(co_name=name, co_qualname=name, co_firstlineno=line)
        kernel = njit(cache=True)(FunctionType(code, vars(generic_example), name))
        assert kernel() == 42
        found.append(sum(kernel.stats.cache_hits.values()))
    return found


def replaced(by: Callable[[Path], object]) -> Callable[[Path], None]:
    """Put something in the place of a file or a folder."""

    def damage(path: Path) -> None:
        private_files.remove(path)
        by(path)

    return damage


def a_folder(path: Path) -> None:
    (path / "and").mkdir(parents=True)
    (path / "and" / "a file").write_text("in it")


def a_link_to_a_copy(path: Path) -> None:
    copy = path.with_name("copy")
    path.rename(copy)
    path.symlink_to(copy)


def plant(path: Path) -> None:
    """Let the kernel's files in a folder do something else, with a right checksum."""
    for file in [path] if path.is_file() else [*path.rglob("*.nbi"), *path.rglob("*.nbc")]:
        content = pickle.dumps(Planted())
        place = file.parent.name, file.name
        file.write_bytes(content + cache._checksum(content, *place))


def left_open(path: Path) -> None:
    plant(path)
    path.chmod(path.stat().st_mode | stat.S_IWOTH)


def of_another_user(path: Path) -> None:
    plant(path)
    os.chown(path, 12345, -1)


HEALED: dict[str, Callable[[Path], None]] = {
    "gone": private_files.remove,
    "a folder": replaced(a_folder),
    "a file": replaced(lambda path: path.write_text("something else")),
    "an empty file": replaced(lambda path: path.touch()),
    "a loop": replaced(lambda path: path.symlink_to(path.name)),
    "a link to nowhere": replaced(lambda path: path.symlink_to("nowhere")),
}
if os.name == "posix":
    HEALED |= {
        "a pipe": replaced(os.mkfifo),
        "a link to a copy": a_link_to_a_copy,
        "read-only": lambda path: path.chmod(0o500),
        "unreadable": lambda path: path.chmod(0),
        "left open": left_open,
    }
    if os.getuid() == 0:
        HEALED["of another user"] = of_another_user

PLACES: dict[str, Callable[[Path], list[Path]]] = {
    "base": lambda base: [base],
    "root": lambda base: [base / processor.chosen_level()],
    "folder": lambda base: list(base.glob("*/*generic_example*")),
    "index": lambda base: list(base.glob("*/*/*.nbi")),
    "data": lambda base: list(base.glob("*/*/*.nbc")),
    "mark": lambda base: list(base.glob("*/warm-*")),
}
REFUSED = {
    "left open": "other users can write to it",
    "of another user": "it belongs to another user",
}
MENDED = ("folder", "index", "data")
"""Those of which another takes the place, in the same cache."""


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("damage", HEALED)
def test_whatever_is_in_the_place_of_an_entry_there_is_an_ai(base, place, damage):
    (path,) = PLACES[place](base)
    HEALED[damage](path)
    hits()
    assert RUNS == []
    assert hits() == [1], "what was compiled is kept, somewhere"
    if place in MENDED:
        assert cache.cache_root().parent == base
        assert list(base.glob("*/*generic_example*/*.nbc"))
    cache.note_warm()
    assert cache.is_warm()
    cache.prune()


@posix
@pytest.mark.parametrize("place", ["base", "root"])
@pytest.mark.parametrize("damage", REFUSED)
def test_a_folder_that_others_may_write_to_is_refused_in_a_sentence(base, place, damage, caplog):
    if damage not in HEALED:
        pytest.skip("only root can give a file away")
    (path,) = PLACES[place](base)
    HEALED[damage](path)
    assert hits() == [0]
    root = cache.cache_root()
    assert base not in root.parents
    assert stat.S_IMODE(root.stat().st_mode) == 0o700
    told = f"Kernels cannot be stored in {base}: {REFUSED[damage]}; using a temporary folder"
    assert told in caplog.text
    assert os.environ[cache.CACHE_VARIABLE] == str(root.parent), "for the process that compiles"
    shutil.rmtree(root.parent)


@posix
def test_the_folders_are_this_users_alone_whatever_the_mask(tmp_path, monkeypatch):
    before = os.umask(0)
    try:
        monkeypatch.setenv(cache.CACHE_VARIABLE, str(tmp_path / "new" / "kernels"))
        hits()
        made = [tmp_path / "new", *(tmp_path / "new").rglob("*")]
    finally:
        os.umask(before)
        forget(cache)
    assert len(made) > 4
    for path in made:
        assert not stat.S_IMODE(path.stat().st_mode) & 0o077, path


@posix
def test_the_programs_own_place_begins_anew_when_it_was_left_open(tmp_path, monkeypatch):
    """As after a backup that was restored with the modes that the system gives any folder."""
    monkeypatch.delenv(cache.CACHE_VARIABLE)
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    RUNS.clear()
    assert hits() == [0]
    base = tmp_path / "cache" / "kernels"
    plant(base)
    base.chmod(0o775)
    assert [hits(), hits()] == [[0], [1]]
    assert cache.cache_root().parent == base
    assert stat.S_IMODE(base.stat().st_mode) == 0o700
    assert RUNS == []
    forget(cache)


def test_without_any_place_at_all_there_is_an_ai(base, monkeypatch, caplog):
    def nowhere(**_: object) -> str:
        raise FileNotFoundError(2, "No usable temporary directory found")

    shutil.rmtree(base)
    base.touch()
    monkeypatch.setattr(cache.tempfile, "mkdtemp", nowhere)
    assert [hits(), hits()] == [[0], [0]]
    assert "it is not a folder" in caplog.text
    assert "Kernels cannot be stored at all" in caplog.text
    cache.note_warm()
    assert not cache.is_warm()
    cache.prune()


def full(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_full_disk_is_no_hindrance_and_a_half_written_file_does_not_stay(
    base, tmp_path, monkeypatch, caplog
):
    monkeypatch.setattr(Path, "replace", full)
    place = tmp_path / "place"
    place.mkdir()
    with pytest.raises(OSError, match="No space"):
        private_files.replace(place / "file", b"content")
    assert list(place.iterdir()) == []
    shutil.rmtree(base)
    assert hits() == [0]
    assert "could not be stored: [Errno 28] No space left on device" in caplog.text
    cache.note_warm()


def test_the_cache_may_go_away_while_it_is_used(base):
    forget(cache)
    cache.cache_root()
    shutil.rmtree(base)
    file = cache.KernelFile(str(base / "level" / "folder"), "f", "stamp")
    assert file.load(1) is None
    cache.KernelCacheLocator(base / "level" / "folder", "stamp", 1).ensure_cache_path()
    file.save(1, "code")
    assert file.load(1) == "code"


@pytest.mark.parametrize("place", ["index", "data"])
def test_what_is_of_types_that_are_no_more_is_as_good_as_none(place, tmp_path, monkeypatch):
    """A function in an unchanged file may have been compiled for a type that has moved since."""
    file = cache.KernelFile(str(tmp_path), "kernel", "stamp")
    with monkeypatch.context() as before:
        gone = type("Gone", (), {"__module__": bits.__name__})
        before.setattr(bits, "Gone", gone, raising=False)
        file.save("signature", gone() if place == "data" else "code")
        if place == "index":
            file.save(gone(), "code")
        assert file.load("signature") is not None
    assert file.load("signature") is None
    file.save("signature", "code")
    assert file.load("signature") == "code"


@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", ["empty", "cut short", "overwritten"])
def test_a_damaged_kernel_is_as_good_as_none(tmp_path, suffix, damage):
    """A power cut may leave less than was written, or something else."""
    file = cache.KernelFile(str(tmp_path), "kernel", "stamp")
    file.save("signature", b"machine code" * 100)
    assert file.load("signature") == b"machine code" * 100
    (path,) = tmp_path.glob(f"*.{suffix}")
    content = path.read_bytes()
    half = len(content) // 2
    left = {"empty": b"", "cut short": content[:half], "overwritten": content[:half] + bytes(half)}
    path.write_bytes(left[damage])
    assert file.load("signature") is None
    file.save("signature", b"new code")
    assert file.load("signature") == b"new code"


@pytest.mark.parametrize("one", ["*one*.nbi", "*one*.nbc"])
@pytest.mark.parametrize("other", ["*two*.nbi", "*two*.nbc", "*one*.nbi", "*one*.nbc"])
def test_a_file_in_the_place_of_another_counts_as_none(base, one, other):
    """It is whole, but another function's: numba fails over it, or runs the wrong machine code."""
    names = ("one", "two")
    assert [hits(*names), hits(*names)] == [[0, 0], [1, 1]]
    (folder,) = base.glob("*/*generic_example*")
    (first,), (second,) = folder.glob(one), folder.glob(other)
    if first == second:
        pytest.skip("nothing is swapped")
    aside = first.rename(folder / "aside")
    second.rename(first)
    aside.rename(second)
    assert sum(hits(*names)) < 2
    assert hits(*names) == [1, 1], "what was compiled again is kept"


def test_a_program_that_uses_playout_keeps_kernels_of_its_own(tmp_path):
    own = tmp_path / "own.py"
    own.write_text(
        "import ai.engine.cache, numba\n"
        "@numba.njit(cache=True)\n"
        "def double(number):\n"
        "    return 2 * number\n"
        "print(double(21))\n"
    )
    assert python(own, cwd=tmp_path, PYTHONPATH=str(PROJECT)).stdout == "42\n"
    assert list(tmp_path.rglob("own.double*.nbi"))


COMPILE = """
from numba.core import event
from ai.engine import cache
from ai.kernels import random
with event.install_recorder("numba:compile") as seen:
    random.random_below(random.new_rng(1, 1), 6)
for _, each in seen.buffer:
    if each.is_start:
        kernel = each.data["dispatcher"]
        print(type(kernel).__name__, kernel.py_func.__name__, sep=".")
"""
HOLD = """
import sys, time
from filelock import FileLock
with FileLock(sys.argv[1]):
    print("held", flush=True)
    time.sleep(60)
"""


def take(path, turn):
    return compile_once._take(path, turn)


def _started(script: str, *arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", script, *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=PROJECT)


@pytest.fixture
def kernels(tmp_path, monkeypatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv("PLAYOUT_KERNEL_CACHE", str(tmp_path / "kernels"))
    return tmp_path / "kernels"


def test_two_processes_compile_each_function_once(kernels):
    both = [_started(COMPILE) for _ in range(2)]
    compiled = [name for process in both for name in process.communicate()[0].split()]
    assert all(process.returncode == 0 for process in both)
    assert {"Body.below", "Body.random_below", "Kernel.random_below"} <= set(compiled)
    assert len(compiled) == len(set(compiled))


def test_a_lock_is_let_go_of_with_the_turn_and_a_killed_process_holds_nobody_up(tmp_path):
    path = tmp_path / "kernel.lock"
    with ExitStack() as turn:
        assert take(path, turn)
        with pytest.raises(TimeoutError):
            FileLock(path, timeout=0).acquire()
    with FileLock(path, timeout=0):
        pass
    with _started(HOLD, str(path)) as holder:
        assert holder.stdout.readline() == "held\n"
        holder.kill()
    with ExitStack() as turn:
        assert take(path, turn)


def test_where_no_lock_can_be_had_there_is_none(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(compile_once, "PATIENCE_SECONDS", 0.01)
    path = tmp_path / "kernel.lock"
    with FileLock(path), ExitStack() as turn:
        assert not take(path, turn), "who never lets go is not waited for for ever"
    assert "The lock kernel.lock is not released" in caplog.text
    (tmp_path / "file").touch()
    with ExitStack() as turn:
        assert not take(tmp_path / "file" / "kernel.lock", turn)


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C is no signal there")
def test_ctrl_c_is_heard_while_another_process_compiles(kernels):
    with _started(COMPILE) as first:
        first.communicate()
    locks = list(kernels.rglob("*.lock"))
    for kept in kernels.rglob("*.nbi"):
        kept.unlink()
    with ExitStack() as held:
        for lock in locks:
            held.enter_context(FileLock(lock))
        heard = f"from ai.errors import listen\nlisten()\nprint(0, flush=True)\n{COMPILE}"
        with _started(heard) as second:
            assert second.stdout.readline() == "0\n"
            time.sleep(1)  # it waits for a lock, or is on the way there
            second.send_signal(signal.SIGINT)
            assert second.wait(30) != 0, "a lock is waited for a hundred and twenty seconds"
