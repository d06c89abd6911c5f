"""Another program as a searcher: ``gtp:COMMAND``.

It is started for a game and told its board, its moves and its time; what it answers to
``genmove`` is the move. A program counts no simulations, so its limit is in seconds.
"""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from ai.contract.game import is_rectangular
from ai.contract.games import game_of
from ai.contract.rules import IllegalMoveError, State
from ai.external.contract import (
    EXTERNAL,
    ForfeitError,
    ProgramError,
    ResignedError,
    command_problem,
)
from ai.external.program import CancelledError, GtpProgram, TimedOutError, short
from ai.gtp.protocol import Vertices
from ai.kinds import SearcherKind, SearcherOptions
from ai.search.limits import TimeSupplier
from ai.search.messages import History, Limit, SearchInfo, SearchResult, StopReason
from ai.search.searcher import Listener

START_SECONDS: Final = 60.0
"""How long it may take to get ready, as programs load much."""
COMMAND_SECONDS: Final = 20.0
GRACE_SECONDS: Final = 3.0
"""What a move may take beyond its limit, as the protocol tells whole seconds."""
DEFAULT_SECONDS: Final = 1.0
RESIGN: Final = "resign"
RECTANGULAR: Final = "rectangular_boardsize"
_COLOURS: Final = ("b", "w")
_NOTHING: Final = SearchResult(None, SearchInfo(), StopReason.STOPPED)


@dataclass(frozen=True, kw_only=True)
class ExternalOptions(SearcherOptions):
    """Which program.

    Raises:
        ValueError: There is no such program.
    """

    command: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if problem := command_problem(self.command):
            raise ValueError(problem)


@dataclass(slots=True)
class _Session:
    """What a running program knows.

    Attributes:
        unsaid: What it could not be told of the board; empty if it knows the board.
        seconds: The time it was told to have for a move.
    """

    program: GtpProgram
    commands: frozenset[str]
    history: History
    unsaid: str = ""
    seconds: int = 0


class ExternalSearcher:
    """Lets another program move, which has to be told the whole game, and to be ended."""

    def __init__(self, game: str, options: ExternalOptions) -> None:
        self._game = game_of(game)
        self._vertices = Vertices(square=self._game.protocol.square)
        self._command = options.command
        self._session: _Session | None = None

    def follow(self, history: History, is_cancelled: TimeSupplier) -> None:
        """Tell the program how the position that is searched next came about; start it for that.

        Raises:
            ProgramError: It could not begin the game.
            ForfeitError: It has lost the game otherwise than on the board.
        """
        if self._session is not None and self._session.history.start != history.start:
            self.close()
        with suppress(CancelledError), self._closed_on_errors():
            session = self._session or self._start(history.start, is_cancelled)
            with _lost_by_errors():
                self._tell_moves(session, history, is_cancelled)

    def advance(self, moves: tuple[int, ...] | None) -> None:
        """See `Searcher`; the program is told what `follow` tells."""

    def close(self) -> None:
        """End the program; a later search starts it once more."""
        if self._session is not None:
            self._session.program.close()
            self._session = None

    def search(
        self, position: State, limit: Limit, is_cancelled: TimeSupplier, on_progress: Listener
    ) -> SearchResult:
        """Let the program move; raises `ForfeitError` where it does anything else."""
        del on_progress  # a program tells nothing
        session = self._session
        if session is None:  # what `follow` told was cancelled
            return _NOTHING
        seconds = limit.seconds or DEFAULT_SECONDS
        with suppress(CancelledError), self._closed_on_errors(), _lost_by_errors():
            started = time.perf_counter()
            move = self._move(session, position, seconds, is_cancelled)
            info = SearchInfo(elapsed=time.perf_counter() - started, line=(move,))
            return SearchResult(move, info, StopReason.TIME)
        return _NOTHING

    @contextmanager
    def _closed_on_errors(self) -> Iterator[None]:
        # What is cancelled, too: the protocol cannot interrupt a program that thinks.
        try:
            yield
        except (CancelledError, ForfeitError, ProgramError):
            self.close()
            raise

    def _start(self, start: State, is_cancelled: TimeSupplier) -> _Session:
        if start != self._game.rules.new_game(start.parameters, 0):
            raise ProgramError("cannot be told a position that was set up")
        program = GtpProgram(self._command)
        try:
            commands = program.ask("list_commands", START_SECONDS, is_cancelled).split()
            session = _Session(program, frozenset(commands), History(start, ()))
            if size := self._board_command(session, start.parameters):
                program.ask(size, START_SECONDS, is_cancelled)
            program.ask("clear_board", START_SECONDS, is_cancelled)
        except (ProgramError, CancelledError):
            program.close()
            raise
        self._session = session
        return session

    def _board_command(self, session: _Session, parameters: Any) -> str:
        """Return what tells the board; where no command does, the program has to know it."""
        protocol = self._game.protocol
        for size in protocol.sizes:
            if protocol.resized(parameters, size) == parameters:
                return f"boardsize {size}"
        if not is_rectangular(parameters):
            return ""
        if RECTANGULAR in session.commands:
            return f"{RECTANGULAR} {parameters.columns} {parameters.rows}"
        session.unsaid = f"{parameters.columns} x {parameters.rows}"
        return ""

    def _move(
        self, session: _Session, position: State, seconds: float, is_cancelled: TimeSupplier
    ) -> int:
        colour = _COLOURS[position.current_player]
        self._tell_time(session, colour, seconds, is_cancelled)
        try:
            reply = session.program.ask(f"genmove {colour}", seconds + GRACE_SECONDS, is_cancelled)
        except TimedOutError:
            words = f"did not move within {seconds:g} s and {GRACE_SECONDS:g} s of grace"
            raise ForfeitError(words) from None
        vertex = reply.strip()
        if vertex.lower() == RESIGN:
            raise ResignedError
        try:
            move = self._vertices.move(position, vertex)
            if move not in position.legal_moves:  # such as a draw, to which both have to agree
                raise IllegalMoveError(f"'{vertex}' is not for one player alone")
        except IllegalMoveError as error:
            words = f"played an illegal move: {short(str(error))}"
            if session.unsaid:
                words += f" (it has no command {RECTANGULAR}, so it was not told {session.unsaid})"
            raise ForfeitError(words) from None
        session.history = replace(session.history, moves=(*session.history.moves, move))
        return move

    def _tell_moves(self, session: _Session, history: History, is_cancelled: TimeSupplier) -> None:
        new = history.moves_since(session.history)
        if new is None:
            session.program.ask("clear_board", COMMAND_SECONDS, is_cancelled)
            session.history, new = History(history.start, ()), history.moves
        state = session.history.start
        for move in session.history.moves:
            state = state.play(move)
        for move in new:
            play = f"play {_COLOURS[state.current_player]} {self._vertices.name(state, move)}"
            session.program.ask(play, COMMAND_SECONDS, is_cancelled)
            state = state.play(move)
        session.history = history

    def _tell_time(
        self, session: _Session, colour: str, seconds: float, is_cancelled: TimeSupplier
    ) -> None:
        """Tell the time for the move, as a period for one stone, where the program has clocks."""
        whole = max(1, math.ceil(seconds))  # the protocol knows no fractions
        if "time_settings" in session.commands and whole != session.seconds:
            session.program.ask(f"time_settings 0 {whole} 1", COMMAND_SECONDS, is_cancelled)
            session.seconds = whole
        if "time_left" in session.commands:
            session.program.ask(f"time_left {colour} {whole} 1", COMMAND_SECONDS, is_cancelled)


@contextmanager
def _lost_by_errors() -> Iterator[None]:
    """What a program does wrong once the game has begun loses it."""
    try:
        yield
    except ProgramError as error:
        raise ForfeitError(str(error)) from None


KIND: Final = SearcherKind(EXTERNAL, ExternalSearcher, ExternalOptions)
