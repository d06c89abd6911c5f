"""Whole games against the real AI thread, with as little search as there is."""

import pytest

from ai.engine.worker import AiWorker
from ai.search.messages import Limit
from game.play.grading import evaluations_by_ply
from game.play.session import Mode
from game.screens.play import teacher
from game.screens.play.react import SetMode
from tests.waiting import LIMIT_SECONDS, wait_for

pytestmark = pytest.mark.xdist_group("kernels")


@pytest.fixture
def ai_rig(make_rig):
    worker = AiWorker()
    worker.start()
    rig = make_rig(
        worker,
        hex_side=4,
        hex_level="beginner",
        tictactoe_level="careful",
        min_reply_delay=0.0,
        samegame_columns=5,
        samegame_rows=5,
        samegame_colours=3,
        demo_speed=8.0,
        motion="off",
    )
    yield rig
    rig.scene.on_exit()
    assert worker.shutdown(LIMIT_SECONDS)


def play_until(rig, condition) -> None:
    def play() -> None:
        assert rig.context.thinker.error is None, rig.context.thinker.error
        rig.frame(0.02)

    wait_for(condition, "the AI did not answer", meanwhile=play)


@pytest.mark.parametrize("game", ["tictactoe", "hex", "breakthrough"])
def test_a_whole_game_against_the_ai_by_mouse(ai_rig, game):
    scene = ai_rig.open(game)
    while not scene.session.state.is_terminal:
        if scene.controller.state.may_play:
            ai_rig.click_move(scene.session.state.legal_moves[0])
        play_until(ai_rig, lambda: not scene.session.is_ai_to_move)
    assert scene.session.state.is_terminal
    players = [ply % 2 for ply in range(scene.session.record.length)]
    assert players.count(1) >= 2


def test_a_hint_and_a_demo_come_from_the_ai(ai_rig):
    scene = ai_rig.open("samegame")
    scene.controller.give("hint")
    play_until(ai_rig, lambda: scene.controller.ai.best is not None)
    assert scene.controller.ai.best.move in scene.session.state.legal_moves
    scene.controller.give(SetMode(Mode.DEMO))
    play_until(ai_rig, lambda: scene.session.state.is_terminal)
    assert scene.session.record.length > 2


@pytest.mark.parametrize("level", ["beginner", "max"])
def test_the_centre_is_no_mistake_whoever_answers(ai_rig, level, monkeypatch):
    """The first move on 169 cells, with Teach on: what the opponent thinks does not grade it."""
    enough = Limit(simulations=10_000)  # however long that takes on a busy machine
    monkeypatch.setattr(teacher, "LESSON_LIMIT", enough)
    settings = ai_rig.context.settings.changed(hex_side=8, hex_level=level, teaching="warn")
    ai_rig.context.settings = settings.changed(hex_think_seconds=1.0)
    scene = ai_rig.open("hex")
    scene.play(scene.session.state.move_from_string("h8"))
    grader, session = scene.controller.teacher, scene.session
    play_until(ai_rig, lambda: session.record.length == 2 and not grader.due(session))
    grade = grader.grade(session)
    assert grade is not None
    assert grade.shown_class in (None, "A", "B")
    assert (
        scene.controller.teacher.lesson(scene.controller.session) is None
        or not scene.controller.teacher.lesson(scene.controller.session).takes_back
    )
    assert {0, 1} <= evaluations_by_ply(session.record).keys()
    own = session.opponent.searcher
    assert (
        session.record.nodes[1].position.evaluations[own].value
        != evaluations_by_ply(session.record)[1].value
    )
