"""A hint is one promise: one move from the first step to the last, and no mistake afterwards."""

import random
from dataclasses import replace

import pygame
import pytest

from ai.search.messages import Candidate, ExactValue, Proof, SearchFailed, SearchInfo, StopReason
from ai.search.order import beside_truth
from game.play.grading import grade_of, grades, worst
from game.screens.graded import GradedMove
from game.screens.play.game_graph import win_graph
from game.screens.play.hints import STEPS
from game.screens.play.react import LETS_PEEK_GO, GoTo, Play
from game.screens.play.sentences import sentence
from game.screens.review.words import subline
from game.ui.overlay import Values
from game.ui.panel.base import BULB
from game.ui.panel.basics import Sentence
from game.ui.panel.compose import Row
from game.ui.panel.history import MoveList
from tests.evaluations import judged, judged_score
from tests.rig import section
from tests.saved import read_back

GAMES = ("samegame", "tictactoe", "hex", "breakthrough")


def line_from(state, move, length=3):
    line = [move]
    state = state.play(move)
    while not state.is_terminal and len(line) < length:
        line.append(state.legal_moves[0])
        state = state.play(line[-1])
    return tuple(line)


def info_led_by(state, leader, value, simulations, rng):
    """Say that one move is best and some others are behind by a little or a lot."""
    one_player = len(state.returns) == 1
    others = [move for move in state.legal_moves if move != leader]
    rng.shuffle(others)
    candidates = [Candidate(leader, simulations, value, 0.01, line=line_from(state, leader))]
    for rank, move in enumerate(others[:6], start=2):
        behind = rng.choice((0.001, 0.02, 0.2))
        worth = value - (1_000 * behind if one_player else behind)
        visits = max(1, simulations // rank)
        candidates.append(Candidate(move, visits, worth, 0.01, line=line_from(state, move)))
    line = candidates[0].line
    return SearchInfo(simulations, value, 0.01, tuple(candidates), line, elapsed=1.0)


def promise(rig, scene, rng):
    """Ask for a hint and let its search end; return the move."""
    state = scene.session.state
    rig.key(pygame.K_h)
    worth = 900.0 if len(state.returns) == 1 else 0.55
    move = rng.choice(state.legal_moves)
    for simulations in (800, 1_600):
        tried = rng.choice(state.legal_moves)
        rig.worker.say(info_led_by(state, tried, worth, simulations, rng))
        rig.frame(0.6)
        assert not scene.board.content().region, "nothing is promised before the search is over"
        assert "hint" in sentence(scene)
    rig.worker.finish(info_led_by(state, move, worth, 4_000, rng), StopReason.TIME)
    rig.frame(0.6)
    assert "marked area" in sentence(scene)
    return move


@pytest.mark.parametrize("game", GAMES[1:])
def test_the_region_of_a_hint_holds_the_move_and_more(rig, game):
    scene = rig.open(game)
    state, view = scene.session.state, scene.animator.view
    for move in state.legal_moves:
        assert set(view.cells_of(state, move)) < set(view.hint_region(state, move))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", GAMES)
def test_every_step_is_about_the_same_move_whatever_the_search_comes_to_prefer(
    make_rig, game, seed
):
    rig = make_rig(samegame_columns=7, samegame_rows=7, hex_side=4)
    scene, rng = rig.open(game), random.Random(seed)
    for _ in range(seed):
        scene.session.play(rng.choice(scene.session.state.legal_moves))
    rig.settle()
    scene.controller.give(GoTo(scene.session.record.length - (scene.session.record.length % 2)))
    rig.settle()
    move = promise(rig, scene, rng)
    state, name = scene.session.state, f"**{scene.session.state.move_label(move)}**"
    assert scene.board.content().region == scene.animator.view.hint_region(state, move)
    for step in STEPS[2:]:
        preferred = rng.choice(state.legal_moves)
        again = info_led_by(state, preferred, 0.7 if len(state.returns) == 2 else 1e3, 90_000, rng)
        rig.context.thinker.forget(scene.session.record.spec.name)
        asked = rig.worker.searches[-1]
        rig.context.thinker.think(scene.session, asked.searcher, asked.limit)
        rig.worker.finish(again, StopReason.TIME)
        rig.frame(0.6)
        rig.key(pygame.K_h)
        assert scene.controller.state.hint.step is step
        (mark,) = scene.board.content().overlay.marks
        assert mark.move == move
        marks = scene.controller.ai.full_overlay.marks
        assert {each.rank for each in marks if each.move == move} <= {mark.rank}, "as it is now"
        said = sentence(scene)
        assert name in said
        if mark.loss >= 0.5:
            assert "prefer" in said
            assert state.move_label(preferred) in said
    assert scene.board.content().line[0] == move


@pytest.mark.parametrize("game", ["tictactoe", "breakthrough"])
def test_a_hint_is_drawn_whatever_values_an_analysis_was_last_to_show(rig, game):
    scene = rig.open(game)
    scene.controller.ai.show_values(Values.EXACT)
    state = scene.session.state
    move = state.legal_moves[1]
    exact = tuple(ExactValue(each, Proof.LOSS, 8) for each in state.legal_moves)
    rig.key(pygame.K_h)
    found = info_led_by(state, move, 0.4, 4_000, random.Random(2))
    rig.worker.finish(beside_truth(found, exact), StopReason.TIME)
    rig.frame(0.6)
    rig.key(pygame.K_h)
    overlay = scene.board.content().overlay
    assert [mark.move for mark in overlay.marks] == [move]
    assert (overlay.estimates, overlay.truths) == (overlay.marks, ())
    rig.key(pygame.K_h)
    assert scene.board.content().line[0] == move


def test_a_stopped_search_gives_what_it_has(rig):
    scene = rig.open("hex")
    rig.key(pygame.K_h)
    info = info_led_by(scene.session.state, 45, 0.6, 500, random.Random(1))
    rig.worker.say(info)
    rig.frame(0.6)
    rig.key(pygame.K_ESCAPE)
    rig.worker.finish(info, StopReason.STOPPED)
    rig.frame(0.6)
    assert scene.controller.ai.best.move == 45


def test_a_hint_is_the_proven_win_and_not_what_was_tried_most(rig):
    scene = rig.open("hex")
    win = Candidate(44, 20, 1.0, proof=Proof.WIN, distance=5, line=(44,))
    found = SearchInfo(3_020, candidates=(win, Candidate(45, 3_000, 0.999, line=(45,))))
    rig.key(pygame.K_h)
    rig.worker.finish(found, StopReason.TIME)
    rig.frame(0.6)
    assert scene.controller.ai.best.move == scene.controller.ai.full_overlay.marks[0].move == 44


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("game", GAMES)
def test_a_hint_that_was_followed_is_no_mistake_whatever_is_found_later(make_rig, game, seed):
    rig = make_rig(samegame_columns=7, samegame_rows=7, hex_side=4, min_reply_delay=0.0)
    scene, rng = rig.open(game), random.Random(seed)
    session = scene.session
    if seed % 2 and session.record.spec.players == 2:
        session.play(rng.choice(session.state.legal_moves))
        session.set_seats(session.record.seats[::-1])
        rig.settle()
    move, ply = promise(rig, scene, rng), session.record.cursor
    scene.play(move)
    again = read_back(session)
    for known in (session, again):
        for where in (ply, ply + 1):
            value = rng.random() if session.record.spec.players == 2 else rng.uniform(-200, 3_000)
            proof = rng.choice((None, None, *Proof)) if session.record.spec.players == 2 else None
            error = rng.choice((0.0, 0.01, 50.0))
            line = (rng.choice(session.record.nodes[where].state.legal_moves or (0,)),)
            made = judged if session.record.spec.players == 2 else judged_score
            known.record.nodes[where].position.learn(
                made(value, error, 500_000, line, proof, rng.randint(1, 9))
            )
        grade = grade_of(known.record, ply + 1)
        assert grade.advised
        assert grade.loss_class in "AB"
        assert not grade.is_mistake
        assert worst(grades(known.record)) == ()
        assert "as advised" in GradedMove(known, grade).advice
        if grade.later_loss:
            assert "as advised;" in subline(known, (grade,), complete=True)


def test_the_loss_that_was_found_later_is_told_and_the_graph_bears_a_bulb(rig):
    scene = rig.open("hex")
    move = promise(rig, scene, random.Random(3))
    scene.play(move)
    session = scene.session
    session.record.nodes[0].position.learn(judged(0.7, 0.001, 900_000, line=(0,)))
    session.record.nodes[1].position.learn(judged(0.5, 0.001, 900_000))
    grade, better = grade_of(session.record, 1), session.record.root.state.move_label(0)
    assert grade.before == grade.after == pytest.approx(0.55)
    assert grade.later_loss == pytest.approx(20.0)
    told = f"as advised; the AI now prefers {better}, better by 20 %"
    assert GradedMove(session, grade).advice == told
    assert win_graph(session, 1).advised == ((1, told),)
    assert section(scene, MoveList).moves[0].sign == BULB


@pytest.mark.parametrize("shown", [True, False])
def test_a_move_that_the_open_overlay_calls_good_is_no_mistake_either(rig, shown):
    scene = rig.open("hex")
    scene.controller.give("peek")
    rig.frame()
    info = info_led_by(scene.session.state, 45, 0.6, 9_000, random.Random(2))
    rig.worker.finish(info, StopReason.TIME)
    rig.frame(0.6)
    scene.controller.give("peek" if shown else LETS_PEEK_GO)
    scene.controller.give(Play(45))
    session = scene.session
    session.record.nodes[0].position.learn(judged(0.9, 0.001, 900_000, line=(0,)))
    session.record.nodes[1].position.learn(judged(0.1, 0.001, 900_000))
    assert grade_of(session.record, 1).is_mistake is not shown


def test_a_promise_outlives_an_undo(rig):
    scene = rig.open("samegame")
    move = promise(rig, scene, random.Random(4))
    other = next(each for each in scene.session.state.legal_moves if each != move)
    scene.play(other)
    scene.controller.give("undo")
    rig.settle()
    scene.play(move)
    session = scene.session
    better = judged_score(5_000.0, 0.0, 900_000, line=(other,))
    session.record.nodes[0].position.learn(better)
    session.record.nodes[1].position.learn(replace(better, value=10.0, line=(0,)))
    assert grade_of(session.record, 1).loss_class == "A"
    assert grade_of(session.record, 1).later_loss == 4_990.0


@pytest.mark.parametrize("game", ["samegame", "hex"])
def test_a_hint_is_told_although_the_ai_has_failed_since(rig, game):
    scene = rig.open(game)
    name = scene.session.state.move_label(promise(rig, scene, random.Random(6)))
    rig.key(pygame.K_h)
    boxes = {each: each.box for each in scene.panel.widgets}
    rig.worker.answers.append(SearchFailed(rig.worker.searches[-1].generation, "it broke"))
    rig.frame(0.6)
    assert scene.controller.ai.has_failed
    rows = [each for each, *_ in scene.panel.places if isinstance(each, Row)]
    said = [part.text for row in rows for part in row.parts if isinstance(part, Sentence)]
    assert name in " ".join(said)
    after = {each: each.box for each in scene.panel.widgets}
    assert scene.controls.engine in after
    assert {each: after[each] for each in boxes} == boxes


def test_a_hint_in_the_next_game_is_noted_there_too(rig):
    scene = rig.open("samegame")
    promise(rig, scene, random.Random(5))
    rig.key(pygame.K_F5)
    rig.settle()
    assert scene.session.record.hints == 0
    rig.key(pygame.K_h)
    rig.settle()
    scene.play(scene.controller.ai.best.move)
    assert scene.session.record.hints == 1
    assert scene.session.record.root.position.advice
