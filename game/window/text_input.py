"""What SDL is told of text fields: whether keys are text now, and where its caret stands."""

import pygame

from game.ui.layout import Box
from game.ui.widgets import TextField, Widget


class TextInput:
    """Lets input methods write in text fields, and keeps them away from keys that mean commands."""

    def __init__(self) -> None:
        self._field: TextField | None = None
        self._caret: Box | None = None
        pygame.key.stop_text_input()  # pygame has begun with it

    def follow(self, focused: Widget | None) -> None:
        """Take text for the control that has the keyboard, if it is a field for that."""
        field = focused if isinstance(focused, TextField) else None
        if field is not self._field:
            if self._field is not None:
                self._field.give_up()
            self._field, self._caret = field, None
            pygame.key.stop_text_input()  # the input method gives up, too
            if field is not None:
                pygame.key.start_text_input()
        if field is not None and field.caret is not None and field.caret != self._caret:
            self._caret = field.caret
            pygame.key.set_text_input_rect(pygame.Rect(field.caret))

    def takes(self, event: pygame.event.Event, focused: Widget | None) -> bool:
        """Tell whether an event is a key that belongs to what is composed in a field."""
        is_key = event.type == pygame.KEYDOWN and not getattr(event, "gamepad", False)
        return is_key and isinstance(focused, TextField) and focused.is_composing
