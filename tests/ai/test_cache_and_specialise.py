import pickle
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from numba import njit

from ai.engine import cache
from ai.engine.specialise import specialise


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "ai").mkdir()
    for name, text in {
        "top": "from ai.middle import f\nimport os\n",
        "middle": "def g():\n    from ai import bottom\n",
        "bottom": "x = 1\n",
        "other": "y = 1\n",
    }.items():
        (tmp_path / "ai" / f"{name}.py").write_text(text)
    monkeypatch.setattr(cache, "PROJECT", tmp_path)
    yield tmp_path
    forget()


def forget() -> None:
    """Let the sources be read anew, as by another process."""
    for function in (cache.source_stamp, cache._imports, cache._content):
        function.cache_clear()


def stamp(project: Path, name: str) -> str:
    forget()
    return cache.source_stamp(project / "ai" / f"{name}.py")


@pytest.mark.parametrize("edited", ["top", "middle", "bottom"])
def test_an_edit_anywhere_below_changes_the_stamp(project: Path, edited: str) -> None:
    before = stamp(project, "top")
    with (project / "ai" / f"{edited}.py").open("a") as source:
        source.write("z = 2\n")
    assert stamp(project, "top") != before


def test_an_edit_elsewhere_leaves_the_stamp(project: Path) -> None:
    before = stamp(project, "top")
    (project / "ai" / "other.py").write_text("y = 2\n")
    assert stamp(project, "top") == before


def test_an_unwritable_cache_folder_falls_back_to_a_temporary_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("a file where the folder should be")
    monkeypatch.setenv(cache.CACHE_VARIABLE, str(blocker / "kernels"))
    cache.cache_root.cache_clear()
    try:
        root = cache.cache_root()
        assert root.is_dir()
        assert blocker not in root.parents
        shutil.rmtree(root)
    finally:
        cache.cache_root.cache_clear()


def test_an_index_of_types_that_are_no_more_is_as_good_as_none(tmp_path: Path) -> None:
    """A function in an unchanged file may have been compiled for a type that has moved since."""
    file = cache.KernelFile(str(tmp_path), "kernel", "stamp")
    gone = b"cai.kernels.bits\nGone\n."  # a pickle of ai.kernels.bits.Gone
    with file._open_for_write(str(tmp_path / file._index_name)) as index:
        index.write(pickle.dumps(file._version) + gone)
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


def a_kernel(name: str, folder: Path, result: int) -> ModuleType:
    kernel = ModuleType(f"kernels.{name}")
    source = folder / f"{name}.py"
    source.write_text(f"RESULT = {result}\n")
    kernel.__file__ = str(source)

    @njit
    def answer():
        return result

    kernel.answer = answer  # type: ignore[attr-defined]
    return kernel


def test_each_game_gets_its_own_machine_code(tmp_path: Path) -> None:
    from tests.ai import generic_example

    one = specialise(generic_example, a_kernel("one", tmp_path, 1))
    two = specialise(generic_example, a_kernel("two", tmp_path, 2))
    assert one.twice() == 2
    assert two.twice() == 4
    assert one.twice.py_func.__qualname__ != two.twice.py_func.__qualname__


def test_a_function_of_another_algorithm_keeps_what_it_uses_there(tmp_path: Path) -> None:
    from tests.ai import generic_borrower

    assert specialise(generic_borrower, a_kernel("lent", tmp_path, 3)).thrice() == 9


def test_an_edit_of_the_kernel_gives_new_machine_code(tmp_path: Path) -> None:
    from tests.ai import generic_example

    before = specialise(generic_example, a_kernel("edited", tmp_path, 5))
    assert before.twice() == 10
    forget()
    after = specialise(generic_example, a_kernel("edited", tmp_path, 6))
    assert after.twice() == 12


def test_what_one_process_compiled_another_one_runs_from_the_cache() -> None:
    # Searching for real: a kernel may load and still crash when it is called (numba 6061).
    for _ in range(2):
        command = [sys.executable, str(cache.PROJECT / "main.py"), "--warm-only"]
        assert subprocess.run(command, capture_output=True, check=False).returncode == 0
