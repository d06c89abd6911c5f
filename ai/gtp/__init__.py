"""The Go Text Protocol, version 2: the games for two, for scripts and other programs."""

from ai.gtp.command import main

__all__ = ["main"]
