"""The keys of a keyboard and the buttons of a controller, as their caps say in each language.

Elsewhere in the program a key has its English name, which tells it from the others.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Self

from ai.phrases import N_, Marked

Keys = Mapping[str, tuple[str, ...]]
"""What a player has made the keys of commands, by their names; all others have the usual ones."""

_NAMES: Final = (
    # For translators: what the caps of the keys say on the keyboards of your language.
    *(N_("Ctrl", "key"), N_("Alt", "key"), N_("Shift", "key")),
    *(N_("Enter", "key"), N_("Esc", "key"), N_("Space", "key"), N_("Tab", "key")),
    *(N_("Delete", "key"), N_("Home", "key"), N_("End", "key")),
    *(N_("Left", "key"), N_("Right", "key"), N_("Up", "key"), N_("Down", "key")),
    *(N_("Arrows", "keys"), N_("Wheel", "of the mouse")),
    *(N_("D-pad", "of a game controller"), N_("Stick", "of a game controller")),
    *(N_("Start", "of a game controller"), N_("Back", "of a game controller")),
    *(N_("Tap", "of a finger"), N_("Hold", "a finger"), N_("Pinch", "of two fingers")),
    N_("Swipe", "of a finger"),
)
CAPS: Final = {str(name): name for name in _NAMES}
"""Those that have a name rather than a sign, by this."""


_changed: Keys = MappingProxyType({})


def use_keys(keys: Keys) -> None:
    """Let commands have these keys from now on; `game.ui.commands.set_keys` does, for all."""
    global _changed
    _changed = MappingProxyType(dict(keys))


def changed_keys() -> Keys:
    """Return the keys that are not the usual ones."""
    return _changed


class Cap(Marked):
    """The cap of a command's first key, which says what that is where it is drawn.

    Attributes:
        command: The name of the command.
    """

    __slots__ = ("command",)
    command: str

    def __new__(cls, usual: str, command: str) -> Self:
        cap = super().__new__(cls, usual)
        cap.command = command
        return cap

    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]:
        return type(self), (str(self), self.command)

    def __format__(self, how: str) -> str:
        return format(self.now, how)

    @property
    def now(self) -> str:
        """The key that is in force."""
        return _changed.get(self.command, (str(self),))[0]
