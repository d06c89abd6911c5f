"""Plays the program with the mouse, and reads in its files what came of it."""

import json
import os
import time
from pathlib import Path
from typing import Any

import pygame

from ai.contract.games import game_of, game_spec
from ai.contract.rules import State
from game.games.hex_gomoku.board.cells import hex_cells
from game.games.lattice.square_board import MOST_CELLS
from game.library.storage import Storage
from game.play.session import Mode, Session
from game.screens.base import OpenGame, OpenReview, OpenScene, Scene
from game.screens.context import Context
from game.screens.home.rows import CONTINUE
from game.screens.home.screen import HomeScene
from game.store.files import Paths, default_paths
from game.store.settings import settings_from_dict
from game.ui.layout import GridGeometry, TileGeometry, game_layout
from game.ui.widgets import Tabs
from game.window.loop import STEADY_SECONDS
from game.window.scenes import PAGES, make_scene
from tests.bundle.desktop import Program, wait_for
from tests.evaluations import judged
from tests.processes import answer_of
from tests.rig import context_of
from tests.saved import lines_of
from tests.waiting import LIMIT_SECONDS

SETTINGS = {
    "motion": "off",
    "theme": "dark",
    "min_reply_delay": 0.0,
    "samegame_columns": 8,
    "samegame_rows": 8,
    "samegame_colours": 3,
    "hex_side": 5,
    "hex_level": "beginner",
    "tictactoe_level": "beginner",
    "breakthrough_level": "beginner",
}


def first_state(game: str) -> State:
    """Return how a new game begins; SameGame's tiles are others in the program."""
    settings = settings_from_dict(SETTINGS)[0]
    return game_spec(game).new_game(settings.parameters_of(game_of(game)), 0)


class Player:
    """Knows the program's files and where it draws what.

    Attributes:
        paths: The folders of the program that is played.
        program: The window; set when it is there.
    """

    def __init__(self, home: Path, **settings: Any) -> None:
        self.paths: Paths = default_paths({"PLAYOUT_HOME": str(home)})
        self.paths.config.mkdir(parents=True)
        self.paths.settings_file.write_text(json.dumps({**SETTINGS, **settings}))
        self.program: Program | None = None

    @property
    def environment(self) -> dict[str, str]:
        """Its home; the sources' kernels are those of the other tests, a bundle brings its own."""
        cache = "PLAYOUT_KERNEL_CACHE"
        are_brought = {"PLAYOUT_BUNDLE", "PLAYOUT_COMMAND"} & os.environ.keys()
        kernels = {} if are_brought else {cache: os.environ[cache]}
        return {"PLAYOUT_HOME": str(self.paths.config.parent), **kernels}

    def saved(self, game: str) -> Session:
        """Return the saved game as it is on the disk, a new one if there is none."""
        return Storage(self.paths).load_game(game) or Session(game, seed=1)

    def lines(self, game: str) -> list[tuple[int, ...]]:
        """Return the moves of each line of the saved game."""
        return lines_of(self.saved(game))

    # Where things are.

    def control(self, screen: str, name: str) -> tuple[int, int]:
        """Return the middle of a control of a screen, or of a tab by its value."""
        if screen == "home":
            scene: Any = self._home()
        else:
            is_page = screen in PAGES
            scene = make_scene(OpenScene(screen) if is_page else OpenGame(screen), self._context())
            self._show(scene)
        for widget in scene.group.widgets:
            if widget.name == name and widget.visible:
                return widget.box.centre
            if isinstance(widget, Tabs) and name in dict(widget.options):
                return widget.cells()[list(dict(widget.options)).index(name)].centre
        raise KeyError(name)

    def try_again(self, game: str) -> bool:
        """Click where the first Retry of a review stands; tell whether the game goes on there."""
        session = self.saved(game)
        if session.mode is Mode.PLAY and not session.state.is_terminal:
            return True
        for ply in range(session.record.length):
            # Whatever the AI finds: the first card has its place.
            value = 0.9 if session.record.nodes[ply].state.current_player == 0 else 0.1
            session.record.nodes[ply].position.learn(judged(value, visits=10**6))
        review = make_scene(OpenReview(session), self._context())
        self._show(review)
        self.program.click(review.group.widget("retry 0").box.centre)
        time.sleep(0.5)
        return False

    def _show(self, scene: Scene) -> None:
        """Lay a screen out as the program has it, and draw it: that places tabs."""
        scene.resize(self.program.size)
        scene.update(0.0)
        scene.draw(pygame.Surface(self.program.size))

    def card(self, game: str) -> tuple[int, int]:
        """Return the middle of a game's card, by laying out the home screen here."""
        home = self._home()
        return home.group.widget(game).box.centre

    def continue_button(self) -> tuple[int, int]:
        return self._home().group.widget(CONTINUE).box.centre

    def _context(self) -> Context:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        context = context_of(Storage(self.paths))
        context.settings = settings_from_dict(SETTINGS)[0]
        return context

    def _home(self) -> HomeScene:
        home = HomeScene(self._context())
        home.resize(self.program.size)
        home.on_enter()
        wait_for("the home screen", lambda: home.update(0.02) or not home.last.is_reading)
        home.resize(self.program.size)
        return home

    def cell(self, state: State, cell: int) -> tuple[float, float]:
        """Return the pixel of a cell of a game's board."""
        board = game_layout(self.program.size).board
        p = state.parameters
        kind = type(p).__name__
        if kind == "HexParameters":
            return hex_cells(p.side, board).centres[cell]
        if kind == "SameGameParameters":
            return TileGeometry(p.columns, p.rows, board).cell_box(cell).centre
        return GridGeometry(p.columns, p.rows, board).cell_box(cell).centre

    # What it does.

    def start_again(self, command: list[str]) -> None:
        """Start the program while its window is out of sight: that comes to the front."""
        desktop = self.program.desktop
        window = desktop.visible_windows("playout").split()
        desktop.run("xdotool", "windowminimize", *window)
        wait_for("the window to go", lambda: not desktop.visible_windows("playout"))
        environment = {**desktop.environment, **self.environment}
        answer = answer_of(command, env=environment, cwd="/", timeout=LIMIT_SECONDS)
        assert answer.returncode == 0, answer.stderr
        wait_for("the window to come", lambda: desktop.visible_windows("playout").split() == window)
        wait_for("its focus", lambda: desktop.run("xdotool", "getactivewindow").split() == window)
        assert self.program.process.poll() is None

    def play_move(self, game: str, state: State, move: int) -> None:
        """Click a move until it is in the saved game, and the AI's answer with it."""
        before = self.saved(game).record.length
        # Where the last move was, a press would be the second half of a double click for a while.
        # The pointer stays in the window: under Wine the press that follows may get lost otherwise.
        left, top, _, _ = self.program.geometry()
        away = str(left + 2), str(top + 2), "sleep", str(STEADY_SECONDS)
        self.program.desktop.run("xdotool", "mousemove", *away)
        for cell in divmod(move, MOST_CELLS) if game == "breakthrough" else (move,):
            self.program.click(self.cell(state, cell))
        wait_for(f"{game}: move {before + 1}", lambda: self.saved(game).record.length > before)
        wait_for(f"{game}: the answer", lambda: self.is_my_turn(game))

    def is_my_turn(self, game: str) -> bool:
        session = self.saved(game)
        return session.state.is_terminal or not session.is_ai_to_move
