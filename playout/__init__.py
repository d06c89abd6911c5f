"""Playout as a library: its games, searches, matches and solvers under one name.

docs/library.md says how each is used and what is promised; what is not in `__all__` is not.
Installed, the program's own modules lie in the folder ``program`` here, in a checkout beside it.
"""

import sys
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

_PROGRAM = Path(__file__).resolve().with_name("program")
_FOLDER = _PROGRAM if _PROGRAM.is_dir() else _PROGRAM.parents[1]
_PACKAGES = ("ai", "game")
"""The names under which the program finds its modules."""


def _load_program() -> None:
    """Load the program's packages; raise `ImportError` where others have their names.

    They are loaded from their folder, which stands in no path: so it hides nobody's modules.
    """
    is_program = Path(*sys.argv[:1]).stem in ("-m", "playout", "playoutw")
    for name in _PACKAGES:
        place = _place(name)
        is_ours = place is not None and Path(place).resolve().parent == _FOLDER / name
        if place and not is_ours and not is_program:
            raise ImportError(
                f"playout has a module '{name}', and so has this program ({place}): "
                "rename that one, as Python knows only one module of a name"
            )
        if not is_ours or name not in sys.modules:
            spec = PathFinder.find_spec(name, [str(_FOLDER)])
            assert spec is not None
            assert spec.loader is not None
            sys.modules[name] = module_from_spec(spec)
            spec.loader.exec_module(sys.modules[name])


def _place(name: str) -> str | None:
    """Return the file or folder that Python imports by a name; None where there is none.

    It would import a folder without sources, too; that is nobody's module.
    """
    spec = find_spec(name)
    if spec is None or spec.origin:
        return spec.origin if spec else None
    folders = spec.submodule_search_locations or ()
    return next((folder for folder in folders if any(Path(folder).glob("*.py"))), None)


_load_program()

from ai.version import VERSION

if TYPE_CHECKING:
    from ai.match.ratings import EloRating
    from playout._games import Board, ExactValue, Game, Position, game, games
    from playout._guided import add_searcher, guided
    from playout._matches import MatchResult, PlayedGame, Tournament, match, tournament
    from playout._searches import Candidate, Certificate, Result, Search, search, solve, watch
    from playout._texts import read_game, write_game

__version__: str = VERSION
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
    sys.path.insert(0, str(_FOLDER))  # which the processes that it starts inherit
    from main import main as run

    return run()
