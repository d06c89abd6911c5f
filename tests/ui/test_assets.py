"""What is shipped is what is shown: every font and icon is there, and none too many."""

import itertools
import re
from functools import cache

import pygame
import pytest

from game.ui import draw
from game.ui.letters import FONT_FILES, SHIPPED
from game.ui.skin import ICON_FOLDER, icon
from game.ui.theme import DARK, THEMES
from tests.processes import ROOT
from tests.rig import skin

ICONS = sorted(path.stem for path in ICON_FOLDER.glob("*.svg"))


@cache
def sources() -> str:
    """Return all that is written in the program's window."""
    return "\n".join(path.read_text(encoding="utf-8") for path in ROOT.glob("game/**/*.py"))


@pytest.mark.parametrize("name", ICONS)
def test_every_icon_is_shown_somewhere_and_is_tinted(name):
    assert f'"{name}"' in sources()
    picture = icon(name, 18, DARK.ai)
    assert picture.get_size() == (18, 18)
    colours = [picture.get_at(at) for at in itertools.product(range(18), repeat=2)]
    assert {colour[:3] for colour in colours if colour[3] > 250} <= {DARK.ai}
    assert picture.get_bounding_rect().width > 3


def test_an_icon_that_is_named_is_there():
    named = {*re.findall(r'icon="([a-z0-9-]+)"', sources())}
    named |= {*re.findall(r'IconButton\(\s*[\w".]+,\s*"([a-z0-9-]+)"', sources())}
    assert named
    assert named <= set(ICONS)


def test_the_licences_lie_beside_what_they_are_for():
    folder = FONT_FILES[False].parent
    for name in ("OFL.txt", "OFL-NotoSans.txt", "OFL-NotoSansCJK.txt"):
        assert "SIL OPEN FONT LICENSE" in (folder / name).read_text(encoding="utf-8")
    assert "ISC License" in (ICON_FOLDER / "LICENSE").read_text(encoding="utf-8")
    shipped = {file for files in SHIPPED for file in files.values()}
    assert {*folder.glob("*.ttf"), *folder.glob("*.otf")} == shipped
    assert sum(file.stat().st_size for file in shipped) < 6_000_000


def test_round_shapes_have_soft_edges_and_the_right_size():
    surface = pygame.Surface((60, 60))
    draw.disc(surface, (30, 30), 20, (255, 255, 255))
    levels = {surface.get_at((x, 14))[0] for x in range(60)}
    assert len(levels) > 2, "there is something between black and white"
    bounds = pygame.mask.from_threshold(surface, (255, 255, 255), (140, 140, 140))
    assert bounds.count() == pytest.approx(3.1416 * 400, rel=0.02)


def test_a_rounded_box_is_filled_to_its_edges_and_not_beyond():
    surface = pygame.Surface((100, 60))
    box = draw.Box(10, 10, 80, 40)
    draw.fill_round(surface, box, 12, (255, 255, 255))
    assert surface.get_at((50, 10))[0] == surface.get_at((10, 30))[0] == 255
    assert surface.get_at((89, 30))[0] == surface.get_at((50, 49))[0] == 255
    assert surface.get_at((90, 30))[0] == surface.get_at((50, 50))[0] == 0
    assert surface.get_at((10, 10))[0] < 40, "the corner is cut"
    draw.fill_round(surface, box, 12, (255, 255, 255), draw.TOP_LEFT)
    assert surface.get_at((89, 10))[0] == 255, "only the upper left one"


def test_an_outline_lies_inside_its_box():
    surface = pygame.Surface((100, 60))
    draw.stroke_round(surface, draw.Box(10, 10, 80, 40), 12, (255, 255, 255), 2)
    assert surface.get_at((50, 11))[0] == 255
    assert surface.get_at((50, 12))[0] == 0
    assert surface.get_bounding_rect().size == (100, 60)
    lit = pygame.mask.from_threshold(surface, (255, 255, 255), (200, 200, 200))
    assert lit.get_bounding_rects()[0] == (10, 10, 80, 40)


def test_the_contrast_theme_casts_no_shadows():
    box, unit = draw.Box(30, 30, 40, 40), skin().unit
    for name in ("dark", "contrast"):
        surface = pygame.Surface((100, 100))
        surface.fill((90, 90, 90))
        before = pygame.image.tobytes(surface, "RGB")
        draw.shadow(surface, box, 8, draw.Shadow(3, 6, 0.4), THEMES[name], unit)
        assert (pygame.image.tobytes(surface, "RGB") == before) is (name == "contrast")
