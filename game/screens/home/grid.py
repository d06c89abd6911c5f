"""Where the cards of Home stand: boards are large, rules are there and little stays empty."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from game.screens.home.card import CardParts, GameCard
from game.ui.layout import Box
from game.ui.skin import Skin

LYING_FROM: Final = 1.15
"""Cards lie one below the other where there is so much more height than width for them."""
MOST_COLUMNS: Final = 5
ENOUGH_DP: Final = 265
"""Side of a board that need not be larger."""
WITH_RULES: Final = 1.25
"""How much larger the boards of cards without the rules have to be."""

Cards = Sequence[GameCard]


def place_cards(cards: Cards, skin: Skin, area: Box, gap: int) -> None:
    """Place the cards in an area in the best way, all alike and `gap` pixels apart."""
    if area.height > LYING_FROM * area.width:
        _lie(cards, skin, area, gap, 1)
        return
    ways = [
        partial(place, cards, skin, area, gap, columns)
        for place in (_lie, _stand, _stand_small)
        for columns in range(2, min(len(cards), MOST_COLUMNS) + 1)
    ]

    def seen(place: Callable[[], None]) -> tuple[bool, float]:
        place()
        side = min(skin.px(ENOUGH_DP), *(card.board_side for card in cards))
        rules = WITH_RULES if all(card.shows_rules for card in cards) else 1.0
        covered = sum(card.box.width * card.box.height for card in cards)
        filled = math.sqrt(covered / (area.width * max(1, area.height)))
        return all(card.has_room(skin) for card in cards), side * rules * filled

    max(ways, key=seen)()


def _room(area: Box, gap: int, count: int, columns: int) -> tuple[int, int]:
    """Return the width of one of so many cards in columns, and how high it may be."""
    rows = -(-count // columns)
    return (area.width - (columns - 1) * gap) // columns, (area.height - (rows - 1) * gap) // rows


def _boxes(area: Box, gap: int, columns: int, size: tuple[int, int]) -> Iterator[Box]:
    """Yield the places of cards of this size, row by row from the top of an area."""
    width, height = size
    at = 0
    while True:
        row, column = divmod(at, columns)
        yield Box(area.x + column * (width + gap), area.y + row * (height + gap), width, height)
        at += 1


def _stand_small(cards: Cards, skin: Skin, area: Box, gap: int, columns: int) -> None:
    """Place small cards with the boards as wide as they are; the sentence if it fits below."""
    gap //= 2
    wide, room = _room(area, gap, len(cards), columns)
    brief = CardParts(False, 0, small=True)
    lines = max(card.lines(skin, wide - 2 * skin.px(brief.text_padding)) for card in cards)
    full = replace(brief, text_lines=lines)
    _stand(cards, skin, area, gap, columns, full if wide + full.height(skin) <= room else brief)


def _stand(
    cards: Cards, skin: Skin, area: Box, gap: int, columns: int, parts: CardParts | None = None
) -> None:
    """Place the cards with words below the boards, as many as there is room for."""
    wide, room = _room(area, gap, len(cards), columns)
    if parts is None:
        parts = CardParts.below(skin, (wide, room), [card.text for card in cards])
    # The board is as high as it is wide.
    height = min(room, wide + parts.height(skin) + skin.px(10))
    rows = -(-len(cards) // columns)
    spare = max(0, area.height - rows * height - (rows - 1) * gap)
    places = _boxes(area.moved(0, spare // 2), gap, columns, (wide, height))
    for card, box in zip(cards, places, strict=False):
        card.place(box)
        card.stand(skin, parts)


def _lie(cards: Cards, skin: Skin, area: Box, gap: int, columns: int) -> None:
    """Place the cards with board beside words, as many as there is room for."""
    size = _room(area, gap, len(cards), columns)
    for card, box in zip(cards, _boxes(area, gap, columns, size), strict=False):
        card.place(box)
    lines = max(card.lines_beside(skin) for card in cards)
    fitting = (
        parts
        for parts in CardParts.beside(lines)
        if all(card.has_room_beside(skin, parts) for card in cards)
    )
    parts = next(fitting, CardParts(False, 0))
    for card in cards:
        card.lie(skin, parts)
