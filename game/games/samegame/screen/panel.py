"""What stands beside a SameGame board: score, medals, candidates, the line, the game so far."""

from abc import abstractmethod
from dataclasses import replace
from functools import lru_cache
from typing import Final, cast

from game.games.samegame.rules import CLEAR_BONUS, SameGameState, removal_points
from game.games.samegame.screen.line_walker import LineWalker
from game.games.samegame.screen.medal_bar import MedalBar, Result
from game.games.samegame.screen.medals import MedalStanding
from game.games.samegame.screen.miniboard import LARGE_DP, MIDDLE_DP, MINI_DP, MiniBoard
from game.games.samegame.screen.result import comparisons, published_of, result_of, standing_of
from game.games.samegame.screen.words import interchangeable, leftover_cost, plan_words, replay
from game.play.credit import credit_of
from game.play.grading import grades_of_interest, known_values, loss_limits, worst
from game.play.session import Mode
from game.play.thinker import ThinkerState
from game.screens.context import Context
from game.screens.play.commentary import line_text, move_name
from game.screens.play.engine import LOOKING_FOR_TARGET
from game.screens.play.game_graph import score_graph, sign_of
from game.screens.play.game_screen import GameScreen
from game.screens.profile import Profile
from game.ui import commands
from game.ui.boards.base import BoardView
from game.ui.format import counted, short_count, signed, thousands
from game.ui.overlay import Mark, class_words
from game.ui.panel.analysis import SAMEGAME_COLUMNS, CandidateRow, CandidateTable
from game.ui.panel.basics import ColourCounts, Figure, Figures, Hairline, Heading, Note, Notes
from game.ui.panel.graphs import ScoreGraph
from game.ui.panel.history import Removal, RemovalList
from game.ui.panel.items import (
    FoldStage,
    Item,
    button_row,
    list_items,
    navigation_row,
    sentence_item,
    setting_row,
    table_item,
)
from game.ui.panel.summary import Summary, summary_item
from game.ui.theme import SIZE
from game.ui.widgets import Button

TABLE_ROWS: Final = 5
WORST_MOVES: Final = 3
DENSE_GAP: Final = 9
MOST_LARGE: Final = 3
"""More figures than this stand side by side only in the smaller size."""
EQUAL: Final = 0.5
"""A smaller difference of two scores is none."""
SURE: Final = 2.0
"""A loss of at least so many standard errors is told without its error."""


class SameGamePanel(GameScreen):
    """The panel of a SameGame screen, in every mode."""

    def __init__(
        self, context: Context, profile: Profile, view: BoardView, *, fresh: bool = False
    ) -> None:
        super().__init__(context, profile, view, fresh=fresh)
        self.walker = LineWalker()
        self.seed = commands.SEED.button()
        self.boards = Button("boards", "Standard boards", icon="layout-grid")

    @property
    def state(self) -> SameGameState:
        """The shown position."""
        state = self.session.state
        assert isinstance(state, SameGameState)
        return state

    @property
    def gap(self) -> int:
        """The analysis has more to show than fits with wide gaps."""
        return SIZE.section_gap if self.session.mode is Mode.PLAY else DENSE_GAP

    @property
    def standing(self) -> MedalStanding | None:
        """The score against what the AI found on this board, if it has looked."""
        return standing_of(self.session)

    @abstractmethod
    def sentence(self) -> str:
        """Return the one sentence that says why."""

    # The panel.

    def panel_items(self) -> tuple[Item, ...]:
        """Return the panel of the present mode."""
        mode = self.session.mode
        if mode is Mode.DEMO:
            return self._demo_items()
        if self.state.is_terminal:
            return self._end_items()
        return self._play_items() if mode is Mode.PLAY else self._analyse_items()

    def summary_items(self) -> tuple[Item, ...]:
        """Return score, counts, the way to the next medal (or a sentence) and the main button."""
        text = self._summary_text()
        summary = Summary(
            _two_of(self._figures()),
            self.state.colour_counts,
            text,
            self.context.settings.symbols,
            room=130,
            bar=None if text else self._medal_bar(captions=False),
        )
        return (summary_item(summary, *self.controls.main(self.controller)),)

    def _summary_text(self) -> str:
        """Return what must be said in few words; nothing leaves the place to the medals."""
        if self.session.mode is not Mode.PLAY:
            return self.sentence()
        if self.state.is_terminal:
            result = self._result()
            return f"**{result.title}**: {result.share}"
        is_asked = self.controller.hint or self.controller.is_overlay_open
        return self.sentence() if is_asked or not self.session.cursor else ""

    def _play_items(self) -> tuple[Item, ...]:
        notes, figures = self._notes(), self._figures()
        is_empty = not self.has_begun and not self.controller.layer
        rules = self.first_steps.rules_items(self.session) if is_empty else ()
        return (
            self._figures_item(dense=len(figures) > MOST_LARGE),
            Item(self._medal_bar()),
            *((Item(Notes(notes)).folding(FoldStage.LAST, None),) if notes else ()),
            sentence_item(self.sentence()),
            Item(Hairline()),
            *rules,
            self._graph_item() if self.graphs.is_on(Mode.PLAY) else self._after_move_item(),
            self._counts_item(),
            Item(Hairline()),
            *(self._history_items() if self.has_begun else self._choice_items()),
        )

    def _analyse_items(self) -> tuple[Item, ...]:
        return (
            self._figures_item(),
            Item(Notes(self._notes()), gap=5).folding(FoldStage.LAST, None),
            sentence_item(self.sentence(), gap=5),
            table_item(self._table()),
            Item(Hairline()),
            self.walker.item(self.state, self._shown_line()),
            *((self._graph_item(stretch=True),) if self.graphs.is_on(Mode.ANALYSE) else ()),
            self._counts_item(),
        )

    def _end_items(self) -> tuple[Item, ...]:
        items = (
            self._figures_item(),
            Item(self._result()),
            sentence_item(self.sentence(), lines=1 if self.state.cleared else 2),
            Item(Hairline()),
            self._graph_item(),
            self._counts_item(),
            Item(Hairline()),
            *self._history_items(),
        )
        if self.session.mode is Mode.PLAY:
            return (
                *items,
                *self.controls.mistake_items,
                button_row(self.seed, self.boards, sticky=True),
            )
        return (*items, navigation_row(self.controls.history, self.controls.mistake))

    def _demo_items(self) -> tuple[Item, ...]:
        return (
            self._figures_item(),
            sentence_item(self.sentence()),
            Item(Hairline()),
            self._graph_item(),
            self._counts_item(),
            Item(Hairline()),
            *self._history_items(),
            setting_row("Speed", "", self.controls.speed),
        )

    def _choice_items(self) -> tuple[Item, ...]:
        return (
            *self.first_steps.preset_items(self.session),
            button_row(self.seed, self.boards, sticky=True),
        )

    def _figures_item(self, *, dense: bool = True) -> Item:
        """Return the numbers, of which a low panel has the first two."""
        figures = self._figures()
        item = Item(Figures(figures, dense))
        if not dense:
            item = item.folding(FoldStage.EXTRAS, Figures(figures, dense=True))
        return item.folding(FoldStage.LAST, Figures(_two_of(figures), dense=True))

    def _counts_item(self) -> Item:
        counts = ColourCounts(self.state.colour_counts, self.context.settings.symbols)
        return Item(counts).folding(FoldStage.LAST, None)

    def _graph_item(self, *, stretch: bool = False) -> Item:
        graph = self._graph()
        return (
            Item(graph, stretch=stretch)
            .folding(FoldStage.GRAPH, *graph.smaller)
            .folding(FoldStage.LAST, None)
        )

    def _after_move_item(self) -> Item:
        board = self._after_move()
        smaller = (replace(board, side=side) for side in (MIDDLE_DP, MINI_DP))
        return Item(board).folding(FoldStage.GRAPH, *smaller).folding(FoldStage.EXTRAS, None)

    # Numbers.

    def _figures(self) -> tuple[Figure, ...]:
        state, controller, target = self.state, self.controller, self.session.target
        score = Figure("Score", thousands(state.score), big=True)
        now = Figure("Tiles left cost", thousands(leftover_cost(state)))
        if state.is_terminal and self.session.mode is not Mode.DEMO:
            return (score, *comparisons(self.session, self.context.storage.records))
        if self.session.mode is Mode.PLAY and not controller.layer:
            move = self.animator.move_at(self.pointed_cell())
            # The board may still show the position before the last move.
            after = "–"
            if move is not None and move in state.legal_moves:
                after = thousands(state.play(move).score)
            # Always there, so that nothing moves when the pointer leaves the board.
            return (score, Figure("After this move", after), now)
        if not controller.is_overlay_open:
            return (score, now)
        projected, is_demo = self._projected(), self.session.mode is Mode.DEMO
        expected = best = behind = "–"  # so that nothing moves once it is known
        if projected is not None:
            most = max(projected, target.score if target else projected)
            expected, best, behind = map(thousands, (projected, most, most - projected))
        return (
            score,
            Figure("Proven best" if self.is_proven else "Projected", expected, "ai", big=True),
            Figure("AI best", best),
            now if is_demo else Figure("Behind it", behind),
        )

    def _result(self) -> Result:
        return result_of(self.session, is_new_best=self.controller.is_just_counted)

    def _medal_bar(self, *, captions: bool = True) -> MedalBar:
        words = "" if self.standing else self._target_words()
        credit = credit_of(self.session)
        if not credit.is_own:
            # Own moves that follow may outweigh those that were shown.
            medal = "No medal yet" if credit.is_whole else "No medal"
            words = f"{medal}: {credit.words[:1].lower()}{credit.words[1:]}."
        return MedalBar(self.standing, words, published_of(self.session), captions)

    def _target_words(self) -> str:
        if self.context.thinker.state is ThinkerState.FAILED:
            return "The AI has stopped. Restart it for the medals."
        if self.controller.search_request() is not None:
            return LOOKING_FOR_TARGET
        return "Your first move sets the AI looking for a score to beat."

    @property
    def is_proven(self) -> bool:
        """Whether no line scores more than the shown one."""
        known = self.controller.shown_analysis
        return known is not None and known.info.optimal

    def _notes(self) -> tuple[Note, ...]:
        """Return what is known for certain: how the line ends, what is left, the bound."""
        known = self.controller.shown_analysis
        if not self.controller.is_overlay_open:
            return ()
        cost = Note(f"tiles left cost {thousands(leftover_cost(self.state))}")
        if known is None or not known.info.line:
            return (cost,)
        steps, end = replay(self.state, self._shown_line())
        notes = []
        if steps and isinstance(end, SameGameState):
            if end.cleared:
                told = f"The line clears: {signed(CLEAR_BONUS)}"
                notes.append(Note(told, "ai", bold=True, short="Clears"))
            else:
                told = f"The line leaves {counted(end.tiles_left, 'tile')}"
                notes.append(Note(told, short=f"{thousands(end.tiles_left)} left"))
        notes.append(cost)
        if known.info.optimal:
            notes.append(Note("no line scores more", "ai"))
        elif known.info.upper_bound is not None:
            notes.append(Note(f"no line can exceed {thousands(round(known.info.upper_bound))}"))
        return tuple(notes)

    def _projected(self) -> int | None:
        """Return what the AI expects, if that may be shown; at the end, what it came to."""
        controller, session = self.controller, self.session
        if not controller.is_overlay_open:
            return None
        if self.state.is_terminal:
            return self.state.score
        if controller.shown_best is not None:
            return round(controller.shown_best.value)
        # Just after a move nothing is searched, but what its line promised before still holds.
        known = known_values(session, controller.analyser).get(session.cursor)
        return None if known is None else round(known.value)

    # The board that follows, and what is left.

    def _after_move(self) -> MiniBoard:
        state = self.state
        move = self.animator.move_at(self.pointed_cell())
        if move not in state.legal_moves:
            move = None
        shown = state if move is None else state.play(move)
        groups = shown.groups()
        title = "This board" if move is None else "After this move"
        if not groups:
            words = self._after_words(state, shown)
            return MiniBoard(shown, (), title, "The game ends here.", words, LARGE_DP)
        largest = max(groups, key=len)
        colour = shown.colour_at(*divmod(largest[0], shown.parameters.rows))
        name = self.context.theme.tiles[colour or 0].name
        worth = signed(removal_points(len(largest)))
        text = f"Largest group: **{worth}**, {len(largest)} {name}."
        quiet = self._after_words(state, shown) if move is not None else _board_words(shown)
        return MiniBoard(shown, largest, title, text, quiet, LARGE_DP)

    def _after_words(self, before: SameGameState, after: SameGameState) -> str:
        if after.cleared:
            return f"The board is clear: {signed(CLEAR_BONUS)}."
        size = f"{counted(len(after.columns), 'column')}, {counted(after.tiles_left, 'tile')}."
        pairs = enumerate(zip(before.colour_counts, after.colour_counts, strict=True))
        names = self.context.theme.tiles
        orphans = [names[c].name for c, (was, now) in pairs if now == 1 and was != 1]
        if orphans:
            return f"{size} Only one {orphans[0]} tile is left."
        return f"{size} No colour is down to one tile."

    # The game so far.

    def _history_items(self) -> list[Item]:
        session = self.session
        symbols = self.context.settings.symbols
        states = (cast(SameGameState, session.state_at(ply)) for ply in range(session.length))
        removals = tuple(
            _removal(state, move, sign=sign_of(session, ply))
            for ply, (state, move) in enumerate(zip(states, session.moves, strict=True), 1)
        )
        listing = RemovalList(removals, session.cursor, symbols=symbols)
        credit = credit_of(session)
        used = f" · {counted(session.hints_used, 'hint')}" if session.hints_used else ""
        used += "" if credit.is_whole else f" · {credit.by_ai} by the AI"
        return list_items(Heading("Moves", f"{session.cursor} played{used}"), listing, gap=4)

    def _graph(self) -> ScoreGraph:
        session, best = self.session, self.controller.shown_best
        return score_graph(
            session,
            session.cursor,
            worst(grades_of_interest(session), WORST_MOVES),
            searcher=self.controller.analyser,
            shown=None if best is None or self.state.is_terminal else best.value,
            expected=session.cursor + (len(best.line) if best is not None else 0),
        )

    # What the AI says.

    def _table(self) -> CandidateTable:
        overlay = self.controller.full_overlay
        rows: tuple[CandidateRow, ...] = ()
        if overlay is not None and self.controller.is_overlay_open:
            rows = tuple(self._row(mark) for mark in overlay.marks[:TABLE_ROWS])
        return CandidateTable(rows, SAMEGAME_COLUMNS, TABLE_ROWS, dense=True)

    def _row(self, mark: Mark) -> CandidateRow:
        state, preview = self.state, self.preview.mark
        rows = state.parameters.rows
        group = state.group_at(*divmod(mark.move, rows))
        return CandidateRow(
            mark.loss_class,
            move_name(state, mark.move),
            value=thousands(round(mark.value)),
            loss="best" if mark.rank == 1 else _loss_text(mark),
            visits=short_count(mark.visits),
            line=self._then(mark),
            tooltip=plan_words(state, mark),
            letter_words=class_words(mark.loss_class, loss_limits(self.session), "points"),
            tile=state.colour_at(*divmod(mark.move, rows)),
            tiles=len(group),
            highlighted=mark.rank == 1 if preview is None else mark.move == preview.move,
            updated=self.preview.is_outdated(mark),
        )

    def _then(self, mark: Mark) -> str:
        """Return what a plan may begin with as well, or else what follows its first move."""
        others = interchangeable(self.state, mark)[1:]
        if others:
            return " ".join(("or", *(move_name(self.state, move) for move in others)))
        return line_text(self.state.play(mark.move), mark.line[1:4])

    def _shown_line(self) -> tuple[int, ...]:
        shown = self.preview.mark or self.controller.best
        return shown.line if shown is not None and self.controller.is_overlay_open else ()


def _two_of(figures: tuple[Figure, ...]) -> tuple[Figure, ...]:
    """Return the two that are needed most: the main ones, or the score and what the rest costs."""
    main = tuple(figure for figure in figures if figure.big)
    return main if len(main) == 2 else (figures[0], figures[-1])


def _board_words(state: SameGameState) -> str:
    groups = counted(len(state.groups()), "group")
    return f"{groups} to remove. Point at one to see what falls."


@lru_cache(maxsize=512)
def _removal(before: SameGameState, move: int, *, sign: str) -> Removal:
    place = divmod(move, before.parameters.rows)
    group = before.group_at(*place)
    colour = before.colour_at(*place) or 0
    points = removal_points(len(group))
    return Removal(colour, move_name(before, move), len(group), points, sign)


def _loss_text(mark: Mark) -> str:
    """Return what a move loses, with its standard error where that leaves it open."""
    if mark.loss < EQUAL:
        return "equal"
    loss = signed(-mark.loss)
    return (
        f"{loss} ±{mark.error:.0f}" if mark.error >= 1 and mark.loss < SURE * mark.error else loss
    )
