"""Guess first: the AI's view opens after a guess, which is graded and counted."""

import pygame
import pytest

from ai.search.messages import StopReason
from game.play.session import Mode
from game.screens.base import Back, OpenReview
from game.screens.play.panel_rows import listed_moves, shows_graph
from game.screens.play.play_state import Case
from game.screens.play.react import GoTo, PlayLine, SetMode
from game.ui import commands
from game.ui.widgets import Action
from game.words.grades import YOUR_GUESS
from tests.evaluations import judged, judged_score
from tests.fakes import info_for
from tests.games import GAMES
from tests.saved import lines_of
from tests.sessions import play

NAMES = [spec.name for spec in GAMES]
LENGTH = 4
CTRL = pygame.KMOD_CTRL


def value(game, share):
    return 2_000.0 * share if game == "samegame" else share


@pytest.fixture(params=NAMES)
def guessing(make_rig, request):
    """Return a rig in which the moves of a game that was played are guessed from its start."""
    rig = make_rig(hex_side=4, motion="off")
    rig.game = request.param
    scene = rig.open(rig.game)
    play(scene.session, LENGTH)
    scene.controller.give(SetMode(Mode.ANALYSE))
    scene.controller.give(GoTo(0))
    rig.frame()
    rig.key(pygame.K_u)
    return rig


def guess(rig, move, share=None):
    """Point at a move; the AI thinks that the position is worth 0.7, and the move a share."""
    session = rig.scene.session
    state, ply = session.state, session.record.cursor
    rig.click_move(move)
    assert session.record.cursor == ply, "nothing is played"
    if share is None:
        return
    made = judged_score if session.record.spec.players == 1 else judged
    player = state.current_player
    for at, worth, line in ((ply, 0.7, (state.legal_moves[-1],)), (None, share, ())):
        of_first = worth if session.record.spec.players == 1 or player == 0 else 1.0 - worth
        known = made(value(session.record.spec.name, of_first), 0.001, 300_000, line)
        game = rig.scene.controller.guess.game
        game.record.nodes[game.record.cursor if at is None else at].position.learn(known)
    for _ in range(4):
        if rig.context.thinker.is_searching:
            search = rig.worker.searches[-1]
            info = info_for(search.position.legal_moves[-3:], 300_000, value(rig.game, 0.7))
            rig.worker.finish(info, StopReason.TIME)
        rig.frame()


def words(rig):
    return rig.scene.foot.bar.content.words


def noticed(rig):
    return rig.scene.toasts.notice.text


def test_nothing_of_the_ai_is_seen_before_the_guess_and_esc_ends_it(guessing):
    scene, controller = guessing.scene, guessing.scene.controller
    assert words(guessing) == YOUR_GUESS
    assert controller.guesser.is_on(scene.session)
    assert scene.controls.history[-2].on
    for asked in (
        *(commands.ANALYSIS, commands.HINT, commands.PEEK, commands.TREE, commands.INSIDE),
        *(commands.NEXT_MISTAKE, commands.LAST_MISTAKE, commands.GRAPH),
    ):
        scene.toasts.dismiss()
        guessing.handle(asked.event())
        assert "Guess first" in noticed(guessing)
    guessing.key(pygame.K_SPACE)
    assert not controller.state.is_view_open
    assert not scene.controller.state.tree
    assert guessing.context.thinker.is_searching is False, "its certainty forms before the eyes"
    assert listed_moves(scene) == (), "they are to be guessed"
    for ply in (LENGTH, 0):
        controller.give(GoTo(ply))
        guessing.frame()
        assert not shows_graph(scene)
    scene.toasts.dismiss()
    assert guessing.key(pygame.K_ESCAPE) is None
    assert not scene.session.record.guesses_first
    assert shows_graph(scene)


def tally(rig):
    return rig.scene.controller.guesser.tally(rig.scene.session)


def next_start(rig, make_rig):
    """Leave the program, and start it again at the same game."""
    rig.scene.on_exit()
    assert rig.context.storage.flush()
    other = make_rig(hex_side=4, motion="off")
    other.open(rig.game)
    other.frame()
    return other


def test_a_guess_shows_what_the_ai_comes_to_think(guessing):
    scene, session = guessing.scene, guessing.scene.session
    move = session.state.legal_moves[1]
    before = lines_of(session)
    guess(guessing, move)
    assert scene.controller.state.is_view_open
    assert guessing.context.thinker.is_searching
    assert scene.board.content().line == (move,)
    cells = scene.animator.view.cells_of(session.state, move)
    assert scene.board.content().named == (cells if session.record.spec.players == 2 else ())
    assert "is noted" in words(guessing)
    assert lines_of(session) == before


def test_a_guess_is_graded_and_counted_once(guessing):
    rig, session = guessing, guessing.scene.session
    bad = session.state.legal_moves[1]
    guess(rig, bad, share=0.3)
    name = session.state.move_label(bad)
    assert words(rig).startswith(f"**{name}**: loses ")
    lost = "800 points" if rig.game == "samegame" else "40 %"
    assert tally(rig) == f"**1 guessed**: 1 mistake; {lost} lost on average."
    assert rig.scene.board.content().grades == ((bad, "E"),)
    labels = [choice.label for choice in rig.scene.foot.bar.content.choices]
    assert labels == ["Next", "Stop"]
    rig.press(commands.FORWARD_ONE.name)
    assert session.record.cursor == 1
    assert words(rig).endswith(YOUR_GUESS)
    assert len(words(rig)) > len(YOUR_GUESS), "the move that was played is told"
    guess(rig, session.state.legal_moves[-1], share=0.7)
    lost = "400 points" if rig.game == "samegame" else "20 %"
    assert tally(rig) == f"**2 guessed**: 1 best, 1 mistake; {lost} lost on average."
    rig.handle(commands.BACK_ONE.event())
    assert words(rig).startswith(f"**{name}**: loses "), "it is still known"


def test_a_guess_is_judged_though_an_earlier_search_had_found_more(rig):
    scene = rig.open("hex")
    scene.controller.give(SetMode(Mode.ANALYSE))
    rig.frame()
    rig.worker.say(info_for(scene.session.state.legal_moves[:3], 40_000))
    rig.frame()
    rig.key(pygame.K_u)
    guess(rig, scene.session.state.legal_moves[1])
    for _ in range(8):
        if rig.context.thinker.is_searching:
            moves = rig.worker.searches[-1].position.legal_moves[:3]
            rig.worker.finish(info_for(moves, 32_000), StopReason.TIME)
        rig.frame()
    assert scene.controller.guess.is_judged
    assert "is noted" not in words(rig)


def test_the_tally_is_of_this_game_and_comes_back_with_it(guessing):
    rig, scene = guessing, guessing.scene
    guess(rig, scene.session.state.legal_moves[-1], share=0.7)
    assert "1 guessed" in tally(rig)
    rig.key(pygame.K_n, CTRL)
    assert "guessed" not in tally(rig)
    rig.key(pygame.K_z, CTRL)
    assert "1 guessed" in tally(rig)
    scene.controller.give(SetMode(Mode.DEMO))
    rig.frame()
    assert tally(rig) == ""
    scene.controller.give(SetMode(Mode.ANALYSE))
    rig.frame()
    assert "1 guessed" in tally(rig)


def test_the_same_board_again_begins_without_a_guess(guessing, make_rig):
    rig, session = guessing, guessing.scene.session
    guessed = session.state.legal_moves[-1]
    guess(rig, guessed, share=0.7)
    session.restart()
    rig.frame()
    assert words(rig) == YOUR_GUESS
    assert "guessed" not in tally(rig)
    guess(rig, session.state.legal_moves[1])
    assert "is noted" in words(rig), "another move may be guessed"
    again = next_start(rig, make_rig).scene.session
    assert again.record.guesses[again.record.root.position] == again.state.legal_moves[1]
    again.undo_new_game()
    assert again.record.guesses[again.record.root.position] == guessed


def test_no_branch_is_folded_that_nobody_sees(rig):
    scene = rig.open("tictactoe")
    play(scene.session, "a1 b1")
    scene.controller.give(SetMode(Mode.ANALYSE))
    scene.session.go_to(1)
    scene.session.play(4)
    rig.frame()
    rig.key(pygame.K_u)
    rig.handle(commands.FOLD_BRANCHES.event())
    assert not scene.session.is_folded
    assert "Guess first" in noticed(rig)
    guess(rig, scene.session.state.legal_moves[0])
    rig.handle(commands.FOLD_BRANCHES.event())
    assert "click a move" not in noticed(rig), "one has been guessed"
    rig.key(pygame.K_u)
    rig.handle(commands.FOLD_BRANCHES.event())
    assert scene.session.is_folded


def test_guesses_and_their_grades_come_back_after_home_and_after_a_restart(guessing, make_rig):
    rig = guessing
    guess(rig, rig.scene.session.state.legal_moves[1], share=0.3)
    seen = words(rig).partition(";")[0], tally(rig)
    assert "1 mistake" in seen[1]
    rig.scene.on_exit()
    rig.open(rig.game)
    rig.frame()
    assert (words(rig).partition(";")[0], tally(rig)) == seen
    other = next_start(rig, make_rig)
    assert (words(other).partition(";")[0], tally(other)) == seen


def test_a_window_in_the_background_says_when_a_guess_is_judged(guessing):
    rig = guessing
    rig.context.focused = False
    guess(rig, rig.scene.session.state.legal_moves[1])
    assert words(rig).endswith("It is judged when this window is in front.")
    rig.context.focused = True
    rig.frame()
    assert words(rig).endswith("It is judged when the search ends.")


def test_a_guess_in_a_game_of_ones_own_can_be_played(make_rig):
    rig = make_rig(motion="off")
    scene = rig.open("tictactoe")
    session = scene.session
    rig.key(pygame.K_u)
    at = rig.cell(4)
    before = scene.meaning_at(at)
    rig.click(at)
    assert scene.meaning_at(at) != before, "the guard lets no second click come too soon"
    assert session.record.cursor == 0
    assert session.record.hints == 0
    rig.worker.finish(info_for(session.state.legal_moves))
    rig.frame(1.0)
    rig.frame(1.0)
    assert session.record.hints == 1, "what is seen is help, as ever"
    rig.press("play guess")
    assert session.record.moves[0] == 4
    assert session.record.nodes[1].chooser.is_player
    assert scene.controller.state.is_ai_turn
    rig.key(pygame.K_u)
    assert not session.record.guesses_first
    assert tally(rig) == ""


def test_a_finished_game_is_guessed_from_its_review(rig):
    scene = rig.open("tictactoe")
    session = scene.session
    play(session, "a1 b1 a2 b2")
    session.resign()
    rig.key(pygame.K_u)
    assert (session.record.cursor, words(rig)) == (0, YOUR_GUESS), "one that was given up, too"
    rig.key(pygame.K_u)
    session.new_game()
    play(session, "a1 b1 a2 b2 a3")
    review = rig.show(OpenReview(session))
    assert isinstance(review.on_action(Action("guess")), Back)
    rig.show(scene)
    assert session.mode is Mode.ANALYSE
    assert (session.record.cursor, words(rig)) == (0, YOUR_GUESS)
    rig.key(pygame.K_u)
    rig.key(pygame.K_END)
    rig.key(pygame.K_u)
    assert session.record.cursor == 0, "there is nothing to guess at the end"


def test_a_line_that_is_played_out_asks_for_no_guess(guessing):
    scene, controller = guessing.scene, guessing.scene.controller
    controller.give(PlayLine(scene.session.record.moves[:2]))
    guessing.frame()
    assert not controller.state.awaits_guess
    while controller.state.case is Case.PLAY_OUT:
        guessing.frame(1.0)
    assert controller.state.awaits_guess
