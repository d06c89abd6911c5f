"""A scene without an app: events in, commands out, time as the test wants it."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pygame
import pytest

from game.games.lattice.square_board import MOST_CELLS
from game.library.storage import Storage
from game.play.thinker import Thinker
from game.screens.base import ChangeSettings, Command, OpenGame
from game.screens.catalogue import make_scene
from game.screens.context import Context
from game.screens.play.game_scene import GameScene
from game.store.paths import default_paths
from game.store.settings import DEFAULTS, Settings
from game.ui.icons import Icons
from game.ui.text import Fonts
from tests.game.fakes import Clock, FakeWorker

SIZE = (1120, 760)


@cache
def shared_fonts() -> Fonts:
    """Return the fonts of all rigs, which thereby share the pictures of their boards."""
    return Fonts()


class Rig:
    """Plays the app's part for one scene."""

    def __init__(self, home: Path, settings: Settings, worker=None) -> None:
        self.worker = worker or FakeWorker()
        self.clock = Clock()
        thinker_clock = {} if worker is not None else {"clock": self.clock}
        self.context = Context(
            settings=settings,
            storage=Storage(default_paths({"PLAYOUT_HOME": str(home)})),
            thinker=Thinker(self.worker, **thinker_clock),
            fonts=shared_fonts(),
            icons=Icons(),
        )
        self.surface = pygame.Surface(SIZE)
        self.commands: list[Command] = []
        self.frames_between_events = True
        self.scene: GameScene

    def open(self, game: str, fresh: bool = False) -> GameScene:
        scene = make_scene(OpenGame(game, fresh), self.context)
        assert isinstance(scene, GameScene)
        self.scene = scene
        if isinstance(self.worker, FakeWorker):
            scene.controller._clock = self.clock
        scene.resize(self.surface.get_size())
        scene.on_enter()
        self.frame()
        return scene

    def resize(self, size: tuple[int, int]) -> None:
        self.surface = pygame.Surface(size)
        self.scene.resize(size)
        self.frame()

    def frame(self, dt: float = 0.0) -> None:
        self.clock.now += dt
        command = self.scene.update(dt)
        if isinstance(command, ChangeSettings):
            self.context.settings = command.settings
            self.scene.resize(self.surface.get_size())
        self.scene.draw(self.surface)

    def settle(self) -> None:
        """Let animations end."""
        for _ in range(3):
            self.frame(1.0)

    def send(self, kind: int, **values: object) -> Command | None:
        command = self.scene.handle_event(pygame.event.Event(kind, **values))
        if isinstance(command, ChangeSettings):
            self.context.settings = command.settings
            self.scene.resize(self.surface.get_size())
        if command is not None:
            self.commands.append(command)
        if self.frames_between_events:
            self.frame()
        return command

    def key(self, key: int, mod: int = 0) -> Command | None:
        return self.send(pygame.KEYDOWN, key=key, mod=mod, unicode="")

    def move(self, position: tuple[int, int]) -> None:
        self.send(pygame.MOUSEMOTION, pos=position, rel=(0, 0), buttons=(0, 0, 0))

    def click(self, position: tuple[int, int]) -> Command | None:
        self.move(position)
        down = self.send(pygame.MOUSEBUTTONDOWN, pos=position, button=1)
        return self.send(pygame.MOUSEBUTTONUP, pos=position, button=1) or down

    def click_move(self, move: int) -> None:
        """Play a move with the mouse: on one cell, or from one to another."""
        two_cells = self.scene.profile.game == "breakthrough"
        for cell in divmod(move, MOST_CELLS) if two_cells else (move,):
            self.click(self.cell(cell))

    def press(self, name: str) -> Command | None:
        """Click a control."""
        widget = self.scene.group.widget(name)
        return self.click(widget.box.centre)

    def cell(self, cell: int) -> tuple[int, int]:
        """Return a pixel in a cell of the board."""
        board = self.scene.layout.board
        step = 9
        for y in range(board.y, board.bottom, step):
            for x in range(board.x, board.right, step):
                if self.scene.animator.cell_at((x, y)) == cell:
                    # A pixel further in, so that rounding cannot matter.
                    inner = (x + 4, y + 4)
                    return inner if self.scene.animator.cell_at(inner) == cell else (x, y)
        raise AssertionError(f"cell {cell} is nowhere on the board")


@pytest.fixture(autouse=True)
def _pygame():
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((64, 48))
    yield
    pygame.event.clear()


@pytest.fixture
def make_rig(tmp_path) -> Callable[..., Rig]:
    def make(worker=None, **settings: object) -> Rig:
        settings.setdefault("theme", "dark")
        return Rig(tmp_path, DEFAULTS.changed(**settings), worker)

    return make


@pytest.fixture
def rig(make_rig) -> Rig:
    return make_rig()
