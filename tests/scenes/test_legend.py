"""The legend: every mark as it stands on the board, beside what it means."""

import pygame
import pytest

from ai.search.messages import ExactValue, Proof
from ai.search.order import beside_truth
from game.games.registry import window_games
from game.play.grading import loss_limits
from game.play.session import Mode
from game.screens.context import skin_of
from game.ui.layout import Box
from game.ui.overlay import WIN_POINT_LIMITS, Values, limit_words, score_limits
from game.ui.panel.legend import SIGN_WIDTH_DP, Explained
from tests.fakes import info_for
from tests.sessions import play_out

GAMES = tuple(game.name for game in window_games())


def test_the_letters_are_told_with_their_limits():
    assert limit_words(WIN_POINT_LIMITS) == "A up to 0.5, B 2, C 5, D 10, E more"
    assert limit_words(score_limits(4361)) == "A up to 22, B 87, C 218, D 436, E more"
    assert limit_words(score_limits(345)) == "A up to 1.7, B 6.9, C 17, D 34, E more"


@pytest.mark.parametrize("size", [(1120, 760), (640, 480)])
@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
@pytest.mark.parametrize("game", GAMES)
def test_each_mark_is_drawn_within_its_plate_beside_one_line(make_rig, game, theme, size):
    rig = make_rig(theme=theme)
    scene = rig.open(game)
    rig.resize(size)
    skin = skin_of(rig.context, size)
    width, signs = skin.px(556), 0
    for explained in scene.face.legend()[1]:
        assert isinstance(explained, Explained)
        if explained.sign is None:
            continue
        signs += 1
        tall = explained.height(skin, width)
        box = Box(30, 30, width, tall)
        surface = pygame.Surface((width + 60, tall + 60))
        surface.fill((1, 2, 3))
        explained.draw(surface, skin, box)
        painted = (pygame.surfarray.array3d(surface) != (1, 2, 3)).any(axis=2)
        assert not painted[:, :30].any(), explained.words
        assert not painted[:, 30 + tall :].any(), explained.words
        plate = pygame.surfarray.array3d(surface)[30 : 30 + skin.px(SIGN_WIDTH_DP), 40:60]
        assert len({tuple(each) for each in plate.reshape(-1, 3).tolist()}) > 2, explained.words
        lines = skin.fonts.wrap(explained.words, skin.text(13), width - skin.px(SIGN_WIDTH_DP + 18))
        assert len(lines) == 1 + explained.words.count("\n"), explained.words
    assert signs >= 5
    limits = limit_words(loss_limits(scene.session.record))
    assert any(limits in explained.words for explained in scene.face.legend()[1])


@pytest.mark.parametrize("game", ["hex", "breakthrough"])
def test_the_last_moves_ring_is_told_while_there_is_one(rig, game):
    scene = rig.open(game)
    assert "ring and dot" in scene.face.legend()[0]
    play_out(scene.session)
    assert scene.face.legend()[0] == f"**{scene.face.rule_words()}**"


def test_that_the_estimate_alone_orders_the_moves_is_said(make_rig):
    rig = make_rig(details=True)
    scene = rig.open("tictactoe", mode=Mode.ANALYSE)
    moves = scene.session.state.legal_moves
    exact = tuple(ExactValue(each, Proof.DRAW, 9) for each in moves)
    rig.say(beside_truth(info_for(moves), exact))
    rig.settle()
    assert "estimate alone" not in scene.face.legend()[0]
    scene.controller.ai.show_values(Values.ESTIMATE)
    rig.settle()
    assert "estimate alone" in scene.face.legend()[0]
