"""Exhaustive minimax on small hex boards: an independent account of the rules, by bitmasks."""

import functools
from collections import Counter

from ai.search.messages import Proof, SearchInfo
from game.games.hex_gomoku.rules import HexState
from tests.rules.naive import hex_points

_STEPS = ((0, 1), (1, 0), (1, -1))
_WON = 1000


@functools.cache
def winning_windows(side: int, in_a_row: int) -> list[list[tuple[int, int]]]:
    """For each cell the (run, both ends) masks of the straight runs through it."""
    places = hex_points(side)
    bit = {place: 1 << cell for cell, place in enumerate(places)}
    through: list[list[tuple[int, int]]] = [[] for _ in places]
    for row, number in places:
        for down, along in _STEPS:
            line = [(row + down * i, number + along * i) for i in range(-1, in_a_row + 1)]
            if all(place in bit for place in line[1:-1]):
                run = sum(bit[place] for place in line[1:-1])
                ends = bit.get(line[0], 0) | bit.get(line[-1], 0)
                for place in line[1:-1]:
                    through[places.index(place)].append((run, ends))
    return through


class SmallHex:
    """The values of all positions of one board, as far as they were asked for.

    A rank is 1000 minus the plies to the end if the player to move wins, the opposite if
    the other does, and 0 in a draw.
    """

    def __init__(self, side: int, in_a_row: int) -> None:
        self._windows = winning_windows(side, in_a_row)
        self._ranks: dict[tuple[int, int], int] = {}

    def rank_of_move(self, state: HexState, move: int) -> int:
        """Return the rank that placing a stone leads to, for who places it."""
        colour = state.colour_to_place
        mine = sum(1 << cell for cell, held in enumerate(state.cells) if held == colour)
        theirs = sum(1 << cell for cell, held in enumerate(state.cells) if held == 3 - colour)
        return self._rank_of_move(mine, theirs, move)

    def ranks(self, state: HexState) -> dict[int, int]:
        """Return the rank of each legal move."""
        return {move: self.rank_of_move(state, move) for move in state.legal_moves}

    def _rank(self, mine: int, theirs: int) -> int:
        if (mine, theirs) not in self._ranks:
            taken = mine | theirs
            free = [cell for cell in range(len(self._windows)) if not taken >> cell & 1]
            self._ranks[mine, theirs] = max(self._rank_of_move(mine, theirs, c) for c in free)
        return self._ranks[mine, theirs]

    def _rank_of_move(self, mine: int, theirs: int, cell: int) -> int:
        mine |= 1 << cell
        if any(mine & run == run and not mine & ends for run, ends in self._windows[cell]):
            return _WON - 1
        if (mine | theirs).bit_count() == len(self._windows):
            return 0
        rank = -self._rank(theirs, mine)
        return rank - (rank > 0) + (rank < 0)


def value_of(rank: int) -> Proof:
    """Return which result a rank is, for whom it is told of."""
    return Proof.WIN if rank > 0 else Proof.LOSS if rank < 0 else Proof.DRAW


def true_proofs(info: SearchInfo, ranks: dict[int, int], where: str) -> Counter[Proof]:
    """Check all that a search has proven; return how many moves it has proven to be what."""
    assert info.proof in (None, value_of(max(ranks.values()))), where
    proven: Counter[Proof] = Counter()
    for each in info.candidates:
        if each.proof is None:
            continue
        rank = ranks[each.move]
        assert each.proof is value_of(rank), where
        if rank:
            assert each.distance is not None, where
            assert _WON - abs(rank) <= each.distance, where
        proven[each.proof] += 1
    return proven
