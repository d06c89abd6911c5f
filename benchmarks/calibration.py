"""Compares the win rates shown with the results of games of a level against itself.

``python -m benchmarks.calibration breakthrough:columns=6,rows=6 --file rows.jsonl`` plays games of
Expert against itself from random openings. It stores what the search said about every position
that it did not prove, and prints reliability tables. A row of a table is a tenth of the win rates
shown, or of the plain means: the number of positions, the mean rate, the mean result, the
difference and its standard error over games. A file can hold any number of boards of a game; if it
exists, the run continues it. ``--looks mcts@1000 rave@5000`` also lets other searches look at every
fourth position. ``--fit rate played`` prints the constants that fit the rows best.
"""

import argparse
import json
import math
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, astuple, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from ai.kinds import SearcherSpecError
from ai.match.events import MatchPlan, Side
from ai.match.openings import default_plies, start_of
from ai.match.specs import read_game, read_side
from ai.options import make_ready_searcher, whole_number
from ai.search.calibration import Evidence, Scale, evidence_of, share
from ai.search.messages import Limit, Proof, SearchResult
from ai.search.searcher import Searcher
from ai.searchers import plain_searcher
from game.games.hex_gomoku.rules import HexState
from game.games.hex_gomoku.search.certified import certificates
from game.games.protocol import RulesError, State
from game.games.registry import game_of

EVERY = 4
LOOK_COUNTS = 0.3  # of what a search counts that was played by, when constants are fitted
TENTHS = 10
ROUNDS = 50  # of the fit
CLOSE = 1e-6
RESULT = {Proof.WIN: 1.0, Proof.DRAW: 0.5, Proof.LOSS: 0.0}


@dataclass(frozen=True, slots=True)
class Row:
    """A searched position of a game that was played to its end.

    Attributes:
        board: The game and its parameters, as on the command line.
        game: Which game it is of, by seed and number.
        look: The side that looked at it; empty for the one that played.
        proof: The value that the search proved.
        seen: What the search said, where it proved none.
        scored: What the player to move got in the end: 1, a half or 0.
    """

    board: str
    game: str
    look: str
    proof: str | None
    seen: Evidence | None
    scored: float


@dataclass(frozen=True, slots=True)
class Plan:
    """The games to play: a side against itself on a board, by numbers from 0; and who looks on."""

    board: str
    side: Side
    games: int
    seed: int
    looks: tuple[Side, ...]


def play(plan: Plan, number: int) -> list[Row]:
    """Play one game and return its rows."""
    spec, parameters = read_game(plan.board)
    match = MatchPlan(
        game=spec.name,
        parameters=asdict(parameters),
        sides=(plan.side, plan.side),
        games=0,
        seed=plan.seed,
        opening_plies=default_plies(spec),
    )
    state = start_of(match, number).state
    name = _name(plan, number)
    rng = random.Random(f"calibration/{name}")
    players = [
        plain_searcher(plan.side.searcher, spec.name, seed=rng.getrandbits(60)) for _ in range(2)
    ]
    since: list[tuple[int, ...] | None] = [None, None]
    found: list[tuple[State, str, SearchResult]] = []
    while not _is_over(state):
        mover = state.current_player
        players[mover].advance(since[mover])
        result = _searched(players[mover], state, plan.side.limit)
        since[mover] = ()
        found.append((state, "", result))
        if rng.randrange(EVERY) == 0 and result.info.proof is None:
            for side in plan.looks:
                fresh = plain_searcher(side.searcher, spec.name, seed=rng.getrandbits(60))
                found.append((state, side.spec, _searched(fresh, state, side.limit)))
        assert result.move is not None
        state = state.play(result.move)
        since = [None if each is None else (*each, result.move) for each in since]
    returns = state.returns if state.is_terminal else (0.0, 0.0)
    return [
        Row(
            plan.board,
            name,
            look,
            result.info.proof,
            None if result.info.proof else evidence_of(result.info, at),
            (1 + returns[at.current_player]) / 2,
        )
        for at, look, result in found
    ]


def _name(plan: Plan, number: int) -> str:
    return f"{plan.seed}/{number}"


def _searched(searcher: Searcher, state: State, limit: Limit) -> SearchResult:
    return searcher.search(state, limit, lambda: False, lambda _: None)


def _is_over(state: State) -> bool:
    """Whether the game is over, or both colours of hex Gomoku hold a certificate."""
    return state.is_terminal or (isinstance(state, HexState) and len(certificates(state)) == 2)


# Files.


def read_rows(file: Path) -> list[Row]:
    """Return the rows of a file, none where there is none."""
    if not file.exists():
        return []
    return [_row(line) for line in file.read_text("utf-8").splitlines()]


def _row(line: str) -> Row:
    fields: dict[str, Any] = json.loads(line)
    seen = fields.pop("seen")
    return Row(seen=None if seen is None else Evidence(**seen), **fields)


def play_all(plan: Plan, file: Path | None, known: list[Row], minutes: float) -> list[Row]:
    """Play the games of a plan that are not among the known ones, as long as there is time."""
    end = time.monotonic() + 60 * minutes
    rows = list(known)
    done = {row.game for row in known if row.board == plan.board}
    for number in range(plan.games):
        if time.monotonic() > end:
            break
        if _name(plan, number) in done:
            continue
        new = play(plan, number)
        rows += new
        if file is not None:
            with file.open("a", encoding="utf-8") as out:
                out.writelines(f"{json.dumps(asdict(row))}\n" for row in new)
    return rows


# Tables.


def table(rows: Sequence[Row], scale: Scale) -> Iterator[str]:
    """Yield the lines about each board and search: what became of its proofs and of its shares."""
    boards: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        boards[row.board, row.look].append(row)
    for (board, look), members in sorted(boards.items()):
        games = len({row.game for row in members})
        proven = [row for row in members if row.proof]
        kept = sum(RESULT[Proof(row.proof)] == row.scored for row in proven if row.proof)
        yield f"{board} {look or 'plays'}: {games} games, {kept} of {len(proven)} proofs came true"
        read = [(row, row.seen) for row in members if row.seen is not None]
        yield from _reliability("shown", [(row, shown(seen, scale)) for row, seen in read])
        yield from _reliability("counted", [(row, share(seen.best)) for row, seen in read])


def _reliability(what: str, told: Sequence[tuple[Row, float]]) -> Iterator[str]:
    yield f"{what:>8} {'positions':>9} {'mean':>6} {'scored':>6} {'apart':>6} {'error':>6}"
    groups: dict[int, list[tuple[Row, float]]] = defaultdict(list)
    for row, value in told:
        groups[min(TENTHS - 1, int(TENTHS * value))].append((row, value))
    for tenth, group in sorted(groups.items()):
        low = 100 * tenth // TENTHS
        yield f"{f'{low} to {low + 100 // TENTHS}':>8} {_compared(group)}"
    yield f"{'all':>8} {_compared(told)}"


def _compared(told: Sequence[tuple[Row, float]]) -> str:
    mean = math.fsum(value for _, value in told) / len(told)
    scored = math.fsum(row.scored for row, _ in told) / len(told)
    error = error_by_games([(row.game, value - row.scored) for row, value in told])
    told_of = " ".join(f"{100 * each:6.1f}" for each in (mean, scored, mean - scored, error))
    return f"{len(told):9} {told_of}"


def error_by_games(values: Sequence[tuple[str, float]]) -> float:
    """Return the standard error of the mean of values that come in games."""
    mean = math.fsum(value for _, value in values) / len(values)
    by_game: dict[str, float] = defaultdict(float)
    for game, value in values:
        by_game[game] += value - mean
    return math.hypot(*by_game.values()) / len(values)


def shown(seen: Evidence, scale: Scale) -> float:
    """Return the share that is shown for a position's best move."""
    return scale.share_of(seen)(share(seen.best))


# The constants.


def fitted(start: Scale, cases: Sequence[tuple[Evidence, float, float]], names: list[str]) -> Scale:
    """Return the scale under which the results were the likeliest, by Fisher scoring.

    Args:
        start: The constants to begin with; those that are not named stay.
        cases: What searches said, what their movers got, and how much that counts.
        names: The constants to fit.
    """
    terms = np.array([seen.terms for seen, _, _ in cases])
    levels = np.array([seen.weight * seen.level for seen, _, _ in cases])
    scored, counts = np.array([case[1:] for case in cases]).T
    free = np.array([each.name in names for each in fields(Scale)])
    best = np.array(astuple(start))
    least = math.inf
    step = np.zeros(len(best))
    for _ in range(ROUNDS):
        odds = levels * np.exp(terms @ (best + step))
        loss = float(np.sum(counts * (np.logaddexp(0.0, odds) - scored * odds)))
        if loss > least:
            step /= 2
            continue
        best, least = best + step, loss
        shares = 1 / (1 + np.exp(-odds))
        slopes = odds[:, None] * terms[:, free]
        bend = (slopes * (counts * shares * (1 - shares))[:, None]).T @ slopes
        step = np.zeros(len(best))
        step[free] = np.linalg.solve(bend, slopes.T @ (counts * (scored - shares)))
        if np.abs(step).max() < CLOSE:
            break
    return Scale(*np.round(best, 2).tolist())


# The command line.


def main(arguments: list[str] | None = None) -> int:
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        spec, parameters = read_game(options.game)
        side = read_side(options.side, spec.name, Limit())
        looks = tuple(read_side(text, spec.name, Limit()) for text in options.looks)
        for each in (side, *looks) if options.games else ():
            make_ready_searcher(each.searcher, spec.name)
        plan = Plan(options.game, side, options.games, options.seed, looks)
        known = read_rows(options.file) if options.file else []
        rows = play_all(plan, options.file, known, options.minutes)
    except (SearcherSpecError, RulesError, OSError) as error:
        parser.error(str(error))
    scale_of = game_of(spec.name).search.scale
    if scale_of is None:
        parser.error(f"{spec.name} has no scale; its shares are shown as they are counted")
    scale = scale_of(parameters)
    rows = [row for row in rows if scale_of(read_game(row.board)[1]) == scale]
    if options.fit:
        cases = [
            (row.seen, row.scored, LOOK_COUNTS if row.look else 1.0)
            for row in rows
            if row.seen is not None
        ]
        scale = fitted(scale, cases, options.fit)
        print(scale)
    for line in table(rows, scale):
        print(line, flush=True)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.calibration",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    count = whole_number(0, 10**9)
    add = parser.add_argument
    add(
        "game",
        metavar="GAME",
        help="the game, such as hex or tictactoe:columns=7,rows=7,in_a_row=5",
    )
    add(
        "side",
        metavar="SIDE",
        nargs="?",
        default="expert",
        help="the level or searcher that plays, such as mcts@5000 (expert)",
    )
    add("--games", type=count, default=100, metavar="N", help="games to play in all (100)")
    add("--seed", type=count, default=0, metavar="K", help="seed of openings and searches")
    add("--minutes", type=float, default=math.inf, metavar="M", help="stop after this time")
    add(
        "--file",
        type=Path,
        metavar="FILE",
        help="store the rows here, and continue if there are any",
    )
    add(
        "--looks",
        nargs="+",
        default=[],
        metavar="SIDE",
        help="searches that also look at positions",
    )
    add("--fit", nargs="+", default=[], choices=[each.name for each in fields(Scale)])
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
