"""A scene without an app."""

from collections.abc import Callable

import pygame
import pytest

from tests.rig import Rig


@pytest.fixture(autouse=True)
def _pygame():
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((64, 48))
    yield
    pygame.event.clear()


@pytest.fixture
def make_rig(tmp_path) -> Callable[..., Rig]:
    def make(worker=None, **settings: object) -> Rig:
        return Rig(tmp_path, worker, **settings)

    return make


@pytest.fixture
def rig(make_rig) -> Rig:
    return make_rig()
