"""What a finished board for one has come to, written on the board where that is empty."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pygame

from game.play.medals import MedalStanding
from game.screens.play.medal_bar import draw_medal
from game.screens.play.score_result import ScoreResult
from game.ui import draw
from game.ui.animation import ease_out
from game.ui.boards.ending import swollen
from game.ui.boards.sprites import share_of
from game.ui.layout import Box
from game.ui.panel.base import ink_of
from game.ui.skin import Skin
from game.ui.theme import ENDING, MEDALS, Colour, Theme
from game.words.numbers import thousands
from game.words.say import BETWEEN, beside

_SIZES: Final = (1.0, 0.9, 0.8, 0.7)
"""How small it may be beside its usual size, so that its smallest words can be read."""
_MEDAL_DP: Final = 92
_MEDAL_SIZES: Final = 0.8, 1.05, 1.0
"""Its size as it comes, at most, and in the end, over its usual size."""
_BARS_DP: Final = 386
_BAR_ROW_DP: Final = 30
_TITLE_DP: Final = 22
_WORDS_DP: Final = 15
_NOTE_DP: Final = 13
_MARGIN: Final = 0.94
"""How much of the free room it takes at most."""


_Row = tuple[Callable[["_Writer", tuple[int, int]], None], float]
"""What draws a row around a point, and the row's height in dp."""


@dataclass(frozen=True, slots=True)
class PlacedResult:
    """A result where there is room for it.

    Attributes:
        size: How large it is, over the usual size.
    """

    result: ScoreResult
    box: Box
    size: float

    def draw(self, surface: pygame.Surface, skin: Skin, theme: Theme, seconds: float) -> None:
        """Draw it as far as it has come.

        Args:
            seconds: The time since the last move.
        """
        _Writer(surface, skin, theme, self, seconds).write()


def placed(result: ScoreResult, skin: Skin, room: Box) -> PlacedResult | None:
    """Return a result in the middle of a room, as large as fits; None where it does not."""
    for size in _SIZES:
        width, height = _extent(result, skin, size)
        if width <= _MARGIN * room.width and height <= _MARGIN * room.height:
            return PlacedResult(result, room.fitted(width, height), size)
    return None


def _rows(result: ScoreResult) -> list[_Row]:
    """Return what draws each of the rows below each other, with the row's height in dp."""
    rows: list[_Row] = [(_Writer.medal, _MEDAL_DP + 18)] if result.medal is not None else []
    rows += [(_Writer.title, 1.6 * _TITLE_DP), (_Writer.score, 1.15 * _score_dp(result))]
    rows += [(_Writer.words, 2.0 * _WORDS_DP)] if result.words else []
    rows += [(_Writer.bars, 2 * _BAR_ROW_DP + 8)] if result.standing else []
    rows += [(_Writer.notes, 1.9 * _notes_dp(result))] if result.notes else []
    return rows


def _extent(result: ScoreResult, skin: Skin, size: float) -> tuple[int, int]:
    texts = (
        (result.title, _TITLE_DP),
        (thousands(result.score), _score_dp(result)),
        (result.words, _WORDS_DP),
        (_notes(result), _notes_dp(result)),
    )
    widths = [skin.width(text, size * dp, bold=True) for text, dp in texts]
    if result.standing is not None:
        widths.append(skin.px(size * _BARS_DP))
    return max(widths), sum(skin.px(size * tall) for _, tall in _rows(result))


def _score_dp(result: ScoreResult) -> int:
    """Return the size of the score, which is largest where the end has brought something."""
    return 72 if result.bonus else 60


def _notes(result: ScoreResult) -> str:
    return beside(*(note.text for note in result.notes))


def _notes_dp(result: ScoreResult) -> int:
    """Return the size of the remarks: what is joyful is as large as what the score is worth."""
    return _WORDS_DP if any(note.bold for note in result.notes) else _NOTE_DP


class _Writer:
    """Draws a result at one moment."""

    def __init__(
        self,
        surface: pygame.Surface,
        skin: Skin,
        theme: Theme,
        at: PlacedResult,
        seconds: float,
    ) -> None:
        self._surface, self._skin, self._theme = surface, skin, theme
        self._at, self._seconds = at, seconds

    def write(self) -> None:
        y = self._at.box.y
        for draw_row, tall in _rows(self._at.result):
            height = self._skin.px(self._at.size * tall)
            draw_row(self, (self._at.box.centre[0], y + height // 2))
            y += height

    def _come(self, span: tuple[float, float]) -> float:
        return ease_out(share_of(self._seconds, *span))

    def medal(self, at: tuple[int, int]) -> None:
        medal, share = self._at.result.medal, share_of(self._seconds, *ENDING.medal)
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
        title, ink = self._at.result.title, self._theme.text
        self._text(title, _TITLE_DP, at, ink, self._come(ENDING.medal))

    def score(self, at: tuple[int, int]) -> None:
        """Write the score, which counts up where the end has brought something."""
        result, share = self._at.result, self._come(ENDING.count)
        shown = round(result.score * share) if result.bonus else result.score
        appear = share_of(self._seconds, ENDING.count[0], ENDING.count[0] + 0.1)
        come = appear if result.bonus else share
        self._text(thousands(shown), _score_dp(result), at, self._theme.text, come)

    def words(self, at: tuple[int, int]) -> None:
        ink = self._theme.accent
        self._text(self._at.result.words, _WORDS_DP, at, ink, self._come(ENDING.bars))

    def notes(self, at: tuple[int, int]) -> None:
        result, skin, size = self._at.result, self._skin, _notes_dp(self._at.result)
        dp = self._at.size * size
        x = at[0] - skin.width(_notes(result), dp, bold=True) // 2
        gap = skin.width(BETWEEN, dp, bold=True)
        for note in result.notes:
            wide = skin.width(note.text, dp, bold=True)
            ink = ink_of(self._theme, note.ink)
            self._text(note.text, size, (x + wide // 2, at[1]), ink, self._come(ENDING.bars))
            x += wide + gap

    def bars(self, at: tuple[int, int]) -> None:
        result, skin, size = self._at.result, self._skin, self._at.size
        standing = result.standing
        share = self._come(ENDING.bars)
        if standing is None or not share:
            return
        most = max(standing.score, standing.target, 1)
        wide, tall = skin.px(size * _BARS_DP), max(3, skin.px(size * 6))
        widths = (skin.width(name, size * _NOTE_DP, bold=True) for name, _ in result.compared)
        lead = max(skin.px(size * 36), *(each + skin.px(size * 8) for each in widths))
        left = at[0] - wide // 2 + lead
        room = wide - lead - skin.px(size * 64)
        inks = self._theme.text, self._theme.ai
        for number, ((name, score), ink) in enumerate(zip(result.compared, inks, strict=True)):
            y = at[1] + round((number - 0.5) * skin.px(size * _BAR_ROW_DP))
            track = Box(left, y - tall // 2, room, tall)
            draw.fill_round(self._surface, track, tall / 2, self._theme.hover)
            filled = round(room * share * max(0, score) / most)
            if filled >= tall:
                draw.fill_round(self._surface, track._replace(width=filled), tall / 2, ink)
            self._text(name, _NOTE_DP, (left - (lead + skin.px(size * 8)) // 2, y), ink, share)
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
