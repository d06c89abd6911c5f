"""Random input in every game: whatever the player does, the scene stays whole."""

import random
from dataclasses import replace

import pygame
import pytest

from ai.search.messages import SearchFailed, StopReason
from game.games.registry import GAMES
from game.screens.base import Back
from game.session import Session
from tests.game.fakes import info_for

KEYS = [
    *range(pygame.K_1, pygame.K_9 + 1),
    *(ord(letter) for letter in "adghklnrstvwz[]"),
    pygame.K_RETURN,
    pygame.K_SPACE,
    pygame.K_TAB,
    pygame.K_ESCAPE,
    pygame.K_LEFT,
    pygame.K_RIGHT,
    pygame.K_UP,
    pygame.K_DOWN,
    pygame.K_HOME,
    pygame.K_END,
    pygame.K_F5,
    pygame.K_PAGEDOWN,
]
CONTROL_KEYS = [ord(letter) for letter in "zyngcv"]
STEPS = 300


def answer(rig, choose):
    """Let the AI say something, whether or not it still matters."""
    if not rig.worker.searches:
        return
    request = rig.worker.searches[choose.randrange(-2, 0) % len(rig.worker.searches)]
    rig.worker.requests.append(request)
    legal = list(request.position.legal_moves)
    choose.shuffle(legal)
    info = info_for(tuple(legal[:12]), choose.randrange(10, 10**6), choose.uniform(0, 1))
    line, state = [], request.position
    while not state.is_terminal and len(line) < 6:
        line.append(legal[0] if not line else choose.choice(state.legal_moves))
        state = state.play(line[-1])
    if line:
        first = replace(info.candidates[0], line=tuple(line))
        info = replace(info, candidates=(first, *info.candidates[1:]), line=tuple(line))
    if choose.random() < 0.5:
        rig.worker.say(info)
    elif choose.random() < 0.95:
        rig.worker.finish(info, choose.choice(list(StopReason)))
    else:
        rig.worker.answers.append(SearchFailed(request.generation, "monkey"))


def act(rig, choose):
    width, height = rig.surface.get_size()
    at = (choose.randrange(width), choose.randrange(height))
    kind = choose.randrange(10)
    if kind < 3:
        rig.click(at)
    elif kind == 3:
        rig.move(at)
    elif kind < 6:
        rig.key(choose.choice(KEYS), choose.choice([0, 0, 0, pygame.KMOD_SHIFT]))
    elif kind == 6:
        rig.key(choose.choice(CONTROL_KEYS), pygame.KMOD_CTRL)
    elif kind == 7:
        rig.frame(choose.choice([0.01, 0.1, 0.5, 3.0]))
    elif kind == 8:
        answer(rig, choose)
    else:
        rig.send(pygame.MOUSEWHEEL, x=0, y=choose.choice([-1, 1]))
        rig.send(pygame.KEYUP, key=choose.choice([pygame.K_z, pygame.K_g]), mod=0)


@pytest.mark.parametrize("spec", GAMES, ids=lambda spec: spec.name)
def test_a_monkey_breaks_nothing(make_rig, spec, monkeypatch):
    clipboard = ["nonsense"]
    monkeypatch.setattr(pygame.scrap, "put_text", clipboard.append)
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: clipboard[-1])
    choose = random.Random(spec.name)
    rig = make_rig(samegame_columns=7, samegame_rows=7, samegame_colours=3, hex_side=4)
    scene = rig.open(spec.name)
    for step in range(STEPS):
        rig.frames_between_events = choose.random() < 0.5
        act(rig, choose)
        if step % 75 == 74:
            rig.resize(choose.choice([(640, 480), (1120, 760), (1280, 720)]))
        assert scene.wake_after() is None or scene.wake_after() >= 0
    assert set(map(type, rig.commands)) - {Back}
    data = scene.session.to_dict()
    assert Session.from_dict(data).to_dict() == data
    scene.on_exit()
