"""Plays the program with the mouse, and reads in its files what came of it."""

import json
import os
from pathlib import Path

import pygame

from game.games.hex_gomoku.screen import screen as hex_gomoku
from game.games.protocol import State
from game.games.registry import game_spec
from game.games.samegame.screen import screen as samegame
from game.games.tictactoe.screen import screen as tictactoe
from game.paths import Paths, default_paths
from game.screens.context import Context
from game.screens.home.screen import HomeScene
from game.session import Session
from game.settings import Settings, settings_from_dict
from game.storage import Storage
from game.thinker import Thinker
from game.ui.icons import Icons
from game.ui.layout import GridGeometry, HexGeometry, TileGeometry, game_layout
from game.ui.text import Fonts
from tests.bundle.desktop import Program, wait_for
from tests.game.fakes import FakeWorker

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
}
REPLY_SECONDS = 60.0


def first_state(game: str) -> State:
    """Return how a new game begins; SameGame's tiles are others in the program."""
    settings = settings_from_dict(SETTINGS)[0]
    parameters = {
        "samegame": samegame.parameters_of,
        "tictactoe": tictactoe.parameters_of,
        "hex": hex_gomoku.parameters_of,
    }[game](settings)
    return game_spec(game).new_game(parameters, 0)


class Player:
    """Knows the program's files and where it draws what.

    Attributes:
        paths: The folders of the program that is played.
        program: The window; set when it is there.
    """

    def __init__(self, home: Path) -> None:
        self.paths: Paths = default_paths({"PLAYOUT_HOME": str(home)})
        self.paths.config.mkdir(parents=True)
        self.paths.settings_file.write_text(json.dumps(SETTINGS))
        self.program: Program | None = None

    @property
    def environment(self) -> dict[str, str]:
        return {"PLAYOUT_HOME": str(self.paths.config.parent)}

    def saved(self, game: str) -> Session | None:
        """Return the saved game as it is on the disk; it is only ever replaced whole."""
        path = self.paths.saved_game_file(game)
        return Session.from_dict(json.loads(path.read_text("utf-8"))) if path.exists() else None

    def length(self, game: str) -> int:
        session = self.saved(game)
        return session.length if session else 0

    # Where things are.

    def card(self, game: str) -> tuple[int, int]:
        """Return the middle of a game's card, by laying out the home screen here."""
        home = self._home()
        return next(card.box.centre for card in home._cards if card.game == game)

    def continue_button(self) -> tuple[int, int]:
        return self._home()._continue.button.box.centre

    def _home(self) -> HomeScene:
        assert self.program is not None
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        pygame.display.init()
        pygame.font.init()
        settings: Settings = settings_from_dict(SETTINGS)[0]
        context = Context(settings, Storage(self.paths), Thinker(FakeWorker()), Fonts(), Icons())
        home = HomeScene(context)
        home.resize(self.program.size)
        home.on_enter()
        wait_for("the home screen", lambda: home.update(0.02) or not home._last.is_reading)
        home.resize(self.program.size)
        return home

    def cell(self, state: State, move: int) -> tuple[float, float]:
        """Return the pixel of a cell of a game's board."""
        assert self.program is not None
        board = game_layout(self.program.size).board
        p = state.parameters
        kind = type(p).__name__
        if kind == "HexParameters":
            return HexGeometry(p.side, board).centre_of(move)
        if kind == "TicTacToeParameters":
            return GridGeometry(p.columns, p.rows, board).cell_box(move).centre
        return TileGeometry(p.columns, p.rows, board).cell_box(move).centre

    # What it does.

    def play_move(self, game: str, state: State, move: int) -> None:
        """Click a cell until the move is in the saved game, and the AI's answer with it."""
        assert self.program is not None
        before = self.length(game)
        self.program.click(self.cell(state, move))
        wait_for(f"{game}: move {before + 1}", lambda: self.length(game) > before)
        wait_for(f"{game}: the answer", lambda: self.is_my_turn(game), REPLY_SECONDS)

    def is_my_turn(self, game: str) -> bool:
        session = self.saved(game)
        assert session is not None
        return session.state.is_terminal or not session.is_ai_to_move
