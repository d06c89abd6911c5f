"""The graph at the head of a review, and beside it the position that it points at."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import pygame

from game.play.grading import Grade
from game.play.session import Session
from game.screens.boards import make_board_view
from game.screens.graded import GradedMove
from game.screens.play.game_graph import score_graph, win_graph
from game.screens.review.words import graph_titles
from game.ui import commands, draw
from game.ui.boards.base import BoardContent, still_content
from game.ui.layout import Box
from game.ui.panel.base import Hit, Section
from game.ui.panel.graphs import ScoreGraph, WinGraph
from game.ui.panel.history import PLY
from game.ui.skin import Skin
from game.ui.text import Fonts
from game.ui.theme import RADIUS, SIZE, TYPE
from game.ui.widgets import Widget, draw_bar, draw_ground, draw_key_cap, key_cap_width

_HEAD_DP: Final = 40
_EDGE_DP: Final = 14


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """How far the AI is with a game.

    Attributes:
        words: The same in words, or how much stands behind the graph.
        share: Of the positions, 0 to 1; None once all are searched.
        is_searching: Whether the AI is at work now.
        has_mistakes: Whether there are mistakes to walk through.
    """

    words: str
    share: float | None = None
    is_searching: bool = False
    has_mistakes: bool = False


class ReviewGraph(Section):
    """The graph on a ground of its own, and the board it points at.

    Attributes:
        pixels: How high it is.
        progress: How far the AI is.
        plot_box: Where the graph is on it.
        board_box: Where the board is on it.
        cursor: The ply it points at.
        grades: Every move that is graded.
        worst: The moves that are marked.
        pairs: The part that is shown of a proof of the position.
    """

    def __init__(self, session: Session, fonts: Fonts) -> None:
        """Show a game at its end, with nothing graded."""
        self.pixels = 1
        self.progress = ReviewProgress("")
        self.plot_box = Box(0, 0, 1, 1)
        self.cursor = session.length
        self.grades: Sequence[Grade] = ()
        self.worst: Sequence[Grade] = ()
        self.pairs: tuple[tuple[int, ...], ...] = ()
        self._session = session
        self._board = make_board_view(session.spec.name, fonts)
        self.board_box = Box(0, 0, 1, 1)

    def height(self, skin: Skin, width: int) -> int:
        del skin, width
        return self.pixels

    def arrange(self, skin: Skin, box: Box) -> tuple[Widget, ...]:
        """Divide the ground: the board at its right, the graph on what is left."""
        edge, head = skin.px(_EDGE_DP), skin.px(_HEAD_DP)
        side = box.height - 2 * edge
        self.board_box = Box(box.right - edge - side, box.y + edge, side, side)
        self._board.resize(pygame.Rect(self.board_box), skin.unit, skin.theme)
        left = box.x + skin.px(16)
        width = self.board_box.x - skin.px(12) - left
        self.plot_box = Box(left, box.y + head, width, box.height - head - skin.px(12))
        return ()

    def section(self) -> WinGraph | ScoreGraph:
        """Return the graph as it is now."""
        if self._session.spec.players == 1:
            return score_graph(self._session, self.cursor, self.worst, bare=True)
        return win_graph(self._session, self.cursor, self.worst, bare=True)

    def board_content(self) -> BoardContent:
        """Return the position that the graph points at, with the grade of the move before it."""
        content = replace(still_content(self._session.state_at(self.cursor)), pairs=self.pairs)
        if self._session.spec.players == 1:
            return content  # the group that was removed is gone
        here = (each for each in self.grades if each.ply == self.cursor)
        graded = ((each.move, each.shown_class) for each in here)
        return replace(content, grades=tuple((move, shown) for move, shown in graded if shown))

    def hits(self, skin: Skin, box: Box) -> tuple[Hit, ...]:
        """The ring on the board, which says what it stands for, and every ply."""
        del box
        board, here = self.board_content(), (g for g in self.grades if g.ply == self.cursor)
        rings = (
            Hit(self._board.cell_box(board.state, cell), PLY, self.cursor, words)
            for grade, (move, letter) in zip(here, board.grades, strict=False)
            for words in (
                GradedMove(self._session, grade).meaning(letter, is_named=skin.theme.details),
            )
            for cell in self._board.graded_cells(board.state, move)
        )
        return (*rings, *self.section().hits(skin, self.plot_box))

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        theme, y = skin.theme, box.y + skin.px(24)
        draw_ground(surface, skin, box, skin.px(RADIUS.card), theme.panel)
        right = _draw_progress(surface, skin, (self.plot_box.right - skin.px(4), y), self.progress)
        room = right - skin.px(16) - box.x - skin.px(20)
        titles = graph_titles(self._session)
        fitting = (text for text in titles if skin.width(text, TYPE.body, bold=True) <= room)
        title = next(fitting, skin.fit(titles[-1], TYPE.body, room, bold=True))
        at = (box.x + skin.px(20), y)
        skin.write(surface, title, at, TYPE.body, theme.text, bold=True)
        self.section().draw(surface, skin, self.plot_box)
        self._board.draw(surface, self.board_content())


def _draw_progress(
    surface: pygame.Surface, skin: Skin, midright: tuple[int, int], progress: ReviewProgress
) -> int:
    """Say how far the AI is, or how much stands behind the graph; return where that begins."""
    theme = skin.theme
    x, y = midright
    if progress.has_mistakes and progress.share is None:
        x = skin.write(
            surface, "next mistake", (x, y), TYPE.caption, theme.text3, anchor="midright"
        ).x
        x -= skin.px(5) + key_cap_width(skin, commands.NEXT_MISTAKE.cap)
        draw_key_cap(surface, skin, commands.NEXT_MISTAKE.cap, (x, y), theme.text2, theme.panel)
        x -= skin.px(14)
    if progress.share is None:
        return skin.write(
            surface, progress.words, (x, y), TYPE.caption, theme.text3, anchor="midright"
        ).x
    bar = Box(x - skin.px(90), y - skin.px(2), skin.px(90), skin.px(SIZE.progress))
    draw_bar(surface, skin, bar, progress.share)
    at = (bar.x - skin.px(10), y)
    box = skin.write(surface, progress.words, at, TYPE.caption, theme.text3, anchor="midright")
    light = theme.ai if progress.is_searching else theme.text3
    draw.disc(surface, (box.x - skin.px(10), y), skin.unit.exact(4), light)
    return box.x - skin.px(16)
