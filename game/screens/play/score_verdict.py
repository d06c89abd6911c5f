"""What a finished board for one has come to, written on the board where that is empty."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

import pygame

from game.play.medals import MedalStanding
from game.screens.play.medal_bar import Result, draw_medal
from game.ui import draw
from game.ui.animation import ease_out
from game.ui.boards.ending import swollen
from game.ui.boards.sprites import share_of
from game.ui.format import thousands
from game.ui.layout import Box
from game.ui.panel.base import ink_of
from game.ui.skin import Skin
from game.ui.theme import ENDING, MEDALS, Colour, Theme

_SIZES: Final = (1.0, 0.9, 0.8, 0.7)
"""How much smaller than in a usual window it may be, so that its smallest words can be read."""
_SCORE_SIZES: Final = (*_SIZES, 0.6, 0.5)
"""The same where it has no small words."""
_LEAST_FULL_DP: Final = 180
"""In less room than that only title and score are told."""
_MEDAL_DP: Final = 92
_MEDAL_SIZES: Final = 0.8, 1.05, 1.0
"""Its size as it comes, at most, and in the end, over its usual size."""
_BARS_DP: Final = 386
_BAR_ROW_DP: Final = 30
_TITLE_DP: Final = 22
_WORDS_DP: Final = 15
_NOTE_DP: Final = 13
_BETWEEN: Final = "  ·  "
_MARGIN: Final = 0.94
"""How much of the free room it takes at most."""


_Row = tuple[Callable[["_Writer", tuple[int, int]], None], float]
"""What draws a row around a point, and the row's height in dp."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A result in words and numbers.

    Attributes:
        title: How the game ended.
        bonus: What the end itself has brought.
        result: What the score was worth.
        is_won: Whether the board is solved: then the score counts up.
    """

    title: str
    bonus: str
    result: Result
    is_won: bool

    @property
    def words(self) -> str:
        """What made the score so, and what it is worth beside the AI."""
        return _BETWEEN.join(filter(None, (self.bonus, self.result.worth)))

    @property
    def score_dp(self) -> int:
        """The size of the score in dp."""
        return 72 if self.is_won else 60


class Told(Enum):
    """How much a verdict says: all, no comparison with the AI, or title and score."""

    ALL = auto()
    NOTED = auto()
    SCORE = auto()


@dataclass(frozen=True, slots=True)
class PlacedVerdict:
    """A verdict where there is room for it.

    Attributes:
        verdict: What it says.
        box: What it takes up, in the window.
        size: How large it is, over the usual size.
        told: Whether it says more than title and score.
    """

    verdict: Verdict
    box: Box
    size: float
    told: Told

    def draw(self, surface: pygame.Surface, skin: Skin, theme: Theme, seconds: float) -> None:
        """Draw it as far as it has come.

        Args:
            surface: The window, with the board.
            skin: What to draw with.
            theme: The colours of what stands on the board.
            seconds: The time since the last move.
        """
        _Writer(surface, skin, theme, self, seconds).write()


def placed(verdict: Verdict, skin: Skin, room: Box) -> PlacedVerdict | None:
    """Return a verdict in the middle of a room, as large as fits; None where nothing fits."""
    for told in Told if room.height >= skin.px(_LEAST_FULL_DP) else (Told.SCORE,):
        for size in _SCORE_SIZES if told is Told.SCORE else _SIZES:
            width, height = _extent(verdict, skin, size, told)
            if width <= _MARGIN * room.width and height <= _MARGIN * room.height:
                return PlacedVerdict(verdict, room.fitted(width, height), size, told)
    return None


def _rows(verdict: Verdict, told: Told) -> list[_Row]:
    """Return what draws each of the rows below each other, with the row's height in dp."""
    rows: list[_Row] = []
    if told is not Told.SCORE and verdict.result.medal is not None:
        rows.append((_Writer.medal, _MEDAL_DP + 18))
    rows += [(_Writer.title, 1.6 * _TITLE_DP), (_Writer.score, 1.15 * verdict.score_dp)]
    if told is Told.ALL:
        rows += [(_Writer.words, 2.0 * _WORDS_DP)] if verdict.words else []
        rows += [(_Writer.bars, 2 * _BAR_ROW_DP + 8)] if verdict.result.standing else []
    if told is not Told.SCORE:
        rows += [(_Writer.notes, 1.9 * _notes_dp(verdict))] if verdict.result.notes else []
    return rows


def _extent(verdict: Verdict, skin: Skin, size: float, told: Told) -> tuple[int, int]:
    rows = _rows(verdict, told)
    texts = [(verdict.title, _TITLE_DP), (thousands(verdict.result.score), verdict.score_dp)]
    if told is not Told.SCORE:
        texts.append((_notes(verdict), _notes_dp(verdict)))
    if told is Told.ALL:
        texts.append((verdict.words, _WORDS_DP))
    widths = [skin.width(text, size * dp, bold=True) for text, dp in texts]
    if told is Told.ALL and verdict.result.standing is not None:
        widths.append(skin.px(size * _BARS_DP))
    return max(widths), sum(skin.px(size * tall) for _, tall in rows)


def _notes(verdict: Verdict) -> str:
    return _BETWEEN.join(note.text for note in verdict.result.notes)


def _notes_dp(verdict: Verdict) -> int:
    """Return the size of the remarks: what is joyful is as large as what the score is worth."""
    return _WORDS_DP if any(note.bold for note in verdict.result.notes) else _NOTE_DP


class _Writer:
    """Draws a verdict at one moment."""

    def __init__(
        self,
        surface: pygame.Surface,
        skin: Skin,
        theme: Theme,
        at: PlacedVerdict,
        seconds: float,
    ) -> None:
        self._surface, self._skin, self._theme = surface, skin, theme
        self._at, self._seconds = at, seconds

    def write(self) -> None:
        """Draw all rows."""
        y = self._at.box.y
        for draw_row, tall in _rows(self._at.verdict, self._at.told):
            height = self._skin.px(self._at.size * tall)
            draw_row(self, (self._at.box.centre[0], y + height // 2))
            y += height

    def _come(self, span: tuple[float, float]) -> float:
        return ease_out(share_of(self._seconds, *span))

    def medal(self, at: tuple[int, int]) -> None:
        """Draw the medal as it swells."""
        medal, share = self._at.verdict.result.medal, share_of(self._seconds, *ENDING.medal)
        if medal is None or not share:
            return
        radius = (
            swollen(share, *_MEDAL_SIZES) * self._skin.unit.exact(self._at.size * _MEDAL_DP) / 2
        )
        draw_medal(self._surface, self._skin, at, radius, medal.colour)

    def _text(self, text: str, dp: float, at: tuple[int, int], ink: Colour, share: float) -> None:
        """Write a line around a point, as far as it has come out of the well."""
        if not share:
            return
        skin, size = self._skin, self._skin.text(self._at.size * dp)
        picture = skin.fonts.render(text, size, ink, bold=True)
        if share < 1.0:
            picture = picture.copy()
            picture.set_alpha(round(255 * share))
        self._surface.blit(picture, picture.get_rect(center=at))

    def title(self, at: tuple[int, int]) -> None:
        """Write how the game ended."""
        self._text(
            self._at.verdict.title, _TITLE_DP, at, self._theme.text, self._come(ENDING.medal)
        )

    def score(self, at: tuple[int, int]) -> None:
        """Write the score, which counts up where the board is solved."""
        verdict, share = self._at.verdict, self._come(ENDING.count)
        score = verdict.result.score
        shown = round(score * share) if verdict.is_won else score
        appear = share_of(self._seconds, ENDING.count[0], ENDING.count[0] + 0.1)
        come = appear if verdict.is_won else share
        self._text(thousands(shown), verdict.score_dp, at, self._theme.text, come)

    def words(self, at: tuple[int, int]) -> None:
        """Write what made the score so."""
        ink = self._theme.accent
        self._text(self._at.verdict.words, _WORDS_DP, at, ink, self._come(ENDING.bars))

    def notes(self, at: tuple[int, int]) -> None:
        """Write the remarks side by side."""
        verdict, skin, size = self._at.verdict, self._skin, _notes_dp(self._at.verdict)
        dp = self._at.size * size
        x = at[0] - skin.width(_notes(verdict), dp, bold=True) // 2
        gap = skin.width(_BETWEEN, dp, bold=True)
        for note in verdict.result.notes:
            wide = skin.width(note.text, dp, bold=True)
            ink = ink_of(self._theme, note.ink)
            self._text(note.text, size, (x + wide // 2, at[1]), ink, self._come(ENDING.bars))
            x += wide + gap

    def bars(self, at: tuple[int, int]) -> None:
        """Draw the player's bar and the AI's."""
        result, skin, size = self._at.verdict.result, self._skin, self._at.size
        standing = result.standing
        share = self._come(ENDING.bars)
        if standing is None or not share:
            return
        most = max(standing.score, standing.target, 1)
        wide, tall = skin.px(size * _BARS_DP), max(3, skin.px(size * 6))
        left = at[0] - wide // 2 + skin.px(size * 36)
        room = wide - skin.px(size * (36 + 64))
        name = "Here" if result.played_by else "You"
        rows = ((name, standing.score, self._theme.text), ("AI", standing.target, self._theme.ai))
        for number, (name, score, ink) in enumerate(rows):
            y = at[1] + round((number - 0.5) * skin.px(size * _BAR_ROW_DP))
            track = Box(left, y - tall // 2, room, tall)
            draw.fill_round(self._surface, track, tall / 2, self._theme.hover)
            filled = round(room * share * max(0, score) / most)
            if filled >= tall:
                draw.fill_round(self._surface, track._replace(width=filled), tall / 2, ink)
            self._text(name, _NOTE_DP, (left - skin.px(size * 22), y), ink, share)
            self._text(
                thousands(score), _NOTE_DP, (left + room + skin.px(size * 36), y), ink, share
            )
            if not number:
                self._draw_medals(standing, most, track)

    def _draw_medals(self, standing: MedalStanding, most: int, track: Box) -> None:
        """Mark where the medals are on the player's bar that are still to be earned."""
        skin = self._skin
        needs = standing.needs if standing.target > 0 else ()
        for medal, least in zip(MEDALS, needs, strict=False):
            if least > standing.score:
                x = track.x + round(least / most * track.width)
                radius = skin.unit.exact(5.5 * self._at.size)
                draw.disc(self._surface, (x, track.centre[1]), radius, medal.colour)
