"""Fits what the windows of hex Gomoku are worth to games of small searches against themselves.

The games begin with random stones, and some moves are random, so that there are wins, draws and
positions that no good player would reach. The searches judge windows by their stones alone, so
what is fitted now does not depend on what was fitted before. A logistic regression then tells the
score of the colour to place from counts of windows, in the positions where alpha-beta asks its
evaluation: nobody wins at once or by a short search of fours.
"""

import functools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.kernels.shared import new_table
from ai.search.limits import CancelFlag
from game.games.hex_gomoku.kernels import alphabeta as kernel
from game.games.hex_gomoku.kernels.position import FIVE_LINES, FOUR_LINES, TURN
from game.games.hex_gomoku.kernels.tables import make_tables
from game.games.hex_gomoku.kernels.threats import quick_fours_win
from game.games.hex_gomoku.kernels.worth import UNIT, window_kind
from game.games.hex_gomoku.rules import EMPTY, HexParameters, HexState, geometry, new_game
from game.games.hex_gomoku.search.lazy_smp import LEAF_FOURS, SearchThread
from game.games.hex_gomoku.search.pairing import find_certificate
from game.games.lattice.kernels.proofs import ABORTED, NODE_LIMIT

NODES = (1000, 2000, 4000)  # of a move; one of them for a game, as all that follows
RANDOM_MOVES = (0.0, 0.05, 0.15)
OPENING_STONES = (2, 9)
PROMISING = 12  # moves from which a random one comes
CLOSE = 15  # units of worth that a move of the first `VARIED_STONES` may give up
VARIED_STONES = 14
CERTIFICATE_STEPS = 3000
RIDGE = 5.0
HELD_OUT = 5  # one game in so many
TABLE_BITS = 15
DEEPEST = 30

_FOUR = 4
_OFF_BOARD = 3
_SURE = kernel.MATE - kernel.LONGEST_MATE

Row = dict[str, object]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its moves, how many of them were its opening, and the colour that won, if any."""

    moves: tuple[int, ...]
    opening: int
    winner: int | None


def rows(number: int, seed: int) -> Iterator[Row]:
    """Play so many games; yield how well they are foretold, then the windows' worth."""
    boards, scores, games = positions(list(self_play(number, seed)))
    counts = window_counts(boards)
    held_out = games % HELD_OUT == 0
    weights = fit(counts[~held_out], scores[~held_out])
    by_stones = _by_stones(counts)
    plain = fit(by_stones[~held_out], scores[~held_out])
    yield {
        "games": number,
        "positions": len(scores),
        "held_out": int(held_out.sum()),
        "loss": round(loss(counts[held_out], scores[held_out], weights), 4),
        "loss_by_stones": round(loss(by_stones[held_out], scores[held_out], plain), 4),
    }
    kinds = len(kinds_of_windows())
    for text, index in kinds_of_windows().items():
        if text.count("x") < _FOUR:
            waiting, placing = weights[kinds + index], weights[index]
            yield {"window": text, "waiting": _units(waiting), "to_place": _units(placing)}
    yield {"tempo": _units(weights[-1])}


def _units(log_odds: float) -> int:
    return round(UNIT * log_odds)


# Games.


def self_play(number: int, seed: int) -> Iterator[Game]:
    """Yield games of small searches against themselves; equal seeds give equal games."""
    rng = random.Random(seed)
    player = _Player()
    while number:
        game = _play(player, random.Random(rng.randrange(2**40)))
        if game is not None:
            number -= 1
            yield game


def _play(player: "_Player", rng: random.Random) -> Game | None:
    """Return a game, or None if it would be over with its opening."""
    state = new_game(HexParameters(), 0)
    opening = rng.randint(*OPENING_STONES)
    moves = []
    for _ in range(opening):
        moves.append(_near(state, rng))
        state = state.play(moves[-1])
        if state.is_terminal:
            return None
    nodes = rng.choice(NODES)
    share = rng.choice(RANDOM_MOVES)
    safe: set[int] = set()
    while not state.is_terminal and len(safe) < 2:
        if state.stones >= VARIED_STONES and state.stones % 2 == 0:
            safe |= {
                colour
                for colour in (1, 2)
                if colour not in safe and find_certificate(state, colour, steps=CERTIFICATE_STEPS)
            }
            if len(safe) == 2:  # nobody can win any more
                break
        moves.append(player.move(state, nodes, share, rng))
        state = state.play(moves[-1])
    return Game(tuple(moves), opening, state.winning_colour)


def _near(state: HexState, rng: random.Random) -> int:
    """Return a random empty cell at most two steps from a stone; three from the middle at first."""
    places = geometry(state.parameters.side).cells
    stones = [places[cell] for cell, stone in enumerate(state.cells) if stone]
    reach = 2 if stones else 3
    centres = stones or [places[len(places) // 2]]
    empty = [cell for cell, stone in enumerate(state.cells) if stone == EMPTY]
    near = [
        cell for cell in empty if any(_steps(places[cell], centre) <= reach for centre in centres)
    ]
    return rng.choice(near)


def _steps(one: tuple[int, int], other: tuple[int, int]) -> int:
    down, along = one[0] - other[0], one[1] - other[1]
    return max(abs(down), abs(along), abs(down + along))


class _Player:
    """A small alpha-beta search without proofs."""

    def __init__(self) -> None:
        self._thread = SearchThread(HexParameters(), new_table(TABLE_BITS), 0)
        self._thread.solver.tables = make_tables(HexParameters(), fitted=False)
        self._flag = CancelFlag().array

    def move(self, state: HexState, nodes: int, share: float, rng: random.Random) -> int:
        """Return a good move, or now and then a random one of those that look promising."""
        solver = self._thread.solver
        me = state.colour_to_place - 1
        at_once = solver.winning_cells(state, me) or solver.winning_cells(state, 1 - me)
        if at_once:
            return at_once[0]
        ranked = self._ranked(state, nodes)
        move, value = ranked[0]
        if abs(value) < _SURE:
            close = [other for other, worth in ranked[:3] if worth >= value - CLOSE]
            if state.stones < VARIED_STONES and len(close) > 1 and rng.random() < 0.5:
                move = rng.choice(close)
            if rng.random() < share:
                move = rng.choice(self._promising(state)[:PROMISING])
        return move

    def _promising(self, state: HexState) -> list[int]:
        gains = self._thread.solver.gains(state)
        return sorted(gains, key=lambda move: -gains[move])

    def _ranked(self, state: HexState, nodes: int) -> list[tuple[int, int]]:
        """Return the searched moves and their values, the best first."""
        thread, solver = self._thread, self._thread.solver
        moves = self._promising(state)[:32]
        thread.prepare(state.colour_to_place - 1, 0, margin=40)
        last = solver.nodes + nodes
        values: dict[int, int] = {}
        for depth in range(1, DEEPEST):
            left = max(0, last - solver.nodes)
            found = thread.search_root(state, moves, self._flag, depth=depth, top=3, nodes=left)
            if not found:
                break
            values.update(zip(moves, found, strict=False))
            order = sorted(range(len(found)), key=lambda i: -found[i])
            moves = [moves[i] for i in order] + moves[len(found) :]
            if len(found) < len(moves) or abs(found[order[0]]) > _SURE:
                break
        return [(move, values[move]) for move in moves if move in values]


# Positions.


def positions(games: list[Game]) -> tuple[NDArray[np.int8], Floats, NDArray[np.int64]]:
    """Return the quiet positions of games after their openings.

    Returns:
        The boards int8[positions, cells + 1], 1 for the colour to place and 2 for the other one,
        with a cell off the board at the end; what the colour to place scored, 0 to 1; and the
        number of the game.
    """
    search = SearchThread(HexParameters(), new_table(1), 0)
    boards, scores, numbers = [], [], []
    for number, game in enumerate(games):
        state = new_game(HexParameters(), 0)
        for ply, move in enumerate(game.moves):
            if ply >= game.opening and _is_quiet(search, state):
                stones = np.array((*state.cells, EMPTY), np.int8)
                mine = stones == state.colour_to_place
                boards.append(np.where(mine, 1, np.where(stones == EMPTY, 0, 2)))
                boards[-1][-1] = _OFF_BOARD
                won = game.winner == state.colour_to_place
                scores.append(0.5 if game.winner is None else float(won))
                numbers.append(number)
            state = state.play(move)
    return np.array(boards, np.int8), np.array(scores), np.array(numbers, np.int64)


def _is_quiet(search: SearchThread, state: HexState) -> bool:
    """Whether alpha-beta would ask its evaluation here."""
    solver = search.solver
    solver.load(state)
    position, work = solver.position, solver.work
    if position[FIVE_LINES] or position[FIVE_LINES + 1]:
        return False
    if not position[FOUR_LINES + position[TURN]]:
        return True
    work[ABORTED] = 0
    work[NODE_LIMIT] = solver.nodes + 2 * LEAF_FOURS
    flag = CancelFlag().array
    plies = quick_fours_win(solver.tables, position, work, solver.memo, flag, 0, LEAF_FOURS)
    return bool(plies <= 0)


@functools.cache
def kinds_of_windows() -> dict[str, int]:
    """Return a number for each kind of open window with one to four stones, five in a row."""
    ends = [(before, after) for before in (False, True) for after in (False, True)]
    texts = {window_kind(stones, *shut) for stones in range(1, 31) for shut in ends}
    return {text: number for number, text in enumerate(sorted(texts))}


def window_text(cells: Sequence[int], colour: int) -> str | None:
    """Return the kind of a window of five, as in `kinds_of_windows`.

    Args:
        cells: It and the cells before and after it: 0 empty, 1 and 2 stones, 3 off the board.
        colour: Whose window it is to be, 1 or 2.

    Returns:
        None if it is not open to the colour, empty or full.
    """
    before, *window, after = cells
    held = sum(1 << k for k, cell in enumerate(window) if cell == colour)
    is_open = set(window) == {EMPTY, colour} and colour not in (before, after)
    return window_kind(held, before != EMPTY, after != EMPTY) if is_open else None


def window_counts(boards: NDArray[np.int8]) -> Floats:
    """Count the open windows of each kind, of the colour to place, then, negative, the other's.

    Returns:
        float64[positions, 2 * kinds + 1]; the last column, all ones, is the tempo's.
    """
    kinds = kinds_of_windows()
    counts = np.zeros((len(boards), 2 * len(kinds) + 1))
    counts[:, -1] = 1
    every = np.arange(len(boards))
    index_of = np.full(4**7, -1)
    for colour, first, sign in ((1, 0, 1), (2, len(kinds), -1)):
        for code in range(4**7):
            text = window_text([code >> 2 * k & 3 for k in range(7)], colour)
            index_of[code] = kinds.get(text, -1) if text else -1
        for cells in _windows():
            code = (boards[:, cells].astype(np.int64) << np.arange(0, 14, 2)).sum(1)
            index = index_of[code]
            seen = index >= 0
            counts[every[seen], first + index[seen]] += sign
    return counts


def _windows() -> Iterator[list[int]]:
    """Yield each window's cells, with the one before and the one after it."""
    board = geometry(HexParameters().side)
    for line in board.lines:
        padded = [len(board.cells), *line, len(board.cells)]
        for start in range(len(line) - 4):
            yield padded[start : start + 7]


# The regression.


def fit(counts: Floats, scores: Floats) -> Floats:
    """Return the weights of a logistic regression with a ridge, by Newton's method."""
    weights = np.zeros(counts.shape[1])
    ridge = np.full(counts.shape[1], RIDGE)
    ridge[-1] = 1e-6
    for _ in range(12):
        expected = 1 / (1 + np.exp(-counts @ weights))
        slope = counts.T @ (scores - expected) - ridge * weights
        curve = (counts * (expected * (1 - expected))[:, None]).T @ counts
        weights += np.linalg.solve(curve + np.diag(ridge), slope)
    return weights


def loss(counts: Floats, scores: Floats, weights: Floats) -> float:
    """Return the mean cross-entropy in nats a position."""
    odds = counts @ weights
    return float(np.mean(np.logaddexp(0, odds) - scores * odds))


def _by_stones(counts: Floats) -> Floats:
    """Return the counts added up by number of stones, both colours alike: the simpler model."""
    kinds = kinds_of_windows()
    sums = np.zeros((len(counts), _FOUR))
    for text, index in kinds.items():
        sums[:, text.count("x") - 1] += counts[:, index] + counts[:, len(kinds) + index]
    return np.column_stack([sums, counts[:, -1]])
