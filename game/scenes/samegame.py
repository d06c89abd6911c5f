"""The screen of SameGame."""

from typing import Final

from game.rules.samegame import (
    SameGameParameters,
    SameGameState,
    removal_points,
)
from game.scenes.base import Command
from game.scenes.commentary import (
    biggest_step,
    explain_samegame,
    line_text,
    move_name,
    replay,
    tiles,
)
from game.scenes.context import Context
from game.scenes.controller import HintStep, Profile
from game.scenes.game_scene import GameScene
from game.session import Mode
from game.settings import Settings
from game.ui.boards.samegame import SameGameBoard
from game.ui.format import MINUS, short_count, signed, thousands
from game.ui.layout import Box, TileGeometry
from game.ui.overlay import Mark
from game.ui.panel.analysis import SAMEGAME_COLUMNS, Candidate, CandidateTable
from game.ui.panel.basics import ColourCounts, Figure, Figures, Hairline, Heading, Sentence
from game.ui.panel.graphs import ScoreGraph
from game.ui.panel.history import Removal, RemovalList
from game.ui.panel.items import Item, line_item, navigation_row, setting_row
from game.ui.panel.miniboard import MiniBoard
from game.ui.panel.summary import Summary, summary_item
from game.ui.sound import Cue
from game.ui.widgets import Action, Button, Slider

TABLE_ROWS: Final = 5
REGION_REACH: Final = 2
TOOLTIP_DP: Final = 32


def parameters_of(settings: Settings) -> SameGameParameters:
    """Return the parameters of a new game."""
    return SameGameParameters(
        columns=settings.samegame_columns,
        rows=settings.samegame_rows,
        colours=settings.samegame_colours,
        leftover=settings.samegame_leftover,
    )


def seed_of(settings: Settings) -> int | None:
    """Return the seed of new games; None for a random one."""
    return settings.samegame_seed or None


PROFILE: Final = Profile("samegame", "best", parameters_of, demo_seconds=0.6, seed=seed_of)


class SameGameScene(GameScene):
    """SameGame: play, analyse, watch the AI."""

    def __init__(self, context: Context, *, fresh: bool = False) -> None:
        """Go on with the saved game, or start one."""
        super().__init__(context, PROFILE, SameGameBoard(context.fonts), fresh=fresh)
        self._selected: int | None = None
        self._step = 1
        self.scrubber = Slider("scrub", 1, 1, 2, step=1, tooltip="Step of the line")
        self.line_buttons = (
            Button("step back", "", icon="step-back", small=True, tooltip="One step back"),
            Button("step on", "", icon="step-forward", small=True, tooltip="One step on"),
            Button("play out", "Play it out", icon="play", small=True),
        )

    @property
    def state(self) -> SameGameState:
        """The shown position."""
        state = self.session.state
        assert isinstance(state, SameGameState)
        return state

    @property
    def dense(self) -> bool:
        """The analysis has more to show than fits with wide gaps."""
        return self.session.mode is not Mode.PLAY

    # Playing.

    def clicked(self, cell: int) -> None:
        """Remove the group, or select it first if the player wants two clicks."""
        move = self.stage.move_at(cell)
        if move is None:
            self._selected = None
            column, row = divmod(cell, self.state.parameters.rows)
            if self.controller.may_play and self.state.colour_at(column, row) is not None:
                self.context.cue(Cue.ILLEGAL)
                self.toasts.show("A single tile stays: only groups of two or more go.")
                self.touch()
            return
        needs_selection = self.context.settings.samegame_click == "select"
        if needs_selection and self._selected != move:
            self._selected = move
            self.context.cue(Cue.SELECT)
            self.touch()
            return
        self._selected = None
        self.play(move)

    def pointed_cell(self) -> int | None:
        """Return the selected group's cell, or the one under pointer or cursor."""
        pointed = super().pointed_cell()
        if self._selected is not None and self.controller.may_play:
            return self._selected
        return pointed

    def act(self, action: Action) -> Command | None:
        """Walk the line, or play it out."""
        best = self.controller.best
        if action.name == "scrub" and isinstance(action.value, int | float):
            self._step = round(action.value)
        elif action.name == "step back":
            self._step = max(1, self._step - 1)
        elif action.name == "step on":
            self._step += 1
        elif action.name == "play out" and best is not None:
            self.controller.play_line(best.line)
        return None

    def hint_region(self, move: int) -> tuple[int, ...]:
        """Return the cells around the middle of the group."""
        rows = self.state.parameters.rows
        group = self.state.group_at(*divmod(move, rows))
        middle_x = sum(cell // rows for cell in group) / len(group)
        middle_y = sum(cell % rows for cell in group) / len(group)
        return tuple(
            x * rows + y
            for x, column in enumerate(self.state.columns)
            for y in range(len(column))
            if abs(x - middle_x) <= REGION_REACH + 0.5 and abs(y - middle_y) <= REGION_REACH + 0.5
        )

    def tooltip_anchor(self, cell: int) -> Box:
        """Return a box whose lower neighbour is the free space above the group's columns."""
        size = self.state.parameters
        geometry = TileGeometry(size.columns, size.rows, self.layout.board)
        group = self.state.group_at(*divmod(cell, size.rows)) or (cell,)
        columns = [each // size.rows for each in group]
        left, right = min(columns), max(columns)
        height = max(len(column) for column in self.state.columns[left : right + 1])
        first = geometry.cell_box(left * size.rows)
        last = geometry.cell_box(right * size.rows)
        look = self.look
        room = look.px(TOOLTIP_DP + 14) if look is not None else 0
        top = round(geometry.place(left, height - 1)[1]) - room
        if top < self.layout.board.y:
            lowest = min(each % size.rows for each in group)
            bottom = geometry.cell_box(left * size.rows + lowest).bottom
            return Box(first.x, bottom - 1, last.right - first.x, 1)
        return Box(first.x, top - (look.px(8) if look else 0), last.right - first.x, 1)

    # Words.

    def caption(self) -> str:
        """Return the seed and how many moves were played."""
        seed = "Pasted board" if self.session.is_pasted else f"Seed {thousands(self.session.seed)}"
        return f"{seed} · move {self.session.cursor}"

    def legend(self) -> tuple[str, str]:
        """Return the chip's words and the full legend."""
        if self.controller.board_overlay is not None:
            chip = (
                "outline colour + letter = **points lost**  ·  badge size = **visits**  ·  "
                "dashed = **next steps**"
            )
        else:
            chip = "small tiles = **what falls into place**  ·  click to remove"
        return chip, _LEGEND

    def _sentence(self) -> str:
        controller, state = self.controller, self.state
        if state.is_terminal:
            return explain_samegame(state, None)
        best = controller.best
        if controller.hint is HintStep.REGION:
            return "Look around the **marked area**. H again shows the move."
        if controller.hint is HintStep.MOVE and best is not None:
            name = move_name(state, best.move)
            return f"The AI would remove **{name}**. H again shows its line."
        if controller.hint is not HintStep.NONE and best is None:
            return "Thinking of a hint."
        if self.session.mode is Mode.DEMO and self.session.cursor:
            return self._last_words()
        if controller.is_overlay_open:
            brief = self.layout.compact and not self.is_raised
            known = controller.analysis
            proven = known is not None and known.info.optimal
            why = explain_samegame(state, controller.full_overlay, brief=brief or proven)
            if proven and why:
                return f"{why} **Proven**: no line scores more."
            return why or self.waiting_words()
        return self._last_words() if self.session.mode is Mode.PLAY else self.waiting_words()

    def _last_words(self) -> str:
        """Return what the last move did."""
        session = self.session
        ply = session.cursor - 1
        if ply < 0:
            return "Remove groups of two or more: **n** tiles earn **(n − 2)²** points."
        before = session.state_at(ply)
        assert isinstance(before, SameGameState)
        size = len(before.group_at(*divmod(session.played[-1], before.parameters.rows)))
        name, points = move_name(before, session.played[-1]), signed(removal_points(size))
        if session.mode is Mode.PLAY:
            return f"**{name}** took {tiles(size)} for **{points}**."
        known = session.evaluations.get(ply)
        expects = f" It expects **{thousands(round(known.value))}** in the end." if known else ""
        return f"The AI removed **{name}**: {tiles(size)} for **{points}**.{expects}"

    # The panel.

    def panel_items(self) -> tuple[Item, ...]:
        """Return the panel of the present mode."""
        mode = self.session.mode
        if mode is Mode.PLAY:
            return self._play_items()
        return self._demo_items() if mode is Mode.DEMO else self._analyse_items()

    def summary_items(self) -> tuple[Item, ...]:
        """Return score, counts and the main button."""
        summary = Summary(
            self._figures()[:2],
            self.state.colour_counts,
            self._sentence(),
            self.context.settings.symbols,
            room=130,
        )
        return (summary_item(summary, self.controls.main(self.controller)),)

    def _play_items(self) -> tuple[Item, ...]:
        return (
            Item(Figures(self._figures())),
            Item(Sentence(self._sentence())),
            Item(Hairline()),
            Item(self._after_move()),
            Item(self._counts()),
            Item(Hairline()),
            *self._history_items(),
        )

    def _analyse_items(self) -> tuple[Item, ...]:
        if self.state.is_terminal:
            return self._end_items()
        return (
            Item(Figures(self._figures(), dense=True)),
            Item(Sentence(self._sentence())),
            Item(self._table()),
            Item(Hairline()),
            self._line_item(),
            Item(self._graph(), stretch=True),
            Item(self._counts()),
        )

    def _end_items(self) -> tuple[Item, ...]:
        return (
            Item(Figures(self._figures(), dense=True)),
            Item(Sentence(self._sentence())),
            Item(Hairline()),
            Item(self._graph()),
            Item(self._counts()),
            Item(Hairline()),
            *self._history_items(),
            navigation_row(self.controls.history),
        )

    def _demo_items(self) -> tuple[Item, ...]:
        return (
            Item(Figures(self._figures(), dense=True)),
            Item(Sentence(self._sentence())),
            Item(Hairline()),
            Item(self._graph()),
            Item(self._counts()),
            Item(Hairline()),
            *self._history_items(),
            setting_row("Speed", "", self.controls.speed),
        )

    def _figures(self) -> tuple[Figure, ...]:
        state, controller = self.state, self.controller
        score = Figure("Score", thousands(state.score), big=True)
        if self.session.mode is Mode.PLAY and not controller.layer:
            move = self.stage.move_at(self.pointed_cell())
            # The board may still show the position before the last move.
            if move not in state.legal_moves:
                return (score, Figure("Tiles left", thousands(state.tiles_left)))
            after = state.play(move)
            return (
                score,
                Figure("If removed", thousands(after.score)),
                Figure("Tiles left", thousands(state.tiles_left)),
            )
        projected = self._projected()
        if projected is None:
            return (score, Figure("Tiles left", thousands(state.tiles_left)))
        highest = max((e.value for e in self.session.evaluations.values()), default=0.0)
        ai_best = max(projected, round(highest))
        gap = projected - ai_best
        return (
            score,
            Figure("Projected", thousands(projected), "ai", big=True),
            Figure("AI best", thousands(ai_best)),
            Figure("Gap", signed(gap) if gap else "0"),
        )

    def _projected(self) -> int | None:
        """Return what the AI expects; just after a move, what it expected before it."""
        controller, session = self.controller, self.session
        if not controller.is_overlay_open:
            return None
        if self.state.is_terminal:
            return self.state.score
        if controller.best is not None:
            return round(controller.best.value)
        before = session.evaluations.get(session.cursor - 1)
        return None if before is None else round(before.value)

    def _after_move(self) -> MiniBoard:
        state = self.state
        move = self.stage.move_at(self.pointed_cell())
        if state.is_terminal:
            return MiniBoard(state, (), "Final board", f"{tiles(state.tiles_left)} left.")
        shown = state if move is None else state.play(move)
        groups = shown.groups()
        title = "This board" if move is None else "After this move"
        if not groups:
            text = "The game ends here." if move is not None else ""
            return MiniBoard(shown, (), title, text, self._after_words(state, shown))
        largest = max(groups, key=len)
        rows = shown.parameters.rows
        colour = shown.colour_at(*divmod(largest[0], rows))
        name = self.context.theme.tiles[colour or 0].name
        worth = signed(removal_points(len(largest)))
        text = f"Largest group: **{len(largest)} {name}**, worth **{worth}**."
        quiet = self._after_words(state, shown) if move is not None else self._board_words(shown)
        return MiniBoard(shown, largest, title, text, quiet)

    def _board_words(self, state: SameGameState) -> str:
        return f"{len(state.groups())} groups can be removed. Point at one to see what follows."

    def _after_words(self, before: SameGameState, after: SameGameState) -> str:
        size = f"{len(after.columns)} columns, {tiles(after.tiles_left)}."
        if after.cleared:
            return "The board is clear."
        pairs = zip(before.colour_counts, after.colour_counts, strict=True)
        orphans = [
            self.context.theme.tiles[c].name for c, (b, a) in enumerate(pairs) if a == 1 and b != 1
        ]
        if orphans:
            return f"{size} The last {orphans[0]} tile becomes an orphan."
        return f"{size} No colour becomes an orphan."

    def _counts(self) -> ColourCounts:
        return ColourCounts(self.state.colour_counts, self.context.settings.symbols)

    def _history_items(self) -> tuple[Item, ...]:
        session = self.session
        removals = []
        for ply, move in enumerate(session.moves):
            before = session.state_at(ply)
            assert isinstance(before, SameGameState)
            rows = before.parameters.rows
            group = before.group_at(*divmod(move, rows))
            colour = before.colour_at(*divmod(move, rows)) or 0
            points = removal_points(len(group))
            removals.append(Removal(colour, move_name(before, move), len(group), points))
        symbols = self.context.settings.symbols
        listing = RemovalList(tuple(removals), session.cursor, symbols=symbols)
        hints = session.hints_used
        used = f" · {hints} {'hint' if hints == 1 else 'hints'}" if hints else ""
        return (
            Item(Heading("Moves", f"{session.cursor} played{used}")),
            Item(listing, stretch=True, gap=4),
        )

    def _table(self) -> CandidateTable:
        overlay = self.controller.full_overlay
        rows: tuple[Candidate, ...] = ()
        if overlay is not None and self.controller.is_overlay_open:
            rows = tuple(self._row(mark) for mark in overlay.marks[: self._table_rows])
        return CandidateTable(rows, SAMEGAME_COLUMNS, self._table_rows, dense=True)

    @property
    def _table_rows(self) -> int:
        return TABLE_ROWS - 1 if self.is_short else TABLE_ROWS

    def _row(self, mark: Mark) -> Candidate:
        state, preview = self.state, self.preview.mark
        rows = state.parameters.rows
        group = state.group_at(*divmod(mark.move, rows))
        return Candidate(
            mark.loss_class,
            move_name(state, mark.move),
            value=thousands(round(mark.value)),
            loss="best" if mark.loss < 0.5 else f"{MINUS}{mark.loss:.0f}",
            visits=short_count(mark.visits),
            line=line_text(state.play(mark.move), mark.line[1:4]),
            tile=state.colour_at(*divmod(mark.move, rows)),
            tiles=len(group),
            highlighted=mark.rank == 1 if preview is None else mark.move == preview.move,
            updated=self.preview.is_outdated(mark),
        )

    def _line_item(self) -> Item:
        """Return the mini-board that walks the shown line."""
        shown = self.preview.mark or self.controller.best
        line = shown.line if shown is not None and self.controller.is_overlay_open else ()
        steps, end = replay(self.state, line)
        assert isinstance(end, SameGameState)
        for widget in (self.scrubber, *self.line_buttons):
            widget.enabled = bool(steps)
        self.scrubber.visible = len(steps) > 1
        if not steps:
            board = MiniBoard(self.state, (), "The line", "", "No line yet.")
            return line_item(board, self.scrubber, self.line_buttons)
        count = len(steps)
        self._step = min(self._step, count)
        step = steps[self._step - 1]
        self.scrubber.high, self.scrubber.value = max(2, count), self._step
        self.scrubber.ticks = (biggest_step(steps) + 1,)
        self.line_buttons[0].enabled = self._step > 1
        self.line_buttons[1].enabled = self._step < count
        left = "Clears the board" if end.cleared else f"Ends with {tiles(end.tiles_left)} left"
        board = MiniBoard(
            step.before,
            step.group,
            f"The line, step {self._step} of {count}",
            f"{len(step.group)} tiles, **{signed(step.points)}**",
            f"{left}, **{thousands(end.score)}**",
        )
        return line_item(board, self.scrubber, self.line_buttons)

    def _graph(self) -> ScoreGraph:
        session = self.session
        scores = tuple((ply, session.state_at(ply).returns[0]) for ply in range(session.length + 1))
        expectation = tuple(
            (ply, evaluation.value) for ply, evaluation in sorted(session.evaluations.items())
        )
        best = self.controller.best
        expected = session.cursor + (len(best.line) if best is not None else 0)
        return ScoreGraph(scores, expectation, session.cursor, session.length, expected)


_LEGEND: Final = (
    "**Hover**: the group's outline, what it earns, and as small tiles what falls into place.\n"
    "**Badge**: the projected final score of the best move, for others the points they lose; the "
    "larger the badge, the more it was tried.\n"
    "**A–E**: at most 1, 5, 10, 20 points lost, or more.\n"
    "**Dashed groups with numbers**: steps of the best line whose tiles have not moved yet; the "
    "panel's small board walks the whole line.\n"
    "**Dashed ring**: an orphan, the last tile of its colour."
)
