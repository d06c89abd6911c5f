"""Pairing certificates: a few lines of paper that prove a colour of hex Gomoku cannot lose.

Take disjoint pairs of empty cells such that every window in which the opponent may still make
its run contains both cells of some pair. Whenever the opponent takes a cell of a pair, take the
other: no window ever becomes all theirs (Hales and Jewett, "Regularity and positional games",
1963). A stone never opens a window, so the proof holds whoever is to move; a colour that is to
move may also place one stone first, which closes windows by itself.

The pairs are found by exact search: the window with the fewest choices left is decided first.
Nothing here knows a search of moves, so a window may check what an AI thread claims.
"""

from functools import cache
from itertools import combinations

from ai.messages import Certificate
from game.rules.hex_gomoku import BLACK, EMPTY, WHITE, HexState, geometry

NODES = 2_000

Pair = tuple[int, int]
Window = tuple[int, ...]
Gaps = frozenset[int]


def find_certificate(state: HexState, colour: int, *, nodes: int = NODES) -> Certificate | None:
    """Search a certificate for `colour` (1 or 2) in a game that is not over.

    Args:
        state: The position.
        colour: The colour that is not to lose.
        nodes: How many choices may be tried, without and then with a stone placed first.

    Returns:
        The certificate, without a first stone if possible; None if there is none, or none was
        found in time.
    """
    gaps = {
        frozenset(cell for cell in window if state.cells[cell] == EMPTY)
        for window in open_windows(state, 3 - colour)
    }
    # A window that contains another one's gaps is hit along with it.
    needed = [gap for gap in gaps if not any(other < gap for other in gaps)]
    room = len(state.cells) - state.stones
    least = pairs_needed(state, colour)
    if 2 * least <= room and all(len(gap) > 1 for gap in needed):
        pairs = _Cover(needed, nodes).solve()
        if pairs is not None:
            return Certificate(colour, tuple(sorted(pairs)))
    # A stone closes windows of its three lines, so it may save any number of pairs there.
    if state.colour_to_place != colour or not needed:
        return None
    chosen = _Cover(needed, nodes, with_stone=True).solve()
    if chosen is None:
        return None
    first = next(items[0] for items in chosen if len(items) == 1)
    return Certificate(colour, tuple(sorted(each for each in chosen if len(each) == 2)), first)


def pairs_needed(state: HexState, colour: int) -> int:
    """Return how many pairs a certificate of `colour` takes at least, clashes left aside.

    Two cells lie on one line at most, so each line needs pairs of its own: one for each of its
    windows of which no two share a pair.
    """
    return sum(
        _pairs_on_line(tuple(state.cells[cell] for cell in line), state.parameters.in_a_row, colour)
        for line in geometry(state.parameters.side).lines
    )


@cache
def _pairs_on_line(stones: tuple[int, ...], in_a_row: int, colour: int) -> int:
    """Return how many pairs hit the opponent's windows of a line, leftmost windows first."""
    pairs = 0
    taken: set[int] = set()
    for start in range(len(stones) - in_a_row + 1):
        end = start + in_a_row
        ends = stones[max(0, start - 1) : start] + stones[end : end + 1]
        if colour in stones[start:end] or 3 - colour in ends:
            continue
        gaps = {cell for cell in range(start, end) if stones[cell] == EMPTY}
        if len(gaps & taken) < 2:
            pairs += 1
            taken = gaps
    return pairs


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

    Pairs and windows are numbered, and sets of them are the bits of ints. With a stone, one
    single cell may be among the chosen.
    """

    def __init__(self, windows: list[Gaps], nodes: int, *, with_stone: bool = False) -> None:
        self._nodes = nodes
        pairs = sorted({pair for window in windows for pair in combinations(sorted(window), 2)})
        cells = sorted({cell for window in windows for cell in window}) if with_stone else []
        self._choices: list[tuple[int, ...]] = [*pairs, *((cell,) for cell in cells)]
        self._hits = [
            sum(1 << w for w, window in enumerate(windows) if window.issuperset(choice))
            for choice in self._choices
        ]
        touching: dict[int, int] = {}
        for number, choice in enumerate(self._choices):
            for cell in choice:
                touching[cell] = touching.get(cell, 0) | 1 << number
        stones = ((1 << len(cells)) - 1) << len(pairs)
        self._clashes = [touching[one] | touching[two] for one, two in pairs]
        self._clashes += [touching[cell] | stones for cell in cells]
        self._ways = [
            sum(1 << number for number, hit in enumerate(self._hits) if hit >> w & 1)
            for w in range(len(windows))
        ]

    def solve(self) -> list[tuple[int, ...]] | None:
        """Return the chosen pairs, and the cell of the stone if there is one, or None."""
        chosen = self._extend((1 << len(self._ways)) - 1, (1 << len(self._choices)) - 1)
        return None if chosen is None else [self._choices[number] for number in chosen]

    def _extend(self, windows: int, available: int) -> list[int] | None:
        """Return numbers of available choices that hit the windows, or None."""
        if not windows:
            return []
        ways = min((self._ways[w] & available for w in _bits(windows)), key=int.bit_count)
        for number in sorted(
            _bits(ways), key=lambda number: -(self._hits[number] & windows).bit_count()
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
    every direction, must contain a pair; the pairs must be disjoint and empty. With a stone to
    be placed first, that holds once it stands, and its colour must be to move.
    """
    if certificate.first is not None:
        if state.colour_to_place != certificate.colour or state.cells[certificate.first] != EMPTY:
            return False
        state = state.play(certificate.first)
        if state.winning_line:
            return True
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
