"""The program in this process: events in, commands out, and time as a test wants it.

What plays the program in a process of its own is `tests.bundle.player`.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar

import pygame
from pygame.event import Event

from ai.search.messages import SearchInfo
from game.games.lattice.square_board import MOST_CELLS
from game.library.storage import Storage
from game.play.session import Mode
from game.play.thinker import Thinker
from game.screens.base import ChangeSettings, Command, OpenGame, Scene, Screen
from game.screens.context import Context
from game.screens.play.game_scene import GameScene
from game.screens.play.pointing import ByPiece
from game.screens.play.react import SetMode
from game.store.files import default_paths
from game.store.settings import DEFAULTS
from game.ui.layout import DEFAULT_WINDOW, Unit
from game.ui.panel.base import Section
from game.ui.skin import Skin
from game.ui.text import Fonts
from game.ui.theme import DARK, Theme
from game.ui.widgets import Widget
from game.window.app import App
from game.window.display import open_window
from game.window.loop import WAKE_UP
from game.window.scenes import make_scene
from game.words.language import ENGLISH, speak
from tests.fakes import Clock, FakeWorker
from tests.sessions import PEOPLE

SIZE = DEFAULT_WINDOW


class WatchedFonts(Fonts):
    """Fonts that write no asterisks: these only mark what is bold.

    Attributes:
        written: Where they note what they write, lines and whole paragraphs, if anywhere.
    """

    def __init__(self) -> None:
        super().__init__()
        self.written: list[str] | None = None

    def render(self, text: str, *how: Any, **options: Any) -> pygame.Surface:
        assert "**" not in text, f"written with its marks: {text!r}"
        self._note(text)
        return super().render(text, *how, **options)

    def draw_wrapped(
        self, surface: pygame.Surface, markup: str, *where: Any, **options: Any
    ) -> int:
        self._note(markup)
        return super().draw_wrapped(surface, markup, *where, **options)

    def _note(self, text: str) -> None:
        if self.written is not None:
            self.written.append(text)


@cache
def shared_fonts() -> WatchedFonts:
    """Return the fonts of all screens: they keep files open, and share pictures of boards."""
    pygame.font.init()
    return WatchedFonts()


@lru_cache(12)
def surface_of(size: tuple[int, int]) -> pygame.Surface:
    """Return what screens of a size are drawn on, one after the other."""
    return pygame.Surface(size)


def storage_in(home: Path) -> Storage:
    """Return the files of a program whose home is a folder."""
    return Storage(default_paths({"PLAYOUT_HOME": str(home)}))


def context_of(
    home: Path | Storage,
    worker: Any = None,
    clock: Any = None,
    fonts: Fonts | None = None,
    colours: Theme = DARK,
    **settings: Any,
) -> Context:
    """Return what screens are made with, whatever colours the settings say.

    All is shown that there is to see, unless a test says otherwise.
    """
    pygame.display.init()
    chosen = DEFAULTS.changed(**{"theme": "dark", "details": True} | settings)
    timed = {"clock": clock} if clock else {}
    return Context(
        settings=chosen,
        storage=home if isinstance(home, Storage) else storage_in(home),
        thinker=Thinker(worker or FakeWorker(), **timed),
        fonts=fonts or shared_fonts(),
        theme=colours,
        **timed,
    )


def skin(
    theme: Theme = DARK,
    size: tuple[int, int] = SIZE,
    mode: Any = "full",
    scale: float = 1.0,
    unit: Unit | None = None,
    **settings: Any,
) -> Skin:
    """Return what controls and boards are drawn with."""
    chosen = DEFAULTS.changed(**{"motion": mode, "details": True} | settings)
    return Skin(theme, unit or Unit.of(size, scale), shared_fonts(), chosen)


# Events as a player makes them.

Pixel = tuple[float, float]


def press(key: int, mod: int = 0, text: str = "") -> Event:
    return Event(pygame.KEYDOWN, key=key, mod=mod, unicode=text, scancode=0)


def release(key: int) -> Event:
    return Event(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0)


def typed(text: str) -> Event:
    return Event(pygame.TEXTINPUT, text=text)


def move(position: Pixel, buttons: tuple[int, int, int] = (0, 0, 0)) -> Event:
    return Event(pygame.MOUSEMOTION, pos=position, rel=(0, 0), buttons=buttons, touch=False)


def drag(position: Pixel) -> Event:
    """Move with the left button held."""
    return move(position, (1, 0, 0))


def down(position: Pixel, button: int = 1) -> Event:
    return Event(pygame.MOUSEBUTTONDOWN, pos=position, button=button, touch=False)


def up(position: Pixel, button: int = 1) -> Event:
    return Event(pygame.MOUSEBUTTONUP, pos=position, button=button, touch=False)


def wheel(steps: int) -> Event:
    return Event(pygame.MOUSEWHEEL, x=0, y=steps, flipped=False)


def click(target: Any, position: Pixel) -> Any:
    """Move to a place, press and let go; return the last answer that is not None."""
    answers = [target.handle_event(event(position)) for event in (move, down, up)]
    return next((answer for answer in reversed(answers) if answer is not None), None)


S = TypeVar("S", bound=Section)
W = TypeVar("W", bound=Widget)


def written(scene: Any, draw: Callable[[pygame.Surface], object] | None = None) -> list[str]:
    """Return what a screen writes in a frame, but for what is kept of the frame before.

    Args:
        draw: Draws what is looked at, if not all of the screen.
    """
    fonts, noted = shared_fonts(), list[str]()
    fonts.written = noted
    try:
        (draw or scene.draw)(pygame.Surface(getattr(scene, "size", SIZE)))
    finally:
        fonts.written = None
    return noted


def widgets(scene: Any, kind: type[W]) -> list[W]:
    """Return a screen's controls of a kind, in the order of Tab."""
    return [each for each in scene.group.widgets if isinstance(each, kind)]


def sections(scene: Any, kind: type[S]) -> list[S]:
    """Return what the panel of a game or a page shows of a kind, from top to bottom."""
    shown = scene.face.panel_items() if isinstance(scene, GameScene) else scene.content.places
    return [each.section for each in shown if isinstance(each.section, kind)]


def section(scene: Any, kind: type[S]) -> S:
    """Return the first of them."""
    return sections(scene, kind)[0]


class Rig:
    """Plays the app's part for one scene.

    Attributes:
        worker: The AI.
        clock: Its time, and the time of a game.
        context: What the scene is made with.
        surface: What it is drawn on.
        commands: What it has asked the app for.
        scene: The scene.
        frames_between_events: Whether a frame is drawn after each event.
    """

    def __init__(self, home: Path, worker: Any = None, **options: Any) -> None:
        self.worker = worker or FakeWorker()
        self.clock = Clock()
        clock = self.clock if isinstance(self.worker, FakeWorker) else None
        self.context = context_of(home, self.worker, clock, **options)
        self.surface = pygame.Surface(SIZE)
        self.commands: list[Command] = []
        self.scene: Any
        self.frames_between_events = True

    def open(
        self, game: str, fresh: bool = False, *, people: bool = False, mode: Mode | None = None
    ) -> Any:
        """Show a game; between people alone or in another mode, if a test says so."""
        scene = self.show(OpenGame(game, fresh))
        if people and scene.session.record.spec.players == 2:
            scene.session.set_seats(PEOPLE)
        if mode is not None:
            scene.controller.give(SetMode(mode))
            self.frame()
        return scene

    def show(self, opened: Screen | Scene, size: tuple[int, int] | None = None) -> Any:
        """Show a screen."""
        made = make_scene(opened, self.context) if isinstance(opened, Screen) else opened
        self.scene = made
        if size is not None:
            self.surface = pygame.Surface(size)
        self.scene.resize(self.surface.get_size())
        self.scene.on_enter()
        self.frame()
        return self.scene

    def fit(self, size: tuple[int, int], scale: float = 1.0) -> None:
        """Lay the scene out for a window of a size, and draw nothing."""
        self.context.settings = self.context.settings.changed(ui_scale=scale)
        self.surface = surface_of(size)
        self.scene.resize(size)

    def resize(self, size: tuple[int, int]) -> None:
        self.fit(size, self.context.settings.ui_scale)
        self.frame()

    def wait(self, dt: float) -> None:
        """Let time pass, and draw nothing."""
        self.clock.now += dt
        self._obey(self.scene.update(dt))

    def frame(self, dt: float = 0.0) -> None:
        self.wait(dt)
        self.scene.draw(self.surface)

    def settle(self) -> None:
        """Let animations end."""
        for _ in range(3):
            self.frame(1.0)

    def say(self, info: SearchInfo) -> None:
        """Let the AI tell what it has found so far, and show it."""
        self.worker.say(info)
        self.frame(0.3)

    def answer(self, *result: Any, **more: Any) -> None:
        """Let the AI end its search (see `FakeWorker.finish`) and what comes of that be shown."""
        self.worker.finish(*result, **more)
        self.settle()

    def read(self) -> None:
        """Let what is read beside the window be read, and shown."""
        shown = getattr(getattr(self.scene, "face", None), "ghost", self.scene)
        beside = getattr(shown, "beside", None)  # games for two read nothing
        if beside is not None and beside.thread is not None:
            beside.thread.join()
        self.frame()

    def send(self, kind: int, **values: Any) -> Command | None:
        return self.handle(Event(kind, **values))

    def handle(self, event: Event) -> Command | None:
        command: Command | None = self.scene.handle_event(event)
        self._obey(command)
        if command is not None:
            self.commands.append(command)
        if self.frames_between_events:
            self.frame()
        return command

    def _obey(self, command: Command | None) -> None:
        if isinstance(command, ChangeSettings):
            self.context.settings = command.settings
            self.scene.resize(self.surface.get_size())

    def key(self, key: int, mod: int = 0) -> Command | None:
        return self.handle(press(key, mod))

    def move(self, position: tuple[int, int]) -> None:
        self.handle(move(position))

    def click(self, position: tuple[int, int]) -> Command | None:
        self.move(position)
        pressed = self.handle(down(position))
        return self.handle(up(position)) or pressed

    def click_move(self, move: int) -> None:
        """Play a move with the mouse: on one cell, or from one to another."""
        is_moving = isinstance(self.scene.pointing, ByPiece)
        for cell in divmod(move, MOST_CELLS) if is_moving else (move,):
            self.click(self.cell(cell))

    def press(self, name: str) -> Command | None:
        """Click a control."""
        return self.click(self.scene.group.widget(name).box.centre)

    def cell(self, cell: int) -> tuple[int, int]:
        """Return the middle of a cell of the board."""
        animator = self.scene.animator
        pixel: tuple[int, int] = animator.view.cell_box(self.scene.session.state, cell).centre
        assert animator.cell_at(pixel) == cell, f"cell {cell} is nowhere on the board"
        return pixel


# The whole window.


@contextmanager
def window(
    context: Context, *screens: Screen, size: tuple[int, int] = SIZE, clock: Any = time.monotonic
) -> Iterator[App]:
    """Open the program at screens, one after the other; close it at the end of the block."""
    app = App(context, make_scene, open_window(size), clock=clock)
    try:
        for screen in screens:
            app.execute(screen)
        pygame.event.clear()
        yield app
    finally:
        if app.scene is not None:
            app.close()
        speak(ENGLISH)  # a player may have chosen another language


def frames(app: App, count: int = 3) -> None:
    """Let frames be drawn."""
    for _ in range(count):
        step(app)


def step(app: App, *events: Event) -> None:
    """Let events happen, and one frame."""
    for event in (*events, Event(WAKE_UP)):
        pygame.event.post(event)
    app.step()
