"""Compares the win rates shown with the results of games of a level against itself.

``python -m benchmarks.calibration breakthrough:columns=6,rows=6 --file rows.jsonl`` plays games of
Expert against itself from random openings. It stores what the search said about every position
that it did not prove, and prints reliability tables. A row of a table is a tenth of the win rates
shown, or of the plain means: the number of positions, the mean rate, the mean result, the
difference and its standard error over games. The slope is what the log-odds must be multiplied by
to fit the results best. ``--picture FILE`` draws them. A file can hold any
number of boards of a game; if it exists, the run continues it. ``--looks mcts@1000 rave@5000`` also
lets other searches look at every fourth position. ``--fit rate played`` prints the constants that
fit the rows best, and shows the rows by them; with ``--folds 5``, each fifth of the games by the
constants that fit the other four. The last lines are JSON objects: for each board, the row with at
least 100 positions whose rates and results are farthest apart.
"""

import argparse
import json
import math
import random
import time
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, astuple, dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ai.contract.games import game_of, read_game
from ai.contract.rules import RulesError, State
from ai.kinds import SearcherSpecError
from ai.match.events import MatchPlan, Side
from ai.match.play import default_plies, start_of
from ai.match.specs import read_side
from ai.options import make_ready_searcher, minutes, whole_number
from ai.search.calibration import Evidence, Scale, evidence_of, share
from ai.search.messages import Limit, Proof, SearchResult
from ai.search.options import TreeOptions
from ai.search.searcher import Searcher
from ai.searchers import parse_spec, plain_searcher
from ai.streams import Parser
from benchmarks.reliability import Compared, Told, compared, name_of, slope, tenths, widest
from game.games.hex_gomoku.rules import HexState
from game.games.hex_gomoku.search.pairing import certificates

EVERY = 4
LOOK_COUNTS = 0.3  # of what a search counts that was played by, when constants are fitted
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
    lines = enumerate(file.read_text("utf-8", errors="replace").splitlines(), start=1)
    return [_row(line, f"'{file}', line {number}") for number, line in lines]


def _row(line: str, place: str) -> Row:
    try:
        fields: dict[str, Any] = json.loads(line)
        seen = fields.pop("seen")
        return Row(seen=None if seen is None else Evidence(**seen), **fields)
    except (ValueError, LookupError, TypeError, AttributeError):
        raise SystemExit(f"{place}: this is no row of this benchmark, or is cut off") from None


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
                # At once, since a game of which some rows are there counts as played.
                out.write("".join(f"{json.dumps(asdict(row))}\n" for row in new))
    return rows


# Tables.


Reading = Callable[[Row], float | None]
"""Takes a row and returns the share of a win that is told of it; None where one was proven."""


def table(rows: Sequence[Row], reading: Reading) -> Iterator[str]:
    """Yield the lines about each board and search: what became of its proofs and of its shares."""
    for (board, look), members in sorted(_by_board(rows).items()):
        games = len({row.game for row in members})
        proven = [row for row in members if row.proof]
        kept = sum(RESULT[Proof(row.proof)] == row.scored for row in proven if row.proof)
        yield f"{board} {look or 'plays'}: {games} games, {kept} of {len(proven)} proofs came true"
        yield from _reliability("shown", told(members, reading))
        yield from _reliability("counted", told(members, counted))
    if len({row.board for row in rows}) > 1:
        yield "all boards"
        yield from _reliability("shown", told([row for row in rows if not row.look], reading))


def _by_board(rows: Sequence[Row]) -> dict[tuple[str, str], list[Row]]:
    boards: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows:
        boards[row.board, row.look].append(row)
    return boards


def told(rows: Sequence[Row], reading: Reading) -> list[Told]:
    """Return what is told of rows by a way of reading them, where there was no proof."""
    shares = [(row, reading(row)) for row in rows]
    return [
        Told(f"{row.board} {row.game}", share, row.scored)
        for row, share in shares
        if share is not None
    ]


def counted(row: Row) -> float | None:
    """Return the mean of a row's best move, as the search counted it."""
    return None if row.seen is None else share(row.seen.best)


def _reliability(what: str, told: Sequence[Told]) -> Iterator[str]:
    if not told:
        return
    yield f"{what:>8} {'positions':>9} {'mean':>6} {'scored':>6} {'apart':>6} {'error':>6}"
    for tenth, group in tenths(told).items():
        yield f"{name_of(tenth):>8} {_line(group)}"
    yield f"{'all':>8} {_line(compared(told))}"
    if (found := slope(told)) is not None:
        yield f"{'slope':>8} {found[0]:.2f} +- {found[1]:.2f}"


def farthest(rows: Sequence[Row], reading: Reading) -> Iterator[dict[str, Any]]:
    """Yield, for each board that has a tenth with enough positions, the one farthest off."""
    for (board, look), members in sorted(_by_board(rows).items()):
        if not look and (worst := widest(told(members, reading))):
            tenth, group = worst
            yield {
                "board": board,
                "games": len({row.game for row in members}),
                "at": name_of(tenth),
                "positions": group.positions,
                "apart_points": round(100 * group.apart, 1),
                "error_points": round(100 * group.error, 1),
            }


def _line(group: Compared) -> str:
    values = (group.share, group.scored, group.apart, group.error)
    return f"{group.positions:9} {' '.join(f'{100 * each:6.1f}' for each in values)}"


def shown(seen: Evidence, scale: Scale) -> float:
    """Return the share that is shown for a position's best move."""
    return scale.share_of(seen)(share(seen.best))


def read_by(scales: Callable[[Row], Scale], player: Side) -> Reading:
    """Return the reading that shows what trees say by a row's scale, and all else as it is.

    Args:
        scales: Takes a row and returns its scale.
        player: The side that played the games.
    """

    def reading(row: Row) -> float | None:
        if row.seen is None or not _is_tree(row.look or player.spec, row.board):
            return counted(row)
        return shown(row.seen, scales(row))

    return reading


@lru_cache
def _is_tree(side: str, board: str) -> bool:
    game = read_game(board)[0].name
    return isinstance(parse_spec(read_side(side, game, Limit()).searcher, game)[1], TreeOptions)


# The constants.


def scales_of(rows: Sequence[Row], scale_of: Callable[[Any], Scale | None]) -> dict[str, Scale]:
    """Return the scale of each board that rows are of, if it has one."""
    boards = sorted({row.board for row in rows})
    found = {board: scale_of(read_game(board)[1]) for board in boards}
    return {board: scale for board, scale in found.items() if scale is not None}


def crossed(
    rows: Sequence[Row], scales: dict[str, Scale], names: Sequence[str], folds: int
) -> Callable[[Row], Scale]:
    """Return for each row a scale fitted to the games of the other folds, if there are several.

    Args:
        rows: What to fit to; boards of one scale are fitted together.
        scales: The scale of each board, to begin with.
        names: The constants to fit; none for those that a scale has.
        folds: Into how many parts the games are cut.
    """
    found = {
        (scale, fold): fitted(
            scale,
            _cases(row for row in rows if scales[row.board] == scale and _is_fit(row, fold, folds)),
            names or [each.name for each in fields(Scale) if getattr(scale, each.name)],
        )
        for scale in set(scales.values())
        for fold in range(folds)
    }
    return lambda row: found[scales[row.board], _fold(row, folds)]


def _fold(row: Row, folds: int) -> int:
    return zlib.crc32(f"{row.board} {row.game}".encode()) % folds


def _is_fit(row: Row, fold: int, folds: int) -> bool:
    return folds == 1 or _fold(row, folds) != fold


def _cases(rows: Iterable[Row]) -> list[tuple[Evidence, float, float]]:
    return [
        (row.seen, row.scored, LOOK_COUNTS if row.look else 1.0)
        for row in rows
        if row.seen is not None
    ]


def fitted(
    start: Scale, cases: Sequence[tuple[Evidence, float, float]], names: Sequence[str]
) -> Scale:
    """Return the scale under which the results were the likeliest, by Fisher scoring.

    Args:
        start: The constants to begin with; those that are not named stay.
        cases: What searches said, what their movers got, and how much that counts.
        names: The constants to fit.
    """
    if not cases:
        return start
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
    reader = parser()
    options = reader.parse_args(arguments)
    try:
        spec, _ = read_game(options.game)
        side = read_side(options.side, spec.name, Limit())
        looks = tuple(read_side(text, spec.name, Limit()) for text in options.looks)
        for each in (side, *looks) if options.games else ():
            make_ready_searcher(each.searcher, spec.name)
        plan = Plan(options.game, side, options.games, options.seed, looks)
        known = read_rows(options.file) if options.file else []
        rows = play_all(plan, options.file, known, options.minutes)
    except (SearcherSpecError, RulesError, OSError) as error:
        reader.error(str(error))
    scale_of = game_of(spec.name).search.scale
    if scale_of is None:
        reader.error(f"{spec.name} has no scale; its shares are shown as they are counted")
    scales = scales_of(rows, scale_of)
    rows = [row for row in rows if row.board in scales]
    if options.fit is not None:
        for board, scale in _fitted_scales(rows, scales, options.fit).items():
            print(f"{board}: {scale}")
        reading = read_by(crossed(rows, scales, options.fit, options.folds), side)
    else:
        reading = read_by(lambda row: scales[row.board], side)
    for line in table(rows, reading):
        print(line, flush=True)
    for row in farthest(rows, reading):
        print(json.dumps(row), flush=True)
    if options.picture:
        _draw(options.picture, spec.title, rows, reading)
    return 0


def _fitted_scales(
    rows: Sequence[Row], scales: dict[str, Scale], names: Sequence[str]
) -> dict[str, Scale]:
    scale_of = crossed(rows, scales, names, folds=1)
    return {row.board: scale_of(row) for row in rows}


def _draw(file: Path, title: str, rows: Sequence[Row], reading: Reading) -> None:
    from benchmarks.reliability_picture import Panel, save  # pygame is for those who draw

    boards = [
        Panel(_title(board), told(members, reading), told(members, counted))
        for (board, look), members in sorted(_by_board(rows).items(), key=_cells)
        if not look
    ]
    save(file, title, boards)


def _cells(board: tuple[tuple[str, str], list[Row]]) -> int:
    return next((row.seen.cells for row in board[1] if row.seen), 0)


def _title(board: str) -> str:
    """Return a board's parameters as a player writes them: its size, and what is unusual."""
    spec, parameters = read_game(board)
    values, usual = asdict(parameters), asdict(spec.parameters())
    size = f"{values.pop('columns')} × {values.pop('rows')}" if "columns" in values else ""
    others = [
        f"{value} {key.replace('_', ' ')}" if "_" in key else f"{key} {value}"
        for key, value in values.items()
        if value != usual[key]
    ]
    return ", ".join([each for each in (size, *others) if each]).capitalize() or "The usual board"


def parser() -> argparse.ArgumentParser:
    parser = Parser(
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
    add("--minutes", type=minutes, default=math.inf, metavar="M", help="stop after this time")
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
    add(
        "--fit",
        nargs="*",
        metavar="CONSTANT",
        choices=[each.name for each in fields(Scale)],
        help="fit these constants, or all that the game uses, and show by them",
    )
    add(
        "--folds",
        type=whole_number(1, 100),
        default=1,
        metavar="N",
        help="show each of N parts of the games by constants fitted to the others (1: to all)",
    )
    add("--picture", type=Path, metavar="FILE", help="draw the reliability diagram, as PNG")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
