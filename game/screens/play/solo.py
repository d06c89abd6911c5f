"""The screen of a game for one: score, medals, candidates, the AI's line, the game so far."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Final

import pygame

from ai.contract.rules import State
from game.library.progress import best_run
from game.library.records import board_of
from game.library.storage import Storage
from game.play.credit import credit_of
from game.play.grading import grades_of_interest, known_values, loss_limits, worst
from game.play.session import Mode, Session
from game.play.thinker import ThinkerState
from game.screens.base import Command, OpenScene
from game.screens.entry import entry_of
from game.screens.play.commentary import board_name, line_text, preferred_by_now
from game.screens.play.engine import LOOKING_FOR_TARGET
from game.screens.play.game_graph import score_graph, sign_of
from game.screens.play.hints import Reveal
from game.screens.play.medal_bar import MedalBar
from game.screens.play.panel_rows import (
    candidate_row,
    fork_row,
    listed_moves,
    said_items,
    shows_graph,
)
from game.screens.play.score_in_panel import ResultInPanel
from game.screens.play.score_on_board import PlacedResult, placed
from game.screens.play.score_result import ScoreResult, published_of, result_of, standing_of
from game.screens.play.sentences import sentence
from game.screens.today import BOARD, board_of_the_day
from game.store.background import BackgroundRead
from game.ui import commands
from game.ui.boards.view import BoardContent
from game.ui.layout import Box
from game.ui.overlay import Mark, class_words, limit_words
from game.ui.panel.analysis import (
    PLAIN_SCORE_COLUMNS,
    SCORE_COLUMNS,
    CandidateRow,
    CandidateTable,
)
from game.ui.panel.basics import ColourCounts, Figure, Figures, Hairline, Heading, Note, Notes
from game.ui.panel.graphs import ScoreGraph
from game.ui.panel.history import MoveList, PlayedMove, RemovalList
from game.ui.panel.items import (
    FoldStage,
    Item,
    button_row,
    list_items,
    sentence_item,
    table_item,
)
from game.ui.panel.legend import COLOURS, Legend, letters, told
from game.ui.panel.panel import Summary
from game.ui.theme import DARK, SIZE, in_material
from game.ui.tree import NodeText, TreeNode, caption_of
from game.ui.widgets import Action, Button
from game.words import play as words
from game.words.numbers import signed, thousands
from game.words.say import counted, dotted, say, sentences
from game.words.say import sentence as sentence_of

if TYPE_CHECKING:
    from game.screens.play.game_scene import GameScene

BOARDS: Final = "boards"
"""What shows the boards that programs are compared on."""
TABLE_ROWS: Final = 5
MOVE_ROWS: Final = 3
MOST_RUNS: Final = 100
"""The latest games on a board among which the best one is looked for."""
WORST_MOVES: Final = 3
DENSE_GAP: Final = 9
MOST_LARGE: Final = 3
"""More figures than this stand side by side only in the smaller size."""
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
        for found in self.beside.take():
            self.scores = found

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
        self.boards = Button(BOARDS, "Standard boards", icon="layout-grid")
        self.today = Button("today", "Today", icon="star")
        self.ghost = Ghost(view.context.storage)
        self._placed: PlacedResult | None = None
        self._placed_key: tuple[object, ...] = ()

    # What a game adds.

    @abstractmethod
    def rule_words(self) -> str:
        """Return the goal in a few words, such as "remove groups of two or more"."""

    def hint_region(self, move: int) -> tuple[int, ...]:
        """Return cells to look at for a move, without giving the move away."""
        return self.view.pointing.region(move)

    def must_block(self) -> tuple[int, ...]:
        """Return cells of which one must be taken at once: nobody threatens anything here."""
        return ()

    def tooltip_anchor(self, cell: int) -> Box:
        return self.view.animator.view.cell_box(self.session.state, cell)

    def legend(self) -> tuple[str, Legend]:
        """Return the chip's words for what the board shows now, and each mark with its meaning."""
        rule = say(words.RULE[True], rule=self.rule_words())
        lines = (rule, "the number is the **score** that the AI expects")
        chip = self.loss_words() if self.controller.is_overlay_open else rule
        limits = limit_words(loss_limits(self.session.record))
        explained = letters(say(words.POINTS_LOST, limits=limits)), COLOURS
        return chip, (*(told(line) for line in lines), *explained)

    def loss_words(self) -> str:
        """Return what shows how much a candidate loses, for the legend chip."""
        if self.view.details:
            return "letter, colour = **points lost**"
        return say(words.COLOUR_ONLY, key=commands.DETAILS.cap)

    def line_words(self) -> str:
        """Return what the AI's best line does."""
        state, best = self.session.state, self.controller.best
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

    def own_figures(self) -> tuple[Figure, ...]:
        """Return numbers of the game's own beside the score, while there is room for them."""
        return ()

    def own_notes(self, line: tuple[int, ...]) -> tuple[Note, ...]:
        del line
        return ()

    def colour_counts(self) -> tuple[int, ...]:
        """Return how many tiles of each colour are left, where that matters."""
        return ()

    def ahead_items(self) -> tuple[Item, ...]:
        """Return what shows what may follow while the game is played: what the AI thinks."""
        return (table_item(self._table()),) if self.controller.layer else ()

    def study_items(self) -> tuple[Item, ...]:
        """Return what stands below the candidates in an analysis: the moves, to walk along."""
        return (*self.history_items(), *self.view.controls.below_moves(self.session))

    def move_list(self) -> MoveList | RemovalList:
        session = self.session
        moves = tuple(
            PlayedMove(
                session.record.nodes[ply].state.move_label(move),
                sign=sign_of(session, session.record.nodes[ply + 1].chooser),
            )
            for ply, move in enumerate(listed_moves(self.view))
        )
        return MoveList(
            moves, cursor=session.record.cursor, rows=MOVE_ROWS, fork=fork_row(self.view)
        )

    def row(self, mark: Mark) -> CandidateRow:
        words = class_words(mark.loss_class, loss_limits(self.session.record), "points")
        return candidate_row(
            self.view,
            mark,
            value=thousands(round(mark.value)),
            loss="best" if mark.rank == 1 else _loss_text(mark),
            letter_words=words if self.view.details else "",
        )

    def node_text(self, state: State, node: TreeNode, best: float) -> NodeText:
        """Return what a node of the search tree says; its letter comes from its mark.

        Args:
            best: The largest value in the tree, by which scores are drawn.
        """
        name, value = state.move_label(node.path[-1]), thousands(round(node.value))
        share = max(0.0, node.value / best)
        return NodeText(name, value, share, caption_of(node) if self.view.details else "")

    def node_content(self, still: BoardContent, node: TreeNode, before: State) -> BoardContent:
        """Return a node's small board, made of the searched position."""
        del before
        return replace(still, line=node.path)

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
        known = self.controller.shown_analysis
        return known is not None and known.info.optimal

    def told_line(self) -> tuple[int, ...]:
        shown = self.view.preview.mark or self.controller.best
        return shown.line if shown is not None and self.controller.is_overlay_open else ()

    # The panel.

    @property
    def gap(self) -> int:
        """The analysis has more to show than fits with wide gaps."""
        return SIZE.section_gap if self.session.mode is Mode.PLAY else DENSE_GAP

    def caption(self) -> str:
        number, name = self.session.record.cursor, self._daily_name or board_name(self.session)
        if self.session.has_seed:
            return say(words.BOARD_AT_MOVE, board=name, number=number)
        return say(words.AT_MOVE, number=number)

    @property
    def _daily_name(self) -> str:
        """What the board is called if it is that of today; empty if not."""
        daily = board_of_the_day(date.today())
        return BOARD if daily is not None and daily.board == board_of(self.session) else ""

    def panel_items(self) -> tuple[Item, ...]:
        mode = self.session.mode
        if self.session.state.is_terminal:
            return self._end_items()
        if mode is Mode.DEMO:
            return self._demo_items()
        return self._play_items() if mode is Mode.PLAY else self._analyse_items()

    def _play_items(self) -> tuple[Item, ...]:
        is_empty = not self.view.has_begun and not self.controller.layer
        # Those of a hint would move what stands below the rules.
        notes, figures = () if is_empty else self._notes(), self._figures()
        rules = self.view.first_steps.rules_items(self.session) if is_empty else ()
        ahead = (self._graph_item(),) if shows_graph(self.view) else self.ahead_items()
        boards = (*self.view.first_steps.preset_items(self.session), *self._board_items())
        return _parted(
            (
                self._figures_item(dense=len(figures) > MOST_LARGE),
                *((Item(self._medal_bar()),) if self._has_target else ()),
                *((Item(Notes(notes)).folding(FoldStage.LAST, None),) if notes else ()),
                *said_items(self.view),
            ),
            (*rules, *ahead, *self._count_items()),
            self.history_items() if self.view.has_begun else boards,
        )

    def _analyse_items(self) -> tuple[Item, ...]:
        graph = (self._graph_item(stretch=True),) if shows_graph(self.view) else ()
        return _parted(
            (
                self._figures_item(),
                Item(Notes(self._notes()), gap=5).folding(FoldStage.LAST, None),
                sentence_item(sentence(self.view), gap=5),
                table_item(self._table()),
            ),
            (*self.study_items(), *graph, *self._count_items()),
        )

    def _end_items(self) -> tuple[Item, ...]:
        """Return how the game went, and what it came to where the board has no room for that."""
        result = self._result()
        bare = ResultInPanel(replace(result, notes=()))
        told = Item(ResultInPanel(result)).folding(FoldStage.EXTRAS, bare)
        return (
            *_parted(
                () if self.placed_result() else (told,),
                (self._graph_item(),),
                self.history_items(),
            ),
            *self.view.controls.below_moves(self.session),
            *(self._board_items() if self.session.mode is Mode.PLAY else ()),
        )

    def _demo_items(self) -> tuple[Item, ...]:
        return (
            *_parted(
                (self._figures_item(), sentence_item(sentence(self.view))),
                (self._graph_item(), *self._count_items()),
                self.history_items(),
            ),
            *self.view.controls.below_moves(self.session),
        )

    def summary_items(self) -> tuple[Item, ...]:
        """Return score, counts, the way to the next medal (or a sentence) and the main button.

        At the end there is the result, or the graph where the board tells that.
        """
        main = self.view.controls.main(self.controller)
        if self.session.state.is_terminal:
            is_told = self.placed_result() is not None
            text = "" if is_told else self._result().sentence
            bar = replace(self.graph(), spark=True) if is_told else None
            return (Item(Summary(main, text=text, bar=bar)),)
        text = self._summary_text()
        summary = Summary(
            main,
            _two_of(self._figures()),
            self.colour_counts(),
            text,
            bar=None if text else self._medal_bar(captions=False),
        )
        return (Item(summary),)

    def _summary_text(self) -> str:
        """Return what must be said in few words; nothing leaves the place to the medals."""
        if self.session.mode is not Mode.PLAY or not self._has_target:
            return sentence(self.view)
        is_asked = self.controller.hint.is_open or self.controller.is_overlay_open
        return sentence(self.view) if is_asked or not self.session.record.cursor else ""

    def on_action(self, action: Action) -> Command | None:
        """Show the standard boards, or what the day has."""
        pages = self.boards.name, self.today.name
        return OpenScene(action.name) if action.name in pages else None

    def _board_items(self) -> tuple[Item, ...]:
        """Return the buttons that lead to other boards, after the day's back to what it has."""
        has_standard = entry_of(self.view.profile.game).board_cards is not None
        is_done = self.session.is_over and self._daily_name
        buttons = (
            *((self.today,) if is_done else ()),
            *((self.seed,) if self.session.has_seed else ()),
            *((self.boards,) if has_standard else ()),
        )
        return (button_row(*buttons, sticky=True),) if buttons else ()

    def _figures_item(self, *, dense: bool = True) -> Item:
        """Return the numbers, of which a low panel has the first two."""
        figures = self._figures()
        item = Item(Figures(figures, dense))
        if not dense:
            item = item.folding(FoldStage.EXTRAS, Figures(figures, dense=True))
        return item.folding(FoldStage.LAST, Figures(_two_of(figures), dense=True))

    def _count_items(self) -> tuple[Item, ...]:
        counts = self.colour_counts()
        section = ColourCounts(counts)
        return (Item(section).folding(FoldStage.LAST, None),) if counts else ()

    def graph(self) -> ScoreGraph:
        session, best = self.session, self.controller.shown_best
        return score_graph(
            session,
            session.record.cursor,
            worst(grades_of_interest(session.record), WORST_MOVES),
            searcher=self.controller.analyser,
            shown=None if best is None or session.state.is_terminal else best.value,
            expected=session.record.cursor + (len(best.line) if best is not None else 0),
            ghost=self.ghost.scores if session.mode is Mode.PLAY else (),
        )

    def _graph_item(self, *, stretch: bool = False) -> Item:
        graph = self.graph()
        item = Item(graph, stretch=stretch).folding(FoldStage.GRAPH, *graph.smaller)
        return item.folding(FoldStage.LAST, None)

    def history_items(self) -> list[Item]:
        """Return the moves of the game below a heading."""
        session, credit = self.session, credit_of(self.session.record)
        told = [say(words.MOVES_PLAYED, count=session.record.cursor)]
        if not session.state.is_terminal:  # the result tells the rest
            hints = session.record.hints
            told.append(counted(hints, "hint") if hints else "")
            told.append("" if credit.is_whole else say(words.BY_AI, count=credit.by_ai))
        heading = Heading("Moves", dotted(told))
        return list_items(heading, self.move_list(), gap=4)

    # Numbers.

    def _figures(self) -> tuple[Figure, ...]:
        session, controller, target = self.session, self.controller, self.session.record.target
        score = Figure("Score", thousands(round(session.state.returns[0])), big=True)
        is_played = session.mode is Mode.PLAY and not controller.layer
        if is_played or not controller.is_overlay_open:
            return (score, *self.own_figures())
        projected = self._projected()
        shown = "Proven best" if self.is_proven else "Expected"
        expected = best = behind = "–"  # so that nothing moves once it is known
        if projected is not None:
            most = max(projected, target.score if target else projected)
            expected, best, behind = map(thousands, (projected, most, most - projected))
        promised = score, Figure(shown, expected, "ai", big=True)
        if not self.view.details:
            return promised
        is_demo = session.mode is Mode.DEMO
        return (
            *promised,
            Figure("AI best", best),
            *(self.own_figures() if is_demo else (Figure("Behind it", behind),)),
        )

    def _projected(self) -> int | None:
        controller, session = self.controller, self.session
        if controller.shown_best is not None:
            return round(controller.shown_best.value)
        # Just after a move nothing is searched, but what its line promised before still holds.
        known = known_values(session.record, controller.analyser).get(session.record.cursor)
        return None if known is None else round(known.value)

    def _notes(self) -> tuple[Note, ...]:
        """Return what is known for certain: the game's own notes, and the bound."""
        if not self.controller.is_overlay_open:
            return ()
        known = self.controller.shown_analysis
        if known is None or not known.info.line:
            return self.own_notes(())
        notes = self.own_notes(self.told_line())
        if known.info.optimal:
            return (*notes, Note("no line scores more", "ai"))
        if known.info.upper_bound is None or not self.view.details:
            return notes
        return (*notes, Note(say(words.BOUND, score=round(known.info.upper_bound))))

    @property
    def _has_target(self) -> bool:
        """Whether the AI looks for a score to beat, for which there are medals."""
        return self.view.profile.target_seconds > 0

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
            self._placed = None if room is None else placed(self._result(), skin, room)
        return self._placed

    def shown(self, content: BoardContent) -> BoardContent:
        """Return what the board shows; a finished one what stood first, around its result."""
        result = self.placed_result()
        told = None if result is None else result.box
        return replace(content, trace=self.session.record.root.state, result=told)

    def draw_on_board(self, surface: pygame.Surface, board: BoardContent) -> None:
        result, skin = self.placed_result(), self.view.skin
        if result is None or (not skin.gate.moves and board.progress < 1.0):
            return
        # Where tiles stand is dark in every theme.
        dark = DARK if not skin.theme.bordered else skin.theme
        theme = in_material(dark, self.view.animator.view.material)
        result.draw(surface, skin, theme, board.ending)

    def _result(self) -> ScoreResult:
        is_new_best, records = self.controller.saver.is_just_counted, self.context.storage.records
        return result_of(self.session, records, self.bonus_words(), is_new_best=is_new_best)

    def _medal_bar(self, *, captions: bool = True) -> MedalBar:
        standing, credit = standing_of(self.session), credit_of(self.session.record)
        told = "" if standing else self._target_words()
        if not credit.is_own:
            # Own moves that follow may outweigh those that were shown.
            why = credit.words[:1].lower() + credit.words[1:]
            told = say(words.NO_MEDAL[credit.is_whole], why=why)
        return MedalBar(standing, told, published_of(self.session), captions)

    def _target_words(self) -> str:
        if self.context.thinker.state is ThinkerState.FAILED:
            return "The AI has stopped. Restart it for the medals."
        if self.controller.search_request() is not None:
            return LOOKING_FOR_TARGET
        return "Your first move sets the AI looking for a score to beat."

    def _table(self) -> CandidateTable:
        overlay = self.controller.full_overlay
        marks = overlay.marks[:TABLE_ROWS] if overlay and self.controller.is_overlay_open else ()
        columns = SCORE_COLUMNS if self.view.details else PLAIN_SCORE_COLUMNS
        return CandidateTable(tuple(map(self.row, marks)), columns, TABLE_ROWS, dense=True)

    # Words.

    def play_words(self) -> str:
        """Return what the last move brought, in a demo with what the AI expects."""
        session, ply = self.session, self.session.record.cursor - 1
        if ply < 0:
            return sentences(self.begin_words(), self.ghost.words(session))
        before, move = session.record.nodes[ply].state, session.record.node.moves[ply]
        name, gain = before.move_label(move), self.gain_words(before, move)
        _, did, brought = self.view.entry.verbs
        if session.mode is Mode.PLAY:
            told = say(words.BROUGHT, name=name, brought=brought, gain=gain)
            return sentences(told, self.ghost.words(session))
        known = session.record.nodes[ply].position.evaluations.get(self.controller.analyser)
        follows = known is not None and known.line[:1] == (move,)
        told = say(words.AI_BROUGHT, did=did, name=name, gain=gain)
        if known is None or not follows:
            return told
        return sentences(told, say(words.EXPECTS, score=round(known.value)))

    def explanation(self) -> str:
        """Return what the AI's best line does, and what is to be said of it besides."""
        why, best = self.line_words(), self.controller.best
        if why and Reveal.LINE in self.controller.hint.reveals and best is not None:
            other = preferred_by_now(self.session.state, self.controller.full_overlay, best)
            why = sentences(why, other)
        if why and self.is_brief and self.is_proven:
            return sentences(why, words.PROVEN_BEST)
        return why


def _parted(*groups: Iterable[Item]) -> tuple[Item, ...]:
    """Return the items of groups with a line between two; a group may be empty."""
    filled = [tuple(group) for group in groups]
    first, *others = (group for group in filled if group)
    return (*first, *(item for group in others for item in (Item(Hairline()), *group)))


def _two_of(figures: tuple[Figure, ...]) -> tuple[Figure, ...]:
    """Return the two that are needed most: the main ones, or the first and the last."""
    main = tuple(figure for figure in figures if figure.big)
    return main if len(main) == 2 or len(figures) < 2 else (figures[0], figures[-1])


def _loss_text(mark: Mark) -> str:
    """Return what a move loses, with its standard error where that leaves it open."""
    if mark.loss < EQUAL:
        return "equal"
    loss = signed(-mark.loss)
    is_open = mark.error >= 1 and mark.loss < SURE * mark.error
    return say(words.ABOUT, loss=loss, error=round(mark.error)) if is_open else loss
