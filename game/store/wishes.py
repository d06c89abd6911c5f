"""What the desktop asks of its programs, and how settings that leave it to the desktop follow."""

from dataclasses import dataclass
from typing import Final

from game.store.settings import Settings, setting_of


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is as usual where a desktop does not say it.

    Attributes:
        dark: Whether colours shall be dark.
        contrast: Whether contrast shall be as high as can be.
        still: Whether little shall move.
        text_scale: How many times larger than usual text shall be, 0.5 to 3.
    """

    dark: bool = True
    contrast: bool = False
    still: bool = False
    text_scale: float = 1.0


NO_WISHES: Final = Wishes()


def effective(settings: Settings, wishes: Wishes) -> Settings:
    """Return the settings that hold: what is left to the system is as the desktop wishes.

    The player's scale is that of a text as large as the desktop wishes it.
    """
    limits = setting_of("ui_scale")
    scale = round(settings.ui_scale * wishes.text_scale, 2)
    theme, motion = settings.theme, settings.motion
    if theme == "system":
        theme = "contrast" if wishes.contrast else "dark" if wishes.dark else "light"
    if motion == "system":
        motion = "reduced" if wishes.still else "full"
    return settings.changed(
        theme=theme, motion=motion, ui_scale=min(max(scale, limits.low), limits.high)
    )
