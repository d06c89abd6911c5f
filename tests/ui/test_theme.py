"""The colours keep their promises, by the formula of WCAG and for every kind of colour vision."""

import itertools

import numpy as np
import pytest
from colorspacious import cspace_convert

from game.ui.theme import (
    INK,
    IVORY,
    LOSS,
    MEDALS,
    PALETTES,
    STONES,
    THEMES,
    TILES,
    WHITE,
    mix,
)


def luminance(colour):
    channels = [c / 255 for c in colour]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first, second):
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_the_formula_is_the_one_of_wcag():
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21.0)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_text_can_be_read_on_every_surface(theme):
    least = 7.0 if theme.name == "contrast" else 4.5
    for ground in (theme.bg, theme.panel, theme.raised, theme.hover):
        for ink in (theme.text, theme.text2, theme.text3, theme.ai):
            assert contrast(ink, ground) >= least
    for ground in (theme.primary, theme.primary_hover, theme.primary_pressed):
        assert contrast(theme.on_primary, ground) >= least
    assert contrast(theme.on_ai, theme.ai) >= least
    assert contrast(theme.coordinates, theme.plate) >= least
    assert contrast(theme.text, theme.pressed) >= least
    for ground in (theme.bg, theme.panel, theme.raised):
        assert contrast(theme.warn, ground) >= 4.5


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_controls_and_marks_can_be_seen(theme):
    for ground in (theme.bg, theme.panel, theme.raised):
        assert contrast(theme.ctrl, ground) >= 3.0
        assert contrast(theme.focus, ground) >= 3.0
    assert contrast(theme.ai, theme.line) >= 3.0
    assert contrast(theme.disc, theme.cell) >= 3.0


@pytest.mark.parametrize("style", LOSS.values(), ids=LOSS)
def test_letters_and_numbers_of_the_loss_classes_can_be_read(style):
    assert contrast(style.letter, style.fill) >= 4.5
    assert contrast(style.fill, INK) >= 3.0
    wedge = mix(INK, style.fill, style.wedge_alpha)
    assert contrast((255, 255, 255), wedge) >= 4.5


def test_no_two_tiles_share_a_shape_or_a_colour():
    assert len({tile.shape for tile in TILES}) == len(TILES) == 9
    assert len({tile.fill for tile in TILES}) == len(TILES)


# Colour vision.

VISIONS = ("normal", "deuteranomaly", "protanomaly", "tritanomaly")
APART = 15.0
"""Least distance in CAM02-UCS: what is told apart at a glance."""


def seen(colours, vision):
    """Return colours in CAM02-UCS as somebody of this vision sees them.

    The simulation of missing cones is Machado, Oliveira and Fernandes', 2009.
    """
    rgb = np.array(colours) / 255
    if vision != "normal":
        space = {"name": "sRGB1+CVD", "cvd_type": vision, "severity": 100}
        rgb = np.clip(cspace_convert(rgb, space, "sRGB1"), 0, 1)
    return cspace_convert(rgb, "sRGB1", "CAM02-UCS")


def nearest(colours, vision):
    """Return the smallest distance between any two of the colours."""
    places = seen(colours, vision)
    return min(np.linalg.norm(a - b) for a, b in itertools.combinations(places, 2))


def test_the_distance_is_the_one_of_cam02_ucs():
    assert nearest([(0, 0, 0), (255, 255, 255)], "normal") == pytest.approx(100, abs=0.5)
    red, olive = (200, 60, 60), (120, 110, 40)
    assert nearest([red, olive], "deuteranomaly") < nearest([red, olive], "normal") / 1.5


@pytest.mark.parametrize("vision", VISIONS)
def test_the_classes_of_loss_stay_apart(vision):
    assert nearest([style.fill for style in LOSS.values()], vision) >= APART


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("palette", PALETTES)
def test_the_first_five_tiles_stay_apart(palette, vision):
    assert nearest([tile.fill for tile in PALETTES[palette][:5]], vision) >= APART


def test_one_palette_needs_no_colour_at_all():
    lights = [luminance(tile.fill) for tile in PALETTES["lightness"][:5]]
    lightness = [116 * light ** (1 / 3) - 16 for light in lights]
    assert all(high - low >= 10 for low, high in itertools.pairwise(lightness))


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
@pytest.mark.parametrize("palette", PALETTES)
def test_tiles_stand_out_from_the_well_of_every_theme(palette, theme):
    for tile in PALETTES[palette]:
        assert contrast(tile.fill, theme.well) >= 3.0, tile.name


@pytest.mark.parametrize("palette", PALETTES)
def test_the_shapes_on_tiles_can_be_seen(palette):
    for tile in PALETTES[palette]:
        shape = mix(tile.fill, tile.shape_fill, tile.shape_alpha)
        assert contrast(shape, tile.fill) >= 3.0, tile.name


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_what_is_drawn_on_the_boards_can_be_seen(theme):
    for stone in STONES:
        assert contrast(stone.plain, theme.cell) >= 3.0
        assert contrast(stone.on_plain, stone.plain) >= 4.5
    assert contrast(IVORY, theme.cell) >= 3.0, "the outline of a cell that must be blocked"
    assert contrast(WHITE, theme.disc) >= 4.5
    for style in LOSS.values():
        assert contrast(style.rim, theme.disc) >= 3.0
    assert contrast(WHITE, theme.well) >= 3.0, "the cursor"


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_text_on_notices_fields_and_switches_can_be_read(theme):
    assert contrast(theme.on_tooltip, theme.tooltip) >= 4.5
    assert contrast(theme.text, theme.bg) >= 4.5
    assert contrast(theme.text, theme.hover) >= 4.5, "a text that is selected"
    assert contrast(theme.on_ai, theme.ai) >= 3.0, "the knob of a switch"
    assert contrast(theme.text2, theme.hover) >= 3.0
    assert contrast(theme.focus, theme.hover) >= 3.0


def test_medals_can_be_told_without_their_colour():
    assert len({medal.name for medal in MEDALS}) == 3
    for medal in MEDALS:
        assert contrast(medal.colour, THEMES["dark"].panel) >= 3.0
