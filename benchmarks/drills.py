"""Makes the drills that come with a game.

    python -m benchmarks.drills GAME --out FILE [--seed N] [--drills N]

Random play leads to positions; those in which few moves do what is asked for are kept if the
program's own search proves it and another solver, which shares nothing with it, finds the very same
moves. Each is written as it is found, so that what was interrupted goes on at the next call. At the
end the levels try them all, and the file is put in the order of how they fare.
"""

import json
import math
import random
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import playout
from ai.contract.rules import State
from ai.options import whole_number
from ai.streams import Parser
from benchmarks.drill_makers import MAKERS, Found

TRIES: Final = 4
LEVELS: Final = ("newcomer", "novice", "beginner", "club")
SAMPLES: Final = (1, 4, 16, 64)
"""How many random games those look at who try the drills of a game for one; it has no levels."""


def row_of(game: str, found: Found, tried: int) -> dict[str, Any]:
    """Return a drill as a row of the file."""
    state = found.state
    usual = playout.game(game).parameters
    row = {
        "parameters": {
            name: value
            for name, value in asdict(state.parameters).items()
            if usual.get(name) != value
        },
        "position": state.to_text(),
        "kind": found.kind,
        "within": found.within,
        "right": " ".join(state.move_to_string(move) for move in found.right),
        "line": names_of(state, found.line),
        "fared": 0.0,
        "tried": tried,
    }
    return {name: value for name, value in row.items() if value or name == "tried"}


def names_of(state: State, line: tuple[int, ...]) -> str:
    """Return the names of the moves of a line."""
    names = []
    for move in line:
        names.append(state.move_to_string(move))
        state = state.play(move)
    return " ".join(names)


def fared(game: str, row: dict[str, Any]) -> float:
    """Return in what share of their tries levels find a right move."""
    position = playout.game(game, **row.get("parameters", {})).position(row["position"])
    answers: list[str | None]
    if position.game.players == 1:
        answers = [
            sampled(position, number, random.Random(seed))
            for number in SAMPLES
            for seed in range(TRIES)
        ]
    else:
        answers = [
            playout.search(position, name, seed=seed).move
            for name in LEVELS
            for seed in range(TRIES)
        ]
    return sum(answer in row["right"].split() for answer in answers) / len(answers)


def sampled(position: playout.Position, number: int, rng: random.Random) -> str:
    """Return the first move of the best of so many random games."""
    best, answer = -math.inf, ""
    for _ in range(number):
        state = position.state
        first = move = rng.choice(state.legal_moves)
        while not (state := state.play(move)).is_terminal:
            move = rng.choice(state.legal_moves)
        if state.returns[0] > best:
            best, answer = state.returns[0], position.state.move_to_string(first)
    return answer


def main() -> None:
    """Make drills until there are enough."""
    parser = Parser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=MAKERS)
    parser.add_argument("--out", type=Path, required=True, metavar="FILE")
    parser.add_argument("--seed", type=whole_number(1, 10**9), default=1, metavar="N")
    parser.add_argument("--drills", type=whole_number(1, 10**6), metavar="N")
    wanted = parser.parse_args()
    out: Path = wanted.out
    rows = [json.loads(line) for line in out.read_text().splitlines()] if out.exists() else []
    seen, tried = {row["position"] for row in rows}, max((row["tried"] for row in rows), default=0)
    maker = MAKERS[wanted.game]()
    with out.open("a", encoding="utf-8") as file:
        while len(rows) < (wanted.drills or maker.wanted):
            tried += 1
            found = maker.propose(random.Random(f"{wanted.seed} {tried}"))
            if found is None or found.state.to_text() in seen or not maker.agrees(found):
                continue
            row = row_of(wanted.game, found, tried)
            row["fared"] = fared(wanted.game, row)
            rows.append(row)
            seen.add(row["position"])
            print(json.dumps(row), file=file, flush=True)
    rows.sort(key=lambda row: (-row["fared"], row["tried"]))
    out.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main()
