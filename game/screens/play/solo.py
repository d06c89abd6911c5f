"""The screen of a game for one: score, medals, candidates, the AI's line, the game so far."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from ai.contract.rules import State
from ai.phrases import N_
from game.library.progress import best_run
from game.library.records import board_of
from game.library.storage import Storage
from game.play.credit import credit_of
from game.play.grading import grades_of_interest, loss_limits, worst
from game.play.session import Mode, Session
from game.screens.base import Command, OpenScene
from game.screens.play import solo_panel
from game.screens.play.commentary import board_name, line_text, preferred_by_now
from game.screens.play.game_graph import score_graph
from game.screens.play.hints import Reveal
from game.screens.play.panel_rows import candidate_row, fork_row, played_moves
from game.screens.play.score_on_board import PlacedResult, placed
from game.screens.play.score_result import ScoreResult, result_of
from game.screens.today import BOARD, board_of_the_day
from game.store.background import BackgroundRead
from game.ui import commands
from game.ui.boards.view import BoardContent
from game.ui.elements import Element, text
from game.ui.overlay import Mark, class_words, limit_words
from game.ui.panel.analysis import CandidateRow
from game.ui.panel.basics import Figure, Heading, Note
from game.ui.panel.graphs import ScoreGraph
from game.ui.panel.history import MoveList, RemovalList
from game.ui.panel.items import Item, list_items
from game.ui.panel.legend import COLOURS, Legend, letters, unmarked
from game.ui.theme import DARK, SIZE, in_material
from game.ui.tree import NodeText, TreeNode, caption_of
from game.ui.widgets import Action, Button
from game.words import play as words
from game.words import spoken
from game.words.numbers import signed, thousands
from game.words.say import counted, dotted, say, sentences
from game.words.say import sentence as sentence_of

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene

BOARDS: Final = "boards"
"""What shows the boards that programs are compared on."""
MOVE_ROWS: Final = 3
MOST_RUNS: Final = 100
"""The latest games on a board among which the best one is looked for."""
WORST_MOVES: Final = 3
DENSE_GAP: Final = 9
EQUAL: Final = 0.5
"""A smaller difference of two scores is none."""
SURE: Final = 2.0
"""A loss of at least so many standard errors is told without its error."""


class Ghost:
    """The player's own best game on a board, read beside the window as soon as it is begun.

    Attributes:
        scores: Its scores, move by move; empty for none.
    """

    def __init__(self, storage: Storage) -> None:
        self.scores: tuple[int, ...] = ()
        self.beside = BackgroundRead[tuple[int, ...]]("best run")
        self._storage = storage
        self._start: tuple[State, int] | None = None

    def follow(self, session: Session) -> None:
        """Look for the best game on a board that has just been begun."""
        number = session.record.number
        start = self._start[0] if self._start else None
        is_begun = not session.record.length and (start, number) != self._start
        if session.record.root.state is not start or is_begun:
            self._start, self.scores = (session.record.root.state, number), ()
            self.beside.ask(
                partial(
                    self._read,
                    session.record.spec.name,
                    session.record.root.state,
                    session.record.start.seed,
                )
            )
        for scores in self.beside.take():
            self.scores = scores

    def _read(self, game: str, start: State, seed: int) -> tuple[int, ...]:
        return best_run(self._storage.finished_games(game, seed, MOST_RUNS), start)

    def words(self, session: Session) -> str:
        """Return how a game compares with it."""
        scores, ply = self.scores, session.record.cursor
        if not scores or session.mode is not Mode.PLAY or session.record.retry is not None:
            return ""
        if not ply:
            return say(words.BEST_SO_FAR, best=scores[-1])
        if ply >= len(scores):
            return say(words.BEST_ENDED, best=scores[-1])
        ahead = signed(round(session.state.returns[0]) - scores[ply])
        return say(words.BEST_HAD, best=scores[ply], ahead=ahead)


class SoloFace(ABC):
    """What the screen of a game for one says and shows of it; a game says its own below."""

    def __init__(self, view: "GameScene") -> None:
        """Look at a game that is shown."""
        self.view, self.context, self.controller = view, view.context, view.controller
        self.session = view.session
        self.seed = commands.SEED.button()
        self.boards = Button(BOARDS, N_("Standard boards"), icon="layout-grid")
        self.today = Button("today", N_("Today"), icon="star")
        self.ghost = Ghost(view.context.storage)
        self._placed: PlacedResult | None = None
        self._placed_key: tuple[object, ...] = ()

    # What a game adds.

    @property
    def state(self) -> State:
        """The shown position; a game says of which class its own are."""
        return self.session.state

    @abstractmethod
    def rule_words(self) -> str:
        """Return the goal in a few words, such as "remove groups of two or more"."""

    def legend(self) -> tuple[str, Legend]:
        """Return the chip's words for what the board shows now, and each mark with its meaning."""
        rule = say(words.RULE[True], rule=self.rule_words())
        lines = (rule, words.SCORE_NUMBER)
        chip = self.loss_words() if self.controller.state.is_view_open else rule
        limits = loss_limits(self.session.record)
        explained = letters(lambda: say(words.POINTS_LOST, limits=limit_words(limits))), COLOURS
        return chip, (*(unmarked(line) for line in lines), *explained)

    def loss_words(self) -> str:
        """Return what shows how much a candidate loses, for the legend chip."""
        if self.view.skin.details:
            return words.LOST_BY_LETTER
        return say(words.COLOUR_ONLY, key=commands.DETAILS.cap)

    def line_words(self) -> str:
        """Return what the AI's best line does."""
        state, best = self.state, self.controller.ai.best
        if best is None or not best.line:
            return ""
        line = line_text(state, best.line[:4])
        return say(words.LEADS_TO, line=line, points=counted(round(best.value), "point"))

    def begin_words(self) -> str:
        """Return how to play, before the first move."""
        return sentences(sentence_of(self.rule_words()), self.view.pointing.how)

    def gain_words(self, before: State, move: int) -> str:
        return say(
            words.GAIN, points=signed(round(before.play(move).returns[0] - before.returns[0]))
        )

    def bonus_words(self) -> str:
        """Return what the end itself has brought: something only if it is as good as can be."""
        return ""

    def game_figures(self) -> tuple[Figure, ...]:
        """Return numbers of the game's own beside the score, while there is room for them."""
        return ()

    def game_notes(self, line: tuple[int, ...]) -> tuple[Note, ...]:
        del line
        return ()

    def colour_counts(self) -> tuple[int, ...]:
        """Return how many tiles of each colour are left, where that matters."""
        return ()

    def ahead_items(self) -> tuple[Item, ...]:
        """Return what shows what may follow while the game is played: what the AI thinks."""
        return (solo_panel.table_of(self),) if self.controller.state.shows_layer else ()

    def study_items(self) -> tuple[Item, ...]:
        """Return what stands below the candidates in an analysis: the moves, to walk along."""
        return (*self.history_items(), *self.view.controls.below_moves())

    def move_list(self) -> MoveList | RemovalList:
        moves, cursor = played_moves(self.view), self.session.record.cursor
        return MoveList(moves, cursor=cursor, rows=MOVE_ROWS, fork=fork_row(self.view))

    def row(self, mark: Mark) -> CandidateRow:
        words = class_words(mark.loss_class, loss_limits(self.session.record), N_("points"))
        return candidate_row(
            self.view,
            mark,
            value=thousands(round(mark.value)),
            loss=N_("best", "a move") if mark.rank == 1 else _loss_text(mark),
            letter_words=words if self.view.skin.details else "",
        )

    def node_text(self, state: State, node: TreeNode, best: float) -> NodeText:
        """Return what a node of the search tree says; its letter comes from its mark.

        Args:
            best: The largest value in the tree, by which scores are drawn.
        """
        name, value = state.move_label(node.path[-1]), thousands(round(node.value))
        share = max(0.0, node.value / best)
        return NodeText(name, value, share, caption_of(node) if self.view.skin.details else "")

    def sides(self) -> tuple[str, str]:
        return "", ""

    # What games use.

    @property
    def is_brief(self) -> bool:
        """Whether there is room for a few words only: on the sheet of a narrow window."""
        return self.view.layout.compact and not self.view.is_raised

    @property
    def is_proven(self) -> bool:
        """Whether no line scores more than the shown one."""
        analysis = self.controller.ai.shown_analysis
        return analysis is not None and analysis.info.optimal

    def line_in_view(self) -> tuple[int, ...]:
        shown = self.view.preview.mark or self.controller.ai.best
        return shown.line if shown is not None and self.controller.state.is_view_open else ()

    # The panel.

    @property
    def gap(self) -> int:
        """The analysis has more to show than fits with wide gaps."""
        return SIZE.section_gap if self.session.mode is Mode.PLAY else DENSE_GAP

    def caption(self) -> str:
        number, name = self.session.move_number, self.daily_name or board_name(self.session)
        if self.session.has_seed:
            return say(words.BOARD_AT_MOVE, board=name, number=number)
        return say(N_("move {number}", "of a game for one"), number=number)

    @property
    def daily_name(self) -> str:
        """The name of the board if it is that of today; empty if not."""
        daily = board_of_the_day(date.today())
        return BOARD if daily is not None and daily.board == board_of(self.session.record) else ""

    def panel_items(self) -> tuple[Item, ...]:
        return solo_panel.panel_items(self)

    def summary_items(self) -> tuple[Item, ...]:
        return solo_panel.summary_items(self)

    def on_action(self, action: Action) -> Command | None:
        """Show the standard boards, or what the day has."""
        pages = self.boards.name, self.today.name
        return OpenScene(action.name) if action.name in pages else None

    def graph(self) -> ScoreGraph:
        session, best = self.session, self.controller.ai.shown_best
        return score_graph(
            session,
            session.record.cursor,
            worst(grades_of_interest(session.record), WORST_MOVES),
            searcher=self.controller.ai.analyser,
            shown=None if best is None or session.state.is_terminal else best.value,
            expected=session.record.cursor + (len(best.line) if best is not None else 0),
            ghost=self.ghost.scores if session.mode is Mode.PLAY else (),
        )

    def history_items(self) -> list[Item]:
        """Return the moves of the game below a heading."""
        session, credit = self.session, credit_of(self.session.record)
        facts = [say(words.MOVES_PLAYED, count=session.record.cursor)]
        if not session.state.is_terminal:  # the result tells the rest
            hints = session.record.hints
            facts.append(counted(hints, "hint") if hints else "")
            facts.append("" if credit.is_whole else say(words.BY_AI, count=credit.by_ai))
        heading = Heading(N_("Moves"), dotted(facts))
        return list_items(heading, self.move_list(), gap=4)

    # Numbers.

    def placed_result(self) -> PlacedResult | None:
        """Return what is written on a finished board, where it has room for that."""
        session, skin = self.session, self.view.skin
        if not session.state.is_terminal:
            return None
        is_counted, board = self.controller.saver.is_just_counted, self.view.layout.board
        key = (session.generation, session.record.target, is_counted, board, skin)
        if key != self._placed_key:
            room = self.view.animator.view.free_box(session.state)
            self._placed_key = key
            self._placed = None if room is None else placed(self.result(), skin, room)
        return self._placed

    def shown(self, content: BoardContent) -> BoardContent:
        """Return what the board shows: once finished, the first position around the result."""
        result = self.placed_result()
        box = None if result is None else result.box
        return replace(content, trace=self.session.record.root.state, result=box)

    def draw_on_board(self, surface: pygame.Surface, board: BoardContent) -> None:
        result, skin = self.placed_result(), self.view.skin
        if result is None or (not skin.gate.moves and board.progress < 1.0):
            return
        # Where tiles stand is dark in every theme.
        dark = DARK if not skin.theme.bordered else skin.theme
        theme = in_material(dark, self.view.animator.view.material)
        result.draw(surface, skin, theme, board.ending)

    def said_on_board(self) -> Iterator[Element]:
        """Yield the result, where it is written on the board."""
        placed = self.placed_result()
        if placed is not None:
            yield text(placed.result.spoken, placed.box)

    def result(self) -> ScoreResult:
        is_new_best, records = self.controller.saver.is_just_counted, self.context.storage.records
        return result_of(self.session, records, self.bonus_words(), is_new_best=is_new_best)

    # Words.

    def play_words(self) -> str:
        """Return what the last move brought, in a demo with what the AI expects."""
        session, ply = self.session, self.session.record.cursor - 1
        if ply < 0:
            return sentences(self.begin_words(), self.ghost.words(session))
        told = self.view.entry.sentences
        if session.mode is Mode.PLAY:
            return sentences(self._moved(ply + 1, told.brought), self.ghost.words(session))
        evaluation = session.record.nodes[ply].position.evaluations.get(self.controller.ai.analyser)
        follows = evaluation is not None and evaluation.line[:1] == session.record.node.moves[ply:]
        sentence = self._moved(ply + 1, told.by_ai)
        if evaluation is None or not follows:
            return sentence
        return sentences(sentence, say(words.EXPECTS, score=round(evaluation.value)))

    def moved_words(self, ply: int) -> str:
        """Return what the move brought that led to a position, and that the AI made it if so."""
        told = self.view.entry.sentences
        return self._moved(
            ply, told.by_ai if self.session.record.nodes[ply].by.is_ai else told.brought
        )

    def _moved(self, ply: int, told: str) -> str:
        before, move = self.session.record.nodes[ply - 1].state, self.session.record.nodes[ply].move
        return say(told, name=before.move_label(move), gain=self.gain_words(before, move))

    def result_words(self) -> str:
        """Return what the finished board was worth."""
        return self.result().sentence

    def standing_words(self) -> tuple[str, ...]:
        """Return the score, and the game's own numbers."""
        score = Figure(N_("Score"), thousands(round(self.state.returns[0])))
        left = self.game_figures()[-1:]
        return tuple(
            say(spoken.FIGURE, name=each.caption, value=each.value) for each in (score, *left)
        )

    def explanation(self) -> str:
        """Return what the AI's best line does, and what is to be said of it besides."""
        why, best = self.line_words(), self.controller.ai.best
        if why and Reveal.LINE in self.controller.state.hint.reveals and best is not None:
            other = preferred_by_now(self.state, self.controller.ai.full_overlay, best)
            why = sentences(why, other)
        if why and self.is_brief and self.is_proven:
            return sentences(why, words.PROVEN_BEST)
        return why


def _loss_text(mark: Mark) -> str:
    """Return what a move loses, with its standard error where that leaves it open."""
    if mark.loss < EQUAL:
        return N_("equal", "a move")
    loss = signed(-mark.loss)
    is_open = mark.error >= 1 and mark.loss < SURE * mark.error
    return say(words.ABOUT, loss=loss, error=round(mark.error)) if is_open else loss
