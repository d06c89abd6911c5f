"""The game so far, in the panel: lists of moves that can be clicked."""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Final

import pygame

from ai.phrases import N_
from game.ui.boards import tiles
from game.ui.elements import Role, Said
from game.ui.layout import Box
from game.ui.overlay import LossClass
from game.ui.panel.base import (
    AI_SIGN,
    BULB,
    SIGN_DP,
    Hit,
    Ink,
    Section,
    draw_letter,
    draw_sign,
    is_narrow,
)
from game.ui.panel.compose import NOTHING, SPRING, Column, Composed, Inset, Meant, Row, Tappable
from game.ui.panel.parts import Painted, Phrase, quiet
from game.ui.skin import Skin
from game.ui.theme import RADIUS, SIZE, TYPE
from game.ui.widgets.base import draw_chosen
from game.words.numbers import signed
from game.words.play import NO_REMOVALS
from game.words.say import counted

PLY: Final = "ply"
BRANCH: Final = "branch"
PAIR_ROW: Final = 25
CHIP_PADDING: Final = 8


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

    Where there is room for some only, the shown one is among them; folded, it stands alone.

    Attributes:
        fold: Hides the others, or shows them again.
    """

    number: str
    branches: tuple[ForkMove, ...]
    shown: int | None
    delete: Tappable
    fold: Tappable
    is_folded: bool = False

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
        room = 0 if self.is_folded else width - 2 * side - skin.px(60)
        first, last = 0, len(chips)
        while last - first > 1 and sum(chip.wide for chip in chips[first:last]) > room:
            is_at_end = self.shown is not None and last - 1 <= self.shown
            first, last = (first + 1, last) if is_at_end else (first, last - 1)
        left = len(chips) - (last - first)
        return Row(
            Inset(icon, behind=self.fold, wide=side),
            6,
            quiet(self.number, wide=skin.px(18)),
            *chips[first:last],
            6 if left else None,
            quiet(f"+{left}") if left else None,
            SPRING,
            None if self.shown is None else Inset(can, 4, 4, self.delete, side + skin.px(8)),
            tall=PAIR_ROW,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Moves(Section):
    """The moves of a game, as many as there is room for, and in its last row where branches part.

    So nothing else makes room when a branch begins.

    Attributes:
        cursor: How many of the moves lie before the shown position.
        rows: Rows it asks for; it takes more where there is room.
        fork: Where branches part next to the shown position, if they do.
    """

    row: ClassVar[int]
    """How high a row is, in dp."""
    cursor: int
    rows: int = 3
    fork: ForkRow | None = None

    def height(self, skin: Skin, width: int) -> int:
        del width
        return self.rows * skin.target(self.row)

    @abstractmethod
    def content(self, skin: Skin, width: int, rows: int) -> Section:
        """Return the moves of so many rows, the one at the cursor always among them."""

    def _places(self, skin: Skin, box: Box) -> Iterator[tuple[Section, Box]]:
        tall, fork = skin.target(PAIR_ROW), self.fork
        if box.height < 2 * tall:
            fork = None
        left = box.height if fork is None else box.height - tall
        content = self.content(skin, box.width, max(1, left // skin.target(self.row)))
        yield from content.lay(skin, box.width).at(box.x, box.y)
        if fork is not None:
            yield from fork.lay(skin, box.width).at(box.x, box.y + left)

    def hits(self, skin: Skin, box: Box) -> tuple[Hit, ...]:
        """Every visible move, by the number of moves up to and with it, and the fork's."""
        places = self._places(skin, box)
        return tuple(hit for part, place in places for hit in part.hits(skin, place))

    whole = Meant(Role.LIST, N_("Moves"))

    def said(self, skin: Skin, box: Box) -> Iterator[Said]:
        yield from self.whole.said(skin, box)
        for part, place in self._places(skin, box):
            yield from part.said(skin, place)

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        for part, place in self._places(skin, box):
            part.draw(surface, skin, place)


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """One move of a two-player game; a letter marks one that lost much.

    Attributes:
        sign: The icon that tells of the AI's part in it, if it had one.
    """

    name: str
    loss_class: LossClass | None = None
    sign: str = ""

    def draw_marks(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Draw the sign and the letter behind its name."""
        x, y = box.x, box.centre[1]
        if self.sign:
            draw_sign(surface, skin, self.sign, (x + skin.px(10), y))
            x += skin.px(16)
        if self.loss_class is not None:
            draw_letter(surface, skin, self.loss_class, (x + skin.px(14), y))


@dataclass(frozen=True, slots=True)
class MoveList(Moves):
    """Moves in pairs, in two blocks where there is room; what was taken back is faint."""

    row = PAIR_ROW
    moves: tuple[PlayedMove, ...]

    def content(self, skin: Skin, width: int, rows: int) -> Section:
        if not self.moves:
            return quiet(N_("No moves yet."), dp=TYPE.table, tall=PAIR_ROW)
        blocks = 1 if is_narrow(skin, width) else 2
        room, count = blocks * rows, (len(self.moves) + 1) // 2
        current = max(0, self.cursor - 1) // 2
        first = max(0, min(current - max(0, room - 2), count - room))
        shown = range(first, min(count, first + room))
        pairs = [self._pair(skin, pair, width // blocks) for pair in shown]
        columns = (Column(*pairs[at : at + rows]) for at in range(0, len(pairs), rows))
        return Row(*columns, top=True)

    def _pair(self, skin: Skin, pair: int, width: int) -> Row:
        number = skin.px(26)
        wide, plies = (width - number) // 2, (2 * pair + 1, 2 * pair + 2)
        moves = [self._move(skin, ply, wide) for ply in plies if ply <= len(self.moves)]
        return Row(quiet(str(pair + 1), dp=TYPE.table, wide=number, tall=PAIR_ROW), *moves)

    def _move(self, skin: Skin, ply: int, wide: int) -> Section:
        move, is_current = self.moves[ply - 1], ply == self.cursor
        ink: Ink = "main" if is_current else "second" if ply < self.cursor else "caption"
        name = Phrase(move.name, TYPE.table, ink, bold=is_current)
        row = Row(name, Painted(skin.px(PAIR_ROW), move.draw_marks, spoken=move.loss_class))
        ground = Painted(0, _draw_current_move) if is_current else NOTHING
        return Inset(
            Inset(row, behind=ground), behind=Tappable(PLY, ply, is_on=is_current), wide=wide
        )


@dataclass(frozen=True, slots=True)
class Removal:
    """One move of a SameGame game; see `PlayedMove` for its sign."""

    colour: int
    name: str
    tiles: int
    points: int
    sign: str = ""

    def draw_sign(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        if self.sign:
            draw_sign(surface, skin, self.sign, (box.x + skin.px(12), box.centre[1]))


@dataclass(frozen=True, slots=True)
class RemovalList(Moves):
    """Removals, the latest on top; what was taken back is faint."""

    row = SIZE.row_dense
    removals: tuple[Removal, ...]

    def content(self, skin: Skin, width: int, rows: int) -> Section:
        del width
        count = len(self.removals)
        if not count:
            return quiet(NO_REMOVALS, dp=TYPE.table, tall=self.row)
        top = min(count, max(self.cursor + rows // 2, rows))
        return Column(*(self._removal(skin, ply) for ply in range(top, max(0, top - rows), -1)))

    def _removal(self, skin: Skin, ply: int) -> Section:
        removal, tall = self.removals[ply - 1], skin.px(self.row)
        is_current, is_ahead = ply == self.cursor, ply > self.cursor
        ink: Ink = "caption" if is_ahead else "main"
        name = Phrase(removal.name, TYPE.table, ink, bold=is_current)
        name = replace(name, wide=max(name.width(skin), skin.px(92) - skin.px(58) - skin.px(8)))
        points, colour = signed(removal.points), skin.theme.tiles[removal.colour].name
        row = Row(
            quiet(str(ply), dp=TYPE.table, tabular=True, right=True, wide=skin.px(22)),
            Painted(tall, partial(self._draw_tile, removal), skin.px(58) - skin.px(22), colour),
            name,
            8,
            quiet(counted(removal.tiles, "tile")),
            Painted(tall, removal.draw_sign),
            Phrase(points, TYPE.table, ink, bold=not is_ahead, tabular=True),
        )
        ground = Painted(0, _draw_current_removal) if is_current else NOTHING
        return Inset(Inset(row, behind=ground), behind=Tappable(PLY, ply, is_on=is_current))

    def _draw_tile(self, removal: Removal, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        side = skin.px(16)
        picture = tiles.tile(skin, removal.colour, side, tiles.ALONE)
        at = (box.x + skin.px(32) - skin.px(22), box.centre[1])
        surface.blit(picture, picture.get_rect(midleft=at))


def _draw_current_move(surface: pygame.Surface, skin: Skin, box: Box) -> None:
    _draw_ground(surface, skin, box.inset(0, skin.px(2)).moved(-skin.px(6), 0))


def _draw_current_removal(surface: pygame.Surface, skin: Skin, box: Box) -> None:
    _draw_ground(surface, skin, box.inset(-skin.px(6), skin.px(1)))


def _draw_icon(name: str, surface: pygame.Surface, skin: Skin, box: Box) -> None:
    ink = skin.theme.ai if name in (BULB, AI_SIGN) else skin.theme.text3
    skin.draw_icon(surface, name, box.centre, box.height, ink)


def _draw_ground(surface: pygame.Surface, skin: Skin, box: Box) -> None:
    draw_chosen(surface, skin, box, skin.px(RADIUS.row))
