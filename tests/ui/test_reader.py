"""What a screen reader is told of a window, and what becomes of what its user asks for."""

import logging
import sys
from types import SimpleNamespace

import pygame
import pytest

from game.ui.elements import Act, Element, Role
from game.ui.layout import Box
from game.window.reader import PAUSE_SECONDS, SETTLE_SECONDS, Reader
from game.window.reader_tree import ROOT, Numbers, ScreenTree
from tests.fakes import Clock
from tests.rig import press

WINDOW = Box(0, 0, 400, 300)
PRESSED = frozenset((Act.PRESS, Act.FOCUS))


def button(key: str, y: int = 0, **of: object) -> Element:
    return Element(Role.BUTTON, key, key.title(), Box(0, y, 40, 20), acts=PRESSED, **of)


def cell(row: int, column: int, **of: object) -> Element:
    box, place = Box(100 + 20 * column, 20 * row, 20, 20), (row, column)
    return Element(Role.CELL, f"{row},{column}", f"cell {row},{column}", box, place=place, **of)


def board(**of: object) -> Element:
    rows = (
        Element(
            Role.ROW, f"row {row}", "", WINDOW, children=tuple(cell(row, at) for at in range(4))
        )
        for row in range(3)
    )
    return Element(Role.GRID, "board", "Board", WINDOW, children=tuple(rows), **of)


def screen(*children: Element, name: str = "A game") -> Element:
    return Element(Role.WINDOW, "window", name, WINDOW, children=children)


def number_of(tree: ScreenTree, name: str) -> int:
    (number,) = (each for each, node in tree.nodes.items() if node.element.name == name)
    return number


class FakeLink:
    """Notes what it is told."""

    def __init__(self) -> None:
        self.updates = []
        self.focused = []
        self.boxes = []

    def update(self, tree, numbers, language):
        self.updates.append((tree, tuple(numbers), language))

    def focus(self, has_focus):
        self.focused.append(has_focus)

    def place(self, box):
        self.boxes.append(box)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def window():
    return SimpleNamespace(position=(3, 4), size=WINDOW.size, focused=True)


@pytest.fixture
def link():
    return FakeLink()


@pytest.fixture
def reader(link, clock, window):
    made = Reader(connect=lambda *_: link, clock=clock)
    made.begin(window)
    return made


@pytest.fixture
def read(reader, clock, window, link):
    """Draws a screen for a reader that is there; returns what is told of it."""

    def draw(shown):
        if not reader.is_read:
            reader.activated()
        clock.now += SETTLE_SECONDS + PAUSE_SECONDS
        before = len(link.updates)
        reader.follow(lambda: shown, window, is_new=True)
        told = link.updates[before:]
        return {
            tree.nodes[number].element.name: number
            for tree, numbers, _ in told
            for number in numbers
        }

    return draw


class Player:
    """A screen of controls and a board, which follow keys and clicks as real ones do."""

    def __init__(self, *keys: str, has_board: bool = False, hidden: tuple[str, ...] = ()) -> None:
        self.keys, self.has_board, self.hidden = keys, has_board, set(hidden)
        self.focus = None
        self.cursor = None
        self.seen = []

    def describe(self) -> Element:
        controls = [
            button(key, 30 * at, is_focused=key == self.focus)
            if key not in self.hidden
            else button(key, 900)
            for at, key in enumerate(self.keys)
        ]
        if not self.has_board:
            return screen(*controls)
        grid = board()
        rows = tuple(
            row._replace(
                children=tuple(
                    each._replace(is_focused=each.place == self.cursor) for each in row.children
                ),
            )
            for row in grid.children
        )
        return screen(*controls, grid._replace(children=rows))

    def take(self, event: pygame.event.Event) -> None:
        self.seen.append(event)
        if event.type != pygame.KEYDOWN:
            return
        if event.key == pygame.K_TAB:
            order = [*self.keys, None]
            self.focus = order[(order.index(self.focus) + 1) % len(order)]
            self.hidden.discard(self.focus)
        elif self.focus is None and self.has_board:
            step = {pygame.K_UP: (-1, 0), pygame.K_DOWN: (1, 0)}.get(event.key)
            step = step or {pygame.K_LEFT: (0, -1), pygame.K_RIGHT: (0, 1)}[event.key]
            row, column = self.cursor or (1, 1)
            self.cursor = row + step[0], column + step[1]

    def go_on(self, reader, *, may_press=True, pointer=None):
        for event in reader.events(self.describe, lambda: may_press, pointer):
            self.take(event)
        return self.seen


def keys(events):
    return [event.key for event in events if event.type == pygame.KEYDOWN]


def kinds(events):
    return [event.type for event in events]


# What is told.


def test_things_keep_their_numbers_while_others_come_and_go() -> None:
    numbers = Numbers()
    before = numbers.tree_of(screen(button("undo"), button("hint")))
    after = numbers.tree_of(screen(button("new"), button("hint")))
    assert number_of(before, "Hint") == number_of(after, "Hint")
    assert len({ROOT, number_of(before, "Undo"), number_of(after, "New")}) == 3


def test_what_comes_back_is_another_thing() -> None:
    numbers = Numbers()
    before = numbers.tree_of(screen(button("undo"), board()))
    asked = numbers.tree_of(screen(Element(Role.DIALOG, "resign", "Resign", WINDOW)))
    after = numbers.tree_of(screen(button("undo"), board()))
    assert set(after.nodes) & {*before.nodes, *asked.nodes} == {ROOT}


def test_the_same_key_on_another_screen_is_another_thing() -> None:
    numbers = Numbers()
    here = numbers.tree_of(screen(button("back"), name="Help"))
    there = numbers.tree_of(screen(button("back"), name="About"))
    assert number_of(here, "Back") != number_of(there, "Back")
    assert here.nodes[ROOT].element.name == "Help"


def test_things_that_cannot_be_told_apart_are_all_there() -> None:
    tree = Numbers().tree_of(screen(button("same"), button("same"), button("same")))
    assert len(tree.nodes) == 4
    assert len(set(tree.nodes[ROOT].children)) == 3


def test_a_grid_tells_its_rows_and_columns_and_a_list_its_order() -> None:
    items = tuple(Element(Role.LIST_ITEM, str(at), f"item {at}", WINDOW) for at in range(3))
    moves = Element(Role.LIST, "moves", "Moves", WINDOW, children=items)
    tree = Numbers().tree_of(screen(board(), moves))
    grid = number_of(tree, "Board")
    assert tree.nodes[grid].extent == (3, 4)
    assert tree.grid_of(number_of(tree, "cell 2,1")) == grid
    assert tree.nodes[number_of(tree, "item 1")].order == (2, 3)
    assert tree.grid_of(number_of(tree, "item 1")) == ROOT


def test_what_has_the_keyboard_is_told_and_else_the_window() -> None:
    numbers = Numbers()
    assert numbers.tree_of(screen(button("undo"))).focus == ROOT
    tree = numbers.tree_of(screen(button("undo", is_focused=True), board()))
    assert tree.focus == number_of(tree, "Undo")


def test_only_what_has_changed_is_told(read) -> None:
    first = read(screen(button("undo"), board()))
    assert {"A game", "Undo", "Board", "cell 0,0"} <= set(first)
    assert read(screen(button("undo"), board())) == {}
    assert set(read(screen(button("undo", is_enabled=False), board()))) == {"Undo"}
    assert set(read(screen(board()))) == {"A game"}


def test_a_move_of_the_keyboard_alone_is_told(read, link) -> None:
    read(screen(button("undo"), button("hint")))
    read(screen(button("undo"), button("hint", is_focused=True)))
    tree, _, _ = link.updates[-1]
    assert tree.focus == number_of(tree, "Hint")


def told(number: int, role: Role = Role.STATUS) -> Element:
    return Element(role, f"said {number}", f"Sentence {number}.", Box(0, 0, 0, 0))


def test_sentences_are_told_one_by_one_after_what_has_the_keyboard(
    reader, read, window, clock
) -> None:
    def heard(shown: Element) -> list[str]:
        return [name for name in read(shown) if name.startswith("Sentence")]

    read(screen(button("undo")))
    shown = screen(button("undo"), told(1), told(2))
    assert heard(shown) == ["Sentence 1."]
    assert reader.wake_after() == pytest.approx(PAUSE_SECONDS)
    assert heard(shown) == ["Sentence 2."]
    assert reader.wake_after() is None
    shown = screen(button("undo", is_focused=True), told(2), told(3, Role.ALERT))
    assert heard(shown) == []
    assert heard(shown) == ["Sentence 3."]


def test_nothing_is_described_while_nobody_reads(reader, window, clock, link) -> None:
    def describe():
        pytest.fail("nobody asked for it")

    reader.follow(describe, window, is_new=True)
    assert reader.wake_after() is None
    reader.activated()
    reader.deactivated()
    clock.now += 10
    reader.follow(describe, window, is_new=True)
    assert link.updates == []


def test_a_link_that_has_just_asked_is_left_alone_for_a_moment(reader, window, clock, link) -> None:
    reader.activated()
    reader.follow(screen, window, is_new=True)
    assert link.updates == []
    assert reader.wake_after() == pytest.approx(SETTLE_SECONDS)
    clock.now += SETTLE_SECONDS
    reader.follow(screen, window, is_new=False)
    assert len(link.updates) == 1


def test_what_moves_is_told_now_and_then_and_how_it_ends_in_any_case(
    reader, window, clock, read, link
) -> None:
    read(screen(button("undo")))
    reader.follow(lambda: screen(button("hint")), window, is_new=True)
    assert len(link.updates) == 1
    assert reader.wake_after() == pytest.approx(PAUSE_SECONDS)
    clock.now += PAUSE_SECONDS
    reader.follow(lambda: screen(button("new")), window, is_new=False)
    assert number_of(link.updates[-1][0], "New")
    assert reader.wake_after() is None


def test_a_reader_that_comes_later_gets_what_was_told_last(reader, read, window, clock) -> None:
    assert reader.activated().nodes[ROOT].element.name == "Playout"
    read(screen(button("undo")))
    reader.deactivated()
    assert number_of(reader.activated(), "Undo")


def test_it_is_told_where_the_window_is_and_whether_it_has_the_keyboard(
    reader, read, window, link
) -> None:
    read(screen())
    assert (link.boxes, link.focused) == ([Box(3, 4, 400, 300)], [True])
    read(screen(button("undo")))
    assert len(link.focused) == 1
    window.focused = False
    reader.take(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    read(screen(button("undo")))
    assert link.focused == [True, False]


@pytest.mark.parametrize("error", [ImportError("no accesskit"), BaseException("it panicked")])
def test_where_there_is_no_link_the_log_says_so_once_and_the_window_goes_on(
    error, window, clock, caplog
) -> None:
    def connect(*_):
        raise error

    reader = Reader(connect=connect, clock=clock)
    with caplog.at_level(logging.INFO):
        reader.begin(window)
    assert len(caplog.records) == 1
    assert str(error) in caplog.text
    reader.activated()
    clock.now += 1
    reader.follow(lambda: pytest.fail("nobody reads it"), window, is_new=True)


def test_a_link_that_dies_is_let_go(reader, link, read, window, caplog) -> None:
    def die(*_):
        raise BaseException("the bus is gone")

    link.update = die
    read(screen(button("undo")))
    read(screen(button("hint")))
    assert caplog.text.count("the bus is gone") == 1
    assert not reader.is_read


# What is asked for.


@pytest.fixture
def ask(read, link, reader):
    """Asks for something on a player's screen, which is read; returns what comes of it."""

    def ask_for(player, name, act, text="", **options):
        read(player.describe())
        tree = link.updates[-1][0]
        reader.asked(number_of(tree, name), act, text)
        player.seen = []
        return player.go_on(reader, **options)

    return ask_for


def test_a_press_is_a_click_in_the_middle_and_the_pointer_goes_back(ask) -> None:
    events = ask(Player("undo", "hint"), "Hint", Act.PRESS)
    assert kinds(events) == [
        pygame.MOUSEMOTION,
        pygame.MOUSEBUTTONDOWN,
        pygame.MOUSEBUTTONUP,
        pygame.WINDOWLEAVE,
    ]
    assert {event.pos for event in events[:3]} == {(20, 40)}
    real = pygame.event.Event(pygame.MOUSEMOTION, pos=(7, 7), rel=(0, 0), buttons=(0, 0, 0))
    assert ask(Player("undo"), "Undo", Act.PRESS, pointer=real)[-1] is real


def test_a_press_waits_until_presses_count(ask, reader) -> None:
    player = Player("undo")
    events = ask(player, "Undo", Act.PRESS, may_press=False)
    assert kinds(events) == [pygame.MOUSEMOTION]
    player.seen = []
    assert pygame.MOUSEBUTTONUP in kinds(player.go_on(reader))
    player.seen = []
    assert player.go_on(reader) == []


def test_what_is_out_of_sight_is_led_to_before_it_is_pressed(ask) -> None:
    events = ask(Player("undo", "hint", "new", hidden=("new",)), "New", Act.PRESS)
    assert keys(events) == [pygame.K_TAB] * 3
    assert events[-2].pos == (20, 70)


def test_what_is_gone_is_not_pressed(read, reader, link) -> None:
    read(screen(button("undo")))
    reader.asked(number_of(link.updates[-1][0], "Undo"), Act.PRESS)
    player = Player("hint")
    assert pygame.MOUSEBUTTONDOWN not in kinds(player.go_on(reader))


def test_the_keyboard_goes_to_a_control_with_tab_and_to_a_cell_with_arrows(ask) -> None:
    player = Player("undo", "hint", has_board=True)
    assert keys(ask(player, "Hint", Act.FOCUS)) == [pygame.K_TAB, pygame.K_TAB]
    ask(player, "cell 0,3", Act.FOCUS)
    assert (player.focus, player.cursor) == (None, (0, 3))


def test_where_no_key_leads_the_search_for_it_ends(ask) -> None:
    player = Player("undo", "hint", hidden=("hint",))
    player.take = player.seen.append
    assert len(ask(player, "Hint", Act.FOCUS)) <= 1


def test_more_and_less_are_arrows(ask) -> None:
    player = Player("undo", "hint")
    assert keys(ask(player, "Hint", Act.MORE))[-1] == pygame.K_RIGHT
    assert keys(ask(player, "Hint", Act.LESS))[-1] == pygame.K_LEFT


class Field(Player):
    """Has a field with a text."""

    def describe(self) -> Element:
        box, focused = Box(10, 10, 20, 20), self.focus == "text"
        return screen(Element(Role.FIELD, "text", "Text", box, "a1", is_focused=focused))


def test_a_text_that_is_written_takes_the_place_of_the_old_one(ask) -> None:
    written = ask(Field("text"), "Text", Act.WRITE, "f6")
    assert keys(written) == [pygame.K_TAB, pygame.K_a]
    assert written[-1] == pygame.event.Event(pygame.TEXTINPUT, text="f6")
    assert written[1].mod & press(pygame.K_a, pygame.KMOD_CTRL).mod


class Slider(Player):
    """Has a slider in steps of two, from 0 to 10 percent."""

    value = 4

    def describe(self) -> Element:
        focused = self.focus == "slider"
        box, told = Box(10, 10, 20, 20), f"{self.value} %"
        slider = Element(Role.SLIDER, "slider", "Slider", box, told, is_focused=focused)
        return screen(slider)

    def take(self, event: pygame.event.Event) -> None:
        super().take(event)
        step = {pygame.K_LEFT: -2, pygame.K_RIGHT: 2}.get(getattr(event, "key", 0), 0)
        self.value = min(max(self.value + step, 0), 10)


@pytest.mark.parametrize(
    ("wanted", "reached", "steps"),
    [("10.0", 10, 3), ("0.0", 0, 2), ("5.0", 6, 1), ("3.9", 2, 1), ("99", 10, 4), ("4.0", 4, 0)],
)
def test_a_number_is_set_in_steps_as_far_as_they_lead(ask, wanted, reached, steps) -> None:
    player = Slider("slider")
    set_to = keys(ask(player, "Slider", Act.WRITE, wanted))
    assert (player.value, len(set_to)) == (reached, 1 + steps)


def test_what_has_no_number_is_not_set_to_one(ask) -> None:
    assert keys(ask(Player("hint"), "Hint", Act.WRITE, "3.0")) == [pygame.K_TAB]


# AccessKit.


def test_every_role_and_act_is_one_of_access_kit() -> None:
    kit = pytest.importorskip("accesskit")
    from game.window.access_kit import update_of

    of_all = (
        Element(role, role, "it", WINDOW, value="7 %", acts=frozenset(Act), is_on=True)
        for role in Role
    )
    tree = Numbers().tree_of(screen(*of_all))
    update = update_of(tree, tree.nodes, "de")
    made = dict(update.nodes)
    assert update.focus == ROOT
    assert {node.language for number, node in made.items() if number in tree.nodes} == {"de"}
    numbers = {
        made[n].numeric_value
        for n, node in tree.nodes.items()
        if node.element.role in (Role.SLIDER, Role.SPIN_BUTTON)
    }
    assert 7.0 in numbers
    names = {node.label or node.value for number, node in made.items() if number in tree.nodes}
    window = {"Playout"} if sys.platform not in ("win32", "darwin") else {"A game"}
    assert names == {"it", *window}
    status = next(n for n, node in tree.nodes.items() if node.element.role is Role.STATUS)
    alert = next(n for n, node in tree.nodes.items() if node.element.role is Role.ALERT)
    assert (made[status].live, made[alert].live) == (kit.Live.POLITE, kit.Live.ASSERTIVE)
    assert all(made[status].supports_action(each) for each in (kit.Action.CLICK, kit.Action.FOCUS))
