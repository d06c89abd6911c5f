"""One game of a match: what it begins with, and two players, or two solvers on a board each.

Openings and boards are random, each from its own seed.
"""

import multiprocessing
import random
import time
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from typing import Any, Protocol

from ai.contract.games import culprit, game_of, game_spec
from ai.contract.rules import GameSpec, Parameters, RulesError, State
from ai.engine.searches import SearcherFactory
from ai.errors import in_short, is_from_user, words_of
from ai.external.contract import ForfeitError
from ai.external.searcher import ExternalSearcher
from ai.match.events import (
    PER_BOARD,
    SIDES,
    GameBegun,
    GameRecord,
    MatchPlan,
    MovePlayed,
    Names,
    Thinking,
)
from ai.search.messages import History, SearchInfo, SearchResult
from ai.search.searcher import Searcher

_ATTEMPTS = 100


@dataclass(frozen=True, slots=True)
class Start:
    """What a game begins with: the position, its title, and the moves that led there.

    Attributes:
        first: The position before those moves; None where there are none.
    """

    state: State
    title: str = ""
    moves: Names = ()
    first: State | None = None

    @property
    def history(self) -> History:
        state = self.first or self.state
        played = []
        for name in self.moves:
            played.append(state.move_from_string(name))
            state = state.play(played[-1])
        return History(self.first or self.state, tuple(played))


def default_plies(spec: GameSpec) -> int:
    """Return how many random moves begin a game where nobody says it."""
    return game_of(spec.name).search.opening_plies if spec.players == 2 else 0


def start_of(plan: MatchPlan, opening: int) -> Start:
    """Return what an opening's games begin with; equal seeds give equal openings."""
    spec = game_spec(plan.game)
    parameters = spec.parameters(**plan.parameters)
    if plan.boards:
        title, text = plan.boards[opening % len(plan.boards)]
        return Start(_board(plan.game, text, parameters), title)
    # A board or a game's first position may itself be random.
    first = spec.new_game(parameters, plan.seed + opening)
    if spec.players == 1:
        return Start(first, f"Seed {plan.seed + opening}")
    return _random_opening(plan, first, f"{plan.seed}/{opening}")


@lru_cache(maxsize=64)
def _board(game: str, text: str, parameters: Parameters) -> State:
    boards = game_of(game).text.boards
    assert boards is not None, game
    state: State = boards.read(text, parameters, zero_is_empty=False)[0].state
    return state


def _random_opening(plan: MatchPlan, first: State, name: str) -> Start:
    """Play random moves; begin anew where the game would be over, or won at once."""
    choose = game_of(plan.game).search.opening_move or (lambda at, rng: rng.choice(at.legal_moves))
    for attempt in range(_ATTEMPTS):
        rng = random.Random(f"opening/{name}/{attempt}")
        state = first
        moves: list[str] = []
        while len(moves) < plan.opening_plies and not state.is_terminal:
            move = choose(state, rng)
            moves.append(state.move_to_string(move))
            state = state.play(move)
        if not state.is_terminal and not _wins_at_once(state):
            return Start(state, moves=tuple(moves), first=first)
    return Start(first)


def _wins_at_once(state: State) -> bool:
    mover = state.current_player
    return any(state.play(move).returns[mover] > 0 for move in state.legal_moves)


LARGEST_SEED = 2**63 - 1
THINKING_SECONDS = 0.2


class GameError(Exception):
    """A game that cannot go on; a sentence that says whose fault it is."""


@dataclass(eq=False)
class _LossError(Exception):
    """How a side lost otherwise than on the board, in a sentence."""

    side: int
    words: str
    is_forfeit: bool


class Watcher(Protocol):
    """Follows a game from its first move to its last."""

    def before_move(self) -> None:
        """Called before each move; may take its time, or give the game up by raising."""

    def tell(self, event: GameBegun | Thinking | MovePlayed) -> None:
        """Called with what happens."""


def opening_of(plan: MatchPlan, game: int) -> int:
    """Return which opening a game begins with: two neighbours share one of two players."""
    return game // game_spec(plan.game).players


def first_side(plan: MatchPlan, game: int) -> int:
    """Return who moves first: the sides take turns."""
    return game % game_spec(plan.game).players


def seeds_of(plan: MatchPlan, game: int) -> tuple[int, int]:
    rng = random.Random(f"searchers/{plan.seed}/{game}")
    return rng.randint(0, LARGEST_SEED), rng.randint(0, LARGEST_SEED)


def play_game(plan: MatchPlan, game: int, make: SearcherFactory, watcher: Watcher) -> GameRecord:
    """Play a game; what goes wrong in it is told in the record's `error`."""
    try:
        return _Game(plan, game, make, watcher).play()
    except BaseException as error:  # a plug-in may raise what it likes
        if is_from_user(error) or culprit(error) is None:
            raise
        failed = f"{plan.game} failed ({in_short(error)})"
        return GameRecord(game=game, opening=opening_of(plan, game), error=failed)


@dataclass(slots=True)
class _Player:
    """A side in this game: its searcher, and the moves that one has not seen yet."""

    side: int
    searcher: Searcher
    unseen: tuple[int, ...] | None = None
    simulations: int = 0


@dataclass(slots=True)
class _Line:
    """A line of play: where it stands, its moves, their times and what was thought of them."""

    state: State
    moves: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    values: list[float] = field(default_factory=list)

    def play(self, move: int, seconds: float, value: float) -> str:
        name = self.state.move_to_string(move)
        self.state = self.state.play(move)
        self.moves.append(name)
        self.times.append(round(seconds, 3))
        self.values.append(value)
        return name


class _Game:
    def __init__(self, plan: MatchPlan, game: int, make: SearcherFactory, watcher: Watcher) -> None:
        self._plan = plan
        self._number = game
        self._watcher = watcher
        self._seeds = seeds_of(plan, game)
        self._first = first_side(plan, game)
        self._opening = opening_of(plan, game)
        self._start = start_of(plan, self._opening)
        self._make = make
        self._players: tuple[_Player, ...] = ()
        self._lines: tuple[_Line, ...] = ()
        self._history = self._start.history  # of a game of two players
        self._loss: _LossError | None = None

    def play(self) -> GameRecord:
        start = self._start
        two_players = game_spec(self._plan.game).players == 2
        self._lines = tuple(_Line(start.state) for _ in range(1 if two_players else 2))
        error = ""
        self._watcher.tell(GameBegun(**self._beginning(), moves=start.moves))
        try:
            self._players = tuple(map(self._player, (0, 1)))
            if two_players:
                self._play_each_other()
            elif self._plan.per == PER_BOARD:
                self._solve_boards()
            else:
                self._play_boards()
        except GameError as failure:
            error = str(failure)
        except _LossError as end:
            self._loss = end
        finally:
            for player in self._players:
                if isinstance(player.searcher, ExternalSearcher):
                    player.searcher.close()
        return self._record(error)

    def _beginning(self) -> dict[str, Any]:
        start = self._start
        return {
            "game": self._number,
            "opening": self._opening,
            "first": self._first,
            "title": start.title,
            "parameters": asdict(start.state.parameters),
            "start": start.state.to_text(),
        }

    def _player(self, side: int) -> _Player:
        plan = self._plan
        spec = plan.sides[side].searcher
        try:
            searcher = self._make(spec, plan.game, threads=plan.threads, seed=self._seeds[side])
        except BaseException as error:
            if is_from_user(error):
                raise
            raise self._failure(side, f"could not be made ({_reason(error)})") from error
        return _Player(side, searcher)

    # The three ways to play.

    def _play_each_other(self) -> None:
        (line,) = self._lines
        offset = line.state.current_player  # after the opening either colour may be to move
        while not line.state.is_terminal:
            colour = line.state.current_player
            player = self._players[(colour - offset + self._first) % 2]
            move = self._move(player, line)
            self._history = replace(self._history, moves=(*self._history.moves, move))
            for each in self._players:
                each.unseen = None if each.unseen is None else (*each.unseen, move)

    def _play_boards(self) -> None:
        """Let the solvers move in turn, each on its own copy of the board."""
        while not all(line.state.is_terminal for line in self._lines):
            for player, line in zip(self._players, self._lines, strict=True):
                if not line.state.is_terminal:
                    player.unseen = (self._move(player, line),)

    def _solve_boards(self) -> None:
        """Give each solver its time for the board at once, then play what it found."""
        for player, line in zip(self._players, self._lines, strict=True):
            self._watcher.before_move()
            result, seconds = self._search(player, line.state)
            share = seconds / max(1, len(result.info.line))
            for move in result.info.line:
                self._watcher.before_move()
                self._play(player, line, move, share, result.info)

    # One move.

    def _move(self, player: _Player, line: _Line) -> int:
        self._watcher.before_move()
        result, seconds = self._search(player, line.state)
        if result.move is None:
            raise self._failure(player.side, "found no move")
        self._play(player, line, result.move, seconds, result.info)
        return result.move

    def _search(self, player: _Player, state: State) -> tuple[SearchResult, float]:
        reported = 0.0

        def on_progress(info: SearchInfo) -> None:
            nonlocal reported
            if info.elapsed - reported >= THINKING_SECONDS:
                reported = info.elapsed
                self._watcher.tell(
                    Thinking(self._number, player.side, *_figures(info), round(info.elapsed, 3))
                )

        limit = self._plan.sides[player.side].limit
        try:
            is_cancelled = _never
            player.searcher.advance(player.unseen)
            if isinstance(player.searcher, ExternalSearcher):
                is_cancelled = _is_orphaned
                player.searcher.follow(self._history, is_cancelled)
            started = time.perf_counter()
            result = player.searcher.search(state, limit, is_cancelled, on_progress)
            seconds = time.perf_counter() - started
        except ForfeitError as end:
            words = f"{SIDES[player.side]} {end}"
            raise _LossError(player.side, words, not end.is_resignation) from None
        except BaseException as error:
            # The border of the searcher: its failure must cost one game, not the match.
            if is_from_user(error):
                raise
            raise self._failure(player.side, f"failed ({_reason(error)})") from error
        player.unseen = ()
        player.simulations += result.info.simulations
        return result, seconds

    def _play(self, player: _Player, line: _Line, move: int, took: float, info: SearchInfo) -> None:
        figures = _figures(info)
        try:
            name = line.play(move, took, figures[0])
        except RulesError as error:
            raise self._failure(player.side, f"played an illegal move ({error})") from error
        self._watcher.tell(MovePlayed(self._number, player.side, name, *figures, round(took, 3)))

    def _failure(self, side: int, what: str) -> GameError:
        return GameError(f"{SIDES[side]} ({self._plan.sides[side].spec}) {what}")

    # The end.

    def _record(self, error: str) -> GameRecord:
        simulations = [player.simulations for player in self._players] or [0, 0]
        scores = cleared = None
        if not error and len(self._lines) == 2:
            ends = [line.state for line in self._lines]
            scores = (round(ends[0].returns[0]), round(ends[1].returns[0]))
            # A board is cleared when nothing is left to remove or to leave over.
            cleared = (_is_cleared(ends[0]), _is_cleared(ends[1]))
        return GameRecord(
            **self._beginning(),
            opening_moves=self._start.moves,
            seeds=self._seeds,
            lines=tuple(tuple(line.moves) for line in self._lines),
            times=tuple(tuple(line.times) for line in self._lines),
            values=tuple(tuple(line.values) for line in self._lines),
            result=None if error else self._result(scores),
            scores=scores,
            cleared=cleared,
            simulations=(simulations[0], simulations[1]),
            error=error,
            ending=self._loss.words if self._loss else "",
            is_forfeit=self._loss is not None and self._loss.is_forfeit,
        )

    def _result(self, scores: tuple[int, int] | None) -> float:
        if self._loss is not None:
            return float(self._loss.side)  # what A gets
        if scores is not None:
            return 0.5 + 0.5 * ((scores[0] > scores[1]) - (scores[0] < scores[1]))
        colour = (self._start.state.current_player - self._first) % 2  # A's colour
        return (1 + self._lines[0].state.returns[colour]) / 2


def _never() -> bool:
    return False


def _is_orphaned() -> bool:
    """Whether the match is gone that this is a job of; another program would go on thinking."""
    match = multiprocessing.parent_process()
    return match is not None and not match.is_alive()


def _is_cleared(state: State) -> bool:
    return bool(getattr(state, "cleared", False))


def _figures(info: SearchInfo) -> tuple[float, int]:
    return round(info.value, 4), info.simulations


def _reason(error: BaseException) -> str:
    """Return a sentence of the program's own as it is, and what else went wrong with its kind."""
    return words_of(error) if isinstance(error, Exception) and words_of(error) else in_short(error)
