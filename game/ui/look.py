"""What everything is drawn with, as one value that scenes and widgets pass on."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.settings import Settings
from game.ui.animation import MotionGate, MotionMode
from game.ui.icons import Icons
from game.ui.layout import Unit
from game.ui.text import Fonts
from game.ui.theme import Theme

if TYPE_CHECKING:
    from game.screens.context import Context


@dataclass(frozen=True, slots=True)
class Look:
    """Colours, sizes, fonts, icons and motion of one window at one size.

    Attributes:
        theme: The colours.
        unit: Turns dp into pixels.
        fonts: Draws text; shared by the whole program.
        icons: Draws icons; shared by the whole program.
        gate: Decides how long things may move.
    """

    theme: Theme
    unit: Unit
    fonts: Fonts
    icons: Icons
    gate: MotionGate

    def px(self, dp: float) -> int:
        """Return a length in whole pixels."""
        return self.unit.px(dp)

    def text(self, dp: float) -> int:
        """Return a text size in pixels, never under 11."""
        return self.unit.text(dp)

    def text_width(self, text: str, dp: float, *, bold: bool = False) -> int:
        """Return the width in pixels of a text whose size is given in dp."""
        return self.fonts.width(text, self.unit.text(dp), bold=bold)


def gate_of(settings: Settings) -> MotionGate:
    """Return the motion gate the player asked for."""
    modes: dict[str, MotionMode] = {"full": "full", "reduced": "reduced", "off": "off"}
    return MotionGate(modes[settings.motion], settings.motion_speed)


def look_of(context: "Context", size: tuple[int, int]) -> Look:
    """Return what to draw with in a window of this size."""
    settings = context.settings
    return Look(
        theme=context.theme,
        unit=Unit.of(size, settings.ui_scale),
        fonts=context.fonts,
        icons=context.icons,
        gate=gate_of(settings),
    )
