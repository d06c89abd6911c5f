"""The window that tells what went wrong: the program's own look and event loop.

The system's message box would serve too, but it stops answering others while it waits: under
X11 nobody could paste what its "Copy" had copied.
"""

from collections.abc import Callable
from typing import Final, Literal

import pygame

from ai.version import NAME
from game.ui import draw
from game.ui.animation import MotionGate
from game.ui.icons import Icons
from game.ui.layout import DESIGN_UNIT, Box, Unit
from game.ui.skin import Skin
from game.ui.text import Fonts
from game.ui.theme import DARK, RADIUS, TYPE
from game.ui.widgets import Button, FocusGroup
from game.window.display import display_scale
from game.window.keyboard import as_known

SIZE: Final = (680, 440)
"""Of the window in dp."""
_MARGIN: Final = 28
_GAP: Final = 12
_FRAME_SECONDS: Final = 1 / 30
_TRACE_LINES: Final = 9

Answer = Literal["close", "restart"]


class CrashWindow:
    """A window with what happened, the end of the trace, and what can be done now."""

    def __init__(self, summary: str, trace: str, actions: dict[str, Callable[[], None]]) -> None:
        self._summary = summary
        lines = [line for line in trace.splitlines() if line.strip(" ^~")]
        self._trace = lines[-_TRACE_LINES:]
        self._actions = actions
        unit = Unit(DESIGN_UNIT * display_scale())
        self._skin = Skin(DARK, unit, Fonts(), Icons(), MotionGate("off", 1.0))
        self._size = unit.px(SIZE[0]), unit.px(SIZE[1])
        self._window = pygame.Window(NAME, self._size)
        self._window.set_icon(draw.app_mark(128))
        self._group = FocusGroup()
        self._note = ""
        self._lay_out()

    def ask(self) -> Answer:
        clock = pygame.time.Clock()
        try:
            while True:
                self._draw()
                event = as_known(pygame.event.wait(round(_FRAME_SECONDS * 1000)))
                answer = self._handle(event)
                self._group.update(clock.tick() / 1000, self._skin)
                if answer is not None:
                    return answer
        finally:
            self._window.destroy()

    def _lay_out(self) -> None:
        skin = self._skin
        close = Button("close", "Close", key="Esc")
        left = [Button("open", "Open folder"), Button("copy", "Copy report", key="Ctrl C")]
        restart = Button("restart", "Restart", primary=True, key="Enter")
        y = self._size[1] - skin.px(_MARGIN) - restart.height(skin)
        x = skin.px(_MARGIN)
        for button in left:
            button.box = Box(x, y, button.width(skin), button.height(skin))
            x = button.box.right + skin.px(_GAP)
        x = self._size[0] - skin.px(_MARGIN)
        for button in (restart, close):
            x -= button.width(skin)
            button.box = Box(x, y, button.width(skin), button.height(skin))
            x -= skin.px(_GAP)
        self._group.set_widgets((*left, close, restart))
        self._group.focus(restart, show=False)

    def _handle(self, event: pygame.event.Event) -> Answer | None:
        if event.type in (pygame.QUIT, pygame.WINDOWCLOSE):
            return "close"
        name = self._shortcut(event)
        if name is None:
            action = self._group.handle_event(event)
            name = action.name if action else None
        if name in self._actions:
            self._actions[name]()
            self._note = "Copied." if name == "copy" else ""
        if name == "close":
            return "close"
        return "restart" if name == "restart" else None

    def _shortcut(self, event: pygame.event.Event) -> str | None:
        if event.type != pygame.KEYDOWN:
            return None
        if event.key == pygame.K_ESCAPE:
            return "close"
        if event.key == pygame.K_c and event.mod & pygame.KMOD_CTRL:
            return "copy"
        focused = self._group.focused
        is_chosen = focused is not None and focused.show_focus
        return "restart" if event.key == pygame.K_RETURN and not is_chosen else None

    def _draw(self) -> None:
        skin, theme, surface = self._skin, self._skin.theme, self._window.get_surface()
        surface.fill(theme.bg)
        left, width = skin.px(_MARGIN), self._size[0] - 2 * skin.px(_MARGIN)
        surface.blit(draw.app_mark(skin.px(44)), (left, left))
        at = (left + skin.px(60), left + skin.px(22))
        skin.write(surface, f"{NAME} has to close", at, TYPE.h1, theme.text, bold=True)
        y, ink = left + skin.px(58), theme.text2
        y += skin.paragraph(
            surface,
            self._summary,
            (left, y),
            TYPE.body,
            width,
            ink,
            bold_ink=theme.text,
            max_lines=5,
        )
        bottom = self._group.widget("close").box.y - skin.px(34)
        self._draw_trace(surface, Box(left, y + skin.px(12), width, bottom - y - skin.px(12)))
        at = (left, bottom + skin.px(8))
        skin.write(surface, self._note, at, TYPE.caption, theme.text2, anchor="topleft")
        self._group.draw(surface, skin)
        self._window.flip()

    def _draw_trace(self, surface: pygame.Surface, box: Box) -> None:
        skin, theme = self._skin, self._skin.theme
        draw.fill_round(surface, box, skin.px(RADIUS.button), theme.panel)
        step = skin.fonts.line_height(skin.text(TYPE.caption))
        fitting = max(0, (box.height - skin.px(16)) // step)
        y = box.y + skin.px(8)
        for line in self._trace[len(self._trace) - min(fitting, len(self._trace)) :]:
            text, at = (
                skin.fit(line, TYPE.caption, box.width - skin.px(24)),
                (box.x + skin.px(12), y),
            )
            skin.write(surface, text, at, TYPE.caption, theme.text2, anchor="topleft")
            y += step
