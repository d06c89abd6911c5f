"""Pairing certificates: a few lines of paper that prove a colour of hex Gomoku cannot lose.

Take disjoint pairs of empty cells such that every window in which the opponent may still make
its run contains both cells of some pair. Whenever the opponent takes a cell of a pair, take the
other: no window ever becomes all theirs (Hales and Jewett, "Regularity and positional games",
1963). A stone never opens a window, so the proof holds whoever is to move; a colour that is to
move may also place one stone first, which closes windows by itself.

The pairs are found by local search (`kernels.pairing`), so that none may be found where
there are some; `holds` checks what was found from the definition.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, lru_cache
from itertools import islice
from typing import Any

import numpy as np

from ai.kernels.random import new_rng
from ai.search.messages import Candidate, Certificate, Limit, Proof, SearchInfo, SearchResult
from ai.search.order import in_order
from game.games.hex_gomoku.kernels import pairing as kernel
from game.games.hex_gomoku.rules import BLACK, EMPTY, WHITE, HexState, geometry

STEPS = 20_000

Pair = tuple[int, int]
Window = tuple[int, ...]
Gaps = frozenset[int]


def find_certificate(state: HexState, colour: int, *, steps: int = STEPS) -> Certificate | None:
    """Search a certificate for `colour` (1 or 2) in a game that is not over.

    Args:
        colour: The colour that is not to lose.
        steps: How many pairs may be tried, without and then with a stone placed first.

    Returns:
        The certificate, without a first stone if possible; None if none was found.
    """
    gaps = {
        frozenset(cell for cell in window if state.cells[cell] == EMPTY)
        for window in open_windows(state, 3 - colour)
    }
    # A window that contains another one's gaps is hit along with it.
    needed = sorted((gap for gap in gaps if not any(other < gap for other in gaps)), key=sorted)
    room = len(state.cells) - state.stones
    chosen = None
    if 2 * pairs_needed(state, colour) <= room and all(len(gap) > 1 for gap in needed):
        chosen = _choose(needed, len(state.cells), steps, with_stone=False)
    if chosen is None and state.colour_to_place == colour:
        chosen = _choose(needed, len(state.cells), steps, with_stone=True)
    if chosen is None:
        return None
    first = next((one for one, two in chosen if one == two), None)
    return Certificate(colour, tuple(pair for pair in chosen if pair[0] != pair[1]), first)


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
    return tuple(
        (line[start : start + in_a_row], line[max(0, start - 1) : start] + line[end : end + 1])
        for line in geometry(side).lines
        for start in range(len(line) - in_a_row + 1)
        for end in (start + in_a_row,)
    )


def _choose(windows: list[Gaps], cells: int, steps: int, with_stone: bool) -> list[Pair] | None:
    """Return disjoint pairs of gaps that hit every window, or None.

    With a stone, one of them may be a cell twice: a stone to be placed there first.
    """
    gaps = np.zeros((len(windows), max(map(len, windows), default=0) + 1), np.int64)
    masks = np.zeros((cells, len(windows) // 64 + 1), np.uint64)
    for number, window in enumerate(windows):
        gaps[number, : len(window) + 1] = [len(window), *sorted(window)]
        masks[list(window), number >> 6] |= np.uint64(1 << (number & 63))
    partner = np.full(cells, kernel.NOBODY, np.int64)
    if not kernel.choose_pairs(gaps, masks, with_stone, steps, new_rng(0), partner):
        return None
    return [(cell, int(other)) for cell, other in enumerate(partner) if cell <= other]


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


MOST_TRIED = 6  # moves looked at for one that keeps a certificate


@contextmanager
def certified(position: Any, _: Limit) -> Iterator[Callable[[SearchInfo], SearchInfo]]:
    """Filter what a search tells: look for both colours' certificates, and add them.

    Where both colours hold one the position is a proven draw, and is reported so.
    """
    pairings = certificates(position)
    yield lambda info: _with(info, pairings)


@lru_cache(maxsize=256)
def certificates(state: HexState) -> tuple[Certificate, ...]:
    """Return the certificates that are found in a position, black's first."""
    if state.is_terminal:
        return ()
    pairings = (find_certificate(state, colour) for colour in (BLACK, WHITE))
    return tuple(each for each in pairings if each is not None)


def certificate_text(state: HexState, player: int) -> str:
    """Return ``first CELL pairs A-B C-D ...``, without ``first`` if none is needed, or nothing."""
    colour = (player ^ state.swapped) + 1
    name = state.move_to_string
    for each in certificates(state):
        if each.colour == colour:
            pairs = " ".join(f"{name(one)}-{name(two)}" for one, two in each.pairs)
            first = "" if each.first is None else f"first {name(each.first)} "
            return f"{first}pairs {pairs}".rstrip()
    return ""


def _with(info: SearchInfo, certificates: tuple[Certificate, ...]) -> SearchInfo:
    info = replace(info, certificates=certificates)
    if not info.is_safe_draw:
        return info
    return replace(info, value=0.5, error=0.0, proof=Proof.DRAW, distance=None)


def kept_safe(position: HexState, result: SearchResult) -> SearchResult:
    """Return a result whose move keeps the mover's certificate, if the mover holds one.

    A proven win goes first. Without a stone to be placed at once any move keeps it; else the best
    candidate does after which one is found again, and the certificate's own stone if none is.
    """
    colour = position.colour_to_place
    certificate = next((each for each in result.info.certificates if each.colour == colour), None)
    if certificate is None or certificate.first is None or result.move is None:
        return result
    if result.info.proof is Proof.WIN:
        return result
    open_moves = (move.move for move in result.info.candidates if move.proof is not Proof.LOSS)
    tried = (result.move, *islice(open_moves, MOST_TRIED))
    safe = (
        move for move in tried if move == certificate.first or _is_safe(position.play(move), colour)
    )
    move = next(safe, certificate.first)
    return result if move == result.move else _led_by(move, result)


def _led_by(move: int, result: SearchResult) -> SearchResult:
    """Return a result that tells another move first, unless what leads then is a proven draw."""
    untried = Candidate(move, visits=0, value=0.5, error=0.5, line=(move,))
    best = next((each for each in result.info.candidates if each.move == move), untried)
    others = (each for each in result.info.candidates if each.move != move)
    candidates = tuple(in_order((best, *others), result.info.proof))
    best = candidates[0]
    info = replace(result.info, candidates=candidates, line=best.line)
    if info.proof is None:
        info = replace(info, value=best.effective_value, error=best.error)
    return replace(result, move=best.move, info=info)


def _is_safe(after: HexState, colour: int) -> bool:
    return after.is_terminal or any(each.colour == colour for each in certificates(after))
