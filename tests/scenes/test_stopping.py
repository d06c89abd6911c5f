"""What Esc, Space and keys that are held do to what runs, and what they leave as it was."""

from dataclasses import replace

import pygame
import pytest

from ai.search.messages import SearchInfo, StopReason
from game.play.session import Mode, Seat, Session
from game.screens.base import Back
from game.screens.play.actions import act
from game.screens.play.react import GoTo, SetMode, do
from game.screens.play.sentences import sentence, tree_waiting_words
from game.ui.text import plain
from game.ui.widgets import Action
from game.ui.widgets.base import HOLD_SECONDS
from tests.evaluations import MANY
from tests.fakes import info_for
from tests.rig import down, release, up
from tests.saved import lines_of
from tests.scenes.test_hex_proofs import BLACK, WHITE, certified
from tests.sessions import AGAINST_AI, play

CTRL = pygame.KMOD_CTRL
ESCAPE, SPACE = pygame.K_ESCAPE, pygame.K_SPACE


@pytest.fixture
def table(make_rig):
    """Return a table for two, or against an AI that is to move after an odd number of moves."""

    def make(moves=2, *, mode=None, people=False, game="tictactoe", **settings):
        rig = make_rig(**{"motion": "off", "min_reply_delay": 0.0, **settings})
        scene = rig.open(game, people=people)
        if not people and scene.session.record.spec.players == 2:
            scene.session.set_seats(AGAINST_AI)
        play(scene.session, moves)
        if mode is not None:
            scene.controller.give(SetMode(mode))
        rig.frame(0.4)
        return rig, scene

    return make


def is_searching(rig):
    return rig.context.thinker.is_searching


def is_thinking(rig):
    """Tell whether the shown position is searched; beside it a start may be, for its score."""
    return rig.scene.controller.ai.is_thinking


def stop(rig):
    """Press Esc, and let the search that it ends say that it has found nothing."""
    assert rig.key(ESCAPE) is None
    if is_thinking(rig):
        rig.worker.finish(SearchInfo(), StopReason.STOPPED)
    rig.frame(0.4)
    assert not is_thinking(rig)


# Esc stops this position, and says how it goes on.

NEXT = {
    "a move": lambda rig: rig.scene.play(rig.scene.session.state.legal_moves[0]),
    "a move back": lambda rig: rig.scene.controller.give(GoTo(1)),
    "Play and back": lambda rig: [
        rig.scene.controller.give(SetMode(mode)) for mode in (Mode.PLAY, Mode.ANALYSE)
    ],
    "a new game": lambda rig: rig.key(pygame.K_n, CTRL),
    "another screen": lambda rig: (rig.scene.on_exit(), rig.scene.on_enter()),
}


@pytest.mark.parametrize("next_", NEXT.values(), ids=NEXT)
def test_a_stopped_analysis_begins_again_in_the_next_position(table, next_):
    rig, scene = table(mode=Mode.ANALYSE)
    stop(rig)
    next_(rig)
    rig.frame(0.4)
    assert is_thinking(rig)
    assert sentence(scene) == "Thinking…"


@pytest.mark.parametrize("game", ["tictactoe", "hex", "breakthrough", "samegame"])
@pytest.mark.parametrize("mode", [Mode.PLAY, Mode.ANALYSE])
def test_a_stopped_analysis_says_what_goes_on_and_that_works(table, mode, game):
    rig, scene = table(mode=mode, game=game, people=True)
    if mode is Mode.PLAY:
        rig.key(pygame.K_a)
    length, cursor = scene.session.record.length, scene.animator.keyboard
    stop(rig)
    assert "**Space**" in sentence(scene)
    rig.key(pygame.K_h)
    told = scene.toasts.passing.text
    assert plain(told) == plain(sentence(scene)), "and not that the board shows anything"
    rig.key(SPACE)
    rig.frame(0.4)
    assert is_thinking(rig)
    assert (scene.session.record.length, scene.animator.keyboard) == (length, cursor)


def test_space_is_for_the_cursor_again_once_a_stopped_position_is_left(table):
    rig, scene = table(people=True)
    rig.key(pygame.K_a)
    stop(rig)
    scene.play(scene.session.state.legal_moves[0])
    rig.frame(0.4)
    rig.answer(reason=StopReason.TIME)
    assert not scene.controller.ai.waits_for_space
    rig.key(SPACE)
    assert scene.animator.keyboard
    assert not is_thinking(rig)


def test_what_goes_on_is_said_where_the_tree_would_stand(table):
    rig, scene = table(people=True)
    rig.key(pygame.K_t)
    stop(rig)
    assert tree_waiting_words(scene) == "Stopped. **Space** goes on."


def test_a_demo_that_is_paused_says_what_goes_on_and_shows_what_is_asked_for(table):
    rig, scene = table(mode=Mode.DEMO)
    stop(rig)
    rig.key(pygame.K_HOME)
    assert "**Space**" in sentence(scene)
    rig.click(rig.cell(4))
    assert "paused" in scene.animator.refusal.words
    rig.key(pygame.K_a)
    rig.key(pygame.K_h)
    assert not scene.controller.state.hint.is_open
    assert "your own moves" in scene.toasts.passing.text
    for key in (pygame.K_z, pygame.K_t):
        assert not is_thinking(rig)
        rig.key(key)
        assert is_thinking(rig)
        rig.key(key) if key == pygame.K_t else rig.handle(release(key))
        rig.answer()
    rig.key(SPACE)
    assert scene.controller.state.runs_demo


@pytest.mark.parametrize("key", [pygame.K_END, pygame.K_y])
def test_a_demo_goes_on_where_a_key_does_nothing(table, key):
    rig, scene = table(mode=Mode.DEMO)
    rig.key(pygame.K_y, CTRL) if key == pygame.K_y else rig.key(key)
    assert scene.controller.state.runs_demo


def test_a_game_that_is_shown_in_a_demo_is_not_called_stopped(table):
    rig, scene = table(4, mode=Mode.DEMO)
    stop(rig)
    rig.key(pygame.K_y)
    assert scene.session.record.cursor == 0
    assert "goes on" not in sentence(scene), "Space stops it"
    rig.key(SPACE)
    assert "**Space** goes on" in sentence(scene)


@pytest.mark.parametrize("key", [(pygame.K_n, CTRL), (pygame.K_F5,)])
def test_a_new_game_after_a_demo_is_a_demo(table, key):
    rig, scene = table(7, mode=Mode.DEMO)
    assert not scene.controller.state.runs_demo
    rig.key(*key)
    assert scene.controller.state.runs_demo


def test_a_demo_does_not_play_on_from_what_is_pasted(table):
    rig, scene = table(mode=Mode.DEMO)
    assert scene.controller.state.runs_demo
    scene.controller.give(
        do(Session.set_position, scene.session.state.to_text(), scene.session.state.parameters)
    )
    rig.frame(0.4)
    assert not scene.controller.state.runs_demo
    assert not is_thinking(rig)


def test_space_shows_what_goes_on(table):
    rig, scene = table(mode=Mode.ANALYSE)
    rig.key(pygame.K_a)
    rig.answer()
    assert scene.controls.engine.label == "Go on"
    rig.key(SPACE)
    assert scene.controller.state.shows_layer
    assert is_searching(rig) or scene.controller.ai.shown_best is not None


def test_escape_leaves_what_nobody_sees(table):
    rig, _ = table(game="breakthrough", ponder=True, breakthrough_level="max")
    assert is_searching(rig), "the opponent ponders"
    assert isinstance(rig.key(ESCAPE), Back)


def test_escape_calls_off_a_hint_that_the_ai_has_no_move_for(table):
    rig, scene = table()
    rig.key(pygame.K_h)
    assert "Looking" in sentence(scene)
    stop(rig)
    assert not scene.controller.state.hint.is_open
    rig.key(pygame.K_h)
    rig.answer(reason=StopReason.TIME)
    assert scene.controller.ai.best is not None


LEFT = {
    "Esc": lambda rig: rig.key(ESCAPE),
    "Analyse": lambda rig: rig.scene.controller.give(SetMode(Mode.ANALYSE)),
    "A": lambda rig: rig.key(pygame.K_a),
    "the other side": lambda rig: rig.scene.session.set_seats(AGAINST_AI[::-1]),
}


@pytest.mark.parametrize("leave", LEFT.values(), ids=LEFT)
def test_a_hint_on_its_way_is_called_off(table, leave):
    rig, scene = table(think_first_seconds=10)
    rig.key(pygame.K_h)
    assert scene.controller.hint_wait
    leave(rig)
    rig.frame(12.0)
    rig.frame(0.4)
    assert not scene.controller.state.hint.is_open


@pytest.mark.parametrize("key", [ESCAPE, pygame.K_a])
def test_a_hint_that_is_called_off_is_no_longer_told_to_come(table, key):
    rig, scene = table(think_first_seconds=10)
    rig.key(pygame.K_h)
    assert "comes in" in scene.toasts.passing.text
    rig.key(key)
    assert scene.toasts.passing is None


def test_escape_after_a_guess_ends_all_search_until_that_goes_on(table):
    rig, scene = table(people=True, mode=Mode.ANALYSE)
    rig.key(pygame.K_u)
    rig.click_move(scene.session.state.legal_moves[0])
    rig.frame(0.4)
    assert "the search ends" in scene.foot.bar.content.words
    stop(rig)
    asked = len(rig.worker.searches)
    rig.settle()
    assert len(rig.worker.searches) == asked
    assert "**Space**" in scene.foot.bar.content.words
    rig.key(SPACE)
    assert is_thinking(rig)


@pytest.mark.parametrize(
    ("game", "moves", "mode"),
    [("hex", 2, Mode.ANALYSE), ("hex", 1, Mode.PLAY), ("tictactoe", 2, Mode.ANALYSE)],
)
def test_escape_that_comes_too_late_leaves_nothing(table, game, moves, mode):
    rig, scene = table(moves, mode=mode, game=game)
    info = info_for(scene.session.state.legal_moves, MANY)
    rig.worker.finish(info, StopReason.TIME)
    rig.frame(0.05)
    rig.frame(0.05)
    assert not scene.controller.ai.is_thinking
    assert rig.key(ESCAPE) is None
    rig.frame(0.4)
    assert isinstance(rig.key(ESCAPE), Back)


# The AI's turn.


def test_escape_has_a_move_played_that_is_held_back(table):
    rig, scene = table(1, min_reply_delay=5.0)
    rig.worker.finish()
    rig.frame(0.1)
    assert scene.session.record.length == 1
    assert scene.controller.ai.is_thinking, "as it is told"
    assert rig.key(ESCAPE) is None
    rig.frame(0.1)
    assert scene.session.record.length == 2


@pytest.mark.parametrize("is_held", [False, True])
def test_the_ai_goes_on_whatever_else_is_changed_in_its_turn(table, is_held):
    rig, scene = table(1, min_reply_delay=5.0)
    if is_held:
        rig.worker.finish()
    for deed in (
        lambda: rig.key(pygame.K_u),
        lambda: rig.key(pygame.K_u),
        lambda: rig.key(pygame.K_b, CTRL),
        lambda: scene.session.set_level(scene.session.record.level),
    ):
        deed()
        rig.frame(0.1)
    assert len(rig.worker.searches) == 1
    if not is_held:
        rig.worker.finish()
    rig.frame(6.0)
    rig.frame(0.1)
    assert scene.session.record.length == 2


@pytest.mark.parametrize("away", ["analyse", "undo", "level"])
def test_a_move_that_is_held_back_is_not_played_elsewhere(table, away):
    rig, scene = table(1, min_reply_delay=5.0)
    rig.worker.finish()
    rig.frame(0.1)
    rig.clock.now += 9.0
    if away == "analyse":
        scene.controller.give(SetMode(Mode.ANALYSE))
    elif away == "undo":
        scene.controller.give("undo")
    else:
        scene.session.set_level("perfect")
    rig.frame()
    assert scene.session.record.length == 1


def test_a_question_ends_with_the_position_that_it_is_about(table):
    rig, scene = table(0, teaching="undo")
    scene.play(0)
    rig.frame(0.1)
    rig.worker.finish(info_for(scene.session.state.legal_moves, 9_000, 0.5))
    rig.frame(0.5)
    rig.key(pygame.K_r, CTRL)
    assert scene.dialog is not None
    for _ in range(12):
        if is_searching(rig):
            position = rig.worker.searches[-1].position
            share = 0.6 if position.last_move is None else 0.2
            share = share if position.current_player == 0 else 1 - share
            info = replace(info_for(position.legal_moves, MANY, share), error=0.0005)
            rig.worker.finish(info, StopReason.TIME)
        rig.frame(0.5)
    assert scene.session.record.cursor == 0, "the move is taken back"
    assert scene.dialog is None
    rig.key(pygame.K_RETURN)
    assert scene.session.record.resigned is None


@pytest.mark.parametrize("key", [ESCAPE, SPACE, pygame.K_y])
@pytest.mark.parametrize("mode", list(Mode))
def test_a_proof_ends_with_the_game_that_shows_it(table, mode, key):
    rig, scene = table(game="hex", people=True, mode=Mode.ANALYSE)
    rig.answer(certified(scene.session.state, BLACK, WHITE))
    scene.play(scene.session.state.draw_move)
    scene.controller.give(SetMode(mode))
    rig.settle()
    rig.key(pygame.K_HOME)
    rig.key(pygame.K_y)
    lines = lines_of(scene.session)
    for _ in range(200):
        if scene.controller.unrolled is None:
            rig.frame(0.1)
    assert scene.controller.unrolled is not None
    rig.key(key)
    assert scene.controller.unrolled is None
    for _ in range(99):
        rig.frame(0.2)
    assert (scene.session.record.cursor, scene.session.record.length) == (2, 3)
    assert lines_of(scene.session) == lines


def test_a_proof_in_a_game_of_two_ais_ends_with_its_move_at_once(table):
    rig, scene = table(game="hex", people=True, mode=Mode.ANALYSE)
    rig.answer(certified(scene.session.state, BLACK, WHITE))
    scene.controller.give(SetMode(Mode.PLAY))
    scene.session.set_seats((Seat.AI, Seat.AI))
    rig.frame(0.4)
    rig.answer(certified(scene.session.state, BLACK, WHITE))
    assert scene.controller.unrolled is not None
    assert rig.key(ESCAPE) is None
    assert scene.controller.unrolled is None
    assert scene.session.state.is_agreed_draw


# Keys that are held.

UNDER = {
    "a question": (lambda rig: rig.key(pygame.K_l), lambda rig: rig.key(ESCAPE)),
    "another screen": (lambda rig: rig.scene.on_exit(), lambda rig: rig.scene.on_enter()),
}


@pytest.mark.parametrize("key", [pygame.K_z, pygame.K_g])
@pytest.mark.parametrize("cover", UNDER.values(), ids=UNDER)
def test_a_key_is_let_go_whatever_lies_over_the_board(table, cover, key):
    rig, scene = table()
    rig.key(key)
    rig.frame(0.5)
    assert scene.controller.state.is_peeking or scene.controller.state.graph_key
    opens, closes = cover
    opens(rig)
    if scene.dialog is not None:
        rig.handle(release(key))
    closes(rig)
    rig.frame(0.1)
    assert not scene.controller.state.is_peeking
    assert not scene.controller.state.graph_key
    assert Mode.PLAY not in scene.controller.state.graphs


def test_a_graph_is_let_go_in_the_mode_in_which_it_was_asked_for(table):
    rig, scene = table()
    rig.key(pygame.K_g)
    assert scene.wake_after() == pytest.approx(HOLD_SECONDS), "or no time passes meanwhile"
    act(scene, Action("mode", "analyse"))
    rig.frame(0.5)
    rig.handle(release(pygame.K_g))
    assert scene.controller.state.graphs == {Mode.ANALYSE, Mode.DEMO}


@pytest.mark.parametrize("how", ["the mode", "a key that is let go", "the layer"])
def test_a_line_of_the_ais_view_ends_with_that(table, how):
    rig, scene = table(people=True, mode=Mode.ANALYSE if how == "the mode" else None)
    if how != "the mode":
        rig.key(pygame.K_z if how == "a key that is let go" else pygame.K_a)
    rig.answer()
    at = rig.cell(scene.controller.ai.full_overlay.marks[0].move)
    rig.move(at)
    rig.handle(down(at, 3))
    rig.handle(up(at, 3))
    assert scene.board.line()
    if how == "the mode":
        tabs = scene.top_bar.tabs.box
        rig.click((tabs.x + tabs.width // 6, tabs.centre[1]))
        assert scene.session.mode is Mode.PLAY
    elif how == "the layer":
        rig.key(pygame.K_a)
    else:
        rig.handle(release(pygame.K_z))
    rig.frame(0.4)
    assert not scene.board.line()


@pytest.mark.parametrize("how", ["a right click", "its digit"])
def test_a_digit_ends_the_line_that_it_shows(table, how):
    rig, scene = table(people=True, mode=Mode.ANALYSE)
    rig.answer()
    if how == "its digit":
        rig.key(pygame.K_1)
    else:
        at = rig.cell(scene.controller.ai.full_overlay.marks[0].move)
        rig.move(at)
        rig.handle(down(at, 3))
    assert scene.preview.mark is scene.controller.ai.full_overlay.marks[0]
    rig.key(pygame.K_1)
    assert scene.preview.mark is None


# Nothing is shown before a guess, and nothing is done that nobody sees.


@pytest.mark.parametrize("before", ["hints", "peek", "autoplay"])
def test_nothing_is_shown_before_a_guess(table, before):
    rig, scene = table(people=True)
    if before == "hints":
        for _ in range(2):
            rig.key(pygame.K_h)
            rig.answer()
    else:
        rig.key(pygame.K_z if before == "peek" else pygame.K_y)
        rig.frame(2.0)
    rig.key(pygame.K_u)
    rig.frame(0.4)
    assert scene.controller.state.awaits_guess
    assert scene.controller.ai.board_overlay is None
    assert not scene.controller.state.is_view_open
    rig.key(pygame.K_y)
    assert not scene.controller.state.shows_game
    assert "guess" in scene.toasts.passing.text


@pytest.mark.parametrize("mode", [Mode.PLAY, Mode.ANALYSE])
def test_nobody_plays_under_the_tree(table, mode):
    rig, scene = table(people=True, mode=mode)
    rig.key(pygame.K_t)
    rig.answer()
    at = rig.cell(scene.session.state.legal_moves[0])
    for deed in (
        lambda: rig.click(at),
        lambda: rig.handle(down(at, 3)),
        *(lambda key=key: rig.key(key) for key in (pygame.K_RIGHT, pygame.K_RETURN)),
    ):
        scene.toasts.dismiss()
        deed()
        assert "tree lies over" in scene.toasts.passing.text
    assert scene.session.record.length == 2
    assert not scene.animator.keyboard
    assert not scene.preview.is_pinned


SAID = {
    "A after the end": (7, [pygame.K_a], "is over"),
    "A after a guess": (2, [pygame.K_u, "click", pygame.K_a], "after a guess"),
    "1 where nothing is shown": (2, [pygame.K_1], "Press A"),
    "1 before a guess": (2, [pygame.K_u, pygame.K_1], "Guess first"),
    "resigning where moves follow": (4, [pygame.K_HOME, "resign"], "moves follow"),
    "a seed": (2, ["seed"], "no seeds"),
    "autoplay in a retry": (4, ["retry", pygame.K_y], "better move"),
    "N in a retry": (4, ["retry", pygame.K_n], "No other mistake"),
    "1 after the end": (7, [pygame.K_1], "is over"),
    "1 while it thinks": (2, ["analyse", pygame.K_1], "Thinking"),
    "1 under the tree": (2, ["analyse", "answer", pygame.K_t, pygame.K_1], "tree lies over"),
    "Space after the end": (7, ["analyse", SPACE], "is over"),
    "H in autoplay": (4, [pygame.K_y, pygame.K_h], "being shown"),
    "H under the tree": (2, [pygame.K_t, pygame.K_h], "tree lies over"),
}


@pytest.mark.parametrize(("moves", "deeds", "words"), SAID.values(), ids=SAID)
def test_a_key_that_does_nothing_says_why(table, moves, deeds, words):
    rig, scene = table(moves, people=True)
    layers = scene.controller.state.layers
    named = {
        "click": lambda: rig.click_move(scene.session.state.legal_moves[0]),
        "seed": lambda: rig.key(pygame.K_g, CTRL),
        "resign": lambda: rig.key(pygame.K_r, CTRL),
        "retry": lambda: scene.controller.give(do(Session.retry, 2)),
        "analyse": lambda: (scene.controller.give(SetMode(Mode.ANALYSE)), rig.frame(0.4)),
        "answer": rig.answer,
    }
    for deed in deeds:
        named[deed]() if deed in named else rig.key(deed)
    assert not scene.controller.state.hint.is_open
    assert scene.preview.mark is None
    assert words in scene.toasts.passing.text
    assert scene.controller.state.layers == layers


def test_pairs_stay_in_the_position_in_which_they_were_asked_for(table):
    rig, scene = table(game="hex", people=True, mode=Mode.ANALYSE)
    for shown in (1, 0):
        rig.answer(certified(scene.session.state, BLACK))
        if shown:
            rig.key(pygame.K_p)
        assert bool(scene.board.content().pairs) == bool(shown)
        play(scene, 1)
        rig.settle()
