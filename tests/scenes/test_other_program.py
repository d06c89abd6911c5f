"""Another program as the opponent in a game: a foreign engine, well-behaved or not."""

import pygame
import pytest

from ai.engine.worker import AiWorker
from ai.levels import levels_of
from ai.searchers import make_player
from game.play.session import Mode, Seat, Session
from game.play.thinker import ThinkerState
from game.screens.arena.contestants import MatchSetup, ending_words
from game.screens.arena.match import MatchProcess
from game.screens.play.choices import next_level
from game.screens.review.words import headline
from game.store.settings import PROGRAM
from game.ui.widgets import Action
from tests.arena.test_external import are_gone, foreign
from tests.evaluations import evaluations_of
from tests.fakes import ReadyKernels
from tests.saved import read_back
from tests.scenes.test_arena import ArenaRig
from tests.waiting import LIMIT_SECONDS, wait_for


@pytest.fixture
def against(make_rig, tmp_path):
    """Opens Tic-Tac-Toe against a foreign engine; returns the rig and the engine's mark."""
    workers, mark = [], tmp_path / "mark"

    def open_game(*words):
        workers.append(AiWorker(make_searcher=make_player, kernels=ReadyKernels()))
        workers[-1].start()
        rig = make_rig(
            workers[-1],
            tictactoe_level=PROGRAM,
            tictactoe_program=foreign("--mark", mark, *words),
            min_reply_delay=0.0,
            ponder=True,
            motion="off",
        )
        rig.open("tictactoe")
        return rig

    yield open_game
    for worker in workers:
        assert worker.shutdown(LIMIT_SECONDS)
    wait_for(lambda: not mark.exists() or are_gone(mark), "a program outlived its window")


def run_until(rig, condition):
    wait_for(condition, "the program did not answer", meanwhile=lambda: rig.frame(0.02))


def names(session: Session) -> list[str]:
    return [node.name for node in session.record.nodes[1:]]


def test_it_plays_the_game_and_every_other_line_of_it(against):
    rig = against()
    scene, session = rig.scene, rig.scene.session
    assert session.opponent.title == "foreign"
    for cell, answer in ((4, "a1"), (8, "b1")):
        rig.click_move(cell)
        run_until(rig, lambda: not session.is_ai_to_move)
        assert names(session)[-1] == answer
    rig.press("undo")
    rig.press("undo")
    rig.click_move(0)
    run_until(rig, lambda: not session.is_ai_to_move)
    assert names(session) == ["a1", "b1"]
    # It tells nothing of what it thinks, and nobody else's opinion is given out as its own.
    assert not evaluations_of(session)
    scene.on_exit()


def test_one_that_crashes_is_told_and_started_once_more(against):
    rig = against("crash")
    scene, session, thinker = rig.scene, rig.scene.session, rig.context.thinker
    rig.click_move(4)
    run_until(rig, lambda: not session.is_ai_to_move)
    rig.click_move(8)
    run_until(rig, lambda: thinker.state is ThinkerState.FAILED)
    assert thinker.error == (
        "the other program crashed (exit code 3): Segmentation fault, as it were"
    )
    rig.press("engine")
    run_until(rig, lambda: not session.is_ai_to_move)
    assert names(session) == ["b2", "a1", "c3", "b1"]
    scene.on_exit()


def test_one_that_resigns_has_lost_the_game(against):
    rig = against("resign", "--at", "2")
    scene, session = rig.scene, rig.scene.session
    rig.click_move(4)
    run_until(rig, lambda: not session.is_ai_to_move)
    rig.click_move(8)
    run_until(rig, lambda: session.is_over)
    assert rig.context.thinker.error is None
    assert scene.face.ending.sentence == "**You win** as X, by resignation after 2 moves."
    assert scene.face.ending.record == "Your first win against foreign"
    assert headline(session) == "You win as X, by resignation after 2 moves"
    assert [rig.context.storage.records.total("tictactoe").won, session.record.counted] == [
        1,
        "won alone",
    ]
    rig.click(rig.cell(6))
    assert scene.animator.refusal.words == "The game is over."
    assert not session.state.is_terminal
    # It is looked at like any other game that is over, and kept when it is played on.
    rig.press("undo")
    assert session.seat_to_move is Seat.HUMAN
    rig.key(pygame.K_y, pygame.KMOD_CTRL)
    assert session.is_over
    kept = read_back(session)
    assert (kept.record.result, kept.is_over) == ((1.0, -1.0), True)
    session.set_mode(Mode.ANALYSE)
    assert not session.is_over
    session.play(session.state.legal_moves[0])
    assert session.record.result is None
    session.show(session.record.line[2])
    scene.on_exit()


def test_it_is_the_last_of_the_levels(make_rig):
    rig = make_rig(tictactoe_level="perfect", tictactoe_program=foreign())
    session, context = rig.open("tictactoe").session, rig.context
    levels = levels_of("tictactoe", session.record.start.parameters)
    assert next_level(session, context, 1) in levels
    session.set_level(levels[-1].name)
    program = next_level(session, context, 1)
    assert program.name == f"gtp:{foreign()}"
    session.set_level(program.name)
    assert read_back(session).opponent == program
    assert next_level(session, context, 1) is None
    assert next_level(session, context, -1) == levels[-1]
    # One that is not set any more gives way to the others.
    context.settings = context.settings.changed(tictactoe_program="")
    assert next_level(session, context, -1) in levels


def test_one_that_is_stopped_is_asked_again(against):
    rig = against("slow", "--at", "1")
    scene, session = rig.scene, rig.scene.session
    rig.click_move(4)
    run_until(rig, lambda: rig.context.thinker.is_searching)
    rig.context.thinker.stop()
    run_until(rig, lambda: not session.is_ai_to_move)
    assert names(session) == ["b2", "a1"]
    scene.on_exit()


def test_it_plays_a_match_in_the_arena(tmp_path):
    """In a process of its own, as the window plays all matches."""
    arena = ArenaRig(tmp_path / "home")
    scene = arena.scene
    arena.process = MatchProcess
    mark = tmp_path / "mark"
    scene.form.setup = MatchSetup(game="tictactoe", games=2, seconds=10.0)
    for side, behaviour in (("A", "nonsense"), ("B", "crash")):
        while scene.group.widget(f"side-{side}").text != "Other program":
            scene.on_action(Action(f"side-{side}", 1))
        scene.on_action(Action(f"spec-{side}", foreign("--mark", mark, behaviour)))
    programs = scene.form.setup.sides
    assert programs[0] == f"gtp:{foreign('--mark', mark, 'nonsense')}"
    arena.press("start")
    run_until(arena, lambda: scene.run.match is None)
    progress = scene.run.progress
    assert scene.run.problem == ""
    assert [record.ending for record in progress.records] == [
        "B crashed (exit code 3): Segmentation fault, as it were"
    ] * 2
    assert progress.standing.forfeits == (0, 2)
    assert ending_words(progress.records[1], progress.names) == (
        "Game 2: foreign, B crashed (exit code 3): Segmentation fault, as it were."
    )
    assert progress.live.values == ([], [])
    wait_for(lambda: are_gone(mark))


def test_the_form_goes_from_a_program_to_what_else_there_is(tmp_path):
    arena = ArenaRig(tmp_path)
    form = arena.scene.form
    arena.scene.on_action(Action("game", "tictactoe"))
    for _ in range(30):
        arena.scene.on_action(Action("side-A", 1))
    assert arena.scene.group.widget("side-A").text == "Custom"
    arena.scene.on_action(Action("side-A", -1))
    assert (arena.scene.group.widget("side-A").text, form.setup.sides[0]) == (
        "Other program",
        "gtp:",
    )
    arena.frame()
    assert arena.scene.group.widget("spec-A").text == ""
    arena.scene.on_action(Action("spec-A", "engine --fast"))
    assert form.setup.sides[0] == "gtp:engine --fast"
    arena.scene.on_action(Action("side-A", 1))
    assert not form.setup.sides[0].startswith("gtp:")
    arena.scene.on_action(Action("kind", "solvers"))
    for _ in range(30):
        arena.scene.on_action(Action("side-A", 1))
        assert arena.scene.group.widget("side-A").text != "Other program"
