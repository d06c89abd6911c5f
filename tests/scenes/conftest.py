"""A scene without an app."""

from collections.abc import Callable

import pygame
import pytest

from tests.rig import Rig

SMALL = {"samegame_columns": 5, "samegame_rows": 5, "samegame_colours": 2}


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


@pytest.fixture
def small(make_rig) -> Rig:
    """A board of SameGame that is soon played out."""
    rig = make_rig(**SMALL)
    session = rig.open("samegame").session
    session.begin_again(session.record.start.parameters, seed=5)
    rig.settle()
    return rig
