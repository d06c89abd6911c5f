"""A few values side by side, of which one is chosen."""

from collections.abc import Hashable, Sequence
from typing import Final

import pygame

from game.ui import draw
from game.ui.animation import Tween
from game.ui.boards.canvas import Canvas
from game.ui.boards.tiles import draw_symbol
from game.ui.elements import Act, Element, Role
from game.ui.layout import Box
from game.ui.skin import Skin
from game.ui.theme import MOTION, RADIUS, SIZE, TYPE, TileStyle, mix
from game.ui.widgets.base import Action, Widget, draw_chosen, draw_focus_ring, draw_ground
from game.ui.widgets.controls import STEPS, arrow_step
from game.words.say import listed, said

_TAB_PADDING: Final = 3


class OneOf(Widget):
    """Values of which one is chosen, by a click or by the arrow keys.

    Attributes:
        labels: What is written on each.
    """

    role = Role.TAB_LIST
    acts = frozenset((Act.FOCUS,))
    labels: tuple[str, ...] = ()

    def __init__(self, name: str, values: Sequence[str], value: str, *, tooltip: str = "") -> None:
        super().__init__(name, tooltip=tooltip)
        self.values = tuple(values)
        self.value = value
        self._over: int | None = None

    @property
    def index(self) -> int:
        """The chosen one's place among the values."""
        return self.values.index(self.value) if self.value in self.values else 0

    def cells(self) -> tuple[Box, ...]:
        return ()

    def describe(self, skin: Skin, title: str = "", value: str = "") -> Element:
        """Return what it is; the chosen one has the keyboard, as readers tell that one then."""
        whole = super().describe(skin, title, value)
        return whole._replace(is_focused=whole.is_focused and not whole.children)

    @property
    def setting(self) -> str:
        return self.labels[self.index] if self.labels else ""

    def choices(self) -> tuple[Element, ...]:
        acts = frozenset((Act.PRESS, Act.FOCUS) if self.enabled else ())
        each = zip(self.values, self.labels, self.cells(), strict=False)
        seen = self.seen
        return tuple(
            Element(
                Role.TAB,
                value,
                said(label),
                cell.within(seen),
                acts=acts if value == self.value else acts - {Act.FOCUS},
                is_on=value == self.value,
                is_enabled=self.enabled,
                is_focused=self.focused and value == self.value,
            )
            for value, label, cell in each
        )

    def meaning_at(self, position: tuple[float, float]) -> Hashable:
        """Return which value is meant, if any."""
        cell = self._cell_at(position)
        return self.name, None if cell is None else self.values[cell]

    def handle_event(self, event: pygame.event.Event) -> Action | None:
        """Choose by a click or by the arrow keys."""
        if event.type == pygame.MOUSEMOTION:
            self._over = self._cell_at(event.pos)
        if self.focused and self.enabled and (step := arrow_step(event)):
            return self._choose(self.index + step)
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.pressed:
            self.pressed = False
            cell = self._cell_at(event.pos)
            return self._choose(cell) if cell is not None else None
        return super().handle_event(event)

    def activate(self) -> Action | None:
        """Go on to the next value, and round."""
        return self._choose((self.index + 1) % len(self.values))

    def _choose(self, index: int) -> Action | None:
        if not 0 <= index < len(self.values) or index == self.index:
            return None
        self.value = self.values[index]
        return Action(self.name, self.value)

    def _cell_at(self, position: tuple[float, float]) -> int | None:
        if not self.hit(position):
            return None
        return next((i for i, cell in enumerate(self.cells()) if cell.contains(position)), None)


class Tabs(OneOf):
    """A choice of a few, side by side; a pill slides to the chosen one.

    Attributes:
        stretch: Whether the tabs share the box evenly instead of fitting their labels.
    """

    def __init__(
        self,
        name: str,
        options: Sequence[tuple[str, str]],
        value: str,
        *,
        stretch: bool = False,
        tooltip: str = "",
    ) -> None:
        values = [value for value, _ in options]
        super().__init__(name, values, value, tooltip=tooltip)
        self.options, self.labels = tuple(options), tuple(label for _, label in options)
        self.stretch = stretch
        self._pill = Tween(float(self.index))
        self._cells: tuple[Box, ...] = ()

    @property
    def is_animating(self) -> bool:
        return super().is_animating or not self._pill.is_done

    def height(self, skin: Skin) -> int:
        return skin.target(SIZE.tab + 2 * _TAB_PADDING)

    def width(self, skin: Skin) -> int:
        return sum(self._label_widths(skin)) + 2 * skin.px(_TAB_PADDING)

    def fits(self, skin: Skin, width: int) -> bool:
        """Whether every label is there in full where they share so much room evenly."""
        widest = max(skin.width(label, TYPE.table, bold=True) for _, label in self.options)
        room = (width - 2 * skin.px(_TAB_PADDING)) // len(self.options)
        return widest + skin.px(4) <= room

    def cells(self) -> tuple[Box, ...]:
        return self._cells

    def takes_arrow(self, *, across: bool, step: int) -> bool:
        return across and 0 <= self.index + step < len(self.options)

    def update(self, dt: float, skin: Skin) -> bool:
        """Slide the pill to the value, whoever set it."""
        target = float(self.index)
        if not skin.gate.moves:
            self._pill.jump_to(target)
        self._pill.go_to(target, skin.gate.duration(MOTION.tab))
        moved = self._pill.update(dt)
        return super().update(dt, skin) or moved

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        theme = skin.theme
        self._cells = self._layout(skin)
        draw_ground(surface, skin, self.box, skin.px(RADIUS.tab_track), theme.raised)
        radius = skin.px(RADIUS.tab)
        if self._over is not None and self._over != self.index:
            over = self.pill(skin, self._cells[self._over])
            draw.fill_round(surface, over, radius, theme.hover)
        pill = self.pill(skin, self._pill_box())
        draw.fill_round(surface, pill, radius, theme.primary)
        for i, ((_, label), cell) in enumerate(zip(self.options, self._cells, strict=True)):
            chosen = abs(self._pill.value - i) < 0.5
            text = skin.fit(label, TYPE.table, cell.width - skin.px(4), bold=chosen)
            ink = theme.on_primary if chosen else theme.text2
            at = self.label_at(skin, cell)
            skin.write(surface, text, at, TYPE.table, ink, bold=chosen, anchor="center")
        self.draw_focus(surface, skin, skin.px(RADIUS.tab_track))

    @staticmethod
    def pill(skin: Skin, cell: Box) -> Box:
        """Return what is drawn behind the label of a tab, which is pressed all over its cell."""
        return cell.inset(0, skin.px(_TAB_PADDING))

    def label_at(self, skin: Skin, cell: Box) -> tuple[int, int]:
        del skin
        return cell.centre

    def _label_widths(self, skin: Skin) -> list[int]:
        return [
            max(skin.width(label, TYPE.table, bold=True) + 2 * skin.px(17), skin.target(0))
            for _, label in self.options
        ]

    def _layout(self, skin: Skin) -> tuple[Box, ...]:
        inner = self.box.inset(skin.px(_TAB_PADDING), 0)
        widths = self._label_widths(skin)
        if self.stretch:
            widths = [1] * len(self.options)
        total, left, cells = sum(widths), 0, []
        for width in widths:
            start, left = left, left + width
            x = inner.x + inner.width * start // total
            right = inner.x + inner.width * left // total
            cells.append(Box(x, inner.y, right - x, inner.height))
        return tuple(cells)

    def _pill_box(self) -> Box:
        low = int(self._pill.value)
        high = min(low + 1, len(self._cells) - 1)
        share = self._pill.value - low
        first, second = self._cells[low], self._cells[high]
        x = round(first.x + (second.x - first.x) * share)
        width = round(first.width + (second.width - first.width) * share)
        return Box(x, first.y, width, first.height)


_ROW_DP = 44
_GAP_DP = 4


class NavList(OneOf):
    """A column of icons with labels, of which one is chosen.

    Attributes:
        options: (value, label, lucide name) of each.
    """

    def __init__(self, name: str, options: Sequence[tuple[str, str, str]], value: str) -> None:
        super().__init__(name, [option for option, _, _ in options], value)
        self.options, self.labels = tuple(options), tuple(label for _, label, _ in options)

    def height(self, skin: Skin) -> int:
        return len(self.options) * (skin.px(_ROW_DP) + skin.px(_GAP_DP)) - skin.px(_GAP_DP)

    def takes_arrow(self, *, across: bool, step: int) -> bool:
        """Tell whether there is another place above or below."""
        return not across and 0 <= self.index + step < len(self.options)

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        """Draw the rows; the chosen one is raised and bold."""
        theme = skin.theme
        radius = skin.px(12)
        rows = enumerate(zip(self.options, self.cells(), strict=True))
        for i, ((value, label, icon), row) in rows:
            chosen = value == self.value
            if chosen:
                draw_chosen(surface, skin, row, radius)
            elif self._over == i:
                draw.fill_round(surface, row, radius, theme.panel)
            ink = theme.text if chosen or self._over == i else theme.text2
            centre = (row.x + skin.px(23), row.centre[1])
            skin.draw_icon(surface, icon, centre, skin.px(SIZE.icon), ink)
            left = row.x + skin.px(45)
            text = skin.fit(label, TYPE.lead, row.right - skin.px(8) - left, bold=chosen)
            skin.write(surface, text, (left, row.centre[1]), TYPE.lead, ink, bold=chosen)
            if chosen and self.focused and self.show_focus:
                draw_focus_ring(surface, skin, row, radius)

    def cells(self) -> tuple[Box, ...]:
        count, x, width = len(self.options), self.box.x, self.box.width
        pitch = self.box.height / (count - _GAP_DP / (_ROW_DP + _GAP_DP))
        tall = round(pitch * _ROW_DP / (_ROW_DP + _GAP_DP))
        return tuple(Box(x, self.box.y + round(i * pitch), width, tall) for i in range(count))


_SHOWN: Final = 5
_TILE_DP: Final = 26
_SWATCH_GAP_DP: Final = 5
_ARROW_DP: Final = 26


class Swatches(Widget):
    """A row of tiles that leads to the next row when it is clicked; its actions are -1 and +1.

    Attributes:
        tiles: The chosen palette, of which the first five are shown.
    """

    tall = SIZE.button_small
    role = Role.SPIN_BUTTON
    acts = STEPS | {Act.PRESS}

    def __init__(self, name: str, tiles: Sequence[TileStyle]) -> None:
        super().__init__(name)
        self.tiles = tuple(tiles)

    @property
    def setting(self) -> str:
        return listed(tile.name for tile in self.tiles[:_SHOWN])

    def width(self, skin: Skin) -> int:
        return _SHOWN * (skin.px(_TILE_DP) + skin.px(_SWATCH_GAP_DP)) + skin.px(_ARROW_DP)

    def handle_event(self, event: pygame.event.Event) -> Action | None:
        """Step by an arrow key; a click goes on to the next one."""
        if self.focused and self.enabled and (step := arrow_step(event)):
            return Action(self.name, step)
        return super().handle_event(event)

    def takes_arrow(self, *, across: bool, step: int) -> bool:
        del step
        return across

    def activate(self) -> Action | None:
        return Action(self.name, 1)

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        theme, box = skin.theme, self.box
        radius = skin.px(RADIUS.button_small)
        if self.lit > 0:
            ground = mix(theme.panel, theme.hover, self.lit)
            draw.fill_round(surface, box.inset(-skin.px(4), 0), radius, ground)
        side = skin.px(_TILE_DP)
        x, y = box.x, box.centre[1] - side // 2
        for style in self.tiles[:_SHOWN]:
            self._draw_tile(surface, skin, style, Box(x, y, side, side))
            x += side + skin.px(_SWATCH_GAP_DP)
        centre = (box.right - skin.px(_ARROW_DP) / 2, box.centre[1])
        ink = mix(theme.text2, theme.text, self.lit)
        skin.draw_icon(surface, "chevron-right", centre, skin.px(SIZE.icon), ink)
        self.draw_focus(surface, skin, radius)

    def _draw_tile(self, surface: pygame.Surface, skin: Skin, style: TileStyle, box: Box) -> None:
        draw.fill_round(surface, box, skin.px(RADIUS.letter), style.fill)
        canvas = Canvas(box.size)
        draw_symbol(canvas, style, (box.width / 2, box.height / 2), 0.22 * box.width)
        surface.blit(canvas.finish(), (box.x, box.y))
