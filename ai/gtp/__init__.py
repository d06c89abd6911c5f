"""The Go Text Protocol, version 2: hex Gomoku and Tic-Tac-Toe for scripts and other programs."""

from ai.gtp.command import main

__all__ = ["main"]
