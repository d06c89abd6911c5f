"""Positions in texts of others: from the clipboard, or dropped on the window."""

import re
from collections.abc import Sequence
from typing import Final

from ai.contract.game import NumberedPosition
from ai.contract.games import game_of, game_spec
from ai.contract.rules import AmbiguousZeroError, Parameters, PositionError, RulesError
from game.screens.entry import entries
from game.screens.profile import Profile
from game.ui.panel.dialog import Dialog
from game.words import play as words
from game.words.say import say, say_count

CLIPBOARD: Final = "The clipboard"
MOST_CHARACTERS: Final = 500_000
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
        raise PositionError(f"a text to play from has at most {MOST_CHARACTERS:,} characters")
    text = _BLOCK.sub(r"\1 ", text)
    boards = game_of(profile.game).text.boards
    if boards is not None:
        return boards.read(text, parameters, zero_is_empty)
    spec = game_spec(profile.game)
    state = spec.state_from_text(text.removeprefix("\ufeff"), profile.pasted(text, parameters))
    return (NumberedPosition(1, "", state),)


def game_of_position(text: str, own: str) -> str:
    """Return the game that a text is a position of, `own` before all others; empty for none."""
    known = {entry.name: entry for entry in entries()}
    strict = [name for name in known if game_of(name).text.boards is None]
    for name in dict.fromkeys([own, *strict, *known]):
        entry = known.get(name)
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
    """Return the question what 0 is, which the text leaves open."""
    return Dialog(
        ZERO,
        "What is 0 here?",
        "This text may mean a colour by **0**, or an empty cell.",
        confirm="A colour",
        aside=(EMPTY, "An empty cell"),
    )


def which_dialog(boards: Sequence[NumberedPosition]) -> Dialog:
    numbers = [str(board.number) for board in boards]
    return Dialog(
        WHICH,
        say_count(len(boards), *words.BOARDS_IN_TEXT),
        say(words.WHICH, first=numbers[0], last=numbers[-1]),
        confirm="Start",
        field=numbers[0],
        accepts=str.isdecimal,
        check=lambda number: None if number in numbers else "There is no such board.",
    )
