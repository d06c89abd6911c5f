"""The engine of the Go Text Protocol: one game, its clock, and a searcher that keeps its tree."""

import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TextIO

from ai.contract.game import Protocol, is_rectangular
from ai.contract.rules import GameSpec, IllegalMoveError, Parameters, RulesError, State
from ai.errors import CtrlC, ctrl_c, in_short, is_from_user
from ai.gtp import protocol
from ai.gtp.protocol import (
    LETTERS,
    AnalysisError,
    AnalysisOrder,
    Command,
    CommandLines,
    Vertices,
    parse_command,
    read_analysis,
)
from ai.kinds import SearcherSpecError
from ai.search.limits import TimeSupplier
from ai.search.messages import Limit, SearchInfo, SearchResult
from ai.search.searcher import Listener, Searcher
from ai.version import NAME, VERSION

_MOVES_AHEAD = 20
"""Games seldom last longer than this for a player, so a larger share would be wasted."""

_SHARE_USED = 0.9
_RESERVE_S = 0.05
_LEAST_S = 0.01


@dataclass(slots=True)
class GameClock:
    """One player's time: main time, then a period for every few stones.

    Attributes:
        left: Seconds left of the main time or of the period.
        stones_left: Stones to place in this period; 0 in the main time.
        period: Seconds of a period; 0 for none.
    """

    left: float
    stones_left: int = 0
    period: float = 0.0
    stones: int = 0

    def set_left(self, seconds: float, stones: int) -> None:
        """Take over what the controller's clock says."""
        self.left, self.stones_left = seconds, stones

    def budget(self, moves_left: int) -> float:
        """Seconds to think now, with at most `moves_left` still to make, this one included."""
        moves = self.stones_left or min(max(1, moves_left), _MOVES_AHEAD)
        share = self.left / moves
        if self.stones and not self.stones_left:
            share = max(share, self.period / self.stones)
        return max(_LEAST_S, share * _SHARE_USED - _RESERVE_S)

    def spend(self, seconds: float) -> None:
        """Count a move; the end of the main time or of a period begins the next period."""
        self.left -= seconds
        if self.stones_left:
            self.stones_left -= 1
            if self.stones_left == 0:
                self._begin_period()
        elif self.left <= 0 and self.stones:
            self._begin_period()
        self.left = max(0.0, self.left)

    def _begin_period(self) -> None:
        self.left, self.stones_left = self.period, self.stones


def new_clock(main: float, period: float, stones: int) -> GameClock | None:
    """Return the clock that ``time_settings`` asks for; None when time is unlimited."""
    if stones == 0:
        return GameClock(main) if main > 0 and period == 0 else None
    clock = GameClock(main, 0, period, stones)
    if main == 0:
        clock.set_left(period, stones)
    return clock


COLOUR_NAMES = ("black", "white")
STONES = "XO"
COLOURS = {"b": 0, "black": 0, "x": 0, "w": 1, "white": 1, "o": 1}
SCORES = {1.0: "B+", -1.0: "W+", 0.0: "0"}

PASS, RESIGN = "pass", "resign"
SETTING_UP = (
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "loadsgf",
    "gogui-setup",
)
SET_UP = ": a position is set up by set_position or by its moves, not by handicap or a file"


GOGUI_ANALYSES = """\
pstring/Legal Moves/gogui-rules_legal_moves
string/Side to Move/gogui-rules_side_to_move
string/Result/gogui-rules_final_result"""


class GtpError(Exception):
    """A command that fails: its text is the reply after the question mark."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What the command line decides.

    Attributes:
        parameters: The board before any ``boardsize``.
        protocol: The game as the protocol sees it, with the sizes that the searcher plays.
        check_board: Raises `SearcherSpecError` where the searcher does not play such a board.
        make_searcher: Makes a new searcher for each game, with a seed of its own.
        limit: Bounds of every genmove; None leaves them to the clock.
        untimed_limit: Bounds of a genmove where neither `limit` nor a clock says more.
    """

    rules: GameSpec
    parameters: Parameters
    protocol: Protocol
    vertices: Vertices
    check_board: Callable[[Parameters], None]
    make_searcher: Callable[[], Searcher]
    limit: Limit | None
    untimed_limit: Limit


class Engine:
    """Answers commands one after another."""

    def __init__(self, setup: Setup, lines: CommandLines, out: TextIO) -> None:
        self._setup = setup
        self._lines = lines
        self._out = out
        self._clocks: dict[int, GameClock] = {}
        self._analysis: AnalysisOrder | None = None
        self._handlers: dict[str, Callable[[tuple[str, ...]], str]] = {
            **{
                name: partial(self._begin_analysis, name)
                for name in (*protocol.COMMANDS, *protocol.MOVING)
            },
            "boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "final_score": self._final_score,
            "genmove": self._genmove,
            "known_command": self._known_command,
            "komi": self._komi,
            "list_commands": lambda _: "\n".join(sorted(self._handlers)),
            "name": lambda _: NAME,
            "play": self._play,
            "protocol_version": lambda _: "2",
            "quit": lambda _: "",
            "rectangular_boardsize": self._rectangular_boardsize,
            "set_position": self._set_position,
            "showboard": self._showboard,
            "time_left": self._time_left,
            "time_settings": self._time_settings,
            "undo": self._undo,
            "version": lambda _: VERSION,
            "vertices": lambda _: setup.vertices.words,
        }
        if not is_rectangular(setup.parameters):
            del self._handlers["rectangular_boardsize"]
        if setup.protocol.certificate is not None:
            self._handlers["cannot_lose"] = self._cannot_lose
        self._clear(setup.parameters)
        if self._is_for_gogui():
            self._handlers |= {
                "gogui-analyze_commands": lambda _: GOGUI_ANALYSES,
                "gogui-rules_board": lambda _: "\n".join(self._rows()),
                "gogui-rules_board_size": lambda _: str(len(self._rows())),
                "gogui-rules_final_result": lambda _: self._caption(),
                "gogui-rules_game_id": lambda _: setup.rules.name.capitalize(),
                "gogui-rules_legal_moves": lambda _: " ".join(
                    map(self._name, self._state.legal_moves)
                ),
                "gogui-rules_side_to_move": lambda _: COLOUR_NAMES[self._state.current_player],
            }

    def run(self) -> None:
        """Answer until ``quit`` or the end of the input."""
        while (line := self._lines.next()) is not None:
            command = parse_command(line)
            if command is not None:
                self._answer(command)
                if command.name == "quit":
                    return

    def _answer(self, command: Command) -> None:
        try:
            handler = self._handlers.get(command.name)
            if handler is None:
                raise GtpError(f"unknown command{SET_UP if command.name in SETTING_UP else ''}")
            reply = handler(command.arguments)
        except GtpError as error:
            self._write(f"?{command.id} {error}\n\n")
        except BaseException as error:
            # The border of the engine: a search that fails must not end the controller's game.
            if _ends_engine(error):
                raise
            traceback.print_exc()
            self._write(f"?{command.id} {in_short(error)}\n\n")
        else:
            space = " " if reply and reply[0] != "\n" else ""
            self._write(f"={command.id}{space}{reply}\n")
            if self._analysis is not None:
                order, self._analysis = self._analysis, None
                self._stream_analysis(order)
            self._write("\n")

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()

    # The game.

    @property
    def _state(self) -> State:
        return self._history[-1]

    def _start(self, start: State) -> None:
        self._history = [start]
        self._searcher: Searcher | None = None
        # Those since the last search; None if the searcher is to start anew.
        self._new_moves: tuple[int, ...] | None = None

    def _name(self, move: int) -> str:
        return self._setup.vertices.name(self._state, move)

    def _push(self, move: int) -> None:
        self._history.append(self._state.play(move))
        if self._new_moves is not None:
            self._new_moves += (move,)

    def _boardsize(self, arguments: tuple[str, ...]) -> str:
        size = _numbers(arguments, 1, "boardsize needs one size")[0]
        protocol = self._setup.protocol
        if size not in protocol.sizes:
            raise GtpError(f"unacceptable size: {_range_words(protocol.sizes)}")
        self._clear(protocol.resized(self._history[0].parameters, size))
        return ""

    def _rectangular_boardsize(self, arguments: tuple[str, ...]) -> str:
        """Set columns and rows, as KataGo's GTP_Extensions.md has it."""
        usage = "rectangular_boardsize needs columns and rows"
        columns, rows = _numbers(arguments, 2, usage)
        protocol = self._setup.protocol
        try:
            board = protocol.rectangular(self._history[0].parameters, columns, rows)
            self._setup.check_board(board)
        except (RulesError, SearcherSpecError) as error:
            raise GtpError(f"unacceptable size: {error}") from None
        self._clear(board)
        return ""

    def _clear_board(self, _: tuple[str, ...]) -> str:
        self._clear(self._history[0].parameters)
        return ""

    def _clear(self, parameters: Parameters) -> None:
        self._start(self._setup.rules.new_game(parameters, 0))

    def _set_position(self, arguments: tuple[str, ...]) -> str:
        """Start from a position as the game writes it; a ``/`` stands for the end of a line."""
        if not arguments:
            raise GtpError("syntax error: set_position needs a position, with / between its lines")
        text = " ".join("\n" if word == "/" else word for word in arguments)
        try:
            self._start(self._setup.rules.state_from_text(text, self._history[0].parameters))
        except RulesError as error:
            raise GtpError(f"no position: {error}") from None
        return ""

    def _play(self, arguments: tuple[str, ...]) -> str:
        if len(arguments) != 2:
            raise GtpError("syntax error: play needs a colour and a vertex")
        colour, vertex = _colour(arguments[0]), arguments[1]
        if self._state.is_terminal and vertex.lower() == PASS:
            return ""
        self._check_turn(colour)
        try:
            self._push(self._setup.vertices.move(self._state, vertex))
        except IllegalMoveError as error:
            raise GtpError(f"illegal move: {error}") from None
        return ""

    def _undo(self, _: tuple[str, ...]) -> str:
        if len(self._history) == 1:
            raise GtpError("cannot undo")
        self._history.pop()
        # Back to before the searched position, the tree has nothing to go on from.
        self._new_moves = self._new_moves[:-1] if self._new_moves else None
        return ""

    def _check_turn(self, colour: int) -> None:
        if self._state.is_terminal:
            raise GtpError("the game is over")
        if colour != self._state.current_player:
            raise GtpError(f"it is {COLOUR_NAMES[self._state.current_player]}'s turn")

    def _final_score(self, _: tuple[str, ...]) -> str:
        if not self._state.is_terminal:
            raise GtpError("game is not over")
        return SCORES[self._state.returns[0]]

    def _showboard(self, _: tuple[str, ...]) -> str:
        protocol, letters = self._setup.protocol, self._setup.vertices.letters
        more = (letters,) if protocol.square else ()
        return f"\n{protocol.diagram(self._state, *more)}\n{self._caption()}"

    def _caption(self) -> str:
        if not self._state.is_terminal:
            player = self._state.current_player
            return f"{self._side(player)} to move"
        result = self._state.returns[0]
        if result == 0:
            return "draw"
        return f"{self._side(0 if result > 0 else 1)} has won"

    def _side(self, player: int) -> str:
        """Return a colour and its stones: the rules may let the players exchange them."""
        stones = STONES[self._setup.rules.side_of(self._state, player)]
        return f"{COLOUR_NAMES[player]} ({stones})"

    # Thinking.

    def _genmove(self, arguments: tuple[str, ...]) -> str:
        if len(arguments) != 1:
            raise GtpError("syntax error: genmove needs a colour")
        colour = _colour(arguments[0])
        if not self._state.is_terminal:
            self._check_turn(colour)
        kept = frozenset(self._state.legal_moves)
        return self._chosen(colour, kept, lambda _: None, lambda _: None)

    def _chosen(
        self, colour: int, kept: frozenset[int], on_progress: Listener, at_end: Listener
    ) -> str:
        if self._state.is_terminal:
            # Controllers made for Go go on until both pass or one resigns.
            return RESIGN if self._state.returns[colour] < 0 else PASS
        started = time.perf_counter()
        result = self._search(self._genmove_limit(colour), lambda: False, on_progress)
        if result.move is None:
            raise GtpError("the search found no move")
        at_end(result.info)
        if clock := self._clocks.get(colour):
            clock.spend(time.perf_counter() - started)
        move = result.move
        if move not in kept:
            ranked = (each.move for each in result.info.candidates)
            move = next(filter(kept.__contains__, ranked), min(kept))
        vertex = self._name(move)
        self._push(move)
        return vertex

    def _genmove_limit(self, colour: int) -> Limit:
        if self._setup.limit is not None:
            return self._setup.limit
        if clock := self._clocks.get(colour):
            moves_left = (len(self._state.legal_moves) + 1) // 2
            return Limit(seconds=clock.budget(moves_left))
        return self._setup.untimed_limit

    def _search(
        self, limit: Limit, is_cancelled: TimeSupplier, on_progress: Listener
    ) -> SearchResult:
        if self._searcher is None:
            self._searcher = self._setup.make_searcher()
        self._searcher.advance(self._new_moves)
        self._new_moves = None  # stays so if the search fails
        with ctrl_c() as interrupted:
            result = self._searcher.search(
                self._state, limit, lambda: interrupted() or is_cancelled(), on_progress
            )
        if interrupted():
            raise CtrlC
        self._new_moves = ()
        return result

    def _begin_analysis(self, command: str, arguments: tuple[str, ...]) -> str:
        try:
            order = read_analysis(
                command,
                arguments,
                lambda word: word.lower() in COLOURS,
                lambda word: COLOURS[word.lower()] == self._state.current_player,
            )
        except AnalysisError as error:
            raise GtpError(f"syntax error: {error}") from None
        if not (order.moves and self._state.is_terminal):
            self._check_turn(self._colour_of(order))
            if not self._allowed(order):
                raise GtpError("syntax error: what is allowed and not avoided has no legal move")
        self._analysis = order
        return ""

    def _allowed(self, order: AnalysisOrder) -> frozenset[int]:
        """Return the moves that an analysis may tell; what is no legal move says nothing."""

        def moves(vertices: tuple[str, ...]) -> Iterator[int]:
            for vertex in vertices:
                with suppress(IllegalMoveError):
                    yield self._setup.vertices.move(self._state, vertex)

        allowed = moves(order.allowed) if order.allowed else self._state.legal_moves
        return frozenset(allowed) - frozenset(moves(order.avoided))

    def _stream_analysis(self, order: AnalysisOrder) -> None:
        reported_at, allowed = time.perf_counter(), self._allowed(order)
        latest: SearchInfo | None = None

        def on_progress(info: SearchInfo) -> None:
            nonlocal reported_at, latest
            now = time.perf_counter()
            if now - reported_at >= order.interval:
                reported_at, latest = now, info
                self._report(order, info, allowed)

        def at_end(info: SearchInfo) -> None:
            """Tell what a search has come to, be it over before the first interval."""
            if info != latest:
                self._report(order, info, allowed)

        try:
            if order.moves:
                vertex = self._chosen(self._colour_of(order), allowed, on_progress, at_end)
                self._write(f"play {vertex}\n")
                return
            at_end(self._search(Limit(), self._lines.waiting, on_progress).info)
        except BaseException as error:
            # The reply has begun, so it can only be cut short.
            if _ends_engine(error):
                raise
            traceback.print_exc()
        if not order.moves:
            self._lines.wait()

    def _colour_of(self, order: AnalysisOrder) -> int:
        return _colour(order.colour) if order.colour else self._state.current_player

    def _report(self, order: AnalysisOrder, info: SearchInfo, allowed: frozenset[int]) -> None:
        if line := order.report(info, allowed, self._name):  # an empty line would end the reply
            self._write(f"{line}\n")

    def _cannot_lose(self, arguments: tuple[str, ...]) -> str:
        """Tell whether a colour is proven not to lose: ``true`` and the pairs, or ``unknown``."""
        if len(arguments) != 1:
            raise GtpError("syntax error: cannot_lose needs a colour")
        certificate = self._setup.protocol.certificate
        assert certificate is not None  # or the command would be unknown
        pairs = certificate(self._state, _colour(arguments[0]))
        return f"true {pairs}" if pairs else "unknown"

    # What GoGui asks of games that are not Go; see the chapter "Rules" of its manual.

    def _is_for_gogui(self) -> bool:
        """Tell whether GoGui can show it: stones on a square board, each move a point of it."""
        rows = self._rows()
        points = {
            f"{letter}{row + 1}" for letter in LETTERS[: len(rows)] for row in range(len(rows))
        }
        return (
            self._setup.vertices.square
            and all(len(row.split()) == len(rows) for row in rows)
            and points.issuperset(map(self._name, self._state.legal_moves))
        )

    def _rows(self) -> list[str]:
        return [row for row in self._state.to_text().splitlines() if set(row) <= set(".XO ")]

    # Time and the rest.

    def _time_settings(self, arguments: tuple[str, ...]) -> str:
        usage = "time_settings needs main time, period and stones"
        main, period, stones = _numbers(arguments, 3, usage)
        clocks = {player: new_clock(main, period, stones) for player in (0, 1)}
        self._clocks = {player: clock for player, clock in clocks.items() if clock}
        return ""

    def _time_left(self, arguments: tuple[str, ...]) -> str:
        usage = "time_left needs a colour, seconds and stones"
        if len(arguments) != 3:
            raise GtpError(f"syntax error: {usage}")
        colour = _colour(arguments[0])
        seconds, stones = _numbers(arguments[1:], 2, usage)
        self._clocks.setdefault(colour, GameClock(0)).set_left(seconds, stones)
        return ""

    def _komi(self, arguments: tuple[str, ...]) -> str:
        """Version 2 requires the command; these games have no komi, so it changes nothing."""
        try:
            (_,) = map(float, arguments)
        except ValueError:
            raise GtpError("syntax error: komi needs one number") from None
        return ""

    def _known_command(self, arguments: tuple[str, ...]) -> str:
        return "true" if arguments[:1] and arguments[0] in self._handlers else "false"


def _ends_engine(error: BaseException) -> bool:
    return is_from_user(error) or isinstance(error, BrokenPipeError)


def _range_words(sizes: Sequence[int]) -> str:
    if not sizes:
        return "this game has one board"
    first, *others = sizes
    if not others:
        return f"this searcher plays size {first} only"
    if sizes[-1] - first == len(others):
        return f"sizes are {first} to {sizes[-1]}"
    return f"sizes are {', '.join(map(str, sizes[:-1]))} and {sizes[-1]}"


def _colour(text: str) -> int:
    colour = COLOURS.get(text.lower())
    if colour is None:
        raise GtpError(f"syntax error: '{text}' is not a colour; use black or white")
    return colour


def _numbers(arguments: tuple[str, ...], count: int, usage: str) -> list[int]:
    if len(arguments) != count:
        raise GtpError(f"syntax error: {usage}")
    for text in arguments:
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise GtpError(f"syntax error: {usage}; '{text}' is not a whole number")
    return [int(text) for text in arguments]
