"""Does this copy of the program work on this machine? Every part is tried once.

It runs in a bundle as well as from the sources, touches none of the player's files, and opens
a window only if `SDL_VIDEODRIVER` asks for one.
"""

import json
import logging
import os
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path
from typing import Final

import pygame

from ai.contract.games import game_spec
from ai.engine.worker import AiWorker
from ai.search.messages import GameFailed, Limit, SearchFailed, SearchFinished, StartSearch
from ai.version import NAME, VERSION
from game.games.registry import window_games
from game.library.storage import Storage
from game.play.session import Session
from game.play.text import write
from game.play.thinker import Thinker
from game.screens.context import Context
from game.store.files import HOME_VARIABLE, Paths, default_paths
from game.store.settings import Settings
from game.ui.layout import DEFAULT_WINDOW
from game.ui.text import Fonts
from game.window import crash
from game.window.app import App
from game.window.display import open_window
from game.window.launch import first_command
from game.window.reader_tree import Numbers
from game.window.scenes import PAGES, make_scene
from game.words.language import ENGLISH

READY_SECONDS: Final = 300.0
SEARCH_SECONDS: Final = 120.0
SHOW_SECONDS: Final = 30.0
SAVE_SECONDS: Final = 60.0  # the machine that builds a bundle may be busy
FRAMES: Final = 3
LEAST_COLOURS: Final = 4
LIMIT: Final = Limit(simulations=200, seconds=2.0)
LONGEST_FRAME: Final = "the longest frame until then took"
"""What `benchmarks.startup` looks for."""


class SelfTestError(Exception):
    """Something that should work did not."""


@dataclass(slots=True)
class Bench:
    paths: Paths
    worker: AiWorker
    app: "TimedApp"
    searchers: Sequence[tuple[str, str]]


class TimedApp(App):
    """An app that notes how long a frame takes after another while something moves."""

    longest_frame: float = 0.0
    _last_end: float | None = None

    def step(self) -> None:
        """Run one step of the loop; a sleep that was asked for is no frame."""
        super().step()
        now = time.perf_counter()
        if self._last_end is not None and self._slept == 0.0:
            self.longest_frame = max(self.longest_frame, now - self._last_end)
        self._last_end = now

    def move(self) -> None:
        """Draw the next frame as if something moved."""
        self._dirty = True
        self.step()


def run(searchers: Sequence[tuple[str, str]]) -> int:
    """Try everything and tell it on standard output; return 0, or 1 if anything failed."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    with tempfile.TemporaryDirectory(prefix="playout-self-test-") as folder:
        paths = default_paths({HOME_VARIABLE: folder})
        logging.basicConfig(level=logging.WARNING)
        with _bench(paths, searchers) as bench:
            failures = sum(not _try(name, check, bench) for name, check in CHECKS)
    print(f"{NAME} {VERSION}: {len(CHECKS) - failures} of {len(CHECKS)} checks passed", flush=True)
    return 1 if failures else 0


@contextmanager
def _bench(paths: Paths, searchers: Sequence[tuple[str, str]]) -> Iterator[Bench]:
    pygame.display.init()
    pygame.font.init()
    worker = AiWorker()
    context = Context(Settings(), Storage(paths), Thinker(worker), Fonts())
    app = TimedApp(context, make_scene, open_window(DEFAULT_WINDOW))
    try:
        yield Bench(paths, worker, app, searchers)
    finally:
        app.close()
        worker.shutdown()
        context.storage.close()
        pygame.quit()


def _try(name: str, check: Callable[[Bench], str], bench: Bench) -> bool:
    started = time.perf_counter()
    try:
        detail = check(bench)
    except Exception:
        # Whatever is broken, the other checks are still worth running.
        print(f"FAILED  {name}\n{traceback.format_exc()}", flush=True)
        return False
    print(f"ok      {name} ({time.perf_counter() - started:.2f} s): {detail}", flush=True)
    return True


# The checks, in their order: each returns what it found.


def _start_ai(bench: Bench) -> str:
    bench.app.execute(first_command("home"))
    for _ in range(10):
        bench.app.move()
    bench.app.longest_frame = 0.0
    bench.worker.start()
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        bench.app.move()
        thinker = bench.app.context.thinker
        if thinker.error:
            raise SelfTestError(thinker.error)
        if bench.worker.state == "ready":
            longest = 1000 * bench.app.longest_frame
            return f"every kernel is ready; {LONGEST_FRAME} {longest:.0f} ms"
    raise SelfTestError(f"the AI was not ready after {READY_SECONDS:.0f} s")


def _search(bench: Bench) -> str:
    if bench.worker.state != "ready":
        raise SelfTestError("the AI did not start, and nobody would answer")
    for number, (game, searcher) in enumerate(bench.searchers):
        spec = game_spec(game)
        position = spec.new_game(spec.parameters(), 1)
        bench.worker.send(StartSearch(number, game, position, None, searcher, LIMIT))
        move = _answer(bench.worker, number, f"{searcher} on {game}")
        if move not in position.legal_moves:
            raise SelfTestError(f"{searcher} answered {move}, which is not legal in {game}")
    return ", ".join(f"{searcher} ({game})" for game, searcher in bench.searchers)


def _answer(worker: AiWorker, number: int, what: str) -> int | None:
    deadline = time.monotonic() + SEARCH_SECONDS
    while time.monotonic() < deadline:
        for answer in worker.poll():
            if isinstance(answer, SearchFailed | GameFailed):
                raise SelfTestError(f"{what}: {answer.traceback or answer.message}")
            if isinstance(answer, SearchFinished) and answer.generation == number:
                return answer.result.move
        time.sleep(0.005)
    raise SelfTestError(f"{what} did not answer within {SEARCH_SECONDS:.0f} s")


def _show(bench: Bench) -> str:
    names = [*PAGES, *(game.name for game in window_games())]
    for name in names:
        bench.app.execute(first_command(name))
        deadline = time.monotonic() + SHOW_SECONDS
        while (colours := _drawn(bench.app, name)) < LEAST_COLOURS:
            if time.monotonic() > deadline:
                raise SelfTestError(f"{name} drew only {colours} colours")
    return f"{', '.join(names)} with the video driver {pygame.display.get_driver()}"


def _drawn(app: TimedApp, name: str) -> int:
    """Draw some frames of a screen, which may still read what it shows; count their colours."""
    for _ in range(FRAMES):
        app.move()
    if app.scenes.name != name:
        raise SelfTestError(f"{name} did not open; the window shows {app.scenes.name}")
    picture = pygame.Surface(DEFAULT_WINDOW)
    assert app.scene is not None
    app.scene.draw(picture)
    wide, tall = DEFAULT_WINDOW
    return len(
        {tuple(picture.get_at((x, y))) for x in range(0, wide, 9) for y in range(0, tall, 9)}
    )


def _keep(bench: Bench) -> str:
    with closing(Storage(bench.paths)) as storage:
        _keep_games(bench, storage)
    picture = bench.paths.pictures / "test.png"
    picture.parent.mkdir(parents=True, exist_ok=True)
    pygame.image.save(pygame.Surface((8, 8)), picture)
    if pygame.image.load(picture).get_size() != (8, 8):
        raise SelfTestError("the picture is not the same when loaded")
    report = crash.write_report(bench.paths, SelfTestError("a test"))
    if report is None or "a test" not in report.read_text("utf-8"):
        raise SelfTestError("the crash report does not contain the error")
    return "settings, a saved game of each kind, a picture, a crash report"


def _keep_games(bench: Bench, storage: Storage) -> None:
    settings = replace(storage.load_settings(), theme="light")
    storage.save_settings(settings)
    for name in (game.name for game in window_games()):
        session = Session(name, seed=1)
        session.play(session.state.legal_moves[0])
        storage.save_game(session)
        loaded = Storage(bench.paths).load_game(name) if storage.flush(SAVE_SECONDS) else None
        # What this window has played before lies in the same library.
        if loaded is None or write(loaded.record) != write(session.record):
            why = storage.files.take_notice()
            raise SelfTestError(f"the saved game of {name} is not the same when loaded: {why}")
    if not storage.flush(SAVE_SECONDS) or Storage(bench.paths).load_settings() != settings:
        raise SelfTestError(
            f"the settings are not the same when loaded: {storage.files.take_notice()}"
        )


def _look_around(_: Bench) -> str:
    root = Path(__file__).resolve().parents[2]
    frozen = bool(getattr(sys, "frozen", False))
    if frozen:
        licences = sorted(path.name for path in (root / "licences").iterdir())
        stamps = json.loads((root / "kernels" / "stamps.json").read_text("utf-8"))
        return f"a bundle with {len(stamps)} stamps and the licences of {', '.join(licences)}"
    return f"the sources in {root}"


def _read(bench: Bench) -> str:
    """Describe the shown screen as for a screen reader, in whatever way there is to tell it."""
    assert bench.app.scene is not None
    tree = Numbers().tree_of(bench.app.scene.describe())
    try:
        from game.window.access_kit import update_of
    except ImportError as error:
        return f"{len(tree.nodes)} elements, and nothing to tell them by: {error}"
    told = update_of(tree, tree.nodes, ENGLISH).nodes
    return f"{len(told)} elements for AccessKit {metadata.version('accesskit')}"


CHECKS: Final[tuple[tuple[str, Callable[[Bench], str]], ...]] = (
    ("parts", _look_around),
    ("AI start", _start_ai),
    ("searchers", _search),
    ("screens", _show),
    ("screen reader", _read),
    ("files", _keep),
)
