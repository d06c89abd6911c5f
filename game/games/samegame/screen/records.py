"""What the records screen shows of SameGame: a card for each standard board, and two tables."""

from collections.abc import Sequence
from functools import partial
from typing import Final

import pygame

from ai.phrases import N_, plural
from game.games.samegame.named_boards import (
    STANDARD_BOARDS,
    BoardScores,
    standard_boards,
    standard_scores,
)
from game.games.samegame.rules import SPEC, SameGameParameters, SameGameState
from game.games.samegame.screen.miniboard import MARGIN_DP, draw_well
from game.library.records import Records, ScoreRecord, standard_board
from game.play.medals import MedalStanding
from game.screens.records.tables import Cell, StandardCard, Table, TableColumn
from game.ui import draw
from game.ui.elements import run_together
from game.ui.layout import Box
from game.ui.panel.base import Ink
from game.ui.panel.compose import NOTHING, SPRING, Column, Inset, Row
from game.ui.panel.parts import Painted, Phrase, quiet
from game.ui.skin import Skin
from game.ui.theme import RADIUS, TYPE, Colour, Medal, mix
from game.ui.widgets import draw_ground
from game.words.numbers import day, day_of_year, thousands
from game.words.pages import STANDARD
from game.words.say import counted, listed, say, say_count

_PADDING: Final = 12
_SCORE_COLUMNS: Final = (
    TableColumn(N_("Board", "of a game for one"), 0.35),
    TableColumn(N_("Score"), 0.48),
    TableColumn(N_("AI best"), 0.61),
    TableColumn("", 0.82),
    TableColumn(N_("Date"), 1.0),
)


class BoardCard(StandardCard):
    """A standard board: its picture, the best scores known, and the player's own.

    Attributes:
        best: The player's best score on it, if any.
    """

    def __init__(self, number: int, state: SameGameState, scores: BoardScores) -> None:
        super().__init__(SPEC.name, number)
        self.best: ScoreRecord | None = None
        self._state = state
        self._scores = scores

    def show(self, records: Records) -> None:
        self.best = records.best(standard_board(self.opens.game, self.number))

    def words(self, skin: Skin) -> str:
        del skin
        scores = (each for caption, value, _ in self._scored for each in (caption, value))
        return run_together((self._title, *scores))

    @property
    def _title(self) -> str:
        return say(STANDARD, number=self.number)

    @property
    def _scored(self) -> tuple[tuple[str, str, Ink], ...]:
        """What scores there are to be compared, and in which ink."""
        best, scores = self.best, self._scores
        return (
            (N_("published"), thousands(scores.published), "second"),
            (N_("AI best"), thousands(scores.ai), "ai"),
            (N_("yours"), thousands(best.score) if best else "–", "main"),
        )

    def draw(self, surface: pygame.Surface, skin: Skin) -> None:
        theme, box = skin.theme, self.box
        radius = skin.px(RADIUS.inset)
        lit = 1.0 if self.focused and self.show_focus else self.lit
        draw_ground(surface, skin, box, radius, mix(theme.panel, theme.raised, lit))
        self._content(skin).draw(surface, skin, box)
        self.draw_focus(surface, skin, radius)

    def _content(self, skin: Skin) -> Row:
        size, margin = self._state.parameters, skin.px(MARGIN_DP)
        tile = (self.box.height - 2 * skin.px(_PADDING) - 2 * margin) // size.rows
        wide, tall = size.columns * tile + 2 * margin, size.rows * tile + 2 * margin
        edge = Inset(NOTHING, wide=(self.box.height - tall) // 2)
        well = Painted(tall, partial(draw_well, state=self._state), wide)
        medal = MedalStanding(self.best.score, self._scores.ai).medal if self.best else None
        title = Phrase(self._title, TYPE.lead, bold=True, tall=24)
        *others, yours = self._scored
        rows = (*(_score(skin, *each) for each in others), _score(skin, *yours, medal))
        words = Column(10, title, *rows, tall=self.tall)
        return Row(edge, well, 14, words, _PADDING)


def _score(skin: Skin, caption: str, value: str, ink: Ink, medal: Medal | None = None) -> Row:
    number = Phrase(value, TYPE.caption, ink, bold=True, tabular=True)
    earned = None if medal is None else Row(_disc(skin, medal.colour), 6)
    return Row(quiet(caption), SPRING, earned, number, tall=24)


def _disc(skin: Skin, colour: Colour) -> Painted:
    def paint(surface: pygame.Surface, skin: Skin, box: Box) -> None:
        draw.rimmed_disc(
            surface, skin.unit, box.centre, skin.unit.exact(5), colour, skin.theme.ctrl
        )

    return Painted(0, paint, skin.px(10))


_NONE_YET: Final = N_("None of the {count} finished yet. Choose one under Standard boards.")
_FINISHED: Final = N_("{done} of {count} finished, {points} in all")
_SEED: Final = plural(
    "Seed {seed} · {columns} × {rows} · {count} colour",
    "Seed {seed} · {columns} × {rows} · {count} colours",
)


def board_cards() -> tuple[StandardCard, ...]:
    scores = standard_scores()
    return tuple(
        BoardCard(board.number, board.state, scores[board.number - 1])
        for board in standard_boards()
    )


def score_tables(records: Records) -> tuple[Table, ...]:
    """Return the player's best scores, the standard boards first."""
    best = records.best_by_board(SPEC.name)
    standard = sorted((r for r in best if r.board.standard), key=lambda r: r.board.standard or 0)
    made = [record for record in best if record.board.standard is None]
    cleared = sum(record.cleared for record in made)
    note = say("best {score}, {count} cleared", score=made[0].score, count=cleared) if made else ""
    return (
        Table(
            N_("Random boards"),
            note,
            _SCORE_COLUMNS,
            tuple(_score_row(record) for record in made),
            N_("Finish a board: your best score on each one appears here."),
        ),
        Table(
            N_("Standard boards"),
            _standard_note(standard),
            _SCORE_COLUMNS,
            tuple(_score_row(record) for record in standard),
            say(_NONE_YET, count=STANDARD_BOARDS),
        ),
    )


def _standard_note(records: Sequence[ScoreRecord]) -> str:
    if not records:
        return ""
    total = counted(sum(record.score for record in records), "point")
    return say(_FINISHED, done=len(records), count=STANDARD_BOARDS, points=total)


def _score_row(record: ScoreRecord) -> tuple[Cell, ...]:
    size = record.board.parameters
    assert isinstance(size, SameGameParameters)
    shape = {"columns": size.columns, "rows": size.rows}
    name = say_count(size.colours, *_SEED, seed=str(record.board.seed), **shape)
    if record.board.standard is not None:
        name = say(STANDARD, number=record.board.standard)
    standing = None if record.target is None else MedalStanding(record.score, record.target)
    medal = standing.medal if standing else None
    marks = N_("cleared") if record.cleared else "", N_("assisted") if record.assisted else ""
    return (
        Cell(name),
        Cell(thousands(record.score), bold=True, medal=medal.colour if medal else None),
        Cell(thousands(record.target) if record.target is not None else "", "ai"),
        Cell(listed(marks), "caption"),
        Cell(day(record.date), "caption", short=day_of_year(record.date)),
    )
