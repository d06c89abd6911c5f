"""Who wins small boards of Breakthrough; prints one JSON object a line.

    python -m benchmarks.breakthrough solve --columns 5 --rows 5 [--nodes N] [--seconds S]
    python -m benchmarks.breakthrough check --columns 5 --rows 5
    python -m benchmarks.breakthrough book

``solve`` proves the first position, without the stored ones, and tells on the way how far it is;
Ctrl+C ends it with what is known. ``check`` is the second way: it asks the solver for nothing but
a move of the winner and follows it by the game's own kernel against every answer, to the end of
every game. ``book`` proves the first positions of 5 x 5 and stores them.
"""

import argparse
import json
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress

import numpy as np

from ai.options import whole_number
from ai.streams import Parser
from benchmarks.kernels.breakthrough import FULL, REFUTED, Walk, follow
from game.games.breakthrough import book
from game.games.breakthrough.exact import TABLE_BITS, Nodes, Solver, words_of
from game.games.breakthrough.kernel import load, make_tables, max_moves, max_plies, state_length
from game.games.breakthrough.kernels import proof_numbers as kernel
from game.games.breakthrough.rules import SPEC, BreakthroughState
from game.games.lattice.square_board import BoardParameters

NEVER = np.zeros(1, np.uint8)
ENOUGH = 1 << 60
CHECK_BITS = 22
"""What 5 x 5 takes: a walk through all of its games keeps each position."""
SLICE = 1 << 20
"""So many nodes are searched at a time, some two seconds, before anything is told."""

Row = Mapping[str, object]


def main(arguments: list[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    for row in options.run(options):
        print(json.dumps(row), flush=True)
    return 0


def start_of(columns: int, rows: int) -> BreakthroughState:
    state = SPEC.new_game(BoardParameters(columns, rows), 0)
    assert isinstance(state, BreakthroughState)
    return state


def solve(options: argparse.Namespace) -> Iterator[Row]:
    solver = Solver(options.columns, options.rows, options.table_bits)
    start, spent, told = start_of(options.columns, options.rows), 0, 0.0
    won: bool | None = None
    began = time.process_time()
    with suppress(KeyboardInterrupt):
        while won is None and spent < options.nodes and seconds_since(began) < options.seconds:
            won = solver.mover_wins(start, Nodes(min(SLICE, options.nodes - spent)), NEVER)
            spent += solver.nodes
            if won is None and seconds_since(began) >= told + options.report:
                told = seconds_since(began)
                yield _progress(solver, start, spent, began)
    winner = {True: "first", False: "second", None: "unknown"}[won]
    yield {"winner": winner, **_progress(solver, start, spent, began)}


def seconds_since(began: float) -> float:
    """Return the seconds of processor time since a moment."""
    return time.process_time() - began


def move_numbers(solver: Solver, position: BreakthroughState) -> list[tuple[int, int]]:
    """Return the proof and disproof number of each legal move, in the order of the moves.

    The position is one that was just searched for. The first number is 0 where the move is known
    to win, the second where it is known to lose.
    """
    work, numbers = solver.work, dict[tuple[int, ...], tuple[int, int]]()
    for i in range(work.counts[0, 0]):
        proof, disproof = work.needs[0, i].tolist()
        numbers[tuple(work.after[0, i].tolist())] = disproof, proof
    after = [words_of(position.play(move)) for move in position.legal_moves]
    keys = [tuple(map(int, kernel.canonical(solver.board, *words))) for words in after]
    return [numbers.get(key, (int(kernel.INFINITE), 0)) for key in keys]


def _progress(solver: Solver, start: BreakthroughState, nodes: int, began: float) -> Row:
    """Return how far a proof is.

    Of the moves that are open, the proof number says how many positions have to be won, and the
    disproof number how many have to be lost, for a proof that the move wins or loses.
    """
    numbers = move_numbers(solver, start) if nodes else [(1, 1)] * len(start.legal_moves)
    names = [start.move_to_string(move) for move in start.legal_moves]
    return {
        "columns": start.parameters.columns,
        "rows": start.parameters.rows,
        "nodes": nodes,
        "cpu_seconds": round(seconds_since(began), 1),
        "winning": [name for name, (proof, _) in zip(names, numbers, strict=True) if not proof],
        "losing": [name for name, (_, no) in zip(names, numbers, strict=True) if not no],
        "open": {name: each for name, each in zip(names, numbers, strict=True) if all(each)},
    }


def check(options: argparse.Namespace) -> Iterator[Row]:
    solver = Solver(options.columns, options.rows, options.table_bits)
    start = start_of(options.columns, options.rows)
    began = time.process_time()
    wins = solver.mover_wins(start, Nodes(ENOUGH), NEVER)
    winner = start.current_player if wins else 1 - start.current_player
    walk = make_walk(start, options.table_bits + 1)
    plies = follow_all(solver, start, walk, winner)
    assert plies != REFUTED, "not won"
    if plies == FULL:
        raise SystemExit(f"--table-bits {options.table_bits} is too small for so many positions")
    yield {
        "columns": options.columns,
        "rows": options.rows,
        "winner": ("first", "second")[winner],
        "positions": int(walk.counts[0]),
        "most_plies": plies,
        "cpu_seconds": round(seconds_since(began), 1),
    }


def make_walk(start: BreakthroughState, bits: int) -> Walk:
    """Return room to follow the games from a position, with a table of 2**bits positions."""
    tables = make_tables(start.parameters)
    plies, length = max_plies(tables) + 1, state_length(tables)
    columns = start.parameters.columns
    walk = Walk(
        states=np.zeros((plies, length), np.int64),
        moves=np.zeros((plies, max_moves(tables)), np.int64),
        frames=np.zeros((plies, 4), np.int64),
        seen=np.zeros((1 << bits, 2), np.int64),
        plies=np.zeros(1 << bits, np.int16),
        counts=np.zeros(1, np.int64),
        columns=columns,
        mirrored=np.array(
            [int(f"{row:0{columns}b}"[::-1], 2) for row in range(1 << columns)], np.int64
        ),
    )
    load(tables, start.encode(), walk.states[0])
    return walk


def follow_all(solver: Solver, start: BreakthroughState, walk: Walk, winner: int) -> int:
    """Return the most plies of a game that `winner` wins by the solver's moves, see `follow`."""
    tables = make_tables(start.parameters)
    return int(follow(tables, solver.board, solver.work, walk, NEVER, winner))


def make_book(_: argparse.Namespace) -> Iterator[Row]:
    began = time.process_time()
    keys = book.first_keys()
    board = kernel.make_board(book.SIDE, book.SIDE)
    work = kernel.make_search(board, table_bits=22)
    kernel.prove(board, work, NEVER, *words_of(start_of(book.SIDE, book.SIDE)))
    work.numbers[kernel.BUDGET] = ENOUGH
    words = book.words_of_keys(book.SIDE, keys)
    won = np.array([kernel.prove(board, work, NEVER, *each) == kernel.WON for each in words])
    book.save(won)
    yield {
        "positions": len(keys),
        "won": int(won.sum()),
        "nodes": int(work.numbers[kernel.NODES]),
        "cpu_seconds": round(time.process_time() - began, 1),
    }


def parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="python -m benchmarks.breakthrough",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True)
    for name, run, table_bits in (("solve", solve, TABLE_BITS), ("check", check, CHECK_BITS)):
        command = commands.add_parser(name)
        command.set_defaults(run=run)
        command.add_argument("--columns", type=whole_number(4, 8), default=5, metavar="N")
        command.add_argument("--rows", type=whole_number(4, 8), default=5, metavar="N")
        command.add_argument("--table-bits", type=whole_number(8, 28), default=table_bits)
        if run is solve:
            _add_limits(command)
    commands.add_parser("book").set_defaults(run=make_book)
    return parser


def _add_limits(command: argparse.ArgumentParser) -> None:
    seconds = whole_number(0, 10**7)
    command.add_argument("--nodes", type=whole_number(1, ENOUGH), default=ENOUGH, metavar="N")
    command.add_argument("--seconds", type=seconds, default=10**7, metavar="CPU")
    command.add_argument("--report", type=seconds, default=60, metavar="CPU")


if __name__ == "__main__":
    raise SystemExit(main())
