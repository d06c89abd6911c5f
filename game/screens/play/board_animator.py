"""The board on the screen: what is animated, pointed at and under the keyboard cursor."""

from math import inf

from ai.contract.rules import State
from game.ui.animation import MotionGate, Timeline
from game.ui.boards.sprites import share_of
from game.ui.boards.view import Board, BoardContent
from game.ui.spoken import REFUSED, News
from game.ui.text import plain
from game.ui.theme import ENDING, MOTION


class HoverFade(Timeline):
    """Fades from the cell that was pointed at to the one that is pointed at now."""

    def __init__(self) -> None:
        super().__init__()
        self.before: int | None = None
        self._now: int | None = None

    def go_to(self, cell: int | None, gate: MotionGate) -> None:
        if cell != self._now:
            self.before, self._now = self._now, cell
            self.start(gate.duration(MOTION.hover))


class Refusal:
    """A cell that shakes, with a word on why a click on it could not be played.

    Attributes:
        cell: The cell; None while nothing is refused.
        count: How often something was refused.
    """

    def __init__(self) -> None:
        self.cell: int | None = None
        self.words = ""
        self.count = 0
        self.shake = Timeline()
        self._left = 0.0

    @property
    def news(self) -> tuple[News, ...]:
        """What is said of it."""
        return ((REFUSED, self.words if self.cell is not None else "", self.count),)

    def begin(self, cell: int, words: str, gate: MotionGate) -> None:
        self.count += 1
        self.cell, self.words, self._left = cell, plain(words), MOTION.refusal_stay
        self.shake.start(gate.duration(MOTION.shake) if gate.moves else 0.0)

    def end(self) -> None:
        self.cell = None
        self.shake.finish()

    def update(self, dt: float) -> None:
        self.shake.update(dt)
        self._left -= dt
        if self._left <= 0:
            self.end()

    def wake_after(self) -> float | None:
        """Return the seconds until it goes by itself, None for never."""
        return None if self.cell is None else max(0.0, self._left)


class GameEnd(Timeline):
    """The time since a game has ended, as the board and its result beside it follow it.

    Attributes:
        rises: Whether the result comes up, rather than fading in where it stays.
    """

    def __init__(self) -> None:
        super().__init__()
        self._full = self._late = 0.0
        self.rises = True

    @property
    def seconds(self) -> float:
        """Seconds since the move that ended the game, by which the board draws its end.

        Negative ones are over before a move that takes long has come to its end.
        """
        return self._passed - self._late if self.rises and not self.is_done else inf

    @property
    def arrived(self) -> float:
        """How far the result has come, 0 to 1."""
        begins = self._full - ENDING.card if self.rises else 0.0
        return share_of(self._passed, begins, self._full)

    @property
    def _passed(self) -> float:
        return self.progress * self._full

    def begin(self, seconds: float, late: float, gate: MotionGate) -> None:
        """Begin to show an end that takes so long at full motion, after so long a wait for it."""
        self._late = late
        self._full, self.rises = late + seconds, gate.moves
        self.start(gate.duration(self._full))


class BoardAnimator:
    """Follows the session's position with the board's animations.

    Attributes:
        hover: The cell under the pointer.
        cursor: The keyboard cursor's cell, kept while it is hidden.
        keyboard: Whether the cursor is shown, because the keyboard was used last.
        letters: Whether W, A, S and D move the cursor, because one of them did so last.
        by_hand: Whether the next move has been made by hand, so that nothing is left to move.
        refusal: Where and why a click could not be played, for a moment.
        end: How far the end of the game is shown, if it has just ended.
    """

    def __init__(self, view: Board, state: State) -> None:
        self.view = view
        self.hover: int | None = None
        self.cursor: int | None = None
        self.keyboard = False
        self.letters = False
        self.by_hand = False
        self.fade = HoverFade()
        self.refusal = Refusal()
        self.end = GameEnd()
        self._shown = state
        self._before: State | None = None
        self._timeline = Timeline()
        self._pointer: tuple[int, int] | None = None
        self._rested: tuple[int, int] | None = None

    @property
    def state(self) -> State:
        return self._shown

    @property
    def is_animating(self) -> bool:
        """Whether a move is on its way, or the end of the game that it has brought."""
        return not (self._timeline.is_done and self.end.is_done)

    @property
    def is_moving(self) -> bool:
        """Whether the next frame looks different: a move, a fading cell, a shaken one."""
        return self.is_animating or not (self.fade.is_done and self.refusal.shake.is_done)

    @property
    def before(self) -> State | None:
        """The position from which a move is on its way to the shown one."""
        return None if self._timeline.is_done else self._before

    def content(self) -> BoardContent:
        """Return the board as it moves, fades and shakes, with nothing to click."""
        return BoardContent(
            state=self._shown,
            before=self.before,
            progress=self._timeline.progress,
            hover_before=self.fade.before,
            hover_share=self.fade.progress,
            playable=False,
            shaken=self.refusal.cell,
            shake=self.refusal.shake.progress,
        )

    @property
    def is_under_pointer(self) -> bool:
        return self._pointer is not None

    @property
    def is_pointed_at(self) -> bool:
        """Whether the player points at something, with the pointer or the cursor.

        A pointer that has not moved since the shown position appeared does not count.
        """
        return self.keyboard or (self._pointer is not None and self._pointer != self._rested)

    @property
    def is_steered_by_letters(self) -> bool:
        """Whether A moves the cursor, as W, S and D do."""
        return self.keyboard and self.letters

    @property
    def target(self) -> int | None:
        """The cell that is meant: the cursor's while the keyboard is used, else the pointer's."""
        return self.cursor if self.keyboard else self.hover

    def show(self, state: State, gate: MotionGate) -> bool:
        """Show another position, with an animation; return whether it is another."""
        if state is self._shown:
            return False
        self.refusal.end()
        self.end.finish()
        self._before, self._shown = self._shown, state
        self._rested = self._pointer
        same_board = self._before.parameters == state.parameters
        if not same_board:  # the cells of one board may not exist on the other
            self.cursor = None if self.cursor is None else self.view.step(state, None, 0, 0)
            self.fade = HoverFade()
        moves = same_board and not self.by_hand
        self.by_hand = False
        seconds = self.view.seconds(self._before, state) if moves else 0.0
        self._timeline.start(gate.duration(seconds))
        self.look_again()
        return True

    def end_game(self, gate: MotionGate) -> None:
        """Begin to show that the game has ended with the shown position."""
        moves = self._before is not None and not self._timeline.is_done
        move = self.view.seconds(self._before, self._shown) if moves and self._before else 0.0
        seconds = max(ENDING.card, self.view.ending_seconds(self._shown))
        self.end.begin(seconds, max(0.0, move - ENDING.landed), gate)

    def finish(self) -> None:
        self._timeline.finish()
        self.end.finish()

    def update(self, dt: float) -> None:
        """Let time pass."""
        self.fade.update(dt)
        self.refusal.update(dt)
        self.end.update(dt)
        self._timeline.update(dt)

    def point(self, position: tuple[int, int] | None) -> None:
        """Take the pointer's place, None if it is not over the board."""
        moved = position != self._pointer
        self._pointer = position
        if moved and position is not None:
            self.keyboard = False
        self.look_again()
        if self.target != self.refusal.cell:
            self.refusal.end()

    def turn(self, turned: bool) -> None:
        """Show the board from its far side, or from the near one."""
        self.view.turn(turned)
        self.look_again()

    def refuse(self, why: str, gate: MotionGate) -> None:
        """Say at the cell that is meant why it cannot be played."""
        if self.target is not None:
            self.refusal.begin(self.target, why, gate)

    def move_cursor(self, dx: int, dy: int, *, letters: bool = False) -> None:
        """Move the keyboard cursor, or show it where it would start.

        Args:
            dx: Steps to the right on the screen.
            letters: Whether one of W, A, S and D was pressed.
        """
        self.letters = letters
        self._start_at_pointer()
        self.cursor = self.view.step(self._shown, self.cursor, dx, dy)
        self.keyboard = True

    def show_cursor(self, cell: int | None = None) -> None:
        """Show the cursor without moving it, or on a cell."""
        self._start_at_pointer()
        if cell is not None:
            self.cursor = cell
        elif self.cursor is None:
            self.cursor = self.view.step(self._shown, None, 0, 0)
        self.keyboard = True

    def _start_at_pointer(self) -> None:
        if not self.keyboard and self.hover is not None:
            self.cursor = self.hover

    def cell_at(self, position: tuple[int, int]) -> int | None:
        """Return the cell under a pixel."""
        return self.view.cell_at(self._shown, position)

    def move_at(self, cell: int | None) -> int | None:
        """Return the move that a click on a cell means, if any."""
        return None if cell is None else self.view.move_at(self._shown, cell)

    def look_again(self) -> None:
        """Find the cell under the pointer anew, after the board has moved or changed."""
        at = self._pointer
        self.hover = None if at is None else self.view.cell_at(self._shown, at)
