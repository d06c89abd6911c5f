"""Every colour, corner, stroke and duration of the interface, and nothing that draws.

Sizes are in dp: one dp is one pixel in a window of 1120x760 at 100 %; `game.ui.layout.Unit`
turns dp into pixels. This is the only place with literal colours.
"""

from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, Final, Literal

from ai.phrases import N_
from game.ui.overlay import LossClass

Colour = tuple[int, int, int]
ThemeName = Literal["dark", "light", "contrast"]
TileShape = Literal[
    "circle", "triangle", "diamond", "square", "cross", "star", "ring", "hexagon", "bars"
]

WHITE: Final[Colour] = (255, 255, 255)
BLACK: Final[Colour] = (0, 0, 0)
INK: Final[Colour] = (16, 21, 27)
OUTLINE: Final[Colour] = (10, 13, 17)
IVORY: Final[Colour] = (241, 236, 223)
SLATE: Final[Colour] = (60, 72, 85)
APP_MARK: Final[Colour] = (95, 118, 132)
"""The hexagon of the program's mark."""
SCRIM: Final[Colour] = (10, 13, 17)
SCRIM_ALPHA: Final = 0.55
PIECE_SHADOW: Final[Colour] = (5, 8, 11)
"""Under pieces and discs, in every theme."""
SECOND_NUMBER: Final[Colour] = (228, 232, 236)
"""The smaller number of a disc."""


def from_hex(text: str) -> Colour:
    """Return the colour written as `#RRGGBB`."""
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """Return `first` with `share` (0 to 1) of `second` in it."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def lightness(colour: Colour) -> float:
    """Return how light a colour is to the eye, 0 to 255."""
    return 0.30 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]


def luminance(colour: Colour) -> float:
    """Return the relative luminance of WCAG, 0 to 1."""
    red, green, blue = (
        c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: Colour, second: Colour) -> float:
    """Return the contrast of two colours by WCAG, 1 to 21."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@dataclass(frozen=True, slots=True)
class TileStyle:
    """How one SameGame colour looks."""

    name: str
    fill: Colour
    lip: Colour
    shape: TileShape
    shape_fill: Colour
    shape_alpha: float


_TILE_INK: Final = from_hex("#0B1017")


def _tile(
    name: str, fill: str, shape: TileShape, ink: Colour = _TILE_INK, alpha: float = 0.62
) -> TileStyle:
    colour = from_hex(fill)
    return TileStyle(name, colour, mix(colour, BLACK, 0.42), shape, ink, alpha)


# Boards of 6 to 9 colours: beyond five hues no palette stays apart for everyone, so the
# shapes carry the difference.
_MORE_TILES: Final = (
    _tile(N_("green", "colour of tiles"), "#009E73", "star", alpha=0.72),
    _tile(N_("grey", "colour of tiles"), "#AEB7C2", "ring"),
    _tile(N_("brown", "colour of tiles"), "#9A6A48", "bars", WHITE, 0.85),
    _tile(N_("ivory", "colour of tiles"), "#F4EEDD", "hexagon"),
)

TILES: Final[tuple[TileStyle, ...]] = (
    _tile(N_("blue", "colour of tiles"), "#0072B2", "circle", WHITE, 0.80),
    _tile(N_("sky", "colour of tiles"), "#56B4E9", "triangle"),
    _tile(N_("yellow", "colour of tiles"), "#F0E442", "diamond", alpha=0.58),
    _tile(N_("vermilion", "colour of tiles"), "#D55E00", "square", alpha=0.70),
    # A hair off Okabe and Ito's #CC79A7, which comes too near the blue under protan vision.
    _tile(N_("purple", "colour of tiles"), "#CD7CA4", "cross"),
    *_MORE_TILES,
)

PALETTES: Final[dict[str, tuple[TileStyle, ...]]] = {
    "okabe-ito": TILES,
    "tol": (
        _tile(N_("blue", "colour of tiles"), "#4477AA", "circle", WHITE, 0.85),
        _tile(N_("cyan", "colour of tiles"), "#66CCEE", "triangle"),
        _tile(N_("yellow", "colour of tiles"), "#CCBB44", "diamond"),
        _tile(N_("red", "colour of tiles"), "#EE6677", "square", alpha=0.66),
        _tile(N_("wine", "colour of tiles"), "#B83C70", "cross", WHITE, 0.80),
        *_MORE_TILES,
    ),
    "lightness": (
        _tile(N_("slate", "colour of tiles"), "#5F6E94", "circle", WHITE, 0.85),
        _tile(N_("blue", "colour of tiles"), "#658BEE", "triangle", alpha=0.70),
        _tile(N_("sage", "colour of tiles"), "#A0B39A", "diamond"),
        _tile(N_("amber", "colour of tiles"), "#FACF63", "square"),
        _tile(N_("cream", "colour of tiles"), "#F4FFD4", "cross"),
        *_MORE_TILES,
    ),
}


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours that differ from theme to theme.

    Attributes:
        panel: Side panel, chips, cards.
        raised: Selected row, inset card, button.
        hover: Hovered button or row.
        line: Hairline, grid, track.
        ctrl: Border of a control, axis, tick; at least 3:1 on every surface.
        text: Main text; "you" in graphs.
        primary: Primary button, selected tab.
        primary_hover: The same under the pointer.
        primary_pressed: The same while pressed.
        on_primary: Text on `primary`.
        ai: The AI: projection, state light, caret, switch on; never the quality of a move.
        on_ai: Text on `ai`.
        accent: Stands for the game that is looked at: sign, "Your turn"; never alone.
        focus: Focus ring: the accent, unless the theme has a colour of its own for it.
        cell_dark: Every other cell of a chequered board.
        plate: What the cells stand in; the grooves of a board that is one piece.
        plate_rim: Its outline, drawn in the contrast theme only.
        lit: What dark pieces lie on that have won.
        shade: What light pieces lie on that have won.
        disc: Plate of a candidate disc: dark in every theme.
        shadow_strength: Factor on every shadow's opacity; 0 draws none.
        glow: How opaque the accent behind a board is at most; 0 draws none.
        bordered: Every control has a visible border (high contrast).
        tiles: The SameGame tiles, in the palette that the player chose.
    """

    name: ThemeName
    bg: Colour
    panel: Colour
    raised: Colour
    hover: Colour
    pressed: Colour
    line: Colour
    ctrl: Colour
    text: Colour
    text2: Colour
    text3: Colour
    primary: Colour
    primary_hover: Colour
    primary_pressed: Colour
    on_primary: Colour
    ai: Colour
    on_ai: Colour
    warn: Colour
    accent: Colour
    focus: Colour
    cell: Colour
    cell_dark: Colour
    cell_high: Colour
    cell_low: Colour
    plate: Colour
    plate_rim: Colour
    coordinates: Colour
    well: Colour
    well_rim: Colour
    disc: Colour
    shadow: Colour
    shadow_strength: float
    glow: float
    bordered: bool
    tiles: tuple[TileStyle, ...]
    lit: Colour
    lit_edge: Colour
    shade: Colour

    @property
    def veil(self) -> tuple[Colour, float]:
        """What lies over all but what has won, and its opacity."""
        return self.shade if self.bordered else self.plate, _VEILS[self.name]

    @property
    def beam(self) -> Colour:
        """A line of light, and every halo."""
        return max(self.lit, self.lit_edge, key=luminance)

    def card(self, lit: float) -> Colour:
        """Return the ground of a game's card, `lit` from 0 to 1, with a breath of its accent."""
        if self.bordered:
            return mix(self.panel, self.raised, lit)
        return mix(self.panel, self.accent, 0.05 + 0.05 * lit)

    def faded(self, colour: Colour, ground: Colour) -> Colour:
        """Return a colour as controls have it that are of no use now.

        Those are more or less gone, but in the contrast theme all words can be read.
        """
        return mix(ground, colour, 0.66 if self.bordered else 0.38)

    @property
    def cell_hover(self) -> Colour:
        return mix(self.cell, WHITE, 0.12)


_GLOWS: Final = {"dark": 0.15, "light": 0.0, "contrast": 0.0}
_VEILS: Final[dict[ThemeName, float]] = {"dark": 0.46, "light": 0.50, "contrast": 0.40}
_COLOURS: Final = {
    "bg": ("#14181F", "#EFEBE1", "#000000"),
    "panel": ("#1A2029", "#FAF8F2", "#000000"),
    "raised": ("#232B37", "#FFFFFF", "#14181D"),
    "hover": ("#2D3745", "#F0ECE2", "#2A313A"),
    "pressed": ("#1E2630", "#E4DFD2", "#000000"),
    "line": ("#303A47", "#DBD5C7", "#5C6670"),
    "ctrl": ("#748192", "#7D8490", "#C8D0D9"),
    "text": ("#F1ECDF", "#1A2029", "#FFFFFF"),
    "text2": ("#B7BFCA", "#48515E", "#F2F2F2"),
    "text3": ("#98A3B1", "#626B78", "#D3DAE2"),
    "primary": ("#F1ECDF", "#1A2029", "#FFFFFF"),
    "primary_hover": ("#FFFFFF", "#323B48", "#D8DEE5"),
    "primary_pressed": ("#D8D2C3", "#0B0F14", "#B4BDC7"),
    "on_primary": ("#14181F", "#FAF8F2", "#000000"),
    "ai": ("#6FDDB4", "#09734F", "#7DFFD0"),
    "on_ai": ("#0E1A17", "#FFFFFF", "#000000"),
    "warn": ("#E69F00", "#9A5B00", "#FFC14D"),
    "plate_rim": ("#3D3A38", "#B5ADA6", "#C8D0D9"),
    "disc": ("#10151B", "#10151B", "#000000"),
    "shadow": ("#000000", "#282214", "#000000"),
}
"""Every colour in the dark, the light and the high-contrast theme."""


Shades = tuple[str, str, str]
"""A colour in the dark, the light and the high-contrast theme, as `#RRGGBB`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What a game's board is made of, and the accent that stands for the game.

    A cell keeps away from the classes of loss, for every kind of colour vision, and lets black
    and white stones be seen. That leaves middle lightness and few hues: no blue, no strong green.
    The fields are those of `Theme`; what is not said is grey as stone.
    """

    accent: Shades = ("#FFFFFF", "#14181F", "#FFFFFF")
    cell: Shades = ("#7B726F", "#7E7572", "#7B726F")
    cell_dark: Shades = ("#6F6764", "#726A67", "#6F6764")
    cell_high: Shades = ("#8E8582", "#918886", "#7B726F")
    cell_low: Shades = ("#605856", "#645C5A", "#7B726F")
    plate: Shades = ("#2D2A2A", "#BBB1A7", "#000000")
    coordinates: Shades = ("#BDB5B0", "#3C3632", "#FFFFFF")
    well: Shades = ("#0E1217", "#1A2028", "#000000")
    well_rim: Shades = ("#262F3A", "#3C4651", "#C8D0D9")
    lit: Shades = ("#D2CAC6", "#FFFFFF", "#D2CAC6")
    lit_edge: Shades = ("#EAE4E0", "#3C3632", "#FFFFFF")
    shade: Shades = ("#1B1918", "#1B1918", "#000000")


STONE: Final = Material()
MOSS: Final = Material(
    accent=("#A9C48B", "#4C6B34", "#C6EBA0"),
    cell=("#6E8760", "#708861", "#6F845F"),
    cell_high=("#829B73", "#849D75", "#6F845F"),
    cell_low=("#53684A", "#566B4C", "#6F845F"),
    plate=("#2B3528", "#BFC9B0", "#000000"),
    coordinates=("#B7C6A6", "#3B4A33", "#FFFFFF"),
    lit=("#B1C3A0", "#FFFFFF", "#B1C3A0"),
    lit_edge=("#CDDDBC", "#4C6B34", "#FFFFFF"),
    shade=("#181D16", "#181D16", "#000000"),
)
MULBERRY: Final = Material(
    accent=("#E8A0B8", "#8A2F55", "#FFB9D0"),
    cell=("#945A6E", "#985E72", "#945A6E"),
    cell_high=("#AD7488", "#B1788C", "#945A6E"),
    cell_low=("#6E3F51", "#734456", "#945A6E"),
    plate=("#40202E", "#4A2735", "#FFFFFF"),
    coordinates=("#FFF6F8", "#FFFAFB", "#FFFFFF"),
    lit=("#DDB0BF", "#FFFFFF", "#DDB0BF"),
    lit_edge=("#F2CCD9", "#8A2F55", "#FFFFFF"),
    shade=("#2D1620", "#2D1620", "#000000"),
)
UMBER: Final = Material(
    accent=("#DDB48F", "#79502F", "#FFD2A8"),
    cell=("#A0795E", "#A27B60", "#A0795E"),
    cell_dark=("#835F45", "#835F45", "#835F45"),
    cell_high=("#B48D71", "#B78F73", "#A0795E"),
    cell_low=("#6A4A34", "#6E4E38", "#835F45"),
    plate=("#2E231B", "#C4AC99", "#000000"),
    coordinates=("#D6BDA4", "#432D1C", "#FFFFFF"),
    lit=("#D6BBA3", "#FFFFFF", "#D6BBA3"),
    lit_edge=("#F2DBC5", "#79502F", "#FFFFFF"),
    shade=("#241911", "#241911", "#000000"),
)
WELL: Final = Material(
    accent=("#B9A8EE", "#5B43A6", "#CFC0FF"),
    well=("#13121C", "#211F2E", "#000000"),
    well_rim=("#2C2A3C", "#3F3C52", "#C8D0D9"),
)
BOARD_LIGHT: Final = 0.035
"""How much lighter a board is in its upper left corner, and darker in the opposite one."""
_GROUNDS: Final = tuple(from_hex(ground) for ground in _COLOURS["hover"])
"""The surfaces that text is hardest to read on."""
_TEXT_CONTRAST: Final = 4.5
_THEME_NAMES: Final[tuple[ThemeName, ...]] = ("dark", "light", "contrast")
_MADE_OF: Final = tuple(field.name for field in fields(Material))


def _shades(material: Material, column: int) -> dict[str, Any]:
    return {name: from_hex(getattr(material, name)[column]) for name in _MADE_OF}


@cache
def in_material(theme: Theme, material: Material) -> Theme:
    shades = _shades(material, _THEME_NAMES.index(theme.name))
    focus = shades["accent"] if theme.focus == theme.accent else theme.focus
    return replace(theme, focus=focus, **shades)


def accented(colour: str) -> Material:
    """Return the common material with an accent, which is fitted to the three themes."""
    base = from_hex(colour)
    dark, light, high = (_legible(base, ground) for ground in _GROUNDS)
    return replace(STONE, accent=(dark, light, high))


def _legible(colour: Colour, ground: Colour) -> str:
    """Return a colour, as much lighter or darker as text on a ground has to be."""
    end = WHITE if luminance(ground) < 0.18 else BLACK
    tones = (mix(colour, end, step / 20) for step in range(21))
    red, green, blue = next(tone for tone in tones if contrast(tone, ground) >= _TEXT_CONTRAST)
    return f"#{red:02X}{green:02X}{blue:02X}"


def _theme(name: ThemeName, column: int, shadow_strength: float, *, bordered: bool) -> Theme:
    colours = {field: from_hex(row[column]) for field, row in _COLOURS.items()}
    shades = _shades(STONE, column)
    return Theme(
        name=name,
        shadow_strength=shadow_strength,
        glow=_GLOWS[name],
        bordered=bordered,
        tiles=TILES,
        focus=shades["accent"],
        **colours,
        **shades,
    )


DARK: Final = _theme("dark", 0, 1.0, bordered=False)
LIGHT: Final = _theme("light", 1, 0.55, bordered=False)
CONTRAST: Final = _theme("contrast", 2, 0.0, bordered=True)
AI_COLOUR: Final = DARK.ai
"""What the AI marks on boards, which are dark in every theme."""
THEMES: Final[dict[ThemeName, Theme]] = {"dark": DARK, "light": LIGHT, "contrast": CONTRAST}


@dataclass(frozen=True, slots=True)
class LossStyle:
    """How one class of value loss looks.

    Attributes:
        letter: Colour of the letter on `fill`.
        wedge_alpha: Opacity of the win slice under white numbers (0.95 without numbers).
    """

    fill: Colour
    letter: Colour
    rim: Colour
    wedge_alpha: float


LOSS: Final[dict[LossClass, LossStyle]] = {
    "A": LossStyle(from_hex("#0072B2"), WHITE, from_hex("#2E8BC0"), 0.85),
    "B": LossStyle(from_hex("#56B4E9"), INK, from_hex("#56B4E9"), 0.63),
    "C": LossStyle(from_hex("#F0E442"), INK, from_hex("#F0E442"), 0.47),
    "D": LossStyle(from_hex("#E69F00"), INK, from_hex("#E69F00"), 0.63),
    "E": LossStyle(from_hex("#D55E00"), INK, from_hex("#D55E00"), 0.85),
}


@dataclass(frozen=True, slots=True)
class Medal:
    """A share of what the solver found on a SameGame board, and its colour."""

    name: str
    colour: Colour


MEDALS: Final[tuple[Medal, ...]] = (
    Medal(N_("Bronze"), from_hex("#C8875A")),
    Medal(N_("Silver"), from_hex("#C3CAD3")),
    Medal(N_("Gold"), from_hex("#E8C34A")),
)


@dataclass(frozen=True, slots=True)
class StoneStyle:
    """The shading of a stone.

    Attributes:
        stops: Radial gradient from its centre: (0 to 1, colour).
        rim: Outline, 0.045 radii wide.
        glint_alpha: Opacity of the white arc.
        plain: Flat colour, for small marks.
    """

    stops: tuple[tuple[float, Colour], ...]
    gradient_radius: float
    rim: Colour
    glint_alpha: float
    plain: Colour
    on_plain: Colour


STONES: Final[tuple[StoneStyle, StoneStyle]] = (
    StoneStyle(
        stops=((0.0, from_hex("#5A6472")), (0.28, from_hex("#2A313B")), (1.0, from_hex("#080A0D"))),
        gradient_radius=0.85,
        rim=from_hex("#05070A"),
        glint_alpha=0.34,
        plain=INK,
        on_plain=IVORY,
    ),
    StoneStyle(
        stops=((0.0, WHITE), (0.5, from_hex("#F4EFE3")), (1.0, from_hex("#C9BFAB"))),
        gradient_radius=0.95,
        rim=from_hex("#8E8672"),
        glint_alpha=0.9,
        plain=IVORY,
        on_plain=INK,
    ),
)
_MARKED: Final = dict(zip(("black", "white", "cross", "nought"), STONES * 2, strict=True))


@cache
def stone_style(mark: str) -> StoneStyle:
    """Return how the stones of a side look, by its mark in `GameSpec.marks`."""
    if mark in _MARKED:
        return _MARKED[mark]
    colour = from_hex(mark)
    return StoneStyle(
        stops=((0.0, mix(colour, WHITE, 0.35)), (0.4, colour), (1.0, mix(colour, BLACK, 0.35))),
        gradient_radius=0.9,
        rim=mix(colour, BLACK, 0.5),
        glint_alpha=0.6,
        plain=colour,
        on_plain=INK if lightness(colour) > 110 else WHITE,
    )


@dataclass(frozen=True, slots=True)
class GhostLine:
    """How the moves of the AI's line look; the colours of ghost stones are a `StoneStyle`'s.

    Attributes:
        ink: Number and rim of the disc, dashes round a group.
        solid: Outline of a group that is too small for dashes.
    """

    stone_alpha: float = 0.62
    piece_alpha: float = 0.5
    ground: Colour = INK
    ink: Colour = IVORY
    edge: Colour = OUTLINE
    edge_alpha: float = 0.8
    solid: Colour = WHITE


GHOST_LINE: Final = GhostLine()
STONE_LIGHT: Final = (0.36, 0.28)
"""Centre of a stone's gradient, in its bounding square from the upper left corner."""


@dataclass(frozen=True, slots=True)
class Type:
    """Text sizes in dp."""

    display: int = 44
    score: int = 30
    h1: int = 28
    h2: int = 18
    title: int = 18
    lead: int = 15
    body: int = 14
    table: int = 13
    caption: int = 12
    axis: int = 11


@dataclass(frozen=True, slots=True)
class Size:
    """Sizes of components in dp."""

    top_bar: int = 56
    top_bar_low: int = 46
    panel: int = 376
    panel_narrow: int = 220
    panel_least: int = 300
    panel_most: int = 420
    panel_padding_y: int = 16
    panel_padding_x: int = 20
    section_gap: int = 13
    button: int = 38
    button_small: int = 30
    icon_button: int = 36
    icon_small: int = 14
    icon: int = 18
    tab: int = 30
    chip: int = 28
    row: int = 28
    row_dense: int = 26
    switch_width: int = 44
    switch_height: int = 26
    key_cap: int = 20
    eval_bar: int = 18
    progress: int = 4
    sheet_grip: int = 10
    summary: int = 64
    raised_sheet: int = 560


@dataclass(frozen=True, slots=True)
class Radius:
    """Corner radii in dp."""

    panel: int = 20
    card: int = 20
    inset: int = 14
    button: int = 11
    button_small: int = 9
    icon_button: int = 10
    tab_track: int = 12
    tab: int = 9
    chip: int = 14
    row: int = 8
    key_cap: int = 5
    letter: int = 5
    tooltip: int = 9


@dataclass(frozen=True, slots=True)
class Stroke:
    """Widths of lines in dp."""

    hairline: float = 1.0
    control: float = 1.5
    focus: float = 2.0
    focus_gap: float = 2.0
    graph: float = 2.0
    graph_you: float = 2.5


@dataclass(frozen=True, slots=True)
class Motion:
    """Durations in seconds at full motion and speed 1."""

    hover: float = 0.080
    tab: float = 0.140
    removal: float = 0.120
    fall_least: float = 0.150
    fall_most: float = 0.220
    fall_stagger_row: float = 0.020
    fall_longest: float = 0.250
    column_slide: float = 0.180
    stone_drop: float = 0.140
    ghost_stone: float = 0.500
    toast_stay: float = 6.0
    refusal_stay: float = 3.0
    shake: float = 0.240
    tooltip_delay: float = 0.350
    dialog: float = 0.140
    cross_fade: float = 0.120


Span = tuple[float, float]
"""When a part of an animation begins and when it is done, in seconds."""


@dataclass(frozen=True, slots=True)
class EndingTimes:
    """How a finished game ends, in seconds since the move that ended it, at full motion.

    A move that takes longer than a stone to land puts all of it off by as much.

    Attributes:
        veil: All but what has won steps back.
        channel: The line through a row grows from the last piece.
        swell: A piece of the row swells for so long.
        swell_gap: The next piece of the row follows after so long.
        light: A cell of a row on a board of one slab lights up for so long.
        light_gap: The next cell follows after so long.
        thread: The line that joins such cells grows for so long.
        seams: The lines between the cells fill with light when nobody has won.
        arrival: The way of a piece that ends the game by where it comes, and the veil around it.
        greeting: Such a piece swells for so long.
        goal: The line that a piece has reached lights up to both sides of it.
        card: How long the result takes to come up beside the board; it is the last thing to move.
        draw: The same of a draw.
        trace_gap: A cell further from the last move shows what stood there first so much later.
        trace: That takes so long to come.
        bars: It is set beside the AI's.
    """

    landed: float = 0.140
    veil: Span = (0.140, 0.320)
    channel: Span = (0.180, 0.540)
    swell: float = 0.160
    swell_gap: float = 0.060
    light: float = 0.140
    light_gap: float = 0.090
    thread: float = 0.300
    halo: Span = (0.500, 0.740)
    seams: Span = (0.200, 0.800)
    arrival: Span = (0.140, 0.340)
    greeting: float = 0.200
    goal: Span = (0.140, 0.460)
    card: float = 0.220
    row: float = 0.760
    draw: float = 0.800
    trace_gap: float = 0.012
    trace: float = 0.200
    medal: Span = (0.250, 0.530)
    count: Span = (0.300, 0.900)
    bars: Span = (0.450, 0.950)
    score: float = 0.950


@dataclass(frozen=True, slots=True)
class Shadow:
    """A soft shadow: how far down, how blurred (dp) and how opaque."""

    dy: float
    blur: float
    alpha: float


DIALOG_SHADOW: Final = Shadow(dy=14, blur=34, alpha=0.50)
TOOLTIP_SHADOW: Final = Shadow(dy=3, blur=6, alpha=0.40)
PLATE_SHADOW: Final = Shadow(dy=4, blur=0, alpha=0.18)

TYPE: Final = Type()
SIZE: Final = Size()
RADIUS: Final = Radius()
STROKE: Final = Stroke()
MOTION: Final = Motion()
ENDING: Final = EndingTimes()
