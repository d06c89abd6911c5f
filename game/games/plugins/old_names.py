"""Modules under the names that they had in version 0.1.0, for the plug-ins that import them."""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any, Final

from ai.contract.game import Game
from game.games.setting import Control
from game.games.window_game import WindowGame

MOVED: Final = {
    "game.games.game": ("ai.contract.game", "game.games.window_game"),
    "game.games.lazy": ("ai.contract.lazy",),
    "game.games.protocol": ("ai.contract.rules",),
}
"""Where what such a module held is now."""
ROWS: Final = "game.screens.settings.rows"
"""What held the rows of a game's settings; today the settings say themselves how they are shown."""


def enter() -> None:
    """Let plug-ins import these modules."""
    for old, places in MOVED.items():
        if old not in sys.modules:
            module = ModuleType(old, f"See {' and '.join(places)}.")
            for place in places:
                vars(module).update(_public(import_module(place)))
            sys.modules[old] = module
    vars(sys.modules["game.games.game"])["Game"] = _game
    rows = ModuleType(ROWS, "See game.games.setting.")
    vars(rows).update(dict.fromkeys(("Choice", "Number", "Steps", "Toggle"), _row))
    sys.modules.setdefault(ROWS, rows)


def _public(module: ModuleType) -> dict[str, Any]:
    return {name: value for name, value in vars(module).items() if not name.startswith("_")}


def _game(*parts: Any, **named: Any) -> Game:
    """Describe a game; there was one class for games with and without a window."""
    return WindowGame(*parts, **named) if named.get("entry") else Game(*parts, **named)


def _row(
    name: str, title: str, about: str = "", values: tuple[float, ...] = (), **more: Any
) -> dict[str, Any]:
    """Return what a row says of a setting."""
    kept: dict[str, Any] = {key: more[key] for key in ("labels", "asks", "zero") if key in more}
    control = Control.TYPED if "asks" in kept else Control.USUAL
    return dict(kept, name=name, title=title, about=about, steps=values, control=control)
