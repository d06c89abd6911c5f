import pygame
import pytest

from game.store.settings import Settings
from tests.pictures import SCREENS, ready_thinker, take

SIZES = ((640, 480), (1120, 760))


@pytest.fixture(scope="module")
def thinker():
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(SIZES[-1])
    with ready_thinker() as thinker:
        yield thinker


@pytest.mark.xdist_group("pictures")
@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
@pytest.mark.parametrize(("theme", "size"), list(zip(("light", "dark"), SIZES, strict=True)))
def test_every_screen_renders(screen, thinker, theme, size):
    picture = take(screen, thinker, Settings(theme=theme), size, most_seconds=0.3)
    colours = {
        tuple(picture.get_at((x, y))) for x in range(0, size[0], 7) for y in range(0, size[1], 7)
    }
    assert len(colours) > 12, "the screen is empty"
