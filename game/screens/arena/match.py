"""A match in a process of its own, its pace, and all that the window knows of it.

The window never waits for it. Threads read what it says, as pipes cannot be asked on every
system; its end, too, comes as something to be polled.
"""

import logging
import queue
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Final

from ai.contract.games import game_spec
from ai.contract.rules import PositionError, RulesError, State
from ai.external.contract import is_external
from ai.match.events import (
    Event,
    GameBegun,
    GameRecord,
    MatchEnded,
    MatchFileError,
    MatchPlan,
    MovePlayed,
    Standing,
    Thinking,
    from_json,
    parameters_of,
)
from ai.match.match import Ledger
from ai.phrases import N_, filled
from ai.processes import give_way, start_family
from game.play.node import WinRate
from game.play.session import Seat, Session
from game.screens.arena.contestants import command, ending_words, names_of
from game.words import arena, pages
from game.words.say import say


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
        values = self.values[side]
        if values and values[-1][0] == ply:
            values.pop()
        values.append((ply, shown))

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
        records: The games that count, in order.
        live: The game that is watched: the first of those that are played now, to its end.
    """

    def __init__(self, plan: MatchPlan, live: ShownGame | None = None) -> None:
        """Begin a match, or go on with one of which a game is still shown."""
        self.plan = plan
        self.ledger = Ledger(plan)
        self.records: list[GameRecord] = []
        self.live = live
        self.standing = Standing()
        self._played: dict[int, ShownGame] = {}

    @property
    def names(self) -> tuple[str, str]:
        """What the sides are called."""
        return names_of((self.plan.sides[0].spec, self.plan.sides[1].spec), self.plan.game)

    def take(self, event: Event) -> None:
        match event:
            case GameBegun():
                self._played[event.game] = begun_game(event, self.plan.game)
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
            case GameRecord():
                self.records += self.ledger.add(event)
                ended = self._played.pop(event.game, None)
                if ended is not None:
                    ended.result = event.result
            case Standing():
                self.standing = event
            case MatchEnded():
                self.standing = event.standing
            case _:
                pass

    def _note(self, game: ShownGame, side: int, value: float) -> None:
        """Note what a side thinks, if it says so: another program does not."""
        if not is_external(self.plan.sides[side].searcher):
            game.note(side, value)

    def _watch(self, number: int) -> None:
        """Watch a game that goes on, unless another one that goes on is watched."""
        if self.live is None or self._played.get(self.live.number) is not self.live:
            self.live = self._played[number]

    def played_back(self, record: GameRecord) -> ShownGame:
        """Return a finished game, to be looked at again; raises `RulesError` if it is damaged."""
        game = begun_game(record, self.plan.game)
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


_TITLES: Final = {
    "Board": N_("Board {number}"),
    "Seed": N_("Seed {number}"),
    "Standard": pages.STANDARD,
}


def begun_game(begin: GameBegun | GameRecord, game: str) -> ShownGame:
    spec = game_spec(game)
    start = spec.state_from_text(begin.start, parameters_of(game, begin.parameters))
    lines = tuple(PlayedLine([start]) for _ in range(1 if spec.players == 2 else 2))
    return ShownGame(game, begin.game, begin.first, _title(begin.title), lines)


def _title(told: str) -> str:
    """Return a board's title, as its file tells it in English, in the player's language."""
    kind, _, number = told.rpartition(" ")
    return filled(_TITLES[kind], number=number) if kind in _TITLES else told


def read_progress(path: Path) -> MatchProgress | None:
    """Return what a match's file holds, up to its first damaged line; None without a match."""
    progress: MatchProgress | None = None
    with suppress(OSError, UnicodeDecodeError, MatchFileError):
        for line in path.read_text("utf-8").splitlines():
            event = from_json(line)
            if isinstance(event, MatchPlan):
                progress = MatchProgress(event)
            elif progress is not None:
                progress.take(event)
    if progress is not None:
        progress.take(progress.ledger.standing)
    return progress


log = logging.getLogger(__name__)

NICENESS: Final = 10
INTERRUPTED: Final = 130
PATIENCE: Final = 10.0
"""Seconds in which a match ends its games and writes down what it knows."""


class MatchProcess:
    """A running ``match --live``."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start it; raises `OSError` if there is no such program."""
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._error_lines: list[str] = []
        self._process = start_family(
            command, patience=PATIENCE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        give_way(NICENESS, self._process.pid)  # the window goes first
        self._threads = [
            threading.Thread(target=read, name="match", daemon=True)
            for read in (self._read_events, self._read_errors)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def is_running(self) -> bool:
        alive = any(thread.is_alive() for thread in self._threads)
        return alive or self._process.poll() is None or not self._events.empty()

    @property
    def problem(self) -> str:
        """Why it could not be played, in a sentence; empty if it could."""
        if self.is_running or self._process.returncode in (0, 1, INTERRUPTED):
            return ""
        last = self._error_lines[-1] if self._error_lines else ""
        text = last.removeprefix("playout match: ").removeprefix("error: ")
        return text or filled(arena.ENDED, code=self._process.returncode)

    def poll(self) -> list[Event]:
        """Return what it told since the last call; never waits."""
        events = []
        with suppress(queue.Empty):
            while True:
                events.append(self._events.get_nowait())
        return events

    def order(self, text: str) -> None:
        """Tell it ``pause``, ``go``, ``step`` or ``pace SECONDS``."""
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):  # it may be gone
            self._process.stdin.write(text + "\n")
            self._process.stdin.flush()

    def stop(self) -> None:
        """Let it end; what it has played is kept."""
        assert self._process.stdin is not None
        self.order("stop")
        with suppress(OSError, ValueError):
            self._process.stdin.close()

    def _read_events(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                try:
                    self._events.put(from_json(line))
                except MatchFileError:
                    log.warning("The match said %r", line)

    def _read_errors(self) -> None:
        assert self._process.stderr is not None
        with self._process.stderr as lines:
            for line in lines:
                log.info("Match: %s", line.rstrip())
                self._error_lines = [*self._error_lines[-20:], line.strip()]


PACES: Final = {"1": 0.8, "4": 0.2, "max": 0.0}
"""Seconds from one move to the next at the speeds of the screen."""

Starter = Callable[[Sequence[str]], MatchProcess]


class MatchRun:
    """Starts, holds and stops a match; never waits.

    Attributes:
        match: Its process; None while none is played.
        progress: What is known of it; None before it has told its plan.
        problem: Why the last one could not be played.
        suspended: Whether it waits until the window is looked at.
        speed: A key of `PACES`.
        notices: Sentences for the player, oldest first.
    """

    def __init__(self, start: Starter, folder: Path) -> None:
        self._start = start
        self.folder = folder
        self.match: MatchProcess | None = None
        self.progress: MatchProgress | None = None
        self.problem = ""
        self.paused = False
        self.suspended = False
        self.speed = "4"
        self.notices: list[str] = []
        self._started: float | None = None
        self._counted = 0

    @property
    def path(self) -> Path:
        return self.folder / "match.jsonl"

    @property
    def is_running(self) -> bool:
        """Whether a match is being played, or held for the moment."""
        return self.match is not None

    @property
    def can_go_on(self) -> bool:
        progress = self.progress
        return progress is not None and not self.is_running and not progress.ledger.is_over

    @property
    def word(self) -> str:
        """What the match does when it does not play, in a word."""
        if not self.is_running:
            return N_("stopped", "a match") if self.can_go_on else N_("finished", "a match")
        if self.suspended:
            return arena.WAITS
        return N_("paused", "a match") if self.paused else ""

    @property
    def seconds_left(self) -> float | None:
        """How long the rest will take, as the games so far went; None if that is unknown."""
        progress = self.progress
        if progress is None or not self.is_running or self.paused:
            return None
        done = len(progress.records) - self._counted
        if self._started is None or done < 1:
            return None
        each = (time.monotonic() - self._started) / done
        return each * (progress.plan.games - len(progress.records))

    def begin(self, arguments: list[str], *, fresh: bool) -> None:
        self.problem = ""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.match = self._start(command(arguments, self.path, fresh=fresh))
        except OSError as error:
            self.problem = filled(arena.NOT_STARTED, error=error.strerror)
            return
        if fresh:
            self.progress = None
        self.paused = self.suspended = False
        self._started = None
        self.set_speed(self.speed)

    def stop(self) -> None:
        """End the process; what was played is kept."""
        if self.match is not None:
            self.match.stop()
            self.match = None
            self.paused = False

    def forget(self) -> None:
        """Stop the match and show nothing of it any more."""
        self.stop()
        self.progress, self.problem = None, ""

    def set_paused(self, paused: bool) -> None:
        """Pause the match before its next move, or let it go on."""
        if self.match is not None and paused != self.paused:
            self.paused = paused
            self._order_pace()

    def hold(self, suspended: bool) -> None:
        """Hold the match while nobody looks at the window."""
        if self.match is not None and suspended != self.suspended:
            self.suspended = suspended
            self._order_pace()

    def step(self) -> None:
        self.set_paused(True)
        self._order("step")

    def set_speed(self, speed: str) -> None:
        """Play no faster than this."""
        self.speed = speed
        self._order(f"pace {PACES[speed]}")

    def poll(self) -> bool:
        """Take in what the match told; return whether there is anything new."""
        match = self.match
        if match is None:
            return False
        events = match.poll()
        for event in events:
            self._take(event)
        if self._started is None and self.progress and self.progress.live:
            self._started, self._counted = time.monotonic(), len(self.progress.records)
        if match.is_running:
            return bool(events)
        self.problem = match.problem
        self.match, self.paused = None, False
        return True

    def _take(self, event: Event) -> None:
        progress = self.progress
        if isinstance(event, MatchPlan):  # one that is gone on with tells its games again
            self.progress = MatchProgress(event, progress.live if progress else None)
        elif progress is not None:
            try:
                progress.take(event)
            except RulesError as error:
                self.notices.append(say(arena.NONE_SHOWN, error=error))
            self._tell(event, progress)

    def _tell(self, event: Event, progress: MatchProgress) -> None:
        """Say how the match ended, and of each side the first time it lost by what it did."""
        if isinstance(event, GameRecord) and event.is_forfeit:
            forfeits = [each.winner for each in progress.records if each.is_forfeit]
            if forfeits.count(event.winner) <= 1:
                self.notices.append(ending_words(event, progress.names))
        if isinstance(event, MatchEnded):
            self.notices.append(arena.ENDS.get(event.reason, arena.STOPPED))

    def _order_pace(self) -> None:
        self._order("pause" if self.paused or self.suspended else "go")

    def _order(self, text: str) -> None:
        if self.match is not None:
            self.match.order(text)
