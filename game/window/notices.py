"""What the app itself tells, one after the other, where the shown scene has a place for it."""

from collections import deque
from collections.abc import Callable

from game.ui.widgets import Toasts


class Notices:
    """Sentences that wait to be shown."""

    def __init__(self, wake: Callable[[], None]) -> None:
        """Begin with none.

        Args:
            wake: Wakes the window, from any thread.
        """
        self._wake = wake
        self._waiting: deque[str] = deque()
        self._told: str | None = None

    @property
    def waiting(self) -> tuple[str, ...]:
        return tuple(self._waiting)

    def add(self, text: str) -> None:
        """Tell something once all else is told; safe in any thread."""
        self._waiting.append(text)
        self._wake()

    def show(self, toasts: Toasts, trouble: str) -> bool:
        """Show the next one if no other is to be read; return whether anything is new.

        Args:
            toasts: The scene's place for it.
            trouble: What stays below all others as long as it lasts; nothing if all is well.
        """
        waiting, is_new = self._waiting, False
        while toasts.passing and waiting and waiting[0] == toasts.passing.text:
            waiting.popleft()  # it is being read
        if waiting and not toasts.passing:
            self._told, is_new = waiting.popleft(), True
            toasts.show(self._told)
        return toasts.warn(trouble) or is_new

    def leave(self, toasts: Toasts) -> None:
        """Dismiss what a scene says that is left; one of these goes on in the next scene."""
        if toasts.passing and toasts.passing.text == self._told:
            self._waiting.appendleft(self._told)
        toasts.dismiss()
