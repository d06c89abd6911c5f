"""Starts as a player makes them: files as they were left, the real loop, the real AI thread."""

import time
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game import launch
from game.app import App
from game.paths import Paths, default_paths
from game.screens.play.game_scene import GameScene
from game.session import Mode, Seat, Session
from game.settings import DEFAULTS, Settings
from game.storage import Storage
from tests.games import GAMES

PATIENCE = 60.0
FOR_TWO = [spec.name for spec in GAMES if spec.players == 2]

pytestmark = pytest.mark.xdist_group("kernels")


@pytest.fixture(autouse=True)
def _pygame():
    pygame.display.init()
    pygame.font.init()
    yield
    pygame.event.clear()


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return default_paths({"PLAYOUT_HOME": str(tmp_path)})


@pytest.fixture
def start(paths: Paths, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Start the program with what the files hold, until something is so on the game's screen."""

    def run(game: str, seen: Callable[[GameScene], bool], settings: Settings, *saved: Session):
        storage = Storage(paths)
        storage.save_settings(settings)
        for session in saved:
            storage.save_game(session)
        assert storage.flush()
        end = time.monotonic() + PATIENCE

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
        assert launch._run(paths, None, game) == 0

    return run


def settings_for(**values: object) -> Settings:
    return DEFAULTS.changed(min_reply_delay=0.0, motion="off", samegame_columns=5, **values)


@pytest.mark.parametrize("game", FOR_TWO)
def test_the_ai_that_starts_moves(start, game: str) -> None:
    settings = settings_for(who_starts="ai", **{f"{game}_level": "beginner"})
    start(game, lambda scene: scene.session.length > 0, settings)


@pytest.mark.parametrize("game", FOR_TWO)
def test_a_saved_game_in_which_the_ai_is_to_move_goes_on(start, game: str) -> None:
    session = Session(game, seats=[Seat.HUMAN, Seat.AI], level="beginner")
    session.play(session.state.legal_moves[0])
    start(game, lambda scene: scene.session.length > 1, settings_for(), session)


@pytest.mark.parametrize("game", [spec.name for spec in GAMES])
def test_a_saved_analysis_goes_on(start, game: str) -> None:
    session = Session(game, mode=Mode.ANALYSE, level="beginner")
    session.play(session.state.legal_moves[0])

    def is_analysed(scene: GameScene) -> bool:
        return scene.controller.analysis is not None

    start(game, is_analysed, settings_for(), session)
