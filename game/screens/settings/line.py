"""A row of the settings as it stands on a card: title, what it does, control."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from game.screens.settings.kinds import PageRow, Range
from game.store.settings import Settings
from game.ui.panel.base import Section
from game.ui.panel.compose import SPRING, Column, Composed, ControlSpace, Row, Space
from game.ui.panel.parts import Phrase, quiet
from game.ui.skin import Skin
from game.ui.theme import TYPE
from game.ui.widgets import Slider, Widget

_ROW_DP: Final = 53
_CAPTION_DP: Final = 220
"""In less room than that a caption stands below its control instead of beside it."""
_VALUE_DP: Final = 62


@dataclass(frozen=True, slots=True)
class SettingLine(Composed):
    """Title and caption beside a control, or above it for want of room.

    Attributes:
        text: Writes the value of a slider, which stands at its right.
    """

    title: str
    about: str
    control: Widget
    text: Callable[[Any], str] | None = None

    def content(self, skin: Skin, width: int) -> Section:
        control, value = ControlSpace(self.control), None
        if self.text is not None and isinstance(self.control, Slider):
            text = self.text(self.control.value)
            value = Phrase(text, bold=True, right=True, wide=skin.px(_VALUE_DP))
        end = Row(control, SPRING, value)
        title = Phrase(self.title, TYPE.lead, tall=20)
        stacked = title.width(skin) + skin.px(20) + end.width(skin) > width
        about = quiet(self.about, tall=18) if self.about else None
        if stacked:
            return Column(6, Row(Column(title, about), tall=41), end, 8)
        # What it says changes as it is set, and must move nothing: only the room counts.
        room = width - end.width(skin) - skin.px(14)
        is_below = room < skin.px(_CAPTION_DP)
        if about is not None and about.width(skin) > (width if is_below else room):
            about = None
        if is_below:
            return Column(5, Row(title, SPRING, control, value), about or Space(18), 7)
        return Row(Column(title, about), 14, control, value, tall=_ROW_DP)


def setting_line(row: PageRow, control: Widget, settings: Settings) -> SettingLine:
    text = row.text if isinstance(row, Range) else None
    return SettingLine(row.title, row.caption(settings), control, text)
