"""Screens that are sketched instead of being painted."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from tests.rig import Rig
from tests.ui.screens import shown
from tests.ui.sketch import Sketch, SketchedFonts, sketching


@pytest.fixture
def sketch(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sketch]:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((64, 48))
    with sketching(monkeypatch) as made:
        yield made


@pytest.fixture
def sketched(sketch: Sketch, tmp_path: Path) -> Callable[[str], Rig]:
    """Opens screens by their names."""
    return lambda name: shown(name, tmp_path / name, SketchedFonts(sketch))
