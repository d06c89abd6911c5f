import json
import os
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from ai import cache, processor

STAMPS = {"ai.one": "0123456789abcdef", "ai.two": "fedcba9876543210"}


@pytest.fixture
def bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A program without sources, whose shipped kernels are two files."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(cache, "SHIPPED", tmp_path / "kernels")
    monkeypatch.setattr(cache, "STAMPS", tmp_path / "kernels" / "stamps.json")
    monkeypatch.setenv(cache.CACHE_VARIABLE, str(tmp_path / "user"))
    forget()
    level = tmp_path / "kernels" / processor.chosen_level()
    for name, stamp in STAMPS.items():
        level.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(level / f"{name}-{stamp}.zip", "w") as archive:
            archive.writestr("f.nbi", name)
    cache.STAMPS.write_text(json.dumps(STAMPS))
    (level / cache.marker().name).touch()
    yield level
    monkeypatch.undo()
    forget()


def forget() -> None:
    for function in (cache.source_stamp, cache._shipped_stamps, cache.cache_root):
        function.cache_clear()
    cache._folder_in_use.cache_clear()


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def kernels(level: Path) -> set[str]:
    """The file of each module, and the one that says that they are all there."""
    marker = {path.name for path in level.glob("warm-*")}
    return marker | {f"{path.stem}/f.nbi" for path in level.glob("*.zip")}


def test_a_first_start_unpacks_what_was_shipped(bundle: Path) -> None:
    assert not cache.is_warm()
    assert cache.seed()
    assert cache.is_warm()
    assert files(cache.cache_root()) == kernels(bundle)
    assert len(kernels(bundle)) == 3


def test_a_damaged_archive_means_compiling(bundle: Path) -> None:
    next(bundle.glob("*.zip")).write_bytes(b"PK, but no archive")
    assert not cache.seed()
    assert not cache.is_warm()


def test_what_is_in_the_cache_already_stays(bundle: Path) -> None:
    present = cache.cache_root() / f"ai.one-{STAMPS['ai.one']}"
    present.mkdir()
    (present / "mine").touch()
    assert cache.seed()
    assert files(present) == {"mine"}


def test_kernels_of_another_version_do_not_count(bundle: Path) -> None:
    (bundle / cache.marker().name).unlink()
    assert not cache.seed()
    assert files(cache.cache_root()) == set()


def test_only_what_nothing_used_for_a_month_is_removed(bundle: Path) -> None:
    cache.seed()
    base = cache.cache_root().parent
    long_ago = time.time() - 40 * 24 * 3600
    old = base / processor.chosen_level() / "ai.one-aaaaaaaaaaaaaaaa"
    older_layout = base / "ai.one-bbbbbbbbbbbbbbbb"
    foreign = base / "something else"
    for folder in (old, older_layout, foreign):
        folder.mkdir()
        os.utime(folder, (long_ago, long_ago))
    cache.prune()
    assert not old.exists()
    assert not older_layout.exists()
    assert foreign.exists()
    assert files(cache.cache_root()) == kernels(bundle)


@pytest.mark.parametrize("environment", [{}, {"NUMBA_CPU_NAME": processor.V2}])
def test_numba_compiles_for_a_level_and_not_for_this_very_processor(
    environment: dict[str, str],
) -> None:
    if processor.processor_level() == processor.NATIVE:
        pytest.skip("this machine has no levels")
    words = "from numba.core import config; print(config.CPU_NAME, repr(config.CPU_FEATURES))"
    clean = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    for order in (f"import ai; {words}", f"import numba; import ai; {words}"):
        answer = subprocess.run(
            [sys.executable, "-c", order],
            env=clean | environment,
            cwd=cache.PROJECT,
            capture_output=True,
            text=True,
            check=True,
        )
        level = environment.get("NUMBA_CPU_NAME", processor.processor_level())
        assert answer.stdout.split() == [level, "''"]
