"""What a board shows, and what all boards share: place, layers and the order of a frame."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import inf, pi, sin
from typing import Any, ClassVar, Final

import numpy as np
import pygame

from ai.contract.rules import GameSpec, RulesError, State
from game.store.settings import coordinates_of, displayed
from game.ui.boards.canvas import Canvas
from game.ui.boards.described import BoardDescription, mark_words
from game.ui.boards.marks import metric_of, pointed_cell, proof_words
from game.ui.boards.sprites import Layers, blit_centred
from game.ui.elements import Element, Role
from game.ui.layout import Box
from game.ui.overlay import LossClass, Overlay
from game.ui.skin import Pictures, Skin
from game.ui.theme import MOTION, STONE, TYPE, Colour, Material, Theme
from game.words import boards as words
from game.words.play import CANNOT_BE_PLAYED, CELL_TAKEN
from game.words.say import AT_STEP, said, say

LINE_MOVES: Final = 8
"""How many moves of a line are looked at, to be shown on the board."""


@dataclass(frozen=True, slots=True)
class BoardContent:
    """Everything a board shows in one frame, as a value: equal looks are equal pictures.

    Attributes:
        before: The position the running animation comes from, if one runs.
        progress: How far that animation is, 0 to 1, linear in time.
        hover: The cell under the pointer (SameGame: column * rows + row).
        hover_before: The cell that was under it, while the picture still fades over.
        hover_share: How far that fading is, 0 to 1.
        cursor: The keyboard cursor's cell, while it is shown.
        overlay: What the AI thinks, if it is to be shown.
        line: Moves from `state` on, shown as ghost stones or numbered groups.
        moves: The moves that led to `state`, for move numbers.
        region: Cells of the first step of the hint ladder ("look around here").
        must_block: Cells of which one must be taken at once.
        playable: Whether the pointer would play a move (false while the AI is to move).
        grades: Moves with the class of what they lost: a ring and a letter on the rim of a
            played stone, an outline around a group that is still there.
        best: The move that would have been better, shown as a disc with an A.
        chosen: Breakthrough: the piece that is to go.
        dragged_to: The window's pixel that it is dragged to, while it is.
        named: The cells of a move whose name is pointed at beside the board.
        shaken: A cell on which a click could not be played, while it shakes.
        shake: How far that shaking is, 0 to 1.
        ending: Seconds since the game has ended, while its ending is on its way; all of the ending
            is seen later.
        trace: The position that a finished board began with, to be seen where it is empty now.
        result: Where in the window its result is written; nothing else may be seen there.
        pairs: Hex: pairs of cells that prove that a colour cannot lose; a single cell is where it
            has to place a stone first.
    """

    state: State
    before: State | None = None
    progress: float = 1.0
    hover: int | None = None
    hover_before: int | None = None
    hover_share: float = 1.0
    cursor: int | None = None
    overlay: Overlay | None = None
    line: tuple[int, ...] = ()
    moves: tuple[int, ...] = ()
    region: tuple[int, ...] = ()
    must_block: tuple[int, ...] = ()
    playable: bool = True
    grades: tuple[tuple[int, LossClass], ...] = ()
    best: int | None = None
    pairs: tuple[tuple[int, ...], ...] = ()
    chosen: int | None = None
    dragged_to: tuple[int, int] | None = None
    named: tuple[int, ...] = ()
    shaken: int | None = None
    shake: float = 1.0
    ending: float = inf
    trace: State | None = None
    result: Box | None = None


_SWING: Final = 0.09
"""How far a cell is shaken to either side at first, in its width."""
_SWINGS: Final = 3
LABELS_FROM: Final = 18
"""Smallest cell in pixels of a board whose rows and columns are named."""
_LABEL_ROOM_DP: Final = 17


def label_size(skin: Skin) -> int:
    """Return how high the names of rows and columns are written, in pixels."""
    return skin.text(TYPE.caption)


class Board(ABC):
    """Draws one game's board into a rectangle and tells what lies under a pixel.

    Games fill in what their boards look like. Settings come with the skin.

    Attributes:
        has_coordinates: Whether it can label its edges; a small picture of it does not.
        game: Its game's name; without one, no setting of a game's own is followed.
        material: What it is made of, and the game's accent.
        has_far_side: Whether each player has a side of the board, which is shown below.
    """

    has_coordinates: bool = True
    game: str = ""
    material: Material = STONE
    has_far_side: ClassVar[bool] = False

    def __init__(self) -> None:
        self._area = Box(0, 0, 1, 1)
        self._turned = False
        self._given: Skin | None = None
        self._drawn_by: tuple[Pictures, tuple[Any, ...], tuple[int, int]] | None = None
        self._skin: Skin | None = None
        self.layers = Layers((1, 1))
        self._veil: tuple[BoardContent, pygame.Surface] | None = None
        self._description = BoardDescription(self)

    @property
    def skin(self) -> Skin:
        """What it is drawn with; raises `RuntimeError` before the first `resize`."""
        if self._skin is None:
            raise RuntimeError("A board must be resized before it is drawn.")
        return self._skin

    def resize(self, area: pygame.Rect, skin: Skin) -> None:
        """Fit the board into `area`; drop the layers of other sizes and looks."""
        box = Box(area.x, area.y, area.width, area.height)
        if skin != self._given or box.size != self._area.size:
            self._given, self._skin = skin, skin.made_of(self.material)
            drawn_by = self._skin.pictures, displayed(skin.settings), box.size
            if drawn_by != self._drawn_by:
                self._drawn_by = drawn_by
                self.layers, self._veil = Layers(box.size), None
        self._area = box

    @property
    def names_cells(self) -> bool:
        """Whether rows and columns are named: where there is room, as the player wants it."""
        is_on = not self.game or self.skin.settings[coordinates_of(self.game)]
        return self.has_coordinates and bool(is_on)

    def sign(self, skin: Skin, side: int) -> pygame.Surface:
        """Return the sign of the game, which stands before its name, as a square picture."""

        def make() -> pygame.Surface:
            canvas = Canvas((side, side))
            self.paint_sign(canvas, side, skin.theme.accent)
            return canvas.finish()

        return skin.picture(("sign", type(self), side), make)

    def paint_sign(self, canvas: Canvas, side: int, ink: Colour) -> None:
        """Paint the sign of the game into a square: a piece, unless a game has its own."""
        canvas.ring((side / 2, side / 2), 0.36 * side, 0.1 * side, ink)
        canvas.circle((side / 2, side / 2), 0.16 * side, ink)

    def turn(self, turned: bool) -> None:
        """Show the board from its far side, if it has one, or from the near side."""
        if self.has_far_side and turned != self._turned:
            self._turned = turned
            self.layers = Layers(self._area.size)
            self._veil = None

    def seconds(self, before: State, after: State) -> float:
        """Return how long the animation between two positions takes at full motion."""
        return self.motion_seconds(before, after) or MOTION.cross_fade

    def ending_seconds(self, state: State) -> float:
        """Return how long a game's end is shown on the board, from its last move; 0 for not at all.

        `paint` draws that end as far as `content.ending` has come.
        """
        del state
        return 0.0

    def free_box(self, state: State) -> Box | None:
        """Return where in the window a finished board has room for its result; None for nowhere."""
        del state
        return None

    def draw(self, surface: pygame.Surface, content: BoardContent) -> None:
        """Draw the board, its stones or tiles and the overlay.

        Overlay, hover and cursor wait until an animation has come to its end. `surface` is
        not touched outside the board's area and the surface's clip.
        """
        # All painting is in the area's own coordinates, so a moved board keeps its pictures.
        area, seen = pygame.Rect(self._area), surface.get_clip()
        if seen.contains(area):
            self._paint_content(surface.subsurface(area), content)
        elif seen.colliderect(area):  # scrolled half out of sight
            whole = pygame.Surface(area.size)
            whole.blit(surface, (-area.x, -area.y))
            self._paint_content(whole, content)
            surface.blit(whole, area)

    def _paint_content(self, target: pygame.Surface, content: BoardContent) -> None:
        if self.has_coordinates and self.skin.theme.glow:
            self.layers.blit(target, "glow", None, partial(paint_glow, self.skin.theme))
        before = content.before
        if before is None or content.progress >= 1.0:
            self._paint_rest(target, replace(content, before=None, progress=1.0))
            return
        calm = _without_extras(content)
        if content.progress <= 0.0:
            self.paint(target, replace(calm, state=before))
        elif not self.skin.gate.moves or not self.motion_seconds(before, content.state):
            self._fade(target, calm, before)
        else:
            self.paint_motion(target, replace(calm, progress=content.progress), before)

    def _paint_rest(self, surface: pygame.Surface, content: BoardContent) -> None:
        """Paint a position at rest, fading over from the cell that was pointed at before."""
        share, now = content.hover_share, replace(content, hover_before=None, hover_share=1.0)
        self._paint_hover(surface, content, now, share)
        for cell in content.named:
            box = self.box_of(content.state, cell)
            blit_centred(surface, pointed_cell(self.skin, min(box.size)), box.centre)
        if content.shaken is not None and content.shake < 1.0:
            self._shake(surface, self.box_of(content.state, content.shaken), content.shake)

    def _paint_hover(
        self, surface: pygame.Surface, content: BoardContent, now: BoardContent, share: float
    ) -> None:
        if share >= 1.0 or content.hover_before == content.hover:
            self._veil = None
            self.paint(surface, now)
            return
        was = replace(now, hover=content.hover_before)
        if self._veil is None or self._veil[0] != was:
            self._veil = was, surface.copy()
            self.paint(self._veil[1], was)
        veil = self._veil[1]
        self.paint(surface, now)
        veil.set_alpha(round(255 * (1.0 - share)))
        surface.blit(veil, (0, 0))

    def blit_overlay(
        self,
        surface: pygame.Surface,
        content: BoardContent,
        paint: Callable[[pygame.Surface], None],
        *more: Hashable,
        has_extras: bool = False,
    ) -> None:
        """Draw what the AI thinks, its line and a hint's region, where there is any of them.

        Args:
            paint: Draws them all; only where they have changed, or `more` of what it depends on.
            has_extras: Whether there is something else to draw.
        """
        shown = content.overlay, content.line, content.must_block, content.region
        if any(shown) or has_extras:
            key = content.state, *shown, metric_of(self.skin), *more
            self.layers.blit(surface, "overlay", key, paint)

    def _shake(self, surface: pygame.Surface, box: Box, progress: float) -> None:
        """Draw what is in a box a little to the left or right of where it is."""
        part = pygame.Rect(box).clip(surface.get_rect())
        swing = _SWING * box.width * sin(2 * pi * _SWINGS * progress) * (1.0 - progress)
        surface.blit(surface.subsurface(part).copy(), part.move(round(swing), 0))

    def _fade(self, surface: pygame.Surface, content: BoardContent, before: State) -> None:
        veil = surface.copy()
        self.paint(veil, replace(content, state=before))
        self.paint(surface, content)
        veil.set_alpha(round(255 * (1.0 - content.progress)))
        surface.blit(veil, (0, 0))

    def cell_box(self, state: State, cell: int) -> Box:
        return self.box_of(state, cell).moved(self._area.x, self._area.y)

    def label_room(self, cell: int) -> int:
        """Return how many pixels the names of rows and columns of such cells take at an edge.

        They keep their room while they are switched off, so that a board stays where it is.
        """
        if not self.has_coordinates or self._skin is None or cell < LABELS_FROM:
            return 0
        return self.skin.px(_LABEL_ROOM_DP)

    def box_of(self, state: State, cell: int) -> Box:
        """Return where a cell is in the area; a board that does not say is one large cell."""
        del state, cell
        return self.frame

    def graded_cells(self, state: State, move: int) -> tuple[int, ...]:
        """Return the cells on which a move's grade is drawn: none, unless a board says where."""
        del state, move
        return ()

    def cells_of(self, state: State, move: int) -> tuple[int, ...]:
        """Return the cells that a move's name tells, which need not be legal."""
        return self.graded_cells(state, move)

    def cell_name(self, state: Any, cell: int) -> str:
        """Return what a cell is called: as the move there, or by its number where there is none."""
        try:
            return str(state.move_label(cell))
        except RulesError:
            return str(cell + 1)

    def cell_words(self, state: Any, cell: int, spec: GameSpec) -> str:
        """Return what stands on a cell: its piece, or that it is empty."""
        cells = getattr(state, "cells", ())
        piece = cells[cell] if cell < len(cells) else 0
        if not piece:
            return words.EMPTY
        return words.PIECES.get(spec.marks[piece - 1], spec.sides[piece - 1])

    def lines_at(self, state: Any, cell: int) -> tuple[tuple[int, ...], ...]:
        """Return the lines through a cell, each with all its cells in order."""
        across, down = (
            (*reversed(self.ray(state, cell, -dx, -dy)), cell, *self.ray(state, cell, dx, dy))
            for dx, dy in ((1, 0), (0, 1))
        )
        return across, down

    def ray(self, state: Any, cell: int, dx: int, dy: int) -> tuple[int, ...]:
        """Return the cells from one to the border in a direction of the screen, without it."""
        found = [cell]
        while (following := self.step(state, found[-1], dx, dy)) not in found:
            found.append(following)
        return tuple(found[1:])

    def hint_region(self, state: Any, move: int) -> tuple[int, ...]:
        """Return cells to look at for a move: every legal one in the rows around it."""
        columns = state.parameters.columns
        return tuple(
            other for other in state.legal_moves if abs(other // columns - move // columns) <= 1
        )

    def tooltip_box(self, state: State, cell: int) -> Box:
        """Return what the tooltip of a pointed cell stands beside, in the window."""
        return self.cell_box(state, cell)

    def line_content(self, state: State, line: tuple[int, ...]) -> BoardContent:
        """Return how a small board shows a line of moves from a position on."""
        return BoardContent(state, line=line)

    # What it is to those who do not see it.

    def describe(self, content: BoardContent, spec: GameSpec) -> Element:
        """Return the grid of its cells where the last `resize` placed it; none before the first."""
        if self._skin is None:
            return Element(Role.GRID, Role.GRID, said(spec.title), self._area)
        return self._description.of(content, spec, self._area, self.skin)

    def contents(self, state: State, spec: GameSpec) -> dict[int, str]:
        """Return what there is to know of each cell as it stands; nothing without cells."""
        del state, spec
        return {}

    def notes(self, content: BoardContent) -> Iterator[tuple[int, str]]:
        """Yield what is marked on cells, in the order in which it is said."""
        state = content.state
        if state.last_move is not None:
            yield from ((cell, words.LAST_MOVE) for cell in self.last_cells(state, state.last_move))
        if content.chosen is not None:
            yield content.chosen, words.CHOSEN
        yield from ((cell, words.REGION) for cell in content.region)
        yield from ((cell, words.MUST_TAKE) for cell in content.must_block)
        for move, letter in content.grades:
            yield from ((c, words.graded(letter)) for c in self.graded_cells(state, move))
        if content.best is not None:
            yield from ((c, words.BETTER) for c in self.graded_cells(state, content.best))
        overlay = content.overlay or Overlay()
        for mark in overlay.estimates:
            cells = self.graded_cells(state, mark.move) if mark.labelled else ()
            if cells:
                told = mark_words(state, mark, self.cell_name(state, cells[0]))
                yield from ((cell, told) for cell in cells)
        for move, proof, distance in overlay.truths:
            yield from ((c, proof_words(proof, distance)) for c in self.graded_cells(state, move))
        for number, move in enumerate(content.line, start=1):
            yield from ((cell, say(AT_STEP, step=number)) for cell in self.last_cells(state, move))

    def last_cells(self, state: State, move: int) -> tuple[int, ...]:
        """Return the cells where what a move has brought is seen."""
        return self.graded_cells(state, move)

    @abstractmethod
    def cell_at(self, state: State, position: tuple[int, int]) -> int | None:
        """Return the cell under a pixel, in the numbering of `BoardContent.hover`."""

    @abstractmethod
    def move_at(self, state: State, cell: int) -> int | None:
        """Return the legal move that a click on this cell means, if it means one."""

    @abstractmethod
    def step(self, state: State, cell: int | None, dx: int, dy: int) -> int:
        """Return the cell the keyboard cursor comes to; for `cell` None, where it starts.

        Directions are the screen's: dx 1 is right, dy 1 is down.
        """

    @abstractmethod
    def caption(self, content: BoardContent) -> str:
        """Return what the tooltip of the pointed cell says: "9 tiles  +49"; may be empty."""

    def refusal(self, state: State, cell: int, piece: int | None = None) -> str:
        """Return why a click on a cell plays nothing, while a piece is chosen if one is."""
        del piece
        cells = getattr(state, "cells", ())
        is_taken = cell < len(cells) and cells[cell]
        return CELL_TAKEN if is_taken else CANNOT_BE_PLAYED

    def target_of(self, content: BoardContent) -> int | None:
        """Return the move under the pointer, if a click there would play it."""
        if content.hover is None or not content.playable:
            return None
        return self.move_at(content.state, content.hover)

    def local(self, position: tuple[int, int]) -> tuple[int, int]:
        """Turn a pixel of the window into one of the area."""
        return position[0] - self._area.x, position[1] - self._area.y

    @property
    def frame(self) -> Box:
        return Box(0, 0, self._area.width, self._area.height)

    @abstractmethod
    def motion_seconds(self, before: State, after: State) -> float:
        """Return how long the movement takes; 0 if there is none from `before` to `after`."""

    @abstractmethod
    def paint(self, surface: pygame.Surface, content: BoardContent) -> None:
        """Draw a position at rest, with everything that is to be seen on it."""

    @abstractmethod
    def paint_motion(self, surface: pygame.Surface, content: BoardContent, before: State) -> None:
        """Draw a frame strictly between `before` and `look.state`."""


def _without_extras(content: BoardContent) -> BoardContent:
    """Return what is to be seen while an animation runs."""
    return BoardContent(
        content.state,
        content.before,
        content.progress,
        moves=content.moves,
        playable=content.playable,
        pairs=content.pairs,
        ending=content.ending,
        trace=content.trace,
        result=content.result,
    )


def paint_glow(theme: Theme, surface: pygame.Surface) -> None:
    """Fill a clear surface with the accent: `theme.glow` in the middle, nothing at the edges.

    Its slope there is gentle, or the edges would be seen as a frame. What lies between two steps
    of opacity is left to chance, or the steps would be seen.
    """
    across, down = (
        np.sin(np.linspace(0.0, np.pi, side, dtype=np.float32)) for side in surface.size
    )
    share = np.maximum(across[:, None] * down, 0.0)
    chance = np.random.default_rng(1).random(share.shape, dtype=np.float32)
    surface.fill(theme.accent)
    pygame.surfarray.pixels_alpha(surface)[:] = (255 * theme.glow * share + chance).astype(np.uint8)
