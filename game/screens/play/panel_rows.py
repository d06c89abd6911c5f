"""What the panels of games for one and for two show alike, row by row."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from game.play.session import Mode
from game.screens.play.commentary import line_text
from game.screens.play.game_graph import sign_of
from game.screens.play.sentences import sentence
from game.screens.play.teacher import Lesson
from game.ui import commands
from game.ui.overlay import LossClass, Mark
from game.ui.panel.analysis import CandidateRow
from game.ui.panel.base import Section
from game.ui.panel.basics import Hairline
from game.ui.panel.compose import Tappable
from game.ui.panel.history import BRANCH, PLY, ForkMove, ForkRow, PlayedMove
from game.ui.panel.items import FoldStage, Item, sentence_item
from game.words.numbers import short_count
from game.words.play import TO_ITS_END
from game.words.say import key_words, said, say_count

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene


def listed_moves(view: "GameScene") -> tuple[int, ...]:
    """Return the moves that may be seen; while moves are guessed, none of those to come."""
    session = view.session
    return (
        session.record.node.moves
        if view.controller.guesser.is_on(session)
        else session.record.moves
    )


def played_moves(
    view: "GameScene", letters: Mapping[int, LossClass] | None = None
) -> tuple[PlayedMove, ...]:
    """Return the moves of the list, some with the letters that they have by their number."""
    record = view.session.record
    return tuple(
        PlayedMove(
            record.nodes[ply - 1].state.move_label(move),
            (letters or {}).get(ply),
            sign=sign_of(view.session, record.nodes[ply].chooser),
        )
        for ply, move in enumerate(listed_moves(view), 1)
    )


def graph_item(graph: Section, *smaller: Section, stretch: bool = False) -> Item:
    """Return a graph that is lower where there is less room, and gives way at last."""
    item = Item(graph, stretch=stretch).folding(FoldStage.GRAPH, *smaller)
    return item.folding(FoldStage.LAST, None)


def open_marks(view: "GameScene", most: int) -> tuple[Mark, ...]:
    """Return the best candidates, if the AI's view may be shown."""
    overlay = view.controller.ai.full_overlay
    return overlay.marks[:most] if overlay and view.controller.state.is_view_open else ()


def shows_graph(view: "GameScene") -> bool:
    """Tell whether the graph is to be seen in this mode; while moves are guessed it is not."""
    session = view.session
    shows = session.mode in view.controller.state.graphs
    return shows and not view.controller.guesser.is_on(session)


def guess_items(view: "GameScene") -> tuple[Item, ...]:
    """Return how good the player's guesses were, where moves are guessed."""
    text = view.controller.guesser.tally(view.session)
    return (sentence_item(text), Item(Hairline())) if text else ()


def fork_row(view: "GameScene") -> ForkRow | None:
    """Return where branches of the game part next to the shown position, if they do."""
    session, fork = view.session, view.session.record.fork()
    if fork is None or view.controller.guesser.is_on(session):
        return None
    before = session.record.nodes[fork.ply].state
    branches = []
    for index, node in enumerate(fork.ways):
        sign = sign_of(session, node.chooser)
        ahead = session.record.spec.move_number(1 + sum(1 for _ in node.onward()))
        hit = Tappable(BRANCH, index, say_count(ahead, *TO_ITS_END))
        if index == fork.shown:
            hit = Tappable(PLY, fork.ply + 1)
        branches.append(ForkMove(before.move_label(node.move), hit, sign))
    bin_, fold = (
        Tappable(each.name, tooltip=f"{said(each.title)}  {key_words(each.cap)}")
        for each in (commands.DELETE_BRANCH, commands.FOLD_BRANCHES)
    )
    number = str(session.record.spec.move_number(fork.ply + 1))
    return ForkRow(number, tuple(branches), fork.shown, bin_, fold, session.is_folded)


def candidate_row(view: "GameScene", mark: Mark, **values: Any) -> CandidateRow:
    """Return a candidate's row in the table, with what else a game tells of it."""
    state, preview = view.session.state, view.preview.mark
    usual = CandidateRow(
        mark.loss_class,
        state.move_label(mark.move),
        visits=short_count(mark.visits),
        line=line_text(state.play(mark.move), mark.line[1:5]),
        highlighted=mark.rank == 1 if preview is None else mark.move == preview.move,
        updated=view.preview.is_outdated(mark),
    )
    return replace(usual, **values)


def tells_failure(view: "GameScene") -> bool:
    """Tell whether the panel says first that the AI has stopped, and how to go on."""
    session = view.session
    is_over = session.is_over and session.record.retry is None
    return view.controller.ai.has_failed and session.mode is Mode.PLAY and not is_over


def failure_items(view: "GameScene") -> tuple[Item, ...]:
    """Return the way on after a failure, first in the panel: nothing there can move it."""
    return (view.controls.failure_item(),) if tells_failure(view) else ()


def sentence_items(view: "GameScene") -> tuple[Item, ...]:
    """Return what the panel says of the position; after a failure that row says it."""
    return () if tells_failure(view) else (sentence_item(sentence(view)),)


def shown_lesson(view: "GameScene") -> Lesson | None:
    """Return what the teacher says of the player's last move; None while more is asked."""
    lesson = view.controller.teacher.lesson(view.controller.session)
    is_helped = view.controller.state.hint.is_open or view.controller.state.is_view_open
    mistake = view.controller.state.mistake
    is_sought = mistake is not None and mistake.is_shown(view.session)
    return None if is_helped or is_sought else lesson


def lesson_items(view: "GameScene") -> tuple[Item, ...]:
    """Return the teacher's card, where there is one."""
    lesson = shown_lesson(view)
    if lesson is None:
        return ()
    return view.lesson_card.items(view.session, lesson, details=view.skin.details)
