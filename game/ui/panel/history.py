"""The game so far, in the panel: lists of moves that can be clicked."""

from abc import abstractmethod
from dataclasses import dataclass
from functools import partial
from typing import Final

import pygame

from game.ui.boards import tiles
from game.ui.format import signed
from game.ui.layout import Box
from game.ui.overlay import LossClass
from game.ui.panel.base import (
    AI_SIGN,
    BULB,
    SIGN_DP,
    Hit,
    Section,
    draw_letter,
    draw_sign,
    is_narrow,
)
from game.ui.panel.compose import SPRING, Composed, Inset, Row, Tappable
from game.ui.panel.parts import Painted, Phrase, quiet
from game.ui.skin import Skin
from game.ui.theme import RADIUS, SIZE, TYPE
from game.ui.widgets.base import draw_chosen

PLY: Final = "ply"
BRANCH: Final = "branch"
PAIR_ROW: Final = 25
CHIP_PADDING: Final = 8


def _blocks(skin: Skin, box: Box) -> int:
    """Return how many columns of pairs stand side by side."""
    return 1 if is_narrow(skin, box.width) else 2


@dataclass(frozen=True, slots=True)
class ForkMove:
    """A move at which branches of a game part, what a click on it means, and the AI's part in it.

    The sign is that of a `PlayedMove`.
    """

    name: str
    hit: Tappable
    sign: str = ""

    def chip(self, skin: Skin, *, is_shown: bool) -> Inset:
        """Return it as something to click, raised if it leads to what is shown."""
        text = Phrase(self.name, TYPE.table, "main" if is_shown else "second", bold=is_shown)
        side = skin.px(SIGN_DP)
        sign = Painted(side, partial(_draw_icon, self.sign), side) if self.sign else None
        row = Row(text, 4 if sign else None, sign, tall=PAIR_ROW - 4)
        ground = Painted(0, _draw_ground) if is_shown else self.hit
        wide = row.width(skin) + 2 * skin.px(CHIP_PADDING)
        return Inset(Inset(row, CHIP_PADDING, behind=ground), behind=self.hit, wide=wide)


@dataclass(frozen=True, slots=True)
class ForkRow(Composed):
    """Where branches part: the number of the move, and each move that followed, to be clicked.

    Where there is room for some only, the shown one is among them.

    Attributes:
        number: The number of the move.
        branches: The moves.
        shown: Which one is shown, if one is.
        delete: Deletes that one.
    """

    number: str
    branches: tuple[ForkMove, ...]
    shown: int | None
    delete: Tappable

    def content(self, skin: Skin, width: int) -> Section:
        """Return icon, number, moves and a bin."""
        side = skin.px(16)
        icon, can = (
            Painted(side, partial(_draw_icon, name), side) for name in ("git-branch", "trash-2")
        )
        chips = [
            branch.chip(skin, is_shown=index == self.shown)
            for index, branch in enumerate(self.branches)
        ]
        room = width - 2 * side - skin.px(60)
        first, last = 0, len(chips)
        while last - first > 1 and sum(chip.wide for chip in chips[first:last]) > room:
            is_at_end = self.shown is not None and last - 1 <= self.shown
            first, last = (first + 1, last) if is_at_end else (first, last - 1)
        left = len(chips) - (last - first)
        return Row(
            icon,
            6,
            quiet(self.number, wide=skin.px(18)),
            *chips[first:last],
            quiet(f"+{left}") if left else None,
            SPRING,
            None if self.shown is None else Inset(can, 4, 4, self.delete, side + skin.px(8)),
            tall=PAIR_ROW,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Moves(Section):
    """The moves of a game, and in its last row where branches part.

    So nothing else makes room when a branch begins.

    Attributes:
        fork: Where branches part next to the shown position, if they do.
    """

    fork: ForkRow | None = None

    def _parted(self, skin: Skin, box: Box) -> tuple[Box, Box | None]:
        """Return the room of the moves, and that of the fork, if there is any."""
        tall = skin.px(PAIR_ROW)
        if self.fork is None or box.height < 2 * tall:
            return box, None
        left = box.height - tall
        return box._replace(height=left), box._replace(y=box.y + left, height=tall)

    def hits(self, skin: Skin, box: Box) -> tuple[Hit, ...]:
        """Every visible move, by the number of moves up to and with it, and the fork's."""
        moves, fork = self._parted(skin, box)
        at_fork = self.fork.hits(skin, fork) if self.fork is not None and fork is not None else ()
        return *self.move_hits(skin, moves), *at_fork

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Draw the moves and the fork."""
        moves, fork = self._parted(skin, box)
        self.draw_moves(surface, skin, moves)
        if self.fork is not None and fork is not None:
            self.fork.draw(surface, skin, fork)

    @abstractmethod
    def move_hits(self, skin: Skin, box: Box) -> tuple[Hit, ...]:
        """Return every visible move, by the number of moves up to and with it."""

    @abstractmethod
    def draw_moves(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Draw them."""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """One move of a two-player game; a letter marks one that lost much.

    Attributes:
        sign: The icon that tells of the AI's part in it, if it had one.
    """

    name: str
    loss_class: LossClass | None = None
    sign: str = ""


@dataclass(frozen=True, slots=True)
class MoveList(Moves):
    """Moves in pairs, in two blocks, as many rows as its box has room for.

    Attributes:
        moves: All moves of the game.
        cursor: How many of them lie before the shown position.
        rows: Rows it asks for; it takes more where there is room.
        empty: What to say before the first move.
    """

    moves: tuple[PlayedMove, ...]
    cursor: int
    rows: int = 3
    empty: str = "No moves yet."

    def height(self, skin: Skin, width: int) -> int:
        del width
        return self.rows * skin.px(PAIR_ROW)

    def move_hits(self, skin: Skin, box: Box) -> tuple[Hit, ...]:
        """Return every visible move, by the number of moves up to and with it."""
        return tuple(
            Hit(self._cell(skin, box, place, side), PLY, 2 * pair + side + 1)
            for place, pair in enumerate(self._visible(skin, box))
            for side in (0, 1)
            if 2 * pair + side < len(self.moves)
        )

    def _visible(self, skin: Skin, box: Box) -> range:
        """Return the pairs that are shown; the one at the cursor always is."""
        room = _blocks(skin, box) * max(1, box.height // skin.px(PAIR_ROW))
        pairs = (len(self.moves) + 1) // 2
        if pairs <= room:
            return range(pairs)
        current = max(0, self.cursor - 1) // 2
        start = min(max(0, current - max(0, room - 2)), pairs - room)
        return range(start, start + room)

    def _cell(self, skin: Skin, box: Box, place: int, side: int) -> Box:
        row_height = skin.px(PAIR_ROW)
        rows = max(1, box.height // row_height)
        block, row = divmod(place, rows)
        block_width = box.width // _blocks(skin, box)
        number = skin.px(26)
        width = (block_width - number) // 2
        x = box.x + block * block_width + number + side * width
        return Box(x, box.y + row * row_height, width, row_height)

    def draw_moves(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Draw numbers and moves; what was taken back is faint."""
        theme = skin.theme
        if not self.moves:
            at = (box.x, box.y + skin.px(PAIR_ROW) // 2)
            skin.write(surface, self.empty, at, TYPE.table, theme.text3)
            return
        for place, pair in enumerate(self._visible(skin, box)):
            cell = self._cell(skin, box, place, 0)
            at = (cell.x - skin.px(26), cell.centre[1])
            skin.write(surface, str(pair + 1), at, TYPE.table, theme.text3)
        for hit in self.move_hits(skin, box):
            self._draw_move(surface, skin, hit)

    def _draw_move(self, surface: pygame.Surface, skin: Skin, hit: Hit) -> None:
        theme = skin.theme
        move = self.moves[hit.value - 1]
        is_current = hit.value == self.cursor
        if is_current:
            ground = hit.box.inset(0, skin.px(2)).moved(-skin.px(6), 0)
            draw_chosen(surface, skin, ground, skin.px(RADIUS.row))
        ink = theme.text2 if hit.value < self.cursor else theme.text3
        text = skin.write(
            surface,
            move.name,
            (hit.box.x, hit.box.centre[1]),
            TYPE.table,
            theme.text if is_current else ink,
            bold=is_current,
        )
        x = text.right + skin.px(14)
        if move.sign:
            draw_sign(surface, skin, move.sign, (text.right + skin.px(10), hit.box.centre[1]))
            x += skin.px(16)
        if move.loss_class is not None:
            draw_letter(surface, skin, move.loss_class, (x, hit.box.centre[1]))


@dataclass(frozen=True, slots=True)
class Removal:
    """One move of a SameGame game; see `PlayedMove` for its sign."""

    colour: int
    name: str
    tiles: int
    points: int
    sign: str = ""


@dataclass(frozen=True, slots=True)
class RemovalList(Moves):
    """Removals, the latest on top, as many as its box has room for.

    Attributes:
        removals: All of the game.
        cursor: How many of them lie before the shown position.
        rows: Rows it asks for; it takes more where there is room.
        symbols: Whether tiles carry their shape.
    """

    removals: tuple[Removal, ...]
    cursor: int
    rows: int = 3
    symbols: bool = True

    def height(self, skin: Skin, width: int) -> int:
        del width
        return self.rows * skin.px(SIZE.row_dense)

    def move_hits(self, skin: Skin, box: Box) -> tuple[Hit, ...]:
        """Return every visible removal, by the number of moves up to and with it."""
        row = skin.px(SIZE.row_dense)
        room = max(1, box.height // row)
        count = len(self.removals)
        # Latest first, but the move at the cursor stays in sight.
        top = count if count <= room else min(count, max(self.cursor + room // 2, room))
        plies = range(top, max(0, top - room), -1)
        return tuple(
            Hit(Box(box.x, box.y + i * row, box.width, row), PLY, ply)
            for i, ply in enumerate(plies)
        )

    def draw_moves(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Draw number, tile, name, size and points; what was taken back is faint."""
        theme = skin.theme
        if not self.removals:
            at = (box.x, box.y + skin.px(SIZE.row_dense) // 2)
            skin.write(surface, "No groups removed yet.", at, TYPE.table, theme.text3)
        for hit in self.move_hits(skin, box):
            removal, y = self.removals[hit.value - 1], hit.box.centre[1]
            is_current, is_ahead = hit.value == self.cursor, hit.value > self.cursor
            if is_current:
                ground = hit.box.inset(-skin.px(6), skin.px(1))
                draw_chosen(surface, skin, ground, skin.px(RADIUS.row))
            quiet = theme.text3
            ink = quiet if is_ahead else theme.text
            skin.write(
                surface,
                str(hit.value),
                (box.x + skin.px(22), y),
                TYPE.table,
                quiet,
                tabular=True,
                anchor="midright",
            )
            side = skin.px(16)
            picture = tiles.tile(
                skin.sprites, removal.colour, side, tiles.ALONE, symbol=self.symbols
            )
            surface.blit(picture, picture.get_rect(midleft=(box.x + skin.px(32), y)))
            name = skin.write(
                surface, removal.name, (box.x + skin.px(58), y), TYPE.table, ink, bold=is_current
            )
            left = max(name.right + skin.px(8), box.x + skin.px(92))
            told = skin.write(surface, f"{removal.tiles} tiles", (left, y), TYPE.caption, quiet)
            if removal.sign:
                draw_sign(surface, skin, removal.sign, (told.right + skin.px(12), y))
            skin.write(
                surface,
                signed(removal.points),
                (box.right, y),
                TYPE.table,
                ink,
                bold=not is_ahead,
                tabular=True,
                anchor="midright",
            )


def _draw_icon(name: str, surface: pygame.Surface, skin: Skin, box: Box) -> None:
    ink = skin.theme.ai if name in (BULB, AI_SIGN) else skin.theme.text3
    skin.icons.draw(surface, name, box.centre, box.height, ink)


def _draw_ground(surface: pygame.Surface, skin: Skin, box: Box) -> None:
    draw_chosen(surface, skin, box, skin.px(RADIUS.row))
