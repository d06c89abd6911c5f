"""The colours keep their promises, by the formula of WCAG and for every kind of colour vision."""

import itertools
from collections import Counter
from dataclasses import replace
from functools import partial

import numpy as np
import pygame
import pytest
from colorspacious import cspace_convert

from game.ui.layout import Box
from game.ui.panel.analysis import CandidateRow, CandidateTable, EvalBar
from game.ui.panel.basics import PlayerRow, draw_mark
from game.ui.panel.history import MoveList, PlayedMove, Removal, RemovalList
from game.ui.panel.items import RaisedButton
from game.ui.theme import (
    BOARD_LIGHT,
    INK,
    IVORY,
    LOSS,
    MEDALS,
    MOSS,
    MULBERRY,
    PALETTES,
    SIZE,
    STONE,
    STONES,
    THEMES,
    TILES,
    UMBER,
    WELL,
    WHITE,
    accented,
    contrast,
    in_material,
    luminance,
    mix,
)
from game.ui.widgets import Button, NavList
from tests.rig import skin

THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)


def assert_seen(inks, grounds, least):
    """Check that each of the inks stands out from each of the grounds."""
    for ink, ground in itertools.product(inks, grounds):
        assert contrast(ink, ground) >= least, (ink, ground)


def test_the_formula_is_the_one_of_wcag():
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21.0)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@THEME
def test_text_can_be_read_and_controls_can_be_seen_on_every_surface(theme):
    least = 7.0 if theme.name == "contrast" else 4.5
    grounds = (theme.bg, theme.panel, theme.raised)
    assert_seen((theme.text, theme.text2, theme.text3, theme.ai), (*grounds, theme.hover), least)
    buttons = theme.primary, theme.primary_hover, theme.primary_pressed
    assert_seen([theme.on_primary], buttons, least)
    assert_seen([theme.on_ai], [theme.ai], least)
    assert_seen([theme.text], [theme.pressed], least)
    assert_seen([theme.on_primary], [theme.primary], 4.5)
    assert_seen([theme.warn], grounds, 4.5)
    assert_seen([theme.ctrl], grounds, 3.0)
    assert_seen([theme.accent], (*grounds, theme.hover), 3.0)
    assert_seen([theme.ai], [theme.line], 3.0)


@pytest.mark.parametrize("kind", [Button, RaisedButton])
def test_words_of_what_is_of_no_use_can_be_read_in_the_contrast_theme(kind):
    look = replace(skin(), theme=THEMES["contrast"])
    for options in ({}, {"primary": True}, {"flat": True}):
        colours = []
        for enabled in (False, True):
            button = kind("undo", "Undo", enabled=enabled, **options)
            button.place(Box(0, 0, 120, 40))
            surface = pygame.Surface((120, 40))
            button.draw(surface, look)
            inside = itertools.product(range(8, 112), range(6, 34))
            seen = Counter(tuple(surface.get_at(at)[:3]) for at in inside)
            ((ground, _),) = seen.most_common(1)
            colours.append((ground, max(seen, key=partial(contrast, ground))))
        assert_seen([colours[0][1]], [colours[0][0]], 7.0)
        assert colours[0] != colours[1]


@THEME
def test_what_is_drawn_on_the_boards_can_be_seen(theme):
    for stone in STONES:
        assert_seen([stone.on_plain], [stone.plain], 4.5)
    assert_seen([WHITE], [theme.disc], 4.5)
    assert_seen([style.rim for style in LOSS.values()], [theme.disc], 3.0)
    cursor = WHITE
    for palette in PALETTES.values():
        assert_seen([cursor, *(tile.fill for tile in palette)], [theme.well], 3.0)


@pytest.mark.parametrize("style", LOSS.values(), ids=LOSS)
def test_letters_and_numbers_of_the_loss_classes_can_be_read(style):
    assert_seen([style.letter], [style.fill], 4.5)
    assert_seen([style.fill], [INK], 3.0)
    assert_seen([WHITE], [mix(INK, style.fill, style.wedge_alpha)], 4.5)


def test_tiles_and_medals_can_be_told_without_their_colour():
    assert len({tile.shape for tile in TILES}) == len(TILES) == 9
    assert len({tile.fill for tile in TILES}) == len(TILES)
    for tile in itertools.chain(*PALETTES.values()):
        assert_seen([mix(tile.fill, tile.shape_fill, tile.shape_alpha)], [tile.fill], 3.0)
    assert len({medal.name for medal in MEDALS}) == 3
    assert_seen([medal.colour for medal in MEDALS], [THEMES["dark"].panel], 3.0)


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


# What boards are made of.

MATERIALS = {
    "stone": STONE,
    "moss": MOSS,
    "mulberry": MULBERRY,
    "umber": UMBER,
    "well": WELL,
    "one accent": accented("#3C6FF0"),
}
ONE_PIECE = (MULBERRY,)
"""Boards whose labels stand on what the cells are made of."""
UNLIT = (MATERIALS["well"], MATERIALS["one accent"])
"""Boards on which no row lights up at the end."""
EVERYWHERE = [
    pytest.param(in_material(theme, material), material, id=f"{name}, {theme.name}")
    for name, material in MATERIALS.items()
    for theme in THEMES.values()
]


def lit(theme, colour):
    """Return a colour in the middle of a board, in its lightest and in its darkest corner."""
    light = 0.0 if theme.bordered else BOARD_LIGHT
    return [tuple(c * (1 + share) for c in colour) for share in (0.0, light, -light)]


def fields(theme, material):
    """Return the colours that cells have."""
    chequered = (theme.cell_dark,) if material is UMBER else ()
    return [tone for cell in (theme.cell, *chequered) for tone in lit(theme, cell)]


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize(("theme", "material"), EVERYWHERE)
def test_the_classes_of_loss_stand_out_from_every_board(theme, material, vision):
    grounds = [*fields(theme, material), theme.plate, theme.well]
    classes = [style.fill for style in LOSS.values()]
    away = seen(grounds, vision)[:, None] - seen(classes, vision)[None]
    assert np.linalg.norm(away, axis=2).min() >= APART


@pytest.mark.parametrize(("theme", "material"), EVERYWHERE)
def test_what_lies_on_every_board_and_card_can_be_seen_and_read(theme, material):
    pieces = [stone.plain for stone in STONES]
    assert_seen((*pieces, IVORY, WHITE, theme.disc), fields(theme, material), 3.0)
    labels = lit(theme, theme.cell) if material in ONE_PIECE else [theme.plate]
    assert_seen([theme.coordinates], labels, 4.5)
    assert_seen([theme.accent], (theme.bg, theme.panel, theme.raised, theme.hover), 4.5)
    cards = theme.card(0.0), theme.card(1.0), mix(theme.panel, theme.cell, 0.30)
    assert_seen((theme.text, theme.text2), cards, 4.5)
    if material not in UNLIT:
        black, white = pieces
        assert_seen([black], [theme.lit], 4.5)
        assert_seen([white], [theme.shade], 4.5)
        assert_seen([theme.lit_edge], [theme.lit], 1.2)


def test_an_accent_is_as_the_game_wants_it_if_it_can_be_read():
    own = accented("#E8A0B8").accent
    assert own[0] == own[2] == "#E8A0B8" != own[1]


def test_the_focus_ring_has_the_accent_unless_the_theme_says_otherwise():
    dark = THEMES["dark"]
    assert in_material(dark, MOSS).focus == in_material(dark, MOSS).accent != dark.accent
    assert in_material(replace(dark, focus=INK), MOSS).focus == INK


# What is drawn.

PANEL = Box(20, 20, 320, 120)
ROW = CandidateRow("A", "a1", "50 %", visits="1k")
MOVES = tuple(PlayedMove(name) for name in ("a1", "b2", "c3"))
REMOVALS = (Removal(0, "A1", 4, 4), Removal(1, "B1", 3, 1))
CHOSEN = {
    "candidate": lambda on: CandidateTable((replace(ROW, highlighted=on),)),
    "move": lambda on: MoveList(MOVES, cursor=2 if on else 0),
    "removal": lambda on: RemovalList(REMOVALS, cursor=2 if on else 0),
    "player": lambda on: PlayerRow("black", "You", "Black", active=on),
}


def drawn(theme, section):
    """Return a section on the panel as an array of colours."""
    surface = pygame.Surface((PANEL.right + PANEL.x, PANEL.bottom + PANEL.y))
    surface.fill(theme.panel)
    if isinstance(section, NavList):
        section.place(PANEL)
        section.draw(surface, skin(theme))
    else:
        section.draw(surface, skin(theme), PANEL)
    return pygame.surfarray.array3d(surface)


def stands_out(first, second):
    """Return where two pictures differ as WCAG asks of what is drawn: by 3 to 1."""
    channels = np.stack((first, second)) / 255
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    light = linear @ (0.2126, 0.7152, 0.0722) + 0.05
    return light.max(axis=0) / light.min(axis=0) >= 3.0


@THEME
@pytest.mark.parametrize("kind", CHOSEN)
def test_the_chosen_row_is_seen_to_be_chosen(kind, theme):
    differs = stands_out(drawn(theme, CHOSEN[kind](False)), drawn(theme, CHOSEN[kind](True)))
    rows = differs.sum(axis=0)
    edge = 0.5 * (PANEL.width if kind != "move" else 70)
    assert (rows >= edge).sum() >= 2, "an upper and a lower edge"


@THEME
def test_the_chosen_page_is_seen_to_be_chosen(theme):
    pages = [(name, name, "cpu") for name in ("one", "two")]
    differs = stands_out(*(drawn(theme, NavList("pages", pages, name)) for name in ("one", "two")))
    assert (differs.sum(axis=0) >= 0.5 * PANEL.width).sum() >= 4


@THEME
@pytest.mark.parametrize("marks", [("black", "white"), ("cross", "nought")])
@pytest.mark.parametrize("share", [0.0, 1.0])
def test_a_bar_that_is_all_one_sides_is_seen_to_be_full(share, marks, theme):
    bar = EvalBar(("A", "B"), marks, share)
    tall = bar.height(skin(theme), PANEL.width)
    empty = np.broadcast_to(np.array(theme.panel, np.uint8), drawn(theme, bar).shape)
    seen = stands_out(drawn(theme, bar), empty)
    rim = 2
    bottom = PANEL.y + tall
    inside = slice(bottom - skin(theme).px(SIZE.eval_bar) + rim, bottom - rim)
    columns = seen[PANEL.x : PANEL.right, inside].any(axis=1)
    assert tall <= PANEL.height
    assert columns.mean() >= 0.9


@THEME
def test_crosses_and_noughts_have_the_boards_colours_beside_it(theme):
    for mark, ink in (("cross", INK), ("nought", IVORY)):
        surface = pygame.Surface((40, 40))
        draw_mark(surface, skin(theme), mark, (20, 20), 30)
        colours = {tuple(c) for c in pygame.surfarray.array3d(surface).reshape(-1, 3).tolist()}
        assert {ink, theme.cell} <= colours
