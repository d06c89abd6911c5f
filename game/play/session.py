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
from ai.levels import DEFAULT_LEVEL, level_on, levels_of
from game.games.registry import has_seeds
from game.play.node import By, Chooser, Evaluation, GameNode, GivenAdvice
from game.play.record import (
    AI_PLAYS,
    Deleted,
    Fork,
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
        self._take(GameTree.begun(spec, start, seated, new_number(), level), mode)

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
        self._mode = mode
        self._generation = 0
        self._reviewed: GameNode | None = None
        self._fork: tuple[int, Fork | None] = -1, None
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
    def generation(self) -> int:
        """Grows with every change of the position, the seats, the level or the mode."""
        return self._generation

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
        names = self.record.levels or (self.record.level,)
        return tuple(
            level_on(name, self.record.spec.name, self.record.start.parameters) for name in names
        )

    @property
    def mode(self) -> Mode:
        return self._mode

    @property
    def ai_moves(self) -> int:
        """How many of the moves up to the cursor the AI chose in the player's stead or a demo."""
        return sum(node.by.is_ai for node in self.record.nodes[1 : self.record.cursor + 1])

    @property
    def is_over(self) -> bool:
        """Whether the shown position ends the game; one given up ends in Play alone."""
        is_shown = self.record.is_at_end and self._mode is Mode.PLAY
        return self.state.is_terminal or (is_shown and self.record.resigned is not None)

    @property
    def seat_to_move(self) -> Seat | None:
        """Who is to move at the cursor; None when the game is over there."""
        if self.is_over:
            return None
        return self.record.seats[self.state.current_player]

    def last_mover_is(self, seat: Seat) -> bool:
        """Tell whether this kind of player made the last move before the cursor."""
        return (
            self.record.cursor > 0
            and self.record.seats[self.record.nodes[self.record.cursor - 1].state.current_player]
            is seat
        )

    @property
    def is_ai_to_move(self) -> bool:
        """Whether a move of the AI is due: in Play its seat at the end, in Demo any, anywhere."""
        if self.is_over or self._mode is Mode.ANALYSE or self.record.retry_ply is not None:
            return False
        return self._mode is Mode.DEMO or (self.record.is_at_end and self.seat_to_move is Seat.AI)

    @property
    def is_ai_passed_by(self) -> bool:
        """Whether the player looks back at a turn of the AI's in Play, where nobody moves."""
        looks_back = self._mode is Mode.PLAY and not self.record.is_at_end
        return looks_back and self.record.retry_ply is None and self.seat_to_move is Seat.AI

    @property
    def own_line(self) -> GameNode | None:
        """The end of the player's line whose place the AI's play took, if it took one's."""
        left = self.record.line_left
        return left.end if left is not None and left.why == AI_PLAYS else None

    def copied(self) -> "Session":
        """Return the game, as it is looked at, to be walked along."""
        return Session.of(self.record.view())

    def tried(self, ply: int, move: int) -> "Session":
        """Return the game with another move after `ply` others, at which nothing hangs.

        Raises:
            IllegalMoveError: The rules do not allow it.
        """
        nodes = self.record.nodes[: ply + 1]
        tried = Session.of(self.record.view([*nodes, nodes[-1].after(move, By.PERSON)]))
        tried.go_to(ply + 1)
        return tried

    # Branches.

    @property
    def fork(self) -> Fork | None:
        """Where branches of this game part, next to the shown position; None in a retry."""
        if self._fork[0] != self._generation:
            self._fork = self._generation, self.record.fork()
        return self._fork[1]

    @property
    def is_folded(self) -> bool:
        """Whether the branches beside the shown one are hidden at the fork."""
        return self.fork is not None and self.record.line[self.fork.ply] in self._folded

    def fold(self) -> None:
        """Hide the branches beside the shown one, or show them again, until the game is closed."""
        if self.fork is not None:
            self._folded ^= {self.record.line[self.fork.ply]}
            self._generation += 1

    def branches(self, most: int) -> Iterator[tuple[int, "Session"]]:
        """Yield other branches of this game, and after how many moves each parts.

        Those that are folded are not among them.
        """
        for node in self.record.branches():
            if most and node.parent is not None and node.parent not in self._folded:
                most -= 1
                line = [*node.path(), *node.onward()]
                yield node.ply - 1, Session.of(self.record.view(line))

    def show(self, node: GameNode) -> None:
        """Go on with the line through a node, and show the node."""
        self.record.show(node)
        self._generation += 1

    def delete_branch(self) -> Deleted | None:
        """Delete the shown move at the fork with all that follows it, and show the next one.

        Return what `restore_branch` takes; None if there is no such move.
        """
        fork = self.fork
        if fork is None or fork.shown is None:
            return None
        gone = self.record.delete(fork.ways[fork.shown])
        self._generation += 1
        return gone

    def restore_branch(self, gone: Deleted) -> None:
        """Bring a deleted branch back, and show it; raise `SessionError` if that cannot be."""
        self.record.restore(gone)
        self._generation += 1

    # Other games.

    def go_on_with(self, record: GameTree) -> None:
        """Let another game take this one's place; it has its own opponent."""
        if record.level not in {each.name for each in levels_of(self.record.spec.name)}:
            record.level = self.record.level  # that of a text names somebody
        self._replace(record)
        self.before = None

    def bring_in(self, record: GameTree) -> None:
        """Go on with a game from a text, undoably; one that is known already is shown."""
        known = _known_end(record, self.record)
        if known is not None:
            self.show(known)
            return
        before = self.record
        record.number = new_number()
        self.go_on_with(record)
        self.before = before

    def retry(self, ply: int) -> None:
        """Let the player better the move that followed after `ply` moves.

        From another retry this goes back to the game first.
        """
        self.record.leave_retry()
        self.set_mode(Mode.PLAY)
        self.record.try_again(ply)
        self._generation += 1

    def play_on(self) -> None:
        """Go on from a retry as a branch, from which the line before can be gone back to."""
        if self.record.retry_ply is not None:
            self.record.play_on()
            self._generation += 1

    def leave_retry(self) -> bool:
        """Go back to the game of a retry, which is as it was; return whether that was done."""
        did = self.record.leave_retry()
        self._generation += did
        return did

    def go_back(self) -> bool:
        """Go back to the line that was left for a retry or the AI's play, if there is one."""
        did = self.record.leave_retry() or self.record.go_back()
        self._generation += did
        return did

    def play_from_here(self) -> None:
        """Make the shown position the line's last; the moves that followed are kept."""
        if not self.record.is_at_end:
            self.record.cut()
            self._generation += 1

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
        if self.record.retry_ply not in (None, self.record.cursor):
            record.play_on()
        is_walking = self._mode is Mode.ANALYSE and not for_player
        if is_walking and self._walks(move, taken=taken):
            return self.state
        is_own = (
            self._mode is Mode.ANALYSE
            or self.record.retry_ply is not None
            or self.seat_to_move is Seat.HUMAN
        )
        by = By.PERSON if is_own else By.OPPONENT
        if for_player or (taken and not is_own):
            by = By.AI
        elif taken:
            by = By.TAKEN
        plays_against = self._mode is Mode.PLAY and self.record.spec.players == 2
        level = self.opponent.name if plays_against and by is By.OPPONENT else ""
        is_left = for_player and record.has_own_moves and not record.node.by.is_ai
        left = Left(record.line[-1], AI_PLAYS, self.record.cursor)
        record.play(move, by, level)
        if is_left:
            record.left = left
        if by.is_own:
            self.before = None
        self._generation += 1
        return self.state

    def _walks(self, move: int, *, taken: bool) -> bool:
        """Go along the game by a move that was made here already; return whether it was."""
        node, nodes = self.record.node, self.record.nodes[self.record.cursor + 1 :]
        move, _ = node.position.play(move)
        if nodes and nodes[0].move == move:
            return self.go_to(self.record.cursor + 1)
        alike = (each for each in node.children if each.move == move)
        known = None if taken else next((e for e in alike if e.chooser.is_player), None)
        if known is not None:
            self.show(known)
        return known is not None

    def resign(self) -> None:
        """Let the player to move give the game up; raise `SessionError` where that cannot be."""
        if self.is_over:
            raise SessionError("there is nothing to give up")
        self.record.resign()
        self._generation += 1

    def go_to(self, ply: int) -> bool:
        """Show the position after `ply` moves (clamped); return whether that is another one."""
        did = self.record.go_to(ply)
        self._generation += did
        return did

    def redo(self) -> bool:
        """Go forward one move; return whether there was one."""
        return self.go_to(self.record.cursor + 1)

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
            self._generation += 1
            return True
        return self.go_to(self._human_ply(range(self.record.cursor - 1, -1, -1)))

    def redo_turn(self) -> bool:
        """Go forward to the human's next decision, or to the end of the game."""
        ply = self._human_ply(range(self.record.cursor + 1, self.record.length + 1))
        return self.go_to(self.record.length if ply == self.record.cursor else ply)

    def _human_ply(self, plies: range) -> int:
        """Return the first of `plies` where a human decides; every ply outside of Play."""
        if self.record.retry_ply is not None:
            return max(
                self.record.retry_ply, min(self.record.cursor + plies.step, self.record.length)
            )
        nodes = self.record.nodes

        def is_the_ais(ply: int) -> bool:
            return 0 < ply < len(nodes) and nodes[ply].by is By.AI

        for ply in plies:
            seat = self.record.seats[nodes[ply].state.current_player]
            decides = seat is Seat.HUMAN and not (is_the_ais(ply) and is_the_ais(ply + 1))
            if self._mode is not Mode.PLAY or decides or Seat.HUMAN not in self.record.seats:
                return ply
        return self.record.cursor

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
        self._begin(self._begun(start, checked), is_brought=is_brought)

    def begin_again(self, parameters: Parameters, seed: int | None = None) -> None:
        """Give a game in which nothing was played another start."""
        guesses_first = self.record.guesses_first
        self.record = self._begun(_start(self.record.spec, parameters, seed), self.record.seats)
        self.record.guesses_first = guesses_first
        self._generation += 1

    def restart(self) -> None:
        """Start the same board again, however it came about; this game is set aside."""
        record = self.record
        self._begin(record.again(self.record.seats, new_number()), is_brought=record.is_brought)

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
        self._begin(self._begun(start, self.record.seats))

    def _begun(self, start: GameStart, seats: tuple[Seat, ...]) -> GameTree:
        return GameTree.begun(self.record.spec, start, seats, new_number(), self.record.level)

    def _begin(self, record: GameTree, *, is_brought: bool = False) -> None:
        """Let a new game take this one's place, until a person moves in it undoably."""
        self.record.leave_retry()
        before = self.record
        record.guesses_first, record.is_brought = before.guesses_first, is_brought
        self._replace(record)
        self.before = before

    def _replace(self, record: GameTree) -> None:
        self.record.leave_retry()
        self.has_earlier = self.has_earlier or not self.record.is_untouched
        self.record = record
        self._generation += 1

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
        self._generation += 1

    def set_level(self, level: str) -> None:
        self.record.level = level
        self._generation += 1

    def set_mode(self, mode: Mode) -> None:
        """Set what the player is doing; a retry goes on as a branch of its own."""
        if mode is not self._mode:
            self.play_on()
        self._mode, self._reviewed = mode, None
        self._generation += 1

    def analyse_reviewed(self, ply: int) -> None:
        """Analyse the position after `ply` moves, until `take_reviewed` leads back."""
        self.go_to(ply)
        self.set_mode(Mode.ANALYSE)
        self._reviewed = self.record.line[-1]

    def take_reviewed(self) -> GameNode | None:
        """Return, once, the end of the line whose review this analysis came from, if one did."""
        end, self._reviewed = self._reviewed, None
        return end if end is not None and self.record.holds(end) else None

    def guess_first(self, on: bool) -> None:
        """Say whether the player guesses first."""
        self.record.guesses_first = on
        self._generation += 1

    def guess_at(self, ply: int) -> int | None:
        """Return the move that the player guessed after `ply` moves, if any."""
        return self.record.guesses.get(self.record.nodes[ply].position)

    def note_guess(self, move: int) -> None:
        """Note a guess in the shown position; raise `IllegalMoveError` if it is no move."""
        position = self.record.node.position
        self.record.guesses[position], _ = position.play(move)
        self._generation += 1

    def note_advice(
        self, move: int, before: float, after: float, *, ply: int | None = None
    ) -> None:
        """Note what the program says of a move; see `GivenAdvice`.

        Args:
            ply: How many moves lie before the position; None for the shown one.
        """
        node = self.record.nodes[self.record.cursor if ply is None else ply]
        node.position.advise(move, GivenAdvice(before, after))


def _start(spec: GameSpec, parameters: Parameters, seed: int | None) -> GameStart:
    """Return a start; without a seed it is drawn, where the board depends on one."""
    if seed is None:
        is_one_board = spec.players == 1 and not has_seeds(spec.name, parameters)
        seed = 0 if is_one_board else random.randrange(1, 1_000_000)
    return GameStart(parameters, seed)


def _known_end(record: GameTree, known: GameTree) -> GameNode | None:
    """Return where in a known game another one's line ends, if all of that is in it."""
    if (record.spec.name, record.start) != (known.spec.name, known.start):
        return None
    places = {record.root: known.root}
    for node in record.root.walk():
        if node.parent is None:
            continue
        children = places[node.parent].children
        alike = next((each for each in children if each.move == node.move), None)
        if alike is None:
            return None
        places[node] = alike
    return places[record.line[-1]]
