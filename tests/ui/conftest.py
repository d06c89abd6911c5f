"""Screens that are sketched instead of being painted."""

import pygame
import pytest

from tests.ui.screens import shown
from tests.ui.sketch import SketchedFonts, sketching


@pytest.fixture
def sketch(monkeypatch):
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((64, 48))
    with sketching(monkeypatch) as made:
        yield made


@pytest.fixture
def sketched(sketch, tmp_path):
    """Opens screens by their names."""

    def opened(name, **settings):
        return shown(name, tmp_path / name, SketchedFonts(sketch), **settings)

    return opened
