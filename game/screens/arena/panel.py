"""What stands beside a match: its progress, its figures and the table of its games."""

from dataclasses import dataclass, replace

from ai.contract.games import game_spec
from game.screens.arena.figures import Elo, ScoreCard, Test
from game.screens.arena.match.progress import MatchProgress, ShownGame
from game.screens.arena.table import GameRow, GameTable
from game.ui.format import seconds
from game.ui.panel.base import Section
from game.ui.panel.compose import SPRING, Column, Composed, ControlSpace, Row
from game.ui.panel.items import FoldStage, Item
from game.ui.panel.parts import Phrase, bar, quiet
from game.ui.skin import Skin
from game.ui.theme import SIZE

_GAMES = 4
"""Rows that the table has at least, before the panel lets go of anything else."""


@dataclass(frozen=True, slots=True)
class MatchBar(Composed):
    """How far a match is: words, a note at the right, and a bar.

    Attributes:
        words: Which game is played, or how many were.
        note: How long it will take, or what it does instead.
        share: How much of it is done, 0 to 1.
        slim: Whether words and bar stand closer together.
    """

    words: str
    note: str
    share: float
    slim: bool = False

    def content(self, skin: Skin, width: int) -> Section:
        del width
        note = quiet(self.note, optional=True)
        words = Row(Phrase(self.words, bold=True), 8, SPRING, note, tall=20)
        return Column(words, 2 if self.slim else 8, bar(skin, self.share, 6), 2)


class MatchPanel:
    """Shows a match's progress; its table is the one control.

    Attributes:
        table: The games.
        items: What the panel shows, from the top.
    """

    def __init__(self, table: str) -> None:
        self.table = GameTable(table)
        self.items: tuple[Item, ...] = ()

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
        plan = progress.plan
        if plan is None:
            self.items = ()
            return
        self.table.shown = None if replay is None else replay.number
        self.table.names = names
        self.table.solved = game_spec(plan.game).players == 1
        self.table.rows = _rows(progress, word)[::-1]
        standing = progress.standing
        card, elo = ScoreCard(standing, names), Elo(standing)
        bar = _progress(progress, left, word, solved=self.table.solved)
        items = [
            Item(bar).folding(FoldStage.LAST, replace(bar, slim=True)),
            Item(card).folding(FoldStage.EXTRAS, replace(card, slim=True)),
            Item(elo)
            .folding(FoldStage.GRAPH, replace(elo, slim=True))
            .folding(FoldStage.EXTRAS, None),
        ]
        if plan.sprt is not None:
            items.append(Item(Test(plan, standing)).folding(FoldStage.EXTRAS, None))
        table, *fewer = (
            ControlSpace(self.table, SIZE.row * (_GAMES + rows)) for rows in (1, 0, -1)
        )
        self.items = (*items, Item(table, stretch=True).folding(FoldStage.LAST, *fewer))


def _rows(progress: MatchProgress, word: str) -> list[GameRow]:
    """Return the games in the order they were begun, the running one last."""
    rows = [GameRow(record, record.game) for record in progress.records]
    live = progress.live
    if live is not None and live.number >= len(rows) and word not in ("stopped", "finished"):
        a, b = (round(live.state(side).returns[0]) for side in (0, 1))
        rows.append(GameRow(None, live.number, (a, b) if live.is_solved else None))
    return rows


def _progress(progress: MatchProgress, left: float | None, word: str, *, solved: bool) -> MatchBar:
    assert progress.plan is not None
    total, done = progress.plan.games, len(progress.records)
    what = "Board" if solved else "Game"
    if word in ("stopped", "finished"):
        words = f"{done} of {total} {what.lower()}s"
    else:
        words = f"{what} {min(done + 1, total)} of {total}"
    note = word
    if not note and not done and progress.live is None:
        note = "AI getting ready"
    if not note and left is not None:
        note = f"about {seconds(left)} left"
    if progress.standing.verdict:
        note = "decided"
    return MatchBar(words, note, done / total)
