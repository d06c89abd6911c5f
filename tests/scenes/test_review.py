import itertools
import random
from dataclasses import replace

import pygame
import pytest

from ai.contract.games import game_spec
from ai.search.messages import History, Limit, Proof, StopReason, StopSearch
from game.games.samegame.rules import SameGameParameters
from game.play.grading import SECOND_LOOK, grades, grades_of_interest, worst
from game.play.session import Mode, Seat, Session
from game.play.text import read
from game.screens.base import Back, OpenGame, OpenReview, OpenScene, SaveGame
from game.screens.context import skin_of
from game.screens.entry import entry_of, make_board_view
from game.screens.play.commentary import board_name
from game.screens.play.controller import GameController
from game.screens.play.react import do
from game.screens.review.card import ReviewCard
from game.screens.review.reviewer import Reviewer
from game.screens.review.screen import ReviewScene
from game.screens.review.words import caption_of, headline, subline
from game.ui import commands
from game.ui.layout import Box
from game.ui.widgets import Action
from game.words.say import counted
from tests.evaluations import JUDGE, judged, judged_score
from tests.fakes import FakeWorker, info_for
from tests.plugins import papers  # noqa: F401 - a fixture
from tests.rig import click, press, written
from tests.rig import move as motion
from tests.saved import lines_of
from tests.sessions import AGAINST_AI, PEOPLE, play, session_of
from tests.ui.sketch import SketchedFonts, sketching

GAMES = ("samegame", "tictactoe", "hex", "breakthrough")
CTRL, SHIFT = pygame.KMOD_CTRL, pygame.KMOD_SHIFT
# Win shares of X before each move and at the end: the second move of O and the third of X fail.
SHARES = (0.5, 0.55, 0.5, 0.5, 0.95, 0.2, 0.2)


def lost_game(mode=Mode.PLAY):
    session = session_of(
        "tictactoe", "a1 b1 a2 b2 c1 b3", seed=1, seats=AGAINST_AI, level="careful", mode=mode
    )
    assert session.state.returns == (-1.0, 1.0)
    return session


def answer(rig, again=SHARES):
    """Let the AI answer every position of the review by tables, first and when asked again."""
    for _ in range(20):
        rig.context.thinker.poll()
        if not rig.worker.searches:
            break
        request = rig.worker.searches[-1]
        ply = sum(1 for cell in request.position.cells if cell)
        is_second = request.limit.simulations == SECOND_LOOK.simulations
        share = (again if is_second else SHARES)[ply]
        if request.position.current_player == 1:
            share = 1 - share
        info = info_for(request.position.legal_moves, 5_000, share)
        rig.worker.finish(replace(info, error=0.001), StopReason.TIME)
        rig.scene.update(0.02)
        if rig.scene.reviewer.is_done:
            break


def point_at(review, ply):
    review.on_action(Action("ply", ply))


def is_shown_by_itself(review):
    return review.group.widget(commands.AUTOPLAY.name).icon == "pause"


def story(review):
    """Return all that a review writes."""
    return "\n".join(written(review))


def grades_with_a_mistake(session):
    for ply, share in enumerate(SHARES[:6]):
        session.record.nodes[ply].position.learn(judged(share, 0.001, 9_000))
    return worst(grades(session.record))[0]


@pytest.fixture
def review(rig):
    """The review of a lost game, of which nothing is known yet."""
    rig.reviewed = lost_game()
    return rig.show(ReviewScene(rig.context, OpenReview(rig.reviewed)), (1120, 760))


@pytest.fixture
def done(rig, review):
    """The same with all that is found."""
    answer(rig)
    rig.frame()
    return review


def test_the_board_beside_the_graph_shows_the_position_it_points_at(rig, done):
    session, graph = rig.reviewed, done.graph
    for ply in (0, 3, session.record.length):
        point_at(done, ply)
        content = graph.board_content()
        assert content.state is session.record.nodes[ply].state
        assert content.hover is None
    worst = done.row.cards[0].grade
    point_at(done, worst.ply)
    assert graph.board_content().grades == ((worst.move, worst.loss_class),)
    assert graph.plot_box.right < graph.board_box.x


@pytest.mark.parametrize("size", [(640, 480), (1120, 760)])
def test_its_picture_is_what_is_seen_without_controls(rig, done, size):
    rig.resize(size)
    saved = rig.key(pygame.K_s, CTRL | SHIFT)
    assert saved.picture.get_size() == size
    at = done.graph.board_box.centre
    assert saved.picture.get_at(at) == rig.surface.get_at(at)
    back = done.group.widget("back").box
    ground = saved.picture.get_at((0, 0))
    assert all(saved.picture.get_at((x, back.centre[1])) == ground for x in range(back.right))


def test_every_position_is_searched_once_in_order_and_kept(rig, done):
    session = rig.reviewed
    marks = [sum(map(bool, each.position.cells)) for each in rig.worker.searches]
    assert marks[:6] == list(range(6))
    second = rig.worker.searches[6:]
    assert {4, 5} <= set(marks[6:]), "a bad move is looked at again"
    assert len(set(marks[6:])) == len(second)
    assert all(each.limit.simulations == SECOND_LOOK.simulations for each in second)
    assert rig.worker.searches[1].history == History(
        session.record.root.state, session.record.moves[:1]
    )
    assert done.reviewer.is_done
    assert all(
        session.record.nodes[ply].position.evaluations[JUDGE].seconds >= 1.0 for ply in range(6)
    )
    assert [round(grade.loss) for grade in grades(session.record)][4] == 75
    done.on_exit()
    saved = rig.context.storage.load_game("tictactoe")
    assert Reviewer(saved, rig.context).is_done, "it is not searched again"


def test_a_review_that_is_done_stays_done(rig, review):
    answer(rig, again=(*SHARES[:3], 0.3, *SHARES[4:]))
    asked = [sum(map(bool, each.position.cells)) for each in rig.worker.searches[6:]]
    assert asked == [3, 4, 5, 2], "the move before 3 seems bad only after the second look at 3"
    found = grades(rig.reviewed.record)
    assert Reviewer(rig.reviewed, rig.context).is_done
    assert not any(grade.needs_look for grade in found)


def test_the_players_worst_moves_stand_on_cards_with_the_line_and_names_that_light_their_cells(
    rig, done
):
    assert done.row.cards[0].grade.ply == 5
    assert {card.grade.player for card in done.row.cards} == {0}
    assert done.row.cards[0].chosen
    assert done.row.cards[0].retry.primary
    for card in done.row.cards:
        card.uncover()
        rig.frame()
        assert len(card.names) > 1
        for name in card.names:
            rig.move(name.box.centre)
            content = card.board_content()
            assert content.named == card.view.cells_of(content.state, name.value) != ()
        rig.move((2, 2))
        assert card.board_content().named == ()
    card = done.row.cards[0]
    played = card.board_content()
    assert played.grades == ((card.grade.move, "E"),)
    rig.click(card.show_line.box.centre)
    assert card.board_content().line == card.line[:1]
    done.update(0.6)
    assert done.wake_after() is None or done.wake_after() >= 0
    rig.click(card.show_line.box.centre)
    assert card.board_content() == replace(played, hover=card.board_content().hover)


@pytest.mark.parametrize("size", [(640, 480), (1120, 760)])
@pytest.mark.parametrize("seed", range(4))
def test_nothing_that_can_be_clicked_moves_while_the_ai_looks(rig, seed, size):
    chosen = random.Random(seed)
    session = Session("breakthrough", seed=1, seats=PEOPLE)
    while not session.state.is_terminal:
        session.play(chosen.choice(session.state.legal_moves))
    review = rig.show(OpenReview(session), size)
    boxes, plies, most = {}, {}, 0
    for ply in range(session.record.length):
        share = chosen.uniform(0.55, 1.0)  # for whoever is to move: each move loses something
        value = share if ply % 2 == 0 else 1 - share
        session.record.nodes[ply].position.learn(judged(value, 0.001, 9_000))
        review._grade()
        review.lay_out()
        review.update(0.02)
        review.draw(rig.surface)
        for card in review.row.cards:
            assert boxes.setdefault(card.name, card.box) == card.box
        # What is under the pointer is what was under it before.
        assert all(review.row.cards[place].grade.ply == kept for place, kept in plies.items())
        most = max(most, len(review.mistakes))
        if review.row.cards and ply % 3 == 0:
            place = chosen.randrange(len(review.row.cards))
            rig.move(review.row.cards[place].retry.box.centre)
            under = review.row.cards[place].retry.hovered  # the window may be too low for it
            plies = {place: review.row.cards[place].grade.ply} if under else {}
    assert most > len(review.row.cards), "some mistakes had to wait or to go"
    rig.move((1, 1))
    for _ in range(2):
        review.update(0.02)
    assert {c.grade.ply for c in review.row.cards} == {
        g.ply for g in worst(grades_of_interest(session.record), 3)
    }


@pytest.mark.parametrize("how", ["asked", "tried", "left for the next", "played on"])
def test_what_is_better_is_covered_until_it_is_asked_for_or_tried(rig, how):
    session = lost_game()
    for ply, share in enumerate(SHARES[:6]):
        best = session.record.nodes[ply].state.legal_moves[-1:]
        session.record.nodes[ply].position.learn(judged(share, 0.001, 300_000, best))
    done = review_again(rig, session)
    grade = done.row.cards[0].grade

    def told(card):
        rig.frame()
        (cell, *_) = card.view.graded_cells(card.board_content().state, grade.move)
        rig.move(card.view.cell_box(card.board_content().state, cell).centre)
        better = card.board_content().best, card.names[1:], "best" in card.tooltip
        assert (card.show_line.label == "Line") == any(better) == all(better)
        return any(better)

    assert not told(done.row.cards[0])
    if how == "asked":
        rig.click(done.row.cards[0].show_line.box.centre)
        assert done.row.cards[0].board_content().line, "what is asked for is shown at once"
        rig.click(done.row.cards[0].show_line.box.centre)
    else:
        controller = GameController(session, rig.context, entry_of("tictactoe").profile)
        for tried in (), session.record.nodes[grade.ply - 1].state.legal_moves[:1]:
            assert not told(review_again(rig, session).row.cards[0]), "nothing was tried"
            session.retry(grade.ply - 1)
            play(session, tried)
            if tried and how == "left for the next":
                controller.give(do(Session.retry, grade.ply - 3))
            elif tried and how == "played on":
                controller.give(do(Session.play_on))
                session.go_back()
            controller.give(do(Session.go_back))
    assert told(review_again(rig, session).row.cards[0])


def review_again(rig, session):
    return rig.show(ReviewScene(rig.context, OpenReview(session)), (1120, 760))


@pytest.mark.parametrize("varies", [False, True])
def test_an_analysis_leads_back_to_the_review_it_was_opened_from(rig, varies):
    scene = rig.open("tictactoe")
    session = scene.session
    play(session, "a1 b1 a2 b2 c1 b3")
    moves = session.record.moves
    review = ReviewScene(rig.context, OpenReview(session))
    point_at(review, 3)
    review.on_action(Action("open in analyse"))
    rig.settle()
    assert (session.mode, session.record.cursor) == (Mode.ANALYSE, 3)
    if varies:
        play(session, "c3")
    for command in OpenReview(session, None if varies else 3), Back():
        for _ in range(4):  # the first ones stop what runs
            found = rig.key(pygame.K_ESCAPE)
            if found is not None:
                break
            rig.frame(1.0)
        if varies and isinstance(found, OpenReview):
            assert Session.of(found.record).record.moves == moves
            found = replace(found, record=None)
        assert found == command


@pytest.mark.parametrize("leave", ["escape", "button"])
@pytest.mark.parametrize("is_played_on", [False, True])
def test_a_retry_leads_back_to_the_review_of_the_game_as_it_was(rig, leave, is_played_on):
    scene = rig.open("tictactoe")
    session = scene.session
    play(session, "a1 b1 a2 b2 c1 b3")
    moves = session.record.moves
    mistake = grades_with_a_mistake(session)
    review = ReviewScene(rig.context, OpenReview(session))
    assert review.row.cards[0].grade == mistake
    review.on_action(Action("retry 0"))
    rig.frame()
    assert session.record.cursor == 4
    if is_played_on:
        # The same move again is answered, too.
        rig.click(rig.cell(moves[4]))
        scene.controller.give(do(Session.play_on))
        rig.settle()
        rig.answer()
        assert session.record.length == 6
    back = rig.key(pygame.K_ESCAPE) if leave == "escape" else rig.press("back")
    assert back == OpenReview(session, None if is_played_on else 5)
    assert session.record.moves == moves
    again = ReviewScene(rig.context, back)
    assert Session.of(read(again.on_action(Action("save")).text)).record.moves == moves
    assert is_played_on or again.graph.cursor == 5
    assert len(lines_of(session)) == 1 + int(is_played_on)
    assert rig.key(pygame.K_ESCAPE) == Back()


def test_n_and_the_wheel_walk_the_moves_and_the_graph_can_be_clicked(rig, done):
    graph = done.graph
    mistakes = [grade.ply for grade in done.mistakes]
    assert graph.cursor == 5
    rig.key(pygame.K_HOME)
    assert graph.cursor == 0
    for mod in (0, SHIFT):
        rig.key(pygame.K_n, mod)
        assert graph.cursor in mistakes
    hit = graph.section().hits(done.skin, graph.plot_box)[3]
    rig.click(hit.box.centre)
    assert graph.cursor == 3
    rig.move(graph.board_box.centre)
    rig.key(pygame.K_END)
    end = rig.reviewed.record.length
    for turned, shown in ((1, end - 1), (2, end - 3), (-9, end), (9, 0)):
        rig.send(pygame.MOUSEWHEEL, x=0, y=turned)
        assert graph.cursor == shown
    rig.move((1, 1))
    rig.send(pygame.MOUSEWHEEL, x=0, y=-1)
    assert graph.cursor == 0


def test_the_review_leads_on(rig, done):
    saved = rig.key(pygame.K_s, CTRL)
    assert (type(saved), saved.game) == (SaveGame, "tictactoe")
    assert lines_of(Session.of(read(saved.text))) == lines_of(rig.reviewed)
    assert rig.press("new") == OpenGame("tictactoe", fresh=True)
    assert rig.key(pygame.K_n, CTRL) == OpenGame("tictactoe", fresh=True)
    assert rig.press("settings") == OpenScene("settings")
    assert rig.key(pygame.K_ESCAPE) == Back()
    assert rig.press("open in analyse") == Back()
    session = rig.reviewed
    assert (session.mode, session.record.cursor) == (Mode.ANALYSE, done.graph.cursor)
    assert click(done, done.row.cards[0].retry.box.centre) == Back()
    assert (session.mode, session.record.cursor) == (Mode.PLAY, 4), "before the move"
    assert session.seat_to_move is Seat.HUMAN


def test_the_search_stops_by_escape_and_without_focus(rig, review):
    assert "The AI is checking every move." in written(review), "no card is below yet"
    assert review.reviewer.is_searching
    assert rig.key(pygame.K_ESCAPE) is None
    assert "is checking" not in story(review)
    assert rig.worker.requests[-1] == StopSearch()
    assert rig.key(pygame.K_ESCAPE) == Back()
    rig.key(pygame.K_SPACE)
    assert review.reviewer.is_searching
    rig.context.focused = False
    rig.frame()
    assert not rig.context.thinker.is_searching
    assert review.wake_after() is None
    rig.context.focused = True
    rig.frame()
    assert rig.context.thinker.is_searching


def test_the_window_sleeps_until_the_ai_is_ready(make_rig):
    rig = make_rig(FakeWorker(ready=False))
    scene = rig.show(ReviewScene(rig.context, OpenReview(lost_game())))
    assert scene.wake_after() is None
    assert not rig.worker.searches


def test_an_unfinished_game_is_not_told_as_a_result():
    session = session_of("samegame", 2, SameGameParameters(6, 6, 3), seed=7)
    for ply, score in enumerate((90.0, 60.0, 30.0)):
        session.record.nodes[ply].position.learn(judged_score(score, 0.0, 90_000))
    assert headline(session) == f"Not finished: {counted(session.state.score, 'point')} so far"
    assert "found 90. You missed 60, 30 of them" in subline(
        session, grades(session.record), complete=True
    )
    session.record.nodes[2].position.learn(judged_score(60.0, 0.0, 90_000))
    assert "You missed 30, all of them on move 1." in subline(
        session, grades(session.record), complete=True
    )


@pytest.mark.usefixtures("papers")
def test_a_game_for_one_tells_points_and_no_winner_and_no_seed_that_changes_nothing():
    session = Session("left-move")
    assert session.record.start.seed == 0
    assert headline(session) == "Not finished: 0 points so far"
    play(session, (0, 0, 1, 0, 0, 1, 1, 0, 1))
    assert headline(session) == "Game over, 5 points"
    assert caption_of(session) == "Left Move"
    assert board_name(session) == "Left Move"
    assert Session("samegame").has_seed
    assert caption_of(Session("samegame", seed=7)) == "SameGame, 15x15c5:7"


def test_missed_wins_and_the_turn_are_told(rig):
    session = lost_game()
    grades_with_a_mistake(session)
    session.record.nodes[4].position.learn(
        judged(0.95, 0.001, 9_000, line=(6,), proof=Proof.WIN, distance=1)
    )
    story = subline(session, [g for g in grades(session.record) if g.player == 0], complete=True)
    assert story == "You had a forced win once and missed it. The game turned at X's move 3."


def test_a_samegame_can_be_reviewed(make_rig):
    rig = make_rig(samegame_columns=6, samegame_rows=6, samegame_colours=3, samegame_seed=7)
    session = rig.open("samegame").session
    while not session.state.is_terminal:
        session.play(session.state.legal_moves[-1])
    scene = rig.show(ReviewScene(rig.context, OpenReview(session)), (1120, 760))
    scores = itertools.count(900, -60)
    while not scene.reviewer.is_done:
        legal = rig.worker.searches[-1].position.legal_moves
        rig.worker.finish(info_for(legal, 5_000, float(next(scores))), StopReason.TIME)
        rig.frame(0.02)
        rig.frame(0.02)
    assert scene.row.cards
    assert "left" in headline(session) or "cleared" in headline(session)
    rig.click(scene.row.cards[0].show_line.box.centre)


def test_the_button_at_the_end_of_a_game_opens_the_review(rig):
    scene = rig.open("tictactoe", people=True)
    assert rig.key(pygame.K_r) is None
    play(scene, (0, 3, 1, 4, 2))
    rig.settle()
    assert rig.press("review") == OpenReview(scene.session)
    assert rig.key(pygame.K_r) == OpenReview(scene.session)


def test_n_in_a_game_goes_to_the_next_mistake(rig):
    scene = rig.open("tictactoe")
    rig.key(pygame.K_n)
    assert "No mistake" in scene.toasts.text
    play(scene.session, "a1 b1 a2 b2 c1 b3")
    grades_with_a_mistake(scene.session)
    scene.session.go_to(0)
    rig.key(pygame.K_n)
    assert scene.session.record.cursor == 5
    assert "Move 3: **c1**" in scene.foot.bar.content.words


def test_a_reviewer_gives_each_position_its_budget(rig):
    session = lost_game()
    reviewer = Reviewer(session, rig.context, plies=(2, 3), limit=Limit(seconds=0.5))
    rig.context.thinker.poll()
    reviewer.update()
    assert reviewer.total == 2
    assert rig.worker.searches[-1].limit.seconds == 0.5
    assert sum(map(bool, rig.worker.searches[-1].position.cells)) == 2


@pytest.mark.parametrize("game", GAMES)
def test_every_ring_in_a_review_says_what_it_stands_for(game, rig):
    """Wherever a card's board draws a letter, pointing there tells the loss and the best move."""
    spec = game_spec(game)
    seats = PEOPLE[: spec.players]
    session = session_of(game, 4, seed=3, seats=seats, mode=Mode.PLAY)
    for ply in range(4):
        worth = (800.0, 100.0)[ply % 2] if spec.players == 1 else (0.9, 0.2, 0.9, 0.2)[ply]
        best = session.record.nodes[ply].state.legal_moves[-1]
        made = judged_score if spec.players == 1 else judged
        session.record.nodes[ply].position.learn(made(worth, 0.001, 9_000, line=(best,)))
    grade = worst(grades(session.record))[0]
    view = make_board_view(game)
    card = ReviewCard(0, session, grade, view, can_retry=True)
    skin = skin_of(rig.context, (1120, 760))
    card.arrange(skin, Box(100, 100, 360, 300))
    card.uncover()
    shown = card.board_content()
    for move in (shown.grades[0][0], shown.best):
        cells = view.graded_cells(shown.state, move)
        assert cells
        for cell in cells:
            card.handle_event(motion(view.cell_box(shown.state, cell).centre))
            best = session.record.nodes[grade.ply - 1].state.move_label(grade.line[0])
            assert card.tooltip.startswith(f"{grade.loss_class}: loses ")
            assert card.tooltip.endswith(f"{best} was best")
            assert card.tip_box == view.cell_box(shown.state, cell)
    card.handle_event(motion((110, 110)))
    assert card.tooltip == ""


def flawless(shares, lines=()):
    """Return a game that is won, reviewed, in which the player never fell below its share."""
    session = session_of("tictactoe", "a1 b1 a2 b2 a3", seed=1, seats=AGAINST_AI, level="careful")
    for ply, share in enumerate(shares):
        line = lines[ply] if ply < len(lines) else ()
        session.record.nodes[ply].position.learn(judged(share, 0.001, 300_000, line=line))
    return session


def test_a_flawless_review_shows_where_the_other_side_went_wrong(rig):
    session = flawless((0.5, 0.5, 0.5, 0.5, 0.95))
    review = rig.show(ReviewScene(rig.context, OpenReview(session)), (1120, 760))
    assert review.mistakes == ()
    (card,) = review.row.cards
    assert card.grade.ply == 4
    assert card.grade.player == 1
    assert card.chosen
    assert "The other side's mistake" in written(review)
    review.on_action(Action("retry 0"))
    assert session.record.retry.ply == 3, "it can be tried from that side"


def test_a_flawless_review_without_such_moves_shows_the_lines_not_played(rig):
    moves = [Session("tictactoe").state.move_from_string(text) for text in ("a1", "b1", "c3")]
    session = flawless((0.5, 0.503, 0.501, 0.5, 0.51), [(m,) for m in (moves[0], 0, moves[2])])
    review = rig.show(ReviewScene(rig.context, OpenReview(session)), (1120, 760))
    (card,) = review.row.cards
    assert card.grade.ply == 3
    assert card.grade.is_best
    assert card.line == (moves[2],)
    review.handle_event(press(pygame.K_n))
    assert review.graph.cursor == 3


def test_a_review_without_cards_tells_once_that_there_are_none(rig, monkeypatch):
    with sketching(monkeypatch) as sketch:
        rig.context.fonts = SketchedFonts(sketch)
        review = rig.show(ReviewScene(rig.context, OpenReview(flawless((0.5,) * 5))), (1120, 760))
        assert not review.row.cards
        sketch.frame(review, pygame.Surface((1120, 760)))
        told = " ".join(text.words.lower() for text in sketch.texts)
    assert told.count("no mistakes found") == 1
    assert "worst moves" not in told


def test_a_review_shows_the_game_by_itself_and_tells_its_moves(rig):
    session = flawless((0.5, 0.5, 0.5, 0.5, 0.95))
    review = rig.show(ReviewScene(rig.context, OpenReview(session)), (1120, 760))
    review.handle_event(press(pygame.K_END))
    click(review, review.group.widget(commands.AUTOPLAY.name).box.centre)
    plies, stories = [], {}
    for _ in range(150):
        plies.append(review.graph.cursor)
        stories[review.graph.cursor] = story(review)
        rig.frame(0.1)
        if not is_shown_by_itself(review):
            break
    assert [ply for ply, _ in itertools.groupby(plies)] == [0, 1, 2, 3, 4]
    assert review.graph.cursor == 5
    assert "You played **a2**: a threat at **a3**." in stories[3]
    assert plies.count(3) > 1.5 * plies.count(2), "words take time to be read"
    assert "Flawless" in story(review)
    for stop in (pygame.K_y, pygame.K_SPACE, pygame.K_ESCAPE, pygame.K_HOME):
        review.handle_event(press(pygame.K_y))
        assert is_shown_by_itself(review)
        assert review.wake_after() is not None
        assert review.handle_event(press(stop)) is None
        assert not is_shown_by_itself(review)
