"""The first screen: go on with the last game, or pick one of those that play themselves."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import chain
from typing import Final

import pygame

from ai.contract.games import loaded
from ai.contract.rules import State
from ai.levels import level_title
from ai.phrases import N_
from game.games.window_game import WindowGame
from game.library.records import Records
from game.library.storage import Deck
from game.play.drill import TAUGHT
from game.play.session import Session
from game.play.thinker import ThinkerState
from game.screens.base import (
    ChangeSettings,
    Command,
    DrillSet,
    OpenDrills,
    OpenEarlier,
    OpenGame,
    OpenScene,
)
from game.screens.context import Context
from game.screens.entry import Daily, entries, entry_of
from game.screens.home.card import GameCard
from game.screens.home.demos import Demo, Demos
from game.screens.home.grid import place_cards
from game.screens.home.rows import (
    CONTINUE,
    ROW_DP,
    ContinueRow,
    DayCard,
    coach_marks,
    draw_coach_marks,
    last_game,
)
from game.screens.page import Page
from game.screens.today import board_of_the_day
from game.store.background import BackgroundRead
from game.ui import commands, draw
from game.ui.animation import soonest
from game.ui.boards.view import BoardContent
from game.ui.elements import Element, text
from game.ui.layout import Box
from game.ui.panel.base import words_in
from game.ui.panel.compose import Row
from game.ui.panel.parts import key_cap, quiet
from game.ui.theme import SIZE, THEMES, TYPE
from game.ui.widgets import Action, Button, Chip, IconButton, Widget
from game.ui.widgets.controls import next_round
from game.words import pages as words
from game.words import play, results
from game.words.say import about_seconds, say

REST_SECONDS: Final = 20.0
MOST_DUE: Final = 99
"""The largest number of due drills that is told."""
SHORT_BELOW_DP: Final = 1000
"""Narrower windows have a sign for drills: a notice needs the room."""
_HEADER_DP: Final = 58
_TITLE_X_DP: Final = 53
_TITLE_DP: Final = 22
_DAY_DP: Final = 212
_DAY_SHARE: Final = 0.28
"""Width of the day's card in dp at least, and its share of the row."""
_NARROW_DP: Final = 560
"""A narrower row has only a picture of the day."""
_HINTS: Final = (
    ("Tab", N_("move", "what a key does")),
    ("Enter", N_("open", "what a key does")),
    (commands.HELP.cap, N_("help", "what a key opens")),
)
RESTART_AI: Final = "restart"
_THEME_ICONS: Final = {"dark": "moon", "light": "sun", "contrast": "contrast"}


class HomeScene(Page):
    """A card for each game; above them the day, and the last game when there is one."""

    title = "Playout"
    spoken_title = N_("Home", "the first page")
    page_commands = (commands.EARLIER, commands.LESSONS, commands.DRILLS)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._clock = context.clock
        self._cards = tuple(GameCard(entry) for entry in entries())
        self._demos = Demos(context.thinker, self._seconds, self._clock)
        self._last: Session | None = None
        self._goes_on = False
        self._is_first_start: bool | None = None
        self.last = BackgroundRead[tuple[Session | None, bool]]("last game")
        self._continue = ContinueRow()
        self._due = 0
        self._day = DayCard()
        self._today = date.today()
        self._board: Daily | None = None
        self.board = BackgroundRead[Daily | None]("board of the day")
        self._drills = commands.DRILLS.button(key="")
        self.deck = BackgroundRead[Deck]("drills due")
        self.reads = (self.last, self.board, self.deck)
        self._theme = IconButton("theme", "sun", "")
        self._sound = IconButton("sound", "volume-2", "")
        self._state = Chip(RESTART_AI, "", clickable=False)
        self._links = (
            commands.EARLIER.button(N_("Games", "kept ones"), key="", flat=True),
            Button("arena", N_("Arena"), icon="swords", flat=True),
            Button("records", N_("Records"), icon="trophy", flat=True),
            Button("settings", N_("Settings"), icon="settings", flat=True),
            Button("help", N_("Help"), icon="circle-question-mark", flat=True),
            Button("about", N_("About"), icon="info", flat=True),
        )
        self._row = Box(0, 0, 0, 0)
        self._rule_y = 0
        self._hints: tuple[Row, Box] | None = None
        self._touched = self._clock()

    # The scene's side.

    def on_enter(self) -> None:
        """Look for a saved game and let the demos go on."""
        self._touched = self._clock()
        self.last.ask(lambda: last_game(self.context.storage))
        self._ask_of_today()

    def _ask_of_today(self) -> None:
        self._today = today = date.today()
        self.board.ask(lambda: board_of_the_day(today))
        self.deck.ask(lambda: self.context.storage.drills(today))

    def on_exit(self) -> None:
        """Stop the demos, and forget what was still to be done."""
        self._demos.stop()
        self._goes_on = False

    def handle_event(self, event: pygame.event.Event) -> Command | None:
        """Wake the demos on any touch; Enter is no second press of what the pointer pressed."""
        if event.type in (pygame.MOUSEMOTION, pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._touched = self._clock()
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._goes_on = False
        if event.type == pygame.KEYDOWN:
            self.group.leave()
        return super().handle_event(event)

    def update(self, dt: float) -> Command | None:
        """Let the demos play while somebody watches."""
        super().update(dt)
        self.context.thinker.poll()
        for last, is_first_start in self.last.take():
            # Its game may have been disabled since it was read.
            has_card = last is not None and last.record.spec.name in {
                each.name for each in self._cards
            }
            self._last, self._is_first_start = last if has_card else None, is_first_start
            self.lay_out()
        for board in self.board.take():
            self._board = board
            self.lay_out()
        for deck in self.deck.take():
            self._due = min(len(deck.due), MOST_DUE)
            self.lay_out()
        if self._show_state():
            self.lay_out()
        if self._today != date.today() and not self.is_reading:
            self._ask_of_today()
        self._demos.update(dt, self.skin.gate, allowed=self._may_demo)
        return OpenGame(self._last.record.spec.name) if self._goes_on and self._last else None

    def wake_after(self) -> float | None:
        waits = [super().wake_after()]
        if self._demos.is_moving or self._may_demo:
            waits.append(self._demos.wake_after())
        return soonest(*waits)

    def on_key(self, event: pygame.event.Event) -> Command | None:
        """Enter goes on with the last game, keys open pages; Esc does nothing: it never quits.

        While that game is still looked for, Enter counts once it is found, if nothing is pressed
        in between.
        """
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._goes_on = self.last.is_reading
            if self._last:
                return OpenGame(self._last.record.spec.name)
        return None if commands.command_of(event) is commands.ESCAPE else super().on_key(event)

    def _meant_card(self) -> GameCard | None:
        """Return the card that is pointed at, or else the one that has the focus."""
        parts = [(card, part) for card in self._cards for part in (card, card.lessons)]
        hovered = (card for card, part in parts if part.hovered)
        focused = (card for card, part in parts if part.focused)
        return next(chain(hovered, focused), None)

    def on_action(self, action: Action) -> Command | None:
        if action.name == CONTINUE and self._last:
            return OpenGame(self._last.record.spec.name)
        if action.name == "theme":
            return ChangeSettings(replace(self.context.settings, theme=self._next_theme))
        if action.name == "sound":
            settings = self.context.settings
            return ChangeSettings(replace(settings, sound=not settings.sound))
        if action.name == RESTART_AI:
            self.context.thinker.restart()
            return None
        if action.name == commands.EARLIER.name:
            return OpenEarlier()
        if action.name == commands.LESSONS.name:
            card = self._meant_card()
            if card is None or card.game not in TAUGHT:
                return OpenScene(commands.HELP.name)
            return OpenDrills(card.game, DrillSet.LESSONS)
        for card in self._cards:
            if action.name == card.game:
                return OpenGame(card.game)
            if action.name == card.lessons.name:
                return OpenDrills(card.game, DrillSet.LESSONS)
        return super().on_action(action)

    @property
    def _next_theme(self) -> str:
        return next_round(tuple(THEMES), self.skin.theme.name, 1)

    # Layout, all in dp of the mock-up.

    def lay_out(self) -> None:
        """Header, day and last game, cards and links from the top; the cards take what is left."""
        for card, demo in zip(self._cards, self._demos.demos, strict=True):
            card.rules = demo.plan.rules_for(demo.session.record.start.parameters)
        skin, width = self.skin, self.size[0]
        side = skin.px(32 if skin.unit.dp(width) > 900 else 18)
        self._place_header(side)
        top = self._place_row(side)
        bottom = self._place_footer(side)
        self._place_cards(side, top, bottom)
        shown: list[Widget] = [self._day, self._drills]
        on_cards = (each for card in self._cards for each in (card, card.lessons))
        shown += [self._continue.button] if self._last else []
        self.group.set_widgets(
            [*shown, *on_cards, *self._links, self._state, self._theme, self._sound]
        )

    def _place_header(self, side: int) -> None:
        skin, width = self.skin, self.size[0]
        following = self._next_theme
        self._theme.icon = _THEME_ICONS[following]
        self._theme.tooltip = say(
            words.THEME, theme=words.THEMES[skin.theme.name], following=words.THEMES[following]
        )
        edge = skin.target(SIZE.icon_button)
        middle = skin.px(_HEADER_DP) // 2 + skin.px(2)
        is_on = self.context.settings.sound
        self._sound.icon = "volume-2" if is_on else "volume-x"
        self._sound.tooltip = words.SOUND[is_on]
        right = width - side - edge
        self._sound.place(Box(right, middle - edge // 2, edge, edge))
        left = right - skin.px(12) - edge
        self._theme.place(Box(left, middle - edge // 2, edge, edge))
        left = self._theme.box.x
        is_short = skin.unit.dp(width) < SHORT_BELOW_DP
        self._drills.tooltip = say(words.DRILLS_TIP, drills=words.drills(self._due))
        for each in (self._drills, self._state):
            # How many are due is found out while the button is seen already.
            self._drills.label = "" if is_short else words.drills(MOST_DUE)
            tall, wide = each.height(skin), each.width(skin)
            self._drills.label = "" if is_short else words.drills(self._due)
            left -= skin.px(12) + wide
            each.place(Box(left, middle - tall // 2, wide, tall))

    def _place_row(self, side: int) -> int:
        """Place the day, and the last game beside it; return where the cards begin."""
        skin = self.skin
        row = Box(side, skin.px(_HEADER_DP), self.size[0] - 2 * side, skin.px(ROW_DP))
        is_narrow = skin.unit.dp(row.width) < _NARROW_DP
        wide = row.height if is_narrow else max(skin.px(_DAY_DP), round(_DAY_SHARE * row.width))
        left = wide + skin.px(8)
        self._row = row._replace(x=row.x + left, width=row.width - left)
        # What is not known yet has its room kept, so that nothing moves once it comes.
        is_alone = self._last is None and self._is_first_start is False
        self._day.place(row if is_alone else row._replace(width=wide))
        self._day.show(skin, self.context.storage.loaded_records, self._today, self._board)
        if self._last is not None:
            self._continue.place(self._row, self._last, skin)
        return row.bottom + skin.px(8)

    def _place_footer(self, side: int) -> int:
        """Place links, and key hints where there is room; return where the cards end."""
        skin, (width, height) = self.skin, self.size
        links = height - skin.px(24)
        room, wide = width - skin.px(16), sum(link.width(skin) for link in self._links)
        count = len(self._links)
        gap = max(0, min(skin.px(24), (room - wide) // (count - 1)))
        tighter = max(0, wide - room + count - 1) // count
        x = (width - min(wide + gap * (count - 1), room)) // 2
        for link in self._links:
            tall, each = link.height(skin), link.width(skin) - tighter
            link.place(Box(x, links - tall // 2, each, tall))
            x += each + gap
        hints = Row(
            *(Row(key_cap(skin, key, "second"), 4, quiet(text)) for key, text in _HINTS), gap=12
        )
        wide, tall = hints.width(skin), hints.height(skin, hints.width(skin))
        left = width - side - wide
        place = Box(left, links - tall // 2, wide, tall)
        self._hints = (hints, place) if left >= x else None
        self._rule_y = links - skin.px(20)
        return self._rule_y - skin.px(8)

    def _place_cards(self, side: int, top: int, bottom: int) -> None:
        """Place the cards so that boards are large, rules are there and little stays empty."""
        skin, width = self.skin, self.size[0]
        gap = skin.px(12 if side > skin.px(20) else 10)
        for card in self._cards:
            records = self.context.storage.loaded_records
            card.best = reached(records, card.game)
            card.offers_lessons = card.game in TAUGHT and not records.has_finished(card.game)
        area = Box(side, top, width - 2 * side, bottom - top)
        place_cards(self._cards, skin, area, gap)

    # Pictures.

    def draw_content(self, surface: pygame.Surface) -> None:
        skin, theme = self.skin, self.skin.theme
        side = self._cards[0].box.x
        self._draw_header(surface, side)
        if self._last is not None:
            self._continue.draw(surface, skin)
        elif self._is_first_start:
            draw_coach_marks(surface, self.skin, self._row)
        for card in sorted(self._cards, key=lambda card: card.lit):
            demo = self._demos.demo(card.game)
            card.draw_card(surface, skin, self._board_content(demo))
        draw.hairline(surface, (side, self._rule_y), self.size[0] - 2 * side, theme.line)
        if self._hints is not None:
            hints, place = self._hints
            hints.draw(surface, skin, place)

    def other_parts(self) -> Iterator[Element]:
        """Yield what the program is, the last game, and what keys do."""
        yield text(tagline(len(self._cards)), self.top_bar)
        yield from (card.told() for card in self._cards)
        if self._last is not None:
            yield self._continue.describe(self.skin)
        elif self._is_first_start:
            yield text(words_in(coach_marks(self.skin), self.skin, self._row), self._row)
        if self._hints is not None:
            hints, place = self._hints
            yield text(words_in(hints, self.skin, place), place)

    @property
    def title_end(self) -> int:
        skin = self.skin
        title = skin.width(self.title, _TITLE_DP, bold=True)
        return self._cards[0].box.x + skin.px(_TITLE_X_DP) + title

    def _draw_header(self, surface: pygame.Surface, side: int) -> None:
        skin, theme = self.skin, self.skin.theme
        middle = self._theme.box.centre[1]
        end = self._state.box.x if self._state.visible else self._drills.box.x
        if self.toasts.notice is not None:
            end = self.notice_area.x
        if self.title_end > end:
            return
        mark = draw.app_mark(skin.px(40))
        surface.blit(mark, (side, middle - mark.get_height() // 2))
        x = side + skin.px(_TITLE_X_DP)
        skin.write(surface, self.title, (x, middle - skin.px(8)), _TITLE_DP, theme.text, bold=True)
        text = tagline(len(self._cards))
        if x + skin.width(text, TYPE.caption) < end:
            skin.write(surface, text, (x, middle + skin.px(13)), TYPE.caption, theme.text3)

    def _board_content(self, demo: Demo) -> BoardContent:
        state = demo.session.state
        still = BoardContent(state)
        if demo.timeline.is_done:
            return replace(still, overlay=demo.overlay)
        return replace(still, before=demo.before, progress=demo.timeline.progress)

    # What the AI is up to.

    @property
    def _may_demo(self) -> bool:
        watched = self._clock() - self._touched < REST_SECONDS
        return self.context.focused and watched and self.skin.gate.fades

    def _show_state(self) -> bool:
        """Say on the cards and in the header what the AI does; return whether that is new."""
        theme, thinker = self.skin.theme, self.context.thinker
        for card in self._cards:
            playing, card.chip = self._demo_words(card.game)
            card.light = theme.ai if playing else theme.ctrl
        caption, light = "", theme.ctrl
        if thinker.state is ThinkerState.WARMING:
            caption = play.GETTING_READY
            waits = [thinker.seconds_until_ready(card.game) or 0.0 for card in self._cards]
            if any(waits):
                caption = say(words.READY_SOON, time=about_seconds(max(waits)))
        elif thinker.state is ThinkerState.FAILED:
            caption, light = words.RESTART, theme.warn
        before = (self._state.caption, self._state.light, self._state.visible)
        self._state.caption, self._state.light = caption, light
        self._state.visible = bool(caption)
        self._state.enabled = thinker.state is ThinkerState.FAILED
        return before != (self._state.caption, self._state.light, self._state.visible)

    def _demo_words(self, game: str) -> tuple[bool, str]:
        """Return whether the AI plays on a game's card, and what the card says of it."""
        thinker = self.context.thinker
        state, left = thinker.state_in(game), thinker.seconds_until_ready(game)
        if left is not None:
            return False, say(words.READY_IN, time=about_seconds(left))
        if state is ThinkerState.WARMING and thinker.is_compiling:
            return False, play.GETTING_READY
        is_ready = state in (ThinkerState.IDLE, ThinkerState.THINKING)
        is_played = is_ready and self._may_demo
        return is_played, words.DEMO[is_played]

    def _seconds(self, game: str, before: State, after: State) -> float:
        return next(card for card in self._cards if card.game == game).view.seconds(before, after)


def tagline(count: int) -> str:
    """Say what the program is, with so many games; and which of them are not its own."""
    added = [plugin for plugin in loaded if isinstance(plugin.game, WindowGame)]
    first = added[0] if added else None
    title, folder = (first.game.rules.title, first.folder.name) if first else ("", "")
    return words.tagline(count, len(added), title, folder)


def reached(records: Records, game: str) -> str:
    """Say in a few words what the player has reached in a game; empty before the first."""
    describe = entry_of(game).reached
    if describe is not None:
        return describe(records)
    if (highest := records.highest(game)) is not None:
        best = results.ASSISTED_BEST if highest.assisted else results.PLAIN_BEST
        return say(best, score=highest.score)
    total = records.total(game)
    if not total.won + total.drawn + total.lost:
        return ""
    last = records.tallies_of(game)[-1]
    level = level_title(last.level, game)
    return say(words.AGAINST, level=level, won=last.won, lost=last.lost)
