"""What is read beside the window: a disk may be slower than a frame."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class BackgroundRead(Generic[T]):
    """Asks one question at a time in a thread of its own, and keeps the answer until it is taken.

    Attributes:
        thread: The one that looks for the answer; None once that is there.
    """

    def __init__(self, name: str) -> None:
        """Ask nothing yet."""
        self._name = name
        self._found: list[T] = []
        self.thread: threading.Thread | None = None

    def ask(self, read: Callable[[], T]) -> None:
        """Begin to read; the answer to an earlier question does not count any more."""
        found: list[T] = []

        def run() -> None:
            found.append(read())

        self._found = found
        self.thread = threading.Thread(target=run, name=self._name, daemon=True)
        self.thread.start()

    @property
    def is_reading(self) -> bool:
        return self.thread is not None

    def take(self) -> list[T]:
        """Return the answer if there is a new one, as a list of one; nothing otherwise."""
        if self.thread is None or self.thread.is_alive():
            return []
        self.thread = None
        return self._found
