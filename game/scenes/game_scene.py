"""What the three games' screens share: board, panel, keys, hints, history, saving.

A game adds its parameters, its panel and its words (see the modules beside this one). The
controller decides who thinks and moves; this module turns events into its calls and its
state into a picture.
"""

import logging
import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pygame

from ai.levels import levels_of
from game.rules.protocol import IllegalMoveError, RulesError
from game.scenes.base import Back, ChangeSettings, Command, OpenScene
from game.scenes.context import Context
from game.scenes.controller import GameController, HintStep, Profile
from game.scenes.engine import engine_strip, thinking_words
from game.scenes.keys import Key, candidate_of, direction_of, is_analysis_key, key_of
from game.scenes.stage import Stage
from game.scenes.top_bar import TopBar
from game.session import Mode, Seat, Session
from game.thinker import ThinkerState
from game.ui.boards.base import BoardLook, BoardView, MoveNumbers
from game.ui.layout import Box, GameLayout, game_layout
from game.ui.look import Look, look_of
from game.ui.overlay import Mark
from game.ui.panel.analysis import CANDIDATE
from game.ui.panel.basics import Footer
from game.ui.panel.history import PLY
from game.ui.panel.items import Item, RaisedButton, button_row, strip_item
from game.ui.panel.panel import Panel
from game.ui.theme import MOTION, SIZE
from game.ui.widgets import (
    Action,
    Button,
    Chip,
    Dialog,
    FocusGroup,
    IconButton,
    Stepper,
    Toasts,
    Widget,
    draw_tooltip,
)

log = logging.getLogger(__name__)

LONGEST_PREVIEW: Final = 8
STANDING_LINE: Final = 4
MOST_SEED_DIGITS: Final = 12
SHORT_PANEL_DP: Final = 690
DEMO_SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)

_MOVE_NUMBERS: Final[dict[str, MoveNumbers]] = {"none": "none", "last": "last", "all": "all"}


def first_seats(players: int, who_starts: str) -> tuple[Seat, ...]:
    """Return the seats of a first game, by who is to start."""
    if players == 1:
        return (Seat.HUMAN,)
    seats = (Seat.HUMAN, Seat.AI)
    swaps = who_starts == "ai" or (who_starts == "random" and random.random() < 0.5)
    return seats[::-1] if swaps else seats


class GameScene(ABC):
    """One game on the screen; see `game.scenes.base.Scene`."""

    def __init__(
        self, context: Context, profile: Profile, view: BoardView, *, fresh: bool = False
    ) -> None:
        """Go on with the saved game, or start one.

        Args:
            context: What the app lends.
            profile: The game.
            view: The picture of its board.
            fresh: Start a new game even if one is saved; the saved one can be brought back.
        """
        self.context = context
        self.profile = profile
        session, notice = self._load(fresh)
        self.controller = GameController(session, context, profile)
        self.stage = Stage(view, session.state)
        self.panel = Panel()
        self.toasts = Toasts()
        self.dialog: Dialog | None = None
        self.top_bar = TopBar(session.spec.title)
        self.hint_button = Button("hint", "Hint", icon="lightbulb", key="H", primary=True)
        self.new_button = Button("new", "New game", icon="plus", key="Ctrl N", primary=True)
        self.undo_button = Button("undo", "Undo", icon="undo-2", key="Ctrl Z")
        self.engine_button = RaisedButton("engine", "Stop", icon="square", key="Esc", small=True)
        self.history_buttons = (
            IconButton("first", "skip-back", "First position", key="Home"),
            IconButton("back one", "step-back", "One move back"),
            IconButton("forward one", "step-forward", "One move forward"),
            IconButton("last", "skip-forward", "Last position", key="End"),
        )
        self.demo_button = Button("pause", "Pause", icon="pause", key="Space", primary=True)
        self.speed_stepper = Stepper("speed", "1×", least_width=60, tooltip="Speed of the demo")
        self.legend_chip = Chip("legend", "", icon="info", key="L")
        self.group = FocusGroup()
        self.look: Look | None = None
        self.layout: GameLayout = game_layout((1, 1))
        self._preview: Mark | None = None
        self._preview_started = 0.0
        self._preview_steps = 0
        self._preview_runs = False
        self._clock = 0.0
        self.is_raised = False
        self._stale = True
        self._told_error: str | None = None
        if notice:
            self.toasts.show(notice)
        if fresh:
            self.controller.new_game()

    @property
    def session(self) -> Session:
        """The game in progress."""
        return self.controller.session

    # What a game adds.

    @abstractmethod
    def panel_items(self) -> tuple[Item, ...]:
        """Return the panel for the present mode, without what stands at its lower edge."""

    @abstractmethod
    def summary_items(self) -> tuple[Item, ...]:
        """Return what the sheet of a narrow window shows at rest."""

    @abstractmethod
    def caption(self) -> str:
        """Return the few words behind the title."""

    @abstractmethod
    def legend(self) -> tuple[str, str]:
        """Return the chip's words and the full legend of what the board shows now."""

    @abstractmethod
    def hint_region(self, move: int) -> tuple[int, ...]:
        """Return cells to look at for a move, without giving the move away."""

    @abstractmethod
    def tooltip_anchor(self, cell: int) -> Box:
        """Return what the tooltip of a cell stands below."""

    def must_block(self) -> tuple[int, ...]:
        """Return cells of which one must be taken at once."""
        return ()

    def clicked(self, cell: int) -> None:
        """Play the move that a click on a cell means."""
        move = self.stage.move_at(cell)
        if move is not None:
            self.play(move)

    def act(self, action: Action) -> Command | None:
        """Do what a control of the game's own panel asks for."""
        del action
        return None

    @property
    def is_short(self) -> bool:
        """Whether the panel is lower than in a window of the default shape."""
        if self.look is None:
            return False
        return self.look.unit.dp(self.panel.box.height) < SHORT_PANEL_DP

    @property
    def dense(self) -> bool:
        """Whether the present panel has so much to show that it needs smaller gaps."""
        return self.is_short

    # The scene's life.

    def on_enter(self) -> None:
        """Come back: settings may have changed meanwhile."""
        self._follow_settings()
        self._stale = True

    def on_exit(self) -> None:
        """Stop thinking and save."""
        self._preview = None
        self.controller.leave()

    def resize(self, size: tuple[int, int]) -> None:
        """Lay everything out."""
        self.look = look = look_of(self.context, size)
        self.layout = game_layout(size, self.context.settings.ui_scale)
        self.stage.view.resize(pygame.Rect(self.layout.board), look.unit, look.theme)
        self.stage.look_again()
        self.top_bar.place(self.layout.top_bar, look)
        self._place_panel(look)
        self._place_legend(look)
        self._follow_settings()
        self._stale = True

    def handle_event(self, event: pygame.event.Event) -> Command | None:
        """React to one event; anything but a move of the pointer ends a running animation."""
        if self.look is None:
            return None
        self._refresh()
        if self.dialog is not None:
            return self._dialog_event(event)
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.stage.finish()
            self._stale = True
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        if event.type == pygame.KEYUP and event.key == pygame.K_z:
            self.controller.peek(False)
            self._stale = True
            return None
        return self._pointer_event(event)

    def update(self, dt: float) -> Command | None:
        """Let time pass."""
        look = self.look
        if look is None:
            return None
        self._clock += dt
        self.stage.update(dt)
        self.group.update(dt, look)
        self.toasts.update(dt, look)
        if self.dialog is not None:
            self.dialog.update(dt, look)
        if self.controller.update(may_move=not self.stage.is_animating):
            self._stale = True
        if self.stage.follow(self.session.state, look.gate):
            self._preview = None
            self._stale = True
        self._tell_error()
        if self._preview is not None:
            self._stale = True
        self._refresh()
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the scene."""
        look = self.look
        if look is None:
            return
        self._refresh()
        surface.fill(look.theme.bg)
        board = self.board_look()
        self.stage.view.draw(surface, board)
        self.top_bar.draw(surface, look, with_caption=not self.layout.compact)
        self._draw_aside(surface, look)
        self.panel.draw(surface)
        self.group.draw(surface, look)
        self._draw_board_tooltip(surface, look, board)
        self.toasts.draw(surface, look, self._toast_area(look))
        if self.dialog is not None:
            self.dialog.draw(surface, look)
        else:
            self.group.draw_tooltip(surface, look)

    def wake_after(self) -> float | None:
        """Return how long the window may sleep."""
        if self.look is None or self.stage.is_animating:
            return 0.0
        if self.dialog is not None and self.dialog.is_animating:
            return 0.0
        waits = [
            self.group.wake_after(),
            self.toasts.wake_after(),
            self.controller.wake_after(),
            self._preview_wait(),
        ]
        known = [seconds for seconds in waits if seconds is not None]
        return min(known) if known else None

    # What games and this module use.

    def play(self, move: int) -> None:
        """Play the player's move, if it is the player's turn."""
        if not self.controller.may_play:
            return
        try:
            self.controller.play(move)
        except IllegalMoveError as error:
            self.toasts.show(f"{str(error).capitalize()}.")
        self._preview = None
        self._stale = True

    def change(self, **values: object) -> ChangeSettings:
        """Return the command that changes some settings."""
        return ChangeSettings(replace(self.context.settings, **values))  # type: ignore[arg-type]

    def touch(self) -> None:
        """Note that the panel has to be worked out anew."""
        self._stale = True

    @property
    def previewed(self) -> Mark | None:
        """The candidate whose line is shown, frozen as it was when it was pointed at."""
        return self._preview

    def is_outdated(self, mark: Mark) -> bool:
        """Tell whether the search meanwhile expects other moves than a frozen line shows."""
        frozen = self._preview
        if frozen is None or frozen.move != mark.move:
            return False
        shown = self._preview_steps
        return mark.line[:shown] != frozen.line[:shown]

    def shown_line(self) -> tuple[int, ...]:
        """Return the moves that the board shows ahead: a preview, or the best line."""
        if self._preview is not None:
            return self._preview.line[: self._preview_steps]
        best = self.controller.best
        if best is None or not self._line_is_open:
            return ()
        return best.line[:STANDING_LINE]

    @property
    def _line_is_open(self) -> bool:
        controller = self.controller
        if controller.session.mode is Mode.ANALYSE:
            return controller.layer or controller.peeking
        return controller.hint is HintStep.LINE

    def board_look(self) -> BoardLook:
        """Return what the board shows now."""
        controller, stage, settings = self.controller, self.stage, self.context.settings
        frame = stage.frame
        best = controller.best
        region: tuple[int, ...] = ()
        if controller.hint is HintStep.REGION and best is not None and not controller.layer:
            region = self.hint_region(best.move)
        overlay = controller.board_overlay
        return BoardLook(
            state=self.session.state,
            before=frame.before,
            progress=frame.progress,
            hover=self.pointed_cell(),
            cursor=stage.cursor if stage.keyboard else None,
            overlay=overlay,
            line=self.shown_line(),
            moves=self.session.played,
            region=region,
            must_block=self.must_block() if overlay is not None else (),
            move_numbers=_MOVE_NUMBERS[settings.move_numbers],
            coordinates=settings.coordinates,
            symbols=settings.symbols,
            playable=controller.may_play,
            cross_fade=self.look is not None and not self.look.gate.moves,
        )

    def pointed_cell(self) -> int | None:
        """Return the cell that is meant by pointer or cursor, if it can be played."""
        if self.dialog is not None or not self.controller.may_play:
            return None
        return self.stage.target

    # Events.

    def _pointer_event(self, event: pygame.event.Event) -> Command | None:
        if event.type == pygame.WINDOWLEAVE:
            self.stage.point(None)
        action = self.toasts.handle_event(event) or self.group.handle_event(event)
        if event.type == pygame.MOUSEBUTTONUP:
            # The keyboard goes back to the board, so Space after a click means the board again.
            self.group.focus(None)
        panel_action = None
        if action is None:
            panel_action = self.panel.handle_event(event)
        if event.type == pygame.MOUSEMOTION:
            self._point(event.pos)
        if action is None and panel_action is not None:
            action = panel_action
        if action is not None:
            self._stale = True
            return self._act(action)
        if event.type == pygame.MOUSEWHEEL and self._preview is not None:
            self._scrub(-event.y)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._press(event.pos)
        return None

    def _press(self, position: tuple[int, int]) -> Command | None:
        if self.toasts.covers(position) or self.group.covers(position):
            return None
        if self.layout.compact and self.panel.box.contains(position):
            grip = position[1] < self.panel.box.y + (self.look.px(26) if self.look else 0)
            if grip or not self.is_raised:
                self._raise_sheet(not self.is_raised)
            return None
        if self.panel.box.contains(position):
            return None
        if self.is_raised:
            self._raise_sheet(False)
            return None
        self._point(position)
        self.stage.keyboard = False
        cell = self.stage.cell_at(position)
        if cell is not None and self.controller.may_play:
            self.clicked(cell)
        return None

    def _point(self, position: tuple[int, int]) -> None:
        on_board = (
            self.layout.board.contains(position)
            and not self.panel.box.contains(position)
            and not self.group.covers(position)
            and not self.toasts.covers(position)
        )
        hovered = self.panel.hovered
        if self.stage.point(position if on_board else None):
            self._stale = True
        overlay = self.controller.board_overlay
        if hovered is not None and hovered.name == CANDIDATE:
            self._start_preview(hovered.value)
        elif on_board and overlay is not None and self.session.mode is not Mode.PLAY:
            move = self.stage.move_at(self.stage.hover)
            ranks = {mark.move: index for index, mark in enumerate(overlay.marks) if mark.labelled}
            self._start_preview(ranks.get(move) if move is not None else None)
        else:
            self._start_preview(None)

    def _dialog_event(self, event: pygame.event.Event) -> Command | None:
        assert self.dialog is not None
        answer = self.dialog.handle_event(event)
        if answer is None:
            return None
        self.dialog = None
        self._stale = True
        if answer.name == "seed" and isinstance(answer.value, str) and answer.value:
            self._new_game(int(answer.value))
        return None

    def _key(self, event: pygame.event.Event) -> Command | None:
        focused = self.group.focused
        if event.key == pygame.K_TAB:
            return self._tab(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        if focused is not None and focused.show_focus and _is_for_widget(event):
            action = self.group.handle_event(event)
            return self._act(action) if action else None
        if is_analysis_key(event) and (not self.stage.keyboard or event.mod & pygame.KMOD_SHIFT):
            self.controller.toggle_layer()
            return None
        direction = direction_of(event)
        if direction is not None:
            self.group.focus(None)
            self.stage.move_cursor(*direction)
            return None
        rank = candidate_of(event)
        if rank is not None:
            self._choose_candidate(rank, bool(event.mod & pygame.KMOD_SHIFT))
            return None
        if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.panel.handle_event(event)
            return None
        key = key_of(event)
        return self._do_key(key) if key is not None else None

    def _tab(self, step: int) -> Command | None:
        """Go round: board, top bar, panel, and back to the board."""
        if not self.group.move_focus(step):
            self.stage.show_cursor()
        else:
            self.stage.keyboard = False
        if self.layout.compact and not self.is_raised and self._focus_is_in_panel():
            self._raise_sheet(True)
        return None

    def _focus_is_in_panel(self) -> bool:
        return self.group.focused in self.panel.widgets

    def _do_key(self, key: Key) -> Command | None:
        if key is Key.ESCAPE:
            return self._escape()
        if key is Key.HELP:
            return OpenScene("help")
        if key in (Key.LESS_TIME, Key.MORE_TIME):
            return self._change_time(1 if key is Key.MORE_TIME else -1)
        if key is Key.COORDINATES:
            return self.change(coordinates=not self.context.settings.coordinates)
        actions: dict[Key, Callable[[], object]] = {
            Key.PLAY_CURSOR: self._play_cursor,
            Key.SPACE: self._space,
            Key.HINT: self._hint,
            Key.PEEK: lambda: self.controller.peek(True),
            Key.UNDO: self._undo,
            Key.REDO: self.controller.redo,
            Key.FIRST: lambda: self.controller.go_to(0),
            Key.LAST: lambda: self.controller.go_to(self.session.length),
            Key.NEW_GAME: self._new_game,
            Key.SAME_SEED: lambda: self._new_game(self.session.seed),
            Key.ENTER_SEED: self._ask_seed,
            Key.LEGEND: self._show_legend,
            Key.ANALYSIS: self.controller.toggle_layer,
            Key.COPY: self._copy,
            Key.PASTE: self._paste,
        }
        actions[key]()
        return None

    def _act(self, action: Action) -> Command | None:
        """Do what a control asks for."""
        self._stale = True
        name, value = action.name, action.value
        if name == "back":
            return Back()
        if name in ("help", "settings"):
            return OpenScene(name)
        if name == "mode" and isinstance(value, str):
            self.controller.set_mode(Mode(value))
            self.is_raised = False
            return None
        if name == PLY and isinstance(value, int):
            self.controller.go_to(value)
            return None
        if name == CANDIDATE and isinstance(value, int):
            self._choose_candidate(value, True)
            return None
        if name == "time" and isinstance(value, int):
            return self._change_time(value)
        if name == "level" and isinstance(value, int):
            return self._change_level(value)
        if name == "speed" and isinstance(value, int):
            return self._change_speed(value)
        session = self.session
        actions: dict[str, Callable[[], object]] = {
            "undo": self._undo,
            "redo": self.controller.redo,
            "new": self._new_game,
            "hint": self._hint,
            "engine": self._engine,
            "legend": self._show_legend,
            "pause": self.controller.toggle_demo,
            "first": lambda: self.controller.go_to(0),
            "back one": lambda: self.controller.go_to(session.cursor - 1),
            "forward one": lambda: self.controller.go_to(session.cursor + 1),
            "last": lambda: self.controller.go_to(session.length),
            "undo new": self.controller.undo_new_game,
        }
        if name in actions:
            actions[name]()
            return None
        return self.act(action)

    # What keys and controls do.

    def _escape(self) -> Command | None:
        """Stop thinking, then close what is open, then leave the scene."""
        if self.controller.stop_thinking():
            return None
        if self.group.focused is not None:
            self.group.focus(None)
        elif self.toasts.is_showing:
            self.toasts.dismiss()
        elif self._preview is not None:
            self._preview = None
        elif self.is_raised:
            self._raise_sheet(False)
        elif self.controller.hint is not HintStep.NONE:
            self.controller.hint = HintStep.NONE
        else:
            return Back()
        return None

    def _undo(self) -> None:
        """Take a turn back; right after a new game, the new game."""
        no_move_of_mine = self.session.can_undo_new_game and not self.controller.can_undo
        if no_move_of_mine:
            self.controller.undo_new_game()
            self.toasts.show("The game before is back.")
        else:
            self.controller.undo()

    def _new_game(self, seed: int | None = None) -> None:
        had_moves = self.session.length > 0
        self.controller.new_game(seed)
        if had_moves:
            self.toasts.show("New game started", action="undo new", label="Undo", key="Ctrl Z")

    def _hint(self) -> None:
        step = self.controller.next_hint()
        if step is HintStep.NONE and self.session.state.is_terminal:
            self.toasts.show("The game is over: there is nothing to hint at.")

    def _space(self) -> None:
        if self.session.mode is Mode.DEMO:
            self.controller.toggle_demo()
        elif self.session.mode is Mode.ANALYSE:
            self.controller.toggle_pondering()
        else:
            self._play_cursor()

    def _play_cursor(self) -> None:
        if not self.stage.keyboard:
            self.stage.show_cursor()
        elif self.stage.cursor is not None and self.controller.may_play:
            self.clicked(self.stage.cursor)

    def _engine(self) -> None:
        """The engine strip's button: restart, stop or go on."""
        if self.context.thinker.state is ThinkerState.FAILED:
            self.controller.restart_ai()
        elif self.session.mode is Mode.DEMO:
            self.controller.toggle_demo()
        else:
            self.controller.toggle_pondering()

    def _choose_candidate(self, rank: int, play: bool) -> None:
        """Show the line of candidate `rank`, or play it."""
        overlay = self.controller.full_overlay
        if overlay is None or not self.controller.is_overlay_open or rank >= len(overlay.marks):
            return
        if play:
            self.play(overlay.marks[rank].move)
        else:
            frozen = self._preview
            same = frozen is not None and overlay.marks[rank].move == frozen.move
            self._start_preview(None if same else rank)

    def _start_preview(self, rank: int | None) -> None:
        overlay = self.controller.full_overlay
        mark: Mark | None = None
        if rank is not None and overlay is not None and rank < len(overlay.marks):
            mark = overlay.marks[rank]
        before = self._preview
        if mark is before or (mark and before and mark.move == before.move):
            return
        self._preview, self._preview_started = mark, self._clock
        self._preview_steps, self._preview_runs = 1, mark is not None
        self._stale = True

    def _scrub(self, steps: int) -> None:
        """Walk the previewed line by the wheel."""
        self._preview_steps = max(1, min(self._preview_most, self._preview_steps + steps))
        self._preview_runs = False
        self._stale = True

    @property
    def _preview_most(self) -> int:
        """How many moves of the previewed line there are to show."""
        return min(LONGEST_PREVIEW, len(self._preview.line)) if self._preview else 0

    def _preview_wait(self) -> float | None:
        if not self._preview_runs or self._preview_steps >= self._preview_most:
            return None
        due = self._preview_started + self._preview_steps * MOTION.ghost_stone
        return max(0.0, due - self._clock)

    def _ask_seed(self) -> None:
        self.dialog = Dialog(
            "seed",
            "Enter a seed",
            "The same seed gives the same board.",
            confirm="Start",
            field=str(self.session.seed),
            accepts=str.isdecimal,
            check=_seed_problem,
        )

    def _show_legend(self) -> None:
        self.dialog = Dialog(
            "legend", "What the board shows", self.legend()[1], confirm="Close", cancel=""
        )

    def _copy(self) -> None:
        try:
            pygame.scrap.put_text(self.session.state.to_text())
        except pygame.error:
            self.toasts.show("There is no clipboard on this system.")
        else:
            self.toasts.show("Position copied.")

    def _paste(self) -> None:
        try:
            text = pygame.scrap.get_text()
        except pygame.error:
            text = ""
        if not text.strip():
            self.toasts.show("The clipboard holds no text.")
            return
        try:
            self.controller.paste(text)
        except RulesError as error:
            self.toasts.show(f"The clipboard holds no position of this game: {error}.")
        else:
            self.toasts.show("Position pasted", action="undo new", label="Undo", key="Ctrl Z")

    def _change_time(self, direction: int) -> ChangeSettings:
        settings = self.controller.next_ai_time(direction)
        return ChangeSettings(settings)

    def _change_level(self, step: int) -> Command | None:
        names = [level.name for level in levels_of(self.profile.game)]
        index = names.index(self.session.level) + step
        if not 0 <= index < len(names):
            return None
        self.controller.set_level(names[index])
        return self.change(**{f"{self.profile.game}_level": names[index]})

    def _change_speed(self, step: int) -> Command | None:
        index = DEMO_SPEEDS.index(self._demo_speed) + step
        if not 0 <= index < len(DEMO_SPEEDS):
            return None
        return self.change(demo_speed=DEMO_SPEEDS[index])

    @property
    def _demo_speed(self) -> float:
        """The speed on the stepper that is nearest to the setting."""
        return min(DEMO_SPEEDS, key=lambda speed: abs(speed - self.context.settings.demo_speed))

    def _raise_sheet(self, raised: bool) -> None:
        self.is_raised = raised
        if self.look is not None:
            self._place_panel(self.look)
        self._stale = True

    # Layout and pictures.

    def _place_panel(self, look: Look) -> None:
        compact = self.layout.compact
        box = self.layout.sheet if compact and self.is_raised else self.layout.panel
        self.panel.place(box, look, sheet=compact)

    def _place_legend(self, look: Look) -> None:
        place = self.layout.legend
        self.legend_chip.place(place._replace(height=self.legend_chip.height(look)))

    def _toast_area(self, look: Look) -> Box:
        board = self.layout.board
        bottom = self.layout.legend.y - look.px(4)
        if self.layout.compact:
            bottom = self.panel.box.y - look.px(10)
        return Box(board.x, board.y, board.width, bottom - board.y)

    def _draw_aside(self, surface: pygame.Surface, look: Look) -> None:
        aside = self.layout.aside
        if not self.layout.compact or aside is None:
            return
        size = look.text(12)
        look.fonts.draw_wrapped(
            surface,
            self.caption().replace(" · ", "\n"),
            (aside.x, aside.y),
            size,
            aside.width,
            look.theme.text3,
            max_lines=3,
            align="right",
        )

    def _draw_board_tooltip(self, surface: pygame.Surface, look: Look, board: BoardLook) -> None:
        if board.hover is None or self.stage.is_animating or self.dialog is not None:
            return
        text = self.stage.view.caption(board)
        if not text:
            return
        words, _, value = text.partition("  ")
        draw_tooltip(surface, look, words, self.tooltip_anchor(board.hover), value=value.strip())

    def _refresh(self) -> None:
        """Work the panel and the bar out anew, if anything has changed."""
        if not self._stale or self.look is None:
            return
        self._stale = False
        self._advance_preview()
        controller, session = self.controller, self.session
        self.top_bar.caption = self.caption()
        self.top_bar.tabs.value = session.mode.value
        can_undo = controller.can_undo or session.can_undo_new_game
        self.top_bar.undo.enabled = self.undo_button.enabled = can_undo
        self.top_bar.redo.enabled = not session.is_at_end
        self.hint_button.enabled = not session.state.is_terminal and not controller.is_ai_turn
        first, back, forward, last = self.history_buttons
        first.enabled = back.enabled = session.cursor > 0
        forward.enabled = last.enabled = not session.is_at_end
        self.demo_button.label = "Pause" if controller.demo_running else "Go on"
        self.demo_button.icon = "pause" if controller.demo_running else "play"
        speed = self._demo_speed
        self.speed_stepper.text = f"{speed:g}×"
        self.speed_stepper.can_go_down = speed > DEMO_SPEEDS[0]
        self.speed_stepper.can_go_up = speed < DEMO_SPEEDS[-1]
        narrow = self.layout.compact and self.layout.aside is not None
        self.legend_chip.caption = "Legend" if narrow else self.legend()[0]
        self._place_legend(self.look)
        if self.layout.compact and not self.is_raised:
            items = self.summary_items()
        else:
            items = (*self.panel_items(), *self._bottom_items())
        self.panel.show(items, 9 if self.dense else SIZE.section_gap)
        widgets: tuple[Widget, ...] = (
            *self.top_bar.widgets,
            self.legend_chip,
            *self.panel.widgets,
        )
        if widgets != self.group.widgets:
            self.group.set_widgets(widgets)

    def _advance_preview(self) -> None:
        if self._preview is None or not self._preview_runs:
            return
        steps = 1 + int((self._clock - self._preview_started) / MOTION.ghost_stone)
        self._preview_steps = max(1, min(self._preview_most, steps))

    def _bottom_items(self) -> tuple[Item, ...]:
        """Return what stands at the panel's lower edge: buttons, or the engine strip."""
        thinker, controller, mode = self.context.thinker, self.controller, self.session.mode
        failed = thinker.state is ThinkerState.FAILED
        strip = engine_strip(thinker, controller)
        self._dress_engine_button()
        if mode is Mode.PLAY:
            main = self.new_button if self.session.state.is_terminal else self.hint_button
            buttons = button_row(main, self.undo_button, sticky=True)
            if failed:
                return (buttons, strip_item(strip, self.engine_button))
            words = thinking_words(thinker, controller)
            if controller.is_ai_turn and controller.is_thinking:
                return (buttons, Item(Footer(words, "", "Esc", "to move now"), gap=10))
            return (buttons, Item(Footer(words, "hold", "Z", "to peek"), gap=10))
        if mode is Mode.DEMO:
            row = button_row(self.demo_button, self.undo_button, sticky=True)
            return (row, strip_item(strip, self.engine_button))
        return (strip_item(strip, self.engine_button),)

    def _dress_engine_button(self) -> None:
        button, thinker = self.engine_button, self.context.thinker
        running = self.controller.is_thinking
        if thinker.state is ThinkerState.FAILED:
            button.label, button.icon, button.key = "Restart", "rotate-ccw", ""
        elif running:
            button.label, button.icon, button.key = "Stop", "square", "Esc"
        else:
            button.label, button.icon, button.key = "Go on", "play", "Space"
        terminal = self.session.state.is_terminal and self.session.mode is not Mode.DEMO
        button.enabled = thinker.state is ThinkerState.FAILED or not terminal
        quiet = self.session.mode is Mode.DEMO or thinker.state is ThinkerState.WARMING
        button.visible = thinker.state is ThinkerState.FAILED or not quiet

    def waiting_words(self) -> str:
        """Return what to say while there is nothing to show."""
        state = self.context.thinker.state
        if state is ThinkerState.FAILED:
            return "The AI has stopped; a restart brings it back."
        if not self.controller.is_overlay_open:
            return "The overlay is off. A shows it."
        if state is ThinkerState.WARMING:
            return "The AI is getting ready."
        return "Thinking…" if self.controller.is_thinking else "Nothing searched here yet."

    # Settings, saving, errors.

    def _load(self, fresh: bool) -> tuple[Session, str | None]:
        session, notice = self.context.storage.load_game(self.profile.game)
        settings = self.context.settings
        if session is None:
            seats = first_seats(1 if self.profile.game == "samegame" else 2, settings.who_starts)
            parameters = self.profile.parameters(settings)
            session = Session(self.profile.game, parameters, seats=seats)
            session.set_level(self._level_by_settings(session.level))
        del fresh
        return session, notice

    def _level_by_settings(self, otherwise: str) -> str:
        level = getattr(self.context.settings, f"{self.profile.game}_level", otherwise)
        return str(level)

    def _follow_settings(self) -> None:
        """Take over the level; and the board's size, while no move has been played."""
        wanted = self._level_by_settings(self.session.level)
        if wanted != self.session.level:
            self.controller.set_level(wanted)
        parameters = self.profile.parameters(self.context.settings)
        untouched = self.session.length == 0 and not self.session.is_pasted
        if untouched and parameters != self.session.parameters:
            self.session.new_game(parameters)
            self.session.forget_previous()

    def _tell_error(self) -> None:
        """Tell once that the AI has stopped."""
        error = self.context.thinker.error
        if error != self._told_error:
            self._told_error = error
            self._stale = True
            if error is not None:
                log.warning("The AI stopped: %s", error)


def _is_for_widget(event: pygame.event.Event) -> bool:
    """Tell whether a key belongs to the focused control rather than to the board."""
    if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
        return False
    return event.key in (
        pygame.K_RETURN,
        pygame.K_KP_ENTER,
        pygame.K_SPACE,
        pygame.K_LEFT,
        pygame.K_RIGHT,
        pygame.K_UP,
        pygame.K_DOWN,
    )


def _seed_problem(text: str) -> str | None:
    if not text:
        return "Type a number."
    return None if len(text) <= MOST_SEED_DIGITS else f"At most {MOST_SEED_DIGITS} digits."
