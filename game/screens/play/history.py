"""What the player does with the course of a game: takes back, branches, begins anew, comes back."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ai.contract.rules import State
from ai.phrases import N_
from game.library.library import SavedGame, as_listed
from game.play.credit import is_unfinished, listed
from game.play.node import GameNode
from game.play.record import AI_PLAYS, GameTree
from game.play.session import Mode, Session, SessionError
from game.screens.play.opening import begin_game, bring_back, follow_settings
from game.screens.play.react import SetMode, do
from game.ui import commands
from game.ui.widgets import Action
from game.words import pages
from game.words import play as words
from game.words.say import say, say_count

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene

BACK_TO_END: Final = "back to end"
BRING_BACK: Final = "bring back"
RESTORE: Final = "restore branch"


class GameHistory:
    """The games and branches of a screen, and the ways back to them."""

    def __init__(self, scene: "GameScene") -> None:
        self._scene, self._session, self._controller = scene, scene.session, scene.controller
        self._deleted_at: int | None = None
        self._end_left: GameNode | None = None
        self._game_left: GameTree | None = None

    # Games.

    def begin(self, *, fresh: bool) -> None:
        """Go on with the player's own game, to be played, or start one where there is none."""
        controller, session = self._controller, self._session
        left = session.record.line_left
        if left is not None and left.why == AI_PLAYS and not fresh:
            controller.give(do(Session.go_back))
        is_done = session.record.length > 0 and not is_unfinished(session.record)
        if is_done or (fresh and session.record.length):
            begin_game(controller)
        if is_done and not fresh:
            self._offer_old_game(words.NEW_GAME)
        if is_done or session.mode is Mode.DEMO:
            controller.give(SetMode(Mode.PLAY))

    def new_game(self, start: Callable[[], object]) -> None:
        """Start a game in one of the ways there are, and offer to take that back."""
        had_moves = self._session.record.length > 0
        start()
        follow_settings(self._controller)
        if had_moves:
            self._offer_old_game(words.NEW_GAME)

    def paste(self, state: State) -> None:
        """Start from a position, and offer to take that back."""
        self._controller.give(do(Session.set_position, state.to_text(), state.parameters))
        self._offer_old_game(words.PASTED)

    def bring_in(self, record: GameTree, kept: GameTree | None = None) -> None:
        """Go on with a game from a text, see `Session.bring_in`."""
        self._controller.give(do(Session.bring_in, record, kept))
        self._scene.dialog = None
        if self._session.before is not None:
            self._offer_old_game(words.OPENED[True])
        else:
            self._scene.toasts.show(words.OPENED[False])

    def _offer_old_game(self, text: str) -> None:
        key = commands.UNDO.cap
        self._scene.toasts.show(text, action="undo new", label=N_("Undo", "in a notice"), key=key)

    def take_up(self, row: SavedGame) -> None:
        """Go on with a kept game of this kind, at the line that it is listed by."""
        record = self._session.record
        self.note_left()
        self._scene.toasts.dismiss()
        if row.number != record.number:
            self._try(lambda: self._controller.give(do(Session.go_on_with, as_listed(row))))
        elif (end := listed(record).line[-1]) not in record.line:
            self._controller.give(do(Session.show, end))

    def bring_back(self, number: int) -> None:
        """Go on with an earlier game."""
        self._try(lambda: bring_back(self._controller, number))

    def _try(self, restore: Callable[[], object]) -> None:
        """Bring something back, or say why that cannot be."""
        try:
            restore()
        except SessionError as error:
            self._scene.toasts.refuse(say(pages.NOT_RESTORED, error=error))

    def note_left(self) -> None:
        """Note which game is in progress before something else may take its place."""
        record = self._session.record
        self._game_left = record if is_unfinished(record) else None

    def tell_left(self) -> None:
        """Say that an unfinished game is kept whose place another has taken, and lead back.

        In a retry the bar does, whose buttons would come where this one's was.
        """
        session, left, self._game_left = self._session, self._game_left, None
        if left is not None and left is not session.record and session.record.retry is None:
            back = Action(BRING_BACK, left.number)
            self._scene.toasts.show(words.GAME_LEFT, action=back, label=N_("Back to it"))

    # Moves.

    @property
    def offers_branch(self) -> bool:
        """Whether what has just been deleted is what may be taken back."""
        offer = self._scene.toasts.passing
        is_offered = offer is not None and offer.action is not None and offer.action.name == RESTORE
        return is_offered or self._deleted_at == self._session.generation

    def play_from_here(self) -> None:
        """Play on from the position that is viewed, and offer the way back to what followed."""
        fork, end = self._session.record.cursor, self._session.record.line[-1]
        self._controller.give(do(Session.play_from_here))
        self._controller.give(SetMode(Mode.PLAY))
        self.tell_kept(fork, end)

    def tell_kept(self, fork: int, end: GameNode) -> None:
        """Offer the way back to a line that was left for another move, if it is longer than a turn.

        Args:
            fork: Where it was left, as a number of moves played.
            end: Where it ends.
        """
        if self._session.record.retry is not None:
            return  # the bar's buttons would come where this one's was
        is_left = end not in self._session.record.line
        if is_left and end.ply > fork + self._session.record.spec.players:
            self._end_left = end
            self._scene.toasts.show(words.MOVES_LEFT, action=BACK_TO_END, label=N_("Back to them"))

    def back_to_end(self) -> None:
        """Go back to the line that was left for another move."""
        if self._end_left is not None and self._end_left.is_in(self._session.record.root):
            self._controller.give(do(Session.show, self._end_left))

    # Branches.

    def walk_branches(self, step: int) -> None:
        """Show another move where branches part."""
        fork = self._session.record.fork()
        if fork is None:
            self._scene.toasts.refuse(words.NO_BRANCHES)
        else:
            self._controller.give(do(Session.show, fork.beside(step)))

    def show_branch(self, index: int) -> None:
        fork = self._session.record.fork()
        if fork is not None and index < len(fork.ways):
            self._controller.give(do(Session.show, fork.ways[index]))

    def fold_branches(self) -> None:
        """Hide the other moves where branches part, or show them again; tell it if nobody sees."""
        self._session.fold()
        if self._session.record.fork() is None:
            self._scene.toasts.refuse(words.NO_BRANCHES)
        elif not self._scene.panel.has(commands.FOLD_BRANCHES.name):
            self._scene.toasts.show(words.BRANCHES[self._session.is_folded])

    def delete_branch(self) -> None:
        """Delete the shown branch, and offer to take that back."""
        session, toasts = self._session, self._scene.toasts
        fork = session.record.fork()
        if fork is None or fork.shown is None:
            toasts.refuse(words.NO_BRANCH)
            return
        name = session.record.nodes[fork.ply].state.move_label(session.record.moves[fork.ply])
        self._controller.give(do(Session.delete_branch))
        self._deleted_at, deleted = session.generation, self._controller.state.deleted
        others = 0 if deleted is None else deleted.lines - 1
        text, key = say(words.BRANCH_DELETED, name=name), commands.UNDO.cap
        if others:
            text = say_count(others, *words.BRANCHES_DELETED, name=name)
        toasts.show(text, action=RESTORE, label=N_("Undo", "in a notice"), key=key)

    def restore_branch(self) -> None:
        gone = self._controller.state.deleted
        self._scene.toasts.dismiss()
        if gone is not None:
            self._try(lambda: self._controller.give(do(Session.restore_branch, gone)))
