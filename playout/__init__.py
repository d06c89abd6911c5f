"""Playout as a library: its games, searches, matches and solvers under one name.

docs/library.md says how each is used and what is promised; what is not in `__all__` is not.
Installed, the program's own modules lie in the folder ``program`` here, in a checkout beside it.
"""

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

_PROGRAM = Path(__file__).resolve().with_name("program")
_OWN = ("ai", "game")
"""The names under which the program finds its modules."""


def _find_program() -> None:
    """Let the program's modules be found; raise `ImportError` where others have their names."""
    folder = _PROGRAM if _PROGRAM.is_dir() else _PROGRAM.parents[1]
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    for name in _OWN:
        known = sys.modules.get(name)
        place = getattr(known, "__file__", None)
        if known is not None and Path(str(place)).resolve().parent != folder / name:
            raise ImportError(
                f"playout has a module '{name}', and so has this program ({place}): "
                "call that one otherwise, as Python knows one module of a name"
            )


_find_program()

from ai.version import VERSION

if TYPE_CHECKING:
    from ai.match.ratings import EloRating
    from playout._games import Board, ExactValue, Game, Position, game, games
    from playout._guided import add_searcher, guided
    from playout._matches import MatchResult, PlayedGame, Tournament, match, tournament
    from playout._searches import Candidate, Certificate, Result, Search, search, solve, watch
    from playout._texts import read_game, write_game

__version__ = VERSION
INTERFACE = 1
"""Grows when something that was promised changes; see docs/library.md."""

__all__ = [
    "INTERFACE",
    "Board",
    "Candidate",
    "Certificate",
    "EloRating",
    "ExactValue",
    "Game",
    "MatchResult",
    "PlayedGame",
    "Position",
    "Result",
    "Search",
    "Tournament",
    "__version__",
    "add_searcher",
    "game",
    "games",
    "guided",
    "match",
    "read_game",
    "search",
    "solve",
    "tournament",
    "watch",
    "write_game",
]


def __getattr__(name: str) -> Any:
    """Return what is promised, imported when it is asked for: the window starts without it."""
    if name in __all__:
        for place in ("_games", "_searches", "_matches", "_guided", "_texts"):
            module = import_module(f"{__name__}.{place}")
            if hasattr(module, name):
                return getattr(module, name)
    raise AttributeError(f"playout has no '{name}'; it has {', '.join(__all__)}")


def __dir__() -> list[str]:
    return __all__


def main() -> int:
    """Run the program, with its window and its commands; return its exit code."""
    from main import main as run

    return run()
