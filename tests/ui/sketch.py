"""Screens laid out without being painted: what text, icons and rings go where.

`sketching` takes the place of everything that costs time to paint and notes instead what would
have been painted, in pixels of the window.
"""

import itertools
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

import pygame

from game.ui import draw
from game.ui.boards import sprites
from game.ui.boards.canvas import Canvas
from game.ui.layout import Box
from game.ui.panel.dialog import Dialog
from game.ui.panel.panel import Panel
from game.ui.skin import Skin
from game.ui.text import Fonts
from game.ui.widgets import FocusGroup, Toasts, Widget, group
from game.words.say import said

Owner = object
Noted = list[list[Any]]
RISE, DROP = 0.74, 0.22
"""How far letters reach above and below the baseline, in ems."""


@dataclass(frozen=True)
class Text:
    """A run of text.

    Attributes:
        words: What it says.
        ink: The box of its letters, without the leading.
        clip: What can be seen of the surface it is on.
        owner: The control, card, dialog, notice or tooltip it belongs to; None for the page.
        layer: "window", "panel", "board" or "sprite" (a picture that is placed later).
    """

    words: str
    ink: Box
    clip: Box
    owner: Owner
    layer: str


@dataclass(frozen=True)
class Ring:
    """A focus ring: its box, the width of its line, and what can be seen of it."""

    box: Box
    width: float
    clip: Box


@dataclass
class Sketch:
    """What one frame would have shown.

    Attributes:
        texts: Every run of text.
        cuts: Texts that were too long, and what was left of them.
        rings: Every focus ring.
    """

    texts: list[Text] = field(default_factory=list)
    cuts: list[tuple[str, str]] = field(default_factory=list)
    rings: list[Ring] = field(default_factory=list)
    window: pygame.Surface | None = None
    panel: Panel | None = None
    on_board: bool = False
    owner: Owner = None

    @property
    def notes(self) -> Noted:
        """Everything that is noted, kind by kind."""
        return [self.texts, self.cuts, self.rings]

    def frame(self, scene, surface: pygame.Surface) -> "Sketch":
        """Draw a scene anew; return the sketch of it."""
        for notes in self.notes:
            notes.clear()
        self.window = surface
        self.panel = getattr(scene, "panel", None)
        if self.panel is not None:
            self.panel._drawn = ()
        scene.update(0.5)
        scene.update(0.5)
        scene.draw(surface)
        return self

    def windows(self, rig, sizes, scales=(1.0,)) -> Iterator[tuple[tuple[int, int], str]]:
        """Draw a scene in windows of all sizes and scales; yield the size, and words for both."""
        for size, scale in itertools.product(sizes, scales):
            rig.fit(size, scale)
            self.frame(rig.scene, rig.surface)
            yield size, f"{size[0]}x{size[1]} at {scale:.0%}"

    def place(self, surface: pygame.Surface) -> tuple[str, int, int]:
        """Return which layer a surface is, and where it lies in the window."""
        if self.panel is not None and surface is self.panel._picture:
            return "panel", self.panel.box.x, self.panel.box.y
        top = surface
        while top.get_parent() is not None:
            top = top.get_parent()
        if top is self.window:
            return ("board" if self.on_board else "window"), *surface.get_abs_offset()
        return "sprite", 0, 0

    def note_text(self, surface, words: str, box: Box, base: int, size: int) -> None:
        layer, dx, dy = self.place(surface)
        ink = Box(
            box.x + dx, base + dy - round(RISE * size), box.width, round((RISE + DROP) * size)
        )
        clip = Box(*surface.get_clip()).moved(dx, dy)
        self.texts.append(Text(words, ink, clip, self.owner, layer))

    @contextmanager
    def owned(self, owner: Owner) -> Iterator[None]:
        before, self.owner = self.owner, owner
        try:
            yield
        finally:
            self.owner = before


_KNOWN = Fonts(text_limit=20_000, width_limit=200_000)
"""What sketches have measured, for those that follow."""


class SketchedFonts(Fonts):
    """Measures like the real ones, and notes what would be drawn."""

    def __init__(self, sketch: Sketch) -> None:
        vars(self).update(vars(_KNOWN))
        self._sketch = sketch

    def fit(self, text, size, width, **options) -> str:
        text = said(text)
        left = super().fit(text, size, width, **options)
        if left != text:
            self._sketch.cuts.append((text, left))
        return left

    def draw(self, surface, text, position, size, colour, **options) -> Box:
        bold, tabular = options.get("bold", False), options.get("tabular", False)
        text = said(text)
        width = self.width(text, size, bold=bold, tabular=tabular)
        rect = pygame.Rect(0, 0, width, self.font(size, bold).get_height())
        place = (round(position[0]), round(position[1]))
        setattr(rect, options.get("anchor", "topleft"), place)
        box = Box(*rect)
        if text.strip():
            base = rect.y + self.font(size, bold).get_ascent()
            self._sketch.note_text(surface, text, box, base, size)
        return box


@contextmanager
def sketching(monkeypatch) -> Iterator[Sketch]:
    """Sketch instead of painting until the end of the block."""
    sketch = Sketch()
    with monkeypatch.context() as patch:
        patch.setattr(Canvas, "__init__", _init_canvas)
        patch.setattr(Canvas, "_paint", lambda *_: None)
        patch.setattr(Canvas, "erase", lambda *_: None)
        patch.setattr(Canvas, "picture", lambda *_: None)
        patch.setattr(Canvas, "finish", lambda canvas: _blank(canvas.size))
        patch.setattr(Skin, "draw_icon", lambda *_, **__: None)
        for name in ("shadow", "scrim", "fill_round", "polygon", "strokes", "disc"):
            patch.setattr(draw, name, lambda *_, **__: None)
        patch.setattr(draw, "stroke_round", _noting_ring(sketch))
        patch.setattr(draw, "ring", _noting_circle(sketch))
        for module in (
            "ui.boards.plates",
            "ui.boards.square_cells",
            "games.hex_gomoku.board.pictures",
        ):
            patch.setattr(f"game.{module}.cast_light", lambda *_: None)
        patch.setattr(sprites.Layers, "blit", _painting_at_once(sketch))
        patch.setattr(sprites.Layers, "painted", lambda *_: _blank_of(1, 1))
        for kind in cards():
            _own(patch, sketch, kind, "draw_card")
        _own(patch, sketch, Dialog, "draw")
        _own(patch, sketch, Toasts, "draw")
        patch.setattr(FocusGroup, "draw", _drawing_owned(sketch, FocusGroup.draw))
        tooltip = group.draw_tooltip

        def draw_tooltip(*arguments, **options):
            with sketch.owned("tooltip"):
                return tooltip(*arguments, **options)

        for module in ("ui.widgets.group", "ui.panel.stack", "screens.play.shown_board"):
            patch.setattr(f"game.{module}.draw_tooltip", draw_tooltip)
        yield sketch


def cards() -> list[type[Widget]]:
    """Return the controls that carry a picture of their own, and perhaps other controls."""
    return [kind for kind in Widget.__subclasses__() if "draw_card" in vars(kind)]


def _blank(size) -> pygame.Surface:
    return _blank_of(max(1, round(size[0])), max(1, round(size[1])))


@lru_cache(200)
def _blank_of(width: int, height: int) -> pygame.Surface:
    return pygame.Surface((width, height), pygame.SRCALPHA)


def _init_canvas(canvas, size, oversampling=None) -> None:
    canvas.size, canvas._factor = size, 1


def _own(patch, sketch: Sketch, kind: type, name: str) -> None:
    original = getattr(kind, name)

    def owned(self, *arguments, **options):
        with sketch.owned(self):
            return original(self, *arguments, **options)

    patch.setattr(kind, name, owned)


def _drawing_owned(sketch: Sketch, original):
    def draw_group(self, surface, skin):
        outer = sketch.owner
        for widget in self.widgets:
            with sketch.owned(outer or widget):
                original(FocusGroup([widget]), surface, skin)

    return draw_group


def _painting_at_once(sketch: Sketch):
    """Return what paints a layer on the window itself; a layer that stays notes the same again."""
    noted: WeakKeyDictionary[sprites.Layers, dict[str, tuple[Hashable, Noted]]] = (
        WeakKeyDictionary()
    )

    def blit(layers, surface, name, key, paint, alpha=1.0):
        if name == "glow":  # it is no more than a shade, and needs a clear surface
            return
        known = noted.setdefault(layers, {})
        here = key, sketch.owner, surface.get_abs_offset(), tuple(surface.get_clip())
        if name not in known or known[name][0] != here:
            counts = [len(notes) for notes in sketch.notes]
            before, sketch.on_board = sketch.on_board, True
            paint(surface)
            sketch.on_board = before
            new = [notes[count:] for notes, count in zip(sketch.notes, counts, strict=True)]
            known[name] = here, new
            return
        for notes, more in zip(sketch.notes, known[name][1], strict=True):
            notes.extend(more)

    return blit


def _noting_ring(sketch: Sketch):
    def stroke_round(surface, box, radius, colour, width=1, corners=None):
        _note_ring(sketch, surface, Box(*box), colour, width)

    return stroke_round


def _noting_circle(sketch: Sketch):
    def ring(surface, centre, radius, width, colour, alpha=255):
        edge = round(2 * radius)
        box = Box(round(centre[0] - radius), round(centre[1] - radius), edge, edge)
        _note_ring(sketch, surface, box, colour, width)

    return ring


def _note_ring(sketch: Sketch, surface, box: Box, colour, width: float) -> None:
    if tuple(colour) == FOCUS:
        _, dx, dy = sketch.place(surface)
        sketch.rings.append(Ring(box.moved(dx, dy), width, Box(*surface.get_clip()).moved(dx, dy)))


FOCUS = (1, 2, 3)
"""The colour of focus rings while sketching: no other shape has it."""
