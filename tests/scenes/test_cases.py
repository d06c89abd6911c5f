"""What each key and click does in each case of a play screen: the table of docs/architecture.md."""

from pathlib import Path

import pygame
import pytest

from game.play.session import Mode, Session
from game.screens.base import ChangeSettings
from game.screens.play.play_state import Case
from game.screens.play.react import GoTo, PlayLine, SetMode, do
from tests.rig import Rig, wheel
from tests.sessions import AGAINST_AI, PEOPLE, play

CTRL = pygame.KMOD_CTRL
PAGE = Path(__file__).parents[2] / "docs" / "architecture.md"


def after(*deeds, moves=4, mode=None, seats=AGAINST_AI):
    """Return what leads to a case: so many moves, a mode, and what is done then."""

    def lead(rig):
        scene = rig.open("tictactoe", fresh=True)
        scene.session.set_seats(seats)
        play(scene.session, moves)
        rig.frame(0.1)
        if mode is not None:
            scene.controller.give(SetMode(mode))
            rig.frame(0.1)
        for deed in deeds:
            rig.key(deed) if isinstance(deed, int) else deed(rig)
            rig.frame(0.1)

    return lead


def try_again(rig):
    rig.scene.controller.give(do(Session.retry, 2))
    rig.settle()


LEADS = {
    Case.MINE: after(),
    Case.BACK: after(lambda rig: rig.scene.controller.give(GoTo(2))),
    Case.PASSED: after(lambda rig: rig.scene.controller.give(GoTo(1))),
    Case.THEIRS: after(moves=3),
    Case.OVER: after(Rig.answer, moves=7, seats=PEOPLE),
    Case.RETRY: after(try_again),
    Case.TRIED: after(
        try_again, lambda rig: rig.scene.play(rig.scene.session.state.legal_moves[2])
    ),
    Case.ANALYSING: after(mode=Mode.ANALYSE),
    Case.GUESS: after(pygame.K_HOME, pygame.K_u, mode=Mode.ANALYSE),
    Case.GUESSED: after(
        pygame.K_HOME, pygame.K_u, lambda rig: rig.click_move(4), mode=Mode.ANALYSE
    ),
    Case.AUTOPLAY: after(pygame.K_y),
    Case.PLAY_OUT: after(
        lambda rig: rig.scene.controller.give(PlayLine(rig.scene.session.state.legal_moves[:3])),
        moves=2,
        seats=PEOPLE,
    ),
    Case.DEMO: after(mode=Mode.DEMO),
    Case.PAUSED: after(pygame.K_SPACE, mode=Mode.DEMO),
    Case.DEMO_OVER: after(moves=7, mode=Mode.DEMO),
}


def key(code, mod=0):
    return lambda rig: rig.key(code, mod)


def over_the_board(event):
    """Return what makes an event over the cell of a move, or over any."""

    def give(rig):
        cell = rig.cell([*rig.scene.session.state.legal_moves, 4][0])
        rig.move(cell)
        return event(rig, cell)

    return give


def tab(mode):
    def press(rig):
        rig.scene.controller.give(SetMode(mode))

    return press


INPUTS = {
    "Esc": key(pygame.K_ESCAPE),
    "Space": key(pygame.K_SPACE),
    "Enter": key(pygame.K_RETURN),
    "H": key(pygame.K_h),
    "Z": key(pygame.K_z),
    "]": key(pygame.K_RIGHTBRACKET),
    "A": key(pygame.K_a),
    "1": key(pygame.K_1),
    "T": key(pygame.K_t),
    "U": key(pygame.K_u),
    "G": key(pygame.K_g),
    "Ctrl+Z": key(pygame.K_z, CTRL),
    "Ctrl+Y": key(pygame.K_y, CTRL),
    "Home": key(pygame.K_HOME),
    "Alt+Left": key(pygame.K_LEFT, pygame.KMOD_ALT),
    "Y": key(pygame.K_y),
    "Ctrl+N": key(pygame.K_n, CTRL),
    "Ctrl+R": key(pygame.K_r, CTRL),
    "R": key(pygame.K_r),
    "Click": over_the_board(lambda rig, cell: rig.click(cell)),
    "Wheel": over_the_board(lambda rig, _: rig.handle(wheel(1))),
    "Play": tab(Mode.PLAY),
    "Analyse": tab(Mode.ANALYSE),
    "Demo": tab(Mode.DEMO),
}


def seen(rig):
    """Return what an input may change; of several things the first is told."""
    scene, state, session = rig.scene, rig.scene.controller.state, rig.scene.session
    return {
        "new": session.record.number,
        "mode": session.mode,
        "play": session.record.moves,
        "guess": (session.record.guesses_first, dict(session.record.guesses)),
        "run": type(state.activity),
        "stop": type(state.thought),
        "walk": session.record.cursor,
        "ask": scene.dialog is not None,
        "hint": state.hint.step,
        "peek": state.peeks,
        "view": state.layers,
        "tree": state.tree,
        "graph": session.mode in state.graphs,
        "why": (scene.animator.refusal.cell, scene.toasts.passing and scene.toasts.passing.text),
        "cursor": scene.animator.keyboard,
    }


def done(rig, give):
    """Return in a word what an input does."""
    before = seen(rig)
    command = give(rig)
    now = seen(rig)
    if command is not None:
        return "set" if isinstance(command, ChangeSettings) else "leave"
    return next((word for word in now if now[word] != before[word]), "")


def columns():
    """Return the cases, and each row of the table as the page has it."""
    text = PAGE.read_text("utf-8").partition("## When a key does what")[2].partition("##")[0]
    header, _, *rows = (line for line in text.splitlines() if line.startswith("|"))
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in (header, *rows)]
    return cells[0][1:], {name: row for name, *row in cells[1:]}


def test_the_table_has_each_case():
    names, rows = columns()
    assert names == [case.name.lower().replace("_", " ") for case in LEADS]
    assert set(LEADS) == set(Case)
    assert list(rows) == list(INPUTS)


WITHOUT_WINDOW = {
    *("Esc", "Space", "Enter", "H", "Z", "A", "1", "T", "U", "G", "Y", "Ctrl+R", "Click"),
    *("Play", "Analyse", "Demo"),
}
"""What `tests.scenes.test_react` holds in each case; here that each reaches it, in two of them."""


@pytest.mark.parametrize("case", LEADS)
def test_each_input_does_what_the_table_says(tmp_path, case):
    rows, found = columns()[1], {}
    inputs = set(INPUTS) if case in (Case.MINE, Case.GUESS) else set(INPUTS) - WITHOUT_WINDOW
    for name in inputs:
        options = {"motion": "off", "min_reply_delay": 0.0, "think_first_seconds": 0.0}
        rig = Rig(tmp_path / name.replace("/", ""), **options)
        LEADS[case](rig)
        assert rig.scene.controller.state.case is case
        found[name] = done(rig, INPUTS[name])
    assert found == {name: rows[name][list(LEADS).index(case)] for name in inputs}
