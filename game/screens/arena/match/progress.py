"""All that is known of a match: its games so far, and the one that is being played."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from ai.contract.games import game_spec
from ai.contract.rules import PositionError, State
from ai.external.contract import is_external
from ai.match.events import (
    Event,
    GameBegun,
    GameRecord,
    MatchEnded,
    MatchFileError,
    MatchNotice,
    MatchPlan,
    MovePlayed,
    Standing,
    Thinking,
    from_json,
    parameters_of,
)
from ai.match.match import Ledger
from game.play.session import Seat, Session
from game.play.win_rate import WinRate


@dataclass(slots=True)
class PlayedLine:
    states: list[State]
    moves: list[int] = field(default_factory=list)

    def play(self, name: str) -> None:
        move = self.states[-1].move_from_string(name)
        self.moves.append(move)
        self.states.append(self.states[-1].play(move))


@dataclass(slots=True)
class ShownGame:
    """A game that is played or played back.

    Attributes:
        number: Its number, from 0.
        lines: One line for two players; for solvers, A's and B's.
        values: For each side, (ply, its own estimate): the share of a win for A, or the
            projected score.
        thinking: What each side says of the move it thinks about: simulations, seconds.
        result: The share of the point that A got, once it is over.
    """

    name: str
    number: int
    first: int
    title: str
    lines: tuple[PlayedLine, ...]
    values: tuple[list[tuple[int, float]], list[tuple[int, float]]] = field(
        default_factory=lambda: ([], [])
    )
    thinking: list[Thinking | None] = field(default_factory=lambda: [None, None])
    result: float | None = None

    @property
    def is_solved(self) -> bool:
        """Whether two solvers play it, each on a board of its own."""
        return len(self.lines) == 2

    @property
    def plies(self) -> int:
        """How many moves there are, by the longer line."""
        return max(len(line.moves) for line in self.lines)

    def line(self, side: int) -> PlayedLine:
        return self.lines[side if self.is_solved else 0]

    def state(self, side: int) -> State:
        return self.line(side).states[-1]

    def note(self, side: int, value: float) -> None:
        ply = len(self.line(side).moves)
        shown = value if self.is_solved else WinRate(value, side).of(0)
        known = self.values[side]
        if known and known[-1][0] == ply:
            known.pop()
        known.append((ply, shown))

    @property
    def mover(self) -> int:
        line = self.lines[0]
        start, now = line.states[0].current_player, line.states[-1].current_player
        return (now - start + self.first) % 2

    def colour(self, side: int) -> int:
        return (self.lines[0].states[0].current_player + side - self.first) % 2

    def session(self, side: int) -> Session:
        """Return it to be reviewed; of two solvers a side's, the other's being a branch."""
        start = self.lines[0].states[0]
        spec = game_spec(self.name)
        session = Session(spec.name, start.parameters, seed=0, seats=(Seat.AI,) * spec.players)
        session.set_position(start.to_text(), start.parameters)
        for each in (1 - side, side) if self.is_solved else (side,):
            session.go_to(0)
            for move in self.line(each).moves:
                session.play(move, for_player=True)
        return session


class MatchProgress:
    """Takes a match's events in.

    Attributes:
        plan: The match; None before its first event.
        records: The games that count, in order.
        live: The game that is watched: the first of those that are played now, to its end.
        notice: The last sentence it said.
    """

    def __init__(self) -> None:
        self.plan: MatchPlan | None = None
        self.ledger: Ledger | None = None
        self.records: list[GameRecord] = []
        self.live: ShownGame | None = None
        self.standing = Standing()
        self.ended: MatchEnded | None = None
        self.notice = ""
        self._played: dict[int, ShownGame] = {}

    def take(self, event: Event) -> None:
        match event:
            case MatchPlan():
                self.plan, self.ledger, self.standing = event, Ledger(event), Standing()
                self.records = []
            case GameBegun():
                self._played[event.game] = begun_game(event, event.game, self._game)
                self._watch(event.game)
            case MovePlayed() if event.game in self._played:
                game = self._played[event.game]
                self._note(game, event.side, event.value)
                game.line(event.side).play(event.move)
                game.thinking[event.side] = None
                self._watch(event.game)
            case Thinking() if event.game in self._played:
                game = self._played[event.game]
                game.thinking[event.side] = event
                self._note(game, event.side, event.value)
            case GameRecord() if self.ledger:
                self.records += self.ledger.add(event)
                ended = self._played.pop(event.game, None)
                if ended is not None:
                    ended.result = event.result
            case Standing():
                self.standing = event
            case MatchEnded():
                self.ended, self.standing = event, event.standing
            case MatchNotice():
                self.notice = event.text
            case _:
                pass

    def _note(self, game: ShownGame, side: int, value: float) -> None:
        """Note what a side thinks, if it says so: another program does not."""
        if self.plan is None or not is_external(self.plan.sides[side].searcher):
            game.note(side, value)

    def _watch(self, number: int) -> None:
        """Watch a game that goes on, unless another one that goes on is watched."""
        if self.live is None or self._played.get(self.live.number) is not self.live:
            self.live = self._played[number]

    def played_back(self, record: GameRecord) -> ShownGame:
        """Return a finished game, to be looked at again; raises `RulesError` if it is damaged."""
        game = begun_game(record, record.game, self._game)
        if len(record.lines) != len(game.lines):
            raise PositionError("the record of this game is incomplete")
        for i, (line, names) in enumerate(zip(game.lines, record.lines, strict=True)):
            values = record.values[i] if record.values else ()
            for name, value in zip_longest(names, values[: len(names)]):
                if value is not None:
                    self._note(game, i if game.is_solved else game.mover, value)
                line.play(name)
        game.result = record.result
        return game

    @property
    def _game(self) -> str:
        assert self.plan is not None
        return self.plan.game


def begun_game(begin: GameBegun | GameRecord, number: int, game: str) -> ShownGame:
    spec = game_spec(game)
    start = spec.state_from_text(begin.start, parameters_of(game, begin.parameters))
    lines = tuple(PlayedLine([start]) for _ in range(1 if spec.players == 2 else 2))
    return ShownGame(game, number, begin.first, begin.title, lines)


def read_progress(path: Path) -> MatchProgress | None:
    """Return what a match's file holds; None without a usable one."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    return progress_of(lines)


def progress_of(lines: Iterable[str]) -> MatchProgress | None:
    progress = MatchProgress()
    for line in lines:
        try:
            progress.take(from_json(line))
        except MatchFileError:
            break
    if progress.plan is None or progress.ledger is None:
        return None
    progress.take(progress.ledger.standing)
    return progress
