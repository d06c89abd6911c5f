"""The rungs of a game's ladder, found by matches, measured and looked at.

``python -m benchmarks.levels find GAME --out FILE`` finds settings of the dial that are `STEP` Elo
apart, along the way through the game's present ones; ``rate GAME`` plays each level against the one
below; ``judge GAME`` has their moves looked at by a search of ten times the strongest one's.
Matches are kept in FILE, so that a second run goes on where the first ended. Prints one JSON object
a line.
"""

import argparse
import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from ai.cluster import ClusterError, ClusterJob, IsCancelled
from ai.contract.games import read_game
from ai.contract.rules import Parameters, RulesError, State
from ai.ladder import Level, rung
from ai.levels import levels_of
from ai.match.events import MatchPlan, Side
from ai.match.play import LARGEST_SEED, default_plies, play_game, start_of
from ai.match.statistics import elo_interval
from ai.options import make_ready_searcher, whole_number
from ai.search.messages import Candidate, Limit, SearchResult
from ai.search.searcher import Searcher
from ai.searchers import make_searcher
from ai.streams import Parser
from benchmarks.cluster import Run, running_on

STEP = 175.0
NEAR = 30.0
"""How far a measured step may be from `STEP`: with the error of 400 games, within 150 to 200."""
BATCH = 100
"""Games of the first try of a step, before those that count."""
JOB_GAMES = 20
TRIES = 4

Row = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Board:
    """What is played: a game with its parameters and openings of so many random moves."""

    game: str
    parameters: Mapping[str, Any]
    plies: int


class Matches:
    """Games between levels, kept in a file as they are played."""

    def __init__(self, board: Board, path: Path | None, run: Run) -> None:
        self._board = board
        self._path = path
        self._run = run
        self._known: dict[str, list[float]] = {}
        if path is not None and path.exists():
            lines = path.read_text("utf-8").splitlines()
            self._known = {row["job"]: row["results"] for row in map(json.loads, lines)}

    def results(self, upper: Level, lower: Level, games: int, seed: int) -> list[float]:
        """Return what the upper level got in each game: 1, 0.5 or 0; two share an opening."""
        board = self._board
        plan = MatchPlan(
            game=board.game,
            parameters=dict(board.parameters),
            sides=(_side(upper), _side(lower)),
            games=games,
            seed=seed,
            opening_plies=board.plies,
        )
        names = [f"{asdict(plan) | {'games': 0}} {first}" for first in range(0, games, JOB_GAMES)]
        missing = iter([number for number, name in enumerate(names) if name not in self._known])

        def next_job() -> ClusterJob | None:
            number = next(missing, None)
            if number is None:
                return None
            return ClusterJob(number, play, (plan, number * JOB_GAMES))

        for outcome in self._run(next_job):
            if outcome is not None:
                self._keep(names[outcome.job.name], outcome.value)
        return [result for name in names for result in self._known[name]][:games]

    def _keep(self, name: str, results: list[float]) -> None:
        self._known[name] = results
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"job": name, "results": results}) + "\n")


class _Nobody:
    """Watches no game; a `Watcher`."""

    def before_move(self) -> None:
        pass

    def tell(self, event: object) -> None:
        pass


def play(plan: MatchPlan, first: int, is_cancelled: IsCancelled) -> list[float]:
    """Play a part of a match, from a game on; raise `ValueError` if one cannot be played."""
    results = []
    for game in range(first, min(first + JOB_GAMES, plan.games)):
        if is_cancelled():
            break
        record = play_game(plan, game, make_ready_searcher, _Nobody())
        if record.result is None:
            raise ValueError(record.error)
        results.append(record.result)
    return results


def _side(level: Level) -> Side:
    return Side(level.searcher, level.searcher, level.limit)


@dataclass(frozen=True, slots=True)
class Step:
    """What was measured of a level against the one below, in Elo."""

    lead: float
    low: float
    high: float
    games: int
    draws: int


def step_of(results: Sequence[float]) -> Step:
    """Return the lead with its 95 % interval; a match that was all won is bounded by its size."""
    units: Counter[tuple[float, ...]] = Counter(zip(results[::2], results[1::2], strict=True))
    found, games = elo_interval(units), len(results)
    most = 400 * math.log10(2 * games)
    lead, low, high = (
        sign * most if value is None else value
        for value, sign in ((found.value, 1), (found.low, -1), (found.high, 1))
    )
    return Step(lead, low, high, games, results.count(0.5))


def rate(matches: Matches, levels: Sequence[Level], games: int, seed: int) -> Iterator[Row]:
    """Yield each level's lead over the one below."""
    for lower, upper in pairwise(levels):
        step = step_of(matches.results(upper, lower, games, seed))
        yield {"level": upper.name, "below": lower.name, **_rounded(step)}


def _rounded(step: Step) -> dict[str, object]:
    return {name: round(value) for name, value in asdict(step).items()}


class Span:
    """The settings of a dial between given ones, by how far along they are."""

    def __init__(self, levels: Sequence[Level]) -> None:
        self._dials = [each.dial for each in levels if each.dial is not None]
        self.end = len(self._dials) - 1.0
        self._options = levels[0].options

    def level(self, at: float) -> Level:
        """Return the level that plays at a place from 0 to `end`."""
        place = min(int(at), len(self._dials) - 2)
        dial = self._dials[place].turned(self._dials[place + 1], at - place)
        return rung(f"at {at:.3f}", "", dial, options=self._options)


def find(matches: Matches, span: Span, games: int, seed: int) -> Iterator[Row]:
    """Yield rungs from the weakest setting up, each `STEP` above the one before.

    A lead grows evenly along a short way, so that the next try follows from all before it.
    """
    at, rating, tried = 0.0, 400.0, 1.0
    yield {"rating": rating, **_described(span.level(at))}
    while at < span.end:
        below, seen = span.level(at), _Slope(at)
        for turn, number in enumerate((BATCH, *[games] * TRIES)):
            tried = min(tried, span.end)
            upper = span.level(tried)
            step = step_of(matches.results(upper, below, number, seed + 1000 * turn))
            seen.add(tried, step)
            is_top = tried == span.end and step.lead < STEP
            if number == games and (abs(step.lead - STEP) <= NEAR or is_top):
                break
            tried = seen.reaching(STEP)
        rating += step.lead
        yield {"rating": round(rating), **_described(upper), **_rounded(step)}
        at, tried = tried, 2 * tried - at


class _Slope:
    """How fast a lead grows along a way from a place, by what was measured there."""

    def __init__(self, at: float) -> None:
        self._at = at
        self._products = self._squares = 0.0

    def add(self, tried: float, step: Step) -> None:
        way = tried - self._at
        self._products += step.games * way * step.lead
        self._squares += step.games * way * way

    def reaching(self, lead: float) -> float:
        """Return the place where a lead is reached, at most three times as far as was tried."""
        slowest = lead / 3
        return self._at + lead * self._squares / max(self._products, slowest * self._squares)


def _described(level: Level) -> Row:
    assert level.dial is not None
    return {"level": level.name, **asdict(level.dial)}


JUDGE_SIMULATIONS = 20_000
LOSES = 0.1
UNSEEN = 0.005
"""The share of the judge's visits below which nobody would make a move that loses."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the judge thinks of a move.

    Attributes:
        loss: By how much its value, from 0 to 1, is below that of the best one.
        share: Its share of the judge's visits.
        win_there: Whether a move won at once.
        win_missed: Whether this one did not.
        given_away: Whether the opponent can win at once after it, but not after the best one.
    """

    loss: float
    share: float
    win_there: bool
    win_missed: bool
    given_away: bool


def judge(board: Board, levels: Sequence[Level], moves: int, seed: int) -> Iterator[Row]:
    """Yield how each level errs, by what a stronger search thinks of its moves in its own games."""
    for level in levels:
        verdicts: list[Verdict] = []
        for game in range(moves):
            if len(verdicts) >= moves:
                break
            verdicts += _judged_game(board, level, seed + game)
        # A game's last moves are judged as its first ones are, so the last game counts in whole.
        yield {
            "level": level.name,
            "moves": len(verdicts),
            "loses": _share(each.loss > LOSES for each in verdicts),
            "mean_loss": round(sum(each.loss for each in verdicts) / len(verdicts), 3),
            "absurd": _share(each.loss > LOSES and each.share < UNSEEN for each in verdicts),
            "wins": sum(each.win_there for each in verdicts),
            "wins_missed": sum(each.win_missed for each in verdicts),
            "wins_given_away": sum(each.given_away for each in verdicts),
        }


def _share(found: Iterable[bool]) -> float:
    each = list(found)
    return round(sum(each) / len(each), 3)


def _judged_game(board: Board, level: Level, seed: int) -> Iterator[Verdict]:
    plan = MatchPlan(
        game=board.game,
        parameters=dict(board.parameters),
        sides=(_side(level), _side(level)),
        games=1,
        seed=seed,
        opening_plies=board.plies,
    )
    state = start_of(plan, 0).state
    players = [make_searcher(level.searcher, board.game, seed=2 * seed + each) for each in (0, 1)]
    referee = make_searcher("mcts", board.game, seed=seed)
    simulations = max(JUDGE_SIMULATIONS, 10 * (level.limit.simulations or 0))
    while not state.is_terminal:
        player = players[state.current_player]
        player.advance(None)
        move = _searched(player, state, level.limit).move
        assert move is not None
        if len(state.legal_moves) > 1:
            yield _verdict(referee, state, move, Limit(simulations=simulations))
        state = state.play(move)


def _verdict(referee: Searcher, state: State, move: int, limit: Limit) -> Verdict:
    referee.advance(None)
    candidates = _searched(referee, state, limit).info.candidates
    visits = sum(each.visits for each in candidates)
    best = candidates[0]
    seen = next((each for each in candidates if each.move == move), None)
    winning = [each for each in state.legal_moves if _wins(state, each)]
    return Verdict(
        loss=max(0.0, best.value - _value(referee, state, move, seen, limit)),
        share=seen.visits / max(1, visits) if seen else 0.0,
        win_there=bool(winning),
        win_missed=bool(winning) and move not in winning,
        given_away=_gives_a_win(state, move) and not _gives_a_win(state, best.move),
    )


FEW_VISITS = 100


def _value(
    referee: Searcher, state: State, move: int, seen: Candidate | None, limit: Limit
) -> float:
    """Return a move's value; one that was hardly tried is searched for itself."""
    if seen is not None and (seen.proof is not None or seen.visits > FEW_VISITS):
        return seen.value
    after = state.play(move)
    if after.is_terminal:
        return float(1 + after.returns[state.current_player]) / 2
    referee.advance(None)
    value = _searched(referee, after, limit).info.value
    return value if after.current_player == state.current_player else 1 - value


def _searched(searcher: Searcher, state: State, limit: Limit) -> SearchResult:
    return searcher.search(state, limit, lambda: False, lambda _: None)


def _wins(state: State, move: int) -> bool:
    return bool(state.play(move).returns[state.current_player] > 0)


def _gives_a_win(state: State, move: int) -> bool:
    after = state.play(move)
    return not after.is_terminal and any(_wins(after, each) for each in after.legal_moves)


def main(arguments: list[str] | None = None) -> int:
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        spec, parameters = read_game(options.game)
        if spec.players != 2:
            parser.error(f"{spec.name} has no levels")
        board = Board(spec.name, asdict(parameters), default_plies(spec))
        for row in _rows(options, board, parameters):
            print(json.dumps(row), flush=True)
    except (RulesError, ValueError, OSError, ClusterError) as error:
        parser.error(str(error))
    return 0


def _rows(options: argparse.Namespace, board: Board, parameters: Parameters) -> Iterator[Row]:
    ranked = [each for each in levels_of(board.game, parameters) if each.ranked]
    levels = [each for each in ranked if not options.level or each.name in options.level]
    if options.run == "judge":
        yield from judge(board, levels, options.moves, options.seed)
        return
    with running_on(options.cluster) as run:
        matches = Matches(board, options.out, run)
        if options.run == "find":
            yield from find(matches, Span(levels), options.games, options.seed)
        else:
            yield from rate(matches, levels, options.games, options.seed)


def _parser() -> Parser:
    parser = Parser(prog="python -m benchmarks.levels", description=__doc__)
    parser.add_argument("run", choices=("find", "rate", "judge"))
    parser.add_argument("game", help="its name, or with a board, as in a .playout file")
    parser.add_argument("--level", action="append", help="only this one, and others so named")
    parser.add_argument(
        "--games", type=whole_number(2, 100_000), default=400, help="of a step that counts"
    )
    parser.add_argument(
        "--moves", type=whole_number(1, 100_000), default=200, help="of a level to judge"
    )
    parser.add_argument("--seed", type=whole_number(0, LARGEST_SEED), default=0)
    parser.add_argument("--out", type=Path, help="the file that keeps the games")
    parser.add_argument("--cluster", metavar="ADDRESS", help="of a Dask scheduler")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
