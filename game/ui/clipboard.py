"""Puts text where other programs find it."""

import pygame


def copied(text: str, told: str) -> str:
    """Put a text on the clipboard; return what is to be said: `told`, or why it is not there."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return "There is no clipboard on this system."
    return told
