"""What the app lends to its scenes: one of each for the whole program."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from game.library.storage import Storage
from game.play.thinker import Thinker
from game.store.settings import Settings
from game.store.wishes import NO_WISHES, Wishes, effective
from game.ui.layout import Unit
from game.ui.skin import Skin
from game.ui.sound import Cue, Sounds
from game.ui.text import Fonts
from game.ui.theme import DARK, STONE, Material, Theme, in_material


@dataclass(slots=True)
class Context:
    """Shared by all scenes and kept up to date by the app.

    The app carries out `ChangeSettings`: it replaces `settings` and `theme` here and then
    calls `resize` on the shown scene, which lays everything out anew.

    Attributes:
        thinker: The way to the AI thread.
        theme: The colours in use; "system" is already resolved.
        focused: Whether the window has the keyboard; no analysis starts without it.
        sounds: What plays cues; None is silence.
        wishes: What the desktop asks for, where the settings leave it to that.
        display_scale: How many times larger than usual programs look on this screen.
        clock: Tells the time in seconds.
    """

    settings: Settings
    storage: Storage
    thinker: Thinker
    fonts: Fonts
    theme: Theme = DARK
    focused: bool = True
    sounds: Sounds | None = None
    wishes: Wishes = NO_WISHES
    display_scale: float = 1.0
    clock: Callable[[], float] = time.monotonic

    def cue(self, cue: Cue, size: int = 0) -> None:
        """Play a sound, as the settings say; `size` is that of a removed group."""
        if self.sounds is not None:
            self.sounds.play(cue, self.settings, focused=self.focused, size=size)

    @property
    def effective(self) -> Settings:
        """The settings as they hold on this desktop; `settings` are what the player chose."""
        return effective(self.settings, self.wishes)

    @property
    def may_think(self) -> bool:
        """Whether an analysis or a demo may run: with the focus, or by a setting without it."""
        return self.focused or self.settings.think_unfocused


def skin_of(context: Context, size: tuple[int, int], material: Material = STONE) -> Skin:
    """Return what to draw with in a window of this size that shows a game of this material."""
    settings = context.effective
    return Skin(
        theme=in_material(context.theme, material),
        unit=Unit.of(size, settings.ui_scale, context.display_scale, large=settings.large_controls),
        fonts=context.fonts,
        settings=settings,
    )
