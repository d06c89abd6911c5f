"""What the tests of the hex searchers share: positions, and a referee for claimed wins."""

import json
import random
from dataclasses import dataclass
from pathlib import Path

from ai.search.messages import Proof, SearchResult, StopReason
from game.games.hex_gomoku.rules import HexParameters, HexState, new_game
from tests.games import position

TACTICS = Path(__file__).parent.parent / "data" / "hex" / "tactics.jsonl"
SMALL = HexParameters(side=3, in_a_row=4)


@dataclass(frozen=True)
class Tactic:
    name: str
    kind: str
    played: tuple[str, ...]
    state: HexState
    win_in: int
    moves: frozenset[int]


def tactics(kind: str = "") -> list[Tactic]:
    """Return all of them, or those of a kind."""
    found = []
    for line in TACTICS.read_text("utf-8").splitlines():
        entry = json.loads(line)
        if kind in ("", entry["kind"]):
            state = position("hex", entry["moves"])
            names = entry.get("winning_moves") or entry["only_moves"]
            moves = frozenset(map(state.move_from_string, names))
            played, win_in = tuple(entry["moves"]), entry.get("win_in", 0)
            found.append(Tactic(entry["id"], entry["kind"], played, state, win_in, moves))
    return found


def assert_solved(tactic: Tactic, result: SearchResult) -> None:
    """Check that a search found the defence, or proved the win."""
    if tactic.kind == "defence":
        assert result.move in tactic.moves
        refuted = {c.move for c in result.info.candidates if c.proof is Proof.LOSS}
        assert not refuted & tactic.moves
    else:
        assert (result.info.proof, result.reason) == (Proof.WIN, StopReason.PROVEN)


def random_state(rng: random.Random, parameters: HexParameters, stones: int) -> HexState:
    """A position after so many random stones in which nobody has won."""
    while True:
        state = new_game(parameters, 0)
        while not state.is_terminal and state.stones < stones:
            state = state.play(rng.choice(state.legal_moves))
        if not state.is_terminal:
            return state
