"""Where everything stands: one unit, the frame of a game's screen, cell to pixel and back.

Pure: nothing here draws or imports pygame. Boxes are plain tuples (x, y, width, height) in
whole pixels, which pygame takes wherever it wants a rectangle.
"""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final, NamedTuple, Self

from game.ui.theme import SIZE

DESIGN_UNIT: Final = 70.0
SMALLEST_UNIT: Final = 62.0
SMALLEST_TEXT: Final = 11
SMALLEST_WINDOW: Final = (640, 480)
LARGEST_WINDOW: Final = (7680, 4320)
DEFAULT_WINDOW: Final = (1120, 760)
TARGET_DP: Final = 24
LARGE_TARGET_DP: Final = 44
"""Height and width of what is pressed, at least: WCAG 2.2, 2.5.8, and 2.5.5 for large controls."""
_LEAST_WINDOW: Final = {TARGET_DP: (480, 400), LARGE_TARGET_DP: (720, 540)}
"""What has to fit into any window, in dp: larger UI scales are honoured as far as this allows."""

_BOARD_SHAPE: Final = 744 / 635
"""Width over height of the room that the widest board, the hexagon, fills."""
_TOP_BAR_SHARE: Final = 0.08
_PANEL_SHARE: Final = SIZE.panel / DEFAULT_WINDOW[0]
_ROW_SHARE: Final = 0.94
"""How much of its area's width a grid of cells takes at most."""


class Box(NamedTuple):
    """A rectangle in whole pixels; accepted by pygame as a rectangle."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column to the right of it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.y + self.height

    @property
    def centre(self) -> tuple[int, int]:
        """The pixel in its middle."""
        return self.x + self.width // 2, self.y + self.height // 2

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height

    def contains(self, position: tuple[float, float]) -> bool:
        """Tell whether a pixel lies in it."""
        x, y = position
        return self.x <= x < self.right and self.y <= y < self.bottom

    def overlaps(self, other: "Box") -> bool:
        """Tell whether it shares a pixel with `other`."""
        return (
            self.x < other.right
            and other.x < self.right
            and self.y < other.bottom
            and other.y < self.bottom
        )

    def overlap(self, other: "Box") -> int:
        """Return how many pixels it shares with `other`."""
        wide = min(self.right, other.right) - max(self.x, other.x)
        high = min(self.bottom, other.bottom) - max(self.y, other.y)
        return max(0, wide) * max(0, high)

    def within(self, other: "Box") -> "Box":
        """Return the part of it that lies in `other`; without any, a box without pixels."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Box(x, y, max(0, right - x), max(0, bottom - y))

    def around(self, other: "Box") -> "Box":
        """Return the smallest box that both lie in."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        right, bottom = max(self.right, other.right), max(self.bottom, other.bottom)
        return Box(x, y, right - x, bottom - y)

    def inset(self, dx: int, dy: int | None = None) -> "Box":
        """Return it smaller by `dx` at the left and right and `dy` (or `dx`) above and below."""
        dy = dx if dy is None else dy
        return Box(
            self.x + dx, self.y + dy, max(0, self.width - 2 * dx), max(0, self.height - 2 * dy)
        )

    def moved(self, dx: int, dy: int) -> "Box":
        return Box(self.x + dx, self.y + dy, self.width, self.height)

    def fitted(self, width: int, height: int) -> "Box":
        """Return a box of another size around the same centre."""
        return Box(
            self.x + (self.width - width) // 2, self.y + (self.height - height) // 2, width, height
        )


NOWHERE: Final = Box(0, 0, 0, 0)


def square(centre: tuple[int, int], side: int) -> Box:
    """Return the square around a pixel."""
    return Box(centre[0] - side // 2, centre[1] - side // 2, side, side)


@dataclass(frozen=True, slots=True)
class Unit:
    """The one number that every size derives from, text and controls alike.

    Attributes:
        u: min(width / 16, height / 10), at least 62 times the display's scale, times the UI
            scale, in pixels.
        least_target: Height and width of what is pressed, at least, in dp.
    """

    u: float
    least_target: int = TARGET_DP

    @classmethod
    def of(
        cls,
        size: tuple[int, int],
        scale: float = 1.0,
        display_scale: float = 1.0,
        *,
        large: bool = False,
    ) -> Self:
        """Return the unit of a window of this size at this UI scale (0.75 to 2).

        A scale too large for the window is cut to what the window can hold.

        Args:
            display_scale: How many times larger than usual programs look on this screen.
            large: Whether controls are large.
        """
        width, height = size
        least_target = LARGE_TARGET_DP if large else TARGET_DP
        least_width, least_height = _LEAST_WINDOW[least_target]
        most = DESIGN_UNIT * min(width / least_width, height / least_height)
        u = max(min(width / 16, height / 10), SMALLEST_UNIT * display_scale) * scale
        return cls(min(u, most), least_target)

    def exact(self, dp: float) -> float:
        """Return a length in pixels, not rounded."""
        return dp * self.u / DESIGN_UNIT

    def px(self, dp: float) -> int:
        """Return a length in whole pixels; at least 1 for a positive one."""
        return _whole_pixels(self.u, dp)

    def target_dp(self, dp: int) -> int:
        """Return the height or width in dp of what is pressed, designed as so many."""
        return max(dp, self.least_target)

    def target(self, dp: int) -> int:
        """Return the height or width in whole pixels of what is pressed, designed in dp."""
        return self.px(self.target_dp(dp))

    def text(self, dp: float) -> int:
        """Return a text size in whole pixels, never under 11."""
        return max(SMALLEST_TEXT, round(self.exact(dp)))

    def dp(self, pixels: float) -> float:
        """Return how many dp a length in pixels is."""
        return pixels * DESIGN_UNIT / self.u


@lru_cache(maxsize=4096)
def _whole_pixels(u: float, dp: float) -> int:
    """Return a length in whole pixels: asked for a thousand times a frame."""
    pixels = round(dp * u / DESIGN_UNIT)
    return max(1, pixels) if dp > 0 else pixels


@dataclass(frozen=True, slots=True)
class GameLayout:
    """The frame of a game's screen; none of its boxes overlap.

    Attributes:
        compact: Whether the panel is a sheet at the bottom instead of a column at the right.
        top_bar: Back, title, modes, history, help and settings.
        legend: The legend chip's row below the board, where notices and the bar come, too.
    """

    compact: bool
    top_bar: Box
    board: Box
    panel: Box
    legend: Box

    @property
    def foot(self) -> Box:
        """All that lies below the board, but for the panel: the row of legend, notices and bar."""
        bottom = self.panel.y if self.compact else self.panel.bottom
        top = self.board.bottom
        return Box(self.legend.x, top, self.legend.width, bottom - top)

    def with_foot(self, height: int) -> "GameLayout":
        """Return it with at least so many pixels below the board, which gives way to them."""
        lack = max(0, height - self.foot.height)
        board = self.board._replace(height=max(1, self.board.height - lack))
        return replace(self, board=board)


def game_layout(
    size: tuple[int, int],
    scale: float = 1.0,
    display_scale: float = 1.0,
    *,
    is_raised: bool = False,
    large: bool = False,
) -> GameLayout:
    """Divide a window among top bar, board, panel and legend chip.

    The panel stands beside the board or below it, whichever leaves the larger board. Beside it,
    it is as wide as the board does not need.

    Args:
        size: The window's size in pixels.
        scale: The player's UI scale, 0.75 to 2.
        display_scale: How many times larger than usual programs look on this screen.
        is_raised: Whether a panel below the board is raised; all of the board stays in sight.
        large: Whether controls are large.
    """
    unit = Unit.of(size, scale, display_scale, large=large)
    # Text and controls grow with the scale; the gaps do not, for they would shrink the board.
    air = Unit.of(size, min(scale, 1.0), display_scale)
    beside = _panel_beside(size, unit, air)
    below = _panel_below(size, unit, air, _low_sheet(unit))
    if min(beside.board.size) >= min(below.board.size):
        return beside
    return _panel_below(size, unit, air, _raised_sheet(size, unit)) if is_raised else below


def _panel_beside(size: tuple[int, int], unit: Unit, air: Unit) -> GameLayout:
    width, height = size
    top, chip = _top_bar(size, unit), unit.target(SIZE.chip)
    board_top = top + air.px(9)
    legend_top = height - air.px(13) - chip
    tall = legend_top - air.px(19) - board_top
    share = min(max(_PANEL_SHARE * width, unit.px(SIZE.panel_least)), unit.px(SIZE.panel_most))
    spare = width - _BOARD_SHAPE * tall
    panel_width = max(unit.px(SIZE.panel_narrow), round(min(share, spare)))
    room = width - panel_width
    side = min(air.px(SIZE.panel_padding_x + 4), room // 24)
    panel = Box(room, top, panel_width, height - top)
    return GameLayout(
        compact=False,
        top_bar=Box(0, 0, width, top),
        board=Box(0, board_top, room, tall),
        panel=panel,
        legend=Box(side, legend_top, room - 2 * side, chip),
    )


def _panel_below(size: tuple[int, int], unit: Unit, air: Unit, sheet: int) -> GameLayout:
    width, height = size
    top = _top_bar(size, unit)
    chip, gap, margin = unit.target(SIZE.chip), air.px(10), air.px(14)
    legend = Box(margin, height - sheet - gap - chip, width - 2 * margin, chip)
    board_top = top + gap // 2
    return GameLayout(
        compact=True,
        top_bar=Box(0, 0, width, top),
        board=Box(gap, board_top, width - 2 * gap, legend.y - gap - board_top),
        panel=Box(0, height - sheet, width, sheet),
        legend=legend,
    )


def _low_sheet(unit: Unit) -> int:
    """Return the height of a sheet that shows a summary, which has to fit: nothing may scroll."""
    parts = (SIZE.sheet_grip, SIZE.panel_padding_y, SIZE.summary, SIZE.panel_padding_y)
    return sum(map(unit.px, parts))


def _raised_sheet(size: tuple[int, int], unit: Unit) -> int:
    """Return the height of a raised sheet: what it has to show, within half the window and more."""
    height = size[1]
    return min(round(0.6 * height), max(height // 2, unit.px(SIZE.raised_sheet)))


def _top_bar(size: tuple[int, int], unit: Unit) -> int:
    """Return the height of the bar: lower in a low window, where the board needs the room."""
    share = round(_TOP_BAR_SHARE * size[1])
    return min(max(share, unit.px(SIZE.top_bar_low)), unit.px(SIZE.top_bar))


def panel_content(panel: Box, unit: Unit) -> Box:
    """Return a panel's box inside its padding, which is smaller in a narrow panel."""
    is_narrow = panel.width < unit.px(SIZE.panel_least)
    across, down = (12, 12) if is_narrow else (SIZE.panel_padding_x, SIZE.panel_padding_y)
    return panel.inset(unit.px(across), unit.px(down))


@dataclass(frozen=True)
class GridGeometry:
    """A grid of separate square cells (Tic-Tac-Toe); cell = row * columns + column, row 0 below.

    Attributes:
        gap: Space between cells, in cells; 0 for cells that touch.
        padding: Space between the outer cells and the plate's edge, in cells.
        turned: Whether the board is seen from its far side, row 0 above and the last column left.
        rim: The least width of the plate's edge around the cells in pixels, for their names.
    """

    columns: int
    rows: int
    area: Box
    gap: float = 14 / 180
    padding: float = 0.1
    turned: bool = False
    rim: int = 0

    @cached_property
    def size(self) -> int:
        """Edge of a cell in whole pixels."""
        margin = 0.17  # keeps the plate off the edges of the area
        across = self.columns + (self.columns - 1) * self.gap + 2 * self.padding + margin
        down = self.rows + (self.rows - 1) * self.gap + 2 * self.padding + margin
        # In cells the margin of a long row would be too little to see.
        width = self.area.width * _ROW_SHARE
        size = max(1, int(min(width / across, self.area.height / down)))
        # Whole gaps may be wider than their share.
        while size > 1 and (
            self._extent(self.columns, size) > width
            or self._extent(self.rows, size) > self.area.height
        ):
            size -= 1
        return size

    @cached_property
    def gap_px(self) -> int:
        """Space between cells in whole pixels."""
        return self._gap_of(self.size)

    @cached_property
    def plate(self) -> Box:
        size = self.size
        return self.area.fitted(self._extent(self.columns, size), self._extent(self.rows, size))

    @cached_property
    def cells(self) -> Box:
        """The box around all cells, without the plate's edge."""
        return self.plate.inset(self._edge_of(self.size))

    def cell_box(self, cell: int) -> Box:
        """Return a cell's box; raises ValueError outside the board."""
        if not 0 <= cell < self.columns * self.rows:
            raise ValueError(f"Cell {cell} is not on a {self.columns}x{self.rows} board.")
        row, column = divmod(self.opposite(cell) if self.turned else cell, self.columns)
        x, y, size = self.cells.x, self.cells.y, self.size
        pitch = size + self._gap_of(size)
        return Box(x + column * pitch, y + (self.rows - 1 - row) * pitch, size, size)

    def middle(self, cell: int) -> tuple[float, float]:
        """Return the middle of a cell, which may lie between pixels."""
        box = self.cell_box(cell)
        return box.x + box.width / 2, box.y + box.height / 2

    def cell_at(self, position: tuple[float, float]) -> int | None:
        """Return the cell a pixel lies in; None in the gaps and outside."""
        pitch = self.size + self.gap_px
        x, y = position[0] - self.cells.x, position[1] - self.cells.y
        column, row_from_top = int(x // pitch), int(y // pitch)
        if not (0 <= column < self.columns and 0 <= row_from_top < self.rows):
            return None
        cell = (self.rows - 1 - row_from_top) * self.columns + column
        cell = self.opposite(cell) if self.turned else cell
        return cell if self.cell_box(cell).contains(position) else None

    def opposite(self, cell: int) -> int:
        """Return the cell that half a turn of the board brings to a cell's place."""
        return self.columns * self.rows - 1 - cell

    def _gap_of(self, size: int) -> int:
        return max(1, round(self.gap * size)) if self.gap else 0

    def _extent(self, count: int, size: int) -> int:
        """Length of a side of the plate for cells of this size."""
        return count * size + (count - 1) * self._gap_of(size) + 2 * self._edge_of(size)

    def _edge_of(self, size: int) -> int:
        return max(round(self.padding * size), self.rim)


@dataclass(frozen=True)
class TileGeometry:
    """The well of SameGame: cell = column * rows + row, row 0 at the bottom.

    Attributes:
        padding: Space between the tiles and the well's edge, in tiles.
        margin: Room for the names of rows and columns in pixels: beside the well, and below it.
    """

    columns: int
    rows: int
    area: Box
    padding: float = 0.24
    margin: int = 0

    @cached_property
    def tile(self) -> int:
        """Edge of a tile in whole pixels."""
        across = (self.area.width - 2 * self.margin) / (self.columns + 2 * self.padding)
        down = (self.area.height - self.margin) / (self.rows + 2 * self.padding)
        return max(1, int(min(across, down)))

    @cached_property
    def well(self) -> Box:
        rim = 2 * round(self.padding * self.tile)
        room = self.area._replace(height=self.area.height - self.margin)
        return room.fitted(self.columns * self.tile + rim, self.rows * self.tile + rim)

    @cached_property
    def tiles(self) -> Box:
        return self.well.inset(round(self.padding * self.tile))

    @cached_property
    def well_radius(self) -> int:
        return round(0.36 * self.tile)

    def place(self, column: float, row: float) -> tuple[float, float]:
        """Return the upper left pixel of a place, also between cells (a falling tile)."""
        box = self.tiles
        return box.x + column * self.tile, box.y + (self.rows - 1 - row) * self.tile

    def cell_box(self, cell: int) -> Box:
        """Return a cell's box; raises ValueError outside the board."""
        if not 0 <= cell < self.columns * self.rows:
            raise ValueError(f"Cell {cell} is not on a {self.columns}x{self.rows} board.")
        column, row = divmod(cell, self.rows)
        x, y = self.place(column, row)
        return Box(int(x), int(y), self.tile, self.tile)

    def middle(self, cell: int) -> tuple[float, float]:
        """Return the middle of a cell, which may lie between pixels."""
        x, y = self.place(*divmod(cell, self.rows))
        return x + self.tile / 2, y + self.tile / 2

    def cell_at(self, position: tuple[float, float]) -> int | None:
        """Return the cell a pixel lies in, whether or not a tile stands there."""
        box = self.tiles
        if not box.contains(position):
            return None
        column = int((position[0] - box.x) // self.tile)
        row_from_top = int((position[1] - box.y) // self.tile)
        return column * self.rows + (self.rows - 1 - row_from_top)
