"""The colours keep their promises, measured with WCAG's own formula."""

import pytest

from game.ui.theme import INK, LOSS, THEMES, TILES, mix


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


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.name)
def test_tiles_stand_out_and_show_their_shapes(tile):
    assert contrast(tile.fill, THEMES["dark"].well) >= 3.0
    assert contrast(mix(tile.fill, tile.shape_fill, tile.shape_alpha), tile.fill) >= 3.0


def test_no_two_tiles_share_a_shape_or_a_colour():
    assert len({tile.shape for tile in TILES}) == len(TILES) == 9
    assert len({tile.fill for tile in TILES}) == len(TILES)
