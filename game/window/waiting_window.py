"""What the window shows while games that are new are checked, before it knows what it can open."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import pygame

from game.ui import draw
from game.ui.layout import Unit
from game.ui.text import Fonts
from game.ui.theme import DARK, TYPE
from game.window.display import open_display, open_window, usual_size

_FRAME_MS: Final = 33
_MARK_DP: Final = 72
_MOST_NAMES: Final = 3
_LONGEST: Final = 24


class WaitingWindow:
    """Opens a window only if there is something to wait for.

    Attributes:
        window: The window, for the program to go on with; None if none was opened.
    """

    def __init__(self) -> None:
        self.window: pygame.Window | None = None

    def wait(self, unchecked: Callable[[], Sequence[Path]]) -> None:
        """Say what is checked until all is.

        Raises:
            SystemExit: The player has closed the window.
        """
        if open_display():
            return  # the program will say so
        pygame.font.init()
        fonts = Fonts()
        self.window = open_window(usual_size())
        while folders := unchecked():
            self._draw(fonts, _words([folder.name for folder in folders]))
            event = pygame.event.wait(_FRAME_MS)
            is_escape = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
            if is_escape or event.type in (pygame.QUIT, pygame.WINDOWCLOSE):
                raise SystemExit(0)

    def _draw(self, fonts: Fonts, words: str) -> None:
        assert self.window is not None
        surface = self.window.get_surface()
        unit = Unit.of(surface.get_size())
        surface.fill(DARK.bg)
        centre, y = surface.get_width() // 2, surface.get_height() // 2
        mark = draw.app_mark(unit.px(_MARK_DP))
        surface.blit(mark, mark.get_rect(midbottom=(centre, y - unit.px(16))))
        at = (centre, y + unit.px(12))
        fonts.draw(surface, words, at, unit.px(TYPE.title), DARK.text, bold=True, anchor="center")
        note = "What is new or has changed is checked once."
        at = (centre, y + unit.px(48))
        fonts.draw(surface, note, at, unit.px(TYPE.table), DARK.text2, anchor="center")
        self.window.flip()


def _words(names: Sequence[str]) -> str:
    """Return what is checked: the first names that fit, and how many more there are."""
    shown = names[:_MOST_NAMES]
    more = f" and {len(names) - len(shown)} more" if len(names) > len(shown) else ""
    named = ", ".join(name if len(name) <= _LONGEST else f"{name[:_LONGEST]}…" for name in shown)
    return f"Checking the {'game' if len(names) == 1 else 'games'} in {named}{more}"
