"""The settings screen: what is changed counts at once and is stored at once."""

from dataclasses import dataclass
from typing import Final

import pygame

from game.screens.base import ChangeSettings, Command
from game.screens.context import Context
from game.screens.page import Page
from game.screens.settings.pages import categories, category
from game.screens.settings.preview import SettingsPreview
from game.screens.settings.rows import ActionRow, Range, SettingRow, SettingSection, changed
from game.ui import draw
from game.ui.layout import Box
from game.ui.sound import Cue
from game.ui.theme import RADIUS, TYPE
from game.ui.widgets import Action, Button, NavList, Slider, Tabs, Widget, draw_border

NAV: Final = "category"
RESET: Final = "reset"
_WIDE_DP: Final = 860
_PREVIEW_DP: Final = 1040
_ROW_DP: Final = 53
_HEAD_DP: Final = 38
_DEVICE_SECONDS: Final = 0.1
"""How often to look whether an audio device has been found."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where something of the scrolled content stands, from the content's top."""

    top: int
    height: int


class SettingsScene(Page):
    """Categories at the left, their rows in the middle, a preview at the right."""

    title = "Settings"
    caption = "saved as you change them"

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._category = categories()[0]
        options = [(each.name, each.title, each.icon) for each in categories()]
        self._nav = NavList(NAV, options, self._category.name)
        self._strip = Tabs(
            NAV,
            [(each.name, each.title) for each in categories()],
            self._category.name,
            stretch=True,
        )
        self._reset = Button(RESET, "", icon="rotate-ccw", flat=True)
        self._widgets: dict[str, Widget] = {
            row.name: row.make() for each in categories() for row in each.rows
        }
        self._told_error: str | None = None
        self._cards: list[_Place] = []
        self._rows: dict[str, _Place] = {}
        self._preview = SettingsPreview(context)

    def act(self, action: Action) -> Command | None:
        """Switch the category, change a setting, or ask first."""
        settings = self.context.settings
        if action.name == NAV:
            self._category = category(str(action.value))
            self._look_for_device()
            self.scroll.scroll_to(0)
            self.lay_out()
            return None
        if action.name == RESET:
            return ChangeSettings(self._category.reset(settings))
        row = next((row for row in self._category.rows if row.name == action.name), None)
        if row is None:
            return super().act(action)
        self.dialog = row.question(settings)
        return None if self.dialog else self._done(row, action)

    def on_enter(self) -> None:
        """Begin, or come back: an audio device may have come or gone."""
        super().on_enter()
        self._look_for_device()

    def wake_after(self) -> float | None:
        """Return the seconds until something changes by itself, as when a device is found."""
        sounds, due = self.context.sounds, super().wake_after()
        if sounds is None or not self._is_about_sound:
            return due
        if sounds.error != self._told_error:
            return 0.0
        if not sounds.is_looking:
            return due
        return _DEVICE_SECONDS if due is None else min(due, _DEVICE_SECONDS)

    @property
    def _is_about_sound(self) -> bool:
        return self._category.name == "sound"

    def answer(self, action: Action) -> Command | None:
        """Do what was asked about."""
        return next(
            self._done(row, action) for row in self._category.rows if row.name == action.name
        )

    def _look_for_device(self) -> None:
        if self._is_about_sound and self.context.sounds is not None:
            self.context.sounds.look_for_device()

    def _done(self, row: SettingRow, action: Action) -> Command | None:
        if isinstance(row, ActionRow):
            return row.command
        settings = changed(row, self.context.settings, action)
        if self._is_about_sound and self.context.sounds is not None:
            self.context.sounds.play(Cue.STONE, settings)
        return ChangeSettings(settings)

    # Layout.

    def lay_out(self) -> None:
        """Place navigation, rows and preview for the size of the window."""
        look, (width, height) = self.look, self.size
        is_wide = look.unit.dp(width) >= _WIDE_DP
        has_preview = look.unit.dp(width) >= _PREVIEW_DP and bool(self._category.preview)
        self._reset.label = f"Reset {self._category.title}"
        settings = self.context.settings
        self._reset.visible = self._category.reset(settings) != settings
        top_bar = self.place_top_bar([self._reset])
        nav = self._place_nav(is_wide)
        top = self.top_bar.bottom + (look.px(8) if is_wide else look.px(52))
        left = look.px(212) if is_wide else look.px(16)
        right = width - look.px(300 + 24) if has_preview else width - look.px(16)
        if is_wide and not has_preview:
            right = min(right, left + look.px(640))
        view = Box(left, top, right - left, height - top)
        self._measure(view.width)
        content = self._cards[-1].top + self._cards[-1].height + look.px(24)
        self.scroll.place(view, content, look)
        rows = self._place_rows(view)
        top = self.top_bar.bottom
        panel = Box(width - look.px(300), top, look.px(300), height - top)
        self._preview.place(panel if has_preview else None, self._category.preview, look)
        self.group.set_widgets([top_bar[0], *nav, *rows, self._reset])

    def _place_nav(self, is_wide: bool) -> list[Widget]:
        look, bar = self.look, self.top_bar
        self._nav.value = self._strip.value = self._category.name
        if is_wide:
            box = Box(look.px(20), bar.bottom + look.px(16), look.px(176), self._nav.height(look))
            self._nav.place(box)
            return [self._nav]
        width = self.size[0] - look.px(32)
        self._strip.place(Box(look.px(16), bar.bottom, width, self._strip.height(look)))
        return [self._strip]

    def _measure(self, width: int) -> None:
        """Give every card and row its place in the content."""
        look = self.look
        self._cards, self._rows = [], {}
        y = look.px(8)
        for section in self._category.sections:
            top = y
            y += look.px(_HEAD_DP)
            for row in section.rows:
                tall = look.px(_ROW_DP)
                if self._is_stacked(row, width):
                    tall += self._widgets[row.name].height(look) + look.px(2)
                self._rows[row.name] = _Place(y, tall)
                y += tall
            y += look.px(8)
            self._cards.append(_Place(top, y - top))
            y += look.px(14)

    def _place_rows(self, view: Box) -> list[Widget]:
        look = self.look
        placed: list[Widget] = []
        right = view.right - look.px(30)
        for row in self._category.rows:
            widget, place = self._widgets[row.name], self._rows[row.name]
            row.show(widget, self.context.settings)
            tall = widget.height(look)
            wide = min(widget.width(look), view.width - look.px(52))
            y = view.y - self.scroll.offset + place.top
            if self._is_stacked(row, view.width):
                left = view.x + look.px(22)
                top = y + look.px(_ROW_DP) - look.px(6)
            else:
                left = right - wide - self._value_room(row)
                top = y + (place.height - tall) // 2
            widget.place(Box(left, top, wide, tall), view)
            placed.append(widget)
        return placed

    def _is_stacked(self, row: SettingRow, width: int) -> bool:
        """Tell whether a row's control stands below its title, for want of room beside it."""
        look = self.look
        title = look.width(row.title, TYPE.lead)
        control = self._widgets[row.name].width(look) + self._value_room(row)
        return title + control + look.px(22 + 30 + 20) > width

    def _value_room(self, row: SettingRow) -> int:
        return self.look.px(62) if isinstance(row, Range) else 0

    # Pictures.

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draw title, preview, and the cards with their rows."""
        look, view = self.look, self.scroll.box
        reset = self._reset.box.x if self._reset.visible else self.size[0]
        self.draw_title(surface, reset - look.px(12))
        self._preview.draw(surface, look)
        self._told_error = None if self.context.sounds is None else self.context.sounds.error
        surface.set_clip(pygame.Rect(view))
        for section, card in zip(self._category.sections, self._cards, strict=True):
            self._draw_card(surface, self._title_of(section), self._on_screen(card))
        for row in self._category.rows:
            self._draw_row(surface, row, self._on_screen(self._rows[row.name]))
        surface.set_clip(None)

    def _on_screen(self, place: _Place) -> Box:
        view = self.scroll.box
        top = view.y - self.scroll.offset + place.top
        return Box(view.x + self.look.px(4), top, view.width - self.look.px(12), place.height)

    def _title_of(self, section: SettingSection) -> str:
        """Return a card's title; that of the sounds says if nothing can be heard."""
        sounds = self.context.sounds
        error = sounds.error if self._is_about_sound and sounds is not None else None
        return f"{section.title}  ·  {error}" if error else section.title

    def _draw_card(self, surface: pygame.Surface, title: str, box: Box) -> None:
        look, theme = self.look, self.look.theme
        radius = look.px(RADIUS.card)
        draw.fill_round(surface, box, radius, theme.panel)
        draw_border(surface, look, box, radius)
        look.write(
            surface, title, (box.x + look.px(18), box.y + look.px(24)), TYPE.caption, theme.text3
        )

    def _draw_row(self, surface: pygame.Surface, row: SettingRow, box: Box) -> None:
        look, theme = self.look, self.look.theme
        widget = self._widgets[row.name]
        x = box.x + look.px(18)
        about = row.caption(self.context.settings)
        stacked = self._is_stacked(row, self.scroll.box.width)
        room = (box.right if stacked else widget.box.x) - look.px(14) - x
        shows_about = bool(about) and (stacked or look.width(about, TYPE.caption) <= room)
        middle = box.y + look.px(_ROW_DP) // 2
        title_y = middle - look.px(9) if shows_about else middle
        look.write(surface, row.title, (x, title_y), TYPE.lead, theme.text)
        if shows_about:
            text = look.fit(about, TYPE.caption, room)
            at = (x, middle + look.px(10))
            look.write(surface, text, at, TYPE.caption, theme.text3, tabular=False)
        if isinstance(row, Range) and isinstance(widget, Slider):
            look.write(
                surface,
                row.text(widget.value),
                (widget.box.right + self._value_room(row), widget.box.centre[1]),
                TYPE.body,
                theme.text,
                bold=True,
                anchor="midright",
            )
