"""A plug-in that fails later, in the window or in the AI thread, takes nothing else down."""

import sqlite3
import sys
import threading
from contextlib import ExitStack, closing
from pathlib import Path

import pygame
import pytest

from ai import errors
from ai.contract.games import game_of, game_spec
from ai.engine import cache, game_kernels, warmup
from ai.engine.game_kernels import GameKernels
from ai.engine.worker import AiWorker
from ai.search.messages import (
    GameFailed,
    Limit,
    SearchFinished,
    SearchProgress,
    StartSearch,
    WorkerReady,
)
from ai.searchers import make_searcher
from game.games import plugins
from game.games.registry import window_games
from game.play.session import Seat
from game.screens.base import Back, OpenGame, OpenScene
from game.screens.help import AboutScene
from game.screens.home.card import GameCard
from game.screens.home.screen import HomeScene
from game.screens.play.react import Play
from game.window import recovery
from game.window.app import App
from tests.fakes import RandomMover, ReadyKernels
from tests.plugins import edit, folder, home, listening, loaded
from tests.rig import context_of, down, frames, move, up, widgets, window
from tests.ui.sketch import SketchedFonts, sketching
from tests.waiting import LIMIT_SECONDS

__all__ = ["folder", "home", "listening", "loaded"]


@pytest.fixture
def context(home, worker):
    return context_of(home, worker, motion="off", who_starts="me")


@pytest.fixture
def open_app(context):
    with ExitStack() as opened:

        def open_it(scene="pebbles") -> App:
            screens = OpenScene("home"), OpenGame(scene)
            app = opened.enter_context(window(context, *screens, size=(800, 600)))
            frames(app)
            return app

        yield open_it


def names() -> set[str]:
    return {game.name for game in window_games()}


def notices(app: App) -> str:
    shown = (app.scene.toasts.notice, app.scene.dialog)
    return " ".join([*(each.text for each in shown if each), *app.notices.waiting])


def assert_goes_on(app: App) -> None:
    app.execute(OpenGame("hex"))
    frames(app)
    assert app.scenes.name == "hex"


def answers_of(make) -> list:
    """Return what the AI thread answers when it is asked for a game of a plug-in, then for hex."""
    heard, answers = threading.Semaphore(0), []
    worker = AiWorker(heard.release, make_searcher=make, kernels=ReadyKernels())
    worker.start()
    for number, game in enumerate(("pebbles", "hex")):
        spec = game_spec(game)
        position = spec.new_game(spec.parameters(), 0)
        worker.send(StartSearch(number, game, position, None, "mcts", Limit(simulations=100)))
        while sum(isinstance(each, GameFailed | SearchFinished) for each in answers) <= number:
            assert heard.acquire(timeout=LIMIT_SECONDS)
            answers += worker.poll()
    assert worker.shutdown(LIMIT_SECONDS)
    return answers


def test_a_board_that_raises_while_it_is_drawn_is_set_aside(loaded, folder, open_app):
    line = "        theme = self.skin.theme\n"
    edit(folder, "screen.py", line, line + "        5 // (1 - content.state.move_count)\n")
    loaded(folder)
    app = open_app()
    storage = app.context.storage
    app.scene.play(0)
    frames(app)
    assert isinstance(app.scene, HomeScene)
    assert "Pebbles is disabled until the next start: ZeroDivisionError" in notices(app)
    assert "pebbles" not in names()
    assert [gone.folder for gone in plugins.left_out] == [folder]
    report = (storage.paths.log / "game-pebbles.txt").read_text("utf-8")
    assert "screen.py" in report
    storage.flush()
    with closing(sqlite3.connect(storage.paths.library_file)) as library:
        assert library.execute("SELECT game FROM current").fetchall() == [("pebbles",)]
    assert_goes_on(app)


def test_a_board_that_raises_on_home_is_set_aside_and_no_file_is_left_unread(
    loaded, folder, context
):
    edit(folder, "screen.py", "        theme = self.skin.theme\n", "        1 // 0\n")
    loaded(folder)
    with window(context, OpenScene("home"), size=(800, 600)) as app:
        frames(app)
        assert isinstance(app.scene, HomeScene)
        assert len(widgets(app.scene, GameCard)) == 4
        assert not app.recovery.is_bare


def test_who_plays_another_game_is_not_disturbed(loaded, folder, open_app, worker):
    loaded(folder)
    app = open_app("hex")
    scene = app.scene
    worker.answers.append(GameFailed(0, "pebbles", "TypingError: no", "the whole trace"))
    frames(app)
    assert app.scene is scene
    assert "Pebbles is disabled until the next start: TypingError: no" in notices(app)
    app.execute(Back())
    frames(app)
    assert isinstance(app.scene, HomeScene)
    assert len(widgets(app.scene, GameCard)) == 4


def test_a_game_whose_search_fails_is_left_and_the_ai_goes_on(loaded, folder, open_app, worker):
    loaded(folder)
    app = open_app()
    app.scene.play(0)
    frames(app)
    request = worker.searches[-1]
    assert request.game == "pebbles"
    worker.answers.append(GameFailed(request.generation, "pebbles", "KeyError: 3", "trace"))
    frames(app)
    assert isinstance(app.scene, HomeScene)
    assert app.context.thinker.error is None


HOSTILE = {
    "exit": ("raise SystemExit(5)", "SystemExit: 5"),
    "interrupt": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "base": ("raise type('Odd', (BaseException,), {})", "Odd"),
    "mute": (
        "raise type('Odd', (Exception,), {'__str__': lambda self: 1 / 0})",
        "Odd: it cannot even say what",
    ),
    "round": ("a = ValueError('a'); a.__cause__ = a; raise a", "ValueError: a"),
    "deep": ("(f := lambda: f())()", "RecursionError"),
    "memory": ("raise MemoryError", "MemoryError"),
    "generator": ("raise GeneratorExit", "GeneratorExit"),
}
HOOKS = {
    "draw": "        theme = self.skin.theme\n",
    "hover": "        at = self.local(position)\n",
    "press": "        move = int(state.array[0]) - 1 - cell\n",
}
FIRST_LINE = '    """What the screen says of Pebbles."""\n'
METHODS = {"words": ("caption", "")}


@pytest.mark.parametrize(
    ("hook", "way"),
    [
        *((hook, "exit") for hook in (*HOOKS, *METHODS)),
        *(("draw", way) for way in HOSTILE),
        ("press", "deep"),
    ],
)
def test_whatever_a_window_raises_is_told_and_nothing_else_notices(
    loaded, folder, open_app, listening, monkeypatch, hook, way
):
    statement, told = HOSTILE[way]
    armed = f"import sys\n        if hasattr(sys, 'armed'): {statement}\n"
    if hook in METHODS:
        name, given = METHODS[hook]
        body = f"        {armed}        return super().{name}({given})\n"
        edit(folder, "screen.py", FIRST_LINE, f"    def {name}(self, {given}):\n{body}")
    else:
        edit(folder, "screen.py", HOOKS[hook], f"        {armed}{HOOKS[hook]}")
    loaded(folder)
    app = open_app()
    monkeypatch.setattr(sys, "armed", True, raising=False)
    for x in range(240, 600, 80):
        at = (x, 300)
        for event in (move(at), down(at), up(at)):
            pygame.event.post(event)
        frames(app, 1)
    assert app.running
    assert "pebbles" not in names()
    assert f"Pebbles is disabled until the next start: {told}" in notices(app)
    assert_goes_on(app)


PLAY = "def play(tables, state, move):\n"
RAISES = "    if state[LEFT] == {}:\n        raise ValueError('it breaks')\n"


def test_rules_that_raise_in_the_middle_of_a_game_close_its_screen(loaded, folder, open_app):
    edit(folder, "kernel.py", PLAY, PLAY + RAISES.format(8))
    loaded(folder)
    app = open_app()
    scene = app.scene
    scene.session.set_seats((Seat.HUMAN, Seat.HUMAN))
    middle = scene.layout.board.centre[1]
    places = {scene.animator.cell_at((x, middle)): (x, middle) for x in range(0, 800, 4)}
    for cell in (8, 6):
        assert app.scene is scene
        for event in (move(places[cell]), down(places[cell]), up(places[cell])):
            pygame.event.post(event)
        frames(app)
        assert scene.session.record.node.moves == (1,)
    assert isinstance(app.scene, HomeScene)
    told = "Pebbles is disabled until the next start: ValueError: it breaks (kernel.py, line "
    assert told in notices(app)
    assert_goes_on(app)


def test_a_kernel_that_raises_in_a_search_ends_that_search(loaded, folder):
    kernel = folder / "kernel.py"
    kernel.write_text(kernel.read_text("utf-8").replace("@compiled\n", ""), "utf-8")
    edit(folder, "kernel.py", PLAY, PLAY + RAISES.format(4))
    loaded(folder)
    answers = answers_of(searcher_or_random)
    failed = next(each for each in answers if isinstance(each, GameFailed))
    assert failed.game == "pebbles"
    assert failed.message.startswith("ValueError: it breaks (kernel.py, line ")
    assert isinstance(answers[-1], SearchFinished)


def searcher_or_random(spec, game, *, threads, seed):
    """A searcher of the plug-in's game; of another one something that compiles nothing."""
    if game == "pebbles":
        return make_searcher(spec, game, threads=threads, seed=seed)
    return RandomMover(seed)


def test_a_game_that_fails_while_it_is_left_holds_up_no_end(loaded, folder, context, monkeypatch):
    edit(folder, "rules.py", '    """A heap."""\n',
         "    @property\n    def is_terminal(self):\n        import sys\n"
         "        if hasattr(sys, 'armed'): raise SystemExit(5)\n"
         "        return super().is_terminal\n")  # fmt: skip
    loaded(folder)
    with window(context, OpenScene("home"), OpenGame("pebbles"), size=(800, 600)) as app:
        app.scene.controller.give(Play(0))
        monkeypatch.setattr(sys, "armed", True, raising=False)
    assert [gone.folder for gone in plugins.left_out] == [folder]


def test_ctrl_c_ends_the_program_wherever_it_lands(
    loaded, folder, open_app, listening, monkeypatch
):
    edit(folder, "screen.py", HOOKS["draw"],
         "        import os, signal, sys, time\n"
         "        if hasattr(sys, 'armed'): signal.raise_signal(signal.SIGINT); time.sleep(5)\n"
         + HOOKS["draw"])  # fmt: skip
    loaded(folder)
    app = open_app()
    monkeypatch.setattr(sys, "armed", True, raising=False)
    app.scene.play(0)
    with pytest.raises(errors.CtrlC):
        frames(app)
    assert [plugin.game.name for plugin in plugins.loaded] == ["pebbles"]


class Mute(BaseException):
    def __str__(self) -> str:
        raise SystemExit


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ZeroDivisionError("its searcher is broken"), "ZeroDivisionError: its searcher is broken"),
        (SystemExit(3), "SystemExit: 3"),
        (KeyboardInterrupt(), "KeyboardInterrupt"),
        (Mute(), "Mute: it cannot even say what"),
    ],
)
def test_the_ai_thread_goes_on_after_an_error_in_a_plugin(loaded, folder, error, told):
    loaded(folder)

    def make(spec, game, *, threads, seed):
        if game == "pebbles":
            raise error
        return RandomMover(seed)

    ready, failed, *others = answers_of(make)
    assert [type(ready), type(failed)] == [WorkerReady, GameFailed]
    assert [type(each) for each in others] == [SearchProgress, SearchFinished]
    assert failed.message == told
    assert "make" in failed.traceback


def test_what_cannot_be_compiled_is_told_and_waited_for_in_vain(loaded, folder, monkeypatch):
    loaded(folder)
    monkeypatch.setattr(game_kernels, "_compiled", lambda *_: ("TypingError: no", "all of it"))
    monkeypatch.setattr(cache, "is_warm", lambda plugin=None: plugin is None)
    monkeypatch.setattr(warmup, "load_games", lambda *_: None)
    kernels = GameKernels()
    heard = []
    kernels.begin(heard.append, lambda: False)
    assert kernels.wait("hex", lambda: True)
    with pytest.raises(RuntimeError, match="TypingError: no"):
        kernels.wait("pebbles", lambda: False)
    assert heard[1:] == [GameFailed(0, "pebbles", "TypingError: no", "all of it")]


@pytest.mark.thorough
def test_a_kernel_that_is_no_kernel_is_found_by_the_process_that_compiles(
    loaded, folder, monkeypatch
):
    edit(folder, "kernel.py", "    count = min(3, state[LEFT])\n",
         "    count = sorted({3: 1, 'x': 2}, key=str) and min(3, state[LEFT])\n")  # fmt: skip
    loaded(folder)
    problem, said = game_kernels._compiled("pebbles", lambda: False)
    assert problem
    assert "kernel.py" in said


def test_home_and_about_say_what_comes_from_where(loaded, folder, context, monkeypatch):
    loaded(folder)
    plugins.left_out.append(plugins.LeftOut(Path("/there/chess"), "ValueError: 3"))
    with sketching(monkeypatch) as sketch:
        context.fonts = SketchedFonts(sketch)
        for page in (HomeScene, AboutScene):
            scene = page(context)
            scene.resize((1120, 2000))
            scene.on_enter()
            sketch.frame(scene, pygame.Surface((1120, 2000)))
            words = " ".join(text.words for text in sketch.texts)
            assert "Pebbles" in words
            assert folder.name in words, page
            told = [widget.tooltip for widget in scene.group.widgets]
            assert str(folder) in words or f"From {folder}" in told, page
        assert "ValueError: 3" in words


def test_a_window_that_is_another_games_is_left_out(loaded, folder):
    loaded(folder)
    edit(folder, "screen.py", 'Profile("pebbles"', 'Profile("hex"')
    recovery.load_windows(tuple(plugins.loaded))
    assert "pebbles" not in names()
    assert plugins.left_out[-1].why == "its entry is not a GameEntry of 'pebbles'"


def test_the_window_opens_without_a_plugin_whose_window_does_not_load(loaded, folder, context):
    loaded(folder)
    (folder / "screen.py").write_text("raise OSError('gone')\n", "utf-8")
    recovery.load_windows(tuple(plugins.loaded))
    assert "pebbles" not in names()
    told = recovery.report(context.storage.paths, plugins.left_out[-1])
    assert told.endswith("OSError: gone (screen.py, line 1). A report is in the log folder.")
    assert game_of("hex")
