"""What everything is drawn with, as one value that scenes and widgets pass on."""

from dataclasses import dataclass

from game.ui.animation import MotionGate
from game.ui.icons import Icons
from game.ui.layout import Unit
from game.ui.text import Fonts
from game.ui.theme import Theme


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
