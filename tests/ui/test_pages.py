"""The screens beside the games, driven by events as a player drives them."""

import sys
from dataclasses import replace

import pygame
import pytest

from ai.search.messages import ExactValue, GameReady, Proof, SearchFailed, WarmupProgress
from game.games.registry import window_games
from game.play.session import Session
from game.screens.base import (
    Back,
    ChangeSettings,
    ClearRecords,
    ExportData,
    OpenEarlier,
    OpenFolder,
    OpenGame,
    OpenScene,
)
from game.screens.help.about import AboutScene
from game.screens.help.screen import HelpScene
from game.screens.home.screen import HomeScene
from game.screens.settings.kinds import (
    ActionRow,
    Number,
    Opponent,
    Program,
    SettingRow,
    Steps,
)
from game.screens.settings.pages import categories
from game.screens.settings.screen import SettingsScene
from game.store.settings import DEFAULTS, PROGRAM, Settings, all_settings, fitted, level_of
from game.ui.commands import TABLES
from game.ui.sound import Sounds
from game.ui.theme import THEMES
from game.ui.widgets import Action
from tests.fakes import info_for
from tests.rig import click, context_of, move, press, typed, wheel
from tests.sessions import session_of
from tests.waiting import wait_for

GAMES = [game.name for game in window_games()]
SIZES = [(640, 480), (900, 600), (1120, 760), (2560, 1440)]
OTHER_PLACES = ("Game controller", "Arena", "Drills")
PAGES = [HomeScene, SettingsScene, HelpScene, AboutScene]


@pytest.fixture
def context(tmp_path, worker, clock):
    return context_of(tmp_path, worker, clock)


def shown(scene, size=(1120, 760)):
    scene.resize(size)
    scene.on_enter()
    settle(scene)
    return scene


def settle(scene):
    def has_read() -> bool:
        scene.update(0.02)
        return not getattr(scene, "is_reading", False)

    wait_for(has_read)


def picture(scene, size=(1120, 760)):
    surface = pygame.Surface(size)
    scene.draw(surface)
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("page", PAGES)
def test_every_theme_looks_different(context, page):
    pictures = set()
    for theme in THEMES.values():
        context.theme = theme
        pictures.add(picture(shown(page(context))))
    assert len(pictures) == 3


@pytest.mark.parametrize("page", [SettingsScene, HelpScene, AboutScene])
def test_escape_and_the_arrow_lead_back(context, page):
    scene = shown(page(context))
    assert scene.handle_event(press(pygame.K_ESCAPE)) == Back()
    assert click(scene, scene.group.widget("back").box.centre) == Back()
    assert scene.wake_after() is None or scene.wake_after() >= 0


def test_escape_on_home_never_quits(context):
    scene = shown(HomeScene(context))
    assert scene.handle_event(press(pygame.K_ESCAPE)) is None
    assert scene.handle_event(press(pygame.K_F1)) == OpenScene("help")


@pytest.mark.parametrize("name", GAMES)
def test_a_card_opens_its_game_by_mouse_and_keyboard(context, name):
    scene = shown(HomeScene(context))
    assert click(scene, scene.group.widget(name).box.centre) == OpenGame(name)
    for _ in scene.group.widgets:
        scene.handle_event(press(pygame.K_TAB))
        if scene.group.focused.name == name:
            break
    assert scene.handle_event(press(pygame.K_RETURN)) == OpenGame(name)


@pytest.mark.parametrize("name", ["arena", "records", "settings", "help", "about"])
def test_the_links_open_their_pages(context, name):
    scene = shown(HomeScene(context))
    assert click(scene, scene.group.widget(name).box.centre) == OpenScene(name)


def test_the_games_are_listed_by_a_link_or_its_key_where_there_is_no_room(context):
    scene = shown(HomeScene(context))
    assert click(scene, scene.group.widget("earlier").box.centre) == OpenEarlier()
    assert scene.handle_event(press(pygame.K_o, pygame.KMOD_CTRL)) == OpenEarlier()


def test_enter_goes_on_with_the_saved_game(context):
    scene = shown(HomeScene(context))
    assert scene.handle_event(press(pygame.K_RETURN)) is None, "there is none"
    session = Session("hex")
    session.play(session.state.legal_moves[0])
    context.storage.save_game(session)
    scene = shown(HomeScene(context))
    assert scene.handle_event(press(pygame.K_RETURN)) == OpenGame("hex")
    assert click(scene, scene.group.widget("continue").box.centre) == OpenGame("hex")


def test_a_game_that_is_over_or_not_begun_is_not_gone_on_with(context):
    context.storage.save_game(Session("hex"))
    scene = shown(HomeScene(context))
    assert scene.handle_event(press(pygame.K_RETURN)) is None


def test_a_finished_game_does_not_hide_an_unfinished_one(context):
    over = session_of("tictactoe", "a1 b1 a2 b2 a3")
    assert over.state.is_terminal
    begun = Session("hex")
    begun.play(begun.state.legal_moves[0])
    for session in (begun, over):
        context.storage.save_game(session)
    scene = shown(HomeScene(context))
    assert scene.handle_event(press(pygame.K_RETURN)) == OpenGame("hex")


def test_the_demos_take_turns_and_move(context, worker, clock):
    scene = shown(HomeScene(context, clock))
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
    demo = scene._demos.demo("tictactoe")
    assert demo.session.cursor == 2


def test_a_demo_has_one_number_for_each_move_and_the_true_one_where_that_is_known(
    context, worker, clock
):
    scene = shown(HomeScene(context, clock))
    while worker.searches[-1].game != "tictactoe":
        worker.finish()
        for _ in range(40):
            clock.now += 0.1
            scene.update(0.05)
    moves = worker.searches[-1].position.legal_moves
    draws = tuple(ExactValue(each, Proof.DRAW, len(moves)) for each in moves)
    worker.say(replace(info_for(moves), exact=draws))
    scene.update(0.02)
    shown_now = scene._demos.demo("tictactoe").overlay
    assert {mark.value for mark in shown_now.marks} == {0.5}
    assert not shown_now.show_exact


def test_the_demos_rest_when_nobody_touches_anything(context, worker, clock):
    scene = shown(HomeScene(context, clock))
    worker.finish()
    for _ in range(30):
        clock.now += 1.0
        scene.update(1.0)
    assert scene.wake_after() is None
    searches = len(worker.searches)
    scene.handle_event(move((5, 5)))
    scene.update(0.02)
    assert len(worker.searches) == searches + 1


def test_the_demos_pause_without_focus_and_end_with_the_scene(context, worker):
    context.focused = False
    scene = shown(HomeScene(context))
    assert not worker.searches
    assert scene.wake_after() is None
    context.focused = True
    scene.update(0.02)
    assert len(worker.searches) == 1
    scene.on_exit()
    assert not context.thinker.is_searching


def test_home_tells_what_the_ai_does(context, worker):
    worker.answers = [WarmupProgress(1, 4, "", (("tictactoe", 7.6), ("hex", 31.0)))]
    scene = shown(HomeScene(context))
    state = scene.group.widget("restart")
    assert "about 30 s" in state.caption
    chips = {card.game: card.chip for card in scene._cards}
    assert chips["tictactoe"] == "AI ready in about 8 s"
    assert chips["hex"] == "AI ready in about 30 s"
    assert chips["samegame"] == "AI getting ready", "nobody knows how long it takes"
    assert not worker.searches
    assert scene.wake_after() is None, "nothing moves while the AI gets ready"
    worker.answers = [GameReady("tictactoe")]
    scene.update(0.02)
    scene.update(0.02)
    assert [search.game for search in worker.searches] == ["tictactoe"]
    chips = {card.game: card.chip for card in scene._cards}
    assert chips["tictactoe"] == "demo - click to play"
    assert chips["hex"] == "AI ready in about 30 s"
    worker.answers = [SearchFailed(0, "it broke")]
    scene.update(0.02)
    assert "restart" in state.caption
    picture(scene)
    click(scene, state.box.centre)
    assert worker.restarts == 1


def test_the_theme_button_goes_round(context):
    scene = shown(HomeScene(context))
    command = click(scene, scene.group.widget("theme").box.centre)
    assert command == ChangeSettings(replace(context.settings, theme="light"))


def test_every_setting_can_be_set_exactly_once():
    rows = [row.name for each in categories() for row in each.rows if isinstance(row, SettingRow)]
    at_boards = {
        f"{each.rules.name}_who_starts" for each in window_games() if each.rules.players == 2
    }
    unseen = {name for name, each in all_settings().items() if not each.title}
    assert unseen == {"letters_told", *at_boards}
    assert sorted(rows) == sorted(set(all_settings()) - unseen)


@pytest.mark.parametrize("each", categories(), ids=lambda each: each.name)
def test_every_setting_answers_the_mouse(context, each):
    scene = shown(SettingsScene(context), (1120, 2000))
    scene.on_action(Action("category", each.name))
    for row in each.rows:
        if isinstance(row, Number | Opponent | Program | ActionRow):
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
        context.settings = new
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


def test_all_settings_are_reset_only_after_a_question(context):
    context.settings = replace(context.settings, top_n=7)
    scene, command = ask(context, "data", "reset all")
    assert command is None
    assert scene.handle_event(press(pygame.K_RETURN)) == ChangeSettings(Settings())


def test_all_records_are_reset_only_after_a_question(context):
    scene, command = ask(context, "data", "clear records")
    assert command is None
    assert scene.handle_event(press(pygame.K_RETURN)) == ClearRecords()


def page_of(name):
    return next(each for each in categories() if each.name == name)


def test_the_sound_page_says_when_there_is_no_device(context):
    context.sounds = Sounds()
    scene = shown(SettingsScene(context), (1120, 760))
    assert scene.wake_after() is None
    scene.on_action(Action("category", "sound"))
    section = page_of("sound").sections[0]
    wakes = scene.wake_after() is not None
    assert wakes or not context.sounds.is_looking
    wait_for(lambda: not context.sounds.is_looking)
    assert scene._title_of(section) == "Sound"
    assert scene.wake_after() is None
    context.sounds.error = "no audio device found"
    assert scene._title_of(section) == "Sound  ·  no audio device found"
    assert scene.wake_after() == 0.0, "it is not on the screen yet"
    assert picture(scene, (1120, 760))
    assert scene.wake_after() is None
    context.sounds.close()


def test_folder_and_export_are_left_to_the_app(context):
    assert ask(context, "data", "open folder")[1] == OpenFolder()
    assert ask(context, "data", "export")[1] == ExportData()


def test_a_hidden_setting_is_scrolled_into_view_by_tab(context):
    scene = shown(SettingsScene(context), (640, 480))
    scene.on_action(Action("category", "rules"))
    for _ in range(20):
        scene.handle_event(press(pygame.K_TAB))
        if scene.group.focused.name == "hex_opening":
            break
    view = scene.scroll.box
    box = scene.group.focused.box
    assert view.y <= box.y <= box.bottom <= view.bottom
    scene.handle_event(move(view.centre))
    offset = scene.scroll.offset
    scene.handle_event(wheel(1))
    assert scene.scroll.offset < offset


def test_a_step_row_goes_to_the_next_value_even_from_between(context):
    row = next(r for r in page_of("ai").rows if r.name == "hex_think_seconds")
    assert isinstance(row, Steps)
    odd = context.settings.changed(hex_think_seconds=4.0)
    assert fitted(row.apply(odd, Action("hex_think_seconds", 1)))["hex_think_seconds"] == 5.0
    assert fitted(row.apply(odd, Action("hex_think_seconds", -1)))["hex_think_seconds"] == 3.0


def test_marks_in_a_row_stay_on_the_board(context):
    row = next(r for r in page_of("rules").rows if r.name == "tictactoe_columns")
    large = context.settings.changed(tictactoe_columns=5, tictactoe_rows=3, tictactoe_in_a_row=5)
    small = fitted(row.apply(large, Action("tictactoe_columns", -1)))
    assert small["tictactoe_in_a_row"] == 4


def test_a_long_page_scrolls(context):
    scene = shown(HelpScene(context), (640, 480))
    before = picture(scene, (640, 480))
    scene.handle_event(press(pygame.K_PAGEDOWN))
    assert picture(scene, (640, 480)) != before


def test_help_names_every_key_once():
    tables = [rows for title, rows in TABLES.items() if title not in OTHER_PLACES]
    keys = [key for rows in tables for row in rows for key in row.keys]
    twice = {key for key in keys if keys.count(key) > 1}
    assert twice == {"Space"}, "it plays, and in Analyse it stops and goes on"
