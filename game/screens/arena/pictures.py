"""Pictures on the arena's form: the boards of the games, and how strong or what a side is."""

from collections.abc import Sequence
from functools import cache
from typing import Final

import pygame

from ai.contract.games import game_spec
from ai.contract.rules import RulesError, State
from game.screens.boards import make_board_view
from game.screens.games import entry_of
from game.ui import draw
from game.ui.boards.base import still_content
from game.ui.layout import Box
from game.ui.skin import Skin
from game.ui.text import Fonts
from game.ui.theme import RADIUS, Colour
from game.ui.widgets import Tabs

_BOARD_DP: Final = 50
_LABEL_DP: Final = 26
_PADDING_DP: Final = 7
_BARS: Final = 5
_LEAST_MOVES: Final = 3


class GameTabs(Tabs):
    """Games to choose from, each with its board above its name."""

    def __init__(
        self, name: str, games: Sequence[tuple[str, str]], value: str, fonts: Fonts
    ) -> None:
        super().__init__(name, games, value, stretch=True)
        self._views = tuple(make_board_view(game, fonts) for game, _ in games)

    def height(self, skin: Skin) -> int:
        return super().height(skin) + skin.px(_BOARD_DP + _PADDING_DP)

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        super().draw(surface, skin)
        side = skin.px(_BOARD_DP)
        for view, (game, _), cell in zip(self._views, self.options, self.cells(), strict=True):
            left = cell.centre[0] - side // 2
            view.resize(
                pygame.Rect(left, cell.y + skin.px(_PADDING_DP), side, side), skin.unit, skin.theme
            )
            view.draw(surface, still_content(sample_state(game)))

    def label_at(self, skin: Skin, cell: Box) -> tuple[int, int]:
        """Return the middle of a tab's name, below its board."""
        return cell.centre[0], cell.bottom - skin.px(_LABEL_DP) // 2


@cache
def sample_state(game: str) -> State:
    """Return a position with something on the board: the one that Home's card begins with."""
    spec = game_spec(game)
    state = spec.new_game(spec.parameters(), 1)
    for text in entry_of(game).opening.split():
        try:
            state = state.play(state.move_from_string(text))
        except RulesError:
            break  # the opening belongs to another size of board
    while state.move_count < _LEAST_MOVES and not state.is_terminal:
        state = state.play(state.legal_moves[len(state.legal_moves) // 2])
    return state


def draw_strength(surface: pygame.Surface, skin: Skin, box: Box, share: float, ink: Colour) -> None:
    """Draw a level's place among the others as rising bars, of which so many are filled."""
    gap = skin.px(2)
    width = (box.width - gap * (_BARS - 1)) // _BARS
    for bar in range(_BARS):
        tall = round(box.height * (0.3 + 0.7 * bar / (_BARS - 1)))
        place = Box(box.x + bar * (width + gap), box.bottom - tall, width, tall)
        filled = min(1.0, max(0.0, share * _BARS - bar))
        draw.fill_round(surface, place, skin.px(RADIUS.letter) // 3, skin.theme.line)
        if filled > 0:
            part = place._replace(
                y=place.bottom - round(tall * filled), height=round(tall * filled)
            )
            draw.fill_round(surface, part, skin.px(RADIUS.letter) // 3, ink)
