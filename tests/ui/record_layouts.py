"""Records what SDL tells of each key of some keyboard layouts: `tests/ui/layouts.json`.

`DISPLAY=:90 python -m tests.ui.record_layouts` beside `Xvfb :90` alone, with setxkbmap and
xdotool. A key is `[scancode, key]`, and what it types alone, with Shift and with AltGr.
"""

import json
import os
import subprocess
import time
from pathlib import Path
from typing import Final

import pygame

LAYOUTS: Final = {
    "US": ("us",),
    "Dvorak": ("us", "-variant", "dvorak"),
    "German": ("de",),
    "French": ("fr",),
    "Turkish": ("tr",),
    "Czech": ("cz",),
    "Russian": ("ru",),
    "Greek": ("gr",),
    "Japanese": ("jp",),
}
FILE: Final = Path(__file__).with_name("layouts.json")
ROWS: Final = (
    (49, *range(10, 22), 132),
    range(24, 36),
    (*range(38, 49), 51),
    (94, *range(52, 62), 97),
)
"""What types something, by X's keycodes."""
NAMED: Final = (22, 23, 36, *range(67, 77), 95, 96, 110, 111, *range(113, 116), 116, 118, 119)
SHIFT, ALT_GR, SPACE = "50", "108", "65"


HELD: Final = (pygame.K_LSHIFT, pygame.K_RALT, pygame.K_MODE, pygame.K_SPACE)
FEW: Final = 5
"""pygame remembers what fifteen keys have typed between two looks at its events."""


def record(keys: tuple[int, ...], held: str = "") -> list[pygame.event.Event]:
    """Strike keys, one after the other, with another one held; return what they came as."""
    if len(keys) > FEW:
        return record(keys[:FEW], held) + record(keys[FEW:], held)
    # A space after each key ends what a dead one has begun.
    strokes = [each for key in keys for each in ("key", str(key), "key", SPACE)]
    hold, let_go = (("keydown", held), ("keyup", held)) if held else ((), ())
    subprocess.run(["xdotool", *hold, *strokes, *let_go], check=True)
    events: list[pygame.event.Event] = []
    until = time.monotonic() + 0.1
    while time.monotonic() < until:
        events += (each for each in pygame.event.get() if each.type == pygame.KEYDOWN)
        time.sleep(0.01)
    return [each for each in events if each.key not in HELD]


def recorded(layout: tuple[str, ...]) -> list[list[list[object]]]:
    """Return the rows of a layout's keys, those that type nothing last."""
    subprocess.run(["setxkbmap", *layout], check=True)
    time.sleep(0.5)  # until the window knows
    levels = [
        {event.scancode: event for event in record(tuple(key for row in ROWS for key in row), held)}
        for held in ("", SHIFT, ALT_GR)
    ]
    order = iter(levels[0].values())
    rows = [
        [
            [event.scancode, event.key, *(_typed(level.get(event.scancode)) for level in levels)]
            for _, event in zip(row, order, strict=False)
        ]
        for row in ROWS
    ]
    return [*rows, [[event.scancode, event.key] for event in record(NAMED)]]


def _typed(event: pygame.event.Event | None) -> str:
    return "" if event is None else event.unicode


def main() -> None:
    os.environ["SDL_VIDEODRIVER"] = "x11"
    pygame.display.init()
    window = pygame.Window("record", (800, 600), (0, 0))
    pygame.key.start_text_input()
    subprocess.run(["xdotool", "mousemove", "--sync", "400", "300"], check=True)
    for _ in range(100):  # until it has the keyboard
        pygame.event.pump()
        time.sleep(0.01)
    layouts = {name: recorded(layout) for name, layout in LAYOUTS.items()}
    window.destroy()
    lines = [
        f'"{name}": [\n' + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]"
        for name, rows in layouts.items()
    ]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
