"""What events do on a game's screen: keys, clicks, hints, history, the clipboard.

A game adds its parameters, its panel and its words (see the modules beside this one). The
controller decides who thinks and moves; this module turns events into its calls.
"""

from collections.abc import Callable, Hashable
from math import ceil
from typing import Any, Final

import pygame

from ai.contract.rules import AmbiguousZeroError, IllegalMoveError, RulesError, State
from game.play.grading import grades_of_interest, note_best
from game.play.node import GameNode
from game.play.record import GameTree
from game.play.session import Mode, Seat, SessionError
from game.play.text import is_game, write
from game.play.thinker import ThinkerState
from game.screens.base import (
    Back,
    ChangeSettings,
    Command,
    DrillSet,
    OpenDrills,
    OpenEarlier,
    OpenGame,
    OpenInside,
    OpenReview,
    OpenScene,
    OpenText,
    SaveGame,
    SavePicture,
)
from game.screens.context import Context
from game.screens.entry import GameEntry
from game.screens.graded import line_mark
from game.screens.opponents import offered, opponents_dialog, setting_value
from game.screens.play.choices import LEVEL, next_level, next_speed
from game.screens.play.engine import ai_turn_words
from game.screens.play.first_steps import PRESET
from game.screens.play.foot import BRING_BACK, GO_BACK
from game.screens.play.game_screen import GameScreen
from game.screens.play.keys import candidate_of, direction_of, is_letter
from game.screens.play.lesson_card import SHOW_LESSON, TAKE_BACK, better_line
from game.screens.play.opening import follow_settings
from game.screens.play.pasted import (
    CLIPBOARD,
    EMPTY,
    WHICH,
    ZERO,
    read_positions,
    refusal,
    which_dialog,
    zero_dialog,
)
from game.screens.play.play_state import Case
from game.screens.play.preview import NO_PREVIEW, LinePreview
from game.screens.play.retry import FoundMistake
from game.screens.play.seed import SEED
from game.screens.play.sentences import only_move, waiting_words
from game.screens.stepping import next_round
from game.store.settings import coordinates_of, setting_of, think_seconds, with_own_start
from game.ui import commands
from game.ui.commands import UserCommand
from game.ui.overlay import Mark
from game.ui.panel.analysis import CANDIDATE, PROOF
from game.ui.panel.dialog import Dialog
from game.ui.panel.history import BRANCH, PLY
from game.ui.panel.legend import shown_of
from game.ui.skin import gate_of
from game.ui.sound import Cue
from game.ui.widgets import Action
from game.ui.widgets.text_field import clipboard_text, copied
from game.words import pages
from game.words import play as words
from game.words.numbers import seconds
from game.words.say import say, say_count, sentence

BACK_TO_END: Final = "back to end"
RESTORE: Final = "restore branch"
_NO_BRANCHES: Final = "No branches here: go back and play another move."
_CLOSED: Final = {
    each.name
    for each in (
        *(commands.HINT, commands.PEEK, commands.TREE, commands.INSIDE, commands.ANALYSIS),
        *(commands.NEXT_MISTAKE, commands.LAST_MISTAKE),
    )
}
"""What would show the AI's view before a guess."""
_UNSEEN: Final = {each.name for each in (commands.GRAPH, commands.FOLD_BRANCHES, commands.AUTOPLAY)}
"""What nobody sees who guesses first: it would tell the moves."""
_WHY: Final = {
    Case.AUTOPLAY: say(words.AUTOPLAY_STOPS, key=commands.AUTOPLAY.cap),
    Case.OVER: "The game is over.",
    Case.DEMO_OVER: "The game is over.",
    Case.DEMO: "The AI is playing this demo. Click Play to take over.",
    Case.PAUSED: "The demo is paused. Click Play to take over.",
    Case.TRIED: "The bar below the board says how to go on.",
    Case.PASSED: "The bar below the board says how to go on.",
}
"""Why a press on the board plays nothing; for want of words the AI is to move."""


class GameScene(GameScreen):
    """One game on the screen; see `game.screens.base.Scene`."""

    def __init__(self, context: Context, entry: GameEntry, command: OpenGame) -> None:
        """Go on with the saved game, or start one as the command says."""
        super().__init__(context, entry)
        self._begin(fresh=command.fresh)
        if entry.begin is not None:
            entry.begin(self, command)

    # The scene's life.

    def on_enter(self) -> None:
        """Come back: settings may have changed meanwhile."""
        follow_settings(self.controller)
        self.tell_left()

    def on_exit(self) -> None:
        self.graphs.release(self._clock)
        self.note_left()
        self.controller.leave()

    def on_drop(self) -> None:
        """Nothing waits."""

    def handle_event(self, event: pygame.event.Event) -> Command | None:
        """React to one event; anything but a move of the pointer ends a running animation.

        What was told of the game before, and what it offered to take back, ends with a change.
        """
        self._refresh()
        self.pointing.before(event)
        before, told = self.session.generation, self.toasts.passing
        was_held, waited = self.top_bar.eye.pressed, self.controller.hint_wait
        command = self._handle(event)
        if self.top_bar.eye.pressed is not was_held:
            self.controller.peek(not was_held)
        self.pointing.after(event)
        is_called_off = waited and not self.controller.hint_wait
        if (self.session.generation != before or is_called_off) and self.toasts.passing is told:
            self.toasts.dismiss()
        return command

    def meaning_at(self, position: tuple[int, int]) -> Hashable:
        """Return what a press at a pixel means: a control, a hit of the panel's, a cell."""
        self._refresh()
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
        return "board", cell, shown, self.controller.awaits_guess, put_back

    def _handle(self, event: pygame.event.Event) -> Command | None:
        # Keys that are held are let go whatever lies over the board by then.
        if commands.PEEK.is_let_go(event):
            self.controller.peek(False)
        elif commands.GRAPH.is_let_go(event):
            self.graphs.release(self._clock)
        if self.dialog is not None:
            return self._dialog_event(event)
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            is_ending = not self.animator.end.is_done
            self.animator.finish()
            self.animator.refusal.end()
            if is_ending and self._means_the_board(event):
                return None  # it was meant to end what moves
        if event.type == pygame.KEYDOWN:
            return self._key(event)
        return self._pointer_event(event)

    def _means_the_board(self, event: pygame.event.Event) -> bool:
        """Tell whether a press or a key is for the board, or for whatever happens to be shown."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            return not (self.group.covers(event.pos) or self.panel.box.contains(event.pos))
        asked, focused = commands.asked_by(event), self.group.focused
        is_free = focused is None or not focused.show_focus
        return is_free and asked in (commands.PLAY_CURSOR, commands.SPACE, commands.ESCAPE)

    # What games use.

    def play(self, move: int, *, taken: bool = False) -> None:
        """Play the player's move, if it is the player's turn; see `GameController.play`."""
        if not self.controller.may_play:
            return
        fork, end = self.session.record.cursor, self.session.record.line[-1]
        try:
            if self.controller.awaits_guess:
                self.controller.note_guess(move)
                self.context.cue(Cue.SELECT)
            else:
                self.controller.play(move, taken=taken)
                self.toasts.dismiss()  # what it offered to take back is not the last thing done
                self._tell_kept(fork, end)
        except IllegalMoveError as error:
            self.refuse(sentence(str(error)))

    def change(self, **values: object) -> ChangeSettings:
        return ChangeSettings(self.context.settings.changed(**values))

    # Events.

    def _pointer_event(self, event: pygame.event.Event) -> Command | None:
        if event.type == pygame.WINDOWLEAVE:
            self.animator.point(None)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self.group.let_go()  # another window may hear of the button's release
        action = self.group.handle_event(event)
        if event.type == pygame.MOUSEBUTTONUP:
            # The keyboard goes back to the board, so Space after a click means the board again.
            self.group.focus(None)
        action = action or self.panel.handle_event(event)
        if event.type == pygame.MOUSEMOTION:
            self._point(event.pos)
        if action is not None:
            return self._act(action)
        if event.type == pygame.MOUSEWHEEL:
            self._wheel(event)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            return self._press(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 3 and self._sees_board():
            self._play_out(self.candidates.rank_at(self.animator.cell_at(event.pos)))
        return None

    def _wheel(self, event: pygame.event.Event) -> None:
        """Walk the game over the board, its moves or branches; or a line that stays there.

        Over the panel it walks the line of the row that is pointed at.
        """
        steps, is_on_board = -event.y, self.animator.is_under_pointer
        is_walked = self.preview.is_pinned if is_on_board else self._pointed_row is not None
        if is_on_board and pygame.key.get_mods() & pygame.KMOD_SHIFT:
            self._walk_branches(1 if (steps or event.x) > 0 else -1)
        elif is_walked and self.preview.mark is not None:
            self.controller.put(preview=self.preview.scrubbed(steps))
        elif is_on_board:
            self.controller.go_to(self.session.record.cursor + steps)

    def _press(self, position: tuple[int, int]) -> Command | None:
        if self.group.covers(position):
            return None
        if self.layout.compact and self.panel.box.contains(position):
            grip = position[1] < self.panel.box.y + self.skin.px(26)
            if grip or not self.is_raised:
                self._raise_sheet(not self.is_raised)
            return None
        if self.panel.box.contains(position):
            return None
        is_on_board = self.layout.board.contains(position)
        if self.controller.state.tree and not (is_on_board and self._sees_board()):
            return None
        self._point(position)
        self.animator.keyboard = False
        cell = self.animator.cell_at(position)
        if cell is not None:
            self._click(cell)
        return None

    def _sees_board(self) -> bool:
        """Tell whether the board is to be seen, and say so where the tree lies over it."""
        if self.controller.state.tree:
            self.toasts.show(say(words.TREE_LIES_OVER, key=commands.TREE.cap))
        return not self.controller.state.tree

    def _click(self, cell: int) -> None:
        """Do what a click on a cell means, or say why it means nothing."""
        if not self.controller.may_play:
            self.refuse(self._why_nobody_may())
        elif (move := only_move(self)) is not None:
            self.play(move)
        else:
            self.pointing.click(cell)

    def _why_nobody_may(self) -> str:
        """Say why a click on the board plays nothing, whatever cell it is on."""
        why = _WHY.get(self.controller.case)
        return why or ai_turn_words(self.context.thinker, self.session.record.spec.name)

    def _point(self, position: tuple[int, int]) -> None:
        on_board = (
            self.layout.board.contains(position)
            and not self.panel.box.contains(position)
            and not self.group.covers(position)
        )
        if self.controller.state.tree:
            self.tree.point(position if on_board else None)
            self.animator.point(None)
            return
        self.animator.point(position if on_board else None)
        rank = self._pointed_row
        if on_board and rank is None and self.controller.is_overlay_open:
            rank = self.candidates.rank_at(self.animator.hover)
        self._start_preview(rank)

    @property
    def _pointed_row(self) -> int | None:
        """The rank of the candidate whose row in the panel is pointed at."""
        hovered = self.panel.hovered
        return hovered.value if hovered and hovered.name in (CANDIDATE, PROOF) else None

    def _dialog_event(self, event: pygame.event.Event) -> Command | None:
        assert self.dialog is not None
        self.group.let_go()
        legend = commands.LEGEND
        is_key = event.type == pygame.KEYDOWN and commands.asked_by(event) is legend
        if is_key and self.dialog.name == legend.name:  # it closes what it has opened
            self.dialog = None
            return None
        answer = self.dialog.handle_event(event)
        if answer is None:
            return None
        self.dialog = None
        if answer.name == commands.OPPONENT.name and isinstance(answer.value, str):
            return self._take_level(answer.value)
        if answer.name == commands.RESIGN.name and answer.value:
            self.controller.resign()
            self.animator.end_game(gate_of(self.context.settings))
            return None
        if answer.name == EMPTY or (answer.name == ZERO and answer.value):
            self.take_text(*self._taken, zero_is_empty=answer.name == EMPTY)
            return None
        if answer.name == WHICH and isinstance(answer.value, str):
            self._take_position(self._positions[answer.value])
            return None
        if answer.name == SEED and isinstance(answer.value, str):
            self.entry.start_board(self, answer.value)
        return self.face.on_action(answer, self)

    def _key(self, event: pygame.event.Event) -> Command | None:
        focused = self.group.focused
        if event.key == pygame.K_TAB:
            return self._tab(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        if focused is not None and focused.show_focus and _is_for_widget(event):
            action = self.group.handle_event(event)
            return self._act(action) if action else None
        asked = commands.asked_by(event) or commands.asked_by(event, self.entry.own_commands)
        # A moves the cursor, too, and switches the analysis with Shift while it does.
        is_letter_free = event.mod & pygame.KMOD_SHIFT or not self.is_steered_by_letters
        direction = direction_of(event)
        if direction is not None and not (asked is commands.ANALYSIS and is_letter_free):
            self.group.focus(None)
            if self._sees_board():
                self.animator.move_cursor(*direction, letters=is_letter(event))
            return None
        rank = candidate_of(event)
        if rank is not None:
            self._choose_candidate(rank, bool(event.mod & pygame.KMOD_SHIFT))
            return None
        if event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            self.panel.handle_event(event)
            return None
        return self._act(Action(asked.name)) if asked is not None else None

    def _tab(self, step: int) -> Command | None:
        """Go round: board, top bar, panel, and back to the board."""
        if not self.group.move_focus(step):
            self.animator.show_cursor()
        else:
            self.animator.keyboard = False
        is_low = self.layout.compact and not self.is_raised
        if is_low and self.group.focused in self.panel.widgets:
            self._raise_sheet(True)
            self._refresh()
            # The sheet has controls before and behind the one that was on it while it was low.
            stops = [widget for widget in self.panel.widgets if widget.can_focus]
            self.group.focus(stops[0 if step > 0 else -1] if stops else None)
        if self.group.focused is not None:
            self.panel.reveal(self.group.focused)
        return None

    def _act(self, action: Action) -> Command | None:
        name, value = action.name, action.value
        is_closed = name in _CLOSED and self.controller.awaits_guess
        is_unseen = name in _UNSEEN and self.controller.guesser.is_on(self.session)
        if is_closed or is_unseen:
            self._ask_to_guess()
            return None
        if name in (told := self._by_name()):
            done = told[name]()
        elif value is not None and name in (chosen := self._by_value()):
            done = chosen[name](value)
        else:
            done = self.face.on_action(action, self)
        return None if isinstance(done, bool) else done

    def _by_name(self) -> dict[str, Callable[[], Command | bool | None]]:
        """Return what is done by the name alone of a control or of a key."""
        controller, session = self.controller, self.session
        asked: dict[UserCommand, Callable[[], Command | bool | None]] = {
            commands.BACK: self._leave,
            commands.ESCAPE: self._escape,
            commands.HELP: lambda: OpenScene("help", session.record.spec.name),
            commands.SETTINGS: lambda: OpenScene("settings"),
            commands.REVIEW: self._review,
            commands.EARLIER: self._earlier,
            commands.DRILLS: lambda: OpenDrills(session.record.spec.name),
            commands.LESSONS: lambda: OpenDrills(session.record.spec.name, which=DrillSet.LESSONS),
            commands.SAME_POSITION: lambda: self._earlier(by_position=True),
            commands.PLAY_CURSOR: self._play_cursor,
            commands.SPACE: self._space,
            commands.HINT: self._hint,
            commands.PEEK: lambda: controller.peek(True),
            commands.UNDO: self._undo,
            commands.REDO: controller.redo,
            commands.FIRST: lambda: controller.go_to(0),
            commands.BACK_ONE: lambda: controller.go_to(session.record.cursor - 1),
            commands.FORWARD_ONE: lambda: controller.go_to(session.record.cursor + 1),
            commands.LAST: lambda: controller.go_to(session.record.length),
            commands.LAST_BRANCH: lambda: self._walk_branches(-1),
            commands.NEXT_BRANCH: lambda: self._walk_branches(1),
            commands.DELETE_BRANCH: self._delete_branch,
            commands.FOLD_BRANCHES: self._fold_branches,
            commands.AUTOPLAY: self._autoplay,
            commands.NEW: lambda: self.new_game(controller.new_game),
            commands.RESTART: lambda: self.new_game(controller.restart),
            commands.RESIGN: self._ask_whether_to_resign,
            commands.SEED: self._ask_seed,
            commands.LEGEND: self._show_legend,
            commands.COORDINATES: self._toggle_coordinates,
            commands.DETAILS: lambda: self.change(details=not self.details),
            commands.METRIC: self._change_metric,
            commands.ANALYSIS: self._toggle_layer,
            commands.GRAPH: lambda: self.graphs.press(session.mode, self._clock),
            commands.TREE: controller.toggle_tree,
            commands.INSIDE: self._look_inside,
            commands.GUESS: self._guess_first,
            commands.NEXT_MISTAKE: lambda: self._walk_mistakes(1),
            commands.LAST_MISTAKE: lambda: self._walk_mistakes(-1),
            commands.CONTROLS: self._to_controls,
            commands.COPY: lambda: self._copy(self.session.state.to_text(), "Position copied."),
            commands.COPY_GAME: lambda: self._copy(write(session.record), "Game copied."),
            commands.SAVE: lambda: SaveGame(self.profile.game, write(session.record)),
            commands.SAVE_PICTURE: lambda: SavePicture(self.board.picture()),
            commands.PASTE: self._paste,
            commands.OPPONENT: self._show_opponents,
            commands.LESS_TIME: lambda: self._change_time(-1, is_told=True),
            commands.MORE_TIME: lambda: self._change_time(1, is_told=True),
            commands.PAUSE: controller.toggle_demo,
        }
        return {each.name: do for each, do in asked.items()} | {
            "undo new": controller.undo_new_game,
            RESTORE: self._restore_branch,
            GO_BACK: controller.go_back,
            BACK_TO_END: self._back_to_end,
            "play from here": self._play_from_here,
            "play on": controller.play_on,
            "play guess": self._play_guess,
            "show better": self._show_better,
            "retry": self._retry_mistake,
            TAKE_BACK: self._undo,
            SHOW_LESSON: self._show_lesson,
            "swap sides": self._swap_sides,
            "engine": self._engine,
            "next game": controller.toggle_demo,
        }

    def _by_value(self) -> dict[str, Callable[[Any], Command | bool | None]]:
        return {
            "mode": self._set_mode,
            BRING_BACK: self._bring_back,
            BRANCH: self._show_branch,
            PLY: self.controller.go_to,
            CANDIDATE: lambda rank: self._choose_candidate(rank, True),
            PROOF: self._play_out,
            "time": lambda step: self._change_time(step, is_told=self.layout.compact),
            "teach": lambda on: self.change(teaching=self.controls.teaching(bool(on))),
            LEVEL: self._change_level,
            "speed": lambda step: self.change(demo_speed=next_speed(self.context.settings, step)),
            PRESET: lambda title: ChangeSettings(self.first_steps.with_preset(title)),
        }

    # What keys and controls do.

    def _set_mode(self, mode: str) -> None:
        self.controller.set_mode(Mode(mode))
        self._raise_sheet(False)

    def _escape(self) -> Command | None:
        """Put a chosen piece back, then stop thinking, then close what is open, then leave."""
        if self.pointing.chosen is not None and not self.controller.state.tree:
            self.pointing.choose(None)
            return None
        if self.controller.stop_thinking():
            return None
        if self.group.focused is not None:
            self.group.focus(None)
        elif self.controller.state.tree:
            self.controller.toggle_tree()
        elif self.toasts.is_showing:
            self.toasts.dismiss()
        elif self.preview.mark is not None and self.session.record.retry_ply is None:
            self.controller.put(preview=NO_PREVIEW)
        elif self.is_raised:
            self._raise_sheet(False)
        elif self.controller.hint.is_open:
            self.controller.put(hint=self.controller.state.hint.closed())
        elif self.controller.guesser.is_on(self.session):
            self._guess_first()
        else:
            return self._leave()
        return None

    def _leave(self) -> Command:
        """Go back to where the game came from: to its review from a retry or an analysis of it."""
        session = self.session
        reviewed, ply = session.take_reviewed(), session.record.retry_ply
        if reviewed is session.record.line[-1]:
            return OpenReview(session, session.record.cursor)
        if reviewed is not None:
            return OpenReview(session, record=session.record.view(reviewed.path()))
        if not self.controller.leave_retry():
            return Back()
        return OpenReview(session, None if ply is None else ply + 1)

    def _to_controls(self) -> None:
        """Take the keyboard from the board to the controls, or back."""
        if self.group.focused is None:
            self._tab(1)
        else:
            self.group.focus(None)
            self.animator.show_cursor()

    def _undo(self) -> None:
        """Take a turn back; right after a new game, the new game; or what has just been deleted."""
        offer = self.toasts.passing
        is_offered = offer is not None and offer.action is not None and offer.action.name == RESTORE
        if is_offered or self.deleted_at == self.session.generation:
            self._restore_branch()
            return
        no_move_of_mine = self.session.before is not None and not self.session.can_undo_turn
        if no_move_of_mine:
            self.controller.undo_new_game()
            self.toasts.show("Previous game restored.")
        else:
            self.controller.undo()

    def _bring_back(self, number: int) -> None:
        """Go on with an earlier game."""
        try:
            self.controller.bring_back(number)
        except SessionError as error:
            self.toasts.show(say(pages.NOT_RESTORED, error=error))

    def _walk_branches(self, step: int) -> None:
        """Show another move where branches part."""
        if self.session.fork is None:
            self.toasts.show(_NO_BRANCHES)
            return
        self.controller.show(self.session.fork.beside(step))

    def _show_branch(self, index: int) -> None:
        fork = self.session.fork
        if fork is not None and index < len(fork.ways):
            self.controller.show(fork.ways[index])

    def _fold_branches(self) -> None:
        """Hide the other moves where branches part, or show them again; tell it if nobody sees."""
        self.session.fold()
        if self.session.fork is None:
            self.toasts.show(_NO_BRANCHES)
        elif not self.panel.has(commands.FOLD_BRANCHES.name):
            self.toasts.show(words.BRANCHES[self.session.is_folded])

    def _delete_branch(self) -> None:
        """Delete the shown branch, and offer to take that back."""
        fork = self.session.fork
        if fork is None or fork.shown is None:
            self.toasts.show("No branch to delete here.")
            return
        name = self.session.record.nodes[fork.ply].state.move_label(
            self.session.record.moves[fork.ply]
        )
        self.deleted = self.controller.delete_branch()
        self.deleted_at = self.session.generation
        others = 0 if self.deleted is None else self.deleted.lines - 1
        told, key = say(words.BRANCH_DELETED, name=name), commands.UNDO.cap
        if others:
            told = say_count(others, *words.BRANCHES_DELETED, name=name)
        self.toasts.show(told, action=RESTORE, label="Undo", key=key)

    def _restore_branch(self) -> None:
        gone, self.deleted = self.deleted, None
        self.toasts.dismiss()
        try:
            if gone is not None:
                self.controller.restore_branch(gone)
        except SessionError as error:
            self.toasts.show(say(pages.NOT_RESTORED, error=error))

    def _play_from_here(self) -> None:
        """Play on from the position that is viewed, and offer the way back to what followed."""
        fork, end = self.session.record.cursor, self.session.record.line[-1]
        self.controller.play_from_here()
        self._tell_kept(fork, end)

    def _guess_first(self) -> None:
        """Let the player guess before the AI's view is shown, or no longer."""
        session = self.session
        if session.record.retry_ply is not None:
            self.toasts.show("No guessing here: you look for a better move already.")
            return
        is_begun, was_over = not self.controller.guesser.is_on(session), session.is_over
        self.controller.guess_first(is_begun)
        if is_begun and (session.mode is Mode.DEMO or was_over):
            self.controller.set_mode(Mode.ANALYSE)
        if is_begun and was_over:
            self.controller.go_to(0)  # its moves are to be guessed

    def _ask_to_guess(self) -> None:
        is_asked = self.controller.awaits_guess
        told = words.GUESS_FIRST if is_asked else words.HIDDEN
        self.toasts.show(say(told, key=commands.GUESS.cap))

    def _play_guess(self) -> None:
        if self.controller.guess is not None:
            self.play(self.controller.guess.move)

    def _show_better(self) -> None:
        """Let ghosts play what would have been better than the move that is retried."""
        task = self.controller.guide.task(self.session)
        if task is None or not task.line:
            return
        self.controller.undo()
        self.controller.guide.has_shown = True
        note_best(self.session, task.ply, task.line[0])
        self._show_line(line_mark(task.line))

    def _retry_mistake(self) -> None:
        """Look for a better move than the mistake that was walked to."""
        if self.mistake is not None and self.mistake.is_shown(self.session):
            self.controller.retry(self.session.record.cursor - 1)

    def _show_lesson(self) -> None:
        """Go back before a bad move, where ghosts play what would have been better."""
        lesson = self.controller.lesson
        better = None if lesson is None else better_line(self.session, lesson)
        if lesson is None or better is None:
            return
        self.controller.go_to(lesson.grade.ply - 1)
        note_best(self.session, lesson.grade.ply - 1, better.move)
        self._show_line(better)

    def _show_line(self, mark: Mark) -> None:
        """Let ghosts play a line to its end, wherever the pointer goes."""
        self.controller.put(preview=LinePreview(mark, 1, self._clock, is_pinned=True))

    def _tell_kept(self, fork: int, end: GameNode) -> None:
        """Offer the way back to a line that was left for another move, if it is longer than a turn.

        Args:
            fork: Where it was left, as a number of moves played.
            end: Where it ends.
        """
        if self.session.record.retry_ply is not None:
            return  # the bar's buttons would come where this one's was
        is_left = end not in self.session.record.line
        if is_left and end.ply > fork + self.session.record.spec.players:
            self.end_left = end
            text = "The moves that followed are kept."
            self.toasts.show(text, action=BACK_TO_END, label="Back to them")

    def _back_to_end(self) -> None:
        """Go back to the line that was left for another move."""
        if self.end_left is not None and self.session.record.holds(self.end_left):
            self.controller.show(self.end_left)

    def new_game(self, start: Callable[[], None]) -> None:
        """Start a game in one of the ways there are, and offer to take that back."""
        had_moves = self.session.record.length > 0
        start()
        follow_settings(self.controller)
        if had_moves:
            self.offer_old_game("New game started")

    def start_seed(self, seed: int) -> None:
        self.new_game(lambda: self.controller.new_game(seed))

    def _swap_sides(self) -> Command | None:
        """Start the same board again, with the player on the other side."""
        self.new_game(self.controller.swap_sides)
        return self.keep_side()

    def keep_side(self) -> Command | None:
        """Let the next games against the AI begin like the present one, whose side was chosen."""
        seats = self.session.record.seats
        if set(seats) != {Seat.HUMAN, Seat.AI}:
            return None
        is_me = seats[0] is Seat.HUMAN
        settings = with_own_start(self.context.settings, self.profile.game, is_me=is_me)
        return None if settings == self.context.settings else ChangeSettings(settings)

    def _hint(self) -> None:
        if not self._sees_board():
            return
        if is_given := self.controller.next_hint():
            self.controller.put(preview=NO_PREVIEW)  # or it would be taken for the hint's
            self.context.cue(Cue.HINT)
        if not is_given and self.session.is_over:
            self.toasts.show("The game is over: no hint to give.")
        elif wait := self.controller.hint_wait:
            self.toasts.show(say(words.HINT_COMES, count=ceil(wait)))
        elif self.controller.shows_game:
            self.toasts.show(self._why_nobody_may())
        elif not is_given and (self.controller.is_ai_turn or self.session.mode is Mode.DEMO):
            self.toasts.show("The AI is to move. Hints are for your own moves.")
        elif not is_given and self.controller.case is Case.TRIED:
            self.toasts.show(say(words.TRY_AGAIN_FIRST, key=commands.UNDO.cap))
        elif not is_given and self.controller.layer:
            overlay = self.controller.full_overlay
            what = "estimates" if overlay is not None and overlay.by_estimate else "best moves"
            shown = f"The board shows the {what} already."
            self.toasts.show(shown if self.controller.shown_best else waiting_words(self))

    def _autoplay(self) -> None:
        if not self.session.record.length:
            self.toasts.show("Nothing to play yet: no move has been made.")
        elif self.session.record.retry_ply is not None:
            self.toasts.show("Nothing is played here: you look for a better move.")
        else:
            self.controller.toggle_autoplay()

    def _space(self) -> None:
        controller = self.controller
        match controller.case:
            case Case.AUTOPLAY:
                controller.toggle_autoplay()
            case Case.DEMO | Case.PAUSED | Case.DEMO_OVER:
                controller.toggle_demo()
            case _ if self.session.mode is Mode.ANALYSE or controller.is_stopped:
                self._engine()
            case _:
                self._play_cursor()

    def _toggle_layer(self) -> None:
        if self.session.is_over:
            self._say_that_it_is_over()
        elif self.controller.guess is not None:
            self.toasts.show(say(words.SHOWN_AFTER_GUESS, key=commands.GUESS.cap))
        else:
            self.controller.toggle_layer()

    def _say_that_it_is_over(self) -> None:
        self.toasts.show(say(words.GAME_OVER, key=commands.REVIEW.cap))

    def _play_cursor(self) -> None:
        if not self._sees_board():
            return
        if not self.animator.keyboard:
            self.animator.show_cursor()
        elif self.animator.cursor is not None:
            self._click(self.animator.cursor)

    def _engine(self) -> None:
        """The engine strip's button: restart, stop or go on."""
        if self.context.thinker.state is ThinkerState.FAILED:
            self.controller.restart_ai()
        elif self.session.mode is Mode.DEMO:
            self.controller.toggle_demo()
        elif self.session.is_over:
            self._say_that_it_is_over()
        elif self.controller.awaits_guess:
            self._ask_to_guess()
        elif self.controller.is_searched_out and self.controller.case is not Case.PLAY_OUT:
            self.toasts.show("Everything here is searched.")
        elif not self.controller.looks and self.controller.case is not Case.PLAY_OUT:
            self.controller.toggle_layer()  # nothing goes on that nobody sees
        else:
            self.controller.toggle_pondering()

    def _choose_candidate(self, rank: int, play: bool) -> None:
        """Show the line of candidate `rank`, or play it."""
        mark = self.candidates.chosen(rank)
        if mark is None:
            if self.session.is_over:
                self._say_that_it_is_over()
            elif self.controller.awaits_guess:
                self._ask_to_guess()
            elif self.controller.shown_best is None:
                self.toasts.show(waiting_words(self))
        elif play:
            self.play(mark.move, taken=True)
        elif self._sees_board():
            self.candidates.toggle(mark, self._clock)

    def _play_out(self, rank: int | None) -> None:
        """Let ghosts play the line of a candidate to its end."""
        self.candidates.play_out(rank, self._clock)

    def _start_preview(self, rank: int | None) -> None:
        self.candidates.show(self.candidates.mark(rank), self._clock)

    def _ask_seed(self) -> None:
        if self.session.has_seed:
            self.dialog = self.entry.seed_dialog(self.session)
        else:
            self.toasts.show("This game has no seeds: it always begins alike.")

    def _ask_whether_to_resign(self) -> None:
        if not self.controller.may_resign:
            why = "turn"
            if self.session.is_over:
                why = "over"
            elif not self.session.record.is_at_end:
                why = "viewed"
            elif self.controller.is_two_player and not self.session.record.length:
                why = "begun"
            self.toasts.show(words.NOT_TO_RESIGN[why])
            return
        told = words.THEN_WINS[Seat.AI in self.session.record.seats]
        name, title = commands.RESIGN.name, commands.RESIGN.title
        self.dialog = Dialog(name, say(words.RESIGN, title=title), told, confirm=title)

    def _show_legend(self) -> None:
        name, shown = commands.LEGEND.name, shown_of(self.face.legend()[1], details=self.details)
        self.dialog = Dialog(name, "What the board shows", confirm="Close", cancel="", shows=shown)

    def _copy(self, text: str, told: str) -> None:
        self.toasts.show(copied(text, told))

    def _paste(self) -> Command | None:
        text = clipboard_text()
        if not text.strip():
            self.toasts.show("The clipboard holds no text.")
            return None
        if is_game(text):
            return OpenText(text)
        self.take_text(text)
        return None

    def take_text(
        self, text: str, what: str = CLIPBOARD, zero_is_empty: bool | None = None
    ) -> None:
        """Go on with a position in a text, one of several if the player chooses it."""
        self._taken, self.dialog = (text, what), None
        try:
            found = read_positions(
                text, self.profile, self.session.record.start.parameters, zero_is_empty
            )
        except AmbiguousZeroError:
            self.dialog = zero_dialog()
        except RulesError as error:
            self.toasts.show(refusal(what, text, self.profile.game, error))
        else:
            self._positions = {str(each.number): each.state for each in found}
            if len(found) > 1:
                self.dialog = which_dialog(found)
            else:
                self._take_position(found[0].state)

    def _take_position(self, state: State) -> None:
        self.controller.paste(state)
        self.offer_old_game("Position pasted")

    def bring_in(self, record: GameTree) -> None:
        """Go on with a game from a text."""
        self.controller.bring_in(record)
        self.dialog = None
        if self.session.before is not None:
            self.offer_old_game("Game opened")
        else:
            self.toasts.show("Game opened.")

    def _change_time(self, direction: int, *, is_told: bool) -> ChangeSettings | None:
        """Give the AI more or less time, for its moves or else for the analysis."""
        controller = self.controller
        settings = controller.with_next_time(direction)
        if settings is None:
            at_once = controller.faces_opponent and controller.answers_at_once
            self.toasts.show(words.AT_ONCE if at_once else words.TIME_LIMITS[direction > 0])
            return None
        if not controller.faces_opponent:
            self.toasts.show(say(words.ANALYSIS_TIME, time=seconds(settings.analyse_seconds)))
        elif is_told:
            chosen = think_seconds(settings, self.profile.game)
            told = say(words.MOVE_TIME, time=seconds(chosen)) if chosen else words.LEVELS_TIME
            self.toasts.show(told)
        return ChangeSettings(settings)

    def _change_level(self, step: int) -> Command | None:
        if not step:
            self._show_opponents()
        level = next_level(self.session, self.context.settings, step) if step else None
        return None if level is None else self._take_level(level.name)

    def _take_level(self, name: str) -> Command | None:
        self.controller.set_level(name)
        return self.change(**{f"{self.profile.game}_level": setting_value(name)})

    def _show_opponents(self) -> None:
        """List the opponents, of whom one press chooses another."""
        if not self.controller.faces_opponent:
            self.toasts.show("No opponent here: that is for games against the AI, in Play.")
            return
        game = self.profile.game
        levels = offered(game, self.session.record.start.parameters, self.context.settings)
        name, now = commands.OPPONENT.name, self.session.opponent.name
        self.dialog = opponents_dialog(name, game, levels, now, details=self.details)

    def _toggle_coordinates(self) -> ChangeSettings | None:
        if self.animator.view.has_coordinates:
            name = coordinates_of(self.profile.game)
            return self.change(**{name: not self.context.settings[name]})
        self.toasts.show("This board has no coordinates.")
        return None

    def _change_metric(self) -> ChangeSettings | None:
        """Write the next number on the candidates: value, loss, visits."""
        if not self.details:
            self.toasts.show(say(words.MORE_NUMBERS, key=commands.DETAILS.cap))
            return None
        following = next_round(setting_of("metric").choices, self.context.settings.metric, 1)
        is_score = following == "value" and self.session.record.spec.players == 1
        self.toasts.show(words.METRICS["value of one" if is_score else following])
        return self.change(metric=following)

    def _review(self) -> Command | None:
        if self.session.record.retry_ply is not None:
            return self._leave()
        if not self.session.record.length:
            self.toasts.show("Nothing to review yet: no move has been played.")
            return None
        return OpenReview(self.session)

    def _earlier(self, *, by_position: bool = False) -> Command | None:
        if not self.session.has_earlier:
            self.toasts.show("No earlier games or lines yet.")
            return None
        return OpenEarlier(self.session, by_position)

    def _look_inside(self) -> Command | None:
        if self.session.state.is_terminal:
            self.toasts.show("Nothing to look into: the game is over, so nothing is searched.")
            return None
        session, ply = self.session, self.session.record.cursor - 1
        before = (session.record.nodes[ply].state, session.record.moves[ply]) if ply >= 0 else None
        return OpenInside(session.record.spec.name, session.state, before)

    def _walk_mistakes(self, step: int) -> None:
        """Show the position after the next or the previous mistake, or in a retry, retry that."""
        task = self.controller.guide.task(self.session)
        if task is not None:
            following = task.next_ply(step)
            if following is not None:
                self.controller.retry(following)
            else:
                self.toasts.show("No other mistake to retry.")
            return
        mistakes = [grade for grade in grades_of_interest(self.session) if grade.is_mistake]
        ahead = [grade for grade in mistakes if (grade.ply - self.session.record.cursor) * step > 0]
        if not mistakes:
            self.toasts.show(say(words.NO_MISTAKES, key=commands.REVIEW.cap))
            return
        found = (ahead or mistakes)[0 if step > 0 else -1]
        self.controller.go_to(found.ply)
        self.mistake = FoundMistake.of(self.session, found, has_more=len(mistakes) > 1)

    def _raise_sheet(self, raised: bool) -> None:
        if raised != self.is_raised:
            self.is_raised = raised
            self._divide()


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
