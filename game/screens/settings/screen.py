"""The settings screen: what is changed counts at once, shows at once and is stored at once."""

from dataclasses import replace
from typing import Final

import pygame

from ai.contract.games import game_spec
from ai.phrases import N_
from game.screens.base import ChangeKeys, ChangeSettings, Command
from game.screens.context import Context
from game.screens.entry import GameEntry, entry_of, make_board_view
from game.screens.page import Page
from game.screens.settings.keys import KeyRow
from game.screens.settings.pages import categories
from game.screens.settings.rows import ActionRow, PageRow, setting_line
from game.store.settings import Settings, fitted
from game.ui.boards.view import BoardContent
from game.ui.layout import Box
from game.ui.panel.base import Section
from game.ui.panel.basics import Heading, Sentence
from game.ui.panel.compose import Row
from game.ui.panel.items import Card, Item, in_columns
from game.ui.panel.panel import Panel
from game.ui.panel.parts import Painted, board_picture, letter_picture, quiet
from game.ui.panel.stack import Stack
from game.ui.skin import Skin
from game.ui.sound import Cue
from game.ui.theme import LOSS, SIZE, TYPE
from game.ui.widgets import Action, Button, NavList, Slider, Tabs, Widget
from game.words import pages as words
from game.words.keys import changed_keys
from game.words.say import beside, say

_SEED: Final = 5
_ASPECT: Final = 0.88
_MOST_SAMPLES: Final = 2
"""More games than this are shown as they begin."""


def _loss_legend(skin: Skin) -> Section:
    """Return the letters and colours of the classes of loss."""
    letters = (letter_picture(skin, letter, 24, skin.px(24)) for letter in LOSS)
    return Row(Row(*letters, gap=7), 12, quiet(N_("best to worst")))


def preview_items(
    context: Context, games: tuple[str, ...], skin: Skin, column: Box
) -> tuple[Item, ...]:
    """Return the boards of some games as the settings show them, for a panel's column."""
    is_new = len(games) > _MOST_SAMPLES
    title = N_("The next new games") if is_new else N_("Preview")
    below = 40 if is_new else 130
    room = (column.height - skin.px(below)) // len(games) - skin.px(SIZE.section_gap)
    tall = max(1, min(room, round(column.width * _ASPECT)))
    boards = (_board(context, game, tall, new=is_new) for game in games)
    marks = words.MARKS[context.settings.details]
    legend = (Sentence(marks, lines=0, ink="caption", dp=TYPE.caption), _loss_legend(skin))
    return (
        Item(Heading(title)),
        Item(Sentence(words.AT_ONCE, lines=0, ink="caption", dp=TYPE.caption), gap=0),
        *map(Item, boards),
        *(() if is_new else map(Item, legend)),
    )


def _board(context: Context, game: str, tall: int, *, new: bool) -> Painted:
    view = make_board_view(game, labels=True)
    shown = _picture(entry_of(game), context.settings, new=new)
    return replace(board_picture(view, shown, tall, game_spec(game).title), wide=0)


def _picture(entry: GameEntry, settings: Settings, *, new: bool) -> BoardContent:
    if not new and entry.sample is not None:
        return entry.sample()
    profile = entry.profile
    seed = profile.seed(settings) or _SEED
    state = entry.spec.new_game(profile.parameters_of(settings), seed)
    return BoardContent(state)


NAV: Final = "category"
RESET: Final = "reset"
_WIDE_DP: Final = 860
_PREVIEW_DP: Final = 1040
_COLUMN_DP: Final = 420
_WIDEST_DP: Final = 1240
_DEVICE_SECONDS: Final = 0.1
"""How often to look whether an audio device has been found."""


class SettingsScene(Page):
    """Categories at the left, their rows in the middle, a preview at the right."""

    title = N_("Settings")
    caption = words.SAVED_AT_ONCE

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
        self.links = (self._reset,)
        self._widgets: dict[str, Widget] = {
            row.name: row.make() for each in categories() for row in each.rows
        }
        self._shown_error: str | None = None
        self.panel = Panel()
        self._has_preview = False

    def on_action(self, action: Action) -> Command | None:
        """Switch the category, change a setting, or ask first."""
        settings = self.context.settings
        if action.name == NAV:
            self._category = next(each for each in categories() if each.name == action.value)
            self._look_for_device()
            self.content.scroll.scroll_to(0)
            self.lay_out()
            return None
        if action.name == RESET and self._category.has_keys and changed_keys():
            return ChangeKeys({})
        if action.name == RESET:
            return ChangeSettings(self._category.reset(settings))
        row = next((row for row in self._category.rows if row.name == action.name), None)
        if row is None:
            return super().on_action(action)
        self.dialog = row.question(self.context)
        return None if self.dialog else self._done(row, action)

    def on_enter(self) -> None:
        """Begin, or come back: an audio device may have come or gone."""
        super().on_enter()
        self._look_for_device()

    def handle_event(self, event: pygame.event.Event) -> Command | None:
        """Let the number beside a slider follow it, too, before it is let go."""
        command = super().handle_event(event)
        if any(isinstance(each, Slider) and each.is_held for each in self._widgets.values()):
            self.lay_out()
        return command

    def wake_after(self) -> float | None:
        """Return the seconds until something changes by itself, as when a device is found."""
        sounds, due = self.context.sounds, super().wake_after()
        if sounds is None or not self._is_about_sound:
            return due
        if self._sound_error != self._shown_error:
            return 0.0
        if not sounds.is_looking:
            return due
        return _DEVICE_SECONDS if due is None else min(due, _DEVICE_SECONDS)

    @property
    def _is_about_sound(self) -> bool:
        return self._category.name == "sound"

    def on_answer(self, action: Action) -> Command | None:
        return next(
            self._done(row, action) for row in self._category.rows if row.name == action.name
        )

    def _look_for_device(self) -> None:
        if self._is_about_sound and self.context.sounds is not None:
            self.context.sounds.look_for_device()

    def _done(self, row: PageRow, action: Action) -> Command | None:
        if isinstance(row, ActionRow):
            return row.command
        if isinstance(row, KeyRow):
            return ChangeKeys(row.keys(action))
        settings = fitted(row.apply(self.context.settings, action))
        if self._is_about_sound and self.context.sounds is not None:
            self.context.sounds.play(Cue.STONE, settings)
        return ChangeSettings(settings)

    # Layout.

    def items(self, width: int) -> tuple[Item, ...]:
        settings = self.context.settings
        for row in self._category.rows:
            row.show(self._widgets[row.name], settings)
        cards = []
        for section in self._category.sections:
            shown = (row for row in section.rows if row.is_shown(settings))
            lines = tuple(setting_line(row, self._widgets[row.name], settings) for row in shown)
            if lines:
                title = beside(section.heading, self._sound_error or "")
                cards.append(Card(lines, title=title, quiet=True))
        return in_columns(self.skin, width, cards, _COLUMN_DP)

    def resize(self, size: tuple[int, int]) -> None:
        """Lay it out anew; a slider that makes all larger takes the pointer on it along."""
        sliders = (each for each in self._widgets.values() if isinstance(each, Slider))
        slider = next((each for each in sliders if each.hovered), None)
        before = None if slider is None else slider.knob
        super().resize(size)
        if slider is not None and slider.knob != before:
            self.content.reveal(slider)
            pygame.mouse.set_pos(slider.knob)

    def lay_out(self) -> None:
        """Place navigation, rows and preview for the size of the window."""
        skin, (width, height) = self.skin, self.size
        is_wide = skin.unit.dp(width) >= _WIDE_DP
        wide_enough = skin.unit.dp(width) >= _PREVIEW_DP
        self._has_preview = has_preview = wide_enough and bool(self._category.preview)
        self._reset.label = say(words.RESET, page=self._category.title)
        settings = self.context.settings
        has_keys = self._category.has_keys and bool(changed_keys())
        self._reset.visible = has_keys or self._category.reset(settings) != settings
        top_bar = self.place_top_bar()
        nav = self._place_nav(is_wide)
        top = self.top_bar.bottom + (skin.px(8) if is_wide else skin.px(52))
        left = skin.px(212) if is_wide else skin.px(16)
        right = width - skin.px(300 + 24) if has_preview else width - skin.px(16)
        if is_wide:
            right = min(right, left + skin.px(_WIDEST_DP))
        view = Box(left, top, right - left, height - top)
        column = view._replace(x=left + skin.px(4), width=view.width - skin.px(12))
        self._shown_error = self._sound_error
        self.content.fit(view, column, skin, padding=(skin.px(8), skin.px(24)))
        self.show_items()
        if has_preview:
            top = self.top_bar.bottom
            self.panel.place(Box(width - skin.px(300), top, skin.px(300), height - top), skin)
            column = self.panel.column
            self.panel.show(preview_items(self.context, self._category.preview, skin, column))
        self.group.set_widgets([top_bar[0], nav, *self.content.widgets, self._reset])

    def _place_nav(self, is_wide: bool) -> Widget:
        skin, bar = self.skin, self.top_bar
        self._nav.value = self._strip.value = self._category.name
        if is_wide:
            box = Box(skin.px(20), bar.bottom + skin.px(16), skin.px(176), self._nav.height(skin))
            self._nav.place(box)
            return self._nav
        width = self.size[0] - skin.px(32)
        self._strip.place(Box(skin.px(16), bar.bottom, width, self._strip.height(skin)))
        return self._strip

    @property
    def stacks(self) -> tuple[Stack, ...]:
        return (self.content, self.panel) if self._has_preview else (self.content,)

    def draw_content(self, surface: pygame.Surface) -> None:
        if self._sound_error != self._shown_error:
            self.lay_out()
        if self._has_preview:
            self.panel.draw(surface)
        super().draw_content(surface)

    @property
    def _sound_error(self) -> str | None:
        """Why nothing can be heard, on the page that is about that."""
        sounds = self.context.sounds
        return sounds.error if self._is_about_sound and sounds is not None else None
