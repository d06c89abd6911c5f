"""The descriptor of Connect Four: all that the program knows of it."""

from game.games.game import Game, Protocol, Text
from game.games.lattice.text import square_diagram
from game.games.lazy import Lazy

from .rules import COLUMNS, SPEC

GAME = Game(
    SPEC,
    text=Text(Protocol(sizes=(COLUMNS,), square=True, diagram=square_diagram)),
    entry=Lazy(f"{__package__}.screen:ENTRY"),
)
