import sys
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.kernels.compiled import compiled
from ai.kernels.references import borrowed


class Room(NamedTuple):
    words: NDArray[np.int32]
    factor: int
    table: NDArray[np.float64]


@compiled
def _fill(room):
    room = borrowed(room)
    words = room.words
    for index in range(len(words)):
        words[index] += index * room.factor
        room.table[1, index] = words[index]
    return room.table[1].sum()


def test_what_is_borrowed_is_the_same_and_stays_its_owners() -> None:
    room = Room(np.ones(4, np.int32), 3, np.zeros((2, 4)))
    counts = [sys.getrefcount(room.words), sys.getrefcount(room.table)]
    for _ in range(3):
        _fill(room)
    assert room.words.tolist() == [1, 10, 19, 28]
    assert room.table.tolist() == [[0, 0, 0, 0], [1, 10, 19, 28]]
    assert _fill(room) == 4 + 12 * 6
    assert [sys.getrefcount(room.words), sys.getrefcount(room.table)] == counts
