"""Short notices above a screen, one at a time, that go by themselves."""

from typing import Final

import pygame

from game.ui import draw
from game.ui.animation import Tween
from game.ui.layout import Box
from game.ui.look import Look
from game.ui.theme import MOTION, RADIUS, SIZE, TOAST_SHADOW, TYPE, mix
from game.ui.widgets.base import Action, draw_key_cap, draw_notice, key_cap_width
from game.ui.widgets.buttons import Button

_WIDEST_DP: Final = 640
_MOST_LINES: Final = 4


class Toasts:
    """Short notices at the bottom of the board, one at a time, with one action at most."""

    def __init__(self) -> None:
        self._text = ""
        self._button: Button | None = None
        self._left = 0.0
        self._shown = Tween(0.0)
        self._box = Box(0, 0, 0, 0)

    @property
    def is_showing(self) -> bool:
        """Whether there is a notice, or one just leaves."""
        return bool(self._text)

    def show(self, text: str, *, action: str = "", label: str = "", key: str = "") -> None:
        """Show a notice for six seconds in place of any other.

        Args:
            text: What happened.
            action: The name of the action its button gives; empty for no button.
            label: The button's label.
            key: The key that does the same.
        """
        self._text = text
        self._button = Button(action, label, key=key, small=True) if action else None
        self._left = MOTION.toast_stay
        self._shown.jump_to(0.0)

    def dismiss(self) -> None:
        """Take the notice away at once."""
        self._text, self._button = "", None

    def wake_after(self) -> float | None:
        """Return the seconds until it changes by itself: 0 animates, None never."""
        if not self._text:
            return None
        moves = not self._shown.is_done or self._shown.target < 1.0
        animating = moves or (self._button is not None and self._button.is_animating)
        return 0.0 if animating else max(0.0, self._left)

    def covers(self, position: tuple[float, float]) -> bool:
        """Tell whether the notice lies under the pointer."""
        return bool(self._text) and self._box.contains(position)

    def handle_event(self, event: pygame.event.Event) -> Action | None:
        """Return the action when its button is clicked; the notice then goes away."""
        if self._button is None:
            return None
        action = self._button.handle_event(event)
        if action:
            self.dismiss()
        return action

    def update(self, dt: float, look: Look) -> bool:
        """Let `dt` seconds pass; return whether it looks different now."""
        if not self._text:
            return False
        self._left -= dt
        if self._left <= 0:
            self.dismiss()
            return True
        self._shown.go_to(1.0, look.gate.duration(MOTION.toast_in))
        changed = self._shown.update(dt)
        return (self._button is not None and self._button.update(dt, look)) or changed

    def draw(self, surface: pygame.Surface, look: Look, area: Box) -> None:
        """Draw the notice at the bottom centre of an area, usually the board's."""
        if not self._text:
            return
        theme, fonts = look.theme, look.fonts
        size = look.text(TYPE.body)
        padding = look.px(16)
        inner = look.px(8)
        button_width = self._button_width(look)
        aside = look.px(12) + button_width + inner if button_width else padding
        lines = self._lines(look, min(area.width, look.px(_WIDEST_DP)) - padding - aside)
        step = fonts.line_height(size)
        width = padding + max(fonts.width(line, size) for line in lines) + aside
        height = look.px(44) + (len(lines) - 1) * step
        rise = round((1.0 - self._shown.value) * look.px(16)) if look.gate.moves else 0
        self._box = Box(
            area.x + (area.width - width) // 2, area.bottom - height + rise, width, height
        )
        radius = look.px(12)
        draw.shadow(surface, self._box, radius, TOAST_SHADOW, theme, look.unit)
        draw_notice(surface, look, self._box, radius)
        x, y = self._box.x + padding, self._box.centre[1]
        for i, line in enumerate(lines):
            place = (x, y + round((i - (len(lines) - 1) / 2) * step))
            fonts.draw(surface, line, place, size, theme.on_tooltip, anchor="midleft")
        if self._button:
            top = y - look.px(SIZE.button_small) // 2
            left = self._box.right - inner - button_width
            self._button.place(Box(left, top, button_width, look.px(SIZE.button_small)))
            self._draw_button(surface, look, self._button)

    def _lines(self, look: Look, room: int) -> list[str]:
        """Break the text; a single word that is too long, such as a path, is cut."""
        size = look.text(TYPE.body)
        lines = look.fonts.wrap(self._text, size, room, _MOST_LINES)
        texts = ["".join(run.text for run in line.runs) for line in lines]
        return [look.fonts.fit(text, size, room) for text in texts]

    def _button_width(self, look: Look) -> int:
        if self._button is None:
            return 0
        label = look.text_width(self._button.label, TYPE.table, bold=True)
        key = key_cap_width(look, self._button.key) + look.px(8) if self._button.key else 0
        return label + key + 2 * look.px(12)

    def _draw_button(self, surface: pygame.Surface, look: Look, button: Button) -> None:
        """The button in the colours of the notice turned round."""
        theme = look.theme
        ground = mix(theme.on_tooltip, theme.tooltip, 0.18 * button.lit)
        draw.fill_round(surface, button.box, look.px(RADIUS.button_small), ground)
        x, y = button.box.x + look.px(12), button.box.centre[1]
        box = look.fonts.draw(
            surface,
            button.label,
            (x, y),
            look.text(TYPE.table),
            theme.tooltip,
            bold=True,
            anchor="midleft",
        )
        if button.key:
            at = (box.right + look.px(8), y)
            draw_key_cap(surface, look, button.key, at, theme.tooltip, ground)
