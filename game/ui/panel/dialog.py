"""A question above a screen that is dimmed until it is answered."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from ai.phrases import N_
from game.ui import commands, draw
from game.ui.animation import Tween
from game.ui.elements import Element, Role
from game.ui.layout import Box
from game.ui.panel.base import Ink, Section
from game.ui.panel.basics import Sentence
from game.ui.panel.compose import SPRING, Column, ControlSpace, Inset, Row, RowGround, Space
from game.ui.panel.items import Item
from game.ui.panel.parts import Phrase, quiet
from game.ui.panel.stack import Stack
from game.ui.skin import Skin
from game.ui.theme import DIALOG_SHADOW, MOTION, RADIUS, SCRIM, SCRIM_ALPHA, TYPE
from game.ui.widgets import Action, Button, FocusGroup, TextField, Widget, draw_ground
from game.ui.widgets.controls import arrow_step
from game.words.play import SPIN
from game.words.say import listed, said

Check = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What a text that is typed may become.

    Attributes:
        text: What the field then holds.
        about: What that is, in a few words.
    """

    text: str
    about: str = ""


Suggest = Callable[[str], Sequence[Suggestion]]
SUGGESTED: Final = "suggested"
MOST_SUGGESTED: Final = 5
_ROW_DP: Final = 30
CANCEL: Final = N_("Cancel")
_NARROW_DP: Final = 340
_WIDE_DP: Final = 480
_LIST_DP: Final = 600
_LONG_LINES: Final = 4
"""A dialog with a longer text is wide."""


class Dialog:
    """A question above everything else: it takes all events until it is answered.

    The answer is an `Action` with the dialog's name: False for no (Esc, a click beside it), and
    True, or the text of its field, for yes (Enter).

    Attributes:
        content: What it says, which scrolls where the window is too low.
        suggestions: What the field's text may become, the best first.
        chosen: Which of them Enter answers with.
    """

    def __init__(
        self,
        name: str,
        title: str,
        text: str = "",
        *,
        confirm: str,
        cancel: str = CANCEL,
        field: str | None = None,
        accepts: Callable[[str], bool] = str.isprintable,
        check: Check | None = None,
        suggest: Suggest | None = None,
        aside: tuple[str, str] | None = None,
        shows: Sequence[Section] = (),
        choices: Sequence[Widget] = (),
        chosen: Widget | None = None,
        stays: bool = False,
    ) -> None:
        """Make a dialog; it is shown by drawing it and handing it the events.

        Args:
            name: Comes back in its action.
            text: What it asks, with **bold** runs; a few words above sections or a list.
            confirm: The yes button; empty for none.
            cancel: The no button; empty for none.
            field: The first text of its field, or None for no field.
            check: Says what is wrong with the field's text, or None if nothing is.
            suggest: Says what the field's text may become: arrows choose one of these, Tab writes
                it, Enter answers with it.
            aside: Name and label of a third way out; its answer is an `Action` of that name.
            choices: Rows of a list in place of a text; the value of one's action is the answer.
            stays: Whether a click beside it is no answer.
        """
        self.name = name
        self.title = title
        self.text = text
        self._choices = tuple(choices)
        self._shows = tuple(shows) or tuple(ControlSpace(each, stretch=True) for each in choices)
        self._sought = chosen
        self._stays = stays
        self._check, self._suggest = check, suggest
        self.suggestions: tuple[Suggestion, ...] = ()
        self.chosen = 0
        self._problem: str | None = None
        self._field = None
        if field is not None:
            self._field = TextField("field", field, accepts=accepts)
            self._field.spins = True
        self._cancel = Button("cancel", cancel, key=commands.ESCAPE.cap, flat=True)
        self._cancel.visible = bool(cancel)
        self._confirm = Button("confirm", confirm, key="Enter", primary=True)
        self._aside = Button(*(aside or ("", "")), flat=True)
        self._aside.visible = aside is not None
        self._confirm.visible = bool(confirm)
        widgets: list[Widget] = [self._field] if self._field else [*choices]
        self.group = FocusGroup([*widgets, self._aside, self._cancel, self._confirm])
        first = self._field or chosen or self._confirm
        self.group.focus(first, show=first is not self._confirm)
        self._box = Box(0, 0, 0, 0)
        self.content = Stack(folds=False)
        self._shown = Tween(0.0)
        self._validate()

    @property
    def is_animating(self) -> bool:
        """Whether it wants to be drawn again soon."""
        return self._shown.target < 1.0 or not self._shown.is_done or self.group.is_animating

    @property
    def suggested(self) -> str:
        """What Enter would answer with of what is suggested, or what is wrong with the text.

        Nothing before anything is typed or chosen: what is asked is read then.
        """
        if not self.suggestions:
            return self._problem or ""
        now = self.suggestions[self.chosen]
        is_asked = self._field is not None and not self._field.text and not self.chosen
        return "" if is_asked else listed((now.text, now.about))

    def handle_event(self, event: pygame.event.Event) -> Action | None:
        """Take in any event; return the answer once there is one."""
        if event.type == pygame.KEYDOWN:
            if event.key == pygame.K_ESCAPE:
                return Action(self.name, False)
            elsewhere = any(each.focused for each in (self._cancel, self._aside, *self._choices))
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and not elsewhere:
                return self._answer()
            if self._suggest and self._field and self._field.focused and self._chooses(event):
                return None
            if self._choices and (step := arrow_step(event)):
                self.group.move_focus(step)
                self._sought = self.group.focused
                return None
        outside = event.type == pygame.MOUSEBUTTONDOWN and not self._box.contains(event.pos)
        if outside and self._box.width:
            return None if self._stays else Action(self.name, False)
        hit = self.content.handle_event(event)
        if hit is not None and hit.name == SUGGESTED and isinstance(hit.value, int):
            return Action(self.name, self.suggestions[hit.value].text)
        action = self.group.handle_event(event)
        if event.type == pygame.KEYDOWN and self._choices:
            self._sought = self.group.focused
        if action is None:
            return None
        if action.name in {each.name for each in self._choices}:
            return Action(self.name, action.value)
        if action.name == "cancel":
            return Action(self.name, False)
        if action.name == "confirm":
            return self._answer()
        if self._aside.visible and action.name == self._aside.name:
            return action
        self._validate()
        return None

    def meaning_at(self, position: tuple[int, int]) -> Hashable:
        """Return what a press at a pixel means: a control, nothing, or beside it the way out."""
        control = self.group.meaning_at(position)
        hit = self.content.meaning_at(position), self.suggestions
        return self.name, control, hit, self._box.contains(position)

    def update(self, dt: float, skin: Skin) -> bool:
        """Let `dt` seconds pass; return whether it looks different now."""
        self._shown.go_to(1.0, skin.gate.duration(MOTION.dialog))
        faded = self._shown.update(dt)
        return self.group.update(dt, skin) or faded

    def describe(self) -> Element:
        """Return what it says, once it has been drawn."""
        title = said(self.title)
        # Its title is its name.
        told = self.content.describe()
        children = tuple(e for e in told if (e.role, e.name) != (Role.TEXT, title))
        return Element(Role.DIALOG, self.name, title, self._box, children=children)

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        draw.scrim(surface, SCRIM, SCRIM_ALPHA * self._shown.value)
        self._lay_out(surface.get_size(), skin)
        radius = skin.px(RADIUS.card)
        draw.shadow(surface, self._box, radius, DIALOG_SHADOW, skin.theme, skin.unit)
        draw_ground(surface, skin, self._box, radius, skin.theme.raised)
        self.content.draw_items(surface)
        self.content.scroll.draw_bar(surface, skin)
        self.group.draw(surface, skin)

    def _items(self, skin: Skin) -> tuple[Item, ...]:
        """Return title, text and field, which scroll where the window is too low."""
        title = Item(Column(Phrase(self.title, TYPE.h2, bold=True, tall=24), 6))
        if self._shows:
            about = (Item(quiet(self.text, tall=26)),) if self.text else ()
            return title, *about, *map(Item, self._shows), Item(Space(14))
        text = Item(Sentence(self.text, lines=0))
        if self._field is None:
            return title, text, Item(Space(18))
        field = Item(ControlSpace(self._field, stretch=True, title=self.title))
        ink: Ink = "warn" if self._problem else "caption"
        hint = SPIN if self._field.by_gamepad else ""
        words = Phrase(self._problem or hint, TYPE.caption, ink)
        note = Item(Column(4, words, tall=24))
        return title, text, Item(Space(14)), field, note, *self._suggestion_items(skin)

    def _suggestion_items(self, skin: Skin) -> tuple[Item, ...]:
        """Return a row for each suggestion, in a place that is as high for few as for many."""
        if self._suggest is None:
            return ()
        rows = (
            Inset(
                Row(
                    10,
                    Phrase(each.text, bold=at == self.chosen),
                    SPRING,
                    quiet(each.about),
                    10,
                    tall=_ROW_DP,
                ),
                behind=RowGround(SUGGESTED, at, is_on=at == self.chosen),
            )
            for at, each in enumerate(self.suggestions)
        )
        tall = MOST_SUGGESTED * skin.unit.target_dp(_ROW_DP)
        return Item(Column(*rows, tall=tall)), Item(Space(8))

    def _chooses(self, event: pygame.event.Event) -> bool:
        """Choose another suggestion or write the chosen one; tell whether the key meant that."""
        assert self._field is not None
        count, step = len(self.suggestions), {pygame.K_UP: -1, pygame.K_DOWN: 1}.get(event.key, 0)
        if step and count:
            self.chosen = (self.chosen + step) % count
            return True
        is_tab = event.key == pygame.K_TAB and not event.mod & pygame.KMOD_SHIFT
        if not (is_tab and count) or self._field.text == self.suggestions[self.chosen].text:
            return False
        self._field.text, self._field.selected = self.suggestions[self.chosen].text, False
        self._validate()
        return True

    def _lay_out(self, size: tuple[int, int], skin: Skin) -> None:
        padding, edge = skin.px(22), skin.px(8)
        shown = [b for b in (self._aside, self._cancel, self._confirm) if b.visible]
        buttons = sum(b.width(skin) for b in shown) + skin.px(10) * (len(shown) - 1)
        long = skin.width(self.text, TYPE.body) > _LONG_LINES * skin.px(_NARROW_DP)
        least = skin.px(_LIST_DP if self._shows else _WIDE_DP if long else _NARROW_DP)
        width = min(max(least, buttons + 2 * padding), size[0] - 2 * edge)
        aside = (ControlSpace(self._aside),) if self._aside.visible else ()
        answers = (ControlSpace(each) for each in (self._cancel, self._confirm) if each.visible)
        foot = Row(*aside, SPRING, *answers, gap=10)
        items = (*self._items(skin), Item(foot, sticky=True))
        tall = Column(*(item.section for item in items)).height(skin, width - 2 * padding)
        height = min(tall + padding + skin.px(18), size[1] - 2 * edge)
        self._box = Box((size[0] - width) // 2, (size[1] - height) // 2, width, height)
        column = self._box.inset(padding, 0)._replace(
            y=self._box.y + padding, height=height - padding - skin.px(18)
        )
        # The bar stands in the padding.
        self.content.fit(self._box, column, skin, edge=edge)
        self.content.show(items, gap=0)
        self.content.reveal(self._sought)
        self._sought = None

    def _validate(self) -> None:
        if self._field and self._suggest:
            offered = tuple(self._suggest(self._field.text))[:MOST_SUGGESTED]
            self.suggestions, self.chosen = offered, 0
        if self._field and self._check:
            self._problem = self._check(self._field.text)
        self._confirm.enabled = self._problem is None

    def _answer(self) -> Action | None:
        if not (self._confirm.visible and self._confirm.enabled):
            return None
        if self.suggestions:
            return Action(self.name, self.suggestions[self.chosen].text)
        return Action(self.name, self._field.text if self._field else True)
