"""All keys, and what the marks on the board mean."""

from dataclasses import dataclass
from itertools import starmap
from typing import Final

import pygame

from game.play.drill import TAUGHT
from game.screens.base import Command, DrillSet, OpenDrills
from game.screens.context import Context
from game.screens.games import entries, entry_of
from game.screens.page import Page
from game.ui import commands as c
from game.ui.boards.marks import score_badge
from game.ui.boards.sprites import SpriteCache, blit_centred
from game.ui.commands import Shortcut
from game.ui.panel.base import Section
from game.ui.panel.compose import SPRING, Column, Composed, Row
from game.ui.panel.containers import Card
from game.ui.panel.items import Buttons, Item
from game.ui.panel.legend import (
    BELIEVED,
    DISC,
    GRADES,
    PROOFS,
    SCORE_LETTERS,
    SIZES,
    WIN_LETTERS,
    Explained,
)
from game.ui.panel.parts import Paragraph, Phrase, key_cap
from game.ui.skin import Skin
from game.ui.theme import TYPE
from game.ui.widgets import Action, Button
from game.words.numbers import THIN_SPACE

_ROW_DP: Final = 30
_TWO_COLUMNS_DP: Final = 800
_LESSONS: Final = "five positions a game"


@dataclass(frozen=True, slots=True)
class KeyTable(Composed):
    """Shortcuts that belong together: keys, and words in a column of their own."""

    title: str
    rows: tuple[Shortcut, ...]

    def content(self, skin: Skin, width: int) -> Section:
        caps = [Row(*(key_cap(skin, key) for key in row.keys), gap=5) for row in self.rows]
        room = width - max(each.width(skin) for each in caps) - skin.px(19)
        return Column(
            *(
                Row(keys, SPRING, Phrase(row.text, TYPE.table, "second", wide=room), tall=_ROW_DP)
                for keys, row in zip(caps, self.rows, strict=True)
            )
        )


def key_tables() -> tuple[KeyTable, ...]:
    """Return all keys, those that only one game has last."""
    own = {each.spec.title: each.shortcuts for each in entries() if each.shortcuts}
    return tuple(starmap(KeyTable, (c.TABLES | own).items()))


class HelpScene(Page):
    """Legend and shortcuts, in two columns where there is room."""

    title = "Help"
    notice_below = True
    caption = "keys, and what the marks mean"
    own_commands = (c.INSIDE,)

    def __init__(self, context: Context, game: str = "") -> None:
        """Make the page, which begins with a game if its name is given."""
        super().__init__(context)
        self._game = game
        self._lessons = {
            f"{c.LESSONS.name} {each.name}": each for each in entries() if each.name in TAUGHT
        }
        self._buttons = [Button(name, each.spec.title) for name, each in self._lessons.items()]
        self._tour = Button("tour", "Tour")
        self._inside = c.INSIDE.button("Look inside a search")

    def on_action(self, action: Action) -> Command | None:
        """Open a game's lessons, or do what every page does."""
        if action.name in self._lessons:
            return OpenDrills(self._lessons[action.name].name, which=DrillSet.LESSONS)
        return super().on_action(action)

    def lay_out(self) -> None:
        """Place the column, and the way into a search above it."""
        bar = self.place_top_bar([self._tour, self._inside])
        self.place_content(self.top_bar.bottom)
        self.group.set_widgets([*bar, *self.content.widgets])

    def items(self, width: int) -> tuple[Item, ...]:
        """Return the cards, each put where there is most room."""
        skin = self.skin
        lessons = Card((Buttons(tuple(self._buttons)),), title="First lessons", note=_LESSONS)
        about = [_about(self._game, self.context)] if self._game else []
        cards = [*about, lessons, Card(_MARKS, title="What the marks mean")]
        cards += [Card((table,), title=table.title) for table in key_tables()]
        if skin.unit.dp(width) < _TWO_COLUMNS_DP:
            return tuple(map(Item, cards))
        columns: tuple[list[Card], ...] = ([], [])
        for card in cards:
            least = min(columns, key=lambda c: Column(*c, gap=14).height(skin, width // 2))
            least.append(card)
        return (Item(Row(*(Column(*each, gap=14) for each in columns), gap=14, top=True)),)


def _about(game: str, context: Context) -> Card:
    """Return the rules of a new game, and what good play is."""
    entry = entry_of(game)
    rules = entry.rules_for(entry.profile.parameters_of(context.settings), context.fonts)
    good_play = Paragraph("\n".join(entry.good_play)) if entry.good_play else None
    parts = Column(Paragraph(entry.about), rules, good_play, gap=12)
    return Card((parts,), title=entry.spec.title, note="rules and good play")


def _draw_score(surface: pygame.Surface, sprites: SpriteCache, centre: tuple[int, int]) -> None:
    blit_centred(
        surface, score_badge(sprites, "A", f"2{THIN_SPACE}451", sprites.unit.px(24)), centre
    )


_MARKS: Final = (
    DISC,
    SIZES,
    PROOFS,
    BELIEVED,
    WIN_LETTERS,
    Explained(
        _draw_score, "**Score**: what the AI expects in the end, or how much less", in_well=True
    ),
    SCORE_LETTERS,
    GRADES,
)
