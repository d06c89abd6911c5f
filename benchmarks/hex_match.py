"""Games between two searchers of hex Gomoku from varied openings, each with both colours."""

import math
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from operator import attrgetter

from ai.messages import Limit, SearchInfo
from ai.options import make_ready_searcher
from ai.search import Searcher
from ai.searchers import make_searcher
from game.rules.hex_gomoku import HexParameters, HexState, geometry, new_game

OPENING_STONES = 3
OPENING_REACH = 2  # openings lie this close to the centre

Row = dict[str, object]


@dataclass(frozen=True, slots=True)
class Side:
    """A player: a searcher's specification and how long it thinks about a move."""

    searcher: str
    limit: Limit


@dataclass(slots=True)
class Game:
    """A game as it was played.

    Attributes:
        opening: The position it began with.
        moves: The moves after that.
        infos: What each of them was based on.
        end: The position at its end.
    """

    opening: HexState
    end: HexState
    moves: list[int] = field(default_factory=list)
    infos: list[SearchInfo] = field(default_factory=list)


def opening(seed: int, parameters: HexParameters) -> HexState:
    """Return a position with a few random stones near the centre."""
    rng = random.Random(seed)
    board = geometry(parameters.side)
    row, number = parameters.side - 1, parameters.side
    central = [
        cell
        for cell, (r, n) in enumerate(board.cells)
        if max(abs(r - row), abs(n - number), abs(r - row + n - number)) <= OPENING_REACH
    ]
    state = new_game(parameters, seed)
    for cell in rng.sample(central, OPENING_STONES):
        state = state.play(cell)
    return state


def play(
    start: HexState,
    players: tuple[Searcher, Searcher],
    limits: tuple[Limit, Limit],
    is_over: Callable[[HexState], bool] = attrgetter("is_terminal"),
) -> Game:
    """Play a game out; player i has the colour that places when `current_player` is i."""
    game = Game(start, start)
    since: list[tuple[int, ...] | None] = [None, None]
    while not is_over(game.end):
        mover = game.end.current_player
        players[mover].advance(since[mover])
        result = players[mover].search(game.end, limits[mover], lambda: False, lambda _: None)
        assert result.move is not None
        since[mover] = ()
        since = [None if moves is None else (*moves, result.move) for moves in since]
        game.moves.append(result.move)
        game.infos.append(result.info)
        game.end = game.end.play(result.move)
    return game


def games(
    first: Side, second: Side, number: int, seed: int, parameters: HexParameters
) -> Iterator[tuple[int, Game]]:
    """Yield (colour of the first side, game); two neighbours share their opening."""
    for side in (first, second):
        make_ready_searcher(side.searcher, "hex")
    for index in range(number):
        colour = index % 2
        sides = (first, second) if colour == 0 else (second, first)
        players = tuple(make_searcher(side.searcher, "hex", seed=seed + index) for side in sides)
        limits = (sides[0].limit, sides[1].limit)
        start = opening(seed + index // 2, parameters)
        yield colour, play(start, (players[0], players[1]), limits)


def self_play(
    side: Side,
    number: int,
    seed: int,
    parameters: HexParameters,
    is_over: Callable[[HexState], bool] = attrgetter("is_terminal"),
) -> Iterator[Game]:
    """Yield games of a searcher against itself, each from an opening of its own."""
    make_ready_searcher(side.searcher, "hex")
    for index in range(number):
        black, white = (make_searcher(side.searcher, "hex", seed=seed + index) for _ in range(2))
        start = opening(seed + index, parameters)
        yield play(start, (black, white), (side.limit, side.limit), is_over)


def rows(
    first: Side, second: Side, number: int, seed: int, parameters: HexParameters
) -> Iterator[Row]:
    """Yield a row a game, told from the first side, and one for the match."""
    started = time.perf_counter()
    results: list[float] = []
    for index, (colour, game) in enumerate(games(first, second, number, seed, parameters)):
        results.append(game.end.returns[colour])
        stones = [game.end.move_to_string(move) for move in game.moves]
        yield {"game": index, "first": "BW"[colour], "result": results[-1], "moves": stones}
    wins, losses = results.count(1.0), results.count(-1.0)
    yield {
        "first": first.searcher,
        "second": second.searcher,
        "games": number,
        "wins": wins,
        "losses": losses,
        "draws": number - wins - losses,
        "sigma": round(math.sqrt(number * _variance(results)), 1),
        "seconds": round(time.perf_counter() - started, 1),
    }


def _variance(results: list[float]) -> float:
    mean = sum(results) / len(results)
    return sum((result - mean) ** 2 for result in results) / len(results) / 4
