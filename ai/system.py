"""The system's programs, seen from a packaged app that brings libraries of its own."""

import os
import sys


def system_environment() -> dict[str, str]:
    """Return the environment without the bundle's own libraries, for other programs."""
    environment = dict(os.environ)
    original = environment.pop("LD_LIBRARY_PATH_ORIG", None)
    if original is not None:
        environment["LD_LIBRARY_PATH"] = original
    elif getattr(sys, "frozen", False):
        environment.pop("LD_LIBRARY_PATH", None)
    return environment
