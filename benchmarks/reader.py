"""What it costs to be read aloud, for each screen: ``python -m benchmarks.reader [--times N]``.

Opens the screens without a window. Describing is what a screen does, numbering and comparing is
done for each update, and making all of AccessKit's nodes only for the first: later only what has
changed is made anew. Prints one JSON object a screen, with
medians in milliseconds of processor time.
"""

import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame

from ai.engine.worker import AiWorker
from ai.options import whole_number
from ai.streams import Parser
from game.games.registry import window_games
from game.library.storage import Storage
from game.play.thinker import Thinker
from game.screens.context import Context
from game.store.files import HOME_VARIABLE, default_paths
from game.store.settings import Settings
from game.ui.layout import DEFAULT_WINDOW
from game.ui.text import Fonts
from game.window.access_kit import update_of
from game.window.launch import first_command
from game.window.reader_tree import Numbers
from game.window.scenes import PAGES, make_scene
from game.words.language import ENGLISH


@dataclass(frozen=True, slots=True)
class Row:
    """What one screen takes.

    Attributes:
        nodes: How many things it consists of.
        whole_ms: All of them: what is told first.
        same_ms: Finding out that nothing has changed.
    """

    scene: str
    nodes: int
    describe_ms: float
    whole_ms: float
    same_ms: float


def rows(times: int) -> Iterator[Row]:
    """Yield a row for each screen."""
    pygame.display.init()
    pygame.font.init()
    surface = pygame.display.set_mode(DEFAULT_WINDOW)
    with tempfile.TemporaryDirectory() as home:
        storage = Storage(default_paths({HOME_VARIABLE: home}))
        context = Context(Settings(), storage, Thinker(AiWorker()), Fonts())
        for name in (*PAGES, *(game.name for game in window_games())):
            scene, numbers = make_scene(first_command(name), context), Numbers()
            scene.resize(DEFAULT_WINDOW)
            scene.on_enter()
            for _ in range(3):
                scene.update(0.1)
                scene.draw(surface)
            tree = numbers.tree_of(scene.describe())

            def tell_all() -> None:
                made = numbers.tree_of(scene.describe())  # noqa: B023
                update_of(made, made.nodes, ENGLISH)

            def compare() -> None:
                numbers.tree_of(scene.describe()).new_since(tree)  # noqa: B023

            costs = (_median(do, times) for do in (scene.describe, tell_all, compare))
            yield Row(name, len(tree.nodes), *costs)
            scene.on_exit()
        storage.close()


def _median(do: Callable[[], object], times: int) -> float:
    taken = []
    for _ in range(times):
        began = time.thread_time()
        do()
        taken.append(1000 * (time.thread_time() - began))
    return round(statistics.median(taken), 3)


def main() -> None:
    """Print what each screen takes."""
    parser = Parser(prog="python -m benchmarks.reader", description="The cost of being read.")
    parser.add_argument("--times", type=whole_number(1, 10_000), default=50)
    for row in rows(parser.parse_args().times):
        print(json.dumps(asdict(row)), flush=True)


if __name__ == "__main__":
    main()
