"""Drills against the clock: which are asked, what ends them, and what is kept of them."""

import random
from datetime import date, timedelta

import pygame
import pytest

from game.library.records import Records, TimedResult
from game.library.storage import Deck
from game.play import drill as drills_of_games
from game.play.drill import Drill, Kind, shipped
from game.screens.base import Back, OpenDrills, OpenScene
from game.screens.drills.run import (
    MOST_MISSES,
    MOST_TIMED,
    SHOWN_SECONDS,
    TIMED_SECONDS,
    DrillPhase,
    timed_drills,
)
from game.ui import commands
from tests.games import GAMES
from tests.rig import written
from tests.saved import reach

TODAY = date.today()
NAMES = [game.name for game in GAMES]


@pytest.fixture
def begun(rig):
    """Return what begins a round against the clock from the drills of a game, by its key."""

    def begun(game="", **settings):
        rig.context.settings = rig.context.settings.changed(**{"motion": "off", **settings})
        rig.show(OpenDrills(game))
        rig.read()
        rig.key(pygame.K_t)
        rig.read()
        assert rig.scene.title == "Against the clock"
        return rig.scene

    yield begun
    rig.scene.on_exit()


def try_move(rig, is_right):
    """Play a move of the present drill with the mouse."""
    drills, view = rig.scene.round, rig.scene.board.animator.view
    state = drills.session.record.root.state
    right = drills.drill.right
    moves = [
        each for each in state.legal_moves if (state.move_to_string(each) in right) == is_right
    ]
    for cell in view.cells_of(state, moves[0]):
        rig.click(view.cell_box(state, cell).centre)


def result(scene, day=TODAY):
    """Return how many drills of Tic-Tac-Toe were solved on a day."""
    return scene.context.storage.records.most_timed("tictactoe", day.isoformat())


def told(scene):
    """Return what is said of the round in whole sentences."""
    return " ".join(getattr(item.section, "text", "") for item in scene.items(400))


# Which are asked.


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_they_come_from_easy_to_hard_and_none_comes_twice(game, seed):
    drills = shipped(game)
    asked = timed_drills([drills], random.Random(seed))
    places = [drills.index(each) for each in asked]
    assert len(asked) == MOST_TIMED
    assert places == sorted(set(places))
    assert places[0] < len(drills) / 4 < 3 * len(drills) / 4 < places[-1]


def test_rounds_differ_by_their_seed_alone():
    drills = [shipped("tictactoe")]
    assert timed_drills(drills, random.Random(1)) == timed_drills(drills, random.Random(1))
    assert timed_drills(drills, random.Random(1)) != timed_drills(drills, random.Random(2))


def test_those_of_several_games_are_mixed_by_their_place_in_their_own():
    decks = [shipped(game) for game in NAMES]
    asked = timed_drills(decks, random.Random(3))
    own = {each: at / len(deck) for deck in decks for at, each in enumerate(deck)}
    shares = [own[each] for each in asked]
    assert shares == sorted(shares)
    assert {each.game for each in asked} == set(NAMES)


def test_of_few_drills_some_are_left_for_another_round_and_none_is_of_a_game_played():
    *proven, last = shipped("tictactoe")[:4]
    own = Drill("tictactoe", last.position, Kind.FROM_GAME, last.right)
    asked = timed_drills([(), [own, *proven]], random.Random(0))
    assert len(asked) == 2
    assert own not in asked
    assert timed_drills([(), [own]], random.Random(0)) == ()


@pytest.mark.parametrize("game", ["", *NAMES])
def test_each_game_has_it_and_all_together(begun, game):
    scene = begun(game)
    asked = {scene.round.drill.game}
    while not scene.round.is_over:
        asked.add(scene.round.drill.game)
        scene.round.next()
    assert len(scene.round) == MOST_TIMED
    assert asked == ({game} if game else set(NAMES))


def test_drills_that_are_put_beside_a_game_are_asked_too(begun, monkeypatch, tmp_path):
    rows = (drills_of_games.FOLDER / "tictactoe.jsonl").read_text("utf-8").splitlines()[:3]
    (tmp_path / "tictactoe.jsonl").write_text("\n".join(["damaged", *rows]), "utf-8")
    monkeypatch.setattr(drills_of_games, "FOLDER", tmp_path)
    assert len(begun("tictactoe").round) == 2
    assert "No drills come with this game." in told(begun("hex"))
    assert begun("hex").round.is_over


# How it goes.


def test_a_right_move_leads_to_the_next_at_once_and_is_heard(rig, begun, monkeypatch):
    scene, cues = begun("tictactoe"), []
    monkeypatch.setattr(type(rig.context), "cue", lambda self, cue, size=0: cues.append(cue))
    first = scene.round.drill
    try_move(rig, is_right=True)
    assert scene.round.results == [True]
    assert scene.round.drill != first
    assert scene.round.may_answer
    assert scene.board.animator.state is scene.round.session.state
    assert cues
    assert "1 solved, 0 missed" in written(scene)


def test_each_drill_of_all_games_has_its_own_board(rig, begun):
    scene = begun()
    for _ in range(8):
        try_move(rig, is_right=True)
    assert scene.round.results == [True] * 8


def test_of_a_miss_the_answer_is_shown_while_the_time_stands_still(rig, begun):
    scene = begun("tictactoe")
    rig.frame(10.0)
    first = scene.round.drill
    try_move(rig, is_right=False)
    assert scene.round.attempt.phase is DrillPhase.SHOWN
    assert scene.round.line
    assert "was to be found" in scene.round.attempt.verdict
    rig.frame(SHOWN_SECONDS / 2)
    assert scene.round.drill == first
    rig.frame(SHOWN_SECONDS / 2 + 0.1)
    assert scene.round.drill != first
    assert scene.round.may_answer
    assert scene.round.seconds_left == TIMED_SECONDS - 10
    assert scene.round.results == [False]


@pytest.mark.parametrize("key", [pygame.K_n, pygame.K_SPACE, pygame.K_RETURN])
def test_who_has_seen_the_answer_goes_on_by_a_key(rig, begun, key):
    scene = begun("tictactoe")
    rig.key(key)
    assert scene.round.index == 0, "none is skipped"
    try_move(rig, is_right=False)
    rig.key(key)
    assert (scene.round.index, scene.round.may_answer) == (1, True)


@pytest.mark.parametrize("key", [pygame.K_h, pygame.K_c])
def test_there_is_no_hint_and_no_other_beginning_in_it(rig, begun, key):
    scene = begun("tictactoe")
    drills = scene.round
    rig.key(key)
    rig.key(pygame.K_z, pygame.KMOD_CTRL)
    rig.read()
    assert scene.round is drills
    assert drills.may_answer
    assert not drills.results


def test_the_third_miss_ends_it_once_its_answer_was_shown(rig, begun):
    scene = begun("tictactoe")
    for _ in range(MOST_MISSES):
        assert not scene.round.is_over
        try_move(rig, is_right=True)
        try_move(rig, is_right=False)
        assert not scene.round.is_over, "the answer is shown"
        rig.frame(SHOWN_SECONDS + 0.1)
    assert scene.round.is_over
    assert len(scene.round) == 2 * MOST_MISSES, "none is told that was never seen"
    assert "**3** solved, **3** missed. Best today 3, ever 3." in told(scene)


def test_it_ends_with_the_time_and_a_key_for_the_board_begins_no_other(rig, begun):
    scene = begun("tictactoe")
    try_move(rig, is_right=True)
    rig.frame(TIMED_SECONDS - 0.5)
    assert not scene.round.is_over
    assert "0:01" in written(scene)
    rig.frame(0.6)
    assert scene.round.is_over
    drills = scene.round
    for key in (pygame.K_SPACE, pygame.K_RETURN):
        rig.key(key)
        rig.read()
        assert scene.round is drills
    rig.key(pygame.K_n)
    rig.read()
    assert scene.round is not drills
    assert scene.round.seconds_left == TIMED_SECONDS


def test_the_last_drill_that_is_solved_ends_it(rig, begun):
    scene = begun("tictactoe")
    while not scene.round.is_over:
        try_move(rig, is_right=True)
    assert result(scene) == MOST_TIMED


def test_the_time_is_told_each_second_and_the_window_sleeps_between(rig, begun):
    scene = begun("tictactoe")
    assert "3:00" in written(scene)
    rig.settle()  # 3 s
    rig.frame(0.25)
    assert "2:57" in written(scene)
    assert 0.7 < scene.wake_after() <= 0.75
    rig.frame(0.8)
    assert "2:56" in written(scene)


def test_the_focus_may_be_lost_and_the_time_goes_on(rig, begun):
    scene = begun("tictactoe")
    rig.context.focused = False
    rig.frame(5.0)
    assert scene.round.seconds_left == TIMED_SECONDS - 5


def test_nothing_waits_for_the_ai(rig, begun):
    scene = begun("hex")
    for _ in range(MOST_MISSES):
        try_move(rig, is_right=False)
        rig.frame(1.0)
        assert scene.round.due(scene.round.session) is None
        rig.frame(SHOWN_SECONDS)
    assert scene.round.is_over
    assert rig.worker.searches == []


def test_it_is_played_by_the_keyboard_alone(rig, begun):
    scene = begun("tictactoe")
    state, right = scene.round.session.state, scene.round.drill.right[0]
    rig.key(pygame.K_RIGHT)
    (scene.board.animator.cursor,) = scene.board.animator.view.cells_of(
        state, state.move_from_string(right)
    )
    rig.key(pygame.K_RETURN)
    assert scene.round.results == [True]


# What is kept.


def test_escape_ends_it_first_and_then_leaves(rig, begun):
    scene = begun("tictactoe")
    try_move(rig, is_right=True)
    assert rig.key(pygame.K_ESCAPE) is None
    assert scene.round.is_over
    assert result(scene) == 1
    assert rig.key(pygame.K_ESCAPE) == Back()


def test_a_piece_that_was_taken_up_is_let_go_first(rig, begun):
    scene = begun("breakthrough")
    view, state = scene.board.animator.view, scene.round.session.state
    rig.click(view.cell_box(state, view.cells_of(state, state.legal_moves[0])[0]).centre)
    rig.key(pygame.K_ESCAPE)
    assert not scene.round.is_over
    rig.key(pygame.K_ESCAPE)
    assert scene.round.is_over


def test_end_is_pressed_with_the_mouse(rig, begun):
    scene = begun("tictactoe")
    rig.press(commands.ESCAPE.name)
    assert scene.round.is_over


def test_leaving_the_page_ends_it_and_what_was_solved_counts(rig, begun):
    scene = begun("tictactoe")
    try_move(rig, is_right=True)
    assert rig.key(pygame.K_F1) == OpenScene("help")
    scene.on_exit()
    assert scene.round.is_over
    assert result(scene) == 1
    rig.frame(500.0)
    assert result(scene) == 1
    assert any("**1** solved" in words for words in written(scene))


def test_the_best_of_the_day_and_ever_are_kept_for_each_game(rig, begun):
    yesterday = TODAY - timedelta(1)
    before = Records()
    for game, day, solved in (
        ("tictactoe", yesterday, 6),
        ("tictactoe", yesterday, 7),
        ("tictactoe", yesterday, 5),
        ("hex", TODAY, 9),
        ("", TODAY, 11),
    ):
        before = before.plus(TimedResult(game, day.isoformat(), solved))
    reach(rig.context.storage, before)
    scene = begun("tictactoe")
    assert scene.caption == "best today 0, ever 7"
    try_move(rig, is_right=True)
    rig.key(pygame.K_ESCAPE)
    assert "Best today 1, ever 7." in told(scene)
    assert (result(scene), result(scene, yesterday)) == (1, 7)
    records = rig.context.storage.records
    assert Records.from_dict(records.to_dict()) == records
    assert len(records.timed) == 4
    assert records.plus(TimedResult("tictactoe", TODAY.isoformat(), 1)) is records


@pytest.mark.parametrize(
    "row",
    [
        None,
        {"game": "hex", "day": "yesterday", "solved": 1},
        {"game": "hex", "day": "2026-11-21", "solved": -1},
        {"game": 3, "day": "2026-11-21", "solved": 1},
    ],
)
def test_a_damaged_row_is_kept_unread(row):
    data = {"against_the_clock": [row, {"game": "gone", "day": "2026-11-21", "solved": 3}]}
    records = Records.from_dict(data)
    assert records.most_timed("gone") == 3
    assert row in records.to_dict()["against_the_clock"]


def test_what_was_missed_can_be_tried_again_and_only_then_counts_for_the_schedule(rig, begun):
    scene, storage = begun("tictactoe"), rig.context.storage
    try_move(rig, is_right=True)
    missed = scene.round.drill
    try_move(rig, is_right=False)
    rig.frame(SHOWN_SECONDS + 0.1)
    rig.key(pygame.K_ESCAPE)
    tomorrow = TODAY + timedelta(1)
    assert storage.drills(tomorrow).due == ()
    rig.key(pygame.K_h)
    assert (scene.title, len(scene.round), scene.round.drill) == ("Drills", 1, missed)
    assert scene.round.may_answer
    rig.frame(300.0)
    assert scene.round.may_answer, "without a clock"
    try_move(rig, is_right=False)
    assert [each.drill for each in storage.drills(tomorrow).due] == [missed]


def test_without_a_miss_there_is_none_to_be_tried_again(rig, begun):
    scene = begun("tictactoe")
    drills = scene.round
    rig.key(pygame.K_ESCAPE)
    rig.key(pygame.K_h)
    assert scene.round is drills
    assert not scene.group.widget(commands.SHOW_ANSWER.name).enabled


def test_it_begins_from_a_page_without_drills_that_are_due(rig, begun):
    rig.context.storage.drills = lambda today: Deck()
    assert begun("tictactoe").round.may_answer
