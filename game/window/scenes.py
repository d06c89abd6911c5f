"""The scene that is shown, and those that it was opened from."""

from collections.abc import Callable, Iterator
from typing import Final

from game.screens.base import OpenGame, OpenScene, Scene, Screen
from game.window.notices import Notices

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
        wanted = name_of(command) if is_page else command
        if wanted in opened:
            self.drop(opened.index(wanted) + 1)
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
