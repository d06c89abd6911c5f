"""What it costs to say of screens what they consist of: ``python -m benchmarks.described``.

A game's screen is described after each answer of a search, which changes board, table, sentence and
strip; a page after each frame. What is counted is the processor time of the thread. Prints one JSON
object a line.
"""

import json
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

from ai.options import whole_number
from ai.streams import Parser
from game.play.session import Mode, Session
from game.screens.base import OpenGame, OpenScene
from game.screens.play.game_scene import GameScene
from tests.fakes import info_for
from tests.rig import Rig

GAMES = ("samegame", "hex", "breakthrough", "tictactoe")
MOVES = 4
SCREENS = (*GAMES, "home", "help", "settings", "records", "about")


@dataclass(frozen=True, slots=True)
class Row:
    """What the description of one screen takes.

    Attributes:
        elements: How many elements it has.
        changed_ms: Median after something has changed.
        longest_ms: The longest of these.
        same_ms: Median where nothing has changed.
    """

    screen: str
    elements: int
    changed_ms: float
    longest_ms: float
    same_ms: float


def measured(screen: str, repeats: int) -> Row:
    with tempfile.TemporaryDirectory() as home:
        rig = Rig(Path(home), motion="off")
        if screen in GAMES:
            rig.context.storage.save_game(_begun(screen))
        rig.show(OpenGame(screen) if screen in GAMES else OpenScene(screen))
        rig.frame(0.5)
        elements = sum(1 for _ in rig.scene.describe().walk())
        changed, same = [], []
        for turn in range(repeats):
            _go_on(rig, turn)
            changed.append(_description_ms(rig))
            same.append(_description_ms(rig))
    return Row(screen, elements, median(changed), max(changed), median(same))


def _begun(game: str) -> Session:
    """Return a game after a few moves, which is analysed."""
    session = Session(game, seed=1, mode=Mode.ANALYSE)
    for _ in range(MOVES):
        moves = session.state.legal_moves
        session.play(moves[len(moves) // 2])
    return session


def _go_on(rig: Rig, turn: int) -> None:
    """Have a search answer, where one runs, and draw a frame."""
    if isinstance(rig.scene, GameScene) and rig.worker.searches:
        value = 2_451.0 + turn if rig.scene.entry.spec.players == 1 else 0.6 + 0.001 * turn
        moves = rig.scene.session.state.legal_moves[:8]
        rig.worker.say(info_for(moves, simulations=100_000 + 1_000 * turn, value=value))
    rig.frame(0.5)


def _description_ms(rig: Rig) -> float:
    begin = time.thread_time()
    rig.scene.describe()
    return round(1000 * (time.thread_time() - begin), 2)


def main(arguments: Sequence[str]) -> None:
    parser = Parser(description=__doc__)
    parser.add_argument("--repeats", type=whole_number(1, 10_000), default=40)
    repeats = parser.parse_args(arguments).repeats
    for screen in SCREENS:
        print(json.dumps(asdict(measured(screen, repeats))))


if __name__ == "__main__":
    main(sys.argv[1:])
