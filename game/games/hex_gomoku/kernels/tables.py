"""Line patterns of hex Gomoku: what a line offers either colour, by one look-up.

A line's contents are a base-3 code (0 empty, 1 black, 2 white, the first cell least). For each
code and colour a record tells which cells make exactly the winning run, which make a four and
which a three, and what the open windows are worth to a colour that waits and to one that is to
place. A window is `in_a_row` neighbouring cells without an enemy stone and without an own one
right before or after it, so a run that fills it is no overline; a stone more or less anywhere can
open or close one, and the record knows.

Everything stands in one int64 array, as a recursive kernel copies each array it is handed. The
offsets are those of the largest board, whatever the side, so that they are constants.
"""

import functools

import numpy as np
from numpy.typing import NDArray

from ai.kernels.bits import bit_count
from ai.kernels.compiled import compiled, inlined
from game.games.hex_gomoku.kernels.worth import WINDOWS, tempo, window_worth
from game.games.hex_gomoku.rules import HexParameters, geometry

MAX_CELLS = 169
MAX_LINES = 45
LINE_BITS = 16
TABLED_LENGTH = 11  # longer lines (sides 7 and 8) are worked out as they come up

CELLS = 0
LINES = 1
IN_A_ROW = 2
TEMPO = 3  # what it is worth to be the colour to place
LINE_OF = 4  # [3 * cell + k] the k-th line through a cell
BIT_OF = LINE_OF + 3 * MAX_CELLS  # [3 * cell + k] the cell's bit number on it
POWER_OF = BIT_OF + 3 * MAX_CELLS  # [3 * cell + k] 3 ** bit
KEY_OF = POWER_OF + 3 * MAX_CELLS  # [2 * cell + colour] Zobrist keys
CELL_AT = KEY_OF + 2 * MAX_CELLS  # [16 * line + bit] the cell behind a bit
LENGTH_OF = CELL_AT + LINE_BITS * MAX_LINES  # [line] its cells
CODES_FROM = LENGTH_OF + MAX_LINES  # [line] number of its first code, or -1 without a table
WORTH_OF_WINDOW = CODES_FROM + MAX_LINES  # [2 * window + 1 to place, 0 waiting], see `worth`
PATTERNS = WORTH_OF_WINDOW + 2 * WINDOWS  # [2 * code + colour] the records

# A record: three masks of cells by what a stone there makes, then what the windows are worth to
# their colour while it waits and when it is to place, both signed.
MASK = (1 << 15) - 1
FIVE = 0
FOUR = 15
THREE = 30
WAITING = 45
PLACING = 54
_MOST_WAITING = (1 << (PLACING - WAITING - 1)) - 1
_MOST_PLACING = (1 << (63 - PLACING)) - 1


@inlined
def waiting_worth(record):
    """Return what a line is worth to a record's colour while the other one is to place."""
    return (record << (64 - PLACING)) >> (64 - PLACING + WAITING)


@inlined
def placing_worth(record):
    return record >> PLACING


@compiled
def line_record(tables, own, other, length):
    """Return the record of a line for the colour whose stones are the mask `own`."""
    in_a_row = tables[IN_A_ROW]
    run = (1 << in_a_row) - 1
    outside = ~((1 << length) - 1) | other
    fives = 0
    fours = 0
    threes = 0
    waiting = 0
    placing = 0
    for start in range(length - in_a_row + 1):
        window = run << start
        ends = (1 << (start + in_a_row)) | ((1 << start) >> 1)
        if window & other or ends & own or not window & own:
            continue
        missing = in_a_row - bit_count(np.uint64(window & own))
        gaps = window & ~own
        if missing == 1:
            fives |= gaps
        elif missing == 2:
            fours |= gaps
        elif missing == 3:
            threes |= gaps
        shut_before = 1 if start == 0 else (outside >> (start - 1)) & 1
        shut_after = (outside >> (start + in_a_row)) & 1
        stones = (window & own) >> start
        at = WORTH_OF_WINDOW + 2 * (4 * stones + 2 * shut_before + shut_after)
        waiting += tables[at]
        placing += tables[at + 1]
    waiting = min(max(waiting, -_MOST_WAITING), _MOST_WAITING) & ((1 << (PLACING - WAITING)) - 1)
    placing = min(max(placing, -_MOST_PLACING), _MOST_PLACING)
    worth = (placing << PLACING) | (waiting << WAITING)
    return worth | (threes << THREE) | (fours << FOUR) | fives


@compiled
def _fill_patterns(tables, length, out):
    """Write the records of all 3 ** length codes, counting up in base 3."""
    digits = np.zeros(length + 1, np.int64)
    black = 0
    white = 0
    for code in range(out.size // 2):
        out[2 * code] = line_record(tables, black, white, length)
        out[2 * code + 1] = line_record(tables, white, black, length)
        place = 0
        while digits[place] == 2:
            digits[place] = 0
            white ^= 1 << place
            place += 1
        if digits[place] == 0:
            black |= 1 << place
        else:
            black ^= 1 << place
            white |= 1 << place
        digits[place] += 1


def make_tables(parameters: HexParameters, *, fitted: bool = True) -> NDArray[np.int64]:
    """Return the tables of a board, int64[n]; read-only, shared by all searches of its kind.

    Args:
        fitted: Whether windows are worth what was fitted, or what their number of stones says.
    """
    return _make_tables(parameters.side, parameters.in_a_row, fitted)


@functools.lru_cache(maxsize=8)
def _make_tables(side: int, in_a_row: int, fitted: bool) -> NDArray[np.int64]:
    board = geometry(side)
    lengths = sorted({len(line) for line in board.lines if len(line) <= TABLED_LENGTH})
    first_code = dict(zip(lengths, np.cumsum([0] + [3**n for n in lengths]).tolist(), strict=False))
    tables = np.zeros(PATTERNS + 2 * sum(3**n for n in lengths), np.int64)
    tables[CELLS] = len(board.cells)
    tables[LINES] = len(board.lines)
    tables[IN_A_ROW] = in_a_row
    tables[TEMPO] = tempo(in_a_row, fitted=fitted)
    worth = window_worth(in_a_row, fitted=fitted)
    tables[WORTH_OF_WINDOW : WORTH_OF_WINDOW + worth.size] = worth
    keys = np.random.default_rng(side).integers(-(2**63), 2**63, 2 * MAX_CELLS, np.int64)
    tables[KEY_OF : KEY_OF + keys.size] = keys
    lines_seen = [0] * len(board.cells)
    for number, line in enumerate(board.lines):
        tables[LENGTH_OF + number] = len(line)
        tables[CODES_FROM + number] = first_code.get(len(line), -1)
        for bit, cell in enumerate(line):
            at = 3 * cell + lines_seen[cell]
            lines_seen[cell] += 1
            tables[LINE_OF + at] = number
            tables[BIT_OF + at] = bit
            tables[POWER_OF + at] = 3**bit
            tables[CELL_AT + LINE_BITS * number + bit] = cell
    for length, first in first_code.items():
        start = PATTERNS + 2 * first
        _fill_patterns(tables, length, tables[start : start + 2 * 3**length])
    tables.flags.writeable = False
    return tables
