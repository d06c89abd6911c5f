"""Which board a game of SameGame begins with: the board of the day, or what is asked for.

The board of the day is the same for everybody, from the date alone, and one that can be cleared.
Each board of the table has a line that clears it, found by the AI; `line` shows it to whoever asks.
`python -m benchmarks.daily` made the table.
"""

import json
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Final

from ai.contract.rules import PositionError
from ai.phrases import N_
from game.games.samegame.named_boards import (
    STANDARD_BOARDS,
    STANDARD_FILE,
    read_code,
    standard_scores,
)
from game.games.samegame.rules import SameGameParameters
from game.library.records import BoardId, board_of
from game.play.session import Session
from game.screens.base import OpenGame
from game.screens.entry import Daily
from game.screens.play.commentary import board_name
from game.screens.play.game_scene import GameScene
from game.screens.play.opening import begin_game, start_standard
from game.screens.play.seed import SEED
from game.screens.play.solo import BOARDS
from game.ui.panel.dialog import Dialog
from game.words.say import say, sentence

TABLE: Final = STANDARD_FILE.with_name("daily.json")
TARGET_SECONDS: Final = 10.0
"""How long the AI looks for the score that a game is measured by."""
_CODES: Final = N_(
    "A code such as **15x15c5:42** says columns, rows, colours and seed; a seed alone has the "
    "settings' size. **standard:1** to **standard:{last}**, or **s1** to **s{last}**, are the "
    "boards that programs are compared on."
)


@dataclass(frozen=True, slots=True)
class ClearedBoard:
    """A board that can be cleared.

    Attributes:
        line: The moves, as players write them, that clear it.
    """

    seed: int
    score: int
    line: str


@cache
def cleared_boards() -> tuple[ClearedBoard, ...]:
    """Return the table; raise `OSError` or `ValueError` if its file cannot be read."""
    rows = json.loads(TABLE.read_text(encoding="utf-8"))
    return tuple(ClearedBoard(**row) for row in rows)


def daily(day: date) -> Daily:
    """Return the board of a day; raise `OSError` or `ValueError` if there is none."""
    boards = cleared_boards()
    board = boards[day.toordinal() % len(boards)]
    return Daily(BoardId("samegame", SameGameParameters(), board.seed), board.score, board.line)


def begin(scene: GameScene, command: OpenGame) -> None:
    """Start a standard board, or go on with the board of the day or start it."""
    session, controller, standard = scene.session, scene.controller, command.standard
    if standard is not None:
        scene.history.new_game(lambda: start_standard(controller, standard))
    today = daily(date.today()) if command.daily else None
    if today is None:
        return
    if board_of(session.record) != today.board:
        scene.history.new_game(
            lambda: begin_game(controller, today.board.seed, today.board.parameters)
        )
    session.record.improve_target(today.score, TARGET_SECONDS)


def seed_dialog(session: Session) -> Dialog:
    """Return the question for a seed, a code or a standard board."""
    start = session.record.start
    return Dialog(
        SEED,
        N_("Seed, code or standard board"),
        say(_CODES, last=STANDARD_BOARDS),
        confirm=N_("Start"),
        field=str(start.seed) if start.is_pasted else board_name(session),
        accepts=lambda text: text.isalnum() or text.isspace() or text == ":",
        check=_start_problem,
        aside=(BOARDS, N_("All boards")),
    )


def start_board(scene: GameScene, text: str) -> None:
    """Start the standard board or the seed that the player typed."""
    code, controller = read_code(text), scene.controller
    number = code.standard
    if number is not None:
        scene.history.new_game(lambda: start_standard(controller, number))
    else:
        scene.history.new_game(lambda: begin_game(controller, code.seed, code.parameters))


def _start_problem(text: str) -> str | None:
    """Say what is wrong with the code of a board, or None."""
    try:
        if read_code(text).standard is not None:
            standard_scores()
    except PositionError:
        return N_("The files of the standard boards cannot be read.")
    except ValueError as error:
        return sentence(error.args[0])
    return None
