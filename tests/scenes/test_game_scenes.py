import itertools
import random
from dataclasses import replace
from itertools import pairwise

import pygame
import pytest

from ai.levels import levels_of
from ai.search.messages import (
    Candidate,
    ExactValue,
    HoldReports,
    Proof,
    SearchFailed,
    SearchInfo,
    StopReason,
    WorkerReady,
)
from ai.search.order import beside_truth
from game.games.tictactoe.rules import TicTacToeParameters
from game.play.session import Mode, Seat, Session
from game.screens.base import Back, OpenScene
from game.screens.play.engine import engine_strip
from game.screens.play.opening import begin_game
from game.screens.play.react import GoTo, Play, SetMode, do
from game.screens.play.sentences import sentence
from game.ui.panel.graphs import WinGraph
from game.ui.widgets import Action
from tests.fakes import FakeWorker, info_for
from tests.games import GAMES
from tests.rig import down, up
from tests.saved import file_of
from tests.sessions import AGAINST_AI, PEOPLE, play

GAME_NAMES = [spec.name for spec in GAMES]
CTRL, SHIFT = pygame.KMOD_CTRL, pygame.KMOD_SHIFT
SIZES = [(640, 480), (800, 600), (899, 700), (1120, 760), (1280, 720), (1920, 1080)]


def play_some(rig, scene, plies):
    if scene.session.record.spec.players == 2:
        scene.session.set_seats(PEOPLE)
    for _ in range(plies):
        scene.play(scene.session.state.legal_moves[0])
        rig.settle()


def show_analysis(rig, simulations=5000, finished=False):
    rig.frame()
    if rig.scene.session.state.is_terminal:
        return
    legal = rig.scene.session.state.legal_moves
    value = 0.6 if rig.scene.session.record.spec.players == 2 else 2000.0
    info = info_for(legal, simulations, value)
    if finished:
        rig.worker.finish(info, StopReason.TIME)
    else:
        rig.worker.say(info)
    rig.frame(0.3)


@pytest.mark.parametrize("game", GAME_NAMES)
def test_the_keyboard_alone_plays_and_walks_the_history(rig, game):
    scene = rig.open(game, people=True)
    rig.frames_between_events = False
    choose = random.Random(3)
    keys = (pygame.K_RIGHT, pygame.K_s, pygame.K_LEFT, pygame.K_UP)
    while scene.session.record.length < 3:
        rig.key(choose.choice(keys))
        rig.key(pygame.K_RETURN)
    rig.settle()
    for key, mod, cursor in (
        (pygame.K_z, CTRL, 2),
        (pygame.K_z, CTRL, 1),
        (pygame.K_y, CTRL, 2),
        (pygame.K_z, CTRL | SHIFT, 3),
        (pygame.K_HOME, 0, 0),
        (pygame.K_END, 0, 3),
    ):
        rig.key(key, mod)
        assert scene.session.record.cursor == cursor


@pytest.mark.parametrize("keys", [(pygame.K_RETURN,), (pygame.K_RIGHT, pygame.K_LEFT)])
def test_the_keyboards_cursor_begins_at_the_pointer(rig, keys):
    scene = rig.open("tictactoe", people=True)
    rig.key(pygame.K_RIGHT)
    rig.move(rig.cell(7))
    assert not scene.animator.keyboard
    for key in keys:
        rig.key(key)
    assert scene.animator.keyboard
    assert scene.animator.cursor == 7


@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_restart_goes_on_where_the_player_was(make_rig, game):
    rig = make_rig()
    scene = rig.open(game)
    play_some(rig, scene, 4)
    rig.key(pygame.K_z, CTRL)
    scene.controller.give(SetMode(Mode.ANALYSE))
    scene.on_exit()
    rig.context.storage.flush()

    again = make_rig()
    restored = again.open(game)
    assert file_of(restored.session) == file_of(scene.session)
    assert restored.session.mode is Mode.ANALYSE
    assert again.context.storage.recent_games()[0] == game


@pytest.mark.parametrize("game", GAME_NAMES)
def test_new_game_keys(rig, game):
    scene = rig.open(game)
    play_some(rig, scene, 2)
    start, seed = scene.session.record.root.state, scene.session.record.start.seed
    rig.key(pygame.K_F5)
    assert scene.session.record.length == 0
    assert scene.session.record.root.state == start
    assert scene.session.record.start.seed == seed
    rig.key(pygame.K_z, CTRL)
    assert scene.session.record.length == 2
    rig.key(pygame.K_g, CTRL)
    assert (scene.dialog is not None) == (game == "samegame"), "only there a seed makes the board"
    if scene.dialog is not None:
        for character in "123":
            rig.send(pygame.TEXTINPUT, text=character)
        rig.key(pygame.K_RETURN)
        assert scene.dialog is None
        assert scene.session.record.start.seed == 123
    rig.key(pygame.K_n, CTRL)
    assert scene.session.record.length == 0


def test_escape_stops_then_closes_then_goes_back(rig):
    scene = rig.open("hex", mode=Mode.ANALYSE)
    assert scene.controller.ai.is_thinking
    assert rig.key(pygame.K_ESCAPE) is None
    rig.worker.finish(reason=StopReason.STOPPED)
    rig.settle()
    assert not scene.controller.ai.is_thinking
    rig.key(pygame.K_l)
    assert scene.dialog is not None
    assert rig.key(pygame.K_ESCAPE) is None
    assert scene.dialog is None
    assert rig.key(pygame.K_ESCAPE) == Back()


def test_commands_leave_to_other_scenes(rig):
    rig.open("hex")
    assert rig.press("settings") == OpenScene("settings")
    assert rig.press("help") == OpenScene("help", "hex")
    assert rig.key(pygame.K_F1) == OpenScene("help", "hex")
    assert rig.press("back") == Back()


def test_a_click_on_the_board_snaps_the_animation_and_counts(rig):
    scene = rig.open("samegame")
    rig.click(rig.cell(scene.session.state.legal_moves[0]))
    assert scene.animator.is_animating
    assert scene.wake_after() == 0.0
    second = scene.session.state.legal_moves[-1]
    rig.click(rig.cell(second))
    assert scene.session.record.length == 2
    rig.settle()
    assert not scene.animator.is_animating


@pytest.mark.parametrize("game", GAME_NAMES)
def test_events_that_come_in_one_batch_see_each_others_effects(rig, game):
    scene = rig.open(game, people=True, mode=Mode.ANALYSE)
    show_analysis(rig)
    rig.key(pygame.K_1)
    assert scene.preview.mark is not None
    rig.frames_between_events = False
    rig.key(pygame.K_1, SHIFT)
    rig.key(pygame.K_2, SHIFT)
    choose = random.Random(4)
    for plies in range(2, 9):
        if not scene.session.state.is_terminal:
            move = choose.choice(scene.session.state.legal_moves)
            rig.click_move(move)
            rig.key(pygame.K_RIGHT)
            assert (scene.session.record.length, scene.session.record.node.moves[-1]) == (
                plies,
                move,
            )
    for _ in range(8):
        rig.key(pygame.K_z, CTRL)
    rig.frame()
    assert scene.session.record.cursor == 0


def test_other_buttons_play_nothing(rig):
    scene = rig.open("tictactoe")
    at = rig.cell(4)
    rig.send(pygame.MOUSEBUTTONDOWN, pos=at, button=3)
    rig.key(pygame.K_BACKSPACE)
    assert scene.session.record.length == 0


def with_line(info, line):
    first = replace(info.candidates[0], line=line)
    return replace(info, candidates=(first, *info.candidates[1:]), line=line)


def hits_of(scene):
    return [
        hit for place in scene.panel.places for hit in place.section.hits(scene.skin, place.box)
    ]


def hit_of(scene, name, value):
    return next(hit.box for hit in hits_of(scene) if (hit.name, hit.value) == (name, value))


@pytest.mark.parametrize("game", GAME_NAMES)
def test_digits_and_the_table_play_candidates_and_the_list_walks_the_moves(rig, game):
    scene = rig.open(game, people=True, mode=Mode.ANALYSE)
    show_analysis(rig)
    marks = scene.controller.ai.full_overlay.marks
    rig.key(pygame.K_2)
    assert scene.preview.mark.move == marks[1].move
    rig.key(pygame.K_2, SHIFT)
    assert scene.session.record.node.moves == (marks[1].move,)
    rig.key(pygame.K_z, CTRL)
    rig.settle()
    rig.click(hit_of(scene, "candidate", 2).centre)
    assert scene.session.record.node.moves == (marks[2].move,)
    play(scene, 2)
    rig.settle()
    rig.click(hit_of(scene, "ply", 2).centre)
    assert scene.session.record.cursor == 2


def test_a_hovered_row_is_frozen_and_marked_when_the_search_goes_on(rig):
    scene = rig.open("hex", mode=Mode.ANALYSE)
    legal = scene.session.state.legal_moves
    rig.worker.say(with_line(info_for(legal, 5000), (0, 1, 2)))
    rig.frame(0.3)
    rig.move(hit_of(scene, "candidate", 0).centre)
    rig.frame(1.2)
    assert scene.board.line() == (0, 1, 2)
    rig.worker.say(with_line(info_for(legal, 90_000), (0, 5, 6)))
    rig.frame(0.3)
    assert scene.board.line() == (0, 1, 2)
    assert scene.preview.is_outdated(scene.controller.ai.full_overlay.marks[0])
    assert scene.face.table().rows[0].updated, "the row says so"
    rig.send(pygame.MOUSEWHEEL, y=1, x=0)
    assert scene.board.line() == (0, 1)
    rig.move((3, 400))
    assert scene.preview.mark is None
    assert scene.board.line() == (0, 5, 6)


def test_no_row_of_a_loss_stands_before_a_better_move_that_was_not_tried(rig):
    scene = rig.open("breakthrough", mode=Mode.ANALYSE)
    lost, tried, untried, *_ = scene.session.state.legal_moves
    open_move = Candidate(untried, 0, 0.5)
    beside = Candidate(tried, 9, 0.5), Candidate(lost, 0, 0.0, proof=Proof.LOSS)
    for told, rows in (
        ((beside[0], open_move), [tried]),
        ((open_move, beside[1]), [untried, lost]),
    ):
        rig.worker.say(SearchInfo(9, 0.5, 0.1, told, told[0].line))
        rig.frame(0.5)
        names = list(map(scene.session.state.move_label, rows))
        assert [row.move for row in scene.face.table().rows] == names


def test_level_and_side_are_set_in_the_panel(rig):
    scene = rig.open("hex")
    level, box = scene.session.record.level, scene.face.opponent.level_stepper.box
    rig.click((box.right - 5, box.centre[1]))
    assert rig.context.settings["hex_level"] == scene.session.record.level != level
    rig.click(scene.face.opponent.side_tabs.box.centre)
    assert scene.session.record.seats == (Seat.AI, Seat.HUMAN)
    assert rig.context.settings.who_starts == "me", "that is about new games"


SIDES = {
    "samegame": {"samegame_columns": 12, "samegame_rows": 12},
    "tictactoe": {"tictactoe_columns": 5, "tictactoe_rows": 5},
    "hex": {"hex_side": 8},
    "breakthrough": {"breakthrough_columns": 8, "breakthrough_rows": 8},
}
"""The settings of a large board of each game; the small one has a little more than half."""


@pytest.mark.parametrize("pointed", ["pointer", "keyboard"])
@pytest.mark.parametrize(
    ("game", "way"), [*itertools.product(GAME_NAMES, ["new game", "undo"]), ("samegame", "paste")]
)
def test_cursor_and_pointer_survive_a_board_that_shrinks(make_rig, game, pointed, way, monkeypatch):
    large = SIDES[game]
    small = {name: side // 2 + 1 for name, side in large.items()}
    rig = make_rig(**small)
    rig.frames_between_events = False
    scene = rig.open(game, fresh=True, people=True)
    text, parameters = scene.session.state.to_text(), scene.session.record.start.parameters
    monkeypatch.setattr(pygame.scrap, "get_text", lambda: text)
    play_some(rig, scene, 2 if way == "undo" else 0)
    rig.context.settings = rig.context.settings.changed(**large)
    rig.key(pygame.K_n, CTRL)
    rig.frame()
    board = scene.layout.board
    pixels = itertools.product(range(board.x, board.right, 9), range(board.y, board.bottom, 9))
    highest = max(cell for at in pixels if (cell := scene.animator.cell_at(at)) is not None)
    rig.move(rig.cell(highest))
    if pointed == "keyboard":
        rig.key(pygame.K_LEFT)
        scene.animator.cursor = highest
    rig.frame(0.01)
    rig.context.settings = rig.context.settings.changed(**small)
    rig.key({"new game": pygame.K_n, "undo": pygame.K_z, "paste": pygame.K_v}[way], CTRL)
    assert scene.session.record.start.parameters == parameters, "the small board is here"
    for _ in range(4):
        rig.frame(0.02)
    for key in (pygame.K_UP, pygame.K_RIGHT, pygame.K_RETURN, pygame.K_RETURN):
        rig.key(key)
        rig.frame()


def test_a_swap_is_offered_and_taken_by_a_click_on_the_stone(rig):
    rig.context.settings = rig.context.settings.changed(hex_opening="swap")
    scene = rig.open("hex", fresh=True, people=True)
    rig.settle()
    assert "White may take it over" in scene.face.play_words()
    centre = scene.session.state.move_from_string("f6")
    rig.click(rig.cell(centre))
    rig.settle()
    assert "Click the **black stone** to take it over" in scene.face.play_words()
    rig.click(rig.cell(centre))
    assert scene.session.state.swapped
    assert "take it over" not in scene.face.play_words()


def test_no_clipboard_is_no_error(rig, monkeypatch):
    def fail(*_):
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "put_text", fail)
    monkeypatch.setattr(pygame.scrap, "get_text", fail)
    scene = rig.open("hex")
    rig.key(pygame.K_c, CTRL)
    rig.key(pygame.K_v, CTRL)
    assert scene.toasts.is_showing


def test_focused_controls_take_enter_and_the_board_does_not(rig):
    scene = rig.open("tictactoe")
    scene.group.focus(scene.group.widget("legend"), show=True)
    rig.key(pygame.K_RETURN)
    assert scene.dialog is not None
    assert scene.session.record.length == 0


def test_the_ai_gets_ready_before_it_thinks(make_rig):
    rig = make_rig(FakeWorker(ready=False))
    scene = rig.open("tictactoe")
    scene.play(4)
    rig.settle()
    notes = [row.note for row in scene.face.panel_items()[0].section.parts]
    assert "getting ready" in notes
    assert "thinking" not in notes
    assert sentence(scene) == "The AI is getting ready."
    rig.worker.answers.append(WorkerReady())
    rig.frame()
    assert sentence(scene) == "The AI is thinking. Esc lets it move now."


@pytest.mark.parametrize("game", ["tictactoe", "hex", "breakthrough"])
def test_a_searcher_that_tells_nothing_is_named(rig, game):
    scene = rig.open(game)
    scene.controller.give(Play(scene.session.state.legal_moves[0]))
    rig.frame()
    assert rig.worker.searches, "it is the AI's turn"
    name = rig.worker.searches[-1].searcher.partition(":")[0]
    rig.frame(10.0)
    assert sentence(scene) == "The AI is thinking. Esc lets it move now."
    assert scene.wake_after() <= 1.0, "nobody else wakes the window"
    rig.frame(10.0)
    said = f"**{name}** has told nothing for a while. **Esc** stops it."
    assert sentence(scene) == said
    assert said in [getattr(each.section, "text", "") for each in scene.panel.places]
    rig.worker.say(info_for(scene.session.state.legal_moves))
    rig.frame()
    assert sentence(scene) == "The AI is thinking. Esc lets it move now."


def test_the_overlay_changes_at_most_five_times_a_second(rig):
    scene = rig.open("tictactoe", mode=Mode.ANALYSE)
    show_analysis(rig, 1_000)
    seen = set()
    for step in range(20):
        rig.worker.say(info_for(scene.session.state.legal_moves, 2_000 + 100 * step))
        rig.frame(0.05)
        seen.add(scene.controller.ai.board_overlay)
    assert 3 <= len(seen) <= 6


def test_the_button_of_a_demo_says_what_it_does(rig):
    scene = rig.open("tictactoe", mode=Mode.DEMO)
    labels = []
    for _ in range(3):
        rig.frame()
        labels.append(scene.controls.demo.label)
        rig.press("pause")
    assert labels == ["Pause", "Go on", "Pause"]


@pytest.mark.parametrize(
    "reason", [StopReason.PROVEN, StopReason.ONLY_MOVE, StopReason.EXHAUSTED, StopReason.TIME]
)
def test_more_of_an_analysis_is_offered_only_where_something_is_left(rig, reason):
    scene = rig.open("hex", mode=Mode.ANALYSE)
    assert scene.controls.engine.enabled
    rig.worker.finish(reason=reason)
    rig.settle()
    is_left = reason is StopReason.TIME
    assert scene.controls.engine.enabled is is_left
    count = len(rig.worker.searches)
    rig.key(pygame.K_SPACE)
    rig.frame()
    assert len(rig.worker.searches) == count + is_left
    assert scene.toasts.is_showing is not is_left


@pytest.mark.parametrize(
    ("who", "seats", "following"),
    [
        ("me", AGAINST_AI, AGAINST_AI),
        ("ai", AGAINST_AI, AGAINST_AI[::-1]),
        ("alternate", AGAINST_AI, AGAINST_AI[::-1]),
        ("me", PEOPLE, PEOPLE),
    ],
)
def test_who_starts_the_next_game(make_rig, who, seats, following):
    scene = make_rig(who_starts=who).open("tictactoe")
    scene.session.set_seats(seats)
    begin_game(scene.controller)
    assert scene.session.record.seats == following


def test_the_first_words_of_a_search_may_know_next_to_nothing(rig):
    scene = rig.open("samegame", mode=Mode.ANALYSE)
    moves = scene.session.state.legal_moves[:3]
    for visits in ((1, 0, 0), (0, 0, 0), (1, 1, 1)):
        candidates = tuple(
            Candidate(move, count, 0.0) for move, count in zip(moves, visits, strict=True)
        )
        rig.worker.say(SearchInfo(sum(visits), 0.0, candidates=candidates))
        rig.frame(0.3)


def test_the_ai_tells_nothing_while_a_move_is_animated(make_rig):
    rig = make_rig(hex_side=4, motion="full")
    scene = rig.open("hex")
    rig.settle()

    def held():
        return [each.hold for each in rig.worker.requests if isinstance(each, HoldReports)]

    assert held() == []
    rig.click_move(scene.session.state.legal_moves[0])
    rig.frame(0.01)
    assert scene.animator.is_animating
    assert held() == [True]
    rig.settle()
    assert held() == [True, False]
    rig.worker.finish()
    rig.frame(0.5)
    rig.frame(0.01)
    assert held() == [True, False, True]
    scene.on_exit()
    assert held() == [True, False, True, False], "nor longer than the board is to be seen"


def test_the_strip_says_why_nothing_is_searched_out_of_focus(rig):
    scene = rig.open("hex")
    controller = scene.controller
    controller.give(SetMode(Mode.ANALYSE))
    for focused, told in ((False, ("paused", "Paused")), (True, ("thinking", "Thinking"))):
        rig.context.focused = focused
        rig.settle()
        strip = engine_strip(rig.context.thinker, controller)
        assert (strip.state, strip.word) == told
        assert ("another window" in strip.left) is not focused
        assert (controller.context.may_think, controller.ai.is_thinking) == (focused, focused)


@pytest.mark.parametrize(
    ("simulations", "told"), [(0, ""), (1, "1 simulation"), (1_000, "1.0k simulations")]
)
def test_the_strip_counts_simulations_where_there_are_any(rig, simulations, told):
    scene = rig.open("breakthrough", mode=Mode.ANALYSE)
    rig.settle()
    info = info_for(scene.session.state.legal_moves, simulations)
    rig.worker.finish(info, StopReason.PROVEN)
    rig.settle()
    strip = engine_strip(rig.context.thinker, scene.controller)
    assert (strip.word, strip.rate) == ("Stopped", told)


def test_a_button_that_is_held_while_a_question_opens_does_nothing_when_it_closes(rig):
    scene = rig.open("samegame")
    at = scene.group.widget("legend").box.centre
    rig.move(at)
    rig.send(pygame.MOUSEBUTTONDOWN, pos=at, button=1)
    rig.key(pygame.K_g, pygame.KMOD_CTRL)
    assert scene.dialog is not None
    rig.click(at)
    assert scene.dialog is None


@pytest.mark.parametrize("mode", list(Mode))
def test_a_narrow_window_offers_to_restart_an_ai_that_has_stopped(rig, mode):
    scene = rig.open("hex")
    rig.resize((640, 480))
    scene.controller.give(SetMode(mode))
    if mode is Mode.PLAY:
        scene.controller.give("analysis")
    rig.frame()
    rig.worker.answers.append(SearchFailed(rig.worker.searches[-1].generation, "it broke"))
    rig.settle()
    rig.press("engine")
    assert rig.worker.restarts == 1


def test_a_narrow_window_tells_who_is_ahead_while_analysing(rig):
    scene = rig.open("hex", mode=Mode.ANALYSE)
    show_analysis(rig)
    rig.resize((640, 480))
    (item,) = scene.face.summary_items()
    first, second = item.section.figures
    assert (first.caption, second.caption) == ("Black", "White")
    assert int(first.value.split()[0]) + int(second.value.split()[0]) == 100
    scene.controller.give(SetMode(Mode.PLAY))
    assert scene.face.summary_items()[0].section.figures == ()


@pytest.mark.parametrize("game", ["tictactoe", "hex", "breakthrough"])
def test_hints_go_on_where_a_turn_of_the_ais_is_passed_by(make_rig, game):
    rig = make_rig(who_starts="ai", hex_side=4)
    scene = rig.open(game)
    rig.worker.finish()
    rig.settle()
    assert scene.session.record.length == 1
    scene.controller.give(GoTo(0))
    rig.settle()
    assert "the AI, was to move" in sentence(scene)
    said = {sentence(scene)}
    for _ in range(3):
        rig.key(pygame.K_h)
        if scene.controller.ai.is_thinking:
            rig.worker.finish(info_for(scene.session.state.legal_moves[:4]), StopReason.TIME)
        rig.settle()
        said.add(sentence(scene))
    assert len(said) == 4
    assert scene.group.widget("last").key == "End", "the bar says the way on, whatever else is said"
    rig.key(pygame.K_END)
    assert "was to move" not in sentence(scene)


@pytest.mark.parametrize("how", ["settings", "new game", "undo of a new game"])
def test_a_level_that_cannot_play_a_larger_board_gives_way_to_one_that_can(make_rig, how):
    rig = make_rig(tictactoe_level="perfect", who_starts="ai")
    scene = rig.open("tictactoe")
    assert rig.worker.searches[-1].searcher == "exact"
    small = rig.context.settings
    if how == "new game":
        play_some(rig, scene, 2)
    rig.context.settings = small.changed(tictactoe_columns=4)
    if how == "new game":
        begin_game(scene.controller)
    else:
        scene.on_enter()
    if how == "undo of a new game":
        play_some(rig, scene, 2)
        rig.context.settings = small
        begin_game(scene.controller)
        assert scene.controller.session.opponent.name == "perfect"
        scene.controller.give(do(Session.undo_new_game))
    rig.frame()
    assert len(scene.session.state.cells) > 10
    scene.session.set_seats(AGAINST_AI)
    if scene.session.state.current_player == 0:
        scene.play(scene.session.state.legal_moves[0])
    rig.settle()
    board = scene.session.record.start.parameters
    *_, weaker = (each for each in levels_of("tictactoe", board) if each.ranked)
    assert scene.controller.session.opponent == weaker
    assert rig.worker.searches[-1].searcher == weaker.searcher
    assert "Perfect can't play this board" in scene.face.opponent.level_words()
    scene.face.on_action(Action("level", 1))
    assert scene.controller.session.opponent.title != "Perfect"
    scene.session.set_level("perfect")
    begin_game(scene.controller, parameters=TicTacToeParameters())
    assert scene.controller.session.opponent.title == "Perfect"


def test_a_demo_goes_on_after_the_settings_were_open(rig):
    scene = rig.open("tictactoe")
    scene.controller.give(SetMode(Mode.DEMO))
    scene.on_exit()
    assert not scene.controller.ai.is_thinking
    scene.on_enter()
    rig.frame()
    assert scene.controller.state.runs_demo
    assert scene.controller.ai.is_thinking


def test_a_size_changed_in_the_settings_counts_before_the_first_move(rig):
    scene = rig.open("hex")
    for side, counts in ((5, True), (4, False)):
        rig.context.settings = rig.context.settings.changed(hex_side=side)
        scene.on_enter()
        assert scene.session.record.start.parameters.side == 5
        assert not scene.session.before or not counts
        play_some(rig, scene, 1)
    begin_game(scene.controller)
    before = scene.session.state
    scene.session.resign()
    rig.context.settings = rig.context.settings.changed(hex_side=5)
    scene.on_enter()
    assert scene.session.state is before, "nor where the game was given up before it"


def test_the_side_chosen_is_a_colour_also_after_a_swap(make_rig):
    rig = make_rig(hex_opening="swap")
    scene = rig.open("hex", people=True)
    rig.click(rig.cell(45))
    rig.click(rig.cell(45))
    scene.face.on_action(Action("side", "first"))
    rig.frame()
    assert scene.session.record.seats == (Seat.AI, Seat.HUMAN)
    assert scene.face.opponent.side_tabs.value == "first"
    rig.settle()


def test_exact_values_estimates_or_both(rig):
    scene = rig.open("tictactoe", mode=Mode.ANALYSE)
    legal = scene.session.state.legal_moves
    info = info_for(legal, 4000)
    truth = tuple(ExactValue(move, Proof.DRAW, 9) for move in legal)
    rig.worker.say(beside_truth(info, truth))
    rig.frame(0.3)
    assert scene.face.has_truth
    graphs = [
        item.section for item in scene.face.panel_items() if isinstance(item.section, WinGraph)
    ]
    assert graphs, "one report tells no way to the truth: the game's graph is shown"
    tabs = scene.face.value_tabs
    rig.click((tabs.box.x + 10, tabs.box.centre[1]))
    rig.frame(0.3)
    overlay = scene.board.content().overlay
    assert (overlay.truths, overlay.estimates) == (overlay.exact, ())
    bar = scene.face.eval_bar()
    assert (bar.share, bar.error) == (0.5, 0.0), "the truth, not the estimate"
    assert dict(scene.face.graph().curve)[0] == bar.share


def test_exact_values_are_shown_to_the_last_cell_and_move_nothing(rig):
    scene = rig.open("tictactoe", mode=Mode.ANALYSE)
    places = set()
    for move in (0, 1, 2, 4, 3, 5, 7, 6):  # nobody wins
        scene.play(move)
        rig.settle()
        legal = scene.session.state.legal_moves
        truth = tuple(ExactValue(each, Proof.DRAW, len(legal)) for each in legal)
        rig.worker.say(beside_truth(info_for(legal, 4000), truth))
        rig.frame(0.3)
        assert scene.face.has_truth
        assert len(scene.face.table().rows) == min(len(legal), scene.face.truth_rows)
        places.add(scene.controls.history[0].box)
    assert len(places) == 1


def test_the_line_of_a_samegame_analysis_can_be_walked_and_played_out(small):
    rig, scene = small, small.scene
    scene.controller.give(SetMode(Mode.ANALYSE))
    rig.frame()
    state, line = scene.session.state, []
    while not state.is_terminal:
        line.append(state.legal_moves[0])
        state = state.play(line[-1])
    info = info_for(scene.session.state.legal_moves, 4000, 500.0)
    rig.worker.say(with_line(info, tuple(line)))
    rig.frame(0.3)
    rig.press("step on")
    assert scene.face.walker.scrubber.value == 2
    rig.press("step back")
    assert scene.face.walker.scrubber.value == 1
    box = scene.face.walker.scrubber.box
    rig.handle(down((box.x + 1, box.centre[1])))
    rig.move((box.right - 1, box.centre[1]))
    rig.frame()
    back, on, _ = scene.face.walker.buttons
    assert (back.enabled, on.enabled) == (True, False), "the small board follows the drag"
    rig.handle(up(box.centre))
    rig.press("play out")
    for _ in range(4 * len(line)):
        rig.frame(0.5)
    assert scene.session.state == state
    rig.settle()


def seen(rig, box):
    """Return the pixels of a part of the window."""
    return pygame.image.tobytes(rig.surface.subsurface(pygame.Rect(box)), "RGB")


def test_the_window_may_sleep_when_nothing_moves(rig):
    for game in GAME_NAMES:
        scene = rig.open(game)
        rig.read()
        rig.settle()
        assert scene.wake_after() is None
        scene.controller.give(SetMode(Mode.ANALYSE))
        show_analysis(rig)
        rig.settle()
        waiting = scene.wake_after()
        assert waiting is None or waiting > 0
        if game != "tictactoe":
            rig.worker.finish(reason=StopReason.TIME)
            rig.settle()
            assert scene.wake_after() is None
        scene.on_exit()


def test_the_sheet_of_a_narrow_window_rises_and_sinks(rig):
    scene = rig.open("samegame")
    rig.resize((640, 900))
    panel = scene.panel.box
    rig.click((panel.centre[0], panel.y + 8))
    assert scene.is_raised
    assert scene.panel.box.height > panel.height
    sheet = scene.panel.box
    assert not sheet.overlaps(scene.layout.board)
    above = {each for each in scene.group.widgets if each.visible and sheet.overlaps(each.box)}
    assert above <= set(scene.panel.widgets), "nothing takes its clicks"
    rig.click_move(scene.session.state.legal_moves[0])
    assert scene.session.record.length == 1, "all of the board is in sight, and can be played on"
    assert scene.is_raised
    panel = scene.panel.box
    rig.click((panel.centre[0], panel.y + 8))
    assert not scene.is_raised
    rig.key(pygame.K_TAB, SHIFT)
    assert scene.is_raised


@pytest.mark.parametrize("game", GAME_NAMES)
def test_the_panel_follows_a_move_one_frame_after_the_board(rig, game):
    scene = rig.open(game, people=True)
    rig.settle()
    panel, board = seen(rig, scene.panel.box), seen(rig, scene.layout.board)
    scene.controller.give(Play(scene.session.state.legal_moves[0]))
    rig.frame()
    assert scene.animator.is_animating
    assert seen(rig, scene.panel.box) == panel
    rig.frame(0.02)
    assert seen(rig, scene.panel.box) != panel
    assert seen(rig, scene.layout.board) != board
    scene.animator.finish()
    rig.frame()
    shown = seen(rig, scene.panel.box)
    rig.surface.fill("red")
    rig.resize(rig.surface.get_size())
    rig.settle()
    assert seen(rig, scene.panel.box) == shown


def test_the_panel_never_waits_for_two_frames(rig):
    scene = rig.open("hex")
    play_some(rig, scene, 5)
    pictures = [seen(rig, scene.panel.box)]
    for ply in (4, 3, 2, 1):  # as by a wheel that turns fast
        scene.controller.give(GoTo(ply))
        rig.frame()
        assert scene.animator.is_animating
        pictures.append(seen(rig, scene.panel.box))
    assert [one == other for one, other in pairwise(pictures)] == [True, False, True, False]


def test_the_panel_waits_only_where_it_is_on_the_surface_already(rig):
    scene = rig.open("hex")
    rig.settle()
    scene.controller.give(Play(scene.session.state.legal_moves[0]))
    rig.surface = pygame.Surface(rig.surface.get_size())  # as when the window has got another one
    rig.frame()
    assert scene.animator.is_animating
    box = scene.panel.box
    assert rig.surface.get_at((box.right - 3, box.bottom - 3))[:3] == rig.context.theme.panel


def test_an_error_while_the_panel_waits_leaves_the_whole_surface_to_the_next_scene(
    rig, monkeypatch
):
    scene = rig.open("hex", people=True)
    rig.settle()
    scene.controller.give(Play(scene.session.state.legal_moves[0]))
    monkeypatch.setattr(scene.animator.view, "draw", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        rig.frame()
    assert rig.surface.get_clip() == rig.surface.get_rect()


def test_the_wheel_over_the_board_walks_the_moves(rig):
    scene = rig.open("tictactoe", people=True)
    play(scene, (0, 4, 1))
    rig.settle()
    rig.move(rig.scene.panel.box.centre)
    rig.send(pygame.MOUSEWHEEL, x=0, y=1)
    assert scene.session.record.cursor == 3, "the pointer is elsewhere"
    rig.move(rig.cell(8))
    for turned, shown in ((1, 2), (5, 0), (-1, 1), (-9, 3)):
        rig.send(pygame.MOUSEWHEEL, x=0, y=turned)
        assert scene.session.record.cursor == shown
    assert scene.session.record.length == 3


@pytest.mark.parametrize("game", GAME_NAMES)
def test_a_picture_of_the_board_shows_nothing_of_the_pointer(rig, game):
    scene = rig.open(game)
    cell = scene.animator.view.cells_of(scene.session.state, scene.session.state.legal_moves[0])[0]
    rig.move(rig.cell(cell))
    rig.settle()
    pointed = seen(rig, scene.layout.board)
    picture = rig.key(pygame.K_s, pygame.KMOD_CTRL | pygame.KMOD_SHIFT).picture
    assert picture.get_size() == scene.layout.board[2:]
    scene.animator.point(None)
    rig.settle()
    assert pygame.image.tobytes(picture, "RGB") == seen(rig, scene.layout.board) != pointed
