import json
import os
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from ai.engine import cache, processor, stamps
from tests.processes import answer_of, forget

STAMPS = {"ai.one": "0123456789abcdef", "ai.two": "fedcba9876543210"}
FOLDER = f"ai.one-{STAMPS['ai.one']}"


@pytest.fixture
def bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A program without sources, which ships what function f of module ai.one gives for 1."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(cache, "SHIPPED", tmp_path / "kernels")
    monkeypatch.setattr(stamps, "STAMPS", tmp_path / "kernels" / "stamps.json")
    monkeypatch.setenv(cache.CACHE_VARIABLE, str(tmp_path / "user"))
    forget(stamps, cache)
    kernel_file(tmp_path / "built" / FOLDER).save(1, "shipped one")
    cache.SHIPPED.mkdir()
    stamps.STAMPS.write_text(json.dumps(STAMPS))
    archive = cache.SHIPPED / f"{processor.chosen_level()}.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.comment = cache.COMPILER.encode()
        for path in (tmp_path / "built" / FOLDER).iterdir():
            packed.write(path, f"{FOLDER}/{path.name}")
    yield archive
    monkeypatch.undo()
    forget(stamps, cache)


def kernel_file(folder: Path | None = None, name: str = "f") -> cache.KernelFile:
    folder = folder or cache.cache_root() / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    return cache.KernelFile(str(folder), name, STAMPS["ai.one"])


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_what_was_shipped_is_read_from_where_it_is_and_the_rest_from_the_users_cache(bundle):
    assert cache.is_warm()
    mine = kernel_file()
    assert mine.load(1) == "shipped one"
    assert files(cache.cache_root()) == set()
    assert mine.load(2) is None
    mine.save(2, "compiled here")
    assert kernel_file().load(2) == "compiled here"
    assert mine.load(1) == "shipped one"
    assert kernel_file(name="g").load(1) is None


def test_kernels_of_another_source_or_numba_are_not_read(bundle, monkeypatch):
    other = cache.KernelFile(str(cache.cache_root() / "ai.one-aaaaaaaaaaaaaaaa"), "f", "a" * 16)
    assert other.load(1) is None
    file = kernel_file()
    monkeypatch.setattr(file, "_version", "0.1")
    assert file.load(1) is None


def is_read(bundle: Path) -> bool:
    """Tell whether a new process finds what is in the archive."""
    cache.shipped_kernels.cache_clear()
    return cache.is_warm() or kernel_file().load(1) is not None


def test_an_archive_by_another_numba_or_python_means_compiling(bundle, caplog):
    assert is_read(bundle)
    with zipfile.ZipFile(bundle, "a") as packed:
        packed.comment = b"numba 0.1, Python 3.11"
    assert not is_read(bundle)
    assert "were compiled with numba 0.1, Python 3.11" in caplog.text


def test_a_damaged_archive_or_one_of_another_level_means_compiling(bundle, monkeypatch):
    """Its machine code may be none for this processor."""
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(cache, "chosen_level", lambda: "another")
        bundle.rename(bundle.with_name("another.zip"))
        cache.shipped_kernels.cache_clear()
        assert kernel_file().load(1) is None
    bundle.write_bytes(b"PK, but no archive")
    assert not is_read(bundle)


def test_a_damaged_kernel_or_one_in_the_place_of_another_means_compiling_it(bundle, caplog):
    with zipfile.ZipFile(bundle) as packed:
        comment, content = packed.comment, {name: packed.read(name) for name in packed.namelist()}
    bundle.write_bytes(bundle.read_bytes().replace(b"shipped one", b"shipped 0ne"))
    assert kernel_file().load(1) is None
    assert "damaged" in caplog.text
    index, data = sorted(content, reverse=True)
    with zipfile.ZipFile(bundle, "w") as packed:
        packed.comment = comment
        packed.writestr(index, content[data])
        packed.writestr(data, content[index])
    cache.shipped_kernels.cache_clear()
    assert kernel_file().load(1) is None


def test_without_an_archive_for_this_processor_the_mark_in_the_cache_tells(bundle):
    bundle.unlink()
    assert not cache.is_warm()
    cache.marker().touch()
    assert cache.is_warm()


def test_only_what_nothing_used_for_a_month_is_removed(bundle):
    base = cache.cache_root().parent
    kernel_file().save(2, "compiled here")
    kept = files(cache.cache_root())
    long_ago = time.time() - 40 * 24 * 3600
    old = base / processor.chosen_level() / "ai.one-aaaaaaaaaaaaaaaa"
    older_layout, foreign = base / "ai.one-bbbbbbbbbbbbbbbb", base / "something else"
    for folder in (old, older_layout, foreign):
        folder.mkdir()
        os.utime(folder, (long_ago, long_ago))
    cache.prune()
    assert [each.exists() for each in (old, older_layout, foreign)] == [False, False, True]
    assert files(cache.cache_root()) == kept != set()


@pytest.mark.parametrize("environment", [{}, {"NUMBA_CPU_NAME": processor.V2}])
def test_numba_compiles_for_a_level_and_not_for_this_very_processor(environment):
    if processor.processor_level() == processor.NATIVE:
        pytest.skip("this machine has no levels")
    words = "from numba.core import config; print(config.CPU_NAME, repr(config.CPU_FEATURES))"
    clean = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    for order in ("", "import numba; "):
        answer = answer_of(
            [sys.executable, "-c", f"{order}import ai.kernels.compiled; {words}"],
            env=clean | environment,
            cwd=stamps.PROJECT,
            check=True,
        )
        level = environment.get("NUMBA_CPU_NAME", processor.processor_level())
        assert answer.stdout.split() == [level, "''"]
