"""Boards beside the settings, drawn as the settings say: what is changed shows at once."""

from typing import Final

import pygame

from game.games.protocol import State
from game.screens.boards import make_board_view
from game.screens.context import Context
from game.screens.entry import GameEntry
from game.screens.games import entry_of
from game.settings import Settings
from game.ui import draw
from game.ui.boards.base import BoardLook, BoardView, MoveNumbers
from game.ui.draw import TOP_LEFT
from game.ui.layout import Box
from game.ui.look import Look
from game.ui.overlay import Overlay
from game.ui.theme import LOSS, RADIUS, STROKE, TYPE

_SEED: Final = 5
_WORDS: Final = "Colour and letter say what a move loses, size says how sure the AI is."
_ASPECT: Final = 0.88


class SettingsPreview:
    """The panel with the boards of some games."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._panel: Box | None = None
        self._boards: list[tuple[BoardView, BoardLook]] = []
        self._with_legend = False

    def place(self, panel: Box | None, games: tuple[str, ...], look: Look) -> None:
        """Lay the boards out.

        Args:
            panel: The panel's box in pixels; None shows nothing.
            games: Whose boards are to be seen, from the top.
            look: What to draw with.
        """
        self._panel = panel
        self._boards = []
        if panel is None:
            return
        settings = self._context.settings
        self._with_legend = len(games) < 3
        x, y = panel.x + look.px(20), panel.y + look.px(68)
        below = look.px(120 if self._with_legend else 20)
        gap = look.px(14)
        room = (panel.bottom - panel.y - look.px(68) - below) // len(games) - gap
        width = panel.width - 2 * look.px(20)
        for game in games:
            view = make_board_view(game, self._context.fonts)
            height = min(room, round(width * _ASPECT))
            view.resize(pygame.Rect(x, y, width, max(1, height)), look.unit, look.theme)
            new = not self._with_legend
            self._boards.append((view, _picture(entry_of(game), settings, new=new)))
            y += height + gap

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the panel, if there is one."""
        if self._panel is None:
            return
        theme, panel = look.theme, self._panel
        radius = look.px(RADIUS.panel)
        # A little wider and higher than there is room for: only the left border is to be seen.
        ground = panel._replace(width=panel.width + radius, height=panel.height + radius)
        draw.fill_round(surface, ground, radius, theme.panel, TOP_LEFT)
        if theme.bordered:
            line = look.unit.exact(STROKE.control)
            draw.stroke_round(surface, ground, radius, theme.ctrl, line, TOP_LEFT)
        x, y = panel.x + look.px(24), panel.y + look.px(28)
        title = "Preview" if self._with_legend else "The next new games"
        look.write(surface, title, (x, y), TYPE.body, theme.text, bold=True)
        look.write(
            surface,
            "what you change shows here at once",
            (x, y + look.px(19)),
            TYPE.caption,
            theme.text3,
        )
        for view, board in self._boards:
            view.draw(surface, board)
        if self._with_legend:
            self._draw_legend(surface, look, panel)

    def _draw_legend(self, surface: pygame.Surface, look: Look, panel: Box) -> None:
        theme = look.theme
        x, width = panel.x + look.px(24), panel.width - 2 * look.px(24)
        y = surface.get_height() - look.px(112)
        y += look.paragraph(surface, _WORDS, (x, y), TYPE.caption, width, theme.text3)
        side = look.px(24)
        y += look.px(10)
        for letter, style in LOSS.items():
            box = Box(x, y, side, side)
            draw.fill_round(surface, box, look.px(6), style.fill)
            look.write(
                surface, letter, box.centre, TYPE.table, style.letter, bold=True, anchor="center"
            )
            x += side + look.px(7)
        look.write(
            surface, "best to worst", (x + look.px(5), y + side // 2), TYPE.caption, theme.text3
        )


def _picture(entry: GameEntry, settings: Settings, *, new: bool) -> BoardLook:
    """Return a board: the one of the next new game, or a sample position."""
    if not new and entry.sample is not None:
        return entry.sample(settings)
    profile = entry.profile
    seed = profile.seed(settings) or _SEED
    return board_look(entry.spec.new_game(profile.parameters_of(settings), seed), settings)


def board_look(
    state: State,
    settings: Settings,
    moves: tuple[int, ...] = (),
    overlay: Overlay | None = None,
) -> BoardLook:
    """Return a position as the display settings show it, with nothing to click."""
    numbers: dict[str, MoveNumbers] = {"none": "none", "last": "last", "all": "all"}
    return BoardLook(
        state=state,
        overlay=overlay,
        moves=moves,
        move_numbers=numbers[settings.move_numbers],
        coordinates=settings.coordinates,
        symbols=settings.symbols,
        playable=False,
    )
