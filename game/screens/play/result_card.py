"""The result of a game for two in the panel: the last position in small, and words beside it."""

from dataclasses import dataclass
from typing import Final

import pygame

from ai.contract.rules import State
from game.screens.play.ending import Ending
from game.ui.boards.base import BoardView, still_content
from game.ui.layout import Box
from game.ui.panel.base import Hit, Section, is_narrow
from game.ui.panel.history import PLY
from game.ui.skin import Skin
from game.ui.theme import RADIUS, TYPE
from game.ui.widgets import draw_ground

_PICTURE_DP: Final = 108
_SMALL_PICTURE_DP: Final = 60
_STORY_LINES: Final = 2


@dataclass(frozen=True, slots=True)
class ResultCard(Section):
    """Who won and how beside the board; mistakes and turning point below, which can be gone to.

    Attributes:
        ending: What it says.
        state: The last position.
        view: Draws it.
        plain: Whether it does without the picture, and with as few lines as need be.
    """

    ending: Ending
    state: State
    view: BoardView
    plain: bool = False

    def height(self, skin: Skin, width: int) -> int:
        """The picture or the words beside it, whichever is higher, and the story."""
        return 2 * self._inset(skin, width) + self._head(skin, width) + self._below(skin, width)

    def hits(self, skin: Skin, box: Box) -> tuple[Hit, ...]:
        """The story, which leads to the turning point."""
        if self.ending.turn is None or not self._story(skin, box.width):
            return ()
        tall = self._below(skin, box.width) + self._inset(skin, box.width)
        place = box._replace(y=box.bottom - tall, height=tall)
        return (Hit(place, PLY, self.ending.turn, "Show the turning point"),)

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Draw the ground, the board and the words."""
        theme = skin.theme
        draw_ground(surface, skin, box, skin.px(RADIUS.inset), theme.raised)
        inset, head = self._inset(skin, box.width), self._head(skin, box.width)
        side, x = self._picture(skin, box.width), box.x + inset
        if side:
            place = pygame.Rect(x, box.y + inset + (head - side) // 2, side, side)
            self.view.resize(place, skin.unit, theme)
            self.view.draw(surface, still_content(self.state))
            x += side + inset
        room = box.right - inset - x
        y = box.y + inset + (head - self._words_height(skin, box.width)) // 2
        ending, size = self.ending, self._title_dp(skin, box.width)
        tall = skin.fonts.line_height(skin.text(size))
        title = skin.fit(ending.title, size, room, bold=True)
        skin.write(surface, title, (x, y + tall // 2), size, theme.text, bold=True)
        y += tall
        skin.paragraph(surface, self._words(skin, box.width), (x, y), TYPE.table, room, theme.text2)
        story = self._story(skin, box.width)
        if story:
            y = box.y + inset + head + skin.px(6)
            room = box.width - 2 * inset
            skin.paragraph(
                surface,
                story,
                (box.x + inset, y),
                TYPE.table,
                room,
                theme.text2,
                bold_ink=theme.text,
                max_lines=self._story_lines(skin, box.width),
            )

    def _inset(self, skin: Skin, width: int) -> int:
        return skin.px(10 if self.plain or is_narrow(skin, width) else 14)

    def _picture(self, skin: Skin, width: int) -> int:
        if self.plain:
            return 0
        return skin.px(_SMALL_PICTURE_DP if is_narrow(skin, width) else _PICTURE_DP)

    def _title_dp(self, skin: Skin, width: int) -> int:
        return TYPE.lead if self.plain or is_narrow(skin, width) else TYPE.h2

    def _words(self, skin: Skin, width: int) -> str:
        """Return what stands below the title; where it is narrow, the rest follows the board."""
        ending = self.ending
        beside = not (self.plain or is_narrow(skin, width))
        told = (ending.how, *((ending.record, ending.assisted) if beside else ()))
        return "\n".join(line for line in told if line)

    def _story(self, skin: Skin, width: int) -> str:
        ending = self.ending
        beside = not (self.plain or is_narrow(skin, width))
        told = (ending.story,) if beside else (ending.record, ending.assisted, ending.story)
        return "\n".join(line for line in told if line)

    def _room(self, skin: Skin, width: int) -> int:
        """Return the width of the words beside the board."""
        side, inset = self._picture(skin, width), self._inset(skin, width)
        return width - 2 * inset - (side + inset if side else 0)

    def _words_height(self, skin: Skin, width: int) -> int:
        title = skin.fonts.line_height(skin.text(self._title_dp(skin, width)))
        words = self._words(skin, width)
        return title + skin.paragraph_height(words, TYPE.table, self._room(skin, width))

    def _head(self, skin: Skin, width: int) -> int:
        return max(self._picture(skin, width), self._words_height(skin, width))

    def _story_lines(self, skin: Skin, width: int) -> int:
        """Return how many lines are kept for the story, so that nothing moves once it is known."""
        lines = _STORY_LINES + is_narrow(skin, width)
        ending = self.ending
        beside = not (self.plain or is_narrow(skin, width))
        more = () if beside else (ending.record, ending.assisted)
        size, room = skin.text(TYPE.table), width - 2 * self._inset(skin, width)
        return lines + sum(len(skin.fonts.wrap(each, size, room)) for each in more if each)

    def _below(self, skin: Skin, width: int) -> int:
        if not self._story(skin, width):
            return 0
        lines = self._story_lines(skin, width)
        return skin.px(6) + lines * skin.fonts.line_height(skin.text(TYPE.table))
