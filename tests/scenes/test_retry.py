"""A retry: a better move is looked for, told apart from worse ones, and the game stays."""

import pygame
import pytest

from ai.search.messages import StopReason
from game.play.session import Mode, Session
from game.screens.base import OpenReview
from game.screens.play.react import GoTo, SetMode, do
from game.screens.play.sentences import sentence
from tests.evaluations import judged, judged_score
from tests.fakes import info_for
from tests.games import GAMES
from tests.sessions import play

NAMES = [spec.name for spec in GAMES]
PLY, NEXT = 2, 4
"""How many moves lie before the mistakes of the game."""


def value(game, share):
    return 2_000.0 * share if game == "samegame" else share


@pytest.fixture(params=NAMES)
def retry(make_rig, request):
    """Return a rig whose game has two mistakes, while the first of them is retried."""
    game = request.param
    rig = make_rig(hex_side=4, motion="off")
    scene = rig.open(game)
    play(scene.session, 6)
    for ply, share in enumerate((0.7, 0.7, 0.7, 0.6, 0.6, 0.4, 0.4)):
        line = scene.session.record.nodes[ply].state.legal_moves[-1:]
        made = judged_score if game == "samegame" else judged
        known = made(value(game, share), 0.001, 60_000, line)
        scene.session.record.nodes[ply].position.learn(known)
    scene.controller.give(GoTo(5))
    rig.frame()
    rig.played = kept(scene.session)
    scene.controller.give(do(Session.retry, PLY))
    rig.frame()
    return rig


def kept(session):
    """Return what of a game no retry changes."""
    record = session.record
    line = [(node.move, node.by, node.hinted) for node in record.line]
    return line, (record if record.retry is None else record.retry).cursor


def attempt(rig, move, share):
    """Try a move after which the AI expects a share of the win."""
    session = rig.scene.session
    rig.click_move(move)
    rig.settle()
    assert session.record.cursor == PLY + 1, "nobody answers"
    if not session.state.is_terminal and rig.scene.controller.guide.due(session):
        assert "Checking" in words(rig)
        player = session.state.current_player
        of_mover = share if session.record.spec.players == 1 or player == 0 else 1.0 - share
        found = value(session.record.spec.name, of_mover)
        for _ in range(3):  # a bad one is looked at again
            if rig.context.thinker.is_searching:
                info = info_for(session.state.legal_moves[:3], 60_000, found)
                rig.worker.finish(info, StopReason.TIME)
            rig.frame()


def words(rig):
    return rig.scene.foot.bar.content.words


def button(rig, name):
    return next(each for each in rig.scene.foot.bar.widgets if each.name == name)


def labels(rig):
    return [choice.label for choice in rig.scene.foot.bar.content.choices]


def test_the_bar_says_what_to_better_and_the_played_move_is_a_ghost(retry):
    scene, session = retry.scene, retry.scene.session
    played = session.record.line[PLY + 1].move
    name = session.state.move_label(played)
    assert f"played **{name}** (" in words(retry)
    assert "Find better" in words(retry)
    content = scene.board.content()
    assert content.line == (played,)
    assert content.grades == ((played, "E" if session.record.spec.players == 1 else "D"),)
    assert content.playable
    assert not scene.foot.bar.box.overlaps(scene.layout.board)


def test_the_best_move_is_told_and_may_be_played_on(retry):
    session = retry.scene.session
    best = session.state.legal_moves[-1]
    attempt(retry, best, 0.7)
    assert ", the best." in words(retry)
    retry.press("play on")
    retry.settle()
    assert session.record.retry is None
    assert session.record.moves[PLY] == best
    assert retry.scene.controller.ai.is_thinking == (session.record.spec.players == 2), (
        "it is answered"
    )
    assert isinstance(retry.press("back"), OpenReview)
    assert kept(session) == retry.played


def test_a_worse_move_is_told_by_how_much_and_may_be_tried_again(retry):
    session = retry.scene.session
    bad = session.state.legal_moves[1]
    attempt(retry, bad, 0.5)
    assert "not yet, it loses " in words(retry)
    hint = retry.scene.controls.hint
    assert (sentence(retry.scene), hint.enabled) == ("Your game stays as it was.", False)
    retry.key(pygame.K_h)
    assert retry.scene.toasts.passing.text.startswith("Ctrl Z tries again. ")
    is_gone = session.record.spec.players == 1
    assert retry.scene.board.content().grades == (() if is_gone else ((bad, "E"),))
    assert retry.scene.board.pointed_grade(retry.scene.board.content()) is None, (
        "it hides nothing unasked"
    )
    x, y = retry.scene.animator._pointer
    retry.move((x + 1, y))
    told = retry.scene.board.pointed_grade(retry.scene.board.content())
    assert (told is None) == is_gone
    assert told is None or "best" not in told[0], "it is still to be found"
    retry.key(pygame.K_z, pygame.KMOD_CTRL)
    assert "Find better" in words(retry)
    assert sentence(retry.scene).startswith("Find a better move. ")
    attempt(retry, session.state.legal_moves[0], 0.6)
    assert "again. Try another" in words(retry), "it is the move that was played"
    assert retry.commands == []


def test_the_better_move_is_shown_by_ghosts(retry):
    scene, session = retry.scene, retry.scene.session
    attempt(retry, session.state.legal_moves[1], 0.5)
    retry.press("show better")
    retry.frame()
    assert session.record.cursor == PLY
    assert "was the best" in words(retry)
    assert scene.board.content().line[:1] == session.state.legal_moves[-1:]
    assert isinstance(retry.key(pygame.K_ESCAPE), OpenReview), "Esc leads to the review at once"


def test_the_next_mistake_is_retried_at_once(retry):
    session = retry.scene.session
    attempt(retry, session.state.legal_moves[1], 0.5)
    retry.key(pygame.K_n)
    assert session.record.retry.ply == NEXT
    assert kept(session) == retry.played
    retry.press("next mistake")
    assert session.record.retry.ply == PLY


@pytest.mark.parametrize("tries", [0, 1])
def test_a_retry_that_is_closed_goes_on_at_the_next_start(retry, tries):
    scene, session = retry.scene, retry.scene.session
    if tries:
        attempt(retry, session.state.legal_moves[1], 0.5)
    said = words(retry)
    scene.on_exit()
    retry.context.storage.flush()
    assert isinstance(retry.context.storage.load_game(session.record.spec.name), Session)
    again = retry.open(session.record.spec.name)
    retry.settle()
    assert (again.foot.bar.content.words == said) or "Checking" in again.foot.bar.content.words
    assert isinstance(retry.key(pygame.K_ESCAPE), OpenReview)
    assert kept(again.session) == retry.played
    assert [each.label for each in again.foot.bar.widgets] == [
        "Play from here",
        "Autoplay",
        "Latest",
    ]


def test_a_retry_counts_for_no_record(retry, monkeypatch):
    counted = []
    monkeypatch.setattr(retry.context.storage, "count_game", counted.append)
    session = retry.scene.session
    monkeypatch.setattr(type(session.state), "is_terminal", True)
    retry.scene.controller.saver.count()
    assert counted == []


def test_another_mode_makes_it_a_game_of_its_own(retry):
    retry.scene.controller.give(SetMode(Mode.ANALYSE))
    retry.frame()
    assert retry.scene.session.record.retry is None
    assert isinstance(retry.press("back"), OpenReview)
    assert kept(retry.scene.session) == retry.played


@pytest.mark.parametrize("mode", [Mode.PLAY, Mode.ANALYSE])
def test_a_mistake_that_is_walked_to_can_be_retried_there(retry, mode):
    scene, session = retry.scene, retry.scene.session
    scene.controller.give(do(Session.go_back))
    scene.controller.give(SetMode(mode))
    retry.key(pygame.K_HOME)
    retry.key(pygame.K_n)
    assert session.record.cursor == PLY + 1
    assert " to " in words(retry)
    assert "would" not in words(retry), "what is better is for the player to find"
    assert labels(retry) == ["Retry", "Next mistake", "Latest"]
    place = button(retry, "next mistake").box
    retry.move(retry.cell(0))
    retry.send(pygame.MOUSEWHEEL, x=0, y=1)
    assert session.record.cursor == PLY
    assert labels(retry) == ["Play from here", "Next mistake", "Latest"]
    assert button(retry, "next mistake").box == place, "it has its place"
    retry.key(pygame.K_n)
    assert session.record.cursor == PLY + 1
    retry.key(pygame.K_n)
    assert session.record.cursor == NEXT + 1
    assert button(retry, "next mistake").box == place
    retry.press("retry")
    assert session.record.retry.ply == NEXT
    assert "Find better" in words(retry)


def test_a_game_that_shows_itself_stops_where_a_move_is_tried_again(retry):
    controller, session = retry.scene.controller, retry.scene.session
    controller.give(do(Session.go_back))
    retry.key(pygame.K_HOME)
    retry.key(pygame.K_n)
    retry.key(pygame.K_y)
    assert controller.state.shows_game
    retry.press("retry")
    for _ in range(4):
        retry.frame(2.0)
    assert session.record.cursor == session.record.retry.ply == PLY
    assert controller.state.may_play


def test_a_retry_covers_what_the_ai_thinks_until_it_is_asked_for(retry):
    scene, session = retry.scene, retry.scene.session
    controller = scene.controller

    def is_seen():
        retry.frame()
        if not controller.ai.is_thinking:
            return controller.ai.board_overlay is not None
        retry.say(
            info_for(session.state.legal_moves[-2:], 60_000, value(session.record.spec.name, 0.7))
        )
        retry.frame(0.5)
        return controller.ai.board_overlay is not None

    controller.give(do(Session.go_back))
    controller.give("analysis")
    retry.settle()
    assert controller.state.shows_layer
    for ply in (PLY, NEXT):
        controller.give(do(Session.retry, ply))
        assert not controller.state.shows_layer
        assert not is_seen()
        assert "Find better" in words(retry)
    retry.key(pygame.K_a, pygame.KMOD_SHIFT)
    assert controller.state.shows_layer
    assert is_seen()
    controller.give(do(Session.go_back))
    assert controller.state.shows_layer, "it is as it was"
