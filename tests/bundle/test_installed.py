"""The program as a player installs it on Windows, and takes it away again.

`packaging/windows/play.sh` plays this under Wine, and says in ``PLAYOUT_WINE`` what runs a program
there, in ``PLAYOUT_SETUP`` where the installer is, and in ``PLAYOUT_FOLDER`` where it puts the
program, as both systems call that.
"""

import json
import os
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pygame
import pytest

from game.play.text import write
from game.screens.arena.match import read_progress
from game.window import crash
from tests.bundle.desktop import Desktop, Program, wait_for
from tests.bundle.player import Player, first_state
from tests.bundle.test_played import worst_move
from tests.processes import answer_of
from tests.sessions import session_of

WINE = os.environ.get("PLAYOUT_WINE", "")
SETUP = os.environ.get("PLAYOUT_SETUP", "")
FOLDER, WINDOWS_FOLDER = (os.environ.get("PLAYOUT_FOLDER", "|")).split("|")
KILLS = int(os.environ.get("PLAYOUT_KILLS", "3"))
"""How often the program is killed while it saves."""
REFUSED = 2
LIMIT_SECONDS = 600.0
OTHER_PROGRAM = f'"{WINDOWS_FOLDER}\\playout-console.exe" gtp tictactoe --searcher random'

pytestmark = pytest.mark.skipif(not WINE, reason="PLAYOUT_WINE names no Windows")


def run(desktop: Desktop, program: str, *words: str) -> "subprocess.CompletedProcess[str]":
    return answer_of([WINE, program, *words], env=desktop.environment, timeout=LIMIT_SECONDS)


def playout(desktop: Desktop, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run a command of the installed program."""
    return run(desktop, f"{WINDOWS_FOLDER}\\playout-console.exe", *words)


def windows_path(path: Path | str) -> str:
    """Return what Windows calls a file of this system."""
    return f"Z:{path}".replace("/", "\\")


def setup(desktop: Desktop) -> int:
    """Install once more, where it is; return the exit code."""
    return run(desktop, windows_path(SETUP), "/S").returncode


def files() -> dict[str, tuple[int, int]]:
    """Return the size and time of each installed file."""
    found = (path for path in Path(FOLDER).rglob("*") if path.is_file())
    return {str(path): (path.stat().st_size, path.stat().st_mtime_ns) for path in found}


def wait_for_picture(desktop: Desktop, picture: Path) -> None:
    """Wait until there is something to be seen, and keep it; the windows are bare at first."""

    def colours() -> int:
        image = pygame.image.load(desktop.picture(picture))
        width, height = image.get_size()
        places = ((x, y) for x in range(0, width, 9) for y in range(0, height, 9))
        return len({tuple(image.get_at(place)) for place in places})

    wait_for(f"the picture {picture.name}", lambda: colours() > 20)


def windows_home() -> Path:
    """Return the folder of the Windows' user, as this system calls it."""
    return next(path for path in Path(FOLDER).parents if path.parent.name == "users")


def own_data() -> Path:
    """Return the folder that the program has there for its data."""
    return windows_home() / "AppData/Local/playout"


@pytest.fixture(scope="module")
def folder():
    """A folder for what is played here, in that of a user whose name is not plain ASCII."""
    with tempfile.TemporaryDirectory(prefix="Meine schönen Spiele ", dir=windows_home()) as name:
        yield Path(name)


@pytest.fixture(scope="module")
def player(folder):
    return Player(folder / "playout")


@pytest.fixture
def program(desktop, player, command, artefacts):
    """The program, at home."""
    player.program = opened(desktop, player, command, artefacts)
    yield player.program
    player.program.kill()
    wait_for("the end", lambda: not left_running() and not desktop.visible_windows("playout"))


def opened(desktop: Desktop, player: Player, command: list[str], artefacts: Path) -> Program:
    """Start the program and wait until it shows something."""
    program = Program(desktop, command, player.environment)
    wait_for_picture(desktop, artefacts / "opened.png")
    return program


def left_running() -> list[str]:
    """Return the command lines of what still runs of the program, whoever started it."""
    running = (" ".join(each.info["cmdline"] or ()) for each in psutil.process_iter(["cmdline"]))
    return [line for line in running if f"{WINDOWS_FOLDER}\\playout" in line]


def test_it_is_all_there_and_brings_what_a_new_windows_lacks():
    names = {path.name.lower() for path in Path(FOLDER).rglob("*")}
    assert {"playout.exe", "playout-console.exe", "uninstall.exe", "msvcp140.dll"} <= names
    menu = windows_home() / "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Playout.lnk"
    assert menu.exists()


def test_commands_run_and_speak_utf_8(desktop):
    done = playout(desktop, "--version")
    assert done.stdout.startswith("Playout ")
    assert done.returncode == 0
    done = playout(desktop, "gtp", "tictactoe", "--level", "größer")
    assert done.returncode == REFUSED
    assert "größer" in done.stderr


def test_a_match_against_another_program_is_played(desktop):
    other = f"gtp:{OTHER_PROGRAM}"
    done = playout(desktop, "match", "tictactoe", "random", other, "--games", "2", "--fresh")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_first_start_finds_its_own_folders(desktop, command):
    shutil.rmtree(own_data(), ignore_errors=True)  # of a start before
    begun = time.monotonic()
    with Program(desktop, command, {}) as first:
        window = time.monotonic() - begun
        log = wait_for("a log", lambda: next(own_data().rglob("playout.log"), None))
        wait_for("the AI", lambda: "kernels are ready" in log.read_text("utf-8"))
        print(f"window after {window:.1f} s, AI after {time.monotonic() - begun:.1f} s")
        assert not list(own_data().rglob("*.nbc")), "it brings its kernels"
        assert first.quit() == 0


def test_a_setting_is_kept_over_a_restart(desktop, program, player, command, artefacts):
    def theme() -> object:
        return json.loads(player.paths.settings_file.read_text("utf-8"))["theme"]

    program.click(player.control("home", "theme"))
    wait_for("the other theme", lambda: theme() == "light")
    assert program.quit() == 0
    player.program = opened(desktop, player, command, artefacts)
    left, top, *_ = player.program.geometry()
    corner = pygame.image.load(desktop.picture(artefacts / "light.png")).get_at((left + 5, top + 9))
    assert min(corner[:3]) > 128, "it is light"


def test_a_position_is_copied_and_pasted_and_a_screenshot_is_a_file(program, player):
    program.click(player.card("tictactoe"))
    player.play_move("tictactoe", first_state("tictactoe"), 4)
    before = player.saved("tictactoe").state.to_text()
    program.press("ctrl+c")
    program.press("ctrl+n")
    wait_for("a new game", lambda: player.saved("tictactoe").record.length == 0)
    program.press("ctrl+v")

    wait_for("the pasted position", lambda: player.saved("tictactoe").state.to_text() == before)
    program.press("F12")
    found = player.paths.pictures
    picture = wait_for("a screenshot", lambda: next(found.glob("playout-*.png"), None))
    time.sleep(1.0)  # until it is all written
    assert pygame.image.load(picture).get_size() == program.size


def test_a_double_click_on_a_games_file_opens_it(desktop, folder, artefacts):
    player = Player(folder / "clicked")
    session = session_of("tictactoe", [4, 0, 8])
    file = folder / "ein schönes Spiel.playout"
    file.write_text(write(session.record), "utf-8")
    # The program is registered for its user, and Wine asks only for what is so for all.
    for name in (".playout", "Playout.Game"):
        key = f"Software\\Classes\\{name}"
        run(desktop, "reg", "copy", f"HKCU\\{key}", f"HKLM\\{key}", "/s", "/f")
    clicked = [WINE, "start", "/wait", windows_path(file)]
    with Program(desktop, clicked, player.environment) as program:
        wait_for("the game", lambda: player.saved("tictactoe").record.moves == session.record.moves)
        wait_for_picture(desktop, artefacts / "double-click.png")
        assert program.quit() == 0


def test_a_match_is_watched_in_the_arena(program, player, desktop, artefacts):
    for screen, name in (("home", "arena"), ("arena", "tictactoe"), ("arena", "start")):
        program.click(player.control(screen, name))
        time.sleep(1.0)

    def games() -> int:
        progress = read_progress(player.paths.data / "arena" / "match.jsonl")
        return len(progress.records) if progress else 0

    wait_for("a game of the match", games)
    desktop.picture(artefacts / "arena.png")
    assert program.quit() == 0
    wait_for("the end of its processes", lambda: not left_running())


def test_another_program_plays_and_shows_no_window_of_its_own(desktop, command, folder, artefacts):
    player = Player(folder / "against", tictactoe_level="program", tictactoe_program=OTHER_PROGRAM)
    with opened(desktop, player, command, artefacts) as program:
        player.program = program
        program.click(player.card("tictactoe"))
        while not (state := player.saved("tictactoe").state).is_terminal:
            player.play_move("tictactoe", state, worst_move(state))
            shown = desktop.run("xdotool", "search", "--onlyvisible", "--name", ".").split()
            assert {*shown} == {*desktop.visible_windows("playout").split()}
        desktop.picture(artefacts / "program.png")
        assert program.quit() == 0
        wait_for("the end of its processes", lambda: not left_running())


def test_a_crash_is_told_in_a_window_and_the_program_starts_again(
    desktop, command, folder, artefacts
):
    """Without its icons no screen can be drawn; Restart finds them where they were."""
    icons = Path(FOLDER) / "_internal" / "assets" / "icons"
    away = icons.rename(icons.with_name("away"))
    player = Player(folder / "crashed")
    program = Program(desktop, command, player.environment)
    try:
        wait_for("the report", lambda: list(player.paths.log.glob("crash-*.txt")))
        wait_for("the dialog", lambda: program.size == crash.SIZE)
        wait_for_picture(desktop, artefacts / "crash.png")
        away.rename(icons)
        program.press("Return")
        assert program.process.wait(LIMIT_SECONDS) == 1
        wait_for_picture(desktop, artefacts / "restarted.png")
        program.press("alt+F4")
        wait_for("its end", lambda: not left_running())
    finally:
        if away.exists():
            away.rename(icons)
        program.kill()


@pytest.mark.parametrize("number", range(KILLS))
def test_a_kill_while_it_saves_costs_no_more_than_the_last_move(program, player, number):
    program.click(player.card("hex"))
    time.sleep(1.0)
    if player.saved("hex").state.is_terminal:
        program.press("ctrl+n")
        wait_for("a new game", lambda: player.saved("hex").record.length == 0)
    before = player.saved("hex").record.moves
    state = player.saved("hex").state if before else first_state("hex")
    program.click(player.cell(state, worst_move(state)))
    if number % 2:  # then the answer is what is being saved
        wait_for("the move", lambda: player.saved("hex").record.length > len(before))
    time.sleep(random.Random(number).random() / 4)
    program.kill()
    wait_for("its end", lambda: not left_running())
    moves = player.saved("hex").record.moves
    assert moves[: len(before)] == before
    assert len(moves) >= len(before) + number % 2
    assert not list(player.paths.data.rglob("*.damaged*"))


def test_nothing_changes_while_it_runs(desktop, program, artefacts):
    before = files()
    assert setup(desktop) == REFUSED
    assert run(desktop, f"{WINDOWS_FOLDER}\\uninstall.exe", "/S").returncode in (0, REFUSED)
    assert files() == before
    assert program.process.poll() is None
    desktop.picture(artefacts / "refused.png")


def test_a_second_start_brings_the_window_to_the_front(program, player, command):
    player.start_again(command)


def test_a_new_version_takes_the_place_of_the_old_one(desktop):
    stale = Path(FOLDER) / "_internal" / "stale"
    stale.write_text("of an older version")
    assert setup(desktop) == 0
    assert not stale.exists()
    assert not (Path(FOLDER) / "old").exists()
    assert not (Path(FOLDER) / "new").exists()
    assert playout(desktop, "--version").returncode == 0


def test_removing_it_keeps_the_players_files(desktop):
    kept = own_data() / "settings.json"
    kept.parent.mkdir(exist_ok=True)
    kept.write_text("{}")
    run(desktop, f"{WINDOWS_FOLDER}\\uninstall.exe", "/S")
    wait_for("the end of the folder", lambda: not Path(FOLDER).exists())
    assert kept.exists()


@contextmanager
def led(desktop: Desktop, program: str, title: str) -> Iterator[Callable[[], int]]:
    """Open a program that asks; yield what counts its windows, and press Return until none is."""

    def count() -> int:
        found = desktop.run("xdotool", "search", "--onlyvisible", "--name", f"^{title}")
        return len(found.split())

    def is_closed() -> bool:
        desktop.run("xdotool", "key", "Return")
        return not count()

    process = subprocess.Popen([WINE, program], env=desktop.environment, stdin=subprocess.DEVNULL)
    try:
        wait_for("its window", count)
        yield count
        wait_for("its end", is_closed)
    finally:
        process.kill()
        process.wait()


def test_windows_lead_through_setup_and_removal(desktop, artefacts):
    link = windows_home() / "Desktop/Playout.lnk"
    shutil.rmtree(own_data(), ignore_errors=True)
    with led(desktop, windows_path(SETUP), "Playout Setup"):
        desktop.run("xdotool", "key", "Return", "Down", "space")  # also a shortcut on the desktop
        desktop.picture(artefacts / "setup.png")
        desktop.run("xdotool", "key", "Return", "Return")
        wait_for("the shortcut", link.exists, LIMIT_SECONDS)
    wait_for("the program, which it starts", lambda: desktop.visible_windows("playout"))
    log = wait_for("its log", lambda: next(own_data().rglob("playout.log"), None))
    desktop.run("xdotool", "key", "alt+F4")
    wait_for("its end", lambda: not left_running())
    with led(desktop, f"{WINDOWS_FOLDER}\\uninstall.exe", "Playout Uninstall") as count:
        desktop.run("xdotool", "key", "Return")
        wait_for("the question about the player's files", lambda: count() == 2)
        desktop.picture(artefacts / "removal.png")
    assert not Path(FOLDER).exists()
    assert not link.exists()
    assert log.exists()
