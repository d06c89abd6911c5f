"""Home: the first start, what was reached, and how the cards lie in windows of all shapes."""

import itertools
import threading
from dataclasses import replace

import pygame
import pytest

from ai.search.messages import ExactValue, GameReady, Proof, SearchFailed, WarmupProgress
from ai.search.order import beside_truth
from game.games.registry import window_games
from game.library.library import Library
from game.library.records import Records, ScoreRecord, Tally, standard_board
from game.play.session import Mode, Session
from game.screens.arena.screen import ArenaScene
from game.screens.base import ChangeSettings, OpenEarlier, OpenGame, OpenScene
from game.screens.home.card import GameCard
from game.screens.home.rows import COACH_MARKS, draw_coach_marks
from game.screens.home.screen import HomeScene, reached
from game.ui.layout import Box
from game.ui.panel.parts import Phrase
from game.ui.widgets import Action
from game.window.scenes import make_scene
from tests.evaluations import judged_score
from tests.fakes import info_for
from tests.rig import click, context_of, down, move, press, widgets, written
from tests.sessions import AGAINST_AI, play_out, session_of
from tests.ui.many import eight_games
from tests.ui.sketch import SketchedFonts, sketching
from tests.ui.test_every_screen import LANDSCAPE, SCALES, SIZES, assert_nothing_overlaps, problems
from tests.waiting import LIMIT_SECONDS, wait_for

GAMES = [game.name for game in window_games()]
REACHED = Records(
    scores=(ScoreRecord(standard_board("samegame", 5), 3_458, "2026-11-21"),),
    tallies=(
        Tally("tictactoe", "careful", drawn=5, lost=1),
        Tally("hex", "club", won=3, lost=5),
        Tally("breakthrough", "beginner", won=12, lost=4),
    ),
)


@pytest.fixture
def context(tmp_path, worker, clock):
    return context_of(tmp_path, worker, clock)


def begin(context, game):
    """Let a move have been played in a game that is saved."""
    session = session_of(game, 1)
    context.storage.save_game(session)
    return session


def read(scene):
    """Wait until Home has found out what it reads beside the window."""

    def has_read():
        scene.update(0.02)
        return not scene.is_reading

    wait_for(has_read)


def home(context, size=(1120, 760)):
    scene = HomeScene(context)
    scene.resize(size)
    scene.on_enter()
    read(scene)
    scene.draw(pygame.Surface(size))
    return scene


def test_the_first_start_shows_coach_marks_until_a_game_was_begun(context):
    context.storage.save_settings(replace(context.settings, theme="light"))
    context.storage.flush()
    scene = home(context)
    assert shows_coach_marks(scene), "settings alone do not end it"
    words = {mark.title for mark in COACH_MARKS} | {mark.key for mark in COACH_MARKS}
    assert {"Click", "H", "Ctrl Z"} <= words
    command = click(scene, scene.group.widget("hex").box.centre)
    assert command == OpenGame("hex")
    game = make_scene(command, context)
    game.resize((1120, 760))
    game.on_enter()
    game.play(game.session.state.legal_moves[0])
    game.on_exit()
    context.storage.flush()
    assert not shows_coach_marks(home(context))
    play_out(game.session)
    context.storage.save_game(game.session)
    scene = home(context)
    assert "Continue" not in written(scene)
    assert not shows_coach_marks(scene), "nor where there is no game to go on with"


def shows_coach_marks(scene):
    return COACH_MARKS[0].title in written(scene)


def boards(scene):
    """Return what the cards show, by their games."""
    shown = {}

    def note(card, board):
        shown[card.game] = board

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            GameCard, "draw_card", lambda card, _, __, board: shown.update({card.game: board})
        )
        scene.draw(pygame.Surface(scene.size))
    return shown


@pytest.mark.parametrize("size", [(480, 700), (640, 480), (1120, 760)])
def test_the_coach_marks_stay_in_their_row(context, size):
    scene, surface = home(context, size), pygame.Surface(size)
    day = scene.group.widget("today").box
    row = Box(day.right + 8, day.y, size[0] - day.x - day.right - 8, day.height)
    draw_coach_marks(surface, scene.skin, row)
    painted = pygame.mask.from_threshold(surface, "black", (1, 1, 1))
    painted.invert()
    assert all(
        pygame.Rect(row).inflate(2, 2).contains(each) for each in painted.get_bounding_rects()
    )


@pytest.mark.parametrize(("size", "figures"), [((640, 480), 1), ((1120, 760), 2)])
def test_the_row_of_the_last_game_names_it_before_what_the_ai_expects(
    context, size, figures, monkeypatch
):
    session = session_of("samegame", 1)
    session.record.nodes[1].position.learn(judged_score(4_361.0))
    context.storage.save_game(session)
    written = []
    write = Phrase.draw
    monkeypatch.setattr(
        Phrase, "draw", lambda self, *rest: (written.append((self, rest[-1])), write(self, *rest))
    )
    scene = home(context, size)
    boxes = {phrase.text: (phrase, box) for phrase, box in written}
    title, box = boxes[session.record.spec.title]
    assert title.width(scene.skin) <= box.width
    assert sum(name in boxes for name in ("Score", "Expected")) == figures
    row, button = (scene.group.widget(name).box for name in ("today", "continue"))
    assert abs(button.y - row.y - (row.bottom - button.bottom)) <= 1, "it stands in the middle"


@pytest.mark.parametrize("begun", [False, True])
def test_what_home_finds_out_beside_the_window_moves_no_card(context, begun, monkeypatch):
    if begun:
        begin(context, "hex")
    scene, may_read = slow_home(context, monkeypatch)
    cards = [part for card in widgets(scene, GameCard) for part in (card, card.lessons)]
    before = [each.box for each in cards]
    may_read.set()
    read(scene)
    assert shows_coach_marks(scene) is not begun
    assert [each.box for each in cards] == before


def test_a_key_or_a_link_leads_to_each_page_and_escape_never_quits(context):
    scene = home(context)
    for name in ("arena", "records", "settings", "help", "about"):
        assert click(scene, scene.group.widget(name).box.centre) == OpenScene(name)
    assert click(scene, scene.group.widget("earlier").box.centre) == OpenEarlier()
    assert scene.handle_event(press(pygame.K_o, pygame.KMOD_CTRL)) == OpenEarlier()
    assert scene.handle_event(press(pygame.K_d, pygame.KMOD_LCTRL)) == OpenScene("drills")
    assert scene.handle_event(press(pygame.K_F1)) == OpenScene("help")
    assert scene.handle_event(press(pygame.K_ESCAPE)) is None


@pytest.mark.parametrize("name", GAMES)
def test_a_card_opens_its_game_by_mouse_and_keyboard(context, name):
    scene = home(context)
    assert click(scene, scene.group.widget(name).box.centre) == OpenGame(name)
    for _ in scene.group.widgets:
        scene.handle_event(press(pygame.K_TAB))
        if scene.group.focused.name == name:
            break
    assert scene.handle_event(press(pygame.K_RETURN)) == OpenGame(name)


def test_enter_goes_on_with_the_latest_game_that_was_begun_and_is_not_over(context):
    context.storage.save_game(Session("breakthrough"))
    assert home(context).handle_event(press(pygame.K_RETURN)) is None, "there is none"
    begin(context, "hex")
    context.storage.save_game(session_of("tictactoe", "a1 b1 a2 b2 a3"))
    scene = home(context)
    assert scene.handle_event(press(pygame.K_RETURN)) == OpenGame("hex")
    assert click(scene, scene.group.widget("continue").box.centre) == OpenGame("hex")
    for name in ("drills", "sound", "about"):
        click(scene, scene.group.widget(name).box.centre)
        assert scene.handle_event(press(pygame.K_RETURN)) == OpenGame("hex"), "after a click"


def test_home_reads_nothing_in_the_window_s_own_thread(context, monkeypatch):
    threads = []
    read = Library.read

    def noted(self, *question):
        threads.append(threading.current_thread().name)
        return read(self, *question)

    monkeypatch.setattr(Library, "read", noted)
    home(context)
    assert set(threads) == {"last game", "drills due"}


def test_buttons_switch_the_sound_and_the_theme(context):
    scene = home(context)
    button = scene.group.widget("sound")
    assert button.icon == "volume-2"
    command = click(scene, button.box.centre)
    assert command == ChangeSettings(replace(context.settings, sound=False))
    context.settings = command.settings
    scene.resize((1120, 760))
    assert button.icon == "volume-x"
    command = click(scene, scene.group.widget("theme").box.centre)
    assert command == ChangeSettings(replace(context.settings, theme="light"))


def test_the_cards_tell_what_was_reached():
    records = Records(
        scores=(ScoreRecord(standard_board("samegame", 5), 2458, "2026-11-21"),),
        tallies=(
            Tally("tictactoe", "careful", drawn=5, lost=1),
            Tally("tictactoe", "perfect", drawn=7),
            Tally("hex", "club", won=3, lost=5),
        ),
    )
    assert reached(records, "samegame") == "best 2\N{THIN SPACE}458"
    helped = replace(records.scores[0], score=3000, assisted=True)
    assert reached(records.plus(helped), "samegame") == "best 3\N{THIN SPACE}000, assisted"
    assert reached(records, "tictactoe") == "12 draws"
    assert reached(records, "hex") == "Club, 3 : 5"
    for words, won, drawn, lost in (("1 lost", 0, 0, 1), ("1 draw, 2 wins", 2, 1, 0)):
        tally = Tally("tictactoe", "careful", won=won, drawn=drawn, lost=lost)
        assert reached(Records(tallies=(tally,)), "tictactoe") == words
    assert [reached(Records(), game) for game in ("samegame", "tictactoe", "hex")] == [""] * 3


@pytest.mark.parametrize("size", [(640, 480), (1120, 760)])
def test_what_was_reached_stands_on_the_cards_of_usual_and_small_windows(
    context, monkeypatch, size
):
    told = [reached(REACHED, game) for game in GAMES]
    monkeypatch.setattr(type(context.storage), "loaded_records", REACHED)
    with sketching(monkeypatch) as sketch:
        context.fonts = SketchedFonts(sketch)
        scene = home(context, size)
        sketch.frame(scene, pygame.Surface(size))
        written = [text.words for text in sketch.texts]
    assert [written.count(each) for each in told] == [1] * len(told)


@pytest.mark.parametrize("scale", [0.75, 1.0, 2.0])
@pytest.mark.parametrize("size", [(700, 1200), (1080, 1920)])
def test_the_cards_fill_a_tall_window(context, size, scale):
    context.settings = replace(context.settings, ui_scale=scale)
    scene = home(context, size)
    cards = [scene.group.widget(game.name).box for game in window_games()]
    assert sum(card.height for card in cards) > 0.5 * size[1], "no blank space"


MOCK_BOARD = 265 / 760
"""Side of the mock-up's boards in the height of its window, which shows three games."""


@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.parametrize(
    "size", [(1120, 760), (1280, 720), (1366, 768), (1600, 1000), (1920, 1080)]
)
def test_large_boards_and_the_rules_fill_a_usual_window(context, size, begun):
    if begun:
        begin(context, "tictactoe")
    scene = home(context, size)
    cards = [scene.group.widget(game.name) for game in window_games()]
    assert min(card.board_side for card in cards) >= MOCK_BOARD * size[1]
    assert all(card.shows_rules and len(card.rules.rules) == 3 for card in cards)
    above, below = (scene.group.widget(name).box for name in ("today", "help"))
    room = (below.y - above.bottom) * (size[0] - 2 * cards[0].box.x)
    covered = sum(card.box.width * card.box.height for card in cards)
    assert covered > 0.85 * room, "no blank bands"


def test_a_card_is_called_by_its_name_and_changes_only_with_what_was_reached(context, clock):
    scene = home(context)

    def cards():
        cards = {each.name: each for each in widgets(scene, GameCard)}
        return [each.describe(scene.skin) for each in cards.values()]

    first, chips = cards(), {each.chip for each in widgets(scene, GameCard)}
    assert {each.value for each in first} == {""}
    context.thinker.poll()
    clock.now += 60
    scene.update(60.0)
    assert {each.chip for each in widgets(scene, GameCard)} != chips
    assert cards() == first
    assert [each.text for each in scene.spoken] == ["Home."], "the window is called Playout"


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_narrow_row_tells_the_move_that_is_to_be_gone_on_with(context, monkeypatch, scale):
    begin(context, "samegame")
    context.settings = context.settings.changed(ui_scale=scale)
    with sketching(monkeypatch) as sketch:
        context.fonts = SketchedFonts(sketch)
        home(context, (640, 480))
    assert "Move 2" in [text.words for text in sketch.texts]


def test_the_rules_on_a_card_are_those_of_the_board_beside_them(context):
    context.settings = context.settings.changed(
        tictactoe_columns=9, tictactoe_rows=9, tictactoe_in_a_row=5
    )
    scene = home(context)
    captions = [rule.caption for rule in scene.group.widget("tictactoe").rules.rules]
    assert "Three in a row" in " ".join(captions)
    assert boards(scene)["tictactoe"].state.parameters.in_a_row == 3


def test_home_offers_the_game_that_a_demo_took_the_place_of(context):
    session = session_of("tictactoe", (4,), seats=AGAINST_AI)
    session.set_mode(Mode.DEMO)
    while not session.is_over:
        session.play(session.state.legal_moves[0], for_player=True)
    context.storage.save_game(session)
    assert "move 1" in written(home(context)), "not that of the demo, which is over"


def slow_home(context, monkeypatch):
    """Return Home, where the last game is looked for until the event that comes with it is set."""
    may_read, recent_games = threading.Event(), context.storage.recent_games
    monkeypatch.setattr(
        context.storage, "recent_games", lambda: may_read.wait(LIMIT_SECONDS) and recent_games()
    )
    scene = HomeScene(context)
    scene.resize((1120, 760))
    scene.on_enter()
    scene.update(0.02)
    return scene, may_read


def test_enter_counts_while_the_last_game_is_still_read(context, monkeypatch):
    begin(context, "hex")
    scene, may_read = slow_home(context, monkeypatch)
    assert scene.handle_event(press(pygame.K_RETURN)) is None
    assert scene.update(0.02) is None
    may_read.set()
    assert wait_for(lambda: scene.update(0.02)) == OpenGame("hex")


def test_another_press_forgets_an_enter_that_still_waits(context, monkeypatch):
    begin(context, "hex")
    for other in (press(pygame.K_RIGHT), down((5, 755))):
        scene, may_read = slow_home(context, monkeypatch)
        scene.handle_event(press(pygame.K_RETURN))
        scene.handle_event(other)
        may_read.set()
        assert wait_for(lambda scene=scene: scene.update(0.02) or not scene.is_reading) is True
        assert scene.update(0.02) is None


def test_the_demos_take_turns_and_move(context, worker, clock):
    scene = home(context)
    games = []
    for _ in range(2 * len(GAMES)):
        scene.handle_event(move((5, 5)))
        scene.update(0.02)
        assert len(worker.searches) == len(games) + 1
        games.append(worker.searches[-1].game)
        worker.finish()
        scene.update(0.02)
        clock.now += 2.0
        scene.update(0.02)
        for _ in range(30):
            scene.update(0.05)
        clock.now += 2.0
    assert games == [*GAMES] * 2
    assert sum(map(bool, boards(scene)["tictactoe"].state.cells)) == 2


def test_a_demo_has_one_number_for_each_move_and_the_true_one_where_that_is_known(
    context, worker, clock
):
    scene = home(context)
    while worker.searches[-1].game != "tictactoe":
        worker.finish()
        for _ in range(40):
            clock.now += 0.1
            scene.update(0.05)
    moves = worker.searches[-1].position.legal_moves
    draws = tuple(ExactValue(each, Proof.DRAW, len(moves)) for each in moves)
    worker.say(beside_truth(info_for(moves), draws))
    scene.update(0.02)
    shown = boards(scene)["tictactoe"].overlay
    assert {mark.value for mark in shown.marks} == {0.5}
    assert not shown.truths


def test_the_demos_rest_when_nobody_touches_anything_or_is_there_and_end_with_the_scene(
    context, worker, clock
):
    context.focused = False
    scene = home(context)
    assert not worker.searches
    assert scene.wake_after() is None
    context.focused = True
    scene.update(0.02)
    assert len(worker.searches) == 1
    worker.finish()
    for _ in range(30):
        clock.now += 1.0
        scene.update(1.0)
    assert scene.wake_after() is None
    searches = len(worker.searches)
    scene.handle_event(move((5, 5)))
    scene.update(0.02)
    assert len(worker.searches) == searches + 1
    scene.on_exit()
    assert not context.thinker.is_searching


def test_home_tells_what_the_ai_does(context, worker):
    worker.answers = [WarmupProgress(1, 4, "", (("tictactoe", 7.6), ("hex", 31.0)))]
    scene = home(context)

    def chips():
        return {card.game: card.chip for card in widgets(scene, GameCard)}

    state = scene.group.widget("restart")
    assert "about 30 s" in state.caption
    assert chips()["tictactoe"] == "AI ready in about 8 s"
    assert chips()["hex"] == "AI ready in about 30 s"
    assert chips()["samegame"] == "AI getting ready", "nobody knows how long it takes"
    assert not worker.searches
    assert scene.wake_after() is None, "nothing moves while the AI gets ready"
    worker.answers = [GameReady("tictactoe")]
    scene.update(0.02)
    scene.update(0.02)
    assert [search.game for search in worker.searches] == ["tictactoe"]
    assert chips()["tictactoe"] == "demo - click to play"
    assert chips()["hex"] == "AI ready in about 30 s"
    worker.answers = [SearchFailed(0, "it broke")]
    scene.update(0.02)
    assert "restart" in state.caption
    scene.draw(pygame.Surface((1120, 760)))
    click(scene, state.box.centre)
    assert worker.restarts == 1


__all__ = ["eight_games"]

NAMES = ("home", "arena", "arena games", "settings ai", "settings rules", "settings display",
         "records scores", "records results", "about")  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_nothing_overlaps_or_is_cut(name, eight_games, sketched, sketch):
    assert_nothing_overlaps(sketched(name), sketch)


def test_home_has_a_card_for_each_with_its_name_and_a_board_to_be_seen(
    eight_games, sketched, sketch
):
    screen = sketched("home")
    titles = {game.rules.title for game in eight_games}
    assert len(titles) == 8
    for _, where in sketch.windows(screen, SIZES, SCALES):
        assert titles <= {text.words for text in sketch.texts}, where
        sides = [card.board_side for card in widgets(screen.scene, GameCard)]
        assert min(sides) >= screen.scene.skin.px(52), (where, sides)


def test_the_arena_names_the_chosen_game_in_full(eight_games, sketched, sketch):
    screen = sketched("arena")
    assert isinstance(screen.scene, ArenaScene)
    for_two = [game for game in window_games() if game.rules.players == 2]
    for game in for_two:
        screen.scene.on_action(Action("game", game.name))
        for _, where in sketch.windows(screen, LANDSCAPE[:2], SCALES):
            assert game.rules.title in {text.words for text in sketch.texts}, where


def test_scores_of_two_games_for_one_stand_in_their_own_tables(eight_games, sketched, sketch):
    screen = sketched("records scores")
    name = next(game.name for game in eight_games if game.rules.title == "Peg Solitaire")
    session = play_out(Session(name, seed=48_213))
    assert screen.context.storage.count_game(session)
    screen.scene.on_enter()
    for size, scale in itertools.product(SIZES, SCALES):
        screen.fit(size, scale)
        words = set()
        for offset in (0, 100_000):
            screen.scene.content.scroll.scroll_to(offset)
            screen.scene.lay_out()
            sketch.frame(screen.scene, screen.surface)
            found = problems(screen.scene, sketch, size)
            assert not found, (size, scale, found)
            words |= {text.words for text in sketch.texts}
        assert {"Peg Solitaire", "SameGame: Random boards"} <= words
        assert any(text.startswith("Seed 48213") for text in words), (size, scale)
