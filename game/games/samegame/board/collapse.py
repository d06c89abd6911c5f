"""What happens to each tile when a SameGame group is removed, and when. Pure.

First the group goes, then the tiles above it fall, those that fall further a little later, and
last the columns close up where one became empty. Tiles of one colour that take the same way stay
fused on it: their tracks are equal, as far as the stage goes.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from game.games.samegame.rules import SameGameState
from game.ui.animation import ease_out, fall
from game.ui.boards import tiles
from game.ui.boards.sprites import share_of
from game.ui.theme import MOTION

Place = tuple[int, int]
Grid = dict[Place, int]

_NEIGHBOURS = (
    (0, 1, tiles.UP),
    (1, 0, tiles.RIGHT),
    (0, -1, tiles.DOWN),
    (-1, 0, tiles.LEFT),
    (1, 1, tiles.UP_RIGHT),
    (1, -1, tiles.DOWN_RIGHT),
    (-1, -1, tiles.DOWN_LEFT),
    (-1, 1, tiles.UP_LEFT),
)


@dataclass(frozen=True, slots=True)
class Track:
    """A way that tiles take together.

    Attributes:
        shift: Columns to move to the left.
        delay: Seconds from the end of the removal to the beginning of the fall.
    """

    drop: int = 0
    shift: int = 0
    delay: float = 0.0
    duration: float = 0.0


@dataclass(frozen=True, slots=True)
class Flight:
    """A tile that moves: its colour, where it starts, its track, which neighbours go along."""

    colour: int
    start: Place
    track: Track
    joined: int


@dataclass(frozen=True, slots=True)
class CollapseStage:
    """What stands and what moves while a group goes, while tiles fall, or while columns close up.

    Attributes:
        still: The tiles that do not move now, by the place where they stand now.
    """

    still: tuple[tuple[Place, int], ...]
    flights: tuple[Flight, ...] = ()


@dataclass(frozen=True, slots=True)
class Collapse:
    """Everything that one removal moves.

    Attributes:
        removed: The cells of the group, and `colour` its colour.
        stages: The removal, the fall and the closing up, one after the other.
        fall_seconds: From the end of the removal until the last tile has landed.
        slide_seconds: How long the columns take to close up, 0 if none moves.
    """

    removed: tuple[Place, ...]
    colour: int
    stages: tuple[CollapseStage, CollapseStage, CollapseStage]
    fall_seconds: float
    slide_seconds: float

    @property
    def seconds(self) -> float:
        return MOTION.removal + self.fall_seconds + self.slide_seconds

    def stage_at(self, seconds: float) -> CollapseStage:
        after = seconds - MOTION.removal
        return self.stages[0 if after < 0 else 1 if after < self.fall_seconds else 2]

    def removal_at(self, seconds: float) -> float:
        """Return how far the group has vanished, 0 to 1."""
        return min(1.0, seconds / MOTION.removal)

    def place_at(self, flight: Flight, seconds: float) -> tuple[float, float]:
        """Return the column and row of a moving tile, with fractions."""
        column, row = flight.start
        track = flight.track
        falling = seconds - MOTION.removal - track.delay
        sliding = seconds - MOTION.removal - self.fall_seconds
        dropped = track.drop * fall(share_of(falling, 0, track.duration)) if track.drop else 0.0
        shifted = track.shift * ease_out(share_of(sliding, 0, self.slide_seconds))
        return column - shifted, row - dropped


def grid_of(state: SameGameState) -> Grid:
    """Return the colour of each tile by column and row."""
    return {
        (column, row): colour
        for column, colours in enumerate(state.columns)
        for row, colour in enumerate(colours)
    }


def joined_flags(grid: Mapping[Place, Hashable], place: Place) -> int:
    """Return which neighbours of a tile have its colour, or whatever else it has (see `tiles`)."""
    column, row = place
    here, flags = grid[place], 0
    for dx, dy, flag in _NEIGHBOURS:
        if grid.get((column + dx, row + dy)) == here:
            flags |= flag
    return flags


@lru_cache(maxsize=8)
def is_removal(before: SameGameState, after: SameGameState) -> bool:
    """Tell whether `after` comes from `before` by the move it names."""
    move = after.last_move
    if move is None or after.move_count != before.move_count + 1:
        return False
    if before.parameters != after.parameters or move not in before.legal_moves:
        return False
    return before.play(move).columns == after.columns


@lru_cache(maxsize=4)
def collapse(before: SameGameState, after: SameGameState) -> Collapse:
    """Return what the removal that leads from `before` to `after` moves (see `is_removal`)."""
    rows = before.parameters.rows
    group = before.group_of(after.last_move or 0)
    removed = {divmod(cell, rows) for cell in group}
    tracks = _tracks(before, removed)
    grid = grid_of(before)
    staying = {place: colour for place, colour in grid.items() if place not in removed}
    landed = {(column, row): (column, row - tracks[column, row].drop) for column, row in staying}
    return Collapse(
        removed=tuple(sorted(removed)),
        colour=grid[min(removed)],
        stages=(
            CollapseStage(tuple(staying.items())),
            _stage(staying, tracks, {place: place for place in staying}, lambda track: track.drop),
            _stage(staying, tracks, landed, lambda track: track.shift),
        ),
        fall_seconds=max((t.delay + t.duration for t in tracks.values()), default=0.0),
        slide_seconds=MOTION.column_slide if any(t.shift for t in tracks.values()) else 0.0,
    )


def _tracks(state: SameGameState, removed: set[Place]) -> dict[Place, Track]:
    tracks: dict[Place, Track] = {}
    shift = 0
    for column, colours in enumerate(state.columns):
        drop = 0
        for row in range(len(colours)):
            if (column, row) in removed:
                drop += 1
            elif drop:
                tracks[column, row] = _falling(drop, shift)
            else:
                tracks[column, row] = Track(shift=shift)
        if drop == len(colours):
            shift += 1
    return tracks


def _falling(drop: int, shift: int) -> Track:
    """Return the track of a tile that falls: one that falls less, below it, sets out no later."""
    duration = min(MOTION.fall_most, MOTION.fall_least + 0.012 * (drop - 1))
    delay = min(MOTION.fall_stagger_row * (drop - 1), MOTION.fall_longest - MOTION.fall_most)
    return Track(drop, shift, delay, duration)


def _stage(
    staying: Grid,
    tracks: dict[Place, Track],
    stands: dict[Place, Place],
    way: Callable[[Track], int],
) -> CollapseStage:
    """Return what moves in a stage: what has a `way` to go in it, fused with what goes as far.

    Args:
        staying: The tiles by the places that they had at first.
        way: How far a track goes in it; 0 for not at all.
    """
    now = {stands[place]: (colour, way(tracks[place])) for place, colour in staying.items()}
    return CollapseStage(
        tuple((at, colour) for at, (colour, far) in now.items() if not far),
        tuple(
            Flight(colour, place, tracks[place], joined_flags(now, stands[place]))
            for place, colour in staying.items()
            if way(tracks[place])
        ),
    )
