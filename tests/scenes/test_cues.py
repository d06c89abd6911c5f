"""What is heard on a game's screen."""

import pytest

from game.games.samegame.rules import SameGameParameters
from game.games.samegame.screen.screen import cues_of as samegame_cues
from game.play.session import Seat, Session
from game.screens.play.cues import cues_of
from game.ui.sound import Cue
from tests.sessions import AGAINST_AI, PEOPLE


class Heard:
    """Takes the place of the player of sounds."""

    def __init__(self):
        self.cues = []

    def play(self, cue, settings, *, focused=True, size=0):
        self.cues.append((cue, size) if size else cue)


@pytest.fixture
def heard(rig):
    rig.context.sounds = Heard()
    return rig.context.sounds.cues


def positions(game, moves):
    session = Session(game, seats=PEOPLE)
    states = [session.state]
    for move in moves.split():
        session.play(session.state.move_from_string(move))
        states.append(session.state)
    return states


def test_the_end_sounds_by_the_side_of_the_player():
    *_, before, after = positions("tictactoe", "a1 b1 a2 b2 a3")
    for seats, last in (
        (AGAINST_AI, Cue.WIN),
        (AGAINST_AI[::-1], Cue.LOSE),
        (PEOPLE, Cue.WIN),
        ((Seat.AI, Seat.AI), Cue.WIN),
    ):
        assert list(cues_of(before, after, seats)) == [(Cue.STONE, 0), (last, 0)]
    *_, before, after = positions("tictactoe", "a1 b2 c3 b1 b3 a3 c1 c2 a2")
    assert list(cues_of(before, after, AGAINST_AI)) == [(Cue.STONE, 0), (Cue.DRAW, 0)]


def test_steps_back_and_new_games_are_silent():
    first, second, third = positions("tictactoe", "a1 b1")
    assert not list(cues_of(third, second, AGAINST_AI))
    assert not list(cues_of(first, third, AGAINST_AI))
    assert not list(cues_of(first, positions("hex", "a6")[1], AGAINST_AI))


@pytest.mark.parametrize("clicks", ["one-click", "select"])
def test_a_removal_is_as_high_as_its_group_and_a_selection_ticks(make_rig, clicks):
    rig = make_rig(samegame_click=clicks)
    rig.context.cue(Cue.WIN)  # without a player of sounds there is silence
    rig.context.sounds = Heard()
    scene = rig.open("samegame")
    group = max(scene.session.state.groups(), key=len)
    rig.click(rig.cell(group[0]))
    heard = (Cue.REMOVE, len(group)) if clicks == "one-click" else Cue.SELECT
    assert rig.context.sounds.cues == [heard]


def test_a_cleared_board_is_a_win():
    small = SameGameParameters(columns=4, rows=4, colours=2)
    for seed in range(40):
        session = Session("samegame", small, seed)
        while not session.state.is_terminal:
            before = session.state
            session.play(session.state.legal_moves[0])
        cues = [cue for cue, _ in samegame_cues(before, session.state, AGAINST_AI)]
        assert cues == [Cue.REMOVE, Cue.CLEARED if session.state.cleared else Cue.LEFT]


def test_a_tile_alone_and_a_taken_cell_say_no(rig, heard):
    scene = rig.open("samegame")
    rows = scene.session.state.parameters.rows
    alone = next(
        column * rows + row
        for column, tiles in enumerate(scene.session.state.columns)
        for row in range(len(tiles))
        if scene.animator.move_at(column * rows + row) is None
    )
    rig.click(rig.cell(alone))
    assert heard == [Cue.ILLEGAL]
    heard.clear()
    scene = rig.open("tictactoe", people=True)
    rig.click(rig.cell(4))
    rig.settle()
    rig.click(rig.cell(4))
    assert heard == [Cue.STONE, Cue.ILLEGAL]


def test_a_hint_rings(rig, heard):
    rig.open("hex", people=True)
    rig.press("hint")
    assert heard == [Cue.HINT]
