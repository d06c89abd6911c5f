"""A small cache that forgets what was not used for longest."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LruCache(Generic[K, V]):
    """Keeps the values that were asked for last."""

    def __init__(self, limit: int, size: Callable[[V], int] = lambda _: 1) -> None:
        """Begin with none.

        Args:
            limit: What all values may take together; by default their number. The last one stays
                even if it takes more.
            size: Returns what a value takes.
        """
        self._room, self._size = limit, size
        self._values: OrderedDict[K, V] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: K, make: Callable[[], V]) -> V:
        """Return the value kept under `key`, making it first if there is none."""
        if key in self._values:
            self._values.move_to_end(key)
            return self._values[key]
        value = self._values[key] = make()
        self._room -= self._size(value)
        while self._room < 0 and len(self._values) > 1:
            _, oldest = self._values.popitem(last=False)
            self._room += self._size(oldest)
        return value
