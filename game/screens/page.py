"""What every screen beside the games has: a top bar, widgets, Back, and one way to be drawn."""

from collections.abc import Hashable, Iterator
from typing import Any, Final

import pygame

from game.screens import described
from game.screens.base import Back, Command, OpenScene
from game.screens.context import Context, skin_of
from game.store.background import BackgroundRead
from game.ui import commands, draw
from game.ui.animation import soonest
from game.ui.commands import UserCommand
from game.ui.elements import Element
from game.ui.layout import DEFAULT_WINDOW, Box
from game.ui.panel.dialog import Dialog
from game.ui.panel.items import Item
from game.ui.panel.stack import Stack
from game.ui.skin import Skin
from game.ui.spoken import News, Speech, Utterance
from game.ui.theme import SIZE, STONE, TYPE, Material
from game.ui.widgets import Action, FocusGroup, Grip, Toasts, Widget
from game.words.say import say
from game.words.spoken import LIST

_NOTICE_DP: Final = 48
_UPRIGHT: Final = 1.1
"""The panel stands below the board where there is so much more height than width."""
_PANEL_BELOW_DP: Final = 250
_SIDE_BY_SIDE: Final = 7
"""How many of what is pressed have room side by side in a panel, at least."""
READ_SECONDS: Final = 0.02
"""How often to look for what is read beside the window."""


class Page:
    """A scene of widgets; subclasses fill in what they are, where they stand and what they do.

    Attributes:
        caption: A few words beside it.
        spoken_title: What it is called where it is said, if not by its title.
        dialog: What is asked above everything else, if anything is.
        notice_below: Whether notices take room at the bottom, because the top bar is full.
        gap: The space between its items, in dp.
        margin: The space at either side of its content at least, in dp.
        widest: The width of its content at most, in dp.
        page_commands: Whose keys do here what their buttons do; see `on_action`.
        links: What stands at the right of the top bar, the last outermost.
        spare: Those of them that are left out where there is no room, one after the other.
        reads: What is read beside the window; it is looked for as long as it is read.
    """

    title = ""
    caption = ""
    spoken_title = ""
    notice_below = False
    margin = 20
    gap = 14
    widest = 4000
    material: Material = STONE
    page_commands: tuple[UserCommand, ...] = ()
    links: tuple[Widget, ...] = ()
    spare: tuple[Widget, ...] = ()
    reads: tuple[BackgroundRead[Any], ...] = ()

    def __init__(self, context: Context) -> None:
        self.context = context
        self.group = FocusGroup()
        self.content = Stack(folds=False)
        self.dialog: Dialog | None = None
        self.toasts = Toasts()
        self._speech = Speech()
        self.skin: Skin = skin_of(context, DEFAULT_WINDOW)
        self.size = self._window = DEFAULT_WINDOW
        self._back = commands.BACK.icon_button()

    # The scene's side.

    def on_enter(self) -> None:
        """Begin: nothing runs on a page."""

    def on_exit(self) -> None:
        """End: nothing ran."""

    def on_drop(self) -> None:
        """Nothing waits."""

    def resize(self, size: tuple[int, int]) -> None:
        """Lay everything out for a window of this size, or for changed settings."""
        self._window = size
        self.skin = skin_of(self.context, size, self.material)
        self._fit()

    def handle_event(self, event: pygame.event.Event) -> Command | None:
        """Hand the event to the widgets, then to the scroll area, then to the page's keys."""
        if self.dialog is not None:
            return self._dialog_event(self.dialog, event)
        before = self.group.focused
        action = self.group.handle_event(event)
        # What the pointer presses is in sight already, and must not move away from under it.
        if event.type == pygame.KEYDOWN and self.group.focused is not before:
            self.content.reveal(self.group.focused)
        if action is not None:
            return Back() if action.name == commands.BACK.name else self.on_action(action)
        hit = self.content.handle_event(event)
        if hit is not None:
            return self.on_action(hit)
        if event.type == pygame.KEYDOWN:
            return self.on_key(event)
        return None

    def meaning_at(self, position: tuple[int, int]) -> Hashable:
        """Return what a press at a pixel means: something of the dialog's, a control, a hit."""
        if self.dialog is not None:
            return self.dialog.meaning_at(position)
        return self.group.meaning_at(position) or self.content.meaning_at(position)

    def grip_at(self, position: tuple[int, int]) -> Grip:
        """Return what a finger does with what is at a pixel."""
        return (self if self.dialog is None else self.dialog).group.grip_at(position)

    def update(self, dt: float) -> Command | None:
        """Let time pass for the widgets and the notice."""
        self.group.update(dt, self.skin)
        self.toasts.update(dt)
        if self.size[1] + self._notice_height != self._window[1]:
            self._fit()
        if self.dialog is not None:
            self.dialog.update(dt, self.skin)
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the ground, the content, the widgets, and a tooltip above all."""
        surface.fill(self.skin.theme.bg)
        self.draw_content(surface)
        self.toasts.draw(surface, self.skin, self.notice_area)
        self.group.draw(surface, self.skin)
        self.content.scroll.draw_bar(surface, self.skin)
        if self.dialog is not None:
            self.dialog.draw(surface, self.skin)
        else:
            self.group.draw_tooltip(surface, self.skin)
            self.content.draw_tooltip(surface)

    def describe(self) -> Element:
        """Return what the frame that was drawn last shows, to those who do not see it."""
        return described.window(self, self.title, self._window, self._parts())

    def _parts(self) -> Iterator[Element]:
        yield from described.heading(self.title, self.caption, self.top_bar)
        placed = [widget for stack in self.stacks for widget in stack.widgets]
        yield from described.controls(self.skin, self.group.widgets, placed)
        yield from self.other_parts()
        for stack in self.stacks:
            yield from stack.describe()

    @property
    def stacks(self) -> tuple[Stack, ...]:
        """What has items that are shown."""
        return (self.content,)

    def wake_after(self) -> float | None:
        """Return the seconds until something changes by itself."""
        if self.dialog is not None and self.dialog.is_animating:
            return 0.0
        reading = READ_SECONDS if self.is_reading else None
        return soonest(self.group.wake_after(), self.toasts.wake_after(), reading)

    @property
    def spoken(self) -> tuple[Utterance, ...]:
        """What was said last of what happens here."""
        usual = say(LIST, parts=self.spoken_title or self.title), *self.news()
        heard = (*(("usual", each, 0) for each in usual), *self.toasts.news, *self.refused())
        self._speech.follow(heard, self.context.settings.spoken)
        return self._speech.spoken

    def speak_anew(self) -> None:
        """Say again which page it is and what there is on it."""
        self._speech.begin()

    def news(self) -> tuple[str, ...]:
        """Return what is said of what happens here, each in its place: what changes is said.

        There are as many at any time; one that is empty is not there.
        """
        return ()

    def refused(self) -> tuple[News, ...]:
        """Return what is said of what was refused beside the notices."""
        return ()

    @property
    def is_reading(self) -> bool:
        """Whether something of the page is still read beside the window."""
        return any(each.is_reading for each in self.reads)

    @property
    def focus_group(self) -> FocusGroup | None:
        return self.group if self.dialog is None else self.dialog.group

    @property
    def notice_area(self) -> Box:
        """Where a notice stands: beside the title or in its place, or at the bottom."""
        bar, gap = self.top_bar, self.skin.px(8)
        if self.notice_below:
            room = Box(0, self.size[1], self.size[0], self._window[1] - self.size[1])
            return room.inset(2 * gap, 0)
        left = max(self._back.box.right, gap) + gap
        right, beside = self._bar_end(left) - gap, self.title_end + 2 * gap
        area = Box(beside, bar.y, right - beside, bar.height)
        if self.toasts.fits(self.skin, area):
            return area
        return Box(left, bar.y, right - left, bar.height)

    @property
    def title_end(self) -> int:
        """Where the title ends in the top bar."""
        title = self.skin.width(self.title, TYPE.title, bold=True)
        return self._back.box.right + self.skin.px(8) + title

    # What a page fills in.

    def items(self, width: int) -> tuple[Item, ...]:
        """Return what is on the page, for a column of `width` pixels."""
        del width
        return ()

    def lay_out(self) -> None:
        """Place everything for `size` and `skin`: by default a column that scrolls."""
        bar = self.place_top_bar()
        self.place_content(self.top_bar.bottom)
        self.group.set_widgets([*bar, *self.content.widgets])

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draw what is no widget."""
        self.draw_title(surface)
        self.content.draw_items(surface)

    def other_parts(self) -> Iterator[Element]:
        """Yield what is to be seen beside controls and items, such as a board."""
        yield from ()

    def on_action(self, action: Action) -> Command | None:
        """Do what the player did with a widget: by default, open the scene of its name."""
        return OpenScene(action.name)

    def on_answer(self, action: Action) -> Command | None:
        """Do what the player answered to the dialog, which is gone by now; not called for no."""
        del action
        return None

    def on_key(self, event: pygame.event.Event) -> Command | None:
        """Do what a key means that no widget took."""
        command = commands.command_of(event, (commands.HELP, commands.ESCAPE, *self.page_commands))
        if command is commands.ESCAPE:
            return Back()
        return None if command is None else self.on_action(Action(command.name))

    # What pages use.

    @property
    def top_bar(self) -> Box:
        return Box(0, 0, self.size[0], self.skin.px(SIZE.top_bar))

    def place_top_bar(self) -> list[Widget]:
        """Place Back at the left of the top bar and the links at the right; return them."""
        skin, bar, widgets = self.skin, self.top_bar, self.links
        side = skin.target(SIZE.icon_button)
        self._back.place(Box(skin.px(16), bar.centre[1] - side // 2, side, side))
        right = bar.right - skin.px(16)
        room = right - self._back.box.right - skin.px(8)
        for each in self.spare:
            if sum(widget.width(skin) + skin.px(6) for widget in widgets) > room:
                widgets = tuple(widget for widget in widgets if widget is not each)
        for widget in reversed(widgets):
            width, height = widget.width(skin), widget.height(skin)
            widget.place(Box(right - width, bar.centre[1] - height // 2, width, height))
            right -= width + skin.px(6)
        return [self._back, *widgets]

    def place_beside_board(self) -> Box:
        """Place the page's items at the right, or at the bottom of a tall window.

        Returns:
            The room for a board beside them.
        """
        skin, (width, height) = self.skin, self.size
        room = Box(0, self.top_bar.bottom, width, height - self.top_bar.bottom)
        if height > _UPRIGHT * width:
            tall = min(skin.px(_PANEL_BELOW_DP), room.height // 2)
            panel = room._replace(y=height - tall, height=tall)
            board = room._replace(height=room.height - tall)
        else:
            least = max(250, 2 * SIZE.panel_padding_x + _SIDE_BY_SIDE * skin.unit.least_target)
            wide = min(skin.px(SIZE.panel_most), max(width * 2 // 5, skin.px(least)))
            panel = room._replace(x=width - wide, width=wide)
            board = room._replace(width=room.width - wide)
        column = panel.inset(skin.px(SIZE.panel_padding_x), skin.px(SIZE.panel_padding_y))
        self.content.fit(panel, column, skin)
        self.show_items()
        return board.inset(skin.px(16), skin.px(12))

    def place_content(self, top: int) -> None:
        """Place the page's items in the middle, from a pixel row on."""
        skin, (width, height) = self.skin, self.size
        room = min(width - 2 * skin.px(self.margin), skin.px(self.widest))
        view = Box(0, top, width, height - top)
        column = view._replace(x=(width - room) // 2, width=room)
        self.content.fit(view, column, skin, padding=(skin.px(4), skin.px(20)))
        self.show_items()

    def show_items(self) -> None:
        """Show the page's items as they are now, where the content has its place."""
        self.content.show(self.items(self.content.column.width), self.gap)

    def draw_beside(self, surface: pygame.Surface) -> None:
        """Draw the title, the line below it, and the ground of what stands beside something."""
        self.draw_title(surface)
        skin, theme = self.skin, self.skin.theme
        pygame.draw.rect(surface, theme.panel, self.content.view)
        draw.hairline(surface, (0, self.top_bar.bottom), self.size[0], theme.line, width=skin.px(1))

    def draw_title(self, surface: pygame.Surface) -> None:
        """Draw the title and the caption beside Back, as far as there is room for them."""
        skin, theme, bar = self.skin, self.skin.theme, self.top_bar
        x, y = self._back.box.right + skin.px(8), bar.centre[1]
        end = self._bar_end(x) - skin.px(12)
        if self.toasts.notice is not None and not self.notice_below:
            end = self.notice_area.x
        # Half a title says less than none.
        for text, dp, ink, gap in (
            (self.title, TYPE.title, theme.text, 0),
            (self.caption, TYPE.table, theme.text3, skin.px(10)),
        ):
            bold = dp == TYPE.title
            if x + gap + skin.width(text, dp, bold=bold) > end:
                return
            at = (x + gap, y + (0 if bold else skin.px(1)))
            x = skin.write(surface, text, at, dp, ink, bold=bold).right

    def _bar_end(self, left: int) -> int:
        """Return where the first control of the top bar at the right of `left` begins."""
        bar = self.top_bar
        notice = self.toasts.widgets
        shown = (each.box for each in self.group.widgets if each.visible and each not in notice)
        right = (box.x for box in shown if box.overlaps(bar) and box.x >= left)
        return min(right, default=bar.right)

    def _dialog_event(self, dialog: Dialog, event: pygame.event.Event) -> Command | None:
        self.group.let_go()
        answer = dialog.handle_event(event)
        if answer is None:
            return None
        self.dialog = None
        return None if answer.value is False else self.on_answer(answer)

    @property
    def _notice_height(self) -> int:
        """How much of the window a notice takes at the bottom."""
        is_there = self.notice_below and self.toasts.notice is not None
        return self.skin.px(_NOTICE_DP) if is_there else 0

    def _fit(self) -> None:
        """Lay everything out in the window, or above a notice at its bottom."""
        width, height = self._window
        self.size = width, height - self._notice_height
        self.lay_out()
