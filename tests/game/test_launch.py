"""Starts as a player makes them: files as they were left, the real loop, the real AI thread."""

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.library.storage import Storage
from game.play.session import Mode, Seat, Session
from game.screens.play.game_scene import GameScene
from game.store.files import HOME_VARIABLE, Paths
from game.store.settings import DEFAULTS, Settings
from game.window import crash, launch, self_test, single_instance
from game.window.app import App
from tests.waiting import LIMIT_SECONDS, wait_for

COMPILING_SECONDS = 600.0
MAIN = Path(__file__).parents[2] / "main.py"
READY = "The kernels are ready"

pytestmark = pytest.mark.xdist_group("kernels")


@pytest.fixture(autouse=True)
def _pygame():
    pygame.display.init()
    pygame.font.init()
    yield
    pygame.event.clear()


@pytest.fixture
def start(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Start the program with what the files hold, until something is so on the game's screen."""

    def run(game: str, seen: Callable[[GameScene], bool], settings: Settings, *saved: Session):
        storage = Storage(paths)
        storage.save_settings(settings)
        for session in saved:
            storage.save_game(session)
        assert storage.flush()
        end = time.monotonic() + LIMIT_SECONDS

        class Watched(App):
            def step(self) -> None:
                super().step()
                assert isinstance(self.scene, GameScene)
                thinker = self.context.thinker
                assert thinker.error is None, thinker.error
                assert time.monotonic() < end, "the AI never answered"
                # A window that sleeps must be looked at again, too.
                pygame.time.set_timer(pygame.event.Event(pygame.USEREVENT), 100, loops=1)
                self.running = not seen(self.scene)

        monkeypatch.setattr(launch, "App", Watched)
        assert launch._run(paths, None, game, None) == 0

    return run


@pytest.mark.parametrize("fails", [False, True])
def test_the_home_is_free_before_a_restart(paths: Paths, monkeypatch, fails: bool) -> None:
    lock = single_instance.claim(paths, None)

    def run(*_: object, **__: object) -> int:
        assert lock.is_locked
        if fails:
            raise RuntimeError("broken")
        return 0

    restarted = []
    monkeypatch.setattr(launch, "_run", run)
    monkeypatch.setattr(launch, "set_up_logging", lambda *_, **__: None)
    monkeypatch.setattr(crash, "show", lambda *_: not lock.is_locked)
    monkeypatch.setattr(crash, "restart", restarted.append)
    monkeypatch.setattr(pygame, "quit", lambda: None)
    assert launch.run(lock=lock) == fails
    assert len(restarted) == fails
    assert not lock.is_locked


def settings_for(**values: object) -> Settings:
    return DEFAULTS.changed(min_reply_delay=0.0, motion="off", samegame_columns=5, **values)


@pytest.mark.parametrize("game", ["tictactoe", "hex"])
def test_the_ai_that_starts_moves(start, game: str) -> None:
    settings = settings_for(who_starts="ai", **{f"{game}_level": "beginner"})
    start(game, lambda scene: scene.session.record.length > 0, settings)


@pytest.mark.parametrize(
    ("game", "mode"),
    [
        ("breakthrough", Mode.PLAY),
        ("hex", Mode.PLAY),
        ("samegame", Mode.ANALYSE),
        ("tictactoe", Mode.ANALYSE),
    ],
)
def test_a_saved_game_goes_on(start, game: str, mode: Mode) -> None:
    session = Session(game, mode=mode, level="beginner")
    if mode is Mode.PLAY:
        session.set_seats((Seat.HUMAN, Seat.AI))
    session.play(session.state.legal_moves[0])

    def goes_on(scene: GameScene) -> bool:
        has_moved = scene.session.record.length > 1
        return has_moved if mode is Mode.PLAY else scene.controller.ai.analysis is not None

    start(game, goes_on, settings_for(), session)


@pytest.mark.skipif(os.name != "posix", reason="it is ended by Ctrl+C")
@pytest.mark.parametrize("is_verbose", [False, True])
def test_the_terminal_hears_what_the_log_file_does_only_if_asked(
    paths: Paths, tmp_path: Path, is_verbose: bool
) -> None:
    words = ["--no-plugins", *(["--verbose"] if is_verbose else [])]
    environment = {**os.environ, HOME_VARIABLE: str(tmp_path)}
    environment.pop("PYGAME_HIDE_SUPPORT_PROMPT", None)  # a test has imported the package
    pipe, log = subprocess.PIPE, paths.log_file
    with subprocess.Popen(
        [sys.executable, str(MAIN), *words],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=pipe,
        stderr=pipe,
        text=True,
    ) as process:

        def is_ready() -> bool:
            """Tell whether the AI has said all that it says at a start."""
            assert process.poll() is None, process.communicate()
            return log.exists() and READY in log.read_text("utf-8")

        try:
            wait_for(is_ready, "the AI did not get ready", seconds=COMPILING_SECONDS)
            process.send_signal(signal.SIGINT)
            out, errors = process.communicate(timeout=LIMIT_SECONDS)
        finally:
            process.kill()
    assert process.returncode == 0, errors
    assert out == ""
    assert (READY in errors) if is_verbose else (errors == "")


@pytest.mark.parametrize("open_elsewhere", ["playout.log", "playout.log.1"])
def test_a_log_that_cannot_be_put_aside_loses_nothing(
    paths: Paths, monkeypatch, open_elsewhere: str
) -> None:
    """As on Windows, where an editor has it open, or an older one."""
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    monkeypatch.setattr(crash, "install", lambda _: None)
    paths.log.mkdir(parents=True)
    kept = paths.log_file.with_name(f"{paths.log_file.name}.1")
    kept.write_text("older\n")
    paths.log_file.write_text("x" * 600_000 + "\n")

    def refuse(source: str, target: str) -> None:
        if Path(source).name == open_elsewhere:
            raise PermissionError(13, "Permission denied", source)
        rename(source, target)

    rename = os.rename
    monkeypatch.setattr(os, "rename", refuse)
    launch.set_up_logging(paths)
    for number in range(5):
        logging.getLogger("test").warning("record %d", number)
    text = paths.log_file.read_text()
    assert all(f"record {number}" in text for number in range(5))
    older = [path.read_text() for path in paths.log.glob(f"{paths.log_file.name}.*")]
    assert "older\n" in older


def test_the_self_test_looks_for_parts_where_the_program_is() -> None:
    assert dict(self_test.CHECKS)["parts"](None) == f"the sources in {MAIN.parent}"
