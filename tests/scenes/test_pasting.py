"""Positions from the clipboard: of any size of board, and of another game."""

import itertools

import pygame
import pytest

from ai.contract.games import game_of, game_spec
from game.screens.play.pasted import refusal
from tests.games import GAMES
from tests.sessions import session_of

NAMES = [spec.name for spec in GAMES]
OTHER_SIZES = {
    "samegame": {"columns": 7, "rows": 5},
    "tictactoe": {"columns": 5, "rows": 4, "in_a_row": 3},
    "hex": {"side": 4},
    "breakthrough": {"columns": 6, "rows": 5},
}


def position(game, moves=3, **parameters):
    """Return a position a few moves into a game."""
    session = session_of(game, moves, game_spec(game).parameters(**parameters), seed=3)
    return session.state


@pytest.mark.parametrize("game", NAMES)
def test_a_position_brings_its_own_size(rig, game):
    scene = rig.open(game)
    state = position(game, **OTHER_SIZES[game])
    scene.controller.paste(state.to_text())
    assert scene.session.state.to_text() == state.to_text()
    rig.frame()


@pytest.mark.parametrize(("own", "other"), list(itertools.permutations(NAMES, 2)))
def test_a_position_of_another_game_is_recognised(rig, monkeypatch, own, other):
    scene = rig.open(own)
    text = position(other).to_text()
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: text, raising=False)
    before = scene.session.state
    rig.key(pygame.K_v, pygame.KMOD_CTRL)
    told = scene.toasts.notice.text
    title = game_of(other).rules.title
    assert told.startswith(f"This is a position of {title}, not of {game_of(own).rules.title}.")
    assert scene.session.state is before


def test_a_damaged_position_is_told_with_its_place(rig):
    scene = rig.open("hex")
    text = "X O\nX\n"
    with pytest.raises(ValueError) as problem:  # noqa: PT011
        scene.controller.paste(text)
    assert refusal(text, "hex", problem.value) == (
        f"The clipboard holds no position of Hex Gomoku: {problem.value}."
    )
