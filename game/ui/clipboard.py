"""The text that programs share."""

import pygame


def copied(text: str, told: str) -> str:
    """Put a text on the clipboard; return what is to be said: `told`, or why it is not there."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return "There is no clipboard on this system."
    return told


def clipboard_text() -> str:
    """Return the clipboard's text; nothing if there is none or no clipboard."""
    try:
        return pygame.scrap.get_text()
    except pygame.error:
        return ""
