"""How long things move, and that reduced motion moves nothing."""

from dataclasses import replace

import pygame
import pytest

from game.games.samegame.board import pictures as samegame_pictures
from game.games.samegame.board.collapse import collapse
from game.screens.play.board_animator import HoverFade
from game.ui.animation import MotionGate
from game.ui.boards.base import BoardContent
from game.ui.theme import MOTION
from tests.boards.contents import picture, samegame, view


def removals():
    """Return all removals of one board, as the positions before and after."""
    before = samegame(moves=4)
    return [(before, before.play(move)) for move in before.legal_moves]


def test_everything_takes_as_long_as_it_should():
    for before, after in removals():
        motion = collapse(before, after)
        falls = [flight.track for flight in motion.stages[1].flights]
        assert all(0.15 <= track.duration <= 0.22 for track in falls)
        assert motion.fall_seconds <= 0.25
        assert motion.slide_seconds in (0.0, 0.18)


def test_what_falls_further_sets_out_later():
    tracks = {flight.track for pair in removals() for flight in collapse(*pair).stages[1].flights}
    delays = {track.drop: track.delay for track in tracks}
    assert len(delays) > 1
    assert [delays[drop] for drop in sorted(delays)] == sorted(delays.values())
    assert delays[1] == 0.0
    assert delays[2] == pytest.approx(0.02)


@pytest.fixture
def crumbs(monkeypatch):
    """Count the particles of each frame."""
    counts = []
    original = samegame_pictures.draw_particles

    def counting(sprites, surface, geometry, motion, seconds):
        drawn = []
        with monkeypatch.context() as patch:
            patch.setattr(samegame_pictures, "blit_centred", lambda *_, **__: drawn.append(1))
            original(sprites, surface, geometry, motion, seconds)
        counts.append((len(motion.removed), len(drawn)))

    monkeypatch.setattr("game.games.samegame.board.view.draw_particles", counting)
    return counts


def frame(before, after, *, cross_fade=False, progress=0.4):
    board = view("samegame")
    content = BoardContent(after, before=before, progress=progress, cross_fade=cross_fade)
    surface = pygame.Surface((600, 500))
    board.draw(surface, content)
    return pygame.image.tobytes(surface, "RGB")


def test_only_large_groups_throw_crumbs_and_never_more_than_forty(crumbs):
    before = samegame(moves=0, columns=15, rows=15, colours=2)
    for move in before.legal_moves:
        crumbs.clear()
        frame(before, before.play(move))
        size = len(before.group_at(*divmod(move, 15)))
        assert bool(crumbs) == (size >= 6)
        assert all(drawn <= 40 for _, drawn in crumbs)


def test_reduced_motion_only_fades(crumbs):
    gate = MotionGate("reduced")
    assert gate.duration(0.7) == MOTION.cross_fade
    before, after = max(removals(), key=lambda pair: pair[0].tiles_left - pair[1].tiles_left)
    faded = frame(before, after, cross_fade=True, progress=0.5)
    assert not crumbs
    ends = [frame(before, after, progress=end) for end in (0.0, 1.0)]
    off = [max(min(a, b) - now, now - max(a, b)) for now, a, b in zip(faded, *ends, strict=True)]
    assert max(off) <= 8, "but for rounding, nothing is brighter or darker than both ends"


def test_what_is_pointed_at_fades_over():
    board = view("samegame")
    state = samegame()
    first, second = state.legal_moves[:2]
    old, new = BoardContent(state, hover=first), BoardContent(state, hover=second)
    ends = picture(board, old), picture(board, new)
    fading = replace(new, hover_before=first, hover_share=0.5)
    middle = picture(board, fading)
    assert middle not in ends
    assert all(
        min(a, b) - 1 <= c <= max(a, b) + 1 for a, b, c in zip(*ends, middle, strict=True)
    ), "nothing but the two pictures is in the mixture"
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
