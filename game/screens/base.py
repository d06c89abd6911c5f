"""What a scene is, and the commands it answers events with.

A scene never switches to another scene, never touches the settings file and never ends the
program: it returns a command, and the app carries it out.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final, Protocol

import pygame

from ai.phrases import N_

if TYPE_CHECKING:
    from ai.contract.games import LeftOut
    from ai.contract.rules import State
    from ai.search.simulation import Before
    from game.library.library import SavedGame
    from game.play.record import GameTree
    from game.play.session import Session
    from game.store.settings import Settings
    from game.ui.commands import UserCommand
    from game.ui.elements import Element
    from game.ui.panel.dialog import Dialog
    from game.ui.spoken import Utterance
    from game.ui.widgets import FocusGroup, Grip, Toasts
    from game.words.keys import Keys


@dataclass(frozen=True, slots=True)
class OpenScene:
    """Show a scene by name: home, settings, help, about.

    Attributes:
        game: Of help: the name of the game that it begins with, if it begins with one.
    """

    name: str
    game: str = ""


@dataclass(frozen=True, slots=True)
class OpenGame:
    """Show a game's scene; go on with its saved game, if there is one, unless told otherwise.

    Attributes:
        standard: Start this standard board of SameGame.
        daily: Go on with the board of the day, or start it.
        line: Go on with this kept game; what was in progress is kept.
        reviewed: Look back at this kept game at once; what is in progress stays so.
    """

    game: str
    fresh: bool = False
    standard: int | None = None
    daily: bool = False
    line: "SavedGame | None" = None
    reviewed: "SavedGame | None" = None


@dataclass(frozen=True, slots=True)
class OpenReview:
    """Look back at a game; the session is shared with the scene it is played in.

    Attributes:
        ply: The move to point at first; None for the worst one.
        record: What is looked at; None for the game in progress.
        title: What a game is called that nobody plays, as one of a match: it is not kept, and
            nobody goes on with it.
        ending: How that one ended, if not on the board.
    """

    session: "Session"
    ply: int | None = None
    record: "GameTree | None" = None
    title: str = ""
    ending: str = ""
    name: ClassVar[str] = "review"


@dataclass(frozen=True, slots=True)
class OpenEarlier:
    """List what was set aside for a game; the session is shared with the scene it is played in.

    Attributes:
        session: The game; None to list all games from elsewhere.
        by_position: Whether only what leads through the shown position is listed.
    """

    session: "Session | None" = None
    by_position: bool = False
    name: ClassVar[str] = "earlier"


@dataclass(frozen=True, slots=True)
class OpenInside:
    """Watch a search from inside.

    Attributes:
        position: What is searched; not a finished game.
        before: The position before it and the move between; None at the start of a game.
    """

    game: str
    position: "State"
    before: "Before | None" = None
    name: ClassVar[str] = "inside"


@dataclass(frozen=True, slots=True)
class OpenSetUp:
    """Set up a position by hand; the session is shared with the scene it is played in."""

    session: "Session"
    name: ClassVar[str] = "set up"


@dataclass(frozen=True, slots=True)
class OpenText:
    """Go on with the game or the position that a text tells; look back at a game that is over."""

    text: str


@dataclass(frozen=True, slots=True)
class OpenFile:
    """Open what a file tells, as `OpenText` does, or keep the games of an exported archive."""

    path: Path


@dataclass(frozen=True, slots=True)
class SaveGame:
    """Write a game, or something about it, to a file of its own and say where."""

    game: str
    text: str


class DrillSet(StrEnum):
    """Which drills are meant."""

    DUE = "due"
    """Those that are due, and others that were never tried."""
    TIMED = "timed"
    """Those that come with the games, for three minutes, the easiest first."""
    LESSONS = "lessons"
    """The first lessons of a game."""
    TODAY = "position of the day"
    """It alone."""
    YESTERDAY = "solutions of yesterday"
    """Those of the board and of the position of the day before, to be looked at."""


TITLES: Final = {
    DrillSet.DUE: N_("Drills"),
    DrillSet.TIMED: N_("Against the clock"),
    DrillSet.LESSONS: N_("Lessons"),
    DrillSet.TODAY: N_("Position of the day"),
    DrillSet.YESTERDAY: N_("Yesterday's solutions"),
}
"""What the screen of each is called."""


@dataclass(frozen=True, slots=True)
class OpenDrills:
    """Try drills.

    Attributes:
        game: Of which game; empty for all.
    """

    game: str = ""
    which: DrillSet = DrillSet.DUE
    name: ClassVar[str] = "drills"


@dataclass(frozen=True, slots=True)
class Back:
    """Leave the scene for the one it was opened from (from a game: home)."""


@dataclass(frozen=True, slots=True)
class Give:
    """Leave the scene, and give the one it was opened from a command, as its key does."""

    command: "UserCommand"


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    settings: "Settings"


@dataclass(frozen=True, slots=True)
class ChangeKeys:
    """Give commands other keys, by their names; all others have the usual ones."""

    keys: "Keys"


@dataclass(frozen=True, slots=True)
class TryAgain:
    """Load a plug-in that was left out because a start hung or died with it."""

    gone: "LeftOut"


@dataclass(frozen=True, slots=True)
class ToggleFullscreen:
    """Fill the screen, or go back to a window."""


@dataclass(frozen=True, slots=True)
class TakeScreenshot:
    """Write the next frame to the pictures folder and say where."""


@dataclass(frozen=True, slots=True)
class SavePicture:
    """Write a picture to the pictures folder and say where."""

    picture: pygame.Surface


@dataclass(frozen=True, slots=True)
class OpenFolder:
    """Show a folder in the system's file manager.

    Attributes:
        name: Which of `game.store.files.Paths`; that with the saved games by default.
    """

    name: str = "data"


@dataclass(frozen=True, slots=True)
class ExportData:
    """Write settings, games and records to one file and say where."""


@dataclass(frozen=True, slots=True)
class ImportData:
    """Let the player choose an exported file, and keep what it holds."""


@dataclass(frozen=True, slots=True)
class ClearRecords:
    """Forget all scores and results."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Save and end the program."""


Screen = OpenScene | OpenGame | OpenReview | OpenEarlier | OpenInside | OpenDrills | OpenSetUp
"""The commands that show another screen."""

Command = (
    Screen
    | OpenText
    | OpenFile
    | SaveGame
    | Back
    | Give
    | ChangeSettings
    | ChangeKeys
    | TryAgain
    | ToggleFullscreen
    | TakeScreenshot
    | SavePicture
    | OpenFolder
    | ExportData
    | ImportData
    | ClearRecords
    | Quit
)


class Scene(Protocol):
    """One screen. The app calls these methods, in the main thread only.

    Attributes:
        dialog: What is asked or said above everything else, if anything is.
    """

    dialog: "Dialog | None"

    def on_enter(self) -> None:
        """Begin, or come back: the scene is about to be shown."""

    def on_exit(self) -> None:
        """Stop what runs for this scene and save what must not be lost."""

    def on_drop(self) -> None:
        """End what waits for a scene that was left for another one, and is not come back to."""

    def resize(self, size: tuple[int, int]) -> None:
        """Lay everything out for a window of this size, or for changed settings."""

    def handle_event(self, event: pygame.event.Event) -> Command | None:
        """React to one event within a fraction of a frame."""

    def meaning_at(self, position: tuple[int, int]) -> Hashable:
        """Return what a press at a pixel means now; equal as long as it means the same."""

    def grip_at(self, position: tuple[int, int]) -> "Grip":
        """Return what a finger does with what is at a pixel."""

    def update(self, dt: float) -> Command | None:
        """Let `dt` seconds (clamped) pass: poll the AI, move animations."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the whole scene, out of caches where nothing changed."""

    def describe(self) -> "Element":
        """Return what the frame that was drawn last shows, to those who do not see it."""

    @property
    def spoken(self) -> "tuple[Utterance, ...]":
        """What was said last of what happens, for who does not look; the newest last."""

    def speak_anew(self) -> None:
        """Say from the beginning what there is: it is shown from now on."""

    @property
    def toasts(self) -> "Toasts":
        """The place for notices."""

    @property
    def focus_group(self) -> "FocusGroup | None":
        """The controls that have the keyboard now; None while a board has it."""

    def wake_after(self) -> float | None:
        """Seconds until the scene wants to be drawn again: 0 animates, None waits for events."""
