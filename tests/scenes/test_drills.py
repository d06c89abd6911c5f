"""The drills and the first lessons: what is tried, what is said of it, and the round's end."""

from datetime import date
from functools import partial

import pygame
import pytest

from game.library import schedule
from game.library.records import Records, Tally
from game.library.storage import Deck, Planned
from game.play.drill import Drill, Kind, lessons, shipped
from game.screens.base import DrillSet, OpenDrills, OpenScene
from game.screens.drills.run import ROUND, DrillPhase, chosen, facts_of, verdict
from game.screens.entry import entry_of
from game.screens.home.card import GameCard
from game.screens.play.reading import cells_sentence
from game.screens.review.words import side_name
from game.ui import commands
from game.window.scenes import make_scene
from game.words.drills import wrong
from tests.games import GAMES
from tests.rig import move, wheel, widgets, written
from tests.saved import reach

TODAY = date(2026, 3, 1)


@pytest.fixture
def opened(rig):
    """Return what opens a round of drills, with nothing that moves by itself."""

    def opened(*drills, game=""):
        rig.context.settings = rig.context.settings.changed(motion="off")
        if drills:
            deck = Deck(due=tuple(map(Planned, drills)))
            rig.context.storage.drills = lambda today: deck
        rig.scene = make_scene(OpenDrills(game), rig.context)
        rig.scene.resize((1120, 760))
        rig.scene.on_enter()
        rig.read()
        return rig.scene

    yield opened
    rig.scene.on_exit()


def cells_of(scene, name):
    state = scene.round.session.state
    return scene.board.animator.view.cells_of(state, state.move_from_string(name))


def try_move(rig, scene, name):
    for cell in cells_of(scene, name):
        box = scene.board.animator.view.cell_box(scene.board.animator.state, cell)
        rig.click(box.centre)
        scene.update(0.1)


def try_wrong_move(rig, scene):
    state, right = scene.round.session.record.root.state, scene.round.drill.right
    names = map(state.move_to_string, state.legal_moves)
    try_move(rig, scene, next(name for name in names if name not in right))
    assert scene.round.attempt.phase is DrillPhase.WRONG


def test_a_right_move_is_praised_and_the_next_drill_comes(rig, opened):
    first, second = shipped("tictactoe")[:2]
    scene = opened(first, second)
    drill, content = scene.round.drill, scene.board.content()
    assert (content.overlay, content.line, scene.round.attempt.verdict) == (None, (), "")
    assert all(name not in scene.round.task for name in drill.right), "nothing is given away"
    following = scene.group.widget(commands.NEXT_DRILL.name)
    assert not following.enabled
    place = partial(scene.board.animator.view.cell_box, scene.round.session.state)
    before = place(0), following.box
    scene.toasts.show("Screenshot saved.")
    rig.frame()
    assert (place(0), following.box) == before, "a notice moves nothing"
    try_move(rig, scene, drill.right[0])
    assert scene.round.attempt.phase is DrillPhase.RIGHT
    assert scene.round.results == [True]
    assert "wins" in scene.round.attempt.verdict
    rig.key(pygame.K_n)
    assert scene.round.drill != drill
    assert scene.round.may_answer


def test_a_wrong_move_counts_once_and_can_be_tried_again(rig, opened):
    scene = opened(shipped("tictactoe")[0])
    state = scene.round.session.record.root.state
    try_wrong_move(rig, scene)
    for key in (pygame.K_RETURN, pygame.K_SPACE):
        rig.key(key)
        assert (scene.round.index, scene.round.attempt.phase) == (0, DrillPhase.WRONG), (
            "it stays there"
        )
    rig.click(scene.board.animator.view.cell_box(state, state.legal_moves[0]).centre)
    assert "Try again" in scene.board.animator.refusal.words
    rig.key(pygame.K_z, pygame.KMOD_CTRL)
    try_move(rig, scene, scene.round.drill.right[0])
    assert scene.round.attempt.phase is DrillPhase.RIGHT
    assert scene.round.results == [False]
    rig.key(pygame.K_SPACE)
    assert scene.round.is_over
    rig.key(pygame.K_n)
    rig.read()
    assert not scene.round.is_over, "More begins another round"


def test_what_was_missed_comes_back_tomorrow_however_long_it_had_been_known():
    day, memory = TODAY.toordinal(), ""
    for _ in range(4):
        day, memory = schedule.after(memory, date.fromordinal(day), is_right=True)
    assert schedule.after(memory, date.fromordinal(day), is_right=False)[0] == day + 1


def test_the_answer_is_walked_along_by_keys_wheel_and_clicks(rig, opened):
    drill = next(each for each in shipped("breakthrough") if len(each.line) >= 5)
    scene = opened(drill)
    session, view = scene.round.session, scene.board.animator.view
    moves = drill.moves(session.record.root.state)
    rig.key(pygame.K_END)
    assert session.record.cursor == 0, "nothing is shown yet"
    rig.key(pygame.K_h)
    assert scene.round.attempt.phase is DrillPhase.SHOWN
    assert scene.round.results == [False], "who asks for it has not solved it"
    assert scene.board.content().line == moves[:5]
    for cell in view.cells_of(session.state, moves[0]):
        rig.click(view.cell_box(session.state, cell).centre)
        assert session.record.cursor == 1, "a click on the shown move plays it"
        rig.key(pygame.K_LEFT)
        assert session.record.cursor == 0
    rig.key(pygame.K_RIGHT)
    assert scene.board.content().line == moves[1:6]
    rig.scene.handle_event(wheel(-1))
    assert session.record.cursor == 2
    rig.press("last")
    assert session.state.is_terminal
    assert not scene.group.widget("last").enabled
    assert scene.group.widget("first").enabled
    assert scene.board.animator.refusal.cell is None
    rig.click(view.cell_box(session.state, 0).centre)
    assert scene.board.animator.refusal.words.startswith("The answer is shown")
    assert scene.round.results == [False]


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("samegame", "A single tile can't be removed. Groups need two or more."),
        ("tictactoe", "That cell is taken."),
        ("breakthrough", "Select one of your own pieces first."),
    ],
)
def test_why_a_click_plays_nothing_is_said_as_in_the_game(rig, opened, game, why):
    scene = opened(game=game)
    state, view = scene.round.session.state, scene.board.animator.view
    illegal = (cell for cell in range(200) if view.move_at(state, cell) is None)
    cell = next(cell for cell in illegal if view.refusal(state, cell) == why)
    rig.click(view.cell_box(state, cell).centre)
    assert scene.board.animator.refusal.words == why


def test_an_unusual_board_comes_with_its_rules(opened):
    usual, other = (
        next(each for each in shipped("tictactoe") if bool(each.parameters) is is_other)
        for is_other in (False, True)
    )
    rules = "**Four in a row**"
    assert not any(rules in words for words in written(opened(usual)))
    assert any(rules in words for words in written(opened(other)))


@pytest.mark.parametrize("game", ["samegame", "hex", "breakthrough"])
def test_each_game_is_tried_on_its_own_board(rig, opened, game):
    scene = opened(game=game)
    assert scene.round.drill.game == game
    assert len(scene.round) == ROUND
    try_move(rig, scene, scene.round.drill.right[0])
    assert scene.round.attempt.phase is DrillPhase.RIGHT


def test_keys_read_its_board(rig, opened):
    scene = opened(*lessons("tictactoe"))

    def read(key, mod=0):
        rig.key(key, mod)
        return scene.spoken[-1].text

    board, state = scene.board.animator.view, scene.round.session.state
    first = read(pygame.K_f)
    line, *others = board.lines_at(state, scene.board.animator.cursor)
    assert first == cells_sentence(board, state, line)
    assert read(pygame.K_f) == cells_sentence(board, state, others[0])
    assert read(pygame.K_LEFT, pygame.KMOD_SHIFT) == cells_sentence(
        board, state, board.ray(state, scene.board.animator.cursor, -1, 0)
    )
    said = read(pygame.K_b)
    assert read(pygame.K_j) == said
    assert scene.round.may_answer


def test_it_is_tried_by_the_keyboard_alone(rig, opened):
    scene = opened(shipped("tictactoe")[0])
    (goal,) = cells_of(scene, scene.round.drill.right[0])
    rig.key(pygame.K_TAB)
    assert scene.group.focused is not None
    rig.key(pygame.K_RIGHT)
    scene.board.animator.cursor = goal
    rig.key(pygame.K_RETURN)
    assert scene.round.attempt.phase is DrillPhase.RIGHT


def test_a_move_of_ones_own_that_was_bad_is_wrong_at_once(rig, opened):
    text = ". . .\n. X .\n. . .\nlast b2\n"
    kind, right = Kind.FROM_GAME, ("a1",)
    scene = opened(Drill("tictactoe", text, kind, right, right, {}, 0, "b1", "40 %", "2026-02-27"))
    assert "27 Feb 2026" in scene.round.task
    try_move(rig, scene, "b1")
    assert scene.round.attempt.phase is DrillPhase.WRONG
    assert "loses 40 %" in scene.round.attempt.verdict
    rig.key(pygame.K_z, pygame.KMOD_CTRL)
    try_move(rig, scene, "c3")
    assert scene.round.attempt.phase is DrillPhase.CHECKING


def test_a_move_that_may_have_lost_something_is_not_called_good(opened):
    text = ". . .\n. X .\n. . .\nlast b2\n"
    scene = opened(Drill("tictactoe", text, Kind.FROM_GAME, ("a1",), ("a1",), {}, 0, "a1"))
    state = scene.round.session.record.root.state
    scene.round.answer(state.move_from_string("c3"))
    unknown = verdict(scene.round.drill, scene.round.session, is_searched=True)
    assert unknown.phase is DrillPhase.RIGHT
    assert unknown.verdict.startswith("**c3** is no mistake, as far as the AI can tell.")


def test_where_nothing_is_left_more_says_so(rig, opened):
    decks = [Deck(due=(Planned(shipped("tictactoe")[0]),)), Deck()]
    rig.context.storage.drills = lambda today: decks.pop(0)
    scene = opened()
    rig.key(pygame.K_h)
    rig.key(pygame.K_n)
    rig.key(pygame.K_n)
    rig.read()
    assert scene.board is None
    assert any("No drills" in getattr(item.section, "text", "") for item in scene.items(400))


def test_a_damaged_drill_is_left_out(opened):
    damaged = Drill("tictactoe", "nonsense", Kind.FROM_GAME, ("a1",))
    scene = opened(damaged)
    assert not len(scene.round)
    scene.draw(pygame.Surface((1120, 760)))


def test_a_round_begins_with_what_is_due_then_each_game_has_its_turn():
    new = tuple(Planned(drill) for game in ("tictactoe", "hex") for drill in shipped(game))
    due = tuple(Planned(drill) for drill in shipped("tictactoe")[40:43])
    found = chosen(Deck(due, new), "", TODAY)
    assert len(found) == ROUND
    assert set(found[:3]) == set(due)
    assert [each.drill.game for each in found[3:7]] == ["tictactoe", "hex"] * 2
    assert all(each.drill.game == "hex" for each in chosen(Deck(due, new), "hex", TODAY))


@pytest.mark.parametrize("game", [spec.name for spec in GAMES])
def test_lessons_are_opened_from_help_and_from_the_game(rig, game):
    opened = OpenDrills(game, which=DrillSet.LESSONS)
    rig.open(game)
    rig.key(pygame.K_l, pygame.KMOD_CTRL)
    assert rig.commands[-1] == opened
    rig.show(OpenScene("help"))
    assert rig.press(f"lessons {game}") == opened


def test_lessons_are_offered_beside_the_board_and_on_home_until_a_game_was_finished(rig):
    rig.open("tictactoe")
    assert rig.press("lessons") == OpenDrills("tictactoe", which=DrillSet.LESSONS)
    home = rig.show(OpenScene("home"), (1280, 900))
    for card in widgets(home, GameCard):
        rig.click(card.lessons.box.centre)
        assert rig.commands[-1] == OpenDrills(card.game, DrillSet.LESSONS)
    records = Records().plus(Tally("tictactoe", "careful", won=1, streak=1))
    reach(rig.context.storage, records)
    home.lay_out()
    assert [card.game for card in widgets(home, GameCard) if not card.lessons.visible] == [
        "tictactoe"
    ]
    again = rig.open("tictactoe", fresh=True)
    assert "lessons" not in {each.name for each in again.panel.widgets}


def test_their_key_on_home_means_the_card_that_is_pointed_at_or_focused(rig):
    home = rig.show(OpenScene("home"), (1280, 900))
    assert rig.key(pygame.K_l, pygame.KMOD_CTRL) == OpenScene("help")
    rig.handle(move(widgets(home, GameCard)[2].box.centre))
    assert rig.key(pygame.K_l, pygame.KMOD_CTRL) == OpenDrills("hex", DrillSet.LESSONS)
    widgets(home, GameCard)[2].focused = True  # as a click leaves it
    rig.handle(move(widgets(home, GameCard)[1].lessons.box.centre))
    assert rig.key(pygame.K_l, pygame.KMOD_CTRL) == OpenDrills("tictactoe", DrillSet.LESSONS)


@pytest.mark.parametrize("game", [spec.name for spec in GAMES])
def test_help_begins_with_the_rules_and_good_play_of_the_game_it_is_asked_from(rig, game):
    entry = entry_of(game)
    assert 2 <= len(entry.good_play) <= 4
    assert all(each.endswith(".") for each in entry.good_play)
    rig.open(game)
    scene = rig.show(rig.key(pygame.K_F1))
    column = scene.items(1000)[0].section.parts[0]
    assert column.parts[0].title == entry.spec.title
    *_, told = column.parts[0].sections[0].parts
    assert told.text == "\n".join(entry.good_play)


def test_of_a_best_score_no_number_is_told_that_is_not_known():
    lesson = lessons("samegame")[0]
    told = wrong(facts_of(lesson, lesson.session()), "A1", "")
    assert told == "After **A1**, the best score can't be reached any more."


@pytest.mark.parametrize("game", [spec.name for spec in GAMES if spec.players == 2])
def test_each_lesson_of_a_game_for_two_says_which_side_the_player_is(game):
    for lesson in lessons(game):
        session = lesson.session()
        side = side_name(session, session.record.root.state.current_player)
        assert lesson.task.startswith(f"You are {side}")


def test_a_lesson_says_why_and_is_not_kept_among_the_drills(rig):
    scene = rig.show(OpenDrills("tictactoe", which=DrillSet.LESSONS))
    rig.read()
    drills = scene.round
    assert len(drills) == 5
    drills.show()
    assert scene.board.content().line  # the answer is on the board, too
    drills.again()
    assert "complete it" in drills.task
    drills.answer(drills.session.state.move_from_string("a1"))
    assert "does not win" in drills.attempt.verdict
    drills.again()
    drills.answer(drills.session.state.move_from_string("c3"))
    assert drills.attempt.verdict == "**c3** it is: three in a row wins."
    for _ in range(5):
        drills.next()
    assert drills.is_over
    told = [item.section for item in scene.items(400)]
    assert any("first lessons" in getattr(section, "text", "") for section in told)
    assert rig.context.storage.drills(date.today()).due == ()
    rig.key(pygame.K_n)
    rig.read()
    assert not scene.round.drill.why
    assert scene.title == "Drills", "which go on from the lessons"
