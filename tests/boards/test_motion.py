"""How long things move, and that reduced motion moves nothing."""

from dataclasses import replace

import numpy as np
import pytest

from game.games.samegame.board import pictures as samegame_pictures
from game.screens.play.board_animator import HoverFade
from game.ui.animation import MotionGate
from game.ui.boards.view import BoardContent
from game.ui.theme import MOTION
from tests.boards.contents import picture, samegame, view


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
