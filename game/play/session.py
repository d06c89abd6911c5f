"""A game in progress: its record, and what the player does with it.

The record holds all that was played; a session adds the mode, whose turn it is, and the way back
to the game before. It knows no window and no AI; whatever must notice a change compares
`generation`, which grows with each one.
"""

import random
from collections.abc import Iterator, Sequence
from enum import StrEnum

from ai.contract.games import game_spec
from ai.contract.rules import GameSpec, Parameters, State
from ai.ladder import Level
from ai.levels import DEFAULT_LEVEL, EVEN, family, level_on, levels_of
from game.games.registry import has_seeds
from game.play.node import By, Chooser, Evaluation, GameNode, GivenAdvice
from game.play.record import (
    AI_PLAYS,
    Deleted,
    GameStart,
    GameTree,
    Left,
    Seat,
    SessionError,
    checked_seats,
    new_number,
)

__all__ = [
    "By",
    "Chooser",
    "Evaluation",
    "GameTree",
    "GivenAdvice",
    "Mode",
    "Seat",
    "Session",
    "SessionError",
]


class Mode(StrEnum):
    PLAY = "play"
    ANALYSE = "analyse"
    DEMO = "demo"


class Session:
    """A game in progress.

    Attributes:
        record: The game, with all its branches.
        before: The game whose place this one took, until a person moves in this one.
        has_earlier: Whether other games of this kind are kept.
        mode: What the player is doing; `set_mode` sets it.
        generation: Grows with every change of the position, the seats, the level or the mode.
        reviewed: The end of the line whose review this analysis came from, if one did.
    """

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
        spec = game_spec(game)
        start = _start(spec, parameters or spec.parameters(), seed)
        seated = checked_seats(spec, seats)
        self._take(GameTree(spec, start, seated, new_number(), level), mode)

    @classmethod
    def of(cls, record: GameTree, mode: Mode = Mode.ANALYSE) -> "Session":
        """Return a session that goes on with a record, or walks along a view of one."""
        session = cls.__new__(cls)
        session._take(record, mode)
        return session

    def _take(self, record: GameTree, mode: Mode) -> None:
        self.record = record
        self.before: GameTree | None = None
        self.has_earlier = False
        self.mode = mode
        self.generation = 0
        self.reviewed: GameNode | None = None
        self._folded: set[GameNode] = set()

    # What it is.

    @property
    def has_seed(self) -> bool:
        """Whether another seed would have made another start."""
        return has_seeds(self.record.spec.name, self.record.start.parameters)

    @property
    def state(self) -> State:
        return self.record.node.state

    @property
    def opponent(self) -> Level:
        """The level the AI plays with: the chosen one, or where it can't play this board another.

        Raises:
            RulesError: The game has no levels.
        """
        return level_on(self.record.level, self.record.spec.name, self.record.start.parameters)

    @property
    def opponents(self) -> tuple[Level, ...]:
        """The levels that the AI has made moves with in this game, or the one it would play with.

        Raises:
            RulesError: The game has no levels.
        """
        record = self.record
        names = dict.fromkeys(each.level for each in record.nodes if each.level)
        names = names or {record.level: None}
        return tuple(level_on(name, record.spec.name, record.start.parameters) for name in names)

    @property
    def move_number(self) -> int:
        """The number of the move that is next, or of the last one where the game is over."""
        return self.record.spec.move_number(self.record.cursor + (not self.is_over))

    @property
    def is_over(self) -> bool:
        """Whether the shown position ends the game; one given up ends in Play alone."""
        is_shown = self.record.is_at_end and self.mode is Mode.PLAY
        return self.state.is_terminal or (is_shown and self.record.resigned is not None)

    @property
    def seat_to_move(self) -> Seat | None:
        """Who is to move at the cursor; None when the game is over there."""
        if self.is_over:
            return None
        return self.record.seats[self.state.current_player]

    @property
    def is_ai_to_move(self) -> bool:
        """Whether a move of the AI is due: in Play its seat at the end, in Demo any, anywhere."""
        if self.is_over or self.mode is Mode.ANALYSE or self.record.retry is not None:
            return False
        return self.mode is Mode.DEMO or (self.record.is_at_end and self.seat_to_move is Seat.AI)

    @property
    def is_ai_passed_by(self) -> bool:
        """Whether the player looks back at a turn of the AI's in Play, where nobody moves."""
        looks_back = self.mode is Mode.PLAY and not self.record.is_at_end
        return looks_back and self.record.retry is None and self.seat_to_move is Seat.AI

    # Branches.

    @property
    def is_folded(self) -> bool:
        """Whether the branches beside the shown one are hidden at the fork."""
        fork = self.record.fork()
        return fork is not None and self.record.line[fork.ply] in self._folded

    def fold(self) -> None:
        """Hide the branches beside the shown one, or show them again, until the game is closed."""
        fork = self.record.fork()
        if fork is not None:
            self._folded ^= {self.record.line[fork.ply]}
            self.generation += 1

    def branches(self, most: int) -> Iterator[tuple[int, "Session"]]:
        """Yield other branches of this game, and after how many moves each parts, the last first.

        Those that are folded are not among them.
        """
        line = self.record.line
        for node, after in zip(line[::-1], (None, *line[:0:-1]), strict=True):
            for other in () if node in self._folded else reversed(node.children):
                if other is after:
                    continue
                if not most:
                    return
                most -= 1
                view = self.record.view([*other.path(), *other.onward()])
                yield node.ply, Session.of(view)

    def show(self, node: GameNode) -> None:
        """Go on with the line through a node, and show the node."""
        self.record.show(node)
        self.generation += 1

    def delete_branch(self) -> Deleted | None:
        """Delete the shown move at the fork with all that follows it, and show the next one.

        Return what `restore_branch` takes; None if there is no such move.
        """
        fork = self.record.fork()
        if fork is None or fork.shown is None:
            return None
        gone = self.record.delete(fork.ways[fork.shown])
        self.generation += 1
        return gone

    def restore_branch(self, gone: Deleted) -> None:
        """Bring a deleted branch back, and show it; raise `SessionError` if that cannot be."""
        self.record.restore(gone)
        self.generation += 1

    # Other games.

    def go_on_with(self, record: GameTree) -> None:
        """Let another game take this one's place; it has its own opponent."""
        names = {EVEN, *(each.name for each in levels_of(self.record.spec.name))}
        if family(record.level) not in names:
            record.level = self.record.level  # that of a text names somebody
        self._replace(record)
        self.before = None

    def bring_in(self, record: GameTree, kept: GameTree | None = None) -> None:
        """Go on with a game from a text, undoably; one that is known already is shown.

        Args:
            kept: An earlier game in which all of it is, if there is one.
        """
        before, end = self.record, end_in(record, self.record)
        if end is None:
            record.number = new_number()
            self.go_on_with(kept or record)
            self.before = before
            end = end_in(record, self.record)
        if end is not None:
            self.show(end)

    def retry(self, ply: int) -> None:
        """Let the player better the move that followed after `ply` moves.

        From another retry this goes back to the game first.
        """
        self.record.leave_retry()
        self.set_mode(Mode.PLAY)
        self.record.try_again(ply)
        self.generation += 1

    def play_on(self) -> None:
        """Go on from a retry as a branch, from which the line before can be gone back to."""
        if self.record.retry is not None:
            self.record.play_on()
            self.generation += 1

    def go_back(self) -> bool:
        """Go back to the line that was left for a retry or the AI's play, if there is one."""
        did = self.record.leave_retry() or self.record.go_back()
        self.generation += did
        return did

    def play_from_here(self) -> None:
        """Make the shown position the line's last; the moves that followed are kept."""
        if not self.record.is_at_end:
            self.record.cut()
            self.generation += 1

    # What changes the position.

    def play(self, move: int, *, for_player: bool = False, taken: bool = False) -> State:
        """Play a move at the cursor; what followed there is kept as a branch.

        In Analyse the move that followed there walks along the game instead, and one of the
        player's in another branch leads there. Where the AI moves in a person's game, the line that
        it leaves can be gone back to.

        Args:
            for_player: Whether the AI makes it in a demo or in the player's stead.
            taken: Whether a person has one of the AI's candidates played.

        Raises:
            IllegalMoveError: The rules do not allow it; nothing changed.
        """
        record = self.record
        if record.retry is not None and record.retry.ply != record.cursor:
            record.play_on()
        is_walking = self.mode is Mode.ANALYSE and not for_player
        if is_walking and self._walks(move, taken=taken):
            return self.state
        is_human = (
            self.mode is Mode.ANALYSE
            or self.record.retry is not None
            or self.seat_to_move is Seat.HUMAN
        )
        by = By.PERSON if is_human else By.OPPONENT
        if for_player or (taken and not is_human):
            by = By.AI
        elif taken:
            by = By.TAKEN
        plays_against = self.mode is Mode.PLAY and self.record.spec.players == 2
        level = self.opponent.name if plays_against and by is By.OPPONENT else ""
        has_human = any(each.by.is_human for each in record.nodes[1:])
        is_left = for_player and has_human and not record.node.by.is_ai
        left = Left(record.line[-1], AI_PLAYS, self.record.cursor)
        record.play(move, by, level)
        if is_left:
            record.left = left
        if by.is_human:
            self.before = None
        self.generation += 1
        return self.state

    def _walks(self, move: int, *, taken: bool) -> bool:
        """Go along the game by a move that was made here already; return whether it was."""
        node, nodes = self.record.node, self.record.nodes[self.record.cursor + 1 :]
        move, _ = node.position.play(move)
        if nodes and nodes[0].move == move:
            return self.go_to(self.record.cursor + 1)
        alike = (each for each in node.children if each.move == move)
        child = None if taken else next((e for e in alike if e.chooser.is_player), None)
        if child is not None:
            self.show(child)
        return child is not None

    def resign(self) -> None:
        """Let the player to move give the game up; raise `SessionError` where that cannot be."""
        record = self.record
        is_open = record.is_at_end and record.result is None and record.retry is None
        if self.is_over or record.spec.players != 2 or not is_open:
            raise SessionError("there is nothing to give up")
        record.node.resigned, record.has_given_up = self.state.current_player, True
        self.generation += 1

    def go_to(self, ply: int) -> bool:
        """Show the position after `ply` moves (clamped); return whether that is another one."""
        did = self.record.go_to(ply)
        self.generation += did
        return did

    @property
    def can_undo_turn(self) -> bool:
        """Whether `undo_turn` would change anything."""
        return self._human_ply(range(self.record.cursor - 1, -1, -1)) != self.record.cursor

    def undo_turn(self) -> bool:
        """Go back to the human's last own decision: against the AI, both plies.

        If that was to resign, the game goes on where it was. All that the AI has played in the
        player's stead goes at once. Where the human never moved, as when the AI opens, nothing
        changes.
        """
        resigned = self.record.resigned
        if resigned is not None and self.is_over and self.record.seats[resigned] is Seat.HUMAN:
            self.record.has_given_up = False
            self.generation += 1
            return True
        return self.go_to(self._human_ply(range(self.record.cursor - 1, -1, -1)))

    def redo_turn(self) -> bool:
        """Go forward to the human's next decision, or to the end of the game."""
        ply = self._human_ply(range(self.record.cursor + 1, self.record.length + 1))
        return self.go_to(self.record.length if ply == self.record.cursor else ply)

    def _human_ply(self, plies: range) -> int:
        """Return the first of `plies` where a human decides; every ply outside of Play."""
        record, nodes = self.record, self.record.nodes
        if record.retry is not None:
            return max(record.retry.ply, min(record.cursor + plies.step, record.length))

        def is_the_ais(ply: int) -> bool:
            return 0 < ply < len(nodes) and nodes[ply].by is By.AI

        for ply in plies:
            seat = record.seats[nodes[ply].state.current_player]
            decides = seat is Seat.HUMAN and not (is_the_ais(ply) and is_the_ais(ply + 1))
            if self.mode is not Mode.PLAY or decides or Seat.HUMAN not in record.seats:
                return ply
        return record.cursor

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
        checked = self.record.seats if seats is None else checked_seats(self.record.spec, seats)
        start = _start(self.record.spec, parameters or self.record.start.parameters, seed)
        self._begin(self.record.again(start, checked), is_brought=is_brought)

    def begin_again(self, parameters: Parameters, seed: int | None = None) -> None:
        """Give a game in which nothing was played another start."""
        self.record = self.record.again(_start(self.record.spec, parameters, seed))
        self.generation += 1

    def restart(self) -> None:
        """Start the same board again, however it came about; this game is set aside."""
        self._begin(self.record.again(), is_brought=self.record.is_brought)

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
        size = parameters or self.record.start.parameters
        start = GameStart(size, self.record.start.seed, text, standard)
        self._begin(self.record.again(start))

    def _begin(self, record: GameTree, *, is_brought: bool = False) -> None:
        """Let a new game take this one's place, until a person moves in it undoably."""
        before, record.is_brought = self.record, is_brought
        self._replace(record)
        self.before = before

    def _replace(self, record: GameTree) -> None:
        self.record.leave_retry()
        self.has_earlier = self.has_earlier or not self.record.is_untouched
        self.record = record
        self.generation += 1

    def undo_new_game(self) -> bool:
        """Bring the game back whose place this one took; return whether there was one."""
        before = self.before
        if before is not None:
            self.go_on_with(before)
        return before is not None

    # What changes around it.

    def set_seats(self, seats: Sequence[Seat]) -> None:
        """Say who moves for each player; raise `SessionError` if the number is wrong."""
        self.record.seats = checked_seats(self.record.spec, seats)
        self.generation += 1

    def set_level(self, level: str) -> None:
        self.record.level = level
        self.generation += 1

    def set_mode(self, mode: Mode) -> None:
        """Set what the player is doing; a retry goes on as a branch of its own."""
        if mode is not self.mode:
            self.play_on()
        self.mode, self.reviewed = mode, None
        self.generation += 1

    def guess_first(self, on: bool) -> None:
        """Say whether the player guesses first."""
        self.record.guesses_first = on
        self.generation += 1

    def note_guess(self, move: int) -> None:
        """Note a guess in the shown position; raise `IllegalMoveError` if it is no move."""
        position = self.record.node.position
        self.record.guesses[position], _ = position.play(move)
        self.generation += 1


def _start(spec: GameSpec, parameters: Parameters, seed: int | None) -> GameStart:
    """Return a start; without a seed it is drawn, where the board depends on one."""
    if seed is None:
        is_one_board = spec.players == 1 and not has_seeds(spec.name, parameters)
        seed = 0 if is_one_board else random.randrange(1, 1_000_000)
    return GameStart(parameters, seed)


def end_in(record: GameTree, other: GameTree) -> GameNode | None:
    """Return where in another game a record's line ends, if all of the record is in that one."""
    if (record.spec.name, record.start) != (other.spec.name, other.start):
        return None
    places = {record.root: other.root}
    for node in record.root.walk():
        if node.parent is None:
            continue
        children = places[node.parent].children
        alike = next((each for each in children if each.move == node.move), None)
        if alike is None:
            return None
        places[node] = alike
    return places[record.line[-1]]
