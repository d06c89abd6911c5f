"""The screen of Tic-Tac-Toe, on which one watches the estimate converge on the truth."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import pygame

from ai.contract.rules import Parameters
from ai.phrases import N_
from ai.search.messages import Limit, Proof
from game.games.lattice.lines import placed
from game.games.lattice.reading import FULL_IS_DRAW, must_block, with_reason
from game.games.lattice.text import fitted_columns
from game.games.tictactoe.board import TicTacToeBoard
from game.games.tictactoe.rules import TicTacToeParameters, TicTacToeState, new_game
from game.library.records import Records
from game.screens.entry import BoardPreset, GameEntry
from game.screens.play.duel import DuelFace
from game.screens.play.panel_rows import graph_item
from game.screens.profile import Pace, Profile
from game.ui import draw
from game.ui.boards import square_cells
from game.ui.boards.view import BoardContent
from game.ui.elements import Element, Role, Said, run_together
from game.ui.layout import Box
from game.ui.panel.base import Section
from game.ui.panel.graphs import AXIS_DP, SHARES, SPARK_DP, Curve, Plot, spark_box
from game.ui.panel.items import Item
from game.ui.panel.legend import (
    COLOURS,
    CURSOR,
    DISC,
    GRADES,
    SIZES,
    STEPS,
    WIN_LETTERS,
    Explained,
    Legend,
    RulePicture,
    badge,
    letters,
    pictures,
)
from game.ui.skin import Skin
from game.ui.theme import RADIUS, STROKE, TYPE, Colour
from game.words.numbers import percent, short_count
from game.words.say import begun, beside, counted, listed, number_word, say, say_count

PLOT_DP: Final = 64
LOW_PLOT_DP: Final = 46
LABEL_DP: Final = 34
TITLES: Final = (
    N_("Estimate on its way to the truth, win % by simulations"),
    N_("Estimates, win % by simulations"),
    N_("Estimates, win %"),
)
"""What stands above, by how much room there is."""
TICKS: Final = (
    N_("Short ticks at the right edge mark the exact values."),
    N_("Ticks: exact values"),
)
"""What stands below, by how much room there is."""
CAPTION_DP: Final = 18


@dataclass(frozen=True, slots=True)
class Estimate:
    """One move's estimate over time.

    Attributes:
        points: (simulations, share of a win), in ascending order.
        truth: Its true share of a win.
    """

    name: str
    points: Curve
    truth: float


@dataclass(frozen=True, slots=True)
class ConvergenceGraph(Section):
    """Up to three estimates over simulations, on a logarithmic axis.

    Attributes:
        estimates: The best move first; it is drawn in the AI's colour.
        dp: Least height of the plot.
        spark: Whether there are the curves alone, in one low row.
    """

    estimates: tuple[Estimate, ...]
    dp: int = PLOT_DP
    spark: bool = False

    @property
    def smaller(self) -> tuple["ConvergenceGraph", ...]:
        """What it becomes where a panel is too low: lower, then a sparkline."""
        return replace(self, dp=LOW_PLOT_DP), replace(self, spark=True)

    def height(self, skin: Skin, width: int) -> int:
        del width
        if self.spark:
            return skin.px(SPARK_DP)
        return skin.px(24) + skin.px(self.dp) + skin.px(18) + skin.px(CAPTION_DP)

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        """Draw the axes, the curves, their names and ticks at the true values."""
        theme = skin.theme
        if self.spark:
            draw.fill_round(surface, box, skin.px(RADIUS.row), theme.raised)
            plot = self._plot(spark_box(skin, box))
        else:
            plot = self._draw_axes(surface, skin, box)
        inks = (theme.ai, theme.text2, theme.text3)
        # The best one last, so that it lies on top.
        for index in reversed(range(len(self.estimates))):
            self._draw_estimate(surface, skin, plot, index, inks[index])
        if not self.spark:
            self._write_names(surface, skin, plot, inks)
            plot.write_below(surface, skin, self._counts(plot))
            caption = next((t for t in TICKS if skin.width(t, TYPE.caption) <= box.width), "")
            at = (box.x, box.bottom - skin.px(CAPTION_DP) // 2)
            skin.write(surface, caption, at, TYPE.caption, theme.text3)

    def said(self, skin: Skin, box: Box) -> Iterator[Said]:
        """Yield what it shows, and the latest estimate of each move beside the true value."""
        del skin
        latest = (
            (each.name, percent(each.points[-1][1]), percent(each.truth))
            for each in self.estimates
            if each.points
        )
        value = run_together(listed(each) for each in latest)
        yield Said(Element(Role.IMAGE, "graph", say(TITLES[0]), box, value))

    def _draw_axes(self, surface: pygame.Surface, skin: Skin, box: Box) -> Plot:
        """Draw the title and the levels; return the plot between them."""
        theme = skin.theme
        title = next(
            (each for each in TITLES if skin.width(each, TYPE.caption) <= box.width), TITLES[-1]
        )
        skin.write(surface, title, (box.x, box.y + skin.px(9)), TYPE.caption, theme.text3)
        inner = Box(
            box.x + skin.px(AXIS_DP),
            box.y + skin.px(28),
            box.width - skin.px(AXIS_DP + LABEL_DP),
            box.height - skin.px(28 + 20 + CAPTION_DP),
        )
        plot = self._plot(inner)
        plot.draw_levels(surface, skin, SHARES)
        return plot

    def _plot(self, box: Box) -> Plot:
        counts = [count for estimate in self.estimates for count, _ in estimate.points]
        first = min(counts, default=1)
        last = max(max(counts, default=1), first + 1)
        return Plot(box, last, first=first, is_log=True)

    def _draw_estimate(
        self, surface: pygame.Surface, skin: Skin, plot: Plot, index: int, ink: Colour
    ) -> None:
        estimate = self.estimates[index]
        points = plot.points(estimate.points)
        width = skin.unit.exact(STROKE.graph)
        if len(points) > 1 and index == 0:
            draw.polyline(surface, points, width, ink)
        elif len(points) > 1:
            on, off = ((5, 4), (1.5, 4))[index - 1]
            draw.dashed(
                surface, points, width, ink, on=skin.unit.exact(on), off=skin.unit.exact(off)
            )
        draw.disc(surface, points[-1], skin.unit.exact(3.5), ink)
        tick = round(plot.y(estimate.truth)) - skin.px(1)
        surface.fill(skin.theme.text, (plot.box.right - skin.px(10), tick, skin.px(14), skin.px(3)))

    def _write_names(
        self, surface: pygame.Surface, skin: Skin, plot: Plot, inks: tuple[Colour, ...]
    ) -> None:
        """Write the moves beside their last values, from the top down and never overlapping."""
        step = skin.px(14)
        ends = [
            (plot.y(estimate.points[-1][1]), estimate.name, ink)
            for estimate, ink in zip(self.estimates, inks, strict=False)
        ]
        lowest = plot.box.y - step
        for y, name, ink in sorted(ends, key=lambda end: end[0]):
            lowest = max(round(y), lowest + step)
            at = (plot.box.right + skin.px(8), lowest)
            skin.write(surface, name, at, TYPE.caption, ink, bold=True)

    @staticmethod
    def _counts(plot: Plot) -> Iterator[tuple[int, str]]:
        """Yield the numbers of simulations to be written below."""
        first, last = plot.first, plot.last
        middle = round((first * last) ** 0.5)
        for count in (first, middle, last) if last >= 4 * first else (last,):
            yield count, short_count(count)


TABLE_ROWS: Final = 7
GRAPHED_MOVES: Final = 3


SLOWLY: Final = Pace("mcts:solver=false")
"""On 3x3 the solver would be done at once: without it, and slowly, one sees the estimate walk."""


def pace_of(parameters: Parameters) -> Pace | None:
    """Return how to analyse a board; larger ones are searched at full speed."""
    return SLOWLY if parameters == TicTacToeParameters() else None


def _fitted(text: str, usual: TicTacToeParameters) -> TicTacToeParameters:
    """Return parameters for the board in a text, on which a row of that length must fit."""
    size: TicTacToeParameters = fitted_columns(text, replace(usual, in_a_row=3))
    return replace(size, in_a_row=min(usual.in_a_row, max(size.columns, size.rows)))


PROFILE: Final = Profile("tictactoe", "mcts", pace=pace_of, pasted=_fitted)


class TicTacToeFace(DuelFace):
    state: TicTacToeState
    truth_rows = TABLE_ROWS

    def rule_words(self) -> str:
        return say("{number} in a row wins", number=number_word(self.state.parameters.in_a_row))

    def must_block(self) -> tuple[int, ...]:
        """Return where the opponent would complete a row, if no exact values say so."""
        return () if self.has_truth else must_block(self.state)

    def explanation(self) -> str:
        """Return why the best move is best: where it blocks a row, or by what threats it wins."""
        words = super().explanation()
        if self.has_truth:
            return words
        return with_reason(words, self.state, self.winning_line())

    def legend(self) -> tuple[str, Legend]:
        chip, _ = super().legend()
        if self.must_block() and not self.shows_goal:
            chip = beside(chip, N_("frame = **must block**"))
        return chip, _LEGEND

    def study_items(self) -> tuple[Item, ...]:
        """Return how the estimates of three moves came nearer to the truth; else the game."""
        overlay, trail = self.controller.ai.full_overlay, self.controller.ai.live.trail
        is_open = self.has_truth and self.controller.state.is_view_open
        if overlay is None or not is_open or len(trail) < 2:
            return super().study_items()
        truth = {move: proof for move, proof, _ in overlay.exact}
        estimates = []
        for mark in overlay.marks[:GRAPHED_MOVES]:
            points = tuple(
                (analysis.effort, candidate.value)
                for analysis in trail
                for candidate in analysis.info.candidates
                if candidate.move == mark.move and analysis.effort > 0
            )
            if points:
                name = self.session.state.move_label(mark.move)
                estimates.append(Estimate(name, points, truth[mark.move].share))
        graph = ConvergenceGraph(tuple(estimates))
        return (graph_item(graph, *graph.smaller, stretch=True),)


def reached(records: Records) -> str:
    """Return draws and wins: against a good player a draw is something here."""
    total = records.total(PROFILE.game)
    drawn = counted(total.drawn, "draw") if total.drawn else ""
    won = counted(total.won, "win") if total.won else ""
    lost = say_count(total.lost, "{count} lost", "{count} lost") if total.lost else ""
    return listed((drawn, won)) or lost


def rule_pictures(parameters: TicTacToeParameters) -> tuple[RulePicture, ...]:
    """Return a turn, a row that wins, and one that has to be stopped."""
    length = parameters.in_a_row
    diagonal = [i * (length + 1) for i in range(length)]
    lowest, above = range(length - 1), range(length, 2 * length - 2)
    threat = BoardContent(_after(length, [*lowest], [*above]), must_block=(length - 1,))
    return (
        RulePicture(
            BoardContent(_after(length, [0], [length + 1]), hover=2 * length),
            N_("Take turns, one cell each"),
        ),
        RulePicture(
            BoardContent(_after(length, diagonal, [*range(1, length)])),
            say("**{number} in a row** wins, diagonals too", number=begun(number_word(length))),
        ),
        RulePicture(threat, FULL_IS_DRAW),
    )


def _after(length: int, first: list[int], second: list[int]) -> Any:
    """Return a board of as many cells as a row needs, with these crosses and noughts."""
    return placed(new_game(TicTacToeParameters(length, length, length), 0), first, second)


ENTRY: Final = GameEntry(
    PROFILE,
    TicTacToeFace,
    TicTacToeBoard,
    N_("Three in a row. See the AI's guess become certain."),
    Limit(simulations=400),
    presets=tuple(
        BoardPreset(
            f"{side} × {side}",
            {"tictactoe_columns": side, "tictactoe_rows": side, "tictactoe_in_a_row": in_a_row},
        )
        for side, in_a_row in ((3, 3), (5, 4), (9, 5))
    ),
    reached=reached,
    rule_pictures=rule_pictures,
    good_play=(
        N_("Look for the other side's threat before you make your own."),
        N_("Make two threats with one move: only one of them can be blocked."),
        N_("The centre lies on more rows than any other cell; on 3 × 3 a corner comes next."),
    ),
)


_LEGEND: Final = (
    Explained(
        pictures(badge(Proof.WIN, 2), badge(Proof.DRAW, 0)),
        N_("**Badge**: exact win, draw or loss, and in how many moves"),
        is_detail=True,
    ),
    DISC,
    SIZES,
    letters(
        N_(
            "**Beside exact values**: D loses 50 %, a win for a draw; E loses 100 %\n"
            "A to C lose nothing, but the end comes sooner or later"
        )
    ),
    WIN_LETTERS,
    COLOURS,
    STEPS,
    Explained(
        pictures(lambda skin, side: square_cells.must_block(skin, round(side))),
        N_("**Frame**: block here, or the other side wins"),
    ),
    GRADES,
    CURSOR,
)
