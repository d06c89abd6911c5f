"""How the AI's view of a move looks: candidate discs, dots, letters, proof and score badges."""

from dataclasses import dataclass, replace
from math import ceil, cos, pi

import pygame

from ai.search.messages import Proof
from game.ui.boards.canvas import Canvas
from game.ui.boards.paths import Point, arc, circle, dashes, round_rectangle, star, wedge
from game.ui.boards.sprites import blit_centred, drawn_once
from game.ui.overlay import LossClass, Mark
from game.ui.skin import Skin
from game.ui.theme import (
    GHOST_LINE,
    INK,
    IVORY,
    LOSS,
    PIECE_SHADOW,
    SECOND_NUMBER,
    SLATE,
    TYPE,
    WHITE,
    Colour,
    mix,
)
from game.words import play as words
from game.words.numbers import full_moves, short_count, short_loss, whole_percent
from game.words.say import said, say, say_count

VISITS_FROM = 30
"""Cells lower than this many pixels show no visits."""
NUMBERS_FROM = 22
"""Cells lower than this show no numbers and no letters."""

_VISITS_SIZE = 0.64
"""Size of the visits over that of the number above them."""
_NUMBER_SIZES = (0.88, 0.88, 0.88, 0.72, 0.62, 0.54)
"""Size of a number of so many characters over the disc's radius."""
_LARGEST_SIZES = (1.3, 1.3, 1.3, 1.0, 0.62, 0.54)
"""The same for one that would be too small to read otherwise."""
_SUREST = 0.90
"""Radius of the largest disc over that of the circle there is room for."""
_STEP_SIZE = 1.3
"""Size of a step's number over the radius of its disc."""
_LETTERS_FROM = 11.0
_LETTER_TURN = cos(pi / 4)
_LETTER = 0.36
"""Radius of a letter with its border over that of its disc."""


@dataclass(frozen=True, slots=True)
class DiscText:
    """What stands on a disc: two lines, a letter; empty where there is no room."""

    number: str = ""
    visits: str = ""
    letter: bool = True
    size: int = 0


def metric_of(skin: Skin) -> str:
    """Return which number stands large on a candidate: value, loss or visits."""
    return skin.settings.metric if skin.details else "value"


def least_number(skin: Skin, most: float) -> float:
    """Return the least size of a number on a board in pixels, but no more than has room."""
    return min(skin.unit.text(TYPE.caption), most)


def disc_radius(skin: Skin, mark: Mark, inradius: float) -> float:
    """Return a disc's radius: the surer the search, the larger, and all have room to be read."""
    sureness = min(1.0, max(0.0, (mark.weight - 0.55) / 0.45))
    least = least_number(skin, inradius) / _LARGEST_SIZES[len("100")]
    sure = inradius * (0.50 + (_SUREST - 0.50) * sureness)
    return max(sure, min(_SUREST * inradius, least))


def letter_place(centre: Point, radius: float) -> tuple[Point, float]:
    """Return where the letter on the rim of a disc or a ring stands, and its radius."""
    reach = _LETTER_TURN * radius
    return (centre[0] + reach, centre[1] - reach), _LETTER * radius


def draw_disc(
    skin: Skin,
    surface: pygame.Surface,
    mark: Mark,
    centre: Point,
    inradius: float,
    cell_height: float,
    *,
    badge_height: float | None = None,
    is_score: bool = False,
) -> None:
    """Draw a candidate: slice = win share, number = win %, ring = class.

    Args:
        inradius: Radius of the largest circle there is room for.
        cell_height: Decides what text there is room for.
        badge_height: Height of the proof badge that replaces a proven mark's number; None
            for the estimate's number, where the exact value is shown elsewhere or not at all.
    """
    radius = disc_radius(skin, mark, inradius)
    if badge_height is None and mark.guess is not None:
        mark = replace(mark, value=mark.guess)
    badge_height = badge_height if skin.details else None
    proven = mark.proof is not None and badge_height is not None
    share = mark.proof.share if mark.proof is not None and proven else mark.value
    percentage = 100 if is_score else min(100, max(0, whole_percent(share)))
    unit = "" if is_score else " %"
    number = _score_text(mark.value) if is_score else str(percentage)
    text = _disc_text(skin, mark, (number, unit), radius, cell_height, proven, metric_of(skin))
    dashed = proven and mark.estimated
    key = ("disc", mark.loss_class, round(radius, 1), percentage, text, dashed)
    picture = skin.picture(
        key, lambda: _disc(skin, mark.loss_class, radius, percentage / 100, text, dashed)
    )
    blit_centred(surface, picture, centre)
    if mark.proof is not None and badge_height is not None and cell_height >= NUMBERS_FROM:
        badge = proof_badge(skin, mark.proof, mark.distance, badge_height, estimated=mark.estimated)
        blit_centred(surface, badge, centre)


def draw_dot(
    skin: Skin, surface: pygame.Surface, loss_class: LossClass, centre: Point, cell_height: float
) -> None:
    """Draw a move that was tried too rarely to say more."""
    radius = min(skin.unit.exact(3), 0.1 * cell_height)
    blit_centred(surface, _dot(skin, loss_class, radius), centre)


@drawn_once
def grade_ring(skin: Skin, loss_class: LossClass, radius: float) -> pygame.Surface:
    """Return a ring in the class colour with its letter on the rim, to lie around a stone.

    The middle stays free, so that a move number or the mark of the last move can be read; the
    radius is the stone's in pixels.
    """
    line = max(2.0, min(0.17 * radius, skin.unit.exact(5)))
    has_letter = skin.details and radius >= _LETTERS_FROM
    letter = max(skin.unit.exact(7), min(0.36 * radius, skin.unit.exact(12)))
    letter = letter if has_letter else 0.0
    half = round(max(radius + line, _LETTER_TURN * radius + 1.3 * letter)) + 2
    canvas = Canvas((2 * half, 2 * half))
    canvas.ring((half, half), radius + 0.15 * line, 1.5 * line, INK)
    canvas.ring((half, half), radius, line, LOSS[loss_class].rim)
    picture = canvas.finish()
    if has_letter:
        at = (half + _LETTER_TURN * radius, half - _LETTER_TURN * radius)
        _draw_letter(skin, picture, loss_class, at, letter, INK)
    return picture


@drawn_once
def best_disc(skin: Skin, radius: float) -> pygame.Surface:
    """Return the disc with an A that stands where a better move would have been."""
    style = LOSS["A"]
    line = max(1.6, 0.2 * radius)
    half = round(radius + line) + 1
    canvas = Canvas((2 * half, 2 * half))
    canvas.circle((half, half), radius, mix(skin.theme.disc, style.fill, 0.3))
    canvas.ring((half, half), radius - line / 2, line, style.rim)
    picture = canvas.finish()
    if radius >= 5 and skin.details:
        skin.centred(picture, "A", (half, half), max(8, round(1.15 * radius)), WHITE)
    return picture


@drawn_once
def pointed_cell(skin: Skin, size: int) -> pygame.Surface:
    """Return the light on a cell whose name is pointed at: a ring, unlike any cursor."""
    line = max(2.0, min(skin.unit.exact(3.5), 0.08 * size))
    radius = (size - line) / 2
    half = round(size / 2 + line) + 1
    canvas = Canvas((2 * half, 2 * half))
    canvas.ring((half, half), radius, 2.0 * line, INK, 0.85)
    canvas.ring((half, half), radius, line, IVORY)
    return canvas.finish()


def proof_badge(
    skin: Skin, proof: Proof, distance: int | None, height: float, *, estimated: bool = False
) -> pygame.Surface:
    """Return a pill of shape, letter and moves, such as a star and W6; dashed if estimated.

    Args:
        distance: Plies to the end; the badge tells how many moves of the mover's own they are.
        height: Its height in pixels.
        estimated: Whether the value is only believed.
    """
    return _proof_badge(skin, proof, distance, max(9, round(height)), estimated)


def proof_text(proof: Proof, distance: int | None) -> str:
    """Return the letter of a proven value, and the most moves of the mover's own that it takes."""
    moves = "" if distance is None or proof is Proof.DRAW else str(full_moves(distance))
    return said(words.PROOF_LETTERS[proof]) + moves


def proof_words(proof: Proof, distance: int | None, *, estimated: bool = False) -> str:
    """Return what a proof badge says, in words: a win in at most 6 of one's own moves."""
    plain, *numbered = words.PROOFS[proof]
    claim = plain if distance is None else say_count(full_moves(distance), *numbered)
    return say(words.NOT_PROVEN, proof=claim) if estimated else claim


@drawn_once
def score_badge(skin: Skin, loss_class: LossClass, text: str, height: int) -> pygame.Surface:
    """Return a SameGame candidate's badge: its letter in the class colour and a text."""
    style = LOSS[loss_class]
    size = round(0.62 * height)
    has_letter = skin.details
    letter = round(0.66 * height) if has_letter or not text else 0
    inset = (height - letter) / 2 if letter else 0.26 * height
    text_width = skin.fonts.width(text, size, bold=True) if text else 0
    gap = 0.24 * height if letter and text else 0.0
    width = round(inset + letter + gap + text_width + (0.26 * height if text else inset))
    line = max(1.5, 0.075 * height)
    margin = round(line) + 1
    canvas = Canvas((width + 2 * margin, height + 2 * margin))
    for out, ink in ((0.5, INK), (0.0, style.fill), (-line, skin.theme.disc)):
        box = (margin - out, margin - out, width + 2 * out, height + 2 * out)
        canvas.polygon(round_rectangle(*box, 0.30 * height + out), ink)
    if letter:
        square = round_rectangle(margin + inset, margin + inset, letter, letter, 0.28 * letter)
        canvas.polygon(square, style.fill)
    picture = canvas.finish()
    middle = margin + height / 2
    if has_letter:
        at = (margin + inset + letter / 2, middle)
        skin.centred(picture, loss_class, at, max(9, round(0.85 * letter)), style.letter)
    if text:
        left = margin + inset + letter + gap
        skin.centred(picture, text, (left + text_width / 2, middle), size, WHITE)
    return picture


def step_disc(skin: Skin, radius: float, number: int) -> pygame.Surface:
    """Return the small dark disc that numbers a step where there is no room for a ghost."""
    radius = max(radius, least_number(skin, 2.1 * radius) / _STEP_SIZE)
    return _step_disc(skin, radius, number)


def _score_text(score: float) -> str:
    text = str(round(score))
    return text if len(text) < len(_NUMBER_SIZES) else short_count(round(abs(score)))


def _disc_text(
    skin: Skin,
    mark: Mark,
    value: tuple[str, str],
    radius: float,
    cell_height: float,
    proven: bool,
    metric: str,
) -> DiscText:
    if cell_height < NUMBERS_FROM:
        return DiscText(letter=False)
    letter = skin.details and radius >= _LETTERS_FROM
    if proven:
        return DiscText(letter=letter)
    visits = short_count(mark.visits)
    number = {"value": value[0], "loss": short_loss(mark.loss), "visits": visits}[metric]
    least = least_number(skin, _LARGEST_SIZES[len(number)] * radius)
    size = round(max(least, min(0.42 * cell_height, _NUMBER_SIZES[len(number)] * radius)))
    has_room = cell_height >= VISITS_FROM and _VISITS_SIZE * size >= least_number(skin, size)
    below = "".join(value) if metric == "visits" else visits
    shows_below = has_room and skin.details
    return DiscText(number, below if shows_below else "", letter, max(9, size))


def _disc(
    skin: Skin, loss_class: LossClass, radius: float, share: float, text: DiscText, dashed: bool
) -> pygame.Surface:
    style = LOSS[loss_class]
    halo = skin.unit.exact(2.5)
    letter = min(max(skin.unit.exact(7), 0.30 * radius), 0.45 * radius) if text.letter else 0.0
    half = round(max(radius + halo, _LETTER_TURN * radius + 1.2 * letter)) + 2
    centre = (half, half)
    plate = mix(skin.theme.disc, style.fill, 0.14)
    width = max(skin.unit.exact(2.2), 0.115 * radius)
    middle = radius - width / 2

    canvas = Canvas((2 * half, 2 * half))
    canvas.circle(centre, radius + halo, PIECE_SHADOW, 0.35)
    canvas.circle(centre, radius, plate)
    if share > 0:
        alpha = style.wedge_alpha if text.number else 0.95
        canvas.polygon(wedge(centre, radius, share), style.fill, alpha)
    canvas.ring(centre, middle, width, mix(plate, style.rim, 0.45))
    if dashed:
        on, off = skin.unit.exact(5), skin.unit.exact(4)
        canvas.strokes(dashes(circle(centre, middle), on, off), width, style.rim)
    elif share > 0:
        canvas.polygon(_band(centre, radius - width, radius, share), style.rim)
    picture = canvas.finish()

    _write(skin, picture, text, centre)
    if text.letter:
        at = (half + _LETTER_TURN * radius, half - _LETTER_TURN * radius)
        _draw_letter(skin, picture, loss_class, at, letter, plate)
    return picture


def _band(centre: Point, inner: float, outer: float, share: float) -> list[Point]:
    """Return the part of a ring that takes `share` of it, cut off straight at both ends."""
    start, end = -pi / 2, -pi / 2 + 2 * pi * share
    return [*arc(centre, outer, start, end), *reversed(arc(centre, inner, start, end))]


def _write(skin: Skin, picture: pygame.Surface, text: DiscText, centre: Point) -> None:
    if not text.number:
        return
    size = text.size
    x, y = centre
    if not text.visits:
        below = 0.12 * size if text.letter else 0.0
        skin.centred(picture, text.number, (x, y + below), size, WHITE)
        return
    small = round(_VISITS_SIZE * size)
    skin.centred(picture, text.number, (x, y - 0.20 * size), size, WHITE)
    skin.centred(picture, text.visits, (x, y + 0.54 * size), small, SECOND_NUMBER, bold=False)


def _draw_letter(
    skin: Skin,
    picture: pygame.Surface,
    loss_class: LossClass,
    centre: Point,
    radius: float,
    border: Colour,
) -> None:
    style = LOSS[loss_class]
    half = round(1.2 * radius) + 2
    canvas = Canvas((2 * half, 2 * half))
    line = max(1.0, skin.unit.exact(1.5))
    middle = (half + centre[0] % 1, half + centre[1] % 1)
    canvas.circle(middle, radius + line / 2, border)
    canvas.circle(middle, radius - line / 2, style.fill)
    picture.blit(canvas.finish(), (int(centre[0]) - half, int(centre[1]) - half))
    skin.centred(picture, loss_class, centre, max(9, round(1.35 * radius)), style.letter)


@drawn_once
def _dot(_skin: Skin, loss_class: LossClass, radius: float) -> pygame.Surface:
    line = 0.4 * radius
    half = round(radius + line) + 1
    canvas = Canvas((2 * half, 2 * half))
    canvas.circle((half, half), radius + line, INK)
    canvas.circle((half, half), radius, LOSS[loss_class].fill)
    return canvas.finish()


_PROOF_COLOURS: dict[Proof, tuple[Colour, Colour, Colour]] = {
    Proof.WIN: (IVORY, INK, INK),
    Proof.DRAW: (SLATE, WHITE, IVORY),
    Proof.LOSS: (INK, WHITE, IVORY),
}
"""Fill, text and border of a proof badge."""


@drawn_once
def _proof_badge(
    skin: Skin, proof: Proof, distance: int | None, height: int, estimated: bool
) -> pygame.Surface:
    fill, ink, border = _PROOF_COLOURS[proof]
    text = proof_text(proof, distance)
    size = round(0.68 * height)
    text_width = skin.fonts.width(text, size, bold=True)
    symbol = 0.58 * height
    left = 0.22 * height
    width = round(left + symbol + 0.12 * height + text_width + 0.24 * height)
    line = max(1.0, min(skin.unit.exact(1.5), 0.09 * height))
    margin = 1
    canvas = Canvas((width + 2 * margin, height + 2 * margin))
    outline = round_rectangle(margin, margin, width, height, 0.30 * height)
    inner = round_rectangle(
        margin + line / 2, margin + line / 2, width - line, height - line, 0.30 * height - line / 2
    )
    canvas.polygon(outline, fill)
    if estimated:
        canvas.strokes(dashes(inner, 2.4 * line, 1.6 * line), line, border)
    else:
        canvas.stroke(inner, line, border, closed=True)
    middle = margin + height / 2
    _draw_proof_shape(canvas, proof, (margin + left + symbol / 2, middle), height, ink)
    picture = canvas.finish()
    text_left = margin + left + symbol + 0.12 * height
    skin.centred(picture, text, (text_left + text_width / 2, middle), size, ink)
    return picture


def _draw_proof_shape(
    canvas: Canvas, proof: Proof, centre: Point, height: float, ink: Colour
) -> None:
    x, y = centre
    if proof is Proof.WIN:
        canvas.polygon(star((x, y + 0.01 * height), 0.29 * height), ink)
    elif proof is Proof.DRAW:
        half = 0.22 * height
        for shift in (-0.125 * height, 0.125 * height):
            canvas.stroke([(x - half, y + shift), (x + half, y + shift)], 0.12 * height, ink)
    else:
        half = 0.16 * height
        strokes = [[(x - half, y - half), (x + half, y + half)]]
        strokes.append([(x - half, y + half), (x + half, y - half)])
        canvas.strokes(strokes, 0.125 * height, ink)


@drawn_once
def _step_disc(skin: Skin, radius: float, number: int) -> pygame.Surface:
    line = max(1.0, skin.unit.exact(1.5))
    half = round(radius + line) + 1
    canvas = Canvas((2 * half, 2 * half))
    canvas.circle((half, half), radius, GHOST_LINE.ground)
    rim = dashes(circle((half, half), radius), skin.unit.exact(3), skin.unit.exact(2.4))
    canvas.strokes(rim, line, GHOST_LINE.ink)
    picture = canvas.finish()
    size = max(8, ceil(_STEP_SIZE * radius))
    skin.centred(picture, str(number), (half, half), size, GHOST_LINE.ink)
    return picture
