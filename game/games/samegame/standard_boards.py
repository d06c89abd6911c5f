"""The twenty SameGame boards that programs are compared on."""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from ai.contract.game import NumberedPosition
from ai.contract.rules import PositionError
from game.games.samegame.reader import read_boards

STANDARD_FILE = Path(__file__).resolve().parents[3] / "assets" / "samegame" / "standard-20.txt"
RESULTS_FILE = STANDARD_FILE.with_name("records.json")
STANDARD_BOARDS: Final = 20
"""How many there are, for whoever need not read them."""


@lru_cache(maxsize=1)
def standard_boards() -> tuple[NumberedPosition, ...]:
    """Return the twenty standard boards of 15 x 15 with 5 colours.

    Raises:
        PositionError: Their file cannot be read.
    """
    try:
        text = STANDARD_FILE.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise PositionError(f"the standard boards cannot be read: {error}") from None
    return read_boards(text)


@dataclass(frozen=True, slots=True)
class KnownScores:
    """What is known of a standard board.

    Attributes:
        ai: The best score of this project's solver.
    """

    published: int
    ai: int


@lru_cache(maxsize=1)
def standard_scores() -> tuple[KnownScores, ...]:
    """Return what is known of the twenty standard boards, in their order.

    Raises:
        PositionError: The boards or what is known of them cannot be read.
    """
    boards = standard_boards()
    try:
        data = json.loads(RESULTS_FILE.read_text(encoding="utf-8"))
        found = {entry["number"]: entry for entry in data["boards"]}
        return tuple(_known(board, data["published"], found[board.number]) for board in boards)
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise PositionError(f"the standard boards' scores cannot be read: {error}") from None


def _known(
    board: NumberedPosition, published: dict[str, list[int]], entry: dict[str, Any]
) -> KnownScores:
    best = max(scores[board.number - 1] for scores in published.values())
    return KnownScores(best, entry["score"])
