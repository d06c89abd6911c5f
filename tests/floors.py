"""The floors of the program: ``python -m tests.floors`` draws them from the imports.

Each module stands on one floor and imports nothing from a higher one. Names in quotation marks
(`ai.contract.game.Lazy`) are no imports: that is how a game names its screen.
"""

import ast
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

import grimp

ROOT: Final = Path(__file__).resolve().parents[1]
PICTURE: Final = ROOT / "docs" / "floors.svg"


@dataclass(frozen=True, slots=True)
class Floor:
    """A floor.

    Attributes:
        title: What it is called in the picture.
        rooms: Its modules and packages; a star stands for one name. A module is on the highest
            floor that has a room for it.
    """

    title: str
    rooms: tuple[str, ...]


FLOORS: Final = (
    Floor(
        "the start, the commands and the library",
        ("main", "playout", "game.check.command", "game.commands", "game.convert"),
    ),
    Floor("the window and its loop", ("game.check", "game.window")),
    Floor("boards and screens of the games", ("game.games.*.board", "game.games.*.screen")),
    Floor("screens", ("game.screens",)),
    Floor("what is kept of games", ("game.library",)),
    Floor("a game in progress, and what is drawn", ("game.play", "game.ui")),
    Floor("files and settings", ("game.store",)),
    Floor("the games: rules, kernels, searches", ("game.games",)),
    Floor("what is said", ("game.words",)),
    Floor("what thinks", ("ai",)),
)
"""From the highest to the lowest."""


def floor_of(module: str) -> int:
    """Return the number of a module's floor, 0 for the highest; raise `LookupError` for none."""
    for number, floor in enumerate(FLOORS):
        if any(is_in(room, module) for room in floor.rooms):
            return number
    raise LookupError(f"{module} stands on no floor: say which in {__name__}.FLOORS")


def is_in(room: str, module: str) -> bool:
    """Return whether a module is a room, or in one."""
    wanted, names = room.split("."), module.split(".")
    return len(wanted) <= len(names) and all(
        one in ("*", other) for one, other in zip(wanted, names, strict=False)
    )


@cache
def imports() -> tuple[tuple[str, str], ...]:
    """Return who imports whom, in `main`, `playout`, `game` and `ai`."""
    packages = ("ai", "game", "playout")
    graph = grimp.build_graph(*packages, include_external_packages=True, cache_dir=None)
    own = {module for module in graph.modules if module.partition(".")[0] in packages}
    found = {
        (module, other)
        for module in own
        for other in graph.find_modules_directly_imported_by(module) & {*own, "main"}
    }
    return tuple(sorted(found.union(("main", other) for other in _imported_by_main(own))))


def _imported_by_main(own: set[str]) -> Iterator[str]:
    """Yield what main.py imports: as it is in no package, the graph does not have it."""
    for node in ast.walk(ast.parse((ROOT / "main.py").read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            names = (f"{node.module}.{each.name}" for each in node.names)
            yield from ({name if name in own else str(node.module) for name in names}) & own


def upward() -> list[str]:
    """Return the imports that lead to a higher floor."""
    return [
        f"{module} -> {other}" for module, other in imports() if floor_of(other) < floor_of(module)
    ]


# The picture.

WIDTH: Final = 940
BAND: Final = 66
LEFT: Final = 20
COLUMNS: Final = 690
"""Where the lines of who imports whom begin."""
STEP: Final = 30
INK, DIM, LINE, GROUND = "#1f2328", "#59636e", "#d1d9e0", "#ffffff"
OF_FLOORS: Final = (
    *("#1f2328", "#0969da", "#8250df", "#bf3989", "#cf222e", "#bc4c00", "#9a6700", "#1a7f37"),
    "#0a7b83",
)


def picture() -> str:
    """Return the picture, as SVG: a band for each floor, and a line for what each imports."""
    height = BAND * len(FLOORS)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" font-family="sans-serif">',
        f'<rect width="{WIDTH}" height="{height}" fill="{GROUND}"/>',
        *(part for number in range(len(FLOORS)) for part in _band(number)),
        *(part for number in range(len(FLOORS)) for part in _line(number)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _band(number: int) -> Iterator[str]:
    floor, top = FLOORS[number], number * BAND
    if number:
        yield f'<path d="M0 {top}H{WIDTH}" stroke="{LINE}"/>'
    yield (
        f'<text x="{LEFT}" y="{top + 22}" font-size="15" font-weight="bold" fill="{INK}">'
        f"{escape(floor.title)}</text>"
    )
    for row, words in enumerate(textwrap.wrap(_rooms(floor), 90)):
        y = top + 40 + 16 * row
        yield f'<text x="{LEFT}" y="{y}" font-size="12.5" fill="{DIM}">{escape(words)}</text>'


def _line(number: int) -> Iterator[str]:
    """Yield a line down from a floor, with a dot at each floor that it imports."""
    imported = {floor_of(other) for module, other in imports() if floor_of(module) == number}
    below = sorted(each for each in imported if each > number)
    if not below:
        return
    x, colour = COLUMNS + STEP * number, OF_FLOORS[number]
    top, *dots = (BAND * each + BAND // 2 for each in (number, *below))
    yield f'<path d="M{x} {top}V{dots[-1]}" stroke="{colour}" stroke-width="2"/>'
    yield f'<circle cx="{x}" cy="{top}" r="6" fill="{GROUND}" stroke="{colour}" stroke-width="2"/>'
    for y in dots:
        yield f'<path d="M{x - 6} {y - 5}h12l-6 10z" fill="{colour}"/>'


def _rooms(floor: Floor) -> str:
    """Return what is on a floor: the modules of each folder, and the packages of each package."""
    modules = {module for pair in imports() for module in pair}
    told: dict[str, list[str]] = {}
    for room in floor.rooms:
        inside = {
            module.removeprefix(f"{room}.").partition(".")[0]
            for module in modules
            if module.startswith(f"{room}.") and module.count(".") > room.count(".") + 1
        }
        folder, _, name = room.rpartition(".")
        told.setdefault(room if inside else folder, []).extend(sorted(inside) or [name])
    return "; ".join(
        f"{folder.replace('.', '/')}/ {', '.join(names)}".removeprefix("/ ")
        for folder, names in told.items()
    )


if __name__ == "__main__":
    PICTURE.write_text(picture(), "utf-8")
