"""Pairing certificates beside any search of hex Gomoku: which colours cannot lose, and why."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any

from ai.search.messages import Candidate, Certificate, Limit, Proof, SearchInfo, SearchResult
from ai.search.order import in_order
from game.games.hex_gomoku.rules import BLACK, WHITE, HexState
from game.games.hex_gomoku.search.pairing import find_certificate

MOST_TRIED = 6  # moves looked at for one that keeps a certificate


@contextmanager
def certified(position: Any, _: Limit) -> Iterator[Callable[[SearchInfo], SearchInfo]]:
    """Filter what a search tells: look for both colours' certificates, and add them.

    Where both colours hold one the position is a proven draw, and is reported so.
    """
    found = certificates(position)
    yield lambda info: _with(info, found)


@lru_cache(maxsize=256)
def certificates(state: HexState) -> tuple[Certificate, ...]:
    """Return the certificates that are found in a position, black's first."""
    if state.is_terminal:
        return ()
    found = (find_certificate(state, colour) for colour in (BLACK, WHITE))
    return tuple(each for each in found if each is not None)


def certificate_text(state: HexState, player: int) -> str:
    """Return ``first CELL pairs A-B C-D ...``, without ``first`` if none is needed, or nothing."""
    wanted = (player ^ state.swapped) + 1
    name = state.move_to_string
    for each in certificates(state):
        if each.colour == wanted:
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
        info = replace(info, value=best.known_value, error=best.error)
    return replace(result, move=best.move, info=info)


def _is_safe(after: HexState, colour: int) -> bool:
    return after.is_terminal or any(each.colour == colour for each in certificates(after))
