"""What the bundle says of itself, and that it finds its kernels wherever it is and runs."""

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from ai.version import VERSION
from game.window import crash
from tests.bundle.conftest import ROOT
from tests.bundle.desktop import Desktop, Program, wait_for
from tests.processes import answer_of

LIMIT_SECONDS = 300
MOST_UNPACKED = 280_000_000
MOST_PACKED = 110_000_000
OF_THE_SYSTEM = {
    *("ld-linux-x86-64.so.2", "libc.so.6", "libdl.so.2", "libm.so.6", "libpthread.so.0"),
    *("librt.so.1", "libutil.so.1", "libgcc_s.so.1", "libstdc++.so.6", "libz.so.1"),
}
"""What comes with the packages that the Debian package depends on."""


def run(bundle: Path, word: str, home: Path, cwd: Path | str = "/", **environment: str) -> str:
    """Run a command of the bundle, which must go well; return what it says."""
    surroundings = {"PATH": "/usr/bin:/bin", "HOME": str(home), **environment}
    answer = answer_of([str(bundle), word], env=surroundings, cwd=cwd, timeout=LIMIT_SECONDS)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return answer.stdout


def test_it_tells_its_version_and_its_libraries(bundle: Path, tmp_path: Path) -> None:
    said = run(bundle, "--version", tmp_path)
    assert f"Playout {VERSION}" in said
    assert re.search(r"pygame-ce \d+\.\d+", said)
    assert re.search(r"numba \d+\.\d+", said)


@pytest.mark.skipif("PLAYOUT_ANY_GLIBC" in os.environ, reason="it holds this machine's Python")
def test_it_tells_truly_how_old_a_system_may_be(bundle: Path, tmp_path: Path) -> None:
    stated = (ROOT / "packaging" / "linux" / "glibc").read_text("utf-8").strip()
    reader = [sys.executable, str(ROOT / "packaging" / "glibc.py"), str(bundle.parent), stated]
    found = answer_of(reader)
    assert found.returncode == 0, found.stdout
    assert found.stdout.startswith(f"glibc {stated}, for ")
    version = " ".join(run(bundle, "--version", tmp_path).split())
    assert f"needs glibc {stated})" in version
    assert f"least={stated}\n" in bundle.read_text("utf-8")
    assert f"glibc {stated}" in (ROOT / "README.md").read_text("utf-8")
    wanted = ["dpkg-deb", "--field", str(debian_package()), "Depends"]
    asked = answer_of(wanted, check=True).stdout
    assert asked.startswith(f"libc6 (>= {stated}), ")


def test_it_lacks_no_library_but_those_that_the_package_asks_for(bundle: Path) -> None:
    files = [path for path in bundle.parent.rglob("*") if path.is_file()]
    compiled = [path for path in files if path.read_bytes()[:4] == b"\x7fELF"]
    command = ["readelf", "--dynamic", "--wide", *map(str, compiled)]
    said = answer_of(command, check=True).stdout
    asked = set(re.findall(r"\(NEEDED\).*\[(.+)\]", said))
    assert "libc.so.6" in asked
    assert asked - {path.name for path in files} <= OF_THE_SYSTEM


def debian_package() -> Path:
    (package,) = Path(os.environ["PLAYOUT_BUNDLE"]).absolute().parent.glob("playout_*.deb")
    return package


def test_it_tests_itself_in_a_window_and_compiles_nothing(bundle, desktop, tmp_path):
    surroundings = {"DISPLAY": desktop.display, "SDL_VIDEODRIVER": "x11"}
    said = run(bundle, "--self-test", tmp_path, tmp_path, **surroundings)
    assert "with the video driver x11" in said
    assert "flat (breakthrough)" in said
    assert "elements for AccessKit" in said
    assert not list(tmp_path.rglob("*.nbc"))


@pytest.mark.skipif(os.name != "posix" or os.getuid() == 0, reason="root may write anywhere")
def test_a_home_that_cannot_be_written_is_enough(bundle: Path, tmp_path: Path) -> None:
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        run(bundle, "--self-test", tmp_path)
    finally:
        tmp_path.chmod(stat.S_IRWXU)


def test_a_cache_that_cannot_be_written_is_no_hindrance(bundle: Path, tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.touch()
    said = run(bundle, "--self-test", tmp_path, PLAYOUT_KERNEL_CACHE=str(blocker / "no"))
    assert re.search(r"AI start \(([\d.]+) s\)", said)


def test_without_streams_it_runs_all_the_same(bundle: Path, tmp_path: Path) -> None:
    command = f'exec "{bundle}" --version <&- >&- 2>&-'
    answer = subprocess.run(
        ["/bin/sh", "-c", command],
        env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        timeout=LIMIT_SECONDS,
        check=False,
    )
    assert answer.returncode == 0


def test_it_brings_the_licences_and_no_tests_or_headers(bundle: Path) -> None:
    internal = bundle.parent / "_internal"
    names = {path.name for path in (internal / "licences").iterdir()}
    libraries = "numba llvmlite numpy platformdirs filelock psutil pygame-ce"
    assert {*libraries.split(), "python"} <= names
    files = [path.relative_to(internal) for path in internal.rglob("*") if path.is_file()]
    assert not [path for path in files if path.suffix in {".h", ".pyi", ".a", ".c"}]
    assert not [path for path in files if "tests" in path.parts]


def test_it_is_small_enough_to_be_sent(bundle: Path) -> None:
    files = [path for path in bundle.parent.rglob("*") if path.is_file() and not path.is_symlink()]
    assert sum(path.stat().st_size for path in files) < MOST_UNPACKED
    dist = Path(os.environ["PLAYOUT_BUNDLE"]).absolute().parent
    packed = [*dist.glob("playout-*.tar.gz"), *dist.glob("playout_*.deb")]
    assert len(packed) == 2
    assert max(path.stat().st_size for path in packed) < MOST_PACKED


def test_what_it_tells_the_desktop_and_software_centres_is_valid(bundle: Path) -> None:
    entry = bundle.parent / "share" / "applications" / "playout.desktop"
    answer = answer_of(["desktop-file-validate", str(entry)])
    assert (answer.returncode, answer.stdout) == (0, "")
    (told,) = (bundle.parent / "share" / "metainfo").iterdir()
    answer = answer_of(["appstreamcli", "validate", "--pedantic", "--no-net", str(told)])
    assert answer.returncode == 0, answer.stdout
    assert not re.search(r"^[EWIP]: ", answer.stdout, re.M), answer.stdout


def test_the_debian_package_holds_the_bundle() -> None:
    listed = answer_of(["dpkg-deb", "--contents", str(debian_package())], check=True).stdout
    for name in (
        "./opt/playout/playout",
        "./opt/playout/playout-program",
        "./usr/bin/playout -> /opt/playout/playout",
        "./usr/share/doc/playout/copyright",
        "./usr/share/applications/playout.desktop",
        "./usr/share/man/man1/playout.1.gz",
        "./usr/share/bash-completion/completions/playout",
        "./usr/share/zsh/vendor-completions/_playout",
        "./usr/share/fish/vendor_completions.d/playout.fish",
        "./usr/share/icons/hicolor/512x512/apps/playout.png",
    ):
        assert f"{name}\n" in listed


def is_drawn(picture: Path, window: tuple[int, int, int, int]) -> bool:
    """Return whether a window shows more than one colour."""
    pixels = pygame.surfarray.array2d(pygame.image.load(picture).subsurface(window))
    return bool(pixels.min() != pixels.max())


def test_a_crash_is_told_in_a_window_and_the_program_starts_again(
    bundle: Path, desktop: Desktop, tmp_path: Path, artefacts: Path
) -> None:
    """Without its icons no screen can be drawn; Restart finds them where they were."""
    icons = bundle.parent / "_internal" / "assets" / "icons"
    away = icons.with_name("away")
    icons.rename(away)
    home = tmp_path / "home"
    program = Program(desktop, [str(bundle)], {"PLAYOUT_HOME": str(home)})
    try:
        wait_for("the report", lambda: list((home / "log").glob("crash-*.txt")))
        wait_for("the dialog", lambda: program.size == crash.SIZE)
        picture = artefacts / "crash.png"
        wait_for("its words", lambda: is_drawn(desktop.picture(picture), program.geometry()))
        away.rename(icons)
        program.press("Return")
        assert program.process.wait(LIMIT_SECONDS) == 1
        wait_for("the new window", lambda: desktop.visible_windows("playout"))
        program.press("alt+F4")
        wait_for("its end", lambda: not desktop.visible_windows("playout"))
    finally:
        if away.exists():
            away.rename(icons)
        program.kill()
