"""Whatever stands in the place of the kernels' cache, there is an AI, and only it is executed."""

import os
import pickle
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from numba import njit

from ai.engine import cache, private_files, processor, warmup
from ai.engine.forecast import Forecast
from ai.engine.stamps import PROJECT
from ai.home import HOME_VARIABLE
from ai.search.messages import WarmupProgress
from tests.ai import generic_example
from tests.processes import python

RUNS: list[str] = []
"""What was executed that nobody asked for."""

posix = pytest.mark.skipif(os.name != "posix", reason="the system tells no owners")


class Planted:
    """Executes something when it is read."""

    def __reduce__(self) -> tuple[Any, ...]:
        return RUNS.append, ("planted",)


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a cache in which one kernel is, compiled."""
    RUNS.clear()
    base = tmp_path / "kernels"
    monkeypatch.setenv(cache.CACHE_VARIABLE, str(base))
    forget()
    assert answer() == 0
    assert answer() == 1
    cache.note_warm()
    yield base
    for path in base.rglob("*"):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o700)
    monkeypatch.undo()
    forget()


def forget() -> None:
    for function in (cache.cache_root, cache._folder_in_use):
        function.cache_clear()


def answer() -> int:
    """Call a kernel as a new process would; return how often it came out of the cache."""
    forget()
    source = generic_example.constant
    kernel = njit(cache=True)(FunctionType(source.__code__, source.__globals__, source.__name__))
    assert kernel() == 42
    return sum(kernel.stats.cache_hits.values())


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
MENDED = ("folder", "index", "data")
"""Those of which another takes the place, in the same cache."""


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("damage", HEALED)
def test_whatever_is_in_the_place_of_an_entry_there_is_an_ai(
    base: Path, place: str, damage: str
) -> None:
    (path,) = PLACES[place](base)
    HEALED[damage](path)
    answer()
    assert RUNS == []
    assert answer() == 1, "what was compiled is kept, somewhere"
    if place in MENDED:
        assert cache.cache_root().parent == base
        assert list(base.glob("*/*generic_example*/*.nbc"))
    cache.note_warm()
    assert cache.is_warm()
    cache.prune()


@posix
@pytest.mark.parametrize("place", ["base", "root"])
@pytest.mark.parametrize(
    ("damage", "why"),
    [
        ("left open", "other users can write to it"),
        ("of another user", "it belongs to another user"),
    ],
)
def test_a_folder_that_others_may_write_to_is_refused_in_a_sentence(
    base: Path, place: str, damage: str, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    if damage not in HEALED:
        pytest.skip("only root can give a file away")
    (path,) = PLACES[place](base)
    HEALED[damage](path)
    assert answer() == 0
    root = cache.cache_root()
    assert base not in root.parents
    assert stat.S_IMODE(root.stat().st_mode) == 0o700
    assert f"Kernels cannot be stored in {base}: {why}; using a temporary folder" in caplog.text
    assert os.environ[cache.CACHE_VARIABLE] == str(root.parent), "for the process that compiles"
    shutil.rmtree(root.parent)


@posix
def test_the_folders_are_this_users_alone_whatever_the_mask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = os.umask(0)
    try:
        monkeypatch.setenv(cache.CACHE_VARIABLE, str(tmp_path / "new" / "kernels"))
        answer()
        made = [tmp_path / "new", *(tmp_path / "new").rglob("*")]
    finally:
        os.umask(before)
        forget()
    assert len(made) > 4
    for path in made:
        assert not stat.S_IMODE(path.stat().st_mode) & 0o077, path


@posix
def test_the_programs_own_place_begins_anew_when_it_was_left_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Earlier versions made it with the modes that the system gives any folder."""
    monkeypatch.delenv(cache.CACHE_VARIABLE)
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    assert answer() == 0
    base = tmp_path / "cache" / "kernels"
    plant(base)
    base.chmod(0o775)
    assert answer() == 0
    assert answer() == 1
    assert cache.cache_root().parent == base
    assert stat.S_IMODE(base.stat().st_mode) == 0o700
    assert RUNS == []
    forget()


def test_without_any_place_at_all_there_is_an_ai(
    base: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def nowhere(**_: object) -> str:
        raise FileNotFoundError(2, "No usable temporary directory found")

    shutil.rmtree(base)
    base.touch()
    monkeypatch.setattr(cache.tempfile, "mkdtemp", nowhere)
    assert answer() == 0
    assert answer() == 0
    assert "it is not a folder" in caplog.text
    assert "Kernels cannot be stored at all" in caplog.text
    cache.note_warm()
    assert not cache.is_warm()
    cache.prune()


def test_a_full_disk_is_no_hindrance(
    base: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    shutil.rmtree(base)
    monkeypatch.setattr(private_files, "replace", full)
    assert answer() == 0
    assert "could not be stored: [Errno 28] No space left on device" in caplog.text
    cache.note_warm()


def test_the_cache_may_go_away_while_it_is_used(base: Path) -> None:
    forget()
    cache.cache_root()
    shutil.rmtree(base)
    file = cache.KernelFile(str(base / "level" / "folder"), "f", "stamp")
    assert file.load(1) is None
    cache.KernelCacheLocator(base / "level" / "folder", "stamp", 1).ensure_cache_path()
    file.save(1, "code")
    assert file.load(1) == "code"


def test_a_half_written_file_does_not_stay(tmp_path: Path, monkeypatch: Any) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        private_files.replace(tmp_path / "file", b"content")
    assert list(tmp_path.iterdir()) == []


def test_an_index_of_types_that_are_no_more_is_as_good_as_none(tmp_path: Path) -> None:
    """A function in an unchanged file may have been compiled for a type that has moved since."""
    file = cache.KernelFile(str(tmp_path), "kernel", "stamp")
    gone = b"cai.kernels.bits\nGone\n."  # a pickle of ai.kernels.bits.Gone
    with file._open_for_write(str(tmp_path / file._index_name)) as index:
        index.write(pickle.dumps(file._version) + gone)
    assert file.load("signature") is None
    file.save("signature", "code")
    with file._open_for_write(file._data_path("kernel.1.nbc")) as data:
        data.write(gone)
    assert file.load("signature") is None


@pytest.mark.parametrize("suffix", ["nbi", "nbc"])
@pytest.mark.parametrize("damage", ["empty", "cut short", "overwritten"])
def test_a_damaged_kernel_is_as_good_as_none(tmp_path: Path, suffix: str, damage: str) -> None:
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


def test_a_process_that_cannot_be_started_leaves_the_compiling_to_this_one(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    assert warmup.compile_in_subprocess(print, print, lambda: False, Forecast(1, 0.0))
    assert "compiling here" in caplog.text


def test_what_a_library_prints_while_it_compiles_is_no_progress(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[Any] = []
    lines = (
        "hello from a library",
        "0 10 SameGame",
        "compiled SameGame",
        "3 10 Tic-Tac-Toe",
        "ready samegame",
        "10 10 ",
    )
    script = f"print({chr(10).join(lines)!r})"
    monkeypatch.setattr(warmup, "_command", lambda *_: [sys.executable, "-c", script])
    monkeypatch.setattr(warmup, "TELL_SECONDS", 3600.0)  # nothing between the lines
    told = Forecast(1, time.monotonic())
    assert warmup.compile_in_subprocess(said.append, said.append, lambda: False, told)
    lefts = [dict(each.seconds_left) for each in said if isinstance(each, WarmupProgress)]
    assert [each if isinstance(each, str) else (each.done, each.what) for each in said] == [
        (0, "SameGame"),
        (3, "Tic-Tac-Toe"),
        "samegame",
        (10, ""),
    ]
    assert 0 < lefts[0]["samegame"] < lefts[0]["tictactoe"]
    assert lefts[1]["samegame"] == 0 < lefts[1]["tictactoe"]
    assert set(lefts[2].values()) == {0}


def test_a_compilation_is_given_up_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    script = "import time; print('ready hex', flush=True); time.sleep(600)"
    monkeypatch.setattr(warmup, "_command", lambda *_: [sys.executable, "-c", script])
    said: list[str] = []
    told = Forecast(1, 0.0)
    assert not warmup.compile_in_subprocess(print, said.append, lambda: bool(said), told)
    assert said == ["hex"]


def test_a_compilation_that_dies_is_no_reason_to_wait(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(
        warmup, "_command", lambda *_: [sys.executable, "-c", "raise SystemExit(3)"]
    )
    assert warmup.compile_in_subprocess(print, print, lambda: False, Forecast(1, 0.0))
    assert "failed with 3" in caplog.text


def swapped(one: Path, other: Path) -> None:
    aside = one.with_name("aside")
    one.rename(aside)
    other.rename(one)
    aside.rename(other)


def compiled(*names: str) -> list[int]:
    """Call kernels as a new process would; return how often each came out of the cache."""
    forget()
    hits = []
    for number, name in enumerate(names):
        code = (lambda: 42).__code__.replace(co_firstlineno=1000 + number, co_name=name)
        source = generic_example.constant.__code__.replace(co_name=name, co_qualname=name)
        source = source.replace(co_firstlineno=code.co_firstlineno)
        kernel = njit(cache=True)(FunctionType(source, generic_example.__dict__, name))
        assert kernel() == 42
        hits.append(sum(kernel.stats.cache_hits.values()))
    return hits


@pytest.mark.parametrize("one", ["*one*.nbi", "*one*.nbc"])
@pytest.mark.parametrize("other", ["*two*.nbi", "*two*.nbc", "*one*.nbi", "*one*.nbc"])
def test_a_file_in_the_place_of_another_counts_as_none(base: Path, one: str, other: str) -> None:
    """It is whole, but another function's: numba fails over it, or runs the wrong machine code."""
    names = ("one", "two")
    assert compiled(*names) == [0, 0]
    assert compiled(*names) == [1, 1]
    (folder,) = base.glob("*/*generic_example*")
    (first,), (second,) = folder.glob(one), folder.glob(other)
    if first == second:
        pytest.skip("nothing is swapped")
    swapped(first, second)
    assert sum(compiled(*names)) < 2
    assert compiled(*names) == [1, 1], "what was compiled again is kept"


def test_a_program_that_uses_playout_keeps_kernels_of_its_own(tmp_path: Path) -> None:
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
