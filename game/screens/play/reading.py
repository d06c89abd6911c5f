"""What keys read of a board to somebody who does not look at it: sentences, made of values."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, takewhile
from typing import TYPE_CHECKING, Final

from ai.contract.games import game_of, game_spec
from ai.contract.rules import State
from game.games.window_game import WindowGame
from game.play.session import Session
from game.screens.play.board_animator import BoardAnimator
from game.ui import commands
from game.ui.boards.view import Board, BoardContent
from game.ui.commands import UserCommand
from game.ui.spoken import Speech
from game.words import play, spoken
from game.words.say import listed, say, sentences

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene

RECENT: Final = 4
"""How many moves are told that were played last."""
DIRECTIONS: Final = dict(zip(commands.LOOKING, ((-1, 0), (1, 0), (0, -1), (0, 1)), strict=True))


def cell_sentence(board: Board, content: BoardContent, cell: int) -> str:
    """Return what a cell is called and what there is to know of it, as a screen reader has it."""
    state, spec = content.state, game_spec(board.game)
    stands = board.contents(state, spec).get(cell) or board.cell_words(state, cell, spec)
    what = listed((stands, *(note for at, note in board.notes(content) if at == cell)))
    return say(spoken.CELL, cell=board.cell_name(state, cell), what=what)


def cells_sentence(board: Board, state: State, cells: Sequence[int]) -> str:
    """Return what stands on cells side by side: those alike together."""
    return say(spoken.LIST, parts=listed(_runs(board, state, cells)))


def _runs(board: Board, state: State, cells: Sequence[int]) -> Iterator[str]:
    spec = game_spec(board.game)
    for what, run in groupby(cells, lambda cell: board.cell_words(state, cell, spec)):
        names = [board.cell_name(state, cell) for cell in run]
        words = spoken.ONE if len(names) == 1 else spoken.RUN
        yield say(words, cell=names[0], first=names[0], last=names[-1], what=what)


def names_of(board: Board, state: State, cells: Sequence[int]) -> str:
    """Return the names of cells; of those that follow each other in a line the first and last."""
    rest, parts = list(cells), []
    while rest:
        row, *_ = (*board.lines_at(state, rest[0]), (rest[0],))
        after = row[row.index(rest[0]) :]
        run = list(takewhile(rest.__contains__, after))
        first, last = (board.cell_name(state, each) for each in (run[0], run[-1]))
        parts.append(first if len(run) == 1 else say(spoken.RANGE, first=first, last=last))
        rest = [each for each in rest if each not in run]
    return listed(parts)


def border_sentence(board: Board, state: State, cell: int) -> str:
    return say(spoken.BORDER, cell=board.cell_name(state, cell))


def turn_sentence(session: Session) -> str:
    """Return whose turn it is and how far the game has come; that it is over where it is."""
    return play.OVER if session.is_over else move_sentence(session, spoken.TURN)


def move_sentence(session: Session, words: Mapping[bool, str]) -> str:
    """Fill the number of the move that is next, and whose it is, in words for one or for two."""
    spec = session.record.spec
    side = "" if spec.players == 1 else spec.side(session.state)
    return say(words[spec.players == 1], side=side, number=session.move_number)


def threat_sentence(state: State, game: str, cell: int | None) -> str:
    """Return what the rules tell of what the side not to move threatens."""
    of_game = game_of(game)
    threats = of_game.words.threats if isinstance(of_game, WindowGame) else None
    return (threats(state, cell) if threats is not None else "") or spoken.NO_THREAT


class BoardReader:
    """Reads a board where the cursor is, which begins in the middle."""

    def __init__(
        self,
        animator: BoardAnimator,
        content: Callable[[], BoardContent],
        turn: Callable[[], str],
        speech: Speech,
    ) -> None:
        """Read nothing yet.

        Args:
            animator: Has the board and its cursor.
            content: Returns what the board shows.
            turn: Returns a sentence on which position it is.
            speech: What has been said, to which it adds.
        """
        self._animator, self._content, self._turn = animator, content, turn
        self._speech = speech
        self._line = 0
        self._read: tuple[State, int] | None = None

    @property
    def readings(self) -> dict[UserCommand, Callable[[], str]]:
        """What reads something, by the command that asks for it."""
        looks = {each: partial(self.look, direction) for each, direction in DIRECTIONS.items()}
        return {
            commands.WHERE: self.where,
            commands.LINE: self.line,
            **looks,
            commands.THREATS: self.threats,
            commands.REPEAT: lambda: self._speech.last or spoken.NOTHING,
        }

    @property
    def cell(self) -> int:
        """The cell that is read: the cursor's, or else the one under the pointer."""
        animator = self._animator
        if animator.target is None:
            animator.show_cursor()
        cell = animator.target
        return animator.view.step(animator.state, None, 0, 0) if cell is None else cell

    def steer(self, direction: tuple[int, int], *, letters: bool) -> None:
        """Move the cursor, and say so where it is at the border; see `move_cursor`."""
        animator = self._animator
        before = animator.cursor if animator.keyboard else None
        animator.move_cursor(*direction, letters=letters)
        if before is not None and animator.cursor == before:
            self._speech.tell(border_sentence(animator.view, animator.state, before))

    def where(self) -> str:
        told = cell_sentence(self._animator.view, self._content(), self.cell)
        return sentences(told, self._turn())

    def line(self) -> str:
        """Return a line through the cell; asked again, the next one."""
        state, board, cell = self._content().state, self._animator.view, self.cell
        lines = board.lines_at(state, cell)
        is_again = self._read is not None and self._read[0] is state and self._read[1] == cell
        self._line = (self._line + 1) % max(1, len(lines)) if is_again else 0
        self._read = state, cell
        return cells_sentence(board, state, lines[self._line] if lines else (cell,))

    def look(self, direction: tuple[int, int]) -> str:
        """Return what lies between the cell and the border in a direction of the screen."""
        state, board, cell = self._content().state, self._animator.view, self.cell
        cells = board.ray(state, cell, *direction)
        if cells:
            return cells_sentence(board, state, cells)
        return border_sentence(board, state, cell)

    def threats(self) -> str:
        animator = self._animator
        return threat_sentence(self._content().state, animator.view.game, animator.target)


class GameReader(BoardReader):
    """Reads the board of a game's screen, and how the game goes."""

    def __init__(self, scene: "GameScene") -> None:
        super().__init__(
            scene.animator,
            scene.board.content,
            lambda: turn_sentence(scene.session),
            scene.announcer,
        )
        self._scene = scene

    @property
    def readings(self) -> dict[UserCommand, Callable[[], str]]:
        of_game = {commands.RECENT: self.recent, commands.STANDING: self.standing}
        return {**super().readings, **of_game}

    @property
    def cell(self) -> int:
        if self._scene.controller.state.tree:
            self._scene.animator.show_cursor()
        return super().cell

    def recent(self) -> str:
        cursor, moved = self._scene.session.record.cursor, self._scene.face.moved_words
        words = [moved(ply) for ply in range(max(1, cursor - RECENT + 1), cursor + 1)]
        return sentences(*words) if words else spoken.NO_MOVE

    def standing(self) -> str:
        """Return how the game stands, as far as it may be known now."""
        scene = self._scene
        known = scene.face.explanation() if scene.controller.state.is_view_open else ""
        is_over = scene.session.is_over
        result = scene.face.result_words() if is_over else turn_sentence(scene.session)
        return sentences(result, *scene.face.standing_words(), known)
