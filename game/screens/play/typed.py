"""A move or a command that is typed: what a text means, and what it may become."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from ai.contract.rules import IllegalMoveError, State
from game.ui import commands
from game.ui.boards.view import Board, BoardContent
from game.ui.commands import UserCommand
from game.ui.panel.dialog import Dialog, Suggestion
from game.words import play, spoken
from game.words.say import begun, key_words, listed, said, say

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene

_HELD: Final = (commands.PEEK, commands.GRAPH)
"""What a key does for as long as it is held."""
_OF_KEYS: Final = (commands.PLAY_CURSOR, commands.SPACE, commands.ESCAPE, commands.TYPE)
_JOINTS: Final = re.compile(r"(?<=\d)[\s\-–x:]*(?=[^\W\d])")
"""Where a cell may end and another one begin, as in c3d4."""
_CELL: Final = re.compile(r"[^\W\d_]+\d+")
_LATIN: Final = str.maketrans(
    "йцукенгшщзфывапролдячсмитьЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬ",
    "qwertyuiopasdfghjklzxcvbnmQWERTYUIOPASDFGHJKLZXCVBNM",
)
"""The letters of a Russian keyboard, and the Latin ones on its keys, of which cells have names."""
_USUAL: Final = (commands.HINT, commands.UNDO, commands.REDO, commands.WHERE, commands.NEW)
"""What is offered before anything is typed."""


def typeable(own: Sequence[UserCommand] = ()) -> tuple[UserCommand, ...]:
    """Return the commands that can be typed, those of a game of its own after the common ones."""
    return tuple(each for each in (*commands.GAME, *own) if each not in (*_HELD, *_OF_KEYS))


def move_of(text: str, state: State) -> int | None:
    """Return the legal move that a text names, however its cells are joined; None for none.

    A word for a group or a piece may follow the cell.
    """
    joined, words = _JOINTS.sub("-", text.strip()), text.split()
    has_noun = len(words) == 2 and words[1].casefold() in {
        said(noun).casefold() for noun in spoken.NOUNS
    }
    for name in dict.fromkeys((text, joined, words[0] if has_noun else text)):
        try:
            return state.move_from_string(name.translate(_LATIN))
        except IllegalMoveError:
            continue
    return None


def cell_of(move: int, state: State, board: Board) -> int | None:
    """Return the cell that a move is named after, or where it ends; None for none."""
    cells, name = board.cells_of(state, move), state.move_label(move)
    named = (cell for cell in cells if board.cell_name(state, cell) == name)
    return next(named, cells[-1] if cells else None)


def command_of(text: str, among: Sequence[UserCommand]) -> UserCommand | None:
    """Return the command that has a title, in the player's language or in English, or a name."""
    wanted = text.strip().casefold()
    return next((each for each in among if wanted in _titles(each)), None)


def suggestions(
    text: str, state: State, board: Board, among: Sequence[UserCommand], *, may_play: bool
) -> Iterator[Suggestion]:
    """Yield what a text may become: the move it names, moves that begin so, then commands.

    Args:
        among: The commands.
        may_play: Whether moves may be played now.
    """
    wanted = text.strip().casefold()
    if not wanted:
        yield from map(_of_command, _USUAL)
        return
    named = move_of(text, state) if may_play else None
    moves = () if not may_play else state.legal_moves
    in_latin = wanted.translate(_LATIN)
    begun_so = [m for m in moves if state.move_label(m).casefold().startswith(in_latin)]
    for move in dict.fromkeys(begun_so if named is None else (named, *begun_so)):
        name, cells = state.move_label(move), board.cells_of(state, move)
        caption = board.caption(BoardContent(state, hover=cells[-1])) if cells else ""
        is_name = caption.casefold() == name.casefold()
        yield Suggestion(name, "" if is_name else listed(caption.split("  ")))
    exact = command_of(text, among)
    found = [each for each in among if any(map(_begins_so(wanted), _titles(each)))]
    for command in dict.fromkeys(found if exact is None else (exact, *found)):
        yield _of_command(command)


def problem(text: str, state: Any, board: Board, cells: int) -> str:
    """Return why a text that may become nothing does not: what is on its cell, or that none is.

    Args:
        cells: How many cells the board has.
    """
    if not text.strip():
        return spoken.NOT_YET
    names = {board.cell_name(state, cell).casefold(): cell for cell in range(cells)}
    cells_named = [
        names.get(each, -1) for each in _CELL.findall(text.casefold().translate(_LATIN)) or [""]
    ]
    if -1 in cells_named:
        return say(spoken.NO_SUCH, text=text.strip())
    first, *rest = cells_named
    target = rest[0] if rest else first
    why = board.refusal(state, target, first if rest else None) or play.CANNOT_BE_PLAYED
    return say(spoken.ABOUT, what=board.cell_name(state, target), told=why)


def ask(scene: "GameScene") -> None:
    """Ask for a move or a command."""
    session, board = scene.session, scene.animator.view
    spec, among = session.record.spec, typeable(scene.entry.game_commands)

    def suggest(text: str) -> tuple[Suggestion, ...]:
        may_play = scene.controller.state.may_play
        return tuple(suggestions(text, session.state, board, among, may_play=may_play))

    def check(text: str) -> str | None:
        if suggest(text) or move_of(text, session.state) is not None:
            return None
        count = 0 if spec.set_up is None else len(spec.set_up.cells(session.state))
        return problem(text, session.state, board, count)

    state = session.state
    example = state.move_label(state.legal_moves[0]) if state.legal_moves else "f6"
    about = say(spoken.TYPE_ABOUT, move=example)
    scene.dialog = Dialog(
        commands.TYPE.name,
        spoken.TYPE,
        about,
        confirm=spoken.DO_IT,
        field="",
        accepts=lambda typed: typed.isprintable() and "/" not in typed,
        check=check,
        suggest=suggest,
    )


def _of_command(command: UserCommand) -> Suggestion:
    return Suggestion(begun(command.title), key_words(command.cap))


def _titles(command: UserCommand) -> set[str]:
    return {said(command.title).casefold(), str(command.title).casefold(), command.name.casefold()}


def _begins_so(wanted: str) -> Any:
    pattern = re.compile(rf"(?:^|\W){re.escape(wanted)}")
    return pattern.search
