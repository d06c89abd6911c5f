"""Tactical positions of hex Gomoku: which of them does a searcher solve in a given time?"""

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ai.contract.rules import RulesError
from ai.options import make_ready_searcher
from ai.search.messages import Limit, Proof
from ai.searchers import make_searcher
from game.games.hex_gomoku.rules import HexParameters, HexState, new_game

POSITIONS = Path(__file__).parent.parent / "tests" / "data" / "hex" / "tactics.jsonl"

Row = dict[str, object]


@dataclass(frozen=True, slots=True)
class Tactic:
    """One position: what is asked, and the moves that are right."""

    name: str
    kind: str
    state: HexState
    right: frozenset[int]


def read_tactics(path: Path) -> Iterator[Tactic]:
    """Yield the positions of a file; see the README beside the default one."""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            yield _tactic(json.loads(line))
        except (ValueError, TypeError, KeyError) as error:
            raise RulesError(f"{path}, line {number}: not a tactical position ({error})") from error


def _tactic(entry: Mapping[str, Any]) -> Tactic:
    state = new_game(HexParameters(), 0)
    for name in entry["moves"]:
        state = state.play(state.move_from_string(name))
    names = entry.get("winning_moves") or entry["only_moves"]
    right = frozenset(map(state.move_from_string, names))
    return Tactic(entry["id"], entry["kind"], state, right)


def rows(path: Path, searcher: str, limit: Limit) -> Iterator[Row]:
    """Yield a row for each position, then one for each kind."""
    make_ready_searcher(searcher, "hex")
    solved: dict[str, list[bool]] = {}
    for tactic in read_tactics(path):
        fresh = make_searcher(searcher, "hex")
        started = time.perf_counter()
        result = fresh.search(tactic.state, limit, lambda: False, lambda _: None)
        seconds = time.perf_counter() - started
        assert result.move is not None
        proven = result.info.proof is Proof.WIN and tactic.kind != "defence"
        right = result.move in tactic.right or proven
        solved.setdefault(tactic.kind, []).append(right)
        yield {
            "position": tactic.name,
            "solved": right,
            "move": tactic.state.move_to_string(result.move),
            "proof": result.info.proof,
            "distance": result.info.distance,
            "simulations": result.info.simulations,
            "seconds": round(seconds, 3),
        }
    for kind, answers in solved.items():
        yield {"kind": kind, "searcher": searcher, "solved": sum(answers), "of": len(answers)}
