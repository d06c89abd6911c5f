"""What a game's screen looks like: board, bar, panel, tooltips, notices, dialogs.

The other half, what events do, is `game.screens.play.game_scene`.
"""

import logging
from abc import ABC, abstractmethod
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

import pygame

from ai.contract.rules import State
from game.library.library import KeptLine
from game.play.credit import seated_player
from game.play.grading import Grade, grades
from game.play.line import Line, Origin
from game.play.session import Mode, Reason, Session, SessionError
from game.play.thinker import ThinkerState
from game.screens.base import ChangeSettings, Command
from game.screens.context import Context, skin_of
from game.screens.graded import GradedMove
from game.screens.play.board_animator import BoardAnimator
from game.screens.play.candidates import Candidates
from game.screens.play.commentary import explain_hint, line_text
from game.screens.play.controller import GameController
from game.screens.play.cues import cues_of
from game.screens.play.engine import ready_words
from game.screens.play.first_steps import FirstSteps
from game.screens.play.game_controls import GameControls
from game.screens.play.game_graph import sign_of
from game.screens.play.graph_switch import GraphSwitch
from game.screens.play.guesses import ASKING
from game.screens.play.hints import HintStep
from game.screens.play.lesson_card import LessonCard
from game.screens.play.opening import follow_settings, open_session
from game.screens.play.play_state import Case
from game.screens.play.preview import LinePreview
from game.screens.play.retry import (
    AUTOPLAY,
    LATEST,
    NEXT_MISTAKE,
    PLAY_FROM_HERE,
    STOP,
    FoundMistake,
)
from game.screens.play.top_bar import TopBar
from game.screens.play.tree_view import TreeView
from game.screens.profile import Profile
from game.screens.review.words import safe_words, told_move, viewed
from game.ui import commands
from game.ui.animation import ease_out, soonest
from game.ui.boards.view import Board, BoardContent
from game.ui.layout import DEFAULT_WINDOW, Box, GameLayout, game_layout
from game.ui.overlay import LossClass, Mark
from game.ui.panel.analysis import CandidateRow
from game.ui.panel.basics import Hairline
from game.ui.panel.board_bar import BarContent, BoardBar
from game.ui.panel.compose import Tappable
from game.ui.panel.dialog import Dialog
from game.ui.panel.history import BRANCH, PLY, ForkMove, ForkRow
from game.ui.panel.items import Item, sentence_item
from game.ui.panel.legend import Legend
from game.ui.panel.panel import Panel
from game.ui.skin import Skin
from game.ui.sound import Cue
from game.ui.theme import SIZE
from game.ui.tree import NodeText, TreeNode, caption_of
from game.ui.widgets import Action, FocusGroup, Notice, Toasts, Widget, draw_tooltip
from game.ui.widgets.toasts import LEAST_NOTICE_DP
from game.words.numbers import percent, short_count
from game.words.say import counted

log = logging.getLogger(__name__)

STANDING_LINE: Final = 4
BRING_BACK: Final = "bring back"
LEGEND: Final = "Legend"
KEPT_WORDS: Final = "Your game stays as it was."
LOW_PANEL_DP: Final = 420
"""A panel lower than this has one row of buttons only."""
BAR_BESIDE_DP: Final = 520
"""Width of the row that the bar needs beside the legend chip."""
BAR_GAP_DP: Final = 4
"""The least space above the bar and below it."""


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


class GameScreen(ABC):
    """The picture of one game in progress.

    Attributes:
        is_raised: Whether the sheet of a narrow window is raised.
        tree: The search tree, which may lie over the board.
        candidates: The AI's candidates as the player points at them.
        mistake: The mistake that the player has walked to last.
        deleted: The lines of the branch that was deleted last.
        deleted_at: The generation of the game in which that was the last change.
        first_steps: The rules and the choice of a board, for an empty one.
        verbs: What the AI would do with a move, what it did with it, and what a move did.
    """

    verbs: ClassVar[tuple[str, str, str]] = ("play", "played", "earned")

    def __init__(
        self, context: Context, profile: Profile, view: Board, *, fresh: bool = False
    ) -> None:
        """Go on with the saved game, or start one.

        Args:
            fresh: Start a new game even if one is saved; the saved one can be brought back.
        """
        self.context = context
        self.profile = profile
        view.game = profile.game
        session = open_session(context, profile)
        self.controller = GameController(session, context, profile)
        self.animator = BoardAnimator(view, session.state)
        self.panel = Panel()
        self.toasts = Toasts()
        self.bar = BoardBar()
        self.mistake: FoundMistake | None = None
        self.deleted: tuple[Line, ...] = ()
        self.deleted_at: int | None = None
        self.lesson_card = LessonCard(profile.game)
        self.dialog: Dialog | None = None
        self.top_bar = TopBar(session.spec.title, view)
        self.controls = GameControls()
        self.group = FocusGroup()
        self.skin = skin_of(context, DEFAULT_WINDOW, view.material)
        self._size = (1, 1)
        self.layout: GameLayout = game_layout(self._size)
        self._clock = 0.0
        self.is_raised = False
        self.candidates = Candidates(self.controller, self.is_on)
        self.graphs = GraphSwitch()
        self.first_steps = FirstSteps(context, profile.game)
        self.tree = TreeView(profile.game, self)
        self._stale = True
        self._shown_signs: tuple[object, ...] = ()
        self._told_error: str | None = None
        self._drawn: _Drawn | None = None
        self._line_left: int | None = None
        self._begin(fresh=fresh)

    def _begin(self, *, fresh: bool) -> None:
        """Go on with the player's own game, to be played, or start one where there is none."""
        controller, session = self.controller, self.session
        if session.own_game is not None and not fresh:
            with suppress(SessionError):  # its file was damaged by others
                controller.bring_back(session.own_game)
        is_done = session.length > 0 and not session.is_unfinished
        if is_done or (fresh and session.length):
            controller.new_game()
        if is_done and not fresh:
            self.offer_old_game("New game started")
        if is_done or session.mode is Mode.DEMO:
            controller.set_mode(Mode.PLAY)

    def take_up(self, row: KeptLine) -> None:
        """Go on with a kept line of this game, unless it is the one in progress."""
        session = self.session
        self.note_left()
        self.toasts.dismiss()
        if row.number == session.line.number:
            return
        try:
            session.take(row.data)
            self.controller.bring_back(row.number)
        except SessionError as error:
            self.toasts.show(f"It cannot be restored: {error}.")

    def note_left(self) -> None:
        """Note which game is in progress before something else may take its place."""
        self._line_left = self.session.line.number if self.session.is_unfinished else None

    def tell_left(self) -> None:
        """Say that an unfinished game is kept whose place another has taken, and lead back.

        In a retry the bar does, whose buttons would come where this one's was.
        """
        session, left, origin = self.session, self._line_left, self.session.origin
        self._line_left = None
        is_kept = any(line.number == left for line in session.earlier)
        if is_kept and session.retry_ply is None and (origin is None or origin.number != left):
            back = Action(BRING_BACK, left)
            self.toasts.show("The game in progress is kept.", action=back, label="Back to it")

    @property
    def session(self) -> Session:
        return self.controller.session

    @property
    def preview(self) -> LinePreview:
        """The candidate whose line is shown."""
        return self.controller.state.preview

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
    def legend(self) -> tuple[str, Legend]:
        """Return the chip's words for what the board shows now, and each mark with its meaning."""

    @abstractmethod
    def rule_words(self) -> str:
        """Return the goal in a few words, such as "five in a row wins"."""

    @abstractmethod
    def explanation(self) -> str:
        """Return why the best move is best, or what its line does."""

    @abstractmethod
    def play_words(self) -> str:
        """Return what happened last in a game being played, and what may be done."""

    @abstractmethod
    def hint_region(self, move: int) -> tuple[int, ...]:
        """Return cells to look at for a move, without giving the move away."""

    @abstractmethod
    def is_on(self, mark: Mark, cell: int) -> bool:
        """Tell whether the board shows a candidate on a cell."""

    def tooltip_anchor(self, cell: int) -> Box:
        return self.animator.view.cell_box(self.session.state, cell)

    def draw_on_board(self, surface: pygame.Surface, skin: Skin, board: BoardContent) -> None:
        del surface, skin, board

    def is_standing(self, grade: Grade) -> bool:
        """Tell whether what a graded move put on the board is still there."""
        del grade
        return True

    def demo_words(self) -> str:
        """Return what was played last in a demo, and what the AI thought of it."""
        return self.play_words()

    def line_words(self) -> str:
        """Return `explanation`, and what is to be said of the AI's line besides."""
        return self.explanation()

    def chosen_words(self) -> str:
        """Return what to do with what has been chosen for a move; nothing while nothing is."""
        return ""

    def must_block(self) -> tuple[int, ...]:
        """Return cells of which one must be taken at once."""
        return ()

    @property
    def details(self) -> bool:
        """Whether the player wants to see more than a number for each move, and the line."""
        return self.context.settings.details

    @property
    def gap(self) -> int:
        """The space between the panel's items in dp, where there is enough of it."""
        return SIZE.section_gap

    # Time and picture.

    def resize(self, size: tuple[int, int]) -> None:
        self.skin = skin_of(self.context, size, self.animator.view.material)
        self._size = size
        self._divide()
        self._drawn = None
        self.group.let_go()
        self.controller.look_again()
        self.top_bar.place(self.layout.top_bar, self.skin)
        before = self.session.generation
        follow_settings(self.controller)
        if self.session.generation != before:
            self.toasts.dismiss()  # what it offered to take back is no longer the last thing done
        self._stale = True

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
        if self.controller.update(may_move=not self.animator.is_animating):
            self._stale = True
        if self.session.generation != generation:
            self.animator.refusal.end()  # the AI has moved, or given up
            if self.dialog is not None and self.dialog.name == commands.RESIGN.name:
                self.dialog = None  # it was asked in the position before
            if self.session.is_over and not was_over and self.session.state is self.animator.state:
                self.animator.end_game(skin.gate)
        self._tell_error()
        command = self._follow_lesson()
        grown = self.preview.advanced(self._clock)
        if grown is not self.preview or self.controller.unrolled is not None:
            self.controller.put(preview=grown)
            self._stale = True
        self._refresh()
        self.animator.fade.go_to(self.pointed_cell(), skin.gate)
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
        board = self.board_content()
        if self.controller.state.tree:
            self._draw_tree(surface)
        else:
            self.animator.view.draw(surface, board)
            self.draw_on_board(surface, skin, board)
        self.top_bar.draw(surface, skin)
        if self.toasts.notice is None:
            self.bar.draw(surface, skin)
        self.toasts.draw(surface, skin, self._notice_area())
        if with_panel:
            self.panel.draw(surface)
            end = self.animator.end
            self.panel.draw_arriving(surface, ease_out(end.arrived), rises=end.rises)
        self.group.draw(surface, skin)
        self._draw_board_tooltip(surface, board)
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
        if self.animator.is_moving:
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

    @property
    def listed_moves(self) -> tuple[int, ...]:
        """The moves of the game that may be seen: who guesses first does not see those to come."""
        session = self.session
        return session.played if self.controller.guesser.is_on(session) else session.moves

    @property
    def shows_graph(self) -> bool:
        """Whether the graph is to be seen in this mode; it tells too much to who guesses first."""
        session = self.session
        return self.graphs.is_on(session.mode) and not self.controller.guesser.is_on(session)

    def guess_items(self) -> tuple[Item, ...]:
        """Return how good the player's guesses were, where moves are guessed."""
        told = self.controller.guesser.tally(self.session)
        return (sentence_item(told), Item(Hairline())) if told else ()

    def offer_old_game(self, told: str) -> None:
        self.toasts.show(told, action="undo new", label="Undo", key=commands.UNDO.cap)

    def fork_row(self) -> ForkRow | None:
        """Return where branches of the game part next to the shown position, if they do."""
        session, fork = self.session, self.session.fork
        if fork is None or self.controller.guesser.is_on(session):
            return None
        before = session.state_at(fork.ply)
        branches = []
        for index, line in enumerate(fork.lines):
            sign = sign_of(session, line.chooser(fork.ply + 1))
            more = counted(session.move_number(line.length - fork.ply), "move")
            hit = Tappable(BRANCH, line.number, f"{more} to its end")
            if index == fork.shown:
                hit = Tappable(PLY, fork.ply + 1)
            move = line.steps[fork.ply + 1].node.move
            branches.append(ForkMove(before.move_label(move), hit, sign))
        bin_, fold = (
            Tappable(each.name, tooltip=f"{each.title}  {each.cap}")
            for each in (commands.DELETE_BRANCH, commands.FOLD_BRANCHES)
        )
        number = str(session.move_number(fork.ply + 1))
        return ForkRow(number, tuple(branches), fork.shown, bin_, fold, session.is_folded)

    def touch(self) -> None:
        """Note that the panel has to be worked out anew."""
        self._stale = True

    def shown_line(self) -> tuple[int, ...]:
        """Return the moves that the board shows ahead: a preview, or the best line."""
        if self.preview.mark is not None:
            return self.preview.line
        best, overlay = self.controller.best, self.controller.board_overlay
        if best is None or not self._line_is_open:
            return ()
        if overlay is not None and not overlay.estimates:
            return ()  # a line is what the search expects
        return best.line[:STANDING_LINE]

    @property
    def _line_is_open(self) -> bool:
        controller = self.controller
        if controller.session.mode is Mode.ANALYSE:
            return controller.layer or controller.peeking
        return controller.hint is HintStep.LINE

    def board_content(self) -> BoardContent:
        controller, stage = self.controller, self.animator
        best = controller.best
        region: tuple[int, ...] = ()
        if controller.hint is HintStep.REGION and best is not None and not controller.layer:
            region = self.hint_region(best.move)
        overlay = controller.board_overlay
        task = controller.guide.task(self.session)
        line = self.shown_line()
        if task is not None and self.session.cursor == task.ply and not line:
            line = (task.move,)
        if controller.guess is not None and self.preview.mark is None:
            line = (controller.guess.move,)
        return replace(
            stage.content(),
            state=self.session.state,
            hover=self.pointed_cell(),
            cursor=stage.cursor if stage.keyboard and not self.session.is_over else None,
            overlay=overlay,
            line=line,
            moves=self.session.played,
            region=region,
            must_block=self.must_block() if overlay is not None else (),
            playable=controller.may_play,
            grades=self._shown_grades(),
            named=self._named_cells(),
            ending=stage.end.seconds,
        )

    def picture(self) -> pygame.Surface:
        """Return the board as it is shown, but for what follows the pointer."""
        shown = pygame.Surface(self._size)
        shown.fill(self.skin.theme.bg)
        still = replace(self.board_content(), before=None, progress=1.0)
        board = replace(still, hover=None, hover_before=None, cursor=None, shaken=None)
        self.animator.view.draw(shown, board)
        self.draw_on_board(shown, self.skin, board)
        return shown.subsurface(self.layout.board).copy()

    def _named_cells(self) -> tuple[int, ...]:
        """Return the cells of the move whose name is pointed at, or else of one that was guessed.

        A graded guess has its ring, and a group of tiles its outline.
        """
        move = self.candidates.named(self.panel.hovered)
        guess, is_duel = self.controller.guess, self.session.spec.players == 2
        if move is None and guess is not None and guess.letter is None and is_duel:
            move = guess.move
        return () if move is None else self.animator.view.cells_of(self.session.state, move)

    def _shown_grades(self) -> tuple[tuple[int, LossClass], ...]:
        """Return the grade of the player's last move, or of the one to be bettered."""
        controller, session, guess = self.controller, self.session, self.controller.guess
        if guess is not None:
            return () if guess.letter is None else ((guess.move, guess.letter),)
        if session.mode is not Mode.PLAY:
            return ()
        task = controller.guide.task(session)
        if task is not None and session.cursor == task.ply:
            played = task.played
            return () if played is None else ((task.move, played.grade.loss_class),)
        grade = controller.guide.grade(session) or controller.teacher.grade(session)
        if grade is None or grade.shown_class is None or not self.is_standing(grade):
            return ()
        return ((grade.move, grade.shown_class),)

    def pointed_cell(self) -> int | None:
        """Return the cell that is meant by pointer or cursor, if it can be played."""
        if self.dialog is not None or not self.controller.may_play:
            return None
        return self.animator.target

    @property
    def is_steered_by_letters(self) -> bool:
        """Whether A moves the cursor, as W, S and D do."""
        return self.animator.keyboard and self.animator.letters

    @property
    def analysis_key(self) -> str:
        """The key that shows and hides what the AI thinks."""
        return commands.ANALYSIS.keys[self.is_steered_by_letters]

    def waiting_words(self) -> str:
        """Return what to say while there is nothing to show."""
        state = self.controller.ai_state
        if state is ThinkerState.FAILED:
            return "The AI has stopped. Restart it to go on."
        if self.controller.case is Case.PLAY_OUT:
            return "The AI is playing its line. Esc stops it."
        if not self.controller.is_overlay_open:
            return f"Press {self.analysis_key} to see what the AI thinks."
        if state is ThinkerState.WARMING:
            return ready_words(self.context.thinker, self.session.spec.name)
        return "Thinking…" if self.controller.is_thinking else self._idle_words()

    def _idle_words(self) -> str:
        """Return what to say of a position that nothing is known of and that nothing searches."""
        waits = self.controller.waits_for_space
        return f"Stopped. **{commands.SPACE.cap}** goes on." if waits else "Not analysed yet."

    @property
    def has_begun(self) -> bool:
        """Whether there is a game to go on with, so that another board is no matter of a click."""
        return self.session.length > 0 or self.session.retry_ply is not None

    def hint_waiting_words(self) -> str:
        """Return what to say to a hint that the AI has no move for yet."""
        state = self.controller.ai_state
        if state is ThinkerState.FAILED:
            return "The AI has stopped. Restart it for the hint."
        if state is ThinkerState.WARMING:
            return "The AI is getting ready. Your hint comes next."
        return "Looking for a hint…"

    def hint_words(self) -> str:
        """Return what the first steps of a hint say."""
        controller, best = self.controller, self.controller.best
        if best is None:
            return self.hint_waiting_words()
        if controller.hint is HintStep.REGION:
            return f"Look in the **marked area**. Press {commands.HINT.cap} again for the move."
        told = explain_hint(self.session.state, controller.full_overlay, best, self.verbs[0])
        return f"{told} Press {commands.HINT.cap} again for what follows."

    @property
    def only_move(self) -> int | None:
        """The player's only move, if no cell means it, as with passing: any click plays it."""
        state = self.session.state
        if not self.controller.may_play or len(state.legal_moves) != 1:
            return None
        (move,) = state.legal_moves
        return None if self.animator.view.cells_of(state, move) else move

    def sentence(self) -> str:
        """Return what the panel says of the position: the hint, the analysis or the last move."""
        controller, session = self.controller, self.session
        if self.only_move is not None:
            name = session.state.move_to_string(self.only_move)
            return f"The only move is **{name}**. A click on the board plays it."
        if controller.hint in (HintStep.REGION, HintStep.MOVE):
            return self.hint_words()
        if session.comment:
            return session.comment
        if session.mode is Mode.DEMO and session.cursor:
            return self.demo_words()
        if controller.is_overlay_open:
            return self.line_words() or self.waiting_words()
        if chosen := self.chosen_words():
            return chosen
        if controller.awaits_guess:
            return ASKING
        if session.mode is Mode.PLAY:
            if session.retry_ply is None:
                return self.play_words()
            return (
                KEPT_WORDS if controller.case is Case.TRIED else f"Find a better move. {KEPT_WORDS}"
            )
        return self.waiting_words()

    def candidate_row(self, mark: Mark, **told: Any) -> CandidateRow:
        """Return a candidate's row in the table, with what else a game tells of it."""
        state, preview = self.session.state, self.preview.mark
        usual = CandidateRow(
            mark.loss_class,
            state.move_label(mark.move),
            visits=short_count(mark.visits),
            line=line_text(state.play(mark.move), mark.line[1:5]),
            highlighted=mark.rank == 1 if preview is None else mark.move == preview.move,
            updated=self.preview.is_outdated(mark),
        )
        return replace(usual, **told)

    # Layout and pictures.

    def _divide(self) -> None:
        """Divide the window; only the player's own resizing, scaling and raising change that."""
        skin = self.skin
        context = self.context
        scale, display_scale = context.settings.ui_scale, context.display_scale
        layout = game_layout(self._size, scale, display_scale, is_raised=self.is_raised)
        bar = self.bar.height(skin, self._bar_room(layout).width) + 2 * skin.px(BAR_GAP_DP)
        self.layout = layout = layout.with_foot(bar)
        self.animator.view.resize(pygame.Rect(layout.board), skin)
        self.animator.look_again()
        self.tree.place(layout.board, skin)
        self.panel.place(layout.panel, skin, sheet=layout.compact)
        self._place_bar()

    def _bar_room(self, layout: GameLayout) -> Box:
        """Return the row of the bar: beside the legend chip, or in its place in a narrow window."""
        skin = self.skin
        chip = skin.px(10) + self.controls.legend.short_width(skin, LEGEND)
        row = layout.foot
        if row.width - chip < skin.px(BAR_BESIDE_DP):
            return row
        return row._replace(x=row.x + chip, width=row.width - chip)

    def _place_bar(self) -> None:
        room = self._bar_room(self.layout)
        tall = self.bar.height(self.skin, room.width)
        self.bar.place(self.skin, room._replace(y=room.centre[1] - tall // 2, height=tall))

    def _follow_bar(self) -> None:
        content = self.bar_content()
        if content != self.bar.content:
            self._stale = True
            self.bar.show(content)
            self._place_bar()

    def _place_legend(self, words: str) -> None:
        """Place the chip; words that don't fit its row are left to the legend it opens.

        A notice or the bar comes beside it, or in its place where the row is too narrow for both.
        """
        skin, chip = self.skin, self.controls.legend
        row, foot = self.layout.legend, self.layout.foot
        has_notice, has_bar = self.toasts.notice is not None, self.bar.content is not None
        chip.caption = words
        if has_notice or has_bar or chip.width(skin) > row.width:
            chip.caption = LEGEND
        beside = row.width - chip.width(skin) >= skin.px(LEAST_NOTICE_DP)
        if has_bar and not has_notice:  # the bar may go while a notice stays where it is
            beside = self._bar_room(self.layout).x > foot.x
        chip.visible = beside or not (has_notice or has_bar)
        tall = chip.height(skin)
        chip.fit(Box(row.x, foot.centre[1] - tall // 2, row.width, tall), skin)

    def _notice_area(self) -> Box:
        """Return where a notice stands: beside the legend chip, or in its or the bar's place."""
        foot, chip = self.layout.foot, self.controls.legend
        left = foot.x
        if chip.visible:
            left += min(chip.width(self.skin), foot.width) + self.skin.px(10)
        return foot._replace(x=left, width=foot.right - left)

    def standing_notice(self) -> Notice | None:
        """Return what is to be said for as long as it is so, and what leads out of it."""
        if self.bar.content is not None:
            return None  # the bar says where one is
        origin = self._came_from
        if origin is None:
            return None
        if origin.reason is Reason.RETRY:
            return Notice(
                "Another try; your game is kept.", Action("back"), "Review", commands.BACK.cap
            )
        text = f"{self.shown_words() or 'The AI played on.'} Your game is kept."
        return Notice(text, Action(BRING_BACK, origin.number), "Back to it")

    def bar_content(self) -> BarContent | None:
        """Return what the bar says and offers; None for no bar."""
        session = self.session
        if session.retry_ply is not None:
            return self.controller.guide.content(session)
        if self.controller.awaits_guess or self.controller.guess is not None:
            return self.controller.guesser.content(session, is_stopped=self.controller.is_stopped)
        if self.mistake is not None and self.seeks_mistake:
            return self.mistake.content(session)
        controller, told = self.controller, self.shown_words()
        if not controller.looks_back:
            if not told or self._came_from is not None:
                return None  # who left a game for this one finds the way back there
            again = (AUTOPLAY, replace(LATEST, is_there=False)) if session.is_over else ()
            return BarContent(told, again)
        is_walking = self.mistake is not None and self.mistake.is_ahead(session)
        onward = (NEXT_MISTAKE,) if is_walking else ()
        if controller.shows_game:
            return BarContent(told, (STOP, *onward, LATEST))
        choices = (PLAY_FROM_HERE, *(onward or (AUTOPLAY,)), LATEST)
        return BarContent(f"Viewing {viewed(session)}", choices)

    def shown_words(self) -> str:
        """Return what is told of what goes on by itself, a demo too; nothing where nothing does."""
        controller, session = self.controller, self.session
        if controller.unrolled is not None:
            return safe_words(session, controller.unrolled[0])
        is_shown = session.mode is Mode.DEMO or controller.shows_game
        if not is_shown or not session.cursor:
            return ""
        return told_move(session, session.cursor, controller.told)

    @property
    def _came_from(self) -> Origin | None:
        """The game that was left for this one, where the player may want to go back to it."""
        session, origin = self.session, self.session.origin
        if origin is None or not (session.ai_moves or origin.reason is Reason.RETRY):
            return None
        return origin

    def cues(self, before: State, after: State) -> Iterable[tuple[Cue, int]]:
        """Return what the step from one shown position to another makes heard, with its size."""
        return cues_of(before, after, self.session.seats)

    def node_text(self, state: State, node: TreeNode, best: float) -> NodeText:
        """Return what a node of the search tree says; its letter comes from its mark.

        Args:
            best: The largest value in the tree, by which scores are drawn.
        """
        del best
        name = state.move_label(node.path[-1])
        return NodeText(name, percent(node.value), node.value, self.node_caption(node))

    def node_caption(self, node: TreeNode) -> str:
        """Return what is known of a node besides its value, as a detail."""
        return caption_of(node) if self.details else ""

    def node_content(self, still: BoardContent, node: TreeNode, before: State) -> BoardContent:
        del before
        return replace(still, line=node.path)

    def sides(self) -> tuple[str, str]:
        """Return the names of the player to move and of the other one."""
        return "", ""

    def _tree_legend(self) -> str:
        return self.tree.legend(self.sides()[0], one_player=self.session.spec.players == 1)

    def _draw_tree(self, surface: pygame.Surface) -> None:
        state, known = self.session.state, self.controller.shown_analysis
        waiting = "The game is over." if state.is_terminal else self.tree_waiting_words()
        info = known.info if known is not None and not state.is_terminal else None
        overlay = self.controller.full_overlay
        self.tree.draw(surface, self.skin, state, info, overlay, self.sides(), waiting)

    def tree_waiting_words(self) -> str:
        if self.controller.ai_state is ThinkerState.WARMING:
            return ready_words(self.context.thinker, self.session.spec.name)
        return "The tree grows…" if self.controller.is_thinking else self._idle_words()

    def _draw_board_tooltip(self, surface: pygame.Surface, board: BoardContent) -> None:
        if self.animator.is_animating or self.dialog is not None or self.controller.state.tree:
            return
        skin, refusal = self.skin, self.animator.refusal
        if refusal.cell is not None:
            anchor = self.animator.view.cell_box(self.session.state, refusal.cell)
            draw_tooltip(surface, skin, refusal.words, anchor)
            return
        graded = self._pointed_grade(board)
        if graded is not None:
            draw_tooltip(surface, skin, *graded, spared=self._looked_for(board))
            return
        if board.hover is None:
            return
        text = self.animator.view.caption(board)
        if not text:
            return
        words, _, value = text.partition("  ")
        anchor, spared = self.tooltip_anchor(board.hover), self._looked_for(board)
        draw_tooltip(surface, skin, words, anchor, value=value.strip(), spared=spared)

    def _looked_for(self, board: BoardContent) -> list[Box]:
        """Return where the last move and the AI's are to be seen, which nothing may hide."""
        session, view, state = self.session, self.animator.view, self.session.state
        moves = (
            [mark.move for mark in board.overlay.marks if mark.labelled] if board.overlay else []
        )
        if session.spec.players == 2:
            moves.extend(session.played[-1:])
        cells = {cell for move in moves for cell in view.graded_cells(state, move)}
        return [view.cell_box(state, cell) for cell in cells]

    def _pointed_grade(self, board: BoardContent) -> tuple[str, Box] | None:
        cell, view, state = self.animator.target, self.animator.view, self.session.state
        if cell is None or not self.animator.is_pointed_at:
            return None
        for move, letter in board.grades:
            graded = self._graded(move)
            if graded is not None and cell in view.graded_cells(state, move):
                words = graded.meaning(letter, is_named=self.details)
                return words, view.cell_box(state, cell)
        return None

    def _graded(self, move: int) -> GradedMove | None:
        if self.controller.guess is not None:
            return self.controller.guess.graded
        known = [grade for grade in grades(self.session) if grade.move == move]
        if not known:
            return None
        is_sought = self.session.retry_ply is not None
        return GradedMove(self.session, replace(known[-1], line=()) if is_sought else known[-1])

    def _follow_position(self) -> None:
        """Show the session's position, with an animation if it is another one."""
        gate = self.skin.gate
        before, state = self.animator.state, self.session.state
        if self.animator.show(state, gate):
            self._stale = True
            if self._is_a_step(before):
                if state.is_terminal:
                    self.animator.end_game(gate)
                for cue, size in self.cues(before, state):
                    self.context.cue(cue, size)
        self.animator.turn(seated_player(self.session) == 1)

    def _is_a_step(self, before: State) -> bool:
        """Tell whether one move has led here: nothing was undone, jumped to or begun anew."""
        ply = self.session.cursor - 1
        return ply >= 0 and self.session.state_at(ply) is before

    def _refresh(self) -> None:
        """Follow the position, and work the panel and the bar out anew if anything has changed."""
        # Events may come in one batch: the second one must meet the board that the first one left.
        self._follow_position()
        self._follow_bar()
        self.toasts.stand(self.standing_notice())
        signs = self._signs
        is_held = any(each.is_held for each in self.group.widgets)
        if (not self._stale and signs == self._shown_signs) or is_held:
            return
        self._stale, self._shown_signs = False, signs
        controller, session, thinker = self.controller, self.session, self.context.thinker
        self.controls.refresh(thinker, controller)
        self.top_bar.caption = self.caption()
        self.top_bar.tabs.value = session.mode.value
        self.top_bar.undo.enabled = self.controls.undo.enabled
        self.top_bar.redo.enabled = not session.is_at_end
        self.top_bar.earlier.enabled = bool(session.earlier)
        self.top_bar.details.on = self.details
        self.top_bar.eye.on = controller.layer
        self.top_bar.eye.key = self.analysis_key
        if self.layout.compact and not self.is_raised:
            items = self.summary_items()
        else:
            is_low = self.skin.unit.dp(self.panel.box.height) < LOW_PANEL_DP
            bottom = self.controls.bottom_items(
                thinker, controller, self.analysis_key, is_low=is_low
            )
            above = (*self.failure_items(), *self.guess_items())
            items = (*above, *self.panel_items(), *bottom)
        self.panel.show(items, self.gap)
        # What the pointer is on, of which the legend tells, may be another part of the panel now.
        self._place_legend(self._tree_legend() if self.controller.state.tree else self.legend()[0])
        widgets: tuple[Widget, ...] = (
            *self.top_bar.widgets,
            *(self.bar.widgets if self.toasts.notice is None else ()),
            self.controls.legend,
            *self.toasts.widgets,
            *self.panel.widgets,
        )
        if widgets != self.group.widgets:
            self.group.set_widgets(widgets)

    @property
    def _signs(self) -> tuple[object, ...]:
        """What controls and sentences follow, and what changes without an event."""
        controller, thinker = self.controller, self.context.thinker
        is_thinking = controller.is_thinking, controller.is_searched_out, controller.is_held_back
        return (
            self.toasts.notice,
            thinker.state,
            self.session.generation,
            self.analysis_key,
            *is_thinking,
        )

    # Lessons and errors.

    def _follow_lesson(self) -> ChangeSettings | None:
        """Show a new lesson; a letter that it explains is not explained again."""
        lesson = self.controller.take_lesson()
        if lesson is None:
            return None
        self._stale = True
        if lesson.takes_back:
            self.toasts.dismiss()  # what it offered to take back is no longer the last thing done
        if not lesson.explains:
            return None
        settings = self.context.settings
        told = "".join(sorted({*settings.letters_told, lesson.grade.loss_class}))
        return ChangeSettings(settings.changed(letters_told=told))

    @property
    def tells_failure(self) -> bool:
        session = self.session
        is_over = session.is_over and session.retry_ply is None
        return self.controller.has_failed and session.mode is Mode.PLAY and not is_over

    def failure_items(self) -> tuple[Item, ...]:
        """Return the way on after a failure, first in the panel: nothing there can move it."""
        if not self.tells_failure:
            return ()
        thinker, controller = self.context.thinker, self.controller
        return (self.controls.failure_item(thinker, controller, self.sentence()),)

    def said_items(self) -> tuple[Item, ...]:
        """Return what the panel says of the position; after a failure that row says it."""
        return () if self.tells_failure else (sentence_item(self.sentence()),)

    def lesson_items(self) -> tuple[Item, ...]:
        """Return what the teacher says of the player's last move; nothing while more is asked."""
        lesson = self.controller.lesson
        is_asked = self.controller.hint or self.controller.is_overlay_open
        if lesson is None or is_asked or self.seeks_mistake:
            return ()
        return self.lesson_card.items(self.session, lesson, details=self.details)

    @property
    def seeks_mistake(self) -> bool:
        """Whether the player has walked to a mistake, and may want to find what is better."""
        return self.mistake is not None and self.mistake.is_shown(self.session)

    def _tell_error(self) -> None:
        """Tell once that the AI has stopped."""
        error = self.context.thinker.error
        if error != self._told_error:
            self._told_error = error
            self._stale = True
            if error is not None:
                log.warning("The AI stopped: %s", error)
