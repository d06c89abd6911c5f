"""How smooth moves look while the AI searches: ``python -m benchmarks.frames [--moves N]``.

With ``--inside`` instead: how smooth the screen is that looks inside a search, while that runs.

A real window on a virtual screen (Xvfb) plays moves in Analyse, so a search with all the threads
that the settings allow runs before, during and after each animation: the largest groups falling in
SameGame, stones dropped in hex Gomoku, marks drawn in Tic-Tac-Toe on 10x10, pieces moved in
Breakthrough; and the last moves of such games, with their endings. A frame's time is from the end
of the frame before it to its own end; that of the first one begins with the move. It counts only
while something moves; with the limit of 60 frames a second, a frame has 16.7 ms. Of these it works
for a while, and then waits for its turn. While it works, the window's thread computes; the rest of
the work is waiting, for a core or for the interpreter's lock. Prints one JSON object a line.
"""

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Final, NamedTuple

os.environ["SDL_VIDEODRIVER"] = "windows" if sys.platform == "win32" else "x11"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame

from ai.contract.rules import State
from ai.engine.worker import AiWorker
from ai.options import whole_number
from ai.streams import Parser
from benchmarks.cpu_time import core_time, stolen_percent
from benchmarks.screen import virtual_screen
from game.games.samegame.rules import SameGameState
from game.library.storage import Storage
from game.play.session import Mode, Seat
from game.play.thinker import Thinker, ThinkerState
from game.screens.base import OpenGame, OpenInside
from game.screens.context import Context
from game.screens.inside.run import FULL_SPEED, GOALS
from game.screens.inside.screen import InsideScene
from game.screens.play.game_scene import GameScene
from game.screens.play.react import SetMode
from game.store.files import HOME_VARIABLE, default_paths
from game.store.settings import Settings
from game.ui.layout import DEFAULT_WINDOW
from game.ui.text import Fonts
from game.window.app import App
from game.window.display import open_display, open_window
from game.window.loop import Waker
from game.window.scenes import make_scene

READY_SECONDS = 300.0
SEARCH_SECONDS = 0.5
SLOW_MS = 33.0
ENDINGS = 3
INSIDE_SECONDS = 8.0


@dataclass(frozen=True, slots=True)
class Row:
    """Frame times of one game's animations.

    Attributes:
        game: The game.
        part: "moves", "ending" for a last move, or how fast a search runs that is looked into.
        search: Whether the AI searched meanwhile.
        frames: How many frames were drawn while something moved.
        p50_ms: Median.
        p95_ms: Percentile.
        p99_ms: Percentile.
        longest_ms: The longest of all.
        slow_percent: Share of frames over 33 ms.
        work_p95_ms: Percentile of a frame's work, all but the wait for its turn.
        cpu_p95_ms: Percentile of what the window's thread computes for a frame.
        stolen_percent: Share of the cores' time that the machine's host gave to others meanwhile.
    """

    game: str
    part: str
    search: bool
    frames: int
    p50_ms: float
    p95_ms: float
    p99_ms: float
    longest_ms: float
    slow_percent: float
    work_p95_ms: float
    cpu_p95_ms: float
    stolen_percent: float


class Frame(NamedTuple):
    """One frame of an animation, in seconds.

    Attributes:
        time: From the end of the frame before.
        work: Without the wait for its turn.
        cpu: What the window's thread computed.
    """

    time: float
    work: float
    cpu: float


class FrameApp(App):
    """An app that notes how long each frame took while something moves."""

    _click: Callable[[], object] | None = None

    def watch(
        self, click: Callable[[], object], goes_on: Callable[[], bool], frames: list[Frame]
    ) -> None:
        """Do something, and run until what it begins is over."""
        began, cpu = time.perf_counter(), time.thread_time()
        self._click = click
        self._dirty = is_moving = True
        while is_moving:
            self._waited = 0.0
            self.step()
            now, used = time.perf_counter(), time.thread_time()
            frames.append(Frame(now - began, now - began - self._waited, used - cpu))
            began, cpu = now, used
            is_moving = goes_on()

    def _advance(self, dt: float, events: list[pygame.event.Event]) -> None:
        if self._click is not None:
            self._click()
            self._click = None
        super()._advance(dt, events)

    def _take_turn(self) -> None:
        began = time.perf_counter()
        super()._take_turn()
        self._waited = time.perf_counter() - began

    def run_for(self, seconds: float) -> None:
        """Let the window live for a while, whatever happens in it."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self._dirty = True
            self.step()


def rows(app: FrameApp, games: Sequence[str], moves: int) -> Iterator[Row]:
    """Yield a row for each game, without and with a search."""
    for game in games:
        for search in (False, True):
            yield _measured(app, game, search, moves)
            yield _measured_ending(app, game, search)


def _opened_game(app: FrameApp, game: str, search: bool) -> GameScene:
    app.execute(OpenGame(game, fresh=True))
    scene = app.scene
    assert isinstance(scene, GameScene)
    scene.session.new_game(seed=1)
    scene.controller.give(SetMode(Mode.ANALYSE if search else Mode.PLAY))
    scene.session.set_seats((Seat.HUMAN,) * len(scene.session.record.seats))
    return scene


def inside_rows(app: FrameApp, games: Sequence[str]) -> Iterator[Row]:
    """Yield a row for each game and each fast way to run its search, looked into."""
    for game in games:
        for rate, part in ((1, "1 a second"), (1_000, "1000 a second"), (FULL_SPEED, "full speed")):
            session = _opened_game(app, game, search=False).session
            app.execute(OpenInside(game, session.state))
            scene = app.scene
            assert isinstance(scene, InsideScene)
            run = scene.run
            while not run.is_there:
                app.run_for(0.1)
            run.rate, run.goal = rate, GOALS[-1]
            frames: list[Frame] = []
            began, deadline = core_time(), time.monotonic() + INSIDE_SECONDS
            app.watch(run.toggle, lambda: run.is_moving and time.monotonic() < deadline, frames)  # noqa: B023
            run.stop()
            yield _row(game, part, True, frames, stolen_percent(began))


def _play(app: FrameApp, scene: GameScene, move: int, frames: list[Frame]) -> None:
    app.watch(partial(scene.play, move), lambda: scene.animator.is_animating, frames)


def _measured_ending(app: FrameApp, game: str, search: bool) -> Row:
    """Measure the last move of some games, beside the search of the position before it."""
    frames: list[Frame] = []
    began = core_time()
    for _ in range(ENDINGS):
        scene = _opened_game(app, game, search)
        session, choose = scene.session, CHOOSERS[game]
        while not session.state.play(choose(session.state)).is_terminal:
            session.play(choose(session.state))
        app.run_for(SEARCH_SECONDS)
        _play(app, scene, choose(session.state), frames)
    return _row(game, "ending", search, frames, stolen_percent(began))


def _measured(app: FrameApp, game: str, search: bool, moves: int) -> Row:
    scene = _opened_game(app, game, search)
    frames: list[Frame] = []
    began = core_time()
    for _ in range(moves):
        if scene.session.state.is_terminal:
            break
        app.run_for(SEARCH_SECONDS)
        if search and scene.controller.ai.is_searched_out:
            break  # the position is proven
        if search and app.context.thinker.state is not ThinkerState.THINKING:
            raise SystemExit(f"No search runs in {game}.")
        _play(app, scene, CHOOSERS[game](scene.session.state), frames)
    return _row(game, "moves", search, frames, stolen_percent(began))


def _row(game: str, part: str, search: bool, frames: list[Frame], stolen: float) -> Row:
    times = [1000 * frame.time for frame in frames]
    return Row(
        game,
        part,
        search,
        len(times),
        _percentile(times, 50),
        _percentile(times, 95),
        _percentile(times, 99),
        _percentile(times, 100),
        round(100 * sum(each > SLOW_MS for each in times) / len(times), 2),
        _percentile([1000 * frame.work for frame in frames], 95),
        _percentile([1000 * frame.cpu for frame in frames], 95),
        stolen,
    )


def _percentile(values: list[float], percent: int) -> float:
    return round(sorted(values)[min(len(values) * percent // 100, len(values) - 1)], 1)


def _largest_group(state: State) -> int:
    assert isinstance(state, SameGameState)
    return max(state.groups(), key=len)[0]


def _some_move(state: State) -> int:
    """Spread the stones, so that the game does not end soon."""
    return state.legal_moves[len(state.legal_moves) * 7 // 11]


CHOOSERS: Final[dict[str, Callable[[State], int]]] = {
    "samegame": _largest_group,
    "hex": _some_move,
    "tictactoe": _some_move,
    "breakthrough": _some_move,
}


def _opened(home: str, worker: AiWorker, waker: Waker) -> FrameApp:
    problem = open_display()
    if problem:
        raise SystemExit(problem)
    pygame.font.init()
    storage = Storage(default_paths({HOME_VARIABLE: home}))
    large = {"tictactoe_columns": 10, "tictactoe_rows": 10, "tictactoe_in_a_row": 5}
    settings = Settings(theme="dark", analyse_seconds=600.0, of_games=large)
    context = Context(settings, storage, Thinker(worker), Fonts())
    return FrameApp(context, make_scene, open_window(DEFAULT_WINDOW), waker=waker)


def main() -> None:
    parser = Parser(
        prog="python -m benchmarks.frames", description="Measure frame times while the AI searches."
    )
    parser.add_argument(
        "--moves", type=whole_number(1, 10_000), default=25, help="moves for each row"
    )
    parser.add_argument("--inside", action="store_true", help="look inside searches instead")
    parser.add_argument("--games", nargs="+", choices=CHOOSERS, default=list(CHOOSERS))
    arguments = parser.parse_args()
    with virtual_screen() as display, tempfile.TemporaryDirectory() as home:
        os.environ["DISPLAY"] = display
        waker = Waker()
        worker = AiWorker(on_message=waker)
        app = _opened(home, worker, waker)
        worker.start()
        app.execute(OpenGame(arguments.games[0]))
        deadline = time.monotonic() + READY_SECONDS
        while app.context.thinker.state is ThinkerState.WARMING:
            app.run_for(0.1)
            if time.monotonic() > deadline:
                raise SystemExit("The AI did not get ready.")
        measured = rows(app, arguments.games, arguments.moves)
        for row in inside_rows(app, arguments.games) if arguments.inside else measured:
            print(json.dumps(asdict(row)), flush=True)
        app.close()
        worker.shutdown()
        app.context.storage.close()
        pygame.quit()


if __name__ == "__main__":
    main()
