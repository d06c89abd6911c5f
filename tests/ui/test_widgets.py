import pygame
import pytest

from game.ui.layout import Box
from game.ui.panel.dialog import Dialog
from game.ui.theme import MOTION, THEMES
from game.ui.widgets import (
    Action,
    Button,
    Chip,
    FocusGroup,
    IconButton,
    NavList,
    Notice,
    ScrollArea,
    Slider,
    Stepper,
    Switch,
    Tabs,
    Toasts,
    draw_tooltip,
)
from tests.rig import click, down, drag, move, press, skin, typed, up, wheel

BOX = Box(100, 100, 120, 40)
INSIDE = (160, 120)
OUTSIDE = (400, 300)


def placed(widget, box=BOX):
    widget.place(box)
    return widget


def drawn(widget):
    """Draw the widget once, which lays its parts out."""
    surface = pygame.Surface((640, 480))
    widget.update(1.0, skin())
    widget.draw(surface, skin())
    return surface


@pytest.fixture
def button():
    return placed(Button("hint", "Hint"))


def test_a_button_answers_a_click_and_nothing_else(button):
    assert click(button, INSIDE) == Action("hint")
    assert click(button, OUTSIDE) is None
    assert button.handle_event(down(INSIDE)) is None
    assert button.pressed
    assert button.handle_event(up(OUTSIDE)) is None, "let go beside it"
    assert not button.pressed
    assert button.handle_event(down(INSIDE, button=3)) is None
    assert button.handle_event(up(INSIDE, button=3)) is None
    button.place(BOX, clip=Box(0, 0, 640, 110))
    assert click(button, (160, 105)) == Action("hint")
    assert click(button, INSIDE) is None, "it lies outside of its view"


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE])
def test_a_button_answers_the_keyboard_while_it_is_focused_and_can_be_used(button, key):
    assert button.handle_event(press(key)) is None
    button.focused = True
    assert button.handle_event(press(key)) == Action("hint")
    button.enabled = False
    assert button.handle_event(press(key)) is None
    assert click(button, INSIDE) is None
    assert not button.can_focus


def test_a_button_without_room_for_its_label_shows_its_icon_however_small_it_is():
    def pixels(label, icon, width=46):
        surface = drawn(placed(Button("pause", label, icon=icon), Box(20, 20, width, 38)))
        return pygame.image.tobytes(surface, "RGB")

    assert pixels("Pause", "pause") == pixels("Go on", "pause") != pixels("Pause", "play")
    assert pixels("Pause", "") != pixels("Go on", "")
    assert pixels("", "step-forward", 30) != pixels("", "step-back", 30)


def test_tabs_choose_by_click_and_by_arrows():
    tabs = placed(
        Tabs("mode", [("play", "Play"), ("analyse", "Analyse"), ("demo", "Demo")], "play")
    )
    tabs.place(Box(100, 100, tabs.width(skin()), 36))
    drawn(tabs)
    right = (tabs.box.right - 10, 118)
    assert click(tabs, right) == Action("mode", "demo")
    assert click(tabs, right) is None, "chosen already"
    tabs.focused = True
    assert tabs.handle_event(press(pygame.K_LEFT)) == Action("mode", "analyse")
    assert tabs.handle_event(press(pygame.K_RIGHT)) == Action("mode", "demo")
    assert tabs.handle_event(press(pygame.K_RIGHT)) is None, "the end"
    assert tabs.handle_event(press(pygame.K_SPACE)) == Action("mode", "play")


def test_the_pill_of_tabs_slides_and_then_rests():
    tabs = placed(Tabs("mode", [("a", "A"), ("b", "B")], "a"))
    drawn(tabs)
    tabs.value = "b"
    tabs.update(0.0, skin())
    assert tabs.is_animating
    tabs.update(MOTION.tab, skin())
    assert not tabs.is_animating
    tabs.value = "a"
    tabs.update(0.0, skin(mode="reduced"))
    assert not tabs.is_animating, "nothing travels with reduced motion"


def test_a_switch_turns_over():
    switch = placed(Switch("symbols", True))
    assert click(switch, INSIDE) == Action("symbols", False)
    assert click(switch, INSIDE) == Action("symbols", True)
    switch.reach = Box(0, 90, 600, 60)
    assert click(switch, (20, 100)) == Action("symbols", False), "its row counts too"


def test_a_slider_is_dragged_stepped_and_kept_in_range():
    slider = placed(Slider("scale", 1.0, 0.75, 2.0, step=0.05), Box(100, 100, 200, 28))
    assert slider.handle_event(down((299, 114))) == Action("scale", 2.0)
    assert slider.handle_event(move((-50, 114))) == Action("scale", 0.75)
    assert slider.handle_event(up((-50, 114))) is None, "reported already"
    slider.focused = True
    assert slider.handle_event(press(pygame.K_RIGHT)) == Action("scale", 0.8)
    assert slider.handle_event(press(pygame.K_UP)) == Action("scale", 0.85)
    assert slider.handle_event(press(pygame.K_DOWN)) == Action("scale", 0.8)
    assert slider.handle_event(press(pygame.K_LEFT)) == Action("scale", 0.75)
    assert slider.handle_event(press(pygame.K_LEFT)) is None


def test_a_slider_that_is_not_live_reports_when_let_go():
    slider = placed(Slider("scale", 1.0, 0.0, 2.0, step=0.5, live=False), Box(100, 100, 200, 28))
    assert slider.handle_event(down((290, 114))) is None
    assert slider.handle_event(move((295, 114))) is None
    assert slider.handle_event(up((295, 114))) == Action("scale", 2.0)


def test_a_stepper_steps_as_far_as_it_may():
    stepper = placed(Stepper("top", "3"), Box(100, 100, 110, 30))
    stepper.can_go_down = False
    assert click(stepper, (205, 115)) == Action("top", 1)
    assert click(stepper, (105, 115)) is None
    assert click(stepper, (155, 115)) is None, "the value is no button"
    stepper.focused = True
    assert stepper.handle_event(press(pygame.K_UP)) == Action("top", 1)
    assert stepper.handle_event(press(pygame.K_DOWN)) is None


def test_a_nav_list_chooses_by_click_and_by_arrows():
    nav = NavList("page", [("ai", "AI", "cpu"), ("look", "Look", "monitor")], "ai")
    placed(nav, Box(20, 20, 176, nav.height(skin())))
    assert click(nav, (60, nav.box.bottom - 10)) == Action("page", "look")
    nav.focused = True
    assert nav.handle_event(press(pygame.K_UP)) == Action("page", "ai")
    assert nav.handle_event(press(pygame.K_UP)) is None


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_every_state_of_every_widget_is_drawn_differently(theme):
    makers = [
        lambda: Button("a", "Hint", icon="lightbulb", key="H", primary=True),
        lambda: Button("a", "Tree", icon="plus", key="T"),
        lambda: IconButton("a", "settings", "Settings"),
        lambda: Chip("a", "number = **win %**", icon="info", key="L"),
        lambda: Switch("a", True),
        lambda: Stepper("a", "3"),
        lambda: Slider("a", 1.0, 0.0, 2.0, step=0.5),
    ]
    for make in makers:
        pictures = []
        for state in ("rest", "focus", "disabled"):
            widget = make()
            unit = skin(theme)
            widget.place(Box(40, 40, widget.width(unit), widget.height(unit)))
            widget.focused = widget.show_focus = state == "focus"
            widget.enabled = state != "disabled" or isinstance(widget, Chip)
            widget.visible = not (state == "disabled" and isinstance(widget, Chip))
            surface = pygame.Surface((400, 120))
            surface.fill(theme.bg)
            FocusGroup([widget]).draw(surface, unit)
            pictures.append(pygame.image.tobytes(surface, "RGB"))
        assert len(set(pictures)) == 3, make().__class__


def group_of_three():
    widgets = [Button(name, name.upper()) for name in ("a", "b", "c")]
    for i, widget in enumerate(widgets):
        widget.place(Box(100, 100 + 50 * i, 120, 40))
    return FocusGroup(widgets)


def test_tab_goes_round_and_shift_tab_back_and_leaves_out_what_cannot_be_used():
    group = group_of_three()
    order = []
    for _ in range(4):
        group.handle_event(press(pygame.K_TAB))
        order.append(group.focused.name)
    assert order == ["a", "b", "c", "a"]
    group.handle_event(press(pygame.K_TAB, pygame.KMOD_LSHIFT))
    assert group.focused.name == "c"
    assert group.focused.show_focus
    group.widget("b").enabled = False
    group.widget("c").visible = False
    for _ in range(2):
        group.handle_event(press(pygame.K_TAB))
        assert group.focused.name == "a"
    first = group.focused
    group.set_widgets([Button("new", "New"), first])
    assert group.focused is first, "it stays, and so does the focus"


def test_the_focus_ring_is_for_the_keyboard_only():
    group = group_of_three()
    assert click(group, (160, 170)) == Action("b")
    assert group.focused.name == "b"
    assert not group.focused.show_focus
    group.handle_event(press(pygame.K_TAB))
    assert group.focused.name == "c"
    assert group.focused.show_focus


def test_a_tooltip_waits_and_goes_away_with_a_click():
    group = FocusGroup([placed(IconButton("undo", "undo-2", "Undo", key="Ctrl Z"))])
    window = skin()

    def shown():
        surface = pygame.Surface((640, 480))
        group.draw_tooltip(surface, window)
        return pygame.image.tobytes(surface, "RGB")

    assert group.wake_after() is None
    group.handle_event(move(INSIDE))
    group.update(0.0, window)
    group.update(0.2, window)
    assert 0 < group.wake_after() < MOTION.tooltip_delay
    plain = shown()
    assert group.update(0.2, window), "the tooltip appears"
    assert shown() != plain
    group.handle_event(down(INSIDE))
    group.update(5.0, window)
    assert shown() == plain
    assert group.wake_after() is None


def test_a_dialog_takes_what_its_field_accepts_and_its_check_does_not_refuse():
    def check(text):
        return None if text else "Type a number."

    rules = {"accepts": str.isdigit, "check": check}
    dialog = Dialog("seed", "Enter a seed", "Text", confirm="Start", field="12", **rules)
    for character in "4x2":
        assert dialog.handle_event(typed(character)) is None
    for left in ("42", "4"):
        assert dialog.handle_event(press(pygame.K_RETURN)) == Action("seed", left), "of 12 nothing"
        dialog.handle_event(press(pygame.K_BACKSPACE))
    assert dialog.handle_event(press(pygame.K_RETURN)) is None


def test_a_dialog_can_be_left_in_three_ways_and_keeps_the_focus():
    surface = pygame.Surface((640, 480))

    def shown():
        dialog = Dialog("sure", "Sure?", "Really?", confirm="Yes")
        dialog.update(1.0, skin())
        dialog.draw(surface, skin())
        return dialog

    assert shown().handle_event(press(pygame.K_ESCAPE)) == Action("sure", False)
    assert shown().handle_event(down((5, 5))) == Action("sure", False)
    dialog = shown()
    dialog.handle_event(press(pygame.K_TAB))
    assert dialog.handle_event(press(pygame.K_RETURN)) == Action("sure", False), "on Cancel"
    dialog.handle_event(press(pygame.K_TAB))
    assert dialog.handle_event(press(pygame.K_RETURN)) == Action("sure", True)


@pytest.mark.parametrize("theme", THEMES)
def test_a_tooltip_is_told_from_a_board_of_its_own_colour(theme):
    window = skin(theme=THEMES[theme])
    surface = pygame.Surface((640, 480))
    surface.fill(window.theme.well)
    box = draw_tooltip(surface, window, "9 tiles", BOX)
    assert surface.get_at((box.centre[0], box.y))[:3] not in (
        window.theme.primary,
        window.theme.well,
    )


def test_a_toast_shows_its_action_and_goes_by_itself():
    toasts, window = Toasts(), skin()
    surface = pygame.Surface((640, 480))
    assert toasts.wake_after() is None
    toasts.show("New game started", action=Action("undo", 3), label="Undo", key="Ctrl Z")
    toasts.update(0.2)
    toasts.draw(surface, window, Box(0, 0, 640, 60))
    assert 5.0 < toasts.wake_after() <= MOTION.toast_stay
    (button,) = toasts.widgets
    assert click(button, button.box.centre) == Action("undo", 3)
    toasts.show("Saved")
    assert toasts.widgets == ()
    toasts.update(MOTION.toast_stay + 0.1)
    assert not toasts.is_showing


def test_a_notice_that_stays_gives_way_to_one_that_passes():
    toasts = Toasts()
    assert toasts.stand(Notice("Viewing move 7.", Action("last"), "Return", "End"))
    assert not toasts.stand(Notice("Viewing move 7.", Action("last"), "Return", "End"))
    assert toasts.wake_after() is None
    assert not toasts.is_showing
    toasts.show("Saved")
    assert (toasts.text, toasts.widgets) == ("Saved", ())
    toasts.dismiss()
    assert toasts.text == "Viewing move 7."
    assert [button.label for button in toasts.widgets] == ["Return"]
    toasts.dismiss()
    assert toasts.text == "Viewing move 7."
    assert toasts.stand(None)
    assert toasts.notice is None


def test_scrolling_stays_within_the_content():
    area = ScrollArea()
    area.place(Box(0, 100, 400, 300), 1000, skin())
    area.handle_event(move((200, 200)))
    assert area.handle_event(wheel(-1))
    assert area.offset > 0
    assert area.handle_event(press(pygame.K_PAGEDOWN))
    for _ in range(50):
        area.handle_event(wheel(-1))
    assert area.offset == area.most == 700
    assert not area.handle_event(press(pygame.K_PAGEDOWN))
    assert area.reveal(Box(0, -600, 10, 20))
    area.handle_event(move((200, 20)))
    assert not area.handle_event(wheel(-1)), "the pointer is elsewhere"
    area.place(Box(0, 100, 400, 1200), 1000, skin())
    assert area.offset == 0, "everything fits now"


@pytest.fixture
def area():
    """A view of a third of what there is."""
    area = ScrollArea()
    area.place(Box(0, 0, 400, 300), 900, skin())
    return area


def test_the_bar_of_a_scroll_area_can_be_dragged_while_it_is_held(area):
    area.handle_event(down((380, 10)))
    assert not area.handle_event(drag((380, 110))), "that was beside the bar"
    area.handle_event(down((398, 10)))
    assert area.handle_event(drag((398, 110)))
    assert area.offset == pytest.approx(300, abs=10)
    area.handle_event(up((398, 110)))
    assert not area.handle_event(drag((398, 250)))
    area.handle_event(down((398, 110)))  # what lets it go, a control may take
    assert not area.handle_event(move((398, 210)))
    assert not area.handle_event(drag((398, 200)))


@pytest.mark.parametrize("height", [0, 200, 300])
def test_the_bar_may_go_while_it_is_dragged(area, height):
    area.handle_event(down((398, 10)))
    area.handle_event(drag((398, 110)))
    area.place(Box(0, 0, 400, 300), height, skin())
    assert not area.handle_event(drag((398, 150)))
    area.place(Box(0, 0, 400, 300), 900, skin())
    assert not area.handle_event(drag((398, 200))), "the new bar is not held"
    assert area.offset == 0


def test_a_chip_is_as_wide_as_its_words_before_it_is_drawn():
    chip, row = Chip("legend", "Legend", key="L"), Box(10, 10, 300, 28)
    chip.fit(row, skin())
    short = chip.box.width
    assert not chip.hit((row.right - 5, row.y + 10))
    chip.caption = "number = **win %** and more"
    chip.fit(row, skin())
    assert short < chip.box.width < 300
    drawn(chip)
    chip.fit(Box(10, 10, chip.width(skin()) - 5, 28), skin())
    assert chip.box.width < chip.width(skin()) - 20, "the key is left out first"
    drawn(chip)
    chip.fit(Box(10, 10, 60, 28), skin())
    assert chip.box.width == 60
    drawn(chip)
