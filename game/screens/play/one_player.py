"""The screen of a game for one: the score, what the AI expects, its candidates and the moves."""

from abc import abstractmethod
from typing import Final

from game.play.grading import grades_of_interest, worst
from game.play.session import Mode
from game.screens.play.commentary import board_name, line_text, move_name
from game.screens.play.game_graph import score_graph, sign_of
from game.screens.play.game_scene import GameScene
from game.screens.play.hints import HintStep
from game.ui.format import counted, short_count, signed, thousands
from game.ui.overlay import Mark
from game.ui.panel.analysis import SAMEGAME_COLUMNS, CandidateRow, CandidateTable
from game.ui.panel.basics import Figure, Figures, Hairline, Heading
from game.ui.panel.history import MoveList, PlayedMove
from game.ui.panel.items import (
    FoldStage,
    Item,
    list_items,
    navigation_row,
    sentence_item,
    setting_row,
    table_item,
)
from game.ui.panel.legend import Legend, told
from game.ui.panel.summary import Summary, summary_item

TABLE_ROWS: Final = 5
WORST_MOVES: Final = 3
EQUAL: Final = 0.5
"""A smaller difference of two scores is none."""


class OnePlayerScene(GameScene):
    """A game for one: play, analyse, watch."""

    # What a game adds.

    @abstractmethod
    def rule_words(self) -> str:
        """Return the goal in a few words, such as "leave one peg"."""

    def hint_region(self, move: int) -> tuple[int, ...]:
        """Return the cells of the move: its neighbourhood, where a game knows one."""
        return self.animator.view.cells_of(self.session.state, move)

    def legend(self) -> tuple[str, Legend]:
        """Return the chip's words and the full legend."""
        rule = f"**{self.rule_words()}**"
        words = (
            "**A–E** and the colour say how many points a move loses",
            "the small number counts how often the AI has tried it",
        )
        chip = "letter, colour = **points lost**" if self.controller.is_overlay_open else rule
        return chip, tuple(told(line) for line in (rule, *words))

    def sentence(self) -> str:
        """Return what the hint, the analysis or the last move says."""
        controller, session, state = self.controller, self.session, self.session.state
        best = controller.best
        if state.is_terminal:
            return f"**Game over**: {self._points(state.returns[0])}."
        if controller.hint in (HintStep.REGION, HintStep.MOVE):
            return self.hint_words("play")
        if controller.is_overlay_open and best is not None:
            line = line_text(state, best.line[:4])
            return f"**{line}** … leads to **{self._points(best.value)}**."
        if session.mode is Mode.PLAY and not controller.is_overlay_open:
            goal = self.rule_words()
            begin = f"{goal[:1].upper()}{goal[1:]}. Click to play, H for a hint."
            return self.retry_words() or (self._last_words() if session.cursor else begin)
        if session.mode is Mode.DEMO and session.cursor:
            return self._last_words()
        return self.waiting_words()

    # The panel.

    def caption(self) -> str:
        """Return which board it is and how many moves were played."""
        move = f"move {self.session.cursor}"
        return f"{board_name(self.session)} · {move}" if self.session.has_seed else move

    def panel_items(self) -> tuple[Item, ...]:
        """Return the panel of the present mode."""
        mode, is_over = self.session.mode, self.session.state.is_terminal
        shows_more = mode is Mode.ANALYSE or (mode is Mode.PLAY and self.controller.layer)
        is_new = mode is Mode.PLAY and not (self.has_begun or shows_more)
        rules = self.first_steps.rules_items(self.session) if is_new else ()
        boards = self.first_steps.preset_items(self.session) if is_new else ()
        has_graph = is_over or mode is Mode.DEMO or self.graphs.is_on(mode)
        foot: tuple[Item, ...] = ()
        if mode is Mode.DEMO:
            foot = (setting_row("Speed", "", self.controls.speed),)
        elif mode is Mode.ANALYSE:
            foot = (navigation_row(self.controls.history, self.controls.mistake),)
        elif is_over:
            foot = self.controls.mistake_items
        return (
            Item(Figures(self._figures())),
            sentence_item(self.sentence()),
            *((table_item(self._table()),) if shows_more and not is_over else ()),
            Item(Hairline()),
            *rules,
            *((self._graph_item(),) if has_graph else ()),
            *self._move_items(),
            *boards,
            *foot,
        )

    def summary_items(self) -> tuple[Item, ...]:
        """Return the score, a sentence and the main button."""
        summary = Summary(self._figures(), text=self.sentence(), room=130)
        return (summary_item(summary, *self.controls.main(self.controller)),)

    def _figures(self) -> tuple[Figure, ...]:
        score = Figure("Score", thousands(round(self.session.state.returns[0])), big=True)
        best, known = self.controller.shown_best, self.controller.shown_analysis
        if best is None or self.session.state.is_terminal:
            return (score,)
        is_proven = known is not None and known.info.optimal
        expected = thousands(round(best.value))
        return (
            score,
            Figure("Proven best" if is_proven else "Projected", expected, "ai", big=True),
        )

    def _graph_item(self) -> Item:
        session, best = self.session, self.controller.shown_best
        graph = score_graph(
            session,
            session.cursor,
            worst(grades_of_interest(session), WORST_MOVES),
            shown=None if best is None or session.state.is_terminal else best.value,
            expected=session.cursor + (len(best.line) if best is not None else 0),
        )
        item = Item(graph).folding(FoldStage.GRAPH, *graph.smaller)
        return item.folding(FoldStage.LAST, None)

    def _move_items(self) -> list[Item]:
        session = self.session
        moves = tuple(
            PlayedMove(move_name(session.state_at(ply), move), sign=sign_of(session, ply + 1))
            for ply, move in enumerate(session.moves)
        )
        used = f" · {counted(session.hints_used, 'hint')}" if session.hints_used else ""
        title = Heading("Moves", f"{session.cursor} played{used}")
        return list_items(title, MoveList(moves, session.cursor, 3), gap=6)

    def _table(self) -> CandidateTable:
        overlay = self.controller.full_overlay
        marks = overlay.marks[:TABLE_ROWS] if overlay and self.controller.is_overlay_open else ()
        rows = tuple(self._row(mark) for mark in marks)
        return CandidateTable(rows, SAMEGAME_COLUMNS, TABLE_ROWS, dense=True)

    def _row(self, mark: Mark) -> CandidateRow:
        state, preview = self.session.state, self.preview.mark
        loss = "equal" if mark.loss < EQUAL else signed(-mark.loss)
        return CandidateRow(
            mark.loss_class,
            move_name(state, mark.move),
            value=thousands(round(mark.value)),
            loss="best" if mark.rank == 1 else loss,
            visits=short_count(mark.visits),
            line=line_text(state.play(mark.move), mark.line[1:4]),
            highlighted=mark.rank == 1 if preview is None else mark.move == preview.move,
            updated=self.preview.is_outdated(mark),
        )

    # Words.

    def _points(self, value: float) -> str:
        return counted(round(value), "point")

    def _last_words(self) -> str:
        session = self.session
        before = session.state_at(session.cursor - 1)
        name = move_name(before, session.played[-1])
        gain = session.state.returns[0] - before.returns[0]
        brought = f", {self._points(gain)}" if gain else ""
        return f"Last move: **{name}**{brought}."
