"""Who wins the first positions of 5 x 5, which would take seconds to prove.

The file holds a bit for each position that is undecided at sight, in the order of their keys, so
that the positions need not be stored, and ends with a checksum: a bit that is wrong would be
told as the truth. ``python -m benchmarks.breakthrough book`` made it.
"""

import logging
import zlib
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from game.games.breakthrough.kernels import proof_numbers as kernel

log = logging.getLogger(__name__)

FILE: Final = Path(__file__).resolve().parents[3] / "assets" / "breakthrough" / "5x5.bits"
SIDE: Final = 5
PLIES: Final = 6
"""How many moves lead to the last of these positions."""
_CHECKSUM: Final = 4
"""Bytes."""

Keys = NDArray[np.uint64]
"""Positions, each as one number: the other player's cells, then those of the player to move."""


def first_keys(side: int = SIDE, plies: int = PLIES) -> Keys:
    """Return the positions that are reached in so many moves, in ascending order."""
    board = kernel.make_board(side, side)
    after = kernel.make_search(board, table_bits=1).after[0]
    home = np.array([(1 << 2 * side) - 1], np.uint64)
    level = key_of(side, home, home << np.uint64(side * (side - 2)))
    levels = [level]
    for _ in range(plies):
        positions = words_of_keys(side, level)
        out = np.zeros((len(level) * len(after), 2), np.uint64)
        count = kernel.next_positions(board, positions, after, out)
        level = np.unique(key_of(side, out[:count, 0], out[:count, 1]))
        levels.append(level)
    return np.unique(np.concatenate(levels))


def key_of(side: int, own: NDArray[np.uint64], others: NDArray[np.uint64]) -> Keys:
    """Return the keys of positions that are `canonical`."""
    return others << np.uint64(side * side) | own


def words_of_keys(side: int, keys: Keys) -> NDArray[np.uint64]:
    """Return uint64[n, 2]; the cells of the player to move and of the other."""
    cells = np.uint64(side * side)
    own = keys & np.uint64((1 << side * side) - 1)
    return np.column_stack((own, keys >> cells))


@lru_cache(maxsize=1)
def book() -> dict[int, bool]:
    """Return whether the player to move wins, by the position's key.

    Nothing is known if the file is missing or damaged: then each position is proven anew.
    """
    try:
        content = FILE.read_bytes()
    except OSError as error:
        log.warning("The first positions cannot be read: %s", error)
        return {}
    packed = content[:-_CHECKSUM]
    if content != _checked(packed):
        log.warning("'%s' is damaged", FILE)
        return {}
    keys = first_keys()
    bits = np.unpackbits(np.frombuffer(packed, np.uint8), count=len(keys))
    return dict(zip(keys.tolist(), (bits != 0).tolist(), strict=True))


def save(won: NDArray[np.bool_]) -> None:
    """Write the file, from one value for each of `first_keys`."""
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_bytes(_checked(np.packbits(won).tobytes()))


def _checked(packed: bytes) -> bytes:
    return packed + zlib.crc32(packed).to_bytes(_CHECKSUM)
