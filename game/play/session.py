"""One game in progress: the part that every game shares and no game repeats.

A session owns the history with its cursor, undo and redo, who sits where, what mode the
player is in, the games and lines that were set aside, and how all of it is written down and
read back. It knows no window and no AI; whatever must notice a change compares `generation`,
which grows with each one.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from enum import StrEnum
from typing import Any

from ai.contract.games import game_spec
from ai.contract.rules import GameSpec, Parameters, State
from ai.ladder import Level
from ai.levels import DEFAULT_LEVEL, level_on, levels_of
from game.games.registry import has_seeds
from game.play.line import Chooser, Fork, Line, Origin, Reason, Seat, SessionError, checked_seats
from game.play.record import SessionRecord, new_number
from game.play.tree import Evaluation, GameTree, GivenAdvice, Node
from game.store import fields

__all__ = [
    "Chooser",
    "Evaluation",
    "GivenAdvice",
    "Line",
    "Mode",
    "Origin",
    "Reason",
    "Seat",
    "Session",
    "SessionError",
]


class Mode(StrEnum):
    PLAY = "play"
    ANALYSE = "analyse"
    DEMO = "demo"


class Session:
    def __init__(
        self,
        game: str,
        parameters: Parameters | None = None,
        seed: int | None = None,
        seats: Sequence[Seat] | None = None,
        level: str = DEFAULT_LEVEL,
        mode: Mode = Mode.PLAY,
    ) -> None:
        """Start a game.

        Args:
            parameters: None for the game's defaults.
            seed: None for a random one.
            seats: One a player; by default a human everywhere.

        Raises:
            RulesError: The game or its parameters are unknown.
            SessionError: The number of seats does not fit the game.
        """
        self.spec: GameSpec = game_spec(game)
        self._level = level
        self._mode = mode
        tree = self._tree(parameters or self.spec.parameters(), seed)
        line = Line.begun(tree, checked_seats(self.spec, seats), new_number())
        self._record = SessionRecord(line)
        self._generation = 0
        self._reviewed: Line | None = None
        self._fork: tuple[int, Fork | None] = -1, None
        self._folded: set[Node] = set()

    # What it is.

    @property
    def line(self) -> Line:
        """The line in progress, with what counts for it alone."""
        return self._record.line

    @property
    def tree(self) -> GameTree:
        return self.line.tree

    @property
    def parameters(self) -> Parameters:
        return self.start.parameters

    @property
    def has_seed(self) -> bool:
        """Whether another seed would have made another start."""
        return has_seeds(self.spec.name, self.parameters)

    @property
    def start(self) -> State:
        """The position before the first move; one object for the whole game."""
        return self.tree.state

    @property
    def state(self) -> State:
        return self.state_at(self.cursor)

    @property
    def moves(self) -> tuple[int, ...]:
        """Every move of the game, those after the cursor too."""
        return tuple(step.node.move for step in self.line.steps[1:])

    @property
    def played(self) -> tuple[int, ...]:
        return tuple(step.node.move for step in self.line.steps[1 : self.cursor + 1])

    @property
    def cursor(self) -> int:
        """How many moves lie before the shown position."""
        return self.line.cursor

    @property
    def length(self) -> int:
        """How many moves the game has, those after the cursor too."""
        return self.line.length

    @property
    def is_at_end(self) -> bool:
        """Whether no move is left to redo."""
        return self.cursor == self.length

    @property
    def generation(self) -> int:
        """Grows with every change of the position, the seats, the level or the mode."""
        return self._generation

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.line.seats

    @property
    def level(self) -> str:
        return self._level

    @property
    def opponent(self) -> Level:
        """The level the AI plays with: the chosen one, or where it can't play this board another.

        Raises:
            RulesError: The game has no levels.
        """
        return level_on(self._level, self.spec.name, self.parameters)

    @property
    def opponents(self) -> tuple[Level, ...]:
        """The levels that the AI has made moves with in this game, or the one it would play with.

        Raises:
            RulesError: The game has no levels.
        """
        names = self.line.levels or (self._level,)
        return tuple(level_on(name, self.spec.name, self.parameters) for name in names)

    @property
    def mode(self) -> Mode:
        return self._mode

    @property
    def guesses_first(self) -> bool:
        """Whether the player guesses a move before the AI's view of a position is shown."""
        return self.line.guesses_first

    @property
    def is_assisted(self) -> bool:
        """Whether the player has seen moves of the AI's in this game, or followed one.

        A hint in a position that was taken back counts only if its move is played all the same.
        """
        line = self.line
        choosers = (line.chooser(ply) for ply in range(1, line.length + 1))
        return line.shown_moves or line.hints_used > 0 or Chooser.HELPED in choosers

    @property
    def ai_plies(self) -> frozenset[int]:
        """Which moves, counted from 1, the AI chose in a demo or in the player's stead."""
        return frozenset(self.line.plies(lambda step: step.by_ai))

    @property
    def ai_moves(self) -> int:
        """How many of the moves up to the cursor the AI chose in the player's stead or a demo."""
        return sum(step.by_ai for step in self.line.steps[: self.cursor + 1])

    @property
    def is_unfinished(self) -> bool:
        """Whether there is a game to go on with, neither over nor of the AI alone."""
        is_own = self.line.own_moves > 0 or not self.ai_plies
        return self.length > 0 and self.line.result is None and is_own

    @property
    def is_over(self) -> bool:
        """Whether the shown position ends the game; one given up ends in Play alone."""
        is_given_up = self.line.resigned is not None and self.is_at_end and self._mode is Mode.PLAY
        return self.state.is_terminal or is_given_up

    def evaluations_at(self, ply: int) -> Mapping[str, Evaluation]:
        """Return what each searcher thought of the position after `ply` moves."""
        return self.line.steps[ply].node.evaluations

    @property
    def comment(self) -> str:
        """What the author of a text says of the shown position, in quotes; empty for nothing."""
        words = " ".join(self.line.steps[self.cursor].node.comment.split())
        return f"“{words}”" if words else ""

    def move_number(self, ply: int) -> int:
        """Return the number of the move that led to the position after `ply` plies.

        In a game for two a move of each player is one, as in the list of moves.
        """
        return -(-ply // self.spec.players)

    def advice_on(self, ply: int) -> GivenAdvice | None:
        """Return what the player had been told of the move that led to `ply`, if it was shown."""
        return self.line.steps[ply - 1].node.advice.get(self.line.steps[ply].node.move)

    def state_at(self, ply: int) -> State:
        """Return the position after `ply` moves."""
        return self.line.steps[ply].node.state

    @property
    def position(self) -> int:
        """What tells the shown position from others; see `Node.digest`."""
        return self.positions[self.cursor]

    @property
    def positions(self) -> tuple[int, ...]:
        """What tells each position of the game from others, the start first."""
        return tuple(step.node.digest for step in self.line.steps)

    @property
    def seat_to_move(self) -> Seat | None:
        """Who is to move at the cursor; None when the game is over there."""
        if self.is_over:
            return None
        return self.seats[self.state.current_player]

    def last_mover_is(self, seat: Seat) -> bool:
        """Tell whether this kind of player made the last move before the cursor."""
        return self.cursor > 0 and self.seats[self.state_at(self.cursor - 1).current_player] is seat

    @property
    def is_ai_to_move(self) -> bool:
        """Whether a move of the AI is due: in Play its seat at the end, in Demo any, anywhere."""
        if self.is_over or self._mode is Mode.ANALYSE or self.retry_ply is not None:
            return False
        return self._mode is Mode.DEMO or (self.is_at_end and self.seat_to_move is Seat.AI)

    @property
    def is_ai_passed_by(self) -> bool:
        """Whether the player looks back at a turn of the AI's in Play, where nobody moves."""
        looks_back = self._mode is Mode.PLAY and not self.is_at_end
        return looks_back and self.retry_ply is None and self.seat_to_move is Seat.AI

    # Games and lines that were set aside.

    @property
    def earlier(self) -> tuple[Line, ...]:
        """The games and lines that were set aside and can be brought back, the latest first."""
        return tuple(line for line in self._record.earlier if not line.is_untouched)[::-1]

    @property
    def origin(self) -> Origin | None:
        """The game that this one branched off from and can be left for, if there is one."""
        origin = self.line.origin
        return None if origin is None or self._record.get(origin.number) is None else origin

    @property
    def own_game(self) -> int | None:
        """The number of the player's game whose place the AI's play took, if it took one's."""
        origin = self.origin
        return origin.number if origin is not None and origin.reason is Reason.AI_PLAYS else None

    @property
    def retry_ply(self) -> int | None:
        """How many moves lie before the one that the player tries to better; None if none is.

        What is tried there takes its place for as long as it is looked at, and nobody answers.
        """
        origin = self.origin
        if origin is None or origin.ply is None or self._mode is not Mode.PLAY:
            return None
        return origin.ply if origin.ply <= self.length <= origin.ply + 1 else None

    @property
    def fork(self) -> Fork | None:
        """Where branches of this game part, next to the shown position; None in a retry."""
        if self._fork[0] != self._generation:
            found = None if self.retry_ply is not None else self._record.fork()
            self._fork = self._generation, found
        return self._fork[1]

    @property
    def is_folded(self) -> bool:
        """Whether the branches beside the shown one are hidden at the fork."""
        return self.fork is not None and self.line.steps[self.fork.ply].node in self._folded

    def fold(self) -> None:
        """Hide the branches beside the shown one, or show them again, until the game is closed."""
        if self.fork is not None:
            self._folded ^= {self.line.steps[self.fork.ply].node}
            self._generation += 1

    def branches(self, most: int) -> Iterator[tuple[int, "Session"]]:
        """Yield the latest other branches of this game, and after how many moves each parts.

        Those that are folded are not among them.
        """
        steps, found = self.line.steps, self._record.branches().items()
        open_ = (part for part in found if steps[part[0]].node not in self._folded)
        parts = [(ply, line) for ply, lines in open_ for line in lines]
        for ply, line in sorted(parts, key=lambda part: -part[1].number)[:most]:
            with suppress(SessionError):
                yield ply, self.earlier_session(line.number)

    def show_branch(self, number: int) -> None:
        """Go on with the line that a fork leads to, and show the move by which it parts.

        Raises:
            SessionError: It is damaged or gone; nothing changed.
        """
        ply = 0 if self.fork is None else self.fork.ply
        self.bring_back(number)
        self.go_to(ply + 1)

    def delete_branch(self) -> tuple[Line, ...]:
        """Delete the shown move at the fork with all that follows it, and show the next one.

        Returns:
            The lines that were deleted, for `restore_branch`; none if there is no such move.

        Raises:
            SessionError: The next one is damaged; nothing changed.
        """
        fork, line = self.fork, self.line
        if fork is None or fork.shown is None:
            return ()
        branches = self._record.branches()
        deeper = (each for ply, lines in branches.items() if ply > fork.ply for each in lines)
        gone = (line, *deeper)
        self.show_branch(fork.beside(1).number)
        for each in gone:
            self.delete_earlier(each.number)
        return gone

    def restore_branch(self, lines: Sequence[Line]) -> None:
        """Keep the lines again that `delete_branch` returned, and go on with the first."""
        self._record.earlier += lines
        self.bring_back(lines[0].number)

    def earlier_session(self, number: int) -> "Session":
        """Return an earlier game to be looked at; raise `SessionError` if it is damaged or gone."""
        line = self._record.demanded(number)
        return self._on(line, line.level, Mode.ANALYSE)

    def copied(self, mode: Mode) -> "Session":
        """Return the game as a session of its own to walk along, without the earlier ones."""
        return self._on(self.line, self._level, mode)

    def _on(self, line: Line, level: str, mode: Mode) -> "Session":
        session = Session(self.spec.name, seed=0, level=level, mode=mode)
        session._record = SessionRecord(replace(line, steps=line.steps[:]))
        return session

    @property
    def lines(self) -> tuple[Line, ...]:
        """The line in progress, and all that were set aside, the latest first."""
        return self.line, *self._record.earlier[::-1]

    def take(self, data: Mapping[str, Any]) -> int:
        """Keep a game, as it is written, as the latest earlier one; return its number.

        It takes the place of the one with its number.

        Raises:
            SessionError: It cannot be read; nothing changed.
        """
        try:
            self._record.take(data)
        except Exception as error:  # a plug-in's rules may raise what they like
            raise SessionError(f"the earlier game is damaged: {error}") from error
        line = self._record.earlier.pop()
        self._record.delete(line.number)
        self._record.earlier.append(line)
        self._generation += 1
        return line.number

    def bring_back(self, number: int) -> None:
        """Go on with an earlier game; the present one is set aside unless it goes on in that one.

        Another game has its own opponent.

        Raises:
            SessionError: It is damaged or gone; nothing changed.
        """
        keep = self.retry_ply is None
        level = self._record.bring_back(number, self._level, keep=keep)
        if level in {each.name for each in levels_of(self.spec.name)}:  # not who a text names
            self._level = level
        self._generation += 1

    def bring_in(self, lines: Sequence[Line]) -> None:
        """Go on with the first of some lines from a text; the others are kept with it.

        The present game is set aside. A line that is known already is not kept twice.

        Raises:
            SessionError: It cannot be read.
        """
        known = {(line.tree.key, line.moves): line.number for line in self.lines}
        number, root = 0, new_number()
        for line in reversed(lines):
            key = line.tree.key, line.moves
            if key not in known:
                known[key] = self.take(line.to_dict() | {"number": new_number(), "root": root})
            number = known[key]
        before = self.line.number
        if number != before:
            self.bring_back(number)
            self.line.replaced = before
        self.go_to(self.length)

    def delete_earlier(self, number: int) -> None:
        self._record.delete(number)
        self._generation += 1

    def retry(self, ply: int) -> None:
        """Let the player better the move that followed after `ply` moves; the game is set aside.

        From another retry this goes back to the game first.
        """
        self.leave_retry()
        self.set_mode(Mode.PLAY)
        self._branch(ply, Origin(self.line.number, Reason.RETRY, ply))
        self._generation += 1

    def play_on(self) -> None:
        """Go on from a retry as a game of its own, from which the other can be brought back."""
        if self.retry_ply is not None and self.line.origin is not None:
            self.line.origin = Origin(self.line.origin.number, Reason.RETRY)
            self._generation += 1

    def leave_retry(self) -> bool:
        """Go back to the game of a retry, which is as it was; return whether that was done."""
        origin = self.origin
        if self.retry_ply is None or origin is None:
            return False
        try:
            self.bring_back(origin.number)
        except SessionError:  # its file was damaged by others
            self.play_on()
            return False
        return True

    def play_from_here(self) -> None:
        """Make the shown position the game's last; the moves that followed are set aside."""
        if not self.is_at_end:
            cursor, self.line.cursor = self.cursor, self.length
            self._branch(cursor, self.line.origin)
            self._generation += 1

    # What changes the position.

    def play(self, move: int, *, for_player: bool = False, taken: bool = False) -> State:
        """Play a move at the cursor; what followed there is set aside as a line of its own.

        In Analyse the move that followed there walks along the game instead, and one of the
        player's in another branch leads there. Before the AI moves in a person's game, that game is
        set aside as it is.

        Args:
            for_player: Whether the AI makes it in a demo or in the player's stead.
            taken: Whether a person has one of the AI's candidates played.

        Raises:
            IllegalMoveError: The rules do not allow it; nothing changed.
        """
        cursor = self.cursor
        node = self.line.steps[cursor].node.play(move)
        if cursor == self.retry_ply:
            self._record.line = self.line.prefix(cursor, self.line.number)
            self.line.play(node, own=True, by_ai=taken)
            self._generation += 1
            return node.state
        self.play_on()
        line = self.line
        is_next = not self.is_at_end and line.steps[cursor + 1].node is node
        is_walking = self._mode is Mode.ANALYSE and not for_player
        if is_walking and (is_next or (not taken and self._walks_over(node.name))):
            self.go_to(cursor + 1)
            return self.state
        if for_player and line.own_moves and not line.steps[cursor].by_ai:
            self._branch(cursor, Origin(line.number, Reason.AI_PLAYS))
        elif not self.is_at_end or line.resigned is not None:
            line.cursor = self.length
            self._branch(cursor, line.origin)
        may_be = self._mode is Mode.ANALYSE or self.seat_to_move is Seat.HUMAN
        by_person = may_be and not for_player
        plays_against = self._mode is Mode.PLAY and self.spec.players == 2
        is_opponents = plays_against and not by_person and not for_player
        level = self.opponent.name if is_opponents else ""
        self.line.play(node, own=by_person, by_ai=for_player or taken, level=level)
        if by_person:
            self.line.replaced = None
            self._record.forget_untouched()
        self._record.forget_covered()
        self._generation += 1
        return self.state

    def _walks_over(self, name: str) -> bool:
        """Go on with the latest branch in which the player made a move here, if there is one."""
        cursor = self.cursor
        for each in reversed(self._record.branches().get(cursor, [])):
            if each.goes_on_by(cursor) == name and each.chooser(cursor + 1).is_player:
                with suppress(SessionError):
                    self.bring_back(each.number)
                    return True
        return False

    def resign(self) -> None:
        """Let the player to move give the game up; raise `SessionError` where that cannot be."""
        if self.spec.players != 2 or not self.is_at_end or self.is_over:
            raise SessionError("there is nothing to give up")
        self.line.resigned = self.state.current_player
        self._generation += 1

    def go_to(self, ply: int) -> bool:
        """Show the position after `ply` moves (clamped); return whether that is another one."""
        ply = max(self.retry_ply or 0, min(ply, self.length))
        if ply == self.cursor:
            return False
        self.line.cursor = ply
        self._generation += 1
        return True

    def undo(self) -> bool:
        """Go back one move; return whether there was one."""
        return self.go_to(self.cursor - 1)

    def redo(self) -> bool:
        """Go forward one move; return whether there was one."""
        return self.go_to(self.cursor + 1)

    @property
    def can_undo_turn(self) -> bool:
        """Whether `undo_turn` would change anything."""
        return self._human_ply(range(self.cursor - 1, -1, -1)) != self.cursor

    def undo_turn(self) -> bool:
        """Go back to the human's last own decision: against the AI, both plies.

        If that was to resign, the game goes on where it was, and the one given up is set aside.
        All that the AI has played in the player's stead goes at once. Where the human never moved,
        as when the AI opens, nothing changes.
        """
        if (
            self.line.resigned is not None
            and self.is_over
            and self.seats[self.line.resigned] is Seat.HUMAN
        ):
            self._branch(self.cursor, self.origin)
            self._generation += 1
            return True
        return self.go_to(self._human_ply(range(self.cursor - 1, -1, -1)))

    def redo_turn(self) -> bool:
        """Go forward to the human's next decision, or to the end of the game."""
        ply = self._human_ply(range(self.cursor + 1, self.length + 1))
        return self.go_to(self.length if ply == self.cursor else ply)

    def _human_ply(self, plies: range) -> int:
        """Return the first of `plies` where a human decides; every ply outside of Play."""
        if self.retry_ply is not None:
            return max(self.retry_ply, min(self.cursor + plies.step, self.length))
        for ply in plies:
            seat = self.seats[self.state_at(ply).current_player]
            decides = seat is Seat.HUMAN and not all(map(self._is_the_ais, (ply, ply + 1)))
            if self._mode is not Mode.PLAY or decides or Seat.HUMAN not in self.seats:
                return ply
        return self.cursor

    def _is_the_ais(self, ply: int) -> bool:
        """Tell whether the AI made a move in the player's stead, which he did not choose."""
        step = self.line.steps[ply] if ply <= self.length else None
        return step is not None and step.by_ai and not step.own

    def new_game(
        self,
        parameters: Parameters | None = None,
        seed: int | None = None,
        seats: Sequence[Seat] | None = None,
        *,
        is_brought: bool = False,
    ) -> None:
        """Start another game; this one is set aside. None keeps its parameters and seats.

        Args:
            seed: What that is made from; None for a random one.
            is_brought: Whether its start came with a text, so that no settings change it.
        """
        checked = self.seats if seats is None else checked_seats(self.spec, seats)
        self._replace(self._tree(parameters or self.parameters, seed), checked, int(is_brought))

    def begin_again(self, parameters: Parameters, seed: int | None = None) -> None:
        """Give a game in which nothing was played another start."""
        old, tree = self.line, self._tree(parameters, seed)
        self._record.line = self._record.begun(tree, old.seats)
        self.line.origin, self.line.replaced = old.origin, old.replaced
        self.line.guesses_first = old.guesses_first
        self._generation += 1

    def restart(self) -> None:
        """Start the same board again, however it came about; this game is set aside."""
        self._replace(self.tree, self.seats, min(1, self.line.brought))

    def set_position(
        self, text: str, parameters: Parameters | None = None, *, standard: int | None = None
    ) -> None:
        """Start from a position given as text; this game is set aside.

        Args:
            text: The position, as `State.to_text` writes it.
            parameters: What to read it with; None keeps the present ones.

        Raises:
            RulesError: The text is no position of this game; nothing changed.
        """
        start = {"start": text, "standard": standard}
        self._replace(
            self._tree(parameters or self.parameters, self.tree.seed, **start), self.seats
        )

    @property
    def can_undo_new_game(self) -> bool:
        """Whether this game has taken another one's place and nobody has moved in it yet."""
        return self._record.get(self.line.replaced) is not None

    def undo_new_game(self) -> bool:
        """Bring the game back whose place this one took; return whether there was one."""
        earlier = self._record.get(self.line.replaced)
        if earlier is not None:
            self.bring_back(earlier.number)
        return earlier is not None

    # What changes around it.

    def set_seats(self, seats: Sequence[Seat]) -> None:
        """Say who moves for each player; raise `SessionError` if the number is wrong."""
        self.line.seats = checked_seats(self.spec, seats)
        self._generation += 1

    def set_level(self, level: str) -> None:
        self._level = level
        self._generation += 1

    def set_mode(self, mode: Mode) -> None:
        """Set what the player is doing; a retry goes on as a game of its own."""
        if mode is not self._mode:
            self.play_on()
        self._mode, self._reviewed = mode, None
        self._generation += 1

    def analyse_reviewed(self, ply: int) -> None:
        """Analyse the position after `ply` moves, until `take_reviewed` leads back."""
        self.go_to(ply)
        self.set_mode(Mode.ANALYSE)
        self._reviewed = self.line

    def take_reviewed(self) -> int | None:
        """Return, once, the number of the line whose review this analysis came from, if one.

        One that is no longer kept, as the shown one goes on with it, is reviewed as that.
        """
        line, self._reviewed = self._reviewed, None
        if line is None or not line.is_of_the_game(self.line):
            return None
        return self.line.number if self._record.get(line.number) is None else line.number

    def guess_first(self, on: bool) -> None:
        """Say whether the player guesses first."""
        self.line.guesses_first = on
        self._generation += 1

    def guess_at(self, ply: int) -> int | None:
        """Return the move that the player guessed after `ply` moves, if any."""
        return self.line.steps[ply].node.guess(self.line.root)

    def note_guess(self, move: int) -> None:
        """Note a guess in the shown position; raise `IllegalMoveError` if it is no move."""
        self.line.steps[self.cursor].node.note_guess(move, self.line.root)
        self._generation += 1

    def note_advice(
        self, move: int, before: float, after: float, *, ply: int | None = None
    ) -> None:
        """Note what the program says of a move; see `GivenAdvice`.

        Args:
            ply: How many moves lie before the position; None for the shown one.
        """
        node = self.line.steps[self.cursor if ply is None else ply].node
        node.advise(move, GivenAdvice(before, after))

    def record_evaluation(self, ply: int, evaluation: Evaluation) -> None:
        """Note what a search thinks of the position after `ply` moves; see `Node.learn`."""
        if 0 <= ply <= self.length:
            self.line.steps[ply].node.learn(evaluation)

    # How it is read.

    @classmethod
    def from_dict(cls, data: object) -> "Session":
        """Read a session back.

        Raises:
            SessionError: There are no moves of a game to be read; the sentence says why.
        """
        if not isinstance(data, Mapping):
            raise SessionError("a saved game must be an object")
        try:
            return cls._read(data)
        except Exception as error:  # a plug-in's rules may raise what they like
            raise SessionError(f"the saved game is damaged: {error}") from error

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> "Session":
        session = cls(
            fields.required(data, "game", str),
            seed=0,  # the start is the record's
            level=fields.read_optional(data, "level", fields.read_level, DEFAULT_LEVEL),
            mode=fields.read_optional(data, "mode", Mode, Mode.PLAY),
        )
        session._record = SessionRecord.read(session.spec, {**data, "level": ""})
        return session

    # Helpers.

    def _tree(self, parameters: Parameters, seed: int | None, **start: Any) -> GameTree:
        """Return a new tree; without a seed it is drawn, where the board depends on one."""
        if seed is None:
            is_one_board = self.spec.players == 1 and not has_seeds(self.spec.name, parameters)
            seed = 0 if is_one_board else random.randrange(1, 1_000_000)
        return GameTree(self.spec, {"parameters": asdict(parameters), "seed": seed, **start})

    def _replace(self, tree: GameTree, seats: tuple[Seat, ...], brought: int = 0) -> None:
        """Let a game from this start take this one's place, until a person moves in it undoably."""
        line = self._record.begun(tree, seats)
        line.brought, line.guesses_first = brought, self.line.guesses_first
        self.leave_retry()
        self._record.replace(line, self._level)
        self._generation += 1

    def _branch(self, ply: int, origin: Origin | None) -> None:
        self._record.branch(ply, origin, self._level)
