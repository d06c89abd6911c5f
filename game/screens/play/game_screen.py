"""What a game's screen looks like: board, bar, panel, tooltips, notices, dialogs.

The other half, what events do, is `game.screens.play.game_scene`.
"""

import logging
from dataclasses import dataclass
from typing import Final

import pygame

from ai.contract.rules import State
from game.library.library import SavedGame, record_of
from game.play.credit import seated_player
from game.play.node import GameNode
from game.play.record import Deleted, GameTree
from game.play.session import Mode, Session, SessionError
from game.screens.base import ChangeSettings, Command
from game.screens.context import Context, skin_of
from game.screens.entry import GameEntry
from game.screens.play.board_animator import BoardAnimator
from game.screens.play.candidates import Candidates
from game.screens.play.controller import GameController
from game.screens.play.first_steps import FirstSteps
from game.screens.play.foot import BRING_BACK, Foot
from game.screens.play.game_controls import GameControls
from game.screens.play.graph_switch import GraphSwitch
from game.screens.play.lesson_card import LessonCard
from game.screens.play.opening import follow_settings, open_session
from game.screens.play.panel_rows import failure_items, guess_items
from game.screens.play.preview import LinePreview
from game.screens.play.retry import (
    FoundMistake,
)
from game.screens.play.sentences import tree_waiting_words
from game.screens.play.shown_board import ShownBoard
from game.screens.play.top_bar import TopBar
from game.screens.play.tree_view import TreeView
from game.ui import commands
from game.ui.animation import ease_out, soonest
from game.ui.layout import DEFAULT_WINDOW, GameLayout, game_layout
from game.ui.panel.dialog import Dialog
from game.ui.panel.panel import Panel
from game.ui.sound import Cue
from game.ui.tree import TreeNode, caption_of
from game.ui.widgets import Action, FocusGroup, Toasts, Widget

log = logging.getLogger(__name__)

LOW_PANEL_DP: Final = 420
"""A panel lower than this has one row of buttons only."""


@dataclass(frozen=True, slots=True)
class _Drawn:
    """The frame that was drawn last.

    Attributes:
        before: The position that its move began from, if it showed a move.
        has_panel: Whether it has the panel as it should be, and nothing lies over it.
    """

    surface: pygame.Surface
    before: State | None
    has_panel: bool


class GameScreen:
    """The picture of one game in progress.

    Attributes:
        is_raised: Whether the sheet of a narrow window is raised.
        tree: The search tree, which may lie over the board.
        candidates: The AI's candidates as the player points at them.
        mistake: The mistake that the player has walked to last.
        deleted: The branch that was deleted last.
        deleted_at: The generation of the game in which that was the last change.
        first_steps: The rules and the choice of a board, for an empty one.
    """

    def __init__(self, context: Context, entry: GameEntry) -> None:
        """Open the saved game, or one by the settings."""
        self.context = context
        self.entry, self.profile = entry, entry.profile
        view, profile = entry.board(), entry.profile
        view.game = profile.game
        session = open_session(context, profile)
        self.controller = GameController(session, context, profile)
        self.animator = BoardAnimator(view, session.state)
        self.panel = Panel()
        self.toasts = Toasts()
        self.mistake: FoundMistake | None = None
        self.deleted: Deleted | None = None
        self.end_left: GameNode | None = None
        self.deleted_at: int | None = None
        self.lesson_card = LessonCard(profile.game)
        self.dialog: Dialog | None = None
        self.top_bar = TopBar(session.record.spec.title, view)
        self.controls = GameControls()
        self.foot = Foot(self)
        self.board = ShownBoard(self)
        self.group = FocusGroup()
        self.skin = skin_of(context, DEFAULT_WINDOW, view.material)
        self.size = (1, 1)
        self.layout: GameLayout = game_layout(self.size)
        self._clock = 0.0
        self.is_raised = False
        self.pointing = entry.pointing(self, self.play)
        self.candidates = Candidates(self.controller, self.pointing.is_on)
        self.graphs = GraphSwitch()
        self.first_steps = FirstSteps(context, profile.game)
        self.face = entry.face(self)
        self.tree = TreeView(profile.game, self.face)
        self._findings = 0
        self._shown: tuple[object, ...] = ()
        self._told_error: str | None = None
        self._drawn: _Drawn | None = None
        self._game_left: GameTree | None = None

    def _begin(self, *, fresh: bool) -> None:
        """Go on with the player's own game, to be played, or start one where there is none."""
        controller, session = self.controller, self.session
        if session.own_line is not None and not fresh:
            controller.go_back()
        is_done = session.record.length > 0 and not session.record.is_unfinished
        if is_done or (fresh and session.record.length):
            controller.new_game()
        if is_done and not fresh:
            self.offer_old_game("New game started")
        if is_done or session.mode is Mode.DEMO:
            controller.set_mode(Mode.PLAY)

    def take_up(self, row: SavedGame) -> None:
        """Go on with a kept game of this kind, unless it is the one in progress."""
        session = self.session
        self.note_left()
        self.toasts.dismiss()
        if row.number == session.record.number:
            return
        try:
            self.controller.go_on_with(record_of(row))
        except SessionError as error:
            self.toasts.show(f"It cannot be restored: {error}.")

    def note_left(self) -> None:
        """Note which game is in progress before something else may take its place."""
        self._game_left = self.session.record if self.session.record.is_unfinished else None

    def tell_left(self) -> None:
        """Say that an unfinished game is kept whose place another has taken, and lead back.

        In a retry the bar does, whose buttons would come where this one's was.
        """
        session, left, self._game_left = self.session, self._game_left, None
        if left is not None and left is not session.record and session.record.retry_ply is None:
            back = Action(BRING_BACK, left.number)
            self.toasts.show("The game in progress is kept.", action=back, label="Back to it")

    @property
    def session(self) -> Session:
        return self.controller.session

    @property
    def preview(self) -> LinePreview:
        """The candidate whose line is shown."""
        return self.controller.state.preview

    @property
    def details(self) -> bool:
        """Whether the player wants to see more than a number for each move, and the line."""
        return self.context.settings.details

    # Time and picture.

    def resize(self, size: tuple[int, int]) -> None:
        self.skin = skin_of(self.context, size, self.animator.view.material)
        self.size = size
        self._divide()
        self._drawn = None
        self.group.let_go()
        self.controller.look_again()
        self.top_bar.place(self.layout.top_bar, self.skin)
        before = self.session.generation
        follow_settings(self.controller)
        if self.session.generation != before:
            self.toasts.dismiss()  # what it offered to take back is no longer the last thing done

    def update(self, dt: float) -> Command | None:
        skin = self.skin
        self._clock += dt
        self._follow_position()
        self.animator.update(dt)
        self.group.update(dt, skin)
        self.toasts.update(dt)
        if self.dialog is not None:
            self.dialog.update(dt, skin)
        generation, was_over = self.session.generation, self.session.is_over
        self._findings += self.controller.update(may_move=not self.animator.is_animating)
        if self.face.ghost is not None:
            self.face.ghost.follow(self.session)
        if self.session.generation != generation:
            self.animator.refusal.end()  # the AI has moved, or given up
            if self.dialog is not None and self.dialog.name == commands.RESIGN.name:
                self.dialog = None  # it was asked in the position before
            if self.session.is_over and not was_over and self.session.state is self.animator.state:
                self.animator.end_game(skin.gate)
        grown = self.preview.advanced(self._clock)
        if grown is not self.preview:
            self.controller.put(preview=grown)
        self._tell_error()
        command = self._follow_lesson()
        self._refresh()
        self.animator.fade.go_to(self.board.pointed_cell(), skin.gate)
        return command

    def draw(self, surface: pygame.Surface) -> None:
        self._refresh()
        if not self._panel_waits(surface):
            self._draw(surface)
            return
        # Nothing is drawn where it is, and so the frame before stays there.
        surface.set_clip((0, 0, self.panel.box.x, surface.get_height()))
        try:
            self._draw(surface, with_panel=False)
        finally:
            surface.set_clip(None)

    def _draw(self, surface: pygame.Surface, *, with_panel: bool = True) -> None:
        skin = self.skin
        surface.fill(skin.theme.bg)
        board = self.board.content()
        if self.controller.state.tree:
            self._draw_tree(surface)
        else:
            self.animator.view.draw(surface, board)
            self.face.draw_on_board(surface, board)
        self.top_bar.draw(surface, skin)
        if self.toasts.notice is None:
            self.foot.bar.draw(surface, skin)
        self.toasts.draw(surface, skin, self.foot.notice_area())
        if with_panel:
            self.panel.draw(surface)
            end = self.animator.end
            self.panel.draw_arriving(surface, ease_out(end.arrived), rises=end.rises)
        self.group.draw(surface, skin)
        self.board.draw_tooltip(surface, board)
        if self.dialog is not None:
            self.dialog.draw(surface, skin)
        else:
            self.group.draw_tooltip(surface, skin)
            self.panel.draw_tooltip(surface)

    def _panel_waits(self, surface: pygame.Surface) -> bool:
        """Tell whether the panel beside the board stays as it is on the surface for a frame.

        The first frame of a move has the most to do, and it is the board that is looked at then.
        """
        drawn, before = self._drawn, self.animator.frame.before
        waits = (
            self.animator.is_animating
            and not self.layout.compact
            and self.dialog is None
            and drawn is not None
            and drawn.surface is surface
            and drawn.has_panel
            and drawn.before is not before
        )
        self._drawn = _Drawn(surface, before, has_panel=not waits and self.dialog is None)
        return waits

    def wake_after(self) -> float | None:
        ghost = self.face.ghost
        if self.animator.is_moving or (ghost is not None and ghost.beside.is_reading):
            return 0.0
        if self.dialog is not None and self.dialog.is_animating:
            return 0.0
        return soonest(
            self.group.wake_after(),
            self.toasts.wake_after(),
            self.animator.refusal.wake_after(),
            self.controller.wake_after(),
            self.preview.wake_after(self._clock),
            self.graphs.wake_after(self._clock),
        )

    @property
    def focus_group(self) -> FocusGroup | None:
        """The dialog's controls, or the screen's once Tab has left the board."""
        if self.dialog is not None:
            return self.dialog.group
        return self.group if self.group.focused is not None else None

    # What games and this module use.

    def offer_old_game(self, told: str) -> None:
        self.toasts.show(told, action="undo new", label="Undo", key=commands.UNDO.cap)

    def play(self, move: int, *, taken: bool = False) -> None:
        """Play the player's move, if it is the player's turn."""
        raise NotImplementedError

    def refuse(self, why: str) -> None:
        """Let the player hear, see and read that something cannot be played, at its cell."""
        self.context.cue(Cue.ILLEGAL)
        self.animator.refuse(why, self.skin.gate)

    @property
    def is_steered_by_letters(self) -> bool:
        """Whether A moves the cursor, as W, S and D do."""
        return self.animator.keyboard and self.animator.letters

    @property
    def analysis_key(self) -> str:
        """The key that shows and hides what the AI thinks."""
        return commands.ANALYSIS.keys[self.is_steered_by_letters]

    @property
    def has_begun(self) -> bool:
        """Whether there is a game to go on with, so that another board is no matter of a click."""
        return self.session.record.length > 0 or self.session.record.retry_ply is not None

    # Layout and pictures.

    def _divide(self) -> None:
        """Divide the window; only the player's own resizing, scaling and raising change that."""
        skin = self.skin
        context = self.context
        scale, display_scale = context.settings.ui_scale, context.display_scale
        layout = game_layout(self.size, scale, display_scale, is_raised=self.is_raised)
        self.layout = layout = layout.with_foot(self.foot.height(layout))
        self.animator.view.resize(pygame.Rect(layout.board), skin)
        self.animator.look_again()
        self.tree.place(layout.board, skin)
        self.panel.place(layout.panel, skin, sheet=layout.compact)
        self.foot.place()

    def node_caption(self, node: TreeNode) -> str:
        """Return what is known of a node besides its value, as a detail."""
        return caption_of(node) if self.details else ""

    def _tree_legend(self) -> str:
        return self.tree.legend(
            self.face.sides()[0], one_player=self.session.record.spec.players == 1
        )

    def _draw_tree(self, surface: pygame.Surface) -> None:
        state, known = self.session.state, self.controller.shown_analysis
        waiting = "The game is over." if state.is_terminal else tree_waiting_words(self)
        info = known.info if known is not None and not state.is_terminal else None
        overlay = self.controller.full_overlay
        self.tree.draw(surface, self.skin, state, info, overlay, self.face.sides(), waiting)

    def _follow_position(self) -> None:
        """Show the session's position, with an animation if it is another one."""
        gate = self.skin.gate
        before, state = self.animator.state, self.session.state
        if self.animator.show(state, gate) and self._is_a_step(before):
            if state.is_terminal:
                self.animator.end_game(gate)
            for cue, size in self.entry.cues(before, state, self.session.record.seats):
                self.context.cue(cue, size)
        self.animator.turn(seated_player(self.session) == 1)

    def _is_a_step(self, before: State) -> bool:
        """Tell whether one move has led here: nothing was undone, jumped to or begun anew."""
        ply = self.session.record.cursor - 1
        return ply >= 0 and self.session.record.nodes[ply].state is before

    def _refresh(self) -> None:
        """Follow the position, and show the panel anew if it is made of other values."""
        # Events may come in one batch: the second one must meet the board that the first one left.
        self._follow_position()
        self.foot.follow()
        shown = self._made_of
        if shown != self._shown and not any(each.is_held for each in self.group.widgets):
            self._shown = shown
            self.show_panel()

    @property
    def _made_of(self) -> tuple[object, ...]:
        """What panel, controls and chip are made of: while it is equal, they stay as they are."""
        controller, session, thinker = self.controller, self.session, self.context.thinker
        return (
            self._findings,
            session.generation,
            controller.state,
            self.context.settings,
            self.skin,
            self.layout,
            thinker.state,
            thinker.error,
            self.toasts.notice,
            self.foot.bar.content,
            self.analysis_key,
            self.graphs.is_on(session.mode),
            self.graphs.all_mistakes,
            controller.is_thinking,
            controller.is_searched_out,
            controller.is_held_back,
            controller.lesson,
            *self.face.made_of,
        )

    def show_panel(self) -> None:
        """Work out the panel, the controls and the chip."""
        controller, session, thinker = self.controller, self.session, self.context.thinker
        self.controls.refresh(thinker, controller)
        self.top_bar.caption = self.face.caption()
        self.top_bar.tabs.value = session.mode.value
        self.top_bar.undo.enabled = self.controls.undo.enabled
        self.top_bar.redo.enabled = not session.record.is_at_end
        self.top_bar.earlier.enabled = session.has_earlier
        self.top_bar.details.on = self.details
        self.top_bar.eye.on = controller.layer
        self.top_bar.eye.key = self.analysis_key
        if self.layout.compact and not self.is_raised:
            items = self.face.summary_items()
        else:
            is_low = self.skin.unit.dp(self.panel.box.height) < LOW_PANEL_DP
            bottom = self.controls.bottom_items(
                thinker, controller, self.analysis_key, is_low=is_low
            )
            above = (*failure_items(self), *guess_items(self))
            items = (*above, *self.face.panel_items(), *bottom)
        self.panel.show(items, self.face.gap)
        # What the pointer is on, of which the legend tells, may be another part of the panel now.
        self.foot.place_chip(
            self._tree_legend() if self.controller.state.tree else self.face.legend()[0]
        )
        widgets: tuple[Widget, ...] = (
            *self.top_bar.widgets,
            *(self.foot.bar.widgets if self.toasts.notice is None else ()),
            self.foot.chip,
            *self.toasts.widgets,
            *self.panel.widgets,
        )
        if widgets != self.group.widgets:
            self.group.set_widgets(widgets)

    # Lessons and errors.

    def _follow_lesson(self) -> ChangeSettings | None:
        """Show a new lesson; a letter that it explains is not explained again."""
        lesson = self.controller.take_lesson()
        if lesson is None:
            return None
        if lesson.takes_back:
            self.toasts.dismiss()  # what it offered to take back is no longer the last thing done
        if not lesson.explains:
            return None
        settings = self.context.settings
        told = "".join(sorted({*settings.letters_told, lesson.grade.loss_class}))
        return ChangeSettings(settings.changed(letters_told=told))

    @property
    def seeks_mistake(self) -> bool:
        """Whether the player has walked to a mistake, and may want to find what is better."""
        return self.mistake is not None and self.mistake.is_shown(self.session)

    def _tell_error(self) -> None:
        """Tell once that the AI has stopped."""
        error = self.context.thinker.error
        if error != self._told_error:
            self._told_error = error
            if error is not None:
                log.warning("The AI stopped: %s", error)
