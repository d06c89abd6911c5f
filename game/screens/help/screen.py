"""All keys, and what the marks on the board mean."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pygame

from ai.search.messages import Proof
from game.screens.page import Page
from game.ui import draw
from game.ui.boards.kit import Kit
from game.ui.boards.marks import draw_disc, draw_dot, proof_badge, score_badge
from game.ui.layout import Box
from game.ui.look import Look
from game.ui.overlay import LossClass, Mark
from game.ui.panel.base import Section
from game.ui.panel.containers import Card, Row, Stacked
from game.ui.panel.items import Item
from game.ui.theme import LOSS, RADIUS, TYPE
from game.ui.widgets import draw_key_cap, key_cap_width

_ROW_DP: Final = 30
_SIGN_DP: Final = 50
_SIGN_WIDTH_DP: Final = 100
_TWO_COLUMNS_DP: Final = 800

Sign = Callable[[pygame.Surface, Kit, tuple[int, int]], None]


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
            Shortcut(("Enter", "Space"), "play there; choose the piece that goes, then where"),
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
            Shortcut(("Space",), "stop thinking, or go on"),
            Shortcut(("1–9",), "preview a candidate's line; Shift plays it"),
            Shortcut(("V",), "number on the candidates: value, loss, visits"),
            Shortcut(("T",), "the search tree: what was tried how often"),
            Shortcut(("G",), "graph; held, with every mistake"),
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
            Shortcut(("Space",), "pause the match, or go on"),
            Shortcut(("Left", "Right"), "a game again: one move back, one on"),
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
            Shortcut(("Start", "Back"), "go to the controls and leave them; this page"),
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


@dataclass(frozen=True, slots=True)
class Explained(Section):
    """A mark as it stands on the board, and what it means."""

    sign: Sign
    text: str

    def height(self, look: Look, width: int) -> int:
        """As high as mark and words are."""
        words = look.paragraph_height(self.text, TYPE.table, self._room(look, width))
        return max(look.px(_SIGN_DP), words + look.px(8))

    @staticmethod
    def _room(look: Look, width: int) -> int:
        return width - look.px(_SIGN_WIDTH_DP + 18)

    def draw(self, surface: pygame.Surface, look: Look, box: Box) -> None:
        """Draw the mark on a piece of board, and the words beside it."""
        theme, room = look.theme, self._room(look, box.width)
        plate = box.inset(0, look.px(2))._replace(width=look.px(_SIGN_WIDTH_DP))
        draw.fill_round(surface, plate, look.px(RADIUS.row), theme.cell)
        self.sign(surface, look.kit, plate.centre)
        tall = look.paragraph_height(self.text, TYPE.table, room)
        at = (plate.right + look.px(14), box.centre[1] - tall // 2)
        look.paragraph(surface, self.text, at, TYPE.table, room, theme.text2, bold_ink=theme.text)


class HelpScene(Page):
    """Legend and shortcuts, in two columns where there is room."""

    title = "Help"
    caption = "keys, and what the marks mean"

    def items(self, width: int) -> tuple[Item, ...]:
        """Return the cards, each put where there is most room."""
        look = self.look
        signs = tuple(map(Item, _SIGNS))
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


def _mark(loss_class: LossClass, value: float, visits: int, weight: float) -> Mark:
    return Mark(0, 1, loss_class, 0.0, value, visits, weight, labelled=True)


def _draw_disc_sign(surface: pygame.Surface, kit: Kit, centre: tuple[int, int]) -> None:
    radius = kit.unit.exact(22)
    draw_disc(kit, surface, _mark("A", 0.57, 35_000, 1.0), centre, radius, 2 * radius)


def _draw_sizes_sign(surface: pygame.Surface, kit: Kit, centre: tuple[int, int]) -> None:
    step = kit.unit.exact(21)
    radius = kit.unit.exact(17)
    for x, weight, visits in ((-step, 1.0, 35_000), (step * 0.6, 0.7, 900)):
        place = (round(centre[0] + x), centre[1])
        draw_disc(kit, surface, _mark("B", 0.55, visits, weight), place, radius, radius)
    draw_dot(kit, surface, "B", (round(centre[0] + 1.6 * step), centre[1]), 2 * radius)


def _draw_letters_sign(surface: pygame.Surface, kit: Kit, centre: tuple[int, int]) -> None:
    side = kit.unit.px(15)
    for i, (letter, style) in enumerate(LOSS.items()):
        x = centre[0] + round((i - 2) * side * 1.02) - side // 2
        box = Box(x, centre[1] - side // 2, side - 1, side)
        draw.fill_round(surface, box, kit.unit.px(RADIUS.letter), style.fill)
        kit.text(surface, letter, box.centre, kit.unit.text(TYPE.axis), style.letter)


def _draw_win_sign(surface: pygame.Surface, kit: Kit, centre: tuple[int, int]) -> None:
    _draw_badges(surface, kit, centre, (Proof.WIN, 5, False), (Proof.LOSS, 4, False))


def _draw_estimate_sign(surface: pygame.Surface, kit: Kit, centre: tuple[int, int]) -> None:
    _draw_badges(surface, kit, centre, (Proof.WIN, 7, True), (Proof.LOSS, 6, True))


def _draw_score_sign(surface: pygame.Surface, kit: Kit, centre: tuple[int, int]) -> None:
    picture = score_badge(kit, "A", "2\N{THIN SPACE}451", kit.unit.px(24))
    surface.blit(picture, picture.get_rect(center=centre))


def _draw_badges(
    surface: pygame.Surface, kit: Kit, centre: tuple[int, int], *badges: tuple[Proof, int, bool]
) -> None:
    height = kit.unit.px(19)
    pictures = [
        proof_badge(kit, proof, plies, height, estimated=estimated)
        for proof, plies, estimated in badges
    ]
    gap = kit.unit.px(3)
    x = centre[0] - (sum(p.get_width() for p in pictures) + gap * (len(pictures) - 1)) // 2
    for picture in pictures:
        surface.blit(picture, (x, centre[1] - picture.get_height() // 2))
        x += picture.get_width() + gap


_SIGNS: Final = (
    Explained(_draw_disc_sign, "**Number and slice**: win % of the move; below it, its visits"),
    Explained(_draw_sizes_sign, "**Size**: how sure the AI is; a dot was hardly tried"),
    Explained(_draw_letters_sign, "**Colour and letter**: what the move loses, A nothing, E much"),
    Explained(_draw_score_sign, "**SameGame**: the final score the AI expects, or the difference"),
    Explained(
        _draw_win_sign, "**Star, bars, cross**: proven win, draw, loss, and in how many moves"
    ),
    Explained(_draw_estimate_sign, "**Dashed**: not every reply was looked at"),
)
