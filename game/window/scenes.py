"""Which scenes there are, the stack of those that are open, and the app's own notices on them."""

from collections import deque
from collections.abc import Callable, Iterator
from typing import Final

from game.screens.arena.screen import ArenaScene
from game.screens.base import (
    OpenDrills,
    OpenEarlier,
    OpenGame,
    OpenInside,
    OpenReview,
    OpenScene,
    OpenSetUp,
    Scene,
    Screen,
)
from game.screens.context import Context
from game.screens.drills.screen import DrillsScene
from game.screens.earlier.screen import EarlierScene
from game.screens.entry import entry_of
from game.screens.help import AboutScene, HelpScene
from game.screens.home.screen import HomeScene
from game.screens.inside.screen import InsideScene, first_look
from game.screens.inside.tour import TourScene
from game.screens.play.game_scene import GameScene
from game.screens.records.screen import RecordsScene, StandardBoardsScene
from game.screens.review.screen import ReviewScene
from game.screens.set_up.screen import SetUpScene
from game.screens.settings.screen import SettingsScene
from game.screens.today import TodayScene
from game.ui.widgets import Notice, Toasts


class Notices:
    """What the app itself tells, one after the other, where the shown scene has a place for it."""

    def __init__(self, wake: Callable[[], None]) -> None:
        """Begin with none.

        Args:
            wake: Wakes the window, from any thread.
        """
        self._wake = wake
        self._waiting: deque[Notice] = deque()
        self._last_shown: Notice | None = None

    @property
    def waiting(self) -> tuple[str, ...]:
        return tuple(each.text for each in self._waiting)

    def add(self, text: str, *, refuses: bool = False) -> None:
        """Tell something once all else is told; safe in any thread."""
        self._waiting.append(Notice(text, refuses=refuses))
        self._wake()

    def show(self, toasts: Toasts, trouble: str) -> bool:
        """Show the next one if no other is to be read; return whether anything is new.

        Args:
            toasts: The scene's place for it.
            trouble: What stays below all others as long as it lasts; nothing if all is well.
        """
        waiting, is_new = self._waiting, False
        while toasts.passing and waiting and waiting[0].text == toasts.passing.text:
            waiting.popleft()  # it is being read
        if waiting and not toasts.passing:
            self._last_shown, is_new = waiting.popleft(), True
            tell = toasts.refuse if self._last_shown.refuses else toasts.show
            tell(self._last_shown.text)
        return toasts.warn(trouble) or is_new

    def leave(self, toasts: Toasts) -> None:
        """Dismiss what a scene says that is left; one of these goes on in the next scene."""
        last = self._last_shown
        if toasts.passing and last and toasts.passing.text == last.text:
            self._waiting.appendleft(last)
        toasts.dismiss()


HOME: Final = OpenScene("home")


class SceneStack:
    """Scenes above each other, each with the command that opened it; Home is the lowest.

    Attributes:
        opening: The name of the scene that is just made; it is still there if that fails.
    """

    def __init__(self, make: Callable[[Screen], Scene], notices: Notices) -> None:
        self._make = make
        self._notices = notices
        self._open: list[tuple[Screen, Scene]] = []
        self.opening = ""

    @property
    def shown(self) -> Scene | None:
        return self._open[-1][1] if self._open else None

    @property
    def name(self) -> str:
        """The name of the shown scene or of its game; empty before the first one."""
        return name_of(self._open[-1][0]) if self._open else ""

    def __iter__(self) -> Iterator[Scene]:
        """Yield all of them, the shown one last."""
        return (scene for _, scene in self._open)

    def open(self, command: Screen) -> bool:
        """Put a scene above the shown one, or go back to it if it is there already.

        Returns:
            Whether another scene is shown now, which is to be entered.
        """
        if self.shown is not None:
            if command == self._open[-1][0]:
                return False
            self.leave(self.shown)
        self.opening = name_of(command)
        if isinstance(command, OpenGame):
            self.drop(1)
        # A page is the same whatever it is about, if nothing is said of that.
        is_page = isinstance(command, OpenScene)
        opened = [name_of(each) if is_page else each for each, _ in self._open]
        target = name_of(command) if is_page else command
        if target in opened:
            self.drop(opened.index(target) + 1)
        else:
            self._open.append((command, self._make(command)))
        self.opening = ""
        return True

    def back(self) -> bool:
        """Leave the shown scene; return whether there is one below it, to be entered."""
        if len(self._open) < 2:
            return False
        self.leave(self._open.pop()[1])
        return True

    def leave(self, scene: Scene) -> None:
        """Leave a scene with its notices."""
        self._notices.leave(scene.toasts)
        scene.on_exit()

    def drop(self, first: int = 0) -> None:
        """Let go of the scenes from one on, which were left before."""
        for _, scene in self._open[first:]:
            scene.on_drop()
        del self._open[first:]

    def renew_home(self) -> None:
        """Make the lowest scene anew, below the shown one."""
        if self._open[0][0] == HOME:
            self._open[0] = HOME, self._make(HOME)

    def clear(self) -> None:
        """Forget all of them."""
        self._open.clear()


def name_of(command: Screen) -> str:
    return command.game if isinstance(command, OpenGame) else command.name


PAGES: Final[dict[str, Callable[[Context], Scene]]] = {
    "home": HomeScene,
    "settings": SettingsScene,
    "help": HelpScene,
    "about": AboutScene,
    "arena": ArenaScene,
    "records": RecordsScene,
    "boards": StandardBoardsScene,
    OpenDrills.name: DrillsScene,
    "today": TodayScene,
    OpenInside.name: first_look,
    "tour": TourScene,
}


def make_scene(command: Screen, context: Context) -> Scene:
    """Make the scene a command asks for; raises KeyError for an unknown name."""
    if isinstance(command, OpenScene) and command.game:
        return HelpScene(context, command.game)
    if isinstance(command, OpenScene):
        return PAGES[command.name](context)
    if isinstance(command, OpenReview):
        return ReviewScene(context, command)
    if isinstance(command, OpenInside):
        return InsideScene(context, command.game, command.position, command.before)
    if isinstance(command, OpenDrills):
        return DrillsScene(context, command.game, command.which)
    if isinstance(command, OpenSetUp):
        return SetUpScene(context, command.session)
    if isinstance(command, OpenEarlier):
        return EarlierScene(context, command.session, by_position=command.by_position)
    scene = GameScene(context, entry_of(command.game), command)
    if command.line is not None:
        scene.history.take_up(command.line)
    return scene
