"""What the games for two share: players, evaluation, graph, moves, opponent's settings."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

import pygame

from ai.contract.rules import State
from ai.levels import EVEN
from ai.phrases import N_
from ai.search.messages import Proof
from game.play.credit import seated_player
from game.play.grading import Grade, grades_of_interest, worst
from game.play.node import WinRate
from game.play.session import Mode, Seat
from game.screens.base import Command
from game.screens.entry import make_board_view
from game.screens.play import duel_panel
from game.screens.play.choices import keep_side
from game.screens.play.commentary import explain_duel, line_text
from game.screens.play.ending import Ending, ending_of
from game.screens.play.engine import ai_turn_words
from game.screens.play.game_graph import win_graph
from game.screens.play.opponent import OpponentRows
from game.screens.play.panel_rows import candidate_row, open_marks
from game.screens.review.words import effect_words, move_words
from game.store.settings import level_of
from game.ui import commands
from game.ui.boards.view import BoardContent
from game.ui.elements import Element
from game.ui.overlay import WIN_POINT_LIMITS, Mark, Overlay, Values, class_words
from game.ui.panel.analysis import (
    PLAIN_COLUMNS,
    TRUTH_COLUMNS,
    TWO_PLAYER_COLUMNS,
    CandidateRow,
    CandidateTable,
    EvalBar,
)
from game.ui.panel.graphs import WinGraph
from game.ui.panel.items import Item
from game.ui.panel.legend import DUEL, Legend
from game.ui.theme import SIZE
from game.ui.tree import NodeText, TreeNode, caption_of
from game.ui.widgets import Action, Tabs, Widget
from game.words import moves, spoken
from game.words import play as words
from game.words.numbers import percent, signed
from game.words.say import AT_MOVE, say, sentences
from game.words.say import sentence as sentence_of

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene

TABLE_ROWS: Final = 4
WORST_MOVES: Final = 3


class DuelFace(ABC):
    """What the screen of a game for two says and shows of it; a game says its own below.

    Attributes:
        colours: The names of the two sides; the first one begins.
        ghost: The player's best game on the board, which a game for two does not show.
        truth_rows: How many moves the table has where their true values are known.
        gap: The space between the panel's items in dp, where there is enough of it.
    """

    ghost: ClassVar[None] = None
    truth_rows: ClassVar[int] = TABLE_ROWS
    gap: ClassVar[int] = SIZE.section_gap

    def __init__(self, view: "GameScene") -> None:
        """Make the controls of the opponent's settings."""
        self.view, self.context, self.controller = view, view.context, view.controller
        self.session = view.session
        self.colours = self.session.record.spec.sides
        self.marks = self.session.record.spec.marks
        self.opponent = OpponentRows(self)
        values = [
            (Values.EXACT, N_("Exact", "values")),
            (Values.ESTIMATE, N_("MCTS")),
            (Values.BOTH, N_("Both", "values")),
        ]
        self.value_tabs = Tabs("values", values, Values.BOTH, stretch=True)
        self.result_view = make_board_view(view.profile.game)

    # What a game adds.

    @property
    def state(self) -> State:
        """The shown position; a game says of which class its own are."""
        return self.session.state

    def colour_of(self, player: int) -> int:
        """Return which side a player has now, 0 or 1."""
        return player

    @abstractmethod
    def rule_words(self) -> str:
        """Return the goal in a few words, such as "five in a row wins"."""

    def must_block(self) -> tuple[int, ...]:
        """Return cells of which one must be taken at once."""
        return ()

    def shown(self, content: BoardContent) -> BoardContent:
        """Return what the board shows, with what the game adds."""
        has_marks = content.overlay is not None
        return replace(content, must_block=self.must_block() if has_marks else ())

    def draw_on_board(self, surface: pygame.Surface, board: BoardContent) -> None:
        """Draw what lies over the board."""
        del surface, board

    def said_on_board(self) -> Iterator[Element]:
        """Yield what lies over the board to those who do not see it."""
        yield from ()

    def node_text(self, state: State, node: TreeNode, best: float) -> NodeText:
        """Return what a node of the search tree says; its letter comes from its mark.

        Args:
            best: The largest value in the tree, by which scores are drawn.
        """
        del best
        name = state.move_label(node.path[-1])
        return NodeText(
            name,
            percent(node.value),
            node.value,
            caption_of(node) if self.view.skin.details else "",
        )

    def legend(self) -> tuple[str, Legend]:
        """Return the chip's words for what the board shows now, and each mark with its meaning."""
        if not self.shows_goal:
            return self.analysis_words(), DUEL
        rule, hint = self.rule_words(), commands.HINT.cap
        return say(words.RULE[self.session.is_over], rule=rule, hint=hint), DUEL

    def analysis_words(self) -> str:
        """Return what the signs on the board mean while it shows what the AI thinks."""
        overlay = self.controller.ai.full_overlay
        if overlay is not None and overlay.by_estimate:
            return words.ESTIMATE_ALONE
        if self.has_truth:
            return words.EXACT_VALUES
        return self.number_words()

    @property
    def has_truth(self) -> bool:
        """Whether exact values stand beside the estimates here, as details of the moves."""
        overlay = self.controller.ai.full_overlay
        return self.view.skin.details and overlay is not None and bool(overlay.exact)

    @property
    def shows_goal(self) -> bool:
        """Whether the board shows a game being played and nothing of the AI."""
        return self.controller.ai.board_overlay is None and self.session.mode is Mode.PLAY

    def proof_items(self) -> tuple[Item, ...]:
        return ()

    def offer(self) -> Widget | None:
        """Return a control for what the opponent offers, if anything."""
        return None

    # The panel.

    def study_items(self) -> tuple[Item, ...]:
        """Return what stands below the candidates in an analysis: the course of the game."""
        return duel_panel.course_items(self)

    def panel_items(self) -> tuple[Item, ...]:
        return duel_panel.panel_items(self)

    def summary_items(self) -> tuple[Item, ...]:
        return duel_panel.summary_items(self)

    def on_action(self, action: Action) -> Command | None:
        """Take another side, or choose between true values, estimates and both."""
        if action.name == "side":
            self.opponent.take_side(str(action.value))
            return keep_side(self.view)
        if action.name == "values":
            self.controller.ai.show_values(Values(str(action.value)))
        return None

    def caption(self) -> str:
        number = self.session.move_number
        if self.session.is_over:
            return say(AT_MOVE, number=number)
        return say(words.TO_MOVE_AT, side=self._mover(), number=number)

    def eval_bar(self) -> EvalBar:
        """Return who is ahead, told for the side that began."""
        share, best = self.shown_share(), self.controller.ai.shown_best
        overlay = self.controller.ai.full_overlay
        is_true = overlay is not None and overlay.true_share is not None
        error = 0.0 if best is None or is_true else best.error
        if share is not None:
            share = WinRate(share, 0).of(self.colour_of(0))
        return EvalBar(self.colours, self.marks, share, error if self.view.skin.details else None)

    def shown_share(self) -> float | None:
        """Return player 0's share of a win in the shown position, as far as it may be shown.

        It is the true one where that is known, also where the board shows the estimates alone.
        """
        session, best = self.session, self.controller.ai.shown_best
        overlay = self.controller.ai.full_overlay if self.controller.state.is_view_open else None
        if session.state.is_terminal:  # who resigns ends the game, not what the position is worth
            return (session.state.returns[0] + 1) / 2
        share = overlay.true_share if overlay is not None else None
        if share is None and best is not None:
            share = best.value
        return None if share is None else WinRate(share, session.state.current_player).of(0)

    def table(self) -> CandidateTable:
        """Return the best candidates, with their exact values where these are known."""
        overlay = self.controller.ai.full_overlay
        if overlay is not None and self.has_truth:
            return self.truth_table(overlay)
        marks = open_marks(self.view, TABLE_ROWS)
        while marks and not (marks[-1].visits or marks[-1].proof):  # nothing is known of it
            marks = marks[:-1]
        columns = TWO_PLAYER_COLUMNS if self.view.skin.details else PLAIN_COLUMNS
        return CandidateTable(tuple(_row(self.view, mark) for mark in marks), columns, TABLE_ROWS)

    def truth_table(self, overlay: Overlay) -> CandidateTable:
        """Return the exact value, the estimate and its error for each move."""
        marks = overlay.marks[: self.truth_rows] if self.controller.state.is_view_open else ()
        truth = {move: (proof, plies) for move, proof, plies in overlay.exact}
        rows = tuple(_truth_row(self.view, mark, *truth[mark.move]) for mark in marks)
        return CandidateTable(rows, TRUTH_COLUMNS, self.truth_rows, dense=True)

    def graph(self) -> WinGraph:
        """Return the win share over the game, for the player (or the side that began)."""
        name = self.colours[self.colour_of(seated_player(self.session.record) or 0)]
        return win_graph(
            self.session,
            self.session.record.cursor,
            self.mistakes(),
            searcher=self.controller.ai.analyser,
            shown=self.shown_share(),
            is_comparable=self.controller.ai.is_comparable,
            title=say(words.WIN_SHARE, side=name),
        )

    def mistakes(self) -> tuple[Grade, ...]:
        """Return the worst moves of the game, as far as the search supports calling them so."""
        count = None if self.controller.state.graph_key else WORST_MOVES
        return worst(grades_of_interest(self.session.record), count)

    # Words.

    def sides(self) -> tuple[str, str]:
        """Return the names of the player to move and of the other one."""
        colour = self.colour_of(self.state.current_player)
        return self.colours[colour], self.colours[1 - colour]

    def number_words(self) -> str:
        """Return what numbers and colours of the candidates are, for the legend chip."""
        if not self.view.skin.details:
            return say(words.ONE_NUMBER, key=commands.DETAILS.cap)
        return words.NUMBERS[self.context.settings.metric]

    def explanation(self) -> str:
        ai, is_brief = self.controller.ai, not self.view.skin.details
        return explain_duel(self.state, ai.full_overlay, *self.sides(), ai.best, is_brief=is_brief)

    def winning_line(self) -> tuple[int, ...] | None:
        """Return the best move's line where it is proven to win and is what is explained.

        It is empty where every move loses: nothing more is to be said of the best one.
        """
        overlay, best = self.controller.ai.full_overlay, self.controller.ai.best
        if overlay is None or not overlay.marks or overlay.exact:
            return None
        if overlay.proof is Proof.LOSS:
            return ()
        mark = overlay.marks[0]
        is_explained = best is None or best.move == mark.move
        return mark.line if is_explained and mark.theorem is Proof.WIN else None

    def moved_words(self, ply: int) -> str:
        """Return who made the move that led to a position, and what it did."""
        return move_words(self.session, ply, effect_words(self.session, ply))

    def result_words(self) -> str:
        """Return how the game ended."""
        return self.ending.sentence

    def standing_words(self) -> tuple[str, ...]:
        """Return how many pieces each side has, where the board tells that."""
        pieces = [each for each in getattr(self.state, "cells", ()) if each]
        if not pieces:
            return ()
        (side, other), (count, others) = self.colours, map(pieces.count, (1, 2))
        return (say(spoken.ON_BOARD, side=side, count=count, other=other, others=others),)

    def play_words(self) -> str:
        """Return what happened last, and what may be done."""
        session = self.session
        if session.mode is Mode.DEMO:
            return self._demo_words()
        if session.is_ai_passed_by:
            return self.turn_words()
        if session.record.cursor == 0:
            return sentences(sentence_of(self.rule_words()), self.view.pointing.how)
        before = session.record.nodes[session.record.cursor - 1].state
        if session.record.seats[before.current_player] is Seat.AI:
            _, mover = self.sides()
            name = before.move_label(session.record.node.move)
            hint, analysis = commands.HINT.cap, self.view.key_of(commands.ANALYSIS)
            ask = say(words.PRESS, hint=hint, analysis=analysis)
            return sentences(moves.played(mover, name), ask)
        return self.turn_words()

    def _demo_words(self) -> str:
        session = self.session
        ply = session.record.cursor - 1
        before = session.record.nodes[ply].state
        mover = self.colours[self.colour_of(before.current_player)]
        name = before.move_label(session.record.node.moves[-1])
        evaluation = session.record.nodes[ply].position.evaluations.get(self.controller.ai.analyser)
        if evaluation is None or evaluation.line[:1] != session.record.node.moves[-1:]:
            return moves.played(mover, name)
        if evaluation.proof is not None:
            return moves.played_proven(mover, name, evaluation.proof, evaluation.distance)
        share = WinRate(evaluation.value, 0).of(before.current_player)
        visits = evaluation.visits if self.view.skin.details else None
        return moves.played_with(mover, name, share, visits)

    def turn_words(self) -> str:
        if self.controller.state.is_ai_turn:
            return ai_turn_words(self.context.thinker, self.session.record.spec.name)
        session = self.session
        if session.is_ai_passed_by:
            return say(words.WAS_TO_MOVE, side=self._mover())
        if Seat.AI in session.record.seats:
            return say(words.YOUR_TURN, side=self._mover())
        return say(words.TO_MOVE, side=self._mover())

    def draw_reason(self) -> str:
        """Return why the shown end is a draw, as far as that is known."""
        cells = getattr(self.state, "cells", (0,))
        return words.FULL_BOARD if all(cells) else ""

    @property
    def ending(self) -> Ending:
        controller, session = self.controller, self.session
        will_be = controller.postmortem.due(session) is not None and not controller.ai.has_failed
        is_done = controller.postmortem.queue.has_done(session, range(session.record.cursor + 1))
        return ending_of(
            session,
            self.context.storage.records,
            drawn=self.draw_reason(),
            is_counted=controller.saver.is_just_counted,
            is_searched=is_done if is_done or will_be else None,
            is_even=level_of(self.context.settings, session.record.spec.name) == EVEN,
        )

    def _mover(self) -> str:
        return self.sides()[0]


def _truth_row(view: "GameScene", mark: Mark, proof: Proof, plies: int | None) -> CandidateRow:
    return candidate_row(
        view,
        mark,
        value="–" if mark.guess is None else percent(mark.guess),
        loss="" if mark.guess is None else signed(100 * (mark.guess - mark.value)),
        line=line_text(view.session.state, mark.line[:4]),
        proof=proof,
        distance=plies,
    )


def _row(view: "GameScene", mark: Mark) -> CandidateRow:
    proof, has_numbers = mark.proof if view.skin.details else None, mark.has_numbers
    words = class_words(mark.loss_class, WIN_POINT_LIMITS, "%")
    return candidate_row(
        view,
        mark,
        loss_class=mark.loss_class if has_numbers else None,
        value=percent(mark.value, int(view.skin.details)) if has_numbers and proof is None else "",
        loss=signed(-mark.loss, 1) if has_numbers and mark.loss else "",
        proof=proof,
        distance=mark.distance,
        estimated=mark.estimated,
        letter_words=words if has_numbers and view.skin.details and not proof else "",
    )
