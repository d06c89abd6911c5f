"""What a board game's panel says and offers once the game is over."""

from dataclasses import replace

import pygame
import pytest

from ai.search.messages import Proof, StopReason, StopSearch
from game.library.records import Tally
from game.play.grading import is_draw_throughout
from game.play.session import Mode, Seat
from game.screens.base import Back, OpenReview
from game.screens.play.ending import ending_of
from game.screens.play.react import SetMode
from game.screens.play.result_card import ResultCard
from game.ui.panel.analysis import EvalBar
from game.ui.panel.basics import PlayerRow, Sentence
from game.ui.panel.history import PLY
from tests.evaluations import judged
from tests.fakes import info_for
from tests.games import GAMES
from tests.saved import reach
from tests.sessions import AGAINST_AI, PEOPLE

LEVELS = {"tictactoe": "careful", "hex": "club", "breakthrough": "club"}
BOARD_GAMES = [spec.name for spec in GAMES if spec.players == 2]
LOST = ("a1", "b1", "a2", "b2", "c1", "b3")
DRAWN = ("b2", "a1", "c1", "a3", "a2", "c2", "b3", "b1", "c3")
# Shares of a win for X by number of marks: X lets an even game go with its third move.
SHARES = (0.5, 0.5, 0.5, 0.5, 0.54, 0.1, 0.1)


@pytest.fixture
def ended(make_rig):
    """Return a rig whose game is over, as the player's moves left it."""

    def end(game="tictactoe", moves=LOST, seats=AGAINST_AI, **settings):
        rig = make_rig(motion="off", **{f"{game}_level": LEVELS[game], **settings})
        scene = rig.open(game)
        session = scene.session
        session.set_seats(seats)
        while not session.state.is_terminal:
            legal, ply = session.state.legal_moves, session.record.length
            session.play(session.state.move_from_string(moves[ply]) if moves else legal[0])
        scene.controller.saver.count()
        rig.frame()
        return rig, scene

    return end


@pytest.mark.parametrize("size", [(640, 480), (896, 560)])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_what_leads_on_takes_no_other_buttons_place(make_rig, size, scale):
    rig = make_rig(motion="off")
    scene = rig.open("tictactoe", people=True)
    session = scene.session
    session.play(session.state.move_from_string(LOST[0]))
    rig.fit(size, scale)
    rig.frame()
    controls, placed = scene.controls, scene.panel.widgets
    before = {each: each.box for each in (controls.hint, controls.undo)}
    assert set(before) <= set(placed)
    assert controls.rematch not in placed
    for move in LOST[1:]:
        session.play(session.state.move_from_string(move))
    rig.frame()
    assert controls.rematch in scene.panel.widgets
    assert {each: each.box for each in before} == before


def card_of(scene):
    """Return the card and where it is."""
    return next(place for place in scene.panel.places if isinstance(place.section, ResultCard))


def look_through(rig, proof=None, frames=40):
    """Let the AI answer for every position of the game."""
    for _ in range(frames):
        if rig.context.thinker.is_searching:
            position = rig.worker.searches[-1].position
            marks = sum(map(bool, position.cells))
            share = SHARES[min(marks, 6)] if marks % 2 == 0 else 1 - SHARES[min(marks, 6)]
            info = replace(info_for(position.legal_moves, 9_000, share), error=0.001, proof=proof)
            rig.worker.finish(info, StopReason.TIME)
        rig.frame(0.1)


@pytest.mark.parametrize("size", [(640, 480), (720, 1000), (1120, 760), (1920, 1080)])
@pytest.mark.parametrize("game", BOARD_GAMES)
def test_the_end_is_told_on_a_card_that_leaves_the_board_free(ended, game, size):
    rig, scene = ended(game, moves=None)
    rig.resize(size)
    if scene.layout.compact:
        assert scene.face.ending.title in scene.panel.places[0].section.text
        assert not scene.panel.box.overlaps(scene.layout.board)
        rig.click((scene.panel.box.centre[0], scene.panel.box.y + 4))
        assert scene.is_raised
        rig.frame()
    else:
        assert not scene.panel.box.overlaps(scene.layout.board)
    section, box, _ = card_of(scene)
    assert section.state is scene.session.state
    assert scene.panel.box.y <= box.y
    names = [widget.name for widget in scene.panel.widgets if widget.visible]
    middle = ["swap sides"] if scene.panel.column.width >= scene.skin.px(280) else []
    assert names[-6 + (not middle) :] == ["hint", "undo", "resign", "restart", *middle, "review"]
    assert rig.press("review") == OpenReview(scene.session)


def test_a_rematch_keeps_the_sides_and_the_swap_exchanges_them(ended):
    rig, scene = ended()
    rig.press("restart")
    assert scene.session.record.seats == AGAINST_AI
    assert scene.session.record.length == 0
    rig.key(pygame.K_z, pygame.KMOD_CTRL)
    assert scene.session.state.is_terminal
    rig.press("swap sides")
    assert scene.session.record.seats == (Seat.AI, Seat.HUMAN)
    assert rig.worker.searches[-1].position is scene.session.record.root.state, "the AI begins"
    rig.key(pygame.K_z, pygame.KMOD_CTRL)
    assert scene.session.record.seats == AGAINST_AI
    assert scene.session.state.is_terminal


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("game", BOARD_GAMES)
def test_it_is_told_once_in_every_mode(ended, game, mode):
    rig, scene = ended(game, moves=None)
    scene.controller.give(SetMode(mode))
    rig.frame()
    told = [type(place.section) for place in scene.panel.places]
    assert told.count(ResultCard) == 1
    assert not {EvalBar, PlayerRow, Sentence} & set(told)
    rig.resize((720, 1000))
    summary = scene.panel.places[0].section
    assert (summary.text, summary.figures) == (scene.face.ending.sentence, ())


@pytest.mark.parametrize(
    ("seats", "is_lost"), [(AGAINST_AI, True), (AGAINST_AI[::-1], False), (PEOPLE, False)]
)
def test_a_lost_game_has_a_card_without_the_colours_of_a_win(ended, seats, is_lost):
    rig, scene = ended(seats=seats)
    box = card_of(scene).box
    edge = rig.surface.get_at((box.x + 1, box.centre[1]))
    assert scene.face.ending.is_lost is is_lost
    assert (edge[:3] == scene.skin.theme.accent) is not is_lost


def test_two_people_have_no_sides_to_swap(ended):
    _, scene = ended(seats=PEOPLE)
    assert "swap sides" not in [widget.name for widget in scene.group.widgets]
    assert scene.face.ending.sentence == "**O wins** in 3 moves."
    assert scene.face.ending.record == ""


@pytest.mark.parametrize(
    ("before", "player", "record"),
    [
        ({}, 1, "Your first win against Careful"),
        ({"won": 2, "streak": 2}, 1, "3 wins in a row against Careful"),
        ({"won": 2, "lost": 1}, 1, "Against Careful: 3 won, 1 lost"),
        ({"won": 2, "streak": 2}, 0, "Against Careful: 2 won, 1 lost"),
    ],
)
def test_the_card_tells_the_streak_or_all_results(ended, before, player, record):
    rig, scene = ended(seats=AGAINST_AI[::-1] if player else AGAINST_AI)
    old, session = Tally("tictactoe", "careful", **before), scene.session
    records = replace(rig.context.storage.records, tallies=()).with_result(old)
    won = int(session.state.returns[player] > 0)
    counted = records.plus(Tally("tictactoe", "careful", won=won, lost=1 - won, streak=won))
    told = ending_of(session, counted, drawn="", is_counted=True, is_searched=False)
    assert told.record == record
    # A game that is looked at again is not the latest of the streak.
    later = ending_of(session, counted, drawn="", is_counted=False, is_searched=False)
    assert "row" not in later.record


def test_mistakes_and_turning_point_are_found_while_the_result_is_shown(ended):
    rig, scene = ended()
    assert scene.face.ending.story == "Looking for mistakes…"
    look_through(rig)
    assert scene.face.ending.story.replace("\N{NO-BREAK SPACE}", " ") == (
        "**1 mistake**. Turning point: move 3, **c1**: 54 to 10 %."
    )
    (hit,) = card_of(scene).section.hits(scene.skin, card_of(scene).box)
    assert (hit.name, hit.value) == (PLY, 5)
    asked = len(rig.worker.searches)
    assert 6 < asked <= 12, "each position once, and those of moves that seem bad again"
    rig.frame(1.0)
    assert len(rig.worker.searches) == asked
    rig.click(hit.box.centre)
    assert scene.session.record.cursor == 5
    rig.key(pygame.K_END)
    look_through(rig)
    assert len(rig.worker.searches) == asked, "it is known already"
    assert "Turning point" in scene.face.ending.story


def test_the_opponents_turning_point_is_told_as_his(ended):
    rig, scene = ended(seats=AGAINST_AI[::-1])
    look_through(rig)
    assert "**Flawless**: no mistakes found" in scene.face.ending.story
    assert "move 3, **c1**: Careful's chances fell from 54" in scene.face.ending.story


LEAVES = {
    "undo": lambda rig: rig.key(pygame.K_z, pygame.KMOD_CTRL),
    "rematch": lambda rig: rig.key(pygame.K_F5),
    "analyse": lambda rig: rig.scene.controller.give(SetMode(Mode.ANALYSE)),
    "hidden": lambda rig: setattr(rig.context, "focused", False),
}


@pytest.mark.parametrize("leaves", [*LEAVES, "back"])
def test_whatever_the_player_does_next_ends_the_search(ended, leaves):
    rig, scene = ended()
    rig.frame(0.1)
    assert scene.controller.postmortem.queue.is_searching
    if leaves == "back":
        assert rig.key(pygame.K_ESCAPE) == Back()
        scene.on_exit()
    else:
        LEAVES[leaves](rig)
        rig.frame()
    assert not scene.controller.postmortem.queue.is_searching
    assert isinstance(rig.worker.requests[-1], StopSearch) or leaves == "undo"


@pytest.mark.parametrize("proof", [Proof.DRAW, None])
def test_neither_side_could_win_only_where_that_is_proven(ended, proof):
    rig, scene = ended(moves=DRAWN)
    assert scene.face.ending.sentence == "**Draw** after 5 moves: the board is full."
    look_through(rig, proof)
    assert ("Neither side could win" in scene.face.ending.story) is (proof is Proof.DRAW)


def test_one_position_that_is_not_proven_is_enough_to_say_nothing(ended):
    _, scene = ended(moves=DRAWN)
    session = scene.session
    positions = [session.record.nodes[ply].position for ply in range(session.record.length)]
    last = positions.pop(4)
    for position in positions:
        position.learn(judged(0.5, visits=9_000, proof=Proof.DRAW))
    assert not is_draw_throughout(session.record)
    last.learn(judged(0.5, visits=9_000, proof=Proof.DRAW))
    assert is_draw_throughout(session.record)


def test_a_result_stays_that_against_the_level_it_was_reached_against(ended):
    rig, scene = ended()
    rig.context.settings = rig.context.settings.changed(tictactoe_level="perfect")
    scene.resize(rig.surface.get_size())
    scene.on_enter()
    assert scene.session.record.level == "careful"
    rig.key(pygame.K_F5)
    assert scene.session.record.level == "perfect", "the next game is by the settings"


@pytest.mark.parametrize(("lost", "offered"), [(1, ""), (2, "3 lost in a row: try **Careless**?")])
def test_after_three_losses_in_a_row_an_easier_level_is_offered(ended, lost, offered):
    rig, scene = ended()
    storage = rig.context.storage
    reach(storage, storage.records.plus(Tally("tictactoe", "careful", lost=lost, losses=lost)))
    if offered:
        scene.session.set_level("perfect")  # which is a level that he has chosen meanwhile
    scene.screen.show_panel()
    rig.frame()
    assert scene.face.ending.offer == offered
    box = card_of(scene).box
    rig.click((box.centre[0], box.bottom - 16))
    chosen = "careless" if offered else "careful"
    assert scene.session.record.level == rig.context.settings["tictactoe_level"] == chosen
    if offered:
        assert scene.face.ending.offer == "Next game against **Careless**"
        assert card_of(scene).box == box, "nothing moves under the hand"


def win(rig, scene):
    """Win by the first row, move by move on the screen; the AI answers as LOST's other side."""
    for move, answer in zip(["a1", "b1", "c1"], ("a2", "b2", ""), strict=True):
        rig.click_move(scene.session.state.move_from_string(move))
        if answer:
            rig.worker.finish(info_for((scene.session.state.move_from_string(answer),)))
            rig.frame(1.0)
            rig.frame(1.0)
    rig.settle()


def test_after_three_wins_in_a_row_the_next_level_is_offered_once(make_rig):
    rig = make_rig(motion="off", tictactoe_level="careless", min_reply_delay=0.0)
    scene = rig.open("tictactoe")
    offers = []
    for _ in range(4):
        win(rig, scene)
        assert scene.session.is_over
        offers.append(scene.face.ending.offer)
        rig.key(pygame.K_F5)
        rig.settle()
    assert offers == ["", "", "3 won in a row: try **Careful**?", ""]
