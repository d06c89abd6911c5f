"""Texts on the clipboard: positions of others, which may be dropped on the window, too."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ai.contract.game import NumberedPosition
from ai.contract.games import game_of, game_spec
from ai.contract.rules import AmbiguousZeroError, Parameters, PositionError, RulesError, State
from ai.phrases import N_, filled
from game.play.text import is_game, write
from game.screens.base import Command, OpenText
from game.screens.entry import entries
from game.screens.profile import Profile
from game.ui.panel.dialog import Dialog
from game.ui.widgets.text_field import clipboard_text, copied
from game.words import play as words
from game.words.say import say, say_count

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene

CLIPBOARD: Final = N_("The clipboard")
MOST_CHARACTERS: Final = 500_000
_TOO_LONG: Final = N_("a text to play from has at most {count} characters")
ZERO: Final = "zero"
EMPTY: Final = "zero is empty"
WHICH: Final = "which board"
_BLOCK: Final = re.compile(r"^([ \t]*)\|", re.MULTILINE)
"""What the rows of a start begin with in a game's own file."""


def read_positions(
    text: str, profile: Profile, parameters: Parameters, zero_is_empty: bool | None = None
) -> tuple[NumberedPosition, ...]:
    """Return the positions of a game in a text; raise `RulesError` if it holds none."""
    if len(text) > MOST_CHARACTERS:  # the window waits for it
        raise PositionError(filled(_TOO_LONG, count=MOST_CHARACTERS))
    text = _BLOCK.sub(r"\1 ", text)
    boards = game_of(profile.game).text.boards
    if boards is not None:
        return boards.read(text, parameters, zero_is_empty)
    spec = game_spec(profile.game)
    state = spec.state_from_text(text.removeprefix("\ufeff"), profile.pasted(text, parameters))
    return (NumberedPosition(1, "", state),)


def game_of_position(text: str, preferred: str) -> str:
    """Return the game that a text is a position of, the preferred one first; empty for none."""
    by_name = {entry.name: entry for entry in entries()}
    strict = [name for name in by_name if game_of(name).text.boards is None]
    for name in dict.fromkeys([preferred, *strict, *by_name]):
        entry = by_name.get(name)
        if entry is None:
            continue
        try:
            read_positions(text, entry.profile, entry.spec.parameters())
        except AmbiguousZeroError:
            return name
        except RulesError:
            continue
        return name
    return ""


def refusal(what: str, text: str, game: str, error: RulesError) -> str:
    """Return why a text is no position of a game: another game's, or what is wrong with it."""
    own, other = game_spec(game).title, game_of_position(text, game)
    if other not in ("", game):
        title = game_spec(other).title
        return say(words.OTHER_GAME, game=title, own=own)
    return say(words.NO_GAME, what=what, own=own, error=error)


def zero_dialog() -> Dialog:
    """Return the question whether 0 is a colour or an empty cell, which the text leaves open."""
    return Dialog(
        ZERO,
        words.WHAT_IS_ZERO,
        words.ZERO_MEANS,
        confirm=N_("A colour"),
        aside=(EMPTY, N_("An empty cell")),
    )


def which_dialog(boards: Sequence[NumberedPosition]) -> Dialog:
    numbers = [str(board.number) for board in boards]
    return Dialog(
        WHICH,
        say_count(len(boards), *words.BOARDS_IN_TEXT),
        say(words.WHICH, first=numbers[0], last=numbers[-1]),
        confirm=N_("Start"),
        field=numbers[0],
        accepts=str.isdecimal,
        check=lambda number: None if number in numbers else words.NO_SUCH_BOARD,
    )


class Texts:
    """Copies what is shown, and plays on from the texts of others."""

    def __init__(self, scene: "GameScene") -> None:
        self._scene = scene
        self._taken = "", CLIPBOARD
        self._positions: dict[str, State] = {}

    def copy_position(self) -> None:
        state = self._scene.session.state
        self._scene.toasts.show(copied(state.to_text(), words.POSITION_COPIED))

    def copy_game(self) -> None:
        record = self._scene.session.record
        self._scene.toasts.show(copied(write(record), words.GAME_COPIED))

    def paste(self) -> Command | None:
        text = clipboard_text()
        if not text.strip():
            self._scene.toasts.refuse(words.NO_TEXT)
        elif is_game(text):
            return OpenText(text)
        else:
            self.take(text)
        return None

    def take(self, text: str, what: str = CLIPBOARD, zero_is_empty: bool | None = None) -> None:
        """Go on with a position in a text, one of several if the player chooses it."""
        scene = self._scene
        self._taken, scene.dialog = (text, what), None
        parameters = scene.session.record.start.parameters
        try:
            positions = read_positions(text, scene.profile, parameters, zero_is_empty)
        except AmbiguousZeroError:
            scene.dialog = zero_dialog()
        except RulesError as error:
            scene.toasts.refuse(refusal(what, text, scene.entry.name, error))
        else:
            self._positions = {str(each.number): each.state for each in positions}
            if len(positions) > 1:
                scene.dialog = which_dialog(positions)
            else:
                scene.history.paste(positions[0].state)

    def take_again(self, *, zero_is_empty: bool) -> None:
        """Read the last text once more, now that the player has said what 0 means."""
        self.take(*self._taken, zero_is_empty=zero_is_empty)

    def choose(self, number: str) -> None:
        """Go on with one of the positions of a text that has several."""
        self._scene.history.paste(self._positions[number])
