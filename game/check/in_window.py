"""Checks the window of a game: opens it, points at everything, clicks, shows what an AI thinks.

No search runs, and what the AI says is random: only whether the board can show it matters.
"""

import random
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from itertools import islice, product
from typing import Any, Final

import pygame

from ai.contract.rules import Parameters, RulesError, State
from ai.files import HOME_VARIABLE
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
from game.play.session import Seat
from game.play.thinker import Thinker
from game.screens.base import ChangeSettings, Command, OpenGame
from game.screens.context import Context
from game.screens.entry import GameEntry, load_entry
from game.screens.play.game_scene import GameScene
from game.screens.play.react import Event, OnScreen, Play
from game.screens.settings.pages import rules_of
from game.store.files import default_paths
from game.store.settings import DEFAULTS, setting_of
from game.store.wishes import NO_WISHES, effective
from game.ui import commands
from game.ui.boards.grid import PlacingBoard
from game.ui.boards.moving.view import MovingBoard
from game.ui.boards.view import Board, BoardContent
from game.ui.layout import DEFAULT_WINDOW, Unit
from game.ui.skin import Skin
from game.ui.text import Fonts
from game.ui.theme import DARK, LIGHT
from game.ui.widgets import Action, Button
from game.words.say import counted

CARD: Final = (240, 200)
STEP: Final = 6
"""Pixels from one point to the next."""
SECONDS: Final = 2.0
"""Processor time for keys, and for clicks."""
MOST_CANDIDATES: Final = 12
MOST_PAIRS: Final = 20_000
"""Cells that are clicked one after the other, where neither alone plays a move."""
LONGEST: Final = 6
PLIES: Final = 8
SHORTCUTS: Final = (*(commands.HINT,) * 3, commands.ANALYSIS, commands.LEGEND, commands.ESCAPE)
"""What is asked for in each position."""
ARROWS: Final = (pygame.K_LEFT, pygame.K_UP, pygame.K_RIGHT, pygame.K_DOWN)


def check(game: WindowGame) -> str:
    """Try a game's window; return what was seen; raise `ContractError` or what it raises."""
    entry = load_entry(game)
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((64, 48))
    _check_opening(game, entry)
    _check_settings(entry)
    fonts, clicked = Fonts(), 0
    _check_card(game, entry, fonts)
    with (
        tempfile.TemporaryDirectory() as home,
        closing(Storage(default_paths({HOME_VARIABLE: home}))) as storage,
    ):
        _check_keys(_Shown(game, entry, fonts, storage))

        def click(parameters: Parameters, end: float) -> None:
            nonlocal clicked
            if entry.rule_pictures is not None:
                entry.rules_for(parameters)
            clicked += _check_clicks(_Shown(game, entry, fonts, storage), parameters, end)

        boards = contract.on_each_board(game, SECONDS, click)
    return f"{counted(len(boards), 'board')}, {clicked} moves found by clicks"


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


def _check_card(game: WindowGame, entry: GameEntry, fonts: Fonts) -> None:
    """Draw a game as Home does, from the first move to the last."""
    board, picture = entry.board(), pygame.Surface(CARD)
    for theme in (DARK, LIGHT):
        skin = Skin(theme, Unit.of(DEFAULT_WINDOW), fonts, effective(DEFAULTS, NO_WISHES))
        board.resize(picture.get_rect(), skin)
        for state in contract.playthrough(game.rules, entry.profile.parameters_of(DEFAULTS)):
            if isinstance(board, PlacingBoard | MovingBoard):
                _check_cells(board, state)
            board.draw(picture, BoardContent(state))


def _check_cells(board: Board, state: Any) -> None:
    places = product(range(0, CARD[0], STEP), range(0, CARD[1], STEP))
    cells = {board.cell_at(state, place) for place in places} - {None}
    count, written = len(state.cells), vars(type(state)).get("cells")
    contract.require(count >= len(cells), f"a position has {count} cells, but its board has "
                     f"{len(cells)}", getattr(written, "fget", None))  # fmt: skip


# The scene.


class _QuickAi:
    """An AI that answers at once, whatever comes to its mind."""

    def __init__(self) -> None:
        self._answers: list[Answer] = [WorkerReady()]
        self._random = random.Random(0)

    def send(self, request: Request) -> None:
        if not isinstance(request, StartSearch):
            return
        state = request.position
        info = SearchInfo() if state.is_terminal else _thought(state, self._random)
        result = SearchResult(info.line[0] if info.line else None, info, StopReason.SIMULATIONS)
        self._answers.append(SearchFinished(request.generation, result))

    def poll(self) -> list[Answer]:
        answers, self._answers = self._answers, []
        return answers

    def restart(self) -> None:
        """Do nothing."""

    def want(self, game: str) -> None:
        """Do nothing."""


class _Shown:
    """A screen of a game with frames, but without a program around it."""

    def __init__(self, game: WindowGame, entry: GameEntry, fonts: Fonts, storage: Storage) -> None:
        self._now = 0.0
        thinker = Thinker(_QuickAi(), lambda: self._now)
        # With a clock of its own, so that nothing takes its time here.
        self._context = Context(DEFAULTS, storage, thinker, fonts, clock=lambda: self._now)
        self.scene = GameScene(self._context, entry, OpenGame(game.name, fresh=True))
        self._picture = pygame.Surface(DEFAULT_WINDOW)
        self.scene.resize(DEFAULT_WINDOW)
        self.scene.on_enter()
        for seconds in (0.0, 1.0):
            self.frame(seconds)

    def frame(self, seconds: float = 1.0) -> None:
        """Let time pass, and draw."""
        self._now += seconds
        self._obey(self.scene.update(seconds))
        self.scene.draw(self._picture)

    def send(self, event: pygame.event.Event) -> None:
        """Let something happen, and draw."""
        self._obey(self.scene.handle_event(event))
        self.frame()

    def _obey(self, command: Command | None) -> None:
        if isinstance(command, ChangeSettings):
            self._context.settings = command.settings
            self.scene.resize(DEFAULT_WINDOW)


def _check_keys(shown: _Shown) -> None:
    """Point at each cell of a game's screen, press keys and play."""
    scene = shown.scene
    choose, end = random.Random(0), time.process_time() + SECONDS
    _point_at_all(scene, shown.send, end)
    for _ in range(PLIES):
        for command in SHORTCUTS:
            shown.send(command.event())
            shown.send(command.event(pygame.KEYUP))
        for key in ARROWS:
            shown.send(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
        _point_at_all(scene, shown.send, end)
        shown.send(commands.ANALYSIS.event())
        state = scene.session.state
        if state.is_terminal or time.process_time() > end:
            break
        scene.play(choose.choice(state.legal_moves))
        shown.frame()
        shown.frame()
    scene.on_exit()


def _point_at_all(scene: GameScene, send: Callable[[pygame.event.Event], None], end: float) -> None:
    """Point at each cell of a scene's board, until the time is over."""
    for at in _places(scene).values():
        if time.process_time() < end:
            moved = {"pos": at, "rel": (0, 0), "buttons": (0, 0, 0)}
            send(pygame.event.Event(pygame.MOUSEMOTION, moved))


def _places(scene: GameScene) -> dict[int | None, tuple[int, int]]:
    """Return the first pixel of each cell on a grid over a scene's board, and one beside them."""
    places: dict[int | None, tuple[int, int]] = {}
    box = scene.layout.board
    for y in range(box.y, box.bottom, STEP):
        for x in range(box.x, box.right, STEP):
            places.setdefault(scene.animator.cell_at((x, y)), (x, y))
    return places


# Clicks.


def _check_clicks(shown: _Shown, parameters: Parameters, end: float) -> int:
    """Find the clicks that play each legal move of a game, until the time is over; return how many.

    What is left of the game is played without looking, and its end is shown.
    """
    scene, choose, clicked = shown.scene, random.Random(0), 0
    if scene.session.record.spec.players == 2:
        scene.session.set_seats((Seat.HUMAN, Seat.HUMAN))
    scene.session.new_game(parameters, 0)
    while not (state := scene.session.state).is_terminal:
        if not clicked or time.process_time() < end:
            for seconds in (0.1, 1.0, 1.0):  # while it moves, and after
                shown.frame(seconds)
            clicked += _check_position(scene, state)
        scene.play(choose.choice(state.legal_moves))
    for seconds in (0.1, 1.0, 1.0):
        shown.frame(seconds)
    return clicked


def _check_position(scene: GameScene, state: State) -> int:
    """Find the clicks that play each legal move of a position; return how many moves there are."""
    view, at = scene.animator.view, f"after {state.move_count} moves"
    places = {cell: place for cell, place in _places(scene).items() if cell is not None}
    played, legal = _played_by_clicks(scene, state, places), set(state.legal_moves)
    for move in played - legal:
        raise contract.ContractError(f"a click {at} plays {move}, which is not legal",
                                     type(view).move_at)  # fmt: skip
    for move in sorted(legal - played):
        name = state.move_to_string(move)
        raise contract.ContractError(f"no click plays {name!r} {at}, nor two clicks, nor a control "
                                     "of the screen", type(view).move_at)  # fmt: skip
    return len(legal)


def _played_by_clicks(
    scene: GameScene, state: State, places: Mapping[int, tuple[int, int]]
) -> set[int]:
    """Return the moves that clicks on the cells of a board play, or controls of the game's own."""
    played: set[int] = set()
    # Noted in the place of being played: so the position stays.
    give = scene.controller.give

    def note(event: Event) -> tuple[OnScreen | str, ...]:
        if not isinstance(event, Play):
            return give(event)
        played.add(event.move)
        return ()

    vars(scene.controller)["give"] = note

    def click(*cells: int) -> None:
        for cell in cells:
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                scene.handle_event(pygame.event.Event(kind, pos=places[cell], button=1))
        scene.handle_event(commands.ESCAPE.event())  # a piece that was chosen

    def missed() -> list[int]:
        return [move for move in state.legal_moves if move not in played]

    for cell in places:
        click(cell)
    for move in missed():
        cells = scene.animator.view.cells_of(state, move)
        if places.keys() >= set(cells):
            click(*cells)
    for pair in islice(product(places, repeat=2), MOST_PAIRS):
        if not missed():
            break
        for cell in pair:
            scene.pointing.click(cell)  # events would take seconds
    for control in scene.group.widgets if missed() else ():
        if isinstance(control, Button) and control.visible and control.enabled:
            scene.face.on_action(Action(control.name))
    del vars(scene.controller)["give"]
    return played


def _thought(state: State, choose: random.Random) -> SearchInfo:
    moves = state.legal_moves
    sample = choose.sample(moves, min(MOST_CANDIDATES, len(moves)))
    is_for_one = len(state.returns) == 1
    candidates = []
    for rank, move in enumerate(sample):
        line, after = [move], state.play(move)
        while not after.is_terminal and len(line) < LONGEST:
            line.append(choose.choice(after.legal_moves))
            after = after.play(line[-1])
        value = after.returns[0] if is_for_one else choose.random()
        visits = max(1, 1_000 >> rank)
        if rank == 0 and not is_for_one:
            candidates.append(Candidate.proven(move, Proof.WIN, 7, tuple(line), visits))
        else:
            candidates.append(Candidate(move, visits, value, 0.01, line=tuple(line)))
    candidates.sort(key=lambda each: -each.value)
    first = candidates[0]
    return SearchInfo(2_000, first.value, 0.01, tuple(candidates), first.line, first.proof,
                      first.distance, elapsed=0.1)  # fmt: skip
