"""The program as a player installs it on Windows, and takes it away again.

`packaging/windows/play.sh` plays this under Wine, and says in ``PLAYOUT_WINE`` what runs a program
there, in ``PLAYOUT_SETUP`` where the installer is, and in ``PLAYOUT_FOLDER`` where it puts the
program, as both systems call that.
"""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from tests.bundle.desktop import Desktop, Program, wait_for
from tests.bundle.player import Player

WINE = os.environ.get("PLAYOUT_WINE", "")
SETUP = os.environ.get("PLAYOUT_SETUP", "")
FOLDER, WINDOWS_FOLDER = (os.environ.get("PLAYOUT_FOLDER", "|")).split("|")
REFUSED = 2
LIMIT_SECONDS = 600.0

pytestmark = pytest.mark.skipif(not WINE, reason="PLAYOUT_WINE names no Windows")


def run(desktop: Desktop, program: str, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [WINE, program, *words],
        env=desktop.environment,
        capture_output=True,
        text=True,
        timeout=LIMIT_SECONDS,
        check=False,
    )


def playout(desktop: Desktop, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run a command of the installed program."""
    return run(desktop, f"{WINDOWS_FOLDER}\\playout-console.exe", *words)


def setup(desktop: Desktop) -> int:
    """Install once more, where it is; return the exit code."""
    place = f"Z:{SETUP}".replace("/", "\\")
    return run(desktop, place, "/S").returncode


def files() -> dict[str, tuple[int, int]]:
    """Return the size and time of each installed file."""
    found = (path for path in Path(FOLDER).rglob("*") if path.is_file())
    return {str(path): (path.stat().st_size, path.stat().st_mtime_ns) for path in found}


def colours(picture: Path) -> int:
    """Return how many colours a picture has; the windows are bare at first."""
    image = pygame.image.load(picture)
    width, height = image.get_size()
    return len(
        {tuple(image.get_at((x, y))) for x in range(0, width, 9) for y in range(0, height, 9)}
    )


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> Player:
    return Player(tmp_path_factory.mktemp("home") / "playout")


@pytest.fixture(scope="module")
def program(command: list[str], desktop: Desktop, player: Player) -> Iterator[Program]:
    player.program = Program(desktop, command, player.environment)
    yield player.program
    player.program.kill()


def test_it_is_all_there_and_brings_what_a_new_windows_lacks() -> None:
    names = {path.name.lower() for path in Path(FOLDER).rglob("*")}
    assert {"playout.exe", "playout-console.exe", "uninstall.exe", "msvcp140.dll"} <= names
    home = next(path for path in Path(FOLDER).parents if path.parent.name == "users")
    menu = home / "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Playout.lnk"
    assert menu.exists()


def test_commands_run_and_speak_utf_8(desktop: Desktop) -> None:
    done = playout(desktop, "--version")
    assert done.stdout.startswith("Playout ")
    assert done.returncode == 0
    done = playout(desktop, "gtp", "tictactoe", "--level", "größer")
    assert done.returncode == REFUSED
    assert "größer" in done.stderr


def test_a_match_against_another_program_is_played(desktop: Desktop) -> None:
    other = f'gtp:"{WINDOWS_FOLDER}\\playout-console.exe" gtp tictactoe --searcher random'
    done = playout(desktop, "match", "tictactoe", "random", other, "--games", "2", "--fresh")
    assert done.returncode == 0, done.stdout + done.stderr


def test_nothing_changes_while_it_runs(desktop: Desktop, program: Program, artefacts: Path) -> None:
    before = files()
    assert setup(desktop) == REFUSED
    assert run(desktop, f"{WINDOWS_FOLDER}\\uninstall.exe", "/S").returncode in (0, REFUSED)
    assert files() == before
    assert program.process.poll() is None
    desktop.picture(artefacts / "refused.png")


def test_a_second_window_opens(
    desktop: Desktop, program: Program, player: Player, command: list[str], artefacts: Path
) -> None:
    second = Program(desktop, command, player.environment)
    try:
        wait_for("two windows", lambda: len(desktop.visible_windows("playout").split()) == 2)
        wait_for(
            "its picture", lambda: colours(desktop.picture(artefacts / "two-windows.png")) > 20
        )
        assert second.process.poll() is None
    finally:
        second.kill()


def test_a_new_version_takes_the_place_of_the_old_one(desktop: Desktop, program: Program) -> None:
    program.click((program.size[0] / 2, 20))  # its keyboard went with the second window
    assert program.quit() == 0
    wait_for("the end", lambda: not desktop.visible_windows("playout"))
    stale = Path(FOLDER) / "_internal" / "stale"
    stale.write_text("of an older version")
    assert setup(desktop) == 0
    assert not stale.exists()
    assert not (Path(FOLDER) / "old").exists()
    assert not (Path(FOLDER) / "new").exists()
    assert playout(desktop, "--version").returncode == 0


def test_removing_it_keeps_the_players_files(desktop: Desktop) -> None:
    home = next(path for path in Path(FOLDER).parents if path.parent.name == "users")
    data = home / "AppData/Local/playout"
    data.mkdir(exist_ok=True)
    (data / "settings.json").write_text("{}")
    run(desktop, f"{WINDOWS_FOLDER}\\uninstall.exe", "/S")
    wait_for("the end of the folder", lambda: not Path(FOLDER).exists())
    assert (data / "settings.json").exists()
