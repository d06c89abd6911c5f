"""What the app lends to its scenes: one of each for the whole program."""

from dataclasses import dataclass

from game.settings import Settings
from game.storage import Storage
from game.thinker import Thinker
from game.ui.icons import Icons
from game.ui.text import Fonts
from game.ui.theme import DARK, Theme


@dataclass(slots=True)
class Context:
    """Shared by all scenes and kept up to date by the app.

    The app carries out `ChangeSettings`: it replaces `settings` and `theme` here and then
    calls `resize` on the shown scene, which lays everything out anew.

    Attributes:
        settings: The player's settings as they are now.
        storage: The files.
        thinker: The way to the AI thread.
        fonts: The one font cache.
        icons: The one icon cache.
        theme: The colours in use; "system" is already resolved.
        focused: Whether the window has the keyboard; no analysis starts without it.
    """

    settings: Settings
    storage: Storage
    thinker: Thinker
    fonts: Fonts
    icons: Icons
    theme: Theme = DARK
    focused: bool = True
