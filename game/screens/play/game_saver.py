"""Writes down what a game brings: what the AI thought of it, its target, its result, its file."""

from ai.contract.rules import State
from game.library.records import board_of
from game.play.grading import evaluation_of
from game.play.session import Session
from game.play.thinker import Analysis
from game.screens.context import Context


class GameSaver:
    """Keeps one game's session, records and file up to date."""

    def __init__(self, session: Session, context: Context) -> None:
        """Keep the books of a session; nothing is written before it changes."""
        self._session = session
        self._context = context
        self._saved_generation = session.generation
        self._counted: State | None = None

    @property
    def is_just_counted(self) -> bool:
        """Whether the shown end has just gone into the records: a result, or a better score."""
        return self._counted is self._session.state

    def note_analysis(self, analysis: Analysis | None) -> None:
        """Keep what the AI thinks of the shown position; a line's score may raise the target."""
        session = self._session
        if analysis is None or not analysis.info.candidates:
            return
        evaluation = evaluation_of(analysis, session.state)
        session.record.nodes[session.record.cursor].position.learn(evaluation)
        if session.record.spec.players == 1 and analysis.info.line:
            session.record.improve_target(round(evaluation.value))

    def note_target(self, whole_seconds: float) -> bool:
        """Keep what the search of the start has found so far; return whether it is better.

        Args:
            whole_seconds: How long that search takes in all.
        """
        thinker, session = self._context.thinker, self._session
        if not thinker.serves_start(session):
            return False
        analysis = thinker.analysis_of(session.record.spec.name, session.record.root.state)
        if analysis is None or not analysis.info.line:
            return False
        seconds = 0.0 if thinker.is_searching else whole_seconds
        return session.record.improve_target(round(analysis.info.value), seconds)

    def count(self) -> None:
        """Count the game towards the player's records if it has just ended."""
        session = self._session
        if session.record.retry is not None or not session.is_over:
            return
        storage, board = self._context.storage, board_of(session.record)
        best = storage.records.best(board) if board else None
        is_better = best is not None and session.state.returns[0] > best.score  # no first one is
        if storage.count_game(session) and (session.record.spec.players == 2 or is_better):
            self._counted = session.state

    def save(self, *, always: bool = False) -> None:
        """Save the game, if it has changed since it was saved."""
        if always or self._session.generation != self._saved_generation:
            self._saved_generation = self._session.generation
            self._context.storage.save_game(self._session)
