"""What the games for two share: players, evaluation, graph, moves, opponent's settings."""

from dataclasses import replace
from typing import Any, ClassVar, Final

from ai.ladder import Level
from ai.levels import level, levels_of
from ai.search.messages import Proof
from game.play.credit import seated_player
from game.play.grading import Grade, grades_of_interest, worst
from game.play.session import Mode, Seat
from game.play.thinker import ThinkerState
from game.play.win_rate import WinRate
from game.screens.base import Command
from game.screens.context import Context
from game.screens.entry import make_board_view
from game.screens.opponents import face_of
from game.screens.play.choices import LEVEL, next_level
from game.screens.play.commentary import explain_duel, line_text
from game.screens.play.ending import Ending, ending_of
from game.screens.play.engine import ai_turn_words
from game.screens.play.game_controls import ROW_GAP
from game.screens.play.game_graph import sign_of, win_graph
from game.screens.play.game_scene import GameScene
from game.screens.play.hints import HintStep
from game.screens.play.result_card import ResultCard
from game.screens.play.search_requests import move_limit
from game.screens.profile import Profile
from game.ui import commands
from game.ui.boards.view import Board
from game.ui.overlay import WIN_POINT_LIMITS, Mark, Overlay, Values, class_words
from game.ui.panel.analysis import (
    PLAIN_COLUMNS,
    TRUTH_COLUMNS,
    TWO_PLAYER_COLUMNS,
    CandidateRow,
    CandidateTable,
    EvalBar,
)
from game.ui.panel.basics import Figure, Hairline, Heading, PlayerRow
from game.ui.panel.compose import Column
from game.ui.panel.graphs import WinGraph
from game.ui.panel.history import MoveList, PlayedMove
from game.ui.panel.items import (
    SPARE,
    FoldStage,
    Item,
    full_row,
    list_items,
    sentence_item,
    setting_row,
    table_item,
)
from game.ui.panel.legend import DUEL, Legend
from game.ui.panel.panel import Summary
from game.ui.widgets import Action, Stepper, Tabs, Widget
from game.words import moves
from game.words.numbers import percent, seconds, short_count, signed

TABLE_ROWS: Final = 4
WORST_MOVES: Final = 3
BY_LEVEL: Final = "by level"
AT_ONCE: Final = "at once"

_NUMBERS: Final = {
    "value": "number = **win %**  ·  small number, size = **visits**",
    "loss": "number = **win % lost**  ·  small number, size = **visits**",
    "visits": "number, size = **visits**  ·  small number = **win %**",
}
_ONE_NUMBER: Final = "number = **win %**  ·  colour = **what it loses**"
_SEATS: Final[dict[str, tuple[Seat, Seat]]] = {
    "first": (Seat.HUMAN, Seat.AI),
    "second": (Seat.AI, Seat.HUMAN),
    "both": (Seat.HUMAN, Seat.HUMAN),
}


class TwoPlayerScene(GameScene):
    """A scene with an opponent.

    Attributes:
        colours: The names of the two sides; the first one begins.
        truth_rows: How many moves the table has where their true values are known.
    """

    truth_rows: ClassVar[int] = TABLE_ROWS

    def __init__(
        self, context: Context, profile: Profile, view: Board, *, fresh: bool = False
    ) -> None:
        """Make the controls of the opponent's settings too; see `GameScene`."""
        super().__init__(context, profile, view, fresh=fresh)
        self.colours = first, second = self.session.spec.sides
        self.marks = self.session.spec.marks
        options = [("first", first), ("second", second), ("both", "Both")]
        self.side_tabs = Tabs("side", options, "first")
        self._result_view = make_board_view(profile.game)
        self.level_stepper = Stepper(
            LEVEL,
            "",
            least_width=76,
            widest=[each.title for each in levels_of(profile.game) if each.ranked],
            opens=True,
            tooltip="The AI's level; press its name for a list",
            key=commands.OPPONENT.cap,
        )
        values = [(Values.EXACT, "Exact"), (Values.ESTIMATE, "MCTS"), (Values.BOTH, "Both")]
        self.value_tabs = Tabs("values", values, Values.BOTH, stretch=True)
        self.time_stepper = Stepper(
            "time",
            "",
            least_width=66,
            widest=(BY_LEVEL, AT_ONCE),
            tooltip="The AI's time for a move",
            key=f"{commands.LESS_TIME.cap} {commands.MORE_TIME.cap}",
        )

    # What a game adds.

    def colour_of(self, player: int) -> int:
        """Return which side a player has now, 0 or 1."""
        return player

    def hint_region(self, move: int) -> tuple[int, ...]:
        """Return every legal move in the rows around the move's."""
        size: Any = self.session.state.parameters
        return tuple(
            other
            for other in self.session.state.legal_moves
            if abs(other // size.columns - move // size.columns) <= 1
        )

    def legend(self) -> tuple[str, Legend]:
        if not self.shows_goal:
            return self.analysis_words(), DUEL
        hint = "" if self.session.is_over else "  ·  H for a hint"
        return f"**{self.rule_words()}**{hint}", DUEL

    def analysis_words(self) -> str:
        """Return what the signs on the board mean while it shows what the AI thinks."""
        overlay = self.controller.full_overlay
        if overlay is not None and overlay.by_estimate:
            return "order and disc = **estimate alone**"
        if self.has_truth:
            return (
                "badge = **exact value** (star win, bars draw, cross loss)  ·  disc = **estimate**"
            )
        return self.number_words()

    @property
    def has_truth(self) -> bool:
        """Whether exact values stand beside the estimates here, as details of the moves."""
        overlay = self.controller.full_overlay
        return self.details and overlay is not None and bool(overlay.exact)

    @property
    def shows_goal(self) -> bool:
        """Whether the board shows a game being played and nothing of the AI."""
        return self.controller.board_overlay is None and self.session.mode is Mode.PLAY

    def proof_items(self) -> tuple[Item, ...]:
        return ()

    def offer(self) -> Widget | None:
        """Return a control for what the opponent offers, if anything."""
        return None

    # The panel.

    def panel_items(self) -> tuple[Item, ...]:
        mode = self.session.mode
        if self.session.is_over:
            return self._end_items()
        if mode is Mode.PLAY:
            return self._play_items()
        return self._demo_items() if mode is Mode.DEMO else self._analyse_items()

    def summary_items(self) -> tuple[Item, ...]:
        """Return the result, or who is ahead and whose turn it is; and the main button."""
        main = self.controls.main(self.controller)
        if self.session.is_over:
            return (Item(Summary(main, text=self.ending.sentence)),)
        text = self.sentence()
        if self.session.mode is Mode.PLAY and self.controller.hint is HintStep.NONE:
            turn = self._turn_words()
            text = text if text == turn else f"{turn}\n{text}"
            lesson = self.controller.lesson
            if lesson is not None and not self.controller.is_overlay_open:
                letter = f"**{lesson.grade.loss_class}**: " if self.details else ""
                words = self.lesson_card.words(self.session, lesson, details=self.details)
                text = f"{letter}{words}"
        return (Item(Summary(main, self._share_figures(), text=text)),)

    def _share_figures(self) -> tuple[Figure, ...]:
        """Return each side's share of a win, while it is shown."""
        bar = self.eval_bar()
        if self.session.mode is Mode.PLAY or bar.share is None:
            return ()
        shares = zip(self.colours, bar.percentages, strict=True)
        return tuple(Figure(name, share) for name, share in shares)

    def on_action(self, action: Action) -> Command | None:
        """Take another side, or choose between true values, estimates and both."""
        if action.name == "side":
            self.controller.set_seats(self._by_colour(_SEATS[str(action.value)]))
            return self.keep_side()
        if action.name == "values":
            self.controller.show_values(Values(str(action.value)))
        return None

    def caption(self) -> str:
        move = f"move {self.session.move_number(self.session.cursor)}"
        return move if self.session.is_over else f"{self._mover()} to move · {move}"

    def _play_items(self) -> tuple[Item, ...]:
        self._refresh_controls()
        shows_more = self.controller.layer or self.shows_graph
        lesson = () if self.tells_failure else self.lesson_items()
        said = lesson or self.said_items()
        items = [self._players_item(), *said, *self.proof_items()]
        if self.controller.layer:
            items.append(table_item(self.table()))
        items.append(Item(Hairline()))
        rules = () if shows_more or self.has_begun else self.first_steps.rules_items(self.session)
        # Like the moves later on, so that the settings below stay in their places.
        moves = self._move_items(rows=2 if self.controller.layer else 3)
        items += (*rules, SPARE) if rules else moves
        if self.shows_graph:
            items.append(self._graph_item())
        # Before the first move they are what a player looks for, whatever else is shown.
        if shows_more and self.has_begun:
            return tuple(items)
        return (*items, *self._setting_items(settled=not shows_more))

    def _end_items(self) -> tuple[Item, ...]:
        """Return the result, how the game went, and its moves."""
        return (
            self._result_item(),
            Item(Hairline()),
            self._graph_item(),
            Item(Hairline()),
            *self._move_items(rows=3),
            *self.controls.below_moves(self.session),
        )

    def _setting_items(self, *, settled: bool) -> tuple[Item, ...]:
        """Return the settings of the opponent; those that have keys give way first.

        They stay where two people play, or the side would move away from under the pointer.

        Args:
            settled: Whether they stay in their places when the game begins.
        """
        side = setting_row("You play", "", self.side_tabs)
        board = () if self.has_begun else self.first_steps.preset_items(self.session)
        level = setting_row("Level", self._level_words(), self.level_stepper)
        time = setting_row("AI time", self._time_words(), self.time_stepper)
        teach = self.controls.teach_item(self.controller)
        rows = (
            side,
            teach.folding(FoldStage.LAST, None),
            level,
            time.folding(FoldStage.EXTRAS, None),
        )
        if not settled:
            return (Item(Hairline()), *(replace(row, gap=ROW_GAP) for row in (*board, *rows)))
        return (
            Item(Hairline()),
            *(replace(row, gap=ROW_GAP).folding(FoldStage.LAST, None) for row in board),
            *(row.settling(ROW_GAP) for row in rows),
        )

    def _analyse_items(self) -> tuple[Item, ...]:
        tabs = (full_row(self.value_tabs),) if self.has_truth else ()
        return (
            Item(self.eval_bar()),
            *tabs,
            sentence_item(self.sentence()),
            *self.proof_items(),
            table_item(self.table()),
            Item(Hairline()),
            *self._graph_items(),
            *self._move_items(rows=3, heading=False),
            *self.controls.below_moves(self.session),
        )

    def _demo_items(self) -> tuple[Item, ...]:
        return (
            Item(self.eval_bar()),
            sentence_item(self.sentence()),
            *self.proof_items(),
            Item(Hairline()),
            *self._graph_items(),
            *self._move_items(rows=3, heading=False),
            *self.controls.below_moves(self.session),
        )

    def _graph_items(self) -> tuple[Item, ...]:
        return (self._graph_item(), Item(Hairline())) if self.shows_graph else ()

    def _graph_item(self) -> Item:
        graph = self.graph()
        return Item(graph).folding(FoldStage.GRAPH, *graph.smaller).folding(FoldStage.LAST, None)

    def _result_item(self) -> Item:
        self._result_view.turn(seated_player(self.session) == 1)
        card = ResultCard(self.ending, self.session.state, self._result_view)
        return Item(card).folding(FoldStage.EXTRAS, replace(card, plain=True))

    def _players_item(self) -> Item:
        by_colour = sorted((0, 1), key=self.colour_of)
        rows = [self._player_row(player) for player in by_colour]
        players, slim = (
            Column(*(replace(row, slim=slim) for row in rows), gap=2) for slim in (False, True)
        )
        return Item(players).folding(FoldStage.EXTRAS, slim)

    def _player_row(self, player: int) -> PlayerRow:
        state, session = self.session.state, self.session
        colour = self.colour_of(player)
        is_ai = session.mode is Mode.DEMO or session.seats[player] is Seat.AI
        is_foe = session.mode is not Mode.DEMO and session.seats[player] is Seat.AI
        to_move = state.current_player == player
        caption = self.colours[colour]
        note, is_bold = "", False
        if to_move and is_ai:
            note = self._thinking_note()
        elif to_move:
            note, is_bold = ("Your turn" if Seat.AI in session.seats else "To move"), True
        elif is_ai and self.controller.reply_seconds is not None and session.cursor:
            said = "after" if self.details else "answered in"  # beside how much it searches
            note = f"{said} {seconds(self.controller.reply_seconds)}"
        plays_on = self._foe == self.controller.level
        if is_ai and session.mode is not Mode.DEMO and self.details and plays_on:
            caption = f"{caption}, {self._budget_words()}"
        return PlayerRow(
            self.marks[colour],
            self._name(player),
            f"{caption}, to move" if to_move and not is_ai else caption,
            note,
            active=to_move,
            bold_note=is_bold,
            face=face_of(self._foe, self.profile.game) if is_foe else None,
            offer=None if player != self._opponent or self.tells_failure else self.offer(),
        )

    @property
    def _opponent(self) -> int:
        """The AI's seat, or the second one of two people."""
        seats = self.session.seats
        return seats.index(Seat.AI) if Seat.AI in seats else 1

    @property
    def _foe(self) -> Level:
        """The opponent; of a game that is over the one who played it, whoever plays the next."""
        return self.session.opponents[-1] if self.session.line.is_over else self.controller.level

    def _budget_words(self) -> str:
        """Return how much the opponent searches for a move, by level or by the player's choice."""
        by_level = self.controller.level.limit
        limit = move_limit(by_level, self.context.settings, self.profile.game)
        is_own = (limit.seconds, limit.simulations) != (by_level.seconds, by_level.simulations)
        if not is_own or self.controller.answers_at_once:
            return self.controller.level.budget
        parts = [f"{short_count(limit.simulations)} simulations"] if limit.simulations else []
        parts += [f"{seconds(limit.seconds)} at most"] if limit.seconds else []
        return ", ".join(parts)

    def _thinking_note(self) -> str:
        if self.controller.ai_state is ThinkerState.WARMING:
            return "getting ready"
        if self.context.thinker.state is ThinkerState.FAILED:
            return "stopped"
        return "thinking" if self.controller.is_thinking else ""

    def _name(self, player: int) -> str:
        session = self.session
        if session.mode is Mode.DEMO:
            return "AI"
        if session.seats[player] is Seat.AI:
            return f"AI · {self._foe.title}"
        return "You" if Seat.AI in session.seats else f"Player {player + 1}"

    def _move_items(self, rows: int, heading: bool = True) -> list[Item]:
        session = self.session
        moves = self._played_moves()
        title = Heading("Moves", self.rule_words()) if heading else None
        return list_items(
            title, MoveList(moves, cursor=session.cursor, rows=rows, fork=self.fork_row()), gap=6
        )

    def _played_moves(self) -> tuple[PlayedMove, ...]:
        worst = {mistake.ply: mistake.loss_class for mistake in self.mistakes()}
        show = self.session.mode is not Mode.PLAY
        return tuple(
            PlayedMove(
                self.session.state_at(ply).move_label(move),
                worst.get(ply + 1) if show else None,
                sign=sign_of(self.session, self.session.line.chooser(ply + 1)),
            )
            for ply, move in enumerate(self.listed_moves)
        )

    def eval_bar(self) -> EvalBar:
        """Return who is ahead, told for the side that began."""
        share, best = self.shown_share(), self.controller.shown_best
        overlay = self.controller.full_overlay
        is_true = overlay is not None and overlay.true_share is not None
        error = 0.0 if best is None or is_true else best.error
        if share is not None:
            share = WinRate(share, 0).of(self.colour_of(0))
        return EvalBar(self.colours, self.marks, share, error if self.details else None)

    def shown_share(self) -> float | None:
        """Return player 0's share of a win in the shown position, as far as it may be shown.

        It is the true one where that is known, also where the board shows the estimates alone.
        """
        session, best = self.session, self.controller.shown_best
        overlay = self.controller.full_overlay if self.controller.is_overlay_open else None
        if session.state.is_terminal:  # who resigns ends the game, not what the position is worth
            return (session.state.returns[0] + 1) / 2
        share = overlay.true_share if overlay is not None else None
        if share is None and best is not None:
            share = best.value
        return None if share is None else WinRate(share, session.state.current_player).of(0)

    def table(self) -> CandidateTable:
        """Return the best candidates, with their exact values where these are known."""
        overlay = self.controller.full_overlay
        if overlay is not None and self.has_truth:
            return self._truth_table(overlay)
        marks: tuple[Mark, ...] = ()
        if overlay is not None and self.controller.is_overlay_open:
            marks = overlay.marks[:TABLE_ROWS]
        while marks and not (marks[-1].visits or marks[-1].proof):  # nothing is known of it
            marks = marks[:-1]
        columns = TWO_PLAYER_COLUMNS if self.details else PLAIN_COLUMNS
        return CandidateTable(tuple(map(self._row, marks)), columns, TABLE_ROWS)

    def _truth_table(self, overlay: Overlay) -> CandidateTable:
        """Return the exact value, the estimate and its error for each move."""
        marks = overlay.marks[: self.truth_rows] if self.controller.is_overlay_open else ()
        truth = {move: (proof, plies) for move, proof, plies in overlay.exact}
        rows = tuple(self._truth_row(mark, *truth[mark.move]) for mark in marks)
        return CandidateTable(rows, TRUTH_COLUMNS, self.truth_rows, dense=True)

    def _truth_row(self, mark: Mark, proof: Proof, plies: int | None) -> CandidateRow:
        return self.candidate_row(
            mark,
            value="–" if mark.guess is None else percent(mark.guess),
            loss="" if mark.guess is None else signed(100 * (mark.guess - mark.value)),
            line=line_text(self.session.state, mark.line[:4]),
            proof=proof,
            distance=plies,
        )

    def _row(self, mark: Mark) -> CandidateRow:
        proof, is_told = mark.proof if self.details else None, mark.has_numbers
        words = class_words(mark.loss_class, WIN_POINT_LIMITS, "%")
        return self.candidate_row(
            mark,
            loss_class=mark.loss_class if is_told else None,
            value=percent(mark.value, int(self.details)) if is_told and proof is None else "",
            loss=signed(-mark.loss, 1) if is_told and mark.loss else "",
            proof=proof,
            distance=mark.distance,
            estimated=mark.estimated,
            letter_words=words if is_told and self.details and not proof else "",
        )

    def graph(self) -> WinGraph:
        """Return the win share over the game, for the player (or the side that began)."""
        name = self.colours[self.colour_of(seated_player(self.session) or 0)]
        return win_graph(
            self.session,
            self.session.cursor,
            self.mistakes(),
            searcher=self.controller.analyser,
            shown=self.shown_share(),
            is_likened=self.controller.is_likened,
            title=f"{name} win %, as the AI saw it",
        )

    def mistakes(self) -> tuple[Grade, ...]:
        """Return the worst moves of the game, as far as the search supports calling them so."""
        count = None if self.graphs.all_mistakes else WORST_MOVES
        return worst(grades_of_interest(self.session), count)

    # Words.

    def sides(self) -> tuple[str, str]:
        colour = self.colour_of(self.session.state.current_player)
        return self.colours[colour], self.colours[1 - colour]

    def number_words(self) -> str:
        """Return what numbers and colours of the candidates are, for the legend chip."""
        if not self.details:
            return f"{_ONE_NUMBER}  ·  {commands.DETAILS.cap} for details"
        return f"{_NUMBERS[self.context.settings.metric]}  ·  A–E = **win % lost**"

    def explanation(self) -> str:
        controller, state = self.controller, self.session.state
        return explain_duel(
            state,
            controller.full_overlay,
            self._mover(),
            self.colours[1 - self.colour_of(state.current_player)],
            controller.best,
            is_brief=not self.details,
        )

    def winning_line(self) -> tuple[int, ...] | None:
        """Return the best move's line where it is proven to win and is what is explained.

        It is empty where every move loses: nothing more is to be said of the best one.
        """
        overlay, best = self.controller.full_overlay, self.controller.best
        if overlay is None or not overlay.marks or overlay.exact:
            return None
        if overlay.proof is Proof.LOSS:
            return ()
        mark = overlay.marks[0]
        is_explained = best is None or best.move == mark.move
        return mark.line if is_explained and mark.theorem is Proof.WIN else None

    def play_words(self) -> str:
        state, session = self.session.state, self.session
        if session.is_ai_passed_by:
            return self._turn_words()
        if session.cursor == 0:
            return f"{self.rule_words().capitalize()}. Click to play, H for a hint."
        if session.last_mover_is(Seat.AI):
            mover = self.colours[1 - self.colour_of(state.current_player)]
            name = session.state_at(session.cursor - 1).move_label(session.played[-1])
            hint, analysis = commands.HINT.cap, self.analysis_key
            ask = f"Press {hint} for a hint, {analysis} to see what the AI thinks."
            return f"{mover} played **{name}**. {ask}"
        return self._turn_words()

    def demo_words(self) -> str:
        session = self.session
        ply = session.cursor - 1
        before = session.state_at(ply)
        mover = self.colours[self.colour_of(before.current_player)]
        name = before.move_label(session.played[-1])
        known = session.evaluations_at(ply).get(self.controller.analyser)
        if known is None or known.line[:1] != session.played[-1:]:
            return moves.played(mover, name)
        if known.proof is not None:
            return moves.played_proven(mover, name, known.proof, known.distance)
        share = WinRate(known.value, 0).of(before.current_player)
        return moves.played_with(mover, name, share, known.visits if self.details else None)

    def _turn_words(self) -> str:
        if self.controller.is_ai_turn:
            return ai_turn_words(self.context.thinker, self.session.spec.name)
        session = self.session
        if session.is_ai_passed_by:
            return f"Here **{self._mover()}**, the AI, was to move."
        if Seat.AI in session.seats:
            return f"**Your turn**, {self._mover()}."
        return f"**{self._mover()}** to move."

    def draw_reason(self) -> str:
        """Return why the shown end is a draw, as far as that is known."""
        cells = getattr(self.session.state, "cells", (0,))
        return "the board is full" if all(cells) else ""

    @property
    def ending(self) -> Ending:
        controller, session = self.controller, self.session
        will_be = controller.postmortem.wants_to_search(session) and not controller.has_failed
        is_known = controller.postmortem.queue.has_done(session, range(session.cursor + 1))
        return ending_of(
            session,
            self.context.storage.records,
            drawn=self.draw_reason(),
            is_counted=controller.saver.is_just_counted,
            is_searched=is_known if is_known or will_be else None,
        )

    def _mover(self) -> str:
        return self.colours[self.colour_of(self.session.state.current_player)]

    def _by_colour(self, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Turn seats by player into seats by colour, or back: a swap makes them differ."""
        return seats if self.colour_of(0) == 0 else seats[::-1]

    # Controls.

    def _refresh_controls(self) -> None:
        session = self.session
        now = self._by_colour(session.seats)
        chosen = next((name for name, seats in _SEATS.items() if seats == now), "first")
        self.side_tabs.value = chosen
        self.level_stepper.text = self.controller.level.title
        self.level_stepper.can_go_down = next_level(session, self.context.settings, -1) is not None
        self.level_stepper.can_go_up = next_level(session, self.context.settings, 1) is not None
        self.time_stepper.text = self.time_text()
        faces_ai = Seat.AI in session.seats
        self.level_stepper.enabled = self.controls.teach.enabled = faces_ai
        self.time_stepper.enabled = faces_ai and not self.controller.answers_at_once
        self.time_stepper.can_go_down = self.controller.with_next_time(-1) is not None
        self.time_stepper.can_go_up = self.controller.with_next_time(1) is not None

    def time_text(self) -> str:
        """Return the opponent's time for a move, as the stepper shows it."""
        if self.controller.answers_at_once:
            return AT_ONCE
        most = self.controller.opponent_seconds
        return seconds(most) if most else BY_LEVEL

    def _level_words(self) -> str:
        playing, session = self.controller.level, self.session
        if playing.name != session.level:
            return f"{level(session.level, session.spec.name).title} can't play this board"
        return playing.description

    def _time_words(self) -> str:
        if self.controller.answers_at_once:
            return "the game is solved"
        if self.controller.has_own_time:
            return "longest time for a move"
        return "set by the level"
