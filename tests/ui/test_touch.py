"""Everything with fingers alone: their events are posted as SDL posts them."""

from collections import Counter
from dataclasses import replace

import pygame
import pytest
from pygame.event import Event

from game.games.lattice.square_board import MOST_CELLS
from game.play.session import Mode
from game.screens.base import DrillSet, OpenDrills, OpenGame, OpenScene
from game.screens.drills.run import DrillPhase
from game.screens.play.pointing import ByPiece
from game.screens.play.react import SetMode
from game.screens.today import BOARD, POSITION
from game.ui import commands
from game.ui.panel.analysis import CANDIDATE
from game.ui.panel.history import PLY
from game.ui.theme import MOTION
from game.ui.widgets import SWIPE, Grip
from game.window.loop import STEADY_SECONDS
from game.window.touch import LINGER, LONG_PRESS, NOTCH, PINCH, SLOP, Touch
from game.words.say import said
from tests.fakes import Clock, FakeWorker, info_for
from tests.rig import SIZE as WINDOW
from tests.rig import context_of, step, window
from tests.sessions import PEOPLE
from tests.ui.screens import NAMES
from tests.waiting import wait_for

SIZE = (1000, 800)
DOWN, MOVED, UP = pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP


def finger(kind, at, which=0, size=SIZE):
    x, y = (place / side for place, side in zip(at, size, strict=True))
    return Event(kind, touch_id=3, finger_id=which, x=x, y=y, dx=0.0, dy=0.0, pressure=1.0)


# What each gesture means.


class Hand:
    """Moves fingers over nothing, and notes what they mean."""

    def __init__(self, grip=Grip.NONE):
        self.clock, self.grip = Clock(), grip
        self.touch = Touch(self.clock)

    def do(self, kind, at, which=0, after=0.0):
        self.clock.now += after
        events = self.touch.translate(finger(kind, at, which), SIZE, lambda _: self.grip)
        return [told(event) for event in events]

    def wait(self, seconds):
        self.clock.now += seconds
        return [told(event) for event in self.touch.due()]


def told(event):
    match event.type:
        case pygame.MOUSEMOTION:
            return "drag" if event.buttons[0] else "point", event.pos
        case pygame.MOUSEBUTTONDOWN:
            return "down", event.pos
        case pygame.MOUSEBUTTONUP:
            return "up", event.pos
        case pygame.MOUSEWHEEL:
            return "wheel", event.y
        case pygame.WINDOWLEAVE:
            return "leave"
        case pygame.KEYDOWN:
            return "key", pygame.key.name(event.key), bool(event.mod & pygame.KMOD_CTRL)
        case kind if kind == SWIPE:
            return "swipe", event.pixels
        case kind if kind == PINCH:
            return "pinch", event.y
    return pygame.event.event_name(event.type)


def test_a_short_touch_is_a_press_after_which_the_pointer_goes():
    hand = Hand()
    assert hand.do(DOWN, (500, 400)) == [("point", (500, 400))]
    assert hand.do(MOVED, (505, 402)) == [], "a finger is never quite still"
    pressed = [("down", (500, 400)), ("up", (500, 400))]
    assert hand.do(UP, (505, 402), after=LONG_PRESS / 2) == pressed
    assert hand.touch.wake_after() == pytest.approx(LINGER)
    assert hand.wait(LINGER / 2) == []
    assert hand.wait(LINGER) == ["leave"]
    assert hand.touch.wake_after() is None


def test_the_pointer_stays_long_enough_to_notice_a_second_press_too_soon():
    assert LINGER > STEADY_SECONDS


def test_a_finger_that_stays_points_and_presses_nothing_until_the_next_one_comes():
    hand = Hand()
    hand.do(DOWN, (500, 400))
    assert hand.do(UP, (500, 400), after=LONG_PRESS) == []
    assert hand.touch.wake_after() is None
    assert hand.wait(60.0) == []
    assert hand.do(DOWN, (100, 100)) == [("point", (100, 100))]


def test_the_pointer_goes_along_with_a_finger_that_has_stayed():
    hand = Hand()
    hand.do(DOWN, (500, 400))
    assert hand.do(MOVED, (560, 400), after=LONG_PRESS) == [("point", (560, 400))]
    assert hand.do(MOVED, (500, 500)) == [("point", (500, 500))]
    assert hand.do(UP, (500, 500)) == []


def test_a_swipe_scrolls_with_the_finger_and_is_a_wheel_by_notches():
    hand, notch = Hand(), round(NOTCH * min(SIZE)) + 1
    hand.do(DOWN, (500, 400))
    assert hand.do(MOVED, (500, 400 + notch)) == [("swipe", notch), ("wheel", 1)]
    assert hand.do(MOVED, (500, 390 + notch)) == [("swipe", -10)]
    assert hand.do(MOVED, (500, 400 - notch)) == [("swipe", 10 - 2 * notch), ("wheel", -2)]
    assert hand.do(UP, (500, 400 - notch)) == ["leave"]


@pytest.mark.parametrize(
    ("grip", "to", "drags"),
    [
        (Grip.DRAG, (500, 460), True),
        (Grip.SLIDE, (560, 400), True),
        (Grip.SLIDE, (510, 460), False),
        (Grip.NONE, (560, 400), False),
    ],
)
def test_what_is_gripped_goes_along(grip, to, drags):
    hand = Hand(grip)
    assert hand.do(DOWN, (500, 400)) == [("point", (500, 400))]
    moved, lifted = hand.do(MOVED, to), hand.do(UP, to)
    assert (moved == [("down", (500, 400)), ("drag", to)]) is drags
    assert (lifted == [("up", to)]) is drags


def test_what_is_held_is_pressed_as_long_as_the_finger_is_down():
    hand = Hand(Grip.HOLD)
    assert hand.do(DOWN, (500, 400)) == [("point", (500, 400)), ("down", (500, 400))]
    assert hand.do(DOWN, (300, 400), 1) == [], "a second finger changes nothing"
    assert hand.do(UP, (300, 400), 1) == []
    assert hand.do(UP, (500, 400), after=3.0) == [("up", (500, 400))]


def two_down(hand):
    hand.do(DOWN, (400, 400))
    assert hand.do(DOWN, (600, 400), 1, after=0.1) == ["leave"]


@pytest.mark.parametrize("first", [0, 1])
def test_two_fingers_shortly_undo(first):
    hand = Hand()
    two_down(hand)
    assert hand.do(MOVED, (404, 402)) == []
    assert hand.do(UP, (400, 400), first) == []
    assert hand.do(UP, (600, 400), 1 - first) == [("key", "z", True)]
    two_down(hand)
    hand.do(UP, (400, 400))
    assert hand.do(UP, (600, 400), 1, after=LONG_PRESS) == [], "they rested"


def test_two_fingers_that_go_apart_scale_by_what_their_distance_grows():
    hand = Hand()
    two_down(hand)
    assert hand.do(MOVED, (640, 400), 1) == [("pinch", 4)]
    assert hand.do(MOVED, (636, 400), 1) == [], "a hand at rest does not go to and fro"
    assert hand.do(MOVED, (441, 400)) == [("pinch", -4)]
    assert hand.do(MOVED, (500, 400)) == [("pinch", -6)]
    assert hand.do(UP, (500, 400)) == []
    assert hand.do(MOVED, (100, 100), 1) == [], "until both are lifted it is nothing else"
    assert hand.do(UP, (100, 100), 1) == []
    assert hand.do(DOWN, (500, 400)) == [("point", (500, 400))]


def test_fingers_at_one_place_are_no_division_by_nothing():
    hand = Hand()
    hand.do(DOWN, (400, 400))
    hand.do(DOWN, (400, 400), 1)
    assert hand.do(MOVED, (500, 400), 1) != []


def test_three_fingers_are_nothing():
    hand = Hand()
    two_down(hand)
    assert hand.do(DOWN, (500, 600), 2) == []
    for which in (0, 1, 2):
        assert hand.do(UP, (500, 400), which) == []
    assert hand.do(DOWN, (500, 400)) == [("point", (500, 400))]


def test_what_sdl_makes_of_a_finger_and_of_a_touchpad_is_left_out():
    hand = Hand()

    def passed(event):
        return list(hand.touch.translate(event, SIZE, lambda _: Grip.NONE))

    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        made = Event(kind, pos=(500, 400), button=1, rel=(0, 0), buttons=(0, 0, 0), touch=True)
        assert passed(made) == []
        own = Event(kind, {**made.dict, "touch": False})
        assert passed(own) == [own]
    pad = finger(DOWN, (500, 400))
    assert passed(Event(DOWN, {**pad.dict, "touch_id": -1})) == []


def test_fingers_on_the_window_are_forgotten_when_another_one_takes_over():
    hand = Hand()
    hand.do(DOWN, (500, 400))
    away = Event(pygame.WINDOWFOCUSLOST)
    assert list(hand.touch.translate(away, SIZE, lambda _: Grip.NONE)) == [away]
    assert hand.do(UP, (500, 400)) == []
    assert hand.do(DOWN, (300, 400)) == [("point", (300, 400))], "it is the first one again"


def test_what_is_held_when_another_window_comes_is_let_go_and_not_pressed():
    hand, away = Hand(Grip.HOLD), Event(pygame.WINDOWFOCUSLOST)
    hand.do(DOWN, (500, 400))
    first, second = hand.touch.translate(away, SIZE, lambda _: Grip.NONE)
    assert told(first) == ("up", (-1, -1))
    assert second == away


def test_a_finger_at_the_edge_is_in_the_window():
    assert Hand().do(DOWN, SIZE) == [("point", (999, 799))]


# In the program.


class Player:
    """Has fingers and nothing else."""

    def __init__(self, app, clock, worker):
        self.app, self.clock, self.worker = app, clock, worker

    @property
    def scene(self):
        return self.app.scene

    def do(self, kind, at, which=0):
        step(self.app, finger(kind, at, which, self.app.scene.size))

    def wait(self, seconds=1.0):
        self.clock.now += seconds
        step(self.app)
        self.clock.now += STEADY_SECONDS  # what is new has been seen
        step(self.app)

    def tap(self, at):
        self.wait()
        self.do(DOWN, at)
        self.do(UP, at)
        step(self.app)

    def rest(self, at):
        """Press long."""
        self.wait()
        self.do(DOWN, at)
        for _ in range(12):  # a frame passes at most a twentieth of a second
            self.clock.now += LONG_PRESS / 10
            step(self.app)
        self.do(UP, at)

    def swipe(self, start, end):
        self.do(DOWN, start)
        for part in range(1, 6):
            way = (a + (b - a) * part / 5 for a, b in zip(start, end, strict=True))
            self.do(MOVED, tuple(way))
        self.do(UP, end)

    def undo(self):
        x, y = self.scene.size[0] // 2, self.scene.size[1] // 2
        for kind in (DOWN, UP):
            for which in (0, 1):
                self.do(kind, (x + 200 * which, y), which)

    def press(self, name):
        group = self.scene.group if self.scene.dialog is None else self.scene.dialog.group
        self.tap(group.widget(name).box.centre)

    def tap_mode(self, mode):
        x, y, width, height = self.scene.group.widget("mode").box
        self.tap((x + width * (2 * list(Mode).index(mode) + 1) // 6, y + height // 2))
        assert self.scene.session.mode is mode

    def play(self, move):
        is_moving = isinstance(self.scene.pointing, ByPiece)
        for cell in divmod(move, MOST_CELLS) if is_moving else (move,):
            self.tap(self.cell(cell))

    def cell(self, cell):
        scene = self.scene
        return scene.animator.view.cell_box(scene.session.state, cell).centre

    def open(self, game, mode=None):
        self.app.execute(OpenGame(game))
        if self.scene.session.record.spec.players == 2:
            self.scene.session.set_seats(PEOPLE)
        if mode is not None:
            self.scene.controller.give(SetMode(mode))
        step(self.app)
        return self.scene


@pytest.fixture
def player(tmp_path, request):
    """Opens the program, in a window of another size where a test says so."""
    clock, worker, size = Clock(), FakeWorker(), getattr(request, "param", WINDOW)
    context = context_of(tmp_path, worker, clock, motion="off")
    with window(context, OpenScene("home"), size=size, clock=clock) as app:
        step(app)
        yield Player(app, clock, worker)


@pytest.mark.parametrize("game", ["tictactoe", "hex", "breakthrough", "samegame"])
def test_a_whole_game_is_played_from_home_to_its_review(player, game):
    player.press(game)
    assert player.app.scenes.name == game
    scene = player.scene
    if scene.session.record.spec.players == 2:
        scene.session.set_seats(PEOPLE)
    for _ in range(400):
        if scene.session.is_over:
            break
        before = scene.session.record.length
        moves = scene.session.state.legal_moves
        player.play(moves[before % len(moves)] if game == "breakthrough" else moves[0])
        assert scene.session.record.length == before + 1
    assert scene.session.is_over
    player.wait()
    player.press("review")
    assert player.app.scenes.name == "review"
    player.press("back")
    assert player.scene is scene


@pytest.mark.parametrize(
    "name", ["earlier", "arena", "records", "settings", "help", "about", "drills"]
)
def test_every_page_is_opened_and_left(player, name):
    player.press(name)
    assert player.app.scenes.name == name
    player.press("back")
    assert player.app.scenes.name == "home"


@pytest.mark.parametrize("name", ["set up", "inside", "settings", "help"])
def test_every_page_of_a_game_is_opened_and_left(player, name):
    scene = player.open("hex")
    player.tap_mode(Mode.ANALYSE)
    player.press(name)
    assert player.app.scenes.name == name
    player.press("back")
    assert player.scene is scene


def test_two_fingers_take_a_move_back(player):
    scene = player.open("hex")
    player.play(scene.session.state.legal_moves[3])
    assert scene.session.record.cursor == 1
    player.undo()
    assert scene.session.record.cursor == 0


def test_a_long_press_shows_what_hovering_shows_and_plays_nothing(player):
    scene = player.open("hex")
    cell = scene.session.state.legal_moves[5]
    player.rest(player.cell(cell))
    player.wait(60.0)
    assert scene.session.record.length == 0
    assert scene.animator.hover == cell, "it stays"
    player.play(cell)
    assert scene.session.record.length == 1
    player.wait()
    assert scene.animator.hover is None, "nothing stays after a short one"


def test_a_long_press_on_a_candidate_shows_its_line(player):
    scene = player.open("hex", Mode.ANALYSE)
    moves = scene.session.state.legal_moves
    player.worker.say(info_for(moves[:3]))
    player.wait()
    player.rest(player.cell(moves[1]))
    assert scene.preview.mark is not None
    assert scene.preview.mark.move == moves[1]
    player.wait()
    assert scene.preview.mark is not None
    assert scene.session.record.length == 0


def test_a_long_press_on_a_row_of_the_table_shows_its_line(player):
    scene = player.open("hex", Mode.ANALYSE)
    moves = scene.session.state.legal_moves
    player.worker.say(info_for(moves[:3]))
    player.wait()
    box = scene.panel.box
    places = [(box.centre[0], y) for y in range(box.y, box.bottom, 4)]
    row = next(at for at in places if (pressed_at(scene, at) or ())[:2] == (CANDIDATE, 1))
    player.rest(row)
    player.wait(60.0)
    assert scene.preview.mark is not None
    assert scene.preview.mark.move == moves[1]
    assert scene.session.record.length == 0


def pressed_at(scene, at):
    """Return what a press in the panel means."""
    return scene.panel.meaning_at(at)


def test_a_long_press_on_a_move_that_is_named_points_to_it_on_the_board(player):
    scene = player.open("hex", Mode.ANALYSE)
    moves = scene.session.state.legal_moves
    for move in moves[:2]:
        player.play(move)
    player.wait()
    box = scene.panel.box
    places = [(x, y) for y in range(box.y, box.bottom, 4) for x in range(box.x, box.right, 12)]
    name = next(at for at in places if (pressed_at(scene, at) or ("",))[0] == PLY)
    player.rest(name)
    player.wait(60.0)
    assert scene.panel.hovered is not None
    assert scene.panel.hovered.name == PLY
    assert scene.session.record.cursor == 2


def test_a_long_press_on_a_control_shows_its_tooltip(player):
    scene = player.open("hex")
    button = scene.group.widget("undo")
    assert MOTION.tooltip_delay < LONG_PRESS
    player.rest(button.box.centre)
    before = scene.group.wake_after()
    assert before is None, "it is there"
    assert button.hovered
    assert scene.session.record.length == 0


@pytest.mark.parametrize("name", NAMES)
def test_every_tooltip_is_had_by_a_long_press_that_presses_nothing(name, sketched, sketch):
    screen = sketched(name)
    next(sketch.windows(screen, [(1120, 760)]))
    scene, clock = screen.scene, Clock()
    group, touch = scene.focus_group or scene.group, Touch(clock)
    for widget in [each for each in group.widgets if each.tooltip and each.visible]:
        at = widget.seen.centre
        if min(widget.seen.size) < 4 or group.meaning_at(at) is None:
            continue  # scrolled away

        def do(kind, at=at):
            events = touch.translate(finger(kind, at, size=scene.size), scene.size, scene.grip_at)
            return [scene.handle_event(event) for event in events]

        do(DOWN)
        clock.now += LONG_PRESS
        sketch.frame(scene, screen.surface)
        tips = [text.words for text in sketch.texts if text.owner == "tooltip"]
        assert said(widget.tooltip) in tips, widget.name
        assert do(UP) in ([], [None]), widget.name
        assert scene.dialog is None or group is not scene.group
        scene.handle_event(Event(pygame.WINDOWLEAVE))
    assert name.split()[-1] not in ("play", "analyse") or tips


def test_a_tap_on_a_row_of_the_table_plays_the_candidate(player):
    scene = player.open("hex", Mode.ANALYSE)
    moves = scene.session.state.legal_moves
    player.worker.say(info_for(moves[:3]))
    player.wait()
    player.tap(place_of(scene, (CANDIDATE, 1)))
    assert scene.session.record.moves == (moves[1],)


def test_a_long_press_on_a_candidate_plays_its_line_out_like_a_right_click(player):
    scene = player.open("hex", Mode.ANALYSE)
    moves = scene.session.state.legal_moves
    first, second = info_for(moves[:2]).candidates
    line = moves[1:7]
    found = replace(info_for(moves[:2]), candidates=(first, replace(second, line=line)))
    player.worker.say(found)
    player.wait()
    player.rest(player.cell(moves[1]))
    player.wait(60.0)
    assert scene.preview.line == line
    by_finger = scene.preview.steps
    player.do(DOWN, (5, 400))
    player.do(UP, (5, 400))
    player.wait()
    assert scene.preview.mark is None
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        at = player.cell(moves[1])
        button = (
            {"rel": (0, 0), "buttons": (0, 0, 0)} if kind == pygame.MOUSEMOTION else {"button": 3}
        )
        step(player.app, Event(kind, pos=at, touch=False, **button))
    player.wait(60.0)
    assert scene.preview.steps == by_finger


def place_of(scene, meaning):
    """Return a place in the panel where a press means that."""
    box = scene.panel.box
    places = [(box.centre[0], y) for y in range(box.y, box.bottom, 4)]
    return next(at for at in places if (pressed_at(scene, at) or ())[:2] == meaning)


def test_the_analysis_is_seen_as_long_as_its_button_is_held(player):
    scene = player.open("hex")
    eye = scene.group.widget("analysis").box.centre
    player.wait()
    player.do(DOWN, eye)
    for _ in range(20):
        player.clock.now += 0.05
        step(player.app)
    assert scene.controller.state.is_peeking
    player.do(UP, eye)
    assert not scene.controller.state.is_peeking
    assert not scene.controller.state.shows_layer
    player.tap(eye)
    assert scene.controller.state.shows_layer


def given_in_help(page):
    """Return where on the page a command is given, by its name; no two do the same."""
    hits = (hit for each in page.content.places for hit in each.section.hits(page.skin, each.box))
    given = [(hit.name.removeprefix("give "), hit.box) for hit in hits if hit.name[:5] == "give "]
    twice = {name for name, times in Counter(name for name, _ in given).items() if times > 1}
    assert twice <= {commands.ANALYSIS.name}, "that has two lines"
    return dict(given)


def test_every_command_of_a_game_that_has_a_key_is_given_in_its_help(player):
    scene = player.open("hex")
    player.press("help")
    there = {*commands.GAME, *scene.entry.game_commands, *commands.WINDOW}
    otherwise = {
        *(commands.PEEK, commands.HELP, commands.CONTROLS),  # the eye is held; it is open; tapped
        *(commands.ESCAPE, commands.PLAY_CURSOR, commands.SPACE),  # controls and cells are tapped
    }
    wanted = {each.name for each in there - otherwise}
    assert wanted == given_in_help(player.scene).keys()


@pytest.mark.parametrize(
    ("command", "is_done"),
    [
        (commands.TYPE, lambda scene: scene.dialog.name == commands.TYPE.name),
        (commands.TREE, lambda scene: scene.controller.state.tree),
        (commands.RECENT, lambda scene: scene.toasts.is_showing),
        (commands.GRAPH, lambda scene: Mode.ANALYSE not in scene.controller.state.graphs),
    ],
)
def test_a_line_of_help_is_tapped_and_the_game_does_it(player, command, is_done):
    scene = player.open("hex", Mode.ANALYSE)
    player.press("help")
    page = player.scene
    middle = page.size[0] // 2, page.size[1] // 2
    for _ in range(20):
        player.wait()
        at = given_in_help(page)[command.name].centre
        if page.content.view.inset(40).contains(at):
            break
        player.swipe(middle, (middle[0], middle[1] - 200))
    player.tap(at)
    assert player.scene is scene
    assert is_done(scene)


@pytest.mark.parametrize("player", [(640, 900)], indirect=True)
def test_a_line_of_help_that_lies_over_the_board_leaves_its_cursor_alone(player):
    scene = player.open("hex")
    scene.animator.show_cursor(0)
    player.press("help")
    page = player.scene
    for _ in range(40):
        player.wait()
        at = given_in_help(page)[commands.WHERE.name].centre
        if page.content.view.inset(40).contains(at) and scene.animator.cell_at(at):
            break
        player.swipe((320, 500), (320, 400))
    assert scene.animator.cell_at(at), "what lies there when Help is gone"
    player.tap(at)
    assert scene.toasts.passing.text.startswith("A6")


def test_help_of_no_game_gives_nothing(player):
    player.press("help")
    assert given_in_help(player.scene) == {}


def test_a_swipe_after_an_undo_is_no_wheel_with_ctrl_held(player):
    scene = player.open("hex")
    for move in scene.session.state.legal_moves[:3]:
        player.play(move)
    player.undo()
    scale = player.app.context.settings.ui_scale
    x, y = player.cell(scene.session.state.legal_moves[-1])
    player.swipe((x, y - 200), (x, y - 200 + NOTCH * min(scene.size) * 1.1))
    assert player.app.context.settings.ui_scale == scale
    assert scene.session.record.cursor == 1


def test_a_page_follows_a_finger_pixel_by_pixel(player):
    player.app.execute(OpenScene("help"))
    player.wait()
    scroll = player.scene.content.scroll
    assert scroll.most > 200
    width, height = player.scene.size
    player.swipe((width // 2, height - 100), (width // 2, height - 250))
    assert scroll.offset == pytest.approx(150, abs=2)
    player.swipe((width // 2, height - 250), (width // 2, height - 150))
    assert scroll.offset == pytest.approx(50, abs=2)


def test_a_swipe_over_the_board_walks_the_game(player):
    scene = player.open("hex")
    for move in scene.session.state.legal_moves[:3]:
        player.play(move)
    x, y = player.cell(scene.session.state.legal_moves[-1])
    notch = NOTCH * min(scene.size) * 1.1
    player.swipe((x, y - 200), (x, y - 200 + notch))
    assert scene.session.record.cursor == 2
    assert scene.session.record.length == 3


def test_a_piece_follows_a_finger(player):
    scene = player.open("breakthrough")
    move = scene.session.state.legal_moves[0]
    start, target = map(player.cell, divmod(move, MOST_CELLS))
    player.wait()
    player.swipe(start, target)
    assert scene.session.record.moves == (move,)


def test_a_slider_follows_a_finger(player):
    player.app.execute(OpenScene("settings"))
    player.wait()
    category = player.scene.group.widget("category")
    rows = len(category.options)
    x, y, width, height = category.box
    player.tap((x + width // 2, y + height * 5 // (2 * rows)))
    slider = player.scene.group.widget("ui_scale")
    start = slider.knob
    player.wait()
    player.swipe(start, (start[0] + slider.box.width // 4, start[1]))
    assert player.app.context.settings.ui_scale > 1.2


def test_a_pinch_scales_the_interface_within_its_limits(player):
    def pinch(to):
        player.do(DOWN, (300, 400))
        player.do(DOWN, (500, 400), 1)
        player.do(MOVED, to, 1)
        player.do(UP, to, 1)
        player.do(UP, (300, 400))

    pinch((540, 400))
    assert player.app.context.settings.ui_scale == pytest.approx(1.2)
    pinch((310, 400))
    assert player.app.context.settings.ui_scale == 0.75


def test_a_press_counts_for_what_lay_there_when_the_finger_came_down(player):
    scene = player.open("tictactoe")
    at = player.cell(4)
    player.wait()
    player.do(DOWN, at)
    scene.session.play(4)
    step(player.app)
    scene.controller.give("undo")
    step(player.app)
    before = scene.session.record.length
    player.do(UP, at)
    assert scene.session.record.length == before


def test_a_second_tap_too_soon_does_not_press_what_came_there(player):
    player.wait()
    home = player.scene
    at = home.group.widget("settings").box.centre
    player.tap(at)
    assert player.app.scenes.name == "settings"
    opened = player.scene
    player.do(DOWN, at)
    player.do(UP, at)
    assert player.scene is opened
    assert opened.dialog is None


def test_a_position_is_set_up_by_taps(player):
    scene = player.open("tictactoe")
    player.tap_mode(Mode.ANALYSE)
    player.press("set up")
    page = player.scene
    before = page.edit.state
    box = page.animator.view.cell_box(page.edit.state, 4)
    player.tap(box.centre)
    assert page.edit.state != before
    assert scene.session.record.length == 0


def test_slop_is_less_than_any_swipe():
    assert SLOP < NOTCH


# Page by page.


def test_a_lesson_is_missed_taken_back_solved_and_walked_by_fingers(player):
    player.app.execute(OpenDrills("hex", DrillSet.LESSONS))
    player.wait()
    page, drills = player.scene, player.scene.round
    state = drills.session.state

    def place(move):
        return page.board.animator.view.cell_box(state, move).centre

    right = drills.drill.moves(state)[0]
    wrong = next(
        move for move in state.legal_moves if state.move_label(move) not in drills.drill.right
    )
    player.rest(place(wrong))
    assert page.board.animator.hover == wrong, "the piece is shown where it would come"
    assert drills.session.record.length == 0
    player.tap(place(wrong))
    assert drills.session.record.cursor == 1
    player.undo()
    assert drills.session.record.cursor == 0
    player.tap(place(right))
    player.wait()
    assert drills.attempt.phase is DrillPhase.RIGHT
    before, (x, y) = drills.session.record.cursor, place(right)
    player.swipe((x, y), (x, y + NOTCH * min(page.size) * 1.1))
    assert drills.session.record.cursor == before - 1
    player.press("next drill")
    assert drills.index == 1


def test_the_position_and_the_board_of_the_day_are_opened_by_taps(player):
    player.press("today")
    page = player.scene
    wait_for(lambda: page.day is not None, meanwhile=player.wait)
    player.press(POSITION)
    wait_for(lambda: player.scene.round is not None, meanwhile=player.wait)
    player.press("back")
    player.press(BOARD)
    assert player.app.scenes.name == "samegame"


@pytest.mark.parametrize("player", [(640, 480)], indirect=True)
def test_boards_are_swiped_and_only_a_tap_opens_one(player):
    player.press("records")
    page = player.scene
    tabs = page.group.widget("tab")
    player.tap(tabs.cells()[tabs.values.index("boards")].centre)
    x, y = page.content.view.centre
    player.wait()
    player.swipe((x, y), (x, y - 150))
    assert player.scene is page
    assert page.content.scroll.offset == pytest.approx(150, abs=2)
    player.wait()
    player.swipe((x, y), (x, y + 50))
    assert page.content.scroll.offset == pytest.approx(100, abs=2)
    whole = (each for each in page.content.widgets if each.seen == each.box)
    player.tap(next(whole).box.centre)
    assert player.app.scenes.name == "samegame"


@pytest.mark.parametrize("player", [(640, 480)], indirect=True)
def test_a_swipe_over_the_board_of_a_review_walks_its_moves_and_scrolls_nothing(player):
    scene = player.open("tictactoe")
    while not scene.session.is_over:
        player.play(scene.session.state.legal_moves[0])
    player.wait()
    player.press("review")
    page = player.scene
    assert page.content.scroll.most > 0
    x, y = page.graph.board_box.centre
    notch, before = round(NOTCH * min(page.size)) + 1, page.graph.cursor
    player.swipe((x, y), (x, y + notch))
    assert page.graph.cursor == before - 1
    player.swipe((x, y), (x, y - notch))
    assert page.graph.cursor == before
    assert page.content.scroll.offset == 0
    player.swipe((40, 400), (40, 400 - notch))
    assert page.graph.cursor == before
    assert page.content.scroll.offset == pytest.approx(notch, abs=2)


def test_a_tour_is_walked_by_taps(player):
    player.press("help")
    player.press("tour")
    page = player.scene
    first = page.title, page.run.game, page.group.widget("tour back").enabled
    player.press("tour on")
    assert page.group.widget("tour back").enabled != first[2]
    player.press("tour back")
    assert page.group.widget("tour back").enabled == first[2]
    player.press("back")
    assert player.app.scenes.name == "help"


@pytest.mark.parametrize("undoes", [commands.UNDO, commands.TRY_AGAIN, commands.UNDO_SIMULATION])
def test_two_fingers_are_whatever_takes_back(undoes):
    accepted = (commands.HINT, undoes, commands.NEXT_DRILL)
    assert commands.command_of(commands.UNDO.event(), accepted) is undoes
