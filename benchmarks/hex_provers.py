"""Proves that a colour of hex Gomoku cannot lose, or wins; `hex_draw_checker` walks the proofs.

That a colour cannot lose is shown by an AND/OR search, deeper and deeper. Where the colour is to
place, a pairing certificate (`game.games.hex_gomoku.search.pairing`) ends a branch, else the most
promising stones are tried; where the opponent is to place, every move is. A certificate found as if
the opponent had passed answers every move that it does not touch, so only the others are searched.
Positions are searched once, whatever order of moves or symmetry led to them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from ai.kernels.random import new_rng
from ai.search.limits import CancelFlag
from benchmarks.kernels import hex_draw as kernel
from game.games.hex_gomoku.rules import BLACK, EMPTY, HexParameters, HexState, geometry
from game.games.hex_gomoku.search.threat_search import ThreatSolver

Cells = NDArray[np.int8]
Answers = dict[str, list[str]]
Proof = dict[str, object]

STEPS = 1000  # pairs tried for a certificate; again as many times more where one is known to be
WIDTHS = (2, 4, 8)  # stones tried in a position, each time with a share of the work
PASSES = 4  # certificates that may answer moves of one position
WORTH_A_COVER = 3  # moves that one must answer to be told
AGAIN = 50


class Symmetries:
    """The twelve images of a board's positions."""

    def __init__(self, side: int) -> None:
        board = geometry(side)
        images = []
        for flipped in (False, True):
            places = [(n - 1, r + 1) if flipped else (r, n) for r, n in board.cells]
            for _ in range(6):
                places = [(r + n - side, 2 * side - 1 - r) for r, n in places]
                images.append([board.index[place] for place in places])
        self._images = np.array(images)

    def smallest(self, cells: Cells) -> Cells:
        """Return the same image of all that are alike."""
        return np.frombuffer(min(map(bytes, cells[self._images])), np.int8)


@dataclass(frozen=True, slots=True)
class Cover:
    """What answers many moves of the opponent; see `hex_draw_checker`.

    Attributes:
        stone: The stone to place first, if any.
        pairs: The pairs.
    """

    stone: int | None
    pairs: tuple[tuple[int, int], ...]

    @property
    def touched(self) -> set[int]:
        """The moves it does not answer."""
        return set() if self.stone is None else {self.stone, *chain(*self.pairs)}


def proof_of(state: HexState, colour: int, answers: Answers, *, wins: bool) -> Proof:
    """Return a proof as the checker and the files have it."""
    return {
        "side": state.parameters.side,
        "in_a_row": state.parameters.in_a_row,
        "colour": HexState.names[colour - BLACK],
        "wins": wins,
        "start": _text(state.cells),
        "answers": answers,
    }


class DrawProver:
    """Searches a proof that a colour cannot lose.

    Attributes:
        tried: How many certificates were looked for.
    """

    def __init__(self, parameters: HexParameters, colour: int, *, most: int) -> None:
        """Take a board.

        Args:
            parameters: The board.
            colour: The colour that is not to lose.
            most: How many certificates may be looked for.
        """
        board = geometry(parameters.side)
        length = parameters.in_a_row
        self._runs = np.array(
            [
                (length, *line[start : start + length], *ends)
                for line in board.lines
                for start in range(len(line) - length + 1)
                for end in (start + length,)
                for ends in [
                    (line[start - 1] if start else -1, line[end] if end < len(line) else -1)
                ]
            ],
            np.int64,
        )
        self._names = board.names
        self._colour = colour
        self._symmetries = Symmetries(parameters.side)
        self._rng = new_rng(0)
        self._partner = np.zeros(len(board.cells), np.int64)
        self._worth = np.zeros(len(board.cells), np.int64)
        self._fives = np.zeros((3, len(board.cells)), np.int64)
        self._stones: dict[bytes, int] = {}
        self._failed: dict[bytes, int] = {}
        self._allowed = self._most = most
        self._width = 0
        self.tried = 0

    def prove(self, state: HexState, deepest: int) -> Answers | None:
        """Search with up to so many stones before the one that comes with a certificate.

        Returns:
            The proof's answers, or None if none was found.
        """
        cells = np.array(state.cells, np.int8)
        search = self._holds if state.colour_to_place == self._colour else self._withstands
        for number, self._width in enumerate(WIDTHS, 1):
            self._most = self._allowed * number // len(WIDTHS)
            self._failed.clear()
            for depth in range(deepest + 1):
                if self.tried < self._most and search(cells, depth):
                    return dict(self._answers(cells, state.colour_to_place))
        return None

    def _holds(self, cells: Cells, depth: int) -> bool:
        """Whether the colour, which is to place, is found to be safe."""
        if self._certificate(cells, STEPS):
            return True
        worth, fives = self._look(cells)
        if fives[self._colour].any():
            return True
        blocks = np.flatnonzero(fives[3 - self._colour])
        if depth == 0 or len(blocks) > 1 or self.tried >= self._most:
            return False
        cells = self._symmetries.smallest(cells)
        key = cells.tobytes()
        if key in self._stones:
            return True
        if self._failed.get(key, 0) >= depth:
            return False
        worth, fives = self._look(cells)
        stones = (
            np.flatnonzero(fives[3 - self._colour]).tolist() or _best(cells, worth)[: self._width]
        )
        for allowed in range(depth):
            for stone in stones:
                if self._withstands(_placed(cells, stone, self._colour), allowed):
                    self._stones[key] = stone
                    return True
        self._failed[key] = depth
        return False

    def _withstands(self, cells: Cells, depth: int) -> bool:
        """Whether the colour is found to be safe while the opponent is to place."""
        worth, fives = self._look(cells)
        if fives[3 - self._colour].any():
            return False
        own = np.flatnonzero(fives[self._colour]).tolist()
        if len(own) > 1:
            return True
        moves = own or _best(cells, worth)
        if not own and depth == 0:
            touched = self._touched(cells)
            if touched is None:
                return False
            moves = [move for move in moves if move in touched]
        return all(self._holds(_placed(cells, move, 3 - self._colour), depth) for move in moves)

    def _touched(self, cells: Cells) -> set[int] | None:
        """Return what every certificate found after a pass touches; None if none is found."""
        if not self._certificate(cells, STEPS):
            return None
        touched = set(np.flatnonzero(self._partner >= 0).tolist())
        for _ in range(PASSES - 1):
            if self._certificate(cells, STEPS):
                touched &= set(np.flatnonzero(self._partner >= 0).tolist())
        return touched

    def _certificate(self, cells: Cells, steps: int) -> bool:
        self.tried += 1
        return bool(
            kernel.certificate(
                self._runs, cells, self._colour, True, steps, self._rng, self._partner
            )
        )

    def _look(self, cells: Cells) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return each cell's worth, and [colour, cell] where a stone wins; until the next look."""
        kernel.look(self._runs, cells, self._colour, self._worth, self._fives)
        return self._worth, self._fives

    def _answers(self, cells: Cells, turn: int) -> Iterator[tuple[str, list[str]]]:
        """Yield each position of the proof, with its stone and covers."""
        waiting = [cells]
        if turn != self._colour:
            waiting = [_placed(cells, int(move), turn) for move in np.flatnonzero(cells == EMPTY)]
        seen = set()
        while waiting:
            cells = self._symmetries.smallest(waiting.pop())
            name = _text(cells)
            if name in seen:
                continue
            seen.add(name)
            stone, covers = self._answer(cells)
            yield name, [self._names[stone], *map(self._told, covers)]
            after = _placed(cells, stone, self._colour)
            moves = set(np.flatnonzero(after == EMPTY).tolist())
            for cover in covers:
                moves &= cover.touched
            waiting += [_placed(after, move, 3 - self._colour) for move in moves]

    def _answer(self, cells: Cells) -> tuple[int, list[Cover]]:
        """Return the stone to place in a position that was proven, and the covers after it."""
        _, fives = self._look(cells)
        if fives[self._colour].any():
            return int(fives[self._colour].argmax()), [Cover(None, ())]  # the game is over
        stone = self._stones.get(cells.tobytes())
        if stone is None:
            first = self._cover(cells)
            assert first.stone is not None
            return first.stone, [Cover(None, first.pairs)]
        after = _placed(cells, stone, self._colour)
        _, fives = self._look(after)
        own = np.flatnonzero(fives[self._colour]).tolist()
        if own:
            return stone, [Cover(cell, ()) for cell in own[:2]]
        if not self._certificate(after, STEPS):
            return stone, []
        covers: list[Cover] = []
        left = set(range(len(after)))
        for cover in (self._cover(after) for _ in range(PASSES)):
            if len(left - cover.touched) >= WORTH_A_COVER:
                covers.append(cover)
                left &= cover.touched
        return stone, covers

    def _cover(self, cells: Cells) -> Cover:
        """Return a certificate where there is one."""
        while not self._certificate(cells, AGAIN * STEPS):
            pass
        chosen = [(cell, other) for cell, other in enumerate(self._partner.tolist())]
        pairs = [(cell, other) for cell, other in chosen if cell < other]
        stone = next((cell for cell, other in chosen if cell == other), None)
        if stone is None:  # none is needed: one stone of a pair does for both
            stone = pairs.pop()[0] if pairs else int(np.flatnonzero(cells == EMPTY)[0])
        return Cover(stone, tuple(pairs))

    def _told(self, cover: Cover) -> str:
        stone = [] if cover.stone is None else [self._names[cover.stone]]
        pairs = (f"{self._names[one]}-{self._names[two]}" for one, two in cover.pairs)
        return " ".join([*stone, *pairs])


def _placed(cells: Cells, cell: int, colour: int) -> Cells:
    cells = cells.copy()
    cells[cell] = colour
    return cells


def _best(cells: Cells, worth: NDArray[np.int64]) -> list[int]:
    """Return the empty cells, those of most worth first."""
    order: list[int] = np.argsort(-worth, kind="stable").tolist()
    return [cell for cell in order if cells[cell] == EMPTY]


class WinProver:
    """Proves that the colour to place wins, by threat searches after its first stone."""

    def __init__(self, parameters: HexParameters, *, nodes: int) -> None:
        """Take a board, and how many positions each threat search may look at."""
        self._solver = ThreatSolver(parameters)
        self._symmetries = Symmetries(parameters.side)
        self._names = geometry(parameters.side).names
        self._nodes = nodes
        self._answers: Answers = {}

    def prove(self, state: HexState) -> Answers | None:
        """Return the answers of a proof, or None if no stone is followed by a forced win."""
        state = self._smallest(state)
        gains = self._solver.gains(state)
        for stone in sorted(gains, key=lambda cell: -gains[cell]):
            self._answers = {}
            if self._wins_by(state, stone):
                return self._answers
        return None

    def _wins(self, state: HexState) -> bool:
        state = self._smallest(state)
        if _text(state.cells) in self._answers:
            return True
        win = self._solver.forced_win(state, CancelFlag().array, nodes=self._nodes)
        return win is not None and self._wins_by(state, win.line[0])

    def _wins_by(self, state: HexState, stone: int) -> bool:
        """Whether a stone is found to win; if so, note it and what it answers."""
        colour = state.colour_to_place
        after = state.play(stone)
        if after.winning_colour != colour and (
            after.is_terminal or after.winning_cells(3 - colour)
        ):
            return False
        wins = () if after.is_terminal else after.winning_cells(colour)[:2]
        moves = {0: after.legal_moves, 1: wins, 2: ()}[len(wins)]
        if any(reply.is_terminal or not self._wins(reply) for reply in map(after.play, moves)):
            return False
        self._answers[_text(state.cells)] = [self._names[cell] for cell in (stone, *wins)]
        return True

    def _smallest(self, state: HexState) -> HexState:
        cells = self._symmetries.smallest(np.array(state.cells, np.int8))
        return replace(state, cells=tuple(cells.tolist()), last_move=None)


def _text(cells: Iterable[int]) -> str:
    return "".join(map(str, cells))
