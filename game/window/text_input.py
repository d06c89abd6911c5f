"""What SDL is told of text fields: whether keys are text now, and where its caret stands."""

import pygame

from game.ui.layout import Box
from game.ui.widgets import TextField, Widget


class TextInput:
    """Lets input methods write in text fields, and keeps them away from keys that mean commands.

    A sign such as ? is known by what is typed, which SDL tells only while it takes text. So it does
    so everywhere, until an input method composes where no field is: from then on in fields alone.
    """

    def __init__(self) -> None:
        self._field: TextField | None = None
        self._caret: Box | None = None
        self._composes = False
        self._meant = ""  # what a key types that went to no field
        pygame.key.start_text_input()

    def follow(self, focused: Widget | None) -> None:
        """Take text for the control that has the keyboard, if it is a field for that."""
        field = focused if isinstance(focused, TextField) else None
        if field is not self._field:
            if self._field is not None:
                self._field.give_up()
            self._field, self._caret = field, None
            pygame.key.stop_text_input()  # the input method gives up, too
            if field is not None or not self._composes:
                pygame.key.start_text_input()
        if field is not None and field.caret is not None and field.caret != self._caret:
            self._caret = field.caret
            pygame.key.set_text_input_rect(pygame.Rect(field.caret))

    def is_text(self, event: pygame.event.Event, focused: Widget | None) -> bool:
        """Tell whether an event is a key that types something in a field."""
        typed = getattr(event, "unicode", "") if event.type == pygame.KEYDOWN else ""
        return isinstance(focused, TextField) and bool(typed) and typed.isprintable()

    def takes(self, event: pygame.event.Event, focused: Widget | None) -> bool:
        """Tell whether an event belongs to what is typed, rather than to what is shown.

        That is a key of what is composed in a field, and the text of a key that was a command's,
        which may have opened a field meanwhile.
        """
        in_field = isinstance(focused, TextField)
        if event.type == pygame.KEYDOWN:
            self._meant = "" if in_field else getattr(event, "unicode", "")
            is_key = not getattr(event, "gamepad", False)
            return is_key and isinstance(focused, TextField) and focused.is_composing
        if event.type == pygame.TEXTEDITING and event.text and not in_field:
            self._composes = True
            pygame.key.stop_text_input()
        if event.type == pygame.TEXTINPUT and self._meant:
            meant, self._meant = self._meant, ""
            return bool(event.text == meant)
        return False
