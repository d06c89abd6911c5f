"""What a game's pictures take of the memory: ``python -m benchmarks.pictures GAME [--size WxH]``.

A process without an AI shows another game, then this one at random to its end, with all frames of
its moves and of its ending, under SDL's dummy driver. Prints one JSON object: what the process held
before the game, when it was opened, and at its end.
"""

import json
import os
import random
import tempfile
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame

from ai.streams import Parser
from benchmarks.soak import memory_mb
from game.games.registry import window_games

FRAMES = 90
"""How many frames are drawn of a move, sixty a second."""


def main() -> None:
    """Play one game and print what it took."""
    from tests.rig import Rig

    parser = Parser(description=__doc__)
    names = [game.name for game in window_games()]
    parser.add_argument("game", choices=names)
    parser.add_argument("--size", default="1120x760")
    chosen = parser.parse_args()
    size = tuple(map(int, chosen.size.split("x")))
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode(size)
    with tempfile.TemporaryDirectory() as home:
        rig = Rig(Path(home))
        rig.surface = pygame.Surface(size)
        rig.open(next(name for name in names if name != chosen.game))
        held = [memory_mb()]
        scene = rig.open(chosen.game, people=True)
        held.append(memory_mb())
        draw = random.Random(3)
        while not scene.session.is_over:
            scene.play(draw.choice(scene.session.state.legal_moves))
            for _ in range(FRAMES):
                rig.frame(1 / 60)
        held.append(memory_mb())
    found = dict(zip(("before_mb", "opened_mb", "ended_mb"), held, strict=True))
    print(json.dumps({"game": chosen.game, "size": chosen.size, **found}))


if __name__ == "__main__":
    main()
