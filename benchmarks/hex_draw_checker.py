"""Walks a proof that a colour of hex Gomoku wins or cannot lose, with rules of its own.

No other module has to be trusted. A position is a text of a digit for each cell, row by row: 0
empty, 1 black, 2 white. A proof is a table: for each position in which its colour is to place, a
stone to place and covers, which answer many of the opponent's next stones at once. Of a position's
twelve symmetric images, the table has the one whose text is the smallest.

A cover is ``[stone ]a1-b2 c3-d4 ...``: a stone that wins, or disjoint pairs of empty cells, after
a stone or as they stand. Whenever the opponent takes a cell of a pair, the other one is taken. If
each run that the opponent can still make contains a pair, none is ever made. Any stone of the
opponent that is neither the cover's own nor in a pair may be answered by the cover's stone: it
makes no run possible that was not possible before.

``python -m benchmarks.hex_draw_checker FILE ...`` checks files that ``benchmarks.hex`` wrote.
"""

import gzip
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

EMPTY, BLACK, WHITE = "012"
COLOURS = {"black": BLACK, "white": WHITE}

_DIRECTIONS = ((0, 1), (1, 0), (1, -1))

Run = tuple[list[int], list[int]]
"""The cells of a possible run, and those right before and after it."""


class ProofCheck:
    """One proof, and how much of it has been walked.

    Attributes:
        answers: How many positions were come to and answered.
        covers: How many covers were tested.
    """

    def __init__(self, proof: Mapping[str, Any]) -> None:
        """Take ``side``, ``in_a_row``, ``colour``, ``wins``, ``start`` and ``answers``.

        ``wins`` tells whether the colour is to win, or only not to lose. ``start`` is a position,
        and ``answers`` the table.
        """
        side, length = proof["side"], proof["in_a_row"]
        places = [
            (row, number)
            for row in range(2 * side - 1)
            for number in range(1, 2 * side)
            if side <= row + number <= 3 * side - 2
        ]
        index = {place: cell for cell, place in enumerate(places)}
        self.answers = self.covers = 0
        self._proof = proof
        self._mine = COLOURS[proof["colour"]]
        self._theirs = WHITE if self._mine == BLACK else BLACK
        self._cells = {f"{'abcdefghijklmno'[row]}{number}": i for (row, number), i in index.items()}
        self._runs: list[Run] = []
        for row, number in places:
            for down, along in _DIRECTIONS:
                line = [(row + down * i, number + along * i) for i in range(-1, length + 1)]
                if all(place in index for place in line[1:-1]):
                    ends = [index[place] for place in (line[0], line[-1]) if place in index]
                    self._runs.append(([index[place] for place in line[1:-1]], ends))
        self._runs_of = [
            [run for run in self._runs if cell in run[0]] for cell in range(len(index))
        ]
        self._images = []
        for flipped in (False, True):
            image = [(number - 1, row + 1) if flipped else (row, number) for row, number in places]
            for _ in range(6):  # by a sixth of a turn each
                image = [(row + number - side, 2 * side - 1 - row) for row, number in image]
                self._images.append([index[place] for place in image])

    def walk(self) -> None:
        """Follow the colour's answers to every move of the opponent, to all ends.

        Raises:
            ValueError: The proof fails in some position.
        """
        start = self._proof["start"]
        excess = start.count(BLACK) - start.count(WHITE)
        stones = [cell for cell, stone in enumerate(start) if stone != EMPTY]
        if (
            len(start) != len(self._cells)
            or excess not in (0, 1)
            or any(self._completes(start, cell) for cell in stones)
        ):
            raise ValueError(f"no position of a game that goes on: {start}")
        mine_next = (self._mine == BLACK) == (excess == 0)
        waiting = [start] if mine_next else self._after(start, self._moves(start))
        seen = set()
        while waiting:
            position = self._smallest(waiting.pop())
            if position not in seen:
                seen.add(position)
                if position not in self._proof["answers"]:
                    raise ValueError(f"no answer in {position}")
                waiting += self._follow(position, self._proof["answers"][position])
        self.answers = len(seen)

    def _follow(self, position: str, answer: Sequence[str]) -> list[str]:
        """Place the answer's stone; return the positions after the opponent's uncovered moves."""
        stone, *covers = answer
        position = self._place(position, self._cells[stone])
        if self._completes(position, self._cells[stone]):
            return []
        moves = self._moves(position)
        for cover in covers:
            moves &= self._left_open(position, cover)
        return self._after(position, moves)

    def _moves(self, position: str) -> set[int]:
        """Return the opponent's moves, none of which may end the game to its liking."""
        moves = {cell for cell, stone in enumerate(position) if stone == EMPTY}
        if any(self._completes(_with(position, move, self._theirs), move) for move in moves):
            raise ValueError(f"the opponent wins in {position}")
        if self._proof["wins"] and len(moves) < 2:
            raise ValueError(f"a draw, not a win, from {position}")
        return moves

    def _after(self, position: str, moves: Iterable[int]) -> list[str]:
        """Return the positions after moves of the opponent, but for those of a full board."""
        if position.count(EMPTY) == 1:
            return []
        return [_with(position, move, self._theirs) for move in moves]

    def _left_open(self, position: str, cover: str) -> set[int]:
        """Test a cover; return the moves of the opponent that it does not answer."""
        self.covers += 1
        words = cover.split()
        first = set()
        if words and "-" not in words[0]:
            cell = self._cells[words.pop(0)]
            position = self._place(position, cell)
            first = {cell}
            if self._completes(position, cell):
                return first
        if self._proof["wins"]:
            raise ValueError(f"a cover that does not win: {cover}")
        partner: dict[int, int] = {}
        for word in words:
            one, two = (self._cells[name] for name in word.split("-"))
            if one == two or any(c in partner or position[c] != EMPTY for c in (one, two)):
                raise ValueError(f"{word} is no pair of free cells in {cover}")
            partner |= {one: two, two: one}
        for run, ends in self._runs:
            is_open = all(position[cell] != self._mine for cell in run)
            if not is_open or any(position[cell] == self._theirs for cell in ends):
                continue
            if not any(partner.get(cell) in run for cell in run):
                raise ValueError(f"a run of the opponent has no pair of {cover} in {position}")
        return first | set(partner) if first else set()

    def _completes(self, position: str, cell: int) -> bool:
        """Whether a run of exactly the right length goes through a stone."""
        stone = position[cell]
        return any(
            all(position[other] == stone for other in run)
            and all(position[other] != stone for other in ends)
            for run, ends in self._runs_of[cell]
        )

    def _place(self, position: str, cell: int) -> str:
        if position[cell] != EMPTY:
            raise ValueError(f"cell {cell} is taken in {position}")
        return _with(position, cell, self._mine)

    def _smallest(self, position: str) -> str:
        return min("".join([position[cell] for cell in image]) for image in self._images)


def _with(position: str, cell: int, stone: str) -> str:
    return position[:cell] + stone + position[cell + 1 :]


def main(paths: Sequence[str]) -> int:
    for path in paths:
        check = ProofCheck(json.loads(gzip.decompress(Path(path).read_bytes())))
        check.walk()
        print(f"{path}: holds, {check.answers} positions, {check.covers} covers")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
