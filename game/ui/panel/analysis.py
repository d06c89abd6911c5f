"""What the search says, in the panel: evaluation bar, candidate table, engine strip."""

from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Final, Literal

import pygame

from ai.phrases import N_
from ai.search.messages import Proof
from game.ui import draw
from game.ui.boards import tiles
from game.ui.boards.marks import proof_badge, proof_words
from game.ui.elements import Role
from game.ui.layout import Box
from game.ui.overlay import LossClass
from game.ui.panel.base import NARROW_DP, Ink, Section, draw_letter, is_narrow
from game.ui.panel.basics import mark_picture
from game.ui.panel.compose import (
    NOTHING,
    SPRING,
    TABLE_ROW,
    Column,
    Composed,
    ControlSpace,
    Inset,
    Meant,
    Part,
    Row,
    RowGround,
    Sealed,
    Space,
    Tappable,
    on_ground,
)
from game.ui.panel.parts import Painted, Phrase, bar, picture_of, quiet
from game.ui.skin import Skin
from game.ui.theme import SIZE, TYPE, StoneStyle, lightness, mix, stone_style
from game.ui.widgets.base import Widget
from game.words.numbers import percent
from game.words.play import PLAY_OUT
from game.words.say import named, say

CANDIDATE: Final = "candidate"
PROOF: Final = "proof"
BADGE_DP: Final = 56
LEAST_BAND: Final = 0.01
NEARLY: Final = 110
"""A side's colour is hard to tell from the panel's if its lightness differs by less."""
GLINT: Final = 0.5
"""How much of the ink for text on a side's colour is in the glint of its part of the bar."""

# For translators: the line of moves beside it is another one by now.
_UPDATED: Final = N_("updated")

LightState = Literal["thinking", "idle", "paused", "error"]


@dataclass(frozen=True, slots=True)
class EvalBar(Composed):
    """Who is ahead: the first player's share from the left, with its standard error.

    Attributes:
        share: The first player's share of a win, 0 to 1; None while nothing is known.
        error: One standard error of it; None if that is not shown.
    """

    names: tuple[str, str]
    marks: tuple[str, str]
    share: float | None
    error: float | None = 0.0

    @property
    def percentages(self) -> tuple[str, str]:
        """Both sides' shares as text, which add up to 100 %; empty while nothing is known."""
        if self.share is None:
            return "", ""
        return percent(self.share), percent(1 - self.share)

    def content(self, skin: Skin, width: int) -> Section:
        shares = [Phrase(each, bold=True) for each in self.percentages]
        first, second = (mark_picture(mark, skin.px(20)) for mark in self.marks)
        left, right = ((Phrase(name), 8) for name in self.names)
        names = (*left, shares[0], 8, SPRING, shares[1], *right[::-1])
        row = Row(first, 10, *names, 10, second, tall=24)
        if row.width(skin) > width:  # the marks say who is who where the names have no room
            row = Row(first, 10, shares[0], SPRING, shares[1], 10, second, tall=24)
        return Column(row, 8, Painted(skin.px(SIZE.eval_bar), self._draw_bar))

    def _draw_bar(self, surface: pygame.Surface, skin: Skin, bar: Box) -> None:
        height = bar.height
        radius = height / 2
        share = 0.5 if self.share is None else self.share
        first, second = (stone_style(mark) for mark in self.marks)
        _fill(surface, skin, bar, second)
        split = bar.x + round(share * bar.width)
        before = surface.get_clip()
        surface.set_clip(before.clip((bar.x, bar.y, split - bar.x, height)))
        _fill(surface, skin, bar, first)
        surface.set_clip(before)
        if self.share is not None:
            self._draw_estimate(surface, skin, bar, split)
        middle = bar.x + bar.width // 2
        tick = mix(first.plain, second.plain, 0.5)
        surface.fill(tick, (middle, bar.y - skin.px(2), skin.px(1), height + skin.px(4)))
        draw.stroke_round(surface, bar, radius, skin.theme.ctrl, skin.px(1))

    def _draw_estimate(self, surface: pygame.Surface, skin: Skin, bar: Box, split: int) -> None:
        if self.error is not None:
            reach = max(self.error, LEAST_BAND) * bar.width
            band = pygame.Rect(round(split - reach), bar.y, max(2, round(2 * reach)), bar.height)
            band.clamp_ip(bar)
            veil = pygame.Surface(band.size)
            veil.fill(skin.theme.ai)
            veil.set_alpha(90)
            surface.blit(veil, band)
        line = skin.px(3)
        x = min(max(split - line // 2, bar.x + line), bar.right - 2 * line)
        caret = Box(x, bar.y - skin.px(4), line, bar.height + skin.px(8))
        draw.fill_round(surface, caret, line / 2, skin.theme.ai)


def _fill(surface: pygame.Surface, skin: Skin, bar: Box, style: StoneStyle) -> None:
    """Fill a bar with a side's colour, with a glint where that is nearly the panel's.

    By the glint a bar all in black is seen to be full, and not a dark track with nothing in it.
    """
    draw.fill_round(surface, bar, bar.height / 2, style.plain)
    if abs(lightness(style.plain) - lightness(skin.theme.panel)) < NEARLY:
        glint = Box(bar.x, bar.y + skin.px(4), bar.width, skin.px(3)).inset(bar.height // 2, 0)
        ink = mix(style.plain, style.on_plain, GLINT)
        draw.fill_round(surface, glint, glint.height / 2, ink)


@dataclass(frozen=True, slots=True)
class CandidateRow:
    """One row of the candidate table.

    Attributes:
        loss_class: Its letter; None of a move that was hardly tried.
        value: Its value as text, empty where a badge stands instead.
        proof: Its proven or exact value, shown as a badge.
        distance: Plies under the proof.
        estimated: Whether the proof is an estimate; its badge is dashed.
        tile: SameGame: the group's colour.
        tiles: SameGame: the group's size.
        highlighted: Whether the row is raised.
        updated: Whether its line was frozen while the search went on.
        tooltip: What is said of its line where that is pointed at.
    """

    loss_class: LossClass | None
    move: str
    value: str = ""
    loss: str = ""
    visits: str = ""
    line: str = ""
    proof: Proof | None = None
    distance: int | None = None
    estimated: bool = False
    tile: int | None = None
    tiles: int = 0
    highlighted: bool = False
    updated: bool = False
    tooltip: str = ""
    letter_words: str = ""


@dataclass(frozen=True, slots=True)
class NumberColumn:
    """One column of numbers.

    Attributes:
        field: The attribute of `Candidate` it shows; "proof" shows the badge.
        right: Its right edge, as a share of the table's width.
    """

    title: str
    field: str
    right: float
    bold: bool = False


Columns = tuple[tuple[int, tuple[NumberColumn, ...]], ...]
"""Sets of columns with the least width in dp of a table that has room for them, widest first."""

_WIN: Final = partial(NumberColumn, N_("Win", "column of a table"), "value", bold=True)
_PROJECTED: Final = partial(NumberColumn, N_("Expected", "column of a table"), "value", bold=True)
_ESTIMATE: Final = partial(NumberColumn, "MCTS", "value", bold=True)
_EXACT: Final = partial(NumberColumn, N_("Exact", "column of a table"), "proof")
_LOSS: Final = partial(NumberColumn, N_("Loss", "column of a table"), "loss")
_ERROR: Final = partial(NumberColumn, N_("Error", "column of a table"), "loss")
_VISITS: Final = partial(NumberColumn, N_("Visits", "column of a table"), "visits")
_THEN: Final = NumberColumn(N_("Then", "column of a table"), "line", 0.985)

TWO_PLAYER_COLUMNS: Final[Columns] = (
    (NARROW_DP, (_WIN(0.425), _LOSS(0.575), _VISITS(0.735), _THEN)),
    (225, (_WIN(0.57), _LOSS(0.77), _VISITS(0.97))),
    (0, (_WIN(0.72), _VISITS(0.97))),
)
SCORE_COLUMNS: Final[Columns] = (
    (NARROW_DP, (_PROJECTED(0.445), _LOSS(0.65), _VISITS(0.755), _THEN)),
    (240, (_PROJECTED(0.54), _LOSS(0.77), _VISITS(0.97))),
    (0, (_PROJECTED(0.69), _LOSS(0.97))),
)
PLAIN_COLUMNS: Final[Columns] = (
    (NARROW_DP, (_WIN(0.425), _THEN)),
    (0, (_WIN(0.64), _THEN)),
)
"""Win rate and line, without details; the same for scores."""
PLAIN_SCORE_COLUMNS: Final[Columns] = (
    (NARROW_DP, (_PROJECTED(0.445), _THEN)),
    (0, (_PROJECTED(0.69),)),
)
TRUTH_COLUMNS: Final[Columns] = (
    (NARROW_DP, (_EXACT(0.485), _ESTIMATE(0.675), _ERROR(0.81), _VISITS(0.975))),
    (225, (_EXACT(0.52), _ESTIMATE(0.76), _ERROR(0.97))),
    (0, (_EXACT(0.62), _ESTIMATE(0.97))),
)


@dataclass(frozen=True, slots=True)
class CandidateTable(Composed):
    """The best moves, one a row, with what the search knows of them.

    A row can be pressed all over, by its rank from 0; its letter, the badge of its proof and its
    line have words of their own.

    Attributes:
        room: Rows it always takes, so that nothing below jumps.
    """

    rows: tuple[CandidateRow, ...]
    columns: Columns = TWO_PLAYER_COLUMNS
    room: int = 5
    dense: bool = False

    whole = Meant(Role.TABLE, N_("Candidates"))

    def smaller(self, least: int) -> tuple["CandidateTable", ...]:
        """Return it with lower rows, then with ever fewer of them, down to `least`."""
        dense = replace(self, dense=True)
        fewer = tuple(
            replace(dense, rows=self.rows[:room], room=room)
            for room in range(self.room - 1, least - 1, -1)
        )
        return fewer if self.dense else (dense, *fewer)

    def content(self, skin: Skin, width: int) -> Section:
        columns = next(columns for least, columns in self.columns if width >= skin.px(least))
        tall = skin.unit.target_dp(SIZE.row_dense if self.dense else SIZE.row)
        rows = (_Move(row, rank, columns, tall) for rank, row in enumerate(self.rows))
        return Column(_Titles(columns), *rows, *[Space(tall)] * (self.room - len(self.rows)))


class _InColumns(Sealed):
    """A row of the table, each cell at the right of its column."""

    columns: tuple[NumberColumn, ...]

    def first(self, skin: Skin, lead: int) -> tuple[Part, ...]:
        """Return what the row begins with: so many pixels, then the move."""
        raise NotImplementedError

    def cell(self, skin: Skin, column: NumberColumn, wide: int) -> Section:
        """Return what stands in a column, as wide as that unless it is the first."""
        raise NotImplementedError

    def content(self, skin: Skin, box: Box) -> Row:
        lead = skin.px(30 if is_narrow(skin, box.width) else 36)
        edges = [0, *(round(column.right * box.width) for column in self.columns)]
        first, *others = (
            self.cell(skin, column, right - left)
            for column, (left, right) in zip(self.columns, pairwise(edges), strict=True)
        )
        if isinstance(first, Phrase):
            first = replace(first, wide=0)
        return Row(Inset(Row(*self.first(skin, lead), SPRING, first), wide=edges[1]), *others)


@dataclass(frozen=True, slots=True)
class _Titles(_InColumns):
    columns: tuple[NumberColumn, ...]
    tall = 22

    def content(self, skin: Skin, box: Box) -> Row:
        return Row(Inset(super(_Titles, self).content(skin, box), behind=TABLE_ROW))

    def first(self, skin: Skin, lead: int) -> tuple[Part, ...]:
        del skin
        return Inset(NOTHING, wide=lead), Row(
            quiet(N_("Move", "column of a table")), 4, optional=True
        )

    def cell(self, skin: Skin, column: NumberColumn, wide: int) -> Section:
        del skin
        return quiet(column.title, wide=wide, right=True, tall=18)


@dataclass(frozen=True, slots=True)
class _Move(_InColumns):
    """A candidate, by its rank from 0."""

    row: CandidateRow
    rank: int
    columns: tuple[NumberColumn, ...]
    tall: int

    def content(self, skin: Skin, box: Box) -> Row:
        ground = RowGround(CANDIDATE, self.rank, is_on=self.row.highlighted)
        whole = super(_Move, self).content(skin, box)
        return Row(Inset(whole, behind=ground))

    def first(self, skin: Skin, lead: int) -> tuple[Part, ...]:
        """Return its letter, its group's tile if it has one, and its name."""
        row = self.row
        letter = Painted(
            skin.px(self.tall), partial(_draw_class, row.loss_class), spoken=row.loss_class
        )
        target = Inset(letter, behind=Tappable(CANDIDATE, self.rank, row.letter_words), wide=lead)
        name = Phrase(row.move, TYPE.table, bold=True)
        if row.tile is None:
            return target, name
        side = skin.px(15)
        colour = skin.theme.tiles[row.tile].name
        tile = Painted(side, partial(_draw_tile, row.tile), side + skin.px(6), colour)
        count = quiet(f"×{row.tiles}", dp=TYPE.axis)
        return target, tile, name, Row(5, count, 5, optional=True)

    def cell(self, skin: Skin, column: NumberColumn, wide: int) -> Section:
        row, room = self.row, wide - skin.px(8)
        text = getattr(row, column.field)
        if column.field == "proof" or (column.field == "value" and not text):
            return Inset(Row(SPRING, self._badge(skin)), wide=wide)
        if column.field == "line":
            target = Tappable(CANDIDATE, self.rank, row.tooltip)
            return Row(8, Inset(self._line(skin, room), behind=target, wide=room))
        ink: Ink = "main" if column.bold else "second"
        number = Phrase(text, TYPE.table, ink, column.bold, tabular=True, right=True, wide=wide)
        if skin.width(text, TYPE.table, bold=column.bold, tabular=True) > room:
            return replace(number, text=text.partition(" ±")[0])  # a number before its error
        return number

    def _badge(self, skin: Skin) -> Section:
        """Return the badge of a proven value, which plays its line out."""
        row, tall = self.row, skin.px(18)
        if row.proof is None:
            return NOTHING
        proof, distance, estimated = row.proof, row.distance, row.estimated
        picture = proof_badge(skin, proof, distance, tall, estimated=estimated)
        claim = proof_words(proof, distance, estimated=estimated)
        words = say(PLAY_OUT, proof=claim)
        target = Tappable(PROOF, self.rank, words) if row.line else NOTHING
        badge = Row(SPRING, picture_of(picture, claim), tall=self.tall)
        return Inset(badge, behind=target, wide=skin.px(BADGE_DP))

    def _line(self, skin: Skin, room: int) -> Section:
        """Return as much of what follows as has room, or that it is another by now."""
        if self.row.updated:
            wide = skin.width(_UPDATED, TYPE.axis) + skin.px(14)
            return Row(SPRING, Painted(skin.px(19), _draw_updated, wide, _UPDATED), tall=self.tall)
        moves = self.row.line.split()
        while moves and skin.width(named(moves), TYPE.axis) > room:
            moves.pop()
        words = named(moves)
        return Phrase(words, TYPE.axis, "second", right=True, tall=self.tall, wide=room)


def _draw_class(
    loss_class: LossClass | None, surface: pygame.Surface, skin: Skin, box: Box
) -> None:
    if loss_class is not None:
        draw_letter(surface, skin, loss_class, (box.right - skin.px(19), box.centre[1]))


def _draw_tile(colour: int, surface: pygame.Surface, skin: Skin, box: Box) -> None:
    picture = tiles.tile(skin, colour, box.height, tiles.ALONE)
    surface.blit(picture, picture.get_rect(midleft=(box.x - skin.px(1), box.centre[1])))


def _draw_updated(surface: pygame.Surface, skin: Skin, box: Box) -> None:
    """Draw the chip that says the search has changed its mind about a frozen line."""
    draw.fill_round(surface, box, box.height / 2, skin.theme.ai)
    skin.write(surface, _UPDATED, box.centre, TYPE.axis, skin.theme.on_ai, anchor="center")


@dataclass(frozen=True, slots=True)
class EngineStrip(Composed):
    """What the AI is doing: light and word, and as details rate, budget, the kept tree.

    Attributes:
        word: The same in a word.
        share: How much of the budget is used, 0 to 1.
        glow: The light's pulse, 0 to 1, in steps that keep redraws few.
        slim: Whether light, word and button share one row with nothing below it.
        button: What stands in its upper right corner, if anything.
    """

    state: LightState
    word: str
    rate: str = ""
    share: float = 0.0
    left: str = ""
    right: str = ""
    glow: float = 0.0
    slim: bool = False
    button: Widget | None = None

    def content(self, skin: Skin, width: int) -> Section:
        del width
        light = Painted(skin.px(12), self._draw_light, skin.px(12))
        details = skin.details
        rate = Row(9, quiet(self.rate, tabular=True), optional=True) if details else None
        button = ControlSpace(self.button) if self.button else None
        words = (light, 9, Phrase(self.word, bold=True), rate, SPRING, 8, button)
        done = bar(skin, self.share, 4)
        if self.slim or not details:
            return on_ground(Column(Inset(Row(6, *words, tall=40), 8), Inset(done, 14), 2))
        left = quiet(self.left, tabular=True, stretch=True)
        right = quiet(self.right, optional=bool(self.left))
        below = Row(left, 8, right, tall=26)
        return on_ground(Column(Row(*words, tall=54), done, below, 4), 14)

    def _draw_light(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        theme, centre = skin.theme, box.centre
        radius = skin.unit.exact(4.5)
        if self.state == "error":
            x, y = centre
            reach = skin.unit.exact(6)
            triangle = [(x, y - reach), (x + reach, y + 0.8 * reach), (x - reach, y + 0.8 * reach)]
            draw.polygon(surface, triangle, theme.warn)
        elif self.state == "paused":
            draw.ring(surface, centre, radius, skin.unit.exact(1.5), theme.text3)
        else:
            ink = theme.ai if self.state == "thinking" else theme.text3
            halo = radius + skin.unit.exact(1.5 + 1.5 * self.glow)
            draw.disc(surface, centre, halo, mix(theme.raised, ink, 0.35))
            draw.disc(surface, centre, radius, ink)
