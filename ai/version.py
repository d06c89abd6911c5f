"""The program's name and version, for everything that tells them."""

from pathlib import Path

NAME = "Playout"
VERSION = "0.1.0"


def least_glibc() -> str:
    """Return the C library that a bundle for Linux needs; nothing where it is no such bundle."""
    told = Path(__file__).resolve().parents[1] / "glibc"
    return told.read_text("utf-8") if told.exists() else ""
