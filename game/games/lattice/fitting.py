"""The size of the board in a text: positions are pasted on boards of any size."""

from dataclasses import replace
from typing import Any

from game.games.lattice.grid_text import gather, split_rows

_KEYWORDS = ("moves", "last", "swapped")


def fitted_columns(text: str, parameters: Any) -> Any:
    """Return parameters with the columns and rows of a text's board; raise `RulesError`."""
    rows = gather(split_rows(text), _KEYWORDS).rows
    return replace(parameters, columns=len(rows[0]), rows=len(rows)) if rows else parameters


def fitted_side(text: str, parameters: Any) -> Any:
    """Return parameters with the side of a text's hexagon; raise `RulesError`."""
    rows = gather(split_rows(text), _KEYWORDS).rows
    return replace(parameters, side=(len(rows) + 1) // 2) if rows else parameters
