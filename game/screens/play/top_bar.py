"""The bar above a game: back, title, modes, history, the AI's view, details, help and settings."""

from typing import TYPE_CHECKING, Final

import pygame

from ai.phrases import N_
from game.play.session import Mode
from game.ui import commands
from game.ui.boards.view import Board
from game.ui.layout import Box
from game.ui.skin import Skin
from game.ui.theme import SIZE, TYPE
from game.ui.widgets import HoldButton, Tabs, Widget
from game.words.play import PEEK_TIP
from game.words.say import say

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene

MODES: Final = (
    (Mode.PLAY, N_("Play", "a mode")),
    (Mode.ANALYSE, N_("Analyse", "a mode")),
    (Mode.DEMO, N_("Demo", "a mode")),
)


_SIGN_DP: Final = 20
_SIGN_GAP_DP: Final = 8
_LEAST_SIDE_DP: Final = 26


class TopBar:
    """Places its controls and draws the title; the scene's focus group owns the events.

    Attributes:
        view: Its board, which has the sign that stands before the name.
        caption: Who is to move, the seed, how many moves.
    """

    def __init__(self, title: str, view: Board) -> None:
        self.title = title
        self.view = view
        self.caption = ""
        self._back = commands.BACK.icon_button()
        self.tabs = Tabs("mode", [(mode.value, label) for mode, label in MODES], Mode.PLAY.value)
        self.undo = commands.UNDO.icon_button()
        self.redo = commands.REDO.icon_button()
        self.earlier = commands.EARLIER.icon_button()
        shown = commands.ANALYSIS
        tip = say(PEEK_TIP, title=shown.title)
        self.eye = HoldButton(shown.name, shown.icon, tip, key=shown.cap)
        self.details = commands.DETAILS.icon_button()
        # The last two, which lead away from the game, and what changes the look stand apart.
        aside = commands.HELP.icon_button(), commands.SETTINGS.icon_button()
        self._buttons = (
            *(self.undo, self.redo, commands.NEW.icon_button(), self.earlier),
            *(self.eye, self.details, *aside),
        )
        self._apart = self.eye, aside[0]
        self._box = Box(0, 0, 1, 1)
        self._title_room = 0

    @property
    def widgets(self) -> tuple[Widget, ...]:
        """Its controls, in the order of Tab."""
        return (self._back, self.tabs, *self._buttons)

    def refresh(self, scene: "GameScene") -> None:
        """Show which controls are of use now, and say where one is."""
        session = scene.session
        self.caption = scene.face.caption()
        self.tabs.value = session.mode.value
        self.undo.enabled = scene.controls.undo.enabled
        self.redo.enabled = not session.record.is_at_end
        self.earlier.enabled = session.has_earlier
        self.details.on = scene.skin.details
        self.eye.on = scene.controller.state.shows_layer
        self.eye.key = scene.key_of(commands.ANALYSIS)

    def place(self, box: Box, skin: Skin) -> None:
        self._box = box
        width, height = self.tabs.width(skin), self.tabs.height(skin)
        is_narrow = box.width < skin.px(760)
        margin, gap = skin.px(6 if is_narrow else 16), skin.px(8)
        room, count = box.width - 2 * (margin + gap) - width, len(self._buttons) + 1
        # They give way a little to the name, and as far as they must to the tabs.
        beside_name = (room - self._title_width(skin, TYPE.lead) - skin.px(10)) // count
        least = max(beside_name, skin.target(_LEAST_SIDE_DP))
        side, y = min(skin.target(SIZE.icon_button), least, room // count), box.centre[1]
        self._back.place(Box(box.x + margin, y - side // 2, side, side))
        middle = box.centre[0] - width // 2
        x = box.right - margin
        for button in reversed(self._buttons):
            x -= side
            button.place(Box(x, y - side // 2, side, side))
            x -= 0 if is_narrow or button not in self._apart else skin.px(12)
        title = self._back.box.right + gap
        title_width = self._title_width(skin) + skin.px(10)
        # The tabs are centred on the window unless the title or the buttons need the room.
        tabs_x = min(max(middle, title + title_width), x - gap - width)
        self.tabs.place(Box(tabs_x, y - height // 2, width, height))
        self._title_room = max(0, tabs_x - title - gap)

    def _title_width(self, skin: Skin, dp: float = TYPE.title) -> int:
        """Return the width of the name in a size with the sign before it."""
        sign = skin.px(_SIGN_DP) + skin.px(_SIGN_GAP_DP)
        return sign + skin.width(self.title, dp, bold=True)

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        """Draw the title and, where there is room, the caption behind it."""
        theme = skin.theme
        left, y = self._back.box.right + skin.px(8), self._box.centre[1]
        sign = self.view.sign(skin, skin.px(_SIGN_DP))
        if sign.get_width() <= self._title_room:
            surface.blit(sign, (left, y - sign.get_height() // 2))
        sizes = (TYPE.title, TYPE.lead)
        fits = (dp for dp in sizes if self._title_width(skin, dp) <= self._title_room)
        # Half a title says less than the board below it.
        if (dp := next(fits, None)) is None:
            return
        x = left + sign.get_width() + skin.px(_SIGN_GAP_DP)
        box = skin.write(surface, self.title, (x, y), dp, theme.text, bold=True)
        room = self._title_room - (box.right - left) - skin.px(10)
        if skin.width(self.caption, TYPE.caption) <= room:
            at = (box.right + skin.px(10), y + skin.px(1))
            skin.write(surface, self.caption, at, TYPE.caption, theme.text3)
