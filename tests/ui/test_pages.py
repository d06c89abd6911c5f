"""The screens beside the games, driven by events as a player drives them."""

import sys
from dataclasses import replace

import pygame
import pytest

from game.games.registry import window_games
from game.screens.base import Back, ChangeSettings, ClearRecords, ExportData, ImportData, OpenFolder
from game.screens.help import AboutScene, HelpScene
from game.screens.home.screen import HomeScene
from game.screens.settings.keys import KeyRow
from game.screens.settings.pages import categories
from game.screens.settings.rows import (
    ActionRow,
    Number,
    Opponent,
    Program,
    SettingRow,
    Steps,
    row_of,
)
from game.screens.settings.screen import SettingsScene
from game.store.settings import (
    DEFAULTS,
    PROGRAM,
    Settings,
    all_settings,
    fitted,
    level_of,
    setting_of,
)
from game.ui.commands import TABLES
from game.ui.sound import Sounds
from game.ui.theme import THEMES
from game.ui.widgets import Action
from tests.rig import click, context_of, down, move, press, typed, up, written
from tests.ui.sketch import SketchedFonts
from tests.waiting import wait_for

OTHER_PLACES = ("Touch", "Game controller", "Arena", "Drills", "Set up a position")
PAGES = [SettingsScene, HelpScene, AboutScene]


@pytest.fixture
def context(tmp_path):
    return context_of(tmp_path)


def shown(scene, size=(1120, 760)):
    scene.resize(size)
    scene.on_enter()
    scene.update(0.02)
    return scene


def picture(scene, size=(1120, 760)):
    surface = pygame.Surface(size)
    scene.draw(surface)
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("page", [HomeScene, *PAGES])
def test_every_theme_looks_different(context, page):
    pictures = set()
    for theme in THEMES.values():
        context.theme = theme
        pictures.add(picture(shown(page(context), (640, 480)), (640, 480)))
    assert len(pictures) == 3


@pytest.mark.parametrize("page", PAGES)
def test_escape_and_the_arrow_lead_back(context, page):
    scene = shown(page(context))
    assert scene.handle_event(press(pygame.K_ESCAPE)) == Back()
    assert click(scene, scene.group.widget("back").box.centre) == Back()
    assert scene.wake_after() is None or scene.wake_after() >= 0


def test_every_setting_can_be_set_exactly_once():
    rows = [row.name for each in categories() for row in each.rows if isinstance(row, SettingRow)]
    at_boards = {
        f"{each.rules.name}_who_starts" for each in window_games() if each.rules.players == 2
    }
    unseen = {name for name, each in all_settings().items() if not each.title}
    assert unseen == {"letters_told", "place", "maximised", *at_boards}
    assert sorted(rows) == sorted(set(all_settings()) - unseen)


@pytest.mark.parametrize("each", categories(), ids=lambda each: each.name)
def test_every_setting_answers_the_mouse(context, each):
    scene = shown(SettingsScene(context), (1120, 2000))
    scene.on_action(Action("category", each.name))
    for row in each.rows:
        if isinstance(row, Number | Opponent | Program | ActionRow | KeyRow):
            continue
        settings = context.settings
        picture(scene, (1120, 2000))
        box = scene.group.widget(row.name).box
        spots = [(box.right - 12, box.centre[1]), (box.x + 12, box.centre[1])]
        commands = [command for command in (click(scene, spot) for spot in spots) if command]
        assert commands, row.name
        assert isinstance(commands[0], ChangeSettings)
        new = commands[0].settings
        assert new[row.name] != settings[row.name], row.name
        context.settings = new.changed(details=True)
        scene.resize((1120, 2000))
    if each.name == "data":
        return
    assert each.reset(context.settings) != context.settings
    assert click(scene, scene.group.widget("reset").box.centre) == ChangeSettings(
        each.reset(context.settings)
    )


def ask(context, page, name):
    """Open a page of the settings and click a control that asks something."""
    scene = shown(SettingsScene(context), (1120, 1200))
    scene.on_action(Action("category", page))
    picture(scene, (1120, 1200))
    return scene, click(scene, scene.group.widget(name).box.centre)


def test_an_opponent_is_chosen_from_the_list(context):
    scene, command = ask(context, "ai", "breakthrough_level")
    assert command is None
    assert picture(scene, (1120, 1200))
    command = click(scene, scene.focus_group.widget("opponent club").box.centre)
    assert command == ChangeSettings(context.settings.changed(breakthrough_level="club"))


def test_a_searcher_that_was_written_is_left_for_the_last_one_that_is_offered(context):
    row = row_of(setting_of("hex_method"))
    stepper, written = row.make(), DEFAULTS.changed(hex_method="mcts-mr:depth=2")
    row.show(stepper, written)
    assert (stepper.text, row.caption(written)) == ("mcts-mr:depth=2", "A searcher of your choice")
    assert (stepper.can_go_down, stepper.can_go_up) == (True, False)
    assert row.apply(written, Action(row.name, -1))["hex_method"] == "flat"


def test_the_seed_of_new_boards_is_typed(context):
    scene, command = ask(context, "rules", "samegame_seed")
    assert command is None
    assert scene.dialog is not None
    assert picture(scene, (1120, 1200))
    scene.handle_event(typed("48x213"))
    command = scene.handle_event(press(pygame.K_RETURN))
    assert scene.dialog is None
    assert command == ChangeSettings(context.settings.changed(samegame_seed=48213))
    scene, _ = ask(context, "rules", "samegame_seed")
    assert scene.handle_event(press(pygame.K_ESCAPE)) is None
    assert scene.dialog is None


def test_another_program_is_typed_and_is_the_opponent_then(context):
    before = context.settings
    scene, command = ask(context, "ai", "hex_program")
    assert command is None
    scene.handle_event(typed("no-such-program --gtp"))
    assert scene.handle_event(press(pygame.K_RETURN)) is None
    assert picture(scene, (1120, 1200))  # it says that there is none
    scene.handle_event(press(pygame.K_a, mod=pygame.KMOD_CTRL))
    scene.handle_event(typed(f"{sys.executable} my_engine.py"))
    command = scene.handle_event(press(pygame.K_RETURN))
    program = f"{sys.executable} my_engine.py"
    assert command == ChangeSettings(
        context.settings.changed(hex_program=program, hex_level=PROGRAM)
    )
    assert level_of(command.settings, "hex") == f"gtp:{program}"
    assert level_of(command.settings, "tictactoe") == DEFAULTS["tictactoe_level"]
    context.settings = command.settings
    scene, _ = ask(context, "ai", "hex_program")
    assert scene.group.widget("hex_program").label == "my_engine"
    assert scene.group.widget("hex_level").label == "Other program"
    scene.handle_event(press(pygame.K_BACKSPACE))
    assert scene.handle_event(press(pygame.K_RETURN)) == ChangeSettings(before)


def test_settings_and_records_are_reset_only_after_a_question_and_the_rest_at_once(context):
    for name, command in (
        ("open folder", OpenFolder()),
        ("export", ExportData()),
        ("import", ImportData()),
    ):
        assert ask(context, "data", name)[1] == command
    context.settings = replace(context.settings, top_n=7)
    for name, answer in (
        ("reset all", ChangeSettings(Settings())),
        ("clear records", ClearRecords()),
    ):
        scene, command = ask(context, "data", name)
        assert command is None
        assert scene.handle_event(press(pygame.K_RETURN)) == answer


def test_the_sound_page_says_when_there_is_no_device(context):
    context.sounds = Sounds()
    scene = shown(SettingsScene(context), (1120, 760))
    assert scene.wake_after() is None
    scene.on_action(Action("category", "sound"))
    wakes = scene.wake_after() is not None
    assert wakes or not context.sounds.is_looking
    wait_for(lambda: not context.sounds.is_looking)
    assert "Sound" in written(scene)
    assert scene.wake_after() is None
    context.sounds.error = "no audio device found"
    assert scene.wake_after() == 0.0, "it is not on the screen yet"
    assert "Sound  ·  no audio device found" in written(scene)
    assert scene.wake_after() is None
    context.sounds.close()


def test_steps_go_on_even_from_between_and_within_what_other_settings_allow(context):
    rows = {row.name: row for page in categories() for row in page.rows}
    seconds, columns = rows["hex_think_seconds"], rows["tictactoe_columns"]
    assert isinstance(seconds, Steps)
    odd = context.settings.changed(hex_think_seconds=4.0)
    for step, told in ((1, 5.0), (-1, 3.0)):
        changed = fitted(seconds.apply(odd, Action("hex_think_seconds", step)))
        assert changed["hex_think_seconds"] == told
    large = context.settings.changed(tictactoe_columns=5, tictactoe_rows=3, tictactoe_in_a_row=5)
    small = fitted(columns.apply(large, Action("tictactoe_columns", -1)))
    assert small["tictactoe_in_a_row"] == 4


def test_help_names_every_key_once():
    tables = [rows for title, rows in TABLES.items() if title not in OTHER_PLACES]
    keys = [key for rows in tables for row in rows for key in row.keys]
    twice = {key for key in keys if keys.count(key) > 1}
    assert twice == {"Space", "Wheel"}, "which do something else in another place"


@pytest.mark.parametrize("size", [(640, 480), (1120, 760), (1920, 1080)])
def test_the_pointer_stays_on_the_slider_that_makes_all_larger(context, size, monkeypatch):
    went = []
    monkeypatch.setattr(pygame.mouse, "set_pos", went.append)
    scene = shown(SettingsScene(context), size)
    scene.on_action(Action("category", "display"))
    slider = scene.group.widget("ui_scale")
    scene.content.reveal(slider)
    x, y = slider.knob
    scene.handle_event(move((x, y)))
    scene.handle_event(down((x, y)))
    scene.handle_event(move((x + slider.box.width // 3, y), (1, 0, 0)))
    command = scene.handle_event(up((x + slider.box.width // 3, y)))
    assert command.settings.ui_scale > 1.2
    context.settings = command.settings
    scene.resize(size)
    assert went == [slider.knob]
    assert slider.hit(slider.knob)
    scene.handle_event(move((1, 1)))
    scene.resize((size[0] + 80, size[1]))
    assert len(went) == 1, "it goes nowhere by itself"


def test_the_number_beside_a_slider_follows_it_while_it_is_dragged(context, sketch):
    context.fonts = SketchedFonts(sketch)
    scene = shown(SettingsScene(context), (1120, 760))
    scene.on_action(Action("category", "display"))
    slider = scene.group.widget("ui_scale")
    x, y = slider.knob
    scene.handle_event(down((x, y)))
    scene.handle_event(move((x + slider.box.width // 3, y), (1, 0, 0)))
    sketch.frame(scene, pygame.Surface((1120, 760)))
    assert slider.value > 1.2
    assert f"{round(100 * slider.value)} %" in {text.words for text in sketch.texts}
