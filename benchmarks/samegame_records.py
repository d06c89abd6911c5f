"""The best solutions known for the twenty standard boards, as a file that only gets better.

`assets/samegame/records.json` holds the published scores and, for each board, the best line
found so far as [column, row] moves, counted from 0 at the bottom left.
"""

import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.samegame_checker import check
from game.games.samegame.named_boards import STANDARD_FILE, standard_boards
from game.games.samegame.rules import SameGameState

RECORDS_FILE = STANDARD_FILE.with_name("records.json")

BEST = "js-games.de best"
PUBLISHED: Mapping[str, tuple[int, ...]] = {
    "SP-MCTS(3)": (
        *(2919, 3797, 3243, 3687, 4067, 4269, 2949, 4043, 4769, 3245),
        *(3259, 3245, 3211, 2937, 3343, 5117, 4959, 5151, 4803, 4999),
    ),
    "NMCS level 3": (
        *(3121, 3813, 3085, 3697, 4055, 4459, 2949, 3999, 4695, 3223),
        *(3147, 3201, 3197, 2799, 3677, 4979, 4919, 5201, 4883, 4835),
    ),
    "NRPA level 4": (
        *(3179, 3985, 3635, 3913, 4309, 4809, 2651, 3879, 4807, 2831),
        *(3317, 3315, 3399, 3097, 3559, 5025, 5043, 5407, 5065, 4805),
    ),
    BEST: (
        *(3413, 4023, 4019, 4215, 4379, 4869, 3435, 4771, 5041, 3937),
        *(3783, 3921, 3821, 3263, 4161, 5517, 5227, 5503, 5343, 5217),
    ),
}
"""Published scores of boards 1 to 20, oldest first."""

Line = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Record:
    """The best line known for a board."""

    score: int
    line: Line


def places(position: SameGameState, moves: tuple[int, ...]) -> Line:
    """Return moves as (column, row)."""
    rows = position.parameters.rows
    return tuple((move // rows, move % rows) for move in moves)


def load(path: Path = RECORDS_FILE) -> dict[int, Record]:
    """Return the records by board number, each replayed; nothing if there is no file yet.

    Raises:
        ValueError: A line does not replay to its score.
    """
    if not path.exists():
        return {}
    records = {}
    for entry in json.loads(path.read_text("utf-8"))["boards"]:
        line = tuple((column, row) for column, row in entry["moves"])
        records[entry["number"]] = Record(entry["score"], line)
    for board in standard_boards():
        record = records.get(board.number)
        if record and check(board.state.columns, record.line)[0] != record.score:
            raise ValueError(f"{path.name}: board {board.number} does not replay to its score")
    return records


def offer(number: int, record: Record, path: Path = RECORDS_FILE) -> bool:
    """Store a line if it beats the stored one; say whether it did.

    The file is read anew and replaced as a whole, so that a stop at any time leaves it whole.
    """
    columns = standard_boards()[number - 1].state.columns
    score, _ = check(columns, record.line)
    if score != record.score:
        raise ValueError(f"board {number}: the line scores {score}, not {record.score}")
    records = load(path)
    if number in records and records[number].score >= score:
        return False
    _write(records | {number: record}, path)
    return True


def _write(records: Mapping[int, Record], path: Path) -> None:
    boards = [
        {"number": number, "score": record.score, "moves": [list(move) for move in record.line]}
        for number, record in sorted(records.items())
    ]
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(_text({"published": dict(PUBLISHED), "boards": boards}))
    Path(name).chmod(0o644)
    Path(name).replace(path)


def _text(content: dict[str, Any]) -> str:
    """Return JSON with a line for each list of scores and each board."""
    published = (f"    {json.dumps(k)}: {json.dumps(v)}" for k, v in content["published"].items())
    boards = (f"    {json.dumps(board)}" for board in content["boards"])
    return (
        '{\n  "published": {\n'
        + ",\n".join(published)
        + '\n  },\n  "boards": [\n'
        + ",\n".join(boards)
        + "\n  ]\n}\n"
    )
