"""Events as a player makes them, and a skin to draw with."""

import pygame

from game.ui.animation import MotionGate
from game.ui.icons import Icons
from game.ui.layout import DEFAULT_WINDOW, Unit
from game.ui.skin import Skin
from game.ui.text import Fonts
from game.ui.theme import DARK


def skin(theme=DARK, size=DEFAULT_WINDOW, mode="full", scale=1.0):
    pygame.font.init()
    return Skin(theme, Unit.of(size, scale), Fonts(), Icons(), MotionGate(mode))


def press(key, mod=0, text=""):
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=text, scancode=0)


def release(key):
    return pygame.event.Event(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0)


def typed(text):
    return pygame.event.Event(pygame.TEXTINPUT, text=text)


def move(position):
    return pygame.event.Event(
        pygame.MOUSEMOTION, pos=position, rel=(0, 0), buttons=(0, 0, 0), touch=False
    )


def drag(position):
    """Move with the left button held."""
    return pygame.event.Event(
        pygame.MOUSEMOTION, pos=position, rel=(0, 0), buttons=(1, 0, 0), touch=False
    )


def down(position, button=1):
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=position, button=button, touch=False)


def up(position, button=1):
    return pygame.event.Event(pygame.MOUSEBUTTONUP, pos=position, button=button, touch=False)


def wheel(steps):
    return pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=steps, flipped=False)


def click(target, position):
    """Move to a place, press and let go; return the last answer that is not None."""
    answers = [target.handle_event(event(position)) for event in (move, down, up)]
    return next((answer for answer in reversed(answers) if answer is not None), None)
