"""Cues: short sounds for what happens, played by a thread of their own.

The audio device is opened by the first cue, in that thread, so the window never waits for it;
after a while of silence it is given back. Where there is none, everything stays silent.
"""

import logging
import queue
import random
import threading
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Final

import pygame

from ai.phrases import N_
from game.store.settings import Settings

log = logging.getLogger(__name__)

SOUND_FOLDER: Final = Path(__file__).resolve().parents[2] / "assets" / "sounds"
REST_SECONDS: Final = 30.0
END_SECONDS: Final = 1.0
_RATE: Final = 32_000
# Small, as a stone must be heard when it is seen: 16 ms.
_BUFFER: Final = 512
_GROUP_STEPS: Final = (2, 3, 4, 5, 7, 9, 12, 16)
_STONES: Final = 3
NOT_READ: Final = N_("the sounds cannot be read")
NO_DEVICE: Final = N_("no audio device found")
_PROBE: Final = ("", 0.0)
"""What is asked for to open the device and play nothing."""


class Cue(StrEnum):
    SELECT = "select"
    REMOVE = "remove"
    STONE = "stone"
    ILLEGAL = "illegal"
    HINT = "hint"
    WIN = "win"
    LOSE = "lose"
    DRAW = "draw"
    CLEARED = "cleared"
    LEFT = "left"


ENDINGS: Final = (Cue.WIN, Cue.LOSE, Cue.DRAW, Cue.CLEARED, Cue.LEFT)


def file_of(cue: Cue, size: int = 0) -> str:
    """Return the name of a cue's file.

    Args:
        size: Tiles of a removed group: the more, the higher. Stones alternate by chance.
    """
    if cue is Cue.REMOVE:
        return f"{cue}-{max(1, sum(size >= least for least in _GROUP_STEPS))}"
    return f"{cue}-{random.randint(1, _STONES)}" if cue is Cue.STONE else str(cue)


def volume_of(cue: Cue, settings: Settings, *, focused: bool) -> float:
    """Return how loud a cue is by the settings, 0 to 1; 0 is not played at all."""
    if not settings.sound or (settings.mute_unfocused and not focused):
        return 0.0
    share = 1.0 if cue in ENDINGS else settings.effects_volume
    return settings.master_volume * share


class Sounds:
    """Plays cues without ever waiting.

    Attributes:
        error: Why nothing can be heard, once that is known.
        is_looking: Whether it is being found out if there is a device.
    """

    def __init__(self, folder: Path = SOUND_FOLDER, rest_seconds: float = REST_SECONDS) -> None:
        """Make a player; nothing is opened or read yet.

        Args:
            rest_seconds: After how much silence the device is given back.
        """
        self.error: str | None = None
        self.is_looking = False
        self._folder = folder
        self._rest_seconds = rest_seconds
        self._queue: queue.SimpleQueue[tuple[str, float] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._loaded: dict[str, pygame.mixer.Sound] = {}

    def play(self, cue: Cue, settings: Settings, *, focused: bool = True, size: int = 0) -> None:
        """Play a cue as loud as the settings say; see `volume_of` and `file_of`."""
        volume = volume_of(cue, settings, focused=focused)
        if volume > 0 and self.error is None:
            self._ask((file_of(cue, size), volume))

    def look_for_device(self) -> None:
        """Find out if there is a device, even after an error: it may be there by now."""
        if self.is_looking:
            return
        if self.error is not None:
            self.close()
            self.error, self._queue = None, queue.SimpleQueue()
        self.is_looking = True
        self._ask(_PROBE)

    def _ask(self, sound: tuple[str, float]) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="sound", daemon=True)
            self._thread.start()
        self._queue.put(sound)

    def close(self) -> None:
        """Give the device back; does nothing if no cue was ever played."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join(END_SECONDS)
            self._thread = None

    def _run(self) -> None:
        """Play what is asked for until `close`; the only place that touches the mixer."""
        try:
            while (sound := self._next()) is not None:
                self._play(*sound)
        except (pygame.error, OSError) as error:
            has_device = pygame.mixer.get_init() is not None
            self.error = NOT_READ if has_device else NO_DEVICE
            log.warning("No sound: %s", error)
        finally:
            self.is_looking = False
            self._give_back()

    def _next(self) -> tuple[str, float] | None:
        """Wait for a cue; meanwhile, after a rest, give the device back."""
        if pygame.mixer.get_init():
            with suppress(queue.Empty):
                return self._queue.get(timeout=self._rest_seconds)
            self._give_back()
        return self._queue.get()

    def _play(self, name: str, volume: float) -> None:
        if not pygame.mixer.get_init():
            pygame.mixer.init(_RATE, -16, 1, _BUFFER)
        if (name, volume) == _PROBE:
            self.is_looking = False
            return
        sound = self._loaded.get(name)
        if sound is None:
            sound = self._loaded[name] = pygame.mixer.Sound(self._folder / f"{name}.wav")
        sound.set_volume(volume)
        sound.play()

    def _give_back(self) -> None:
        # Sounds belong to the mixer that read them.
        self._loaded.clear()
        if pygame.mixer.get_init():
            pygame.mixer.quit()
