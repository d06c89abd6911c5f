"""Every experiment: its key, how many games the paper played, and what plays some more of them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from ai.search.nmcs_two_player_algorithm import Rule
from benchmarks.papers import counted, figures, runs
from benchmarks.papers.runs import Nested, Tally
from game.games.lattice.square_board import BoardParameters
from game.games.tictactoe.rules import TicTacToeParameters

SUDOKU_CAP = 20.0

Run = Callable[[int, int], Tally]
"""Plays a number of games from the k-th on, which seeds them, and returns what to add up."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """One cell of a table, or one row where it cannot be had in parts.

    Attributes:
        key: Its name, which begins with the table's.
        wanted: How many games are enough.
        run: Plays some of them.
        sampled: Whether a share of games won is wanted, the more exactly the more games there
            are. Otherwise all of them are needed.
    """

    key: str
    wanted: int
    run: Run
    sampled: bool = True


def experiments() -> Iterator[Experiment]:
    """Yield every experiment, those that are not sampled first."""
    yield from _table_1()
    yield from _hex()
    yield from _sudoku()
    yield from _samegame()
    yield from _left_move()
    yield from _table_2()
    yield from _table_3()
    yield from _timed("table-4", figures.TABLE_4_PLAYERS)
    yield from _counted()
    yield from _timed("table-5", figures.TABLE_5_PLAYERS)


def _table_1() -> Iterator[Experiment]:
    position = ("tictactoe", TicTacToeParameters(), figures.TABLE_1_POSITION)
    for discounting in figures.TABLE_1:
        search = Nested(3, Rule(discounting, 0, 0))
        run = partial(runs.choices, *position, search)
        yield Experiment(f"table-1/{discounting}", 1000, run, sampled=False)


def _table_2() -> Iterator[Experiment]:
    position = ("breakthrough", BoardParameters(4, 8), figures.TABLE_2_POSITION)
    for discounting, cow, pod in figures.TABLE_2:
        search = Nested(3, Rule(discounting, cow, pod))
        run = partial(runs.hits, *position, search, figures.TABLE_2_MOVE)
        yield Experiment(f"table-2/{discounting}/{cow}/{pod}", 900, run)


def _table_3() -> Iterator[Experiment]:
    for game in figures.GAMES:
        for level in range(3):
            yield _nested_match("table-3", game, level, level)
        for level in (1, 2):
            yield _nested_match("table-3-level-0", game, level, 0)


def _nested_match(table: str, game: str, level: int, opponents: int) -> Experiment:
    """Return discounting at a level against none at another, both in the paper's numbers."""
    sides = (
        Nested(level + 1, Rule(discounting=True, cow=0, pod=0)),
        Nested(opponents + 1, Rule(discounting=False, cow=0, pod=0)),
    )
    run = partial(runs.nested_match, figures.GAMES[game], sides)
    return Experiment(f"{table}/{game}/{level}", 500, run)


def _timed(table: str, players: dict[str, str]) -> Iterator[Experiment]:
    for milliseconds in figures.OUR_MILLISECONDS:
        for name, searcher in players.items():
            for game in figures.GAMES:
                run = partial(runs.timed_match, figures.GAMES[game], searcher, milliseconds)
                yield Experiment(f"{table}/{game}/{name}/{milliseconds}", 500, run)


def _counted() -> Iterator[Experiment]:
    for length, states, games in figures.COUNTED:
        for name, sides in counted.MATCHES.items():
            for game in games:
                key = f"counted/{length}/{game}/{name}/{states}"
                run = partial(counted.counted_match, figures.GAMES[game], sides, states, length)
                yield Experiment(key, 200, run)


def _left_move() -> Iterator[Experiment]:
    for memory in figures.LEFT_MOVE:
        yield Experiment(f"left-move/{memory}", 4000, partial(runs.left_move, memory))


def _sudoku() -> Iterator[Experiment]:
    for level in figures.SUDOKU_SECONDS:
        run = partial(runs.sudoku, level, SUDOKU_CAP)
        yield Experiment(f"sudoku/{level}", 100, run, sampled=False)


def _samegame() -> Iterator[Experiment]:
    for name, (level, memory, _) in figures.SAMEGAME.items():
        run = partial(runs.samegame, level, memory)
        yield Experiment(f"samegame/{name}", 20, run, sampled=False)


def _hex() -> Iterator[Experiment]:
    yield Experiment("hex/simulations", 1, runs.hex_simulations, sampled=False)
