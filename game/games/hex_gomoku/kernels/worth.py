"""What an open window of hex Gomoku is worth: the weights of alpha-beta's evaluation.

A window is told by its stones and by which of the two cells beside it is shut, held by the enemy
or off the board. It is worth something else while its colour waits than when it is to place. For
five in a row, the weights come from a logistic regression on games of self-play (`python -m
benchmarks.hex worth`); `UNIT` of them stand for one of log-odds.
"""

import numpy as np
from numpy.typing import NDArray

UNIT = 100
WINDOWS = 128  # 4 * mask of stones + 2 * (shut before) + (shut after)

_RUN = 5

# Each kind of window, the cells before and after it in front and behind (. free, | shut), and
# what it is worth waiting and to place; mirrored ones are alike.
_FITTED = """
.....x. 7 8
.....x| 1 0
....x.. 1 1
....x.| -1 -3
....xx. 5 26
....xx| 8 8
...x... 8 7
...x..| 3 2
...x.x. 6 9
...x.x| 7 7
...xx.. 16 1
...xx.| 19 2
...xxx. 32 258
...xxx| 29 35
..x...| -1 -1
..x..x. 13 15
..x..x| 9 8
..x.x.. 21 24
..x.x.| 15 16
..x.xx. 36 145
..x.xx| 26 32
..xx..| 12 15
..xx.x. 44 246
..xx.x| 34 31
..xxx.. 27 101
..xxx.| 54 167
.x....| 2 3
.x...x. 2 -1
.x...x| -5 -4
.x..x.| 7 8
.x..xx. 17 22
.x..xx| 26 31
.x.x..| 2 5
.x.x.x. 32 49
.x.x.x| 30 37
.x.xx.| 40 160
.xx...| 0 20
.xx..x| 18 23
.xx.x.| 37 79
.xxx..| 29 197
|....x| 0 -1
|...x.| -1 -2
|...xx| 3 4
|..x..| -2 -3
|..x.x| 2 2
|..xx.| 5 4
|..xxx| 24 27
|.x..x| -1 -1
|.x.x.| 0 0
|.x.xx| 28 31
|.xx.x| 26 32
|.xxx.| 28 33
|x...x| 9 5
|x..xx| 29 30
|x.x.x| 31 30
"""
_FITTED_TEMPO = 26

# The same by its number of stones, from measurements of strength, where nothing is fitted.
_BY_STONES = {4: (0, 6, 36, 150, 0), 5: (0, 1, 6, 36, 150, 0)}
_TEMPO = 12


def window_worth(in_a_row: int, *, fitted: bool) -> NDArray[np.int64]:
    """Return the worth of all windows: int64[2 * WINDOWS], for each waiting, then to place."""
    worth = np.zeros((WINDOWS, 2), np.int64)
    table = _fitted_table()
    for window in range(4 << in_a_row):
        stones = window >> 2
        worth[window] = _BY_STONES[in_a_row][stones.bit_count()]
        text = window_kind(stones, bool(window & 2), bool(window & 1))
        if in_a_row == _RUN and fitted and text in table:
            worth[window] = table[text]
    return worth.ravel()


def tempo(in_a_row: int, *, fitted: bool) -> int:
    return _FITTED_TEMPO if in_a_row == _RUN and fitted else _TEMPO


def window_kind(stones: int, shut_before: bool, shut_after: bool) -> str:
    """Return a window's kind, the lesser of it and its mirror image."""
    row = "".join("x" if stones >> k & 1 else "." for k in range(_RUN))
    text = f"{'.|'[shut_before]}{row}{'.|'[shut_after]}"
    return min(text, text[::-1])


def _fitted_table() -> dict[str, tuple[int, int]]:
    rows = (line.split() for line in _FITTED.split("\n") if line)
    return {text: (int(waiting), int(placing)) for text, waiting, placing in rows}
