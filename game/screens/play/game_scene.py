"""A game's screen: the parts that it consists of, and how they live together.

What events do is beside it: `keys` and `pointer` tell what they ask for, `actions` does that.
`GameScreen` shows it, and the controller decides who thinks and moves. A game adds its parameters,
its panel and its words, see `game.screens.entry`.
"""

import logging
from collections.abc import Hashable

import pygame

from ai.contract.rules import IllegalMoveError
from ai.phrases import told
from game.screens import described
from game.screens.base import ChangeSettings, Command, OpenGame
from game.screens.context import Context, skin_of
from game.screens.entry import GameEntry
from game.screens.play import actions, keys, pointer
from game.screens.play.announcer import Announcer
from game.screens.play.board_animator import BoardAnimator
from game.screens.play.candidates import Candidates
from game.screens.play.controller import GameController
from game.screens.play.first_steps import FirstSteps
from game.screens.play.foot import Foot
from game.screens.play.game_controls import GameControls
from game.screens.play.game_screen import GameScreen
from game.screens.play.history import GameHistory
from game.screens.play.lesson_card import LessonCard
from game.screens.play.opening import follow_settings, open_session
from game.screens.play.pasted import Texts
from game.screens.play.preview import LinePreview
from game.screens.play.react import LETS_PEEK_GO, Play
from game.screens.play.reading import GameReader
from game.screens.play.shown_board import ShownBoard
from game.screens.play.top_bar import TopBar
from game.screens.play.tree_view import TreeView
from game.ui import commands
from game.ui.animation import soonest
from game.ui.commands import UserCommand
from game.ui.elements import Element
from game.ui.layout import DEFAULT_WINDOW, GameLayout, game_layout
from game.ui.panel.dialog import Dialog
from game.ui.panel.panel import Panel
from game.ui.sound import Cue
from game.ui.spoken import Utterance
from game.ui.widgets import FocusGroup, Grip, Toasts
from game.words.say import sentence

log = logging.getLogger(__name__)


class GameScene:
    """One game on the screen; see `game.screens.base.Scene`.

    Attributes:
        controls: The buttons that do not stand in the top bar.
        foot: The row below the board.
        board: What the board shows.
        group: All controls that can be used now.
        is_raised: Whether the sheet of a narrow window is raised.
        candidates: The AI's candidates as the player points at them.
        first_steps: The rules and the choice of a board, for an empty one.
        face: What this game says and shows.
        tree: The search tree, which may lie over the board.
        announcer: Says what happens.
        reader: Reads the board where the cursor is.
    """

    def __init__(self, context: Context, entry: GameEntry, command: OpenGame) -> None:
        """Go on with the saved game, or start one as the command says."""
        self.context, self.entry, self.profile = context, entry, entry.profile
        game, view = entry.name, entry.board()
        view.game = game
        self.session = open_session(context, entry.profile)
        self.controller = GameController(self.session, context, entry.profile)
        self.skin = skin_of(context, DEFAULT_WINDOW, view.material)
        self.size = (1, 1)
        self.layout: GameLayout = game_layout(self.size)
        self.is_raised = False
        self.dialog: Dialog | None = None
        self.animator = BoardAnimator(view, self.session.state)
        self.panel, self.toasts, self.group = Panel(), Toasts(), FocusGroup()
        self.top_bar = TopBar(self.session.record.spec.title, view)
        self.controls = GameControls(self)
        self.lesson_card, self.first_steps = LessonCard(game), FirstSteps(context, game)
        self.pointing = entry.pointing(self)
        self.candidates = Candidates(self.controller, self.pointing.is_on)
        self.foot, self.board = Foot(self), ShownBoard(self)
        self.history, self.texts = GameHistory(self), Texts(self)
        self.face = entry.face(self)
        self.tree = TreeView(game, self.face)
        self.announcer = Announcer(self)
        self.reader = GameReader(self)
        self.screen = GameScreen(self)
        self._shown_error: str | None = None
        self.history.begin(fresh=command.fresh)
        if entry.begin is not None:
            entry.begin(self, command)

    # Its life.

    def on_enter(self) -> None:
        """Come back: settings may have changed meanwhile."""
        follow_settings(self.controller)
        self.history.tell_left()

    def on_exit(self) -> None:
        self.history.note_left()
        self.controller.leave()

    def on_drop(self) -> None:
        """Nothing waits."""

    def resize(self, size: tuple[int, int]) -> None:
        self.skin = skin_of(self.context, size, self.animator.view.material)
        self.size = size
        self.screen.resize()
        self.group.let_go()
        self.controller.ai.live.look_again()
        before = self.session.generation
        follow_settings(self.controller)
        if self.session.generation != before:
            self.toasts.dismiss()  # what it offered to take back is no longer the last thing done

    def update(self, dt: float) -> Command | None:
        skin, session, animator = self.skin, self.session, self.animator
        self.screen.follow_position()
        animator.update(dt)
        self.group.update(dt, skin)
        self.toasts.update(dt)
        if self.dialog is not None:
            self.dialog.update(dt, skin)
        generation, was_over = session.generation, session.is_over
        self.screen.changes += self.controller.update(
            may_move=not animator.is_animating, is_held=self.screen.is_held
        )
        if self.face.ghost is not None:
            self.face.ghost.follow(session)
        if session.generation != generation:
            animator.refusal.end()  # the AI has moved, or given up
            if session.is_over and not was_over and session.state is animator.state:
                animator.end_game(skin.gate)
        grown = self.preview.advanced(self.context.clock())
        if grown is not self.preview:
            self.controller.give(grown)
        self._tell_error()
        command = self._follow_lesson()
        self.screen.refresh()
        animator.fade.go_to(self.board.pointed_cell(), skin.gate)
        return command

    def draw(self, surface: pygame.Surface) -> None:
        self.screen.draw(surface)

    def describe(self) -> Element:
        """Return what the frame that was drawn last shows, to those who do not see it."""
        return described.window(self, self.top_bar.title, self.size, self.screen.parts())

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
            self.preview.wake_after(self.context.clock()),
        )

    @property
    def focus_group(self) -> FocusGroup | None:
        """The dialog's controls, or the screen's once Tab has left the board."""
        if self.dialog is not None:
            return self.dialog.group
        return self.group if self.group.focused is not None else None

    # Events.

    def handle_event(self, event: pygame.event.Event) -> Command | None:
        """React to one event; anything but a move of the pointer ends a running animation.

        What was told of the game before, and what it offered to take back, ends with a change.
        """
        self.screen.refresh()
        self.pointing.before(event)
        before, notice = self.session.generation, self.toasts.passing
        was_pressed, waited = self.top_bar.eye.pressed, self.controller.hint_wait
        command = self._handle(event)
        if self.top_bar.eye.pressed is not was_pressed:
            self.controller.give(LETS_PEEK_GO if was_pressed else commands.PEEK.name)
        self.pointing.after(event)
        is_called_off = waited and not self.controller.hint_wait
        if (self.session.generation != before or is_called_off) and self.toasts.passing is notice:
            self.toasts.dismiss()
        return command

    def _handle(self, event: pygame.event.Event) -> Command | None:
        if keys.let_go(self, event):
            return None
        if self.dialog is not None:
            return actions.dialog_event(self, self.dialog, event)
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            is_ending = not self.animator.end.is_done
            self.animator.finish()
            self.animator.refusal.end()
            if is_ending and self._means_the_board(event):
                return None  # it was meant to end what moves
        handle = keys.handle if event.type == pygame.KEYDOWN else pointer.handle
        return handle(self, event)

    def _means_the_board(self, event: pygame.event.Event) -> bool:
        """Tell whether a press or a key is for the board, or for whatever happens to be shown."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            return not (self.group.covers(event.pos) or self.panel.box.contains(event.pos))
        command, focused = commands.command_of(event), self.group.focused
        is_free = focused is None or not focused.show_focus
        return is_free and command in (commands.PLAY_CURSOR, commands.SPACE, commands.ESCAPE)

    def meaning_at(self, position: tuple[int, int]) -> Hashable:
        """Return what a press at a pixel means: a control, a hit of the panel's, a cell."""
        self.screen.refresh()
        if self.dialog is not None:
            return self.dialog.meaning_at(position)
        control = self.group.meaning_at(position)
        if control is not None or self.panel.box.contains(position):
            return "panel", control or self.panel.meaning_at(position), self.is_raised
        if self.controller.state.tree:
            return "tree"
        # In a game for one another group may fall onto the same cell; in one for two a second
        # press there may be another move, such as one that takes the stone of the first.
        cell, is_solo = self.animator.cell_at(position), self.session.record.spec.players == 1
        shown = self.session.record.cursor if is_solo else self.animator.move_at(cell)
        put_back = self.pointing.puts_back(position)
        return "board", cell, shown, self.controller.state.awaits_guess, put_back

    def grip_at(self, position: tuple[int, int]) -> Grip:
        """Return what a finger does with what is at a pixel: a control, a piece."""
        if self.dialog is not None:
            return self.dialog.group.grip_at(position)
        is_covered = self.group.covers(position) or self.panel.box.contains(position)
        if is_covered or self.controller.state.tree:
            return self.group.grip_at(position)
        return self.pointing.grip_of(self.animator.cell_at(position))

    # What its parts and games use.

    @property
    def preview(self) -> LinePreview:
        """The candidate whose line is shown."""
        return self.controller.state.preview

    @property
    def spoken(self) -> tuple[Utterance, ...]:
        """What was said last of what happens."""
        return self.announcer.spoken

    def speak_anew(self) -> None:
        """Say again which game it is and how it stands."""
        self.announcer.begin()

    def key_of(self, command: UserCommand) -> str:
        """Return the key that asks for a command now, as its cap says."""
        return commands.key_to_press(command, letters_steer=self.animator.is_steered_by_letters)

    @property
    def has_begun(self) -> bool:
        """Whether a game is in progress, so that a single click must not replace it."""
        return self.session.record.length > 0 or self.session.record.retry is not None

    def play(self, move: int, *, taken: bool = False) -> None:
        """Play, try or guess the player's move, if it is the player's turn."""
        session, state = self.session, self.controller.state
        fork, end = session.record.cursor, session.record.line[-1]
        try:
            self.controller.give(Play(move, taken))
        except IllegalMoveError as error:
            self.refuse(sentence(told(error)))
            return
        if state.may_play and not state.awaits_guess:
            self.toasts.dismiss()  # what it offered to take back is not the last thing done
            self.history.tell_kept(fork, end)

    def refuse(self, why: str) -> None:
        """Let the player hear, see and read that something cannot be played, at its cell."""
        self.context.cue(Cue.ILLEGAL)
        self.animator.refuse(why, self.skin.gate)

    # Lessons and errors.

    def _follow_lesson(self) -> ChangeSettings | None:
        """Show a new lesson; a letter that it explains is not explained again."""
        lesson, self.controller.news = self.controller.news, None
        if lesson is None:
            return None
        if lesson.takes_back:
            self.toasts.dismiss()  # what it offered to take back is no longer the last thing done
        if not lesson.explains:
            return None
        settings = self.context.settings
        letters = "".join(sorted({*settings.letters_told, lesson.grade.loss_class}))
        return ChangeSettings(settings.changed(letters_told=letters))

    def _tell_error(self) -> None:
        """Tell once that the AI has stopped."""
        error = self.context.thinker.error
        if error != self._shown_error:
            self._shown_error = error
            if error is not None:
                log.warning("The AI stopped: %s", error)
