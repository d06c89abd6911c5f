"""The first lessons of a game: from Help and by key, one position after the other."""

from datetime import date

import pygame
import pytest

from game.library.records import Records, Tally
from game.play.drill import lessons
from game.screens.base import DrillSet, OpenDrills, OpenScene
from game.screens.drills.run import asked
from game.screens.entry import entry_of
from game.screens.home.card import GameCard
from game.screens.review.words import side_name
from game.words.drills import wrong
from tests.games import GAMES
from tests.rig import move, widgets
from tests.saved import reach


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
    records = Records().plus(Tally("tictactoe", "club", won=1, streak=1))
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
    told = wrong(asked(lesson, lesson.session()), "A1", "")
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
    assert "does not win" in drills.verdict
    drills.again()
    drills.answer(drills.session.state.move_from_string("c3"))
    assert drills.verdict == "**c3** it is: three in a row wins."
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
