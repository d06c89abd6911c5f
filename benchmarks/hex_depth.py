"""How long the hex searchers take to a given depth, by the number of threads."""

import itertools
import time
from collections.abc import Iterator
from pathlib import Path

from ai.options import make_ready_searcher
from ai.search.messages import Limit, SearchInfo
from ai.searchers import make_searcher
from game.games.hex_gomoku.rules import HexParameters, HexState, new_game

POSITIONS = Path(__file__).parent.parent / "tests" / "data" / "hex" / "phases.txt"
SEARCHER = "alphabeta:style=solid,top=1"  # as level Max
PHASES = ("opening", "middle", "late", "all")
OPENING, MIDDLE = 9, 15  # the most stones of a phase

Row = dict[str, object]


def rows(searcher: str, depth: int, threads: list[int], repeats: int) -> Iterator[Row]:
    """Yield a row for each number of threads and phase, then one for all positions.

    The runs of one position follow each other, so that all numbers of threads meet the same
    load; a position counts with its median.
    """
    spec = f"{searcher}{',' if ':' in searcher else ':'}depth={depth}"
    make_ready_searcher(spec, "hex")
    seconds: dict[tuple[int, str], list[float]] = {}
    nodes: dict[tuple[int, str], list[int]] = {}
    for state in _positions():
        for count in threads:
            runs = sorted(_run(spec, state, count) for _ in range(repeats))
            for phase in (_phase(state), "all"):
                seconds.setdefault((count, phase), []).append(runs[repeats // 2][0])
                nodes.setdefault((count, phase), []).append(runs[repeats // 2][1])
    for count, phase in itertools.product(threads, PHASES):
        times = seconds[count, phase]
        yield {
            "searcher": spec,
            "threads": count,
            "phase": phase,
            "positions": len(times),
            "nodes": sum(nodes[count, phase]),
            "seconds": round(sum(times), 2),
            "speedup": round(sum(seconds[threads[0], phase]) / sum(times), 2),
        }


def _run(spec: str, state: HexState, threads: int) -> tuple[float, int]:
    """Return the seconds and the positions that a search to its depth took."""
    searcher = make_searcher(spec, "hex", threads=threads)
    started = time.perf_counter()
    info: SearchInfo = searcher.search(state, Limit(), lambda: False, lambda _: None).info
    return time.perf_counter() - started, info.nodes


def _phase(state: HexState) -> str:
    if state.stones <= OPENING:
        return "opening"
    return "middle" if state.stones <= MIDDLE else "late"


def _positions() -> Iterator[HexState]:
    for line in POSITIONS.read_text("utf-8").splitlines():
        state = new_game(HexParameters(), 0)
        for name in line.split():
            state = state.play(state.move_from_string(name))
        yield state
