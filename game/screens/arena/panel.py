"""What stands beside a match: its progress, its figures and its games."""

from dataclasses import dataclass, replace
from typing import Final

from ai.contract.games import game_spec
from game.screens.arena.figures import Elo, ScoreCard, Test
from game.screens.arena.match.progress import MatchProgress
from game.screens.arena.table import GameList, GameRow
from game.ui.panel.base import Section
from game.ui.panel.compose import SPRING, Column, Composed, Row
from game.ui.panel.items import FoldStage, Item
from game.ui.panel.parts import Phrase, bar, quiet
from game.ui.skin import Skin
from game.words.numbers import seconds

_ROWS: Final = 3
"""Games that are listed at least, before the panel lets go of anything else."""


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


def match_items(
    progress: MatchProgress,
    names: tuple[str, str],
    left: float | None,
    word: str,
    games: GameList,
) -> tuple[Item, ...]:
    """Return what is known of a match.

    Args:
        left: Seconds that the rest will take, if that can be told.
        word: What the match does when it does not play.
    """
    assert progress.plan is not None
    standing = progress.standing
    card, elo = ScoreCard(standing, names), Elo(standing)
    bar = _progress(progress, left, word, solved=games.solved)
    items = [
        Item(bar).folding(FoldStage.LAST, replace(bar, slim=True)),
        Item(card).folding(FoldStage.EXTRAS, replace(card, slim=True)),
        Item(elo).folding(FoldStage.GRAPH, replace(elo, slim=True)).folding(FoldStage.EXTRAS, None),
    ]
    if progress.plan.sprt is not None:
        items.append(Item(Test(progress.plan, standing)).folding(FoldStage.EXTRAS, None))
    fewer = (replace(games, rows=rows) for rows in range(games.rows - 1, 0, -1))
    return (*items, Item(games, stretch=True).folding(FoldStage.LAST, *fewer))


def game_list(
    progress: MatchProgress, names: tuple[str, str], word: str, chosen: int | None
) -> GameList:
    """Return the games of a match, the newest first, one of which may be chosen."""
    assert progress.plan is not None
    solved = game_spec(progress.plan.game).players == 1
    return GameList(tuple(_rows(progress, word)[::-1]), names, solved, chosen, _ROWS)


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
