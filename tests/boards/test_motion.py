"""How long things move, and pictures that are kept; reduced motion moves nothing."""

from dataclasses import replace

import numpy as np
import pygame
import pytest

from game.games.samegame.board import pictures as samegame_pictures
from game.screens.play.board_animator import HoverFade
from game.ui.animation import MotionGate, Timeline, Tween, ease_in, ease_out, fall
from game.ui.boards.canvas import Canvas
from game.ui.boards.sprites import Layers, share_of
from game.ui.boards.view import BoardContent
from game.ui.layout import Unit
from game.ui.skin import Pictures
from game.ui.text import Fonts
from game.ui.theme import DARK, LIGHT, MOTION
from tests.boards.contents import picture, samegame, view
from tests.rig import skin


@pytest.fixture
def crumbs(monkeypatch):
    """Count the particles of each frame."""
    counts = []
    original = samegame_pictures.draw_particles

    def counting(layer, motion, seconds):
        drawn = []
        with monkeypatch.context() as patch:
            patch.setattr(samegame_pictures, "blit_centred", lambda *_, **__: drawn.append(1))
            original(layer, motion, seconds)
        counts.append((len(motion.removed), len(drawn)))

    monkeypatch.setattr("game.games.samegame.board.view.draw_particles", counting)
    return counts


def frame(before, after, *, motion="full", progress=0.4):
    content = BoardContent(after, before=before, progress=progress)
    return picture(view("samegame", motion=motion), content)


def test_only_large_groups_throw_crumbs_and_never_more_than_forty(crumbs):
    before = samegame(moves=0, columns=15, rows=15, colours=2)
    by_size = {len(group): group[0] for group in before.groups()}
    assert min(by_size) < 6 < 40 < max(by_size)
    for size, move in by_size.items():
        crumbs.clear()
        frame(before, before.play(move))
        assert bool(crumbs) == (size >= 6)
        assert all(drawn <= 40 for _, drawn in crumbs)


def outside(mixture, *ends):
    """Return by how much a picture is brighter or darker than two others, at most."""
    now, one, other = (np.frombuffer(each, np.uint8).astype(int) for each in (mixture, *ends))
    return max((np.minimum(one, other) - now).max(), (now - np.maximum(one, other)).max())


def test_reduced_motion_only_fades(crumbs):
    gate = MotionGate("reduced")
    assert gate.duration(0.7) == MOTION.cross_fade
    before = samegame(moves=4)
    after = before.play(max(before.groups(), key=len)[0])
    faded = frame(before, after, motion="reduced", progress=0.5)
    assert not crumbs
    assert outside(faded, *(frame(before, after, progress=end) for end in (0.0, 1.0))) <= 8


def test_what_is_pointed_at_fades_over():
    board = view("samegame")
    state = samegame()
    first, second = state.legal_moves[:2]
    old, new = BoardContent(state, hover=first), BoardContent(state, hover=second)
    ends = picture(board, old), picture(board, new)
    fading = replace(new, hover_before=first, hover_share=0.5)
    middle = picture(board, fading)
    assert middle not in ends
    assert outside(middle, *ends) <= 1, "nothing but the two pictures is in the mixture"
    assert picture(board, replace(fading, hover_share=1.0)) == ends[1]
    assert picture(board, replace(fading, hover_before=second)) == ends[1]


def test_hovering_takes_its_time_and_none_without_motion():
    fade, full, off = HoverFade(), MotionGate(), MotionGate("off")
    fade.go_to(3, full)
    assert (fade.before, fade.progress) == (None, 0.0)
    fade.update(MOTION.hover / 2)
    fade.go_to(3, full)
    assert fade.progress == pytest.approx(0.5)
    fade.go_to(4, full)
    assert (fade.before, fade.progress) == (3, 0.0)
    fade.update(MOTION.hover)
    assert fade.is_done
    fade.go_to(5, off)
    assert fade.is_done


def test_pictures_are_drawn_once_while_there_is_room():
    cache = Pictures(200)
    made = []

    def make(name):
        made.append(name)
        return pygame.Surface((10, 10))

    first = cache.get("a", lambda: make("a"))
    cache.get("b", lambda: make("b"))
    assert cache.get("a", lambda: make("a")) is first
    cache.get("c", lambda: make("c"))
    cache.get("a", lambda: make("a"))
    cache.get("b", lambda: make("b"))
    assert made == ["a", "b", "c", "b"]


def test_a_picture_larger_than_the_room_is_kept_alone():
    cache = Pictures(50)
    large = cache.get("large", lambda: pygame.Surface((10, 10)))
    assert cache.get("large", lambda: pygame.Surface((1, 1))) is large


def test_boards_of_one_look_share_their_pictures_until_the_look_is_gone():
    fonts = Fonts()

    def pictures(theme, u, of=fonts, **settings):
        return replace(skin(theme, unit=Unit(u), **settings), fonts=of).pictures

    kept = pictures(DARK, 70.0)
    others = [pictures(LIGHT, 70.0), pictures(DARK, 71.0), pictures(DARK, 70.0, details=False)]
    assert pictures(DARK, 70.0, symbols=False, metric="loss") is kept
    assert kept not in [*others, pictures(DARK, 70.0, Fonts())]
    for width in range(71, 80):
        pictures(DARK, float(width))
    assert pictures(DARK, 70.0) is not kept


def test_layers_are_painted_again_only_for_another_key():
    layers, painted = Layers((20, 20)), []

    def paint(colour):
        def on(layer):
            painted.append(colour)
            layer.fill(colour, (colour[0] // 100, 3, 4, 5))

        return on

    surface = pygame.Surface((20, 20))
    for key, colour in ((1, (200, 0, 0)), (1, (200, 0, 0)), (2, (100, 0, 0))):
        surface.fill((0, 0, 0))
        layers.blit(surface, "name", key, paint(colour))
    assert painted == [(200, 0, 0), (100, 0, 0)]
    assert surface.get_at((1, 4))[:3] == (100, 0, 0)
    assert surface.get_at((5, 4))[:3] == (0, 0, 0)


def test_a_canvas_covers_pixels_by_their_share():
    canvas = Canvas((4, 1))
    canvas.polygon([(0.5, 0), (2.5, 0), (2.5, 1), (0.5, 1)], (255, 120, 0))
    picture = canvas.finish()
    alphas = [picture.get_at((x, 0))[3] for x in range(4)]
    assert alphas == pytest.approx([128, 255, 128, 0], abs=2)
    assert all(picture.get_at((x, 0))[:3] == (255, 120, 0) for x in (0, 1, 2))


def test_lines_drawn_at_once_do_not_darken_where_they_cross():
    canvas = Canvas((20, 20))
    canvas.strokes([[(2, 10), (18, 10)], [(10, 2), (10, 18)]], 4, (0, 0, 0), 0.5)
    picture = canvas.finish()
    assert picture.get_at((10, 10))[3] == picture.get_at((5, 10))[3] == pytest.approx(128, abs=1)


def test_erasing_makes_clear_again():
    canvas = Canvas((8, 8))
    canvas.circle((4, 4), 4, (9, 9, 9))
    canvas.erase([(0, 0), (8, 0), (8, 4), (0, 4)])
    picture = canvas.finish()
    assert picture.get_at((4, 1))[3] == 0
    assert picture.get_at((4, 6))[3] == 255


def test_parts_of_a_timeline():
    assert [share_of(t, 1, 3) for t in (0, 1, 2, 3, 4)] == [0, 0, 0.5, 1, 1]
    assert share_of(1, 1, 1) == 1
    assert share_of(0.5, 1, 1) == 0


@pytest.mark.parametrize("easing", [ease_in, ease_out, fall])
def test_every_easing_goes_from_zero_to_one_without_turning_back(easing):
    values = [easing(i / 50) for i in range(51)]
    assert values[0] == 0.0
    assert values[-1] == 1.0
    assert values == sorted(values)


def test_the_gate_shortens_all_motion():
    assert MotionGate("full", 1.0).duration(0.2) == 0.2
    assert MotionGate("full", 2.0).duration(0.2) == 0.1
    assert MotionGate("reduced").duration(0.5) == 0.12
    assert MotionGate("reduced").duration(0.0) == 0.0
    assert MotionGate("off").duration(0.5) == 0.0
    assert not MotionGate("reduced").moves
    assert MotionGate("reduced").fades
    assert not MotionGate("off").fades


def test_a_timeline_runs_once():
    timeline = Timeline()
    assert timeline.is_done
    assert not timeline.update(0.1)
    timeline.start(0.2)
    assert timeline.progress == 0.0
    assert timeline.update(0.1)
    assert timeline.progress == pytest.approx(0.5)
    assert timeline.update(1.0)
    assert timeline.is_done
    assert timeline.progress == 1.0
    timeline.start(0.2)
    timeline.finish()
    assert timeline.is_done


def test_a_tween_turns_round_where_it_is():
    tween = Tween(0.0)
    tween.go_to(1.0, 1.0)
    tween.update(0.5)
    half = ease_out(0.5)
    assert tween.value == pytest.approx(half)
    tween.go_to(0.0, 1.0)
    assert tween.value == pytest.approx(half)
    tween.update(1.0)
    assert tween.value == 0.0
    assert tween.is_done
    tween.go_to(1.0, 0.0)
    assert tween.value == 1.0
