"""All keys, and what the marks on the board mean."""

from dataclasses import dataclass
from typing import Final

import pygame

from game.screens.page import Page
from game.ui.boards.kit import Kit, blit_centred
from game.ui.boards.marks import score_badge
from game.ui.format import THIN_SPACE
from game.ui.layout import Box
from game.ui.look import Look
from game.ui.panel.base import Section
from game.ui.panel.containers import Card, Row, Stacked
from game.ui.panel.items import Item
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
from game.ui.theme import TYPE
from game.ui.widgets import draw_key_cap, key_cap_width

_ROW_DP: Final = 30
_TWO_COLUMNS_DP: Final = 800


@dataclass(frozen=True, slots=True)
class Shortcut:
    """What one or more keys do; `keys` are caps, words between them are written plainly."""

    keys: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class KeyTable(Section):
    """Shortcuts that belong together."""

    title: str
    rows: tuple[Shortcut, ...]

    def height(self, look: Look, width: int) -> int:
        """Every row."""
        del width
        return look.px(_ROW_DP * len(self.rows))

    def draw(self, surface: pygame.Surface, look: Look, box: Box) -> None:
        """Draw keys and words, these in a column of their own."""
        theme, y = look.theme, box.y + look.px(_ROW_DP) // 2
        room = max(_caps_width(look, row) for row in self.rows) + look.px(14)
        for row in self.rows:
            x = box.x
            for key in row.keys:
                cap = draw_key_cap(surface, look, key, (x, y), theme.text, theme.panel)
                x = cap.right + look.px(5)
            text = look.fit(row.text, TYPE.table, box.width - room)
            look.write(surface, text, (box.x + room, y), TYPE.table, theme.text2)
            y += look.px(_ROW_DP)


KEYS: Final = (
    KeyTable(
        "Playing",
        (
            Shortcut(("Arrows",), "move the cursor on the board (or W A S D)"),
            Shortcut(("Enter", "Space"), "play there; or select a piece, then its target"),
            Shortcut(("H",), "hint: where to look, which move, what follows"),
            Shortcut(("Z",), "hold to peek at everything the AI knows"),
            Shortcut(("[", "]"), "less or more time for the AI"),
            Shortcut(("Esc",), "stop thinking, then close, then back"),
        ),
    ),
    KeyTable(
        "Analysing",
        (
            Shortcut(("A",), "show or hide the analysis"),
            Shortcut(("Shift A",), "the same, also while W A S D move the cursor"),
            Shortcut(("Space",), "stop or continue thinking"),
            Shortcut(("1–9",), "preview a candidate's line; Shift plays it"),
            Shortcut(("V",), "number on the candidates: value, loss, visits"),
            Shortcut(("T",), "the search tree: how often moves were tried"),
            Shortcut(("G",), "graph; hold to see every mistake"),
            Shortcut(("K",), "coordinates"),
            Shortcut(("L",), "legend"),
            Shortcut(("P",), "hex: why a side cannot lose"),
        ),
    ),
    KeyTable(
        "Games and history",
        (
            Shortcut(("Ctrl Z",), "undo; against the AI, both moves"),
            Shortcut(("Ctrl Y",), "redo"),
            Shortcut(("Home", "End"), "first and last position"),
            Shortcut(("Alt Left", "Alt Right"), "one move back, one forward"),
            Shortcut(("Ctrl N",), "new game; can be undone"),
            Shortcut(("Ctrl O",), "earlier games and lines: nothing played is lost"),
            Shortcut(("F5",), "the same board again"),
            Shortcut(("Ctrl G",), "enter a seed or a standard board"),
            Shortcut(("R",), "review the game: worst moves, try again"),
            Shortcut(("N", "Shift N"), "next, previous mistake"),
            Shortcut(("Ctrl C", "Ctrl V"), "copy and paste the position"),
        ),
    ),
    KeyTable(
        "Arena",
        (
            Shortcut(("Space",), "pause or continue the match"),
            Shortcut(("Left", "Right"), "replay: one move back, one forward"),
            Shortcut(("Home", "End"), "its first and last position"),
        ),
    ),
    KeyTable(
        "Game controller",
        (
            Shortcut(("D-pad", "Stick"), "move the cursor, or from control to control"),
            Shortcut(("A", "B"), "play or press; undo or close"),
            Shortcut(("X", "Y"), "hint; analysis on and off"),
            Shortcut(("LB", "RB"), "one move back, one forward; scroll a page"),
            Shortcut(("RT",), "hold to peek"),
            Shortcut(("Start", "Back"), "to the controls and back; this page"),
        ),
    ),
    KeyTable(
        "Window",
        (
            Shortcut(("Tab",), "next control; Shift Tab goes back"),
            Shortcut(("F10",), "from the board to the controls and back"),
            Shortcut(("F1",), "this page (or ?)"),
            Shortcut(("F11",), "fullscreen"),
            Shortcut(("F12",), "screenshot"),
        ),
    ),
)


class HelpScene(Page):
    """Legend and shortcuts, in two columns where there is room."""

    title = "Help"
    caption = "keys, and what the marks mean"

    def items(self, width: int) -> tuple[Item, ...]:
        """Return the cards, each put where there is most room."""
        look = self.look
        signs = tuple(map(Item, _MARKS))
        cards = [Card(signs, title="What the marks mean").item]
        cards += [Card((Item(table),), title=table.title).item for table in KEYS]
        if look.unit.dp(width) < _TWO_COLUMNS_DP:
            return tuple(cards)
        columns: tuple[list[Item], ...] = ([], [])
        for card in cards:
            least = min(columns, key=lambda c: Stacked(tuple(c), 14).height(look, width // 2))
            least.append(card)
        return (Row(tuple(Stacked(tuple(each), 14).item for each in columns)).item,)


def _caps_width(look: Look, row: Shortcut) -> int:
    return sum(key_cap_width(look, key) + look.px(5) for key in row.keys)


def _draw_score(surface: pygame.Surface, kit: Kit, centre: tuple[int, int]) -> None:
    blit_centred(surface, score_badge(kit, "A", f"2{THIN_SPACE}451", kit.unit.px(24)), centre)


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
