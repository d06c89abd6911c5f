"""The arena: two AIs, or two solvers, against each other, watched live."""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Final

import pygame

from ai.contract.rules import RulesError
from ai.phrases import N_
from game.screens.arena.board import (
    BoardArea,
    caption,
    empty_board,
    sides_in_words,
    title_of_game,
)
from game.screens.arena.contestants import MatchSetup, ending_words, setup_of
from game.screens.arena.match import (
    MatchProcess,
    MatchProgress,
    MatchRun,
    ShownGame,
    Starter,
    read_progress,
)
from game.screens.arena.panel import GAMES, match_items
from game.screens.arena.setup import KIND, KINDS, SetupForm, kind_of
from game.screens.base import Command, OpenReview
from game.screens.context import Context
from game.screens.page import Page
from game.store.background import BackgroundRead
from game.ui import commands
from game.ui.animation import soonest
from game.ui.commands import UserCommand
from game.ui.elements import Element
from game.ui.layout import Box, GameLayout, game_layout
from game.ui.panel.items import FoldStage, Item, button_row, full_row
from game.ui.panel.panel import Panel
from game.ui.theme import SIZE
from game.ui.widgets import Action, Button, Notice, Tabs, Widget
from game.words import arena
from game.words.say import say, understood

SPEEDS: Final = (("1", "1×"), ("4", "4×"), ("max", N_("Max", "the highest speed")))
POLL_SECONDS: Final = 0.1
PAUSED_SECONDS: Final = 0.5
_PAD: Final = 22


class ArenaScene(Page):
    """Set a match up, watch it, and review its games.

    Attributes:
        area: The boards, beside what is chosen or found.
    """

    title = N_("Arena")
    page_commands = (commands.REVIEW,)

    def __init__(self, context: Context, start: Starter = MatchProcess) -> None:
        """Make the scene; no match runs before the player starts one."""
        super().__init__(context)
        self.form = SetupForm(MatchSetup())
        self.run = MatchRun(start, context.storage.paths.data / "arena")
        self._chosen: int | None = None
        self._reviewed: OpenReview | None = None
        self.beside = BackgroundRead[MatchProgress | None]("last match")
        self.reads = (self.beside,)
        self.content = self.panel = Panel()
        self.area = BoardArea()
        self._kind = Tabs(KIND, KINDS, kind_of(self.form.setup), stretch=True)
        self._start = Button("start", N_("Start"), icon="play", primary=True)
        self._resume = Button("resume", N_("Resume"), icon="play")
        self._stop = Button("stop", N_("Stop"), icon="square")
        self._new = Button("new", N_("New match"), primary=True)
        self._pause = commands.PAUSE.button()
        self._step = Button("step", N_("Step", "play one move"), icon="step-forward", flat=True)
        self._speed = Tabs("speed", SPEEDS, self.run.speed, tooltip=N_("Speed"))
        self.links = (commands.HELP.icon_button(), commands.SETTINGS.icon_button())
        self._shows_boards = True

    # What is going on.

    @property
    def is_setup(self) -> bool:
        """Whether the form is shown rather than a match."""
        return self.run.progress is None

    # The scene's side.

    def on_enter(self) -> None:
        """Go on after a review, or look for the match that was played last."""
        self._reviewed = None
        self.run.hold(False)
        if self.is_setup and not self.is_reading and not self.run.is_running:
            self.beside.ask(partial(read_progress, self.run.path))

    def on_exit(self) -> None:
        """Stop the match, which can be gone on with; it waits while a game of it is reviewed."""
        if self._reviewed is None:
            self.run.stop()
        else:
            self.run.hold(not self.form.background)

    def on_drop(self) -> None:
        self.run.stop()

    def handle_event(self, event: pygame.event.Event) -> Command | None:
        """Notice the focus, and the keys of a match; everything else is a page's."""
        if event.type in (pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED):
            self.run.hold(event.type == pygame.WINDOWFOCUSLOST and not self.form.background)
        command = self._match_command(event)
        return self.on_action(Action(command.name)) if command else super().handle_event(event)

    def update(self, dt: float) -> Command | None:
        """Take in what the match told, and let the boards move."""
        super().update(dt)
        if self.run.notices and not self.toasts.is_showing:
            self.toasts.show(self.run.notices.pop(0))
        is_new = self.run.poll()
        for last in self.beside.take():
            is_new = True
            if last is not None and self.is_setup and last.records:
                self.run.progress, self.form.setup = last, setup_of(last.plan)
        if is_new:
            self.lay_out()
        self.area.update(dt)
        return None

    def wake_after(self) -> float | None:
        waits = [super().wake_after()]
        if self.area.is_animating:
            waits.append(0.0)
        if self.run.is_running:
            waits.append(PAUSED_SECONDS if self.run.paused or self.run.suspended else POLL_SECONDS)
        if self.run.notices:
            waits.append(POLL_SECONDS)
        return soonest(*waits)

    def on_action(self, action: Action) -> Command | None:
        match action.name:
            case "start" | "resume":
                self.run.begin(self.form.setup.arguments, fresh=action.name == "start")
                self._choose_none()
            case "stop":
                self.run.stop()
            case "new":
                self.run.forget()
                self._choose_none()
            case commands.PAUSE.name:
                self.run.set_paused(not self.run.paused)
            case "step":
                self.run.step()
            case "speed":
                self.run.set_speed(str(action.value))
            case name if name in GAMES and isinstance(action.value, int):
                return self._review(action.value, GAMES.index(name))
            case commands.REVIEW.name:
                return self._review_chosen()
            case name if name in (each.name for each in commands.REPLAY):
                self._choose(name)
            case _:
                if not self.form.take(action):
                    return super().on_action(action)
                self.run.problem = ""
                if not self.is_setup:  # the other kind of match was chosen beside an old one
                    self.run.forget()
                    self._choose_none()
        self.lay_out()
        return None

    def _match_command(self, event: pygame.event.Event) -> UserCommand | None:
        """Return what a key means in a match, wherever the focus is, or the wheel on its games."""
        hit = self.content.hovered
        is_on_games = self.dialog is None and hit is not None and hit.name in GAMES
        if event.type == pygame.MOUSEWHEEL and is_on_games and not self.panel.scroll.most:
            return commands.ON_PLY if event.y > 0 else commands.BACK_PLY
        if self.is_setup or event.type != pygame.KEYDOWN:
            return None
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return None
        focused = self.group.focused
        command = commands.command_of(event, (*commands.REPLAY, commands.PAUSE))
        on_control = focused is not None and focused.show_focus
        if command is commands.PAUSE:
            return command if self.run.is_running and not on_control else None
        return None if on_control and isinstance(focused, Tabs) else command

    # Its games.

    def _choose_none(self) -> None:
        self._chosen = None
        self.panel.scroll.scroll_to(0)

    def _choose(self, name: str) -> None:
        """Choose the first or last game, or one beside the chosen one."""
        if self.run.progress is not None and self.run.progress.records:
            last = len(self.run.progress.records) - 1
            now = last if self._chosen is None else self._chosen
            self._chosen = commands.replay_plies(now, last)[name]

    def _review_chosen(self) -> Command | None:
        """Look back at the chosen game, or the last one; of two solvers at the better one's."""
        records = self.run.progress.records if self.run.progress else []
        if not records:
            return None
        record = records[-1 if self._chosen is None else self._chosen]
        return self._review(record.game, record.winner or 0)

    def _review(self, number: int, side: int) -> Command | None:
        """Look back at a game that is over; of two solvers at the one of a side."""
        progress = self.run.progress
        assert progress is not None
        self._chosen = number
        record = progress.records[number]
        if record.error:
            why = understood(record.error, arena.TOLD)
            self.run.notices.append(say(arena.FAILED, number=number + 1, error=why))
        if not record.start:
            return None  # its process ended before it could tell anything
        try:
            game = progress.played_back(record)
        except RulesError as error:
            self.run.notices.append(say(arena.NOT_SHOWN, number=number + 1, error=error))
            return None
        ending = ending_words(record, progress.names) if record.ending else ""
        title = title_of_game(game, progress.names, side)
        self._reviewed = OpenReview(game.session(side), title=title, ending=ending)
        return self._reviewed

    # What is shown.

    def _show(self) -> None:
        """Let the boards show what is known."""
        progress, setup = self.run.progress, self.form.setup
        game, shown = setup.name, None
        if progress is not None:
            game, shown = progress.plan.game, progress.live
            is_past = self._chosen is not None or shown is None
            if progress.records and not self.run.is_running and is_past:
                shown = self._past_game(progress)
        at_once = self.run.speed == "max"
        self.area.show(game, empty_board(game, shown, setup), shown, self.skin, at_once=at_once)
        self.area.words = sides_in_words(progress, setup, shown, details=self.skin.details)
        self._kind.value, self._kind.enabled = kind_of(setup), not self.run.is_running
        self.caption = caption(game, progress, shown)

    def _past_game(self, progress: MatchProgress) -> ShownGame | None:
        """Return the chosen game, or the last one, of a match that does not run."""
        record = progress.records[-1 if self._chosen is None else self._chosen]
        now = self.area.game
        if now is not None and now.number == record.game and now.result is not None:
            return now
        with suppress(RulesError):
            return progress.played_back(record)
        return None

    # Layout.

    def lay_out(self) -> None:
        """Boards at the left and the panel at the right; one above the other in a tall window.

        A form that has no room beside a board has the window to itself.
        """
        self._show()
        width, height = self.size
        settings, display_scale = self.context.effective, self.context.display_scale
        large = settings.large_controls
        layout = game_layout(self.size, settings.ui_scale, display_scale, large=large)
        top_bar = self.place_top_bar()
        top = self.top_bar.bottom
        self._shows_boards = not self.is_setup or (not layout.compact and self._has_room(layout))
        if not self._shows_boards:
            boards, panel = None, Box(0, top, width, height - top)
        elif layout.compact:
            high = round((height - top) * 0.63)
            boards = Box(0, top, width, high)
            panel = Box(0, top + high, width, height - top - high)
        else:
            boards = Box(0, top, layout.panel.x, height - top)
            panel = Box(layout.panel.x, top, layout.panel.width, height - top)
        controls = self._place_left(boards) if boards is not None else []
        self._place_panel(panel, sheet=boards is None or layout.compact)
        self.toasts.stand(Notice(self.run.problem) if self.run.problem else None)
        self.group.set_widgets([*top_bar, *controls, *self.panel.widgets])

    def _place_left(self, box: Box) -> list[Widget]:
        """Place boards and the controls below them, for which room is kept before a match."""
        skin = self.skin
        pad = skin.px(_PAD)
        tall = skin.target(SIZE.button)
        bottom = box.bottom - skin.px(12 if box.height < skin.px(400) else 24)
        row = Box(box.x + pad, bottom - tall, box.width - 2 * pad, tall)
        top = box.y + skin.px(6)
        area = Box(row.x, top, row.width, row.y - skin.px(10) - top)
        self.area.place(area, skin)
        if self.is_setup:
            return []
        return self._place_controls(row)

    def _place_controls(self, row: Box) -> list[Widget]:
        skin, gap = self.skin, self.skin.px(10)
        self._pause.label = N_("Go on") if self.run.paused else N_("Pause")
        self._pause.icon = "play" if self.run.paused else "pause"
        self._speed.value = self.run.speed
        step, speed = self._step.width(skin), self._speed.width(skin)
        pause = min(self._pause.width(skin), row.width - step - speed - 2 * gap)
        x = row.x
        for button, width in ((self._pause, pause), (self._step, step)):
            button.enabled = self.run.is_running
            button.place(Box(x, row.y, width, row.height))
            x += width + gap
        tall = self._speed.height(skin)
        self._speed.place(Box(row.right - speed, row.centre[1] - tall // 2, speed, tall))
        return [self._pause, self._step, self._speed]

    def _has_room(self, layout: GameLayout) -> bool:
        """Tell whether the form fits beside a board."""
        self._place_panel(layout.panel, sheet=False)
        return layout.panel.width >= self.skin.px(SIZE.panel_least) and not self.panel.scroll.most

    def _place_panel(self, box: Box, *, sheet: bool) -> None:
        """Show the form, or what is known of the match, above the buttons for it."""
        self.panel.place(box, self.skin, sheet=sheet, grip=False)
        kind = full_row(self._kind)
        if self.is_setup:
            shown = (kind, *self.form.items(self.skin, self.panel.column.width))
        else:
            shown = (kind.folding(FoldStage.EXTRAS, None), *match_items(self.run, self._chosen))
        self.panel.show((*shown, self._match_buttons()))

    def _match_buttons(self) -> Item:
        self._start.enabled = self.is_setup and not self.run.is_running
        self._stop.enabled = self.run.is_running
        self._resume.enabled = self.run.can_go_on
        self._new.enabled = not (self.is_setup or self.run.is_running)
        return button_row(self._start, self._stop, self._resume, self._new, sticky=True)

    def other_parts(self) -> Iterator[Element]:
        """Yield the boards of the match."""
        yield from self.area.describe(self.skin) if self._shows_boards else ()

    # Pictures.

    def draw_content(self, surface: pygame.Surface) -> None:
        skin = self.skin
        self.draw_title(surface)
        if self._shows_boards:
            self.area.draw(surface, skin)
        self.panel.draw(surface)
