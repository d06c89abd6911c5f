"""The descriptor of Connect Four: all that the program knows of it."""

from ai.contract.game import Lazy, Protocol, Text
from game.games.lattice.text import square_diagram
from game.games.window_game import WindowGame

from .rules import COLUMNS, SPEC

GAME = WindowGame(
    SPEC,
    text=Text(Protocol(sizes=(COLUMNS,), square=True, diagram=square_diagram)),
    entry=Lazy(f"{__package__}.screen:ENTRY"),
)
