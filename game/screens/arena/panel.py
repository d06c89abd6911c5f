"""The right of the arena while a match runs: progress, figures and the table of its games."""

from dataclasses import dataclass

import pygame

from game.arena.progress import MatchProgress, ShownGame
from game.games.registry import game_spec
from game.screens.arena.figures import (
    CARD_DP,
    ELO_DP,
    TEST_DP,
    Figures,
    draw_card,
    draw_elo,
    draw_test,
)
from game.screens.arena.table import GameTable, Row, star
from game.ui import draw
from game.ui.format import seconds
from game.ui.layout import Box
from game.ui.look import Look
from game.ui.theme import TYPE
from game.ui.widgets import Widget

_PROGRESS_DP = 44
_GAP_DP = 12
_LEGEND_DP = 30


@dataclass(slots=True)
class _Places:
    """Where the parts stand."""

    progress: Box
    card: Box
    elo: Box
    test: Box | None


class MatchPanel:
    """Shows a match's progress; its table is the one control.

    Attributes:
        table: The games.
    """

    def __init__(self, table: str) -> None:
        self.table = GameTable(table)
        self._progress: MatchProgress | None = None
        self._names = ("A", "B")
        self._left: float | None = None
        self._word = ""
        self._places: _Places | None = None

    def show(
        self,
        progress: MatchProgress,
        names: tuple[str, str],
        left: float | None,
        replay: ShownGame | None,
        word: str,
    ) -> None:
        """Take over what is known.

        Args:
            progress: The match.
            names: What the sides are called.
            left: Seconds that the rest will take, if that can be told.
            replay: The game that is played back.
            word: What the match does when it does not play.
        """
        self._progress, self._names, self._left, self._word = progress, names, left, word
        self.table.shown = None if replay is None else replay.number
        plan = progress.plan
        self.table.solved = plan is not None and game_spec(plan.game).players == 1
        rows = [Row(record, record.game) for record in progress.records]
        live = progress.live
        if live is not None and live.number >= len(rows) and word not in ("stopped", "finished"):
            scores = None
            if live.is_solved:
                scores = tuple(round(live.state(side).returns[0]) for side in (0, 1))
            rows.append(Row(None, live.number, (scores[0], scores[1]) if scores else None))
        self.table.rows = rows[::-1]

    def height(self, look: Look) -> int:
        """Return the height of everything in pixels."""
        parts = [_PROGRESS_DP, CARD_DP, ELO_DP, *([TEST_DP] if self._has_test else [])]
        fixed = sum(look.px(part) + look.px(_GAP_DP) for part in parts)
        legend = look.px(_LEGEND_DP) if self._has_legend else 0
        return fixed + self.table.height(look) + legend

    @property
    def _has_legend(self) -> bool:
        return self.table.solved and bool(self.table.rows)

    @property
    def _has_test(self) -> bool:
        plan = self._progress.plan if self._progress else None
        return plan is not None and plan.sprt is not None

    def place(self, box: Box, look: Look, clip: Box) -> list[Widget]:
        """Lay everything out from the top of a box; return the controls."""
        y = box.y
        places = []
        for part in (_PROGRESS_DP, CARD_DP, ELO_DP, TEST_DP if self._has_test else 0):
            places.append(Box(box.x, y, box.width, look.px(part)))
            y += look.px(part) + look.px(_GAP_DP) if part else 0
        progress, card, elo, test = places
        self._places = _Places(progress, card, elo, test if self._has_test else None)
        self.table.place(Box(box.x, y, box.width, self.table.height(look)), clip)
        return [self.table]

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        """Draw everything but the table, which is a widget."""
        progress, places = self._progress, self._places
        if progress is None or progress.plan is None or places is None:
            return
        figures = Figures(progress.plan, progress.standing, self._names)
        self._draw_progress(surface, look, places.progress, progress)
        draw_card(surface, look, places.card, figures)
        draw_elo(surface, look, places.elo, progress.standing)
        if places.test is not None:
            draw_test(surface, look, places.test, figures)
        if self._has_legend:
            self._draw_legend(surface, look, self.table.box)

    def _draw_legend(self, surface: pygame.Surface, look: Look, table: Box) -> None:
        """Say below the table what its signs mean."""
        y = table.bottom + look.px(_LEGEND_DP // 2 + 2)
        x = table.x + look.px(10)
        draw.polygon(surface, star((x, y), look.unit.exact(6)), look.theme.text)
        look.fonts.draw(
            surface,
            "board cleared, +1\N{THIN SPACE}000    bold = better",
            (x + look.px(14), y),
            look.text(TYPE.caption),
            look.theme.text3,
            tabular=True,
            anchor="midleft",
        )

    def _draw_progress(
        self, surface: pygame.Surface, look: Look, box: Box, progress: MatchProgress
    ) -> None:
        theme, fonts = look.theme, look.fonts
        assert progress.plan is not None
        total, done = progress.plan.games, len(progress.records)
        what = "Board" if self.table.solved else "Game"
        is_over = self._word in ("stopped", "finished")
        text = f"{done} of {total} {what.lower()}s" if is_over else (
            f"{what} {min(done + 1, total)} of {total}"
        )  # fmt: skip
        y = box.y + look.px(10)
        size = look.text(TYPE.body)
        fonts.draw(
            surface, text, (box.x, y), size, theme.text, bold=True, tabular=True, anchor="midleft"
        )
        note = self._word
        if not note and not done and progress.live is None:
            note = "the AI gets ready"
        if not note and self._left is not None:
            note = f"about {seconds(self._left)} left"
        if progress.standing.verdict:
            note = "decided"
        small = look.text(TYPE.caption)
        fonts.draw(surface, note, (box.right, y), small, theme.text3, anchor="midright")
        height = look.px(6)
        bar = Box(box.x, box.y + look.px(28), box.width, height)
        draw.fill_round(surface, bar, height / 2, theme.line)
        if done:
            wide = max(height, round(bar.width * done / total))
            draw.fill_round(surface, bar._replace(width=wide), height / 2, theme.ai)
