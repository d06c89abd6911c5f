"""Names of objects that are imported only when they are needed, such as a game's heavy parts."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any


@dataclass(frozen=True, slots=True)
class Lazy:
    """An attribute of a module, by name; calling it imports the module and calls the attribute.

    Attributes:
        path: ``package.module:attribute``.
    """

    path: str

    def load(self) -> Any:
        """Return the attribute; the module is imported once in each process."""
        module, _, name = self.path.partition(":")
        return getattr(import_module(module), name)

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Call the attribute."""
        return self.load()(*arguments, **options)
