"""Checks the window of a game: opens it, points at everything, plays, and shows what an AI thinks.

No search runs, and what the AI says is random: only whether the board can show it matters.
"""

import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any, Final

import pygame

from ai.contract.rules import Parameters, RulesError, State
from ai.home import HOME_VARIABLE
from ai.search.messages import (
    Answer,
    Candidate,
    Proof,
    Request,
    SearchFinished,
    SearchInfo,
    SearchResult,
    StartSearch,
    StopReason,
    WorkerReady,
)
from game.check import contract
from game.games.window_game import WindowGame
from game.library.storage import Storage
from game.play.thinker import Thinker
from game.screens.base import ChangeSettings, Command, OpenGame
from game.screens.context import Context
from game.screens.entry import GameEntry
from game.screens.play.game_scene import GameScene
from game.screens.settings.pages import rules_of
from game.store.paths import default_paths
from game.store.settings import DEFAULTS, setting_of
from game.ui import commands
from game.ui.boards.base import BoardContent, still_content
from game.ui.boards.grid import PlacingBoard
from game.ui.boards.moving.view import MovingBoard
from game.ui.boards.view import Board
from game.ui.icons import Icons
from game.ui.layout import DEFAULT_WINDOW, Unit
from game.ui.overlay import build_overlay
from game.ui.text import Fonts
from game.ui.theme import DARK, LIGHT

CARD: Final = (240, 200)
STEP: Final = 3
"""Pixels from one point to the next, on a card."""
SECONDS: Final = 1.0
"""Processor time for pointing at a scene's cells, and for playing."""
MOST_CANDIDATES: Final = 12
LONGEST: Final = 6
PLIES: Final = 8
ASKED: Final = (*(commands.HINT,) * 3, commands.ANALYSIS, commands.LEGEND, commands.ESCAPE)
"""What is asked for in each position."""


def check(game: WindowGame) -> str:
    """Try a game's window; return what was seen, or raise whatever it raises."""
    entry = game.entry.load()
    if not isinstance(entry, GameEntry) or entry.name != game.name:
        raise contract.ContractError(f"its entry is not a GameEntry of '{game.name}'")
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((64, 48))
    _check_opening(game, entry)
    _check_settings(entry)
    fonts = Fonts()
    boards = dict.fromkeys((entry.profile.parameters_of(DEFAULTS), *contract.boards(game)))
    cells = sum(_check_board(game, entry, parameters, fonts) for parameters in boards)
    _check_scene(game, entry, fonts)
    return f"{len(boards)} boards, {cells} cells"


def _check_opening(game: WindowGame, entry: GameEntry) -> None:
    state = game.rules.new_game(game.rules.parameters(), 0)
    for number, name in enumerate(entry.opening.split(), start=1):
        try:
            state = state.play(state.move_from_string(name))
        except RulesError as error:
            raise contract.ContractError(f"move {number} of the opening: {error}") from error


def _check_settings(entry: GameEntry) -> None:
    """Show what can be set, and choose each of the boards that are offered."""
    for row in (row for section in rules_of(entry) for row in section.rows):
        row.caption(DEFAULTS)
        row.show(row.make(), DEFAULTS)
    for preset in entry.presets:
        for name, value in preset.values.items():
            problem = setting_of(name).problem(value)
            contract.require(not problem, f"the board {preset.title!r} sets {name!r} to {value!r}, "
                             f"which {problem}")  # fmt: skip
        entry.profile.parameters_of(DEFAULTS.changed(**preset.values))


# The board.


def _check_board(game: WindowGame, entry: GameEntry, parameters: Parameters, fonts: Fonts) -> int:
    """Draw a game from the first move to the last, and at three moments all there is to show.

    Returns:
        How many cells the board has.
    """
    states = list(contract.playthrough(game.rules, parameters))
    board, picture = entry.board(fonts), pygame.Surface(CARD)
    board.resize(picture.get_rect(), Unit.of(DEFAULT_WINDOW), DARK)
    cells = _cells(board, states[0])
    drawn: list[Any] = states if isinstance(board, PlacingBoard | MovingBoard) else []
    for state in drawn:
        known, written = len(state.cells), vars(type(state)).get("cells")
        contract.require(known > max(cells, default=-1), f"a position has {known} cells, but its "
                         f"board has {len(cells)}", getattr(written, "fget", None))  # fmt: skip
    end = time.process_time() + SECONDS
    for theme in (DARK, LIGHT):
        board.resize(picture.get_rect(), Unit.of(DEFAULT_WINDOW), theme)
        for state in states:
            board.draw(picture, still_content(state))
            if time.process_time() > end:
                break
    choose = random.Random(0)
    for at in dict.fromkeys((0, len(states) // 2, len(states) - 1)):
        state, before = states[at], states[at - 1] if at else None
        for content in _looks(board, state, before, cells, choose):
            board.draw(picture, content)
            board.caption(content)
        for cell in cells:
            move = board.move_at(state, cell)
            legal = move is None or move in state.legal_moves
            contract.require(legal, f"a click on cell {cell} means {move}, which is not legal",
                             type(board).move_at)  # fmt: skip
            board.cell_box(state, cell)
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                board.step(state, cell, dx, dy)
        board.step(state, None, 1, 0)
        for move in state.legal_moves:
            board.graded_cells(state, move)
            board.cells_of(state, move)
    if entry.rule_pictures is not None:
        entry.rules_for(parameters, fonts)
    return len(cells)


def _cells(board: Board, state: State) -> tuple[int, ...]:
    found = (
        board.cell_at(state, (x, y))
        for x in range(0, CARD[0], STEP)
        for y in range(0, CARD[1], STEP)
    )
    return tuple(sorted({cell for cell in found if cell is not None}))


def _looks(
    board: Board,
    state: State,
    before: State | None,
    cells: tuple[int, ...],
    choose: random.Random,
) -> Iterator[BoardContent]:
    """Yield what a board may have to show of a position."""
    yield BoardContent(state)
    for cell in cells:
        yield BoardContent(state, hover=cell)
    if cells:
        yield BoardContent(state, cursor=cells[0], shaken=cells[0], shake=0.3, region=cells[:3])
        yield BoardContent(state, named=cells[:2], must_block=cells[:1], chosen=cells[0])
    if before is not None:
        board.seconds(before, state)
        for progress in (0.0, 0.3, 0.8):
            yield BoardContent(state, before=before, progress=progress)
        yield BoardContent(before, before=state, progress=0.5)
        if state.last_move is not None:
            yield BoardContent(state, grades=((state.last_move, "D"),), moves=(state.last_move,))
    if state.is_terminal:
        return
    for proven in (False, True):
        info = _thought(state, choose, proven=proven)
        overlay = build_overlay(info, one_player=len(state.returns) == 1)
        yield BoardContent(state, overlay=overlay, line=info.line)
        yield BoardContent(state, overlay=overlay, hover=cells[0] if cells else None)
        yield BoardContent(state, overlay=overlay, best=info.line[0])


# The scene.


class _QuickAi:
    """An AI that answers at once, whatever comes to its mind."""

    def __init__(self) -> None:
        self._answers: list[Answer] = [WorkerReady(0.1)]
        self._random = random.Random(0)

    def send(self, request: Request) -> None:
        """Answer a search."""
        if not isinstance(request, StartSearch):
            return
        state = request.position
        info = SearchInfo() if state.is_terminal else _thought(state, self._random)
        result = SearchResult(info.line[0] if info.line else None, info, StopReason.SIMULATIONS)
        self._answers.append(SearchFinished(request.generation, result))

    def poll(self) -> list[Answer]:
        """Return the answers."""
        answers, self._answers = self._answers, []
        return answers

    def restart(self) -> None:
        """Do nothing."""

    def want(self, game: str) -> None:
        """Do nothing."""


def _check_scene(game: WindowGame, entry: GameEntry, fonts: Fonts) -> None:
    """Open the game's screen, point at each cell, press keys and play."""
    with (
        tempfile.TemporaryDirectory() as home,
        closing(Storage(default_paths({HOME_VARIABLE: home}))) as storage,
    ):
        now = 0.0

        def clock() -> float:
            return now

        context = Context(DEFAULTS, storage, Thinker(_QuickAi(), clock), fonts, Icons())
        scene = entry.scene(context, OpenGame(game.name, fresh=True))
        if isinstance(scene, GameScene):
            scene.controller._clock = clock  # so that nothing here takes the time it shows
        picture = pygame.Surface(DEFAULT_WINDOW)
        scene.resize(DEFAULT_WINDOW)
        scene.on_enter()

        def obey(command: Command | None) -> None:
            if isinstance(command, ChangeSettings):
                context.settings = command.settings
                scene.resize(DEFAULT_WINDOW)

        def frame(seconds: float = 1.0) -> None:
            nonlocal now
            now += seconds
            obey(scene.update(seconds))
            scene.draw(picture)

        def send(event: pygame.event.Event) -> None:
            obey(scene.handle_event(event))
            frame()

        frame(0.0)
        frame()
        if not isinstance(scene, GameScene):
            return
        choose, end = random.Random(0), time.process_time() + SECONDS
        _point_at_all(scene, send, end)
        for _ in range(PLIES):
            for asked in ASKED:
                send(asked.event())
                send(asked.event(pygame.KEYUP))
            _point_at_all(scene, send, end)
            send(commands.ANALYSIS.event())
            state = scene.session.state
            if state.is_terminal or time.process_time() > end + SECONDS:
                break
            scene.play(choose.choice(state.legal_moves))
            frame()
            frame()
        scene.on_exit()
        storage.flush()


def _point_at_all(scene: GameScene, send: Callable[[pygame.event.Event], None], end: float) -> None:
    """Point at each cell of a scene's board, until the time is over."""
    box, seen = scene.layout.board, set()
    for y in range(box.y, box.bottom, 4 * STEP):
        for x in range(box.x, box.right, 4 * STEP):
            cell = scene.animator.cell_at((x, y))
            if cell not in seen and time.process_time() < end:
                moved = {"pos": (x, y), "rel": (0, 0), "buttons": (0, 0, 0)}
                send(pygame.event.Event(pygame.MOUSEMOTION, moved))
                seen.add(cell)


def _thought(state: State, choose: random.Random, *, proven: bool = True) -> SearchInfo:
    """Return what a search might say of a position."""
    moves = state.legal_moves
    told = choose.sample(moves, min(MOST_CANDIDATES, len(moves)))
    is_for_one = len(state.returns) == 1
    found = []
    for rank, move in enumerate(told):
        line, after = [move], state.play(move)
        while not after.is_terminal and len(line) < LONGEST:
            line.append(choose.choice(after.legal_moves))
            after = after.play(line[-1])
        value = after.returns[0] if is_for_one else choose.random()
        is_won = proven and rank == 0 and not is_for_one
        found.append(
            Candidate(
                move,
                max(1, 1_000 >> rank),
                1.0 if is_won else value,
                0.01,
                Proof.WIN if is_won else None,
                7 if is_won else None,
                tuple(line),
            )
        )
    found.sort(key=lambda each: -each.value)
    first = found[0]
    return SearchInfo(2_000, first.value, 0.01, tuple(found), first.line, first.proof,
                      first.distance, elapsed=0.1)  # fmt: skip
