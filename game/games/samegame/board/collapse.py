"""What happens to each tile when a SameGame group is removed, and when. Pure.

First the group pops, then the tiles above it fall, each row a little later than the one
below, and last the columns close up where one became empty.
"""

from dataclasses import dataclass
from functools import lru_cache

from game.games.samegame.rules import SameGameState
from game.ui.animation import ease_out, fall
from game.ui.boards import tiles
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
        drop: Rows to fall.
        shift: Columns to move to the left.
        delay: Seconds from the end of the removal to the beginning of the fall.
        duration: Seconds of the fall.
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
class Collapse:
    """Everything that one removal moves.

    Attributes:
        resting: The tiles that stay, by place.
        fall_seconds: From the end of the removal until the last tile has landed.
        slide_seconds: How long the columns take to close up, 0 if none moves.
    """

    removed: tuple[Place, ...]
    colour: int
    resting: tuple[tuple[Place, int], ...]
    flights: tuple[Flight, ...]
    fall_seconds: float
    slide_seconds: float

    @property
    def seconds(self) -> float:
        """How long all of it takes."""
        return MOTION.removal + self.fall_seconds + self.slide_seconds

    def removal_at(self, seconds: float) -> float:
        """Return how far the group has vanished, 0 to 1."""
        return min(1.0, seconds / MOTION.removal)

    def place_at(self, flight: Flight, seconds: float) -> tuple[float, float]:
        """Return the column and row of a moving tile, with fractions."""
        column, row = flight.start
        track = flight.track
        falling = seconds - MOTION.removal - track.delay
        sliding = seconds - MOTION.removal - self.fall_seconds
        dropped = track.drop * fall(_share(falling, track.duration)) if track.drop else 0.0
        shifted = track.shift * ease_out(_share(sliding, self.slide_seconds))
        return column - shifted, row - dropped


def grid_of(state: SameGameState) -> Grid:
    """Return the colour of each tile by column and row."""
    return {
        (column, row): colour
        for column, colours in enumerate(state.columns)
        for row, colour in enumerate(colours)
    }


def joined_flags(grid: Grid, place: Place) -> int:
    """Return which neighbours of a tile have its colour (see `tiles`)."""
    column, row = place
    colour, flags = grid[place], 0
    for dx, dy, flag in _NEIGHBOURS:
        if grid.get((column + dx, row + dy)) == colour:
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
    group = before.group_at(*divmod(after.last_move or 0, rows))
    removed = {divmod(cell, rows) for cell in group}
    tracks = _tracks(before, removed)
    grid = grid_of(before)
    staying = {place: colour for place, colour in grid.items() if place not in removed}
    resting = tuple(
        (place, colour) for place, colour in staying.items() if tracks[place] == Track()
    )
    flights = tuple(
        Flight(colour, place, tracks[place], _flags_on_track(staying, tracks, place))
        for place, colour in staying.items()
        if tracks[place] != Track()
    )
    return Collapse(
        removed=tuple(sorted(removed)),
        colour=grid[min(removed)],
        resting=resting,
        flights=flights,
        fall_seconds=max((t.delay + t.duration for t in tracks.values()), default=0.0),
        slide_seconds=MOTION.column_slide if any(t.shift for t in tracks.values()) else 0.0,
    )


def _tracks(state: SameGameState, removed: set[Place]) -> dict[Place, Track]:
    """Return the track of every tile that stays on the board."""
    tracks: dict[Place, Track] = {}
    shift = 0
    for column, colours in enumerate(state.columns):
        drop = falling = 0
        for row in range(len(colours)):
            if (column, row) in removed:
                drop += 1
            elif drop:
                tracks[column, row] = _falling(drop, shift, falling)
                falling += 1
            else:
                tracks[column, row] = Track(shift=shift)
        if drop == len(colours):
            shift += 1
    return tracks


def _falling(drop: int, shift: int, index: int) -> Track:
    """Return the track of the tile that is number `index` from below among the falling ones."""
    duration = min(MOTION.fall_most, MOTION.fall_least + 0.012 * (drop - 1))
    delay = min(MOTION.fall_stagger_row * index, MOTION.fall_longest - duration)
    return Track(drop, shift, delay, duration)


def _flags_on_track(grid: Grid, tracks: dict[Place, Track], place: Place) -> int:
    """Return which neighbours have a tile's colour and move with it."""
    column, row = place
    return sum(
        flag
        for dx, dy, flag in _NEIGHBOURS
        if grid.get(near := (column + dx, row + dy)) == grid[place]
        and tracks[near] == tracks[place]
    )


def _share(passed: float, duration: float) -> float:
    if duration <= 0:
        return 1.0 if passed >= 0 else 0.0
    return min(1.0, max(0.0, passed / duration))
