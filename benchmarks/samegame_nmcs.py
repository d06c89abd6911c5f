"""One whole nested search as in Cazenave 2009, to compare with the totals there."""

import time

import numpy as np

from ai.kernels.random import new_rng
from ai.search.limits import CancelFlag
from ai.search.nmcs_explorer import EncodedPosition
from benchmarks.samegame_checker import check
from benchmarks.samegame_records import places
from game.games.samegame.kernel import ROLLOUTS
from game.games.samegame.rules import SameGameState

UNLIMITED = 1 << 62


def nested_search(position: SameGameState, level: int, seed: int) -> dict[str, object]:
    """Search once with memory and tabu playouts; return the checked outcome."""
    board = EncodedPosition.of("samegame", position)
    work = board.workspace(level, new_rng(seed), CancelFlag())
    work.counts[:] = (0, UNLIMITED, 0)
    started = time.process_time()
    board.search.start(board.tables, work, level, 0)
    tabu = ROLLOUTS.index("tabu")
    board.search.nested(board.tables, work, level, 0, True, tabu, -np.inf, 0)
    spent = time.process_time() - started
    playouts, _, length = work.counts
    line = tuple(work.best_line[:length].tolist())
    score, tiles = check(position.columns, places(position, line))
    return {
        "level": level,
        "seed": seed,
        "score": score,
        "cleared": tiles == 0,
        "playouts": int(playouts),
        "playouts_per_cpu_s": round(int(playouts) / max(spent, 1e-9)),
        "cpu_s": round(spent, 1),
    }
