"""Pairing certificates: a few lines of paper that prove a colour of hex Gomoku cannot lose.

Take disjoint pairs of empty cells such that every window in which the opponent may still make
its run contains both cells of some pair. Whenever the opponent takes a cell of a pair, take the
other: no window ever becomes all theirs (Hales and Jewett, "Regularity and positional games",
1963). A stone never opens a window, so the proof holds whoever is to move.

The pairs are found by exact search: the window with the fewest pairs left is decided first.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations

from game.rules.hex_gomoku import BLACK, EMPTY, WHITE, HexState, geometry

NODES = 2_000

Pair = tuple[int, int]
Window = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Certificate:
    """Why a colour cannot lose.

    Attributes:
        colour: 1 for black, 2 for white.
        pairs: Disjoint pairs of empty cells; who takes one gets the other answered.
    """

    colour: int
    pairs: tuple[Pair, ...]


def find_certificate(state: HexState, colour: int, *, nodes: int = NODES) -> Certificate | None:
    """Search a certificate for `colour` (1 or 2) in a game that is not over.

    Args:
        state: The position.
        colour: The colour that is not to lose.
        nodes: How many choices of a pair may be tried.

    Returns:
        The certificate; None if there is none, or none was found in time.
    """
    gaps = {
        frozenset(cell for cell in window if state.cells[cell] == EMPTY)
        for window in open_windows(state, 3 - colour)
    }
    # A window that contains another one's gaps is hit along with it.
    needed = [gap for gap in gaps if not any(other < gap for other in gaps)]
    pairs = _Cover(needed, nodes).solve()
    return None if pairs is None else Certificate(colour, tuple(sorted(pairs)))


def open_windows(state: HexState, colour: int) -> list[Window]:
    """Return the windows in which `colour` may still make a run of exactly the right length."""
    cells = state.cells
    return [
        window
        for window, ends in _windows(state.parameters.side, state.parameters.in_a_row)
        if all(cells[cell] in (EMPTY, colour) for cell in window)
        and all(cells[cell] != colour for cell in ends)
    ]


def is_dead(state: HexState) -> bool:
    """Whether nobody can win any more: no window is open to either colour."""
    return not open_windows(state, BLACK) and not open_windows(state, WHITE)


@cache
def _windows(side: int, in_a_row: int) -> tuple[tuple[Window, Window], ...]:
    """Return every window of a board, with the cells right before and after it."""
    return tuple(
        (line[start : start + in_a_row], line[max(0, start - 1) : start] + line[end : end + 1])
        for line in geometry(side).lines
        for start in range(len(line) - in_a_row + 1)
        for end in (start + in_a_row,)
    )


class _Cover:
    """Chooses disjoint pairs that hit every window, by depth-first search over bitsets.

    Pairs and windows are numbered, and sets of them are the bits of ints.
    """

    def __init__(self, windows: list[frozenset[int]], nodes: int) -> None:
        self._nodes = nodes
        pairs = sorted({pair for window in windows for pair in combinations(sorted(window), 2)})
        self._pairs = pairs
        self._hits = [
            sum(1 << w for w, window in enumerate(windows) if window.issuperset(pair))
            for pair in pairs
        ]
        touching: dict[int, int] = {}
        for number, pair in enumerate(pairs):
            for cell in pair:
                touching[cell] = touching.get(cell, 0) | 1 << number
        self._clashes = [touching[one] | touching[two] for one, two in pairs]
        self._choices = [
            sum(1 << number for number, hit in enumerate(self._hits) if hit >> w & 1)
            for w in range(len(windows))
        ]

    def solve(self) -> list[Pair] | None:
        """Return the pairs, or None."""
        chosen = self._extend((1 << len(self._choices)) - 1, (1 << len(self._pairs)) - 1)
        return None if chosen is None else [self._pairs[number] for number in chosen]

    def _extend(self, windows: int, available: int) -> list[int] | None:
        """Return numbers of available pairs that hit the windows, or None."""
        if not windows:
            return []
        choices = min((self._choices[w] & available for w in _bits(windows)), key=int.bit_count)
        for number in sorted(
            _bits(choices), key=lambda number: -(self._hits[number] & windows).bit_count()
        ):
            if self._nodes <= 0:
                return None
            self._nodes -= 1
            rest = self._extend(windows & ~self._hits[number], available & ~self._clashes[number])
            if rest is not None:
                return [number, *rest]
            available &= ~(1 << number)
        return None


def _bits(mask: int) -> list[int]:
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


def holds(state: HexState, certificate: Certificate) -> bool:
    """Check a certificate from the definition, with nothing of what found it.

    Every run of the opponent that is still possible, walked cell by cell from every cell in
    every direction, must contain a pair; the pairs must be disjoint and empty.
    """
    used = [cell for pair in certificate.pairs for cell in pair]
    if len(set(used)) != len(used) or any(state.cells[cell] != EMPTY for cell in used):
        return False
    board = geometry(state.parameters.side)
    opponent = 3 - certificate.colour
    for row, number in board.cells:
        for down, along in ((0, 1), (1, 0), (1, -1)):
            steps = range(-1, state.parameters.in_a_row + 1)
            places = [board.index.get((row + down * k, number + along * k)) for k in steps]
            before, *run, after = places
            stones = [None if place is None else state.cells[place] for place in run]
            if any(stone is None or stone == certificate.colour for stone in stones):
                continue
            if any(end is not None and state.cells[end] == opponent for end in (before, after)):
                continue
            if not any(one in run and two in run for one, two in certificate.pairs):
                return False
    return True
