"""The graph at the head of a review, and beside it the position that it points at."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import pygame

from ai.phrases import N_
from game.play.grading import Grade
from game.play.session import Session
from game.screens.entry import make_board_view
from game.screens.graded import GradedMove
from game.screens.play.board_animator import BoardAnimator
from game.screens.play.game_graph import score_graph, win_graph
from game.screens.review.words import graph_titles
from game.ui import commands, draw
from game.ui.animation import MotionGate
from game.ui.boards.view import BoardContent
from game.ui.elements import Act, Said
from game.ui.layout import Box
from game.ui.panel.base import Hit, Section
from game.ui.panel.compose import Inset, Row
from game.ui.panel.graphs import ScoreGraph, WinGraph
from game.ui.panel.history import PLY
from game.ui.panel.parts import Painted, Phrase, bar, key_cap, quiet
from game.ui.skin import Skin
from game.ui.theme import RADIUS, SIZE, Colour
from game.ui.widgets import Widget, draw_ground

_HEAD_DP: Final = 40
_EDGE_DP: Final = 14


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """How far the AI is with a game.

    Attributes:
        words: The same in words, or how much stands behind the graph.
        share: Of the positions, 0 to 1; None once all are searched.
    """

    words: str
    share: float | None = None
    is_searching: bool = False
    has_mistakes: bool = False


class ReviewGraph(Section):
    """The graph on a ground of its own, and the board it points at.

    Attributes:
        pairs: The part that is shown of a proof of the position.
        animator: What has the cursor on that board, on which nothing moves by itself.
    """

    def __init__(self, session: Session) -> None:
        """Show a game at its end, with nothing graded."""
        self.pixels = 1
        self.progress = ReviewProgress("")
        self.plot_box = Box(0, 0, 1, 1)
        self.cursor = session.record.length
        self.grades: Sequence[Grade] = ()
        self.worst: Sequence[Grade] = ()
        self.pairs: tuple[tuple[int, ...], ...] = ()
        self._session = session
        self._board = make_board_view(session.record.spec.name)
        self.animator = BoardAnimator(self._board, session.record.nodes[self.cursor].state)
        self.board_box = Box(0, 0, 1, 1)

    def height(self, skin: Skin, width: int) -> int:
        del skin, width
        return self.pixels

    def arrange(self, skin: Skin, box: Box) -> tuple[Widget, ...]:
        """Divide the ground: the board at its right, the graph on what is left."""
        edge, head = skin.px(_EDGE_DP), skin.px(_HEAD_DP)
        side = box.height - 2 * edge
        self.board_box = Box(box.right - edge - side, box.y + edge, side, side)
        self._board.resize(pygame.Rect(self.board_box), skin)
        left = box.x + skin.px(16)
        width = self.board_box.x - skin.px(12) - left
        self.plot_box = Box(left, box.y + head, width, box.height - head - skin.px(12))
        return ()

    def section(self) -> WinGraph | ScoreGraph:
        if self._session.record.spec.players == 1:
            return score_graph(self._session, self.cursor, self.worst, bare=True)
        title = graph_titles(self._session)[0]
        return win_graph(self._session, self.cursor, self.worst, title=title, bare=True)

    def board_content(self) -> BoardContent:
        """Return the position that the graph points at, with the grade of the move before it."""
        state, animator = self._session.record.nodes[self.cursor].state, self.animator
        animator.by_hand = True
        animator.show(state, MotionGate("off"))
        cursor = animator.cursor if animator.keyboard else None
        content = BoardContent(state, pairs=self.pairs, cursor=cursor)
        if self._session.record.spec.players == 1:
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
            for words in (GradedMove(self._session, grade).meaning(letter, is_named=skin.details),)
            for cell in self._board.graded_cells(board.state, move)
        )
        return (*rings, *self.section().hits(skin, self.plot_box))

    def draw(self, surface: pygame.Surface, skin: Skin, box: Box) -> None:
        draw_ground(surface, skin, box, skin.px(RADIUS.card), skin.theme.panel)
        head = self._head(skin, self.plot_box.right - skin.px(4) - box.x)
        head.draw(surface, skin, box._replace(width=self.plot_box.right - skin.px(4) - box.x))
        self.section().draw(surface, skin, self.plot_box)
        self._board.draw(surface, self.board_content())

    def said(self, skin: Skin, box: Box) -> Iterator[Said]:
        yield from self._head(skin, self.plot_box.width).said(skin, box)
        yield from self.section().said(skin, self.plot_box)
        board = self._board.describe(self.board_content(), self._session.record.spec)
        yield Said(board.without(Act.FOCUS))  # the arrows lead elsewhere

    def _head(self, skin: Skin, width: int) -> Row:
        """Return the title, and how far the AI is, or how much stands behind the graph."""
        progress = _progress(skin, self.progress)
        room = width - skin.px(20 + 16) - progress.width(skin)
        titles = [Phrase(title, bold=True, stretch=True) for title in graph_titles(self._session)]
        title = next((each for each in titles if each.width(skin) <= room), titles[-1])
        return Row(20, title, 16, progress, tall=48)


def _progress(skin: Skin, progress: ReviewProgress) -> Row:
    words = quiet(progress.words)
    if progress.share is not None:
        ink = skin.theme.ai if progress.is_searching else skin.theme.text3
        light = Painted(0, partial(_draw_light, ink), skin.px(12))
        done = bar(skin, progress.share, SIZE.progress)
        return Row(light, 4, words, 10, Inset(done, wide=skin.px(90)))
    if not progress.has_mistakes:
        return Row(words)
    return Row(
        words, 14, key_cap(skin, commands.NEXT_MISTAKE.cap, "second"), 5, quiet(N_("next mistake"))
    )


def _draw_light(ink: Colour, surface: pygame.Surface, skin: Skin, box: Box) -> None:
    draw.disc(surface, box.centre, skin.unit.exact(4), ink)
