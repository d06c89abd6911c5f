"""One line of text to type, by keyboard, input method, clipboard or game controller."""

from collections.abc import Callable
from typing import Final, NamedTuple

import pygame

from game.ui import draw
from game.ui.elements import Act, Role
from game.ui.layout import Box
from game.ui.skin import Skin
from game.ui.theme import RADIUS, STROKE, TYPE
from game.ui.widgets.base import Action, Widget
from game.words.play import NO_CLIPBOARD


def copied(text: str, notice: str) -> str:
    """Put a text on the clipboard; return what is to be said: `notice`, or why it is not there."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return NO_CLIPBOARD
    return notice


def clipboard_text() -> str:
    """Return the clipboard's text; nothing if there is none or no clipboard."""
    try:
        return pygame.scrap.get_text()
    except pygame.error:
        return ""


_MOST_CHARACTERS: Final = 400
_ENDS_COMPOSITION: Final = frozenset(
    (pygame.TEXTINPUT, pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.WINDOWFOCUSLOST)
)
"""What is handed to a field when nothing is composed any more; keys go to the input method."""
_SPINS: Final = (pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT)
_ALPHABET: Final = "0123456789abcdefghijklmnopqrstuvwxyz "


class Composition(NamedTuple):
    """What an input method has made of the keys so far, and where its caret stands in that."""

    text: str = ""
    caret: int = 0


class TextField(Widget):
    """One line of text to type.

    Attributes:
        composition: Is shown behind the text until it is typed or given up.
        caret: Where its caret was drawn, in pixels of the window; None before.
        selected: Whether the whole text is replaced by the next character.
        spins: Whether a game controller, which has only arrows, writes with them.
    """

    tall = 46
    role = Role.FIELD
    acts = Widget.acts | {Act.WRITE}

    def __init__(
        self, name: str, text: str = "", *, accepts: Callable[[str], bool] = str.isprintable
    ) -> None:
        super().__init__(name)
        self.composition = Composition()
        self.caret: Box | None = None
        self.text = text
        self.accepts = accepts
        self.selected = bool(text)
        self.spins = False
        self.by_gamepad = False

    @property
    def setting(self) -> str:
        return self.text

    @property
    def is_composing(self) -> bool:
        """Whether keys belong to an input method, which has not typed yet what it makes of them."""
        return self.focused and bool(self.composition.text)

    def give_up(self) -> None:
        """Forget what an input method has not typed yet."""
        self.composition = Composition()

    def handle_event(self, event: pygame.event.Event) -> Action | None:
        """Type, erase and paste while focused; an action tells that the text changed."""
        before = self.text
        if event.type in _ENDS_COMPOSITION:
            self.give_up()
        if self.focused and event.type == pygame.TEXTEDITING:
            self._compose(event.text, event.start)
        elif self.focused and event.type == pygame.TEXTINPUT:
            self._insert(event.text)
        elif self.focused and event.type == pygame.KEYDOWN:
            self.by_gamepad = getattr(event, "gamepad", False)
            if self.spins and self.by_gamepad and event.key in _SPINS:
                self._spin(event.key)
            elif event.key == pygame.K_BACKSPACE:
                self.text = "" if self.selected else self.text[:-1]
                self.selected = False
            elif event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
                if event.key == pygame.K_v:
                    self._insert(clipboard_text())
                elif event.key == pygame.K_a:
                    self.selected = bool(self.text)
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self.selected = False
            super().handle_event(event)
        return Action(self.name, self.text) if self.text != before else None

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        theme, box = skin.theme, self.box
        radius = skin.px(RADIUS.button)
        draw.fill_round(surface, box, radius, theme.bg)
        edge = theme.focus if self.focused else theme.ctrl
        draw.stroke_round(surface, box, radius, edge, skin.px(STROKE.focus))
        size = skin.text(TYPE.lead)
        x, y = box.x + skin.px(16), box.centre[1]
        room = box.width - 2 * skin.px(16)
        composed, at = self.composition if self.is_composing else Composition()
        text = "" if composed and self.selected else self.text
        width = skin.width(text + composed, TYPE.lead)
        height = skin.fonts.height(size)
        before = surface.get_clip()
        surface.set_clip(before.clip(pygame.Rect(box.inset(skin.px(12), 0))))
        left = x - max(0, width - room)
        if self.selected and text:
            surface.fill(theme.hover, (left, y - height // 2, width, height))
        if text or composed:
            skin.write(surface, text + composed, (left, y), TYPE.lead, theme.text)
        if composed:
            begin = skin.width(text, TYPE.lead)
            line = pygame.Rect(left + begin, y + height // 2, width - begin, skin.px(1.5))
            surface.fill(theme.text, line)
        surface.set_clip(before)
        if self.focused:
            tall = skin.px(18)
            end = left + skin.width(text + composed[:at], TYPE.lead)
            caret = Box(max(x, min(end, x + room)) + skin.px(1), y - tall // 2, skin.px(1.5), tall)
            surface.fill(theme.ai, caret)
            self.caret = caret.moved(*surface.get_abs_offset())

    def takes_arrow(self, *, across: bool, step: int) -> bool:
        del across, step
        return self.spins

    def _spin(self, key: int) -> None:
        """Write with arrows: change the last character, add one, or erase it."""
        signs = [sign for sign in _ALPHABET if self.accepts(sign)]
        self.selected = False
        if key == pygame.K_LEFT:
            self.text = self.text[:-1]
        elif key == pygame.K_RIGHT or not self.text:
            self._insert(signs[0])
        else:
            last = self.text[-1].lower()
            index = signs.index(last) if last in signs else -1
            index += 1 if key == pygame.K_UP else -1
            self.text = self.text[:-1] + signs[index % len(signs)]

    def _compose(self, text: str, caret: int) -> None:
        """Show what is composed; some input methods do not tell where their caret stands."""
        self.composition = Composition(text, caret if 0 <= caret <= len(text) else len(text))

    def _insert(self, text: str) -> None:
        kept = "".join(character for character in text if self.accepts(character))
        if kept:
            self.text = (("" if self.selected else self.text) + kept)[:_MOST_CHARACTERS]
            self.selected = False
