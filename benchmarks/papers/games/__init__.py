"""The papers' games that the program does not have: plug-ins, a folder each."""

from pathlib import Path

from game.games import plugins


def load() -> None:
    """Have them there, in this process and in those that it starts."""
    for file in sorted(Path(__file__).resolve().parent.glob("*/game.py")):
        plugins.add(file.parent)
