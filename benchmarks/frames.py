"""How smooth moves look while the AI searches: ``python -m benchmarks.frames [--moves N]``.

A real window on a virtual screen (Xvfb) plays moves in Analyse, so a search with all the threads
that the settings allow runs before, during and after each animation: the largest groups falling in
SameGame, and stones dropped in hex Gomoku. A frame's time is from the end of the frame before it to
its own end. It counts only while something moves; with the limit of 60 frames a second, a frame has
16.7 ms. Prints one JSON object a line.
"""

import argparse
import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass

os.environ["SDL_VIDEODRIVER"] = "x11"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from ai.engine.worker import AiWorker
from benchmarks.screen import virtual_screen
from game.app import App
from game.display import open_window
from game.games.protocol import State
from game.games.samegame.rules import SameGameState
from game.paths import HOME_VARIABLE, default_paths
from game.screens.base import OpenGame
from game.screens.catalogue import make_scene
from game.screens.context import Context
from game.screens.play.game_scene import GameScene
from game.session import Mode, Seat
from game.settings import Settings
from game.storage import Storage
from game.thinker import Thinker, ThinkerState
from game.ui.icons import Icons
from game.ui.layout import DEFAULT_WINDOW
from game.ui.text import Fonts
from game.waker import Waker

READY_SECONDS = 300.0
SEARCH_SECONDS = 0.5
SLOW_MS = 33.0


@dataclass(frozen=True, slots=True)
class Row:
    """Frame times of one game's animations.

    Attributes:
        game: The game.
        search: Whether the AI searched meanwhile.
        frames: How many frames were drawn while something moved.
        p50_ms: Median.
        p95_ms: Percentile.
        p99_ms: Percentile.
        longest_ms: The longest of all.
        slow_percent: Share of frames over 33 ms.
    """

    game: str
    search: bool
    frames: int
    p50_ms: float
    p95_ms: float
    p99_ms: float
    longest_ms: float
    slow_percent: float


class FrameApp(App):
    """An app that notes how long each frame of an animation took, in milliseconds."""

    def watch(self, scene: GameScene, times: list[float]) -> None:
        """Run until the animation of a move just played is over."""
        self._dirty = True
        self.step()
        last = time.perf_counter()
        while scene.stage.is_animating:
            self.step()
            now = time.perf_counter()
            times.append(1000 * (now - last))
            last = now

    def run_for(self, seconds: float) -> None:
        """Let the window live for a while, whatever happens in it."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self._dirty = True
            self.step()


def rows(app: FrameApp, moves: int) -> Iterator[Row]:
    """Yield a row for each game, without and with a search."""
    choosers: dict[str, Callable[[State], int]] = {"samegame": _largest_group, "hex": _next_cell}
    for game, choose in choosers.items():
        for search in (False, True):
            yield _measured(app, game, choose, search, moves)


def _measured(
    app: FrameApp, game: str, choose: Callable[[State], int], search: bool, moves: int
) -> Row:
    app.execute(OpenGame(game, fresh=True))
    scene = app.scene
    assert isinstance(scene, GameScene)
    scene.session.new_game(seed=1)
    scene.controller.set_mode(Mode.ANALYSE if search else Mode.PLAY)
    scene.controller.set_seats((Seat.HUMAN,) * len(scene.session.seats))
    times: list[float] = []
    for _ in range(moves):
        if scene.session.state.is_terminal:
            break
        app.run_for(SEARCH_SECONDS)
        if search and app.context.thinker.state is not ThinkerState.THINKING:
            raise SystemExit(f"No search runs in {game}.")
        scene.controller.play(choose(scene.session.state))
        app.watch(scene, times)
    return _row(game, search, sorted(times))


def _row(game: str, search: bool, times: list[float]) -> Row:
    p50, p95, p99 = (round(times[int(len(times) * share)], 1) for share in (0.5, 0.95, 0.99))
    slow = round(100 * sum(each > SLOW_MS for each in times) / len(times), 2)
    return Row(game, search, len(times), p50, p95, p99, round(times[-1], 1), slow)


def _largest_group(state: State) -> int:
    assert isinstance(state, SameGameState)
    return max(state.groups(), key=len)[0]


def _next_cell(state: State) -> int:
    """Spread the stones, so that the game does not end soon."""
    return state.legal_moves[len(state.legal_moves) * 7 // 11]


def _opened(home: str, worker: AiWorker, waker: Waker) -> FrameApp:
    pygame.display.init()
    pygame.font.init()
    storage = Storage(default_paths({HOME_VARIABLE: home}))
    settings = Settings(theme="dark", analyse_seconds=600.0)
    context = Context(settings, storage, Thinker(worker), Fonts(), Icons())
    return FrameApp(context, make_scene, open_window(DEFAULT_WINDOW), waker=waker)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure frame times while the AI searches.")
    parser.add_argument("--moves", type=int, default=25, help="moves for each row")
    arguments = parser.parse_args()
    with virtual_screen() as display, tempfile.TemporaryDirectory() as home:
        os.environ["DISPLAY"] = display
        waker = Waker()
        worker = AiWorker(on_message=waker)
        app = _opened(home, worker, waker)
        worker.start()
        app.execute(OpenGame("hex"))
        deadline = time.monotonic() + READY_SECONDS
        while app.context.thinker.state is ThinkerState.WARMING:
            app.run_for(0.1)
            if time.monotonic() > deadline:
                raise SystemExit("The AI did not get ready.")
        for row in rows(app, arguments.moves):
            print(json.dumps(asdict(row)), flush=True)
        app.close()
        worker.shutdown()
        app.context.storage.flush()
        pygame.quit()


if __name__ == "__main__":
    main()
