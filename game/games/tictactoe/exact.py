"""True values of small positions of Tic-Tac-Toe and its relatives, by exhaustive search."""

import functools
import random
import time
from collections.abc import Callable

from ai.contract.rules import State
from ai.kinds import SearcherOptions
from ai.search.limits import Flag, TimeSupplier
from ai.search.messages import (
    Candidate,
    ExactValue,
    Limit,
    Proof,
    SearchInfo,
    SearchResult,
    StopReason,
)
from ai.search.order import best_truth, rank
from ai.search.searcher import Listener, final_result
from game.games.lattice.lines import square_lattice
from game.games.tictactoe.rules import TicTacToeParameters, TicTacToeState

MOST_EMPTY_CELLS = 10  # at most 3^10 positions below, under 0.2 s of plain Python
MOST_REMEMBERED = 1 << 19

_WON = 1000  # above any number of plies


@functools.lru_cache(maxsize=4)
def _ranker(parameters: TicTacToeParameters) -> Callable[[int, int, int], int]:
    """Return a function: the rank that marking an empty cell leads to, for who marks it.

    A position is a pair of bitmasks, the marks of the player to move and the other's. Its
    rank is `_WON` minus the plies to the end if the player to move wins, the opposite if
    the other does, and 0 in a draw: the winner hurries, the loser resists.
    """
    cells, windows = range(parameters.columns * parameters.rows), _windows(parameters)

    @functools.lru_cache(maxsize=MOST_REMEMBERED)
    def rank_of_position(mine: int, theirs: int) -> int:
        taken = mine | theirs
        return max(rank_of_move(mine, theirs, cell) for cell in cells if not taken >> cell & 1)

    def rank_of_move(mine: int, theirs: int, cell: int) -> int:
        marked = mine | 1 << cell
        if any(window & marked == window for window in windows[cell]):
            return _WON - 1
        if (marked | theirs).bit_count() == len(cells):
            return 0
        after = -rank_of_position(theirs, marked)
        return after - (after > 0) + (after < 0)

    return rank_of_move


def _windows(parameters: TicTacToeParameters) -> list[list[int]]:
    """Return for each cell the masks of the straight runs through it that win."""
    length = parameters.in_a_row
    through: list[list[int]] = [[] for _ in range(parameters.columns * parameters.rows)]
    for line in square_lattice(parameters.columns, parameters.rows).lines:
        for start in range(len(line) - length + 1):
            window = line[start : start + length]
            for cell in window:
                through[cell].append(sum(1 << c for c in window))
    return through


def exact_values(position: State, flag: Flag | None = None) -> tuple[ExactValue, ...] | None:
    """Return the true value of every legal move, in the order of the moves.

    A distance is the number of plies to the end of the game, the move included, when the
    winner hurries and the loser resists.

    Returns:
        None for another game, or when more than `MOST_EMPTY_CELLS` cells are empty.
    """
    del flag  # it is done before it could be asked
    if not isinstance(position, TicTacToeState) or len(position.legal_moves) > MOST_EMPTY_CELLS:
        return None
    moves = position.legal_moves
    rank_of_move = _ranker(position.parameters)
    mark = position.current_player + 1
    mine = sum(1 << cell for cell, stone in enumerate(position.cells) if stone == mark)
    theirs = sum(1 << cell for cell, stone in enumerate(position.cells) if stone == 3 - mark)
    return tuple(_exact_value(move, rank_of_move(mine, theirs, move), len(moves)) for move in moves)


def _exact_value(move: int, rank: int, empty: int) -> ExactValue:
    if rank == 0:
        return ExactValue(move, Proof.DRAW, empty)
    return ExactValue(move, Proof.WIN if rank > 0 else Proof.LOSS, _WON - abs(rank))


def _place(value: ExactValue) -> tuple[int, float]:
    return rank(value.proof, value.distance)


class ExactSearcher:
    """Plays the true value: wins as fast as can be, never loses a position that holds.

    Equally good moves are chosen among at random.
    """

    def __init__(self, game: str, options: SearcherOptions | None = None) -> None:
        """Set up a searcher; raise `ValueError` for a game that is not Tic-Tac-Toe."""
        if game != "tictactoe":
            raise ValueError(f"the exact searcher solves tictactoe, not {game}")
        self._random = random.Random((options or SearcherOptions()).seed)

    def advance(self, moves: tuple[int, ...] | None) -> None:
        """Do nothing: what is solved holds for every position."""

    def search(
        self, position: State, limit: Limit, is_cancelled: TimeSupplier, on_progress: Listener
    ) -> SearchResult:
        """Return an optimal move; raise `ValueError` when the position is too large."""
        del limit, is_cancelled, on_progress  # it takes milliseconds
        started = time.perf_counter()
        values = exact_values(position)
        if values is None:
            raise ValueError(
                f"the exact searcher solves up to {MOST_EMPTY_CELLS} empty cells,"
                f" but {len(position.legal_moves)} are empty"
            )
        if not values:
            return final_result(position)
        best = min(map(_place, values))
        move = self._random.choice([v.move for v in values if _place(v) == best])
        order = sorted(values, key=lambda v: (_place(v), v.move != move))
        candidates = tuple(
            Candidate.proven(each.move, each.proof, each.distance, _best_line(position, each.move))
            for each in order
        )
        info = SearchInfo(
            value=candidates[0].value,
            candidates=candidates,
            line=candidates[0].line,
            proof=candidates[0].proof,
            distance=candidates[0].distance,
            elapsed=time.perf_counter() - started,
            exact=values,
        )
        return SearchResult(move, info, StopReason.PROVEN)


def _best_line(position: State, move: int) -> tuple[int, ...]:
    """Return a line of best moves to the end of the game that starts with `move`."""
    line = [move]
    position = position.play(move)
    while not position.is_terminal:
        best = best_truth(exact_values(position) or ())
        line.append(best.move)
        position = position.play(best.move)
    return tuple(line)
