"""True values of positions of Breakthrough, where proof-number search finds them soon enough."""

import functools
import threading
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ai.contract.rules import State
from ai.search.limits import Flag
from ai.search.messages import ExactValue, Proof
from game.games.breakthrough.book import SIDE, book, first_keys, key_of
from game.games.breakthrough.kernels import proof_numbers as kernel
from game.games.breakthrough.race import two_rows_a_side
from game.games.breakthrough.rules import BreakthroughState
from game.games.lattice.square_board import BoardParameters

SOLVED_CELLS = 25
"""Boards of up to so many cells can be solved from the start."""


class Nodes(NamedTuple):
    """How many positions may be expanded for a proof.

    Attributes:
        least: So many even if nobody wants to go on.
    """

    most: int
    least: int = 0


SMALL_BOARD = Nodes(most=1 << 20, least=1 << 12)
"""Two seconds, and 8 ms: who stops a search is answered within a frame."""
LARGE_BOARD = Nodes(most=1 << 17, least=1 << 11)
"""Only endings are solved there; up to 10 ms are waited for on 8 x 8."""
TABLE_BITS = 20  # 28 MB
BRIEF_TABLE_BITS = 13  # for the least

Words = tuple[np.uint64, np.uint64]
"""A position as the kernel has it: the cells of the player to move, and of the other."""


class Solver:
    """Proves who wins on boards of one size; it remembers what it has proven.

    Attributes:
        work: The kernel's room, with the table.
    """

    def __init__(
        self,
        columns: int,
        rows: int,
        table_bits: int = TABLE_BITS,
        solved: Mapping[int, bool] | None = None,
    ) -> None:
        """Make room; `solved` has positions that need no proof, by their key in a `book`."""
        self._book = solved or {}
        self.board = kernel.make_board(columns, rows)
        self.work = kernel.make_search(self.board, table_bits)
        self._lock = threading.Lock()

    @property
    def nodes(self) -> int:
        """How many positions the last call has expanded."""
        return int(self.work.numbers[kernel.NODES])

    def mover_wins(self, position: BreakthroughState, nodes: Nodes, flag: Flag) -> bool | None:
        """Return whether the player to move wins an undecided position; None if still unknown."""
        with self._lock:
            self._begin(nodes)
            return self._proven(position, flag)

    def move_wins(
        self, position: BreakthroughState, nodes: Nodes, flag: Flag
    ) -> tuple[bool | None, ...]:
        """Return whether each legal move wins, in the order of the moves; None if still unknown.

        In a position that is known to be lost no move does, whatever is known of what follows.
        The position is proven first: of one that is won so, a winning move is known.

        Args:
            nodes: How many positions may be expanded, over all moves.
            flag: uint8[1]; ends the search once it is set and the least has been done.
        """
        with self._lock:
            self._begin(nodes)
            won = self._proven(position, flag)
            if won is False:
                return (False,) * len(position.legal_moves)
            wins = []
            for move in position.legal_moves:
                if won is None or (flag[0] and self.nodes >= nodes.least):
                    self.work.numbers[kernel.BUDGET] = 0
                after = position.play(move)
                answer_wins = False if after.is_terminal else self._proven(after, flag)
                wins.append(None if answer_wins is None else not answer_wins)
            return tuple(wins)

    def _begin(self, nodes: Nodes) -> None:
        numbers = self.work.numbers
        numbers[kernel.NODES], numbers[kernel.BUDGET], numbers[kernel.LEAST] = 0, *nodes

    def _proven(self, position: BreakthroughState, flag: Flag) -> bool | None:
        words = words_of(position)
        if self._book:
            key = key_of(self.board.columns, *kernel.canonical(self.board, *words))
            if (solved := self._book.get(int(key))) is not None:
                return solved
        verdict = kernel.prove(self.board, self.work, flag, *words)
        return None if verdict == kernel.OPEN else bool(verdict == kernel.WON)


def words_of(position: BreakthroughState) -> Words:
    """Return a position as the kernel has it, seen by the player to move."""
    mover = position.current_player + 1
    cells = position.cells if mover == 1 else position.cells[::-1]
    own = sum(1 << cell for cell, piece in enumerate(cells) if piece == mover)
    others = sum(1 << cell for cell, piece in enumerate(cells) if piece == 3 - mover)
    return np.uint64(own), np.uint64(others)


@functools.lru_cache(maxsize=2)
def solver_of(columns: int, rows: int) -> Solver:
    return Solver(columns, rows, TABLE_BITS, book() if columns == rows == SIDE else None)


def exact_values(position: State, flag: Flag) -> tuple[ExactValue, ...] | None:
    """Return the true values of the legal moves whose values are known, in the order of the moves.

    The only distance told is that of a move that ends the game. With the flag set from the
    beginning the answer does not depend on what was solved before, and nothing is taken from the
    stored positions: of what follows them so little work would not tell how the win goes on.

    Returns:
        None for another game or the misère form.
    """
    if not isinstance(position, BreakthroughState) or position.parameters.misere:
        return None
    board = position.parameters
    nodes = SMALL_BOARD if board.columns * board.rows <= SOLVED_CELLS else LARGE_BOARD
    size = board.columns, board.rows
    solver = Solver(*size, BRIEF_TABLE_BITS) if flag[0] else solver_of(*size)
    wins = solver.move_wins(position, nodes, flag)
    return tuple(
        ExactValue(
            move, Proof.WIN if won else Proof.LOSS, 1 if position.play(move).is_terminal else None
        )
        for move, won in zip(position.legal_moves, wins, strict=True)
        if won is not None
    )


def warm() -> None:
    """Compile the solver, or load it from the cache; read the stored positions."""
    book()
    board = BoardParameters(4, 4)
    start = BreakthroughState(board, two_rows_a_side(board))
    solved = dict.fromkeys(first_keys(4, plies=1).tolist(), True)
    Solver(4, 4, table_bits=8).mover_wins(start, SMALL_BOARD, np.zeros(1, np.uint8))
    Solver(4, 4, 8, solved).mover_wins(start, SMALL_BOARD, np.zeros(1, np.uint8))
