"""Boards beside the settings, drawn as the settings say: what is changed shows at once."""

from dataclasses import dataclass, replace
from typing import Final

from ai.contract.rules import State
from game.screens.context import Context
from game.screens.entry import GameEntry, entry_of, make_board_view
from game.store.settings import Settings, coordinates_of
from game.ui.boards.base import MOVE_NUMBERS, BoardContent
from game.ui.layout import Box
from game.ui.overlay import Overlay
from game.ui.panel.base import Section
from game.ui.panel.basics import Heading, Sentence
from game.ui.panel.compose import Composed, Row
from game.ui.panel.items import Item
from game.ui.panel.parts import Painted, board_picture, letter_picture, quiet
from game.ui.skin import Skin
from game.ui.theme import LOSS, SIZE, TYPE

_SEED: Final = 5
_WORDS: Final = "{}: what a move loses. Size: how sure the AI is."
_ABOUT: Final = "shows your changes at once"
_ASPECT: Final = 0.88
_MOST_SAMPLES: Final = 2
"""More games than this are shown as they begin."""


@dataclass(frozen=True, slots=True)
class LossLegend(Composed):
    """The letters and colours of the classes of loss."""

    def content(self, skin: Skin, width: int) -> Section:
        del width
        letters = (letter_picture(skin, letter, 24, skin.px(24)) for letter in LOSS)
        return Row(Row(*letters, gap=7), 12, quiet("best to worst"))


def preview_items(
    context: Context, games: tuple[str, ...], skin: Skin, column: Box
) -> tuple[Item, ...]:
    """Return the boards of some games as the settings show them, for a panel's column."""
    is_new = len(games) > _MOST_SAMPLES
    title = "The next new games" if is_new else "Preview"
    below = 40 if is_new else 130
    room = (column.height - skin.px(below)) // len(games) - skin.px(SIZE.section_gap)
    tall = max(1, min(room, round(column.width * _ASPECT)))
    boards = (_board(context, game, tall, new=is_new) for game in games)
    words = _WORDS.format("Colour and letter" if context.settings.details else "Colour")
    legend = (Sentence(words, lines=0, ink="caption", dp=TYPE.caption), LossLegend())
    return (
        Item(Heading(title)),
        Item(Sentence(_ABOUT, lines=0, ink="caption", dp=TYPE.caption), gap=0),
        *map(Item, boards),
        *(() if is_new else map(Item, legend)),
    )


def _board(context: Context, game: str, tall: int, *, new: bool) -> Painted:
    view = make_board_view(game, context.fonts, labels=True)
    shown = _picture(entry_of(game), context.settings, new=new)
    return replace(board_picture(view, shown, tall), wide=0)


def _picture(entry: GameEntry, settings: Settings, *, new: bool) -> BoardContent:
    if not new and entry.sample is not None:
        return entry.sample(settings)
    profile = entry.profile
    seed = profile.seed(settings) or _SEED
    state = entry.spec.new_game(profile.parameters_of(settings), seed)
    return board_content(entry.name, state, settings)


def board_content(
    game: str,
    state: State,
    settings: Settings,
    moves: tuple[int, ...] = (),
    overlay: Overlay | None = None,
) -> BoardContent:
    """Return a position of a game as the display settings show it, with nothing to click."""
    return BoardContent(
        state=state,
        overlay=overlay,
        moves=moves,
        move_numbers=MOVE_NUMBERS[settings.move_numbers],
        coordinates=settings[coordinates_of(game)],
        symbols=settings.symbols,
        playable=False,
    )
