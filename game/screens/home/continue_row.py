"""The row on Home that goes on with the last game: its board, where it stands, a button."""

from typing import Final

import pygame

from game.play.grading import known_values
from game.play.session import Session
from game.screens.boards import make_board_view
from game.screens.play.commentary import board_name
from game.ui.boards.base import BoardView, still_content
from game.ui.format import thousands
from game.ui.layout import Box
from game.ui.skin import Skin
from game.ui.theme import RADIUS, TYPE, Colour
from game.ui.widgets import Button, draw_ground

CONTINUE: Final = "continue"
_BUTTON_DP: Final = 42
_THUMB_INSET_DP: Final = 6


class ContinueRow:
    """Places and draws the row.

    Attributes:
        button: Goes on with the game; the scene's focus group owns it.
        box: Where the row is.
    """

    def __init__(self) -> None:
        """Make the button."""
        self.button = Button(CONTINUE, "Continue", key="Enter", primary=True)
        self.box = Box(0, 0, 0, 0)
        self._thumb = Box(0, 0, 1, 1)
        self._board: BoardView | None = None

    def place(self, box: Box, session: Session, skin: Skin) -> None:
        """Divide the row among the game's board, words and button."""
        self.box = box
        wide = min(self.button.width(skin) + skin.px(20), skin.px(152))
        tall = skin.px(_BUTTON_DP)
        inset = (box.height - tall) // 2
        self.button.place(Box(box.right - inset - wide, box.y + inset, wide, tall))
        thumb = box.height - 2 * skin.px(_THUMB_INSET_DP)
        self._thumb = Box(box.x + skin.px(14), box.y + skin.px(_THUMB_INSET_DP), thumb, thumb)
        self._board = make_board_view(session.spec.name, skin.fonts)
        self._board.resize(pygame.Rect(self._thumb), skin.unit, skin.theme)

    def draw(self, surface: pygame.Surface, skin: Skin, session: Session) -> None:
        """Draw everything but the button."""
        theme = skin.theme
        radius = skin.px(RADIUS.card)
        draw_ground(surface, skin, self.box, radius, theme.panel)
        if self._board is not None:
            self._board.draw(surface, still_content(session.state))
        right = self._draw_figures(surface, skin, session)
        x, middle = self._thumb.right + skin.px(18), self.box.centre[1]
        skin.write(surface, "Continue", (x, middle - skin.px(13)), TYPE.caption, theme.text3)
        y = middle + skin.px(7)
        title = skin.write(surface, session.spec.title, (x, y), 17, theme.text, bold=True)
        left = title.right + skin.px(6)
        text = skin.fit(_where(session), 17, right - skin.px(16) - left)
        skin.write(surface, text, (left, y), 17, theme.text2)

    def _draw_figures(self, surface: pygame.Surface, skin: Skin, session: Session) -> int:
        """Draw score and projection, right-aligned; return where they begin."""
        theme, middle = skin.theme, self.box.centre[1]
        right = self.button.box.x - skin.px(32)
        for name, value, ink in reversed(_figures(session, theme.text, theme.ai)):
            quiet = ink if ink == theme.ai else theme.text3
            top = skin.write(
                surface, name, (right, middle - skin.px(13)), TYPE.caption, quiet, anchor="midright"
            )
            box = skin.write(
                surface,
                value,
                (right, middle + skin.px(7)),
                TYPE.title,
                ink,
                bold=True,
                anchor="midright",
            )
            right = min(top.x, box.x) - skin.px(26)
        return right


def _where(session: Session) -> str:
    """Say which game it is and how far."""
    moves = f"move {session.move_number(session.cursor)}"
    return f"{board_name(session)}, {moves}" if session.spec.players == 1 else moves


def _figures(session: Session, ink: Colour, ai: Colour) -> list[tuple[str, str, Colour]]:
    """Return what a SameGame has brought so far and what the AI expects of it."""
    if session.spec.players != 1:
        return []
    figures = [("Score", thousands(round(session.state.returns[0])), ink)]
    known = known_values(session).get(session.cursor)
    if known is not None and not session.is_over:
        figures.append(("Projected", thousands(round(known.value)), ai))
    return figures
