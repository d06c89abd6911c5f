"""What SameGame shows to explain itself: its marks, its rules, and a board under its settings."""

from dataclasses import replace
from functools import partial
from typing import Final

import pygame

from ai.phrases import N_
from game.games.samegame.board.pictures import (
    HOVER_PENS,
    STEP_PENS,
    Layer,
    Pen,
    candidate_pens,
    draw_outline,
    orphan_ring,
    plan_pens,
)
from game.games.samegame.rules import (
    CLEAR_BONUS,
    LEFTOVER_RULES,
    SameGameParameters,
    new_game,
    state_from_text,
)
from game.ui.boards import tiles
from game.ui.boards.marks import score_badge, step_disc
from game.ui.boards.paths import Point
from game.ui.boards.sprites import blit_centred
from game.ui.boards.view import BoardContent
from game.ui.layout import TileGeometry, square
from game.ui.overlay import Limits, LossClass, limit_words
from game.ui.panel.legend import COLOURS, Explained, Legend, RulePicture, letters
from game.ui.skin import Skin
from game.words.numbers import MINUS, THIN_SPACE, signed
from game.words.play import POINTS_LOST
from game.words.say import say

_SKY: Final = 1
_YELLOW: Final = 2


def _pair(
    surface: pygame.Surface, skin: Skin, centre: tuple[int, int], colour: int, pens: tuple[Pen, ...]
) -> Point:
    """Draw two tiles that are one group, with an outline; return their upper edge's middle."""
    side = skin.unit.px(22)
    geometry = TileGeometry(2, 1, square(centre, 2 * side), padding=0.0)
    for column, joined in enumerate((tiles.RIGHT, tiles.LEFT)):
        picture = tiles.tile(skin, colour, geometry.tile, joined)
        surface.blit(picture, geometry.place(column, 0))
    draw_outline(Layer(skin, surface, geometry), (0, 1), pens)
    return centre[0], round(geometry.place(0, 0)[1])


def _candidate(
    surface: pygame.Surface,
    skin: Skin,
    centre: tuple[int, int],
    colour: int,
    loss: LossClass,
    number: str,
) -> None:
    middle = (centre[0], centre[1] + skin.unit.px(7))
    at = _pair(surface, skin, middle, colour, candidate_pens(loss))
    blit_centred(surface, score_badge(skin, loss, number, skin.unit.px(20)), at)


def _step(surface: pygame.Surface, skin: Skin, centre: tuple[int, int]) -> None:
    _pair(surface, skin, centre, _YELLOW, STEP_PENS)
    blit_centred(surface, step_disc(skin, skin.unit.exact(7), 2), centre)


def _orphan(surface: pygame.Surface, skin: Skin, centre: tuple[int, int]) -> None:
    size = skin.unit.px(30)
    picture = tiles.tile(skin, _YELLOW, size, tiles.ALONE)
    x, y = centre[0] - size // 2, centre[1] - size // 2
    surface.blit(picture, (x, y))
    symbol_x, symbol_y = tiles.symbol_middle(size, tiles.ALONE)
    blit_centred(surface, orphan_ring(skin, size), (x + symbol_x, y + symbol_y))


_best: Final = partial(_candidate, colour=_SKY, loss="A", number=f"2{THIN_SPACE}451")
_other: Final = partial(_candidate, colour=_YELLOW, loss="D", number=f"{MINUS}15")
_also: Final = partial(_pair, colour=_SKY, pens=plan_pens("A"))
_pointed: Final = partial(_pair, colour=_SKY, pens=HOVER_PENS)

_SCORES: Final = (
    Explained(_best, N_("**Score**: the final score that the AI expects"), in_well=True),
    Explained(
        _other, N_("**Loss**: how much less the best plan that begins here earns"), in_well=True
    ),
)
_STEPS: Final = (
    Explained(_also, N_("**Thin outline**: begins the best plan as well"), in_well=True),
    Explained(
        _step, N_("**Dashed, numbered**: next steps, as far as they can be shown"), in_well=True
    ),
    Explained(_pointed, N_("**Outline**: the group that a click removes"), in_well=True),
    Explained(_orphan, N_("**Dashed ring**: the last tile of its colour; it stays"), in_well=True),
)


def legend(limits: Limits) -> Legend:
    """Return what every mark means where a loss of so many points is class A, B, C or D."""
    letter = letters(lambda: say(POINTS_LOST, limits=limit_words(limits)))
    return (*_SCORES, letter, COLOURS, *_STEPS)


_SIDE: Final = 5
_GROUP: Final = "0 3 2 2 1\n3 3 0 2 1\n1 3 0 0 2\n1 2 3 0 2\n2 2 3 1 1"
_LARGE_GROUP: Final = "0 3 2 2 1\n3 3 3 2 1\n1 3 3 3 2\n1 2 3 3 2\n2 2 3 1 1"
_END: Final = ". . . . .\n. . . . .\n. . . . .\n0 . . . .\n2 1 3 . ."
_POINTED: Final = 1 * _SIDE + 3

_CLEAR_ALL: Final = {
    True: N_("Clear all: **{bonus}**. Leftover tiles cost points"),
    False: N_("Clear all: **{bonus}**"),
}
"""By whether leftover tiles cost points."""


def rule_pictures(parameters: SameGameParameters) -> tuple[RulePicture, ...]:
    """Return what a click removes, what that earns, and what the end brings."""
    small = SameGameParameters(_SIDE, _SIDE, colours=4)
    deducts = parameters.leftover == LEFTOVER_RULES[0]
    end = say(_CLEAR_ALL[deducts], bonus=signed(CLEAR_BONUS))
    return (
        RulePicture(_content(_GROUP, small, _POINTED), N_("Remove groups of two or more")),
        RulePicture(
            _content(_LARGE_GROUP, small, _POINTED),
            N_("**n** tiles earn **(n\N{NO-BREAK SPACE}−\N{NO-BREAK SPACE}2)²**"),
        ),
        RulePicture(_content(_END, small), end),
    )


def _content(text: str, parameters: SameGameParameters, hover: int | None = None) -> BoardContent:
    state = state_from_text(text, parameters)
    group = () if hover is None else state.group_of(hover)
    return replace(BoardContent(state), region=group)


def sample() -> BoardContent:
    """Return a small board, for the settings to show what they do."""
    return BoardContent(new_game(SameGameParameters(columns=7, rows=6), 5))
